//! Who plays in which division. Everybody first gets the division that last season says; then divisions are balanced by moving people in a fixed
//! order of hardness. Best effort, with warnings; never a failure.

use crate::Player;
use serde::{Deserialize, Serialize};

/// What last season said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    Up,
    Stays,
    Down,
}

/// Where somebody finished when they played last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Past {
    /// The division, 1 the highest.
    pub division: usize,
    /// The rank in it.
    pub rank: usize,
    pub moved: Move,
    /// How many seasons they have left out since.
    pub missed: u32,
}

/// Somebody who enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    pub player: Player,
    /// Nothing: never played here.
    pub past: Option<Past>,
    /// How strong they seem; orders newcomers.
    pub rating: i64,
}

/// How large divisions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    pub least: usize,
    pub wanted: usize,
    pub most: usize,
}

/// Something that could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "warning", rename_all = "kebab-case")]
pub enum Warning {
    /// A division has fewer people than it should.
    TooSmall { division: usize, people: usize },
    /// A division has more people than it should.
    TooLarge { division: usize, people: usize },
}

/// How hard it is to move somebody, easiest first; whoever stayed never goes down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Newcomer,
    Back,
    Relegated,
    Stayed,
    Promoted,
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    entrant: Entrant,
    kind: Kind,
    /// Where last season puts them, from 0.
    division: usize,
}

impl Placed {
    /// Best first within a division.
    fn order(&self) -> (Kind, usize, usize, i64, Player) {
        let past = self.entrant.past.map_or((usize::MAX, usize::MAX), |past| (past.division, past.rank));
        (self.kind, past.0, past.1, -self.entrant.rating, self.entrant.player)
    }

    /// Whether balancing may move them up: nobody is promoted twice.
    fn may_rise(&self) -> bool {
        self.kind != Kind::Promoted
    }

    /// Whether balancing may move them down: whoever stayed is safe, and nobody is relegated twice.
    fn may_fall(&self) -> bool {
        !matches!(self.kind, Kind::Stayed | Kind::Relegated)
    }
}

/// So many of a division go up, and down: a share of its size, rounded up, and never more than half of it.
pub fn movers(size: usize, share_in_percent: usize) -> usize {
    (size * share_in_percent).div_ceil(100).min(size / 2)
}

/// Puts everybody into a division, the highest first; who stands better comes first in each.
pub fn place(entrants: &[Entrant], limits: Limits) -> (Vec<Vec<Player>>, Vec<Warning>) {
    let sizes = sizes(entrants.len(), limits);
    let last = sizes.len().saturating_sub(1);
    let mut left: Vec<Placed> = entrants.iter().map(|entrant| placed(*entrant, last)).collect();
    let (mut divisions, mut warnings) = (Vec::new(), Vec::new());
    for (at, wanted) in sizes.iter().copied().enumerate() {
        let (mut here, mut below): (Vec<Placed>, Vec<Placed>) = left.into_iter().partition(|one| one.division <= at);
        if at == last {
            here.append(&mut below);
        }
        rise(&mut here, &mut below, wanted, at);
        fall(&mut here, &mut below, wanted, at == last);
        let (people, division) = (here.len(), at + 1);
        if people < limits.least {
            warnings.push(Warning::TooSmall { division, people });
        }
        if people > limits.most {
            warnings.push(Warning::TooLarge { division, people });
        }
        here.sort_by_key(|one| (one.entrant.past.map_or(usize::MAX, |past| past.division), one.order().2, one.order()));
        divisions.push(here.iter().map(|one| one.entrant.player).collect());
        left = below;
    }
    (divisions, warnings)
}

/// How many people each division shall have: as many divisions of the wanted size as there are people for, nearly equal.
fn sizes(people: usize, limits: Limits) -> Vec<usize> {
    if people == 0 {
        return Vec::new();
    }
    let (least, wanted, most) = (limits.least.max(1), limits.wanted.max(1), limits.most.max(1));
    let by_size = ((people + wanted / 2) / wanted).max(1);
    let number = by_size.max(people.div_ceil(most)).min((people / least).max(1));
    (0..number).map(|at| people / number + usize::from(at < people % number)).collect()
}

fn placed(entrant: Entrant, last: usize) -> Placed {
    let (kind, division) = match entrant.past {
        None => (Kind::Newcomer, last),
        // After a long time away one begins a division lower.
        Some(past) if past.missed >= 2 => (Kind::Back, past.division),
        Some(past) if past.missed == 1 => (Kind::Back, past.division - 1),
        Some(past) => match past.moved {
            Move::Up => (Kind::Promoted, past.division.saturating_sub(2)),
            Move::Stays => (Kind::Stayed, past.division - 1),
            Move::Down => (Kind::Relegated, past.division),
        },
    };
    Placed { entrant, kind, division: division.min(last) }
}

/// Fills a division from below: newcomers only from a division that has none above it, the easiest to move first.
fn rise(here: &mut Vec<Placed>, below: &mut Vec<Placed>, wanted: usize, at: usize) {
    while here.len() < wanted {
        let nearest = below.iter().filter(|one| one.may_rise()).map(|one| one.division).min();
        let easiest = |one: &&Placed| one.may_rise() && Some(one.division) == nearest;
        // Whoever was just sent down from here comes back before somebody who stayed below is lifted.
        let came_from_here = |one: &Placed| one.kind == Kind::Relegated && one.division == at + 1;
        let next = below.iter().filter(easiest).min_by_key(|one| (!came_from_here(one), one.order()));
        let Some(next) = next.map(|one| one.entrant.player) else { return };
        let Some(found) = below.iter().position(|one| one.entrant.player == next) else { return };
        here.push(below.remove(found));
    }
}

