//! The least price where a city elsewhere, the bank or a dock sells too.
//!
//! Sources are a matroid: any set of them covers as many goods as Hall's theorem says, and the cheapest way is greedy by price. A
//! dock takes a coin off the first good bought on its side, whichever that is. It saves a coin exactly if some cheapest way buys
//! there at all; two docks save two exactly if some cheapest way buys on both sides.

use super::{ANY, Sources, Special};
use crate::deck::Cheap;
use crate::pieces::{Goods, Kinds, MANUFACTURED, RAW, Side};
use alloc::vec::Vec;

/// Own goods; raw and manufactured ones of the west, of the east; of a city elsewhere; of the bank.
const CLASSES: usize = 7;

/// How much of a set of kinds each class of sources can give.
struct Table {
    wanted: u8,
    /// For each set of kinds: goods of other kinds, and what each class gives.
    rows: Vec<(u8, [u8; CLASSES])>,
    prices: [u8; CLASSES],
}

impl Table {
    fn of(sources: &Sources, special: &Special, need: Goods) -> Table {
        let unit = |side: Side, kinds| sources.unit(side, kinds);
        let prices = [
            0,
            unit(Side::West, RAW),
            unit(Side::West, MANUFACTURED),
            unit(Side::East, RAW),
            unit(Side::East, MANUFACTURED),
            sources.prices[1],
            special.bank.saturating_sub(1),
        ];
        let all = need.kinds();
        let mut rows = Vec::new();
        let mut kinds = all;
        while kinds != 0 {
            let [west, east] = &sources.sells;
            let caps = [
                sources.own.choosing(kinds),
                west.most(kinds & RAW),
                west.most(kinds & MANUFACTURED),
                east.most(kinds & RAW),
                east.most(kinds & MANUFACTURED),
                special.far.most(kinds & ANY),
                u8::from(special.bank > 0),
            ];
            rows.push((need.among(all & !kinds), caps));
            kinds = (kinds - 1) & all;
        }
        Table { wanted: need.len(), rows, prices }
    }

    /// How many of the goods these classes cover together.
    fn rank(&self, classes: u8) -> u8 {
        let of = |(others, caps): &(u8, [u8; CLASSES])| {
            let given = caps.iter().enumerate().filter(|(i, _)| classes >> i & 1 == 1).map(|(_, cap)| cap);
            others + given.sum::<u8>()
        };
        self.rows.iter().map(of).fold(self.wanted, u8::min)
    }

    /// The price of a cheapest way, and how many goods of the preferred classes a cheapest way can have at most.
    fn greedy(&self, preferred: Cheap) -> (u16, u8) {
        let mut order: [usize; CLASSES] = [0, 1, 2, 3, 4, 5, 6];
        order.sort_by_key(|class| (self.prices[*class], preferred >> class & 1 == 0));
        let (mut classes, mut covered, mut price, mut liked) = (0u8, 0, 0, 0);
        for class in order {
            classes |= 1 << class;
            let now = self.rank(classes);
            price += u16::from(now - covered) * u16::from(self.prices[class]);
            liked += if preferred >> class & 1 == 1 { now - covered } else { 0 };
            covered = now;
        }
        (price, liked)
    }

    /// The classes of a side from which something can be taken off: those of the dock, whose goods cost anything.
    fn docked(&self, raw: usize, dock: Kinds) -> u8 {
        let classes = [(raw, RAW), (raw + 1, MANUFACTURED)].into_iter();
        classes.filter(|(i, kinds)| dock & kinds != 0 && self.prices[*i] > 0).fold(0, |all, (i, _)| all | 1 << i)
    }
}

/// How little the goods can be had for.
pub(super) fn least(sources: &Sources, special: &Special, need: Goods) -> Option<u16> {
    let table = Table::of(sources, special, need);
    if table.rank(0b111_1111) < table.wanted {
        return None;
    }
    let [west, east] = [(0, 1), (1, 3)].map(|(side, raw)| table.docked(raw, special.docks[side]));
    let (price, _) = table.greedy(0);
    let most = |classes: u8| if classes == 0 { 0 } else { table.greedy(classes).1 };
    let saved = match (most(west), most(east)) {
        (0, 0) => 0,
        (0, _) | (_, 0) => 1,
        _ => most(west | east).min(2),
    };
    Some(price - u16::from(saved))
}
