//! The public log of a table, diaries and notes, votes, and whose letters are not wanted.

use super::damage::text;
use super::{Records, Store, Time, words};
use anyhow::Result;
use rusqlite::params;

words!(
    /// What somebody writes down beside the game.
    Book {
        /// His own thoughts, sealed until the end.
        Diary = "diary",
        /// A moderator's note.
        Note = "note",
    }
);

words!(
    /// What is voted on.
    Motion {
        /// A later deadline.
        Extend = "extend",
        /// A draw.
        Draw = "draw",
    }
);

/// A page somebody wrote.
#[derive(Clone, Debug)]
pub struct Page {
    /// Who.
    pub person: i64,
    /// In which stage.
    pub stage: String,
    /// When.
    pub at: Time,
    /// What.
    pub text: String,
}

impl Records {
    /// A table's public log, oldest first.
    pub fn log_of(&self, board: &str) -> Result<Vec<(Time, String)>> {
        self.all("SELECT at, text FROM log WHERE board = ?1 ORDER BY id", [board], |row| {
            Ok((row.get(0)?, text(row, 1)?))
        })
    }

    /// All pages of a table's diaries or notes.
    pub fn pages(&self, board: &str, book: Book) -> Result<Vec<Page>> {
        let sql = "SELECT person, stage, at, text FROM page WHERE board = ?1 AND kind = ?2 ORDER BY id";
        self.all(sql, params![board, book], |row| {
            Ok(Page { person: row.get(0)?, stage: text(row, 1)?, at: row.get(2)?, text: text(row, 3)? })
        })
    }

    /// The votes for a motion: seat and value.
    pub fn votes(&self, board: &str, motion: Motion) -> Result<Vec<(String, Time)>> {
        let sql = "SELECT seat, value FROM vote WHERE board = ?1 AND kind = ?2 ORDER BY seat";
        self.rows_of(board, sql, params![board, motion], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Whether somebody's letters do not go to a reader; to anybody, if none is named.
    pub fn is_muted(&self, board: &str, writer: i64, reader: Option<i64>) -> Result<bool> {
        let sql = "SELECT 1 FROM mute WHERE board = ?1 AND writer = ?2 AND reader = ?3";
        Ok(self.one(sql, params![board, writer, reader.unwrap_or(0)], |_| Ok(()))?.is_some())
    }
}

impl Store {
    /// Writes into a table's public log.
    pub fn log(&self, board: &str, at: Time, text: &str) -> Result<()> {
        self.run("INSERT INTO log (board, at, text) VALUES (?1, ?2, ?3)", params![board, at, text])
    }

    /// Writes a page of a diary or a note.
    pub fn write_page(&self, board: &str, book: Book, page: &Page) -> Result<()> {
        self.run(
            "INSERT INTO page (board, person, kind, stage, at, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![board, page.person, book, page.stage, page.at, page.text],
        )
    }

    /// Takes a seat's vote.
    pub fn vote(&self, board: &str, motion: Motion, seat: &str, value: Time) -> Result<()> {
        self.run("INSERT OR REPLACE INTO vote VALUES (?1, ?2, ?3, ?4)", params![board, motion, seat, value])
    }

    /// Takes a seat's vote back.
    pub fn unvote(&self, board: &str, motion: Motion, seat: &str) -> Result<()> {
        self.run("DELETE FROM vote WHERE board = ?1 AND kind = ?2 AND seat = ?3", params![board, motion, seat])
    }

    /// Takes all votes of a seat back: somebody else sits there now.
    pub fn unvote_all(&self, board: &str, seat: &str) -> Result<()> {
        self.run("DELETE FROM vote WHERE board = ?1 AND seat = ?2", params![board, seat])
    }

    /// Somebody's letters no longer go to a reader; to nobody at all, if none is named.
    pub fn mute(&self, board: &str, writer: i64, reader: Option<i64>) -> Result<()> {
        self.run("INSERT OR IGNORE INTO mute VALUES (?1, ?2, ?3)", params![board, writer, reader.unwrap_or(0)])
    }

    /// They go there again.
    pub fn unmute(&self, board: &str, writer: i64, reader: Option<i64>) -> Result<()> {
        let sql = "DELETE FROM mute WHERE board = ?1 AND writer = ?2 AND reader = ?3";
        self.run(sql, params![board, writer, reader.unwrap_or(0)])
    }

    /// Clears the votes for a motion.
    pub fn clear_votes(&self, board: &str, motion: Motion) -> Result<()> {
        self.run("DELETE FROM vote WHERE board = ?1 AND kind = ?2", params![board, motion])
    }
}
