//! What a moderator does with a table's clock: pause, resume, deadline.

use super::emergency::stop_clock;
use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{Clock, Log, Told};
use crate::desk::telling::{log, tell_deadline_by};
use crate::desk::tick::move_deadline;
use crate::desk::work::Work;
use crate::settings::Unset;
use crate::store::{Person, Status, Time};
use crate::time::{Moment, Schedule, Span, Unclear, on_clock, zone};
use chrono::NaiveDateTime;

/// A table that was stopped gets as much time at least when it goes on.
const DAY: Time = 86_400;

/// Stops the clock.
pub fn pause(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    need(!matches!(board.status, Status::Paused(_)), || decline(Clock::IsPaused))?;
    stop_clock(work, &mut board)?;
    log(work, &board, &Log::Paused { name: mail.person.name.clone() })?;
    tell_deadline_by(work, &board, Some(mail.person.id), &Told::Paused)?;
    mail.board = Some(board);
    Ok(Reply::say(Clock::YouPaused)?)
}

/// Lets the clock go on; what was left is left. A table that was stopped is tried again.
pub fn resume(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_board(work.store)?;
    let left = match board.status {
        Status::Paused(left) => left,
        Status::Broken(_) => board.deadline.map_or(0, |deadline| deadline - work.now).max(DAY),
        _ => return Err(decline(Clock::IsNotPaused)),
    };
    (board.status, board.clock.pause) = (Status::Running, None);
    move_deadline(work, &mut board, work.now + left)?;
    log(work, &board, &Log::Resumed { name: mail.person.name.clone() })?;
    tell_deadline_by(work, &board, Some(mail.person.id), &Told::Resumed { deadline: board.deadline.map(Moment) })?;
    mail.board = Some(board);
    Ok(Reply::say(Clock::YouResumed)?)
}

/// `deadline Sunday 20:00 Europe/Rome`, `deadline 2026-11-22 20:00`, `deadline 3 days`
pub fn deadline(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    need(!matches!(board.status, Status::Paused(_)), || decline(Clock::ResumeFirst))?;
    let rest = work.voice.spelling.clock(rest);
    let at = moment(&mail.person, &rest, work.now).map_err(Unset::Unclear)?;
    need(at > work.now, || decline(Clock::DeadlineIsPast { deadline: Moment(at) }))?;
    move_deadline(work, &mut board, at)?;
    log(work, &board, &Log::Deadline { name: mail.person.name.clone() })?;
    tell_deadline_by(work, &board, Some(mail.person.id), &Told::DeadlineSet { deadline: Some(Moment(at)) })?;
    mail.board = Some(board);
    Ok(Reply::say(Clock::YouSetDeadline { deadline: Moment(at) })?)
}

/// A moment in time; clocks are those of the writer unless others are named.
fn moment(writer: &Person, text: &str, now: Time) -> Result<Time, Unclear> {
    let zone = zone(&writer.zone)?;
    if let Ok(date) = NaiveDateTime::parse_from_str(text.trim(), "%Y-%m-%d %H:%M") {
        return Ok(on_clock(zone, date));
    }
    match with_zone(text, &writer.zone).parse()? {
        Schedule::After(span) => Ok(now + span.0),
        schedule => Ok(schedule.first_from(now + 60)),
    }
}

/// A date with the writer's zone, if it names a time and no zone.
pub fn with_zone(text: &str, zone: &str) -> String {
    let text = text.trim();
    let last = text.rsplit(' ').next().unwrap_or_default();
    let ends_with_time = last.contains(':') && last.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    if ends_with_time && text.parse::<Span>().is_err() { format!("{text} {zone}") } else { text.to_owned() }
}
