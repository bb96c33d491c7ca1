//! Closing a round and opening the next.

use super::due;
use super::league::note_end;
use super::open_table::{Intent, OpenTable, Writing};
use super::reports::{Tidings, report_round};
use super::sentences::{News, Silent};
use super::silence::{count_silence, silent_seats};
use super::tick::{may_hurry, set_wake};
use super::voice::DeskVoice;
use super::work::Work;
use crate::settings::Release;
use crate::store::chronicle::Motion;
use crate::store::{Board, Filed, Finality, Records, SeatRow, Status, Time};
use anyhow::Result;
use std::collections::BTreeMap;
use tabellarius_kernel::Effort;

/// Files a letter in the store, with its receipt.
pub(super) fn file(
    work: &mut Work<'_>,
    board: &Board,
    seat: &str,
    text: &str,
    finality: Finality,
    author: Option<i64>,
) -> Result<Filed> {
    let before = work.store.last_letter(&board.id, seat)?;
    let filed = work.now;
    let number = before.as_ref().map_or(1, |before| before.number + 1);
    let last = before.map(|before| before.chain).unwrap_or_default();
    let mut letter =
        Filed { seat: seat.into(), number, text: text.into(), finality, chain: String::new(), author, filed };
    letter.chain = chain_after(&last, &board.id, &letter);
    work.store.file(&board.id, board.timeline, board.rounds + 1, &letter)?;
    Ok(letter)
}

