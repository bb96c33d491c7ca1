//! Paying for goods: the cheapest legal purchase from the neighbours (7W-5).
//!
//! Each source gives one unit a turn and has one price: nothing in the own city, the low or the full price at a neighbour's. So the
//! cheapest way is greedy by price, and how far each price reaches follows from Hall's theorem: of the goods wanted, sources can
//! cover as many as the smallest, over all sets of kinds, of "what the sources can give of these kinds, and all goods of others".
//! Which goods are bought from whom is then found by trying, west first.

mod special;

use crate::city::{City, Production};
use crate::deck::{Cheap, Numbers, cheap_bit};
use crate::pieces::{Good, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::keyed;

/// What is bought, and where.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// From the western neighbour.
    pub west: Goods,
    /// From the eastern neighbour.
    pub east: Goods,
    /// From a city elsewhere (7W-5.2).
    pub far: Goods,
    /// From the bank (7W-11.10).
    pub bank: Goods,
}

keyed!(
    /// Where goods are bought.
    Seller, "seller", { West = "west", East = "east", Far = "far", Bank = "bank" }
);

impl Trade {
    /// Nothing is bought.
    pub const NONE: Trade = Trade { west: Goods::NONE, east: Goods::NONE, far: Goods::NONE, bank: Goods::NONE };

    /// Whether nothing is bought.
    pub fn is_none(self) -> bool {
        self == Trade::NONE
    }

    fn both(self, other: Trade, sum: impl Fn(Goods, Goods) -> Goods) -> Trade {
        Trade {
            west: sum(self.west, other.west),
            east: sum(self.east, other.east),
            far: sum(self.far, other.far),
            bank: sum(self.bank, other.bank),
        }
    }

    /// Both together.
    pub fn plus(self, other: Trade) -> Trade {
        self.both(other, Goods::plus)
    }

    /// Both together, as a letter may ask for it: see [`Goods::plus_capped`].
    pub fn plus_capped(self, other: Trade) -> Trade {
        self.both(other, Goods::plus_capped)
    }

    /// Whether everything of the other is in it.
    pub fn has(self, other: Trade) -> bool {
        Seller::ALL.iter().all(|seller| self.from(*seller).has(other.from(*seller)))
    }

    /// Goods of one seller.
    pub fn of(seller: Seller, goods: Goods) -> Trade {
        match seller {
            Seller::West => Trade { west: goods, ..Trade::NONE },
            Seller::East => Trade { east: goods, ..Trade::NONE },
            Seller::Far => Trade { far: goods, ..Trade::NONE },
            Seller::Bank => Trade { bank: goods, ..Trade::NONE },
        }
    }

    /// What is bought from one seller.
    pub fn from(self, seller: Seller) -> Goods {
        match seller {
            Seller::West => self.west,
            Seller::East => self.east,
            Seller::Far => self.far,
            Seller::Bank => self.bank,
        }
    }

    /// All goods that are bought.
    pub fn all(self) -> Goods {
        self.west.plus(self.east).plus(self.far).plus(self.bank)
    }
}

/// Where goods come from: the own city and whoever sells.
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
    /// What only some cards bring.
    pub special: Option<Special>,
}

/// Sources that only some cards bring.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Special {
    /// What a city elsewhere sells at the low price (7W-5.2).
    pub far: Production,
    /// The price of one good of the bank and one more; 0 if it sells none (7W-11.10).
    pub bank: u8,
    /// So many coins less the first good of the west and of the east costs (7W-12.6).
    pub docks: [u8; 2],
    /// Whether one good a turn counts three times (7W-5.1).
    pub triples: u8,
}

/// A discount is as good as a source of anything (7W-11.8).
const ANY: Kinds = RAW | MANUFACTURED;

impl Sources {
    /// The sources of a city between two neighbours.
    pub fn of(city: &City, west: &City, east: &City, numbers: &Numbers) -> Sources {
        let prices = [numbers.price, numbers.cheap_price];
        let mut sources =
            Sources { own: city.own, sells: [west.sells, east.sells], cheap: city.cheap, prices, special: None };
        if city.powers != 0 {
            let made = city.sells.kinds();
            // 7W-12.7: one more of what the city makes and sells, or one of what it does not make.
            if city.has(Power::Warehouse) {
                sources.own.add(Goods::NONE, made);
            }
            if city.has(Power::BlackMarket) {
                sources.own.add(Goods::NONE, ANY & !made);
            }
        }
        if city.bank != 0 || city.docks != [0; 2] {
            sources.special = Some(Special { bank: city.bank, docks: city.docks, ..Special::default() });
        }
        sources
    }

