//! What anybody may know of a table.

use super::Eyes;
use super::names::Names;
use crate::desk::hands::people_at;
use crate::desk::sentences::Log;
use crate::desk::tables::seed_of;
use crate::desk::vacancy::free_seats;
use crate::folder::PublicRecord;
use crate::pages::facts::{Entry, InLeague, Seat, State, Table};
use crate::settings::Page;
use crate::store::{Board, Role, Status, Time};
use anyhow::Result;
use serde_json::Value;

/// A table as its page tells of it; nothing, if it has none: it was never begun, or its moderator wants none.
pub fn table(eyes: &Eyes<'_>, names: &Names, board: &Board) -> Result<Option<Table>> {
    let store = eyes.store;
    let state = state(board);
    if board.settings.page == Page::None || (state == State::Ended && !board.is_started()) {
        return Ok(None);
    }
    let is_anonymous = board.settings.page == Page::Anonymous && state != State::Ended;
    let ended = store.ended(&board.id)?;
    let order = eyes.games.seats(&board.header).unwrap_or_default();
    let mut rows = store.seats(&board.id)?;
    rows.sort_by_key(|row| order.iter().position(|seat| *seat == row.seat));
    let seats = rows.iter().filter(|_| board.is_started()).map(|row| {
        let noted = ended.as_ref().and_then(|ended| ended.seats.iter().find(|seat| seat.seat == row.seat));
        let person = noted.and_then(|noted| noted.owner).or(row.player()).or(row.owner);
        Seat {
            key: row.seat.clone(),
            who: person.filter(|_| !is_anonymous).map(|person| names.who(person)),
            is_automatic: row.is_automatic(),
            silences: board.clock.silences.get(&row.seat).copied().unwrap_or(0),
        }
    });
    let seats: Vec<Seat> = seats.collect();
    let league = match (store.fixture(&board.id)?, store.league_of(&board.id)?) {
        (Some(fixture), Some((league, season))) => Some(InLeague { league, season, round: fixture.round }),
        _ => None,
    };
    let (free, free_seats) = match state {
        State::Ended | State::Stopped => (0, Vec::new()),
        State::Gathering => {
            let waiting = store.members(&board.id)?.iter().filter(|member| member.role == Role::Waiting).count();
            (people_at(eyes.games, board).unwrap_or(0).saturating_sub(waiting), Vec::new())
        }
        _ if league.is_some() => (0, Vec::new()),
        _ => {
            let free: Vec<String> = free_seats(store, board)?.into_iter().map(|seat| seat.seat).collect();
            (free.len(), free)
        }
    };
    // Who did something stands in the log, so it waits for the end where that is a secret.
    let log = if is_anonymous { Vec::new() } else { store.log_of(&board.id)? };
    let closed = log.last().map(|(at, _)| *at);
    let is_over = state == State::Ended;
    Ok(Some(Table {
        id: board.id.clone(),
        game: super::game_name(&board.header.game),
        variant: board.header.variant.clone(),
        state,
        stage: board.stage.clone(),
        rounds: board.rounds,
        opened: board.opened,
        deadline: board.deadline,
        changes: board.clock.changes,
        seats,
        free,
        free_seats,
        is_anonymous,
        league,
        ended: is_over.then(|| ended.as_ref().map(|ended| ended.at).or(closed).unwrap_or(board.opened)),
        places: ended.map(|ended| ended.places).unwrap_or_default(),
        log: log.into_iter().map(|(at, kept)| entry(names, at, &kept)).collect(),
        commitment: board.header.commitment.clone(),
        seed: is_over.then(|| board.seed.clone()),
    }))
}

/// An entry of the log without what strangers need not know: addresses, names that people do not want to have here, why somebody needed a pause.
fn entry(names: &Names, at: Time, kept: &str) -> Entry {
    let Some((key, mut fields)) = Log::read(kept) else {
        return Entry { at, key: None, fields: Value::String(names.masked(kept)) };
    };
    if key == "log-emergency" {
        fields["why"] = Value::String(String::new());
    }
    mask(names, &mut fields);
    Entry { at, key: Some(key), fields }
}

fn mask(names: &Names, value: &mut Value) {
    match value {
        Value::String(text) => *text = names.masked(text),
        Value::Array(all) => all.iter_mut().for_each(|one| mask(names, one)),
        Value::Object(fields) => fields.values_mut().for_each(|one| mask(names, one)),
        _ => {}
    }
}

/// The record that anybody can play again, once the game is over.
pub fn record(eyes: &Eyes<'_>, board: &Board) -> Result<Option<Vec<u8>>> {
    if board.is_alive() || !board.is_started() {
        return Ok(None);
    }
    let rounds = eyes.store.rounds(&board.id, board.timeline, 0, board.rounds)?;
    let seats = eyes.games.seats_by_number(&board.header)?;
    let (header, seed) = (board.header.clone(), seed_of(board)?.reveal());
    let record = PublicRecord { header, seed, rounds, seats, opened: Vec::new(), ended: None };
    Ok(Some(serde_json::to_vec_pretty(&record)?))
}

fn state(board: &Board) -> State {
    match board.status {
        Status::Gathering => State::Gathering,
        Status::Running => State::Running,
        Status::Held => State::Held,
        Status::Paused(_) => State::Paused,
        Status::Broken(_) => State::Stopped,
        Status::Over | Status::Closed => State::Ended,
    }
}
