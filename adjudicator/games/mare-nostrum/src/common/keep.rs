//! What a player keeps when all have built: the rest goes back (MN-4.7, EM-4.7).

use super::orders::Order;
use super::reason::Reason;
use super::{Core, Mare};
use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use tabellarius_kernel::{Lines, Says};

/// How much may be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// So much money.
    pub money: u8,
    /// So many goods, all different.
    pub goods: u8,
}

impl Allowance {
    /// Whether these cards may be kept.
    pub fn allows(self, keep: &Cards) -> bool {
        let money = keep.count(Good::Tax);
        let different = keep.iter().all(|(good, n)| good == Good::Tax || n == 1);
        money <= self.money && keep.len() - usize::from(money) <= usize::from(self.goods) && different
    }
}

/// What a letter says about keeping; nothing, if it has no such line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wants(Option<Vec<Good>>);

impl Wants {
    /// What the lines of a letter name. What cannot be kept of it is refused.
    pub fn heard<G: Mare>(game: &G, lines: &mut Lines<'_, G>, left: &Cards, allowance: Allowance) -> Wants {
        let mut wants = Wants::default();
        let mark = lines.mark();
        lines.each(|order| {
            let Order::Keep(goods) = order else { return Says::Nothing };
            wants.0.get_or_insert_default().extend_from_slice(goods);
            Says::<(), G::Reason>::Yes(())
        });
        // What each line comes to shows when all are known.
        lines.forget_since(mark);
        let kept = wants.keep(game.core(), left, allowance);
        lines.each(|order| {
            let Order::Keep(goods) = order else { return Says::Nothing };
            let named: Cards = goods.iter().copied().collect();
            if kept.covers(&named) {
                return Says::Yes(());
            }
            let mut missing = named;
            missing.remove(left);
            let reason = if missing.is_empty() { Reason::TooMuchKept } else { Reason::NotInHand { cards: missing } };
            let some = named.iter().any(|(good, _)| kept.count(good) > 0);
            if some { Says::Partly((), reason.into()) } else { Says::No(reason.into()) }
        });
        wants
    }

    /// What is kept of the cards that are left: no more of the money or the goods than was named; and where nothing was said of one of
    /// them as much of it as may be, the rarest goods first.
    pub fn keep(&self, game: &Core, left: &Cards, allowance: Allowance) -> Cards {
        let mut keep = Cards::NONE;
        let named = self.0.as_deref().unwrap_or_default();
        if self.0.is_some() && named.is_empty() {
            return keep;
        }
        let money = match named.iter().filter(|good| **good == Good::Tax).count() as u8 {
            0 => allowance.money,
            wanted => wanted.min(allowance.money),
        };
        keep.add(Good::Tax, money.min(left.count(Good::Tax)));
        let mut rarest: Vec<Good> = left.iter().map(|(good, _)| good).collect();
        rarest.sort_by_key(|good| game.board.bank.count(*good));
        for choice in [named, &rarest] {
            for good in choice.iter().filter(|good| **good != Good::Tax && left.count(**good) > 0) {
                let room = keep.len() - usize::from(keep.count(Good::Tax)) < usize::from(allowance.goods);
                if room && keep.count(*good) == 0 {
                    keep.add(*good, 1);
                }
            }
            if keep.len() > usize::from(keep.count(Good::Tax)) {
                break; // named goods leave no room for others
            }
        }
        keep
    }
}

/// The order that keeps exactly this, where saying nothing would keep something else.
pub fn order(game: &Core, keep: &Cards, left: &Cards, allowance: Allowance) -> Option<Order> {
    let silent = Wants::default().keep(game, left, allowance);
    (*keep != silent).then(|| Order::Keep(keep.each().collect()))
}
