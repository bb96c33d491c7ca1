//! What can happen.

use crate::deity::{Deities, Deity};
use crate::payment::{Seller, Trade};
use crate::pieces::{Card, Hand, Side};
use crate::position::Row;
use crate::rules::scoring::Score;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Seat, Seats};

/// Why a structure could be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Its cost was paid, if it has one.
    Paid,
    /// A structure of an earlier age makes it free (7W-4.1.1).
    Chain,
    /// A power makes it free (7W-7.3).
    Power,
    /// A structure of a neighbour makes it free (7W-13.29).
    Lent,
}

/// What was paid, and what came in at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Paid {
    /// Coins to the bank.
    pub bank: u16,
    /// Coins to the western neighbour.
    pub west: u16,
    /// Coins to the eastern neighbour.
    pub east: u16,
    /// Coins to a city elsewhere.
    pub far: u16,
    /// Coins that the structure, the stage or the sale brought.
    pub gained: u16,
    /// Who sold something.
    #[serde(flatten)]
    pub sellers: Sellers,
}

/// The cities that were paid for goods.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Sellers {
    /// The western neighbour.
    #[serde(rename = "seller_west", skip_serializing_if = "Option::is_none")]
    pub west: Option<Seat>,
    /// The eastern neighbour.
    #[serde(rename = "seller_east", skip_serializing_if = "Option::is_none")]
    pub east: Option<Seat>,
    /// A city elsewhere.
    #[serde(rename = "seller_far", skip_serializing_if = "Option::is_none")]
    pub far: Option<Seat>,
}

impl Paid {
    /// All coins that were paid.
    pub fn total(&self) -> u16 {
        self.bank + self.west + self.east + self.far
    }

    /// What one seller gets.
    pub fn to(&self, seller: Seller) -> u16 {
        match seller {
            Seller::West => self.west,
            Seller::East => self.east,
            Seller::Far => self.far,
            Seller::Bank => self.bank,
        }
    }

    /// Adds what one seller gets, and which city that is.
    pub fn add(&mut self, seller: Seller, city: Option<Seat>, coins: u16) {
        if coins > 0 {
            match seller {
                Seller::West => self.sellers.west = city,
                Seller::East => self.sellers.east = city,
                Seller::Far => self.sellers.far = city,
                Seller::Bank => {}
            }
        }
        *match seller {
            Seller::West => &mut self.west,
            Seller::East => &mut self.east,
            Seller::Far => &mut self.far,
            Seller::Bank => &mut self.bank,
        } += coins;
    }
}

/// Something that happened. It is small and owns nothing, so that telling costs next to nothing.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
pub enum Event {
    /// Lots decided who sits where.
    Seated { seats: Row },
    /// The side of a board was drawn.
    SideDrawn { seat: Seat, side: char },
    /// Leaders were dealt to be drafted.
    DraftBegins { leaders: u8 },
    /// Everybody has drafted his leaders; only he knows which.
    Drafted { seat: Seat, cards: Hand },
    /// Leaders are recruited for an age.
    RecruitmentBegins { age: u8 },
    /// A leader was recruited.
    Recruited { seat: Seat, card: Card, paid: Paid },
    /// No further leader was recruited.
    EnlistedNobody { seat: Seat },
    /// Leaders were drawn; only who drew them knows which.
    LeadersDrawn { seat: Seat, count: u8 },
    /// Which leaders were drawn.
    LeadersSeen { seat: Seat, cards: Hand },
    /// A neighbour's leader is used.
    LeaderCopied { seat: Seat, card: Card },
    /// Two defeats were exchanged for a victory.
    Amended { seat: Seat, points: u8 },
    /// Myths were dealt to be picked.
    PrayerBegins { age: u8 },
    /// Everybody has his myths; only he knows which.
    Prayed {
        seat: Seat,
        #[serde(serialize_with = "named")]
        deities: Deities,
    },
    /// Somebody is going to invoke a myth.
    Declared { seat: Seat },
    /// A myth was invoked.
    Invoked {
        seat: Seat,
        deity: Deity,
        paid: Paid,
        #[serde(serialize_with = "listed")]
        trade: Trade,
    },
    /// A myth was discarded for coins.
    MythSold { seat: Seat, coins: u16 },
    /// Only its owner knows which myth was discarded.
    MythFaceDown { seat: Seat, deity: Deity },
    /// A myth brought coins at the end of the age.
    MythPaid { seat: Seat, deity: Deity, coins: u16 },
    /// A myth of another city was destroyed.
    Destroyed { seat: Seat, other: Seat, deity: Deity },
    /// A card was discarded for nothing, for a myth.
    Sacrificed { seat: Seat },
    /// A city was beaten without a conflict.
    Struck { seat: Seat, other: Seat, points: u8, returned: bool },
    /// A defeat went to another city.
    DefeatGiven { seat: Seat, other: Seat },
    /// A debt went to another city.
    DebtGiven { seat: Seat, other: Seat },
    /// Two structures changed cities.
    Exchanged { seat: Seat, other: Seat, own: Card, theirs: Card },
    /// All hands were shuffled.
    HandsShuffled { seat: Seat },
    /// All hands were shuffled before anybody chose: the turn begins again.
    ChosenAnew { age: u8, turn: u8 },
    /// A hand was not passed on.
    HandKept { seat: Seat },
    /// Somebody looked at another's hand.
    HandLookedAt { seat: Seat, other: Seat },
    /// Coins were taken instead of a card of the discards.
    Salvaged { seat: Seat, coins: u16 },
    /// The cards of an age were dealt.
    AgeBegins { age: u8 },
    /// A turn begins: hands were passed on.
    TurnBegins { age: u8, turn: u8, to: Side },
    /// A structure was built.
    Built {
        seat: Seat,
        card: Card,
        how: How,
        paid: Paid,
        #[serde(serialize_with = "listed")]
        trade: Trade,
    },
    /// The structure that was just built stands in the partner's city, which gets the coins it brings.
    Hosted { seat: Seat, other: Seat, card: Card, coins: u16 },
    /// A stage was built.
    Staged {
        seat: Seat,
        stage: u8,
        paid: Paid,
        #[serde(serialize_with = "listed")]
        trade: Trade,
    },
    /// A card was sold.
    Sold { seat: Seat, paid: Paid },
    /// Only its owner knows which card lies face down.
    FaceDown { seat: Seat, card: Card },
    /// The last cards of the hands were discarded.
    LastDiscarded { cards: u8 },
    /// Somebody looks through the discards.
    Looks { seat: Seat, cards: u8 },
    /// A structure was built from the discards.
    Dug { seat: Seat, card: Card, paid: Paid },
    /// Nothing was built from the discards.
    DugNothing { seat: Seat },
    /// Two neighbours fought.
    Conflict { winner: Seat, loser: Seat, shields: u8, against: u8, points: u8, returned: bool },
    /// A city took no part in the conflicts.
    KeptOut { seat: Seat },
    /// A victory without a conflict.
    Raided { seat: Seat, points: u8 },
    /// Victories, or defeats, brought coins.
    Earned { seat: Seat, coins: u16 },
    /// Coins were lost, or debts made.
    Lost { seat: Seat, coins: u16, debts: u16 },
    /// Two neighbours were equally strong.
    Peace { seat: Seat, other: Seat, shields: u8 },
    /// What a city counts at the end.
    Scored { seat: Seat, score: Score },
    /// The game is over.
    Over { winners: Seats, ranking: Row },
}

