//! Orders as the form shows them: each fits a line of a mail in every language, and would be accepted. They are answers to the questions
//! that the rules ask.

use crate::deck::Time;
use crate::effects::Declared;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Means, Order, Payment, Thing, Times, Wish};
use crate::pieces::{CardSet, Faction, Wonder};
use crate::position::Phase;
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::explore::ExploreQuestion;
use crate::rules::first::FirstDiscs;
use crate::rules::opening::ContestQuestion;
use crate::rules::placing::{PlaceQuestion, Placing};
use crate::rules::prepare::PrepareQuestion;
use crate::rules::uses::{Uses, usable};
use crate::rules::{growth, setup, valuation};
use crate::view::View;
use crate::world;
use alloc::vec::Vec;
use rand::SeedableRng as _;
use tabellarius_kernel::{
    Chance, Draft, Effort, Game as _, Line, Pace, Question as _, Salt, Seat, Seed, Stage, Verdict,
};

/// The longest order of a form: a line of 76 columns, and two for the mark that it is not read yet.
pub const LONGEST: usize = 74;

/// Whether an order fits a line in every language.
pub fn fits(game: &InnerSea, order: &Order) -> bool {
    game.lexicon().languages().iter().all(|language| game.print_order(order, language).chars().count() <= LONGEST)
}

/// The order, or a shorter one that the referee completes in the same sound way (IS-11.1).
pub fn shortened(game: &InnerSea, order: Order) -> Order {
    if fits(game, &order) {
        return order;
    }
    match order {
        Order::Play(card, _) => Order::Play(card, Vec::new()),
        Order::Use(thing, _) => Order::Use(thing, Vec::new()),
        Order::Compete(area, thing, _) => Order::Compete(area, thing, Vec::new()),
        Order::Wonder(wonder, site, _) => Order::Wonder(wonder, site, Payment::default()),
        Order::Keep(_) => Order::Keep(alloc::vec![Wish::Any]),
        Order::Discard(_) => Order::Discard(alloc::vec![Wish::Any]),
        Order::Take(_) => Order::Take(alloc::vec![Wish::Any]),
        order => order,
    }
}

/// The same for all orders of an answer.
pub fn all(game: &InnerSea, orders: Vec<Order>) -> Vec<Order> {
    orders.into_iter().map(|order| shortened(game, order)).collect()
}

/// What would be given for discs that are lost.
fn means(view: &View, seat: Seat, hand: CardSet) -> Vec<Means> {
    let talents = (view.position.side(seat).talents > 0).then_some(Means::Talents { most: None, keep: 0 });
    let card = (!hand.is_empty()).then_some(Means::AnyCard);
    let mut all: Vec<Means> = talents.into_iter().chain(card).collect();
    if !all.is_empty() {
        all.push(Means::Discs);
    }
    all
}

/// What can take a place in the turn order.
pub fn takes_place(game: &InnerSea, view: &View, seat: Seat) -> Vec<Thing> {
    let cards = view.hand.unwrap_or_default().iter().filter(|card| game.deck.card(*card).is_for(Time::Order));
    let things = usable(game, &view.position, seat, Time::Order).into_iter().map(|(thing, _)| thing);
    cards.map(Thing::Card).chain(things).collect()
}

/// The question where a seat would place its discs, if nothing else changed before and it did nothing else.
pub fn placing_as_seen(game: &InnerSea, view: &View, seat: Seat) -> PlaceQuestion {
    let state = view.as_state();
    let nothing = PlaceQuestion::new(&state.position, seat, 0, Placing::Growth);
    let prepared = PrepareQuestion::of(&state, seat).default(game);
    // Nobody is asked anything on the way there.
    let mut chance = Chance::seed_from_u64(0);
    let mut table = Table::with_chance(game, state, &mut chance);
    growth::prepare(&mut table, seat, &prepared).unwrap_or(nothing)
}

/// Example orders: some of each sort that would be allowed now, each on one line.
pub fn examples(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let mut orders = all(game, open_orders(game, view, seat));
    orders.retain(|order| fits(game, order));
    let world = world::imagine(game, view, &mut Chance::seed_from_u64(0));
    let stage = Stage::open(game, world, Pace::Bulk, Seed::from_text("form"), Salt::first("form"));
    // What others choose is not known: all civilizations are offered.
    if !stage.asked().finished && view.position.phase != Phase::Setup {
        orders.retain(|order| is_accepted(game, &stage, seat, order));
        if matches!(view.position.phase, Phase::Growth | Phase::Settling) {
            orders = together(game, &stage, seat, orders);
        }
    }
    if orders.is_empty() {
        orders.push(Order::Content);
    }
    orders
}

/// Worlds in which an order of the form is tried: the referee's own civilizations may do this or that before.
const TRIED: Effort = Effort { caretakers: 1, guesses: 2, ..Effort::ONE };

