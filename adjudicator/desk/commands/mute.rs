//! Letters that are not wanted: a player no longer gets those of another, a moderator lets nobody get them.

use super::Case;
use crate::desk::Answer;
use crate::desk::work::Work;
use crate::store::{Board, SeatRow};
use serde_json::json;

impl Work<'_> {
    /// `mute Greece`
    pub(super) fn mute(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        self.set_mute(case, rest, true)
    }

    /// `unmute Greece`
    pub(super) fn unmute(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        self.set_mute(case, rest, false)
    }

    /// The person is muted, not the seat: whoever comes after has done nothing.
    fn set_mute(&mut self, case: &mut Case, rest: &str, is_muted: bool) -> Answer<String> {
        let board = self.need_started(case)?;
        let moderates = self.moderates(case, &board);
        if !moderates && self.seat_row(case)?.is_none() {
            return self.refuse(case, "no-seat", &json!({ "table": board.id }));
        }
        let seat = self.seat_named(case, &board, rest)?;
        let writers: Vec<i64> = SeatRow::readers(&seat).filter(|id| *id != case.person.id).collect();
        if writers.is_empty() {
            return self.refuse(case, "nobody-to-mute", &json!({ "seat": seat.seat }));
        }
        let reader = (!moderates).then_some(case.person.id);
        for writer in &writers {
            match is_muted {
                true => self.store.mute(&board.id, *writer, reader)?,
                false => self.store.unmute(&board.id, *writer, reader)?,
            }
        }
        let what = json!({ "seat": seat.seat, "name": case.person.name });
        let key = match (moderates, is_muted) {
            (true, true) => "muted",
            (true, false) => "unmuted",
            // What somebody does not want to read is nobody else's business.
            (false, true) => return self.said(case, "you-muted", &what),
            (false, false) => return self.said(case, "you-unmuted", &what),
        };
        self.note(&board, &format!("log-{key}"), &what)?;
        for writer in writers {
            let Some(person) = self.store.person(writer)? else { continue };
            let subject = self.say(&person.language, &format!("{key}-subject"), &what)?;
            let text = self.say(&person.language, key, &what)?;
            self.tell(&person, &board, &subject, &text)?;
        }
        self.said(case, &format!("you-{key}-all"), &what)
    }

    /// Whether nobody gets somebody's letters, by the moderator's word.
    pub(super) fn is_silenced(&self, board: &Board, writer: i64) -> Answer<bool> {
        Ok(self.store.is_muted(&board.id, writer, None)?)
    }

    /// Those who want to read somebody's signed letters. A letter without a name goes to all: whoever missed it would know whose it was.
    pub(super) fn willing(&self, board: &Board, writer: i64, readers: Vec<i64>) -> Answer<Vec<i64>> {
        let mut willing = Vec::new();
        for reader in readers {
            if !self.store.is_muted(&board.id, writer, Some(reader))? {
                willing.push(reader);
            }
        }
        Ok(willing)
    }
}
