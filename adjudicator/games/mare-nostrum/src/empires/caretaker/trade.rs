//! Trade: the tile, the offer, the picks (EM-3), and what a legendary city or the Colossus gives (EM-2.3, EM-2.7).

use super::{Mind, Sheet};
use crate::common::orders::{Bounty, Order, PickWish};
use crate::common::trade::Offer;
use crate::empires::phases::collect;
use crate::empires::phases::trade::playable;
use crate::pieces::{Card, Good, Role};
use alloc::vec::Vec;
use tabellarius_kernel::Question as _;

/// With so many coins one more brings a hero nearer.
const MANY_COINS: u8 = 4;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    let coins = mind.hand.count(Good::Tax);
    let due = collect::due(mind.game, mind.position);
    if due.temples.iter().any(|(by, _)| *by == mind.seat) {
        sheet.order(Order::Collect(if coins >= MANY_COINS { Bounty::Coin } else { Bounty::Legend }, None));
    }
    let lacking: Vec<Good> =
        mind.game.core.board.goods[1..].iter().copied().filter(|good| mind.hand.count(*good) == 0).collect();
    if mind.position.owns(mind.seat, Card::Colossus) && !lacking.is_empty() {
        sheet.order(Order::Bonus(Card::Colossus, lacking));
    }
    // Doubles make no set longer: they may all lie on the table, so that more kinds come back.
    let doubles = mind.hand.iter().filter(|(good, _)| *good != Good::Tax).map(|(_, n)| n - 1).sum::<u8>();
    if mind.position.role(Role::Director) == Some(mind.seat) {
        let numbers = playable(mind.position);
        let best = numbers.into_iter().min_by_key(|number| number.abs_diff(doubles.clamp(1, 5)));
        best.into_iter().for_each(|number| sheet.order(Order::Trade(number)));
        let spare: Vec<Good> = Offer { hand: mind.hand, number: 3 }.default(mind.game).each().collect();
        if !spare.is_empty() {
            sheet.order(Order::Give(spare));
        }
    }
    if mind.position.has(mind.seat, Card::Antigone) {
        sheet.order(Order::Antigone(doubles.min(5)));
    }
    let offer: Vec<Good> = Offer { hand: mind.hand, number: 5 }.default(mind.game).each().collect();
    if !offer.is_empty() {
        sheet.order(Order::Offer(offer));
    }
    let mut wishes = Vec::new();
    if coins >= MANY_COINS {
        wishes.push(PickWish { good: Some(Good::Tax), from: None, most: None });
    }
    wishes.push(PickWish::default());
    sheet.order(Order::Pick(wishes));
}
