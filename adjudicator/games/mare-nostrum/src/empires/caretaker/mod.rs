//! The caretaker automaton: plays a sound game for a silent seat from what that seat can see.
//!
//! It is a player like any other: it gets a view and writes a letter in plain order text, which the referee then reads. There
//! is no luck, clock or memory in it, so the same view always gives the same letter.

mod building;
mod movement;
mod trade;

use super::Empires;
use super::phases::movement::great_cities;
use super::position::{Phase, Position, Site};
use super::view::View;
use crate::common::orders::Order;
use crate::pieces::{Cards, Province, Role};
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
        let mut rivals: Vec<Seat> = self.game.core.seats.iter().filter(|seat| *seat != self.seat).collect();
        let might = self.position.track(Role::Military);
        rivals.sort_by_key(|seat| Reverse((self.position.cards_of(*seat).count(), might[seat.index()])));
        rivals
    }

    /// How many heroes and wonders the player owns.
    fn tiles(&self) -> usize {
        self.position.cards_of(self.seat).count()
    }

    /// How many capitals and legendary cities the player holds.
    fn great_cities(&self) -> usize {
        great_cities(self.game, self.position, self.seat)
    }

    fn titles(&self, seat: Seat) -> usize {
        self.position.roles.iter().filter(|leader| **leader == Some(seat)).count()
    }

    /// Whether somebody may win soon, in one way or another.
    fn is_dangerous(&self, seat: Seat) -> bool {
        self.position.cards_of(seat).count() >= 4
            || great_cities(self.game, self.position, seat) >= 3
            || self.titles(seat) >= 2
    }

    /// The title that would win the game, and how much is missing for it: the one of three that the player does not have (EM-7.4).
    fn last_title(&self) -> Option<(Role, u8)> {
        let mut missing =
            self.game.core.board.roles.iter().copied().filter(|role| self.position.role(*role) != Some(self.seat));
        let role = missing.next().filter(|_| missing.next().is_none())?;
        let track = self.position.track(role);
        let best = self.rivals().iter().map(|seat| track[seat.index()]).max().unwrap_or(0);
        Some((role, (best + 1).saturating_sub(track[self.seat.index()])))
    }

    /// What a province is worth to its conqueror.
    fn prize(&self, province: Province) -> usize {
        let area = self.position.area(province);
        let built = area.sites().count();
        let great = self.game.is_great_city(province) && area.has(Site::City(0));
        let hurts = built > 0 && area.owner.is_some_and(|owner| self.is_dangerous(owner));
        built + if great { 3 * (1 + self.great_cities()) } else { 0 } + if hurts { 2 } else { 0 }
    }
}
