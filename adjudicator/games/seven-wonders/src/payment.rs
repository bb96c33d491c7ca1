//! Paying for goods: the cheapest legal purchase from the neighbours (7W-5).
//!
//! Each source gives one unit a turn and has one price: nothing in the own city, the low or the full price at a neighbour's. So the
//! cheapest way is greedy by price, and how far each price reaches follows from Hall's theorem: of the goods wanted, sources can
//! cover as many as the smallest, over all sets of kinds, of "what the sources can give of these kinds, and all goods of others".
//! Which goods are bought from whom is then found by trying, west first.

use crate::city::{City, Production};
use crate::deck::{Cheap, Numbers, cheap_bit};
use crate::pieces::{Good, Goods, MANUFACTURED, RAW, Side};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// What is bought from each neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// From the western neighbour.
    pub west: Goods,
    /// From the eastern neighbour.
    pub east: Goods,
}

impl Trade {
    /// Nothing is bought.
    pub const NONE: Trade = Trade { west: Goods::NONE, east: Goods::NONE };

    /// Whether nothing is bought.
    pub fn is_none(self) -> bool {
        self == Trade::NONE
    }

    /// Both together.
    pub fn plus(self, other: Trade) -> Trade {
        Trade { west: self.west.plus(other.west), east: self.east.plus(other.east) }
    }

    /// Both together, as a letter may ask for it: see [`Goods::plus_capped`].
    pub fn plus_capped(self, other: Trade) -> Trade {
        Trade { west: self.west.plus_capped(other.west), east: self.east.plus_capped(other.east) }
    }

    /// Goods of one side.
    pub fn of(side: Side, goods: Goods) -> Trade {
        match side {
            Side::West => Trade { west: goods, east: Goods::NONE },
            Side::East => Trade { west: Goods::NONE, east: goods },
        }
    }

    /// What is bought on one side.
    pub fn side(self, side: Side) -> Goods {
        match side {
            Side::West => self.west,
            Side::East => self.east,
        }
    }
}

/// What goods bought on one side cost (7W-5.2, 7W-5.4).
pub fn coins(cheap: Cheap, prices: [u8; 2], side: Side, goods: Goods) -> u16 {
    let unit = |kinds| prices[usize::from(cheap & cheap_bit(side, kinds) != 0)];
    let of = |kinds| u16::from(unit(kinds)) * u16::from(goods.among(kinds));
    if goods.is_none() { 0 } else { of(RAW) + of(MANUFACTURED) }
}

/// Where goods come from: the own city and what the neighbours sell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sources {
    /// The own city's production.
    pub own: Production,
    /// What the neighbours sell, west and east.
    pub sells: [Production; 2],
    /// Which prices are low.
    pub cheap: Cheap,
    /// The full and the low price.
    pub prices: [u8; 2],
}

impl Sources {
    /// The sources of a city between two neighbours.
    pub fn of(city: &City, west: &City, east: &City, numbers: &Numbers) -> Sources {
        let prices = [numbers.price, numbers.cheap_price];
        Sources { own: city.own, sells: [west.sells, east.sells], cheap: city.cheap, prices }
    }

    /// What goods bought on one side cost.
    pub fn coins(&self, side: Side, goods: Goods) -> u16 {
        coins(self.cheap, self.prices, side, goods)
    }

    /// What a whole trade costs.
    pub fn total(&self, trade: Trade) -> u16 {
        self.coins(Side::West, trade.west) + self.coins(Side::East, trade.east)
    }

    /// How little the goods can be had for; nothing, if not at all (7W-5.5).
    pub fn least(&self, cost: Goods) -> Option<u16> {
        let need = cost.less(self.own.fixed);
        if need.is_none() { Some(0) } else { self.reach(need).map(|reach| reach.price(self.prices)) }
    }

    /// How many of the goods needed can be covered for nothing, at the low price at most, and at all.
    fn reach(&self, need: Goods) -> Option<Reach> {
        let (all, wanted) = (need.kinds(), need.len());
        let [mut free, mut low, mut any] = [wanted; 3];
        let mut kinds = all;
        while kinds != 0 {
            let others = need.among(all & !kinds);
            let own = others + self.own.choosing(kinds);
            let (mut cheap, mut dear) = (0, 0);
            for (side, sells) in [Side::West, Side::East].into_iter().zip(&self.sells) {
                for part in [kinds & RAW, kinds & MANUFACTURED] {
                    if part != 0 {
                        let most = sells.most(part);
                        let is_cheap = self.cheap & cheap_bit(side, part) != 0;
                        *(if is_cheap { &mut cheap } else { &mut dear }) += most;
                    }
                }
            }
            free = free.min(own);
            low = low.min(own + cheap);
            any = any.min(own + cheap + dear);
            kinds = (kinds - 1) & all;
        }
        (any == wanted).then_some(Reach { free, low, all: wanted })
    }

