//! How a club is, in numbers.

use super::damage::{count, text, text_if_any};
use super::{Records, Status, Time};
use anyhow::Result;
use rusqlite::params;

/// How many tables stand so.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How; nothing: the row cannot be read.
    pub status: Option<Status>,
    pub tables: u64,
    /// How many have a deadline between two times.
    pub due: u64,
    /// How many the clock should have looked at.
    pub overdue: u64,
}

/// A mail about a table, without what is in it.
#[derive(Clone, Debug)]
pub struct Posted {
    pub id: i64,
    pub address: String,
    pub written: Time,
    pub sent: Option<Time>,
    pub failed: Option<Time>,
    pub attempts: u32,
    /// What the server said last.
    pub reply: Option<String>,
}

impl Records {
    /// How many letters came in since then, and how many mails went out.
    pub fn traffic_since(&self, since: Time) -> Result<(u64, u64)> {
        let number = |sql| self.one(sql, [since], |row| row.get::<_, i64>(0)).map(|n| n.unwrap_or(0).unsigned_abs());
        Ok((
            number("SELECT count(*) FROM mail WHERE received >= ?1")?,
            number("SELECT count(*) FROM outbox WHERE sent >= ?1")?,
        ))
    }

    /// How many letters wait until their writer is proved, and when the oldest letter came that waits for that or for a moderator.
    pub fn unanswered(&self) -> Result<(u64, Option<Time>)> {
        let sql = "SELECT count(CASE WHEN fate = 'waiting' THEN 1 END), min(received) FROM mail \
                   WHERE fate = 'waiting' OR fate LIKE 'quarantine%'";
        let found = self.one(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?.unwrap_or_default();
        Ok((found.0.unsigned_abs(), found.1))
    }

    /// How tables stand: deadlines from `now` to `until`, and looks that should have been before `late`.
    pub fn standings(&self, now: Time, until: Time, late: Time) -> Result<Vec<Standing>> {
        let sql = "SELECT status, count(*), count(CASE WHEN deadline >= ?1 AND deadline < ?2 THEN 1 END), \
                   count(CASE WHEN wake < ?3 THEN 1 END) FROM board GROUP BY status";
        self.all(sql, params![now, until, late], |row| {
            let number = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
            let status = text(row, 0).ok().and_then(|text| serde_json::from_str(&text).ok());
            Ok(Standing { status, tables: number(1)?, due: number(2)?, overdue: number(3)? })
        })
    }

    /// The mails about a table, oldest first.
    pub fn posted_about(&self, board: &str) -> Result<Vec<Posted>> {
        let sql = "SELECT id, address, written, sent, failed, attempts, reply FROM outbox WHERE board = ?1 ORDER BY id";
        self.all(sql, [board], |row| {
            Ok(Posted {
                id: row.get(0)?,
                address: text(row, 1)?,
                written: row.get(2)?,
                sent: row.get(3)?,
                failed: row.get(4)?,
                attempts: count(row, 5)?,
                reply: text_if_any(row, 6)?,
            })
        })
    }
}
