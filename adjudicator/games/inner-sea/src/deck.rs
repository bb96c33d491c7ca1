//! The deck: 103 Fate cards and 7 Wonders, and the closed vocabulary in which their effects are written (IS-12).
//!
//! A card is data. What it does is a list of [`Step`]s; [`crate::effects`] carries each of them out with one small function.

mod classes;
mod load;
pub(crate) mod step;
#[cfg(test)]
mod tests;

use crate::pieces::{Card, CardSet, Edge, Wonder};
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

keyed!(
    /// Whom a step speaks of (IS-12.4).
    Who, "who", {
        Me = "self",
        Rival = "rival",
        Opponent = "opponent",
        Any = "any",
        Named = "named",
        Each = "each",
        EachOpponent = "each_opponent",
        MostVp = "most_vp",
        FewestVp = "fewest_vp",
        Barbarian = "barbarian",
        White = "white",
    }
);

impl Who {
    /// Whether the player names one faction here.
    pub fn is_named_here(self) -> bool {
        matches!(self, Who::Rival | Who::Opponent | Who::Any)
    }
}

/// One term of an area selector (IS-12.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// Land.
    Land,
    /// Coastal or open sea.
    Sea,
    /// Coastal sea.
    Coastal,
    /// Open sea.
    Open,
    /// Contested.
    Contested,
    /// The area of the competition.
    Here,
    /// The areas chosen last on this card.
    Prev,
    /// On a border of the map.
    Edge(Edge),
    /// Occupied by somebody.
    Occupied(Who),
    /// Controlled by somebody.
    Controlled(Who),
    /// With a City of somebody.
    City(Who),
    /// In or next to an area of somebody.
    Near(Who),
    /// Home of somebody.
    Home(Who),
    /// Next to an area of somebody.
    NextTo(Who),
    /// Next to an area chosen last.
    NextToPrev,
    /// Next to the area of the competition.
    NextToHere,
    /// Next to a sea.
    NextToSea,
    /// Next to a coastal sea.
    NextToCoastal,
    /// Next to an open sea.
    NextToOpen,
    /// The home of somebody, or next to it: for sheets.
    Round(Who),
    /// Next to the home of somebody: for sheets.
    Beside(Who),
    /// With at least two discs of somebody: for sheets.
    Two(Who),
    /// In or next to a sea that somebody occupies: for sheets.
    Shore(Who),
    /// Along the Nile: for sheets.
    Nile,
}

/// Which areas fit: all terms must be true, those with `false` must not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Selector(pub Vec<(bool, Fit)>);

/// How many areas a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// So many discs in each of so many areas; `u8::MAX` discs are all.
    Areas {
        /// Discs in each.
        n: u8,
        /// Areas.
        areas: u8,
    },
    /// So many discs in every area that fits.
    Every {
        /// Discs in each.
        n: u8,
    },
    /// So many discs, spread freely.
    Total(u8),
}

/// Where discs come or go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// How many, in how many areas.
    pub reach: Reach,
    /// Which areas fit.
    pub area: Selector,
    /// Every area after the first is next to one chosen before.
    pub linked: bool,
    /// Discs just placed count as presence for the next one.
    pub chain: bool,
    /// The faction may be chosen anew for every disc.
    pub mixed: bool,
    /// The ban on open sea before Epoch IV is lifted.
    pub open_ok: bool,
    /// Stacking limits are ignored.
    pub overstack: bool,
}

/// What is done with a Wonder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonderAct {
    /// Built for so many resources less.
    Build(u8),
    /// Turned face up again.
    Restore,
    /// Turned face down.
    Destroy,
    /// So many discs are added.
    Add(u8),
    /// So many discs are taken off.
    Drain(u8),
}

/// How long areas are banned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// To the end of this turn.
    Turn,
    /// To the end of the next turn.
    NextTurn,
}

/// An operation of the vocabulary (IS-12.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Discs from the supply come on the map; white ones are allies of `ally`.
    Place { disc: Who, ally: Who, spread: Spread },
    /// Discs leave the map.
    Remove { disc: Who, spread: Spread },
    /// Discs are replaced by others.
    Replace { disc: Who, with: Who, spread: Spread },
    /// Discs on the map move to areas that fit.
    Move { disc: Who, spread: Spread },
    /// Discs go from the supply to the Ready box.
    Ready(u8),
    /// Talents are gained or lost.
    Talents { who: Who, n: i8 },
    /// Victory points are gained or lost.
    Vp { who: Who, n: i8 },
    /// Cards are drawn; some of them are kept.
    Draw { who: Who, n: u8, keep: u8, from_discards: bool },
    /// Cards are discarded.
    Discard { who: Who, n: u8, random: bool },
    /// Cards change hands.
    Steal { who: Who, n: u8, random: bool },
    /// Something happens to a Wonder.
    Wonder { who: Who, act: WonderAct },
    /// Any place in the turn order is taken.
    Order { who: Who },
    /// The Epoch ends.
    EndEpoch,
    /// No discs are lost for some rounds, or so many discs are kept.
    Shield { who: Who, rounds: u8, n: u8 },
    /// No discs can be kept by paying in this competition.
    NoRansom { who: Who },
    /// No competition is held in an area.
    Truce { spread: Spread },
    /// No civilization may place discs in some areas.
    Ban { spread: Spread, until: Until },
    /// Somebody chooses one of several lists of steps.
    Choose { who: Option<Who>, options: Vec<Vec<Step>> },
}

/// When a step counts (IS-12.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Somebody occupies an area that fits.
    pub occupies: Option<Selector>,
    /// The player occupies no area that fits: for sheets.
    pub lacks: Option<Selector>,
    /// The Epoch, at least.
    pub epoch_min: u8,
    /// The Epoch, at most: for sheets.
    pub epoch_max: u8,
    /// The turn of the Epoch, at least.
    pub turn_min: u8,
    /// The player may have a disc in open sea now.
    pub able_open: bool,
    /// The step before had an effect, or had none.
    pub done: Option<bool>,
}

impl Condition {
    /// No condition.
    pub fn always() -> Condition {
        Condition { occupies: None, lacks: None, epoch_min: 0, epoch_max: 4, turn_min: 0, able_open: false, done: None }
    }
}

/// One step of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is done.
    pub op: Op,
    /// Who chooses.
    pub by: Who,
    /// When the step counts.
    pub condition: Condition,
    /// The step is repeated for every area that fits: selector, divisor, most.
    pub per: Option<(Selector, u8, u8)>,
    /// Fewer are allowed.
    pub up_to: bool,
    /// The step exists only at this time.
    pub when: Option<Time>,
}

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
