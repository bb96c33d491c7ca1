//! Letters that are met again after the club went back to a copy of its database: they lie in a folder beside the inbox, and are offered
//! one after the other, before anything new is looked at. A letter that was filed for a later round waits until that is open, and no round
//! is closed before all letters that were filed for it are met, also those of seats that nobody waits for; so each round has the letters
//! again that it had.

use super::Desk;
use super::intake::Taken;
use super::stamp::Answered;
use crate::mail::maildir::Entry;
use crate::mail::{Letter, Maildir};
use crate::store::{Records, Time};
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

/// A letter to be offered again is no longer than this.
const MOST: u64 = 64 << 20;

/// Where letters wait to be met again.
pub fn folder(inbox: &Path) -> PathBuf {
    inbox.join(".Again")
}

/// The name of the file of a letter: when it came, its place among the others, and the round for which it was filed.
pub fn name_of(received: Time, place: usize, round: Option<&(String, u32, u32)>) -> String {
    let round = round.map(|(table, timeline, round)| format!(".round.{table}.{timeline}.{round}")).unwrap_or_default();
    format!("{received:010}.M{place:06}P0.again{round}")
}

/// The letters that wait.
pub struct Again {
    maildir: Maildir,
    waiting: VecDeque<Entry>,
    /// Those that are too early.
    early: Vec<Entry>,
}

impl Again {
    /// Looks what is there; nothing, if there is nothing.
    pub fn open(inbox: &Path) -> Result<Option<Again>> {
        let folder = folder(inbox);
        if !folder.join("new").is_dir() {
            return Ok(None);
        }
        let maildir = Maildir::open(folder)?;
        let waiting: VecDeque<Entry> = maildir.waiting()?.into();
        Ok(if waiting.is_empty() { None } else { Some(Again { maildir, waiting, early: Vec::new() }) })
    }

    /// How many wait.
    pub fn left(&self) -> usize {
        self.waiting.len() + self.early.len()
    }

    /// Offers the next letter that is not too early. What became of it, and what moves it away when that is safe; nothing: none can be
    /// offered now.
    pub fn offer(&mut self, desk: &mut Desk) -> Result<Option<(Taken, Entry)>> {
        // Some that were too early may not be any more.
        for entry in self.early.drain(..).rev() {
            self.waiting.push_front(entry);
        }
        while let Some(entry) = self.waiting.pop_front() {
            let Ok(raw) = self.maildir.read(&entry, MOST) else { continue };
            if is_early(&desk.store, &entry.name, &raw, desk.phrases)? {
                self.early.push(entry);
                continue;
            }
            let received = entry.name.split('.').next().and_then(|second| second.parse().ok());
            let taken = desk.take_letter(&raw, received.unwrap_or_else(|| desk.now()), &entry.name)?;
            return Ok(Some((taken, entry)));
        }
        Ok(None)
    }

    /// Whether one of those that wait was filed for a round that is open: the clock must not close that before. Letters that are too early
    /// hold up nothing.
    pub fn holds_rounds_open(&self, desk: &Desk) -> Result<bool> {
        let mut seen = BTreeSet::new();
        for entry in &self.waiting {
            let Some(place) = round_in(&entry.name) else { continue };
            if seen.contains(&place) {
                continue;
            }
            let (table, timeline, round) = &place;
            let board = desk.store.sound_board(table)?;
            if board.is_some_and(|board| board.timeline == *timeline && board.rounds + 1 == *round) {
                return Ok(true);
            }
            seen.insert(place);
        }
        Ok(false)
    }

    /// A letter is safe with us.
    pub fn done(&self, entry: &Entry) -> Result<()> {
        self.maildir.done(entry, "S")
    }
}

/// Whether a letter is for a round that is not open yet.
fn is_early(store: &Records, name: &str, raw: &[u8], phrases: &crate::mail::Phrases) -> Result<bool> {
    let stamps = [round_in(name), Answered::by(&Letter::read(raw, phrases)).stamp()];
    for (table, timeline, round) in stamps.into_iter().flatten() {
        let Some(board) = store.sound_board(&table)? else { continue };
        if board.is_alive() && board.is_started() && board.timeline == timeline && round > board.rounds + 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The round that stands in the name of a file.
fn round_in(name: &str) -> Option<(String, u32, u32)> {
    let name = name.split(':').next()?;
    let mut pieces = name.split_once(".again.round.")?.1.split('.');
    Some((pieces.next()?.to_owned(), pieces.next()?.parse().ok()?, pieces.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_for_which_round_its_letter_was_filed() {
        let round = ("ostia-3".to_owned(), 2, 17);
        assert_eq!(round_in(&name_of(1_794_830_400, 5, Some(&round))), Some(round));
        assert_eq!(round_in(&name_of(1_794_830_400, 5, None)), None);
    }
}
