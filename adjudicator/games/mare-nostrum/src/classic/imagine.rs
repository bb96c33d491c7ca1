//! A full position that looks to a seat like its view: the cards of others are dealt among them.

use super::Classic;
use super::event::Event;
use super::position::{SIDES, State};
use super::view::View;
use crate::common::imagine::{Flow, Hands, UNKNOWN, deal, needs, without};
use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use tabellarius_kernel::{Chance, Seat};

/// The table and the own hand are open, and so are the bank and the sizes of all hands (MN-1.4, MN-1.5): what is left is in other hands.
pub fn world(game: &Classic, view: &View, seat: Seat, chance: &mut Chance) -> State {
    let own = view.hand.unwrap_or_default();
    let hidden = without(game.core.board.bank, &[&view.position.bank, &own]);
    let mut heap: Vec<Good> = hidden.each().collect();
    let mut hands = [Cards::NONE; SIDES];
    for (i, hand) in hands.iter_mut().enumerate() {
        *hand = match i == seat.index() {
            true => own,
            false => deal(&mut heap, usize::from(view.hand_sizes[i]), chance, || UNKNOWN).into_iter().collect(),
        };
    }
    State { position: view.position.clone(), hands }
}

/// What others were seen to pay or to offer since the stage began, they held (MN-1.4).
pub fn recall(world: &mut State, seat: Seat, told: &[&Event]) {
    let flows = told.iter().flat_map(|event| flow(event)).flatten();
    let mut legends = [Cards::NONE; SIDES];
    Hands { hands: &mut world.hands, legends: &mut legends }.hold(seat, &needs::<SIDES>(flows));
}

/// Cards that an event showed to everybody, coming or going.
fn flow(event: &Event) -> [Option<Flow>; 2] {
    let one = |good: &Good| Cards::from_iter([*good]);
    let flow = match event {
        Event::Bought { seat, paid, .. } => Flow::Out(*seat, *paid),
        Event::Offered { seat, cards } => Flow::Out(*seat, *cards),
        Event::Swapped { seat, gave, took } => {
            return [Some(Flow::Out(*seat, one(gave))), Some(Flow::In(*seat, one(took)))];
        }
        Event::CompensatedWith { seat, to, good } => {
            return [Some(Flow::Out(*seat, one(good))), Some(Flow::In(*to, one(good)))];
        }
        Event::Income { seat, cards } | Event::Returned { seat, cards } => Flow::In(*seat, *cards),
        Event::ExtraTax { seat, .. } => Flow::In(*seat, one(&Good::Tax)),
        Event::ExtraGood { seat, good, .. } | Event::Taken { seat, good, .. } => Flow::In(*seat, one(good)),
        _ => return [None, None],
    };
    [Some(flow), None]
}
