//! The position: what lies on the table for all to see, and the hands that do not.

pub use crate::common::ground::{Area, Ground, Hold, Posts, SIDES, Site};

use crate::board::Board;
use crate::pieces::{Card, Cards, God, Good, Province, Sea};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

/// The sequence of play within a turn (MY-1.1), after the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Rounds of the free set-up that are still to come.
    Setup(u8),
    /// Income and trade.
    Commerce,
    /// Offerings to the gods.
    Offering,
    /// Purchases.
    Building,
    /// Moves, battles, conquests; then the roles.
    Military,
}

impl Phase {
    /// The name in stage paths and order files.
    pub fn key(self) -> &'static str {
        match self {
            Phase::Setup(_) => "set-up",
            Phase::Commerce => "commerce",
            Phase::Offering => "offering",
            Phase::Building => "building",
            Phase::Military => "military",
        }
    }
}

/// A god who stands by a player (MY-6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Favour {
    /// By whom.
    pub seat: Seat,
    /// Whether the power was used: then the card lies face down until the next Offering.
    pub spent: bool,
}

/// What lies on the table for all to see: the ground, and what only this game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// Provinces, seas, roles, heroes and wonders, the bank.
    pub ground: Ground,
    /// The phase.
    pub phase: Phase,
    /// Points left in the free set-up (MY-2.6).
    pub points: [u8; SIDES],
    /// The order of the free set-up, drawn by lot.
    pub lots: Vec<Seat>,
    /// The heroes and wonders that are out of this game (MY-2.7).
    pub removed: Vec<Card>,
    /// By whom each god stands.
    pub gods: [Option<Favour>; God::ALL.len()],
    /// Whose power Castor and Pollux copy (MY-4.6.3).
    pub copied: Option<Card>,
    /// Krakens at sea, by sea (MY-5.8).
    pub krakens: Vec<u8>,
    /// Krakens under the sea.
    pub dived: u8,
    /// Where krakens were built this turn, one entry each.
    pub hatched: Vec<Province>,
    /// Phoenixes that wait to rise again (MY-5.8.5).
    pub ashes: u8,
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
    /// An empty board with everything in the bank and in stock (MY-1.3, MY-1.4).
    pub fn empty(board: &Board, players: usize) -> Position {
        Position {
            ground: Ground::empty(board, players),
            phase: Phase::Commerce,
            points: [0; SIDES],
            lots: Vec::new(),
            removed: Vec::new(),
            gods: [None; God::ALL.len()],
            copied: None,
            krakens: alloc::vec![0; board.seas.len()],
            dived: 0,
            hatched: Vec::new(),
            ashes: 0,
        }
    }

    /// Whether a player has the power of a hero or wonder: he owns it, or Castor and Pollux copy it for him (MY-4.6.3).
    pub fn has(&self, seat: Seat, card: Card) -> bool {
        self.owns(seat, card) || (self.copied == Some(card) && self.owns(seat, Card::CastorAndPollux))
    }

    /// Everybody with the power of a hero: its owner first, then the one who copies it (MY-6.2.2).
    pub fn who_have(&self, card: Card) -> impl Iterator<Item = Seat> + use<> {
        let copy = if self.copied == Some(card) { self.owner_of(Card::CastorAndPollux) } else { None };
        self.owner_of(card).into_iter().chain(copy)
    }

    /// By whom a god stands whose power can still be used.
    pub fn favoured(&self, god: God) -> Option<Seat> {
        self.gods[god as usize].filter(|favour| !favour.spent).map(|favour| favour.seat)
    }

    /// Turns a god's card face down.
    pub fn spend(&mut self, god: God) {
        if let Some(favour) = &mut self.gods[god as usize] {
            favour.spent = true;
        }
    }

    /// Krakens in a sea.
    pub fn krakens_in(&self, sea: Sea) -> u8 {
        self.krakens[sea.index()]
    }

    /// The provinces a player controls.
    pub fn controlled(&self, seat: Seat) -> impl Iterator<Item = Province> + '_ {
        self.provinces().filter(move |(_, area)| area.owner == Some(seat)).map(|(province, _)| province)
    }
}

/// Everything: the table and the secret hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What all can see.
    pub position: Position,
    /// What each player holds (MY-1.5).
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