    /// The cheapest trade that brings the goods (7W-5.5). Of several the one that buys the earlier goods, and in the west, first.
    pub fn cheapest(&self, cost: Goods) -> Option<Trade> {
        let need = cost.less(self.own.fixed);
        if need.is_none() {
            return Some(Trade::NONE);
        }
        let reach = self.reach(need)?;
        if reach.free == reach.all {
            return Some(Trade::NONE);
        }
        let target = reach.price(self.prices);
        let search = Search { sources: self, cost, most: need, least: Trade::NONE };
        let mut best = None;
        search.each(0, Trade::NONE, target, &mut |trade, price| {
            best = (price == target).then_some(trade);
            best.is_some()
        });
        best
    }

    /// The cheapest trade that contains at least these purchases (7W-5.6).
    pub fn cheapest_with(&self, cost: Goods, least: Trade) -> Option<Trade> {
        if least.is_none() {
            return self.cheapest(cost);
        }
        let mut best: Option<(u16, Trade)> = None;
        Search { sources: self, cost, most: cost, least }.each(0, Trade::NONE, u16::MAX, &mut |trade, price| {
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, trade));
            }
            false
        });
        best.map(|(_, trade)| trade)
    }

    /// Every legal trade for these goods that costs at most so much.
    pub fn all(&self, cost: Goods, most: u16) -> Vec<Trade> {
        let mut all = Vec::new();
        Search { sources: self, cost, most: cost, least: Trade::NONE }.each(0, Trade::NONE, most, &mut |trade, _| {
            all.push(trade);
            false
        });
        all
    }

    /// Whether the neighbours can sell this, none of it is too much, and the own city gives the rest (7W-5.2, 7W-5.6).
    pub fn allows(&self, cost: Goods, trade: Trade) -> bool {
        let bought = trade.west.plus(trade.east);
        cost.has(bought)
            && self.sells[0].covers(trade.west)
            && self.sells[1].covers(trade.east)
            && self.own.covers(cost.less(bought))
    }
}

/// How far the prices reach.
struct Reach {
    free: u8,
    low: u8,
    all: u8,
}

impl Reach {
    fn price(&self, [full, low]: [u8; 2]) -> u16 {
        u16::from(self.low - self.free) * u16::from(low) + u16::from(self.all - self.low) * u16::from(full)
    }
}

/// Trying purchases kind by kind.
struct Search<'a> {
    sources: &'a Sources,
    cost: Goods,
    /// No more than this is bought.
    most: Goods,
    /// No less than this is bought.
    least: Trade,
}

