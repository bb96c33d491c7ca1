//! What can happen.

use crate::npc::Placed;
use crate::orders::Thing;
use crate::pieces::{Area, Card, Civ, Wonder};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// Why discs were placed or removed.
    Cause, "cause", {
        Setup = "setup",
        Growth = "growth",
        Card = "card",
        Competition = "competition",
        Domination = "domination",
        Stacking = "stacking",
        Payment = "payment",
        Epoch = "epoch",
        Aeneas = "aeneas",
        Exploration = "exploration",
    }
);

/// Discs in an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Heap {
    /// Where.
    pub area: Area,
    /// How many.
    pub n: u8,
}

/// What something is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Aim {
    /// The area, the civilization or the Wonder.
    pub at: Mark,
    /// Whose discs there, one after another, where the card lets them be chosen.
    pub whose: Vec<Civ>,
}

/// An area, a faction or a Wonder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Mark {
    /// An area.
    Area(Area),
    /// A civilization or the Barbarians.
    Civ(Civ),
    /// A Wonder.
    Wonder(Wonder),
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
pub enum Event {
    /// Lots or the rules settled the turn order.
    TurnOrder { order: Vec<Civ>, seats: Vec<Seat>, lots: bool },
    /// A civilization was chosen.
    Chosen { seat: Seat, civ: Civ },
    /// A turn begins.
    TurnBegins { epoch: u8, turn: u8 },
    /// Discs came on the map.
    Placed { seat: Option<Seat>, civ: Civ, heaps: Vec<Heap>, cause: Cause },
    /// White allies came on the map.
    Allies { civ: Civ, heaps: Vec<Heap> },
    /// Barbarian discs were taken from areas because the supply had no more (IS-5.2.3).
    CalledAway { heaps: Vec<Heap> },
    /// Discs left the map; some of them were white allies.
    Removed { seat: Option<Seat>, civ: Civ, area: Area, n: u8, allies: u8, cause: Cause },
    /// Discs were kept by paying.
    Ransomed { seat: Seat, civ: Civ, area: Area, talents: u8, cards: Vec<Card>, shields: u8 },
    /// A civilization has its growth.
    Grows { seat: Seat, civ: Civ },
    /// Discs were withdrawn.
    Withdrawn { seat: Seat, civ: Civ, heaps: Vec<Heap> },
    /// Discs became ready: by settlements, seas, trade, abilities, and the minimum.
    Acquired { seat: Seat, civ: Civ, settlements: u8, seas: u8, trade: u8, abilities: u8, ready: u8 },
    /// Discs were shifted out of Cities.
    Shifted { seat: Seat, civ: Civ, areas: Vec<Area> },
    /// Ready discs went back.
    Returned { seat: Seat, civ: Civ, n: u8 },
    /// A card was played.
    CardPlayed { seat: Seat, civ: Civ, card: Card },
    /// What a card or the use of a Wonder is aimed at, before anybody answers it (IS-5.2).
    Aimed { civ: Civ, thing: Thing, aims: Vec<Aim>, options: Vec<u8> },
    /// A card that was shown before takes effect in a competition.
    TakesEffect { civ: Civ, card: Card },
    /// A thing was used.
    ThingUsed { seat: Seat, civ: Civ, thing: Thing },
    /// A card was negated by another.
    Negation { seat: Seat, civ: Civ, with: Card, thing: Thing },
    /// A negation came to nothing because it was negated itself.
    NegationFails { civ: Civ, with: Card },
    /// Nobody answers any more: the card or use has no effect.
    Negated { thing: Thing },
    /// Talents were gained or lost.
    Talents { civ: Civ, n: i8, now: u8 },
    /// Points were gained or lost.
    Points { civ: Civ, n: i16, now: u16 },
    /// Talents were spent on cards.
    Spent { civ: Civ, talents: u8, now: u8 },
    /// Cards were drawn; which, only their owner knows.
    Drew { seat: Seat, civ: Civ, n: u8 },
    /// Cards of which the seat may keep some.
    Offered { seat: Seat, cards: Vec<Card>, keep: u8 },
    /// The own cards that were drawn or taken.
    Got { seat: Seat, cards: Vec<Card> },
    /// Cards were discarded.
    Discarded { seat: Seat, civ: Civ, cards: Vec<Card> },
    /// All hands went back into the deck.
    HandsBack {},
    /// Cards were taken from a hand.
    Stolen { seat: Seat, civ: Civ, from: Civ, n: u8 },
    /// The own cards that were taken away.
    Lost { seat: Seat, cards: Vec<Card> },
    /// A hand was looked at.
    LookedAt { seat: Seat, from: Civ, cards: Vec<Card> },
    /// An event came up.
    EventCard { civ: Civ, card: Card },
    /// An investment was played.
    Invested { civ: Civ, card: Card, discs: u8 },
    /// A Wonder was built.
    Built { seat: Seat, civ: Civ, wonder: Wonder, area: Area, discs: Vec<Heap>, talents: u8, cards: Vec<Card> },
    /// A Wonder was there from the beginning (IS-10.8).
    WonderGiven { seat: Seat, civ: Civ, wonder: Wonder, area: Area },
    /// Cards were shown to team mates (IS-10.3).
    Shown { seat: Seat, civ: Civ, cards: Vec<Card>, to: Vec<Seat> },
    /// A Wonder was destroyed, restored, or discs came on or off it.
    WonderChanged { wonder: Wonder, discs: u8, destroyed: bool },
    /// Somebody passed.
    Passed { seat: Seat, civ: Civ },
    /// No discs may be placed in an area for a while.
    Forbidden { areas: Vec<Area> },
    /// No competition is held in an area.
    Truce { areas: Vec<Area> },
    /// The Competition Phase begins, with these contested areas.
    CompetitionBegins { areas: Vec<Area> },
    /// A competition begins: who is there with how many.
    Competition { area: Area, strengths: Vec<(Civ, u8)> },
    /// A competition is over: who is left with how many.
    Outcome { area: Area, left: Vec<(Civ, u8)> },
    /// A City was looted.
    Looted { seat: Seat, civ: Civ, area: Area, talents: u8 },
    /// A sea is dominated.
    Dominates { civ: Civ, area: Area },
    /// What a civilization scored in the Victory Count.
    Scored { seat: Seat, civ: Civ, cities: u8, wonders: u8, sheet: u8, now: u16 },
    /// Somebody who tied in Cities has chosen a place in the turn order.
    PlaceChosen { seat: Seat, civ: Civ, place: u8 },
    /// Lots settled the turn order among those who tied in Cities and points.
    LotsDecide { civs: Vec<Civ> },
    /// Somebody began again (IS-7.5).
    Reborn { seat: Seat, was: Civ, civ: Civ, area: Area },
    /// A card was turned up to see whether the Epoch ends.
    SuddenEnd { card: Card, ends: bool },
    /// The Epoch ends.
    EpochEnds { epoch: u8, turn: u8 },
    /// What changes with the Epoch: the number of the card, and the row of the table.
    Change { card: Card, row: Row },
    /// What changes with the Epoch, where a scenario says it (IS-16.13).
    Changes { row: Row },
    /// Points for the Epoch.
    EpochScored { civ: Civ, cities: u8, wonders: u8, seas: u8, talents: u8, now: u16 },
    /// The deck was made anew from the discards.
    Reshuffled { cards: u8 },
    /// Why an NPC plays a card: its class in the NPCs' order of play (IS-13.5).
    NpcPlays { civ: Civ, card: Card, class: u8 },
    /// The cards that an NPC drew or took: they lie face up (IS-13.1).
    NpcGot { civ: Civ, cards: Vec<Card> },
    /// What an NPC places, and by which priorities (IS-13.7).
    NpcPlaced { seat: Seat, civ: Civ, placed: Vec<Placed> },
    /// How an NPC takes part in a competition: whether something of an enemy is at stake, how much it uses, what it expects (IS-13.8).
    NpcCompetes { civ: Civ, area: Area, prized: bool, used: u8, left: u8 },
    /// An NPC has become somebody's enemy (IS-13.2).
    BecomesEnemy { civ: Civ, enemy: Civ },
    /// An NPC has found its primary enemy, by a number of its list (IS-13.3).
    PrimaryEnemy { civ: Civ, enemy: Civ, number: u8 },
    /// Discs were drawn from the pool for peace or war between an NPC and somebody (IS-13.12).
    Pool { civ: Civ, with: Civ, treaty: Treaty, discs: Vec<Drawn>, done: bool },
    /// A card has chosen a consul, or he is the brilliant one that the table has agreed on (IS-19.7).
    ConsulChosen { civ: Civ, consul: Consul },
    /// An appeal to the Pope, the card that was turned up, and whether he helps (IS-15.12).
    Appealed { civ: Civ, card: Card, helps: bool },
    /// A bribe for an Invader, and whether it was taken (IS-15.13).
    Bribed { civ: Civ, by: Civ, area: Area, accepted: bool },
    /// Talents and cards went to the other half of the Empire (IS-15.11), or a card to its Invader (IS-15.10).
    Given { civ: Civ, to: Civ, talents: u8, n: u8 },
    /// A card was turned up to see who comes over the border (IS-15.14).
    Crossing { card: Card, civs: Vec<Civ> },
    /// What was found in an area (IS-20.3).
    Explored { area: Area, disc: Drawn },
    /// The areas in which nothing was found.
    NothingFound { areas: Vec<Area> },
    /// A new civilization was met: where it is at home, and its points (IS-20.6).
    Met { seat: Seat, civ: Civ, home: Area, now: u16 },
    /// Discs that found no room on the map lie ready (IS-20.7).
    LieReady { civ: Civ, n: u8 },
    /// The Nile of an Egypt that was met elsewhere (IS-20.8).
    River { areas: Vec<Area> },
    /// Coloured discs come into the pool, or all of them leave it (IS-20.9).
    PoolChanges { seats: Vec<Seat> },
    /// NPCs get points besides (IS-13.15).
    NpcBonus { n: u16 },
    /// An event means something else in this scenario (IS-19.12).
    OtherText { card: Card, turn: Meaning },
    /// A competition card was searched for: which card it cost, where, and what was found (IS-15.16).
    Searched { seat: Seat, civ: Civ, cost: Card, pile: Pile, found: Option<Card> },
    /// A card was turned up to see whether a people comes (IS-15.15).
    Comes { civ: Civ, card: Card, comes: bool },
    /// A card was turned up for an NPC.
    TurnedUp { card: Card },
    /// An NPC begins again: where, by which card and row of the table (IS-13.13).
    NpcEnters { civ: Civ, area: Area, card: Card, row: u8 },
    /// An NPC is out of the game.
    Out { civ: Civ },
    /// Gold lies in some areas from the beginning (IS-13.9).
    GoldLies { areas: Vec<Area> },
    /// Gold was looted; somebody gets points and a talent for it, unless Barbarians were there.
    GoldLooted { civ: Civ, from: Civ, area: Area, left: u8 },
    /// A card was turned up for a march before the first turn (IS-19.2).
    Marches { civ: Civ, card: Card, area: Area, lasts: bool },
    /// A disc was drawn for a minor state (IS-19.3).
    MinorState { civ: Civ, mood: Mood },
    /// A minor state changed sides (IS-19.3).
    ChangesSides { civ: Civ, to: Civ },
    /// Discs of one half of a realm were exchanged for those of the other (IS-16.2).
    Exchanged { civ: Civ, with: Civ, area: Area, n: u8 },
    /// Cards came back to their owner (IS-16.12).
    TakenUp { seat: Seat, civ: Civ, cards: Vec<Card> },
    /// An event brings reinforcements to a people of the scenario (IS-16.5).
    Reinforced { civ: Civ, card: Card },
    /// A card was turned up for looted Gold: an odd number ends the game (IS-17.2).
    Omen { card: Card, ends: bool },
    /// A stronghold that was held brings points in the end (IS-16.14).
    Stronghold { civ: Civ, area: Area, n: u16 },
    /// Somebody holds what the scenario asks for and has won (IS-14.3).
    Conquers { civ: Civ },
    /// How great the victory or the defeat of a civilization is (IS-17.10).
    Measured { civ: Civ, won: bool, behind: bool },
    /// The game is over.
    Over { ranking: Vec<Seat>, civs: Vec<Civ>, winners: Vec<Civ> },
}

