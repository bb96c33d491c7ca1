//! What structures and stages do, as data.

use crate::pieces::{Colour, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
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

/// A set of colours and of other things that can be counted or concerned, one bit each.
pub type Things = u32;

/// Stages of wonders.
pub const STAGE: Things = 1 << 9;
/// Structures that another one makes free.
pub const CHAIN: Things = 1 << 10;
/// Victories.
pub const VICTORY: Things = 1 << 11;
/// Defeats.
pub const DEFEAT: Things = 1 << 12;
/// Shields.
pub const SHIELD: Things = 1 << 13;
/// Coins.
pub const COIN: Things = 1 << 14;
/// Myths in play.
pub const MYTH: Things = 1 << 15;

/// The bit of a colour.
pub fn of_colour(colour: Colour) -> Things {
    1 << colour as u32
}

/// What is counted for coins or points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Per {
    /// What is counted.
    pub what: Things,
    /// So many of it count once.
    pub every: u8,
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
    /// Whatever else it does.
    pub talent: Option<Talent>,
}

/// What a card or a stage does that is not simply goods, shields, points, coins, symbols or low prices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talent {
    /// A power that its owner has from then on.
    Power(Power),
    /// So many goods less for what is concerned (7W-11.8).
    Discount { on: Things, goods: u8 },
    /// Coins whenever something happens (7W-11.9).
    Bonus { on: Things, coins: u8 },
    /// Points for every set that has one of each.
    Sets { of: Things, points: u8 },
    /// Points more for every set of three different symbols.
    SetBonus(u8),
    /// One good of any kind a turn from the bank, for so many coins.
    Bank(u8),
    /// Leaders cost so many coins less, the own ones and the neighbours'.
    LeadersCheaper { own: u8, neighbours: u8 },
    /// So many leaders are drawn.
    Leaders(u8),
    /// All others lose coins.
    Loss(Loss),
    /// Each neighbour gets coins from the bank.
    Gift(u8),
    /// The first good bought in a turn on these sides costs a coin less.
    Dock { west: u8, east: u8 },
    /// Points if no stage is built.
    NoStage(u8),
    /// A victory of so many points, and a defeat for each neighbour.
    Raid(u8),
    /// Two myths can be invoked in this age, counted from 0.
    Invocations(u8),
}

/// Coins that all others lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// How many.
    pub coins: u8,
    /// For each of what the loser has of this; once, if it is nothing.
    pub per: Things,
}

impl Effect {
    /// What a card does that is sold: nothing.
    pub const NONE: Effect = Effect {
        goods: Goods::NONE,
        choice: 0,
        shields: 0,
        points: 0,
        coins: 0,
        science: None,
        cheap: 0,
        per: None,
        talent: None,
    };

    /// Whether it gives this power.
    pub fn gives(&self, power: Power) -> bool {
        self.talent == Some(Talent::Power(power))
    }
}
