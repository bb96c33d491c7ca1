//! What changes with the Epoch: the table from 1 to 103 (IS-8.2).

use crate::effects::{Loss, most_vp};
use crate::event::{Cause, Event, Heap, Row};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Target};
use crate::pieces::{Card, CardSet, Faction, Wonder};
use crate::reason::Reason;
use crate::rules::epoch::{Hands, is_invasion, lose_points};
use crate::rules::placing::{self, PlaceQuestion, Placing};
use crate::rules::{draw, events, losses};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// The row of the table for a card.
pub fn row(card: Card) -> Row {
    match card.0 {
        0..=6 => Row::Plague,
        7..=12 => Row::Unreason,
        13..=19 => Row::Tsunami,
        20..=26 => Row::Tradition,
        27..=33 => Row::Wrath,
        34..=40 => Row::Decay,
        41..=47 => Row::Dynasty,
        48..=54 => Row::Forests,
        55..=61 => Row::Drought,
        62..=68 => Row::Plenty,
        69..=75 => Row::Debasement,
        76..=82 => Row::Relief,
        83..=89 => Row::Economy,
        90..=97 => Row::Smile,
        98.. => Row::Frontiers,
    }
}

fn cities(table: &Table<'_>, seat: Seat) -> u16 {
    table.state.position.cities(&table.game.chart, seat).len() as u16
}

/// Everybody with most of something; who has none of it has not most of it.
fn with_most(table: &Table<'_>, of: impl Fn(Seat) -> u16) -> Vec<Seat> {
    let order = &table.state.position.order;
    let most = order.iter().map(|seat| of(*seat)).max().filter(|most| *most > 0);
    order.iter().copied().filter(|seat| Some(of(*seat)) == most).collect()
}

fn leaders(table: &Table<'_>) -> Vec<Seat> {
    most_vp(table.game, &table.state.position).iter().filter_map(Faction::seat).collect()
}

/// Carries out a row; returns the row that was carried out in the end.
pub fn happens(table: &mut Table<'_>, row: Row, hands: &mut Hands) -> Play<Row> {
    let game = table.game;
    if matches!(row, Row::Plague | Row::Tsunami | Row::Drought | Row::Plenty | Row::Smile) {
        // Something is to be chosen, so the letters are waited for; before, everybody learns what happens.
        table.gather(game.seats())?;
    }
    let order = table.state.position.order.clone();
    match row {
        Row::Plague => plague(table)?,
        Row::Unreason => order.iter().for_each(|seat| lose_points(table, *seat, cities(table, *seat))),
        Row::Tsunami => tsunami(table)?,
        Row::Tradition => tradition(table),
        Row::Wrath => leaders(table).into_iter().for_each(|seat| lose_points(table, seat, cities(table, seat) / 2)),
        Row::Decay => {
            for seat in with_most(table, |seat| cities(table, seat)) {
                losses::talents(table, seat, -99);
                lose_points(table, seat, cities(table, seat) / 2);
            }
        }
        Row::Dynasty => {
            for seat in leaders(table) {
                let tenth = table.state.position.side(seat).vp / 10;
                lose_points(table, seat, tenth);
                table.state.position.side_mut(seat).draws_less += 1;
            }
        }
        Row::Forests => {
            let at_sea = |seat: Seat| discs_at_sea(table, seat);
            let most: Vec<(Seat, u16)> = with_most(table, at_sea).iter().map(|seat| (*seat, at_sea(*seat))).collect();
            most.into_iter().for_each(|(seat, discs)| lose_points(table, seat, discs / 3));
        }
        Row::Drought => drought(table)?,
        Row::Plenty => plenty(table)?,
        Row::Debasement => *hands = Hands::ByPoints,
        Row::Relief => *hands = Hands::Six,
        Row::Economy => {
            for seat in order {
                let n = cities(table, seat).div_ceil(2) as i8;
                losses::talents(table, seat, n);
            }
        }
        Row::Smile => {
            if !smile(table)? {
                // IS-8.2: without a Wonder to choose this is the wrath of the gods.
                leaders(table).into_iter().for_each(|seat| lose_points(table, seat, cities(table, seat) / 2));
            }
        }
        Row::Frontiers => frontiers(table)?,
    }
    Ok(row)
}

fn discs_at_sea(table: &Table<'_>, seat: Seat) -> u16 {
    let (board, me) = (&table.state.position.board, Faction::of(seat));
    let seas = board.occupied(me) - table.game.chart.land;
    seas.iter().map(|area| u16::from(board.discs(area, me))).sum()
}

/// Two discs of every City next to an occupied sea.
fn plague(table: &mut Table<'_>) -> Play {
    let (chart, board) = (&table.game.chart, &table.state.position.board);
    let seas = board.occupied_by_any() - chart.land;
    let coasts = chart.next_to_any(seas);
    let mut all = Vec::new();
    for faction in table.state.position.civs().iter() {
        let cities = board.cities(chart, faction) & coasts;
        all.extend(cities.iter().map(|area| Loss { faction, area, n: 2 }));
    }
    losses::settle(table, &all, Cause::Epoch)
}

/// One disc of every colour in every sea.
fn tsunami(table: &mut Table<'_>) -> Play {
    let (chart, board) = (&table.game.chart, &table.state.position.board);
    let mut all = Vec::new();
    for faction in table.state.position.in_order() {
        let seas = board.occupied(faction) - chart.land;
        all.extend(seas.iter().map(|area| Loss { faction, area, n: 1 }));
    }
    losses::settle(table, &all, Cause::Epoch)
}

