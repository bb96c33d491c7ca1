//! The desk: what happens with a letter, and what happens when nobody writes.
//!
//! | file | what |
//! |---|---|
//! | [`club`], [`mailing`] | what operators decide; what moderators do is in [`crate::settings`] |
//! | [`intake`], `answering` | a mail comes in: one mail, one transaction, one answer |
//! | [`reading`], [`texts`], [`verb`], `shape` | a letter taken apart into commands, texts and orders |
//! | [`who`], [`identity`], `secrets` | who wrote it, and how we know: tags, verdicts, passwords |
//! | `asking` | what waits for a "yes" of the registered address |
//! | [`limits`], `bounces` | how much is taken; mail that comes back |
//! | `forget`, [`retention`] | private data: what goes when somebody asks for it, and what goes with time |
//! | `commands/` | what each command does |
//! | `masks` | what must not go on in a letter to others |
//! | `hands`, `names` | seats that one person holds together; what people call a seat |
//! | `work` | one transaction |
//! | [`open_table`], `tables` | tables in memory |
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
mod hands;
pub mod identity;
pub mod intake;
pub mod limits;
pub mod mailing;
mod masks;
mod names;
pub mod open_table;
mod outgoing;
mod post;
pub mod reading;
pub mod retention;
mod secrets;
pub mod service;
mod shape;
mod silence;
mod stamp;
mod tables;
pub mod texts;
mod tick;
mod turn;
mod vacancy;
pub mod verb;
pub mod who;
mod work;

pub use club::Club;

use crate::config::Config;
use crate::mail::Phrases;
use crate::report::Renderer;
use crate::store::{Store, Time};
use anyhow::Result;
use clock::Clock;
use identity::Gate;
use tables::TableCache;
use verb::Verbs;

/// The desk: its parts, and the clock by which they work. What is done in one go is done by a [`work::Work`].
pub struct Desk {
    /// Everything that is kept.
    pub store: Store,
    /// What the operator decided.
    pub club: Club,
    clock: Box<dyn Clock>,
    report: Renderer,
    phrases: &'static Phrases,
    verbs: Verbs,
    gate: Gate,
    tables: TableCache,
    /// When private data was looked through last.
    swept: Option<Time>,
}

impl Desk {
    /// Sits down at the desk.
    pub fn new(club: Club, store: Store, clock: Box<dyn Clock>) -> Result<Desk> {
        let verbs = Verbs::load()?;
        store.board_ids()?.iter().for_each(|id| verbs.know_table(id));
        Ok(Desk {
            gate: Gate::open(&store)?,
            report: Renderer::new(club.templates.as_deref())?,
            phrases: Config::phrases()?,
            verbs,
            tables: TableCache::default(),
            swept: None,
            store,
            club,
            clock,
        })
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        self.clock.now()
    }
}

/// What comes of something that somebody asked for.
pub type Answer<T> = Result<T, Declined>;

/// Why something was not done.
#[derive(Debug)]
pub enum Declined {
    /// It cannot be done, and whoever asked is told so. Nothing is wrong with us, and nothing was changed.
    Reply(String),
    /// Something is wrong with us.
    Fault(anyhow::Error),
}

impl From<anyhow::Error> for Declined {
    fn from(fault: anyhow::Error) -> Declined {
        Declined::Fault(fault)
    }
}

impl Declined {
    /// The same where nobody asked who could be told.
    fn fault(self) -> anyhow::Error {
        match self {
            Declined::Reply(text) => anyhow::anyhow!("declined, and nobody asked: {text}"),
            Declined::Fault(fault) => fault,
        }
    }
}

/// Makes any error one that is told to whoever asked.
trait Told<T> {
    fn told(self) -> Answer<T>;
}

impl<T> Told<T> for Result<T> {
    fn told(self) -> Answer<T> {
        self.map_err(|error| Declined::Reply(format!("{error:#}")))
    }
}
