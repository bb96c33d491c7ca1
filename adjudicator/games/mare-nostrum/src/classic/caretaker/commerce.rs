//! Commerce: the number, the offer, the picks (MN-3.3), and what Artemis and Ulysses do.

use super::{Mind, Sheet};
use crate::classic::orders::{Order, PickWish};
use crate::classic::phases::{payment, roles};
use crate::pieces::{Card, Cards, Good, Role};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::Seat;

/// What the hand is being collected for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collect {
    /// Goods that are all different.
    Goods,
    /// Taxes.
    Taxes,
}

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    mind.lead(sheet, Role::Director);
    let offer = willing(mind);
    let (_, leaders) = roles::leaders(mind.game, mind.position, Role::Director);
    if mind.position.role(Role::Director) == Some(mind.seat) || leaders.contains(mind.seat) {
        sheet.order(Order::Trade(number(mind)));
    }
    if !offer.is_empty() {
        sheet.order(Order::Offer(offer.clone()));
    }
    sheet.order(Order::Pick(picks(mind)));
    let mut kinds = offer;
    kinds.dedup();
    if !kinds.is_empty() {
        sheet.order(Order::Give(kinds));
    }
    let lacking = lacking(mind);
    if mind.position.owns(mind.seat, Card::TempleOfArtemis) {
        let mut goods = lacking.clone();
        goods.extend(Good::ALL[1..].iter().filter(|good| !lacking.contains(good)));
        sheet.order(Order::Artemis(goods));
    }
    if mind.position.owns(mind.seat, Card::Ulysses) {
        // The card goes back on the table, and the owner of Ulysses is the next to take.
        let when = |good: &Good| PickWish { good: Some(*good), from: None };
        sheet.order(Order::Ulysses(lacking.iter().map(when).collect()));
    }
}

fn collect(mind: &Mind<'_>) -> Collect {
    let taxes = usize::from(mind.hand.count(Good::Tax));
    let kinds = mind.hand.iter().filter(|(good, _)| *good != Good::Tax).count();
    if taxes >= 5 && taxes >= kinds { Collect::Taxes } else { Collect::Goods }
}

/// The goods the hand lacks, the rarest first: the order of the goods is from rare to common (MN-1.4).
fn lacking(mind: &Mind<'_>) -> Vec<Good> {
    Good::ALL[1..].iter().copied().filter(|good| mind.hand.count(*good) == 0).collect()
}

/// The whole hand in the order in which it is given away.
fn willing(mind: &Mind<'_>) -> Vec<Good> {
    let collect = collect(mind);
    let mut left = mind.hand;
    let mut list = Vec::new();
    while let Some(good) = left.iter().map(|(good, _)| good).min_by_key(|good| reluctance(mind, collect, &left, *good))
    {
        left.take(good, 1);
        list.push(good);
    }
    list
}

/// How hard it is to give a card away: doubles go first, then what makes no set, then the commonest.
fn reluctance(mind: &Mind<'_>, collect: Collect, left: &Cards, good: Good) -> (u8, Reverse<u8>) {
    let copies = left.count(good);
    let common = mind.game.board.bank.count(good);
    match (good, collect) {
        (Good::Tax, Collect::Taxes) => (4, Reverse(copies)),
        // Two taxes can be kept; a third makes a set with them.
        (Good::Tax, Collect::Goods) => (if copies % 3 == 0 || copies <= 2 { 3 } else { 1 }, Reverse(copies)),
        _ if copies > 1 => (0, Reverse(copies * 16 + common)),
        _ => (2, Reverse(common)),
    }
}

/// How many cards the hand can spare.
fn spare(mind: &Mind<'_>) -> u8 {
    match collect(mind) {
        Collect::Goods => {
            mind.hand.iter().filter(|(good, _)| *good != Good::Tax).map(|(_, copies)| copies - 1).sum::<u8>()
        }
        Collect::Taxes => mind.hand.len() as u8 - mind.hand.count(Good::Tax),
    }
}

/// The Director's number (MN-3.3): as many as he can spare; none, if a trade could only harm him.
fn number(mind: &Mind<'_>) -> u8 {
    if can_win(mind) {
        return 0;
    }
    let helps_a_winner = |seat: &Seat| mind.is_about_to_win(*seat) && mind.view.hand_sizes[seat.index()] >= 7;
    if mind.rivals().iter().any(helps_a_winner) && mind.cards(mind.seat) < 3 {
        return 0;
    }
    let mut sizes: Vec<u8> = mind.rivals().iter().map(|seat| mind.view.hand_sizes[seat.index()]).collect();
    sizes.sort_by_key(|size| Reverse(*size));
    // Two rivals should be able to take part, else the ring is short.
    let partners = sizes.get(1).or(sizes.first()).copied().unwrap_or(0);
    spare(mind).max(1).min(partners).min(mind.hand.len() as u8)
}

/// Whether the hand buys victory as it is (MN-6.1, MN-6.2).
fn can_win(mind: &Mind<'_>) -> bool {
    let prices = &mind.game.board.prices;
    let pyramids = mind.position.owner_of(Card::Pyramids).is_none();
    (pyramids && payment::payable(&mind.hand, &[prices.pyramids]))
        || (mind.cards(mind.seat) >= 3 && payment::payable(&mind.hand, &[prices.hero.min(prices.wonder)]))
}

/// What to take. "Any" lets the referee count what was taken before, so it serves sets better than a fixed list.
fn picks(mind: &Mind<'_>) -> Vec<PickWish> {
    let any = PickWish::default();
    let mut wishes = Vec::new();
    if collect(mind) == Collect::Taxes {
        wishes.push(PickWish { good: Some(Good::Tax), from: None });
    }
    // Whoever is robbed takes next: somebody about to win is left alone with his doubles.
    let rivals = mind.rivals();
    if rivals.iter().any(|seat| mind.is_about_to_win(*seat)) {
        let harmless = || rivals.iter().rev().copied().filter(|seat| !mind.is_about_to_win(*seat));
        for good in lacking(mind) {
            wishes.extend(harmless().map(|seat| PickWish { good: Some(good), from: Some(seat) }));
        }
        wishes.extend(harmless().map(|seat| PickWish { good: None, from: Some(seat) }));
    }
    wishes.push(any);
    wishes
}
