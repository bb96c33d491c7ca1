//! The loop: mail in, the clock, mail out. The desk is one thread, and there is one order:
//!
//! 1. some letters are handled, each whole or not at all, and some tables that are due;
//! 2. one wait for the disk makes all of that safe;
//! 3. what is in the outbox goes to its readers, and when it is safe there, is noted as sent;
//! 4. the letters are moved away where they came from: to `cur` in a Maildir, to the done folder of an IMAP account.
//!
//! So nothing leaves before what it tells is safe. Killed anywhere, the next start finds a letter again and knows it (its
//! fingerprint is in the store), or finds a mail in the outbox again and sends it under the same name.
//!
//! Servers are talked to on threads of their own ([`Prefetch`], the transports of the carrier); they wake the desk. A server that is down holds up
//! neither the other one nor the clock.

use super::Desk;
use super::again::Again;
use super::clock::Clock;
use super::club::Club;
use super::copies::Copier;
use super::intake::Taken;
use super::mailing::Oauth;
use super::outgoing::Carrier;
use super::sentences::Alarm;
use super::spectator::Spectator;
use super::state::State;
use crate::mail::incoming::{Arrival, Batch, Fate, Inbox, MaildirInbox, Prefetch};
use crate::mail::maildir::folder_name;
use crate::mail::wakeup::Wakeup;
use crate::mail::{Maildir, Watch};
use crate::store::last::Reached;
use crate::store::{Durability, Store, Time, copy};
use anyhow::{Context as _, Result, bail};
use std::collections::VecDeque;
use std::fs::{File, TryLockError};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many tables that are due share one wait for the disk.
const TABLES: u32 = 64;
/// After so many of them we look whether mails have gone meanwhile.
const FEW_TABLES: u32 = 8;
/// With more letters than this in one batch each is answered from a single run of its stage.
const FLOOD: usize = 16;
/// So many letters are written into the database in one go.
const FEW_LETTERS: usize = 16;
/// How often we note that we are awake, in seconds.
const BREATH: u64 = 60;
/// When a server has been out of reach for so long, the operator is told.
const OUT_OF_REACH: Time = 15 * 60;
/// For so long a deadline waits for the letters that came before it: somebody may send more than we can read.
const CATCH_UP: Duration = Duration::from_secs(15 * 60);
/// So long the club's pages are worked on before somebody else has a turn, and so long nobody looks whether they are stale.
const PAGES: Duration = Duration::from_millis(50);
const PAGES_REST: Duration = Duration::from_secs(2);
/// When the pages could not be written, that is tried again after so long.
const PAGES_AGAIN: Duration = Duration::from_secs(60);
/// Whether the last service ended as it should is kept under this name.
pub const FATE: &str = "service";
/// How often the Maildirs are swept.
const SELDOM: Duration = Duration::from_secs(86_400);
/// Where a source stands is kept under this name.
const MARK: &str = "mailbox-mark";

/// What became of some letters, and of which no other copy must stay.
type Handled = (Vec<(String, Fate)>, Vec<String>);

/// A desk with its mailboxes.
pub struct Service {
    pub desk: Desk,
    inbox: Maildir,
    inboxes: Vec<Box<dyn Inbox>>,
    carrier: Carrier,
    wakeup: Wakeup,
    /// Letters that are met again after the club went back to a copy.
    again: Option<Again>,
    /// Whether some letters were handled since the start. Before that each is written by itself: if one of them kills us, those before it must
    /// not be done again at every start.
    is_warm: bool,
    opened: Instant,
    /// What the clock said when a turn began; one for each second of the last turns. The two clocks part when the machine sleeps or somebody
    /// sets the time, so neither is reckoned from the other.
    turns: VecDeque<(Instant, Time)>,
    /// Since when a mailbox is out of reach, and whether the operator knows.
    troubled: Option<(Time, bool)>,
    /// When the Maildirs were swept last.
    swept: Option<Instant>,
    /// Who keeps the club's pages, and when to look again.
    spectator: Option<Spectator>,
    look_at: Instant,
    /// Only one service may work on a database.
    _lock: File,
    copier: Copier,
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
    /// Mails that wait until their writer is proved.
    pub waiting: u64,
    /// Mails that could not be handled.
    pub quarantined: u64,
    /// Mails that went out.
    pub sent: u64,
    /// Tables the clock looked at.
    pub ticks: u64,
}

