//! Non-player civilizations: the referee answers the rules' questions for them, by the manual's lists (IS-13). Every decision is told
//! with the number of the priority that decided; where the manual leaves a choice to any method, a named lot is cast.

pub mod aeneas;
mod answers;
pub mod cards;
pub mod competition;
pub mod enemies;
pub mod hostility;
mod mind;
pub mod placing;
pub mod quiet;
mod target;

pub use mind::Mind;
pub use placing::{By, Placed};
pub use target::{classes, pick};

use crate::game::{InnerSea, Table};
use crate::map::MOST_AREAS;
use crate::position::Position;
use core::fmt::Display;
use tabellarius_kernel::{Audience, Game as _, Play, Question, Seat};

/// A question that an NPC answers by the book.
pub trait ByTheBook: Question<InnerSea> {
    /// The answer.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Self::Answer>;
}

/// Asks a seat: its player, or the book if it has none (IS-13.1).
pub fn ask<Q: ByTheBook>(
    table: &mut Table<'_>,
    seat: Seat,
    path: impl Display,
    question: Q,
) -> Play<<Q as Question<InnerSea>>::Answer> {
    if !table.game.is_npc(seat) {
        return table.ask(seat, path, question);
    }
    if let Some(only) = question.only(table.game) {
        return Ok(only);
    }
    table.decided();
    let answer = question.decide(table, seat)?;
    debug_assert_eq!(question.legal(table.game, &answer), Ok(()), "{question:?}");
    Ok(answer)
}

/// Lets an NPC make up its mind. Where equals are left, a lot with a name decides between them (IS-13.4).
pub fn settle<T>(table: &mut Table<'_>, seat: Seat, what: &str, think: impl Fn(&Mind<'_>, &Position) -> T) -> T {
    let game = table.game;
    let mut mind = Mind::of(game, &table.state.position, seat);
    let first = think(&mind, &table.state.position);
    if !mind.was_tied() {
        return first;
    }
    let serial = table.state.scratch.next_serial();
    let path = format_args!("equal {what} {serial}/{}", game.seat_key(seat));
    mind.cast(table.shuffle(Audience::All, path, MOST_AREAS as u8));
    think(&mind, &table.state.position)
}
