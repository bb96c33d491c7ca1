//! A round of a season: its tables are drawn and start; those that take too long are warned, and judged when the round ends.

use super::rules::LeagueRules;
use super::steps::Turn;
use super::{lines, telling};
use crate::catalogue::GAMES;
use crate::desk::commands::start_table;
use crate::desk::endings::end_table;
use crate::desk::reply::Declined;
use crate::desk::sentences::{LeagueTold, Log, Neighbour, Told};
use crate::desk::telling::log;
use crate::desk::work::Work;
use crate::folder::new_seed;
use crate::referee::Header;
use crate::store::boards::ClockState;
use crate::store::leagues::{Fixture, League};
use crate::store::{Board, Member, Role, Status};
use crate::time::Moment;
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use tabellarius_league::Player;
use tabellarius_league::cost::History;
use tabellarius_league::die::Die;
use tabellarius_league::draw::{Draw, Hall};
use tabellarius_league::format::{Format, survivors};
use tabellarius_league::ladder;
use tabellarius_league::rehearsal::{Plan, Rehearsal, rehearse};
use tabellarius_league::sizes::Sizes;

/// The sizes that tables of a league may have: what the game allows, up to the size the league wants.
pub(super) fn sizes(work: &mut Work<'_>, rules: &LeagueRules) -> Result<Sizes> {
    let entry = GAMES.iter().find(|entry| entry.key == rules.game).context("the league's game is gone")?;
    let can_seat = |players: &usize| {
        *players <= rules.seats && *players > 1 && work.tables.games().hands(&header(rules, "", *players)).is_ok()
    };
    let allowed: Vec<usize> = entry.players.iter().copied().filter(can_seat).collect();
    Ok(Sizes { allowed, wanted: rules.seats })
}

fn header(rules: &LeagueRules, table: &str, players: usize) -> Header {
    Header {
        table: table.into(),
        game: rules.game.clone(),
        players,
        variant: rules.variant.clone(),
        pace: rules.pace,
        commitment: String::new(),
        edition: String::new(),
    }
}

/// The seats at a table of each size.
fn seats(work: &mut Work<'_>, rules: &LeagueRules, sizes: &Sizes) -> Result<BTreeMap<usize, Vec<String>>> {
    let mut seats = BTreeMap::new();
    for size in &sizes.allowed {
        let hands = work.tables.games().hands(&header(rules, "", *size))?;
        seats.insert(*size, hands.into_iter().filter_map(|hand| hand.into_iter().next()).collect::<Vec<String>>());
    }
    Ok(seats)
}

/// A season with so many people, tried out beforehand.
pub(in crate::desk) fn rehearsal(work: &mut Work<'_>, rules: &LeagueRules, people: usize) -> Result<Rehearsal> {
    let sizes = sizes(work, rules)?;
    let seats = seats(work, rules, &sizes)?;
    let (divisions, format, rounds) = (rules.limits(), rules.format, rules.rounds);
    Ok(rehearse(&Plan { people, divisions, format, rounds, sizes, seats }))
}

/// Draws a round: in every division those who have met least sit together, in seats they had least.
pub(super) fn draw(work: &mut Work<'_>, turn: &mut Turn<'_>, round: u32) -> Result<()> {
    let season = turn.season.number;
    let sizes = sizes(work, turn.rules)?;
    let seats = seats(work, turn.rules, &sizes)?;
    let history = history(work, turn)?;
    let mut divisions: BTreeMap<usize, Vec<Player>> = BTreeMap::new();
    for row in work.store.entrants(&turn.league.id, season)?.into_iter().filter(|row| row.gone.is_none()) {
        divisions.entry(row.division).or_default().push(Player(row.person));
    }
    for (division, players) in divisions {
        let rows: Vec<_> = work.store.entrants(&turn.league.id, season)?;
        let rows: Vec<_> = rows.into_iter().filter(|row| row.division == division).collect();
        let standing: Vec<Player> =
            lines(work.store, turn.league, turn.rules, season, &rows)?.iter().map(|line| line.row.player).collect();
        let players = match turn.rules.format {
            Format::KnockOut if round > 1 => left_in(work, turn, round - 1, division, &standing)?,
            _ => players,
        };
        // Before anything is played nobody stands anywhere.
        let levels = if round > 1 { turn.rules.format.levels(&standing) } else { BTreeMap::new() };
        let hall = Hall { players, levels, history: history.clone(), sizes: sizes.clone(), seats: seats.clone() };
        let name = format!("season {season}/round {round}/division {division}");
        let mut die = Die::named(turn.season.seed.as_bytes(), turn.season.salt.as_bytes(), &name);
        let drawn = match turn.rules.format {
            Format::Ladder => draw_neighbours(&hall, &standing, &mut die),
            _ => hall.draw(&mut die),
        };
        for (number, table) in (1..).zip(&drawn.tables) {
            open_table(work, turn, round, division, number, table)?;
        }
        for player in &drawn.byes {
            work.store.add_bye(&turn.league.id, season, round, player.0)?;
            let league = turn.league.id.clone();
            let notice = LeagueTold::SitsOut { league, round, points: turn.rules.bye().to_string() };
            telling::tell(work, player.0, &notice)?;
        }
    }
    Ok(())
}

