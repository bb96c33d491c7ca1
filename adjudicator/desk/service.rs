//! The loop: mail in, the clock, mail out. One thread, and one order:
//!
//! 1. some letters are handled, each in a transaction of its own, and some tables that are due;
//! 2. one wait for the disk makes all of that safe;
//! 3. the letters are moved from `new` to `cur`;
//! 4. what is in the outbox is written into the readers' Maildirs, and when it is safe there, noted as sent.
//!
//! So nothing leaves before what it tells is safe. Killed anywhere, the next start finds a letter again and knows it (its
//! fingerprint is in the store), or finds a mail in the outbox again and writes it under the same name.

use super::Desk;
use super::clock::Clock;
use super::club::Club;
use super::intake::Taken;
use crate::mail::letter::MOST_BYTES;
use crate::mail::maildir::Entry;
use crate::mail::watch::How;
use crate::mail::{Maildir, Watch, deliver_many};
use crate::store::{Durability, Store};
use anyhow::{Context as _, Result, bail};
use std::collections::VecDeque;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many letters share one wait for the disk, if so many are there.
const LETTERS: usize = 256;
/// How many tables that are due share it.
const TABLES: u32 = 64;
/// How many mails go out in one go.
const MOST: u32 = 512;
/// How often we note that we are awake, in seconds.
const BREATH: u64 = 60;

/// A desk with its mailboxes.
pub struct Service {
    /// The desk.
    pub desk: Desk,
    inbox: Maildir,
    /// What was found in it and is still to be handled.
    queue: VecDeque<Entry>,
    outbox: PathBuf,
    /// Only one service may work on a database.
    _lock: File,
    counts: Counts,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Mails that were answered.
    pub answered: u64,
    /// Mails that had come before.
    pub again: u64,
    /// Mails that must not be answered.
    pub nuisances: u64,
    /// Mails that could not be handled.
    pub quarantined: u64,
    /// Mails that went out.
    pub sent: u64,
    /// Tables the clock looked at.
    pub ticks: u64,
}

impl Service {
    /// Opens everything that a club needs.
    pub fn open(club: Club, clock: Box<dyn Clock>) -> Result<Service> {
        if let Some(dir) = club.database.parent() {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let lock = lock(&club.database)?;
        let store = Store::open(&club.database)?;
        store.set_durability(Durability::Together)?;
        let inbox = Maildir::open(&club.inbox)?;
        let outbox = club.outbox.clone();
        let (desk, counts) = (Desk::new(club, store, clock)?, Counts::default());
        Ok(Service { desk, inbox, queue: VecDeque::new(), outbox, _lock: lock, counts })
    }

    /// What was done since the service was opened.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Does everything there is to do now.
    pub fn step(&mut self) -> Result<()> {
        while self.pass()? {}
        Ok(())
    }

    /// Does some of what there is to do now; says whether there is more.
    pub fn pass(&mut self) -> Result<bool> {
        if self.queue.is_empty() {
            self.queue.extend(self.inbox.waiting()?);
        }
        let batch: Vec<Entry> = self.queue.drain(..self.queue.len().min(LETTERS)).collect();
        let mut taken = Vec::with_capacity(batch.len());
        for entry in &batch {
            let raw = self.inbox.read(entry, MOST_BYTES as u64 + 1)?;
            taken.push(self.desk.take_mail(&raw, self.desk.now())?);
        }
        let ticks = self.desk.tick_some(TABLES)?;
        self.desk.store.settle()?;
        for (entry, taken) in batch.iter().zip(taken) {
            let (count, flags) = match taken {
                Taken::Answered => (&mut self.counts.answered, "RS"),
                Taken::Again => (&mut self.counts.again, "S"),
                Taken::Nuisance => (&mut self.counts.nuisances, "S"),
                Taken::Quarantined | Taken::Waiting => (&mut self.counts.quarantined, "F"),
            };
            *count += 1;
            self.inbox.done(entry, flags)?;
        }
        self.counts.ticks += ticks as u64;
        self.send()?;
        Ok(!self.queue.is_empty() || ticks == TABLES as usize)
    }

    /// Hands over what is in the outbox.
    fn send(&mut self) -> Result<()> {
        loop {
            let mails = self.desk.store.to_send(MOST)?;
            if mails.is_empty() {
                return Ok(());
            }
            let mut out = Vec::with_capacity(mails.len());
            for mail in &mails {
                let name = format!("{:012}.{}", mail.id, &blake3::hash(mail.message_id.as_bytes()).to_hex()[..16]);
                out.push((Maildir::at(box_of(&self.outbox, &mail.address)?), name, mail.bytes.as_slice()));
            }
            deliver_many(&out)?;
            let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
            let now = self.desk.now();
            self.desk.store.begin()?;
            self.desk.store.sent(&ids, now)?;
            self.desk.store.commit()?;
            self.counts.sent += ids.len() as u64;
            if ids.len() < MOST as usize {
                return Ok(());
            }
        }
    }

    /// Works until it is told to stop.
    pub fn run(&mut self, stop: &AtomicBool) -> Result<()> {
        if let Some(away) = self.desk.wake_up()? {
            tracing::warn!(%away, "deadlines moved after an outage");
        }
        let watch = Watch::new(&self.inbox, How::Best);
        tracing::info!(told = watch.is_told(), "the desk is open");
        let mut breath = std::time::Instant::now();
        while !stop.load(Ordering::Relaxed) {
            let is_busy = self.pass()?;
            if breath.elapsed() >= Duration::from_secs(BREATH) {
                breath = std::time::Instant::now();
                self.desk.breathe()?;
                self.write_metrics()?;
            }
            if is_busy {
                continue;
            }
            let due = self.desk.next_due()?.map_or(i64::MAX, |due| due - self.desk.now());
            // A signal is noticed within a second.
            let nap = Duration::from_secs(due.clamp(0, 1).unsigned_abs()).max(Duration::from_millis(10));
            watch.wait(nap)?;
        }
        self.desk.breathe()?;
        self.write_metrics()
    }

    /// Writes the counters as Prometheus reads them.
    fn write_metrics(&self) -> Result<()> {
        let Some(path) = &self.desk.club.metrics else { return Ok(()) };
        let (mails, sent) = self.desk.store.traffic()?;
        let counters = [
            ("mails_kept_total", mails),
            ("dispatches_sent_total", sent),
            ("letters_answered_since_start", self.counts.answered),
            ("letters_again_since_start", self.counts.again),
            ("nuisances_since_start", self.counts.nuisances),
            ("quarantined_since_start", self.counts.quarantined),
            ("table_looks_since_start", self.counts.ticks),
            ("quarantine_size", self.desk.store.quarantine()?.len() as u64),
        ];
        let text: String = counters.iter().map(|(name, value)| format!("tabellarius_{name} {value}\n")).collect();
        let draft = path.with_extension("tmp");
        std::fs::write(&draft, text).with_context(|| format!("cannot write {}", draft.display()))?;
        std::fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The Maildir of an address.
pub fn box_of(outbox: &Path, address: &str) -> Result<PathBuf> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '@' | '.' | '-' | '_' | '+');
    if address.is_empty() || address.starts_with('.') || !address.chars().all(is_plain) {
        bail!("\"{address}\" cannot be the name of a mailbox");
    }
    Ok(outbox.join(address))
}

fn lock(database: &Path) -> Result<File> {
    let path = database.with_extension("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another service works on {} already", database.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}
