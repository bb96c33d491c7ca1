//! The clock: rounds that are full or due, reminders, grace, lateness, digests, and the time we were away.

use super::Desk;
use super::open_table::OpenTable;
use super::post::Mail;
use super::work::Work;
use crate::settings::{Advance, Release};
use crate::store::{Board, SeatRow, Status, Time, has_failed};
use crate::time::Span;
use crate::time::instant;
use anyhow::Result;
use serde_json::json;

/// How many tables are looked at in one go.
const MOST: u32 = 500;
/// No one lateness is longer.
const LONGEST_LATENESS: Time = 86_400;
/// What waits for a digest waits no longer than this.
const DIGEST: Time = 86_400;
/// A shorter absence of ours moves no deadline.
const OUTAGE: Time = 3_600;
/// When we were awake last is kept under this name.
const AWAKE: &str = "awake";

impl Desk {
    /// Does everything that is due; returns how many tables were looked at.
    pub fn tick(&mut self) -> Result<usize> {
        let mut seen = 0;
        loop {
            let some = self.tick_some(MOST)?;
            seen += some;
            if some < MOST as usize {
                return Ok(seen);
            }
        }
    }

    /// Does what is due at no more than so many tables; returns at how many.
    pub fn tick_some(&mut self, most: u32) -> Result<usize> {
        let now = self.now();
        let due = self.store.due(now, most)?;
        for id in &due {
            self.look_at(id, now)?;
        }
        self.finish_farewells()?;
        self.sweep()?;
        for person in self.store.people_with_clippings(now - DIGEST)? {
            self.whole(format!("digest.{person}.{now}"), |desk| desk.send_digest(person))?;
        }
        Ok(due.len())
    }

    /// When something is due next.
    pub fn next_due(&self) -> Result<Option<Time>> {
        let digest = self.store.oldest_clipping()?.map(|at| at + DIGEST);
        Ok([self.store.next_wake()?, digest].into_iter().flatten().min())
    }

    /// Looks at one table. If it breaks, it stops alone and the operator is told.
    fn look_at(&mut self, id: &str, now: Time) -> Result<()> {
        let board = match self.store.board(id) {
            Ok(Some(board)) => board,
            Ok(None) => return Ok(()),
            Err(error) if has_failed(&error) => return Err(error),
            // Not even who sits there is known: the clock leaves it alone, and the operator is told.
            Err(error) => {
                return self.whole(format!("{id}.damaged.{now}"), |desk| {
                    desk.store.set_wake(id, None)?;
                    desk.alarm(None, &format!("The table {id} cannot be read and has stopped: {error:#}"))
                });
            }
        };
        let name = format!("{id}.{}.{}.{now}.{}", board.timeline, board.rounds, board.clock.changes);
        let mut looked = board.clone();
        let done = self.whole(name.clone(), |desk| {
            let mut table = desk.take(&looked)?;
            desk.attend(&mut looked, &mut table)?;
            desk.put(&looked, table);
            Ok(())
        });
        match done {
            Err(error) if has_failed(&error) => Err(error),
            Err(error) => self.whole(format!("{name}.broken"), |desk| desk.stop(board, &format!("{error:#}"))),
            Ok(()) => Ok(()),
        }
    }

    /// Notes that we are awake. Call it now and then; what it noted last is known after a crash.
    pub fn breathe(&mut self) -> Result<()> {
        self.store.set_fact(AWAKE, &self.now().to_string())
    }

    /// After a time in which we were not awake every deadline moves by that time: nobody is punished for the server. Returns how
    /// long it was.
    pub fn wake_up(&mut self) -> Result<Option<Span>> {
        let now = self.now();
        let last = self.store.fact(AWAKE)?.and_then(|text| text.parse::<Time>().ok());
        let away = last.map_or(0, |last| now - last);
        if away < OUTAGE {
            self.breathe()?;
            return Ok(None);
        }
        self.whole(format!("outage.{now}"), |desk| {
            let moved = desk.store.shift_deadlines(away)?;
            desk.store.set_fact(AWAKE, &now.to_string())?;
            tracing::warn!(away, moved, "we were not awake; deadlines moved");
            for id in desk.store.board_ids()? {
                let Some(board) = desk.store.board(&id)?.filter(|board| board.status == Status::Running) else {
                    continue;
                };
                let what = json!({ "span": Span(away).to_string() });
                desk.note(&board, "log-outage", &what)?;
                desk.tell_deadline(&board, "outage", &what)?;
            }
            Ok(())
        })?;
        Ok(Some(Span(away)))
    }
}

