//! The clock: tables that are due, digests, and the time we were away.

use super::Desk;
use super::attend::attend;
use super::league;
use super::post::{Mail, send};
use super::reply::{Declined, Page};
use super::reports::{Item, take_items};
use super::sentences::{Alarm, Log, Subject, Told};
use super::telling::{alarm, log, tell_deadline};
use super::work::Work;
use crate::mail::compose::Kind;
use crate::store::{Board, Status, Time};
use crate::time::{Moment, Span};
use anyhow::Result;
use serde::Serialize;

pub(super) use super::attend::{hold_result, may_hurry, move_deadline, set_wake};

/// How many tables are looked at in one go.
const MOST: u32 = 500;
/// What waits for a digest waits no longer than this.
const DIGEST: Time = 86_400;
/// A shorter absence of ours moves no deadline.
const OUTAGE: Time = 3_600;
/// When we were awake last is kept under this name.
const AWAKE: &str = "awake";

/// What came together for somebody.
#[derive(Serialize)]
struct DigestPage {
    clippings: Vec<Item>,
}

impl Page for DigestPage {
    const TEMPLATE: &'static str = "desk/digest.txt";
}

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
        let due = self.store.due(now, self.read_until.unwrap_or(now), most)?;
        for id in &due {
            self.look_at(id, now)?;
        }
        self.tick_leagues()?;
        let done = self.finish_farewells();
        self.go_on_after("forget somebody", done)?;
        let done = self.sweep();
        self.go_on_after("throw away what is old enough", done)?;
        for person in self.store.people_with_digests(now - DIGEST)? {
            let done = self.whole(format!("digest.{person}.{now}"), |work| send_digest(work, person));
            self.go_on_after(&format!("send the digest of person {person}"), done)?;
        }
        self.tell_troubles()?;
        self.send_held_alarms()?;
        Ok(due.len())
    }

    /// When something is due next.
    pub fn next_due(&self) -> Result<Option<Time>> {
        let digest = self.store.oldest_digest_item()?.map(|at| at.saturating_add(DIGEST));
        Ok([self.store.next_wake()?, self.store.next_step()?, digest].into_iter().flatten().min())
    }

    /// Looks at one table. If it breaks, it stops alone and the operator is told.
    fn look_at(&mut self, id: &str, now: Time) -> Result<()> {
        let board = match self.store.board(id) {
            Ok(Some(board)) => board,
            Ok(None) => return Ok(()),
            Err(error) if self.store.has_failed() => return Err(error),
            // Not even who sits there is known: the clock leaves it alone, and the operator is told.
            Err(error) => return self.stop_unreadable(format!("{id}.damaged.{now}"), id, &format!("{error:#}")),
        };
        let name = format!("{id}.{}.{}.{now}.{}", board.timeline, board.rounds, board.clock.changes);
        let mut looked = board.clone();
        let done = self.whole(name.clone(), |work| {
            let mut table = work.take(&looked).map_err(Declined::fault)?;
            attend(work, &mut looked, table.as_mut())?;
            work.tables.put(&looked, table);
            Ok(())
        });
        match done {
            Err(error) if self.store.has_failed() => Err(error),
            Err(error) => self.stop_alone(format!("{name}.broken"), board, &format!("{error:#}")),
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
        // That we are awake is not noted yet: whoever ends again within a minute, and again, for hours, was not.
        let away = last.map_or(0, |last| now.saturating_sub(last));
        if away < OUTAGE {
            return Ok(None);
        }
        self.outage(away).map(Some)
    }

    /// From here on somebody serves: time that passes between two looks was not served.
    pub fn serve(&mut self) {
        self.served = Some(self.now());
    }

    /// Looks whether time has passed that was not served: the machine slept, the process or the whole machine was stopped, or somebody
    /// set the clock ahead. If somebody set it back, people have more time than they knew, and nothing moves.
    pub(super) fn notice_gap(&mut self) -> Result<()> {
        let Some(before) = self.served else { return Ok(()) };
        let now = self.now();
        self.served = Some(now);
        if now.saturating_sub(before) >= OUTAGE {
            self.outage(now - before)?;
        } else if before.saturating_sub(now) >= OUTAGE {
            let span = Span(before - now);
            tracing::warn!(%span, "the clock was set back");
            self.store.try_mails_at_once(now)?;
            self.breathe()?;
            self.note_trouble(&format!("clock {now}"), Alarm::ClockWentBack { span });
        }
        Ok(())
    }

    /// Nobody served for so long: every deadline moves by that time, once.
    fn outage(&mut self, away: Time) -> Result<Span> {
        let (now, span) = (self.now(), Span(away));
        self.whole(format!("outage.{now}"), |work| {
            let moved = work.store.shift_deadlines(away)?;
            league::shift(work, away)?;
            work.store.set_fact(AWAKE, &work.now.to_string())?;
            tracing::warn!(away, moved, "we were not awake; deadlines moved");
            for id in work.store.board_ids()? {
                let board = work.store.sound_board(&id)?.filter(|board| board.status == Status::Running);
                let Some(board) = board else { continue };
                log(work, &board, &Log::Outage { span })?;
                let told = tell_deadline(work, &board, &Told::Outage { span, deadline: board.deadline.map(Moment) });
                // What is wrong with one table is found when the clock looks at it; the others have moved.
                if work.store.has_failed() {
                    told?;
                }
            }
            Ok(())
        })?;
        Ok(span)
    }
}

/// A table broke: it stops, and those who must know are told.
pub(super) fn stop(work: &mut Work<'_>, mut board: Board, why: &str) -> Result<()> {
    (board.status, board.wake) = (Status::Broken(why.to_owned()), None);
    board.clock.changes += 1;
    work.store.update_board(&board)?;
    log(work, &board, &Log::Stopped)?;
    tell_deadline(work, &board, &Told::Stopped)?;
    alarm(work, Some(&board), &Alarm::TableHasStopped { why: why.to_owned() })
}

fn send_digest(work: &mut Work<'_>, person: i64) -> Result<()> {
    let clippings = take_items(work, person)?;
    let Some(person) = work.store.person(person)? else { return Ok(()) };
    let subject = work.voice.say(&person, &Subject::Digest { number: clippings.len() })?;
    let text = work.voice.page(&person, &DigestPage { clippings })?;
    send(work, &person, Mail::plain(Kind::Report, subject, text))
}
