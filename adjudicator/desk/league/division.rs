//! A division: how it stands, and how it can still end.

use super::rules::LeagueRules;
use crate::store::Records;
use crate::store::leagues::{EntrantRow, League};
use anyhow::Result;
use std::collections::BTreeMap;
use tabellarius_league::Player;
use tabellarius_league::format::Format;
use tabellarius_league::ladder::{self, Bout};
use tabellarius_league::points::Points;
use tabellarius_league::range::{Open, Range};
use tabellarius_league::season::Step;
use tabellarius_league::standing::{Deserted, Finished, Results, Row};

/// Somebody's line in a standing.
pub(crate) struct Line {
    pub row: Row,
    /// Between which ranks they can still finish.
    pub range: Range,
    /// Tables that are not over.
    pub open: usize,
    /// Whether they are no longer drawn.
    pub is_gone: bool,
}

/// How a division of a season stands.
pub(crate) fn lines(
    store: &Records,
    league: &League,
    rules: &LeagueRules,
    season: u32,
    entrants: &[EntrantRow],
) -> Result<Vec<Line>> {
    let players: Vec<Player> = entrants.iter().map(|row| Player(row.person)).collect();
    let (mut finished, mut open): (Vec<Finished>, Vec<Vec<Player>>) = (Vec::new(), Vec::new());
    for fixture in store.fixtures(&league.id, season)? {
        let there: Vec<Player> = fixture.seats.iter().map(|(_, person)| Player(*person)).collect();
        if !there.iter().any(|player| players.contains(player)) {
            continue;
        }
        match store.ended(&fixture.board)? {
            Some(ended) => finished.push(ended.finished(fixture.round)),
            None => open.push(there),
        }
    }
    let byes: Vec<Player> = store.byes(&league.id, season)?.into_iter().map(|(_, person)| Player(person)).collect();
    let penalties: Vec<(Player, Points)> = store
        .penalties(&league.id, season)?
        .into_iter()
        .map(|penalty| (Player(penalty.person), Points::whole(penalty.points)))
        .collect();
    let mut last = BTreeMap::new();
    for player in &players {
        // A place in a higher division is better than any in a lower one.
        let past = store.past(&league.id, season, player.0)?;
        last.extend(past.map(|past| (*player, past.division * 1_000 + past.rank)));
    }
    let standing = rules.standing();
    let results = Results { players: &players, finished: &finished, byes: &byes, penalties: &penalties, last: &last };
    let rows = standing.standing(&results);
    let points = rows.iter().map(|row| (row.player, row.points)).collect();
    let ranks = rows.iter().map(|row| (row.player, row.rank)).collect();
    let drawn = store.steps_done(&league.id, season)?;
    let drawn = drawn.iter().filter(|(step, _)| matches!(step, Step::Draw { .. })).count() as u32;
    let (_, most) = standing.scale.bounds(rules.seats);
    let ranges = Open {
        points: &points,
        tables: &open,
        rounds: rules.rounds.saturating_sub(drawn),
        // Whoever is not drawn any more has nothing from a round; the smaller a table, the more its last place is worth.
        of_a_round: (Points::default(), most.max(standing.bye)),
        scale: &standing.scale,
        least_halves: match rules.deserted {
            Deserted::Counts => 2,
            Deserted::Half => 1,
            Deserted::Nothing => 0,
        },
        ranks: &ranks,
    }
    .ranges();
    let (rows, ranges) = match rules.format {
        Format::Ladder => {
            let is_last = drawn >= rules.rounds;
            let (start, bouts) = ladder_of(store, league, season, &players)?;
            (on_rungs(rows, &ladder::climb(&start, &bouts)), ladder::ranges(&start, &bouts, is_last))
        }
        _ => (rows, ranges),
    };
    let line = |row: Row| {
        let player = row.player;
        let is_gone = entrants.iter().any(|entrant| entrant.person == player.0 && entrant.gone.is_some());
        let range = ranges.get(&player).copied().unwrap_or(Range { best: row.rank, worst: row.rank });
        let open = open.iter().filter(|table| table.contains(&player)).count();
        Line { row, range, open, is_gone }
    };
    Ok(rows.into_iter().map(line).collect())
}

/// Where everybody stood before the season, and its tables, round by round. Whoever has finished here before stands where that was; newcomers come
/// behind them, and whoever came late behind these.
fn ladder_of(
    store: &Records,
    league: &League,
    season: u32,
    players: &[Player],
) -> Result<(Vec<Player>, Vec<Vec<Bout>>)> {
    let mut rounds: BTreeMap<u32, Vec<Bout>> = BTreeMap::new();
    let mut first: Vec<Player> = Vec::new();
    for fixture in store.fixtures(&league.id, season)? {
        let people: Vec<Player> = fixture.seats.iter().map(|(_, person)| Player(*person)).collect();
        if fixture.round == 1 {
            first.extend(&people);
        }
        let places = store.ended(&fixture.board)?.map(|ended| ended.finished(fixture.round).places);
        rounds.entry(fixture.round).or_default().push(Bout { people, places });
    }
    first.extend(
        store.byes(&league.id, season)?.into_iter().filter(|(round, _)| *round == 1).map(|(_, one)| Player(one)),
    );
    let mut start: Vec<(bool, usize, usize, Player)> = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let is_late = !first.is_empty() && !first.contains(player);
        let past = store.past(&league.id, season, player.0)?.map_or(usize::MAX, |past| past.rank);
        start.push((is_late, if is_late { usize::MAX } else { past }, at, *player));
    }
    start.sort_unstable();
    Ok((start.into_iter().map(|(.., player)| player).collect(), rounds.into_values().collect()))
}

/// Rows in the order of a ladder.
fn on_rungs(mut rows: Vec<Row>, ladder: &[Player]) -> Vec<Row> {
    let rung = |player: Player| ladder.iter().position(|one| *one == player).unwrap_or(ladder.len());
    rows.sort_by_key(|row| rung(row.player));
    (1..).zip(rows).map(|(rank, row)| Row { rank, ..row }).collect()
}
