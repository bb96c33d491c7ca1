//! Checking a letter against what its writer can see, and example orders for the form.

use crate::deck::Time;
use crate::effects::{Declared, Mode, Pick, Scope, declare};
use crate::event::{Cause, Event, Heap};
use crate::form;
use crate::game::InnerSea;
use crate::orders::{Means, Order, Target, Thing, Times};
use crate::pieces::{Area, Card, CardSet, Civ, Faction};
use crate::position::{Phase, State};
use crate::reason::Reason;
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::first::FirstDiscs;
use crate::rules::opening::ContestQuestion;
use crate::rules::placing::{PlaceQuestion, Placement};
use crate::rules::prepare::{PrepareQuestion, Prepared};
use crate::rules::uses::{Uses, usable};
use crate::rules::{growth, negation, valuation};
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
            let is_only_for = |card: &Card, time: Time| {
                let file = game.deck.card(*card);
                let [phase, competition] = [Time::Phase, Time::Competition].map(|time| file.is_for(time));
                game.fighting.contains(*card) && phase != competition && file.is_for(time)
            };
            each(game, lines, &mut checked, |order| match order {
                Order::Compete(_, Some(Thing::Card(card)), _) if is_only_for(card, Time::Phase) => {
                    Err(Reason::AtTheStart { card: *card })
                }
                Order::Play(card, _) if is_only_for(card, Time::Competition) => {
                    Err(Reason::InACompetition { card: *card })
                }
                Order::Play(card, targets) if is_only_for(card, Time::Phase) => {
                    let question = ContestQuestion::as_seen(game, &view.position, hand, seat, None);
                    question.declare(game, Thing::Card(*card), Mode::Wish(targets.clone())).map(|_| None)
                }
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
        Phase::Setup => {
            // What never fits is named, also among alternatives; what others may take before is not known.
            let open = game.options.setup.open(0);
            let never = |order: &Order| match order {
                Order::Civilization(civ) if open >> *civ as u16 & 1 == 0 => Some(Reason::CivTaken { civ: *civ }),
                _ => None,
            };
            let said =
                lines.iter().flat_map(|line| line.choices.iter().map(move |choice| (line.number, &choice.order)));
            let found = said.filter_map(|(line, order)| never(order).map(|reason| problem(game, line, order, reason)));
            checked.problems.extend(found);
        }
        Phase::EpochEnd | Phase::Over => {}
    }
    check_uses(game, view, seat, lines, &mut checked);
    let stray = lines.iter().flat_map(|line| line.choices.iter().map(move |choice| (line.number, &choice.order)));
    let stray = stray.filter(|(_, order)| matches!(order, Order::For(..)) && game.addressee(seat, order).is_none());
    checked.problems.extend(stray.map(|(line, order)| problem(game, line, order, Reason::NotYours)));
    checked.problems.sort_by_key(|problem| problem.line);
    checked.problems.dedup();
    checked
}

/// Cards lie on the table before they are used, and Wonders stand on the map; whoever plays or builds them in the same letter may look
/// ahead.
fn check_uses(game: &InnerSea, view: &View, seat: Seat, lines: &[Line<InnerSea>], checked: &mut Checked<InnerSea>) {
    let position = &view.position;
    let orders = || lines.iter().flat_map(|line| line.choices.iter().map(move |choice| (line.number, &choice.order)));
    let comes = |thing: Thing| {
        orders().any(|(_, order)| match order {
            Order::Play(card, _) => thing == Thing::Card(*card),
            Order::Wonder(wonder, ..) => thing == Thing::Wonder(*wonder),
            _ => false,
        })
    };
    for (line, order) in orders() {
        let Order::Use(thing, _) = order else { continue };
        let reason = match *thing {
            _ if comes(*thing) => continue,
            Thing::Card(card) if position.invested.iter().any(|one| one.card == card && one.owner == seat) => continue,
            Thing::Card(card) if view.hand.is_some_and(|hand| hand.contains(card)) => Reason::NotPlayedYet { card },
            Thing::Wonder(wonder) if position.can_use(wonder, seat) => continue,
            Thing::Sheet(_) => continue,
            Thing::Card(_) | Thing::Wonder(_) => Reason::NotUsable,
        };
        checked.problems.push(problem(game, line, order, reason));
    }
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
    let fix = instead(order, &reason).map(|order| game.print_order(&order, "en"));
    Problem { line, piece: game.print_order(order, "en"), why: Complaint::Rule { reason }, fix }
}

