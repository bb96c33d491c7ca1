//! Who sits with whom, and where: nobody meets the same people more often than needed, everybody gets every seat in turn.

use crate::Player;
use crate::cost::{Cost, Costs, History};
use crate::die::Die;
use crate::sizes::Sizes;
use std::collections::BTreeMap;

/// With no more ways than this to seat people, all are tried.
const ALL_TRIED: u64 = 6_000;
/// Otherwise a random draw is made better by exchanges until none helps, then shaken a little and made better again, so many times.
const SHAKES: usize = 300;
/// With more people than this it is shaken less often: the work for one grows with the square of their number.
const FEW: usize = 40;
/// So many exchanges are a shake.
const SHAKE: usize = 3;

/// What is known before a draw.
#[derive(Clone, Debug)]
pub struct Hall {
    /// Who plays.
    pub players: Vec<Player>,
    /// How people stand, if those who stand near each other shall meet.
    pub levels: BTreeMap<Player, i64>,
    /// What was before.
    pub history: History,
    /// The sizes of tables.
    pub sizes: Sizes,
    /// The seats at a table of each size.
    pub seats: BTreeMap<usize, Vec<String>>,
}

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draw {
    /// Each table: its seats with who has them.
    pub tables: Vec<Vec<(String, Player)>>,
    /// Who sits out.
    pub byes: Vec<Player>,
}

/// Who sits together, by their numbers.
type Groups = Vec<Vec<usize>>;

impl Hall {
    /// Draws. The same die gives the same draw.
    pub fn draw(&self, die: &mut Die) -> Draw {
        let mut players = self.players.clone();
        players.sort_unstable();
        players.dedup();
        die.shuffle(&mut players);
        let split = self.sizes.split(players.len());
        // Whoever sat out least sits out now; of those whoever stands worst; the die decides the rest.
        players.sort_by_key(|player| (self.history.byes(*player), -self.levels.get(player).copied().unwrap_or(0)));
        let byes: Vec<Player> = players.drain(..split.byes).collect();
        die.shuffle(&mut players);
        let costs = Costs::new(&players, &self.history, &self.levels, &self.seats);
        let groups = match ways(&split.tables, ALL_TRIED) {
            Some(_) => best_of_all(&costs, players.len(), &split.tables),
            None => best_found(&costs, players.len(), &split.tables, die),
        };
        let tables = groups.iter().map(|group| self.seated(&costs, &players, group)).collect();
        Draw { tables, byes }
    }

    fn seated(&self, costs: &Costs, players: &[Player], group: &[usize]) -> Vec<(String, Player)> {
        let (_, given) = costs.seating(group);
        let number = |seat: usize| (seat + 1).to_string();
        let names = self.seats.get(&group.len());
        let name = |seat: usize| names.and_then(|names| names.get(seat).cloned()).unwrap_or_else(|| number(seat));
        given.into_iter().enumerate().map(|(seat, at)| (name(seat), players[group[at]])).collect()
    }
}

/// In how many ways people can be put to tables of these sizes; nothing, if there are more than `most`.
fn ways(tables: &[usize], most: u64) -> Option<u64> {
    let mut left: usize = tables.iter().sum();
    let mut ways: u64 = 1;
    for size in tables {
        // Whoever is first in the list that is left sits somewhere: tables of one size are not told apart. An upper bound is enough.
        for step in 1..*size as u64 {
            ways = ways.checked_mul((left as u64).checked_sub(step)?)? / step;
            if ways > most {
                return None;
            }
        }
        left -= size;
    }
    // Tables of different sizes are told apart.
    let kinds = tables.iter().collect::<std::collections::BTreeSet<_>>().len() as u64;
    ways.checked_mul(kinds.pow(u32::try_from(tables.len()).ok()?)).filter(|ways| *ways <= most)
}

fn total(costs: &Costs, groups: &[Vec<usize>]) -> Cost {
    groups.iter().fold(Cost::default(), |sum, group| sum + costs.table(group))
}

/// The best of all ways; of equals the one that the shuffled list has first.
fn best_of_all(costs: &Costs, people: usize, tables: &[usize]) -> Groups {
    let mut search = Search { costs, best: None };
    search.fill(&mut Vec::new(), &(0..people).collect::<Vec<_>>(), tables, Cost::default());
    search.best.map(|(_, groups)| groups).unwrap_or_default()
}

struct Search<'c> {
    costs: &'c Costs,
    best: Option<(Cost, Groups)>,
}

