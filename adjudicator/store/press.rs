//! Letters between people: who wrote, who read, who else did.

use super::{Records, Store, json};
use anyhow::Result;
use rusqlite::params;
use serde::{Deserialize, Serialize};

/// To whom somebody writes.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Audience {
    /// Everybody at the table.
    pub all: bool,
    /// These seats.
    pub seats: Vec<String>,
    /// Those who read along.
    pub observers: bool,
    /// Whoever runs the table.
    pub moderator: bool,
    /// People who take part without a name: nobody is told who they are.
    pub unnamed: Vec<i64>,
}

impl Audience {
    /// How readers are told to whom it went: seats, and words that templates know.
    pub fn names(&self) -> Vec<String> {
        let mut names = if self.all { vec!["all".to_owned()] } else { self.seats.clone() };
        let others =
            [(self.observers, "observers"), (self.moderator, "moderator"), (!self.unnamed.is_empty(), "unsigned")];
        names.extend(others.into_iter().filter(|(is_so, _)| *is_so && !self.all).map(|(_, name)| name.to_owned()));
        names
    }

    /// Whether it is more than one.
    pub fn is_several(&self) -> bool {
        self.all || self.names().len() + self.unnamed.len().saturating_sub(1) > 1 || self.observers
    }
}

/// A letter between people as one of its readers got it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PressRow {
    /// The table.
    pub board: String,
    /// Who read it.
    pub reader: i64,
    /// Whether this reader takes part without a name.
    pub is_veiled: bool,
    /// Who wrote it.
    pub writer: i64,
    /// The seat that signed it, or `moderator`; nothing: nobody is told.
    pub signed: Option<String>,
    /// To whom it went.
    pub audience: Audience,
}

impl Records {
    /// The letter that a mail of ours brought to a reader.
    pub fn press(&self, message_id: &str) -> Result<Option<PressRow>> {
        let sql = "SELECT board, reader, veiled, writer, signed, audience FROM press WHERE message_id = ?1";
        // One that cannot be read is none.
        let press = self.readable(sql, [message_id], |row| {
            Ok(PressRow {
                board: row.get(0)?,
                reader: row.get(1)?,
                is_veiled: row.get(2)?,
                writer: row.get(3)?,
                signed: row.get(4)?,
                audience: json(row, 5)?,
            })
        });
        Ok(press?.pop())
    }
}

impl Store {
    /// Remembers a letter that goes out to a reader.
    pub fn add_press(&self, message_id: &str, press: &PressRow) -> Result<()> {
        let PressRow { board, reader, is_veiled, writer, signed, audience } = press;
        self.run(
            "INSERT OR REPLACE INTO press VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![message_id, board, reader, is_veiled, writer, signed, serde_json::to_string(audience)?],
        )
    }
}
