//! One transaction: it begins with a name, and ends by being kept whole or by being forgotten whole.

use super::Desk;
use super::club::Club;
use super::identity::Gate;
use super::open_table::OpenTable;
use super::tables::TableCache;
use super::verb::Verbs;
use crate::mail::{Address, Phrases};
use crate::referee::Header;
use crate::report::Renderer;
use crate::store::{Board, Store, Time};
use anyhow::Result;
use serde::Serialize;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is done in one transaction may use these, and nothing else of the desk.
pub struct Work<'d> {
    pub store: &'d Store,
    pub club: &'d Club,
    pub report: &'d Renderer,
    pub phrases: &'static Phrases,
    pub verbs: &'d Verbs,
    pub gate: &'d mut Gate,
    pub tables: &'d mut TableCache,
    /// When it began: everything in it happens at once.
    pub now: Time,
    /// What names its mails: different for every transaction, and the same if it is done again after a crash.
    pub name: String,
    /// How many mails it has named.
    pub mails: usize,
    /// The tables whose copies in memory may show more than the store, until it is kept.
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
            report: &self.report,
            phrases: self.phrases,
            verbs: &self.verbs,
            gate: &mut self.gate,
            tables: &mut self.tables,
            name,
            mails: 0,
            touched: Vec::new(),
        };
        work.store.begin()?;
        // A broken table must not take the others with it, even if a rule panics.
        let done = catch_unwind(AssertUnwindSafe(|| what(&mut work)));
        let done = done.unwrap_or_else(|panic| Err(anyhow::anyhow!("the program broke down: {}", message(&*panic))));
        match done {
            Ok(_) => work.keep()?,
            Err(_) => work.forget_all()?,
        }
        done
    }
}

impl Work<'_> {
    fn keep(self) -> Result<()> {
        self.store.commit()?;
        self.tables.shrink();
        Ok(())
    }

    fn forget_all(self) -> Result<()> {
        self.tables.forget(&self.touched);
        self.store.roll_back()
    }

    /// Takes a table into the hands; see [`TableCache::take`].
    pub fn take(&mut self, board: &Board) -> Result<Box<dyn OpenTable>> {
        self.tables.take(self.store, board)
    }

    /// Brings a table back. It may show what is not in the store before this transaction is.
    pub fn put(&mut self, board: &Board, table: Box<dyn OpenTable>) {
        self.touched.push(board.id.clone());
        self.tables.put(board, table);
    }

    /// The address of the club.
    pub fn referee(&self) -> Address {
        self.club.referee()
    }

    /// What a stage of a table is called. One that its game does not know (before the start, or from a damaged row) stays as it is.
    pub fn stage_title(&mut self, header: &Header, stage: &str, language: &str) -> String {
        self.tables.games.stage_title(header, self.report, language, stage).unwrap_or_else(|_| stage.to_owned())
    }

    /// A sentence of the desk in a language.
    pub fn say(&self, language: &str, key: &str, what: &impl Serialize) -> Result<String> {
        self.report.sentence(language, &format!("desk/replies/{key}"), what)
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}
