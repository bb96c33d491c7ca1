//! What can happen, each event with its reason and the number of its rule.

pub use crate::common::battle::Side;
pub use crate::common::ground::Place;

use super::orders::Item;
use super::position::{Phase, Site};
use crate::pieces::{Card, Cards, Good, Province, Role, Sea};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Why a role went where it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoleReason {
    /// Nobody else has as many.
    Most,
    /// Others have as many, but the holder keeps it.
    HolderKeeps,
    /// Others tied above the holder, who named this one.
    Named,
    /// Lots decided at the set-up.
    Lots,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
#[rustfmt::skip]
pub enum Event {
    PhaseBegins { turn: u16, phase: Phase },
    LotsDrawn { seats: Vec<Seat> },
    RoleSettled { role: Role, seat: Seat, count: u8, was: Option<Seat>, why: RoleReason },
    Income { seat: Seat, cards: Cards },
    BankShort { seat: Seat, good: Good, missing: u8 },
    ExtraTax { seat: Seat, card: Card },
    ExtraGood { seat: Seat, card: Card, good: Good },
    NumberNamed { seat: Seat, number: u8 },
    SitsOut { seat: Seat, hand: u8 },
    Offered { seat: Seat, cards: Cards },
    Taken { seat: Seat, from: Seat, good: Good },
    UlyssesUsed { seat: Seat, taker: Seat, returned: Good, to: Seat },
    TradeEnds { seat: Seat },
    Returned { seat: Seat, cards: Cards },
    Compensated { seat: Seat, to: Seat },
    CompensatedWith { seat: Seat, to: Seat, good: Good },
    TurnToBuild { seat: Seat, leader: Seat },
    Swapped { seat: Seat, gave: Good, took: Good },
    Bought { seat: Seat, item: Item, price: u8, paid: Cards, discount: Option<Card> },
    Converted { seat: Seat, province: Province, from: Seat },
    Placed { seat: Seat, item: Item, points: u8 },
    Kept { seat: Seat, cards: u8 },
    KeptCards { seat: Seat, cards: Cards },
    Discarded { seat: Seat, cards: u8 },
    DiscardedCards { seat: Seat, cards: Cards },
    TurnToMove { seat: Seat, leader: Seat },
    Sailed { seat: Seat, ships: u8, from: Place, to: Sea },
    Marched { seat: Seat, legions: u8, from: Province, to: Province, via: Vec<Sea> },
    HelenTurns { seat: Seat, province: Province, from: Seat },
    Battle { place: Place, attacker: Side, defender: Side },
    AtWar { province: Province, seats: Vec<Seat> },
    Pillaged { seat: Seat, province: Province, site: Site, good: Option<Good>, of: Seat },
    Spoils { seat: Seat, card: Card, good: Good },
    Occupied { seat: Seat, province: Province, sites: Vec<Site>, of: Seat },
    Converting { seat: Seat, province: Province, of: Seat },
    Victory { seat: Seat, card: Option<Card> },
    TurnLimit { ranking: Vec<Seat>, first: Vec<Seat> },
}

impl tabellarius_kernel::Event for Event {
    fn is_news(&self) -> bool {
        !matches!(self, Event::TurnToBuild { .. } | Event::TurnToMove { .. })
    }

    #[rustfmt::skip]
    fn rule(&self) -> &'static str {
        use Event::*;
        match self {
            PhaseBegins { .. } => "MN-1.1",
            LotsDrawn { .. } => "MN-2.6.5",
            RoleSettled { why: RoleReason::Lots, .. } => "MN-2.5",
            RoleSettled { why: RoleReason::Most, .. } => "MN-3.1",
            RoleSettled { .. } => "MN-3.1.2",
            Income { .. } => "MN-3.2",
            BankShort { .. } => "MN-3.2.6",
            ExtraTax { .. } => "MN-3.2.7",
            ExtraGood { .. } => "MN-3.2.8",
            NumberNamed { .. } => "MN-3.3",
            SitsOut { .. } | Offered { .. } => "MN-3.3.1",
            Taken { .. } => "MN-3.3.2",
            UlyssesUsed { .. } => "MN-3.3.6",
            TradeEnds { .. } | Returned { .. } => "MN-3.3.4",
            Compensated { .. } | CompensatedWith { .. } => "MN-3.3.5",
            TurnToBuild { .. } => "MN-4.1",
            Swapped { .. } => "MN-4.3.5",
            Bought { discount: Some(Card::JuliusCaesar), .. } => "MN-4.3.1",
            Bought { discount: Some(Card::Pericles), .. } => "MN-4.3.2",
            Bought { discount: Some(Card::Mausoleum), .. } => "MN-4.3.3",
            Bought { discount: Some(Card::Hammurabi), .. } => "MN-4.3.4",
            Bought { .. } => "MN-4.3",
            Converted { .. } => "MN-4.5",
            Placed { .. } => "MN-2.6",
            Kept { .. } | KeptCards { .. } | Discarded { .. } | DiscardedCards { .. } => "MN-4.7",
            TurnToMove { .. } => "MN-5.1",
            Sailed { .. } => "MN-5.2",
            Marched { .. } => "MN-5.3",
            HelenTurns { .. } => "MN-5.4.7",
            Battle { .. } => "MN-5.4.1",
            AtWar { .. } => "MN-5.5",
            Pillaged { .. } => "MN-5.6.1",
            Spoils { .. } => "MN-5.6.4",
            Occupied { .. } => "MN-5.6.2",
            Converting { .. } => "MN-5.6.3",
            Victory { card: Some(_), .. } => "MN-6.1",
            Victory { card: None, .. } => "MN-6.2",
            TurnLimit { .. } => "MN-6.3",
        }
    }
}
