//! What can happen, each event with its reason and the number of its rule.

pub use crate::common::battle::Side;
pub use crate::common::ground::Place;

use super::position::{Phase, Site};
use crate::common::orders::{Bounty, Item};
use crate::pieces::{Card, Cards, Good, Province, Role, Sea};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Why a leader leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderReason {
    /// Nobody else stands as high.
    Most,
    /// Several stand highest, and the old leader has named this one.
    Named,
}

/// How somebody has won (EM-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Triumph {
    /// The Pyramids are built.
    Pyramids,
    /// Five heroes and wonders.
    Renown,
    /// Four capitals and legendary cities.
    Conquest,
    /// All three titles.
    Leadership,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
#[rustfmt::skip]
pub enum Event {
    PhaseBegins { turn: u16, phase: Phase },
    TilesTurned { cards: Vec<Card> },
    Collected { seat: Seat, cards: Cards },
    SupplyShort { seat: Seat, good: Good, missing: u8 },
    ExtraCoin { seat: Seat, card: Card },
    ExtraGood { seat: Seat, card: Card, good: Good },
    CirceCollects { seat: Seat, province: Province, good: Good },
    TempleGives { seat: Seat, province: Province, bounty: Bounty },
    LegendDrawn { seat: Seat, province: Option<Province> },
    LegendIs { seat: Seat, good: Good },
    NoLegend { seat: Seat },
    TilePlayed { seat: Seat, number: u8 },
    AntigoneOffers { seat: Seat, number: u8 },
    Offered { seat: Seat, cards: Cards },
    Taken { seat: Seat, from: Seat, good: Good },
    TradeEnds { seat: Seat },
    Returned { seat: Seat, cards: Cards },
    Compensated { seat: Seat, to: Seat },
    CompensatedWith { seat: Seat, to: Seat, good: Good },
    TurnToBuild { seat: Seat, leader: Seat },
    PerseusBuilds { seat: Seat },
    Bought { seat: Seat, item: Item, price: u8, paid: Cards, discount: Option<Card> },
    Copies { seat: Seat, card: Card },
    CopiesNobody { seat: Seat },
    Kept { seat: Seat, cards: u8 },
    KeptCards { seat: Seat, cards: Cards },
    Discarded { seat: Seat, cards: u8 },
    DiscardedCards { seat: Seat, cards: Cards },
    Peace { seat: Seat, with: Seat },
    SentHome { seat: Seat, province: Province, legions: u8, to: Province },
    TurnToMove { seat: Seat, leader: Seat },
    TakenOver { seat: Seat, province: Province, from: Seat },
    MarkerRemoved { seat: Seat, province: Province, from: Seat },
    Sailed { seat: Seat, ships: u8, from: Place, to: Sea },
    Marched { seat: Seat, legions: u8, from: Province, to: Province, via: Vec<Sea> },
    Battle { place: Place, attacker: Side, defender: Side },
    AtWar { province: Province, seats: Vec<Seat> },
    Pillaged { seat: Seat, province: Province, site: Site, spoils: Cards, of: Seat },
    Occupied { seat: Seat, province: Province, sites: Vec<Site>, of: Seat },
    OnMarker { seat: Seat, province: Province, of: Seat },
    Seized { seat: Seat, province: Province, from: Seat },
    LeaderSettled { role: Role, seat: Seat, count: u8, was: Option<Seat>, why: LeaderReason },
    TilesBack { seat: Seat },
    Victory { seat: Seat, how: Triumph },
    SharedVictory { seats: Vec<Seat>, how: Triumph },
}

impl tabellarius_kernel::Event for Event {
    fn is_news(&self) -> bool {
        !matches!(self, Event::TurnToBuild { .. } | Event::TurnToMove { .. })
    }

    #[rustfmt::skip]
    fn rule(&self) -> &'static str {
        use Event::*;
        let triumph = |how: &Triumph| match how {
            Triumph::Pyramids => "EM-7.1",
            Triumph::Renown => "EM-7.2",
            Triumph::Conquest => "EM-7.3",
            Triumph::Leadership => "EM-7.4",
        };
        match self {
            PhaseBegins { .. } => "EM-1.1",
            TilesTurned { .. } => "EM-1.7",
            Collected { .. } => "EM-2.1",
            SupplyShort { .. } => "EM-2.5",
            ExtraCoin { .. } => "EM-2.8",
            ExtraGood { .. } => "EM-2.7",
            CirceCollects { .. } => "EM-2.6",
            TempleGives { .. } => "EM-2.3",
            LegendDrawn { .. } | LegendIs { .. } | NoLegend { .. } => "EM-2.4",
            TilePlayed { .. } => "EM-3.1",
            AntigoneOffers { .. } => "EM-3.6",
            Offered { .. } => "EM-3.2",
            Taken { .. } => "EM-3.3",
            TradeEnds { .. } | Returned { .. } => "EM-3.4",
            Compensated { .. } | CompensatedWith { .. } => "EM-3.5",
            TurnToBuild { .. } => "EM-4.1",
            PerseusBuilds { .. } => "EM-4.6.3",
            Bought { discount: Some(Card::Hammurabi), .. } => "EM-4.3.2",
            Bought { discount: Some(Card::Penthesilea), .. } => "EM-4.5.4",
            Bought { discount: Some(_), .. } => "EM-4.5.3",
            Bought { .. } => "EM-4.2",
            Copies { .. } | CopiesNobody { .. } => "EM-4.6.2",
            Kept { .. } | KeptCards { .. } | Discarded { .. } | DiscardedCards { .. } => "EM-4.7",
            Peace { .. } | SentHome { .. } => "EM-5.5",
            TurnToMove { .. } => "EM-5.1",
            TakenOver { .. } => "EM-5.6.3",
            MarkerRemoved { .. } => "EM-5.6.4",
            Sailed { .. } => "EM-5.2",
            Marched { .. } => "EM-5.3",
            Battle { .. } => "EM-5.4",
            AtWar { .. } => "EM-5.4.4",
            Pillaged { .. } => "EM-5.6.1",
            Occupied { .. } => "EM-5.6.2",
            OnMarker { .. } => "EM-5.6.3",
            Seized { .. } => "EM-5.6.6",
            LeaderSettled { .. } => "EM-6.3",
            TilesBack { .. } => "EM-3.1.2",
            Victory { how, .. } | SharedVictory { how, .. } => triumph(how),
        }
    }
}
