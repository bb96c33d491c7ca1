//! Mail in and out.

use super::damage::{count, text, text_if_any};
use super::{Records, Store, Time};
use crate::mail::outgoing::QueuedMail;
use anyhow::Result;
use rusqlite::params;

/// What became of a mail in quarantine begins so; why follows.
pub const QUARANTINE: &str = "quarantine: ";

/// A mail that came in.
#[derive(Clone, Debug)]
pub struct Incoming<'a> {
    /// The hash of what was sent.
    pub fingerprint: &'a str,
    /// Its Message-ID.
    pub message_id: Option<&'a str>,
    /// Who sent it, as it says.
    pub sender: &'a str,
    /// When it came.
    pub received: Time,
    /// Its bytes.
    pub raw: &'a [u8],
}

/// A mail that goes out.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// Its place in the line.
    pub id: i64,
    /// Its Message-ID.
    pub message_id: String,
    /// To whom.
    pub address: String,
    pub bytes: Vec<u8>,
    /// How often it was tried in vain.
    pub attempts: u32,
}

/// A mail in quarantine.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// Its number.
    pub id: i64,
    /// Who sent it, as it says.
    pub sender: String,
    /// When it came.
    pub received: Time,
    /// What became of it.
    pub fate: String,
}

impl Records {
    /// A mail and what became of it.
    pub fn mail(&self, id: i64) -> Result<Option<(Vec<u8>, String)>> {
        self.one("SELECT raw, fate FROM mail WHERE id = ?1", [id], |row| Ok((row.get(0)?, text(row, 1)?)))
    }