    /// The same sources for something that costs so many goods less (7W-11.8).
    pub fn with_discount(&self, goods: u8) -> Sources {
        let mut sources = *self;
        (0..goods.min(7)).for_each(|_| sources.own.add(Goods::NONE, ANY));
        sources
    }

    fn unit(&self, side: Side, kinds: Kinds) -> u8 {
        self.prices[usize::from(self.cheap & cheap_bit(side, kinds) != 0)]
    }

    /// What goods bought from one seller cost (7W-5.2, 7W-5.4).
    pub fn coins(&self, seller: Seller, goods: Goods) -> u16 {
        if goods.is_none() {
            return 0;
        }
        let on_side = |side: Side| {
            let of = |kinds| u16::from(self.unit(side, kinds)) * u16::from(goods.among(kinds));
            let dock = self.special.map_or(0, |special| special.docks[side as usize]);
            let full = of(RAW) + of(MANUFACTURED);
            full - u16::from(dock).min(full)
        };
        match seller {
            Seller::West => on_side(Side::West),
            Seller::East => on_side(Side::East),
            Seller::Far => u16::from(self.prices[1]) * u16::from(goods.len()),
            Seller::Bank => self.special.map_or(0, |special| u16::from(special.bank.saturating_sub(1))),
        }
    }

    /// What a whole trade costs.
    pub fn total(&self, trade: Trade) -> u16 {
        let sides = self.coins(Seller::West, trade.west) + self.coins(Seller::East, trade.east);
        if self.special.is_none() {
            return sides;
        }
        sides + self.coins(Seller::Far, trade.far) + self.coins(Seller::Bank, trade.bank)
    }

    /// How little the goods can be had for; nothing, if not at all (7W-5.5).
    pub fn least(&self, cost: Goods) -> Option<u16> {
        let need = cost.less(self.own.fixed);
        if need.is_none() {
            return Some(0);
        }
        match self.special {
            None => self.reach(need).map(|reach| reach.price(self.prices)),
            Some(special) if special.triples > 0 => {
                self.tripled().iter().filter_map(|sources| sources.least(cost)).min()
            }
            Some(special) => special::least(self, &special, need),
        }
    }

