//! What a table may add to a scenario (IS-15.10 to IS-15.15, IS-19.7 to IS-19.12).

use crate::deck::Step;
use crate::event::Meaning;
use crate::pieces::{Area, Card, Civ};
use alloc::vec::Vec;

/// What a table may add to a scenario (IS-15.10 to IS-15.14).
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Extras {
    /// Who gives cards that bring Barbarians to whom, for two talents (IS-15.10).
    pub gives: Vec<(Civ, Civ)>,
    /// Who may give talents and cards to each other (IS-15.11).
    pub partners: Vec<Civ>,
    /// Who may appeal to the Pope, and where an Invader must be near (IS-15.12).
    pub papacy: Option<(Civ, Area)>,
    /// Who may bribe Invaders next to the own capital (IS-15.13).
    pub bribes: Vec<Civ>,
    /// Invaders that come over the border when a turn ends (IS-15.14).
    pub crossings: Vec<Crossing>,
    /// Whose consuls a card decides (IS-19.7).
    pub consul: Option<Civ>,
    /// The turn from which its consul is brilliant without a card (IS-19.7).
    pub scipio: Option<u8>,
    /// Who has an ally in each competition on land (IS-19.8).
    pub genius: Option<Civ>,
    /// While Gold of this people lies there, and it has as many points as the other one, the game does not end early (IS-19.9).
    pub determination: Option<(Civ, Area, Civ)>,
    /// A home with strong walls (IS-19.10).
    pub walls: Option<Walls>,
    /// Whose sheet brings no ally at sea (IS-19.11).
    pub outsailed: Option<Civ>,
    /// Events with another text (IS-19.12).
    pub tidings: Vec<Tidings>,
    /// The allies that some of them bring.
    pub levies: Vec<Levy>,
    /// A people that comes later, for which a card is turned up each turn (IS-15.15).
    pub late: Option<Civ>,
}

/// A home with strong walls (IS-19.10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walls {
    /// Whose home.
    pub civ: Civ,
    /// In so many rounds of a competition there it loses nothing.
    pub rounds: u8,
    /// With so many of its Cities next to it no card of others makes it contested.
    pub cities: u8,
    /// What these cards do never reaches these peoples at home.
    pub cards: Vec<Card>,
    /// Which peoples.
    pub safe: Vec<Civ>,
}

/// An event with another text (IS-19.12).
#[derive(Clone, PartialEq, Debug)]
pub struct Tidings {
    /// The card.
    pub card: Card,
    /// What it means now.
    pub turn: Turn,
}

/// What an event with another text brings (IS-19.12).
#[derive(Clone, PartialEq, Debug)]
pub enum Turn {
    /// Of these two whoever Controls more seas gets so many talents.
    Traders([Civ; 2], u8),
    /// No disc is drawn for the hesitating ally in the next turn: it acts as always.
    Stirs,
    /// Somebody places discs: this people, or whoever the steps say.
    Places(Option<Civ>, Vec<Step>),
    /// Nothing now, but allies when competitions begin.
    Waits,
    /// The card is out of the game, and the discards come into the deck.
    Shuffles,
}

/// Allies that come when the next Competition Phase begins (IS-19.12).
#[derive(Clone, PartialEq, Debug)]
pub struct Levy {
    /// The event that brings them.
    pub card: Card,
    /// Whose.
    pub civ: Civ,
    /// They come only while this people is in this area, or only while it is not.
    pub bond: Option<(Civ, Area, Bond)>,
    /// Where, in the words of the deck.
    pub steps: Vec<Step>,
}

/// What allies depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bond {
    /// On somebody's presence.
    Presence,
    /// On somebody's absence.
    Absence,
}

/// Invaders that come over the border when a turn ends (IS-15.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Who.
    pub civ: Civ,
    /// Where.
    pub area: Area,
    /// With how many discs.
    pub discs: u8,
    /// With one of these digits in the number of the card; bit 2 is the digit 2.
    pub digits: u16,
}

impl Turn {
    /// Its name, for sentences.
    pub fn kind(&self) -> Meaning {
        match self {
            Turn::Traders(..) => Meaning::Traders,
            Turn::Stirs => Meaning::Stirs,
            Turn::Places(..) => Meaning::Places,
            Turn::Waits => Meaning::Allies,
            Turn::Shuffles => Meaning::Shuffles,
        }
    }
}
