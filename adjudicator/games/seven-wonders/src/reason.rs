//! Why the rules refuse something, each with the number of the rule.

use crate::deity::Deity;
use crate::orders::Wish;
use crate::pieces::{Card, Goods};
use alloc::vec::Vec;
use serde::{Serialize, Serializer};
use tabellarius_kernel::Seat;

/// Why an order cannot be carried out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "reason")]
pub enum Reason {
    /// The hand does not hold the card.
    NotInHand { card: Card },
    /// The card is played for the own city, and is not there a second time.
    PlayedYourself { card: Card },
    /// The card is the price of a myth: it can only be given up.
    CardIsPrice { card: Card, deity: Deity },
    /// None of what is named is in the packet.
    NoneInPacket,
    /// The leaders are drafted already.
    DraftOver,
    /// Wishes of a plan stand side by side; what stands behind `else` would never be looked at.
    WishesApart {
        /// All of them, best first.
        #[serde(skip)]
        all: Vec<Wish>,
    },
    /// The structure stands in the city already.
    BuiltAlready { card: Card },
    /// Nobody within reach has the goods.
    NoGoods {
        card: Card,
        #[serde(serialize_with = "listed")]
        cost: Goods,
    },
    /// The goods for the stage are not within reach.
    NoGoodsForStage {
        stage: u8,
        #[serde(serialize_with = "listed")]
        cost: Goods,
    },
    /// The coins do not suffice.
    NoCoins { price: u16, coins: u16 },
    /// All stages are built.
    NoStageLeft,
    /// There is no power to build for nothing, or it was used in this age.
    NotFree { card: Card },
    /// What was to be bought is not for sale, or not needed.
    NoSuchTrade,
    /// The card is not in the discards.
    NotDiscarded { card: Card },
    /// Another stage comes next than the one that is named.
    NotNextStage { stage: u8, next: u8 },
    /// The wonder that is named is another city's.
    NotYourWonder { city: Seat },
    /// The city that is named sells nothing here: it is no neighbour.
    NoSeller { city: Seat },
    /// The stage must be built with a card of another age.
    WrongCardForStage { stage: u8, age: u8 },
    /// This leader is not one of those one can choose from.
    NotOffered { card: Card },
    /// Something must be chosen.
    NothingChosen,
    /// Nobody's leader can be used as the own one now.
    NothingToCopy,
    /// Another player plays for the Free City in this turn, or there is none.
    NotForFree,
    /// The Free City must build if it can.
    MustBuild,
    /// The myth is not in the hand.
    NoSuchMyth { deity: Deity },
    /// No more myths may be invoked now.
    NoMythLeft { myths: u8 },
    /// No look at a hand is left.
    NoLookLeft,
    /// Some of the myths come before the card and some after it.
    MythsApart,
    /// The card of the turn has paid for another myth.
    CardGone { deity: Deity },
    /// The myth does nothing after the card of the turn.
    TooLate { deity: Deity },
    /// The myth is not aimed at what it needs.
    WrongAim { deity: Deity },
    /// So many shields are needed.
    TooFewShields { shields: u8 },
    /// So many printed points are needed.
    TooFewPoints { points: u8 },
    /// The goods for the myth are not within reach.
    NoGoodsForMyth { deity: Deity },
}

impl tabellarius_kernel::Reason for Reason {
    fn rule(&self) -> &'static str {
        match self {
            Reason::NotInHand { .. } => "7W-3.1",
            Reason::PlayedYourself { .. } => "7W-14.2",
            Reason::CardIsPrice { .. } => "7W-13.4",
            Reason::NoneInPacket | Reason::DraftOver => "7W-11.2",
            Reason::WishesApart { .. } => "7W-4.4",
            Reason::BuiltAlready { .. } => "7W-4.1.2",
            Reason::NoGoods { .. } => "7W-4.1",
            Reason::NoGoodsForStage { .. } | Reason::NoStageLeft => "7W-4.2.1",
            Reason::NotNextStage { .. } | Reason::NotYourWonder { .. } => "7W-4.2.1",
            Reason::NoSeller { .. } => "7W-5.2",
            Reason::NoCoins { .. } => "7W-3.4",
            Reason::NotFree { .. } => "7W-7.3",
            Reason::NoSuchTrade => "7W-5.6",
            Reason::NotDiscarded { .. } => "7W-7.2",
            Reason::WrongCardForStage { .. } => "7W-13.70",
            Reason::NotOffered { .. } => "7W-11.2",
            Reason::NothingChosen => "7W-11.11",
            Reason::NothingToCopy => "7W-11.11",
            Reason::NotForFree => "7W-14.2",
            Reason::MustBuild => "7W-14.3",
            Reason::NoSuchMyth { .. } => "7W-13.5",
            Reason::NoMythLeft { .. } | Reason::MythsApart => "7W-13.10",
            Reason::TooLate { .. } => "7W-13.53",
            Reason::NoLookLeft => "7W-13.43",
            Reason::CardGone { .. } => "7W-13.4",
            Reason::WrongAim { .. } => "7W-13.12",
            Reason::TooFewShields { .. } | Reason::TooFewPoints { .. } | Reason::NoGoodsForMyth { .. } => "7W-13.4",
        }
    }
}

/// Goods one by one, as templates count them.
fn listed<S: Serializer>(goods: &Goods, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(goods.each().flat_map(|(good, count)| (0..count).map(move |_| good)))
}