impl Search<'_> {
    /// Hands every legal trade that costs at most so much to the visitor, until it says that it is content.
    fn each(&self, kind: usize, so_far: Trade, most: u16, visit: &mut impl FnMut(Trade, u16) -> bool) -> bool {
        let wanted = |kind: &usize| {
            let good = Good::ALL[*kind];
            self.most.count(good) + self.least.west.count(good) + self.least.east.count(good) > 0
        };
        let next = (kind..Good::ALL.len()).find(wanted);
        let price = self.sources.total(so_far);
        if price > most {
            return false;
        }
        let Some(kind) = next else {
            return self.sources.allows(self.cost, so_far) && visit(so_far, price);
        };
        let good = Good::ALL[kind];
        let limit = self.most.count(good);
        for west in (self.least.west.count(good)..=limit).rev() {
            for east in (self.least.east.count(good)..=limit - west).rev() {
                let more = Trade { west: Goods::some(good, west), east: Goods::some(good, east) };
                if self.each(kind + 1, so_far.plus(more), most, visit) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::pieces::Kinds;
    use rand::{RngExt as _, SeedableRng as _};
    use tabellarius_kernel::Chance;

    /// Every unit of the cost is covered by any source that can give it, one after another: slow, and plainly right.
    fn brute_force(sources: &Sources, cost: Goods) -> Option<u16> {
        let mut units: Vec<(Kinds, u16)> = Vec::new();
        let mut list = |production: &Production, price: &dyn Fn(Kinds) -> u16| {
            for (good, count) in production.fixed.each() {
                (0..count).for_each(|_| units.push((good.kind(), price(good.kind()))));
            }
            production.choices().iter().for_each(|kinds| units.push((*kinds, price(*kinds))));
        };
        list(&sources.own, &|_| 0);
        let unit = |side: Side, kinds: Kinds| {
            u16::from(if sources.cheap & cheap_bit(side, kinds) != 0 { sources.prices[1] } else { sources.prices[0] })
        };
        list(&sources.sells[0], &|kinds| unit(Side::West, kinds));
        list(&sources.sells[1], &|kinds| unit(Side::East, kinds));
        fn cover(wanted: &[Good], units: &mut Vec<(Kinds, u16)>) -> Option<u16> {
            let Some((good, rest)) = wanted.split_first() else { return Some(0) };
            let mut best: Option<u16> = None;
            let mut tried = Vec::new();
            for i in 0..units.len() {
                let unit = units[i];
                if unit.0 & good.kind() == 0 || tried.contains(&unit) {
                    continue;
                }
                tried.push(unit);
                units.swap_remove(i);
                if let Some(price) = cover(rest, units) {
                    best = Some(best.map_or(price + unit.1, |best| best.min(price + unit.1)));
                }
                units.push(unit);
                let last = units.len() - 1;
                units.swap(i, last);
            }
            best
        }
        let wanted: Vec<Good> = cost.each().flat_map(|(good, count)| (0..count).map(move |_| good)).collect();
        cover(&wanted, &mut units)
    }

    fn random_city(deck: &Deck, chance: &mut Chance, cards: usize) -> City {
        let mut city = City::new(deck, chance.random_range(0..7), chance.random_range(0..2));
        for _ in 0..cards {
            let card = crate::pieces::Card(chance.random_range(0..deck.cards.len() as u8));
            let card_is_useful = deck.card(card).effect.choice != 0
                || !deck.card(card).effect.goods.is_none()
                || deck.card(card).effect.cheap != 0;
            if card_is_useful && !city.built.contains(card) {
                city.add(deck, card);
            }
        }
        for _ in 0..chance.random_range(0..3) {
            if city.next_stage(deck).is_some() {
                city.add_stage(deck);
            }
        }
        city
    }

    /// 7W-5.5: the cheapest payment is the cheapest, on random cities, for every cost in the box.
    #[test]
    fn the_cheapest_payment_is_the_cheapest() {
        let deck = Deck::base().expect("built-in data");
        let mut chance = Chance::seed_from_u64(1);
        let stages = deck.wonders.iter().flat_map(|wonder| &wonder.sides).flatten().map(|stage| stage.cost);
        let mut costs: Vec<Goods> = deck.cards.iter().map(|card| card.cost).chain(stages).collect();
        costs.sort();
        costs.dedup();
        let (mut possible, mut bought) = (0, 0);
        for _ in 0..400 {
            let [city, west, east] = [(); 3].map(|()| {
                let cards = chance.random_range(0..14);
                random_city(&deck, &mut chance, cards)
            });
            let sources = Sources::of(&city, &west, &east, &deck.numbers);
            for cost in &costs {
                let expected = brute_force(&sources, *cost);
                assert_eq!(sources.least(*cost), expected, "{cost:?} {sources:?}");
                let trade = sources.cheapest(*cost);
                assert_eq!(trade.map(|trade| sources.total(trade)), expected, "{cost:?} {sources:?}");
                assert!(trade.is_none_or(|trade| sources.allows(*cost, trade)));
                possible += usize::from(trade.is_some());
                bought += usize::from(trade.is_some_and(|trade| !trade.is_none()));
            }
        }
        assert!(possible > 5_000 && bought > 2_000, "{possible} {bought}");
    }

    /// 7W-5.6: what is asked for is bought, and the rest as cheaply as can be.
    #[test]
    fn explicit_purchases_override() {
        let deck = Deck::base().expect("built-in data");
        let card = |key: &str| deck.find(key).expect(key);
        let new = |key: &str| {
            let wonder = deck.wonders.iter().position(|wonder| wonder.key == key).expect(key);
            City::new(&deck, wonder as u8, 0)
        };
        let [mut city, mut west, mut east] = ["ephesos", "gizah", "olympia"].map(new);
        city.add(&deck, card("west-trading-post"));
        west.add(&deck, card("clay-pool"));
        east.add(&deck, card("clay-pool"));
        let sources = Sources::of(&city, &west, &east, &deck.numbers);
        let clay = Goods::one(Good::Clay);
        assert_eq!(sources.cheapest(clay), Some(Trade { west: clay, east: Goods::NONE }));
        assert_eq!(sources.least(clay), Some(1));
        let wish = Trade { west: Goods::NONE, east: clay };
        assert_eq!(sources.cheapest_with(clay, wish), Some(wish));
        assert_eq!(sources.total(wish), 2);
        // Two: one from each; more than that nobody sells.
        assert_eq!(sources.least(Goods::some(Good::Clay, 2)), Some(3));
        assert_eq!(sources.least(Goods::some(Good::Clay, 3)), None);
        // Nothing is bought that is not needed.
        assert_eq!(sources.cheapest_with(Goods::one(Good::Papyrus), wish), None);
        // 7W-5.3: a yellow structure sells nothing.
        west.add(&deck, card("caravansery"));
        let sources = Sources::of(&city, &west, &east, &deck.numbers);
        assert_eq!(sources.least(Goods::one(Good::Ore)), None);
    }
}
