//! What the clock does at one table: rounds that are full or due, reminders, grace, lateness.

use super::commands::{end_pause, pause_ends};
use super::open_table::{OpenTable, Reader};
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::{Log, Subject, Told};
use super::silence::silent_seats;
use super::telling::{log, tell_deadline};
use super::turn::{close_round, missing};
use super::vacancy::seek_others;
use super::work::Work;
use crate::report::Rendered;
use crate::settings::{Advance, Release};
use crate::store::{Board, Format, Records, SeatRow, Status, Time};
use crate::time::{Moment, Span, instant};
use anyhow::Result;
use serde::Serialize;

/// No one lateness is longer.
const LONGEST_LATENESS: Time = 86_400;
const WEEK: Time = 7 * 86_400;

/// A result waits for the moderator.
#[derive(Serialize)]
struct HeldPage<'p> {
    table: &'p str,
    stage: String,
    seat: Option<String>,
}

impl Page for HeldPage<'_> {
    const TEMPLATE: &'static str = "desk/held.txt";
}

/// The deadline is near.
#[derive(Serialize)]
struct ReminderPage<'p> {
    table: &'p str,
    seat: &'p str,
    stage: String,
    deadline: Moment,
    draft: bool,
    plans: Vec<String>,
    defaults: Vec<String>,
    silent: bool,
    missed: u32,
    asked: Rendered,
    week_later: String,
}

impl Page for ReminderPage<'_> {
    const TEMPLATE: &'static str = "desk/reminder.txt";
}

/// Does what is due at a table.
pub(super) fn attend(work: &mut Work<'_>, board: &mut Board, table: &mut dyn OpenTable) -> Result<()> {
    if let Some(until) = pause_ends(board) {
        if until <= work.now {
            return end_pause(work, board);
        }
        board.wake = Some(until);
        return work.store.update_board(board);
    }
    if board.status != Status::Running {
        board.wake = None;
        return work.store.update_board(board);
    }
    let missing = missing(work.store, board, table)?;
    let is_due = board.deadline.is_some_and(|deadline| deadline <= work.now);
    let is_full = missing.is_empty() && may_hurry(work.store, board)?;
    if is_full || (is_due && (missing.is_empty() || !wait_once_more(work, board, &missing)?)) {
        if !missing.is_empty() && seek_others(work, board, &missing)? {
            return Ok(());
        }
        if board.settings.release == Release::Moderator || board.clock.hold {
            return hold_result(work, board);
        }
        return close_round(work, board, table);
    }
    remind(work, board, table, &missing)?;
    set_wake(work, board, table)?;
    work.store.update_board(board)
}

/// The letters are in; the moderator looks first.
pub(in crate::desk) fn hold_result(work: &mut Work<'_>, board: &mut Board) -> Result<()> {
    (board.status, board.wake) = (Status::Held, None);
    work.store.update_board(board)?;
    log(work, board, &Log::Held { stage: board.stage.clone() })?;
    let moderator = board.moderator.map(|id| work.store.person(id)).transpose()?.flatten();
    let Some(moderator) = moderator else { return Ok(()) };
    let stage = work.stage_title(&board.header, &board.stage, &moderator.language);
    let seat = work.tables.seats(&board.header)?.into_iter().next();
    let subject = work.voice.say(&moderator, &Subject::Held)?;
    let text = work.voice.page(&moderator, &HeldPage { table: &board.id, stage, seat })?;
    send(work, &moderator, Mail::notice(board, &subject, text))
}

/// Somebody is missing at the deadline: the seat's own lateness, then the table's grace. Says whether the table waits.
fn wait_once_more(work: &mut Work<'_>, board: &mut Board, missing: &[String]) -> Result<bool> {
    let mut late = Span(0);
    for mut seat in work.store.seats(&board.id)? {
        if missing.contains(&seat.seat) && seat.bank > 0 {
            let used = seat.bank.min(LONGEST_LATENESS);
            seat.bank -= used;
            late = late.max(Span(used));
            work.store.set_seat(&board.id, &seat)?;
        }
    }
    let is_grace = late.0 == 0;
    if is_grace && (board.clock.grace || board.settings.grace.0 == 0) {
        return Ok(false);
    }
    let span = if is_grace { board.settings.grace } else { late };
    board.clock.grace |= is_grace;
    move_deadline(work, board, work.now + span.0)?;
    let deadline = board.deadline.map(Moment);
    if is_grace {
        log(work, board, &Log::Grace { span })?;
        tell_deadline(work, board, &Told::Grace { span, deadline })?;
    } else {
        log(work, board, &Log::Late { span })?;
        tell_deadline(work, board, &Told::Late { span, deadline })?;
    }
    Ok(true)
}

