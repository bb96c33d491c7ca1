//! The numbers of the rules by which something is refused, and the reasons that only this game has.

pub use crate::common::reason::Reason as Common;

use crate::pieces::{Card, Creature, God, Province, Role, Sea, Unit};
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Why an order cannot be carried out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Reason {
    /// As in every game of the family.
    Common(Common),
    /// Only here.
    Own(Own),
}

/// The reasons that only this game has.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "reason")]
pub enum Own {
    /// The god stands by somebody else.
    GodTaken { god: God, seat: Seat },
    /// The god does not stand by the writer, or has helped already.
    NoFavour { god: God },
    /// Hermes gives only what the player produces and the bank has.
    NotProduced,
    /// Isis finds no such card in the bank.
    NothingToGive,
    /// No enemy's building of that kind stands there.
    NothingToDestroy,
    /// No temple or market was pillaged for which there is a choice.
    NoSpoils,
    /// A province yields nothing of the kind.
    NotYielded { province: Province },
    /// No such enemy trireme is there.
    NoPrey,
    /// Nobody moved in the wave before, so there was no later one.
    NoWave,
    /// The card was taken out at the start.
    CardRemoved { card: Card },
    /// Nobody else owns that hero, or it cannot be copied.
    NotToCopy { card: Card },
    /// No legion of the writer's stands on that caravan.
    NotOccupied { province: Province },
    /// No free site of the writer's own for that caravan.
    NoFreeSite { province: Province },
    /// A sea cannot be reached by a kraken from there.
    TooFarToSwim { sea: Sea },
    /// No kraken waits under the sea.
    NoneDived,
    /// Only krakens dive.
    NotThisCreature { creature: Creature },
    /// The creature cannot go there.
    NotForCreature { creature: Creature, province: Province },
    /// No titan there that can throw.
    NoTitan { province: Province },
    /// Not next to where the titans stand.
    NotNextToTitan,
    /// Not enough taxes, or no legion left for Midas.
    NotForMidas,
    /// More dice than are rolled.
    TooManyDice { dice: u8 },
    /// That sea is washed by nothing Aeneas could need.
    NoCrossing { sea: Sea },
}

impl From<Common> for Reason {
    fn from(reason: Common) -> Reason {
        Reason::Common(reason)
    }
}

impl From<Own> for Reason {
    fn from(reason: Own) -> Reason {
        Reason::Own(reason)
    }
}

impl tabellarius_kernel::Reason for Reason {
    fn is_hidden(&self) -> bool {
        matches!(self, Reason::Common(reason) if reason.is_hidden())
    }

    fn is_lasting(&self) -> bool {
        matches!(self, Reason::Common(reason) if reason.is_lasting())
    }

    fn rule(&self) -> &'static str {
        match self {
            Reason::Common(reason) => common(reason),
            Reason::Own(reason) => own(reason),
        }
    }
}

fn own(reason: &Own) -> &'static str {
    use Own::*;
    match reason {
        GodTaken { .. } => "MY-6.2.1",
        NoFavour { .. } => "MY-6.1",
        NotProduced => "MY-6.3.3",
        NothingToGive => "MY-6.3.5",
        NothingToDestroy => "MY-6.3.2",
        NotYielded { .. } | NoSpoils => "MY-5.6.4",
        NoPrey => "MY-6.3.7",
        NoWave => "MY-5.1.2",
        CardRemoved { .. } => "MY-2.7",
        NotToCopy { .. } => "MY-4.6.3",
        NotOccupied { .. } | NoFreeSite { .. } => "MY-4.6.5",
        TooFarToSwim { .. } | NoneDived | NotThisCreature { .. } => "MY-5.8.4",
        NotForCreature { creature: Creature::Griffin, .. } => "MY-5.8.3",
        NotForCreature { .. } => "MY-5.8.4",
        NoTitan { .. } | NotNextToTitan => "MY-5.8.6",
        NotForMidas => "MY-5.4.9",
        TooManyDice { .. } => "MY-5.4.12",
        NoCrossing { .. } => "MY-5.3.3",
    }
}

fn common(reason: &Common) -> &'static str {
    use Common::*;
    match reason {
        NobodyIsCalled | TurnOver => "MY-1.1",
        NotTrading { .. } => "MY-3.3.1",
        AlreadyWon => "MY-7.1",
        OnlyPlacing => "MY-2.6",
        NotConquered { .. } => "MY-5.6",
        TooManyCards { .. } => "MY-3.3",
        WrongOffer { .. } | MustOffer | NotHisToOffer { .. } => "MY-3.3.1",
        NotOnOffer => "MY-3.3.2",
        NotAmongThem => "MY-3.1.2",
        NotInHand { .. } | NotASet { .. } | WrongPrice { .. } => "MY-4.2",
        CannotPay { .. } => "MY-4.2.1",
        NotYours { .. } => "MY-4.4",
        AtWar { .. } | EnemyThere { .. } => "MY-4.4.8",
        JustSettled { .. } => "MY-4.4.4",
        NoSite { .. } | NoSuchGood { .. } | SiteTaken { .. } | FortressThere { .. } => "MY-4.4.5",
        NoCoast { .. } => "MY-4.4.7",
        NoPieceLeft { .. } | NoMarkerLeft => "MY-1.2",
        NoTokenLeft { .. } => "MY-1.3",
        NotAdjacent { .. } | MarkerThere { .. } => "MY-4.4.1",
        Capital { .. } => "MY-4.5.1",
        CardTaken { .. } | OthersHero { .. } => "MY-4.6",
        NotInSetup { .. } | NoPoints { .. } => "MY-2.6",
        TooFarFromCapital { .. } => "MY-2.6.1",
        OnlyInCapital { .. } => "MY-2.6.3",
        NoSwap | BankEmpty | NotHisToChange { .. } => "MY-4.3.5",
        ArtemisHasNot => "MY-3.2.8",
        NotHisToGive { .. } => "MY-3.3.5",
        NoUnit { .. } | OnlySoMany { .. } | TooFewUnits | WrongElement { unit: Unit::Fortress } => "MY-5.1.1",
        NotNextSea { .. } => "MY-5.2",
        NoRoute { .. } | WrongElement { .. } => "MY-5.3",
        // Only in Empires.
        Covered { .. } | AtPeace { .. } => "MY-5.3",
        NobodyThere => "MY-5.4",
        WrongLosses { .. } | AllFight => "MY-5.4.1",
        NothingThere { .. } => "MY-5.6",
        NotLeader { role: Role::Director } => "MY-3.3",
        NotLeader { role: Role::HighPriest } => "MY-6.2",
        NotLeader { role: Role::Political } => "MY-4.1",
        NotLeader { role: Role::Military } => "MY-5.1",
        NeedsCard { .. } => "MY-4.6",
        TooFewLegions { .. } => "MY-5.6.2",
        NoHelp => "MY-5.4.7",
        TooMuchKept => "MY-4.7",
    }
}
