//! A view arranged for readers: the hand with what each card would cost, and the cities as tables.

mod city;
mod gives;
mod myth;

use crate::city::Production;
use crate::event::How;
use crate::game::SevenWonders;
use crate::payment::Seller;
use crate::pieces::{Card, Colour, Good, Goods, Hand, Side, Way};
use crate::position::Phase;
use crate::reason::Reason;
use crate::rules::choice::{Choice, Which};
use crate::rules::free::is_holder;
use crate::rules::myth::look::Look;
use crate::rules::myth::rites;
use crate::view::View;
use alloc::vec::Vec;
pub use city::CityScene;
use city::city;
pub use gives::Piece;
use myth::myth;
pub use myth::{Aimed, MythInHand};
use serde::Serialize;
use tabellarius_kernel::Seat;

/// What never changes and templates must look up: nothing.
#[derive(Serialize)]
pub struct Atlas {}

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
    /// What it does.
    pub gives: Vec<Piece>,
    /// The goods it costs.
    pub cost: Vec<Good>,
    /// The coins it costs.
    pub price: u8,
}

/// The scene.
#[derive(Serialize)]
pub struct Scene {
    /// The age, from 1.
    pub age: u8,
    /// The turn.
    pub turn: u8,
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
    /// What the next stage would cost now.
    pub stage: Option<Offer>,
    /// Why no stage can be built.
    pub stage_why_not: Option<Reason>,
    /// What the next stage does.
    pub stage_gives: Vec<Piece>,
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
    /// Best first.
    pub winners: Vec<Seat>,
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
    let cost = choice.cost(game, way, card)?;
    let sources = choice.sources_for(&cost);
    let coins = choice.city.coins.saturating_sub(cost.coins);
    let trade = sources.cheapest(cost.goods, coins).unwrap_or_default();
    let of = |seller: Seller| (list(trade.from(seller)), sources.coins(seller, trade.from(seller)));
    let (from_bank, for_it) = of(Seller::Bank);
    let (bank, price) = (cost.coins + for_it, cost.coins + sources.total(trade));
    let (west, east, far) = (of(Seller::West), of(Seller::East), of(Seller::Far));
    Ok(Offer { how: cost.how, bank, west, east, far, from_bank, price })
}

impl Scene {
    /// Arranges a view.
    pub fn of(game: &SevenWonders, view: &View) -> Scene {
        let position = &view.position;
        let mut scene = Scene {
            age: position.age + 1,
            turn: position.turn,
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
            stage_why_not: None,
            stage_gives: Vec::new(),
            may_build_free: false,
            west: view.seat.map(|seat| position.neighbour(seat, Side::West)),
            east: view.seat.map(|seat| position.neighbour(seat, Side::East)),
            discards: view.discards.clone(),
            discarded: position.discards,
            passes_to: position.passes_to(),
            cities: Vec::new(),
            winners: position.ranking.clone(),
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
        let Some(first) = choice.hand.get(0) else { return };
        self.stage_gives = choice.city.next_stage(&game.deck).map_or(Vec::new(), |stage| gives::pieces(&stage.effect));
        match offer(game, choice, Way::Stage, first) {
            Ok(offer) => self.stage = Some(offer),
            Err(reason) => self.stage_why_not = Some(reason),
        }
    }
}

fn in_hand(game: &SevenWonders, choice: &Choice, card: Card) -> InHand {
    let structure = game.deck.card(card);
    let (offer, why_not) = match offer(game, choice, Way::Build, card) {
        Ok(offer) => (Some(offer), None),
        Err(reason) => (None, Some(reason)),
    };
    let gives = gives::pieces(&structure.effect);
    InHand { card, colour: structure.colour, offer, why_not, gives, cost: list(structure.cost), price: structure.price }
}
