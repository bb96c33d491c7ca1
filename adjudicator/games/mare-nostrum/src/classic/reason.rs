//! Why the rules refuse something, each with the number of the rule.

use super::event::Place;
use crate::pieces::{Building, Card, Cards, Good, Province, Unit};
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Why an order cannot be carried out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "reason")]
pub enum Reason {
    /// The Director may ask for no more cards than he holds.
    TooManyCards { hand: u8 },
    /// An offer must have exactly so many cards, all from the hand.
    WrongOffer { number: u8 },
    /// That card does not lie there to be taken.
    NotOnOffer,
    /// Not one of those who can be chosen.
    NotAmongThem,
    /// The hand does not hold these cards.
    NotInHand { cards: Cards },
    /// Cards the hand does not hold were offered.
    NotHisToOffer { cards: Cards },
    /// The hand does not hold the card that Cleopatra should give.
    NotHisToChange { cards: Cards },
    /// The player's marker does not lie there.
    NotYours { province: Province },
    /// Units of several sides stand there.
    AtWar { province: Province },
    /// Enemy units stand there.
    EnemyThere { province: Province, seat: Seat },
    /// The marker came this turn.
    JustSettled { province: Province },
    /// The province has no such site.
    NoSite { province: Province, building: Building },
    /// The province does not yield that good.
    NoSuchGood { province: Province, good: Good },
    /// The site is built on.
    SiteTaken { province: Province, building: Building },
    /// The province has its fortress.
    FortressThere { province: Province },
    /// The province touches no sea.
    NoCoast { province: Province },
    /// All pieces of the kind are on the board.
    NoPieceLeft { unit: Unit },
    /// All markers are on the board.
    NoMarkerLeft,
    /// All tokens of the kind are on the board.
    NoTokenLeft { building: Building },
    /// The province is not next to one the player controlled when the turn began.
    NotAdjacent { province: Province },
    /// A marker lies there.
    MarkerThere { province: Province, seat: Seat },
    /// The marker of a player's capital is never replaced.
    Capital { province: Province },
    /// Somebody has bought the card.
    CardTaken { card: Card, seat: Seat },
    /// The hero serves another civilization.
    OthersHero { card: Card },
    /// Only the own hero may be bought during the set-up.
    NotInSetup { card: Card },
    /// The piece may not start there.
    TooFarFromCapital { province: Province },
    /// Legions and triremes start in the capital.
    OnlyInCapital { unit: Unit },
    /// The points do not suffice.
    NoPoints { price: u8, left: u8 },
    /// The hand has no set of that size left.
    CannotPay { price: u8 },
    /// The cards named are not a set.
    NotASet { cards: Cards },
    /// The cards named are not the price.
    WrongPrice { price: u8, paid: u8 },
    /// Only Cleopatra's owner exchanges with the bank, once.
    NoSwap,
    /// The bank has no such card.
    BankEmpty,
    /// The Temple of Artemis gives a good that lies in the bank, and no tax.
    ArtemisHasNot,
    /// The Director does not hold the cards he would give as compensation.
    NotHisToGive { cards: Cards },
    /// No unit there that could still move.
    NoUnit { unit: Unit },
    /// Fewer units go than the order wants, because no more are there to move.
    OnlySoMany { unit: Unit, there: u8 },
    /// The sea is not next to where the trireme is.
    NotNextSea { from: Place },
    /// No border and no chain of triremes leads there.
    NoRoute { from: Province, province: Province },
    /// Triremes move at sea, legions on land.
    WrongElement { unit: Unit },
    /// There is nobody to attack.
    NobodyThere,
    /// More units than there are.
    TooFewUnits,
    /// Losses must be exactly the hits, from the units that fought.
    WrongLosses { hits: u8 },
    /// There is nothing of the kind in that province.
    NothingThere { province: Province },
    /// More buildings than legions.
    TooFewLegions { legions: u8 },
    /// Helen cannot help: nobody entered, or no legion is left.
    NoHelp,
    /// Those cards may not be kept.
    TooMuchKept,
}

impl tabellarius_kernel::Reason for Reason {
    fn rule(&self) -> &'static str {
        use Reason::*;
        match self {
            TooManyCards { .. } => "MN-3.3",
            WrongOffer { .. } | NotHisToOffer { .. } => "MN-3.3.1",
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
            NoUnit { .. } | OnlySoMany { .. } | TooFewUnits => "MN-5.1.1",
            NotNextSea { .. } => "MN-5.2",
            NoRoute { .. } | WrongElement { .. } => "MN-5.3",
            NobodyThere => "MN-5.4",
            WrongLosses { .. } => "MN-5.4.1",
            NothingThere { .. } => "MN-5.6",
            TooFewLegions { .. } => "MN-5.6.2",
            NoHelp => "MN-5.4.7",
            TooMuchKept => "MN-4.7",
        }
    }
}
