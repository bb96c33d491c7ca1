//! What the old database knows and a copy does not: the letters that came since the copy was made.

use super::copy::open_to_look;
use super::{Records, Time};
use anyhow::Result;
use rusqlite::OptionalExtension as _;
use std::cell::Cell;
use std::path::Path;

/// A letter that came after the copy was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterSince {
    /// When it came.
    pub received: Time,
    /// As it was kept: without passwords.
    pub raw: Vec<u8>,
    /// The table, the timeline and the round for which it was filed, if it was.
    pub round: Option<Place>,
}

/// The table, the timeline and the round for which a letter was filed.
pub type Place = (String, u32, u32);

/// The round that was open when a letter was answered stands in the name of the answer.
fn round_in(answer: &str) -> Option<Place> {
    let (_, stamp) = answer.split_once('@')?.0.rsplit_once(".round.")?;
    let mut pieces = stamp.split('.');
    Some((pieces.next()?.to_owned(), pieces.next()?.parse().ok()?, pieces.next()?.parse().ok()?))
}

/// The letters that an old database has taken and a copy has not, oldest first; and how many of them it does not have any more.
pub fn letters_between(copy: &Path, old: &Path) -> Result<(Vec<LetterSince>, usize)> {
    Records { db: open_to_look(copy)?, failed: Cell::new(false) }.letters_since(old)
}

impl Records {
    fn letters_since(&self, old: &Path) -> Result<(Vec<LetterSince>, usize)> {
        let old = open_to_look(old)?;
        let mut mails = old.prepare("SELECT fingerprint, received, raw FROM mail ORDER BY received, id")?;
        let mut answers =
            old.prepare("SELECT message_id FROM outbox WHERE message_id >= ?1 AND message_id < ?1 || '~' LIMIT 1")?;
        let (mut found, mut gone) = (Vec::new(), 0);
        let mut rows = mails.query([])?;
        while let Some(row) = rows.next()? {
            let (fingerprint, received) = (row.get::<_, String>(0)?, row.get::<_, Time>(1)?);
            if self.has_mail(&fingerprint)? {
                continue;
            }
            let raw: Vec<u8> = row.get(2)?;
            if raw.is_empty() {
                gone += 1;
                continue;
            }
            let name = format!("answer-{}", fingerprint.get(..20).unwrap_or(&fingerprint));
            let answer = answers.query_row([name], |row| row.get::<_, String>(0)).optional()?;
            let round = answer.as_deref().and_then(round_in);
            found.push(LetterSince { received, raw, round });
        }
        Ok((found, gone))
    }

    /// Whether a mail has come before.
    pub fn has_mail(&self, fingerprint: &str) -> Result<bool> {
        Ok(self.one("SELECT 1 FROM mail WHERE fingerprint = ?1", [fingerprint], |_| Ok(()))?.is_some())
    }

    /// When the newest mail came.
    pub fn newest_mail(&self) -> Result<Option<Time>> {
        Ok(self.one("SELECT max(received) FROM mail", [], |row| row.get(0))?.flatten())
    }
}