/// Deities as a list of names.
fn named<S: serde::Serializer>(deities: &Deities, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(deities.iter())
}

/// Goods as lists of names.
fn listed<S: serde::Serializer>(trade: &Trade, to: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeStruct as _;
    let list = |goods: crate::pieces::Goods| {
        goods.each().flat_map(|(good, count)| (0..count).map(move |_| good)).collect::<Vec<_>>()
    };
    let mut fields = to.serialize_struct("Trade", 4)?;
    fields.serialize_field("west", &list(trade.west))?;
    fields.serialize_field("east", &list(trade.east))?;
    fields.serialize_field("far", &list(trade.far))?;
    fields.serialize_field("bank", &list(trade.bank))?;
    fields.end()
}

impl tabellarius_kernel::Event for Event {
    fn rule(&self) -> &'static str {
        match self {
            Event::Seated { .. } | Event::SideDrawn { .. } => "7W-2.1",
            Event::DraftBegins { .. } | Event::Drafted { .. } => "7W-11.2",
            Event::RecruitmentBegins { .. } => "7W-11.3",
            Event::Recruited { .. } => "7W-11.4",
            Event::EnlistedNobody { .. } | Event::LeadersDrawn { .. } | Event::LeadersSeen { .. } => "7W-11.12",
            Event::LeaderCopied { .. } => "7W-11.11",
            Event::PrayerBegins { .. } | Event::Prayed { .. } => "7W-13.5",
            Event::Declared { .. } => "7W-13.6",
            Event::Invoked { .. } | Event::MythSold { .. } | Event::MythFaceDown { .. } => "7W-13.8",
            Event::MythPaid { .. } | Event::HandLookedAt { .. } => "7W-13.43",
            Event::Destroyed { .. } => "7W-13.46",
            Event::Sacrificed { .. } => "7W-13.4",
            Event::Struck { .. } => "7W-13.28",
            Event::DefeatGiven { .. } => "7W-13.40",
            Event::DebtGiven { .. } => "7W-13.47",
            Event::Exchanged { .. } => "7W-13.42",
            Event::HandsShuffled { .. } | Event::ChosenAnew { .. } => "7W-13.44",
            Event::HandKept { .. } => "7W-13.41",
            Event::Salvaged { .. } => "7W-13.45",
            Event::Built { how: How::Lent, .. } => "7W-13.29",
            Event::Amended { .. } => "7W-13.60",
            Event::AgeBegins { .. } => "7W-2.3",
            Event::TurnBegins { .. } => "7W-3.2",
            Event::Built { how: How::Paid, .. } => "7W-4.1",
            Event::Built { how: How::Chain, .. } => "7W-4.1.1",
            Event::Built { how: How::Power, .. } => "7W-7.3",
            Event::Hosted { .. } => "7W-13.53",
            Event::Staged { .. } => "7W-4.2",
            Event::Sold { .. } => "7W-4.3",
            Event::FaceDown { .. } => "7W-10.2",
            Event::LastDiscarded { .. } => "7W-3.3",
            Event::Looks { .. } | Event::Dug { .. } | Event::DugNothing { .. } => "7W-7.2",
            Event::Conflict { .. } => "7W-8.2",
            Event::Peace { .. } => "7W-8.4",
            Event::KeptOut { .. } => "7W-12.3",
            Event::Raided { .. } => "7W-13.61",
            Event::Earned { .. } => "7W-11.9",
            Event::Lost { .. } => "7W-12.4",
            Event::Scored { .. } => "7W-9.1",
            Event::Over { .. } => "7W-9.8",
        }
    }
}
