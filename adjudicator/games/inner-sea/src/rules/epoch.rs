//! The end of an Epoch, and of the game (IS-8).

use crate::event::{Event, Row};
use crate::game::{InnerSea, Table};
use crate::options::Victory;
use crate::pieces::{Area, Card, CardSet, Faction};
use crate::position::{Phase, Position, Scratch};
use crate::rules::{change, conquest, draw, events, losses, valuation};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat};

/// Plays the end of an Epoch.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let position = &table.state.position;
    let limit = game.options.vp_limit;
    let over_limit = limit.is_some_and(|most| position.order.iter().any(|seat| position.side(*seat).vp >= most));
    if position.epoch >= game.options.last_epoch || over_limit {
        if game.options.final_event {
            final_event(table)?;
        }
        score(table);
        conquest::prize(table, true);
        finish(table, None);
        return Ok(());
    }
    // Steps 1 and 2: all hands are discarded, everything is shuffled together.
    gather_cards(table);
    // Step 3: what changes with the Epoch.
    let mut hands = Hands::Five;
    // After plenty another card is turned up; ten times are enough for any deck.
    for _ in 0..10 {
        let Some(card) = draw::next_card(table, draw::Lot::Table) else { break };
        let row = change::row(card);
        let is_invasion = (98..=101).contains(&card.0);
        table.show(Audience::All, Event::Change { card, row });
        if is_invasion {
            events::happen(table, first(table), card)?;
        } else {
            table.state.deck.insert(card);
            table.state.count();
        }
        if change::happens(table, row, &mut hands)? != Row::Plenty {
            break;
        }
    }
    // Step 4
    score(table);
    conquest::prize(table, false);
    for seat in game.everybody().iter() {
        table.state.position.side_mut(seat).talents = 0;
    }
    // Step 5. How many each draws is settled before anybody draws.
    let position = &table.state.position;
    let draws: Vec<(Seat, u8)> = position.order.iter().map(|seat| (*seat, hands.of(game, position, *seat))).collect();
    for (seat, n) in draws {
        draw::draw(table, seat, n, n, false)?;
    }
    // Step 6. A card that ends the Epoch has no effect between two Epochs.
    let position = &mut table.state.position;
    position.epoch_ends = false;
    position.epoch += 1;
    position.turn = 1;
    position.phase = Phase::Growth;
    let (epoch, turn) = (position.epoch, position.turn);
    table.state.scratch = Scratch::default();
    table.tell(Event::TurnBegins { epoch, turn });
    Ok(())
}

fn first(table: &Table<'_>) -> Seat {
    table.state.position.order.first().copied().unwrap_or(Seat(0))
}

/// How many cards are drawn for the new Epoch (IS-8.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// Five.
    Five,
    /// Six (IS-8.2).
    Six,
    /// Two, three or four by points (IS-8.2).
    ByPoints,
}

impl Hands {
    fn of(self, game: &InnerSea, position: &Position, seat: Seat) -> u8 {
        match self {
            Hands::Five => 5,
            Hands::Six => 6,
            Hands::ByPoints => {
                // Distinct totals are ranked: the first two draw 2, the next two 3, the last 4.
                let own = game.score(position, seat);
                let mut above: Vec<u16> = position.order.iter().map(|seat| game.score(position, *seat)).collect();
                above.retain(|points| *points > own);
                above.sort();
                above.dedup();
                2 + (above.len() as u8 / 2).min(2)
            }
        }
    }
}

/// The hands go face down into the deck with everything else: nobody learns what they were (IS-8.1).
fn gather_cards(table: &mut Table<'_>) {
    let game = table.game;
    for seat in game.everybody().iter() {
        table.state.deck |= core::mem::take(&mut table.state.hands[seat.index()]);
        table.state.fresh[seat.index()] = CardSet::NONE;
    }
    table.tell(Event::HandsBack {});
    let position = &mut table.state.position;
    let back = core::mem::take(&mut position.discards) | core::mem::take(&mut position.aside);
    table.state.deck |= back & game.deck.all;
    table.state.count();
}

/// The one who alone has most of something; whoever plays against two wins a tie (IS-10.2).
fn sole_most(game: &InnerSea, order: &[Seat], of: impl Fn(Seat) -> u8) -> Option<Seat> {
    let most = order.iter().map(|seat| of(*seat)).max().filter(|most| *most > 0)?;
    let best: Vec<Seat> = order.iter().copied().filter(|seat| of(*seat) == most).collect();
    match best.as_slice() {
        [only] => Some(*only),
        _ => best.into_iter().find(|seat| game.is_single(*seat)),
    }
}

/// The areas with a standing Wonder, whoever built it, in which a seat has a disc (IS-8.3).
fn wonder_areas(position: &Position, seat: Seat) -> u8 {
    let standing = position.works.iter().filter(|work| work.owner.is_some() && !work.destroyed);
    let areas = standing.filter_map(|work| work.area);
    areas.filter(|area| position.board.discs(*area, Faction::of(seat)) > 0).count() as u8
}

