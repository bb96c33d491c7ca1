//! What is in the box: structures and wonder boards as data, with the source of every fact.

mod load;
#[cfg(test)]
mod tests;

use crate::deity::{Deity, MythCard};
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
    /// The coins it costs.
    pub price: u8,
    /// The age, from 0, whose card must be used for it, if that matters.
    pub card_of: Option<u8>,
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
    /// What the board of each side does besides.
    pub boards: [Effect; 2],
    /// Whether an expansion brought it.
    pub is_added: bool,
}

/// The numbers of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
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
    /// The cards of a hand at the beginning of an age.
    pub hand: u8,
    /// The same with eight players.
    pub hand_of_eight: u8,
    /// The leaders that each player drafts.
    pub leaders: u8,
    /// The myths that each player gets in an age.
    pub myths: u8,
    /// What happens to whoever cannot or will not pay what he loses.
    pub losses: Losses,
}

#[allow(clippy::derivable_impls, reason = "the macro that declares the enum knows no default")]
impl Default for Losses {
    fn default() -> Losses {
        Losses::Forgiven
    }
}

keyed!(
    /// How coins are lost.
    Losses, "losses", {
        /// What is there is lost, and no more.
        Forgiven = "forgiven",
        /// What is not paid is a debt.
        Debt = "debt",
    }
);

/// When a myth takes part (7W-13.3); the guilds of its box always do (7W-13.1).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inclusion {
    /// Boxes that must be on the table.
    pub only_with: Vec<String>,
    /// Boxes that must not.
    pub not_with: Vec<String>,
    /// The fewest and the most players.
    pub players: Option<[u8; 2]>,
}

/// Everything in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The structures; a [`Card`] is a place in this list.
    pub cards: Vec<Structure>,
    /// The wonders.
    pub wonders: Vec<Wonder>,
    /// The myths.
    pub myths: Vec<MythCard>,
    /// The numbers of the rules.
    pub numbers: Numbers,
    facts: Vec<Fact>,
}

keyed!(
    /// A box that adds to the game.
    Expansion, "expansion", { Leaders = "leaders", Cities = "cities", Myths = "myths" }
);

/// The compiled-in data of the game.
pub const FILE: (&str, &str) =
    ("config/seven-wonders/base.toml", include_str!("../../../../config/seven-wonders/base.toml"));

impl Expansion {
    /// The compiled-in data of the expansion.
    pub fn file(self) -> (&'static str, &'static str) {
        match self {
            Expansion::Leaders => {
                ("config/seven-wonders/leaders.toml", include_str!("../../../../config/seven-wonders/leaders.toml"))
            }
            Expansion::Cities => {
                ("config/seven-wonders/cities.toml", include_str!("../../../../config/seven-wonders/cities.toml"))
            }
            Expansion::Myths => {
                ("config/seven-wonders/myths.toml", include_str!("../../../../config/seven-wonders/myths.toml"))
            }
        }
    }
}

impl Deck {
    /// The compiled-in data of the game alone.
    pub fn base() -> Result<Deck, Vec<Flaw>> {
        Deck::load(&[FILE])
    }

    /// The compiled-in data of the game and of expansions.
    pub fn with(expansions: &[Expansion]) -> Result<Deck, Vec<Flaw>> {
        let files: Vec<(&str, &str)> =
            core::iter::once(FILE).chain(expansions.iter().map(|expansion| expansion.file())).collect();
        Deck::load(&files)
    }

    /// An operator's data: the game's file first, then one for each expansion, which adds to it and changes its numbers.
    pub fn load(files: &[(&str, &str)]) -> Result<Deck, Vec<Flaw>> {
        load::load(files)
    }

    /// A structure.
    pub fn card(&self, card: Card) -> &Structure {
        &self.cards[card.index()]
    }

    /// A myth, where it is in the box.
    pub fn myth(&self, deity: Deity) -> Option<&MythCard> {
        self.myths.iter().find(|card| card.deity == deity)
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
        let dealt = self.all().filter(|(_, structure)| structure.colour != Colour::Black);
        dealt.flat_map(|(card, structure)| core::iter::repeat_n(card, copies(structure))).collect()
    }

    /// The most players: so many wonders, hands and guilds there are.
    pub fn most_players(&self) -> usize {
        let full = |players: usize| {
            let guilds = players + usize::from(self.numbers.guilds_above_players);
            let hand = if players == 8 { self.numbers.hand_of_eight } else { self.numbers.hand };
            let enough = |age: usize| {
                let guilds = if age == 2 { guilds } else { 0 };
                let cards = self.of_age(age, players).len() + guilds;
                let need = usize::from(hand) * players;
                cards <= need && cards + self.black(age).len() >= need
            };
            self.guilds().len() >= guilds && (0..3).all(enough)
        };
        (3..=8.min(self.wonders.len())).take_while(|players| full(*players)).last().unwrap_or(0)
    }

    /// The wonders that take part if nobody names them: those of expansions first, the newest box last (7W-2.1).
    pub fn first_wonders(&self, players: usize) -> Vec<u8> {
        let base = self.wonders.iter().take_while(|wonder| !wonder.is_added).count() as u8;
        let added = base..self.wonders.len() as u8;
        added.chain(0..base).take(players).collect()
    }

    /// The guilds (7W-2.4).
    pub fn guilds(&self) -> Vec<Card> {
        self.all().filter(|(_, structure)| structure.colour == Colour::Purple).map(|(card, _)| card).collect()
    }

    /// The black cards of an age (7W-12.1).
    pub fn black(&self, age: usize) -> Vec<Card> {
        let black = self.all().filter(|(_, structure)| structure.colour == Colour::Black);
        black.filter(|(_, structure)| !structure.players[age].is_empty()).map(|(card, _)| card).collect()
    }

    /// The leaders (7W-11.1).
    pub fn leaders(&self) -> Vec<Card> {
        self.all().filter(|(_, structure)| structure.colour == Colour::White).map(|(card, _)| card).collect()
    }

    /// Every fact with its source.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}
