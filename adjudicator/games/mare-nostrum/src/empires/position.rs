//! The position: what lies on the table for all to see, and what does not.

pub use crate::common::ground::{Area, Ground, Hold, SIDES, Site};

use crate::board::Board;
use crate::pieces::{Building, Card, Cards, Good, Province, Role};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

/// The stages of a round (EM-1.1). Collecting belongs to the first, the choice of leaders to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The first tiles are turned up (EM-1.7).
    Setup,
    /// Collecting and trading.
    Trade,
    /// Building.
    Building,
    /// Moving and fighting, then the leaders.
    Movement,
}

impl Phase {
    /// The name in stage paths and order files.
    pub fn key(self) -> &'static str {
        match self {
            Phase::Setup => "set-up",
            Phase::Trade => "trade",
            Phase::Building => "building",
            Phase::Movement => "movement",
        }
    }
}

/// The three trade tiles, by their two faces (EM-3.1).
pub const TILES: [[u8; 2]; 3] = [[5, 0], [2, 1], [4, 3]];

/// What lies on the table for all to see: the ground, and what only this game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// Provinces, seas, leaders, heroes and wonders, the supply.
    pub ground: Ground,
    /// The stage.
    pub phase: Phase,
    /// Which trade tiles have been played (EM-3.1.1).
    pub played: [bool; 3],
    /// The heroes and wonders that lie face up and can be bought (EM-1.7).
    pub row: Vec<Card>,
    /// Whose power Castor and Pollux copy (EM-4.6.2).
    pub copied: Option<Card>,
    /// With whom the Statue of Zeus made peace in the round before (EM-5.5).
    pub last_peace: Option<Seat>,
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
    /// An empty board with everything in the supply and all tiles face up.
    pub fn empty(board: &Board, players: usize) -> Position {
        let starts = |card: &Card| board.civilizations.iter().any(|one| one.hero == *card);
        Position {
            ground: Ground::empty(board, players),
            phase: Phase::Trade,
            played: [false; 3],
            row: board.cards.iter().copied().filter(|card| !starts(card)).collect(),
            copied: None,
            last_peace: None,
        }
    }

    /// Whether a player has the power of a hero or wonder: he owns it, or Castor and Pollux copy it for him (EM-4.6.2).
    pub fn has(&self, seat: Seat, card: Card) -> bool {
        self.owns(seat, card) || (self.copied == Some(card) && self.owns(seat, Card::CastorAndPollux))
    }

    /// The provinces a player controls.
    pub fn controlled(&self, seat: Seat) -> impl Iterator<Item = Province> + '_ {
        self.provinces().filter(move |(_, area)| area.owner == Some(seat)).map(|(province, _)| province)
    }

    /// Everybody's score on the track of a role: what he controls, and the bonuses of his own tiles (EM-6.1, EM-6.2).
    pub fn track(&self, role: Role) -> [u8; SIDES] {
        let mut scores = match role {
            Role::Director => self.tally([Building::Caravan, Building::Market]),
            Role::Political => self.tally([Building::City, Building::Temple]),
            Role::Military => self.muster(),
            Role::HighPriest => [0; SIDES], // not in this game
        };
        for (card, owner) in BONUSES.iter().filter_map(|card| Some((*card, self.owner_of(*card)?))) {
            let score = &mut scores[owner.index()];
            *score = score.saturating_add(bonus(card)[role as usize]);
        }
        scores
    }

    /// Ends holds whose legions are gone or are no longer alone (EM-5.6.5).
    pub fn drop_broken_holds(&mut self) {
        self.drop_empty_holds();
        for area in &mut self.ground.areas {
            if area.at_war() {
                area.hold = None;
            }
        }
    }
}

/// The heroes and wonders that add to a track (EM-6.2).
const BONUSES: [Card; 7] = [
    Card::Circe,
    Card::Penthesilea,
    Card::Hamilcar,
    Card::QueenOfSheba,
    Card::Hercules,
    Card::Antigone,
    Card::HangingGardens,
];

/// What a hero or wonder adds to the tracks of trade, culture and military (EM-6.2).
pub fn bonus(card: Card) -> [u8; 3] {
    match card {
        Card::Circe => [1, 0, 1],
        Card::Penthesilea => [0, 2, 2],
        Card::Hamilcar => [1, 1, 1],
        Card::QueenOfSheba => [0, 1, 1],
        Card::Hercules => [2, 2, 2],
        Card::Antigone => [2, 2, 0],
        Card::HangingGardens => [2, 0, 0],
        _ => [0; 3],
    }
}

/// Everything: the table, the secret hands, the stack of legendary goods.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What all can see.
    pub position: Position,
    /// What each player holds behind his screen (EM-1.6).
    #[serde(with = "crate::common::trimmed::sides")]
    pub hands: [Cards; SIDES],
    /// Which of the goods in a hand are legendary ones (EM-2.4).
    #[serde(with = "crate::common::trimmed::sides")]
    pub legends: [Cards; SIDES],
    /// The legendary goods that can be drawn.
    pub stack: Cards,
    /// The legendary goods that were used.
    pub discard: Cards,
}

impl State {
    /// A position with empty hands and all legendary goods in the stack: one of each kind (EM-2.4).
    pub fn of(board: &Board, position: Position) -> State {
        let stack = board.goods[1..].iter().copied().collect();
        State { position, hands: Default::default(), legends: Default::default(), stack, discard: Cards::NONE }
    }

    /// A player's hand.
    pub fn hand(&self, seat: Seat) -> &Cards {
        &self.hands[seat.index()]
    }

    /// Takes a token from the supply into a hand; says whether there was one.
    pub fn draw(&mut self, seat: Seat, good: Good) -> bool {
        let drawn = self.position.bank.take(good, 1) == 1;
        if drawn {
            self.hands[seat.index()].add(good, 1);
        }
        drawn
    }

    /// Puts tokens from a hand back: ordinary ones first, into the supply, legendary ones on their discard pile (EM-2.4). Says how many
    /// were legendary: from then on everybody sees that.
    pub fn pay(&mut self, seat: Seat, cards: &Cards) -> u8 {
        let mut all = 0;
        for (good, n) in cards.iter() {
            let legends = self.leave(seat, good, n);
            self.discard.add(good, legends);
            self.position.bank.add(good, n - legends);
            all += legends;
        }
        all
    }

    /// Passes tokens from hand to hand; an ordinary token goes before a legendary one.
    pub fn pass(&mut self, from: Seat, to: Seat, good: Good) {
        let legends = self.leave(from, good, 1);
        self.hands[to.index()].add(good, 1);
        self.legends[to.index()].add(good, legends);
    }

    /// Takes tokens out of a hand and says how many of them were legendary.
    fn leave(&mut self, seat: Seat, good: Good, n: u8) -> u8 {
        let i = seat.index();
        let ordinary = self.hands[i].count(good) - self.legends[i].count(good);
        self.hands[i].take(good, n);
        self.legends[i].take(good, n.saturating_sub(ordinary))
    }
}
