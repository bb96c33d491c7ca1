//! Going back and forward. Nothing is lost: the rounds that are undone stay on their own timeline.

use super::Case;
use crate::desk::Answer;
use crate::desk::turn::Tidings;
use crate::desk::work::Work;
use crate::store::record::Timeline;
use crate::store::{Board, Finality, Status};
use serde_json::json;
use std::collections::BTreeMap;

impl Work<'_> {
    /// `rollback to 7`: the table as it was after seven rounds. The letters of the eighth are there again as drafts.
    pub(super) fn rollback(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let old = self.need_started(case)?;
        if !old.is_alive() {
            return self.refuse(case, "seed-is-out", &json!({ "table": old.id }));
        }
        let number = rest.split_whitespace().find_map(|word| word.parse::<u32>().ok());
        let to = match number.or(old.rounds.checked_sub(1)) {
            Some(to) if to < old.rounds => to,
            _ => return self.refuse(case, "cannot-roll-back", &json!({ "rounds": old.rounds })),
        };
        let undone = self.store.rounds(&old.id, old.timeline, to, to + 1)?;
        let lines = self.store.timelines(&old.id)?;
        let id = lines.iter().map(|line| line.id).max().unwrap_or(0) + 1;
        let line = Timeline { id, parent: Some(old.timeline), forked: to, since: self.now };
        self.store.add_timeline(&old.id, &line)?;
        let letters = undone.into_iter().next().map(|round| round.letters).unwrap_or_default();
        let what = json!({ "name": case.person.name, "round": to });
        let board = self.go_to(old, id, to, &letters, "rolled-back", &what)?;
        case.board = Some(board);
        self.said(case, "you-rolled-back", &what)
    }

    /// Undoes the last rollback.
    pub(super) fn forward(&mut self, case: &mut Case) -> Answer<String> {
        let board = self.need_started(case)?;
        if !board.is_alive() {
            return self.refuse(case, "seed-is-out", &json!({ "table": board.id }));
        }
        let lines = self.store.timelines(&board.id)?;
        let this = lines.iter().find(|line| line.id == board.timeline);
        let parent = this.and_then(|line| line.parent).and_then(|id| lines.iter().find(|line| line.id == id));
        let Some(parent) = parent else {
            return self.refuse(case, "cannot-go-forward", &json!({}));
        };
        let rounds = self.store.length(&board.id, parent)?;
        let what = json!({ "name": case.person.name, "round": rounds });
        let board = self.go_to(board, parent.id, rounds, &BTreeMap::new(), "rolled-forward", &what)?;
        case.board = Some(board);
        self.said(case, "you-rolled-forward", &what)
    }

    fn go_to(
        &mut self,
        mut board: Board,
        timeline: u32,
        rounds: u32,
        letters: &BTreeMap<String, String>,
        key: &str,
        what: &serde_json::Value,
    ) -> Answer<Board> {
        let were_asked = board.clock.asked.clone();
        (board.timeline, board.rounds, board.status) = (timeline, rounds, Status::Running);
        // The stored position is of another time.
        board.opened_after = None;
        let mut table = self.tables.as_it_was(self.store, &board, rounds)?;
        self.store.drop_forms(&board.id, u32::MAX)?;
        let jumps = self.open_round(&mut board, &mut table)?;
        for letter in self.store.letters(&board.id, timeline, rounds + 1)? {
            table.restore(&letter.seat, &letter.text, letter.finality)?;
        }
        let seats = self.store.seats(&board.id)?;
        for (seat, text) in letters {
            let author = seats.iter().find(|row| row.seat == *seat).and_then(|row| row.player());
            self.file(&board, seat, text, Finality::Draft, author)?;
            table.restore(seat, text, Finality::Draft)?;
        }
        self.note(&board, &format!("log-{key}"), what)?;
        let notices: Vec<_> = [(key.to_owned(), what.clone())].into_iter().chain(jumps).collect();
        let tidings = Tidings { notices: &notices, were_asked: &were_asked, ..Tidings::default() };
        self.report_round(&board, table.as_ref(), &seats, &tidings)?;
        self.put(&board, table);
        Ok(board)
    }
}
