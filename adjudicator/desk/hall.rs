//! The tables in memory: those that were used last. Everything about them can be found again in the store.

use super::Desk;
use super::sitting::Sitting;
use crate::store::Board;
use anyhow::{Context as _, Result, anyhow};
use std::collections::BTreeMap;
use tabellarius_kernel::Seed;

/// How many tables stay in memory.
const MOST: usize = 512;

/// A table in memory, and the moment of its record that it shows.
struct Kept {
    sitting: Box<dyn Sitting>,
    shows: (u32, u32),
    used: u64,
}

/// The tables in memory.
#[derive(Default)]
pub struct Hall {
    tables: BTreeMap<String, Kept>,
    /// Tables changed since the last commit.
    touched: Vec<String>,
    uses: u64,
}

impl Hall {
    /// What was changed is in the store.
    pub fn keep(&mut self) {
        self.touched.clear();
        while self.tables.len() > MOST {
            let oldest = self.tables.iter().min_by_key(|(_, kept)| kept.used).map(|(id, _)| id.clone());
            let Some(oldest) = oldest else { break };
            self.tables.remove(&oldest);
        }
    }

    /// What was changed is not in the store.
    pub fn forget(&mut self) {
        for id in std::mem::take(&mut self.touched) {
            self.tables.remove(&id);
        }
    }
}

impl Desk {
    /// Takes a table out of the hall, or sets it up from the store. Whoever takes it brings it back with [`Desk::put`], unless
    /// something went wrong with it.
    pub(super) fn take(&mut self, board: &Board) -> Result<Box<dyn Sitting>> {
        if let Some(kept) = self.hall.tables.remove(&board.id)
            && kept.shows == (board.timeline, board.rounds)
        {
            return Ok(kept.sitting);
        }
        let seed = seed_of(board)?;
        let snapshot = self.store.snapshot(&board.id)?.ok_or_else(|| anyhow!("the table has not been started"))?;
        let rounds = self.store.rounds(&board.id, board.timeline, snapshot.rounds as u32, board.rounds)?;
        let mut sitting = self.games.resume(&board.header, seed, &snapshot, &rounds)?;
        for letter in self.store.letters(&board.id, board.timeline, board.rounds + 1)? {
            sitting.restore(&letter.seat, &letter.text, letter.finality)?;
        }
        Ok(sitting)
    }

    /// Brings a table back.
    pub(super) fn put(&mut self, board: &Board, sitting: Box<dyn Sitting>) {
        self.hall.uses += 1;
        let kept = Kept { sitting, shows: (board.timeline, board.rounds), used: self.hall.uses };
        self.hall.touched.push(board.id.clone());
        self.hall.tables.insert(board.id.clone(), kept);
    }

    /// The table as it was after so many rounds: played again from its first letter.
    pub(super) fn as_it_was(&mut self, board: &Board, rounds: u32) -> Result<Box<dyn Sitting>> {
        let record = self.store.rounds(&board.id, board.timeline, 0, rounds)?;
        self.games.replay(&board.header, seed_of(board)?, &record)
    }
}

/// The secret of a table.
pub fn seed_of(board: &Board) -> Result<Seed> {
    Seed::from_hex(&board.seed).context("the table's seed is damaged")
}
