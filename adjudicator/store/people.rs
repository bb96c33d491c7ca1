//! Who writes: names, addresses, habits, absences, digests.

use super::damage::{count, format, text, text_if_any, wants};
use super::{Records, Store, Time, words};
use anyhow::Result;
use rusqlite::{Row, params};

/// Somebody who writes.
#[derive(Clone, PartialEq, Debug)]
pub struct Person {
    /// A number.
    pub id: i64,
    /// What they call themselves.
    pub name: String,
    /// Where they get mail.
    pub address: String,
    /// In which language they read.
    pub language: String,
    /// The time zone, such as `Europe/Rome`.
    pub zone: String,
    /// How many mails they want.
    pub wants: Wants,
    /// How the mails look.
    pub format: Format,
    /// Where mail goes while the first address sends it back.
    pub second: Option<String>,
    /// Since when the first address is known to send mail back.
    pub unreachable: Option<Time>,
}

/// The domain of people who are gone: no mail ever goes there (RFC 2606).
pub const GONE: &str = "@gone.invalid";

impl Person {
    /// Somebody whom the club does not know, or not by number.
    pub fn stranger(name: &str, address: &str, language: &str, zone: &str) -> Person {
        let (name, address, language, zone) = (name.into(), address.into(), language.into(), zone.into());
        Person {
            id: 0,
            name,
            address,
            language,
            zone,
            wants: Wants::Every,
            format: Format::Plain,
            second: None,
            unreachable: None,
        }
    }

    /// Where mail to this person goes now.
    pub fn mailbox(&self) -> &str {
        self.second.as_deref().filter(|_| self.unreachable.is_some()).unwrap_or(&self.address)
    }

    /// Whether an address is one of this person's.
    pub fn has(&self, address: &str) -> bool {
        self.address == address || self.second.as_deref() == Some(address)
    }

    /// Whether this person asked to be forgotten.
    pub fn is_gone(&self) -> bool {
        self.address.ends_with(GONE)
    }
}

words!(
    /// How many mails somebody wants.
    Wants {
        /// Everything as it happens.
        Every = "every",
        /// Press and notices once a day, or with the next report.
        Digest = "digest",
    }
);

words!(
    /// How somebody's mails look.
    Format {
        /// Plain text and nothing else.
        Plain = "plain",
        /// A page with pictures beside the text.
        Html = "html",
        /// A page without pictures beside the text.
        Bare = "bare",
        /// A text made to be read aloud.
        Spoken = "spoken",
    }
);

/// Something that waits for a digest.
#[derive(Clone, Debug)]
pub struct DigestItem {
    /// The table, if it is about one.
    pub board: Option<String>,
    /// When it happened.
    pub at: Time,
    /// What it says.
    pub text: String,
}

const PERSON: &str = "id, name, address, language, zone, wants, format, second, unreachable";

/// Somebody sits at many tables: what cannot be read of this row stops none of them.
fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person {
        id: row.get(0)?,
        name: text(row, 1)?,
        address: text(row, 2)?,
        language: text(row, 3)?,
        zone: text(row, 4)?,
        wants: wants(row, 5),
        format: format(row, 6),
        second: text_if_any(row, 7)?,
        unreachable: row.get(8)?,
    })
}

impl Records {
    /// Somebody by an address, the first or the second.
    pub fn person_at(&self, address: &str) -> Result<Option<Person>> {
        let first = self.one(&format!("SELECT {PERSON} FROM person WHERE address = ?1"), [address], person)?;
        match first {
            Some(person) => Ok(Some(person)),
            None => self.one(&format!("SELECT {PERSON} FROM person WHERE second = ?1"), [address], person),
        }
    }

    /// Somebody by number.
    pub fn person(&self, id: i64) -> Result<Option<Person>> {
        self.one(&format!("SELECT {PERSON} FROM person WHERE id = ?1"), [id], person)
    }

    /// The names and addresses that somebody had before.
    pub fn former(&self, person: i64) -> Result<Vec<String>> {
        let former = self.readable("SELECT former FROM person WHERE id = ?1", [person], |row| super::json(row, 0))?;
        Ok(former.into_iter().next().unwrap_or_default())
    }

    /// The hash of somebody's password.
    pub fn password(&self, person: i64) -> Result<Option<String>> {
        Ok(self.one("SELECT password FROM person WHERE id = ?1", [person], |row| text_if_any(row, 0))?.flatten())
    }

    /// Until when somebody is away who is away at this time.
    pub fn absent_until(&self, person: i64, at: Time) -> Result<Option<Time>> {
        let sql = "SELECT max(until) FROM absence WHERE person = ?1 AND since <= ?2 AND until > ?2";
        Ok(self.one(sql, params![person, at], |row| row.get(0))?.flatten())
    }

