//! When a round is due. Absences are waited for, as far as the table allows.

use super::open_table::OpenTable;
use super::sentences::News;
use crate::store::{Board, Records, SeatRow, Time};
use crate::time::{Moment, Schedule, Span};
use anyhow::Result;

const DAY: Time = 86_400;
const MINUTE: Time = 60;

/// When a round is due, and why it is later than one would think.
pub struct Due {
    /// When.
    pub at: Time,
    pub why: Vec<News>,
}

/// When a round is due that opened at this time.
pub fn deadline(store: &Records, board: &Board, table: &dyn OpenTable, opened: Time) -> Result<Due> {
    let settings = &board.settings;
    let (schedule, least) = if table.gathers() {
        (settings.schedule(&board.stage), settings.least)
    } else {
        (&settings.follow_up, Span(0))
    };
    let due = schedule.due(opened, least);
    let asked = table.asked();
    let seats: Vec<SeatRow> = store.seats(&board.id)?.into_iter().filter(|seat| asked.contains(&seat.seat)).collect();
    let away = until_all_are_back(store, &seats, schedule, due)?;
    let at = away.min(due + settings.absence.0).max(due);
    let mut why = Vec::new();
    // The date that has just passed is nobody's next one.
    let next = schedule.first_from(opened + MINUTE);
    if matches!(schedule, Schedule::Weekly { .. }) && next < due {
        why.push(News::DeadlineLeast { moment: Moment(next), least });
    }
    if at > due {
        why.push(News::DeadlineAbsence { moment: Moment(due), names: names_away(store, &seats, due)?, own: false });
    }
    Ok(Due { at, why })
}

/// Whether one person plays all seats of a table.
pub fn plays_alone(store: &Records, board: &Board) -> Result<bool> {
    let seats = store.seats(&board.id)?;
    let first = seats.first().and_then(SeatRow::player);
    Ok(first.is_some() && seats.iter().all(|seat| seat.player() == first))
}

/// Who of the players of these seats is away at a time.
fn names_away(store: &Records, seats: &[SeatRow], time: Time) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for id in seats.iter().filter_map(SeatRow::player) {
        let Some(person) = store.person(id)? else { continue };
        if store.absent_until(id, time)?.is_some() && !names.contains(&person.name) {
            names.push(person.name);
        }
    }
    Ok(names)
}

/// The first date of the schedule, from `due` on, on which no player of these seats is away.
fn until_all_are_back(store: &Records, seats: &[SeatRow], schedule: &Schedule, due: Time) -> Result<Time> {
    let mut date = due;
    for _ in 0..20 {
        let mut back = date;
        for id in seats.iter().filter_map(SeatRow::player) {
            back = back.max(store.absent_until(id, date)?.unwrap_or(date));
        }
        if back == date {
            return Ok(date);
        }
        date = match schedule {
            Schedule::Weekly { .. } => schedule.first_from(back),
            // Whoever comes back gets a day to read and answer.
            Schedule::After(span) => back + span.0.min(DAY),
        };
    }
    Ok(date)
}
