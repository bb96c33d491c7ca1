//! The position: what lies on the table for all to see, and the hands that do not.

pub use crate::common::ground::{Area, Ground, Hold, Posts, SIDES, Site};

use crate::board::Board;
use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

/// The sequence of play within a turn (MN-1.1), after the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Rounds of the advanced set-up that are still to come.
    Setup(u8),
    /// Income and trade.
    Commerce,
    /// Purchases.
    Building,
    /// Moves, battles, conquests.
    Military,
}

impl Phase {
    /// The name in stage paths and order files.
    pub fn key(self) -> &'static str {
        match self {
            Phase::Setup(_) => "set-up",
            Phase::Commerce => "commerce",
            Phase::Building => "building",
            Phase::Military => "military",
        }
    }
}

/// What lies on the table for all to see: the ground, and what only this game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// Provinces, seas, roles, heroes and wonders, the bank.
    pub ground: Ground,
    /// The phase.
    pub phase: Phase,
    /// Points left in the advanced set-up (MN-2.6).
    #[serde(with = "crate::common::trimmed::sides")]
    pub points: [u8; SIDES],
    /// The order of the advanced set-up, drawn by lot.
    pub lots: Vec<Seat>,
}

impl Deref for Position {
    type Target = Ground;

    fn deref(&self) -> &Ground {
        &self.ground
    }
}

impl DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Ground {
        &mut self.ground
    }
}

impl Position {
    /// An empty board with everything in the bank and in stock (MN-1.3, MN-1.4).
    pub fn empty(board: &Board, players: usize) -> Position {
        let ground = Ground::empty(board, players);
        Position { ground, phase: Phase::Commerce, points: [0; SIDES], lots: Vec::new() }
    }
}

/// Everything: the table and the secret hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What all can see.
    pub position: Position,
    /// What each player holds (MN-1.5).
    #[serde(with = "crate::common::trimmed::sides")]
    pub hands: [Cards; SIDES],
}

impl State {
    /// A player's hand.
    pub fn hand(&self, seat: Seat) -> &Cards {
        &self.hands[seat.index()]
    }

    /// A player's hand, to be changed.
    pub fn hand_mut(&mut self, seat: Seat) -> &mut Cards {
        &mut self.hands[seat.index()]
    }

    /// Takes a card from the bank into a hand; says whether there was one.
    pub fn draw(&mut self, seat: Seat, good: Good) -> bool {
        let drawn = self.position.bank.take(good, 1) == 1;
        if drawn {
            self.hand_mut(seat).add(good, 1);
        }
        drawn
    }

    /// Pays cards from a hand into the bank.
    pub fn pay(&mut self, seat: Seat, cards: &Cards) {
        self.hand_mut(seat).remove(cards);
        self.position.bank.put(cards);
    }
}
