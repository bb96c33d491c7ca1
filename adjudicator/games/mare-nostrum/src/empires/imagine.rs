//! A full position that looks to a seat like its view: the tokens of others are dealt among them, legendary goods too.

use super::Empires;
use super::event::Event;
use super::position::{SIDES, State};
use super::view::View;
use crate::common::imagine::{Flow, Hands, UNKNOWN, deal, needs, without};
use crate::pieces::{Cards, Good, Province};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::seq::SliceRandom as _;
use tabellarius_kernel::{Chance, Seat};

/// The supply and the sizes of hands and stack are open (EM-1.6, EM-2.4). What is missing from the supply and not in the own hand is held by
/// others; whatever more they hold are legendary goods, and the rest of those was used.
pub fn world(game: &Empires, view: &View, seat: Seat, chance: &mut Chance) -> State {
    let (own, own_legends) = (view.hand.unwrap_or_default(), view.legends.unwrap_or_default());
    let ordinary = without(own, &[&own_legends]);
    let hidden = without(game.core.board.bank, &[&view.position.bank, &ordinary]);
    let each: Cards = game.core.board.goods[1..].iter().copied().collect();
    let mut legendary: Vec<Good> = without(each, &[&own_legends]).each().collect();
    legendary.shuffle(chance);
    let stack: Cards = legendary.drain(..usize::from(view.stack).min(legendary.len())).collect();
    let sizes = view.hand_sizes.map(usize::from);
    let held: usize = sizes.iter().enumerate().filter(|(i, _)| *i != seat.index()).map(|(_, size)| size).sum();
    let legends = held.saturating_sub(hidden.len()).min(legendary.len());
    let mut heap: Vec<(Good, u8)> = hidden.each().map(|good| (good, 0)).collect();
    heap.extend(legendary.drain(..legends).map(|good| (good, 1)));
    let discard = legendary.into_iter().collect();
    let mut state = State {
        position: view.position.clone(),
        hands: [Cards::NONE; SIDES],
        legends: [Cards::NONE; SIDES],
        stack,
        discard,
    };
    for (i, size) in sizes.into_iter().enumerate() {
        if i == seat.index() {
            (state.hands[i], state.legends[i]) = (own, own_legends);
            continue;
        }
        for (good, legend) in deal(&mut heap, size, chance, || (UNKNOWN, 0)) {
            state.hands[i].add(good, 1);
            state.legends[i].add(good, legend);
        }
    }
    state
}

/// What others were seen to pay or to offer since the stage began, they held (EM-1.6). A legendary good that the seat has drawn since the stage began lay on the stack, or among the used ones when that was empty (EM-2.4); the
/// hidden order of the draw began with it, and in the draws of others it came last.
pub fn recall(
    game: &Empires,
    world: &mut State,
    seat: Seat,
    told: &[&Event],
    chance: &mut Chance,
) -> Vec<(String, Vec<u8>)> {
    let flows = told.iter().flat_map(|event| flow(event)).flatten();
    Hands { hands: &mut world.hands, legends: &mut world.legends }.hold(seat, &needs::<SIDES>(flows));
    let draws = draws(seat, told);
    let mine: Vec<Good> = draws.iter().filter_map(|draw| draw.good).collect();
    if mine.is_empty() {
        return Vec::new();
    }
    let kinds = &game.core.board.goods[1..];
    let on_stack = world.stack.len();
    let mut rolls = Vec::new();
    for (number, draw) in draws.iter().enumerate() {
        if let Some(good) = draw.good {
            lay(world, good, number < on_stack, &mine);
        }
        let mut order: Vec<u8> = (0..kinds.len() as u8).collect();
        order.shuffle(chance);
        let rank = |place: &u8| match kinds.get(usize::from(*place)) {
            good if good == draw.good.as_ref() => 0,
            Some(good) if mine.contains(good) => 2,
            _ => 1,
        };
        order.sort_by_key(rank);
        let name = game.core.seat_key_of(draw.seat);
        let temple = if draw.from_temple { " temple" } else { "" };
        rolls.push((format!("{name}/legendary {}{temple}", draw.province), order));
    }
    rolls
}

/// Cards that an event showed to everybody, coming or going.
fn flow(event: &Event) -> [Option<Flow>; 2] {
    let one = |good: &Good| Cards::from_iter([*good]);
    let flow = match event {
        Event::Bought { seat, paid, .. } => Flow::Out(*seat, *paid),
        Event::Offered { seat, cards } => Flow::Out(*seat, *cards),
        Event::CompensatedWith { seat, to, good } => {
            return [Some(Flow::Out(*seat, one(good))), Some(Flow::In(*to, one(good)))];
        }
        Event::Collected { seat, cards } | Event::Returned { seat, cards } => Flow::In(*seat, *cards),
        Event::ExtraCoin { seat, .. } => Flow::In(*seat, one(&Good::Tax)),
        Event::ExtraGood { seat, good, .. }
        | Event::CirceCollects { seat, good, .. }
        | Event::Taken { seat, good, .. } => Flow::In(*seat, one(good)),
        _ => return [None, None],
    };
    [Some(flow), None]
}

/// Somebody has drawn a legendary good.
struct Draw {
    seat: Seat,
    province: Province,
    from_temple: bool,
    /// Which, if it was the seat that remembers.
    good: Option<Good>,
}

fn draws(seat: Seat, told: &[&Event]) -> Vec<Draw> {
    let mut draws: Vec<Draw> = Vec::new();
    for (i, event) in told.iter().enumerate() {
        match event {
            Event::LegendDrawn { seat, province: Some(province) } => {
                let before = i.checked_sub(1).and_then(|before| told.get(before));
                let from_temple = matches!(before, Some(Event::TempleGives { .. }));
                draws.push(Draw { seat: *seat, province: *province, from_temple, good: None });
            }
            Event::LegendIs { seat: by, good } if *by == seat => {
                if let Some(draw) = draws.last_mut() {
                    draw.good = Some(*good);
                }
            }
            _ => {}
        }
    }
    draws
}

/// Puts a legendary good where it was drawn from, in exchange for another one that lay there.
fn lay(world: &mut State, good: Good, on_stack: bool, mine: &[Good]) {
    let source = if on_stack { &mut world.stack } else { &mut world.discard };
    if source.count(good) > 0 {
        return;
    }
    let Some(other) = source.each().find(|other| !mine.contains(other)) else { return };
    source.take(other, 1);
    source.add(good, 1);
    let elsewhere = if on_stack { &mut world.discard } else { &mut world.stack };
    if elsewhere.take(good, 1) == 1 {
        elsewhere.add(other, 1);
        return;
    }
    if let Some(holder) = world.legends.iter().position(|legends| legends.count(good) > 0) {
        for heap in [&mut world.legends[holder], &mut world.hands[holder]] {
            heap.take(good, 1);
            heap.add(other, 1);
        }
    }
}
