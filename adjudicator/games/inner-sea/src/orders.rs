//! What a letter can order.

use crate::event::Pile;
use crate::pieces::{Area, Card, Civ, Wonder};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use serde::Serialize;
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// What an order does.
    Verb, "verb", {
        Civilization = "civilization",
        Withdraw = "withdraw",
        Shift = "shift",
        Place = "place",
        Use = "use",
        Play = "play",
        Wonder = "wonder",
        Pass = "pass",
        Negate = "negate",
        Allow = "allow",
        Compete = "compete",
        Losses = "losses",
        Rank = "rank",
        Aeneas = "aeneas",
        Settle = "settle",
        Draw = "draw",
        Keep = "keep",
        Discard = "discard",
        Take = "take",
        Choose = "choose",
        Exchange = "exchange",
        Show = "show",
        Peace = "peace",
        Explore = "explore",
        Appeal = "appeal",
        Bribe = "bribe",
        Accept = "accept",
        Give = "give",
        Search = "search",
    }
);

/// A card, a Wonder, or the ability of the own sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Thing {
    /// A Fate card.
    Card(Card),
    /// A Wonder.
    Wonder(Wonder),
    /// The ability of the civilization sheet (IS-9).
    Sheet(Sheet),
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Card(card) => card.fmt(f),
            Thing::Wonder(wonder) => wonder.fmt(f),
            Thing::Sheet(sheet) => sheet.fmt(f),
        }
    }
}

keyed!(
    /// The ability of the own sheet, as orders name it.
    Sheet, "sheet", { Ability = "ability" }
);

/// What an effect is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// An area.
    Area(Area),
    /// A civilization or the Barbarians.
    Civ(Civ),
    /// One of several options, from 1.
    Option(u8),
    /// A Wonder.
    Wonder(Wonder),
    /// A place in the turn order, from 1.
    Spot(u8),
    /// No more here: what follows belongs to the next step.
    Nothing,
}

/// A card that is wanted, or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// This card.
    Card(Card),
    /// Whatever the referee thinks best.
    Any,
}

/// What a negation plan watches for; all that is said must be true (IS-11.3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Against {
    /// This card or Wonder.
    pub what: Option<Thing>,
    /// A card played by this civilization.
    pub by: Option<Civ>,
    /// A card that touches this area.
    pub at: Option<Area>,
    /// A card that removes at least so many of my discs.
    pub least: u8,
}

/// How a loss is met (IS-5.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Talents, at most so many; so many are kept.
    Talents {
        /// At most so many for one loss.
        most: Option<u8>,
        /// So many stay in the treasury.
        keep: u8,
    },
    /// A card of the hand, or a disc from a Wonder or an investment that may be lost instead.
    Thing(Thing),
    /// Any card of the hand.
    AnyCard,
    /// The discs themselves: nothing more is paid.
    Discs,
}

/// For how many losses a line speaks, where each of them is asked about (IS-5.7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// For the one that was asked about.
    Once,
    /// For all of the stage.
    All,
}

/// What is paid for a Wonder; the referee finds the rest (IS-5.6.1).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Payment {
    /// Discs from the map.
    pub discs: Vec<(Area, u8)>,
    /// Talents.
    pub talents: u8,
    /// Cards.
    pub cards: Vec<Card>,
}

/// What comes with an offer of peace (IS-13.12.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    /// Nothing.
    Nothing,
    /// A talent.
    Talent,
    /// A card of the hand.
    Card(Card),
}

/// One order.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// `civilization Egypt`
    Civilization(Civ),
    /// `withdraw 1 Libya`
    Withdraw(u8, Area),
    /// `shift Kush`: one disc out of a City into the Ready box.
    Shift(Area),
    /// `place 2 Tyre`, `place rest Sinai`.
    Place(Option<u8>, Area),
    /// `place rest cities near Egypt`: the referee places what is left, Cities first, in or next to that area.
    Fill(Option<Area>),
    /// `use Great Library`, `use Heroic Saga option 2`, `use allies on Tyre`.
    Use(Thing, Vec<Target>),
    /// `play Earthquake on Ionia, Phrygia`
    Play(Card, Vec<Target>),
    /// `wonder Great Library in Egypt paying 2 discs Marmarica, 3 talents`
    Wonder(Wonder, Option<Area>, Payment),
    /// `pass`
    Pass,
    /// `negate with Pontifex: any card that removes 2 or more of my discs`
    Negate(Card, Against),
    /// `allow Earthquake`
    Allow(Thing),
    /// `compete Tyre: Metal Forging, allies`; nothing, if no thing is named.
    Compete(Area, Option<Thing>, Vec<Target>),
    /// `losses Tyre: talents down to 1, Poet, discs`; `losses all: discs`
    Losses(Times, Option<Area>, Vec<Means>),
    /// `rank 1`, `rank 1 with Lighthouse`
    Rank(u8, Option<Thing>),
    /// `aeneas Minos at Cyrenaica`
    Aeneas(Option<(Civ, Area)>),
    /// `settle 3 Cyrenaica`
    Settle(Option<u8>, Area),
    /// `draw 2`: talents spent on cards.
    Draw(u8),
    /// `keep Spy, any`
    Keep(Vec<Wish>),
    /// `discard Poet, any`
    Discard(Vec<Wish>),
    /// `take Pontifex, any`
    Take(Vec<Wish>),
    /// `choose option 2`, `choose Tyre, Sinai`
    Choose(Vec<Target>),
    /// `exchange Poet` or `exchange nothing`: Phoenicia's alphabet.
    Exchange(Option<Card>),
    /// `show Poet, Spy`: team mates see these cards of the hand (IS-10.3).
    Show(Vec<Card>),
    /// `peace Carthage`, `peace Carthage with 1 talent`, `peace Carthage with Spy`: an offer to an NPC (IS-13.12.1).
    Peace(Civ, Gift),
    /// `appeal`: to the Pope, for help (IS-15.12).
    Appeal,
    /// `bribe Visigoths`: Gold, so that they leave the capital alone (IS-15.13).
    Bribe(Civ),
    /// `consent West Rome`: its bribe (IS-15.13).
    Accept(Civ),
    /// `give 2 talents, Poet`: to the other half of the Empire (IS-15.11).
    Give(u8, Vec<Card>),
    /// `search deck with Spy`: a card for a competition card out of a pile (IS-15.16).
    Search(Pile, Card),
    /// `explore Liguria`: this area before others (IS-20.3).
    Explore(Area),
    /// `place nothing`, `use nothing`: nothing of that sort is done.
    Nothing(Verb),
    /// `Green: place 2 Tyre`: an order for another civilization of the same player (IS-10.1).
    For(Seat, Box<Order>),
    /// `nothing`: the seat is content with whatever the rules do for a silent one (IS-11.5).
    Content,
}
