//! What is in the box: structures and wonder boards as data, with the source of every fact.

mod load;
#[cfg(test)]
mod tests;

use crate::pieces::{Card, CardSet, Colour, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact, Flaw};
use tabellarius_kernel::keyed;

keyed!(
    /// A scientific symbol, or one of the owner's choice (7W-9.6).
    Science, "science", { Compass = "compass", Gear = "gear", Tablet = "tablet", Any = "any" }
);

/// Which of four prices are low: raw or manufactured goods of the west or the east (7W-5.4).
pub type Cheap = u8;

/// The bit of one price.
pub fn cheap_bit(side: Side, kinds: Kinds) -> Cheap {
    let raw = if kinds & RAW != 0 { 1 } else { 0 };
    let manufactured = if kinds & MANUFACTURED != 0 { 2 } else { 0 };
    (raw | manufactured) << (2 * side as u8)
}

/// What is counted for coins or points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Per {
    /// Colours, as bits.
    pub colours: u8,
    /// Stages of wonders.
    pub stages: bool,
    /// Defeats.
    pub defeats: bool,
    /// Where it is counted: own city, west, east, as bits.
    pub places: u8,
    /// Coins for each, when the structure is built.
    pub coins: u8,
    /// Points for each, at the end.
    pub points: u8,
}

/// In the own city.
pub const OWN: u8 = 1;
/// In the western neighbour's city.
pub const WEST: u8 = 2;
/// In the eastern neighbour's city.
pub const EAST: u8 = 4;

/// What a structure or a stage does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effect {
    /// All of these goods, every turn.
    pub goods: Goods,
    /// One of these kinds of goods, every turn; none if it is empty.
    pub choice: Kinds,
    /// Shields.
    pub shields: u8,
    /// Points.
    pub points: u8,
    /// Coins, once.
    pub coins: u8,
    /// A symbol.
    pub science: Option<Science>,
    /// Low prices.
    pub cheap: Cheap,
    /// Coins or points for something that is counted.
    pub per: Option<Per>,
    /// A power.
    pub power: Option<Power>,
}

/// A structure.
#[derive(Clone, PartialEq, Debug)]
pub struct Structure {
    /// The name in data files.
    pub key: String,
    /// The English name.
    pub name: String,
    /// The colour.
    pub colour: Colour,
    /// For each age the numbers of players from which on one more copy is dealt.
    pub players: [Vec<u8>; 3],
    /// The goods it costs.
    pub cost: Goods,
    /// The coins it costs.
    pub price: u8,
    /// Structures that make it free.
    pub free_from: CardSet,
    /// What it does.
    pub effect: Effect,
}

/// A stage of a wonder.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The goods it costs.
    pub cost: Goods,
    /// What it does.
    pub effect: Effect,
}

/// A wonder with the two sides of its board.
#[derive(Clone, PartialEq, Debug)]
pub struct Wonder {
    /// The name in data files.
    pub key: String,
    /// The name.
    pub name: String,
    /// What the board itself gives.
    pub good: Goods,
    /// The stages of side A and of side B.
    pub sides: [Vec<Stage>; 2],
}

/// The numbers of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Coins at the start.
    pub coins: u8,
    /// Coins for a card that is sold.
    pub sale: u8,
    /// The price of a neighbour's good.
    pub price: u8,
    /// The low price.
    pub cheap_price: u8,
    /// Points for a victory in each age.
    pub victory: [u8; 3],
    /// So many guilds more than players are in the third age.
    pub guilds_above_players: u8,
    /// Points for three different symbols.
    pub science_set: u8,
    /// So many coins are a point.
    pub coins_a_point: u8,
}

/// Everything in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The structures; a [`Card`] is a place in this list.
    pub cards: Vec<Structure>,
    /// The wonders.
    pub wonders: Vec<Wonder>,
    /// The numbers of the rules.
    pub numbers: Numbers,
    facts: Vec<Fact>,
}

/// The compiled-in data.
pub const FILE: (&str, &str) =
    ("config/seven-wonders/base.toml", include_str!("../../../../config/seven-wonders/base.toml"));

impl Deck {
    /// The compiled-in data.
    pub fn base() -> Result<Deck, Vec<Flaw>> {
        Deck::load(FILE.0, FILE.1)
    }

    /// An operator's data.
    pub fn load(file: &str, text: &str) -> Result<Deck, Vec<Flaw>> {
        load::load(file, text)
    }

    /// A structure.
    pub fn card(&self, card: Card) -> &Structure {
        &self.cards[card.index()]
    }

    /// All structures.
    pub fn all(&self) -> impl Iterator<Item = (Card, &Structure)> {
        (0..=u8::MAX).map(Card).zip(&self.cards)
    }

    /// A structure by its name in data files.
    pub fn find(&self, key: &str) -> Option<Card> {
        self.all().find(|(_, structure)| structure.key == key).map(|(card, _)| card)
    }

    /// The cards of an age without guilds, for so many players (7W-2.3).
    pub fn of_age(&self, age: usize, players: usize) -> Vec<Card> {
        let copies = |structure: &Structure| {
            structure.players[age].iter().filter(|least| usize::from(**least) <= players).count()
        };
        self.all().flat_map(|(card, structure)| core::iter::repeat_n(card, copies(structure))).collect()
    }

    /// The guilds (7W-2.4).
    pub fn guilds(&self) -> Vec<Card> {
        self.all().filter(|(_, structure)| structure.colour == Colour::Purple).map(|(card, _)| card).collect()
    }

    /// Every fact with its source.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}