    /// The sources with each good in turn counted three times (7W-5.1): a good there is in any case, or one of a choice, which
    /// is then no choice any more.
    fn tripled(&self) -> Vec<Sources> {
        let special = self.special.map(|special| Special { triples: 0, ..special });
        let plain = Sources { special, ..*self };
        let mut all = alloc::vec![plain];
        for (good, _) in self.own.fixed.each() {
            let mut sources = plain;
            sources.own.add(Goods::some(good, 2), 0);
            all.push(sources);
        }
        for (i, choice) in self.own.choices().iter().enumerate() {
            for good in Good::ALL.iter().filter(|good| good.kind() & choice != 0) {
                let mut sources = Sources { own: self.own.without(i), ..plain };
                sources.own.add(Goods::some(*good, 3), 0);
                all.push(sources);
            }
        }
        all
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
        let target = match self.special {
            None => {
                let reach = self.reach(need)?;
                if reach.free == reach.all {
                    return Some(Trade::NONE);
                }
                reach.price(self.prices)
            }
            Some(_) => self.least(cost)?,
        };
        // Even for nothing something may have to be bought.
        if self.special.is_some() && self.allows(cost, Trade::NONE) {
            return Some(Trade::NONE);
        }
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

    /// Whether all this is for sale, none of it is too much, and the own city gives the rest (7W-5.2, 7W-5.6).
    pub fn allows(&self, cost: Goods, trade: Trade) -> bool {
        let bought = trade.all();
        let special = self.special.unwrap_or_default();
        cost.has(bought)
            && self.sells[0].covers(trade.west)
            && self.sells[1].covers(trade.east)
            && special.far.covers(trade.far)
            && trade.bank.len() <= u8::from(special.bank > 0)
            && self.gives(cost.less(bought))
    }

    fn gives(&self, goods: Goods) -> bool {
        match self.special {
            Some(special) if special.triples > 0 => self.tripled().iter().any(|sources| sources.own.covers(goods)),
            _ => self.own.covers(goods),
        }
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
            self.most.count(good) + self.least.all().count(good) > 0
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
                let more = Trade { west: Goods::some(good, west), east: Goods::some(good, east), ..Trade::NONE };
                let found = match self.sources.special {
                    None => self.least_is_near() && self.each(kind + 1, so_far.plus(more), most, visit),
                    Some(special) => {
                        let left = limit - west - east;
                        self.each_special(&special, (kind, good, left), so_far.plus(more), most, visit)
                    }
                };
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Whether nothing is asked for but of the neighbours.
    fn least_is_near(&self) -> bool {
        self.least.far.is_none() && self.least.bank.is_none()
    }

    /// The same for the sellers that only some cards bring.
    fn each_special(
        &self,
        special: &Special,
        (kind, good, left): (usize, Good, u8),
        so_far: Trade,
        most: u16,
        visit: &mut impl FnMut(Trade, u16) -> bool,
    ) -> bool {
        let far = self.least.far.count(good)..=left.min(special.far.most(good.kind()));
        for far in far.rev() {
            let bank = self.least.bank.count(good)..=(left - far).min(u8::from(special.bank > 0));
            for bank in bank.rev() {
                let more = Trade { far: Goods::some(good, far), bank: Goods::some(good, bank), ..Trade::NONE };
                let trade = so_far.plus(more);
                if trade.bank.len() <= 1 && self.each(kind + 1, trade, most, visit) {
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
        if let Some(Special { bank: price @ 1.., .. }) = sources.special {
            units.push((ANY, u16::from(price) - 1));
        }
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

    /// 7W-11.8, 7W-11.10, 7W-12.6, 7W-12.7, 7W-5.1, 7W-5.2: with docks, the bank, a city elsewhere, discounts, warehouses and
    /// tripled goods the cheapest payment still is the cheapest of all that are allowed.
    #[test]
    fn the_cheapest_payment_is_the_cheapest_with_special_sources() {
        let deck = Deck::with(crate::deck::Expansion::ALL).expect("built-in data");
        let mut chance = Chance::seed_from_u64(2);
        let mut costs: Vec<Goods> = deck.cards.iter().map(|card| card.cost).collect();
        costs.sort();
        costs.dedup();
        let (mut possible, mut saved, mut tripled) = (0, 0, 0);
        for round in 0..300 {
            let [mut city, west, east, far] = [(); 4].map(|()| {
                let cards = chance.random_range(0..14);
                random_city(&deck, &mut chance, cards)
            });
            city.docks = [(); 2].map(|()| chance.random_range(0..2));
            city.bank = chance.random_range(0..3);
            let mut sources = Sources::of(&city, &west, &east, &deck.numbers);
            let plain = Sources { special: None, ..sources };
            let special = sources.special.get_or_insert_default();
            special.far = if round % 3 == 0 { far.sells } else { Production::default() };
            special.triples = u8::from(round % 5 == 0);
            let sources = sources.with_discount(chance.random_range(0..3));
            for cost in &costs {
                let all = sources.all(*cost, u16::MAX);
                let expected = all.iter().map(|trade| sources.total(*trade)).min();
                assert_eq!(sources.least(*cost), expected, "{cost:?} {sources:?}");
                let trade = sources.cheapest(*cost);
                assert_eq!(trade.map(|trade| sources.total(trade)), expected, "{cost:?} {sources:?}");
                assert!(trade.is_none_or(|trade| sources.allows(*cost, trade)));
                possible += usize::from(trade.is_some());
                saved += usize::from(plain.least(*cost) > expected);
                tripled += usize::from(special_triples(&sources) && !sources.own.covers(*cost) && expected == Some(0));
            }
        }
        assert!(possible > 5_000 && saved > 500 && tripled > 20, "{possible} {saved} {tripled}");
    }

    fn special_triples(sources: &Sources) -> bool {
        sources.special.is_some_and(|special| special.triples > 0)
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
        assert_eq!(sources.cheapest(clay), Some(Trade::of(Seller::West, clay)));
        assert_eq!(sources.least(clay), Some(1));
        let wish = Trade::of(Seller::East, clay);
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
