//! What the old database knows and a copy does not: the letters that came since the copy was made.

use super::copy::open_to_look;
use super::{Records, Time};
use anyhow::Result;
use rusqlite::Connection;
use std::collections::{BTreeMap, VecDeque};
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

/// A letter is filed in the second in which it came, or nearly so.
const NEAR: Time = 2;

/// The table, the timeline and the round for which a letter was filed.
pub type Place = (String, u32, u32);

/// For which rounds everybody's letters were filed, and when, in the order in which they were.
fn filed_by(old: &Connection) -> Result<BTreeMap<String, VecDeque<(Time, Place)>>> {
    let sql = "SELECT address, second, filed, board, timeline, round FROM letter JOIN person ON person.id = letter.author \
               ORDER BY filed, timeline, round, number";
    let mut query = old.prepare(sql)?;
    let (mut rows, mut filed) = (query.query([])?, BTreeMap::<String, VecDeque<(Time, Place)>>::new());
    while let Some(row) = rows.next()? {
        let letter: (Time, Place) = (row.get(2)?, (row.get(3)?, row.get(4)?, row.get(5)?));
        for address in [row.get::<_, Option<String>>(0)?, row.get(1)?].into_iter().flatten() {
            filed.entry(address).or_default().push_back(letter.clone());
        }
    }
    Ok(filed)
}

impl Records {
    /// The letters that an old database has taken and this one has not, oldest first; and how many of them it does not have any more.
    pub fn letters_since(&self, old: &Path) -> Result<(Vec<LetterSince>, usize)> {
        let old = open_to_look(old)?;
        let mut mails = old.prepare("SELECT fingerprint, sender, received, raw FROM mail ORDER BY received, id")?;
        let mut filed = filed_by(&old)?;
        let (mut found, mut gone) = (Vec::new(), 0);
        let mut rows = mails.query([])?;
        while let Some(row) = rows.next()? {
            let (fingerprint, sender, received) =
                (row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Time>(2)?);
            let own = filed.entry(sender).or_default();
            while own.front().is_some_and(|(at, _)| *at < received - NEAR) {
                own.pop_front();
            }
            let is_near = own.front().is_some_and(|(at, _)| *at <= received + NEAR);
            let round = if is_near { own.pop_front().map(|(_, round)| round) } else { None };
            if self.has_mail(&fingerprint)? {
                continue;
            }
            let raw: Vec<u8> = row.get(3)?;
            if raw.is_empty() {
                gone += 1;
                continue;
            }
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
