//! The deck: 103 Fate cards and 7 Wonders, and the closed vocabulary in which their effects are written (IS-12).
//!
//! A card is data. What it does is a list of [`Step`]s; [`crate::effects`] carries each of them out with one small function.

mod classes;
#[cfg(test)]
mod field_tests;
mod load;
mod ops;
pub(crate) mod step;
#[cfg(test)]
mod tests;
mod words;

pub use words::{Condition, Fit, Op, Reach, Selector, Spread, Step, Until, Who, WonderAct};

use crate::pieces::{Card, CardSet, Wonder};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact, Flaw};
use tabellarius_kernel::keyed;

/// The compiled-in file.
pub const FILE: (&str, &str) = ("config/inner-sea/deck.toml", include_str!("../../../../config/inner-sea/deck.toml"));

keyed!(
    /// What sort of card it is (IS-5.1).
    CardKind, "kind-of-card", {
        Plain = "plain",
        Competition = "competition",
        Negate = "negate",
        Investment = "investment",
        Event = "event",
        Wonder = "wonder",
    }
);

keyed!(
    /// What a card is about; negations look at it.
    Tag, "tag", {
        Religion = "religion",
        Calamity = "calamity",
        Trade = "trade",
        War = "war",
        Sea = "sea",
    }
);

keyed!(
    /// When a card is played, or an investment or a Wonder used.
    Time, "time", {
        Card = "card",
        Phase = "phase",
        Competition = "competition",
        Order = "order",
        Draw = "draw",
        Growth = "growth",
        Scoring = "scoring",
        Loss = "loss",
        Event = "event",
        Response = "response",
    }
);

keyed!(
    /// What becomes of a card after it was played (IS-5.2).
    After, "after", {
        Discard = "discard",
        Aside = "aside",
        Remove = "remove",
        Invest = "invest",
        Stay = "stay",
    }
);

/// What a negation answers (IS-12.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Gives a civilization so many discs.
    Places(u8),
    /// Removes so many discs.
    Removes(u8),
    /// Places Barbarians.
    Barbarians,
    /// Makes somebody else lose cards.
    Hand,
    /// A Great Person.
    GreatPerson,
    /// The use of a Wonder.
    WonderUse,
    /// A tag.
    Tag(Tag),
    /// A kind of card.
    Kind(CardKind),
}

/// A Fate card or a Wonder.
#[derive(Clone, PartialEq, Debug)]
pub struct CardFile {
    /// Its names in English, Italian, Polish and Dutch.
    pub names: [String; 4],
    /// What sort it is.
    pub kind: CardKind,
    /// Whether it is a Great Person.
    pub great_person: bool,
    /// What it is about.
    pub tags: Vec<Tag>,
    /// Our own words for what it does.
    pub text: String,
    /// When it is played or used.
    pub timing: Vec<Time>,
    /// What it does.
    pub effect: Vec<Step>,
    /// What it negates.
    pub negates: Vec<Class>,
    /// Whether it negates only cards that hit the negating civilization itself.
    pub only_mine: bool,
    /// What becomes of it.
    pub after: After,
    /// The discs put on it.
    pub discs: u8,
    /// How often it is used in a turn; 0 is without limit.
    pub uses_per_turn: u8,
    /// Whether Troy's walls and home do not stop it (IS-9.10).
    pub is_traitor: bool,
    /// Its place in the NPCs' order of play.
    pub npc: u8,
    /// The classes of negation that hit it, worked out from the effect.
    pub hit_by: Hits,
}

/// What negations look at, worked out from the data (IS-12.7).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    /// Discs that a civilization is given.
    pub places: u8,
    /// Discs that are removed.
    pub removes: u8,
    /// Whether Barbarians are placed.
    pub barbarians: bool,
    /// Whether somebody else loses cards.
    pub hand: bool,
}

/// The deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The Fate cards, by number; the first place is empty.
    cards: Vec<CardFile>,
    /// The Wonders.
    pub wonders: Vec<CardFile>,
    /// The events.
    pub events: CardSet,
    /// All cards.
    pub all: CardSet,
    facts: Vec<Fact>,
}

impl Deck {
    /// The compiled-in deck.
    pub fn built_in() -> Result<Deck, Vec<Flaw>> {
        Deck::load(FILE.0, FILE.1)
    }

    /// An operator's deck.
    pub fn load(file: &str, text: &str) -> Result<Deck, Vec<Flaw>> {
        load::load(file, text)
    }

    /// A card.
    pub fn card(&self, card: Card) -> &CardFile {
        &self.cards[card.index() - 1]
    }

    /// A Wonder.
    pub fn wonder(&self, wonder: Wonder) -> &CardFile {
        &self.wonders[wonder.index()]
    }

    /// How many Fate cards there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card at all.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Every fact with its source.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Whether a negation answers a card (IS-5.3.1).
    pub fn negates(&self, with: Card, card: Card) -> bool {
        let file = self.card(card);
        self.card(with).negates.iter().any(|class| classes::hits(*class, file))
    }

    /// Whether a negation answers the use of a Wonder.
    pub fn negates_wonder(&self, with: Card) -> bool {
        self.card(with).negates.contains(&Class::WonderUse)
    }
}

impl CardFile {
    /// Whether it can be played or used at this time.
    pub fn is_for(&self, time: Time) -> bool {
        self.timing.contains(&time)
    }
}