impl Counts {
    /// Counts a mail; says what its mailbox is told.
    fn count(&mut self, taken: Taken) -> Fate {
        let (count, fate) = match taken {
            Taken::Answered => (&mut self.answered, Fate::Answered),
            Taken::Again => (&mut self.again, Fate::Kept),
            Taken::Nuisance => (&mut self.nuisances, Fate::Kept),
            // A letter whose writer is asked is ours to keep; nobody need look at it in the mailbox.
            Taken::Waiting => (&mut self.waiting, Fate::Kept),
            Taken::Quarantined => (&mut self.quarantined, Fate::Quarantined),
        };
        *count += 1;
        fate
    }
}

impl Service {
    /// Opens everything that a club needs.
    pub fn open(club: Club, clock: Box<dyn Clock>) -> Result<Service> {
        if let Some(dir) = club.database.parent() {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let lock = lock(&club.database)?;
        if let Some(aside) = copy::finish(&club.database, clock.now())? {
            tracing::warn!(aside = %aside.display(), "the way back to a copy was ended");
        }
        let store = Store::open(&club.database)?;
        store.set_durability(Durability::Together)?;
        let inbox = Maildir::open(&club.inbox)?;
        let wakeup = Wakeup::default();
        let mut inboxes: Vec<Box<dyn Inbox>> = vec![Box::new(MaildirInbox::new(inbox.clone()))];
        if let Some(mailbox) = &club.mailbox {
            inboxes.push(mailbox.source(store.fact(MARK)?.as_deref())?);
        }
        let carrier = Carrier::open(&club, &store, clock.now(), &wakeup)?;
        let again = Again::open(&club.inbox)?;
        let vanished = store.vanished()?;
        let (mut desk, counts) = (Desk::new(club, store, clock)?, Counts::default());
        if let Some(Reached { letters, mails }) = vanished {
            desk.note_trouble(&format!("vanished {}", desk.now()), Alarm::Vanished { letters, mails });
        }
        Ok(Service {
            desk,
            inbox,
            inboxes,
            carrier,
            wakeup,
            again,
            is_warm: false,
            opened: Instant::now(),
            turns: VecDeque::new(),
            troubled: None,
            swept: None,
            spectator: None,
            look_at: Instant::now(),
            _lock: lock,
            copier: Copier::default(),
            counts,
        })
    }

    /// Letters come from there too.
    pub fn add_inbox(&mut self, inbox: Box<dyn Inbox>) {
        self.inboxes.push(inbox);
    }

    /// What was done since the service was opened.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Does everything there is to do now.
    pub fn step(&mut self) -> Result<()> {
        loop {
            while self.pass()? {}
            let sent = self.carrier.finish(&mut self.desk)?;
            self.counts.sent += sent;
            if sent == 0 {
                return Ok(());
            }
        }
    }

    /// Does some of what there is to do now; says whether there is more.
    pub fn pass(&mut self) -> Result<bool> {
        self.turn(TABLES)
    }

    /// Some letters, so many tables, and what goes out.
    fn turn(&mut self, tables: u32) -> Result<bool> {
        self.desk.notice_gap()?;
        self.note_turn();
        if self.offer_again()? {
            return Ok(true);
        }
        let (mut batches, mut oddities) = (Vec::new(), Vec::new());
        for inbox in &mut self.inboxes {
            batches.push(inbox.fetch()?);
            oddities.extend(inbox.oddities());
        }
        if !oddities.is_empty() {
            self.desk.found_odd(&oddities)?;
        }
        let (mut fates, mut secret) = (Vec::with_capacity(batches.len()), Vec::new());
        for (at, batch) in batches.iter().enumerate() {
            // What other inboxes have handed out is not read yet.
            let is_alone = batches.iter().enumerate().all(|(i, other)| i == at || other.letters.is_empty());
            let others = if is_alone { self.read_until(|i| i != at) } else { Time::MIN };
            let (found, to_erase) = self.handle(batch, others)?;
            fates.push(found);
            secret.push(to_erase);
        }
        self.desk.read_until = Some(self.read_until(|_| true));
        let ticks = self.tick(tables)?;
        self.counts.ticks += ticks as u64;
        self.counts.sent += self.carrier.send(&mut self.desk)?;
        for ((inbox, fates), secret) in self.inboxes.iter_mut().zip(&fates).zip(&secret) {
            if !fates.is_empty() {
                inbox.done(fates)?;
                inbox.erase(secret);
            }
        }
        // Others may want to write too.
        self.desk.store.flush()?;
        self.is_warm |= fates.iter().any(|fates| !fates.is_empty());
        Ok(fates.iter().any(|fates| !fates.is_empty()) || (ticks > 0 && ticks >= tables as usize))
    }

    /// Offers one letter of those that are met again, before anything new is taken, and looks at the tables when no open round lacks one of
    /// its letters any more. Says whether there was one.
    fn offer_again(&mut self) -> Result<bool> {
        let Some(again) = &mut self.again else { return Ok(false) };
        let Some((taken, entry)) = again.offer(&mut self.desk)? else {
            if again.left() == 0 {
                self.again = None;
            }
            return Ok(false);
        };
        let holds = again.holds_rounds_open(&self.desk)?;
        self.counts.count(taken);
        if !holds {
            self.counts.ticks += self.tick(TABLES)? as u64;
        }
        self.counts.sent += self.carrier.send(&mut self.desk)?;
        if let Some(again) = &self.again {
            again.done(&entry)?;
        }
        self.desk.store.flush()?;
        Ok(true)
    }

    /// A turn begins: notes what the clock says.
    fn note_turn(&mut self) {
        let now = self.desk.now();
        if self.turns.back().is_none_or(|(_, last)| *last != now) {
            self.turns.push_back((Instant::now(), now));
        }
        while self.turns.len() > 1 && self.turns[0].0.elapsed() > CATCH_UP {
            self.turns.pop_front();
        }
    }

    /// Up to when all letters of some inboxes are read: what the clock said at the last turn before they were looked through to their ends. A
    /// mailbox that cannot be reached holds up no deadline for long, and neither does whoever sends more than we can read.
    fn read_until(&self, counts: impl Fn(usize) -> bool) -> Time {
        let inboxes = self.inboxes.iter().enumerate().filter(|(at, _)| counts(*at));
        let read = inboxes.map(|(_, inbox)| {
            let turn = |until| self.turns.iter().rev().find(|(begun, _)| *begun <= until);
            inbox.read_until().and_then(turn).map_or(Time::MIN, |(_, clock)| *clock)
        });
        let now = self.desk.now();
        let earliest = if self.opened.elapsed() < CATCH_UP { Time::MIN } else { now - CATCH_UP.as_secs() as Time };
        read.min().unwrap_or(now).max(earliest)
    }

    /// Looks at some tables that are due; how many.
    fn tick(&mut self, tables: u32) -> Result<usize> {
        let mut ticks = 0;
        while ticks < tables as usize {
            self.desk.notice_gap()?;
            let some = self.desk.tick_some(FEW_TABLES)?;
            ticks += some;
            self.desk.store.flush()?;
            self.counts.sent += self.carrier.go_on(&mut self.desk)?;
            if some < FEW_TABLES as usize {
                break;
            }
        }
        Ok(ticks)
    }

    /// Handles some letters in the order in which they came, when other inboxes are read up to some time; what became of each, and of which no
    /// other copy must stay.
    fn handle(&mut self, batch: &Batch, others: Time) -> Result<Handled> {
        let (mut fates, mut secret) = (Vec::with_capacity(batch.letters.len()), Vec::new());
        self.desk.hurry(batch.letters.len() > FLOOD);
        let mut letters: Vec<(&Arrival, Option<Time>)> =
            batch.letters.iter().map(|one| (one, self.came(one))).collect();
        if letters.iter().all(|(_, came)| came.is_some()) {
            letters.sort_by_key(|(_, came)| *came);
        }
        for (number, (arrival, came)) in (1..).zip(letters) {
            if let Some(came) = came {
                self.close_before(came.min(others))?;
            }
            let taken = self.desk.take_letter(&arrival.raw, self.desk.now(), &arrival.ticket)?;
            let fate = self.counts.count(taken);
            if self.desk.is_only_copy {
                secret.push(arrival.ticket.clone());
            }
            fates.push((arrival.ticket.clone(), fate));
            if !self.is_warm || number % FEW_LETTERS == 0 {
                self.desk.store.flush()?;
            }
            // A mail that has gone is noted at once, not after all the letters: a crash in between would send it twice.
            self.counts.sent += self.carrier.go_on(&mut self.desk)?;
        }
        if let Some(mark) = &batch.mark {
            self.desk.store.set_fact(MARK, mark)?;
        }
        Ok((fates, secret))
    }

    /// When a letter came, if its mailbox says so, and goes by our clock.
    fn came(&self, letter: &Arrival) -> Option<Time> {
        letter.arrived.filter(|_| self.desk.clock.is_everybodys()).map(|came| came.min(self.desk.now()))
    }

    /// All letters that came before this are read: rounds that were due before it are closed, however long their letters lay. So a letter that
    /// came after the deadline is too late, and one that came before it is not.
    fn close_before(&mut self, came: Time) -> Result<()> {
        if self.desk.store.was_due(came, self.desk.now())? {
            self.desk.read_until = Some(came);
            self.counts.ticks += self.tick(TABLES)? as u64;
        }
        Ok(())
    }

    /// From here on the mailbox is talked to on a thread of its own, which fetches ahead of the desk.
    pub fn fetch_ahead(&mut self) -> Result<()> {
        for inbox in self.inboxes.drain(1..).collect::<Vec<_>>() {
            self.inboxes.push(Box::new(Prefetch::start("mailbox", inbox, self.wakeup.clone())?));
        }
        Ok(())
    }

    /// Sleeps until somebody has something for the desk, but no longer than this.
    pub fn rest(&self, longest: Duration) {
        self.wakeup.sleep(longest);
    }

    /// Works until it is told to stop.
    pub fn run(&mut self, stop: &AtomicBool) -> Result<()> {
        self.run_and_reload(stop, &AtomicBool::new(false), &|| anyhow::bail!("there is no file to read"))
    }

    /// The same, and reads the club's file again when it is told to.
    pub fn run_and_reload(
        &mut self,
        stop: &AtomicBool,
        reload: &AtomicBool,
        load: &dyn Fn() -> Result<Club>,
    ) -> Result<()> {
        if let Some(away) = self.desk.wake_up()? {
            tracing::warn!(%away, "deadlines moved after an outage");
        }
        self.desk.open_leagues()?;
        self.desk.store.set_fact(FATE, "began")?;
        self.desk.serve();
        self.fetch_ahead()?;
        let watch = Watch::new(&self.inbox, self.wakeup.clone());
        tracing::info!(told = watch.is_told(), "the desk is open");
        let mut breath = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            if reload.swap(false, Ordering::Relaxed) {
                self.desk.take_club(load());
                self.desk.open_leagues()?;
            }
            let is_busy = self.turn(TABLES)?;
            if breath.elapsed() >= Duration::from_secs(BREATH) {
                breath = Instant::now();
                self.desk.breathe()?;
                self.look_after_servers()?;
                self.look_after_files();
                self.copier.look_after(&mut self.desk)?;
                let told = self.desk.tell_weekly();
                self.desk.go_on_after("tell how the club is", told)?;
            }
            if self.carrier.closed().is_some() || self.inboxes.iter().any(|inbox| inbox.trouble().is_some()) {
                self.look_after_tokens();
            }
            if is_busy {
                continue;
            }
            let has_more = self.look_after_pages(PAGES);
            let due = self.desk.next_due()?.map_or(i64::MAX, |due| due.saturating_sub(self.desk.now()));
            self.carrier.tidy_up(&self.desk)?;
            self.desk.store.flush()?;
            // A signal is noticed within a second.
            let nap = Duration::from_secs(due.clamp(0, 1).unsigned_abs()).max(Duration::from_millis(10));
            self.rest(if has_more { Duration::from_millis(1) } else { nap });
        }
        self.counts.sent += self.carrier.end(&mut self.desk)?;
        // Who is told to end may have slept until now.
        self.desk.notice_gap()?;
        self.desk.breathe()?;
        self.desk.store.set_fact(FATE, "ended")?;
        self.desk.store.settle()?;
        self.look_after_files();
        Ok(())
    }