/// The order that was probably meant, where the verb was the slip.
fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    match (reason, order) {
        (Reason::NotPlayedYet { card }, Order::Use(_, targets)) => Some(Order::Play(*card, targets.clone())),
        (Reason::AtTheStart { card }, Order::Compete(area, _, targets)) => {
            let area = core::iter::once(Target::Area(*area));
            Some(Order::Play(*card, area.chain(targets.iter().copied()).collect()))
        }
        _ => None,
    }
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
    let civ = view.position.side(seat).civ;
    let mut refused = Vec::new();
    let prepare = PrepareQuestion::of(&state, seat);
    let prepared = hear(game, &state, seat, lines, &mut refused, &prepare).unwrap_or_else(|| prepare.default(game));
    checked.would.extend(foreseen(&prepared, seat, civ));
    let question = placing_as_seen(game, view, seat, &prepared);
    if let Some(placed) = hear(game, &state, seat, lines, &mut refused, &question) {
        let heaps: Vec<Heap> = heaps(&placed);
        let left = question.discs().saturating_sub(heaps.iter().map(|heap| heap.n).sum());
        if !heaps.is_empty() {
            checked.would.push(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Growth });
        }
        if left > 0 {
            checked.would.push(Event::Returned { seat, civ, n: left });
        }
    }
    let found = refused.into_iter().map(|refusal| problem(game, refusal.line, &refusal.order, refusal.reason));
    checked.problems.extend(found);
}

fn heaps(all: &[(Area, u8)]) -> Vec<Heap> {
    all.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect()
}

/// What would happen before discs are placed.
fn foreseen(prepared: &Prepared, seat: Seat, civ: Civ) -> Vec<Event> {
    let mut would = Vec::new();
    if !prepared.withdraw.is_empty() {
        would.push(Event::Withdrawn { seat, civ, heaps: heaps(&prepared.withdraw) });
    }
    would.extend(prepared.uses.iter().map(|used| Event::ThingUsed { seat, civ, thing: used.thing }));
    if !prepared.shift.is_empty() {
        would.push(Event::Shifted { seat, civ, areas: prepared.shift.iter().collect() });
    }
    would
}

/// The programme of the Card Phase: what comes of it if nothing else changes, up to the line that passes (IS-5.9).
fn check_cards(game: &InnerSea, view: &View, seat: Seat, lines: &[Line<InnerSea>], checked: &mut Checked<InnerSea>) {
    let state = view.as_state();
    let civ = view.position.side(seat).civ;
    let mut question = ActionQuestion::as_seen(seat, view.hand.unwrap_or_default(), &view.position);
    let mut refused = Vec::new();
    let mut passes = false;
    while let Some(action) = hear(game, &state, seat, lines, &mut refused, &question) {
        match &action {
            Action::Pass => {}
            Action::Play(card, declared) => {
                checked.would.push(Event::CardPlayed { seat, civ, card: *card });
                checked.would.extend(negation::aimed(&view.position, seat, Thing::Card(*card), declared));
            }
            // Whoever leaves the payment open reads here what would be given.
            Action::Build(wonder, area, payment) => checked.would.push(Event::Built {
                seat,
                civ,
                wonder: *wonder,
                area: *area,
                discs: heaps(&payment.discs),
                talents: payment.talents,
                cards: payment.cards.clone(),
            }),
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
            let uses = Uses::of(game, &view.position, seat, Time::Growth);
            let mut orders = uses.orders(&view.position, &uses.hints(game, &view.position));
            orders.extend(question.orders(game, &question.default(game)));
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
            let wonders = (0..7).map(crate::pieces::Wonder);
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
            for area in game.chart.ranked.iter().copied().filter(|area| own.contains(*area)) {
                let question = ContestQuestion::as_seen(game, &view.position, hand, seat, Some(area));
                orders.extend(question.hints(game).iter().flat_map(|uses| question.form(game, uses)));
                let means = means(view, seat, hand);
                orders.extend((!means.is_empty()).then_some(Order::Losses(Times::Once, Some(area), means)));
            }
            if orders.is_empty() {
                orders.push(Order::Content);
            }
            orders
        }
        Phase::Valuation if valuation::draws(game, &view.position) => {
            let talents = view.position.side(seat).talents;
            let mut orders: Vec<Order> =
                [0, talents].into_iter().take(1 + usize::from(talents > 0)).map(Order::Draw).collect();
            let uses = Uses::of(game, &view.position, seat, Time::Draw);
            orders.extend(uses.things.iter().map(|thing| Order::Use(*thing, Vec::new())));
            orders.extend(takes_place(game, view, seat).into_iter().map(|thing| Order::Rank(1, Some(thing))));
            orders
        }
        Phase::Valuation => alloc::vec![Order::Content],
        Phase::EpochEnd | Phase::Over => Vec::new(),
    }
}
