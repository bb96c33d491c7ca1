//! The numbers of the rules by which something is refused.

pub use crate::common::reason::Reason;

use crate::pieces::{Card, Role, Unit};

impl tabellarius_kernel::Reason for Reason {
    fn is_hidden(&self) -> bool {
        self.is_hidden()
    }

    fn is_lasting(&self) -> bool {
        self.is_lasting()
    }

    fn rule(&self) -> &'static str {
        use Reason::*;
        match self {
            TooManyCards { .. } => "MN-3.3",
            WrongOffer { .. } | MustOffer | NotHisToOffer { .. } => "MN-3.3.1",
            NotOnOffer => "MN-3.3.2",
            NotAmongThem => "MN-3.1.2",
            NotInHand { .. } | NotASet { .. } | WrongPrice { .. } => "MN-4.2",
            CannotPay { .. } => "MN-4.2.1",
            NotYours { .. } => "MN-4.4",
            AtWar { .. } | EnemyThere { .. } => "MN-4.4.8",
            JustSettled { .. } => "MN-4.4.4",
            NoSite { .. } | NoSuchGood { .. } | SiteTaken { .. } | FortressThere { .. } => "MN-4.4.5",
            NoCoast { .. } => "MN-4.4.7",
            NoPieceLeft { .. } | NoMarkerLeft => "MN-1.2",
            NoTokenLeft { .. } => "MN-1.3",
            NotAdjacent { .. } | MarkerThere { .. } => "MN-4.4.1",
            Capital { .. } => "MN-4.5.1",
            CardTaken { .. } | OthersHero { .. } => "MN-4.6",
            NotInSetup { .. } | NoPoints { .. } => "MN-2.6",
            TooFarFromCapital { .. } => "MN-2.6.1",
            OnlyInCapital { .. } => "MN-2.6.3",
            NoSwap | BankEmpty | NotHisToChange { .. } => "MN-4.3.5",
            ArtemisHasNot => "MN-3.2.8",
            NotHisToGive { .. } => "MN-3.3.5",
            NoUnit { .. } | OnlySoMany { .. } | TooFewUnits | WrongElement { unit: Unit::Fortress } => "MN-5.1.1",
            NotNextSea { .. } => "MN-5.2",
            NoRoute { .. } | WrongElement { .. } => "MN-5.3",
            // Only in Empires.
            Covered { .. } | AtPeace { .. } => "MN-5.3",
            NobodyThere => "MN-5.4",
            WrongLosses { .. } | AllFight => "MN-5.4.1",
            NothingThere { .. } => "MN-5.6",
            NotLeader { role: Role::Director } => "MN-3.3",
            NotLeader { role: Role::Political } => "MN-4.1",
            NotLeader { role: Role::Military } => "MN-5.1",
            // Only in Mythology.
            NotLeader { role: Role::HighPriest } => "MN-3.1",
            NeedsCard { card: Card::Ulysses } => "MN-3.3.6",
            NeedsCard { card: Card::TempleOfArtemis } => "MN-3.2.8",
            NeedsCard { card: Card::Helen } => "MN-5.4.7",
            NeedsCard { .. } => "MN-4.6",
            TooFewLegions { .. } => "MN-5.6.2",
            NobodyIsCalled | TurnOver => "MN-1.1",
            NotTrading { .. } => "MN-3.3.1",
            AlreadyWon => "MN-6.1",
            OnlyPlacing => "MN-2.6",
            NotConquered { .. } => "MN-5.6",
            NoHelp => "MN-5.4.7",
            TooMuchKept => "MN-4.7",
        }
    }
}