/// Neighbours on the ladder sit together; the die and what was before decide about their seats.
fn draw_neighbours(hall: &Hall, standing: &[Player], die: &mut Die) -> Draw {
    let here: Vec<Player> = standing.iter().copied().filter(|player| hall.players.contains(player)).collect();
    let (tables, byes) = ladder::tables(&here, &hall.sizes, &hall.history);
    let seated = tables.into_iter().flat_map(|people| {
        let sizes = Sizes { allowed: vec![people.len()], wanted: people.len() };
        Hall { players: people, sizes, ..hall.clone() }.draw(die).tables
    });
    Draw { tables: seated.collect(), byes }
}

/// Who met whom in this season, and had which seat; and who had which seat before it, so that seats go round.
fn history(work: &Work<'_>, turn: &Turn<'_>) -> Result<History> {
    let mut history = History::default();
    for season in 1..=turn.season.number {
        for fixture in work.store.fixtures(&turn.league.id, season)? {
            let table: Vec<(String, Player)> =
                fixture.seats.into_iter().map(|(seat, person)| (seat, Player(person))).collect();
            match season == turn.season.number {
                true => history.note_table(&table),
                false => table.iter().for_each(|seat| history.note_table(std::slice::from_ref(seat))),
            }
        }
    }
    for (_, person) in work.store.byes(&turn.league.id, turn.season.number)? {
        history.note_bye(Player(person));
    }
    Ok(history)
}

/// Who is still in a knock-out: the better half of each table of the round before, and whoever sat out.
fn left_in(work: &Work<'_>, turn: &Turn<'_>, round: u32, division: usize, standing: &[Player]) -> Result<Vec<Player>> {
    let (league, season) = (&turn.league.id, turn.season.number);
    let mut places = Vec::new();
    for fixture in work.store.fixtures(league, season)? {
        if (fixture.round, fixture.division) == (round, division) {
            places.extend(work.store.ended(&fixture.board)?.map(|ended| ended.finished(round).places));
        }
    }
    let mut left: Vec<Player> = Vec::new();
    for table in &places {
        let there: usize = table.iter().map(Vec::len).sum();
        left.extend(survivors(std::slice::from_ref(table), (there / 2).max(1), standing));
    }
    let byes = work.store.byes(league, season)?;
    left.extend(byes.into_iter().filter(|(at, _)| *at == round).map(|(_, person)| Player(person)));
    // A final with one table has been played: nobody is drawn any more.
    if places.len() <= 1 {
        left.clear();
    }
    Ok(left)
}

/// `winter-1a2-3`: season 1, division a, round 2, table 3. A draw that was taken back has used some names.
fn free_name(work: &Work<'_>, turn: &Turn<'_>, round: u32, division: usize, number: usize) -> Result<String> {
    let letter = char::from(b'a' + (division - 1).min(25) as u8);
    let name = format!("{}-{}{letter}{round}-{number}", turn.league.id, turn.season.number);
    for again in ["", "b", "c", "d", "e", "f"] {
        let name = format!("{name}{again}");
        if work.store.board(&name)?.is_none() {
            return Ok(name);
        }
    }
    anyhow::bail!("too many tables are called {name}")
}

