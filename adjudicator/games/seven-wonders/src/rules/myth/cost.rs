//! What an invocation costs, and the cheapest way to pay it (7W-13.4).

use super::invocation::{Invocation, Use};
use crate::deity::{Deity, Demand, Price};
use crate::event::Paid;
use crate::game::SevenWonders;
use crate::payment::{ANY, Once, Seller, Sources, Trade};
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
    /// Who gets which coins.
    pub paid: Paid,
    /// What the action has paid with this.
    pub tab: Tab,
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

/// Whether the card of the turn is the price of an invocation (7W-13.4).
pub fn wants_card(game: &SevenWonders, position: &Position, seat: Seat, one: &Invocation) -> bool {
    one.used == Use::Power && price(game, position, seat, one.deity).card == Demand::Yes
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
    if price.points > 0 && scoring::fixed_points(&game.deck, position, seat) < u16::from(price.points) {
        return Err(Reason::TooFewPoints { points: price.points });
    }
    if price.card == Demand::Yes && tab.card > 0 {
        return Err(Reason::CardGone { deity });
    }
    let (mut goods, mut coins, mut less) = (price.goods, u16::from(price.coins), tab.less);
    if price.stage == Demand::Yes {
        let stage = choice::stage_cost(game, city)?;
        (goods, coins) = (goods.plus(stage.goods), coins + stage.coins);
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
    let paid = sources.total(before);
    let no_coins = |least: u16| Reason::NoCoins { price: coins + least.saturating_sub(paid), coins: city.coins };
    let most = (city.coins + paid).checked_sub(coins).ok_or_else(|| no_coins(paid))?;
    let (cost, all) = match tab.cheapest(&sources, before.plus_capped(buy), most) {
        Ok(found) => found,
        // 7W-5.6: the price could be paid, only not with the purchase that the line names.
        Err(Some(least)) if least <= most && !buy.is_none() => {
            let named = sources.total(before.plus_capped(buy));
            return Err(if named > most { no_coins(named) } else { Reason::NoSuchTrade });
        }
        Err(Some(least)) => return Err(no_coins(least)),
        Err(None) => return Err(Reason::NoGoodsForMyth { deity }),
    };
    let mut paid = Paid { bank: coins, ..Paid::default() };
    for seller in Seller::ALL {
        let of = |trade: Trade| sources.coins(*seller, trade.from(*seller));
        paid.add(*seller, position.seller(seat, *seller), of(all).saturating_sub(of(before)));
    }
    (tab.trade, tab.once) = (all, tab.once | sources.once(cost, all));
    Ok(Bill { trade: all.less(before), paid, tab })
}

impl Tab {
    /// The cheapest purchases for certain goods and for some of any, raw or manufactured kinds, for at most so many coins: every way to
    /// choose the kinds is tried. Returns the goods and what is bought for them; or how little they would cost, if they can be had.
    fn cheapest(&self, sources: &Sources, buy: Trade, most: u16) -> Result<(Goods, Trade), Option<u16>> {
        let mut search = Search { sources, buy, most, best: None, lowest: None };
        search.choose(self.goods, [(RAW, self.raw), (MANUFACTURED, self.manufactured), (ANY, self.any)], 0);
        search.best.map(|(_, goods, trade)| (goods, trade)).ok_or(search.lowest)
    }
}

/// Trying ways to choose goods of the kinds that are left open.
struct Search<'a> {
    sources: &'a Sources,
    /// What must be bought.
    buy: Trade,
    /// The coins there are.
    most: u16,
    /// The cheapest way that was found.
    best: Option<((i32, u16), Goods, Trade)>,
    /// The lowest price that was seen, perhaps more than there is.
    lowest: Option<u16>,
}

