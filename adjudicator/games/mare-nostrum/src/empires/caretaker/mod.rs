//! The caretaker automaton: plays a sound game for a silent seat from what that seat can see.
//!
//! It is a player like any other: it gets a view and writes a letter in plain order text, which the referee then reads. There
//! is no luck, clock or memory in it, so the same view always gives the same letter.

mod building;
mod movement;
mod trade;

use super::Empires;
use super::position::{Phase, Position};
use super::view::View;
use crate::common::orders::Order;
use crate::pieces::{Cards, Role};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Choice, Line, Seat};

/// The letter it writes for the stage.
pub fn letter(game: &Empires, view: &View, seat: Seat) -> String {
    let mind = Mind { game, position: &view.position, seat, hand: view.hand.unwrap_or_default() };
    let mut sheet = Sheet::default();
    match view.position.phase {
        Phase::Setup => {}
        Phase::Trade => trade::write(&mind, &mut sheet),
        Phase::Building => building::write(&mind, &mut sheet),
        Phase::Movement => movement::write(&mind, &mut sheet),
    }
    sheet.text(game)
}

/// The letter while it is being written.
#[derive(Default)]
struct Sheet(Vec<Line<Empires>>);

impl Sheet {
    fn order(&mut self, order: Order) {
        self.either([order]);
    }

    /// A line with fallbacks, the dearest first.
    fn either(&mut self, orders: impl IntoIterator<Item = Order>) {
        let choices: Vec<_> = orders.into_iter().map(|order| Choice { when: None, order }).collect();
        if !choices.is_empty() {
            self.0.push(Line { number: self.0.len() as u32 + 1, choices });
        }
    }

    fn text(&self, game: &Empires) -> String {
        let mut text = String::new();
        for line in &self.0 {
            text += &line.print(game, "en");
            text.push('\n');
        }
        text
    }
}

/// What the automaton knows and how it judges.
struct Mind<'a> {
    game: &'a Empires,
    position: &'a Position,
    seat: Seat,
    hand: Cards,
}

impl Mind<'_> {
    /// The other players, the one nearest to victory first.
    fn rivals(&self) -> Vec<Seat> {
        let mut rivals: Vec<Seat> = self.game.seats.iter().filter(|seat| *seat != self.seat).collect();
        let might = self.position.track(Role::Military);
        rivals.sort_by_key(|seat| Reverse((self.position.cards_of(*seat).count(), might[seat.index()])));
        rivals
    }

    /// How many heroes and wonders the player owns.
    fn tiles(&self) -> usize {
        self.position.cards_of(self.seat).count()
    }
}
