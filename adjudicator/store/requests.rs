//! What waits for a "yes": letters whose writer is not proved, new addresses, farewells.

use super::damage::text;
use super::{Records, Store, Time, words};
use anyhow::Result;
use rusqlite::{Row, params};

words!(
    /// What somebody is asked.
    Asking {
        /// Whether somebody wrote these letters.
        Letter = "letter",
        /// Whether mail shall go to this new address.
        Address = "address",
        /// Whether mail shall no longer come to this one.
        OldAddress = "old-address",
        /// Whether this is somebody's second address.
        Second = "second",
        /// Whether somebody shall be forgotten.
        Forget = "forget",
        /// Whether something that cannot be undone shall be done for somebody.
        Deed = "deed",
        /// Nothing: the last mail is on its way, and then its address goes too.
        Farewell = "farewell",
    }
);

/// What waits for a "yes".
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Its number.
    pub id: i64,
    /// What is asked.
    pub kind: Asking,
    /// Whom it is about; nothing: somebody new.
    pub person: Option<i64>,
    /// Who is asked.
    pub address: String,
    /// The new address; of a letter where it came from; of a deed what is to be done; of a farewell the Message-ID of the last mail.
    pub detail: String,
    /// When it was asked.
    pub asked: Option<Time>,
}

const REQUEST: &str = "id, kind, person, address, detail, asked";

fn request(row: &Row<'_>) -> rusqlite::Result<Request> {
    Ok(Request {
        id: row.get(0)?,
        kind: row.get(1)?,
        person: row.get(2)?,
        address: text(row, 3)?,
        detail: text(row, 4)?,
        asked: row.get(5)?,
    })
}

impl Records {
    /// A request by its number.
    pub fn request(&self, id: i64) -> Result<Option<Request>> {
        Ok(self.readable(&format!("SELECT {REQUEST} FROM request WHERE id = ?1"), [id], request)?.pop())
    }

    /// The requests of one kind that an address is, or will be, asked.
    pub fn requests_to(&self, kind: Asking, address: &str) -> Result<Vec<Request>> {
        let sql = format!("SELECT {REQUEST} FROM request WHERE kind = ?1 AND address = ?2 ORDER BY id");
        self.readable(&sql, params![kind, address], request)
    }

    /// The letter that waits for a request: its number, when it came, and what it says.
    pub fn letter_waiting(&self, request: i64) -> Result<Option<(i64, Time, Vec<u8>)>> {
        Ok(self.letters_waiting(request)?.into_iter().next())
    }

    /// The requests about somebody.
    pub fn requests_about(&self, person: i64) -> Result<Vec<Request>> {
        self.readable(&format!("SELECT {REQUEST} FROM request WHERE person = ?1 ORDER BY id"), [person], request)
    }

    /// All requests of one kind.
    pub fn requests(&self, kind: Asking) -> Result<Vec<Request>> {
        self.readable(&format!("SELECT {REQUEST} FROM request WHERE kind = ?1 ORDER BY id"), params![kind], request)
    }

    /// How many strangers were asked about letters since a time; and about letters that came from one source.
    pub fn strangers_asked(&self, since: Time, source: &str) -> Result<(u32, u32)> {
        let sql = "SELECT count(*), count(nullif(detail = ?2, 0)) FROM request WHERE kind = 'letter' AND person IS NULL AND asked > ?1";
        Ok(self.one(sql, params![since, source], |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default())
    }

    /// The letters that wait for a request, in the order they came.
    pub fn letters_waiting(&self, request: i64) -> Result<Vec<(i64, Time, Vec<u8>)>> {
        self.all("SELECT id, received, raw FROM mail WHERE request = ?1 ORDER BY id", [request], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    }
}

impl Store {
    /// Adds a request; its number.
    pub fn add_request(
        &self,
        kind: Asking,
        person: Option<i64>,
        address: &str,
        detail: &str,
        now: Time,
        asked: Option<Time>,
    ) -> Result<i64> {
        let sql = "INSERT INTO request (kind, person, address, detail, made, asked) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        self.run(sql, params![kind, person, address, detail, now, asked])?;
        Ok(self.db.last_insert_rowid())
    }

    /// Notes that a request was asked.
    pub fn set_asked(&self, id: i64, at: Time) -> Result<()> {
        self.run("UPDATE request SET asked = ?2 WHERE id = ?1", params![id, at])
    }

    /// The letters of a request wait for nothing any more.
    pub fn let_go(&self, id: i64) -> Result<()> {
        self.run("UPDATE mail SET request = NULL WHERE request = ?1", [id])
    }

    /// Ends a request. Its letters wait for nothing any more.
    pub fn drop_request(&self, id: i64) -> Result<()> {
        self.let_go(id)?;
        self.run("DELETE FROM request WHERE id = ?1", [id])
    }

    /// A letter waits for a request.
    pub fn let_wait(&self, mail: i64, request: i64) -> Result<()> {
        self.run("UPDATE mail SET fate = 'waiting', request = ?2 WHERE id = ?1", params![mail, request])
    }

    /// Notes which signature proved a letter; says whether it has proved no other.
    pub fn set_seal(&self, mail: i64, seal: &str) -> Result<bool> {
        let sql = "UPDATE OR IGNORE mail SET seal = ?2 WHERE id = ?1";
        Ok(self.change(sql, params![mail, seal])? == 1)
    }
}