impl Search<'_> {
    /// Whoever is first in `left` sits at a table of one of the sizes that are left, with everybody who could.
    fn fill(&mut self, groups: &mut Groups, left: &[usize], sizes: &[usize], cost: Cost) {
        if self.best.as_ref().is_some_and(|(least, _)| cost >= *least) {
            return;
        }
        let Some((first, others)) = left.split_first() else {
            self.best = Some((cost, groups.clone()));
            return;
        };
        let mut tried = Vec::new();
        for (at, size) in sizes.iter().enumerate() {
            if tried.contains(size) {
                continue;
            }
            tried.push(*size);
            let mut rest = sizes.to_vec();
            rest.remove(at);
            self.choose(groups, &mut vec![*first], others, &mut Vec::new(), *size, &rest, cost);
        }
    }

    /// Completes a table from `from`; whoever is passed over goes into `passed`.
    #[allow(clippy::too_many_arguments, reason = "the state of a search, nothing else")]
    fn choose(
        &mut self,
        groups: &mut Groups,
        table: &mut Vec<usize>,
        from: &[usize],
        passed: &mut Vec<usize>,
        size: usize,
        sizes: &[usize],
        cost: Cost,
    ) {
        if table.len() == size {
            let left: Vec<usize> = passed.iter().chain(from).copied().collect();
            groups.push(table.clone());
            self.fill(groups, &left, sizes, cost + self.costs.table(table));
            groups.pop();
            return;
        }
        let Some((next, rest)) = from.split_first() else { return };
        table.push(*next);
        self.choose(groups, table, rest, passed, size, sizes, cost);
        table.pop();
        passed.push(*next);
        self.choose(groups, table, rest, passed, size, sizes, cost);
        passed.pop();
    }
}

/// A draw that is made better as long as an exchange of two people helps, then shaken and made better again; the best one found.
fn best_found(costs: &Costs, people: usize, tables: &[usize], die: &mut Die) -> Groups {
    let mut order: Vec<usize> = (0..people).collect();
    // Those who stand near each other begin at one table; where nobody stands anywhere this changes nothing.
    order.sort_by_key(|one| costs.level(*one));
    let mut rest = order.as_slice();
    let mut groups: Groups = Vec::new();
    for size in tables {
        let (group, others) = rest.split_at((*size).min(rest.len()));
        groups.push(group.to_vec());
        rest = others;
    }
    while improve(costs, &mut groups) {}
    let mut least = total(costs, &groups);
    for _ in 0..SHAKES * FEW * FEW / people.max(FEW).pow(2) {
        if least == Cost::default() {
            break;
        }
        let mut shaken = groups.clone();
        for _ in 0..SHAKE {
            let (one, other) = (die.throw(shaken.len()), die.throw(shaken.len()));
            let (at, there) = (die.throw(shaken[one].len()), die.throw(shaken[other].len()));
            (shaken[one][at], shaken[other][there]) = match one == other {
                true => continue,
                false => (shaken[other][there], shaken[one][at]),
            };
        }
        while improve(costs, &mut shaken) {}
        let cost = total(costs, &shaken);
        if cost <= least {
            (least, groups) = (cost, shaken);
        }
    }
    groups
}

/// Exchanges people of different tables wherever that helps; says whether it did.
fn improve(costs: &Costs, groups: &mut Groups) -> bool {
    let mut has_helped = false;
    for one in 0..groups.len() {
        for other in one + 1..groups.len() {
            for at in 0..groups[one].len() {
                for there in 0..groups[other].len() {
                    has_helped |= exchange(costs, groups, (one, at), (other, there));
                }
            }
        }
    }
    has_helped
}

