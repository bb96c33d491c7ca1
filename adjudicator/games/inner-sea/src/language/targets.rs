//! What an effect is aimed at: `on Ionia Trojans, Phrygia`, `option 2`, `2 Tyre`, `nothing`.

use super::read::{Words, area, civ, lead, measure, seat, small, wonder, word};
use super::term::{Measure, Term, Word};
use crate::deck::{Op, Step};
use crate::game::InnerSea;
use crate::orders::{Target, Thing};
use crate::rules::uses;
use alloc::vec::Vec;
use tabellarius_kernel::words::{Link, Slip};

/// What can be named here.
#[derive(Clone, Copy)]
pub(super) struct Aims<'g> {
    /// Whether a Wonder can be a target, or begins another order.
    wonders: bool,
    /// Whether no area is ever chosen: then `Egypt` is the civilization and not its home.
    only_people: bool,
    /// What the thing does, whose options can be named by what they bring.
    steps: &'g [Step],
}

impl<'g> Aims<'g> {
    /// Anything, of no thing in particular.
    pub const ALL: Aims<'static> = Aims { wonders: true, only_people: false, steps: &[] };

    /// What a thing can be aimed at.
    pub fn of(game: &'g InnerSea, thing: Thing) -> Aims<'g> {
        let steps = uses::effect(game, thing);
        Aims { wonders: true, only_people: !steps.is_empty() && !choose_areas(steps), steps }
    }

    /// The same where a Wonder begins another order.
    pub fn without_wonders(self) -> Aims<'g> {
        Aims { wonders: false, ..self }
    }

    /// The option that alone brings what was named: `play Obsidian Quarry: talents`.
    fn option_with(self, wanted: Measure) -> Option<u8> {
        let options = self.steps.iter().find_map(|step| match &step.op {
            Op::Choose { options, .. } => Some(options),
            _ => None,
        })?;
        let mut found =
            options.iter().enumerate().filter(|(_, steps)| steps.iter().any(|step| brings(&step.op, wanted)));
        let (at, _) = found.next()?;
        found.next().is_none().then_some(at as u8 + 1)
    }
}

fn choose_areas(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.op {
        Op::Choose { options, .. } => options.iter().any(|steps| choose_areas(steps)),
        // What a Wonder or a ransom costs is taken from areas.
        op => op.spread().is_some() || matches!(op, Op::Wonder { .. } | Op::Ransom),
    })
}

fn brings(op: &Op, wanted: Measure) -> bool {
    match wanted {
        Measure::Talents => matches!(op, Op::Talents { n: 1.., .. }),
        Measure::Points => matches!(op, Op::Vp { n: 1.., .. }),
        Measure::Cards => matches!(op, Op::Draw { .. }),
        Measure::Discs => matches!(op, Op::Place { .. } | Op::Ready(_)),
        Measure::Cities => false,
    }
}

/// Reads targets, as many as there are.
pub(super) fn targets(w: &mut Words<'_>, aims: Aims<'_>) -> Result<Vec<Target>, Slip> {
    let mut all: Vec<Target> = Vec::new();
    let start = w.mark();
    lead(w);
    let mut sure = w.mark();
    let mut beside = false;
    while target(w, aims, beside, &mut all) {
        sure = w.mark();
        let mut goes_on = w.link(Link::Comma) || w.link(Link::And);
        goes_on |= w.link(Link::Then);
        // Without a comma, whoever stands behind an area is meant there: `Ionia Troy`.
        beside = !goes_on && matches!(all.last(), Some(Target::Area(_)));
        w.link(Link::In);
    }
    // Colours are seats: which civilization they play is not for the reader of words to know.
    let mark = w.mark();
    if (mark != sure || all.is_empty()) && w.take(seat).is_some() && !w.sees(Link::Colon) {
        w.back(mark);
        return Err(w.slip("civilization by its name"));
    }
    w.back(if all.is_empty() { start } else { sure });
    Ok(all)
}

fn target(w: &mut Words<'_>, aims: Aims<'_>, beside: bool, all: &mut Vec<Target>) -> bool {
    let mark = w.mark();
    if w.link(Link::Nothing) {
        all.push(Target::Nothing);
        return true;
    }
    for (wanted, make) in [(Word::Option, Target::Option as fn(u8) -> Target), (Word::Spot, Target::Spot)] {
        if word(w, wanted) {
            match small(w).filter(|n| *n > 0) {
                Some(n) => all.push(make(n)),
                None => w.back(mark),
            }
            return w.mark() != mark;
        }
    }
    if let Some(option) = named_option(w, aims) {
        all.push(Target::Option(option));
        return true;
    }
    if (beside || aims.only_people)
        && !is_named_as_area(w)
        && let Some(civ) = w.take(civ)
    {
        all.push(Target::Civ(civ));
        return true;
    }
    let n = small(w);
    if let Some(area) = w.take(area) {
        (0..n.unwrap_or(1).clamp(1, 9)).for_each(|_| all.push(Target::Area(area)));
        return true;
    }
    if n.is_some() {
        w.back(mark);
        return false;
    }
    if let Some(civ) = w.take(civ) {
        all.push(Target::Civ(civ));
        return true;
    }
    if aims.wonders
        && let Some(wonder) = w.take(wonder)
    {
        all.push(Target::Wonder(wonder));
        return true;
    }
    false
}

/// Whether a word is the name of an area and of no civilization on the map, whatever else it means in another language: `Gallia`.
fn is_named_as_area(w: &mut Words<'_>) -> bool {
    let mark = w.mark();
    let area = w.take(area);
    w.back(mark);
    let civ = w.take(civ);
    w.back(mark);
    area.is_some_and(|area| w.is_name_of(Term::Area(area))) && !civ.is_some_and(|civ| w.is_name_of(Term::Civ(civ)))
}

/// An option by what it brings: `talents`, `gain 2 talents`, `1 VP`.
fn named_option(w: &mut Words<'_>, aims: Aims<'_>) -> Option<u8> {
    if aims.steps.is_empty() {
        return None;
    }
    let mark = w.mark();
    word(w, Word::Gain);
    let _ = small(w);
    let found = Measure::ALL.iter().copied().find(|one| measure(w, *one)).and_then(|one| aims.option_with(one));
    if found.is_none() {
        w.back(mark);
    }
    found
}
