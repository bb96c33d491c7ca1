//! The record of a table: rounds, timelines, letters with their receipts, the forms we sent.

use super::{Records, Store, TableDamage, Time, json, words};
use crate::referee::Round;
use anyhow::Result;
use rusqlite::params;

words!(
    /// How a letter counts.
    Finality {
        /// At the deadline, not before.
        Draft = "draft",
        /// At once.
        Final = "final",
        /// A moderator put it in the place of the seat's own.
        Amended = "amended",
    }
);

/// A letter as filed.
#[derive(Clone, PartialEq, Debug)]
pub struct Filed {
    /// Whose it is.
    pub seat: String,
    /// The number of its receipt.
    pub number: u32,
    /// What it says.
    pub text: String,
    /// How it counts.
    pub finality: Finality,
    /// The hash of this letter and of the seat's letters before.
    pub chain: String,
    /// Who wrote it; nobody: the caretaker.
    pub author: Option<i64>,
    /// When.
    pub filed: Time,
}

/// A form that was sent.
#[derive(Clone, PartialEq, Debug)]
pub struct FormRow {
    /// The table.
    pub board: String,
    /// Whose form.
    pub seat: String,
    /// The timeline it belongs to.
    pub timeline: u32,
    /// The round it belongs to.
    pub round: u32,
    /// The text before the form.
    pub before: String,
    pub form: String,
    /// The text behind it.
    pub after: String,
}

/// One line along which a table went.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    /// Its number.
    pub id: u32,
    /// The one it left.
    pub parent: Option<u32>,
    /// How many rounds it shares with that one.
    pub forked: u32,
    /// When.
    pub since: Time,
}

fn filed(row: &rusqlite::Row<'_>) -> rusqlite::Result<Filed> {
    Ok(Filed {
        seat: row.get(0)?,
        number: row.get(1)?,
        text: row.get(2)?,
        finality: row.get(3)?,
        chain: row.get(4)?,
        author: row.get(5)?,
        filed: row.get(6)?,
    })
}

const FILED: &str = "seat, number, text, finality, chain, author, filed";

impl Records {
    /// The rounds of a timeline with numbers after `after`, up to `until`; those it shares with its parents are theirs.
    pub fn rounds(&self, board: &str, timeline: u32, after: u32, until: u32) -> Result<Vec<Round>> {
        let lines = self.timelines(board)?;
        let (mut rounds, mut line, mut until, mut seen) = (Vec::new(), Some(timeline), until, Vec::new());
        while let Some(id) = line {
            if seen.contains(&id) {
                let why = format!("timeline {id} is its own ancestor");
                return Err(TableDamage { table: board.to_owned(), why }.into());
            }
            seen.push(id);
            let this = lines.iter().find(|one| one.id == id);
            let shared = this.map_or(0, |one| one.forked);
            let sql = "SELECT record FROM round WHERE board = ?1 AND timeline = ?2 AND number > ?3 AND number <= ?4 \
                       ORDER BY number DESC";
            let values = params![board, id, after.max(shared), until];
            rounds.extend(self.rows_of(board, sql, values, |row| json::<Round>(row, 0))?);
            until = until.min(shared);
            line = this.and_then(|one| one.parent).filter(|_| until > after);
        }
        rounds.reverse();
        Ok(rounds)
    }

    /// The lines along which a table went.
    pub fn timelines(&self, board: &str) -> Result<Vec<Timeline>> {
        let sql = "SELECT id, parent, forked, since FROM timeline WHERE board = ?1 ORDER BY id";
        self.rows_of(board, sql, [board], |row| {
            Ok(Timeline { id: row.get(0)?, parent: row.get(1)?, forked: row.get(2)?, since: row.get(3)? })
        })
    }

    /// How many rounds were closed along a line.
    pub fn length(&self, board: &str, timeline: &Timeline) -> Result<u32> {
        let sql = "SELECT max(number) FROM round WHERE board = ?1 AND timeline = ?2";
        let own: Option<u32> = self.row_of(board, sql, params![board, timeline.id], |row| row.get(0))?.flatten();
        Ok(own.unwrap_or(timeline.forked))
    }

    /// A seat's newest letter of all times: the next receipt follows it.
    pub fn last_letter(&self, board: &str, seat: &str) -> Result<Option<Filed>> {
        let sql = format!("SELECT {FILED} FROM letter WHERE board = ?1 AND seat = ?2 ORDER BY number DESC LIMIT 1");
        self.row_of(board, &sql, params![board, seat], filed)
    }

