//! The order of a division: points first, then tie-breaks in the order that the league has stated.

use crate::Player;
use crate::points::{Places, Points, Scale};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What decides between people with the same points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Who won more tables.
    Wins,
    /// Who had more points from the tables at which those who are level met each other.
    HeadToHead,
    /// Whose tables went better by the game's own score, against the mean of the table.
    Difference,
    /// Who was late less often.
    Punctuality,
    /// Who finished better last season.
    LastSeason,
}

impl TieBreak {
    /// The order in which they are asked, if the league says nothing else.
    pub const USUAL: [TieBreak; 5] =
        [TieBreak::Wins, TieBreak::HeadToHead, TieBreak::Difference, TieBreak::Punctuality, TieBreak::LastSeason];
}

/// What became of a seat that its player did not play to the end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deserted {
    /// Its points count in full for whoever drew it.
    #[default]
    Counts,
    /// Half of them do.
    Half,
    /// None do.
    Nothing,
}

/// A table that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// The round in which it was played.
    pub round: u32,
    /// Who finished where.
    pub places: Places,
    /// The game's own score, where it has one.
    pub scores: BTreeMap<Player, i64>,
    /// Who left the seat to somebody else before the end.
    pub deserted: Vec<Player>,
    /// How often each missed a deadline there.
    pub late: BTreeMap<Player, u32>,
}

/// By which rules a division is ordered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// What places are worth.
    pub scale: Scale,
    /// What a round is worth in which somebody sits out.
    pub bye: Points,
    /// What decides between those who are level.
    pub ties: Vec<TieBreak>,
    /// What a deserted seat is worth.
    pub deserted: Deserted,
}

/// How somebody stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Who.
    pub player: Player,
    /// The place, from 1; whoever cannot be told apart shares it.
    pub rank: usize,
    /// All points.
    pub points: Points,
    /// Tables that are over.
    pub played: usize,
    /// Tables won, shared wins included.
    pub wins: usize,
    /// The points of each table that is over, in the order of the rounds.
    pub form: Vec<Points>,
    /// Missed deadlines.
    pub late: u32,
    /// Points added or taken away by a moderator.
    pub penalty: Points,
}

/// What a division is ordered by.
#[derive(Clone, Debug)]
pub struct Results<'r> {
    /// Who plays in it.
    pub players: &'r [Player],
    /// The tables that are over.
    pub finished: &'r [Finished],
    /// Who sat out, once for each round.
    pub byes: &'r [Player],
    /// What a moderator has added or taken away.
    pub penalties: &'r [(Player, Points)],
    /// The place of last season.
    pub last: &'r BTreeMap<Player, usize>,
}

impl Rules {
    /// What everybody gets from a table.
    pub fn awards(&self, table: &Finished) -> Vec<(Player, Points)> {
        let mut awards = self.scale.award(&table.places);
        for (_, points) in awards.iter_mut().filter(|(player, _)| table.deserted.contains(player)) {
            *points = match self.deserted {
                Deserted::Counts => *points,
                Deserted::Half => points.shared_by(2),
                Deserted::Nothing => Points::default(),
            };
        }
        awards
    }

    /// The division in order.
    pub fn standing(&self, results: &Results<'_>) -> Vec<Row> {
        let mut tables: Vec<&Finished> = results.finished.iter().collect();
        tables.sort_by_key(|table| table.round);
        let awards: Vec<Vec<(Player, Points)>> = tables.iter().map(|table| self.awards(table)).collect();
        let mut rows: Vec<Row> = results.players.iter().map(|player| row(*player, results, &tables, &awards)).collect();
        for row in &mut rows {
            let byes = results.byes.iter().filter(|player| **player == row.player).count();
            row.points += (0..byes).map(|_| self.bye).sum();
        }
        let compare = |one: &Row, other: &Row| self.compare(results, &tables, &awards, &rows, one, other);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|one, other| {
            compare(&rows[*one], &rows[*other]).then(rows[*one].player.cmp(&rows[*other].player))
        });
        let mut ranks = vec![0; rows.len()];
        for (at, one) in order.iter().enumerate() {
            let is_level = at > 0 && compare(&rows[order[at - 1]], &rows[*one]) == Ordering::Equal;
            ranks[*one] = if is_level { ranks[order[at - 1]] } else { at + 1 };
        }
        rows.iter_mut().zip(&ranks).for_each(|(row, rank)| row.rank = *rank);
        rows.sort_by_key(|row| (row.rank, row.player));
        rows
    }

    fn compare(
        &self,
        results: &Results<'_>,
        tables: &[&Finished],
        awards: &[Vec<(Player, Points)>],
        rows: &[Row],
        one: &Row,
        other: &Row,
    ) -> Ordering {
        let by_points = other.points.cmp(&one.points);
        self.ties.iter().fold(by_points, |so_far, tie| {
            so_far.then_with(|| match tie {
                TieBreak::Wins => other.wins.cmp(&one.wins),
                TieBreak::HeadToHead => {
                    // All who have these points, so that the order never runs in a circle.
                    let level: Vec<Player> =
                        rows.iter().filter(|row| row.points == one.points).map(|row| row.player).collect();
                    let among = |player: Player| among(tables, awards, &level, player);
                    among(other.player).cmp(&among(one.player))
                }
                TieBreak::Difference => difference(tables, other.player).cmp(&difference(tables, one.player)),
                TieBreak::Punctuality => one.late.cmp(&other.late),
                TieBreak::LastSeason => {
                    let last = |player| results.last.get(&player).copied().unwrap_or(usize::MAX);
                    last(one.player).cmp(&last(other.player))
                }
            })
        })
    }
}

