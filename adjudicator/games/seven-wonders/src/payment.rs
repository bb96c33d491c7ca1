//! Paying for goods: the cheapest legal purchase from the neighbours (7W-5).
//!
//! Each source gives one unit a turn and has one price: nothing in the own city, the low or the full price at a neighbour's. So the
//! cheapest way is greedy by price, and how far each price reaches follows from Hall's theorem: of the goods wanted, sources can
//! cover as many as the smallest, over all sets of kinds, of "what the sources can give of these kinds, and all goods of others".
//! Which goods are bought from whom is then found by trying, west first.

mod search;
mod special;
#[cfg(test)]
mod tests;
mod trade;

use crate::city::{City, Production};
use crate::deck::{Cheap, Numbers, cheap_bit};
use crate::pieces::{Good, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
use alloc::vec::Vec;
pub use trade::{Seller, Trade};

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
    /// The kinds of which the first good of the west and of the east costs a coin less (7W-12.6).
    pub docks: [Kinds; 2],
    /// What can count three times, where one good a turn does (7W-13.23).
    pub triples: Option<Tripled>,
    /// From which of the cities that are paid a coin comes back: bits of [`REFUNDS`] (7W-11.9).
    pub refunds: Once,
}

/// The goods that can count three times: those that the city itself produces, nothing that others or a discount bring.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tripled {
    /// Kinds that are there in any case.
    pub fixed: Kinds,
    /// So many of the sources with a choice, counted from the first.
    pub choices: u8,
}

/// What can be had once a turn, although goods come back between a myth and a card, as bits (7W-13.8).
pub type Once = u8;

/// The coin that a dock takes off, west and east.
pub const DOCKS: [Once; 2] = [1, 2];
/// The good of the bank.
pub const BANK: Once = 4;
/// The good that counts three times.
pub const TRIPLE: Once = 8;
/// The coin that comes back for a purchase in the west, in the east, elsewhere.
pub const REFUNDS: [Once; 3] = [16, 32, 64];

