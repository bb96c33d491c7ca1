//! A myth of the hand, with its price.

use super::{Offer, list};
use crate::deity::{Deity, Demand};
use crate::event::How;
use crate::game::SevenWonders;
use crate::payment::Seller;
use crate::pieces::Good;
use crate::reason::Reason;
use crate::rules::myth::cost;
use crate::view::View;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// A myth of the hand.
#[derive(Serialize)]
pub struct MythInHand {
    /// Which one.
    pub deity: Deity,
    /// Its name in data files.
    pub key: &'static str,
    /// What it costs in this age: goods, goods of any kind, raw, manufactured, coins.
    pub goods: Vec<Good>,
    /// Goods of any kind.
    pub any: u8,
    /// Raw goods.
    pub raw: u8,
    /// Manufactured goods.
    pub manufactured: u8,
    /// Coins.
    pub coins: u8,
    /// Shields that must be there.
    pub shields: u8,
    /// Printed points that must be there.
    pub points: u8,
    /// Whether the card of the turn is part of the price.
    pub wants_card: bool,
    /// Whether what the next stage costs is part of it.
    pub wants_stage: bool,
    /// What it would cost now, if it can be invoked before the card.
    pub offer: Option<Offer>,
    /// Why it cannot be.
    pub why_not: Option<Reason>,
}

/// Arranges a myth of the hand.
pub(super) fn myth(game: &SevenWonders, view: &View, seat: Seat, deity: Deity) -> MythInHand {
    let position = &view.position;
    let price = cost::price(game, position, seat, deity);
    let bill = cost::bill(game, position, seat, deity, Default::default(), &Default::default());
    let offer = bill.as_ref().ok().map(|bill| {
        let of = |seller: Seller| (list(bill.trade.from(seller)), bill.paid.to(seller));
        let (from_bank, bank) = of(Seller::Bank);
        let (west, east, far) = (of(Seller::West), of(Seller::East), of(Seller::Far));
        Offer { how: How::Paid, bank, west, east, far, from_bank, price: bill.paid.total() }
    });
    MythInHand {
        deity,
        key: deity.key(),
        goods: list(price.goods),
        any: price.any,
        raw: price.raw,
        manufactured: price.manufactured,
        coins: price.coins,
        shields: price.shields,
        points: price.points,
        wants_card: price.card == Demand::Yes,
        wants_stage: price.stage == Demand::Yes,
        offer,
        why_not: bill.err(),
    }
}
