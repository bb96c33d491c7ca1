//! Why the rules refuse something, each with the number of the rule.

use crate::pieces::{Area, Card, Civ, Wonder};
use serde::Serialize;

/// Why an order cannot be carried out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "reason")]
pub enum Reason {
    /// The civilization is taken, or does not fit what others have chosen.
    CivTaken { civ: Civ },
    /// The civilization is not part of the set-up.
    NotInSetup { civ: Civ },
    /// Not so many discs are there, or they are a City's.
    NotWithdrawn { area: Area },
    /// No City of his is there.
    NoCity { area: Area },
    /// No place for the first discs: too far from home, taken, or next to another home.
    NotFirst { area: Area },
    /// Neither controlled nor next to an area from which one may go on.
    OutOfReach { area: Area },
    /// The area holds as many discs as may be there.
    Full { area: Area, limit: u8 },
    /// No discs are placed in open sea yet.
    OpenSea { area: Area },
    /// A card forbids to place discs there.
    Banned { area: Area },
    /// A team mate would be harmed.
    TeamMate { area: Area },
    /// The scenario forbids it: somebody is there whose areas are left alone.
    Shunned { area: Area },
    /// The civilization belongs to another player.
    NotYours,
    /// There is no team mate to show cards to.
    NoMates,
    /// The card would harm a team mate more than others.
    HarmsMate,
    /// No discs are left.
    NoDiscs,
    /// The area is not in play.
    NotInPlay { area: Area },
    /// The hand does not hold the card.
    NotInHand { card: Card },
    /// The card is still in the hand: it is played, not used.
    NotPlayedYet { card: Card },
    /// The card is played when the Competition Phase begins.
    AtTheStart { card: Card },
    /// The card is played in one competition, which must be named.
    InACompetition { card: Card },
    /// The card is for another time.
    WrongTime { card: Card },
    /// The card would do nothing.
    NoEffect { card: Card },
    /// An effect cannot be aimed so.
    BadTarget,
    /// The letter passes before.
    AfterPass,
    /// The letter has said so before.
    Twice,
    /// No cards are drawn in this turn.
    NoDraw,
    /// The Wonder is built.
    WonderBuilt { wonder: Wonder },
    /// One Wonder a turn.
    OneWonder,
    /// The scenario has no Wonders.
    NoWonders,
    /// The Wonder cannot be paid.
    CannotPay { wonder: Wonder },
    /// Not enough discs are left to put on the Wonder.
    NoDiscsForWonder { wonder: Wonder },
    /// No area where it could stand, or not this one.
    NoSite { wonder: Wonder },
    /// The thing cannot be used now.
    NotUsable,
    /// The negation does not answer this.
    NotNegated { card: Card },
    /// No competition there, or he is not part of it.
    NoCompetition { area: Area },
    /// Not so many talents.
    NoTalents { talents: u8 },
    /// The place in the turn order is not open to him.
    NoSpot { place: u8 },
    /// The conditions of the Aeneas rule are not met.
    NotAeneas,
    /// The home of another civilization, or no land area.
    NotHere { area: Area },
    /// A card that brings Barbarians, which the table has barred.
    NoBarbarians { card: Card },
    /// The other half of the own realm is there, and the area would be contested.
    OwnRealm { area: Area },
    /// No NPC of that name is an enemy, or peace was offered already.
    NoQuarrel { civ: Civ },
    /// A poor consul, who is there already.
    Consul { area: Area },
    /// A consul who does not fight so.
    ConsulForbids { card: Card },
    /// Not a card that halves of the Empire give each other.
    NotGiven { card: Card },
    /// Not an empty area next to the own discs.
    NotUnknown { area: Area },
    /// Not a card that can be chosen here.
    NotOffered { card: Card },
}

impl tabellarius_kernel::Reason for Reason {
    fn is_hidden(&self) -> bool {
        matches!(self, Reason::NotOffered { .. } | Reason::CivTaken { .. })
    }

    /// The map, the scenario, the table and the letter itself stay as they are, whatever others do.
    fn is_lasting(&self) -> bool {
        matches!(
            self,
            Reason::NotInPlay { .. }
                | Reason::NotInSetup { .. }
                | Reason::NoWonders
                | Reason::NotYours
                | Reason::NoMates
                | Reason::AtTheStart { .. }
                | Reason::InACompetition { .. }
                | Reason::AfterPass
                | Reason::Twice
        )
    }

    fn rule(&self) -> &'static str {
        match self {
            Reason::CivTaken { .. } | Reason::NotInSetup { .. } => "IS-2.3",
            Reason::NotFirst { .. } => "IS-2.5",
            Reason::NotWithdrawn { .. } => "IS-4.1",
            Reason::NoCity { .. } => "IS-4.4",
            Reason::OutOfReach { .. } => "IS-4.5",
            Reason::Full { .. } => "IS-1.7",
            Reason::OpenSea { .. } => "IS-1.2.2",
            Reason::Banned { .. } => "IS-12.3",
            Reason::TeamMate { .. } | Reason::HarmsMate | Reason::NoMates => "IS-10.3",
            Reason::Shunned { .. } => "IS-15.3",
            Reason::OwnRealm { .. } => "IS-16.4",
            Reason::NoBarbarians { .. } => "IS-15.9",
            Reason::NoDiscs => "IS-4.5.4",
            Reason::NotYours => "IS-10.1",
            Reason::NotInPlay { .. } => "IS-1.4",
            Reason::NotInHand { .. } | Reason::WrongTime { .. } => "IS-5.1",
            Reason::NotPlayedYet { .. } => "IS-5.4",
            Reason::AtTheStart { .. } => "IS-6.2",
            Reason::InACompetition { .. } => "IS-6.3",
            Reason::NoEffect { .. } | Reason::BadTarget => "IS-5.2.1",
            Reason::AfterPass => "IS-5.9",
            Reason::Twice => "IS-11.1",
            Reason::NoDraw => "IS-7.6",
            Reason::WonderBuilt { .. } | Reason::OneWonder => "IS-5.6",
            Reason::NoWonders => "IS-14.1",
            Reason::CannotPay { .. } => "IS-5.6.1",
            Reason::NoDiscsForWonder { .. } => "IS-5.6.2",
            Reason::NoSite { .. } => "IS-5.6.3",
            Reason::NotUsable => "IS-5.6.4",
            Reason::NotNegated { .. } => "IS-5.3",
            Reason::NoCompetition { .. } => "IS-6.2",
            Reason::NoTalents { .. } => "IS-7.7",
            Reason::NoSpot { .. } => "IS-7.4",
            Reason::NotAeneas | Reason::NotHere { .. } => "IS-7.5",
            Reason::NotOffered { .. } => "IS-5.8",
            Reason::NoQuarrel { .. } => "IS-13.12.1",
            Reason::Consul { .. } | Reason::ConsulForbids { .. } => "IS-19.7",
            Reason::NotGiven { .. } => "IS-15.11",
            Reason::NotUnknown { .. } => "IS-20.3",
        }
    }
}
