//! A ladder: everybody stands on a rung, those on neighbouring rungs sit together, and each table hands its rungs out again, the best first. Then
//! the best of a table changes rungs with the last of the table above. So one good round brings somebody up by a table, and no more.
//!
//! Where somebody ends up in a round depends on the own place at the own table alone; so a rung that is won is won, whatever others do.

use crate::Player;
use crate::cost::History;
use crate::points::Places;
use crate::range::Range;
use crate::sizes::Sizes;
use std::collections::BTreeMap;

/// A table of a round on the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bout {
    pub people: Vec<Player>,
    /// How it ended; nothing, while it is open.
    pub places: Option<Places>,
}

/// Where a table of a round stands on the ladder: its rungs, from 0, and who is on them now.
struct Stretch {
    rungs: Vec<usize>,
    order: Vec<Player>,
    is_open: bool,
}

/// Who sits together in a round: neighbours, from the top; and who sits out: whoever sat out least, from the bottom.
pub fn tables(ladder: &[Player], sizes: &Sizes, history: &History) -> (Vec<Vec<Player>>, Vec<Player>) {
    let split = sizes.split(ladder.len());
    let mut out: Vec<(usize, Player)> = ladder.iter().copied().enumerate().collect();
    out.sort_by_key(|(rung, player)| (history.byes(*player), std::cmp::Reverse(*rung)));
    let byes: Vec<Player> = out.into_iter().take(split.byes).map(|(_, player)| player).collect();
    let mut seated = ladder.iter().copied().filter(|player| !byes.contains(player));
    let tables = split.tables.iter().map(|size| seated.by_ref().take(*size).collect()).collect();
    (tables, byes)
}

/// The ladder after these rounds.
pub fn climb(start: &[Player], rounds: &[Vec<Bout>]) -> Vec<Player> {
    rounds.iter().fold(start.to_vec(), |ladder, bouts| {
        let mut stretches = stretches(&ladder, bouts);
        for at in 1..stretches.len() {
            let (above, below) = stretches.split_at_mut(at);
            if let (Some(last), Some(first)) = (
                above.last_mut().and_then(|one| one.order.last_mut()),
                below.first_mut().and_then(|one| one.order.first_mut()),
            ) {
                std::mem::swap(last, first);
            }
        }
        let mut after = ladder;
        for stretch in stretches {
            for (rung, player) in stretch.rungs.into_iter().zip(stretch.order) {
                after[rung] = player;
            }
        }
        after
    })
}

/// Between which rungs everybody can still finish, from 1. As long as rounds are to come, anywhere.
pub fn ranges(start: &[Player], rounds: &[Vec<Bout>], is_last: bool) -> BTreeMap<Player, Range> {
    let now = climb(start, rounds);
    let all = now.len();
    let anywhere = |player: &Player| (*player, Range { best: 1, worst: all });
    if !is_last {
        return now.iter().map(anywhere).collect();
    }
    let exact = |(rung, player): (usize, &Player)| (*player, Range { best: rung + 1, worst: rung + 1 });
    let mut ranges: BTreeMap<Player, Range> = now.iter().enumerate().map(exact).collect();
    let Some((last, before)) = rounds.split_last() else { return ranges };
    let stretches = stretches(&climb(start, before), last);
    for (at, stretch) in stretches.iter().enumerate().filter(|(_, stretch)| stretch.is_open) {
        let up = at.checked_sub(1).and_then(|above| stretches[above].rungs.last());
        let down = stretches.get(at + 1).and_then(|below| below.rungs.first());
        let best = up.or(stretch.rungs.first()).map_or(1, |rung| rung + 1);
        let worst = down.or(stretch.rungs.last()).map_or(all, |rung| rung + 1);
        ranges.extend(stretch.order.iter().map(|player| (*player, Range { best, worst })));
    }
    ranges
}