/// Sets another deadline for the open round.
pub(in crate::desk) fn move_deadline(work: &mut Work<'_>, board: &mut Board, deadline: Time) -> Result<()> {
    (board.deadline, board.clock.entry) = (Some(deadline), Some(deadline));
    board.clock.reminded.clear();
    board.clock.changes += 1;
    board.wake = Some(work.now);
    work.store.update_board(board)
}

/// Reminds those who have not written, when it is time. Nobody is counted who owes nothing.
fn remind(work: &mut Work<'_>, board: &mut Board, table: &dyn OpenTable, missing: &[String]) -> Result<()> {
    let (now, Some(deadline)) = (work.now, board.deadline) else { return Ok(()) };
    let is_time = |span: &&Span| deadline - span.0 <= now && !board.clock.reminded.contains(&span.0);
    let due: Vec<Time> = board.settings.reminders.iter().filter(is_time).map(|span| span.0).collect();
    if due.is_empty() {
        return Ok(());
    }
    board.clock.reminded.extend(&due);
    // A round shorter than the reminder's time needs none.
    let earliest = due.iter().map(|span| deadline - span).min().unwrap_or(now);
    if earliest <= board.opened {
        return Ok(());
    }
    let silent = silent_seats(work.store, board, table)?;
    for seat in work.store.seats(&board.id)?.iter().filter(|seat| missing.contains(&seat.seat)) {
        let Some(person) = seat.player().map(|id| work.store.person(id)).transpose()?.flatten() else { continue };
        let name = table.seat_name(&seat.seat, &person.language);
        let page = ReminderPage {
            table: &board.id,
            seat: &name,
            stage: table.stage_title(&work.voice.report, &person.language)?,
            deadline: Moment(deadline),
            draft: table.has_filed(&seat.seat)?,
            plans: table.plans_here(&seat.seat, &person.language)?,
            defaults: table.defaults(&seat.seat, &person.language)?,
            silent: silent.contains(&seat.seat),
            missed: seat.missed,
            asked: table.asked_of(&work.voice.report, &seat.seat, &person.language)?.up_to_form(),
            week_later: instant(deadline + WEEK).format("%Y-%m-%d").to_string(),
        };
        let text = work.voice.letter(&person, &page)?;
        let mut mail = Mail::notice(board, &work.voice.say(&person, &Subject::Reminder { seat: name.clone() })?, text);
        mail.about = Some((board, Some(&seat.seat)));
        if person.format != Format::Plain {
            mail.show.tiles = table.tiles(&work.voice.report, Reader::Seat(&seat.seat), &person.language)?;
        }
        send(work, &person, mail)?;
    }
    Ok(())
}

/// When the clock must look at a table next.
pub(in crate::desk) fn set_wake(work: &mut Work<'_>, board: &mut Board, table: &dyn OpenTable) -> Result<()> {
    if board.status != Status::Running {
        board.wake = None;
        return Ok(());
    }
    board.wake = match board.deadline {
        _ if missing(work.store, board, table)?.is_empty() && may_hurry(work.store, board)? => Some(work.now),
        None => None,
        Some(deadline) => {
            let ahead = board.settings.reminders.iter().filter(|span| !board.clock.reminded.contains(&span.0));
            ahead.map(|span| (deadline - span.0).max(work.now + 1)).chain([deadline]).min()
        }
    };
    Ok(())
}

/// Whether a round may close before its deadline. Automata among themselves keep to the clock, so that people who come back
/// find a game; and so does a table that seeks somebody for a seat.
pub(in crate::desk) fn may_hurry(store: &Records, board: &Board) -> Result<bool> {
    if board.settings.advance != Advance::AllIn {
        return Ok(false);
    }
    let seats = store.seats(&board.id)?;
    let is_sought = |seat: &SeatRow| seat.is_automatic() && board.clock.sought.contains(&seat.seat);
    Ok(seats.iter().any(|seat| !seat.is_automatic()) && !seats.iter().any(is_sought))
}