/// Opens a table and starts it, each in the seat that was drawn.
fn open_table(
    work: &mut Work<'_>,
    turn: &Turn<'_>,
    round: u32,
    division: usize,
    number: usize,
    table: &[(String, Player)],
) -> Result<()> {
    let (league, season) = (turn.league.id.clone(), turn.season.number);
    let id = free_name(work, turn, round, division, number)?;
    let seed = new_seed()?;
    let header = Header { commitment: seed.commitment(), ..header(turn.rules, &id, table.len()) };
    let board = Board {
        id: id.clone(),
        header,
        seed: seed.reveal(),
        settings: turn.rules.table_settings(&work.club.table),
        status: Status::Gathering,
        moderator: turn.league.moderator,
        timeline: 1,
        rounds: 0,
        stage: String::new(),
        opened_after: None,
        opened: work.now,
        deadline: None,
        clock: ClockState::default(),
        wake: None,
    };
    work.store.add_board(&board, work.now)?;
    work.verbs.know_table(&id);
    log(work, &board, &Log::OpenedByLeague { league: league.clone(), season, round })?;
    let mut neighbours = Vec::new();
    for (seat, player) in table {
        let member = Member { person: player.0, role: Role::Waiting, wishes: seat.clone() };
        work.store.add_member(&id, &member, work.now)?;
        neighbours.push(Neighbour { name: telling::name_of(work.store, player.0)?, seat: seat.clone() });
    }
    let seats = table.iter().map(|(seat, player)| (seat.clone(), player.0)).collect();
    work.store.add_fixture(&league, season, &Fixture { board: id.clone(), round, division, seats })?;
    start_table(work, board).map_err(Declined::fault)?;
    let until = Moment(ends(turn, round));
    for (at, (seat, player)) in table.iter().enumerate() {
        let others = neighbours.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one.clone());
        let notice = LeagueTold::Drawn {
            league: league.clone(),
            round,
            table: id.clone(),
            seat: seat.clone(),
            others: others.collect(),
            until,
        };
        telling::tell(work, player.0, &notice)?;
    }
    Ok(())
}

/// When a round ends.
fn ends(turn: &Turn<'_>, round: u32) -> i64 {
    let calendar = &turn.season.calendar;
    calendar.opens + calendar.registration + i64::from(round) * calendar.round
}

/// The tables of a round that are not over.
fn unfinished(work: &Work<'_>, turn: &Turn<'_>, round: u32) -> Result<Vec<(Board, Fixture)>> {
    let mut open = Vec::new();
    for fixture in work.store.fixtures(&turn.league.id, turn.season.number)? {
        if fixture.round == round && work.store.ended(&fixture.board)?.is_none() {
            let board = work.store.board(&fixture.board)?.context("a table of the league is gone")?;
            open.push((board, fixture));
        }
    }
    Ok(open)
}

/// Tables that are behind are told when they will be judged.
pub(super) fn warn(work: &mut Work<'_>, turn: &Turn<'_>, round: u32) -> Result<()> {
    let until = Moment(ends(turn, round));
    for (board, fixture) in unfinished(work, turn, round)? {
        let notice = LeagueTold::EndsSoon { league: turn.league.id.clone(), table: board.id.clone(), until };
        for (_, person) in &fixture.seats {
            telling::tell(work, *person, &notice)?;
        }
    }
    Ok(())
}

/// A round ends: tables that are not over are judged as they stand, and everybody gets the standing.
pub(super) fn end(work: &mut Work<'_>, turn: &mut Turn<'_>, round: u32) -> Result<()> {
    for (mut board, _) in unfinished(work, turn, round)? {
        let league = turn.league.id.clone();
        let entry = Log::JudgedByLeague { league: league.clone() };
        end_table(work, &mut board, &entry, &Told::Judged { league })?;
    }
    let is_last = round == turn.rules.rounds;
    // After the last round the final standing comes at once.
    if is_last { Ok(()) } else { telling::send_standing(work, turn.league, turn.season.number, Some(round)) }
}

/// A draw does not count after all: its tables are closed, and the next step is to draw again.
pub(in crate::desk) fn undo_draw(work: &mut Work<'_>, league: &League, round: u32) -> Result<()> {
    let fixtures = work.store.fixtures(&league.id, league.season)?;
    work.store.drop_round(&league.id, league.season, round)?;
    for fixture in fixtures.into_iter().filter(|fixture| fixture.round == round) {
        let Some(mut board) = work.store.board(&fixture.board)?.filter(Board::is_alive) else { continue };
        let entry = Log::UndrawnByLeague { league: league.id.clone() };
        end_table(work, &mut board, &entry, &Told::Undrawn { league: league.id.clone(), round })?;
    }
    Ok(())
}
