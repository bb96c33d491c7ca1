//! From the outbox to the readers: into Maildirs on this disk, or by way of a server.
//!
//! The outbox is the truth. What is in memory here (the queue, the transports) can be lost at any moment; the next start reads the outbox again,
//! and what was on its way then goes again, under the same Message-ID.

use super::Desk;
use super::bounces::refused_address;
use super::club::Club;
use super::mailing::Submission;
use super::sentences::{Alarm, Told};
use super::service::box_of;
use super::telling::{alarm, alarm_text, tell};
use crate::mail::outgoing::{Attempt, OutgoingMail, Pool, SendQueue, SendStatus};
use crate::mail::wakeup::Wakeup;
use crate::mail::{Delivery, Maildir};
use crate::store::{Person, Time};
use anyhow::{Context as _, Result};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many mails go into Maildirs in one go.
const MOST: u32 = 512;
/// How many rows of the outbox are read at once.
const ROWS: u32 = 1_000;
/// How long mails that are on their way may take when the service ends.
const FAREWELL: Duration = Duration::from_secs(10);

/// How mails leave.
pub(super) enum Carrier {
    /// Into a Maildir for each reader.
    Files(PathBuf),
    /// By transports that somebody else may hold up.
    Post(Box<Post>),
}

/// Transports, and the queue before them.
pub(super) struct Post {
    queue: SendQueue,
    pool: Pool,
    /// Up to this number the outbox is in the queue.
    seen: i64,
    from: String,
    /// Since when the server is closed, and why.
    closed: Option<(Time, String)>,
}

impl Carrier {
    /// As the club's file says.
    pub fn open(club: &Club, wakeup: &Wakeup) -> Result<Carrier> {
        match &club.submission {
            None => Ok(Carrier::Files(club.outbox.clone())),
            Some(submission) => Ok(Carrier::Post(Box::new(Post::open(submission, club, wakeup)?))),
        }
    }

    /// Waits until everything that was written is safe on the disk, and sends it. Returns how many mails went.
    pub fn send(&mut self, desk: &mut Desk) -> Result<u64> {
        match self {
            Carrier::Files(outbox) => send_files(outbox, desk),
            Carrier::Post(post) => {
                desk.store.settle()?;
                post.load(desk)?;
                post.go_on(desk)
            }
        }
    }

    /// Goes on with what is known to be safe already, without waiting for anybody.
    pub fn go_on(&mut self, desk: &mut Desk) -> Result<u64> {
        match self {
            Carrier::Files(_) => Ok(0),
            Carrier::Post(post) => post.go_on(desk),
        }
    }

    /// Waits until nothing is on its way and nothing can go now.
    pub fn finish(&mut self, desk: &mut Desk) -> Result<u64> {
        let Carrier::Post(post) = self else { return Ok(0) };
        let mut sent = post.go_on(desk)?;
        loop {
            while post.pool.busy() > 0 {
                sent += post.settle(desk, Duration::from_millis(50))?;
                post.hand_over(desk)?;
            }
            // What had to be told about mails that came to nothing goes too.
            desk.store.settle()?;
            post.load(desk)?;
            post.hand_over(desk)?;
            if post.pool.busy() == 0 {
                return Ok(sent);
            }
        }
    }

    /// The service ends: what is on its way may arrive, the rest waits for the next start.
    pub fn end(&mut self, desk: &mut Desk) -> Result<u64> {
        let Carrier::Post(post) = self else { return Ok(0) };
        post.pool.take_back();
        let (begun, mut sent) = (Instant::now(), 0);
        while post.pool.busy() > 0 && begun.elapsed() < FAREWELL {
            sent += post.settle(desk, Duration::from_millis(50))?;
        }
        Ok(sent)
    }

    /// Since when no mail can leave, and why.
    pub fn closed(&self) -> Option<&(Time, String)> {
        match self {
            Carrier::Files(_) => None,
            Carrier::Post(post) => post.closed.as_ref(),
        }
    }
}

impl Post {
    fn open(submission: &Submission, club: &Club, wakeup: &Wakeup) -> Result<Post> {
        let transports = submission.carriers(club.domain()).context("[submission]")?;
        let pool = Pool::start(transports, wakeup).context("cannot start threads")?;
        let queue = SendQueue::new(submission.limits());
        Ok(Post { queue, pool, seen: 0, from: club.address.clone(), closed: None })
    }

    /// Puts what is new in the outbox into the queue.
    fn load(&mut self, desk: &Desk) -> Result<()> {
        loop {
            let rows = desk.store.waiting_after(self.seen, ROWS)?;
            let is_all = rows.len() < ROWS as usize;
            for row in rows {
                self.seen = row.id;
                self.queue.push(row);
            }
            if is_all {
                return Ok(());
            }
        }
    }

    fn go_on(&mut self, desk: &mut Desk) -> Result<u64> {
        let sent = self.settle(desk, Duration::ZERO)?;
        self.hand_over(desk)?;
        Ok(sent)
    }

