//! What an invocation costs, and the cheapest way to pay it (7W-13.4).

use crate::deity::{Deity, Demand, Price};
use crate::game::SevenWonders;
use crate::payment::{Sources, Trade};
use crate::pieces::{Good, Goods, Kinds, MANUFACTURED, Power, RAW};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::choice;
use crate::rules::{scoring, turn};
use tabellarius_kernel::Seat;

/// What is paid for an invocation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bill {
    /// Goods that are bought.
    pub trade: Trade,
    /// Coins to the bank.
    pub coins: u16,
}

/// The price of a deity for a seat: nothing for whoever invokes without paying (7W-13.63).
pub fn price(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity) -> Price {
    if position.city(seat).has(Power::FreeInvocation) {
        return Price::default();
    }
    game.deck.myth(deity).map_or(Price::default(), |card| card.price[usize::from(position.age)])
}

/// The cheapest way to pay, containing these purchases; or why it cannot be paid.
pub fn bill(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity, buy: Trade) -> Result<Bill, Reason> {
    let city = position.city(seat);
    let price = price(game, position, seat, deity);
    let shields = city.shields - city.boon_shields;
    if shields < price.shields {
        return Err(Reason::TooFewShields { shields: price.shields });
    }
    let points = scoring::fixed_points(&game.deck, position, seat);
    if price.points > 0 && points < u16::from(price.points) {
        return Err(Reason::TooFewPoints { points: price.points });
    }
    let (mut sources, mut goods, mut coins) =
        (turn::sources(game, position, seat), price.goods, u16::from(price.coins));
    if price.stage == Demand::Yes {
        let stage = choice::stage_cost(game, city)?;
        (goods, coins) = (stage.goods, coins + stage.coins);
        sources = sources.with_discount(stage.less);
    }
    let trade = cheapest(&sources, goods, &price, buy).ok_or(Reason::NoGoodsForMyth { deity })?;
    let total = coins + sources.total(trade);
    if total > city.coins {
        return Err(Reason::NoCoins { price: total, coins: city.coins });
    }
    Ok(Bill { trade, coins })
}

/// The cheapest purchases for certain goods and for some of any, raw or manufactured kinds: every way to choose the kinds is tried.
fn cheapest(sources: &Sources, goods: Goods, price: &Price, buy: Trade) -> Option<Trade> {
    let mut best: Option<(u16, Trade)> = None;
    let kinds = [(RAW, price.raw), (MANUFACTURED, price.manufactured), (RAW | MANUFACTURED, price.any)];
    choose(goods, kinds, 0, &mut |goods| {
        if buy.is_none() {
            // Looking is cheaper than finding.
            let Some(least) = sources.least(goods) else { return false };
            if best.is_some_and(|(most, _)| least >= most) {
                return false;
            }
        }
        if let Some(trade) = sources.cheapest_with(goods, buy) {
            let total = sources.total(trade);
            if best.is_none_or(|(most, _)| total < most) {
                best = Some((total, trade));
            }
            return total == 0;
        }
        false
    });
    best.map(|(_, trade)| trade)
}

/// Every way to choose goods of the kinds that are left open, in a fixed order, until the visitor is content.
fn choose(goods: Goods, kinds: [(Kinds, u8); 3], from: usize, visit: &mut dyn FnMut(Goods) -> bool) -> bool {
    let Some(at) = kinds.iter().position(|(_, count)| *count > 0) else { return visit(goods) };
    let mut rest = kinds;
    rest[at].1 -= 1;
    for (i, good) in Good::ALL.iter().enumerate().skip(from) {
        if kinds[at].0 & good.kind() == 0 || goods.count(*good) >= 7 {
            continue;
        }
        let from = if rest[at].1 == 0 { 0 } else { i };
        if choose(goods.plus(Goods::one(*good)), rest, from, visit) {
            return true;
        }
    }
    false
}
