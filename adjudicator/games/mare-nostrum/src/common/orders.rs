//! The orders a letter can give. How they are written is in `language/`.

use super::ground::{Place, Site};
use super::rites::Rite;
use crate::board::Board;
use crate::pieces::{Building, Card, Cards, Good, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Something that can be bought, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "item")]
pub enum Item {
    /// An influence marker.
    Influence { province: Province },
    /// A building on its site.
    Building { province: Province, site: Site },
    /// A unit.
    Unit { province: Province, unit: Unit },
    /// A trireme that is built at sea.
    Ship { sea: Sea },
    /// A hero or wonder.
    Card { card: Card },
}

impl Item {
    /// The wish that means exactly this item.
    pub fn wish(self, board: &Board) -> Wish {
        match self {
            Item::Influence { province } => Wish::Influence(province),
            Item::Building { province, site } => match site {
                Site::City(n) => Wish::City(province, Some(n)),
                Site::Caravan(n) => Wish::Caravan(province, board.land(province).goods.get(usize::from(n)).copied()),
                Site::Market => Wish::Market(province),
                Site::Temple => Wish::Temple(province),
            },
            Item::Unit { province, unit } => Wish::Unit(unit, province),
            Item::Ship { sea } => Wish::Ship(sea),
            Item::Card { card } => Wish::Card(card),
        }
    }
}

/// What a player wants to buy; the site may be left to the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// An influence marker.
    Influence(Province),
    /// A city; on which site, if said.
    City(Province, Option<u8>),
    /// A caravan; for which good, if said.
    Caravan(Province, Option<Good>),
    /// A market.
    Market(Province),
    /// A temple.
    Temple(Province),
    /// A unit.
    Unit(Unit, Province),
    /// A trireme that is built at sea.
    Ship(Sea),
    /// A hero or wonder.
    Card(Card),
}

/// How many units move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// So many.
    Exactly(u8),
    /// All that are there and can still move.
    All,
}

/// A card a player would like to take in trade: anything left out may be any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PickWish {
    /// Which good.
    pub good: Option<Good>,
    /// From whom.
    pub from: Option<Seat>,
    /// How many of them in one trade, if no more are wanted.
    pub most: Option<u8>,
}

/// A building meant in a conquest: the site may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Any building of the kind.
    Kind(Building),
    /// The caravan of this good.
    CaravanOf(Good),
    /// The city on this site.
    CityOn(u8),
}

/// What to do with a conquered province (MN-5.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Destroy one building, the first that stands there.
    Pillage(Vec<Spot>),
    /// Set legions on buildings, in this order; on all, if none is named.
    Occupy(Vec<Spot>),
    /// Set a legion on the marker.
    Convert,
    /// Replace the marker at once, for the life of a legion.
    Seize,
    /// Just stay.
    Stay,
}

/// What a legendary city can give (EM-2.3, EM-5.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bounty {
    /// A coin.
    Coin,
    /// A legendary good, drawn unseen.
    Legend,
}

/// What somebody refrains from, in so many words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nothing {
    /// Nothing at all in this stage.
    AtAll,
    /// Buys nothing.
    Build,
    /// Moves nothing.
    Move,
    /// Attacks nobody at sea.
    Attack,
}

/// One order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The Director's number.
    Trade(u8),
    /// Cards to lay out, in the order of willingness.
    Offer(Vec<Good>),
    /// Any cards: the referee lays out what can best be spared.
    OfferAny,
    /// Cards to take, the dearest first.
    Pick(Vec<PickWish>),
    /// When Ulysses steps in: who takes what. Never, if empty.
    Ulysses(Vec<PickWish>),
    /// The good to take for a wonder that gives one, the dearest first.
    Bonus(Card, Vec<Good>),
    /// How many cards the owner of Antigone lays out.
    Antigone(u8),
    /// What to take from a legendary city, or from all of them.
    Collect(Bounty, Option<Province>),
    /// The card to compensate with, in the order of willingness.
    Give(Vec<Good>),
    /// Whom to name for a role on a tie, the dearest first.
    Heir(Option<Role>, Vec<Seat>),
    /// In which order others act.
    Sequence(Vec<Seat>),
    /// A purchase; each of `with` pays one of `times`.
    Build { wish: Wish, times: u8, with: Vec<Cards> },
    /// Cleopatra's exchange.
    Swap { give: Good, take: Good },
    /// Cards to keep.
    Keep(Vec<Good>),
    /// A move of triremes or legions.
    Move { number: Number, unit: Option<Unit>, from: Place, to: Place, via: Vec<Sea> },
    /// An attack; on whom with how many, if said.
    Attack { place: Place, targets: Vec<(Seat, Option<u8>)> },
    /// An attack on these wherever they are met, the dearest first.
    AttackWherever(Vec<Seat>),
    /// Which units to lose first, everywhere or in one place; numbers make it exact.
    Losses { place: Option<Place>, units: Vec<(Unit, Option<u8>)> },
    /// What to do with a conquered province, or with all.
    Conquest { province: Option<Province>, aim: Aim },
    /// Where Helen acts, the dearest first; anywhere, if empty.
    Helen(Vec<Province>),
    /// Helen does nothing.
    HelenNever,
    /// With whom to make peace, the dearest first; with nobody, if empty.
    Peace(Vec<Seat>),
    /// Whose powers Castor and Pollux copy, the dearest first.
    Copy(Vec<Card>),
    /// What only a game with gods and creatures knows.
    Rite(Rite),
    /// Deliberately nothing.
    Nothing(Nothing),
}

impl Order {
    /// Whether the order is a wish about something that may never come: a battle, a conquest, a tie, somebody else's trade, a compensation.
    pub fn may_never_come(&self) -> bool {
        matches!(
            self,
            Order::Losses { .. }
                | Order::AttackWherever(_)
                | Order::Give(_)
                | Order::Helen(_)
                | Order::Ulysses(_)
                | Order::Heir(..)
                | Order::Conquest { province: None, .. }
                | Order::Peace(_)
                | Order::Bonus(Card::Nebuchadnezzar, _)
        ) || matches!(self, Order::Rite(rite) if rite.may_never_come())
    }

    /// Whether everybody sees what it did: all but the cards that stay in a hand.
    pub fn is_seen(&self) -> bool {
        !matches!(self, Order::Keep(_))
    }

    /// Whether whoever writes this no longer means what an older letter said: `move nothing` ends moves that were not asked for yet.
    pub fn replaces(&self, older: &Order) -> bool {
        match self {
            Order::Nothing(Nothing::Move) => matches!(older, Order::Move { .. }),
            Order::Nothing(Nothing::Attack) => matches!(older, Order::Attack { .. } | Order::AttackWherever(_)),
            Order::Nothing(Nothing::Build) => matches!(older, Order::Build { .. } | Order::Swap { .. }),
            Order::Nothing(Nothing::AtAll) => {
                matches!(older, Order::Move { .. } | Order::Attack { .. } | Order::Build { .. } | Order::Swap { .. })
            }
            _ => false,
        }
    }

    /// Whether the order asks for nothing to be done.
    pub fn is_abstention(&self) -> bool {
        match self {
            Order::Nothing(_) | Order::HelenNever | Order::Conquest { aim: Aim::Stay, .. } => true,
            Order::Ulysses(whens) => whens.is_empty(),
            Order::Peace(seats) => seats.is_empty(),
            Order::Rite(rite) => rite.is_abstention(),
            _ => false,
        }
    }
}