keyed!(
    /// What discs are drawn for.
    Treaty, "treaty", { Peace = "peace", War = "war" }
);

keyed!(
    /// What an event means at this table (IS-19.12).
    Meaning, "meaning", {
        Traders = "traders",
        Stirs = "stirs",
        Places = "places",
        Allies = "allies",
        Shuffles = "shuffles",
    }
);

keyed!(
    /// A pile of cards (IS-15.16).
    Pile, "pile", { Deck = "deck", Discards = "discards" }
);

keyed!(
    /// A disc for a minor state (IS-19.3).
    Mood, "mood", { White = "white", Black = "black", Yellow = "yellow" }
);

keyed!(
    /// How good a consul is (IS-19.7).
    Consul, "consul", {
        Poor = "poor",
        Cautious = "cautious",
        Average = "average",
        Inspired = "inspired",
        Brilliant = "brilliant",
    }
);

keyed!(
    /// A disc of the pool (IS-13.12).
    Drawn, "disc", { White = "white", Black = "black", Yellow = "yellow", Coloured = "coloured" }
);

keyed!(
    /// A row of the table for the change of Epoch (IS-8.2).
    Row, "row", {
        Plague = "plague",
        Unreason = "unreason",
        Tsunami = "tsunami",
        Tradition = "tradition",
        Wrath = "wrath",
        Decay = "decay",
        Dynasty = "dynasty",
        Forests = "forests",
        Drought = "drought",
        Plenty = "plenty",
        Debasement = "debasement",
        Relief = "relief",
        Economy = "economy",
        Smile = "smile",
        Frontiers = "frontiers",
    }
);

