//! The tables in memory: those that were used last. Everything about them can be found again in the store.

use super::open_table::{Games, OpenTable};
use crate::store::{Board, Records};
use anyhow::{Context as _, Result, anyhow};
use std::collections::BTreeMap;
use std::rc::Rc;
use tabellarius_kernel::Seed;

/// How many tables stay in memory: the largest take some 24 KB each.
const MOST: usize = 2_048;

/// A moment of a record: its timeline, and how many rounds are closed there.
type Moment = (u32, u32);

/// A table in memory, and the moment of its record that it shows.
struct Kept {
    table: Box<dyn OpenTable>,
    shows: Moment,
    used: u64,
}

/// The tables in memory, and the games that they are built from.
#[derive(Default)]
pub struct TableCache {
    /// The games, each built once.
    pub games: Rc<Games>,
    tables: BTreeMap<String, Kept>,
    uses: u64,
}

impl TableCache {
    /// No tables yet; the games know the data that tables of this store were started with.
    pub fn of(store: &Records) -> Result<TableCache> {
        Ok(TableCache { games: Rc::new(Games::of(store)?), ..TableCache::default() })
    }

    /// A table to look at. It stays in the cache, whatever comes of it.
    pub fn see(&mut self, store: &Records, board: &Board) -> Result<&dyn OpenTable> {
        self.load(store, board)?;
        self.seen(board).ok_or_else(|| anyhow!("a table was set up and is not there"))
    }

    /// A table that is in the cache already.
    pub fn seen(&self, board: &Board) -> Option<&dyn OpenTable> {
        self.tables.get(&board.id).filter(|kept| kept.shows == moment(board)).map(|kept| kept.table.as_ref())
    }

    /// Sees to it that a table is in the cache.
    fn load(&mut self, store: &Records, board: &Board) -> Result<()> {
        self.uses += 1;
        match self.tables.get_mut(&board.id) {
            Some(kept) if kept.shows == moment(board) => kept.used = self.uses,
            _ => self.put(board, self.set_up(store, board)?),
        }
        Ok(())
    }

    /// Takes a table out of the cache, or sets it up from the store. Whoever takes it to change it brings it back with
    /// [`TableCache::put`], unless something went wrong with it.
    pub fn take(&mut self, store: &Records, board: &Board) -> Result<Box<dyn OpenTable>> {
        match self.tables.remove(&board.id).filter(|kept| kept.shows == moment(board)) {
            Some(kept) => Ok(kept.table),
            None => self.set_up(store, board),
        }
    }

    fn set_up(&self, store: &Records, board: &Board) -> Result<Box<dyn OpenTable>> {
        let seed = seed_of(board)?;
        let snapshot = store.snapshot(&board.id)?.ok_or_else(|| anyhow!("the table has not been started"))?;
        let rounds = store.rounds(&board.id, board.timeline, snapshot.rounds as u32, board.rounds)?;
        let mut table = self.games.resume(&board.header, seed, &snapshot, &rounds)?;
        for letter in store.letters(&board.id, board.timeline, board.rounds + 1)? {
            table.restore(&letter.seat, &letter.text, letter.finality)?;
        }
        Ok(table)
    }

    /// Brings a table back.
    pub fn put(&mut self, board: &Board, table: Box<dyn OpenTable>) {
        self.uses += 1;
        let kept = Kept { table, shows: moment(board), used: self.uses };
        self.tables.insert(board.id.clone(), kept);
    }

    /// The table as it was after so many rounds: played again from its first letter.
    pub fn as_it_was(&mut self, store: &Records, board: &Board, rounds: u32) -> Result<Box<dyn OpenTable>> {
        let record = store.rounds(&board.id, board.timeline, 0, rounds)?;
        self.games.replay(&board.header, seed_of(board)?, &record)
    }

    /// Makes room, when everything that the tables here show is in the store.
    pub fn shrink(&mut self) {
        if self.tables.len() <= MOST {
            return;
        }
        // Some more than must go, so that they need not be looked through again for the next table.
        let mut uses: Vec<u64> = self.tables.values().map(|kept| kept.used).collect();
        let (_, last, _) = uses.select_nth_unstable(MOST / 8);
        let last = *last;
        self.tables.retain(|_, kept| kept.used > last);
    }

    /// Forgets tables that show what is not in the store.
    pub fn forget(&mut self, tables: &[String]) {
        for id in tables {
            self.tables.remove(id);
        }
    }
}

fn moment(board: &Board) -> Moment {
    (board.timeline, board.rounds)
}

/// The secret of a table.
pub fn seed_of(board: &Board) -> Result<Seed> {
    Seed::from_hex(&board.seed).context("the table's seed is damaged")
}