/// Empties a division that is too full into the one below: newcomers first, the weakest of each kind first.
fn fall(here: &mut Vec<Placed>, below: &mut Vec<Placed>, wanted: usize, is_last: bool) {
    while !is_last && here.len() > wanted {
        let softness = |one: &Placed| (std::cmp::Reverse(one.kind), one.order());
        let next = here.iter().filter(|one| one.may_fall()).max_by_key(|one| softness(one));
        let Some(next) = next.map(|one| one.entrant.player) else { return };
        let Some(found) = here.iter().position(|one| one.entrant.player == next) else { return };
        below.push(here.remove(found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::die::Die;

    const LIMITS: Limits = Limits { least: 8, wanted: 10, most: 14 };

    fn veteran(player: i64, division: usize, rank: usize, moved: Move) -> Entrant {
        Entrant { player: Player(player), past: Some(Past { division, rank, moved, missed: 0 }), rating: 0 }
    }

    fn newcomer(player: i64) -> Entrant {
        Entrant { player: Player(player), past: None, rating: player }
    }

    /// Two divisions of ten after a season: two of each move.
    fn after_a_season() -> Vec<Entrant> {
        let upper =
            (1..=10).map(|rank| veteran(rank, 1, rank as usize, if rank > 8 { Move::Down } else { Move::Stays }));
        let lower =
            (1..=10).map(|rank| veteran(10 + rank, 2, rank as usize, if rank <= 2 { Move::Up } else { Move::Stays }));
        upper.chain(lower).collect()
    }

    fn numbers(division: &[Player]) -> Vec<i64> {
        let mut numbers: Vec<i64> = division.iter().map(|player| player.0).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn last_season_decides() {
        let (divisions, warnings) = place(&after_a_season(), LIMITS);
        assert_eq!(numbers(&divisions[0]), [1, 2, 3, 4, 5, 6, 7, 8, 11, 12]);
        assert_eq!(numbers(&divisions[1]), [9, 10, 13, 14, 15, 16, 17, 18, 19, 20]);
        assert_eq!(warnings, []);
    }

    #[test]
    fn whoever_was_sent_down_comes_back_first() {
        // Three of the upper division do not enter again.
        let entrants: Vec<Entrant> =
            after_a_season().into_iter().filter(|entrant| ![1, 2, 3].contains(&entrant.player.0)).collect();
        let (divisions, _) = place(&entrants, LIMITS);
        assert_eq!(numbers(&divisions[0]), [4, 5, 6, 7, 8, 9, 10, 11, 12], "seventeen: nine above, eight below");
    }

    #[test]
    fn newcomers_begin_below_and_a_small_league_is_one_division() {
        let entrants: Vec<Entrant> = (1..=12).map(newcomer).collect();
        let (divisions, warnings) = place(&entrants, LIMITS);
        assert_eq!((divisions.len(), warnings.len()), (1, 0));
        let with_newcomers: Vec<Entrant> = after_a_season().into_iter().chain((21..=24).map(newcomer)).collect();
        let (divisions, _) = place(&with_newcomers, LIMITS);
        assert_eq!(divisions.iter().map(Vec::len).collect::<Vec<_>>(), [12, 12]);
        assert!(numbers(&divisions[0]).iter().filter(|player| **player > 20).count() <= 2);
    }

    #[test]
    fn so_many_move() {
        assert_eq!([0, 3, 4, 10, 11].map(|size| movers(size, 20)), [0, 1, 1, 2, 3]);
    }

    /// Whoever comes and goes: nobody is lost, whoever stayed never goes down, nobody moves twice in one direction.
    #[test]
    fn balancing_keeps_its_promises() {
        for number in 0..300 {
            let die = &mut Die::named(b"", b"", &format!("league {number}"));
            let mut entrants = Vec::new();
            for player in 0..die.throw(70) as i64 {
                let past = (die.throw(4) > 0).then(|| Past {
                    division: 1 + die.throw(4),
                    rank: 1 + die.throw(12),
                    moved: [Move::Up, Move::Stays, Move::Down][die.throw(3)],
                    missed: [0, 0, 0, 1, 2][die.throw(5)],
                });
                entrants.push(Entrant { player: Player(player), past, rating: 0 });
            }
            let (divisions, _) = place(&entrants, LIMITS);
            assert_eq!(divisions.iter().map(Vec::len).sum::<usize>(), entrants.len(), "league {number}");
            for (at, division) in divisions.iter().enumerate() {
                for player in division {
                    let entrant = entrants.iter().find(|entrant| entrant.player == *player).expect("an entrant");
                    let Some(past) = entrant.past.filter(|past| past.missed == 0) else { continue };
                    let last = divisions.len() - 1;
                    let told = placed(*entrant, last).division;
                    match past.moved {
                        Move::Stays => assert!(at <= told, "league {number}: {entrant:?} is in {at}"),
                        Move::Down => assert!(at <= told, "league {number}: {entrant:?} is in {at}"),
                        Move::Up => assert!(at >= told, "league {number}: {entrant:?} is in {at}"),
                    }
                }
            }
        }
    }
}
