//! Commerce: the number, the offer, the picks (MN-3.3), and what Artemis and Ulysses do.

use super::{Mind, Sheet};
use crate::classic::orders::{Order, PickWish};
use crate::classic::phases::{income, roles};
use crate::common::payment;
use crate::pieces::{Card, Cards, Good, Role};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::Seat;

/// With so many taxes in hand one more brings a hero nearer (MN-4.3).
const MANY_TAXES: u8 = 6;
/// With such an income of taxes a rival will buy heroes with them.
const TREASURY: u8 = 4;
/// What each card laid out costs, because nobody knows what comes back.
const RISK: i32 = 2;
/// From this turn on nobody refuses to trade because of a winner: a game must end.
const PATIENCE: u16 = 14;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    mind.lead(sheet, Role::Director);
    let (offer, spared) = willing(mind);
    let (_, leaders) = roles::leaders(mind.game, mind.position, Role::Director);
    if mind.position.role(Role::Director) == Some(mind.seat) || leaders.contains(mind.seat) {
        sheet.order(Order::Trade(number(mind, spared)));
    }
    let mut kinds: Vec<Good> = Vec::new();
    for good in &offer {
        if !kinds.contains(good) {
            kinds.push(*good);
        }
    }
    if !offer.is_empty() {
        sheet.order(Order::Offer(offer));
    }
    sheet.order(Order::Pick(picks(mind)));
    if mind.position.role(Role::Director) == Some(mind.seat) && !kinds.is_empty() {
        sheet.order(Order::Give(kinds)); // MN-3.3.5
    }
    let lacking = lacking(mind);
    if mind.position.owns(mind.seat, Card::TempleOfArtemis) {
        let mut goods = lacking.clone();
        goods.extend(mind.game.core.board.goods[1..].iter().filter(|good| !lacking.contains(good)));
        sheet.order(Order::Bonus(Card::TempleOfArtemis, goods));
    }
    if mind.position.owns(mind.seat, Card::Ulysses) {
        // The card goes back on the table, and the owner of Ulysses is the next to take.
        let when = |good: &Good| PickWish { good: Some(*good), from: None, most: None };
        sheet.order(Order::Ulysses(lacking.iter().map(when).collect()));
    }
}

/// The goods the hand lacks, the rarest first: the order of the goods is from rare to common (MN-1.4).
fn lacking(mind: &Mind<'_>) -> Vec<Good> {
    mind.game.core.board.goods[1..].iter().copied().filter(|good| mind.hand.count(*good) == 0).collect()
}

/// The whole hand in the order in which it is given away, and how many of these cards a trade should take.
///
/// It supposes that every card given away comes back as a good that the hand lacks and that rivals earn, as long as there are
/// such goods, and gives next what makes most of the hand then.
fn willing(mind: &Mind<'_>) -> (Vec<Good>, u8) {
    let due = income::due(&mind.game.core.board, mind.position);
    let rivals = mind.rivals();
    let earned = |good: Good| rivals.iter().map(|seat| due[seat.index()].count(good)).sum::<u8>();
    let mut hopes = lacking(mind).into_iter().filter(|good| earned(*good) > 0);
    // Nobody feeds the treasury of a rival who lives on taxes.
    let miser = rivals.iter().any(|seat| due[seat.index()].count(Good::Tax) >= TREASURY);
    let mut left = mind.hand;
    let mut hand = mind.hand;
    let mut list = Vec::new();
    let (mut best, mut spared) = (potential(&hand), 0);
    while !left.is_empty() {
        let hope = hopes.next();
        let after = |good: Good| {
            let mut after = hand;
            after.take(good, 1);
            after.add(hope.unwrap_or(good), 1);
            after
        };
        let key = |good: Good| {
            let treasury = if miser && good == Good::Tax { 12 } else { 0 };
            let doubles = if good == Good::Tax { 0 } else { left.count(good) };
            (potential(&after(good)) - treasury, doubles, mind.game.core.board.bank.count(good), Reverse(good))
        };
        let Some(good) = left.iter().map(|(good, _)| good).max_by_key(|good| key(*good)) else { break };
        hand = after(good);
        left.take(good, 1);
        list.push(good);
        let worth = potential(&hand) - RISK * list.len() as i32;
        if worth > best {
            (best, spared) = (worth, list.len() as u8);
        }
    }
    (list, spared)
}

