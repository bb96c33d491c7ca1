//! How many of each good, in one number.

use super::Good;
use serde::{Deserialize, Serialize};

/// A set of kinds of goods, one bit each.
pub type Kinds = u8;

/// The kinds that brown cards give.
pub const RAW: Kinds = 0b000_1111;
/// The kinds that grey cards give.
pub const MANUFACTURED: Kinds = 0b111_0000;

impl Good {
    /// The good alone as a set of kinds.
    pub fn kind(self) -> Kinds {
        1 << self as u8
    }
}

/// How many of each good: four bits a kind, so that adding is adding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct Goods(u32);

impl Goods {
    /// Nothing.
    pub const NONE: Goods = Goods(0);

    /// One of a good.
    pub fn one(good: Good) -> Goods {
        Goods(1 << (4 * good as u32))
    }

    /// So many of a good; more than 15 of a kind do not exist.
    pub fn some(good: Good, count: u8) -> Goods {
        Goods(u32::from(count.min(15)) << (4 * good as u32))
    }

    /// How many of a good.
    pub fn count(self, good: Good) -> u8 {
        (self.0 >> (4 * good as u32) & 15) as u8
    }

    /// Whether there is nothing.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// How many goods in all.
    pub fn len(self) -> u8 {
        let pairs = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// The same as [`Goods::is_none`], for those who look for it under this name.
    pub fn is_empty(self) -> bool {
        self.is_none()
    }

    /// The kinds there are.
    pub fn kinds(self) -> Kinds {
        let any = self.0 | self.0 >> 2;
        let ones = (any | any >> 1) & 0x1111_1111;
        let pairs = (ones | ones >> 3) & 0x0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000f_000f;
        (fours | fours >> 12) as u8
    }

    /// How many goods of these kinds.
    pub fn among(self, kinds: Kinds) -> u8 {
        let fours = (u32::from(kinds) | u32::from(kinds) << 12) & 0x000f_000f;
        let pairs = (fours | fours << 6) & 0x0303_0303;
        let ones = (pairs | pairs << 3) & 0x1111_1111;
        Goods(self.0 & (ones * 15)).len()
    }

    /// Both together.
    pub fn plus(self, other: Goods) -> Goods {
        Goods(self.0 + other.0)
    }

    /// Both together, but of no kind more than seven: nothing costs more, and letters may ask for anything.
    pub fn plus_capped(self, other: Goods) -> Goods {
        let sum = |good: &Good| Goods::some(*good, (self.count(*good) + other.count(*good)).min(7));
        Good::ALL.iter().fold(Goods::NONE, |all, good| all.plus(sum(good)))
    }

    /// What is left of this when the other is taken away, kind by kind; never less than nothing.
    pub fn less(self, other: Goods) -> Goods {
        // Every second kind at a time, so that each has a byte; its highest bit is lent, and is still there if there was enough.
        let every_second = |goods: Goods, from: u32| goods.0 >> from & 0x0f0f_0f0f;
        let left = |from: u32| {
            let left = (every_second(self, from) | 0x8080_8080) - every_second(other, from);
            let enough = left & 0x8080_8080;
            (left & (enough - (enough >> 7))) << from
        };
        Goods(left(0) | left(4))
    }

    /// Whether there is at least as much of each kind as in the other.
    pub fn has(self, other: Goods) -> bool {
        other.less(self).is_none()
    }

    /// Each kind with its number.
    pub fn each(self) -> impl Iterator<Item = (Good, u8)> {
        Good::ALL.iter().map(move |good| (*good, self.count(*good))).filter(|(_, count)| *count > 0)
    }
}

impl FromIterator<Good> for Goods {
    fn from_iter<I: IntoIterator<Item = Good>>(goods: I) -> Goods {
        goods.into_iter().fold(Goods::NONE, |sum, good| sum.plus(Goods::one(good)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind by itself, as one would count by hand.
    #[test]
    fn goods_are_counted_kind_by_kind() {
        let some = |seed: u32| Goods(seed.wrapping_mul(0x9e37_79b9) & 0x0fff_ffff);
        for seed in 0..5_000 {
            let (one, two, kinds) = (some(seed), some(seed + 77_777), (seed % 128) as Kinds);
            let less = one.less(two);
            for good in Good::ALL {
                assert_eq!(less.count(*good), one.count(*good).saturating_sub(two.count(*good)));
                assert_eq!(less.kinds() & good.kind() != 0, less.count(*good) > 0);
            }
            let among = Good::ALL.iter().filter(|good| good.kind() & kinds != 0).map(|good| one.count(*good));
            assert_eq!(one.among(kinds), among.sum::<u8>());
        }
    }

    #[test]
    fn goods_add_and_subtract_kind_by_kind() {
        let cost: Goods = [Good::Wood, Good::Clay, Good::Clay, Good::Papyrus].into_iter().collect();
        assert_eq!((cost.len(), cost.count(Good::Clay), cost.kinds()), (4, 2, 0b100_0101));
        assert_eq!(cost.less(Goods::some(Good::Clay, 3)).len(), 2);
        assert!(cost.has(Goods::one(Good::Wood)) && !cost.has(Goods::some(Good::Wood, 2)));
        assert_eq!(cost.among(0b100_0100), 3);
    }
}
