//! The numbers of the rules by which something is refused, and the reasons that only this game has.

pub use crate::common::reason::Reason as Common;

use crate::pieces::{Card, Role, Sea, Unit};
use serde::Serialize;

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
    /// No trade tile with this number can be played.
    NoSuchTile { number: u8 },
    /// Antigone's owner lays out five at most, and no more than he has.
    WrongNumber { most: u8 },
    /// No own province at that sea from which to build.
    NoShoreThere { sea: Sea },
    /// The tile lies face down.
    FaceDown { card: Card },
    /// Five are enough.
    HasFive,
    /// There is no such city, or it gives nothing to choose.
    NoChoice,
    /// Nobody owns that hero, or its power cannot be copied.
    NotToCopy { card: Card },
    /// No peace twice in a row with the same player.
    PeaceBefore,
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
    match reason {
        Own::NoSuchTile { .. } => "EM-3.1",
        Own::WrongNumber { .. } => "EM-3.6",
        Own::NoShoreThere { .. } => "EM-4.5.2",
        Own::FaceDown { .. } => "EM-1.7",
        Own::HasFive => "EM-4.6.1",
        Own::NoChoice => "EM-2.3",
        Own::NotToCopy { .. } => "EM-4.6.2",
        Own::PeaceBefore => "EM-5.5",
    }
}

fn common(reason: &Common) -> &'static str {
    use Common::*;
    match reason {
        TooManyCards { .. } | WrongOffer { .. } | MustOffer | NotHisToOffer { .. } => "EM-3.2",
        NotOnOffer => "EM-3.3",
        NotAmongThem => "EM-6.3",
        NotInHand { .. } | NotASet { .. } | WrongPrice { .. } | CannotPay { .. } => "EM-4.2",
        NotYours { .. } => "EM-4.4",
        AtWar { .. } | EnemyThere { .. } => "EM-4.4.1",
        JustSettled { .. } | NotAdjacent { .. } => "EM-4.3.1",
        NoSite { .. } | NoSuchGood { .. } | SiteTaken { .. } => "EM-4.4.2",
        FortressThere { .. } => "EM-4.5.1",
        NoCoast { .. } => "EM-4.5.2",
        NoPieceLeft { .. } | NoMarkerLeft | NoTokenLeft { .. } => "EM-1.3",
        MarkerThere { .. } => "EM-4.3",
        Capital { .. } => "EM-5.6.7",
        CardTaken { .. } | OthersHero { .. } | NotInSetup { .. } => "EM-4.6",
        Covered { .. } | TooFarFromCapital { .. } | OnlyInCapital { .. } | NoPoints { .. } => "EM-1.2",
        NoSwap | BankEmpty | NotHisToChange { .. } => "EM-4.2.1",
        ArtemisHasNot => "EM-2.7",
        NotHisToGive { .. } => "EM-3.5",
        WrongElement { unit: Unit::Fortress } => "EM-5.1.1",
        NoUnit { .. } | OnlySoMany { .. } | WrongElement { .. } | NotNextSea { .. } => "EM-5.2",
        AtPeace { .. } => "EM-5.5",
        NoRoute { .. } => "EM-5.3",
        AllFight => "EM-5.4",
        NobodyThere | TooFewUnits => "EM-5.4.1",
        NotLeader { role: Role::Director } => "EM-3.1",
        NotLeader { role: Role::Political } => "EM-4.1",
        NotLeader { role: Role::Military | Role::HighPriest } => "EM-5.1",
        NeedsCard { card: Card::Colossus } => "EM-2.7",
        NeedsCard { card: Card::Antigone } => "EM-3.6",
        NeedsCard { card: Card::StatueOfZeus } => "EM-5.5",
        NeedsCard { card: Card::QueenOfSheba } => "EM-5.6.6",
        NeedsCard { .. } => "EM-4.6",
        WrongLosses { .. } => "EM-5.4.3",
        NothingThere { .. } | TooFewLegions { .. } | NoHelp => "EM-5.6",
        NobodyIsCalled | TurnOver => "EM-1.1",
        NotTrading { .. } => "EM-3.2",
        AlreadyWon => "EM-7.1",
        OnlyPlacing => "EM-1.2",
        NotConquered { .. } => "EM-5.6",
        TooMuchKept => "EM-4.7",
    }
}
