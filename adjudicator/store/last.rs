//! A small file beside the database that says how far it was when it was last safe on the disk.
//!
//! SQLite reads a WAL up to the first page that is damaged, and says nothing of what came behind it. So the numbers of the newest mails,
//! in and out, are written beside it each time the disk has them. If the database has less than that at the next start, somebody must know.
//! The file itself is not waited for: after a cut of the power it may be older than the database, which is no trouble.

use super::Store;
use anyhow::{Context as _, Result};
use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

/// How far a database is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reached {
    /// The number of the newest letter.
    pub letters: i64,
    /// The number of the newest mail to somebody.
    pub mails: i64,
}

/// Where it is written.
pub fn file_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".last");
    name.into()
}

fn text_of(reached: Reached) -> String {
    let numbers = format!("letters {:020} mails {:020}", reached.letters, reached.mails);
    format!("{numbers} {}\n", &blake3::hash(numbers.as_bytes()).to_hex()[..16])
}

fn read(text: &str) -> Option<Reached> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [_, letters, _, mails, _] = words[..] else { return None };
    let reached = Reached { letters: letters.parse().ok()?, mails: mails.parse().ok()? };
    // One that was cut short says nothing.
    (text_of(reached) == text).then_some(reached)
}

impl Store {
    /// How far it is now.
    pub fn reached(&self) -> Result<Reached> {
        let number = |sql| {
            Ok::<i64, anyhow::Error>(self.one(sql, [], |row| row.get::<_, Option<i64>>(0))?.flatten().unwrap_or(0))
        };
        Ok(Reached {
            letters: number("SELECT max(id) FROM mail")?,
            mails: number("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")?,
        })
    }

    /// Everything is safe: writes down how far it is. What cannot be written is no trouble: nothing is worse for it.
    pub(super) fn note_reached(&self) {
        let Some(path) = self.db.path().filter(|path| !path.is_empty()) else { return };
        let Ok(reached) = self.reached().map(text_of) else { return };
        // Always as long, and over what stood there: the disk has least to do for it.
        let mut file = self.reached_file.borrow_mut();
        if file.is_none() {
            *file = OpenOptions::new().create(true).truncate(false).write(true).open(file_of(Path::new(path))).ok();
        }
        if let Some(file) = &*file {
            let _ = file.write_all_at(reached.as_bytes(), 0);
        }
    }

    /// What was safe once and is not there any more: how many letters and mails. Asked once, at the start.
    pub fn vanished(&self) -> Result<Option<Reached>> {
        let Some(path) = self.db.path().filter(|path| !path.is_empty()) else { return Ok(None) };
        let Some(before) = fs::read_to_string(file_of(Path::new(path))).ok().as_deref().and_then(read) else {
            return Ok(None);
        };
        let now = self.reached().context("cannot see how far the database is")?;
        let gone = Reached { letters: (before.letters - now.letters).max(0), mails: (before.mails - now.mails).max(0) };
        Ok(if gone == Reached::default() { None } else { Some(gone) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Durability;

    #[test]
    fn commits_behind_a_damaged_page_of_the_wal_are_missed() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let (database, killed) = (dir.path().join("club.db"), dir.path().join("killed.db"));
        let store = Store::open(&database)?;
        store.set_durability(Durability::Together)?;
        for number in 0..40 {
            store.begin()?;
            store.post(&format!("{number}@x"), None, "anna@x", &[b'x'; 9_000], 7)?;
            store.commit()?;
            store.settle()?;
        }
        let wal = |path: &Path| PathBuf::from(format!("{}-wal", path.display()));
        // As a killed service leaves it.
        for (from, to) in
            [(database.clone(), killed.clone()), (wal(&database), wal(&killed)), (file_of(&database), file_of(&killed))]
        {
            fs::copy(from, to)?;
        }
        assert_eq!(Store::open(&killed)?.vanished()?, None, "all is there");
        fs::copy(&database, &killed)?;
        let mut bytes = fs::read(wal(&database))?;
        let half = bytes.len() / 2;
        bytes[half..half + 100].fill(7);
        fs::write(wal(&killed), bytes)?;
        let gone = Store::open(&killed)?.vanished()?.context("nobody noticed")?;
        assert!(gone.letters == 0 && (5..35).contains(&gone.mails), "{gone:?}");
        // One that is cut short is none.
        fs::write(file_of(&killed), "letters 9 mails 9")?;
        assert_eq!(Store::open(&killed)?.vanished()?, None);
        Ok(())
    }
}
