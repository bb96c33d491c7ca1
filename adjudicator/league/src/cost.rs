//! What speaks against a draw: people who have met, seats they had, and how far apart they stand.

use crate::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Add;

/// Who met whom so far, who had which seat, who sat out.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct History {
    met: BTreeMap<(Player, Player), u32>,
    sat: BTreeMap<(Player, String), u32>,
    byes: BTreeMap<Player, u32>,
}

impl History {
    /// Notes a table.
    pub fn note_table(&mut self, seats: &[(String, Player)]) {
        for (at, (seat, player)) in seats.iter().enumerate() {
            *self.sat.entry((*player, seat.clone())).or_default() += 1;
            for (_, other) in &seats[at + 1..] {
                *self.met.entry(pair(*player, *other)).or_default() += 1;
            }
        }
    }

    /// Notes that somebody sat out.
    pub fn note_bye(&mut self, player: Player) {
        *self.byes.entry(player).or_default() += 1;
    }

    /// How often two have met.
    pub fn met(&self, one: Player, other: Player) -> u32 {
        self.met.get(&pair(one, other)).copied().unwrap_or(0)
    }

    /// How often somebody had a seat.
    pub fn sat(&self, player: Player, seat: &str) -> u32 {
        self.sat.get(&(player, seat.to_owned())).copied().unwrap_or(0)
    }

    /// How often somebody sat out.
    pub fn byes(&self, player: Player) -> u32 {
        self.byes.get(&player).copied().unwrap_or(0)
    }
}

fn pair(one: Player, other: Player) -> (Player, Player) {
    (one.min(other), one.max(other))
}

/// What speaks against a draw; what stands first weighs more than all that follows. Squares, so that one who meets somebody a third time
/// weighs more than three who meet somebody again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Cost {
    /// Pairs who have met before.
    pub met: u64,
    /// How far apart those at a table stand.
    pub spread: u64,
    /// Seats that people had before.
    pub seats: u64,
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost { met: self.met + other.met, spread: self.spread + other.spread, seats: self.seats + other.seats }
    }
}

/// The same for people who are known by their number, quick to look up.
pub struct Costs {
    people: usize,
    met: Vec<u32>,
    level: Vec<i64>,
    /// For each size of a table: how often each had each of its seats.
    sat: BTreeMap<usize, Vec<Vec<u32>>>,
}

impl Costs {
    /// What is known of these people; `seats` are the seats at a table of each size.
    pub fn new(
        players: &[Player],
        history: &History,
        levels: &BTreeMap<Player, i64>,
        seats: &BTreeMap<usize, Vec<String>>,
    ) -> Costs {
        let met = players.iter().flat_map(|one| players.iter().map(|other| history.met(*one, *other))).collect();
        let level = players.iter().map(|player| levels.get(player).copied().unwrap_or(0)).collect();
        let had = |names: &Vec<String>| {
            players.iter().map(|player| names.iter().map(|seat| history.sat(*player, seat)).collect()).collect()
        };
        let sat = seats.iter().map(|(size, names)| (*size, had(names))).collect();
        Costs { people: players.len(), met, level, sat }
    }

    /// How somebody stands.
    pub fn level(&self, one: usize) -> i64 {
        self.level[one]
    }

    /// What speaks against a table, but for its seats.
    pub fn company(&self, table: &[usize]) -> Cost {
        let mut met = 0;
        for (at, one) in table.iter().enumerate() {
            for other in &table[at + 1..] {
                met += 2 * u64::from(self.met[one * self.people + other]);
            }
        }
        let levels = || table.iter().map(|one| self.level[*one]);
        let spread = levels().max().unwrap_or(0).abs_diff(levels().min().unwrap_or(0));
        Cost { met, spread: spread * spread, seats: 0 }
    }

    /// What speaks against a table with its seats given out as well as they can be.
    pub fn table(&self, table: &[usize]) -> Cost {
        Cost { seats: self.seating(table).0, ..self.company(table) }
    }

    /// The best way to give out the seats of a table: what speaks against it, and who gets each seat, by the place in the list.
    pub fn seating(&self, table: &[usize]) -> (u64, Vec<usize>) {
        let size = table.len();
        let Some(sat) = self.sat.get(&size).filter(|_| size <= 16) else { return (0, (0..size).collect()) };
        // For each set of people: the best way to give them the first seats, and who gets the last of those.
        let mut best: Vec<(u64, usize)> = vec![(u64::MAX, 0); 1 << size];
        best[0] = (0, 0);
        for set in 0..best.len() {
            let (so_far, _) = best[set];
            let seat = set.count_ones() as usize;
            for (at, one) in table.iter().enumerate().filter(|(at, _)| set & (1 << at) == 0) {
                let had = sat[*one].get(seat).copied().unwrap_or(0);
                let with = &mut best[set | (1 << at)];
                *with = (*with).min((so_far.saturating_add(2 * u64::from(had)), at));
            }
        }
        let mut set = best.len() - 1;
        let cost = best[set].0;
        let mut given = vec![0; size];
        while set != 0 {
            let at = best[set].1;
            given[set.count_ones() as usize - 1] = at;
            set &= !(1 << at);
        }
        (cost, given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_given_out_as_well_as_they_can_be() {
        let names: Vec<String> = ["Rome", "Greece", "Egypt"].map(str::to_owned).to_vec();
        let players: Vec<Player> = (0..3).map(Player).collect();
        let mut history = History::default();
        let table = |order: [i64; 3]| -> Vec<(String, Player)> {
            names.iter().cloned().zip(order.into_iter().map(Player)).collect()
        };
        history.note_table(&table([0, 1, 2]));
        history.note_table(&table([1, 0, 2]));
        let costs = Costs::new(&players, &history, &BTreeMap::new(), &BTreeMap::from([(3, names.clone())]));
        let (cost, given) = costs.seating(&[0, 1, 2]);
        // Player 2 had Egypt twice; one of the others has it for the first time, and the third one gets what they had once.
        assert_eq!((cost, given[2] != 2), (2, true), "{given:?}");
        assert_eq!(costs.company(&[0, 1, 2]).met, 12, "three pairs have met twice each");
    }
}