/// A discount is as good as a source of anything (7W-11.8).
pub(crate) const ANY: Kinds = RAW | MANUFACTURED;

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
        let refunds = if city.has(Power::Refund) { REFUNDS.iter().sum::<Once>() & !city.once } else { 0 };
        if city.bank != 0 || city.docks != [0; 2] || refunds != 0 {
            let bank = if city.once & BANK == 0 { city.bank } else { 0 };
            let dock = |i: usize| if city.docks[i] > 0 && city.once & DOCKS[i] == 0 { ANY } else { 0 };
            sources.special = Some(Special { bank, docks: [dock(0), dock(1)], refunds, ..Special::default() });
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

    /// The kinds that are cheap on a side.
    fn low_kinds(&self, side: Side) -> Kinds {
        let part = |kinds: Kinds| if self.cheap & cheap_bit(side, kinds) != 0 { kinds } else { 0 };
        part(RAW) | part(MANUFACTURED)
    }

    /// What goods bought from one seller cost (7W-5.2, 7W-5.4).
    pub fn coins(&self, seller: Seller, goods: Goods) -> u16 {
        if goods.is_none() {
            return 0;
        }
        let on_side = |side: Side| {
            let of = |kinds| u16::from(self.unit(side, kinds)) * u16::from(goods.among(kinds));
            let docked = self.special.map_or(0, |special| special.docks[side as usize]);
            let dock = |kinds: Kinds| docked & kinds != 0 && of(kinds) > 0;
            of(RAW) + of(MANUFACTURED) - u16::from(dock(RAW) || dock(MANUFACTURED))
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

    /// What a trade costs when the coins that come back are counted, and before they do: the less the better (7W-5.5).
    pub fn rank(&self, trade: Trade) -> (i32, u16) {
        let price = self.total(trade);
        let back = match &self.special {
            Some(special) if special.refunds != 0 => {
                let sellers = [Seller::West, Seller::East, Seller::Far].into_iter().zip(REFUNDS);
                let paid = |seller: Seller| self.coins(seller, trade.from(seller)) > 0;
                sellers.filter(|(seller, bit)| special.refunds & bit != 0 && paid(*seller)).count()
            }
            _ => 0,
        };
        (i32::from(price) - back as i32, price)
    }

    /// Whether coins may come back for purchases.
    pub fn refunds(&self) -> bool {
        self.special.is_some_and(|special| special.refunds != 0)
    }

    /// How little there must be to have the goods, whatever comes back; nothing, if they cannot be had (7W-5.5).
    pub fn least(&self, cost: Goods) -> Option<u16> {
        let need = cost.less(self.own.fixed);
        if need.is_none() {
            return Some(0);
        }
        match &self.special {
            None => self.reach(need).map(|reach| reach.price(self.prices)),
            Some(Special { triples: Some(tripled), .. }) => {
                self.tripled(*tripled).iter().filter_map(|sources| sources.least(cost)).min()
            }
            Some(special) => special::least(self, special, need),
        }
    }

    /// The sources with each good in turn counted three times (7W-13.23): a good there is in any case, or one of a choice, which
    /// is then no choice any more.
    fn tripled(&self, tripled: Tripled) -> Vec<Sources> {
        let special = self.special.map(|special| Special { triples: None, ..special });
        let plain = Sources { special, ..*self };
        let mut all = alloc::vec![plain];
        for good in Good::ALL.iter().copied().filter(|good| good.kind() & tripled.fixed != 0) {
            let mut sources = plain;
            sources.own.add(Goods::some(good, 2), 0);
            all.push(sources);
        }
        for (i, choice) in self.own.choices().iter().enumerate().take(usize::from(tripled.choices)) {
            for good in Good::ALL.iter().filter(|good| good.kind() & choice != 0) {
                let mut sources = Sources { own: self.own.without(i), ..plain };
                sources.own.add(Goods::some(*good, 3), 0);
                all.push(sources);
            }
        }
        all
    }

    /// How many of the goods needed can be covered for nothing, and at the low price at most; nothing, if not all can be covered.
    fn reach(&self, need: Goods) -> Option<Reach> {
        let (all, wanted) = (need.kinds(), need.len());
        let low_kinds = [Side::West, Side::East].map(|side| self.low_kinds(side));
        let [mut free, mut low] = [wanted; 2];
        let mut kinds = 0;
        while kinds != all {
            // The next set of kinds: small ones first, since most often it is one kind that nobody has.
            kinds = kinds.wrapping_sub(all) & all;
            let own = need.among(all & !kinds) + self.own.choosing(kinds);
            let (mut cheap, mut dear) = (0, 0);
            for (sells, low_kinds) in self.sells.iter().zip(low_kinds) {
                cheap += sells.most(kinds & low_kinds);
                dear += sells.most(kinds & !low_kinds);
            }
            if own + cheap + dear < wanted {
                return None;
            }
            free = free.min(own);
            low = low.min(own + cheap);
        }
        Some(Reach { free, low, all: wanted })
    }

    /// Whether all this is for sale, none of it is too much, and the own city gives the rest (7W-5.2, 7W-5.6).
    pub fn allows(&self, cost: Goods, trade: Trade) -> bool {
        let bought = trade.all();
        let elsewhere = || match &self.special {
            None => trade.far.is_none() && trade.bank.is_none(),
            Some(special) => special.far.covers(trade.far) && trade.bank.len() <= u8::from(special.bank > 0),
        };
        cost.has(bought)
            && self.sells[0].covers(trade.west)
            && self.sells[1].covers(trade.east)
            && elsewhere()
            && self.gives(cost.less(bought))
    }

    fn gives(&self, goods: Goods) -> bool {
        match &self.special {
            Some(Special { triples: Some(tripled), .. }) => {
                self.tripled(*tripled).iter().any(|sources| sources.own.covers(goods))
            }
            _ => self.own.covers(goods),
        }
    }

    /// What a payment has used of what can be had once a turn.
    pub fn once(&self, cost: Goods, trade: Trade) -> Once {
        let mut once = 0;
        for (seller, refund) in [Seller::West, Seller::East, Seller::Far].into_iter().zip(REFUNDS) {
            once |= if self.coins(seller, trade.from(seller)) == 0 { 0 } else { refund };
        }
        let Some(special) = self.special else { return once };
        let plain = Sources { special: Some(Special { docks: [0; 2], ..special }), ..*self };
        for (seller, dock) in [Seller::West, Seller::East].into_iter().zip(DOCKS) {
            let goods = trade.from(seller);
            once |= if self.coins(seller, goods) < plain.coins(seller, goods) { dock } else { 0 };
        }
        once |= if trade.bank.is_none() { 0 } else { BANK };
        let tripled = special.triples.is_some() && !self.own.covers(cost.less(trade.all()));
        once | if tripled { TRIPLE } else { 0 }
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
