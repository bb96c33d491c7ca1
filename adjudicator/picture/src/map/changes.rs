//! What has changed: arrows for moves, rings round what came, broken rings where something went, swords for battles.

use super::{outline, pieces};
use crate::canvas::{Anchor, Canvas, Ink, N};
use crate::geography::{Area, Geography, Point};
use crate::palette::{PAPER, look};
use crate::signs::{ring, swords};
use crate::{Sheet, Size};
use std::collections::{BTreeMap, BTreeSet};
use tabellarius_kernel::picture::{Mark, Place, Sign};

fn area<'a>(sheet: &Sheet<'_>, geography: &'a Geography, id: &str) -> Option<&'a Area> {
    geography.areas.get(&sheet.words.english(id))
}

/// Where an area is meant as a whole.
fn heart(area: &Area, size: Size) -> Point {
    match size {
        Size::Small => pieces::below(area),
        Size::Full => area.places.at.first().copied().unwrap_or_else(|| area.label.middle()),
    }
}

/// Battles: the area has a thick outline.
pub(super) fn fights(to: &mut Canvas, sheet: &Sheet<'_>, geography: &Geography) {
    for mark in &sheet.picture.marks {
        if let Mark::Fought { at, .. } = mark
            && let Some(area) = area(sheet, geography, at)
            && area.kind.is_land()
        {
            outline(to, area);
        }
    }
}

/// Moves; those of one side on one way are one arrow.
pub(super) fn arrows(to: &mut Canvas, over: &mut Canvas, sheet: &Sheet<'_>, geography: &Geography, size: Size) {
    let mut ways: BTreeMap<(u8, &str, &str), u32> = BTreeMap::new();
    for mark in &sheet.picture.marks {
        if let Mark::Moved { side, n, from, to, .. } = mark {
            *ways.entry((*side, from, to)).or_default() += u32::from(*n);
        }
    }
    for ((side, from, goal), n) in ways {
        let (Some(a), Some(b), Some(side)) =
            (area(sheet, geography, from), area(sheet, geography, goal), sheet.side(side))
        else {
            continue;
        };
        arrow(to, over, heart(a, size), heart(b, size), look(side.colour).tile, &format!("{}{n}", side.letter));
    }
}

/// A bent arrow, light round its edge, with what goes written at its middle.
fn arrow(to: &mut Canvas, over: &mut Canvas, from: Point, goal: Point, colour: &str, what: &str) {
    let (dx, dy) = (goal.0 - from.0, goal.1 - from.1);
    let long = dx.hypot(dy).max(1.0);
    // It bends to its left, so that there and back are two ways.
    let bend = ((from.0 + goal.0) / 2.0 + dy * 0.18, (from.1 + goal.1) / 2.0 - dx * 0.18);
    let toward = |a: Point, b: Point, by: f32| {
        let far = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
        (a.0 + (b.0 - a.0) / far * by, a.1 + (b.1 - a.1) / far * by)
    };
    let gap = (long * 0.2).min(13.0);
    let (start, tip) = (toward(from, bend, gap), toward(goal, bend, gap));
    let neck = toward(tip, bend, 9.0);
    let shaft = format!("M{},{}Q{},{} {},{}", N(start.0), N(start.1), N(bend.0), N(bend.1), N(neck.0), N(neck.1));
    let (ux, uy) = ((tip.0 - neck.0) / 9.0, (tip.1 - neck.1) / 9.0);
    let head = format!(
        "M{},{}L{},{} {},{}Z",
        N(tip.0),
        N(tip.1),
        N(neck.0 - uy * 6.0),
        N(neck.1 + ux * 6.0),
        N(neck.0 + uy * 6.0),
        N(neck.1 - ux * 6.0)
    );
    for (stroke, wide, edge) in [(PAPER, 6.6, 3.0), (colour, 3.4, 0.0)] {
        to.path(&shaft, &format!("fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\" stroke-linecap=\"round\""));
        over.path(
            &head,
            &format!("fill=\"{stroke}\" stroke=\"{stroke}\" stroke-width=\"{edge}\" stroke-linejoin=\"round\""),
        );
    }
    if long > 60.0 {
        let middle = (start.0 * 0.25 + bend.0 * 0.5 + neck.0 * 0.25, start.1 * 0.25 + bend.1 * 0.5 + neck.1 * 0.25);
        to.text(what, middle, Anchor::Middle, Ink::bold(11.5, "#2A2117").on(PAPER));
    }
}

/// Rings round what has come and where something has gone, and swords where there was a battle.
pub(super) fn rings_round(to: &mut Canvas, sheet: &Sheet<'_>, geography: &Geography, places: &[Place], size: Size) {
    let mut done: Vec<(Point, bool)> = Vec::new();
    for mark in &sheet.picture.marks {
        let (at, side, sign, came) = match mark {
            Mark::Came { at, side, sign, .. } => (at, *side, *sign, true),
            Mark::Went { at, side, sign, .. } => (at, *side, *sign, false),
            _ => continue,
        };
        let Some(area) = area(sheet, geography, at) else { continue };
        let place = places.iter().find(|place| place.area == *at);
        let (middle, r) = match (size, place) {
            (Size::Full, Some(place)) => {
                let shown = pieces::shown(place);
                let is_it = |other: Sign| match sign {
                    Sign::Army | Sign::Marker => {
                        matches!(other, Sign::Army | Sign::Citadel | Sign::Marker | Sign::Fleet)
                    }
                    sign => other == sign,
                };
                let found = shown.iter().position(|piece| piece.side == side && is_it(piece.sign));
                let middles = pieces::spread(&area.places.at, shown.len().max(1) + usize::from(found.is_none()));
                let which = found.unwrap_or(middles.len().saturating_sub(1));
                let middle = middles.get(which).copied().unwrap_or_else(|| heart(area, size));
                (middle, pieces::radius(place, area.places.radius) * 1.45)
            }
            (Size::Full, None) => (heart(area, size), area.places.radius.max(8.0)),
            (Size::Small, _) => (heart(area, size), 18.0),
        };
        if !done.contains(&(middle, came)) {
            done.push((middle, came));
            ring(to, middle, r, came);
        }
    }
}

/// Swords beside the names of places where there was a battle, or is to be one.
pub(super) fn swords_at(to: &mut Canvas, sheet: &Sheet<'_>, geography: &Geography, places: &[Place], size: Size) {
    let fought = sheet.picture.marks.iter().filter_map(|mark| match mark {
        Mark::Fought { at, .. } => Some(at.as_str()),
        _ => None,
    });
    let contested = places.iter().filter(|place| place.contested).map(|place| place.area.as_str());
    let everywhere: BTreeSet<&str> = fought.chain(contested).collect();
    for area in everywhere.into_iter().filter_map(|at| area(sheet, geography, at)) {
        let [.., right, _] = area.label.bounds;
        let (_, y) = area.label.middle();
        let r = if size == Size::Small { 14.0 } else { 8.5 };
        swords(to, (right + r, y - r * 0.6), r);
    }
}