    /// What can be done without: the counters, and what crashes left in the Maildirs.
    fn look_after_files(&mut self) {
        if let Err(error) = self.write_metrics() {
            self.desk.note_trouble(
                "metrics",
                Alarm::Undone { what: "write the counters".into(), why: format!("{error:#}") },
            );
        }
        if self.swept.is_some_and(|swept| swept.elapsed() < SELDOM) {
            return;
        }
        self.swept = Some(Instant::now());
        let boxes = std::fs::read_dir(&self.desk.club.outbox).into_iter().flatten().flatten();
        let boxes = boxes.map(|entry| Maildir::at(entry.path()));
        for maildir in boxes.chain([self.inbox.clone()]) {
            // A folder that cannot be read now can be tomorrow.
            if let Err(error) = maildir.sweep(std::time::SystemTime::now()) {
                tracing::debug!(maildir = %maildir.dir().display(), %error, "not swept");
            }
        }
    }

    /// Brings the club's pages up to date, whatever is stale.
    pub fn show_pages(&mut self) {
        self.look_at = Instant::now();
        while self.look_after_pages(Duration::MAX) {}
    }

    /// Works on the club's pages for a while; says whether there is more. They can be made again at any time, so nothing else waits for them
    /// or stops with them.
    fn look_after_pages(&mut self, longest: Duration) -> bool {
        let Some(dir) = self.desk.club.pages.clone() else {
            self.spectator = None;
            return false;
        };
        if Instant::now() < self.look_at {
            return false;
        }
        match self.look(&dir, longest) {
            Ok(has_more) => {
                self.look_at = Instant::now() + if has_more { Duration::ZERO } else { PAGES_REST };
                has_more
            }
            Err(error) => {
                let why = format!("{error:#}");
                tracing::error!(why, "the pages could not be written");
                self.desk.note_trouble("pages", Alarm::Undone { what: "write the club's pages".into(), why });
                self.look_at = Instant::now() + PAGES_AGAIN;
                false
            }
        }
    }

