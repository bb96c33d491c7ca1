//! A season tried out beforehand: with so many people, how many tables are there at once, who sits out, who meets again. The draws are those
//! of a season, with a die of their own; who wins is thrown.

use crate::Player;
use crate::cost::History;
use crate::die::Die;
use crate::divisions::{Entrant, Limits, place};
use crate::draw::{Draw, Hall};
use crate::format::{Format, survivors};
use crate::ladder::{self, Bout};
use crate::points::Places;
use crate::sizes::Sizes;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a season is tried with.
#[derive(Clone, Debug)]
pub struct Plan {
    pub people: usize,
    pub divisions: Limits,
    pub format: Format,
    pub rounds: u32,
    pub sizes: Sizes,
    /// The seats at a table of each size.
    pub seats: BTreeMap<usize, Vec<String>>,
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Rehearsal {
    /// How many people each division has.
    pub divisions: Vec<usize>,
    pub rounds: Vec<Tried>,
    /// How often two people meet at the most, and how many pairs meet more than once.
    pub met_most: u32,
    pub met_again: usize,
    /// How often somebody has one seat, at the most.
    pub sat_most: u32,
    /// How often somebody sits out, at the most.
    pub out_most: u32,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Tried {
    pub round: u32,
    /// The sizes of its tables, the largest first.
    pub tables: Vec<usize>,
    /// How many play in it.
    pub people: usize,
    pub byes: usize,
}

/// Tries a season.
pub fn rehearse(plan: &Plan) -> Rehearsal {
    let entrant = |number: usize| Entrant { player: Player(number as i64), past: None, rating: -(number as i64) };
    let entrants: Vec<Entrant> = (1..=plan.people).map(entrant).collect();
    let (divisions, _) = place(&entrants, plan.divisions);
    let mut rehearsal = Rehearsal { divisions: divisions.iter().map(Vec::len).collect(), ..Rehearsal::default() };
    rehearsal.rounds = (1..=plan.rounds).map(|round| Tried { round, ..Tried::default() }).collect();
    for (number, players) in (1..).zip(divisions) {
        try_division(plan, number, players, &mut rehearsal);
    }
    rehearsal.rounds.iter_mut().for_each(|round| round.tables.sort_by(|one, other| other.cmp(one)));
    rehearsal
}

fn try_division(plan: &Plan, number: usize, players: Vec<Player>, told: &mut Rehearsal) {
    let mut history = History::default();
    let mut points: BTreeMap<Player, i64> = players.iter().map(|player| (*player, 0)).collect();
    let (mut left, mut climbed) = (players.clone(), players.clone());
    for round in &mut told.rounds {
        let mut die = Die::named(b"rehearsal", b"", &format!("round {}/division {number}", round.round));
        let mut standing = players.clone();
        standing.sort_by_key(|player| (-points.get(player).copied().unwrap_or(0), *player));
        let levels = if round.round > 1 { plan.format.levels(&standing) } else { BTreeMap::new() };
        let hall = Hall {
            players: left.clone(),
            levels,
            history: history.clone(),
            sizes: plan.sizes.clone(),
            seats: plan.seats.clone(),
        };
        let drawn = match plan.format {
            Format::Ladder => {
                let (tables, byes) = ladder::tables(&climbed, &plan.sizes, &history);
                let seated = |people: Vec<Player>| {
                    people.into_iter().enumerate().map(|(at, one)| (at.to_string(), one)).collect()
                };
                Draw { tables: tables.into_iter().map(seated).collect(), byes }
            }
            _ => hall.draw(&mut die),
        };
        let mut ended: Vec<Places> = Vec::new();
        for table in &drawn.tables {
            history.note_table(table);
            let mut order: Vec<Player> = table.iter().map(|(_, player)| *player).collect();
            die.shuffle(&mut order);
            for (points_of, player) in (0..).zip(order.iter().rev()) {
                *points.entry(*player).or_default() += points_of;
            }
            ended.push(order.into_iter().map(|player| vec![player]).collect());
            round.people += table.len();
        }
        let bout = |places: &Places| Bout { people: places.concat(), places: Some(places.clone()) };
        climbed = ladder::climb(&climbed, &[ended.iter().map(bout).collect()]);
        drawn.byes.iter().for_each(|player| history.note_bye(*player));
        round.byes += drawn.byes.len();
        round.tables.extend(drawn.tables.iter().map(Vec::len));
        if plan.format == Format::KnockOut {
            let each = drawn.tables.first().map_or(1, |table| table.len().div_ceil(2));
            left = survivors(&ended, each, &standing);
            left.extend(drawn.byes);
            if drawn.tables.len() <= 1 {
                left.clear();
            }
        }
    }
    for (at, one) in players.iter().enumerate() {
        for other in &players[at + 1..] {
            let met = history.met(*one, *other);
            told.met_most = told.met_most.max(met);
            told.met_again += usize::from(met > 1);
        }
        let seats = plan.seats.values().flatten();
        told.sat_most = seats.map(|seat| history.sat(*one, seat)).max().unwrap_or(0).max(told.sat_most);
        told.out_most = told.out_most.max(history.byes(*one));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(people: usize, format: Format) -> Plan {
        let seats: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        Plan {
            people,
            divisions: Limits { least: 8, wanted: 12, most: 20 },
            format,
            rounds: 4,
            sizes: Sizes { allowed: vec![3, 4], wanted: 4 },
            seats: BTreeMap::from([(3, seats[..3].to_vec()), (4, seats)]),
        }
    }

    #[test]
    fn everybody_has_a_place_in_every_round() {
        for format in [Format::Groups, Format::Swiss, Format::Ladder, Format::Friendly] {
            for people in 3..50 {
                let told = rehearse(&plan(people, format));
                assert_eq!(told.divisions.iter().sum::<usize>(), people);
                for round in &told.rounds {
                    assert_eq!(round.people + round.byes, people, "{told:?}");
                    assert_eq!(round.tables.iter().sum::<usize>(), round.people);
                }
            }
        }
        let told = rehearse(&plan(16, Format::Groups));
        assert!(told.sat_most <= 2 && told.met_most <= 2 && told.out_most == 0, "{told:?}");
    }

    #[test]
    fn of_a_knock_out_fewer_are_left_each_time() {
        let told = rehearse(&plan(16, Format::KnockOut));
        let people: Vec<usize> = told.rounds.iter().map(|round| round.people).collect();
        assert!(people.is_sorted_by(|before, after| before >= after) && people[1] < people[0], "{told:?}");
    }
}