fn exchange(costs: &Costs, groups: &mut Groups, (one, at): (usize, usize), (other, there): (usize, usize)) -> bool {
    let company = |groups: &Groups| costs.company(&groups[one]) + costs.company(&groups[other]);
    let whole = |groups: &Groups| costs.table(&groups[one]) + costs.table(&groups[other]);
    let swap = |groups: &mut Groups| {
        (groups[one][at], groups[other][there]) = (groups[other][there], groups[one][at]);
    };
    let (before, was) = (company(groups), whole(groups));
    swap(groups);
    let after = company(groups);
    // Seats are looked at only where all else is equal: that is most of the work.
    if after < before || (after == before && whole(groups) < was) {
        return true;
    }
    swap(groups);
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hall(people: i64, wanted: usize, least: usize) -> Hall {
        let seats = (1..=8).map(|size| (size, (0..size).map(|seat| format!("seat {seat}")).collect())).collect();
        Hall {
            players: (1..=people).map(Player).collect(),
            levels: BTreeMap::new(),
            history: History::default(),
            sizes: Sizes { allowed: (least..=wanted).collect(), wanted },
            seats,
        }
    }

    fn note(hall: &mut Hall, draw: &Draw) {
        draw.tables.iter().for_each(|table| hall.history.note_table(table));
        draw.byes.iter().for_each(|player| hall.history.note_bye(*player));
    }

    fn cost_of(hall: &Hall, draw: &Draw) -> Cost {
        let players: Vec<Player> = draw.tables.iter().flatten().map(|(_, player)| *player).collect();
        let costs = Costs::new(&players, &hall.history, &hall.levels, &hall.seats);
        let number = |player: &Player| players.iter().position(|other| other == player).expect("a player");
        let groups: Groups =
            draw.tables.iter().map(|table| table.iter().map(|(_, player)| number(player)).collect()).collect();
        total(&costs, &groups)
    }

    /// The least cost of all ways, found without any of the code above: everybody goes to every table that has room.
    fn brute_force(hall: &Hall, sizes: &[usize]) -> Cost {
        fn go(
            costs: &Costs,
            next: usize,
            people: usize,
            sizes: &[usize],
            groups: &mut Groups,
            best: &mut Option<Cost>,
        ) {
            if next == people {
                let cost = total(costs, groups);
                *best = Some(best.map_or(cost, |least| least.min(cost)));
                return;
            }
            for at in 0..groups.len() {
                if groups[at].len() < sizes[at] {
                    groups[at].push(next);
                    go(costs, next + 1, people, sizes, groups, best);
                    groups[at].pop();
                }
            }
        }
        let costs = Costs::new(&hall.players, &hall.history, &hall.levels, &hall.seats);
        let mut best = None;
        go(&costs, 0, hall.players.len(), sizes, &mut vec![Vec::new(); sizes.len()], &mut best);
        best.expect("a way")
    }

    #[test]
    fn small_draws_are_the_best_there_are() {
        for (people, wanted, least, sizes) in
            [(6, 3, 3, &[3, 3][..]), (7, 4, 3, &[4, 3]), (9, 3, 3, &[3, 3, 3]), (8, 4, 4, &[4, 4]), (9, 5, 4, &[5, 4])]
        {
            let mut hall = hall(people, wanted, least);
            for round in 0..5 {
                let least = brute_force(&hall, sizes);
                let draw = hall.draw(&mut Die::named(b"seed", b"salt", &format!("{people}/{round}")));
                assert_eq!(cost_of(&hall, &draw), least, "{people} people, round {round}");
                note(&mut hall, &draw);
            }
        }
    }

    #[test]
    fn larger_draws_are_nearly_the_best() {
        // Twelve at three tables of four: more ways than are tried, and few enough to know the best.
        let mut hall = hall(12, 3, 3);
        assert_eq!(ways(&[3, 3, 3, 3], ALL_TRIED), None);
        for round in 0..4 {
            let draw = hall.draw(&mut Die::named(b"seed", b"salt", &format!("round {round}")));
            let least = best_of_all(&Costs::new(&hall.players, &hall.history, &hall.levels, &hall.seats), 12, &[3; 4]);
            let least = total(&Costs::new(&hall.players, &hall.history, &hall.levels, &hall.seats), &least);
            let cost = cost_of(&hall, &draw);
            assert!(cost.met <= least.met + 2, "round {round}: {cost:?}, the best is {least:?}");
            note(&mut hall, &draw);
        }
    }

    #[test]
    fn a_draw_seats_everybody_once_and_is_the_same_again() {
        for people in 1..=45 {
            let hall = hall(people, 5, 3);
            let draw = hall.draw(&mut Die::named(b"seed", b"salt", "round 1"));
            assert_eq!(draw, hall.draw(&mut Die::named(b"seed", b"salt", "round 1")));
            let mut seated: Vec<Player> = draw.tables.iter().flatten().map(|(_, player)| *player).collect();
            seated.extend(&draw.byes);
            seated.sort_unstable();
            assert_eq!(seated, hall.players);
            assert_eq!(draw.byes.len(), hall.sizes.split(people as usize).byes);
        }
    }

    #[test]
    fn in_a_season_everybody_gets_every_seat_and_meets_many() {
        let mut hall = hall(40, 5, 5);
        for round in 1..=6 {
            let draw = hall.draw(&mut Die::named(b"seed", b"salt", &format!("round {round}")));
            assert_eq!(draw.tables.len(), 8);
            note(&mut hall, &draw);
        }
        let players = &hall.players;
        let pairs = || players.iter().flat_map(|one| players.iter().map(move |other| (one, other)));
        let met = pairs().filter(|(one, other)| one < other).map(|(one, other)| hall.history.met(*one, *other)).max();
        let again = pairs().filter(|(one, other)| one < other && hall.history.met(**one, **other) > 1).count();
        assert!(met <= Some(2) && again <= 12, "{again} of 480 meetings are of people who have met: {met:?}");
        let sat = |player: &Player| (0..5).map(|seat| hall.history.sat(*player, &format!("seat {seat}"))).max();
        let most = players.iter().filter_map(sat).max();
        assert_eq!(most, Some(2), "six rounds, five seats");
    }

    #[test]
    fn byes_go_round() {
        let mut hall = hall(7, 5, 5);
        for round in 0..7 {
            let draw = hall.draw(&mut Die::named(b"seed", b"salt", &format!("round {round}")));
            note(&mut hall, &draw);
        }
        assert!(hall.players.iter().all(|player| hall.history.byes(*player) == 2));
    }

    #[test]
    fn those_who_stand_near_each_other_meet() {
        let mut hall = hall(20, 4, 4);
        hall.levels = hall.players.iter().map(|player| (*player, player.0)).collect();
        let draw = hall.draw(&mut Die::named(b"seed", b"salt", "round 1"));
        for table in &draw.tables {
            let levels: Vec<i64> = table.iter().map(|(_, player)| player.0).collect();
            assert_eq!(levels.iter().max().unwrap_or(&0) - levels.iter().min().unwrap_or(&0), 3, "{levels:?}");
        }
    }
}
