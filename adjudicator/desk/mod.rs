//! The desk: what happens with a letter, and what happens when nobody writes.
//!
//! | file | what |
//! |---|---|
//! | [`service`] | the loop: mail in, clock, mail out |
//! | [`again`] | letters that are met again after a restore |
//! | [`club`], [`mailing`] | what operators decide; what moderators do is in [`crate::settings`] |
//! | `work` | one transaction, and what may be used in it; `Look` for those who only look |
//! | [`intake`], `answering`, `handling` | a mail comes in: one mail, one transaction, one answer |
//! | `script`, [`reading`], [`texts`], [`verb`], `shape` | a letter taken apart into commands, texts and orders |
//! | [`who`], [`identity`], `secrets`, `people` | who wrote it, and how we know: tags, verdicts, passwords |
//! | `asking`, `deeds` | what waits for a "yes" of the registered address: letters, and what cannot be undone |
//! | `carried_tag` | tags without plus-addresses: in Message-IDs and subjects |
//! | `strays` | letters to the reply address of somebody else |
//! | `measure` | what of a letter is not done: too many commands, lookalikes |
//! | [`limits`], `bounces` | how much is taken; mail that comes back |
//! | `forget`, [`retention`] | private data: what goes when somebody asks for it, and what goes with time |
//! | `commands/` | what each command does |
//! | `reply`, `sentences/`, `voice` | what somebody is told, as a value; how it is put into words |
//! | [`open_table`], `tables` | tables in memory |
//! | [`proof`] | whether a table from a file is what it says |
//! | `turn`, `due`, `reports`, `endings` | closing rounds, deadlines, what everybody reads |
//! | `tick`, `attend`, `silence`, `vacancy` | the clock, silent seats, seats that nobody plays |
//! | `league` | seasons, draws, standings, ratings |
//! | [`spectator`] | what anybody may see of the club, for its pages |
//! | `hands`, `names` | seats that one person holds together; what people call a seat |
//! | `trouble`, `alarms` | what must stop nobody else |
//! | [`state`], `weekly`, `copies` | how the club is; the weekly mail about it; copies that are made by themselves |
//! | `post`, `telling`, `stamp`, `masks` | mails that go out, who is told what, and what must not go on |
//! | `outgoing` | from the outbox to the readers, and what to do when a mail does not arrive |
//!
//! The clock is a value ([`clock::Clock`]), so that everything here can be tried at any time of any year.

pub mod again;
mod alarms;
mod answering;
mod asking;
mod attend;
mod bounces;
mod carried_tag;
pub mod clock;
pub mod club;
mod commands;
mod copies;
mod deeds;
mod due;
mod endings;
mod forget;
mod handling;
mod hands;
pub mod identity;
pub mod intake;
mod layout;
pub(crate) mod league;
pub mod limits;
pub mod mailing;
mod masks;
mod measure;
mod names;
pub mod open_table;
mod outgoing;
mod people;
mod post;
pub mod proof;
pub mod reading;
mod reply;
mod reports;
pub mod retention;
mod script;
mod secrets;
mod sentences;
pub mod service;
mod shape;
mod silence;
pub mod spectator;
mod spelling;
mod stamp;
pub mod state;
mod strays;
mod tables;
mod telling;
pub mod texts;
mod tick;
mod tongue;
mod trouble;
mod turn;
mod vacancy;
pub mod verb;
mod voice;
mod weekly;
pub mod who;
mod work;

pub use club::Club;

use crate::config::Config;
use crate::mail::{Address, Phrases};
use crate::report::Renderer;
use crate::store::{Store, Time};
use anyhow::Result;
use clock::Clock;
use identity::Gate;
use spelling::Spelling;
use std::collections::BTreeSet;
use tabellarius_kernel::Effort;
use tables::TableCache;
use tongue::Tongues;
use verb::Verbs;
use voice::DeskVoice;

/// The desk: its parts, and the clock by which they work. What is done in one go is done by a [`work::Work`].
pub struct Desk {
    /// Everything that is kept.
    pub store: Store,
    /// What the operator decided.
    pub club: Club,
    clock: Box<dyn Clock>,
    voice: DeskVoice,
    phrases: &'static Phrases,
    verbs: Verbs,
    tongues: Tongues,
    gate: Gate,
    tables: TableCache,
    /// Whether of the last mail no copy must stay in the mailbox: ours is without its password, or enough of it.
    pub(crate) is_only_copy: bool,
    /// When private data was looked through last.
    swept: Option<Time>,
    /// What the operator must know and has not been told yet: the name of the mail, and what it says.
    troubles: Vec<(String, sentences::Alarm)>,
    /// The names of all that was noted since we began.
    known_troubles: BTreeSet<String>,
    /// When the running service looked at its clock last. Nothing: nobody serves; the clock is turned by hand.
    served: Option<Time>,
    /// All letters that came before are read; deadlines that have passed since wait. Nothing: letters are brought by hand.
    read_until: Option<Time>,
}

/// An entry of a table's log, as it is kept, in English.
pub fn log_in_english(kept: &str, report: &Renderer) -> String {
    sentences::Log::in_english(kept, report)
}

impl Desk {
    /// While many letters wait, each is answered with less thought.
    pub fn hurry(&mut self, is_flooded: bool) {
        self.voice.effort = if is_flooded { Effort::HURRY } else { Effort::LETTER };
    }

    /// Sits down at the desk.
    pub fn new(club: Club, store: Store, clock: Box<dyn Clock>) -> Result<Desk> {
        let verbs = Verbs::load()?;
        let mut troubles = Vec::new();
        let phrases = Config::phrases()?;
        let report = Renderer::new(club.templates.as_deref())?;
        let gate = Gate::open(&store, |why| {
            let told = sentences::Alarm::Undone { what: "read the key of the reply addresses".into(), why };
            troubles.push(("trouble.key".into(), told));
        })?;
        store.board_ids()?.iter().for_each(|id| verbs.know_table(id));
        Ok(Desk {
            gate,
            voice: DeskVoice {
                spelling: Spelling::of(&report),
                report,
                effort: Effort::LETTER,
                artist: std::cell::RefCell::default(),
            },
            phrases,
            verbs,
            tongues: Tongues::load(phrases)?,
            tables: TableCache::of(&store)?,
            is_only_copy: false,
            swept: None,
            troubles,
            known_troubles: BTreeSet::new(),
            served: None,
            read_until: None,
            store,
            club,
            clock,
        })
    }

    /// The address that a mail of the outbox comes back to if it cannot be delivered, where the server lets each mail have its own.
    pub fn return_address(&self, mail: i64, to: &str) -> String {
        self.gate.key.return_to(&Address::new(&self.club.address), mail, to).mailbox
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        self.clock.now()
    }
}
