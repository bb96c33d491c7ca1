//! A civilization of a scenario: under which name, with what, and what it may do that others may not.

use crate::deck::Step;
use crate::pieces::{Area, AreaSet, Card, Civ, Kind, Wonder};
use alloc::vec::Vec;

/// A civilization of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Who.
    pub civ: Civ,
    /// Whose sheet it has; nobody's, if none.
    pub sheet: Option<Civ>,
    /// Where it is at home.
    pub home: Option<Area>,
    /// Its first discs, if the scenario lists them.
    pub place: Option<Vec<(Area, u8)>>,
    /// Its place in the first turn order, if it is given.
    pub rank: Option<u8>,
    /// Its first talents.
    pub talents: u8,
    /// How many cards it draws for its first hand.
    pub hand: u8,
    /// Cards that are in its first hand.
    pub cards: Vec<Card>,
    /// Wonders that it has from the beginning, and where (IS-14.1, IS-18.1).
    pub works: Vec<(Wonder, Area)>,
    /// What it acquires at least, if not as usual (IS-15.6, IS-18.5).
    pub growth: Option<u8>,
    /// Whether it is an Invader (IS-13.7.17).
    pub is_invader: bool,
    /// Where an Invader's first disc comes, and by which numbers of a card for an NPC (IS-15.6).
    pub entry: Option<Entry>,
    /// How many discs it may withdraw from one area at most, if not as usual (IS-15.3).
    pub withdraws: Option<u8>,
    /// In whose areas it never places discs (IS-15.3).
    pub shuns: Vec<Civ>,
    /// Whose areas alone its cards take discs from (IS-15.7), and whom they hit first.
    pub rival: Option<Civ>,
    /// Whether it draws one card more when it would draw three (IS-15.6).
    pub has_bonus_card: bool,
    /// Another sheet of which it has what is used when the Competition Phase begins (IS-15.3).
    pub opening: Option<Civ>,
    /// What else it may do when the Competition Phase begins (IS-15.8).
    pub muster: Vec<Step>,
    /// In whose areas its cards place and remove discs only where it is near (IS-15.7).
    pub far_from: Option<Civ>,
    /// Whether its cards may bring Barbarians (IS-15.9).
    pub brings_barbarians: bool,
    /// Whose vassal it is: it has no turn, and its lord acts for it (IS-18.4).
    pub vassal_of: Option<Civ>,
    /// Whether a vassal's Gold is worth points for an Epoch, and cards for a new one, too (IS-18.2).
    pub has_epoch_tribute: bool,
    /// All discs that it has, if not as usual (IS-19.4).
    pub discs: Option<u8>,
    /// The most cards in its hand, if not as usual (IS-19.4).
    pub hand_limit: Option<u8>,
    /// Whether it gets no points (IS-19.4).
    pub has_no_points: bool,
    /// Whether it builds no Wonders (IS-18.7).
    pub is_no_builder: bool,
    /// Whether its least growth and its bonus card are an NPC's only (IS-18.9).
    pub is_helped_as_npc: bool,
    /// Whether an NPC goes where others than enemies are, too (IS-18.6).
    pub is_reckless: bool,
    /// Whom it leaves alone with two discs or more, if one player holds both (IS-18.9).
    pub apart_from: Option<Civ>,
    /// In whose areas it places nothing, if one player holds both (IS-18.12).
    pub avoids: Vec<Civ>,
    /// The points that it gets for looted Gold of whomever, if it loots so (IS-18.13).
    pub loots: Option<u8>,
    /// Whether it gets a point for each area with Gold that it occupies when an Epoch ends (IS-18.13).
    pub has_gold_points: bool,
    /// Whether it has two sets of discs (IS-17.1).
    pub is_doubled: bool,
    /// The other half of its realm, and where the discs of this half belong (IS-16.1).
    pub realm: Option<Realm>,
    /// Whether it is out of the game when no Gold lies under its discs (IS-16.6).
    pub lives_by_gold: bool,
    /// The cards that it draws each turn, if not as usual (IS-16.7).
    pub draws: Option<u8>,
    /// Where an NPC would rather place its discs (IS-16.8).
    pub prefers: Option<Kind>,
    /// Whether an NPC places a fourth disc only with Gold or two enemies (IS-16.8).
    pub is_thrifty: bool,
    /// Whether an NPC is content to match its enemies (IS-17.8).
    pub is_valiant: bool,
    /// Cards that never leave it for good (IS-16.11, IS-16.12).
    pub keeps: Vec<Kept>,
    /// An investment that stays as long as there is Gold (IS-16.10).
    pub school: Option<School>,
    /// Discs in the Ready box at the beginning (IS-17.3).
    pub ready: u8,
    /// What is different in its first turn (IS-17.3).
    pub first_turn: FirstTurn,
    /// Talents and ready discs that it gets when its growth begins (IS-17.4).
    pub tribute: (u8, u8),
    /// Allies that it gets in each competition at sea (IS-17.5).
    pub sailors: u8,
    /// Whether it may search for a competition card when competitions begin (IS-15.16).
    pub searches: bool,
    /// In whose areas it places nothing as an NPC (IS-19.5).
    pub leaves_alone: Vec<Civ>,
    /// Of equals where an NPC places a disc first (IS-19.5).
    pub leans: Option<Kind>,
    /// Whose discs an NPC's cards take first, those in its home and around it before all others (IS-19.5).
    pub hunts: Option<Civ>,
    /// Whether its hand is cut down only when it has drawn (IS-18.2).
    pub counts_late: bool,
}

/// How an Invader comes on the map when it has nothing there (IS-15.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How many discs it has then.
    pub discs: u8,
    /// Where the first may come.
    pub areas: Vec<Area>,
    /// How a card that is turned up chooses one of them for an NPC.
    pub by: EntryBy,
    /// Whether an NPC also comes anew, once, when it has fewer discs and fewer points than the player (IS-18.8).
    pub when_weak: bool,
}

/// How a card's number chooses one of several areas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryBy {
    /// An odd number the first, an even one the second.
    Parity,
    /// Its first digit: 1 and 2 the first, 3 and 4 the second, and so on.
    FirstDigit,
    /// There is only one.
    Only,
    /// The first that is in play; no card is turned up.
    InPlay,
}

/// A realm of two halves (IS-16.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Realm {
    /// The other half.
    pub twin: Civ,
    /// Where the discs of this half belong: on land, or at sea.
    pub kind: Kind,
}

/// A card that never leaves its owner for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Which.
    pub card: Card,
    /// How it comes back.
    pub back: Back,
}

/// How a card comes back to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// Into the hand when the Draw step begins (IS-17.6).
    Free,
    /// Into the hand in place of a card that is drawn (IS-16.12).
    Drawn,
    /// It lies on the table, and is played or given for a disc as if it were in the hand, once (IS-18.3).
    Once,
    /// It lies on the table, and is played in competitions in these areas as if it were in the hand (IS-16.11).
    Stands(AreaSet),
}

/// An investment that stays on the table as long as Gold is in an area (IS-16.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct School {
    /// The investment.
    pub card: Card,
    /// Where the Gold is.
    pub area: Area,
    /// How many discs are on it at the beginning, and come on it when an Epoch begins.
    pub discs: u8,
}

/// What a civilization does in the first turn of the game (IS-17.3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FirstTurn {
    /// As always.
    #[default]
    Usual,
    /// It only places its ready discs, and none where enemy Gold is.
    PlacesOnly,
    /// It has no growth.
    Rests,
}
