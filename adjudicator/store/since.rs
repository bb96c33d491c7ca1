//! What the old database knows and a copy does not: the letters that came since the copy was made.

use super::copy::open_to_look;
use super::{Records, Time};
use anyhow::Result;
use rusqlite::params;
use std::path::Path;

/// A letter that came after the copy was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterSince {
    /// When it came.
    pub received: Time,
    /// As it was kept: without passwords.
    pub raw: Vec<u8>,
    /// The table, the timeline and the round for which it was filed, if it was.
    pub round: Option<(String, u32, u32)>,
}

impl Records {
    /// The letters that an old database has taken and this one has not, oldest first; and how many of them it does not have any more.
    pub fn letters_since(&self, old: &Path) -> Result<(Vec<LetterSince>, usize)> {
        let old = open_to_look(old)?;
        let mut mails = old.prepare("SELECT fingerprint, sender, received, raw FROM mail ORDER BY received, id")?;
        // A letter is filed in the second in which it is taken, by whoever the sender is.
        let mut filed = old.prepare(
            "SELECT board, timeline, round FROM letter JOIN person ON person.id = letter.author \
             WHERE (address = ?1 OR second = ?1) AND filed BETWEEN ?2 - 2 AND ?2 + 2 ORDER BY abs(filed - ?2), number LIMIT 1",
        )?;
        let (mut found, mut gone) = (Vec::new(), 0);
        let mut rows = mails.query([])?;
        while let Some(row) = rows.next()? {
            let (fingerprint, sender, received) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?);
            if self.has_mail(&fingerprint)? {
                continue;
            }
            let raw: Vec<u8> = row.get(3)?;
            if raw.is_empty() {
                gone += 1;
                continue;
            }
            let round = filed.query_row(params![sender, received], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            found.push(LetterSince { received, raw, round: round.ok() });
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
