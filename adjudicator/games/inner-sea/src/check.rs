//! Checking a letter against what its writer can see, and example orders for the form.

use crate::deck::Time;
use crate::effects::{Declared, Mode, Pick, Scope, declare};
use crate::event::{Cause, Event, Heap};
use crate::form;
use crate::game::InnerSea;
use crate::orders::{Order, Thing};
use crate::pieces::{CardSet, Faction};
use crate::position::{Phase, State};
use crate::reason::Reason;
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::first::FirstDiscs;
use crate::rules::opening::ContestQuestion;
use crate::rules::placing::{PlaceQuestion, Placement};
use crate::rules::prepare::{PrepareQuestion, Prepared};
use crate::rules::{growth, valuation};
use crate::view::View;
use alloc::vec::Vec;
use tabellarius_kernel::{Checked, Complaint, Game as _, Line, Lines, Problem, Question, Refusal, Seat};

/// Checks a letter.
pub fn check(game: &InnerSea, view: &View, seat: Seat, lines: &[Line<InnerSea>]) -> Checked<InnerSea> {
    let mut checked = Checked { problems: Vec::new(), would: Vec::new() };
    let hand = view.hand.unwrap_or_default();
    match view.position.phase {
        Phase::Growth => check_growth(game, view, seat, lines, &mut checked),
        Phase::Cards => {
            check_cards(game, view, seat, lines, &mut checked);
            each(game, lines, &mut checked, |order| match order {
                Order::Play(card, _) if game.fighting.contains(*card) => in_hand(hand, Thing::Card(*card)),
                Order::Negate(card, _) => in_hand(hand, Thing::Card(*card)),
                _ => Ok(None),
            });
        }
        Phase::Competition => {
            let contested = view.position.board.contested() & view.position.board.occupied(Faction::of(seat));
            each(game, lines, &mut checked, |order| match order {
                Order::Compete(area, ..) if !contested.contains(*area) => Err(Reason::NoCompetition { area: *area }),
                Order::Compete(area, Some(thing), targets) => {
                    let question = ContestQuestion::as_seen(game, &view.position, hand, seat, Some(*area));
                    question.declare(game, *thing, Mode::Wish(targets.clone())).map(|_| None)
                }
                Order::Negate(card, _) => in_hand(hand, Thing::Card(*card)),
                _ => Ok(None),
            });
        }
        Phase::Valuation => {
            let talents = view.position.side(seat).talents;
            each(game, lines, &mut checked, |order| match order {
                Order::Draw(n) if *n > talents => Err(Reason::NoTalents { talents }),
                _ => Ok(None),
            });
        }
        Phase::Settling => {
            let question = FirstDiscs::of(game, &view.position, seat);
            let mut refused = Vec::new();
            hear(game, &view.as_state(), seat, lines, &mut refused, &question);
            let found = refused.into_iter().map(|refusal| problem(game, refusal.line, &refusal.order, refusal.reason));
            checked.problems.extend(found);
        }
        Phase::Setup | Phase::EpochEnd | Phase::Over => {}
    }
    let stray = lines.iter().flat_map(|line| line.choices.iter().map(move |choice| (line.number, &choice.order)));
    let stray = stray.filter(|(_, order)| matches!(order, Order::For(..)) && game.addressee(seat, order).is_none());
    checked.problems.extend(stray.map(|(line, order)| problem(game, line, order, Reason::NotYours)));
    checked.problems.sort_by_key(|problem| problem.line);
    checked.problems.dedup();
    checked
}

fn in_hand(hand: CardSet, thing: Thing) -> Result<Option<Event>, Reason> {
    match thing {
        Thing::Card(card) if !hand.contains(card) => Err(Reason::NotInHand { card }),
        _ => Ok(None),
    }
}

/// Looks at every order alone; of a line with alternatives only the last failure counts.
fn each(
    game: &InnerSea,
    lines: &[Line<InnerSea>],
    checked: &mut Checked<InnerSea>,
    judge: impl Fn(&Order) -> Result<Option<Event>, Reason>,
) {
    for line in lines {
        let mut failure = None;
        for choice in &line.choices {
            match judge(&choice.order) {
                Ok(event) => {
                    checked.would.extend(event);
                    failure = None;
                    break;
                }
                Err(reason) => failure = Some((choice.order.clone(), reason)),
            }
        }
        if let Some((order, reason)) = failure {
            checked.problems.push(problem(game, line.number, &order, reason));
        }
    }
}

fn problem(game: &InnerSea, line: u32, order: &Order, reason: Reason) -> Problem<Reason> {
    Problem { line, piece: game.print_order(order, "en"), why: Complaint::Rule { reason }, fix: None }
}

fn hear<Q: Question<InnerSea>>(
    game: &InnerSea,
    state: &State,
    seat: Seat,
    lines: &[Line<InnerSea>],
    refused: &mut Vec<Refusal<InnerSea>>,
    question: &Q,
) -> Option<Q::Answer> {
    question.hear(game, &mut Lines::new(game, state, seat, lines, refused))
}

