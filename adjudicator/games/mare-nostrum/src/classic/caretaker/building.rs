//! Building: what the hand can buy, and what of it pays best (MN-4).

use super::judge::{FAVOURITES, Judge, Outlook};
use super::{Mind, Sheet};
use crate::classic::orders::{Nothing, Order, Wish};
use crate::classic::phases::income;
use crate::classic::phases::shop::Shop;
use crate::common::shop::every_wish;
use crate::pieces::{Building, Card, Cards, Good, Role, Unit};
use alloc::vec::Vec;

/// What is worth less for each card is bought only with cards that would be lost.
const WORTHWHILE: i32 = 60;
/// How many fallbacks a letter names in case somebody else is quicker.
const FALLBACKS: usize = 4;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    mind.lead(sheet, Role::Political);
    let plain = Plan::new(mind, None);
    let plan = match exchange(mind, &plain) {
        Some(better) => better,
        None => plain,
    };
    let lines = sheet.0.len();
    if let Some((give, take)) = plan.swap {
        sheet.order(Order::Swap { give, take });
    }
    for wish in &plan.wishes {
        let buy = |wish: Wish| Order::Build { wish, times: 1, with: Vec::new() };
        match wish {
            Wish::Card(card) if *card != Card::Pyramids => {
                sheet.either(plan.fallbacks(mind, *card).map(Wish::Card).map(buy))
            }
            // The last tokens may be gone when the turn comes (MN-1.3).
            Wish::City(..) | Wish::Caravan(..) if scarce(mind, *wish) => {
                sheet.either([*wish, Wish::Unit(Unit::Legion, mind.game.core.capital(mind.seat))].map(buy));
            }
            _ => sheet.order(buy(*wish)),
        }
    }
    let taxes = plan.taxes_left().min(2);
    if taxes > 0 {
        sheet.order(Order::Keep(alloc::vec![Good::Tax; usize::from(taxes)]));
    }
    if sheet.0.len() == lines {
        sheet.order(Order::Nothing(Nothing::Build));
    }
}

fn scarce(mind: &Mind<'_>, wish: Wish) -> bool {
    let building = if matches!(wish, Wish::City(..)) { Building::City } else { Building::Caravan };
    usize::from(mind.position.stock[building as usize]) <= 2 * mind.game.core.seats.len()
}

/// A shopping list with the shop in which it was tried out.
struct Plan<'a> {
    swap: Option<(Good, Good)>,
    hand: Cards,
    shop: Shop<'a>,
    wishes: Vec<Wish>,
    worth: i32,
}

impl<'a> Plan<'a> {
    /// Buys again and again what pays best for its price, until nothing more can be paid.
    fn new(mind: &Mind<'a>, swap: Option<(Good, Good)>) -> Plan<'a> {
        let mut hand = mind.hand;
        let mut shop = Shop::new(mind.game, mind.position, mind.seat, &hand);
        let swap = swap.filter(|(give, take)| shop.swap(*give, *take).is_ok());
        if let Some((give, take)) = swap {
            hand.take(give, 1);
            hand.add(take, 1);
        }
        let mut plan = Plan { swap, hand, shop, wishes: Vec::new(), worth: 0 };
        let outlook = Outlook::of(mind);
        while !plan.shop.has_won() && plan.buy_best(mind, &outlook) {}
        plan
    }

    fn buy_best(&mut self, mind: &Mind<'a>, outlook: &Outlook) -> bool {
        let judge = Judge {
            mind,
            income: income::due(&mind.game.core.board, &self.shop.position)[mind.seat.index()],
            shop: &self.shop,
            outlook,
        };
        let mut wishes: Vec<(i32, Wish)> = every_wish(&mind.game.core, &self.shop.position, mind.seat)
            .into_iter()
            .map(|wish| (judge.worth(wish), wish))
            .filter(|(worth, _)| *worth > 0)
            .collect();
        wishes.sort_by_key(|(worth, _)| -worth);
        let kept = self.taxes_left().min(2);
        for (worth, wish) in wishes {
            let before = (worth < WORTHWHILE).then(|| self.shop.clone());
            if self.shop.buy(wish, None).is_err() {
                continue;
            }
            match before {
                // Cards that would be lost buy anything; taxes that can be kept (MN-4.7) wait for something better.
                Some(before) if self.taxes_left().min(2) < kept => self.shop = before,
                _ => {
                    self.wishes.push(wish);
                    self.worth += worth;
                    return true;
                }
            }
        }
        false
    }

    fn taxes_left(&self) -> u8 {
        let paid: u8 = self.shop.payments().iter().map(|cards| cards.count(Good::Tax)).sum();
        self.hand.count(Good::Tax).saturating_sub(paid)
    }

    /// The card and others at the same price that nobody has and the list does not name.
    fn fallbacks(&self, mind: &Mind<'_>, first: Card) -> impl Iterator<Item = Card> + '_ {
        let taken = mind.position.owners;
        let heroes: Vec<Card> = mind.game.core.board.civilizations.iter().map(|one| one.hero).collect();
        let free = move |card: &Card| {
            taken[*card as usize].is_none() && !heroes.contains(card) && !self.wishes.contains(&Wish::Card(*card))
        };
        core::iter::once(first).chain(FAVOURITES.into_iter().filter(free).take(FALLBACKS))
    }
}

/// Cleopatra's exchange, if it makes more of the hand (MN-4.3.5).
fn exchange<'a>(mind: &Mind<'a>, plain: &Plan<'a>) -> Option<Plan<'a>> {
    if !mind.position.owns(mind.seat, Card::Cleopatra) {
        return None;
    }
    let lacking = mind.game.core.board.goods[1..]
        .iter()
        .find(|good| mind.hand.count(**good) == 0 && mind.position.bank.count(**good) > 0);
    let doubles = mind.hand.iter().filter(|(good, _)| *good != Good::Tax).max_by_key(|(_, copies)| *copies);
    let for_good = lacking.map(|good| (Good::Tax, *good));
    let for_tax = doubles.map(|(good, _)| (good, Good::Tax));
    let plans = [for_good, for_tax].into_iter().flatten().map(|swap| Plan::new(mind, Some(swap)));
    plans.filter(|plan| plan.swap.is_some() && plan.worth > plain.worth).max_by_key(|plan| plan.worth)
}
