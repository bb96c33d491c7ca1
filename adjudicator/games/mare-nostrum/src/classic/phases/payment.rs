//! Payment: fitting a list of prices into a hand (MN-4.2, MN-4.2.1).
//!
//! Each price is one set: only taxes, or goods that are all different. Whether the goods suffice is a question of how many copies
//! there are of each: some sets can be laid out together exactly if, for every `k`, the `k` dearest of them need no more cards
//! than the goods give when each good is used at most `k` times.

use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Whether all prices can be paid at once.
pub fn payable(hand: &Cards, prices: &[u8]) -> bool {
    fewest_taxes(hand, &grouped(prices)).is_some()
}

/// Pays all prices at once, with as few taxes as possible, because taxes can be kept: one set for each price.
pub fn pay_all(hand: &Cards, prices: &[u8]) -> Option<Vec<Cards>> {
    let groups = grouped(prices);
    let mut taxed = fewest_taxes(hand, &groups)?;
    let mut dearest_first: Vec<usize> = (0..prices.len()).collect();
    dearest_first.sort_by_key(|i| Reverse(prices[*i]));
    let mut left = *hand;
    let mut sets = alloc::vec![Cards::NONE; prices.len()];
    for i in dearest_first {
        let price = prices[i];
        let group = groups.iter().position(|(of, _)| *of == price).unwrap_or(0);
        if taxed[group] > 0 {
            taxed[group] -= 1;
            left.take(Good::Tax, price);
            sets[i].add(Good::Tax, price);
        } else {
            // Always from the goods of which most are left: this never paints itself into a corner.
            let mut most: Vec<(Good, u8)> = goods(&left).collect();
            most.sort_by_key(|(good, n)| (Reverse(*n), Reverse(*good)));
            for (good, _) in most.into_iter().take(usize::from(price)) {
                left.take(good, 1);
                sets[i].add(good, 1);
            }
        }
    }
    Some(sets)
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

/// How many prices of each group are paid in taxes, so that the goods suffice for the rest and few taxes are spent.
fn fewest_taxes(hand: &Cards, groups: &[(u8, u8)]) -> Option<Vec<u8>> {
    let mut search = Search { hand, groups, taxed: alloc::vec![0; groups.len()], best: None };
    search.go(0, 0);
    search.best.map(|(_, taxed)| taxed)
}

struct Search<'a> {
    hand: &'a Cards,
    groups: &'a [(u8, u8)],
    taxed: Vec<u8>,
    best: Option<(u32, Vec<u8>)>,
}

impl Search<'_> {
    fn go(&mut self, group: usize, taxes: u32) {
        let Some(&(price, count)) = self.groups.get(group) else {
            if self.goods_suffice() {
                self.best = Some((taxes, self.taxed.clone()));
            }
            return;
        };
        for taxed in 0..=count {
            let taxes = taxes + u32::from(taxed) * u32::from(price);
            let too_dear = self.best.as_ref().is_some_and(|(best, _)| *best <= taxes);
            if taxes > u32::from(self.hand.count(Good::Tax)) || too_dear {
                break;
            }
            self.taxed[group] = taxed;
            self.go(group + 1, taxes);
        }
        self.taxed[group] = 0;
    }

    fn goods_suffice(&self) -> bool {
        let (mut sets, mut need) = (0u8, 0u32);
        for ((price, count), taxed) in self.groups.iter().zip(&self.taxed) {
            for _ in *taxed..*count {
                sets = sets.saturating_add(1);
                need += u32::from(*price);
                let give: u32 = goods(self.hand).map(|(_, n)| u32::from(n.min(sets))).sum();
                if need > give {
                    return false;
                }
            }
        }
        true
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
}