    /// The letters of a round that count: each seat's newest, and an amendment besides.
    pub fn letters(&self, board: &str, timeline: u32, round: u32) -> Result<Vec<Filed>> {
        // With max() SQLite takes the other columns from the row that has it.
        let sql = "SELECT seat, max(number), text, finality, chain, author, filed FROM letter WHERE board = ?1 AND \
                   timeline = ?2 AND round = ?3 GROUP BY seat, finality = 'amended' ORDER BY 2";
        self.rows_of(board, sql, params![board, timeline, round], filed)
    }

    /// All letters of a seat, oldest first: its receipts.
    pub fn letters_of(&self, board: &str, seat: &str) -> Result<Vec<Filed>> {
        let sql = format!("SELECT {FILED} FROM letter WHERE board = ?1 AND seat = ?2 ORDER BY number");
        self.rows_of(board, &sql, params![board, seat], filed)
    }

    /// For how many deadlines nobody has written for a seat, the one of the open round included, which is `due`. Rounds that closed early, one
    /// after the other, are no deadlines: there is one in a `gap` at most.
    pub fn deadlines_without_letter(
        &self,
        board: &str,
        timeline: u32,
        seat: &str,
        due: Time,
        gap: Time,
    ) -> Result<u32> {
        let sql = "SELECT max(filed) FROM letter WHERE board = ?1 AND seat = ?2 AND author IS NOT NULL";
        let last: Option<Time> = self.row_of(board, sql, params![board, seat], |row| row.get(0))?.flatten();
        let sql = "SELECT count(*) FROM round WHERE board = ?1 AND timeline = ?2 AND closed >= ?3";
        let closed: Option<u32> = self.one(sql, params![board, timeline, last.unwrap_or(0)], |row| row.get(0))?;
        // The first of these is the round for which the letter was written.
        let rounds = closed.unwrap_or(0) + u32::from(last.is_none());
        let gaps = last.map_or(u32::MAX, |last| u32::try_from((due - last).max(0) / gap.max(1)).unwrap_or(u32::MAX));
        Ok(rounds.min(gaps))
    }

    /// The form that a mail of ours held.
    pub fn form(&self, message_id: &str) -> Result<Option<FormRow>> {
        let sql = "SELECT board, seat, timeline, round, lead, form, rest FROM form WHERE message_id = ?1";
        // A form that cannot be read is none.
        let form = self.readable(sql, [message_id], |row| {
            Ok(FormRow {
                board: row.get(0)?,
                seat: row.get(1)?,
                timeline: row.get(2)?,
                round: row.get(3)?,
                before: row.get(4)?,
                form: row.get(5)?,
                after: row.get(6)?,
            })
        });
        Ok(form?.pop())
    }
}

impl Store {
    /// Adds a closed round.
    pub fn add_round(&self, board: &str, timeline: u32, number: u32, round: &Round, now: Time) -> Result<()> {
        let record = serde_json::to_string(round)?;
        self.run("INSERT INTO round VALUES (?1, ?2, ?3, ?4, ?5)", params![board, timeline, number, record, now])
    }

    /// Adds a line along which a table goes.
    pub fn add_timeline(&self, board: &str, line: &Timeline) -> Result<()> {
        let sql = "INSERT INTO timeline VALUES (?1, ?2, ?3, ?4, ?5)";
        self.run(sql, params![board, line.id, line.parent, line.forked, line.since])
    }

    /// Files a letter.
    pub fn file(&self, board: &str, timeline: u32, round: u32, letter: &Filed) -> Result<()> {
        let Filed { seat, number, text, finality, chain, author, filed } = letter;
        self.run(
            "INSERT INTO letter VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![board, seat, number, timeline, round, text, finality, chain, author, filed],
        )
    }

    /// Remembers a form that goes out.
    pub fn add_form(&self, message_id: &str, form: &FormRow) -> Result<()> {
        let FormRow { board, seat, timeline, round, before, form, after } = form;
        self.run(
            "INSERT OR REPLACE INTO form VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![message_id, board, seat, timeline, round, before, form, after],
        )
    }

    /// Forgets the forms of a table that nobody can answer any more.
    pub fn drop_forms(&self, board: &str, before_round: u32) -> Result<()> {
        self.run("DELETE FROM form WHERE board = ?1 AND round < ?2", params![board, before_round])
    }
}
