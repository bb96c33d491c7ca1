//! Why the rules refuse something. Each game gives each reason the number of its own rule.

use super::ground::Place;
use crate::pieces::{Building, Card, Cards, Good, Province, Role, Unit};
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
    /// The province is covered and out of play.
    Covered { province: Province },
    /// There is peace this round with the player who controls the province.
    AtPeace { province: Province, seat: Seat },
    /// Triremes move at sea, legions on land.
    WrongElement { unit: Unit },
    /// There is nobody to attack.
    NobodyThere,
    /// More units than there are.
    TooFewUnits,
    /// Nobody can be held back from this battle.
    AllFight,
    /// Losses must be exactly the hits, from the units that fought.
    WrongLosses { hits: u8 },
    /// There is nothing of the kind in that province.
    NothingThere { province: Province },
    /// More buildings than legions.
    TooFewLegions { legions: u8 },
    /// Whoever has enough cards must lay some out.
    MustOffer,
    /// Only the holder of the role says this.
    NotLeader { role: Role },
    /// It takes the power of a hero or wonder that the player has not.
    NeedsCard { card: Card },
    /// In this phase nobody is called one after the other.
    NobodyIsCalled,
    /// The player's turn for this is over.
    TurnOver,
    /// Nothing is traded, or for a number above the hand.
    NotTrading { hand: u8 },
    /// What stands above it has won the game.
    AlreadyWon,
    /// In the set-up pieces are placed, and nothing else.
    OnlyPlacing,
    /// The player's legions do not stand alone there under a foreign marker.
    NotConquered { province: Province },
    /// Helen cannot help: nobody entered, or no legion is left.
    NoHelp,
    /// Those cards may not be kept.
    TooMuchKept,
}

impl Reason {
    /// Whether what speaks against it may lie hidden: what others hold, offer or name.
    pub fn is_hidden(&self) -> bool {
        matches!(self, Reason::NotOnOffer | Reason::WrongOffer { .. } | Reason::NotTrading { hand: 1.. })
    }

    /// Whether nothing that others do in the same stage, and no die, can help: the board speaks against it, the own hand, or what lies open
    /// when the stage begins.
    pub fn is_lasting(&self) -> bool {
        use Reason::*;
        matches!(
            self,
            NotInHand { .. }
                | NotHisToOffer { .. }
                | NotHisToChange { .. }
                | NotASet { .. }
                | WrongPrice { .. }
                | CannotPay { .. }
                | NoPoints { .. }
                | NotYours { .. }
                | JustSettled { .. }
                | NotAdjacent { .. }
                | NoSite { .. }
                | NoSuchGood { .. }
                | NoCoast { .. }
                | Capital { .. }
                | OthersHero { .. }
                | NotInSetup { .. }
                | TooFarFromCapital { .. }
                | OnlyInCapital { .. }
                | OnlyPlacing
                | NotNextSea { .. }
                | WrongElement { .. }
                | Covered { .. }
        )
    }
}