/// The question where a seat would place its discs, as far as it can see.
pub fn placing_as_seen(game: &InnerSea, view: &View, seat: Seat, prepared: &Prepared) -> PlaceQuestion {
    let mut state = view.as_state();
    let me = Faction::of(seat);
    for (area, n) in &prepared.withdraw {
        state.position.board.take(*area, me, *n);
    }
    let sum: u8 = growth::income(game, &state.position, seat).iter().sum();
    let sheet = game.sheet(&state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    let abilities = declare(game, &state.position, scope, &sheet.acquire, Mode::Sound).ok().flatten();
    let abilities = abilities.map_or(0, |found: Declared| found.ready);
    let abilities = abilities + prepared.uses.iter().map(|used| used.declared.ready).sum::<u8>();
    let ready = (sum + abilities).max(game.least_growth(seat)) + prepared.placing.ready;
    let ready = ready.min(game.supply(&state.position, &state.position.board, me));
    let shifted = prepared.shift & state.position.cities(&game.chart, seat);
    for area in shifted.iter() {
        state.position.board.take(area, me, 1);
    }
    let step = Placement::begins(&state.position.board, seat, &prepared.during);
    // What the sheet places comes before the ready discs.
    for pick in &prepared.placing.picks {
        if let Pick::Area(area) = pick {
            state.position.board.add(*area, me, 1);
        }
    }
    PlaceQuestion::growing(game, &state.position, seat, ready + shifted.len() as u8, &step)
}

fn check_growth(game: &InnerSea, view: &View, seat: Seat, lines: &[Line<InnerSea>], checked: &mut Checked<InnerSea>) {
    let state = view.as_state();
    let mut refused = Vec::new();
    let prepare = PrepareQuestion::of(&state, seat);
    let prepared = hear(game, &state, seat, lines, &mut refused, &prepare).unwrap_or_else(|| prepare.default(game));
    let question = placing_as_seen(game, view, seat, &prepared);
    if let Some(heaps) = hear(game, &state, seat, lines, &mut refused, &question)
        && !heaps.is_empty()
    {
        let heaps = heaps.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        let civ = view.position.side(seat).civ;
        checked.would.push(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Growth });
    }
    let found = refused.into_iter().map(|refusal| problem(game, refusal.line, &refusal.order, refusal.reason));
    checked.problems.extend(found);
}

/// The programme of the Card Phase: what comes of it if nothing else changes, up to the line that passes (IS-5.9).
fn check_cards(game: &InnerSea, view: &View, seat: Seat, lines: &[Line<InnerSea>], checked: &mut Checked<InnerSea>) {
    let state = view.as_state();
    let civ = view.position.side(seat).civ;
    let mut question = ActionQuestion::as_seen(seat, view.hand.unwrap_or_default(), &view.position);
    let mut refused = Vec::new();
    let mut passes = false;
    while let Some(action) = hear(game, &state, seat, lines, &mut refused, &question) {
        if let Action::Play(card, _) = &action {
            checked.would.push(Event::CardPlayed { seat, civ, card: *card });
        }
        passes = action == Action::Pass;
        if passes {
            break;
        }
        question.is_done(&action);
    }
    let found = refused.into_iter().map(|refusal| problem(game, refusal.line, &refusal.order, refusal.reason));
    checked.problems.extend(found);
    // A plain `pass` ends the programme: what stands behind it waits for nothing.
    let plain = |line: &&Line<InnerSea>| line.choices.iter().all(|choice| choice.when.is_none());
    let behind = lines.iter().filter(plain).skip_while(|line| line.choices.iter().all(|one| one.order != Order::Pass));
    for line in behind.skip(1).filter(|_| passes) {
        let acts = |order: &&Order| {
            matches!(order, Order::Play(card, _) if !game.fighting.contains(*card))
                || matches!(order, Order::Wonder(..))
        };
        if let Some(order) = line.choices.iter().map(|choice| &choice.order).find(acts) {
            checked.problems.push(problem(game, line.number, order, Reason::AfterPass));
        }
    }
}

/// Example orders: some of each sort that would be allowed now, each on one line.
pub fn examples(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let mut orders = form::all(game, open_orders(game, view, seat));
    orders.retain(|order| form::fits(game, order));
    orders
}

fn open_orders(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let hand = view.hand.unwrap_or_default();
    match view.position.phase {
        Phase::Setup => {
            let open = game.options.setup.open(0);
            let civs = crate::pieces::Civ::ALL.iter().take(10).filter(|civ| open >> **civ as u16 & 1 == 1);
            civs.map(|civ| Order::Civilization(*civ)).collect()
        }
        Phase::Settling => {
            let question = FirstDiscs::of(game, &view.position, seat);
            question.orders(game, &question.default(game))
        }
        Phase::Growth => {
            let prepare = PrepareQuestion::of(&view.as_state(), seat);
            let question = placing_as_seen(game, view, seat, &prepare.default(game));
            question.orders(game, &question.default(game))
        }
        Phase::Cards => {
            let question = ActionQuestion::as_seen(seat, hand, &view.position);
            let mut orders: Vec<Order> = Vec::new();
            for (card, declared) in question.playable(game) {
                orders.extend(question.orders(game, &Action::Play(card, declared)));
            }
            let wonders = (0..7).map(crate::pieces::Wonder);
            let first = wonders.filter_map(|w| question.build(game, w, None, &Default::default()).ok()).next();
            orders.extend(first.iter().flat_map(|action| question.orders(game, action)));
            orders.push(Order::Pass);
            orders
        }
        Phase::Competition => {
            let own = view.position.board.contested() & view.position.board.occupied(Faction::of(seat));
            let mut orders: Vec<Order> = Vec::new();
            for area in own.iter() {
                let question = ContestQuestion::as_seen(game, &view.position, hand, seat, Some(area));
                let cards = (hand & game.fighting).iter().map(Thing::Card);
                for thing in cards.chain([crate::rules::opening::SHEET]) {
                    let used = question.declare(game, thing, Mode::Sound).ok();
                    orders.extend(used.into_iter().flat_map(|used| question.orders(game, &alloc::vec![used])));
                }
            }
            orders
        }
        Phase::Valuation if valuation::draws(game, &view.position) => {
            let talents = view.position.side(seat).talents;
            [0, talents].into_iter().take(1 + usize::from(talents > 0)).map(Order::Draw).collect()
        }
        Phase::Valuation => alloc::vec![Order::Content],
        Phase::EpochEnd | Phase::Over => Vec::new(),
    }
}