    fn hand_over(&mut self, desk: &Desk) -> Result<()> {
        let now = desk.now();
        while let Some(id) = self.queue.next(now) {
            match desk.store.to_send_now(id)? {
                Some(mail) => {
                    let (from, to) = (self.from.clone(), mail.address);
                    self.pool.send(OutgoingMail { id, from, to, bytes: mail.bytes });
                }
                // Somebody asked to be forgotten.
                None => self.queue.forget(id),
            }
        }
        Ok(())
    }

    /// Notes what became of mails; waits so long for the first.
    fn settle(&mut self, desk: &mut Desk, longest: Duration) -> Result<u64> {
        let (now, mut gone, mut longest) = (desk.now(), Vec::new(), longest);
        let mut rest = Vec::new();
        while let Some((id, attempt)) = self.pool.attempt(longest) {
            longest = Duration::ZERO;
            self.note_door(&attempt, now);
            match self.queue.settle(id, &attempt, now) {
                Some(SendStatus::Sent) => gone.push(id),
                Some(status) => rest.push((id, status)),
                None => {}
            }
        }
        if !gone.is_empty() {
            desk.store.begin()?;
            desk.store.sent(&gone, now)?;
            desk.store.commit()?;
        }
        for (id, status) in rest {
            match status {
                SendStatus::Retry(next, attempts, words) => {
                    tracing::info!(mail = id, attempts, again_in = next - now, words, "a mail has to wait");
                    desk.store.put_off(id, attempts, next, &words)?;
                }
                SendStatus::Failed(words) => desk.undelivered(id, &words)?,
                SendStatus::Sent => {}
            }
        }
        Ok(gone.len() as u64)
    }

    fn note_door(&mut self, attempt: &Attempt, now: Time) {
        match attempt {
            Attempt::Closed(why) => {
                tracing::warn!(why, "no mail can leave");
                let since = self.closed.as_ref().map_or(now, |(since, _)| *since);
                self.closed = Some((since, why.clone()));
            }
            _ if self.closed.take().is_some() => tracing::info!("mails can leave again"),
            _ => {}
        }
    }
}

/// Writes what is in the outbox into the readers' Maildirs. While it is safe nowhere yet, it is only in `tmp`; one wait for the disk
/// does for the store and for the mails.
fn send_files(outbox: &std::path::Path, desk: &mut Desk) -> Result<u64> {
    let mut sent = 0;
    loop {
        let mails = desk.store.to_send(MOST)?;
        if mails.is_empty() {
            desk.store.settle()?;
            return Ok(sent);
        }
        let mut out = Vec::with_capacity(mails.len());
        for mail in &mails {
            let name = format!("{:012}.{}", mail.id, &blake3::hash(mail.message_id.as_bytes()).to_hex()[..16]);
            out.push((Maildir::at(box_of(outbox, &mail.address)?), name, mail.bytes.as_slice()));
        }
        let drafts = Delivery::write(&out)?;
        drafts.settle()?;
        desk.store.settle_unless(|disk| drafts.settles(disk))?;
        drafts.deliver()?;
        let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
        let now = desk.now();
        desk.store.begin()?;
        desk.store.sent(&ids, now)?;
        // If this is lost in a cut of the power, they are delivered again under their names, which changes nothing.
        desk.store.commit_soon()?;
        sent += ids.len() as u64;
        if ids.len() < MOST as usize {
            return Ok(sent);
        }
    }
}

impl Desk {
    /// The mailbox cannot be reached; the operator is told.
    pub(super) fn out_of_reach(&mut self, why: &str) -> Result<()> {
        let words = why.to_owned();
        self.whole(format!("out-of-reach.{}", self.now()), |work| alarm(work, None, &Alarm::OutOfReach { words }))
    }

    /// A mail cannot be delivered. Whoever runs the table is told, or the operator; each hears it from the other if it is the own
    /// address.
    fn undelivered(&mut self, id: i64, words: &str) -> Result<()> {
        tracing::warn!(mail = id, words, "a mail is given up");
        self.whole(format!("undelivered.{id}"), |work| {
            let Some((board, address)) = work.store.give_up(id, words, work.now)? else { return Ok(()) };
            refused_address(work, &address, words)?;
            let is_it = |other: &str| other.eq_ignore_ascii_case(&address);
            let board = board.map(|board| work.store.sound_board(&board)).transpose()?.flatten();
            let notice = Told::Undelivered { address: address.clone(), words: words.to_owned() };
            if let Some(board) = &board
                && let Some(moderator) = board.moderator.map(|id| work.store.person(id)).transpose()?.flatten()
                && !is_it(&moderator.address)
            {
                return tell(work, &moderator, board, &notice);
            }
            if is_it(&work.club.operator) {
                return Ok(());
            }
            let operator = Person::stranger("operator", &work.club.operator, &work.club.language, &work.club.zone);
            let text = work.voice.say(&operator, &notice)?;
            alarm_text(work, board.as_ref(), text)
        })
    }
}
