//! Letters that did not arrive whole. What is missing may have said the opposite: so orders in them are drafts at most, and nothing is
//! done that could not be taken back.

use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, decline, need};
use crate::desk::sentences::Orders;
use crate::desk::verb::{Verb, Verbs};
use crate::store::Records;

/// Refuses a command of a damaged letter, unless it only asks for something.
pub fn refuse_damaged(verbs: &Verbs, mail: &Handling<'_>, verb: Verb) -> Answer<()> {
    let command = || verbs.name(verb, mail.language()).to_owned();
    need(!mail.is_damaged || only_asks(verb), || decline(Orders::DamagedCommand { command: command() }))
}

/// Refuses the orders of a damaged letter if whole ones are there already: half a letter must not take their place.
pub fn refuse_torn(store: &Records, mail: &Handling<'_>) -> Answer<()> {
    let Some(board) = mail.board.as_ref().filter(|_| mail.is_damaged) else { return Ok(()) };
    let Some(seat) = mail.seat_row(store)? else { return Ok(()) };
    let filed = store.letters(&board.id, board.timeline, board.rounds + 1)?;
    let is_there = filed.iter().any(|one| one.seat == seat.seat && one.author.is_some());
    need(!is_there, || decline(Orders::DamagedOrders { table: board.id.clone() }))
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
            | Verb::Odds
            | Verb::Draft
            | Verb::Table
            | Verb::End
    )
}
