//! A view arranged for readers: the hand with what each card would cost, and the cities as tables.

mod city;
mod gives;
mod library;
mod myth;

use crate::city::Production;
use crate::event::How;
use crate::game::SevenWonders;
use crate::payment::{Seller, Trade};
use crate::pieces::{Card, Colour, Good, Goods, Hand, Power, Side, Way};
use crate::position::{Phase, Position};
use crate::reason::Reason;
use crate::rules::choice::{Choice, Cost, Which};
use crate::rules::free::is_holder;
use crate::rules::myth::look::Look;
use crate::rules::myth::rites;
use crate::rules::scoring;
use crate::view::View;
use alloc::vec::Vec;
pub use city::CityScene;
use city::city;
pub use gives::Piece;
pub use library::{Atlas, cards};
pub use myth::MythInHand;
use myth::myth;
use serde::Serialize;
use tabellarius_kernel::Seat;

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

/// A card of the hand.
#[derive(Serialize)]
pub struct InHand {
    /// The card.
    pub card: Card,
    /// Its colour.
    pub colour: Colour,
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
    /// The structures that make it free.
    pub after: Vec<Card>,
    /// The structures that it makes free.
    pub leads_to: Vec<Card>,
}

/// The next stage of the own wonder.
#[derive(Serialize)]
pub struct StageScene {
    /// Its number.
    pub number: u8,
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

/// A city in the final ranking.
#[derive(Serialize)]
pub struct Ranked {
    /// Whose.
    pub seat: Seat,
    /// The points, those of a partner counted too.
    pub points: i16,
    /// The coins, those of a partner counted too.
    pub coins: u16,
}

/// The scene.
#[derive(Serialize)]
pub struct Scene {
    /// The age, from 1.
    pub age: u8,
    /// The turn.
    pub turn: u8,
    /// The turns of an age.
    pub turns: u8,
    /// Whether the last card of the age is played too.
    pub plays_last: bool,
    /// The phase.
    pub phase: Phase,
    /// The own hand.
    pub hand: Vec<InHand>,
    /// The own leaders that are not recruited.
    pub leaders: Vec<InHand>,
    /// The partner, and the hand and the leaders that he shows.
    pub partner: Option<(Seat, Vec<Card>, Vec<Card>)>,
    /// The Free City, for whoever plays for it in this turn.
    pub free_city: Option<Seat>,
    /// Hands of others that one sees in this turn.
    pub shown: Vec<(Seat, Vec<Card>)>,
    /// The leaders to draft from.
    pub packet: Vec<InHand>,
    /// The own myths, and what each would cost now.
    pub myths: Vec<MythInHand>,
    /// The myths to pick from.
    pub prayer: Vec<MythInHand>,
    /// How many myths can still be invoked in this age.
    pub invocations: u8,
    /// How many looks at hands are left.
    pub looks: u8,
    /// The cards that a myth has drawn, to use one of them.
    pub drawn: Vec<InHand>,
    /// The next stage of the wonder, where a card can be used for it.
    pub stage: Option<StageScene>,
    /// What can be built for the Free City, by whoever plays for it in this turn.
    pub for_free: Vec<Card>,
    /// Whether a structure may be built free.
    pub may_build_free: bool,
    /// The neighbours.
    pub west: Option<Seat>,
    /// The neighbours.
    pub east: Option<Seat>,
    /// The discards, for whoever looks through them.
    pub discards: Option<Vec<Card>>,
    /// How many cards lie in the discards.
    pub discarded: u8,
    /// To whom hands go next.
    pub passes_to: Side,
    /// The cities, the own one first, then round the table to the east.
    pub cities: Vec<CityScene>,
    /// Best first, once the game is over.
    pub ranking: Vec<Ranked>,
}

fn list(goods: Goods) -> Vec<Good> {
    goods.each().flat_map(|(good, count)| (0..count).map(move |_| good)).collect()
}

fn kinds(choice: u8) -> Vec<Good> {
    Good::ALL.iter().copied().filter(|good| choice & good.kind() != 0).collect()
}

fn produces(production: &Production) -> (Vec<Good>, Vec<Vec<Good>>) {
    (list(production.fixed), production.choices().iter().map(|choice| kinds(*choice)).collect())
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

impl Scene {
    /// Arranges a view.
    pub fn of(game: &SevenWonders, view: &View) -> Scene {
        let position = &view.position;
        let mut scene = Scene {
            age: position.age + 1,
            turn: position.turn,
            turns: game.turns(),
            plays_last: view.seat.is_some_and(|seat| position.city(seat).has(Power::LastCard)),
            phase: position.phase,
            hand: Vec::new(),
            leaders: Vec::new(),
            free_city: view.seat.filter(|seat| is_holder(game, position, *seat)).and(game.free_city()),
            shown: view.shown.iter().map(|(seat, hand)| (*seat, hand.iter().collect())).collect(),
            packet: Vec::new(),
            myths: Vec::new(),
            prayer: Vec::new(),
            invocations: 0,
            looks: 0,
            drawn: Vec::new(),
            partner: view.partner.map(|p| (p.seat, p.hand.iter().collect(), p.leaders.iter().collect())),
            stage: None,
            for_free: Vec::new(),
            may_build_free: false,
            west: view.seat.map(|seat| position.neighbour(seat, Side::West)),
            east: view.seat.map(|seat| position.neighbour(seat, Side::East)),
            discards: view.discards.clone(),
            discarded: position.discards,
            passes_to: position.passes_to(),
            cities: Vec::new(),
            ranking: position.ranking.iter().map(|seat| ranked(game, position, *seat)).collect(),
        };
        if let (Some(seat), Some(hand)) = (view.seat, view.hand) {
            match position.phase {
                Phase::Draft => {
                    let choice = Choice::of(game, position, seat, hand, Which::Leader);
                    scene.packet = hand.iter().map(|card| in_hand(game, &choice, card)).collect();
                }
                _ => scene.show_hand(game, view, seat, hand),
            }
            scene.show_myths(game, view, seat);
            let leaders = view.leaders.unwrap_or(Hand::EMPTY);
            let choice = Choice::of(game, position, seat, leaders, Which::Leader);
            scene.leaders = leaders.iter().map(|card| in_hand(game, &choice, card)).collect();
            if position.phase == Phase::Recruit && scene.hand.is_empty() && !leaders.is_empty() {
                scene.show_stage(game, &choice);
            }
        }
        let mut seat = view.seat.unwrap_or(Seat(0));
        for _ in game.cities().iter() {
            scene.cities.push(city(game, view, seat));
            seat = position.neighbour(seat, Side::East);
        }
        scene
    }

    fn show_hand(&mut self, game: &SevenWonders, view: &View, seat: Seat, hand: Hand) {
        if hand.is_empty() {
            return;
        }
        let choice = Choice::of(game, &view.position, seat, hand, Which::Turn);
        self.may_build_free = choice.city.may_build_free(choice.age) || choice.city.may_build_black_free(choice.age);
        self.show_stage(game, &choice);
        self.hand = hand.iter().map(|card| in_hand(game, &choice, card)).collect();
        if let Some(free) = self.free_city {
            let theirs = Choice::of(game, &view.position, free, hand, Which::Turn);
            let builds = theirs.all(game).filter(|(way, ..)| *way == Way::Build).map(|(_, card, _)| card);
            self.for_free = builds.collect();
        }
    }

    /// The myths with their prices, how many may be invoked, and what myths in play still offer.
    fn show_myths(&mut self, game: &SevenWonders, view: &View, seat: Seat) {
        let (position, state) = (&view.position, view.as_state());
        self.invocations = rites::left(game, &state, seat);
        self.looks = Look::of(game, position, seat).left;
        self.prayer = view.packet.iter().map(|deity| myth(game, view, seat, deity)).collect();
        self.myths = view.myths.iter().map(|deity| myth(game, view, seat, deity)).collect();
        if !view.drawn.is_empty() {
            let choice = Choice::of(game, position, seat, view.drawn, Which::Drawn);
            self.drawn = view.drawn.iter().map(|card| in_hand(game, &choice, card)).collect();
            self.show_stage(game, &choice);
        }
    }

    fn show_stage(&mut self, game: &SevenWonders, choice: &Choice) {
        let (Some(first), Some(stage)) = (choice.hand.get(0), choice.city.next_stage(&game.deck)) else { return };
        let (offer, why_not) = either(offer(game, choice, Way::Stage, first));
        self.stage = Some(StageScene {
            number: choice.city.stages + 1,
            dear: why_not.as_ref().and_then(|_| dear(game, choice, Way::Stage, first)),
            missing: missing(game, choice, Way::Stage, first),
            offer,
            why_not,
            gives: gives::pieces(&stage.effect),
            cost: list(stage.cost),
            less: choice
                .cost(game, Way::Stage, first)
                .map_or(0, |cost| stage.cost.len().min(cost.less.max(stage.cost.len() - cost.goods.len()))),
            price: stage.price,
        });
    }
}

fn either(offer: Result<Offer, Reason>) -> (Option<Offer>, Option<Reason>) {
    match offer {
        Ok(offer) => (Some(offer), None),
        Err(reason) => (None, Some(reason)),
    }
}

/// What a city and its partner's have in the end (7W-9.8, 7W-12.15).
fn ranked(game: &SevenWonders, position: &Position, seat: Seat) -> Ranked {
    let all = game.eyes(seat);
    let points = all.iter().map(|one| scoring::score(game, position, one).total()).sum();
    Ranked { seat, points, coins: all.iter().map(|one| position.city(one).coins).sum() }
}

fn in_hand(game: &SevenWonders, choice: &Choice, card: Card) -> InHand {
    let structure = game.deck.card(card);
    let (offer, why_not) = either(offer(game, choice, Way::Build, card));
    let is_dealt = |card: &Card| (0..3).any(|age| game.age_cards(age).contains(card));
    let leads = game.deck.all().filter(|(_, other)| other.free_from.contains(card)).map(|(other, _)| other);
    let cost = choice.cost(game, Way::Build, card);
    InHand {
        card,
        colour: structure.colour,
        dear: why_not.as_ref().and_then(|_| dear(game, choice, Way::Build, card)),
        missing: missing(game, choice, Way::Build, card),
        offer,
        why_not,
        gives: gives::pieces(&structure.effect),
        cost: list(structure.cost),
        less: cost.map_or(0, |cost| {
            if cost.how == How::Paid && cost.goods.is_none() { structure.cost.len() } else { cost.less }
        }),
        price: structure.price,
        after: structure.free_from.iter().filter(is_dealt).collect(),
        leads_to: leads.filter(is_dealt).collect(),
    }
}
