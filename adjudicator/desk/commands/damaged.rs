//! Letters that did not arrive whole. What is missing may have said the opposite: so orders in them are drafts at most, and nothing is
//! done that could not be taken back.

use super::Case;
use crate::desk::Answer;
use crate::desk::verb::Verb;
use crate::desk::work::Work;
use serde_json::json;

impl Work<'_> {
    /// Refuses a command of a damaged letter, unless it only asks for something.
    pub(super) fn refuse_damaged(&self, case: &Case, verb: Verb) -> Answer<()> {
        if !case.is_damaged || only_asks(verb) {
            return Ok(());
        }
        self.refuse(case, "damaged-command", &json!({ "command": self.verbs.name(verb, case.language()) }))
    }

    /// Refuses the orders of a damaged letter if whole ones are there already: half a letter must not take their place.
    pub(super) fn refuse_torn(&self, case: &Case, is_try: bool) -> Answer<()> {
        let Some(board) = case.board.as_ref().filter(|_| case.is_damaged && !is_try) else { return Ok(()) };
        let Some(seat) = self.seat_row(case)? else { return Ok(()) };
        let filed = self.store.letters(&board.id, board.timeline, board.rounds + 1)?;
        if filed.iter().any(|one| one.seat == seat.seat && one.author.is_some()) {
            return self.refuse(case, "damaged-orders", &json!({ "table": board.id }));
        }
        Ok(())
    }
}

/// Whether a command changes nothing.
fn only_asks(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Help
            | Verb::List
            | Verb::Games
            | Verb::Rules
            | Verb::Status
            | Verb::Map
            | Verb::History
            | Verb::Explain
            | Verb::Receipts
            | Verb::Orders
            | Verb::Plans
            | Verb::WhatIf
            | Verb::Draft
            | Verb::Table
            | Verb::End
    )
}
