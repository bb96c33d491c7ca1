//! What people call a seat: by its own name in any language, by what plays there (a colour's civilization), or by who plays it.

use super::commands::Case;
use super::work::Work;
use super::{Answer, Declined};
use crate::store::{Board, Person, SeatRow};
use anyhow::Result;
use serde_json::json;

impl Work<'_> {
    /// The seat that somebody means.
    pub(super) fn seat_meant(&mut self, case: &Case, board: &Board, name: &str) -> Answer<SeatRow> {
        let rows = self.store.seats(&board.id)?;
        let found = match self.take(board) {
            Ok(table) => {
                let found = table.find_seat(name);
                self.put(board, table);
                found
            }
            Err(error) => Err(error),
        };
        let found = match found {
            Ok(seat) => rows.iter().find(|row| row.seat == seat).cloned(),
            Err(_) => self.seat_of_person(&rows, name)?,
        };
        match found {
            Some(row) => Ok(row),
            None => {
                let mut known = Vec::new();
                for row in &rows {
                    known.push(self.shown(board, &row.seat, &case.person.language));
                }
                let keys: Vec<&str> = rows.iter().map(|row| row.seat.as_str()).collect();
                let near = tabellarius_kernel::words::nearest(name.trim(), &keys);
                let what = json!({ "name": name.trim(), "seats": known, "near": near });
                Err(Declined::Reply(self.say(&case.person.language, "no-such-seat", &what)?))
            }
        }
    }

    /// The seat of somebody who is called so: the whole name, or its first word. Nothing, if that may be several people.
    fn seat_of_person(&self, rows: &[SeatRow], name: &str) -> Result<Option<SeatRow>> {
        let mut found: Vec<(i64, &SeatRow)> = Vec::new();
        for row in rows {
            for id in row.readers() {
                let is_meant = self.store.person(id)?.is_some_and(|person| is_called(&person, name));
                if is_meant && !found.iter().any(|(known, _)| *known == id) {
                    found.push((id, row));
                }
            }
        }
        Ok(if let [(_, row)] = found.as_slice() { Some((*row).clone()) } else { None })
    }

    /// Whether somebody means the moderator of a table by name.
    pub(super) fn is_moderator_called(&self, board: &Board, name: &str) -> Result<bool> {
        let moderator = board.moderator.map(|id| self.store.person(id)).transpose()?.flatten();
        Ok(moderator.is_some_and(|person| is_called(&person, name)))
    }

    /// Readers of a letter: seats as readers know them, and the words for others as they are.
    pub(super) fn shown_all(&mut self, board: &Board, names: Vec<String>, language: &str) -> Vec<String> {
        names.iter().map(|name| self.shown(board, name, language)).collect()
    }

    /// A seat as readers know it: with what plays there, if that has another name: `red (Troy)`.
    pub(super) fn shown(&mut self, board: &Board, seat: &str, language: &str) -> String {
        let Some(table) = board.is_started().then(|| self.take(board).ok()).flatten() else {
            return seat.to_owned();
        };
        let shown = table.shown(seat, language);
        self.put(board, table);
        shown
    }
}

/// Whether somebody is called so: by the whole name, or by its first word.
fn is_called(person: &Person, name: &str) -> bool {
    let (known, name) = (person.name.to_lowercase(), name.trim().to_lowercase());
    !name.is_empty() && (known == name || known.split_whitespace().next() == Some(&name))
}
