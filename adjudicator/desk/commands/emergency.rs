//! A pause that one player asks for: not for long, not often, and everybody knows of it.

use super::Case;
use crate::desk::Answer;
use crate::desk::work::Work;
use crate::store::boards::Pause;
use crate::store::{Board, Status, Time};
use anyhow::Result;
use serde_json::{Value, json};

impl Work<'_> {
    /// `emergency` with or without a reason: the clock stands still for as long as the table allows, once a seat in the whole game.
    pub(super) fn emergency(&mut self, case: &mut Case, why: &str) -> Answer<String> {
        let mut board = self.need_running(case)?;
        let (_, seat) = self.need_seat(case)?;
        let span = board.settings.emergency;
        if span.0 == 0 {
            return self.refuse(case, "no-emergency", &json!({ "table": board.id }));
        }
        if self.own_rows(case)?.iter().any(|row| board.clock.paused.contains(&row.seat)) {
            return self.refuse(case, "emergency-used", &json!({ "seat": seat.seat }));
        }
        if let Status::Paused(_) = board.status {
            return self.refuse(case, "is-paused", &json!({}));
        }
        let until = self.now + span.0;
        self.stop_clock(&mut board)?;
        board.clock.paused.push(seat.seat.clone());
        (board.clock.pause, board.wake) = (Some(Pause { seat: seat.seat.clone(), until }), Some(until));
        self.store.update_board(&board)?;
        let what = json!({ "seat": seat.seat, "name": case.person.name, "span": span.to_string(), "why": why.trim() });
        self.note(&board, "log-emergency", &what)?;
        self.tell_deadline(&board, "emergency", &what)?;
        case.board = Some(board);
        self.said(case, "you-paused-all", &json!({ "until": self.when(until, &case.person) }))
    }

    /// The clock stands still; what is left is remembered, and calendars are told.
    pub(super) fn stop_clock(&mut self, board: &mut Board) -> Result<()> {
        let left = board.deadline.map_or(0, |deadline| (deadline - self.now).max(0));
        (board.status, board.wake) = (Status::Paused(left), None);
        board.clock.changes += 1;
        self.store.update_board(board)
    }

    /// When the pause of one player ends, if there is one.
    pub(in crate::desk) fn pause_ends(&self, board: &Board) -> Option<Time> {
        let is_paused = matches!(board.status, Status::Paused(_));
        board.clock.pause.as_ref().filter(|_| is_paused).map(|pause| pause.until)
    }

    /// The clock goes on with what was left.
    pub(in crate::desk) fn end_pause(&mut self, board: &mut Board, key: &str, what: &Value) -> Result<()> {
        let left = match board.status {
            Status::Paused(left) => left,
            _ => return Ok(()),
        };
        (board.status, board.clock.pause) = (Status::Running, None);
        let now = self.now;
        self.move_deadline(board, now + left)?;
        self.note(board, &format!("log-{key}"), what)?;
        self.tell_deadline(board, key, what)
    }

    /// Whoever asked for a pause is back before it ends.
    pub(super) fn end_own_pause(&mut self, board: &mut Board, person: i64) -> Result<bool> {
        let Some(pause) = &board.clock.pause else { return Ok(false) };
        let is_own = |seat: &crate::store::SeatRow| seat.seat == pause.seat && seat.readers().any(|id| id == person);
        if !self.store.seats(&board.id)?.iter().any(is_own) {
            return Ok(false);
        }
        self.end_pause(board, "pause-over", &json!({}))?;
        Ok(true)
    }
}
