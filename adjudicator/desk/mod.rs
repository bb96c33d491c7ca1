//! The desk: what happens with a letter, and what happens when nobody writes.
//!
//! | file | what |
//! |---|---|
//! | [`club`], [`mailing`], [`settings`], [`schedule`], [`span`] | what operators and moderators decide |
//! | [`intake`], `answering` | a mail comes in: one mail, one transaction, one answer |
//! | [`reading`], [`texts`], [`verb`], `shape` | a letter taken apart into commands, texts and orders |
//! | [`who`], [`identity`], `secrets` | who wrote it, and how we know: tags, verdicts, passwords |
//! | `asking` | what waits for a "yes" of the registered address |
//! | [`limits`], `bounces` | how much is taken; mail that comes back |
//! | `forget`, [`retention`] | private data: what goes when somebody asks for it, and what goes with time |
//! | `commands/` | what each command does |
//! | `masks` | what must not go on in a letter to others |
//! | [`sitting`], `hall` | tables in memory |
//! | `turn`, `tick`, `silence`, `vacancy` | closing rounds, the clock, silent seats, seats that nobody plays |
//! | `post`, `stamp` | mails that go out, and which round they belong to |
//! | `outgoing` | from the outbox to the readers, and what to do when a mail does not arrive |
//! | [`service`] | the loop: mail in, clock, mail out |
//!
//! The clock is a value ([`clock::Clock`]), so that everything here can be tried at any time of any year.

mod answering;
mod asking;
mod bounces;
pub mod clock;
pub mod club;
mod commands;
mod forget;
mod hall;
pub mod identity;
pub mod intake;
pub mod limits;
pub mod mailing;
mod masks;
mod outgoing;
mod post;
pub mod reading;
pub mod retention;
pub mod schedule;
mod secrets;
pub mod service;
pub mod settings;
mod shape;
mod silence;
pub mod sitting;
pub mod span;
mod stamp;
pub mod texts;
mod tick;
mod turn;
mod vacancy;
pub mod verb;
pub mod who;

pub use club::Club;

use crate::config::Config;
use crate::mail::verdict::{Finding, Verifier};
use crate::mail::{Address, Letter, Phrases};
use crate::referee::Header;
use crate::report::Report;
use crate::store::{Store, Time};
use anyhow::{Context as _, Result};
use clock::Clock;
use hall::Hall;
use limits::Doorkeeper;
use sitting::Games;
use std::fmt;
use std::time::Duration;
use verb::Verbs;
use who::Key;

/// The desk.
pub struct Desk {
    /// Everything that is kept.
    pub store: Store,
    /// The club.
    pub club: Club,
    clock: Box<dyn Clock>,
    report: Report,
    phrases: &'static Phrases,
    verbs: Verbs,
    key: Key,
    games: Games,
    hall: Hall,
    door: Doorkeeper,
    /// Made when the first letter needs it.
    verifier: Option<Verifier>,
    /// When private data was looked through last.
    swept: Option<Time>,
    /// What names the mails of the present transaction, and how many there are.
    naming: (String, usize),
}

impl Desk {
    /// Sits down at the desk.
    pub fn new(club: Club, store: Store, clock: Box<dyn Clock>) -> Result<Desk> {
        let key = match store.fact("key")? {
            Some(key) => key,
            None => {
                let key = Key::fresh()?;
                store.set_fact("key", &key)?;
                key
            }
        };
        let report = Report::new(club.templates.as_deref())?;
        Ok(Desk {
            key: Key::from_hex(&key).context("the database holds a key that is none")?,
            report,
            phrases: Config::phrases()?,
            verbs: Verbs::load()?,
            games: Games::default(),
            hall: Hall::default(),
            door: Doorkeeper::default(),
            verifier: None,
            swept: None,
            naming: (String::new(), 0),
            store,
            club,
            clock,
        })
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    fn referee(&self) -> Address {
        Address::named(&self.club.name, &self.club.address)
    }

    /// Whether a signature proves a letter; asks the DNS.
    fn verify(&mut self, raw: &[u8], letter: &Letter) -> Result<Finding> {
        let verifier = match self.verifier.take() {
            Some(verifier) => verifier,
            None => {
                let server = self.club.identity.resolver.as_ref().map(|text| text.parse()).transpose()?;
                Verifier::new(server, Duration::from_secs(self.club.identity.dns_seconds.into()))?
            }
        };
        let (referee, now) = (self.referee(), self.now());
        // A strange signature must not break us: nothing is proved then.
        let look = std::panic::AssertUnwindSafe(|| verifier.look(raw, letter, &referee, now));
        let finding = std::panic::catch_unwind(look).unwrap_or(Finding::Nothing);
        self.verifier = Some(verifier);
        Ok(finding)
    }

    /// Does something whole: all of it is kept, or nothing. `name` is different for every such thing, and the same if it is done
    /// again after a crash.
    fn whole<T>(&mut self, name: String, what: impl FnOnce(&mut Desk) -> Result<T>) -> Result<T> {
        self.store.begin()?;
        self.naming = (name, 0);
        // A broken table must not take the others with it, even if a rule panics.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| what(self)));
        let done = done.unwrap_or_else(|panic| Err(anyhow::anyhow!("the program broke down: {}", message(&panic))));
        match done {
            Ok(done) => {
                self.store.commit()?;
                self.hall.keep();
                Ok(done)
            }
            Err(error) => {
                self.hall.forget();
                self.store.roll_back()?;
                Err(error)
            }
        }
    }

    /// What a stage of a table is called. One that its game does not know (before the start, or from a damaged row) stays as it is.
    fn stage_title(&mut self, header: &Header, stage: &str, language: &str) -> String {
        self.games.stage_title(header, &self.report, language, stage).unwrap_or_else(|_| stage.to_owned())
    }

    /// A sentence of the desk in a language.
    fn say(&self, language: &str, key: &str, what: &impl serde::Serialize) -> Result<String> {
        self.report.line(language, &format!("desk/replies/{key}"), what)
    }
}

/// What a panic says.
fn message(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

/// Something that cannot be done, told to whoever asked for it. Nothing is wrong with us.
#[derive(Debug)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// Makes any error one that is told to whoever asked.
trait Told<T> {
    fn told(self) -> Result<T>;
}

impl<T> Told<T> for Result<T> {
    fn told(self) -> Result<T> {
        self.map_err(|error| anyhow::Error::new(Refused(format!("{error:#}"))))
    }
}