fn row(player: Player, results: &Results<'_>, tables: &[&Finished], awards: &[Vec<(Player, Points)>]) -> Row {
    let form: Vec<Points> =
        awards.iter().filter_map(|all| all.iter().find(|(who, _)| *who == player).map(|(_, points)| *points)).collect();
    let penalty = results.penalties.iter().filter(|(who, _)| *who == player).map(|(_, points)| *points).sum();
    let has_won = |table: &&&Finished| table.places.first().is_some_and(|best| best.contains(&player));
    Row {
        player,
        rank: 0,
        points: form.iter().copied().sum::<Points>() + penalty,
        played: form.len(),
        wins: tables.iter().filter(has_won).count(),
        form,
        late: tables.iter().filter_map(|table| table.late.get(&player)).sum(),
        penalty,
    }
}

/// What somebody won at tables at which only those who are level are counted: with at least one of the others there.
fn among(tables: &[&Finished], awards: &[Vec<(Player, Points)>], level: &[Player], player: Player) -> Points {
    let met = |table: &Finished| {
        let there = table.places.iter().flatten();
        there.filter(|other| level.contains(other)).count() > 1
    };
    let counted = tables.iter().zip(awards).filter(|(table, _)| met(table));
    counted.flat_map(|(_, all)| all).filter(|(who, _)| *who == player).map(|(_, points)| *points).sum()
}

/// How much better than the mean somebody's scores were, in 840ths.
fn difference(tables: &[&Finished], player: Player) -> i64 {
    let of = |table: &&Finished| {
        let score = table.scores.get(&player)?;
        let (sum, heads) = (table.scores.values().sum::<i64>(), table.scores.len() as i64);
        Some((score * heads - sum) * 840 / heads)
    };
    tables.iter().filter_map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(round: u32, groups: &[&[i64]]) -> Finished {
        let places = groups.iter().map(|group| group.iter().copied().map(Player).collect()).collect();
        Finished { round, places, scores: BTreeMap::new(), deserted: Vec::new(), late: BTreeMap::new() }
    }

    fn rules() -> Rules {
        let scale = Scale::new(vec![5, 3, 1]).expect("a scale");
        Rules { scale, bye: Points::whole(2), ties: TieBreak::USUAL.to_vec(), deserted: Deserted::Half }
    }

    fn order(rules: &Rules, players: &[i64], finished: &[Finished]) -> Vec<(usize, i64)> {
        let players: Vec<Player> = players.iter().copied().map(Player).collect();
        let results = Results { players: &players, finished, byes: &[], penalties: &[], last: &BTreeMap::new() };
        rules.standing(&results).iter().map(|row| (row.rank, row.player.0)).collect()
    }

    #[test]
    fn points_come_first() {
        let finished = [table(1, &[&[1], &[2], &[3]]), table(2, &[&[2], &[3], &[1]])];
        assert_eq!(order(&rules(), &[1, 2, 3], &finished), [(1, 2), (2, 1), (3, 3)]);
    }

    #[test]
    fn who_cannot_be_told_apart_shares_a_place() {
        let finished = [table(1, &[&[1, 2], &[3]])];
        assert_eq!(order(&rules(), &[1, 2, 3, 4], &finished), [(1, 1), (1, 2), (3, 3), (4, 4)]);
    }

    #[test]
    fn ties_are_broken_in_the_stated_order() {
        // 1 and 4 have six points each: 1 won a table, 4 was second twice.
        let finished = [table(1, &[&[1], &[2], &[3]]), table(2, &[&[5], &[4], &[1]]), table(3, &[&[2], &[4], &[6]])];
        assert_eq!(order(&rules(), &[1, 4], &finished), [(1, 1), (2, 4)]);
        let mut rules = rules();
        rules.ties = vec![TieBreak::Punctuality];
        let mut finished = finished;
        finished[0].late.insert(Player(1), 2);
        assert_eq!(order(&rules, &[1, 4], &finished), [(1, 4), (2, 1)]);
        rules.ties = vec![TieBreak::Difference];
        finished[1].scores = BTreeMap::from([(Player(4), 10), (Player(1), 40), (Player(5), 10)]);
        assert_eq!(order(&rules, &[1, 4], &finished), [(1, 1), (2, 4)]);
    }

    #[test]
    fn those_who_are_level_are_compared_where_they_met() {
        // 1 and 2 have eight points and a win each; they met in round 1, where 2 was better.
        let finished = [table(1, &[&[2], &[1], &[3]]), table(2, &[&[1], &[4], &[5]]), table(3, &[&[6], &[2], &[7]])];
        assert_eq!(order(&rules(), &[1, 2], &finished), [(1, 2), (2, 1)]);
    }

    #[test]
    fn deserted_seats_byes_and_penalties_count_by_the_rules() {
        let mut finished = [table(1, &[&[1], &[2], &[3]])];
        finished[0].deserted = vec![Player(1)];
        let players = [Player(1), Player(2), Player(3), Player(4)];
        let (byes, penalties) = ([Player(4), Player(4)], [(Player(2), Points::whole(-1))]);
        let results = Results {
            players: &players,
            finished: &finished,
            byes: &byes,
            penalties: &penalties,
            last: &BTreeMap::new(),
        };
        let rows = rules().standing(&results);
        let points: Vec<String> = rows.iter().map(|row| format!("{} {}", row.player.0, row.points)).collect();
        assert_eq!(points, ["4 4", "1 2.5", "2 2", "3 1"]);
    }
}
