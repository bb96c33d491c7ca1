//! Building a Wonder: five resources, at least two of them discs from the map (IS-5.6).

use crate::board::Board;
use crate::event::{Event, Heap};
use crate::game::{InnerSea, Table};
use crate::orders::Payment;
use crate::pieces::{Area, AreaSet, Card, CardSet, Faction, Wonder};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::draw;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// What a Wonder costs.
pub const COST: u8 = 5;
/// How many of the resources are discs from the map.
pub const DISCS: u8 = 2;

/// The areas where a Wonder may stand: controlled land without another one (IS-5.6.3).
pub fn sites(game: &InnerSea, position: &Position, board: &Board, seat: Seat) -> AreaSet {
    let taken: AreaSet = position.works.iter().filter_map(|work| work.area).collect();
    (board.controlled(Faction::of(seat)) & game.chart.land) - taken
}

/// Whether a Wonder can be built at all, by what lies open.
pub fn can_build(
    game: &InnerSea,
    position: &Position,
    board: &Board,
    seat: Seat,
    wonder: Wonder,
    discount: u8,
) -> Result<(), Reason> {
    // IS-14.1: neither by the own means nor by a card.
    if !game.options.scenario.has_wonders {
        return Err(Reason::NoWonders);
    }
    if !position.work(wonder).is_available() {
        return Err(Reason::WonderBuilt { wonder });
    }
    let me = Faction::of(seat);
    let side = position.side(seat);
    // IS-18.7
    if game.part_of(position, seat).is_some_and(|part| part.is_no_builder) {
        return Err(Reason::NoWonders);
    }
    if sites(game, position, board, seat).is_empty() {
        return Err(Reason::NoSite { wonder });
    }
    // One disc must stay where the Wonder stands.
    let discs = board.total(me).saturating_sub(1);
    let cost = COST - discount.min(COST - DISCS);
    if discs < DISCS || discs.min(cost) + side.talents + side.hand < cost {
        return Err(Reason::CannotPay { wonder });
    }
    if game.supply(position, board, me) + discs.min(cost) < game.deck.wonder(wonder).discs {
        return Err(Reason::NoDiscsForWonder { wonder });
    }
    Ok(())
}

/// How dear a disc in an area is to its owner.
fn dear(game: &InnerSea, position: &Position, area: Area, me: Faction, taken: u8) -> u8 {
    let board = &position.board;
    let there = board.discs(area, me) - taken;
    // The home is given up last of all; what is above a City there is spare.
    if position.home_of(&game.chart, me) == Some(area) && there <= 3 {
        return 10;
    }
    // Where somebody else stands too, every disc counts in the coming competition.
    if board.factions(area).len() > 1 {
        return 9;
    }
    match (game.chart.land.contains(area), there) {
        (true, 4..) | (false, 2..) => 1,
        (_, 1) => 2,
        (true, 2) => 4,
        _ => 8,
    }
}

/// Completes a payment: the discs that are missed least, then talents, then cards (IS-5.6.1).
pub fn complete(
    game: &InnerSea,
    position: &Position,
    hand: CardSet,
    (seat, site): (Seat, Area),
    cost: u8,
    wish: &Payment,
    needed: u8,
) -> Option<Payment> {
    let me = Faction::of(seat);
    let board = &position.board;
    let mut payment = wish.clone();
    payment.discs.retain(|(_, n)| *n > 0);
    let taken = |payment: &Payment, area: Area| {
        payment.discs.iter().filter(|(known, _)| *known == area).map(|(_, n)| *n).sum::<u8>()
    };
    let keep = |area: Area| u8::from(area == site);
    let all_there = payment.discs.iter().all(|(area, _)| {
        u16::from(taken(&payment, *area)) + u16::from(keep(*area)) <= u16::from(board.discs(*area, me))
    });
    let cards: CardSet = payment.cards.iter().copied().collect();
    let in_hand = (cards - hand).is_empty() && cards.len() == payment.cards.len();
    if !all_there || !in_hand || payment.talents > position.side(seat).talents {
        return None;
    }
    let discs = |payment: &Payment| payment.discs.iter().map(|(_, n)| *n).sum::<u8>();
    let sum = |payment: &Payment| discs(payment) + payment.talents + payment.cards.len() as u8;
    // The discs on the Wonder come from the supply, so more may have to be paid from the map (IS-5.6.2).
    let least = DISCS.max(needed.saturating_sub(game.supply(position, board, me)));
    while discs(&payment) < least || sum(&payment) < cost {
        let talents = position.side(seat).talents;
        if discs(&payment) >= least && payment.talents < talents {
            payment.talents += 1;
        } else if let Some(card) =
            draw::worst(game, hand - payment.cards.iter().copied().collect()).filter(|_| discs(&payment) >= least)
        {
            payment.cards.push(card);
        } else {
            let open = board.occupied(me).iter().filter(|a| board.discs(*a, me) > taken(&payment, *a) + keep(*a));
            let area = open.min_by_key(|area| dear(game, position, *area, me, taken(&payment, *area)))?;
            match payment.discs.iter_mut().find(|(known, _)| *known == area) {
                Some((_, n)) => *n += 1,
                None => payment.discs.push((area, 1)),
            }
        }
    }
    if sum(&payment) != cost {
        return None;
    }
    payment.discs.sort();
    payment.cards.sort();
    Some(payment)
}

/// Pays, puts discs on the card and the block on the map (IS-5.6).
pub fn build(table: &mut Table<'_>, seat: Seat, wonder: Wonder, area: Area, payment: &Payment) {
    let me = Faction::of(seat);
    for (from, n) in &payment.discs {
        table.state.position.board.take(*from, me, *n);
    }
    table.state.position.side_mut(seat).talents -= payment.talents;
    for card in &payment.cards {
        draw::put_away(table, seat, *card);
    }
    table.state.scratch.raised[seat.index()] |= 1 << wonder.0;
    let discs = table.game.deck.wonder(wonder).discs;
    let position = &mut table.state.position;
    let discs = discs.min(table.game.supply(position, &position.board, me));
    let work = &mut position.works[wonder.index()];
    (work.owner, work.area, work.discs) = (Some(seat), Some(area), discs);
    let civ = position.side(seat).civ;
    let discs: Vec<Heap> = payment.discs.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
    let (talents, cards): (u8, Vec<Card>) = (payment.talents, payment.cards.clone());
    table.tell(Event::Built { seat, civ, wonder, area, discs, talents, cards });
}
