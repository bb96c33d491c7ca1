//! A pause that one player asks for: not for long, not often, and everybody knows of it.

use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{Clock, Log, Told};
use crate::desk::telling::{log, tell_deadline, tell_deadline_by};
use crate::desk::tick::move_deadline;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::store::boards::Pause;
use crate::store::{Board, SeatRow, Status, Time};
use crate::time::Moment;
use anyhow::Result;

/// `emergency` with or without a reason: the clock stands still for as long as the table allows, once a seat in the whole game.
pub fn emergency(work: &mut Work<'_>, mail: &mut Handling<'_>, why: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    let seat = mail.need_seat(work.store)?.seat;
    let span = board.settings.emergency;
    need(span.0 > 0, || decline(Clock::NoEmergency { table: board.id.clone() }))?;
    let is_used = mail.own_rows(work.store)?.iter().any(|row| board.clock.paused.contains(&row.seat));
    need(!is_used, || decline(Clock::EmergencyUsed { seat: seat.clone() }))?;
    need(!matches!(board.status, Status::Paused(_)), || decline(Clock::IsPaused))?;
    // It is there once in a game: nobody uses it up by trying the word.
    need(!why.trim().is_empty(), || decline(Clock::EmergencyWhy { span }))?;
    let why = if work.verbs.word(why) == Some(Word::Yes) { "" } else { why };
    let until = work.now + span.0;
    stop_clock(work, &mut board)?;
    board.clock.paused.push(seat.clone());
    (board.clock.pause, board.wake) = (Some(Pause { seat: seat.clone(), until }), Some(until));
    work.store.update_board(&board)?;
    let (name, why) = (mail.person.name.clone(), why.trim().to_owned());
    // Everybody at the table is told why; the log is read by strangers too.
    log(work, &board, &Log::Emergency { name: name.clone(), seat: seat.clone(), span, why: String::new() })?;
    tell_deadline_by(work, &board, Some(mail.person.id), &Told::Emergency { name, seat, why, span })?;
    mail.board = Some(board);
    Ok(Reply::say(Clock::YouPausedAll { until: Moment(until) })?)
}

/// The clock stands still; what is left is remembered, and calendars are told.
pub fn stop_clock(work: &mut Work<'_>, board: &mut Board) -> Result<()> {
    let left = board.deadline.map_or(0, |deadline| (deadline - work.now).max(0));
    (board.status, board.wake) = (Status::Paused(left), None);
    board.clock.changes += 1;
    work.store.update_board(board)
}

/// When the pause of one player ends, if there is one.
pub(in crate::desk) fn pause_ends(board: &Board) -> Option<Time> {
    let is_paused = matches!(board.status, Status::Paused(_));
    board.clock.pause.as_ref().filter(|_| is_paused).map(|pause| pause.until)
}

/// The clock goes on with what was left.
pub(in crate::desk) fn end_pause(work: &mut Work<'_>, board: &mut Board) -> Result<()> {
    let Status::Paused(left) = board.status else { return Ok(()) };
    (board.status, board.clock.pause) = (Status::Running, None);
    move_deadline(work, board, work.now + left)?;
    log(work, board, &Log::PauseOver)?;
    tell_deadline(work, board, &Told::PauseOver { deadline: board.deadline.map(Moment) })
}

/// Whoever asked for a pause is back before it ends. Says whether it was so.
pub fn end_own_pause(work: &mut Work<'_>, board: &mut Board, person: i64) -> Result<bool> {
    let Some(pause) = &board.clock.pause else { return Ok(false) };
    let is_own = |seat: &SeatRow| seat.seat == pause.seat && seat.readers().any(|id| id == person);
    if !work.store.seats(&board.id)?.iter().any(is_own) {
        return Ok(false);
    }
    end_pause(work, board)?;
    Ok(true)
}