/// Whether imagined runs mostly take an order.
fn is_accepted(game: &InnerSea, stage: &Stage<InnerSea>, seat: Seat, order: &Order) -> bool {
    let lines = [Line::plain(1, order.clone())];
    let told = stage.forecast(game, seat, &Draft::new(&lines, &[], 0), TRIED);
    told.doubts() == 0
        && told.outlooks.iter().all(|one| one.verdict() != Verdict::Depends || 2 * one.share() >= told.worlds)
}

/// What can be done of orders that place discs if all of them are given: what is used may have taken the last discs of the supply.
fn together(game: &InnerSea, stage: &Stage<InnerSea>, seat: Seat, orders: Vec<Order>) -> Vec<Order> {
    let lines: Vec<_> = (1..).zip(&orders).map(|(number, order)| Line::plain(number, order.clone())).collect();
    let told = stage.forecast(game, seat, &Draft::new(&lines, &[], 0), Effort::ONE);
    let kept = orders.into_iter().zip(&told.outlooks).filter(|(_, outlook)| !outlook.is_doubtful());
    kept.map(|(order, _)| order).collect()
}

/// What can be used in the Victory Count.
pub fn scoring<'g>(game: &'g InnerSea, view: &'g View, seat: Seat) -> impl Iterator<Item = Order> + use<'g> {
    let uses = Uses::of(game, &view.position, seat, Time::Scoring);
    let used = uses.hints(game, &view.position).into_iter().map(|used| used.thing);
    used.map(|thing| Order::Use(thing, Vec::new()))
}

fn open_orders(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let hand = view.hand.unwrap_or_default();
    match view.position.phase {
        Phase::Setup => setup::choices(game).into_iter().map(Order::Civilization).collect(),
        Phase::Settling => {
            let question = FirstDiscs::of(game, &view.position, seat);
            question.orders(game, &question.default(game))
        }
        Phase::Exploration => {
            let question = ExploreQuestion::of(game, &view.position, seat);
            question.orders(game, &question.default(game))
        }
        Phase::Growth => {
            let question = placing_as_seen(game, view, seat);
            let uses = Uses::of(game, &view.position, seat, Time::Growth);
            let mut orders = uses.orders(&view.position, &uses.hints(game, &view.position));
            // IS-19.3: where lots are cast before anybody grows, nobody knows how many discs there will be.
            if game.options.scenario.minor.is_some() {
                orders.push(Order::Fill(None));
                return orders;
            }
            let (placed, has_more) = question.within_reach(game);
            orders.extend(question.orders(game, &placed));
            orders.extend(has_more.then_some(Order::Fill(None)));
            orders
        }
        Phase::Cards => {
            let question = ActionQuestion::as_seen(seat, hand, &view.position);
            let mut orders: Vec<Order> = Vec::new();
            // What would bring something only to others is not offered.
            let is_gift = |declared: &Declared| {
                let goods = |at: usize| declared.goods[at];
                goods(seat.index()) <= 0 && (0..7).any(|at| at != seat.index() && goods(at) > 0)
            };
            for (card, declared) in question.playable(game).into_iter().filter(|(_, declared)| !is_gift(declared)) {
                orders.extend(question.orders(game, &Action::Play(card, declared)));
            }
            let wonders = (0..7).map(Wonder);
            let first = wonders.filter_map(|w| question.build(game, w, None, &Default::default()).ok()).next();
            orders.extend(first.iter().flat_map(|action| question.orders(game, action)));
            orders.push(Order::Pass);
            orders
        }
        Phase::Competition => {
            let own = view.position.board.contested() & view.position.board.occupied(Faction::of(seat));
            let mut orders: Vec<Order> = Vec::new();
            if !view.position.board.contested().is_empty() {
                let question = ContestQuestion::as_seen(game, &view.position, hand, seat, None);
                orders.extend(question.hints(game).iter().flat_map(|uses| question.form(game, uses)));
            }
            for area in npc::competition::in_order(game, &view.position, own) {
                let question = ContestQuestion::as_seen(game, &view.position, hand, seat, Some(area));
                orders.extend(question.hints(game).iter().flat_map(|uses| question.form(game, uses)));
                let means = means(view, seat, hand);
                orders.extend((!means.is_empty()).then_some(Order::Losses(Times::Once, Some(area), means)));
            }
            orders
        }
        Phase::Valuation if valuation::draws(game, &view.position) => {
            let talents = view.position.side(seat).talents;
            let mut orders: Vec<Order> =
                [0, talents].into_iter().take(1 + usize::from(talents > 0)).map(Order::Draw).collect();
            orders.extend(scoring(game, view, seat));
            let uses = Uses::of(game, &view.position, seat, Time::Draw);
            orders.extend(uses.things.iter().map(|thing| Order::Use(*thing, Vec::new())));
            orders.extend(takes_place(game, view, seat).into_iter().map(|thing| Order::Rank(1, Some(thing))));
            orders
        }
        Phase::Valuation => {
            let mut orders: Vec<Order> = scoring(game, view, seat).collect();
            if orders.is_empty() {
                orders.push(Order::Content);
            }
            orders
        }
        Phase::EpochEnd | Phase::Over => Vec::new(),
    }
}