    fn look(&mut self, dir: &Path, longest: Duration) -> Result<bool> {
        // What a page shows must still be so after a cut of the power.
        self.desk.store.settle()?;
        if self.spectator.as_ref().is_none_or(|spectator| spectator.dir() != dir) {
            self.spectator = Some(Spectator::open(dir)?);
        }
        let Some(spectator) = &mut self.spectator else { return Ok(false) };
        let looked = self.desk.show_to(spectator, longest)?;
        for (part, why) in looked.amiss {
            self.desk.note_trouble("pages", Alarm::Undone { what: format!("show {part} on the club's pages"), why });
        }
        Ok(looked.more)
    }

    /// A mailbox that stays out of reach is something the operator must know; once for each time.
    fn look_after_servers(&mut self) -> Result<()> {
        let is_withdrawn = self.look_after_tokens();
        let now = self.desk.now();
        if let Some((since, why)) = self.carrier.closed() {
            tracing::error!(minutes = (now - since) / 60, why, "no mail leaves");
        }
        let Some(trouble) = self.inboxes.iter().find_map(|inbox| inbox.trouble()) else {
            self.troubled = None;
            return Ok(());
        };
        let (since, is_told) = *self.troubled.get_or_insert((now, false));
        if !is_told && !is_withdrawn && now - since >= OUT_OF_REACH {
            self.troubled = Some((since, true));
            self.desk.out_of_reach(&trouble.to_string())?;
        }
        Ok(())
    }