/// Three points for those with most points, three for those with most Cities, five at most.
fn tradition(table: &mut Table<'_>) {
    let (rich, large) = (leaders(table), with_most(table, |seat| cities(table, seat)));
    for seat in table.state.position.order.clone() {
        let n = match (rich.contains(&seat), large.contains(&seat)) {
            (true, true) => 5,
            (false, false) => 0,
            _ => 3,
        };
        lose_points(table, seat, n);
    }
}

/// Every Camp on land is abandoned: all discs go from every land area that holds one.
fn drought(table: &mut Table<'_>) -> Play {
    let (chart, board) = (&table.game.chart, &table.state.position.board);
    let mut all = Vec::new();
    for area in chart.land.iter() {
        let there = board.factions(area);
        if there.iter().any(|faction| board.discs(area, faction) == 1) {
            all.extend(there.iter().map(|faction| Loss { faction, area, n: board.discs(area, faction) }));
        }
    }
    losses::settle(table, &all, Cause::Epoch)
}

/// Up to five discs each, where the civilization is already.
fn plenty(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let me = Faction::of(seat);
        let position = &table.state.position;
        let n = 5.min(game.supply(position, &position.board, me));
        let question = PlaceQuestion::new(position, seat, n, Placing::Plenty);
        let serial = table.state.scratch.next_serial();
        let heaps = npc::ask(table, seat, format_args!("plenty {serial}/{}", game.seat_key(seat)), question)?;
        placing::bring(table, seat, &heaps);
        let civ = table.state.position.side(seat).civ;
        let heaps: Vec<Heap> = heaps.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        if !heaps.is_empty() {
            table.tell(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Epoch });
        }
    }
    Ok(())
}

/// Everybody renews one of his Wonders; says whether there was one at all.
fn smile(table: &mut Table<'_>) -> Play<bool> {
    let game = table.game;
    let mut any = false;
    for seat in table.state.position.order.clone() {
        let works = &table.state.position.works;
        let fits = |wonder: &Wonder| {
            let work = &works[wonder.index()];
            work.owner == Some(seat) && (work.destroyed || work.discs < 5)
        };
        let open: Vec<Wonder> = (0..7).map(Wonder).filter(fits).collect();
        if open.is_empty() {
            continue;
        }
        any = true;
        let serial = table.state.scratch.next_serial();
        let wonder =
            npc::ask(table, seat, format_args!("smile {serial}/{}", game.seat_key(seat)), WonderQuestion { open })?;
        let position = &mut table.state.position;
        position.works[wonder.index()].discs = 0;
        let supply = game.supply(position, &position.board, Faction::of(seat));
        let work = &mut position.works[wonder.index()];
        work.destroyed = false;
        work.discs = game.deck.wonder(wonder).discs.min(supply);
        let (discs, destroyed) = (work.discs, work.destroyed);
        table.tell(Event::WonderChanged { wonder, discs, destroyed });
    }
    Ok(any)
}

/// Cards are turned up until two invasions have come; both are carried out.
fn frontiers(table: &mut Table<'_>) -> Play {
    let invasions: CardSet = table.state.deck.iter().filter(|card| is_invasion(*card)).collect();
    let first = table.state.position.order.first().copied().unwrap_or(Seat(0));
    let mut come: Vec<Card> = Vec::new();
    for _ in 0..2 {
        let left = invasions - come.iter().copied().collect();
        // The order in which the others are turned up changes nothing: they are shuffled back.
        come.extend(draw::lot(table, draw::Lot::Table, left));
    }
    come.sort();
    for card in come {
        table.state.deck.remove(card);
        events::happen(table, first, card)?;
        table.state.position.discards.remove(card);
        table.state.deck.insert(card);
        table.state.count();
    }
    Ok(())
}

/// The question which Wonder is renewed.
#[derive(Clone, Debug)]
pub struct WonderQuestion {
    open: Vec<Wonder>,
}

impl Question<InnerSea> for WonderQuestion {
    type Answer = Wonder;
    const NAME: &'static str = "renew";

    fn legal(&self, _game: &InnerSea, wonder: &Wonder) -> Result<(), Reason> {
        if self.open.contains(wonder) { Ok(()) } else { Err(Reason::WonderBuilt { wonder: *wonder }) }
    }

    fn default(&self, _game: &InnerSea) -> Wonder {
        self.open.first().copied().unwrap_or(Wonder(0))
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Wonder {
        self.open[chance.random_range(0..self.open.len())]
    }

    fn only(&self, _game: &InnerSea) -> Option<Wonder> {
        if self.open.len() == 1 { self.open.first().copied() } else { None }
    }

    fn choices(&self, _game: &InnerSea) -> Vec<Wonder> {
        self.open.clone()
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        matches!(order, Order::Choose(_))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Wonder> {
        lines.first(|order| match order {
            Order::Choose(targets) => {
                let wonders = targets.iter().filter_map(|t| if let Target::Wonder(w) = t { Some(*w) } else { None });
                match wonders.clone().find(|wonder| self.legal(game, wonder).is_ok()) {
                    Some(wonder) => Says::Yes(wonder),
                    None => Says::Nothing,
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, wonder: &Wonder) -> Vec<Order> {
        alloc::vec![Order::Choose(alloc::vec![Target::Wonder(*wonder)])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IS-8.2: the table has a row for every number, in the rulebook's spans.
    #[test]
    fn every_number_has_its_row() {
        let spans = [6, 12, 19, 26, 33, 40, 47, 54, 61, 68, 75, 82, 89, 97, 103];
        let mut number = 1;
        for (last, wanted) in spans.into_iter().zip(Row::ALL) {
            for card in number..=last {
                assert_eq!(row(Card(card)), *wanted, "{card}");
            }
            number = last + 1;
        }
    }
}
