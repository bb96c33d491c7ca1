//! Between which ranks somebody can still finish. Two hard rules: it is *sound*, the last rank always lies inside; and it *never widens* as
//! results come in. How tight it is comes third.
//!
//! Two ways, both sound. With few results still open all of them are tried. With more, everybody's fate is taken by itself: what is certain of
//! two people apart is certain of both together. Whatever the first way finds lies within what the second would have found, and results
//! that are open only become fewer; so changing from one way to the other never widens a range either.

use crate::Player;
use crate::points::{Places, Points, Scale};
use std::collections::BTreeMap;

/// All results are tried if there are no more of them than this.
const ALL_TRIED: u64 = 20_000;

/// What is still open in a division.
#[derive(Clone, Debug)]
pub struct Open<'o> {
    /// What everybody has so far.
    pub points: &'o BTreeMap<Player, Points>,
    /// Who sits at each table that is not over. People of other divisions are not counted.
    pub tables: &'o [Vec<Player>],
    /// How many rounds are not drawn yet.
    pub rounds: u32,
    /// The least and the most that somebody can have from one of those.
    pub of_a_round: (Points, Points),
    /// What places are worth.
    pub scale: &'o Scale,
    /// The least share of a place's points that counts: less than all, if seats can be deserted. In halves: 2, 1, 0.
    pub least_halves: usize,
    /// The ranks as they are, by all tie-breaks: what counts once nothing is open any more.
    pub ranks: &'o BTreeMap<Player, usize>,
}

/// The best and the worst rank that somebody can still have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
pub struct Range {
    pub best: usize,
    pub worst: usize,
}

impl Open<'_> {
    /// Everybody's range.
    pub fn ranges(&self) -> BTreeMap<Player, Range> {
        let is_over = self.tables.is_empty() && self.rounds == 0;
        if is_over {
            return self.ranks.iter().map(|(player, rank)| (*player, Range { best: *rank, worst: *rank })).collect();
        }
        if self.rounds == 0 && self.least_halves == 2 && self.outcomes().is_some_and(|number| number <= ALL_TRIED) {
            return self.all_tried();
        }
        self.apart()
    }

    /// In how many ways the open tables can end, shared places included.
    fn outcomes(&self) -> Option<u64> {
        self.tables.iter().try_fold(1_u64, |product, table| product.checked_mul(orders(table.len())?))
    }

    /// Everybody by themselves: the others can do as badly, or as well, as their own tables allow.
    fn apart(&self) -> BTreeMap<Player, Range> {
        let mut bounds: BTreeMap<Player, (Points, Points)> = BTreeMap::new();
        for (player, points) in self.points {
            let (mut least, mut most) = (*points, *points);
            for table in self.tables.iter().filter(|table| table.contains(player)) {
                let (last, first) = self.scale.bounds(table.len());
                least += (0..self.least_halves).map(|_| last.shared_by(2)).sum();
                most += first;
            }
            for _ in 0..self.rounds {
                least += self.of_a_round.0;
                most += self.of_a_round.1;
            }
            bounds.insert(*player, (least, most));
        }
        let range = |(player, (least, most)): (&Player, &(Points, Points))| {
            let others = || bounds.iter().filter(|(other, _)| *other != player).map(|(_, bounds)| bounds);
            // Level is open: a tie-break may still go either way.
            let surely_above = others().filter(|(their_least, _)| their_least > most).count();
            let perhaps_above = others().filter(|(_, their_most)| their_most >= least).count();
            (*player, Range { best: 1 + surely_above, worst: 1 + perhaps_above })
        };
        bounds.iter().map(range).collect()
    }

    /// Every way in which the open tables can end, together.
    fn all_tried(&self) -> BTreeMap<Player, Range> {
        let players: Vec<Player> = self.points.keys().copied().collect();
        let mut totals: Vec<Points> = self.points.values().copied().collect();
        let mut ranges = vec![Range { best: usize::MAX, worst: 0 }; players.len()];
        let awards: Vec<Vec<Vec<(usize, Points)>>> =
            self.tables.iter().map(|table| self.endings(table, &players)).collect();
        try_all(&awards, &mut totals, &mut |totals| {
            for (range, mine) in ranges.iter_mut().zip(totals) {
                let above = totals.iter().filter(|theirs| *theirs > mine).count();
                let level = totals.iter().filter(|theirs| *theirs == mine).count();
                *range = Range { best: range.best.min(above + 1), worst: range.worst.max(above + level) };
            }
        });
        players.into_iter().zip(ranges).collect()
    }

    /// Every way in which a table can end: what each of the division's people has from it, by their number.
    fn endings(&self, table: &[Player], players: &[Player]) -> Vec<Vec<(usize, Points)>> {
        let counted = |places: &Places| {
            let awards = self.scale.award(places).into_iter();
            awards
                .filter_map(|(player, points)| Some((players.iter().position(|one| *one == player)?, points)))
                .collect()
        };
        all_places(table).iter().map(counted).collect()
    }
}

fn try_all(awards: &[Vec<Vec<(usize, Points)>>], totals: &mut [Points], look: &mut impl FnMut(&[Points])) {
    let Some((first, rest)) = awards.split_first() else { return look(totals) };
    for ending in first {
        ending.iter().for_each(|(at, points)| totals[*at] += *points);
        try_all(rest, totals, look);
        ending.iter().for_each(|(at, points)| totals[*at] = totals[*at] - *points);
    }
}

