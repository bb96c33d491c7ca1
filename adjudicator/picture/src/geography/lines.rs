//! Coasts and borders, found from the outlines: where two shapes share an edge, or one ends.

use super::{Area, Kind, Point, Scenery};
use std::collections::BTreeMap;

/// Each line once, for thin strokes.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Lines {
    /// Where land meets water.
    pub coast: Vec<Vec<Point>>,
    /// Where land meets land.
    pub land: Vec<Vec<Point>>,
    /// Where water meets water.
    pub sea: Vec<Vec<Point>>,
}

/// A point that can be compared: our numbers are multiples of a half.
type Key = (i32, i32);

pub(super) fn key((x, y): Point) -> Key {
    ((x * 2.0).round() as i32, (y * 2.0).round() as i32)
}

fn point((x, y): Key) -> Point {
    (x as f32 / 2.0, y as f32 / 2.0)
}

/// The edges of a shape.
pub(super) fn edges(shape: &[Vec<Point>]) -> impl Iterator<Item = (Key, Key)> + '_ {
    shape.iter().flat_map(|ring| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| (key(*a).min(key(*b)), key(*a).max(key(*b)))).filter(|(a, b)| a != b)
    })
}

pub(super) fn derive(size: Point, areas: &BTreeMap<String, Area>, scenery: &[Scenery]) -> Lines {
    let mut sides: BTreeMap<(Key, Key), Vec<Kind>> = BTreeMap::new();
    let shapes =
        areas.values().map(|area| (area.kind, &area.shape)).chain(scenery.iter().map(|one| (one.kind, &one.shape)));
    for (kind, shape) in shapes {
        edges(shape).for_each(|edge| sides.entry(edge).or_default().push(kind));
    }
    let far = key(size);
    let on_frame = |(a, b): &(Key, Key)| {
        let along = |a: i32, b: i32, edge: i32| a == edge && b == edge;
        along(a.0, b.0, 0) || along(a.1, b.1, 0) || along(a.0, b.0, far.0) || along(a.1, b.1, far.1)
    };
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    for (edge, kinds) in &sides {
        let lands = kinds.iter().filter(|kind| kind.is_land()).count();
        let which = match (kinds.len(), lands) {
            _ if on_frame(edge) => continue,
            // Water that lies on land as a shape of its own has its coast all round.
            (1, 0) => 0,
            (_, 0) => 2,
            (n, lands) if lands == n => 1,
            _ => 0,
        };
        found[which].push(*edge);
    }
    let [coast, land, sea] = found.map(|edges| chain(&edges));
    Lines { coast, land, sea }
}

/// Joins edges to lines as long as can be: from each end or fork to the next, then what goes round.
fn chain(edges: &[(Key, Key)]) -> Vec<Vec<Point>> {
    let mut at: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for (i, (a, b)) in edges.iter().enumerate() {
        at.entry(*a).or_default().push(i);
        at.entry(*b).or_default().push(i);
    }
    let mut used = vec![false; edges.len()];
    let mut lines = Vec::new();
    let ends: Vec<Key> = at.iter().filter(|(_, all)| all.len() != 2).map(|(key, _)| *key).collect();
    for start in ends.into_iter().chain(at.keys().copied()) {
        for first in &at[&start] {
            if used[*first] {
                continue;
            }
            let mut line = vec![point(start)];
            let (mut here, mut edge) = (start, *first);
            loop {
                used[edge] = true;
                let (a, b) = edges[edge];
                here = if a == here { b } else { a };
                line.push(point(here));
                let all = &at[&here];
                match all.iter().find(|next| !used[**next]) {
                    Some(next) if all.len() == 2 => edge = *next,
                    _ => break,
                }
            }
            lines.push(line);
        }
    }
    lines
}
