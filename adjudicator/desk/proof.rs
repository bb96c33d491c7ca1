//! Whether a table that comes from a file is what it says: looked at as strictly as `tabellarius audit` does, before it is taken.

use super::open_table::Games;
use super::tables::seed_of;
use super::turn::chain_after;
use crate::store::{Board, Records, Status};
use anyhow::{Context as _, Result, bail, ensure};
use std::collections::BTreeSet;

/// Plays every line of a table's record again, and looks whether its rows fit to what comes of that.
pub fn prove(store: &Records, id: &str) -> Result<()> {
    let board = store.board(id)?.with_context(|| format!("there is no table {id}"))?;
    ensure!(is_table_name(id), "\"{id}\" cannot be the name of a table");
    ensure!(board.header.table == id, "the table is called {id} in one place and {} in another", board.header.table);
    let games = Games::of(store)?;
    let names: BTreeSet<String> = games.seats(&board.header)?.into_iter().collect();
    seats_fit(store, &board, &names)?;
    record_proves(store, &board, &games)?;
    receipts_prove(store, &board, &names)
}

/// Whether this can be the name of a table.
pub fn is_table_name(id: &str) -> bool {
    let is_in_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (2..=30).contains(&id.len()) && id.chars().all(is_in_name) && id.starts_with(|c: char| c.is_ascii_lowercase())
}

fn seats_fit(store: &Records, board: &Board, names: &BTreeSet<String>) -> Result<()> {
    let seats: BTreeSet<String> = store.seats(&board.id)?.into_iter().map(|seat| seat.seat).collect();
    // Before the start nobody sits anywhere.
    ensure!(
        seats == *names || !board.is_started() && seats.is_empty(),
        "its seats are {seats:?}, those of the game {names:?}"
    );
    let people = store.members(&board.id)?.into_iter().map(|member| member.person);
    for id in people.chain(board.moderator) {
        ensure!(store.person(id)?.is_some(), "person {id} is not there");
    }
    Ok(())
}

fn record_proves(store: &Records, board: &Board, games: &Games) -> Result<()> {
    let lines = store.timelines(&board.id)?;
    let seed = || seed_of(board);
    ensure!(seed()?.commitment() == board.header.commitment, "the seed is not the one the table was announced with");
    if !board.is_started() {
        ensure!(
            lines.is_empty() && matches!(board.status, Status::Gathering | Status::Closed),
            "it has not begun and yet it has"
        );
        return Ok(());
    }
    let Some(line) = lines.iter().find(|line| line.id == board.timeline) else {
        bail!("timeline {} is not there", board.timeline)
    };
    let length = store.length(&board.id, line)?;
    ensure!(length == board.rounds, "{} rounds are closed, and {length} are there", board.rounds);
    for line in &lines {
        let parent = |id| lines.iter().find(|other| other.id == id && id < line.id);
        let is_rooted = match line.parent {
            None => line.forked == 0,
            Some(id) => match parent(id) {
                Some(parent) => line.forked <= store.length(&board.id, parent)?,
                None => false,
            },
        };
        ensure!(is_rooted, "timeline {} does not leave another one where it says", line.id);
        let length = store.length(&board.id, line)?;
        let rounds = store.rounds(&board.id, line.id, 0, length)?;
        ensure!(rounds.len() == length as usize, "rounds of timeline {} are missing", line.id);
        let played = games.replay(&board.header, seed()?, &rounds).with_context(|| format!("timeline {}", line.id))?;
        if line.id != board.timeline {
            continue;
        }
        ensure!(played.stage() == board.stage, "its record leads to {}, and it says {}", played.stage(), board.stage);
        let snapshot = store.snapshot(&board.id)?.context("it has no position")?;
        let since = rounds.get(snapshot.rounds..).context("its position is newer than its record")?;
        let resumed = games.resume(&board.header, seed()?, &snapshot, since)?;
        for sitting in [&played, &resumed] {
            let made = serde_json::to_value(sitting.snapshot()?)?;
            ensure!(made == serde_json::to_value(&snapshot)?, "its position is not the one its record leads to");
        }
    }
    Ok(())
}

fn receipts_prove(store: &Records, board: &Board, names: &BTreeSet<String>) -> Result<()> {
    for seat in names {
        let mut last = String::new();
        for (number, letter) in (1..).zip(store.letters_of(&board.id, seat)?) {
            ensure!(letter.number == number, "receipt {number} of {seat} is missing");
            last = chain_after(&last, &board.id, &letter);
            ensure!(letter.chain == last, "receipt {number} of {seat} is not what it was");
        }
    }
    Ok(())
}
