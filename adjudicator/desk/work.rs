//! One transaction: it begins with a name, and ends by being kept whole or by being forgotten whole.

use super::Desk;
use super::club::Club;
use super::identity::Gate;
use super::open_table::{Games, OpenTable};
use super::reply::{Answer, Declined};
use super::tables::TableCache;
use super::tongue::Tongues;
use super::verb::Verbs;
use super::voice::DeskVoice;
use crate::mail::{Address, Phrases};
use crate::referee::Header;
use crate::store::{Board, Records, Store, Time};
use anyhow::Result;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// What is done in one transaction may use these, and nothing else of the desk.
pub struct Work<'d> {
    pub store: &'d Store,
    pub club: &'d Club,
    pub voice: &'d DeskVoice,
    pub phrases: &'static Phrases,
    pub verbs: &'d Verbs,
    /// By what languages are known.
    pub tongues: &'d Tongues,
    pub gate: &'d mut Gate,
    pub tables: InHand<'d>,
    /// When it began: everything in it happens at once.
    pub now: Time,
    /// What names its mails: different for every transaction, and the same if it is done again after a crash.
    pub name: String,
    /// How many mails it has named.
    pub mails: usize,
    /// Who wrote for the first time, in a language that was guessed from the letter.
    pub newcomer: Option<i64>,
}

/// What a command may use that only looks: it cannot change what is kept, nor write to anybody.
pub struct Look<'l, 'd> {
    pub store: &'l Records,
    pub club: &'l Club,
    pub voice: &'l DeskVoice,
    pub verbs: &'l Verbs,
    pub tables: &'l mut InHand<'d>,
}

/// The tables of one transaction.
pub struct InHand<'d> {
    cache: &'d mut TableCache,
    /// Tables whose copies in memory may show more than the store, until the transaction is kept.
    touched: Vec<String>,
}

impl Desk {
    /// Does something whole: all of it is kept, or nothing. `name` is different for every such thing, and the same if it is done
    /// again after a crash.
    pub(super) fn whole<T>(&mut self, name: String, what: impl FnOnce(&mut Work<'_>) -> Result<T>) -> Result<T> {
        let mut work = Work {
            now: self.clock.now(),
            store: &self.store,
            club: &self.club,
            voice: &self.voice,
            phrases: self.phrases,
            verbs: &self.verbs,
            tongues: &self.tongues,
            gate: &mut self.gate,
            tables: InHand { cache: &mut self.tables, touched: Vec::new() },
            name,
            mails: 0,
            newcomer: None,
        };
        work.store.begin()?;
        // A broken table must not take the others with it, even if a rule panics.
        let done = catch_unwind(AssertUnwindSafe(|| what(&mut work)));
        let done = done.unwrap_or_else(|panic| Err(anyhow::anyhow!("the program broke down: {}", message(&*panic))));
        match done {
            Ok(done) if !work.store.has_failed() => work.keep().map(|()| done),
            // Somebody has done without what the database could not give.
            Ok(_) => work.undo().and_then(|()| Err(anyhow::anyhow!("the database has failed"))),
            Err(error) => match work.undo() {
                Ok(()) => Err(error),
                Err(worse) => Err(worse.context(error)),
            },
        }
    }
}

impl<'d> Work<'d> {
    fn keep(self) -> Result<()> {
        self.store.commit()?;
        self.tables.cache.shrink();
        Ok(())
    }

    fn undo(self) -> Result<()> {
        self.tables.cache.forget(&self.tables.touched);
        self.store.roll_back()?;
        self.gate.key.know_turned(self.store.turned_tags()?.into_iter().collect());
        Ok(())
    }

    /// The same for those who only look.
    pub fn look(&mut self) -> Look<'_, 'd> {
        let (store, club, voice) = (self.store, self.club, self.voice);
        Look { store, club, voice, verbs: self.verbs, tables: &mut self.tables }
    }

    /// A table to look at; see [`InHand::see`].
    pub fn see(&mut self, board: &Board) -> Answer<&dyn OpenTable> {
        self.tables.see(self.store, board)
    }

    /// A table to be changed; see [`InHand::take`].
    pub fn take(&mut self, board: &Board) -> Answer<Box<dyn OpenTable>> {
        self.tables.take(self.store, board)
    }

    /// The address of the club.
    pub fn referee(&self) -> Address {
        self.club.referee()
    }

    /// See [`InHand::stage_title`].
    pub fn stage_title(&mut self, header: &Header, stage: &str, language: &str) -> String {
        self.tables.stage_title(self.voice, header, stage, language)
    }
}

impl InHand<'_> {
    /// A table to look at.
    pub fn see(&mut self, store: &Records, board: &Board) -> Answer<&dyn OpenTable> {
        self.cache.see(store, board).map_err(|error| broken(board, error))
    }

    /// A table that was looked at before.
    pub fn seen(&self, board: &Board) -> Option<&dyn OpenTable> {
        self.cache.seen(board)
    }

    /// Takes a table into the hands, to change it. Whoever takes it brings it back with [`InHand::put`], unless something went wrong
    /// with it: then it is set up again from what is kept.
    pub fn take(&mut self, store: &Records, board: &Board) -> Answer<Box<dyn OpenTable>> {
        self.cache.take(store, board).map_err(|error| broken(board, error))
    }

    /// Brings a table back. It may show what is not in the store before this transaction is.
    pub fn put(&mut self, board: &Board, table: Box<dyn OpenTable>) {
        self.touched.push(board.id.clone());
        self.cache.put(board, table);
    }

    /// The table as it was after so many rounds.
    pub fn as_it_was(&mut self, store: &Records, board: &Board, rounds: u32) -> Result<Box<dyn OpenTable>> {
        self.cache.as_it_was(store, board, rounds)
    }

    /// A table that begins.
    pub fn begin(&mut self, board: &Board) -> Result<Box<dyn OpenTable>> {
        self.cache.games.open(&board.header, super::tables::seed_of(board)?)
    }

    /// The games that tables are built from.
    pub fn games(&self) -> &Rc<Games> {
        &self.cache.games
    }

    /// The edition that a table of this game starts with now; its data are kept from here on.
    pub fn keep_edition(&mut self, store: &Store, game: &str) -> Result<String> {
        self.cache.games.keep_edition(store, game)
    }

    /// The names of the seats of a game, whether a table is open or not.
    pub fn seats(&mut self, header: &Header) -> Result<Vec<String>> {
        self.cache.games.seats(header)
    }

    /// What a stage of a table is called. One that its game does not know (before the start, or from a damaged row) stays as it is.
    pub fn stage_title(&mut self, voice: &DeskVoice, header: &Header, stage: &str, language: &str) -> String {
        self.cache.games.stage_title(header, &voice.report, language, stage).unwrap_or_else(|_| stage.to_owned())
    }
}

/// A table that cannot be set up.
fn broken(board: &Board, error: anyhow::Error) -> Declined {
    Declined::Broken(Box::new(board.clone()), error)
}

/// What a panic says.
pub(super) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}