impl tabellarius_kernel::Event for Event {
    fn rule(&self) -> &'static str {
        match self {
            Event::TurnOrder { .. } => "IS-7.4",
            Event::Chosen { .. } => "IS-2.3",
            Event::TurnBegins { .. } => "IS-3.1",
            Event::Placed { cause, .. } | Event::Removed { cause, .. } => match cause {
                Cause::Setup => "IS-2.5",
                Cause::Growth => "IS-4.5",
                Cause::Card => "IS-5.2",
                Cause::Competition => "IS-6.6",
                Cause::Domination => "IS-7.2",
                Cause::Stacking => "IS-1.7",
                Cause::Payment => "IS-5.6.1",
                Cause::Epoch => "IS-8.2",
                Cause::Aeneas => "IS-7.5",
                Cause::Exploration => "IS-20.4",
            },
            Event::CalledAway { .. } => "IS-5.2.3",
            Event::Grows { .. } => "IS-4.1",
            Event::Spent { .. } => "IS-7.7",
            Event::CompetitionBegins { .. } => "IS-6.2",
            Event::PlaceChosen { .. } | Event::LotsDecide { .. } => "IS-7.4.1",
            Event::Allies { .. } => "IS-6.5",
            Event::Ransomed { .. } => "IS-5.7",
            Event::Withdrawn { .. } => "IS-4.1",
            Event::Acquired { .. } => "IS-4.2",
            Event::Shifted { .. } => "IS-4.4",
            Event::Returned { .. } => "IS-4.5.4",
            Event::CardPlayed { .. } | Event::Aimed { .. } => "IS-5.2",
            Event::TakesEffect { .. } => "IS-6.4.1",
            Event::ThingUsed { .. } | Event::WonderChanged { .. } => "IS-5.6.4",
            Event::Negation { .. } | Event::NegationFails { .. } | Event::Negated { .. } => "IS-5.3",
            Event::Talents { .. } | Event::Points { .. } => "IS-1.8",
            Event::Drew { .. } | Event::Got { .. } | Event::Offered { .. } => "IS-7.7",
            Event::Discarded { .. } => "IS-5.8.2",
            Event::Stolen { .. } | Event::Lost { .. } | Event::LookedAt { .. } => "IS-12.3",
            Event::EventCard { .. } => "IS-5.5",
            Event::Invested { .. } => "IS-5.4",
            Event::Built { .. } => "IS-5.6",
            Event::WonderGiven { .. } => "IS-10.8",
            Event::Shown { .. } => "IS-10.3",
            Event::Passed { .. } => "IS-5.9",
            Event::Forbidden { .. } | Event::Truce { .. } => "IS-12.3",
            Event::Competition { .. } => "IS-6.1",
            Event::Outcome { .. } => "IS-6.7",
            Event::Looted { .. } => "IS-6.8",
            Event::Dominates { .. } => "IS-7.2",
            Event::Scored { .. } => "IS-7.3",
            Event::Reborn { .. } => "IS-7.5",
            Event::SuddenEnd { .. } => "IS-7.6",
            Event::EpochEnds { .. } | Event::HandsBack {} => "IS-8.1",
            Event::Change { .. } => "IS-8.2",
            Event::EpochScored { .. } => "IS-8.3",
            Event::Reshuffled { .. } => "IS-5.8.1",
            Event::NpcPlays { .. } => "IS-13.5",
            Event::NpcGot { .. } => "IS-13.1",
            Event::NpcPlaced { .. } => "IS-13.7",
            Event::NpcCompetes { .. } => "IS-13.8",
            Event::BecomesEnemy { .. } => "IS-13.2",
            Event::PrimaryEnemy { .. } => "IS-13.3",
            Event::Pool { .. } => "IS-13.12",
            Event::ConsulChosen { .. } => "IS-19.7",
            Event::Appealed { .. } => "IS-15.12",
            Event::Bribed { .. } => "IS-15.13",
            Event::Given { .. } => "IS-15.11",
            Event::Crossing { .. } => "IS-15.14",
            Event::Explored { .. } | Event::NothingFound { .. } => "IS-20.3",
            Event::Met { .. } => "IS-20.6",
            Event::LieReady { .. } => "IS-20.7",
            Event::River { .. } => "IS-20.8",
            Event::PoolChanges { .. } => "IS-20.9",
            Event::NpcBonus { .. } => "IS-13.15",
            Event::OtherText { .. } => "IS-19.12",
            Event::Searched { .. } => "IS-15.16",
            Event::Comes { .. } => "IS-15.15",
            Event::TurnedUp { .. } => "IS-13.5.5",
            Event::NpcEnters { .. } | Event::Out { .. } => "IS-13.13",
            Event::GoldLies { .. } | Event::GoldLooted { .. } => "IS-13.9",
            Event::Conquers { .. } => "IS-14.3",
            Event::Marches { .. } => "IS-19.2",
            Event::MinorState { .. } | Event::ChangesSides { .. } => "IS-19.3",
            Event::Changes { .. } => "IS-16.13",
            Event::Exchanged { .. } => "IS-16.2",
            Event::TakenUp { .. } => "IS-16.12",
            Event::Reinforced { .. } => "IS-16.5",
            Event::Omen { .. } => "IS-17.2",
            Event::Stronghold { .. } => "IS-16.14",
            Event::Measured { .. } => "IS-17.10",
            Event::Over { .. } => "IS-8.5",
        }
    }
}
