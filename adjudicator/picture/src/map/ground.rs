//! Land and water: tones for depth and relief, a glow along the coast.

use crate::canvas::{Canvas, N, line, rings, smooth};
use crate::geography::{Geography, Kind, Point};
use crate::palette::{BORDER, COAST, DEEP, FAR_LAND, FAR_SEA, LAND, LAND_TOO, SEA};
use std::fmt::Write as _;

/// Land and water with their lines.
pub(super) fn draw(geography: &Geography) -> Canvas {
    let mut to = Canvas::default();
    let (wide, high) = geography.size;
    to.rect([0.0, 0.0, wide, high], 0.0, &format!("fill=\"{SEA}\""));
    let fill = |to: &mut Canvas, shape: &[Vec<Point>], colour: &str| {
        to.path(&rings(shape), &format!("fill=\"{colour}\" fill-rule=\"evenodd\""));
    };
    for one in geography.scenery.iter().filter(|one| one.kind.is_land()) {
        fill(&mut to, &one.shape, FAR_LAND);
    }
    for one in geography.scenery.iter().filter(|one| !one.kind.is_land()) {
        fill(
            &mut to,
            &one.shape,
            if geography.areas.values().any(|area| !area.kind.is_land()) { FAR_SEA } else { SEA },
        );
    }
    for area in geography.areas.values().filter(|area| area.kind == Kind::OpenSea) {
        fill(&mut to, &area.shape, DEEP);
    }
    // Shallows: the nearer to the coast, the lighter.
    let coast: String = geography.lines.coast.iter().map(|one| line(one)).collect();
    for (width, colour) in [(20.0, "#B3CDDD"), (13.0, "#BED5E3"), (7.0, "#CDDFEA")] {
        to.path(
            &coast,
            &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""),
        );
    }
    for one in geography.scenery.iter().filter(|one| one.kind.is_land()) {
        fill(&mut to, &one.shape, FAR_LAND);
    }
    // Water that was drawn on land lies under it now, where the land is one sheet.
    if geography.areas.values().all(|area| area.kind.is_land()) {
        for one in geography.scenery.iter().filter(|one| !one.kind.is_land()) {
            fill(&mut to, &one.shape, SEA);
        }
    }
    for (i, area) in geography.areas.values().filter(|area| area.kind.is_land()).enumerate() {
        fill(&mut to, &area.shape, if i % 2 == 0 { LAND } else { LAND_TOO });
    }
    hills(&mut to, geography);
    lines(&mut to, geography);
    to
}

/// Coasts, borders, roads, links and barriers.
fn lines(to: &mut Canvas, geography: &Geography) {
    let all = |lines: &[Vec<Point>]| lines.iter().map(|one| line(one)).collect::<String>();
    let seas: String = geography.lines.sea.iter().map(|one| smooth(one)).collect();
    to.path(&seas, "fill=\"none\" stroke=\"#6F98B3\" stroke-width=\"1.2\" stroke-dasharray=\"5 3\"");
    let thin = "fill=\"none\" stroke-linejoin=\"round\"";
    to.path(&all(&geography.lines.land), &format!("{thin} stroke=\"{BORDER}\" stroke-width=\"1.3\""));
    to.path(&all(&geography.lines.coast), &format!("{thin} stroke=\"{COAST}\" stroke-width=\"1.3\""));
    let roads: String = geography.roads.iter().map(|one| smooth(one)).collect();
    to.path(&roads, &format!("{thin} stroke=\"{COAST}\" stroke-width=\"9\" stroke-linecap=\"round\""));
    to.path(&roads, &format!("{thin} stroke=\"#EADBB6\" stroke-width=\"6\" stroke-linecap=\"round\""));
    to.path(&roads, &format!("{thin} stroke=\"#B59C68\" stroke-width=\"1.2\" stroke-dasharray=\"7 6\""));
    for link in &geography.links {
        let style = "fill=\"none\" stroke=\"#7A4A22\" stroke-width=\"1.6\" stroke-dasharray=\"4 3\"";
        to.path(&line(&link.line), style);
        for end in link.line.first().into_iter().chain(link.line.last()) {
            to.circle(*end, 2.2, "fill=\"#7A4A22\"");
        }
    }
    for barrier in &geography.barriers {
        to.path(&peaks(&barrier.line, 8.0, |_| true), "fill=\"#C9B48A\" stroke=\"#6E5436\" stroke-width=\"1\"");
    }
}

/// Hills, where nothing is written and no piece will lie.
fn hills(to: &mut Canvas, geography: &Geography) {
    let is_free = |(x, y): Point| {
        geography.areas.values().all(|area| {
            let [left, top, right, bottom] = area.label.bounds;
            let off_name = x < left - 7.0 || x > right + 7.0 || y < top - 6.0 || y > bottom + 7.0;
            let far = area.places.radius + 5.0;
            off_name && area.places.at.iter().all(|at| (at.0 - x).hypot(at.1 - y) > far)
        })
    };
    for range in &geography.hills {
        to.path(
            &peaks(range, 13.0, is_free),
            "fill=\"#E2D2A8\" stroke=\"#B59F6E\" stroke-width=\"1\" stroke-linejoin=\"round\"",
        );
        to.path(&shades(range, 13.0, is_free), "fill=\"#C9B482\"");
    }
}

/// Points along a line, so far apart, not all at one height.
fn steps(along: &[Point], apart: f32) -> Vec<Point> {
    let mut at = Vec::new();
    let mut need = apart / 2.0;
    for pair in along.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let long = (b.0 - a.0).hypot(b.1 - a.1);
        while need <= long && long > 0.0 {
            let part = need / long;
            let sway = if at.len() % 2 == 0 { -3.0 } else { 3.0 };
            at.push((a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part + sway));
            need += apart;
        }
        need -= long;
    }
    at
}

fn peaks(along: &[Point], apart: f32, is_free: impl Fn(Point) -> bool) -> String {
    let mut d = String::new();
    for (x, y) in steps(along, apart).into_iter().filter(|at| is_free(*at)) {
        let _ = write!(d, "M{},{}l6,-9 6,9Z", N(x - 6.0), N(y + 4.5));
    }
    d
}

/// The side of each hill that lies in the shade.
fn shades(along: &[Point], apart: f32, is_free: impl Fn(Point) -> bool) -> String {
    let mut d = String::new();
    for (x, y) in steps(along, apart).into_iter().filter(|at| is_free(*at)) {
        let _ = write!(d, "M{},{}l6,9h-4.5Z", N(x), N(y - 4.5));
    }
    d
}
