//! What can happen, each event with its reason and the number of its rule.

pub use crate::classic::event::RoleReason;
pub use crate::common::ground::Place;

use super::position::{Phase, Site};
use crate::common::orders::Item;
use crate::pieces::{Card, Cards, God, Good, Province, Role, Sea};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// One side of a battle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// Whose units.
    pub seat: Seat,
    /// Legions or triremes.
    pub units: u8,
    /// Creatures.
    pub creatures: u8,
    /// Fortresses.
    pub fortresses: u8,
    /// The faces.
    pub dice: Vec<u8>,
    /// What units that do not roll added.
    pub sixes: u8,
    /// What heroes added.
    pub bonus: u8,
    /// What Mars added.
    pub mars: u8,
    /// The sum.
    pub total: u16,
    /// Units the other side must lose for it.
    pub hits: u8,
    /// Legions or triremes this side lost.
    pub lost_units: u8,
    /// Creatures this side lost.
    pub lost_creatures: u8,
    /// Fortresses this side lost.
    pub lost_fortresses: u8,
}

/// By what somebody won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Triumph {
    /// The Pyramids.
    Pyramids,
    /// Heroes and wonders.
    Renown,
    /// Three roles.
    Roles,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
#[rustfmt::skip]
pub enum Event {
    PhaseBegins { turn: u16, phase: Phase },
    CardsRemoved { cards: Vec<Card> },
    LotsDrawn { seats: Vec<Seat> },
    RoleSettled { role: Role, seat: Seat, count: u8, was: Option<Seat>, why: RoleReason },
    AthenaHelps { seat: Seat, role: Role },
    Income { seat: Seat, cards: Cards },
    BankShort { seat: Seat, good: Good, missing: u8 },
    CirceCollects { seat: Seat, cards: Cards },
    ExtraTax { seat: Seat, card: Card },
    ExtraGood { seat: Seat, card: Card, good: Good },
    HermesYields { seat: Seat, cards: Cards },
    IsisGives { seat: Seat },
    IsisGift { seat: Seat, to: Seat, good: Good },
    NumberNamed { seat: Seat, number: u8 },
    SitsOut { seat: Seat, hand: u8 },
    StaysOut { seat: Seat },
    Offered { seat: Seat, cards: Cards },
    Taken { seat: Seat, from: Seat, good: Good },
    UlyssesUsed { seat: Seat, taker: Seat, returned: Good, to: Seat },
    TradeEnds { seat: Seat },
    Returned { seat: Seat, cards: Cards },
    Compensated { seat: Seat, to: Seat },
    CompensatedWith { seat: Seat, to: Seat, good: Good },
    GodsLeave { gods: Vec<God> },
    TurnToPray { seat: Seat, leader: Seat },
    Prayed { seat: Seat, god: God, paid: Cards },
    AdonisBrings { seat: Seat, god: God },
    Razed { seat: Seat, god: God, province: Province, site: Site, good: Option<Good>, of: Seat },
    Sunk { seat: Seat, place: Place, of: Seat },
    AllHaveMoved,
    Shielded { seat: Seat, god: God, against: Seat },
    TurnToBuild { seat: Seat, leader: Seat },
    Swapped { seat: Seat, gave: Good, took: Good },
    Bought { seat: Seat, item: Item, price: u8, paid: Cards, discount: Option<Card> },
    Reborn { seat: Seat, province: Province, paid: Cards },
    Granted { seat: Seat, item: Item, card: Card },
    Copies { seat: Seat, card: Card },
    CopiesNobody { seat: Seat },
    Carried { seat: Seat, from: Province, good: Good, of: Seat, to: Province, onto: Good },
    Converted { seat: Seat, province: Province, from: Seat },
    Placed { seat: Seat, item: Item, points: u8 },
    Kept { seat: Seat, cards: u8 },
    KeptCards { seat: Seat, cards: Cards },
    Discarded { seat: Seat, cards: u8 },
    DiscardedCards { seat: Seat, cards: Cards },
    TurnToMove { seat: Seat, leader: Seat },
    Sailed { seat: Seat, ships: u8, from: Place, to: Sea, via: Vec<Sea> },
    Swam { seat: Seat, creatures: u8, from: Place, to: Place },
    Dived { seat: Seat, creatures: u8, from: Place },
    Surfaced { seat: Seat, creatures: u8, sea: Sea },
    AeneasCrosses { seat: Seat, sea: Sea },
    Marched { seat: Seat, legions: u8, creatures: u8, from: Province, to: Province, via: Vec<Sea> },
    TransportStopped { seat: Seat, from: Province, to: Province },
    HelenTurns { seat: Seat, province: Province, from: Seat },
    MedusaForbids { seat: Seat, province: Province },
    MidasBuys { seat: Seat, province: Province, from: Seat, legions: u8 },
    HerculesRises { seat: Seat, province: Province },
    CentaursKill { seat: Seat, province: Province, of: Seat, legions: u8 },
    MarsAdds { seat: Seat, place: Place },
    Battle { place: Place, attacker: Side, defender: Side },
    Bombarded { place: Place, attacker: Side, defender: Side },
    PhoenixFalls { seat: Seat, creatures: u8 },
    AtWar { province: Province, seats: Vec<Seat> },
    Pillaged { seat: Seat, province: Province, site: Site, good: Option<Good>, of: Seat },
    Spoils { seat: Seat, card: Card, good: Good },
    Occupied { seat: Seat, province: Province, sites: Vec<Site>, of: Seat },
    Converting { seat: Seat, province: Province, of: Seat },
    Victory { seat: Seat, by: Triumph },
    TurnLimit { ranking: Vec<Seat>, first: Vec<Seat> },
    Barren { ranking: Vec<Seat>, first: Vec<Seat> },
}

