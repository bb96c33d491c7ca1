//! Payment: fitting a list of prices into a hand (MN-4.2, MN-4.2.1, EM-4.2).
//!
//! Each price is one set: only money, or goods that are all different; some heroes let sets be made otherwise, see [`Sets`]. Whether the
//! goods suffice is a question of how many copies there are of each: some sets can be laid out together exactly if, for
//! every `k`, the `k` largest of them need no more cards than the goods give when each good is used at most `k` times.

use crate::pieces::{Cards, GOODS, Good};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How a player may make his sets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Sets {
    /// Only money, or goods that are all different.
    #[default]
    Plain,
    /// One coin may stand for a good, and one good for a coin, in each set (EM-4.2.1).
    Mixed,
    /// One good may be there twice in each set of goods (EM-4.2.2).
    Doubled,
}

/// One way to pay a price: so much money, so many different goods, so many goods of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    money: u8,
    different: u8,
    any: u8,
}

impl Sets {
    /// The ways to pay a price, those with little money first.
    fn ways(self, price: u8) -> [Option<Way>; 4] {
        let way = |money, different, any| Some(Way { money, different, any });
        let less = price.saturating_sub(1);
        match self {
            _ if price == 0 => [way(0, 0, 0), None, None, None],
            Sets::Plain => [way(0, price, 0), way(price, 0, 0), None, None],
            Sets::Mixed => [way(0, price, 0), way(1, less, 0), way(less, 0, 1), way(price, 0, 0)],
            Sets::Doubled => [way(0, less, 1), way(price, 0, 0), None, None],
        }
    }

    /// Whether these cards are one set.
    pub fn is_set(self, cards: &Cards) -> bool {
        let money = usize::from(cards.count(Good::Tax));
        let doubles: u8 = goods(cards).map(|(_, n)| n - 1).sum();
        let others = cards.len() - money;
        match self {
            Sets::Plain => cards.is_set(),
            Sets::Mixed => cards.is_set() || (money == 1 && doubles == 0) || others == 1,
            Sets::Doubled => cards.is_set() || (money == 0 && doubles <= 1),
        }
    }

    /// Whether all prices can be paid at once.
    pub fn payable(self, hand: &Cards, prices: &[u8]) -> bool {
        prices.iter().all(|price| *price == 0) || self.cheapest(hand, &grouped(prices)).is_some()
    }

    /// Pays all prices at once, with as little money as possible, because money can be kept: one set for each price.
    pub fn pay_all(self, hand: &Cards, prices: &[u8]) -> Option<Vec<Cards>> {
        let mut ways = self.cheapest(hand, &grouped(prices))?;
        let mut chosen: Vec<(usize, Way)> = Vec::new();
        for (i, price) in prices.iter().enumerate() {
            let place = ways.iter().position(|(of, _)| of == price)?;
            chosen.push((i, ways.swap_remove(place).1));
        }
        chosen.sort_by_key(|(_, way)| Reverse(way.different));
        let mut left = *hand;
        let mut sets = alloc::vec![Cards::NONE; prices.len()];
        for (i, way) in &chosen {
            left.take(Good::Tax, way.money);
            sets[*i].add(Good::Tax, way.money);
            // Always from the goods of which most are left: this never paints itself into a corner.
            let mut most: Vec<(Good, u8)> = goods(&left).collect();
            most.sort_by_key(|(good, n)| (Reverse(*n), Reverse(*good)));
            for (good, _) in most.into_iter().take(usize::from(way.different)) {
                left.take(good, 1);
                sets[*i].add(good, 1);
            }
        }
        for (i, way) in &chosen {
            for _ in 0..way.any {
                let (good, _) = goods(&left).max_by_key(|(good, n)| (*n, *good))?;
                left.take(good, 1);
                sets[*i].add(good, 1);
            }
        }
        Some(sets)
    }

    /// A way for each price, so that the hand suffices and little money is spent.
    fn cheapest(self, hand: &Cards, groups: &[(u8, u8)]) -> Option<Vec<(u8, Way)>> {
        let mut copies = [0; GOODS];
        let mut kinds = 0;
        for (_, n) in goods(hand) {
            copies[kinds] = n;
            kinds += 1;
        }
        let goods = copies.iter().map(|n| u32::from(*n)).sum();
        let copies = &copies[..kinds];
        let money = u32::from(hand.count(Good::Tax));
        let chosen = Vec::with_capacity(16);
        let mut search = Search { sets: self, money, copies, groups, goods, chosen, best: None };
        search.go(0, 0, 0);
        search.best.map(|(_, ways)| ways)
    }
}