/// How much a hand can buy: a set of twelve or nine above all, then sets of three, then what brings a set of nine nearer.
fn potential(hand: &Cards) -> i32 {
    let mut score = 0;
    let mut taxes = hand.count(Good::Tax);
    let mut copies: Vec<u8> = hand.iter().filter(|(good, _)| *good != Good::Tax).map(|(_, copies)| copies).collect();
    copies.sort_by_key(|copies| Reverse(*copies));
    if copies.len() >= 12 || taxes >= 12 {
        score += 1_000;
    }
    if copies.len() >= 9 {
        score += 300;
        copies.iter_mut().take(9).for_each(|copies| *copies -= 1);
        copies.retain(|copies| *copies > 0);
    }
    if taxes >= 9 {
        score += 300;
        taxes -= 9;
    }
    let fits = |sets: &u8| copies.iter().map(|copies| (*copies).min(*sets)).sum::<u8>() >= 3 * sets;
    let sets = (1..=8).take_while(fits).count() as i32;
    score += 30 * (sets + i32::from(taxes / 3)) + 8 * i32::from(taxes % 3) + 3 * copies.len() as i32;
    score + if taxes >= MANY_TAXES { 20 * i32::from(taxes) } else { 0 }
}

/// The Director's number (MN-3.3): as many as serve him best; none, if a trade could only harm him.
fn number(mind: &Mind<'_>, spared: u8) -> u8 {
    if can_win(mind) {
        return 0;
    }
    let helps_a_winner = |seat: &Seat| mind.is_about_to_win(*seat) && mind.view.hand_sizes[seat.index()] >= 7;
    let patient = mind.position.turn < PATIENCE && mind.cards(mind.seat) < 3;
    if patient && mind.rivals().iter().any(helps_a_winner) {
        return 0;
    }
    let mut sizes: Vec<u8> = mind.rivals().iter().map(|seat| mind.view.hand_sizes[seat.index()]).collect();
    sizes.sort_by_key(|size| Reverse(*size));
    // Two rivals should be able to take part, else the ring is short.
    let partners = sizes.get(1).or(sizes.first()).copied().unwrap_or(0);
    // Doubles do not make a set longer: all of them may lie on the table, so that more kinds come back.
    let doubles = mind.hand.iter().filter(|(good, _)| *good != Good::Tax).map(|(_, copies)| copies - 1).sum::<u8>();
    spared.max(doubles).max(1).min(partners).min(mind.hand.len() as u8)
}

/// Whether the hand buys victory as it is (MN-6.1, MN-6.2).
fn can_win(mind: &Mind<'_>) -> bool {
    let prices = &mind.game.core.board.prices;
    let pyramids = mind.position.owner_of(Card::Pyramids).is_none();
    (pyramids && payment::payable(&mind.hand, &[prices.pyramids]))
        || (mind.cards(mind.seat) >= 3 && payment::payable(&mind.hand, &[prices.hero.min(prices.wonder)]))
}

/// What to take. "Any" lets the referee count what was taken before, so it serves sets better than a fixed list.
fn picks(mind: &Mind<'_>) -> Vec<PickWish> {
    let mut wishes = Vec::new();
    if (MANY_TAXES..9).contains(&mind.hand.count(Good::Tax)) {
        wishes.push(PickWish { good: Some(Good::Tax), from: None, most: None });
    }
    // Whoever is robbed takes next: somebody about to win is left alone with his doubles.
    let rivals = mind.rivals();
    if rivals.iter().any(|seat| mind.is_about_to_win(*seat)) && mind.position.turn < PATIENCE {
        let harmless = rivals.iter().rev().copied().filter(|seat| !mind.is_about_to_win(*seat));
        wishes.extend(harmless.map(|seat| PickWish { good: None, from: Some(seat), most: None }));
    }
    wishes.push(PickWish::default());
    wishes
}
