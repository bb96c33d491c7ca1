//! What we know about tags and addresses: which tags were replaced because somebody else had them, and whose mail comes with a verdict.

use super::{Records, Store};
use anyhow::Result;
use rusqlite::params;

/// Of whom, at which table, for which seat; and how often.
pub type Turned = ((i64, String, String), u32);

impl Records {
    /// The tags that were replaced: of whom, at which table, for which seat, how often.
    pub fn turned_tags(&self) -> Result<Vec<Turned>> {
        self.all("SELECT person, board, seat, turned FROM tag", [], |row| {
            Ok(((row.get(0)?, row.get(1)?, row.get(2)?), row.get(3)?))
        })
    }

    /// Whether mail from an address usually comes with a verdict. Of an address that we have not seen with one, its domain tells.
    pub fn usually_signs(&self, address: &str) -> Result<bool> {
        if let Some(signs) = self.habit(address)? {
            return Ok(signs > 0);
        }
        let sql = "SELECT 1 FROM habit WHERE domain = ?1 AND signs > 0 LIMIT 1";
        Ok(self.one(sql, [domain(address)], |_| Ok(()))?.is_some())
    }

    fn habit(&self, address: &str) -> Result<Option<i64>> {
        self.one("SELECT signs FROM habit WHERE address = ?1", [address], |row| row.get(0))
    }
}

impl Records {
    /// Whether somebody has ever written to us.
    pub fn was_heard(&self, person: i64) -> Result<bool> {
        Ok(self.one("SELECT heard FROM person WHERE id = ?1", [person], |row| row.get(0))?.unwrap_or(false))
    }
}

impl Store {
    /// Notes whether somebody has ever written to us.
    pub fn set_heard(&self, person: i64, heard: bool) -> Result<()> {
        self.run("UPDATE person SET heard = ?2 WHERE id = ?1 AND heard <> ?2", params![person, heard])
    }

    /// Notes how often a tag was replaced.
    pub fn turn_tag(&self, person: i64, board: &str, seat: &str, turned: u32) -> Result<()> {
        self.run("INSERT OR REPLACE INTO tag VALUES (?1, ?2, ?3, ?4)", params![person, board, seat, turned])
    }

    /// A letter from an address came with a verdict.
    pub fn note_verdict(&self, address: &str) -> Result<()> {
        let before = self.habit(address)?;
        if before.is_some_and(|signs| signs > 0) {
            return Ok(());
        }
        self.set_habit(address, before.map_or(1, |signs| signs + 1))
    }

    /// The owner of an address said yes to a letter without a verdict: so soon none is missed there.
    pub fn note_no_verdict(&self, address: &str) -> Result<()> {
        if self.usually_signs(address)? { self.set_habit(address, -SOME) } else { Ok(()) }
    }

    fn set_habit(&self, address: &str, signs: i64) -> Result<()> {
        self.run("INSERT OR REPLACE INTO habit VALUES (?1, ?2, ?3)", params![address, domain(address), signs])
    }
}

/// Whoever said yes to a letter without a verdict must write so many with one before one is missed again.
const SOME: i64 = 5;

fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or("", |(_, domain)| domain)
}