impl Search<'_> {
    /// Chooses one good more, in a fixed order, until nothing can be cheaper; says whether that is so.
    fn choose(&mut self, goods: Goods, kinds: [(Kinds, u8); 3], from: usize) -> bool {
        // What cannot be had or is too dear is so with more goods too. Looking is cheaper than finding.
        let Some(least) = self.sources.least(goods) else { return false };
        if least > self.bound() && self.lowest.is_some_and(|known| known <= least) {
            return false;
        }
        let Some(at) = kinds.iter().position(|(_, count)| *count > 0) else { return self.find(goods, least) };
        let mut rest = kinds;
        rest[at].1 -= 1;
        for (i, good) in Good::ALL.iter().enumerate().skip(from) {
            if kinds[at].0 & good.kind() == 0 || goods.count(*good) >= 7 {
                continue;
            }
            let from = if rest[at].1 == 0 { 0 } else { i };
            if self.choose(goods.plus(Goods::one(*good)), rest, from) {
                return true;
            }
        }
        false
    }

    /// Only what costs less than the best, and no more than there is, is of use. Where coins come back even what is dearer may be.
    fn bound(&self) -> u16 {
        match self.best {
            Some(((_, price), ..)) if !self.sources.refunds() => price.saturating_sub(1),
            _ => self.most,
        }
    }

    /// All goods are chosen: what is bought for them?
    fn find(&mut self, goods: Goods, least: u16) -> bool {
        let bound = self.bound();
        self.lowest = Some(self.lowest.map_or(least, |known| known.min(least)));
        if least > bound {
            return false;
        }
        let found = if self.buy.is_none() && !self.sources.refunds() {
            self.sources.trade_for(goods, least)
        } else {
            self.sources.cheapest_within(goods, self.buy, bound)
        };
        if let Some(trade) = found
            && self.best.is_none_or(|(best, ..)| self.sources.rank(trade) < best)
        {
            self.best = Some((self.sources.rank(trade), goods, trade));
        }
        // Nothing is cheaper than what must be bought anyway, unless coins come back.
        !self.sources.refunds() && self.best.is_some_and(|((_, price), ..)| price == self.sources.total(self.buy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::REFUNDS;
    use crate::{Options, SevenWonders};
    use alloc::vec::Vec;
    use rand::{RngExt as _, SeedableRng as _};
    use tabellarius_kernel::{Chance, Game as _};

    /// Every way to choose goods of the kinds that are left open.
    fn all_costs(tab: &Tab) -> Vec<Goods> {
        let mut all = alloc::vec![tab.goods];
        for (kinds, count) in [(RAW, tab.raw), (MANUFACTURED, tab.manufactured), (ANY, tab.any)] {
            for _ in 0..count {
                let goods = Good::ALL.iter().filter(|good| kinds & good.kind() != 0);
                let mut more: Vec<Goods> =
                    goods.flat_map(|good| all.iter().map(|cost| cost.plus(Goods::one(*good)))).collect();
                more.sort();
                more.dedup();
                all = more;
            }
        }
        all
    }

    /// 7W-13.4, 7W-13.10, 7W-11.9: goods of any kind are chosen so that the purchase is the cheapest of all, also for a second myth of the
    /// same action, where what was bought for the first is bought, and also where coins come back.
    #[test]
    fn goods_of_any_kind_are_the_cheapest() {
        let game = SevenWonders::new(Options::parse(5, "leaders,cities,myths").expect("a variant")).expect("data");
        let mut chance = Chance::seed_from_u64(5);
        let (mut compared, mut second, mut refused) = (0, 0, 0);
        for round in 0..400 {
            let mut position = game.start().position;
            let useful = |card: &crate::pieces::Card| {
                let effect = &game.deck.card(*card).effect;
                effect.choice != 0 || !effect.goods.is_none() || effect.cheap != 0
            };
            let cards: Vec<_> = game.deck.all().map(|(card, _)| card).filter(useful).collect();
            for seat in game.seats().iter() {
                let city = position.city_mut(seat);
                for _ in 0..chance.random_range(0..6) {
                    let card = cards[chance.random_range(0..cards.len())];
                    if !city.built.contains(card) {
                        city.add(&game.deck, card);
                    }
                }
                city.coins = chance.random_range(0..12);
            }
            let seat = Seat(chance.random_range(0..5));
            let city = position.city_mut(seat);
            if round % 2 == 0 {
                city.powers |= 1 << Power::Refund as u8;
                city.once = [0, REFUNDS[0]][round / 2 % 2];
            }
            city.docks = [(); 2].map(|()| chance.random_range(0..2));
            let sources = turn::sources(&game, &position, seat);
            let mut tab = Tab::default();
            for _ in 0..2 {
                let before = tab.trade;
                let open = Tab {
                    goods: tab.goods.plus(Goods::one(Good::ALL[chance.random_range(0..7)])),
                    any: tab.any + chance.random_range(0..3),
                    raw: tab.raw + chance.random_range(0..2),
                    manufactured: tab.manufactured + chance.random_range(0..2),
                    ..tab
                };
                let most = chance.random_range(0..14) + sources.total(before);
                let found = open.cheapest(&sources, before, most);
                let trades = all_costs(&open).into_iter().flat_map(|cost| sources.all(cost, most));
                let expected = trades.filter(|trade| trade.has(before)).map(|trade| sources.rank(trade)).min();
                assert_eq!(found.ok().map(|(_, trade)| sources.rank(trade)), expected, "{open:?} {sources:?}");
                let Ok((cost, trade)) = found else {
                    refused += 1;
                    break;
                };
                assert!(sources.allows(cost, trade), "{cost:?} {trade:?}");
                compared += 1;
                second += usize::from(!before.is_none());
                tab = Tab { trade, ..open };
            }
        }
        assert!(compared > 200 && second > 20 && refused > 50, "{compared} {second} {refused}");
    }
}