/// Whether all prices can be paid at once with plain sets.
pub fn payable(hand: &Cards, prices: &[u8]) -> bool {
    Sets::Plain.payable(hand, prices)
}

/// Pays all prices at once with plain sets.
pub fn pay_all(hand: &Cards, prices: &[u8]) -> Option<Vec<Cards>> {
    Sets::Plain.pay_all(hand, prices)
}

/// Equal prices together, the dearest first.
fn grouped(prices: &[u8]) -> Vec<(u8, u8)> {
    let mut sorted: Vec<u8> = prices.to_vec();
    sorted.sort_by_key(|price| Reverse(*price));
    let mut groups: Vec<(u8, u8)> = Vec::new();
    for price in sorted {
        match groups.last_mut() {
            Some((last, count)) if *last == price => *count += 1,
            _ => groups.push((price, 1)),
        }
    }
    groups
}

struct Search<'a> {
    sets: Sets,
    /// How much money the hand has.
    money: u32,
    /// How many copies it has of each of its goods.
    copies: &'a [u8],
    groups: &'a [(u8, u8)],
    /// How many goods the hand has.
    goods: u32,
    chosen: Vec<(u8, Way)>,
    best: Option<(u32, Vec<(u8, Way)>)>,
}

impl Search<'_> {
    fn go(&mut self, group: usize, money: u32, used: u32) {
        let Some(&(price, count)) = self.groups.get(group) else {
            let cheaper = self.best.as_ref().is_none_or(|(best, _)| money < *best);
            if cheaper && self.goods_suffice() {
                self.best = Some((money, self.chosen.clone()));
            }
            return;
        };
        let ways = self.sets.ways(price);
        self.share(group, &ways, count, money, used);
    }

    /// Shares the prices of a group among the ways that are left, as many as possible to the first.
    fn share(&mut self, group: usize, ways: &[Option<Way>], count: u8, money: u32, used: u32) {
        let too_dear = self.best.as_ref().is_some_and(|(best, _)| *best <= money);
        if too_dear || money > self.money || used > self.goods {
            return;
        }
        let Some((Some(way), rest)) = ways.split_first() else { return };
        let price = way.money + way.different + way.any;
        let mark = self.chosen.len();
        let is_last = rest.first().is_none_or(Option::is_none);
        let fewest = if is_last { count } else { 0 };
        for n in (fewest..=count).rev() {
            self.chosen.truncate(mark);
            self.chosen.extend(core::iter::repeat_n((price, *way), usize::from(n)));
            let money = money + u32::from(n) * u32::from(way.money);
            let used = used + u32::from(n) * u32::from(way.different + way.any);
            if n == count {
                if money <= self.money && used <= self.goods {
                    self.go(group + 1, money, used);
                }
            } else {
                self.share(group, rest, count - n, money, used);
            }
        }
        self.chosen.truncate(mark);
    }

    /// The ways stand in the order of the groups, so their different goods never grow from one to the next.
    fn goods_suffice(&self) -> bool {
        let mut need = 0;
        let needs = self.chosen.iter().map(|(_, way)| way.different).filter(|different| *different > 0);
        (1u8..).zip(needs).all(|(sets, different)| {
            need += u32::from(different);
            self.copies.iter().map(|n| u32::from((*n).min(sets))).sum::<u32>() >= need
        })
    }
}

