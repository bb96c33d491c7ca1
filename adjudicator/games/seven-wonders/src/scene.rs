//! A view arranged for readers: the hand with what each card would cost, and the cities as tables.

mod city;
mod costs;
mod gives;
mod library;
mod myth;

use crate::city::Production;
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Good, Goods, Hand, Power, Side, Way};
use crate::position::{Phase, Position};
use crate::rules::choice::{Choice, Which};
use crate::rules::free::is_holder;
use crate::rules::myth::aim::opponents;
use crate::rules::myth::look::Look;
use crate::rules::myth::rites;
use crate::rules::scoring;
use crate::view::View;
use alloc::vec::Vec;
pub use city::CityScene;
use city::city;
use costs::Printed;
pub use costs::{Costs, Offer};
pub use gives::Piece;
pub use library::{Atlas, StagePage, board_gives, cards, stages};
pub use myth::MythInHand;
use myth::myth;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// A card of the hand.
#[derive(Serialize)]
pub struct InHand {
    /// The card.
    pub card: Card,
    /// Its colour.
    pub colour: Colour,
    /// What it costs and gives.
    #[serde(flatten)]
    pub costs: Costs,
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
    /// What it costs and gives.
    #[serde(flatten)]
    pub costs: Costs,
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
    /// The city that nobody plays alone, if there is one.
    pub between: Option<Seat>,
    /// The opponents.
    pub opponents: Vec<Seat>,
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
    /// All stages of the own board, in their order.
    pub board: Vec<StagePage>,
    /// What the own board does besides.
    pub board_gives: Vec<Piece>,
    /// What can be built for the Free City, by whoever plays for it in this turn.
    pub for_free: Vec<Card>,
    /// Whether a structure may be built free.
    pub may_build_free: bool,
    /// Whether a black structure may be built free.
    pub may_build_black: bool,
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
            between: game.free_city(),
            opponents: view.seat.map_or(Vec::new(), |seat| opponents(game, seat)),
            shown: view.shown.iter().map(|(seat, hand)| (*seat, hand.iter().collect())).collect(),
            packet: Vec::new(),
            myths: Vec::new(),
            prayer: Vec::new(),
            invocations: 0,
            looks: 0,
            drawn: Vec::new(),
            partner: view.partner.map(|p| (p.seat, p.hand.iter().collect(), p.leaders.iter().collect())),
            stage: None,
            board: view.seat.map_or(Vec::new(), |seat| stages(game, position.city(seat))),
            board_gives: view.seat.map_or(Vec::new(), |seat| board_gives(game, position.city(seat))),
            for_free: Vec::new(),
            may_build_free: false,
            may_build_black: false,
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
        self.may_build_free = choice.city.may_build_free(choice.age);
        self.may_build_black = choice.city.may_build_black_free(choice.age);
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
        let printed = Printed { goods: stage.cost, coins: stage.price, effect: &stage.effect };
        let costs = Costs::of(game, choice, (Way::Stage, first), printed);
        self.stage = Some(StageScene { number: choice.city.stages + 1, costs });
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
    let is_dealt = |card: &Card| (0..3).any(|age| game.age_cards(age).contains(card));
    let leads = game.deck.all().filter(|(_, other)| other.free_from.contains(card)).map(|(other, _)| other);
    let printed = Printed { goods: structure.cost, coins: structure.price, effect: &structure.effect };
    InHand {
        card,
        colour: structure.colour,
        costs: Costs::of(game, choice, (Way::Build, card), printed),
        after: structure.free_from.iter().filter(is_dealt).collect(),
        leads_to: leads.filter(is_dealt).collect(),
    }
}
