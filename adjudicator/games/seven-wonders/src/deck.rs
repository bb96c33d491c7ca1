//! What is in the box: structures and wonder boards as data, with the source of every fact.

mod effect;
mod load;
#[cfg(test)]
mod tests;

use crate::deity::{Deity, MythCard};
use crate::pieces::{Card, CardSet, Colour, Goods};
use alloc::string::String;
use alloc::vec::Vec;
pub use effect::*;
use tabellarius_kernel::flaw::{Fact, Flaw};
use tabellarius_kernel::keyed;

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

keyed!(
    /// What a box adds to other boxes, and can be used without it (7W-13.3).
    Extra, "extra", {
        /// Wonders.
        Wonders = "wonders",
        /// Guilds.
        Guilds = "myth-guilds",
        /// Leaders.
        Leaders = "myth-leaders",
    }
);

/// How much of a box is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// Only what it adds to other boxes, and of that only some.
    Only(Vec<Extra>),
}

/// The compiled-in data of the game.
pub const FILE: (&str, &str) = FILES[0];

/// The compiled-in data of the game and of every expansion.
pub const FILES: &[(&str, &str)] = &[
    ("config/seven-wonders/base.toml", include_str!("../../../../config/seven-wonders/base.toml")),
    ("config/seven-wonders/leaders.toml", include_str!("../../../../config/seven-wonders/leaders.toml")),
    ("config/seven-wonders/cities.toml", include_str!("../../../../config/seven-wonders/cities.toml")),
    ("config/seven-wonders/myths.toml", include_str!("../../../../config/seven-wonders/myths.toml")),
];

impl Expansion {
    /// The compiled-in data of the expansion.
    pub fn file(self) -> (&'static str, &'static str) {
        match self {
            Expansion::Leaders => FILES[1],
            Expansion::Cities => FILES[2],
            Expansion::Myths => FILES[3],
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
        let whole: Vec<(&str, &str, Part)> = files.iter().map(|(file, text)| (*file, *text, Part::Whole)).collect();
        Deck::load_parts(&whole)
    }

    /// The same, with boxes of which only something is used.
    pub fn load_parts(files: &[(&str, &str, Part)]) -> Result<Deck, Vec<Flaw>> {
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