/// In how many orders so many can finish, shared places included: 1, 3, 13, 75, 541 …
fn orders(people: usize) -> Option<u64> {
    let mut known: Vec<u64> = vec![1];
    for number in 1..=people {
        // Whoever shares the first place: so many of them; the others follow in some order.
        let (mut sum, mut choose) = (0_u64, 1_u64);
        for first in 1..=number {
            choose = choose.checked_mul((number - first + 1) as u64)? / first as u64;
            sum = sum.checked_add(choose.checked_mul(known[number - first])?)?;
        }
        known.push(sum);
    }
    known.last().copied()
}

/// All orders in which these can finish.
fn all_places(table: &[Player]) -> Vec<Places> {
    let Some((last, others)) = table.split_last() else { return vec![Places::new()] };
    let mut all = Vec::new();
    for places in all_places(others) {
        for at in 0..places.len() {
            let mut shared = places.clone();
            shared[at].push(*last);
            all.push(shared);
        }
        for at in 0..=places.len() {
            let mut alone = places.clone();
            alone.insert(at, vec![*last]);
            all.push(alone);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::die::Die;

    struct Season {
        points: BTreeMap<Player, Points>,
        open: Vec<Vec<Player>>,
        rounds: u32,
        scale: Scale,
    }

    impl Season {
        fn ranges(&self) -> BTreeMap<Player, Range> {
            let ranks = self.ranks();
            let open = Open {
                points: &self.points,
                tables: &self.open,
                rounds: self.rounds,
                of_a_round: self.scale.bounds(3),
                scale: &self.scale,
                least_halves: 2,
                ranks: &ranks,
            };
            open.ranges()
        }

        /// By points, then by some tie-break that nobody can foresee.
        fn ranks(&self) -> BTreeMap<Player, usize> {
            let mut order: Vec<(&Player, &Points)> = self.points.iter().collect();
            order.sort_by_key(|(player, points)| (std::cmp::Reverse(**points), player.0 * 7 % 5, player.0));
            order.into_iter().enumerate().map(|(at, (player, _))| (*player, at + 1)).collect()
        }

        fn finish(&mut self, table: usize, die: &mut Die) {
            let table = self.open.remove(table);
            let all = all_places(&table);
            let places = &all[die.throw(all.len())];
            for (player, points) in self.scale.award(places) {
                *self.points.get_mut(&player).expect("a player") += points;
            }
        }
    }

    fn within(inner: Range, outer: Range) -> bool {
        inner.best >= outer.best && inner.worst <= outer.worst
    }

    /// Whole seasons, result by result: the last rank lies in every range that was told, and no range ever widens.
    #[test]
    fn a_range_is_a_promise() {
        for number in 0..60 {
            let die = &mut Die::named(b"", b"", &format!("season {number}"));
            let players: Vec<Player> = (1..=9).map(Player).collect();
            let points = players.iter().map(|player| (*player, Points::default())).collect();
            let mut season = Season { points, open: Vec::new(), rounds: 4, scale: Scale::usual(3) };
            let mut told: Vec<BTreeMap<Player, Range>> = vec![season.ranges()];
            while season.rounds > 0 || !season.open.is_empty() {
                if season.rounds > 0 && (season.open.is_empty() || die.throw(3) == 0) {
                    let mut order = players.clone();
                    die.shuffle(&mut order);
                    season.open.extend(order.chunks(3).map(<[Player]>::to_vec));
                    season.rounds -= 1;
                } else {
                    let table = die.throw(season.open.len());
                    season.finish(table, die);
                }
                let now = season.ranges();
                let before = told.last().expect("told before");
                for (player, range) in &now {
                    assert!(
                        within(*range, before[player]),
                        "season {number}: {player:?} {:?} -> {range:?}",
                        before[player]
                    );
                }
                told.push(now);
            }
            let last = season.ranks();
            for ranges in &told {
                assert!(ranges.iter().all(|(player, range)| (range.best..=range.worst).contains(&last[player])));
            }
        }
    }

    /// On a small league the range is what every way to finish it gives, found by playing all of them.
    #[test]
    fn with_little_left_open_the_range_is_exact() {
        let points = [(1, 9), (2, 8), (3, 5), (4, 2)].map(|(player, points)| (Player(player), Points::whole(points)));
        let season = Season {
            points: BTreeMap::from(points),
            open: vec![vec![Player(1), Player(2), Player(3)]],
            rounds: 0,
            scale: Scale::new(vec![3, 1, 0]).expect("a scale"),
        };
        let ranges = season.ranges();
        // 3 can come to eight and be level with 2 who stays at eight (then 1 had one or none): second at best, or third.
        assert_eq!(ranges[&Player(3)], Range { best: 2, worst: 3 });
        assert_eq!(ranges[&Player(1)], Range { best: 1, worst: 2 });
        assert_eq!(ranges[&Player(4)], Range { best: 4, worst: 4 });
    }

    #[test]
    fn so_many_orders_there_are() {
        for (people, number) in [(0, 1), (1, 1), (2, 3), (3, 13), (4, 75), (5, 541)] {
            assert_eq!(orders(people), Some(number));
            let table: Vec<Player> = (0..people as i64).map(Player).collect();
            assert_eq!(all_places(&table).len() as u64, number);
        }
    }
}