/// The tables of a round from the top: whoever sits out keeps the rung, the others share theirs out.
fn stretches(ladder: &[Player], bouts: &[Bout]) -> Vec<Stretch> {
    let rung = |player: &Player| ladder.iter().position(|one| one == player);
    let mut stretches: Vec<Stretch> = Vec::new();
    for bout in bouts {
        let mut order: Vec<Player> = bout.people.iter().copied().filter(|player| rung(player).is_some()).collect();
        order.sort_by_key(rung);
        let rungs = order.iter().filter_map(rung).collect();
        if let Some(places) = &bout.places {
            let place =
                |player: &Player| places.iter().position(|group| group.contains(player)).unwrap_or(places.len());
            order.sort_by_key(place);
        }
        if !order.is_empty() {
            stretches.push(Stretch { rungs, order, is_open: bout.places.is_none() });
        }
    }
    stretches.sort_by_key(|stretch| stretch.rungs.first().copied());
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(numbers: &[i64]) -> Vec<Player> {
        numbers.iter().copied().map(Player).collect()
    }

    fn bout(people: &[i64], order: Option<&[i64]>) -> Bout {
        let places = order.map(|order| order.iter().map(|player| vec![Player(*player)]).collect());
        Bout { people: players(people), places }
    }

    #[test]
    fn the_best_goes_up_and_the_last_goes_down() {
        let start = players(&[1, 2, 3, 4, 5, 6]);
        let round = [bout(&[1, 2, 3], Some(&[3, 1, 2])), bout(&[4, 5, 6], Some(&[5, 6, 4]))];
        assert_eq!(climb(&start, &[round.to_vec()]), players(&[3, 1, 5, 2, 6, 4]));
        let (tables, byes) = tables(&start, &Sizes { allowed: vec![2, 3], wanted: 3 }, &History::default());
        assert_eq!((tables, byes), (vec![players(&[1, 2, 3]), players(&[4, 5, 6])], vec![]));
    }

    #[test]
    fn whoever_sits_out_keeps_the_rung() {
        let start = players(&[1, 2, 3, 4, 5, 6, 7]);
        let mut history = History::default();
        history.note_bye(Player(7));
        let (tables, byes) = tables(&start, &Sizes { allowed: vec![3], wanted: 3 }, &history);
        assert_eq!(byes, players(&[6]));
        assert_eq!(tables[1], players(&[4, 5, 7]));
        let round = vec![bout(&[1, 2, 3], None), bout(&[4, 5, 7], Some(&[7, 4, 5]))];
        assert_eq!(climb(&start, &[round]), players(&[1, 2, 7, 3, 4, 6, 5]));
    }

    /// All ways in which the last round can end: whoever ends anywhere had it in the range, also while only some tables were over.
    #[test]
    fn ranges_of_a_last_round_are_promises() {
        let start = players(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let first =
            vec![bout(&[1, 2, 3], Some(&[2, 1, 3])), bout(&[4, 5, 6], Some(&[6, 5, 4])), bout(&[7, 8], Some(&[8, 7]))];
        let ladder = climb(&start, std::slice::from_ref(&first));
        let groups: Vec<Vec<i64>> =
            [0..3, 3..6, 6..8].map(|part| ladder[part].iter().map(|player| player.0).collect()).to_vec();
        let orders = |group: &[i64]| -> Vec<Vec<i64>> {
            match *group {
                [a, b] => vec![vec![a, b], vec![b, a]],
                [a, b, c] => {
                    vec![vec![a, b, c], vec![a, c, b], vec![b, a, c], vec![b, c, a], vec![c, a, b], vec![c, b, a]]
                }
                _ => unreachable!("groups of two and three"),
            }
        };
        let open: Vec<Bout> = groups.iter().map(|group| bout(group, None)).collect();
        let before = ranges(&start, &[first.clone(), open.clone()], true);
        for one in orders(&groups[0]) {
            for two in orders(&groups[1]) {
                for three in orders(&groups[2]) {
                    let ended = [&one, &two, &three];
                    let mut known = before.clone();
                    let mut round = open.clone();
                    for at in [1, 0, 2] {
                        round[at] = bout(&groups[at], Some(ended[at]));
                        let now = ranges(&start, &[first.clone(), round.clone()], true);
                        for (player, range) in &now {
                            let was = known[player];
                            assert!(was.best <= range.best && range.worst <= was.worst, "{player:?} {was:?} {range:?}");
                        }
                        known = now;
                    }
                    let last = climb(&start, &[first.clone(), round]);
                    for (rung, player) in (1..).zip(&last) {
                        assert_eq!((known[player].best, known[player].worst), (rung, rung));
                    }
                }
            }
        }
    }
}