impl tabellarius_kernel::Event for Event {
    fn is_news(&self) -> bool {
        !matches!(self, Event::TurnToPray { .. } | Event::TurnToBuild { .. } | Event::TurnToMove { .. })
    }

    #[rustfmt::skip]
    fn rule(&self) -> &'static str {
        use Event::*;
        match self {
            PhaseBegins { .. } => "MY-1.1",
            CardsRemoved { .. } => "MY-2.7",
            LotsDrawn { .. } => "MY-2.6.5",
            RoleSettled { why: RoleReason::Lots, .. } => "MY-2.5",
            RoleSettled { why: RoleReason::Most, .. } => "MY-3.1",
            RoleSettled { .. } => "MY-3.1.2",
            AthenaHelps { .. } => "MY-6.3.1",
            Income { .. } => "MY-3.2",
            BankShort { .. } => "MY-3.2.6",
            CirceCollects { .. } => "MY-3.2.9",
            ExtraTax { .. } => "MY-3.2.7",
            ExtraGood { .. } => "MY-3.2.8",
            HermesYields { .. } => "MY-6.3.3",
            IsisGives { .. } | IsisGift { .. } => "MY-6.3.5",
            NumberNamed { .. } => "MY-3.3",
            SitsOut { .. } | Offered { .. } => "MY-3.3.1",
            StaysOut { .. } => "MY-3.3.7",
            Taken { .. } => "MY-3.3.2",
            UlyssesUsed { .. } => "MY-3.3.6",
            TradeEnds { .. } | Returned { .. } => "MY-3.3.4",
            Compensated { .. } | CompensatedWith { .. } => "MY-3.3.5",
            GodsLeave { .. } => "MY-6.1",
            TurnToPray { .. } => "MY-6.2",
            Prayed { .. } => "MY-6.2.1",
            AdonisBrings { .. } => "MY-6.2.2",
            Razed { god: God::Baal, .. } => "MY-6.3.2",
            Razed { .. } => "MY-6.3.8",
            Sunk { .. } => "MY-6.3.7",
            AllHaveMoved => "MY-6.3.9",
            Shielded { .. } => "MY-6.3.4",
            TurnToBuild { .. } => "MY-4.1",
            Swapped { .. } => "MY-4.3.5",
            Bought { discount: Some(Card::JuliusCaesar), .. } => "MY-4.3.1",
            Bought { discount: Some(Card::Pericles | Card::Atlas), .. } => "MY-4.3.2",
            Bought { discount: Some(Card::Mausoleum), .. } => "MY-4.3.3",
            Bought { discount: Some(Card::Hammurabi), .. } => "MY-4.3.4",
            Bought { discount: Some(Card::Croesus), .. } => "MY-4.3.7",
            Bought { discount: Some(Card::Minos), .. } => "MY-4.3.8",
            Bought { discount: Some(Card::Imhotep), .. } => "MY-4.3.9",
            Bought { discount: Some(Card::Spartacus), .. } => "MY-4.3.10",
            Bought { .. } => "MY-4.3",
            Reborn { .. } => "MY-5.8.5",
            Granted { card: Card::Gilgamesh, .. } => "MY-4.6.4",
            Granted { .. } => "MY-4.6.2",
            Copies { .. } | CopiesNobody { .. } => "MY-4.6.3",
            Carried { .. } => "MY-4.6.5",
            Converted { .. } => "MY-4.5",
            Placed { .. } => "MY-2.6",
            Kept { .. } | KeptCards { .. } | Discarded { .. } | DiscardedCards { .. } => "MY-4.7",
            TurnToMove { .. } => "MY-5.1",
            Sailed { via, .. } if !via.is_empty() => "MY-5.2.2",
            Sailed { .. } => "MY-5.2",
            Swam { .. } | Dived { .. } | Surfaced { .. } => "MY-5.8.4",
            AeneasCrosses { .. } => "MY-5.3.3",
            Marched { .. } => "MY-5.3",
            TransportStopped { .. } => "MY-5.3.2",
            HelenTurns { .. } => "MY-5.4.7",
            MedusaForbids { .. } => "MY-5.4.8",
            MidasBuys { .. } => "MY-5.4.9",
            HerculesRises { .. } => "MY-5.4.10",
            CentaursKill { .. } => "MY-5.8.2",
            MarsAdds { .. } => "MY-6.3.6",
            Battle { .. } => "MY-5.4.1",
            Bombarded { .. } => "MY-5.8.6",
            PhoenixFalls { .. } => "MY-5.8.5",
            AtWar { .. } => "MY-5.5",
            Pillaged { .. } => "MY-5.6.1",
            Spoils { .. } => "MY-5.6.4",
            Occupied { .. } => "MY-5.6.2",
            Converting { .. } => "MY-5.6.3",
            Victory { by: Triumph::Pyramids, .. } => "MY-7.1",
            Victory { by: Triumph::Renown, .. } => "MY-7.2",
            Victory { by: Triumph::Roles, .. } => "MY-7.4",
            TurnLimit { .. } => "MY-7.3",
            Barren { .. } => "MY-7.5",
        }
    }
}
