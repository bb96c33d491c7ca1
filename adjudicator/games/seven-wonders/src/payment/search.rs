//! Trying purchases, where a cheapest one must be named and not only known.

use super::{Sources, Special, Trade};
use crate::pieces::{Good, Goods};
use alloc::vec::Vec;

impl Sources {
    /// The cheapest trade that brings the goods, for so many coins (7W-5.5). Of several the one that buys the earlier goods, and in the
    /// west, first. If no trade is within the coins it is the one that needs the fewest.
    pub fn cheapest(&self, cost: Goods, coins: u16) -> Option<Trade> {
        let price = self.least(cost)?;
        if self.refunds() {
            // 7W-11.9: what is dearer may cost less in the end.
            return self.cheapest_within(cost, Trade::NONE, coins.max(price));
        }
        self.trade_for(cost, price)
    }

    /// The same, if it is known how little the goods can be had for.
    pub fn trade_for(&self, cost: Goods, least: u16) -> Option<Trade> {
        // Even for nothing something may have to be bought.
        if least == 0 && self.gives(cost) {
            return Some(Trade::NONE);
        }
        let search = Search { sources: self, cost, most: cost.less(self.own.fixed), least: Trade::NONE };
        let mut best = None;
        search.each(0, Trade::NONE, least, &mut |trade, price| {
            best = (price == least).then_some(trade);
            best.is_some()
        });
        best
    }

    /// The cheapest trade that contains at least these purchases, for so many coins, or the one that needs the fewest (7W-5.6).
    pub fn cheapest_with(&self, cost: Goods, least: Trade, coins: u16) -> Option<Trade> {
        if least.is_none() {
            return self.cheapest(cost, coins);
        }
        self.cheapest_within(cost, least, coins).or_else(|| self.cheapest_within(cost, least, u16::MAX))
    }

    /// The cheapest that needs at most so many coins.
    pub fn cheapest_within(&self, cost: Goods, least: Trade, most: u16) -> Option<Trade> {
        let mut best: Option<((i32, u16), Trade)> = None;
        Search { sources: self, cost, most: cost, least }.each(0, Trade::NONE, most, &mut |trade, _| {
            let rank = self.rank(trade);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, trade));
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
}

/// Trying purchases kind by kind.
pub(super) struct Search<'a> {
    pub sources: &'a Sources,
    pub cost: Goods,
    /// No more than this is bought.
    pub most: Goods,
    /// No less than this is bought.
    pub least: Trade,
}

impl Search<'_> {
    /// Hands every legal trade that costs at most so much to the visitor, until it says that it is content.
    pub fn each(&self, kind: usize, so_far: Trade, most: u16, visit: &mut impl FnMut(Trade, u16) -> bool) -> bool {
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
        let [most_west, most_east] = self.sources.sells.each_ref().map(|sells| sells.most(good.kind()));
        for west in (self.least.west.count(good)..=limit.min(most_west)).rev() {
            for east in (self.least.east.count(good)..=(limit - west).min(most_east)).rev() {
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
