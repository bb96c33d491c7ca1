//! By way of a server: transports that somebody else may hold up, and the queue before them.

use crate::desk::Desk;
use crate::desk::club::Club;
use crate::desk::mailing::Submission;
use crate::desk::sentences::Alarm;
use crate::mail::outgoing::{Attempt, OutgoingMail, Pool, SendQueue, SendStatus};
use crate::mail::wakeup::Wakeup;
use crate::store::{Records, Time};
use anyhow::{Context as _, Result};
use std::time::{Duration, Instant};

/// How many rows of the outbox are read at once.
const ROWS: u32 = 1_000;
const DAY: Time = 86_400;
/// How long mails that are on their way may take when the service ends.
const FAREWELL: Duration = Duration::from_secs(10);

/// Transports, and the queue before them.
pub struct Post {
    queue: SendQueue,
    pool: Pool,
    /// Up to this number the outbox is in the queue.
    seen: i64,
    from: String,
    /// How many mails may leave in a day.
    per_day: Option<usize>,
    /// Whether each mail has an address of its own to come back to.
    has_keyed_returns: bool,
    /// Since when the server is closed, and why.
    pub closed: Option<(Time, String)>,
}

impl Post {
    pub fn open(submission: &Submission, club: &Club, store: &Records, now: Time, wakeup: &Wakeup) -> Result<Post> {
        let transports = submission.transports(club.domain()).context("[submission]")?;
        let pool = Pool::start(transports, wakeup).context("cannot start threads")?;
        let limits = submission.limits();
        let sent = limits.per_day.map(|_| store.sent_since(now - DAY)).transpose()?.unwrap_or_default();
        let queue = SendQueue::new(limits).since_yesterday(&club.operator, sent);
        let (from, has_keyed_returns) = (club.address.clone(), submission.keyed_returns);
        Ok(Post { queue, pool, seen: 0, from, has_keyed_returns, per_day: limits.per_day, closed: None })
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

    /// Everything that was written is safe: it may go.
    pub fn send(&mut self, desk: &mut Desk) -> Result<u64> {
        desk.store.settle()?;
        self.load(desk)?;
        self.go_on(desk)
    }

    /// Waits until nothing is on its way and nothing can go now.
    pub fn finish(&mut self, desk: &mut Desk) -> Result<u64> {
        let mut sent = self.go_on(desk)?;
        loop {
            while self.pool.busy() > 0 {
                sent += self.settle(desk, Duration::from_millis(50))?;
                self.hand_over(desk)?;
            }
            // What had to be told about mails that came to nothing goes too.
            desk.store.settle()?;
            self.load(desk)?;
            self.hand_over(desk)?;
            if self.pool.busy() == 0 {
                return Ok(sent);
            }
        }
    }

    /// The service ends: what is on its way may arrive, the rest waits for the next start.
    pub fn end(&mut self, desk: &mut Desk) -> Result<u64> {
        self.pool.take_back();
        let (begun, mut sent) = (Instant::now(), 0);
        while self.pool.busy() > 0 && begun.elapsed() < FAREWELL {
            sent += self.settle(desk, Duration::from_millis(50))?;
        }
        Ok(sent)
    }

    /// Goes on with what is known to be safe already, without waiting for anybody.
    pub fn go_on(&mut self, desk: &mut Desk) -> Result<u64> {
        let sent = self.settle(desk, Duration::ZERO)?;
        self.hand_over(desk)?;
        let now = desk.now();
        if let Some(most) = self.per_day
            && self.queue.waits_for_tomorrow(now)
        {
            desk.note_trouble(&format!("per-day {}", now / DAY), Alarm::DailyLimit { most });
        }
        Ok(sent)
    }

    fn hand_over(&mut self, desk: &Desk) -> Result<()> {
        let now = desk.now();
        while let Some(id) = self.queue.next(now) {
            match desk.store.to_send_now(id)? {
                Some(mail) => {
                    let to = mail.address;
                    let from = if self.has_keyed_returns { desk.return_address(id, &to) } else { self.from.clone() };
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
            // At once: whoever kills us must not make us send them again.
            desk.store.commit_soon()?;
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