/// The hash that chains a letter to the seat's letters before. Only these are in it: nobody can guess at those of others from a receipt.
pub(super) fn chain_after(last: &str, board: &str, letter: &Filed) -> String {
    let Filed { seat, number, text, finality, filed, .. } = letter;
    let mut hasher = blake3::Hasher::new_derive_key("tabellarius receipt");
    for piece in [last, board, seat, &number.to_string(), &filed.to_string(), finality.word(), text] {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The seats for whose letters people are waited for: the automaton writes when the round closes.
pub(super) fn missing(store: &Records, board: &Board, table: &dyn OpenTable) -> Result<Vec<String>> {
    let kept: Vec<String> =
        store.seats(&board.id)?.into_iter().filter(SeatRow::is_automatic).map(|seat| seat.seat).collect();
    Ok(table.awaited().into_iter().filter(|seat| !kept.contains(seat)).collect())
}

/// Whether everybody may know who is asked: it may be a secret in a round of single questions, but not where all are asked.
pub(super) fn asks_openly(table: &dyn OpenTable) -> bool {
    table.gathers() || table.asked().len() == table.seats().len()
}

/// The automaton writes for its seats; returns what, as it is kept.
pub(super) fn let_automata_write(
    voice: &DeskVoice,
    table: &mut dyn OpenTable,
    seats: &[SeatRow],
) -> Result<Vec<(String, String)>> {
    let mut written = Vec::new();
    for seat in seats.iter().filter(|seat| seat.is_automatic()) {
        if table.awaited().contains(&seat.seat) {
            let text = table.caretaker(&seat.seat)?;
            let to = Writing { report: &voice.report, seat: &seat.seat, language: "en", effort: Effort::ONE };
            let letter = table.receive(to, &text, Intent::Final)?.canonical;
            written.extend((!letter.is_empty()).then(|| (seat.seat.clone(), letter)));
        }
    }
    Ok(written)
}

/// The automaton's letters go into the store like everybody's.
fn file_automata(work: &mut Work<'_>, board: &Board, table: &mut dyn OpenTable, seats: &[SeatRow]) -> Result<()> {
    for (seat, text) in let_automata_write(work.voice, table, seats)? {
        file(work, board, &seat, &text, Finality::Final, None)?;
    }
    Ok(())
}

/// Closes the open round and keeps it; returns its seal.
fn keep_round(work: &mut Work<'_>, board: &mut Board, table: &mut dyn OpenTable) -> Result<String> {
    let round = table.close()?;
    board.rounds += 1;
    work.store.add_round(&board.id, board.timeline, board.rounds, &round, work.now)?;
    tracing::info!(table = board.id, round = board.rounds, stage = round.stage, "round closed");
    Ok(round.seal)
}

/// So many rounds are closed in one go, and told in one mail, while only automata are asked.
const MOST_AT_ONCE: u32 = 24;

/// What closing some rounds brought, besides what happened at the board.
#[derive(Default)]
struct Brought {
    receipts: BTreeMap<String, Filed>,
    news: Vec<News>,
    were_asked: Vec<String>,
    seal: String,
}

/// Closes the round: the automaton writes for its seats, silence takes its default, everybody gets a report. Rounds that wait for automata
/// alone are closed with it: people get one mail, about what they have to do now.
pub(super) fn close_round(work: &mut Work<'_>, board: &mut Board, table: &mut dyn OpenTable) -> Result<()> {
    let stage_began = board.opened_after;
    let mut brought = Brought::default();
    let mut opening = close_one(work, board, table, &mut brought)?;
    for _ in 1..MOST_AT_ONCE {
        if !goes_on_by_itself(work, board, table)? {
            break;
        }
        table.keep_news();
        opening = close_one(work, board, table, &mut brought)?;
    }
    brought.news.extend(opening);
    let seats = work.store.seats(&board.id)?;
    let tidings = Tidings {
        receipts: brought.receipts,
        news: &brought.news,
        were_asked: &brought.were_asked,
        seal: Some(&brought.seal),
        is_follow_up: board.opened_after == stage_began,
        ..Tidings::default()
    };
    report_round(work, board, table, &seats, &tidings)
}

/// Opens the first round of a table, and closes rounds as long as they wait for automata alone: the first report tells of them. Returns
/// what else there is to say.
pub(super) fn open_table(work: &mut Work<'_>, board: &mut Board, table: &mut dyn OpenTable) -> Result<Vec<News>> {
    let mut brought = Brought::default();
    let mut opening = open_round(work, board, table)?;
    for _ in 0..MOST_AT_ONCE {
        if !goes_on_by_itself(work, board, table)? {
            break;
        }
        table.keep_news();
        opening = close_one(work, board, table, &mut brought)?;
    }
    brought.news.extend(opening);
    Ok(brought.news)
}

/// Whether the open round can be closed at once, since it waits for nobody but automata, and nobody looks at results first.
fn goes_on_by_itself(work: &Work<'_>, board: &Board, table: &dyn OpenTable) -> Result<bool> {
    let is_free = board.status == Status::Running && board.settings.release == Release::AtOnce && !board.clock.hold;
    Ok(is_free && may_hurry(work.store, board)? && missing(work.store, board, table)?.is_empty())
}

/// Closes one round and opens the next; adds what there is to tell, and returns what there is to say about the next deadline.
fn close_one(
    work: &mut Work<'_>,
    board: &mut Board,
    table: &mut dyn OpenTable,
    brought: &mut Brought,
) -> Result<Vec<News>> {
    let mut seats = work.store.seats(&board.id)?;
    file_automata(work, board, table, &seats)?;
    let silent = silent_seats(work.store, board, table)?;
    let were_asked = table.asked();
    // Whoever had time left was not silent, even if a moderator did not want to wait.
    let is_due = board.status == Status::Running && board.deadline.is_some_and(|deadline| deadline <= work.now);
    let (asked, silent) = match is_due {
        true => newly_silent(board, work.now, were_asked.clone(), silent),
        false => (were_asked.iter().filter(|seat| !silent.contains(seat)).cloned().collect(), silent),
    };
    let mut named = Vec::with_capacity(silent.len());
    for seat in silent.into_iter().filter(|seat| seats.iter().any(|row| row.seat == *seat && !row.is_automatic())) {
        named.push(Silent { planned: Some(table.has_plans(&seat)?), seat, missed: 0 });
    }
    let receipts = work.store.letters(&board.id, board.timeline, board.rounds + 1)?;
    let mut seal = keep_round(work, board, table)?;
    // Where one letter is for a whole turn its later stages follow at once, with what it foresees.
    while table.goes_on() {
        table.keep_news();
        file_automata(work, board, table, &seats)?;
        seal = keep_round(work, board, table)?;
    }
    work.store.clear_votes(&board.id, Motion::Extend)?;
    if !is_due && !named.is_empty() {
        brought.news.push(News::ClosedEarly { silent: std::mem::take(&mut named), own: Vec::new() });
    }
    for silent in &named {
        *board.clock.silences.entry(silent.seat.clone()).or_default() += 1;
    }
    brought.news.extend(count_silence(work, board, &mut seats, &asked, named)?);
    for receipt in receipts {
        brought.receipts.entry(receipt.seat.clone()).or_insert(receipt);
    }
    brought.were_asked.extend(were_asked);
    brought.seal = seal;
    open_round(work, board, table)
}

/// Opens the round that waits now: keeps the position, sets the deadline. Returns what there is to say about the deadline.
pub(super) fn open_round(work: &mut Work<'_>, board: &mut Board, table: &mut dyn OpenTable) -> Result<Vec<News>> {
    let opened_after = Some(table.opened_after() as u32);
    board.clock = board.clock.next(board.opened_after != opened_after);
    let mut news = Vec::new();
    if board.opened_after != opened_after {
        work.store.set_snapshot(&board.id, &table.snapshot()?)?;
        board.opened_after = opened_after;
    }
    board.stage = table.stage();
    board.opened = work.now;
    if table.winners().is_some() {
        (board.status, board.deadline, board.wake) = (Status::Over, None, None);
        note_end(work, board, table.places())?;
    } else {
        board.status = Status::Running;
        // Whoever plays alone against the book keeps nobody waiting: there is no deadline, unless the table has one of its own.
        let is_own_time = due::plays_alone(work.store, board)? && board.settings.deadline == work.club.table.deadline;
        if is_own_time {
            (board.deadline, board.clock.entry) = (None, None);
        } else {
            let due = due::deadline(work.store, board, table, work.now)?;
            (board.deadline, board.clock.entry) = (Some(due.at), Some(due.at));
            news = due.why;
        }
        board.clock.asked = table.asked();
        set_wake(work, board, table)?;
    }
    work.store.drop_forms(&board.id, board.rounds)?;
    work.store.update_board(board)?;
    Ok(news)
}

/// Of the seats that are asked and of those that are silent, the ones to count. At a strict table silence counts once a stage, like
/// anywhere else, and not for each question; in a long stage once in the time that a round of orders has.
fn newly_silent(
    board: &mut Board,
    now: Time,
    mut asked: Vec<String>,
    mut silent: Vec<String>,
) -> (Vec<String>, Vec<String>) {
    if board.header.pace.gathers() {
        return (asked, silent);
    }
    let round = board.settings.schedule(&board.stage).gap();
    let counted = &mut board.clock.counted;
    let again = |seat: &String| counted.get(seat).is_some_and(|since| now - since < round.0);
    let again: Vec<String> = silent.iter().filter(|seat| again(seat)).cloned().collect();
    asked.retain(|seat| !again.contains(seat));
    silent.retain(|seat| !again.contains(seat));
    counted.extend(silent.iter().map(|seat| (seat.clone(), now)));
    (asked, silent)
}
