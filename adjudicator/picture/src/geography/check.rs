//! Whether a map can be trusted: what touches there is what touches by the rules, and nothing lies on top of anything else.

use super::lines::edges;
use super::{Area, Geography, Neighbours, Point};
use std::collections::{BTreeMap, BTreeSet};

/// The shortest border that is seen as one.
const TOUCH: f32 = 4.0;

/// Everything that is wrong.
pub(super) fn check(geography: &Geography, rules: &Neighbours) -> Vec<String> {
    let mut flaws = Vec::new();
    names(geography, rules, &mut flaws);
    contacts(geography, rules, &mut flaws);
    labels(geography, &mut flaws);
    for (name, area) in &geography.areas {
        places(name, area, &mut flaws);
    }
    flaws
}

/// Each area of the rules is drawn, no other is, and short names are told apart.
fn names(geography: &Geography, rules: &Neighbours, flaws: &mut Vec<String>) {
    let known: BTreeSet<&str> = rules.iter().map(|(name, _)| name.as_str()).collect();
    let drawn: BTreeSet<&str> = geography.areas.keys().map(String::as_str).collect();
    flaws.extend(known.difference(&drawn).map(|name| format!("\"{name}\" is an area of the rules and is not drawn")));
    flaws.extend(drawn.difference(&known).map(|name| format!("\"{name}\" is drawn and is no area of the rules")));
    let mut short = BTreeSet::new();
    for (name, area) in &geography.areas {
        if !short.insert(&area.short) {
            flaws.push(format!("\"{name}\": another area is called {} too", area.short));
        }
    }
}

fn pair<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    (a.min(b), a.max(b))
}

/// Neighbours touch or are linked; what touches otherwise has a barrier.
fn contacts(geography: &Geography, rules: &Neighbours, flaws: &mut Vec<String>) {
    let mut who: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for (name, area) in &geography.areas {
        edges(&area.shape).for_each(|edge| who.entry(edge).or_default().push(name));
    }
    let mut shared: BTreeMap<(&str, &str), f32> = BTreeMap::new();
    for ((a, b), names) in &who {
        if let [one, two] = names[..]
            && one != two
        {
            let long = ((a.0 - b.0) as f32 / 2.0).hypot((a.1 - b.1) as f32 / 2.0);
            *shared.entry(pair(one, two)).or_default() += long;
        }
    }
    let lines = |all: &[super::Between]| -> BTreeSet<(String, String)> {
        all.iter().map(|one| pair(&one.areas[0], &one.areas[1])).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    };
    let (links, barriers) = (lines(&geography.links), lines(&geography.barriers));
    let is_in = |set: &BTreeSet<(String, String)>, (a, b): (&str, &str)| set.contains(&(a.to_owned(), b.to_owned()));
    let neighbours: BTreeSet<(&str, &str)> =
        rules.iter().flat_map(|(name, all)| all.iter().map(|other| pair(name, other))).collect();
    for (a, b) in &neighbours {
        let long = shared.get(&(*a, *b)).copied().unwrap_or(0.0);
        if long < TOUCH && !is_in(&links, (a, b)) {
            flaws.push(format!("\"{a}\" and {b} are neighbours and share {long} pixels; they need a border or a link"));
        }
    }
    for (a, b) in shared.keys() {
        if !neighbours.contains(&(*a, *b)) && !is_in(&barriers, (a, b)) {
            flaws.push(format!("\"{a}\" and {b} share a border and are no neighbours; they need a barrier"));
        }
    }
    for (a, b) in links.iter().filter(|(a, b)| !neighbours.contains(&(a.as_str(), b.as_str()))) {
        flaws.push(format!("\"{a}\" and {b} are linked and are no neighbours"));
    }
    for (a, b) in barriers.iter().filter(|(a, b)| neighbours.contains(&(a.as_str(), b.as_str()))) {
        flaws.push(format!("\"{a}\" and {b} have a barrier between them and are neighbours"));
    }
}

/// No label overlaps another or hangs over the edge.
fn labels(geography: &Geography, flaws: &mut Vec<String>) {
    let all: Vec<_> = geography.areas.iter().collect();
    for (i, (name, area)) in all.iter().enumerate() {
        let [left, top, right, bottom] = area.label.bounds;
        if left < 0.0 || top < 0.0 || right > geography.size.0 || bottom > geography.size.1 {
            flaws.push(format!("\"{name}\": the label hangs over the edge"));
        }
        for (other, beside) in &all[i + 1..] {
            let theirs = beside.label.bounds;
            if left < theirs[2] && theirs[0] < right && top < theirs[3] && theirs[1] < bottom {
                flaws.push(format!("\"{name}\": its label overlaps that of {other}"));
            }
        }
    }
}

/// Places for pieces lie in their area and off each other.
fn places(name: &str, area: &Area, flaws: &mut Vec<String>) {
    if area.places.at.is_empty() {
        flaws.push(format!("\"{name}\": there is no place for a piece"));
    }
    let inside = |at: &Point| lies_in(*at, &area.shape);
    for (i, at) in area.places.at.iter().enumerate() {
        if !inside(at) {
            flaws.push(format!("\"{name}\": the place {},{} lies outside", at.0, at.1));
        }
        let near = |other: &&Point| (at.0 - other.0).hypot(at.1 - other.1) < 2.0 * area.places.radius - 0.01;
        if area.places.at[..i].iter().any(|other| near(&other)) {
            flaws.push(format!("\"{name}\": the place {},{} is too near to another", at.0, at.1));
        }
    }
    if area.label.bounds[0] >= area.label.bounds[2] || area.label.bounds[1] >= area.label.bounds[3] {
        flaws.push(format!("\"{name}\": the box of the label is inside out"));
    }
}

/// Whether a point lies inside: an odd number of rings is round it.
pub(crate) fn lies_in(at: Point, shape: &[Vec<Point>]) -> bool {
    let crosses = |ring: &Vec<Point>| {
        let next = ring.iter().cycle().skip(1);
        let over = |(a, b): (&Point, &Point)| {
            (a.1 > at.1) != (b.1 > at.1) && at.0 < (b.0 - a.0) * (at.1 - a.1) / (b.1 - a.1) + a.0
        };
        ring.iter().zip(next).filter(|edge| over(*edge)).count()
    };
    shape.iter().map(crosses).sum::<usize>() % 2 == 1
}
