//! What an invocation costs, and the cheapest way to pay it (7W-13.4).

use crate::deity::{Deity, Demand, Price};
use crate::game::SevenWonders;
use crate::payment::{Once, Sources, Trade};
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
    /// Coins to the bank, what goods of the bank cost not counted.
    pub coins: u16,
    /// What the goods cost.
    pub goods: u16,
    /// What the action has paid with this.
    pub tab: Tab,
}

impl Bill {
    /// All coins.
    pub fn total(&self) -> u16 {
        self.coins + self.goods
    }
}

/// What the invocations of one action have used up. Goods come back between the invocations and the card of a turn, not between two
/// invocations: what pays for one does not pay for the other (7W-13.10).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tab {
    goods: Goods,
    any: u8,
    raw: u8,
    manufactured: u8,
    /// Goods less for a stage, and of which kinds.
    less: (u8, Kinds),
    /// Whether the card of the turn was the price of one: 1, if it was.
    card: u8,
    /// What was bought.
    pub trade: Trade,
    /// What can be had only once a turn and was.
    pub once: Once,
}

/// The price of a deity for a seat: nothing for whoever invokes without paying (7W-13.63).
pub fn price(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity) -> Price {
    if position.city(seat).has(Power::FreeInvocation) {
        return Price::default();
    }
    game.deck.myth(deity).map_or(Price::default(), |card| card.price[usize::from(position.age)])
}

/// The cheapest way to pay, containing these purchases, after what the same action has paid for already; or why it cannot be paid.
pub fn bill(
    game: &SevenWonders,
    position: &Position,
    seat: Seat,
    deity: Deity,
    buy: Trade,
    tab: &Tab,
) -> Result<Bill, Reason> {
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
    if price.card == Demand::Yes && tab.card > 0 {
        return Err(Reason::CardGone { deity });
    }
    let (mut goods, mut coins, mut less) = (price.goods, u16::from(price.coins), tab.less);
    if price.stage == Demand::Yes {
        let stage = choice::stage_cost(game, city)?;
        (goods, coins) = (stage.goods, coins + stage.coins);
        less = (less.0 + stage.less, less.1 | stage.goods.kinds());
    }
    let mut tab = Tab {
        goods: tab.goods.plus(goods),
        any: tab.any + price.any,
        raw: tab.raw + price.raw,
        manufactured: tab.manufactured + price.manufactured,
        less,
        card: tab.card + u8::from(price.card == Demand::Yes),
        ..*tab
    };
    let mut sources = turn::sources(game, position, seat);
    (0..less.0).for_each(|_| sources.own.add(Goods::NONE, less.1));
    let before = tab.trade;
    let (cost, all) = tab.cheapest(&sources, before.plus_capped(buy)).ok_or(Reason::NoGoodsForMyth { deity })?;
    let goods = sources.total(all) - sources.total(before).min(sources.total(all));
    let total = coins + goods;
    if total > city.coins {
        return Err(Reason::NoCoins { price: total, coins: city.coins });
    }
    (tab.trade, tab.once) = (all, tab.once | sources.once(cost, all));
    Ok(Bill { trade: all.less(before), coins, goods, tab })
}

impl Tab {
    /// The cheapest purchases for certain goods and for some of any, raw or manufactured kinds: every way to choose the kinds is
    /// tried. Returns the goods and what is bought for them.
    fn cheapest(&self, sources: &Sources, buy: Trade) -> Option<(Goods, Trade)> {
        let mut best: Option<(u16, Goods, Trade)> = None;
        let kinds = [(RAW, self.raw), (MANUFACTURED, self.manufactured), (RAW | MANUFACTURED, self.any)];
        choose(self.goods, kinds, 0, &mut |goods| {
            if buy.is_none() {
                // Looking is cheaper than finding.
                let Some(least) = sources.least(goods) else { return false };
                if best.is_some_and(|(most, ..)| least >= most) {
                    return false;
                }
            }
            if let Some(trade) = sources.cheapest_with(goods, buy) {
                let total = sources.total(trade);
                if best.is_none_or(|(most, ..)| total < most) {
                    best = Some((total, goods, trade));
                }
                return total == 0;
            }
            false
        });
        best.map(|(_, goods, trade)| (goods, trade))
    }
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