    /// The letter whose fingerprint begins so, as it is kept.
    pub fn mail_with(&self, fingerprint: &str) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT raw FROM mail WHERE fingerprint >= ?1 AND fingerprint < ?1 || 'g' LIMIT 1";
        self.one(sql, [fingerprint], |row| row.get(0))
    }

    /// The letter of this fingerprint, if it waits until its writer is proved; and the request that it waits for.
    pub fn mail_waiting(&self, fingerprint: &str) -> Result<Option<(i64, i64)>> {
        let sql = "SELECT id, request FROM mail WHERE fingerprint = ?1 AND fate = 'waiting' AND request IS NOT NULL";
        self.one(sql, [fingerprint], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The mails in quarantine.
    pub fn quarantine(&self) -> Result<Vec<Suspect>> {
        let sql = "SELECT id, sender, received, fate FROM mail WHERE fate LIKE 'quarantine%' ORDER BY id";
        self.all(sql, [], |row| {
            Ok(Suspect { id: row.get(0)?, sender: text(row, 1)?, received: row.get(2)?, fate: text(row, 3)? })
        })
    }

    /// How many bytes of mails are kept that nobody is proved to have written.
    pub fn unproved_bytes(&self) -> Result<u64> {
        let sql = "SELECT coalesce(sum(length(raw)), 0) FROM mail WHERE fate = 'waiting' OR fate LIKE 'quarantine%' OR fate LIKE 'nuisance%'";
        Ok(self.one(sql, [], |row| row.get::<_, i64>(0))?.unwrap_or(0).unsigned_abs())
    }

    /// How many mails came in, and how many went out.
    pub fn traffic(&self) -> Result<(u64, u64)> {
        let count = |sql| self.one(sql, [], |row| row.get::<_, i64>(0)).map(|n| n.unwrap_or(0).unsigned_abs());
        Ok((count("SELECT count(*) FROM mail")?, count("SELECT count(*) FROM outbox WHERE sent IS NOT NULL")?))
    }

    /// When mails went out since then, oldest first.
    pub fn sent_since(&self, since: Time) -> Result<Vec<Time>> {
        self.all("SELECT sent FROM outbox WHERE sent > ?1 ORDER BY sent", [since], |row| row.get(0))
    }

    /// Whether a mail of this name was ever put into the outbox.
    pub fn has_posted(&self, message_id: &str) -> Result<bool> {
        Ok(self.posted_to(message_id)?.is_some())
    }

    /// To whom the mail of this name went.
    pub fn posted_to(&self, message_id: &str) -> Result<Option<String>> {
        self.one("SELECT address FROM outbox WHERE message_id = ?1", [message_id], |row| text(row, 0))
    }

    /// To whom the mail of this number in the outbox went.
    pub fn went_to(&self, id: i64) -> Result<Option<String>> {
        self.one("SELECT address FROM outbox WHERE id = ?1", [id], |row| text(row, 0))
    }

    /// The mails that have to go now, oldest first: those with higher numbers than this, and those that were put off until now.
    pub fn to_send(&self, after: i64, now: Time, most: u32) -> Result<Vec<Outgoing>> {
        let sql = "SELECT id, message_id, address, bytes, attempts FROM outbox WHERE sent IS NULL AND failed IS NULL \
                   AND next <= ?2 AND (id > ?1 OR attempts > 0) ORDER BY id LIMIT ?3";
        self.all(sql, params![after, now, most], outgoing)
    }

    /// The highest number that a mail in the outbox has.
    pub fn last_posted(&self) -> Result<i64> {
        Ok(self.one("SELECT max(id) FROM outbox", [], |row| row.get::<_, Option<i64>>(0))?.flatten().unwrap_or(0))
    }

    /// The mails with higher numbers than this that have to go, without their bytes, oldest first.
    pub fn waiting_after(&self, id: i64, most: u32) -> Result<Vec<QueuedMail>> {
        let sql = "SELECT id, board, address, attempts, next, written FROM outbox \
                   WHERE sent IS NULL AND failed IS NULL AND id > ?1 ORDER BY id LIMIT ?2";
        self.all(sql, params![id, most], |row| {
            Ok(QueuedMail {
                id: row.get(0)?,
                board: text_if_any(row, 1)?,
                address: text(row, 2)?,
                attempts: count(row, 3)?,
                next: row.get(4)?,
                written: row.get(5)?,
            })
        })
    }

    /// A mail that has to go, if it still has to.
    pub fn to_send_now(&self, id: i64) -> Result<Option<Outgoing>> {
        let sql = "SELECT id, message_id, address, bytes, attempts FROM outbox WHERE id = ?1 AND sent IS NULL AND failed IS NULL";
        self.one(sql, [id], outgoing)
    }

    /// How many mails have to go, and how many of them were tried in vain.
    pub fn waiting(&self) -> Result<(u64, u64)> {
        let sql = "SELECT count(*), count(nullif(attempts, 0)) FROM outbox WHERE sent IS NULL AND failed IS NULL";
        let counted = self.one(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?.unwrap_or_default();
        Ok((counted.0.unsigned_abs(), counted.1.unsigned_abs()))
    }
}

impl Store {
    /// Gives a mail up; returns its table and its reader. It is kept.
    pub fn give_up(&self, id: i64, reply: &str, now: Time) -> Result<Option<(Option<String>, String)>> {
        let sql = "UPDATE outbox SET failed = ?2, reply = ?3 WHERE id = ?1 AND sent IS NULL AND failed IS NULL \
                   RETURNING board, address";
        self.one(sql, params![id, now, reply], |row| Ok((text_if_any(row, 0)?, text(row, 1)?)))
    }

    /// Keeps a mail; its number, or nothing if it has come before.
    pub fn keep_mail(&self, mail: &Incoming<'_>, fate: &str) -> Result<Option<i64>> {
        let sql = "INSERT INTO mail (fingerprint, message_id, sender, received, fate, raw) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
                   ON CONFLICT (fingerprint) DO NOTHING";
        let Incoming { fingerprint, message_id, sender, received, raw } = mail;
        let added = self.change(sql, params![fingerprint, message_id, sender, received, fate, raw])?;
        Ok((added == 1).then(|| self.db.last_insert_rowid()))
    }

    /// Keeps less of a mail.
    pub fn replace_mail(&self, mail: i64, raw: &[u8]) -> Result<()> {
        self.run("UPDATE mail SET raw = ?2 WHERE id = ?1", params![mail, raw])
    }

    /// Notes what became of a mail.
    pub fn set_fate(&self, mail: i64, fate: &str) -> Result<()> {
        self.run("UPDATE mail SET fate = ?2 WHERE id = ?1", params![mail, fate])
    }

    /// Puts a mail into the outbox; once only, however often the same is written.
    pub fn post(&self, message_id: &str, board: Option<&str>, address: &str, bytes: &[u8], now: Time) -> Result<()> {
        self.run(
            "INSERT INTO outbox (message_id, board, address, bytes, written) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (message_id) DO NOTHING",
            params![message_id, board, address, bytes, now],
        )
    }

    /// Notes that a mail is tried again, and what was said.
    pub fn put_off(&self, id: i64, attempts: u32, next: Time, reply: &str) -> Result<()> {
        let sql = "UPDATE outbox SET attempts = ?2, next = ?3, reply = ?4 WHERE id = ?1";
        self.run(sql, params![id, attempts, next, reply])
    }

    /// The clock went back: mails that were put off are tried again now, not when it has caught up.
    pub fn try_mails_at_once(&self, now: Time) -> Result<()> {
        self.run("UPDATE outbox SET next = ?1 WHERE sent IS NULL AND failed IS NULL AND next > ?1", [now])
    }

    /// Notes that these went. Their bytes are forgotten; that they went is not.
    pub fn sent(&self, ids: &[i64], now: Time) -> Result<()> {
        for id in ids {
            self.run("UPDATE outbox SET sent = ?2, bytes = x'' WHERE id = ?1", params![id, now])?;
        }
        Ok(())
    }
}

fn outgoing(row: &rusqlite::Row<'_>) -> rusqlite::Result<Outgoing> {
    Ok(Outgoing {
        id: row.get(0)?,
        message_id: text(row, 1)?,
        address: text(row, 2)?,
        bytes: row.get(3)?,
        attempts: count(row, 4)?,
    })
}