fn goods(hand: &Cards) -> impl Iterator<Item = (Good, u8)> + '_ {
    hand.iter().filter(|(good, _)| *good != Good::Tax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Good::*;

    /// The rulebook's example of sets (MN-4.2): three sets of three, but no set of six goods and no more.
    #[test]
    fn the_example_hand_pays_two_legions_and_a_trireme() {
        let hand = Cards::from_iter([Tax, Tax, Tax, Grain, Grain, Perfume, Livestock, Gold, Slaves]);
        let sets = pay_all(&hand, &[3, 3, 3]).expect("payable");
        assert!(sets.iter().all(|set| set.is_set() && set.len() == 3));
        assert!(!payable(&hand, &[6]));
        assert!(!payable(&hand, &[3, 3, 3, 3]));
        assert!(payable(&hand, &[5, 3]));
    }

    /// MN-4.2.1: taxes are spared where goods will do.
    #[test]
    fn taxes_are_spared() {
        let hand = Cards::from_iter([Tax, Tax, Tax, Oil, Wine, Fish]);
        assert_eq!(pay_all(&hand, &[3]).expect("payable"), [Cards::from_iter([Oil, Wine, Fish])]);
    }

    /// MN-4.2.1: of two purchases one is paid with goods, if only one can be: a dearer way never takes the place of a cheaper one.
    #[test]
    fn taxes_are_spared_on_a_list_too() {
        let hand = Cards::from_iter([Tax, Tax, Tax, Tax, Tax, Tax, Oil, Wine, Fish]);
        let paid = pay_all(&hand, &[3, 3]).expect("payable");
        assert_eq!(paid.iter().map(|set| set.count(Tax)).sum::<u8>(), 3);
    }

    /// Every hand and list that a brute-force search can pay is paid, and the other way round.
    #[test]
    fn payable_exactly_when_brute_force_finds_a_way() {
        fn brute(hand: &mut Cards, prices: &[u8]) -> bool {
            let Some((price, rest)) = prices.split_first() else { return true };
            if hand.count(Tax) >= *price {
                hand.take(Tax, *price);
                let found = brute(hand, rest);
                hand.add(Tax, *price);
                if found {
                    return true;
                }
            }
            choose(hand, *price, 1, rest)
        }
        fn choose(hand: &mut Cards, left: u8, from: usize, rest: &[u8]) -> bool {
            if left == 0 {
                return brute(hand, rest);
            }
            for (i, good) in Good::ALL.iter().enumerate().skip(from) {
                if hand.take(*good, 1) == 1 {
                    let found = choose(hand, left - 1, i + 1, rest);
                    hand.add(*good, 1);
                    if found {
                        return true;
                    }
                }
            }
            false
        }
        let mut seed = 7u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..3_000 {
            let mut hand: Cards = (0..next(11)).map(|_| Good::ALL[next(7) as usize]).collect();
            let prices: Vec<u8> = (0..1 + next(4)).map(|_| [2, 3, 3, 5, 6][next(5) as usize]).collect();
            let paid = pay_all(&hand, &prices);
            assert_eq!(paid.is_some(), brute(&mut hand, &prices), "{hand:?} {prices:?}");
            if let Some(sets) = paid {
                let mut all = Cards::NONE;
                for (set, price) in sets.iter().zip(&prices) {
                    assert!(set.is_set() && set.len() == usize::from(*price));
                    all.put(set);
                }
                assert!(hand.covers(&all));
            }
        }
    }

    /// EM-4.2.1, EM-4.2.2: with Cleopatra and Hannibal too, whatever a brute-force search can pay is paid, with real sets.
    #[test]
    fn other_sets_are_found_as_brute_force_finds_them() {
        fn brute(sets: Sets, hand: &mut Cards, prices: &[u8]) -> bool {
            let Some((price, rest)) = prices.split_first() else { return true };
            let mut set = Cards::NONE;
            choose(sets, hand, &mut set, *price, 0, rest)
        }
        fn choose(sets: Sets, hand: &mut Cards, set: &mut Cards, left: u8, from: usize, rest: &[u8]) -> bool {
            if left == 0 {
                return sets.is_set(set) && brute(sets, hand, rest);
            }
            for (i, good) in Good::ALL.iter().enumerate().skip(from) {
                if hand.take(*good, 1) == 1 {
                    set.add(*good, 1);
                    let found = choose(sets, hand, set, left - 1, i, rest);
                    set.take(*good, 1);
                    hand.add(*good, 1);
                    if found {
                        return true;
                    }
                }
            }
            false
        }
        let mut seed = 11u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for round in 0..3_000 {
            let sets = if round % 2 == 0 { Sets::Mixed } else { Sets::Doubled };
            let mut hand: Cards = (0..next(10)).map(|_| Good::ALL[next(5) as usize]).collect();
            let prices: Vec<u8> = (0..1 + next(3)).map(|_| [1, 3, 3, 4, 6][next(5) as usize]).collect();
            let paid = sets.pay_all(&hand, &prices);
            assert_eq!(paid.is_some(), brute(sets, &mut hand, &prices), "{sets:?} {hand:?} {prices:?}");
            let mut all = Cards::NONE;
            for (set, price) in paid.iter().flatten().zip(&prices) {
                assert!(sets.is_set(set) && set.len() == usize::from(*price), "{sets:?} {set:?}");
                all.put(set);
            }
            assert!(hand.covers(&all));
        }
    }
}