    /// How many things that are about no table wait for somebody's digest.
    pub fn digest_items_without_table(&self, person: i64) -> Result<u32> {
        let sql = "SELECT count(*) FROM digest WHERE person = ?1 AND board IS NULL";
        Ok(self.one(sql, [person], |row| row.get(0))?.unwrap_or(0))
    }

    /// The people for whom something has been waiting since before this time.
    pub fn people_with_digests(&self, before: Time) -> Result<Vec<i64>> {
        let sql = "SELECT person FROM digest GROUP BY person HAVING min(at) <= ?1 ORDER BY person";
        self.all(sql, [before], |row| row.get(0))
    }

    /// When the oldest thing that waits for a digest happened.
    pub fn oldest_digest_item(&self) -> Result<Option<Time>> {
        Ok(self.one("SELECT min(at) FROM digest", [], |row| row.get(0))?.flatten())
    }
}

impl Store {
    /// Adds somebody.
    pub fn add_person(&self, name: &str, address: &str, language: &str, zone: &str, now: Time) -> Result<Person> {
        let sql = "INSERT INTO person (name, address, language, zone, wants, joined) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        self.run(sql, params![name, address, language, zone, Wants::Every, now])?;
        Ok(Person { id: self.db.last_insert_rowid(), ..Person::stranger(name, address, language, zone) })
    }

    /// Keeps what somebody changed about themselves.
    pub fn update_person(&self, person: &Person) -> Result<()> {
        self.run(
            "UPDATE person SET name = ?2, address = ?3, language = ?4, zone = ?5, wants = ?6, format = ?7, \
             second = ?8 WHERE id = ?1",
            params![
                person.id,
                person.name,
                person.address,
                person.language,
                person.zone,
                person.wants,
                person.format,
                person.second
            ],
        )
    }

    /// Notes a name or an address that somebody no longer uses, so that it can be forgotten one day.
    pub fn add_former(&self, person: i64, what: &str) -> Result<()> {
        let mut former = self.former(person)?;
        if !former.iter().any(|known| known == what) {
            former.push(what.to_owned());
        }
        let text = serde_json::to_string(&former)?;
        self.run("UPDATE person SET former = ?2 WHERE id = ?1", params![person, text])
    }

    /// Keeps the hash of somebody's password; nothing: there is none.
    pub fn set_password(&self, person: i64, hash: Option<&str>) -> Result<()> {
        self.run("UPDATE person SET password = ?2 WHERE id = ?1", params![person, hash])
    }

    /// A mail to somebody came back; how many have since the last letter.
    pub fn count_bounce(&self, person: i64) -> Result<u32> {
        self.run("UPDATE person SET bounces = min(bounces, 1000000) + 1 WHERE id = ?1", [person])?;
        Ok(self.one("SELECT bounces FROM person WHERE id = ?1", [person], |row| count(row, 0))?.unwrap_or(0))
    }

    /// Notes since when somebody's first address sends mail back; nothing: it does not, and what came back is forgiven.
    pub fn set_unreachable(&self, person: i64, since: Option<Time>) -> Result<()> {
        match since {
            Some(_) => self.run("UPDATE person SET unreachable = ?2 WHERE id = ?1", params![person, since]),
            None => self.run(
                "UPDATE person SET unreachable = NULL, bounces = 0 WHERE id = ?1 AND (unreachable IS NOT NULL OR bounces > 0)",
                [person],
            ),
        }
    }

    /// Notes an absence.
    pub fn add_absence(&self, person: i64, since: Time, until: Time) -> Result<()> {
        self.run("INSERT OR REPLACE INTO absence VALUES (?1, ?2, ?3)", params![person, since, until])
    }

    /// Somebody is back: the absences end.
    pub fn end_absences(&self, person: i64) -> Result<()> {
        self.run("DELETE FROM absence WHERE person = ?1", [person])
    }

    /// Puts something aside for somebody's next digest.
    pub fn clip(&self, person: i64, board: Option<&str>, at: Time, text: &str) -> Result<()> {
        self.run(
            "INSERT INTO digest (person, board, at, text) VALUES (?1, ?2, ?3, ?4)",
            params![person, board, at, text],
        )
    }

    /// Takes what waits for somebody's digest.
    pub fn take_digest(&self, person: i64) -> Result<Vec<DigestItem>> {
        let sql = "SELECT board, at, text FROM digest WHERE person = ?1 ORDER BY id";
        let found = self.all(sql, [person], |row| {
            Ok(DigestItem { board: text_if_any(row, 0)?, at: row.get(1)?, text: text(row, 2)? })
        })?;
        self.run("DELETE FROM digest WHERE person = ?1", [person])?;
        Ok(found)
    }
}
