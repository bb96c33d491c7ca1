//! What a black and a yellow disc bring: natives, friends, treasures (IS-20.4).

use crate::event::{Cause, Event, Heap};
use crate::game::Table;
use crate::npc;
use crate::pieces::{Area, Card, CardSet, Civ, Faction};
use crate::position::limit;
use crate::rules::draw::{self, Lot};
use crate::rules::hand::{CardsQuestion, What};
use crate::rules::{events, losses};
use alloc::vec;
use tabellarius_kernel::{Audience, Game as _, Play, Seat, Seats};

/// The first digit of a card's number.
fn first_digit(card: Card) -> u8 {
    match card.0 {
        n @ 100.. => n / 100,
        n @ 10.. => n / 10,
        n => n,
    }
}

/// A card is turned up: an event happens, and two Barbarians come where it has brought none; otherwise its first digit says how many
/// come.
pub(super) fn natives(table: &mut Table<'_>, area: Area) -> Play {
    let card = npc::cards::turn_up(table)?;
    let Some(card) = card else { return Ok(()) };
    let n = match first_digit(card) {
        _ if table.game.deck.events.contains(card) => 2,
        1..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    let (game, position) = (table.game, &mut table.state.position);
    if position.board.discs(area, Faction::BARBARIANS) > 0 {
        return Ok(());
    }
    // IS-1.2.2: one disc in an open sea; everywhere else the limits wait until the competitions are over (IS-5.5.2).
    let room = if game.chart.open.contains(area) { 1 } else { n };
    let n = n.min(room).min(game.supply(position, &position.board, Faction::BARBARIANS));
    if n > 0 {
        position.board.add(area, Faction::BARBARIANS, n);
        let heaps = vec![Heap { area, n }];
        table.tell(Event::Placed { seat: None, civ: Civ::Barbarians, heaps, cause: Cause::Exploration });
    }
    Ok(())
}

/// A card is turned up, and its first digit says what the player has found; an event happens besides.
pub(super) fn riches(table: &mut Table<'_>, seat: Seat, area: Area) -> Play {
    let Some(card) = npc::cards::turn_up(table)? else { return Ok(()) };
    let digit = first_digit(card);
    let (game, position) = (table.game, &mut table.state.position);
    let me = Faction::of(seat);
    let most = limit(position.phase, game.chart.kind(area));
    // IS-1.2.2: who may not sail there leaves nobody there; an invasion may have come first.
    let sails = !game.chart.open.contains(area) || game.sails_open(position, seat);
    let is_free = position.board.factions(area).without(me).is_empty();
    let n = (1 + u8::from((4..=6).contains(&digit))).min(most).min(game.supply(position, &position.board, me));
    if sails && is_free && n > 0 {
        position.board.add(area, me, n);
        let civ = position.side(seat).civ;
        let heaps = vec![Heap { area, n }];
        table.tell(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Exploration });
    }
    match digit {
        7 | 8 => {
            losses::talents(table, seat, 1);
            Ok(())
        }
        9 => treasure(table, seat),
        _ => Ok(()),
    }
}

/// Two cards, of which one is kept. An event must be kept: it happens, and no other card comes for it.
fn treasure(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let mut drawn = CardSet::NONE;
    for _ in 0..2 {
        drawn.extend_one(draw::next_card(table, Lot::Draw(seat)));
    }
    let civ = table.state.position.side(seat).civ;
    if let Some(event) = (drawn & game.deck.events).first() {
        drawn.remove(event);
        let rest: alloc::vec::Vec<Card> = drawn.iter().collect();
        table.state.position.discards |= drawn;
        if !rest.is_empty() {
            table.show(Audience::All, Event::Discarded { seat, civ, cards: rest });
        }
        return events::happen(table, seat, event);
    }
    if drawn.is_empty() {
        return Ok(());
    }
    let mine = Audience::Only(Seats::from_iter([seat]));
    table.show(mine, Event::Offered { seat, cards: drawn.iter().collect(), keep: 1 });
    let serial = table.state.scratch.next_serial();
    let question = CardsQuestion { what: What::Keep, from: drawn, n: 1 };
    let kept = npc::ask(table, seat, format_args!("keep {serial}/{}", game.seat_key(seat)), question)?;
    kept.iter().for_each(|card| table.state.enter_hand(seat, card));
    table.tell(Event::Drew { seat, civ, n: kept.len() as u8 });
    draw::show_new(table, seat, kept.iter().collect());
    let rest = drawn - kept;
    table.state.position.discards |= rest;
    if !rest.is_empty() {
        table.show(Audience::All, Event::Discarded { seat, civ, cards: rest.iter().collect() });
    }
    draw::limit(table, seat)
}