/// Points for the Epoch: most Cities, most Wonders, three seas dominated, three talents (IS-8.3).
fn score(table: &mut Table<'_>) {
    let game = table.game;
    let position = &table.state.position;
    let order = position.order.clone();
    let cities = sole_most(game, &order, |seat| position.cities(&game.chart, seat).len() as u8);
    let wonders = sole_most(game, &order, |seat| wonder_areas(position, seat));
    for seat in order {
        let position = &mut table.state.position;
        let seas = position.board.dominated(&game.chart, Faction::of(seat)).len() as u8 / 3;
        let side = position.side_mut(seat);
        let talents = side.talents / 3;
        let most = [cities, wonders].map(|best| u8::from(best == Some(seat)));
        side.vp += u16::from(most[0] + most[1] + seas + talents);
        let (civ, now) = (side.civ, side.vp);
        table.tell(Event::EpochScored { civ, cities: most[0], wonders: most[1], seas, talents, now });
    }
}

/// The optional event at the end of the last Epoch (IS-10.6).
fn final_event(table: &mut Table<'_>) -> Play {
    let from: CardSet = (1..69).map(Card).collect();
    let mut seen = CardSet::NONE;
    // After plenty another card is turned up.
    loop {
        // Cards are turned up until one below 69 comes; the others are passed over.
        let low = (table.state.deck & from) - seen;
        let low = if low.is_empty() { (table.state.position.discards & from) - seen } else { low };
        let Some(card) = draw::lot(table, draw::Lot::Table, low) else { return Ok(()) };
        seen.insert(card);
        let row = change::row(card);
        table.show(Audience::All, Event::Change { card, row });
        if change::happens(table, row, &mut Hands::Five)? != Row::Plenty {
            return Ok(());
        }
    }
}

/// Who is better: points, then Wonders held, Cities, discs on the map, areas (IS-8.5); whoever plays against two wins all ties
/// (IS-10.2).
fn standing(game: &InnerSea, position: &Position, seat: Seat) -> [u16; 7] {
    let me = Faction::of(seat);
    let team = game.options.teams[seat.index()];
    let mates = game.everybody().iter().filter(|other| game.options.teams[other.index()] == team);
    let points = match game.options.victory {
        // IS-14.7: those who stand together in the scenario are counted together.
        Victory::Single if !game.options.cast.reckoning.sides.is_empty() => {
            let (side, divisor) = game.side_of(position, seat);
            side.iter().filter_map(Faction::seat).map(|one| position.side(one).vp).sum::<u16>() / divisor
        }
        Victory::Single => game.score(position, seat),
        Victory::Team | Victory::BestOfTeam => mates.map(|other| position.side(other).vp).sum(),
    };
    let own = if game.options.victory == Victory::BestOfTeam { position.side(seat).vp } else { 0 };
    let holds = |area: Area| {
        let (side, _) = game.side_of(position, seat);
        side.iter().any(|one| position.board.controlled(one).contains(area))
    };
    let tie = game.options.cast.reckoning.tie.is_some_and(holds);
    [
        points,
        own,
        u16::from(game.is_single(seat) || tie),
        u16::from(valuation::wonders_held(position, seat)),
        position.cities(&game.chart, seat).len() as u16,
        u16::from(position.board.total(me)),
        position.board.occupied(me).len() as u16,
    ]
}

/// The game is over (IS-8.5); whoever has won by something else than points comes first.
pub fn finish(table: &mut Table<'_>, winner: Option<Seat>) {
    let game = table.game;
    let position = &table.state.position;
    let mut ranking: Vec<Seat> = position.order.clone();
    ranking.sort_by_key(|seat| core::cmp::Reverse((winner == Some(*seat), standing(game, position, *seat))));
    let civ = |seat: &Seat| position.side(*seat).civ;
    let best = ranking.first().map(|seat| standing(game, position, *seat));
    let is_best = |seat: &&Seat| match game.options.victory {
        _ if winner.is_some() => winner == Some(**seat),
        _ if !game.options.cast.reckoning.sides.is_empty() => {
            let first = ranking.first().map(|seat| game.side_of(position, *seat).0);
            first == Some(game.side_of(position, **seat).0)
        }
        Victory::Team => Some(standing(game, position, **seat)[0]) == best.map(|best| best[0]),
        _ => Some(standing(game, position, **seat)) == best,
    };
    let winners = ranking.iter().filter(is_best).map(civ).collect();
    let civs = ranking.iter().map(civ).collect();
    let event = Event::Over { ranking: ranking.clone(), civs, winners };
    let position = &mut table.state.position;
    position.ranking = ranking;
    position.phase = Phase::Over;
    table.state.scratch = Scratch::default();
    table.tell(event);
}

/// Points are lost (IS-1.8).
pub fn lose_points(table: &mut Table<'_>, seat: Seat, n: u16) {
    losses::points(table, seat, -(n as i16));
}