impl Work<'_> {
    /// A table broke: it stops, and those who must know are told.
    pub(super) fn stop(&mut self, mut board: Board, why: &str) -> Result<()> {
        (board.status, board.wake) = (Status::Broken(why.to_owned()), None);
        board.clock.changes += 1;
        self.store.update_board(&board)?;
        self.note(&board, "log-stopped", &json!({}))?;
        self.tell_deadline(&board, "stopped", &json!({}))?;
        self.alarm(Some(&board), &format!("The table has stopped: {why}"))
    }

    /// Does what is due at a table.
    fn attend(&mut self, board: &mut Board, table: &mut Box<dyn OpenTable>) -> Result<()> {
        let now = self.now;
        if let Some(until) = self.pause_ends(board) {
            if until <= now {
                return self.end_pause(board, "pause-over", &json!({}));
            }
            board.wake = Some(until);
            return self.store.update_board(board);
        }
        if board.status != Status::Running {
            board.wake = None;
            return self.store.update_board(board);
        }
        let missing = self.missing(board, table.as_ref())?;
        let is_due = board.deadline.is_some_and(|deadline| deadline <= now);
        let is_full = missing.is_empty() && self.may_hurry(board)?;
        if is_full || (is_due && (missing.is_empty() || !self.wait_once_more(board, &missing)?)) {
            if !missing.is_empty() && self.seek_others(board, &missing)? {
                return Ok(());
            }
            if board.settings.release == Release::Moderator || board.clock.hold {
                return self.hold_result(board);
            }
            return self.close_round(board, table);
        }
        self.remind(board, table.as_ref(), &missing)?;
        self.set_wake(board, table.as_ref())?;
        self.store.update_board(board)
    }

    /// The letters are in; the moderator looks first.
    pub(super) fn hold_result(&mut self, board: &mut Board) -> Result<()> {
        (board.status, board.wake) = (Status::Held, None);
        self.store.update_board(board)?;
        let stage = self.stage_title(&board.header, &board.stage, "en");
        self.note(board, "log-held", &json!({ "stage": stage }))?;
        let Some(moderator) = board.moderator.map(|id| self.store.person(id)).transpose()?.flatten() else {
            return Ok(());
        };
        let stage = self.stage_title(&board.header, &board.stage, &moderator.language);
        let what =
            json!({ "table": board.id, "stage": stage, "seat": self.tables.games.seats(&board.header)?.first() });
        let subject = format!("[{}] {}", board.id, self.say(&moderator.language, "held-subject", &what)?);
        let text = self.report.page(&moderator.language, "desk/held.txt", &what)?;
        self.send(&moderator, Mail::notice(board, subject, text))
    }

    /// Somebody is missing at the deadline: the seat's own lateness, then the table's grace. Says whether the table waits.
    fn wait_once_more(&mut self, board: &mut Board, missing: &[String]) -> Result<bool> {
        let mut late = Span(0);
        for mut seat in self.store.seats(&board.id)? {
            if missing.contains(&seat.seat) && seat.bank > 0 {
                let used = seat.bank.min(LONGEST_LATENESS);
                seat.bank -= used;
                late = late.max(Span(used));
                self.store.set_seat(&board.id, &seat)?;
            }
        }
        let (span, key) = match (late.0 > 0, board.clock.grace) {
            (true, _) => (late, "late"),
            (false, false) if board.settings.grace.0 > 0 => (board.settings.grace, "grace"),
            _ => return Ok(false),
        };
        if key == "grace" {
            board.clock.grace = true;
        }
        self.move_deadline(board, self.now + span.0)?;
        let what = json!({ "span": span.to_string() });
        self.note(board, &format!("log-{key}"), &what)?;
        self.tell_deadline(board, key, &what)?;
        Ok(true)
    }

    /// Sets another deadline for the open round.
    pub(super) fn move_deadline(&mut self, board: &mut Board, deadline: Time) -> Result<()> {
        (board.deadline, board.clock.entry) = (Some(deadline), Some(deadline));
        board.clock.reminded.clear();
        board.clock.changes += 1;
        board.wake = Some(self.now);
        self.store.update_board(board)
    }

    /// Reminds those who have not written, when it is time. Nobody is counted who owes nothing.
    fn remind(&mut self, board: &mut Board, table: &dyn OpenTable, missing: &[String]) -> Result<()> {
        let (now, Some(deadline)) = (self.now, board.deadline) else { return Ok(()) };
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
        let silent = self.silent_seats(board, table)?;
        for seat in self.store.seats(&board.id)?.iter().filter(|seat| missing.contains(&seat.seat)) {
            let Some(person) = seat.player().map(|id| self.store.person(id)).transpose()?.flatten() else { continue };
            let stage = table.stage_title(self.report, &person.language)?;
            let asked = table.asked_of(self.report, &seat.seat, &person.language)?.up_to_form();
            let what = json!({
                "table": board.id,
                "seat": table.seat_name(&seat.seat, &person.language),
                "stage": stage,
                "deadline": self.when(deadline, &person),
                "draft": table.has_filed(&seat.seat),
                "plans": table.plans_here(&seat.seat, &person.language),
                "defaults": table.defaults(&seat.seat, &person.language),
                "silent": silent.contains(&seat.seat),
                "missed": seat.missed,
                "asked": asked,
                "week_later": instant(deadline + 7 * 86_400).format("%Y-%m-%d").to_string(),
            });
            let subject = format!("[{}] {}", board.id, self.say(&person.language, "reminder-subject", &what)?);
            let text = self.report.letter(&person.language, "desk/reminder.txt", &what)?;
            let mut mail = Mail::notice(board, subject, text);
            mail.about = Some((board, Some(&seat.seat)));
            self.send(&person, mail)?;
        }
        Ok(())
    }

    /// When the clock must look at a table next.
    pub(super) fn set_wake(&mut self, board: &mut Board, table: &dyn OpenTable) -> Result<()> {
        let now = self.now;
        board.wake = match board.deadline.filter(|_| board.status == Status::Running) {
            None => None,
            Some(_) if self.missing(board, table)?.is_empty() && self.may_hurry(board)? => Some(now),
            Some(deadline) => {
                let ahead = board.settings.reminders.iter().filter(|span| !board.clock.reminded.contains(&span.0));
                ahead.map(|span| (deadline - span.0).max(now + 1)).chain([deadline]).min()
            }
        };
        Ok(())
    }

    /// Whether a round may close before its deadline. Automata among themselves keep to the clock, so that people who come back
    /// find a game; and so does a table that seeks somebody for a seat.
    fn may_hurry(&self, board: &Board) -> Result<bool> {
        if board.settings.advance != Advance::AllIn {
            return Ok(false);
        }
        let seats = self.store.seats(&board.id)?;
        let is_sought = |seat: &SeatRow| seat.is_automatic() && board.clock.sought.contains(&seat.seat);
        Ok(seats.iter().any(|seat| !seat.is_automatic()) && !seats.iter().any(is_sought))
    }

    fn send_digest(&mut self, person: i64) -> Result<()> {
        let clippings = self.store.take_clippings(person)?;
        let Some(person) = self.store.person(person)? else { return Ok(()) };
        let pieces: Vec<_> = clippings
            .iter()
            .map(|one| json!({ "table": one.board, "when": self.when(one.at, &person), "text": one.text }))
            .collect();
        let text = self.report.page(&person.language, "desk/digest.txt", &json!({ "clippings": pieces }))?;
        let subject = self.say(&person.language, "digest-subject", &json!({ "number": pieces.len() }))?;
        let kind = crate::mail::compose::Kind::Report;
        let mail =
            Mail { kind, subject, text: text.into(), about: None, answers: None, calendar: false, files: Vec::new() };
        self.send(&person, mail)
    }
}
