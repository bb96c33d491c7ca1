//! What something costs whoever has it in hand: what is printed on it, what it would cost now, and why it cannot be had.

use super::{Piece, gives, list};
use crate::deck::Effect;
use crate::event::How;
use crate::game::SevenWonders;
use crate::payment::{Seller, Trade};
use crate::pieces::{Card, Good, Goods, Way};
use crate::reason::Reason;
use crate::rules::choice::{Choice, Cost};
use alloc::vec::Vec;
use serde::Serialize;

/// What a card would cost now.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Offer {
    /// Why it costs that.
    pub how: How,
    /// Coins to the bank.
    pub bank: u16,
    /// What is bought in the west, and what it costs.
    pub west: (Vec<Good>, u16),
    /// What is bought in the east, and what it costs.
    pub east: (Vec<Good>, u16),
    /// What is bought elsewhere, and what it costs.
    pub far: (Vec<Good>, u16),
    /// What is bought from the bank; its price is in what the bank gets.
    pub from_bank: Vec<Good>,
    /// All coins.
    pub price: u16,
}

/// What a card or a stage costs and gives.
#[derive(Serialize)]
pub struct Costs {
    /// What it would cost now, if it can be built.
    pub offer: Option<Offer>,
    /// Why it cannot be built.
    pub why_not: Option<Reason>,
    /// What it would cost if there were coins enough, where there are not.
    pub dear: Option<Offer>,
    /// The goods that can neither be made nor bought.
    pub missing: Vec<Good>,
    /// What it does.
    pub gives: Vec<Piece>,
    /// The goods it costs.
    pub cost: Vec<Good>,
    /// So many of these goods less.
    pub less: u8,
    /// The coins it costs.
    pub price: u8,
}

/// What is printed on it.
pub(super) struct Printed<'a> {
    /// Goods.
    pub goods: Goods,
    /// Coins.
    pub coins: u8,
    /// What it does.
    pub effect: &'a Effect,
}

impl Costs {
    /// What it costs to use a card of the hand in one way.
    pub(super) fn of(game: &SevenWonders, choice: &Choice, (way, card): (Way, Card), printed: Printed<'_>) -> Costs {
        let (offer, why_not) = match offer(game, choice, way, card) {
            Ok(offer) => (Some(offer), None),
            Err(reason) => (None, Some(reason)),
        };
        let all = printed.goods.len();
        let less = match choice.cost(game, way, card) {
            Ok(cost) if cost.how == How::Paid => all.min(cost.less.max(all - cost.goods.len())),
            _ => 0,
        };
        Costs {
            dear: why_not.as_ref().and_then(|_| dear(game, choice, way, card)),
            missing: missing(game, choice, way, card),
            offer,
            why_not,
            gives: gives::pieces(printed.effect),
            cost: list(printed.goods),
            less,
            price: printed.coins,
        }
    }
}

fn offer(game: &SevenWonders, choice: &Choice, way: Way, card: Card) -> Result<Offer, Reason> {
    choice.price(game, way, card)?;
    let act = choice.act(game, way, card, Trade::NONE)?;
    let cost = choice.cost(game, way, card)?;
    Ok(offer_of(choice, &cost, act.trade))
}

/// What something costs whoever has not the coins for it.
fn dear(game: &SevenWonders, choice: &Choice, way: Way, card: Card) -> Option<Offer> {
    let cost = choice.cost(game, way, card).ok()?;
    let trade = choice.sources_for(&cost).cheapest(cost.goods, 0)?;
    Some(offer_of(choice, &cost, trade))
}

/// The goods that are missing even if everything is bought that is for sale.
fn missing(game: &SevenWonders, choice: &Choice, way: Way, card: Card) -> Vec<Good> {
    let Ok(cost) = choice.cost(game, way, card) else { return Vec::new() };
    let sources = choice.sources_for(&cost);
    let (mut left, mut missing) = (cost.goods, Goods::NONE);
    while sources.least(left).is_none() {
        // First what cannot be had even alone, then whatever helps.
        let alone = |good: &Good| sources.least(Goods::some(*good, left.count(*good))).is_none();
        let helps = |good: &Good| sources.least(left.less(Goods::one(*good))).is_some();
        let kinds: Vec<Good> = left.each().map(|(good, _)| good).collect();
        let found = kinds.iter().find(|good| alone(good)).or_else(|| kinds.iter().find(|good| helps(good)));
        let Some(good) = found.or(kinds.first()) else { break };
        left = left.less(Goods::one(*good));
        missing = missing.plus(Goods::one(*good));
    }
    list(missing)
}

fn offer_of(choice: &Choice, cost: &Cost, trade: Trade) -> Offer {
    let sources = choice.sources_for(cost);
    let of = |seller: Seller| (list(trade.from(seller)), sources.coins(seller, trade.from(seller)));
    let (from_bank, for_it) = of(Seller::Bank);
    let (bank, price) = (cost.coins + for_it, cost.coins + sources.total(trade));
    let (west, east, far) = (of(Seller::West), of(Seller::East), of(Seller::Far));
    Offer { how: cost.how, bank, west, east, far, from_bank, price }
}