    /// Nobody but a person can give consent again: that is told at once, and once for each time it was withdrawn. Says whether it is.
    fn look_after_tokens(&mut self) -> bool {
        let withdrawn = self.desk.club.oauth.as_ref().and_then(Oauth::withdrawn);
        if let Some((since, words)) = &withdrawn {
            self.desk.note_trouble(&format!("consent {since}"), Alarm::ConsentWithdrawn { words: words.clone() });
        }
        withdrawn.is_some()
    }

    /// Writes the counters as Prometheus reads them.
    fn write_metrics(&self) -> Result<()> {
        let Some(path) = &self.desk.club.metrics else { return Ok(()) };
        let (mails, sent) = self.desk.store.traffic()?;
        let (waiting, delayed) = self.desk.store.waiting()?;
        let counters = [
            ("mails_kept_total", mails),
            ("dispatches_sent_total", sent),
            ("letters_answered_since_start", self.counts.answered),
            ("letters_again_since_start", self.counts.again),
            ("nuisances_since_start", self.counts.nuisances),
            ("waiting_for_proof_since_start", self.counts.waiting),
            ("quarantined_since_start", self.counts.quarantined),
            ("table_looks_since_start", self.counts.ticks),
            ("quarantine_size", self.desk.store.quarantine()?.len() as u64),
            ("dispatches_waiting", waiting),
            ("dispatches_delayed", delayed),
            ("mailbox_out_of_reach", u64::from(self.inboxes.iter().any(|inbox| inbox.trouble().is_some()))),
            ("submission_closed", u64::from(self.carrier.closed().is_some())),
        ];
        let state = State::of(&self.desk.club, &self.desk.store, self.desk.now())?.numbers();
        let text: String =
            counters.iter().chain(&state).map(|(name, value)| format!("tabellarius_{name} {value}\n")).collect();
        let draft = path.with_extension("tmp");
        std::fs::write(&draft, text).with_context(|| format!("cannot write {}", draft.display()))?;
        // Counters are no secret, and whoever collects them is another user.
        let _ = std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o644));
        std::fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The Maildir of an address. Whatever stands in the address, it is one directory in the outbox: `o'brien@example.org` has one too.
pub fn box_of(outbox: &Path, address: &str) -> Result<PathBuf> {
    if address.is_empty() {
        bail!("a mailbox without a name");
    }
    Ok(outbox.join(folder_name(address)))
}

/// Whether no service works on a database.
pub fn is_free(database: &Path) -> bool {
    lock(database).is_ok()
}

/// Makes sure that nobody else works on a database.
pub fn lock(database: &Path) -> Result<File> {
    let path = database.with_extension("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another service works on {} already", database.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_a_box_and_none_is_outside() -> Result<()> {
        let name = |address| box_of(Path::new("out"), address).map(|path| path.display().to_string());
        assert_eq!(name("anna.b+x@home.example")?, "out/anna.b+x@home.example");
        assert_eq!(name("o'brien@example.org")?, "out/o%27brien@example.org");
        assert_eq!(name("../../a@example.org")?, "out/%2e.%2f..%2fa@example.org");
        assert!(name("").is_err());
        Ok(())
    }
}
