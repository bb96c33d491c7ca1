//! The end of an Epoch, and of the game (IS-8).

use crate::event::{Cause, Event, Heap, Row};
use crate::game::{InnerSea, Table};
use crate::options::Victory;
use crate::pieces::{Area, AreaSet, Card, CardSet, Civ, Edge, Faction, Factions};
use crate::position::{Phase, Position, Scratch, limit};
use crate::rules::{change, conquest, draw, events, losses, school, valuation};
use crate::scenario::Tie;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat, by_worth};

/// Plays the end of an Epoch.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    if is_last(game, &table.state.position) {
        if game.options.final_event {
            final_event(table)?;
        }
        score(table);
        conquest::prize(table, true);
        conquest::strongholds(table);
        finish(table, None);
        return Ok(());
    }
    // Steps 1 and 2: all hands are discarded, everything is shuffled together.
    gather_cards(table);
    // Step 3: what changes with the Epoch.
    let mut hands = Hands::Five;
    // After plenty another card is turned up; ten times are enough for any deck.
    upheaval(table);
    if let Some(row) = game.options.scenario.change {
        // IS-16.13: the scenario says what changes.
        table.tell(Event::Changes { row });
        change::happens(table, row, &mut hands)?;
    }
    for _ in 0..if game.options.scenario.change.is_some() { 0 } else { 10 } {
        let Some(card) = draw::next_card(table, draw::Lot::Table) else { break };
        let row = change::row(card);
        table.show(Audience::All, Event::Change { card, row });
        if is_invasion(card) {
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
        // IS-18.2: a card and a talent more for each Gold with a disc of a vassal.
        let vassals = game.vassals_of(&table.state.position, seat);
        let more = if vassals.is_empty() { 0 } else { game.gold_under(&table.state.position, vassals) };
        losses::talents(table, seat, more as i8);
        draw::draw(table, seat, n + more, n + more, false)?;
    }
    for seat in table.state.position.order.clone() {
        draw::cut_down(table, seat)?;
    }
    school::refill(table);
    // Step 6. A card that ends the Epoch has no effect between two Epochs.
    let position = &mut table.state.position;
    position.epoch_ends = false;
    position.epoch += 1;
    position.turn = 1;
    position.phase = game.first_phase();
    let (epoch, turn) = (position.epoch, position.turn);
    table.state.scratch = Scratch::default();
    table.tell(Event::TurnBegins { epoch, turn });
    Ok(())
}

/// IS-18.14: Barbarians in the north, or a people in the place of another.
fn upheaval(table: &mut Table<'_>) {
    let game = table.game;
    let scenario = &game.options.scenario;
    let epoch = table.state.position.epoch;
    for one in scenario.upheavals.iter().filter(|one| scenario.is_upheaved && one.epoch == epoch) {
        let mut came: Vec<(Faction, Area, u8)> = Vec::new();
        let north = game.chart.edges[Edge::North as usize] & game.chart.land;
        if one.north > 0 {
            came.extend(north.iter().map(|area| (Faction::BARBARIANS, area, one.north)));
        }
        if let Some(people) = &one.people
            && let Some(faction) = table.state.position.faction(people.civ)
        {
            came.extend(people.place.iter().map(|(area, n)| (faction, *area, *n)));
        }
        for (faction, area, n) in came {
            let position = &mut table.state.position;
            // IS-5.5.2: Barbarians ignore the limits; nobody else does.
            let most = match faction.seat() {
                Some(_) => limit(Phase::Growth, game.chart.kind(area)),
                None => u8::MAX,
            };
            let room = most.saturating_sub(position.board.discs(area, faction));
            let n = n.min(room).min(game.supply(position, &position.board, faction));
            if n > 0 {
                position.board.add(area, faction, n);
                let (seat, civ) = (faction.seat(), position.civ(faction));
                let heaps = alloc::vec![Heap { area, n }];
                table.tell(Event::Placed { seat, civ, heaps, cause: Cause::Epoch });
            }
        }
    }
}

/// Whether the game ends with this Epoch (IS-8.5, IS-10.5).
pub fn is_last(game: &InnerSea, position: &Position) -> bool {
    let over_limit = |most: u16| position.order.iter().any(|seat| position.side(*seat).vp >= most);
    position.epoch >= game.options.last_epoch || game.options.vp_limit.is_some_and(over_limit)
}

/// Whether a card is an invasion, which is carried out when it is turned up (IS-8.2).
pub fn is_invasion(card: Card) -> bool {
    (98..=101).contains(&card.0)
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
        let hand = core::mem::take(&mut table.state.hands[seat.index()]);
        // IS-16.12: a card that comes back lies on its owner's table.
        let kept: CardSet = hand.iter().filter(|card| game.keeps(&table.state.position, seat, *card)).collect();
        table.state.position.kept[seat.index()] |= kept;
        table.state.deck |= hand - kept;
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
        // IS-18.2, IS-18.4: vassals count for their lord at sea, and Gold under discs of either.
        let vassals = game.vassals_of(&table.state.position, seat);
        let has_tribute = |one: &Faction| {
            let part = one.seat().and_then(|seat| game.part_of(&table.state.position, seat));
            part.is_some_and(|part| part.has_epoch_tribute)
        };
        if vassals.iter().any(|one| has_tribute(&one)) {
            let gold = game.gold_under(&table.state.position, vassals | Factions::only(Faction::of(seat)));
            losses::points(table, seat, i16::from(gold));
        } else if game.part_of(&table.state.position, seat).is_some_and(|part| part.has_gold_points) {
            // IS-18.13
            let own = table.state.position.board.occupied(Faction::of(seat));
            let gold = table.state.position.gold.iter().filter(|gold| own.contains(gold.area)).count();
            losses::points(table, seat, gold as i16);
        }
        let position = &mut table.state.position;
        let board = if vassals.is_empty() { position.board.clone() } else { game.united(position, seat) };
        let seas = board.dominated(&game.chart, Faction::of(seat)).len() as u8 / 3;
        let side = position.side_mut(seat);
        let talents = side.talents / 3;
        let no_points = game.options.scenario.part(side.civ).is_some_and(|part| part.has_no_points);
        let most = [cities, wonders].map(|best| u8::from(best == Some(seat)));
        side.vp += if no_points { 0 } else { u16::from(most[0] + most[1] + seas + talents) };
        let (civ, now) = (side.civ, side.vp);
        table.tell(Event::EpochScored { civ, cities: most[0], wonders: most[1], seas, talents, now });
    }
}

/// The optional event at the end of the last Epoch (IS-10.6).
fn final_event(table: &mut Table<'_>) -> Play {
    let mut seen = CardSet::NONE;
    // After plenty another card is turned up.
    loop {
        let low = final_lots(&table.state.deck, &table.state.position.discards, seen);
        let Some(card) = draw::lot(table, draw::Lot::Table, low) else { return Ok(()) };
        seen.insert(card);
        let row = change::row(card);
        table.show(Audience::All, Event::Change { card, row });
        if change::happens(table, row, &mut Hands::Five)? != Row::Plenty {
            return Ok(());
        }
    }
}

/// The cards one of which is turned up at the end of the last Epoch: the first below 69, the others are passed over (IS-10.6).
pub fn final_lots(deck: &CardSet, discards: &CardSet, seen: CardSet) -> CardSet {
    let from: CardSet = (1..69).map(Card).collect();
    let low = (*deck & from) - seen;
    if low.is_empty() { (*discards & from) - seen } else { low }
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
    let (side, _) = game.side_of(position, seat);
    let holds = |area: Area| side.iter().any(|one| position.board.controlled(one).contains(area));
    let stands = |civ: Civ| position.faction(civ).is_some_and(|one| side.contains(one));
    let reckoning = &game.options.cast.reckoning;
    let tie = match reckoning.tie {
        Some(Tie::Holder(area)) => holds(area),
        Some(Tie::People(civ)) => stands(civ),
        None => false,
    };
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

/// How all stand: by the ranking, once there is one, and by what decides ties in it.
pub fn places(game: &InnerSea, position: &Position) -> Vec<Vec<Seat>> {
    let seats = || position.everybody();
    if position.ranking.is_empty() {
        return by_worth(seats(), |seat| standing(game, position, seat));
    }
    // Whoever has won by something else than points stands before those who have more of them.
    let best = seats().map(|seat| standing(game, position, seat)).max();
    let first = position.ranking.first().copied();
    let by_decree = first.filter(|first| Some(standing(game, position, *first)) != best);
    by_worth(seats(), |seat| (Some(seat) == by_decree, standing(game, position, seat)))
}

/// Who wins when the time is up, whatever the points are: the scenario says so (IS-17.7), or who would have won does not hold what they
/// must (IS-17.9).
fn by_decree(game: &InnerSea, position: &Position) -> Option<Seat> {
    let reckoning = &game.options.cast.reckoning;
    let seat_of = |civ: Civ| position.faction(civ).and_then(Faction::seat);
    if let Some(civ) = reckoning.foregone {
        return seat_of(civ);
    }
    let (civ, areas) = reckoning.must_hold?;
    let side = game.side_of(position, seat_of(civ)?).0;
    let held = side.iter().fold(AreaSet::NONE, |all, one| all | position.board.controlled(one));
    let others = position.everybody().find(|seat| !side.contains(Faction::of(*seat)));
    if (held & areas).is_empty() { others } else { None }
}

/// The game is over (IS-8.5); whoever has won by something else than points comes first.
pub fn finish(table: &mut Table<'_>, winner: Option<Seat>) {
    let game = table.game;
    let position = &table.state.position;
    let mut ranking: Vec<Seat> = position.everybody().collect();
    let winner = winner.or_else(|| by_decree(game, position));
    let has_won =
        |seat: Seat| winner.is_some_and(|winner| game.side_of(position, winner).0.contains(Faction::of(seat)));
    ranking.sort_by_key(|seat| core::cmp::Reverse((has_won(*seat), standing(game, position, *seat))));
    let civ = |seat: &Seat| position.side(*seat).civ;
    let best = ranking.first().map(|seat| standing(game, position, *seat));
    let is_best = |seat: &&Seat| match game.options.victory {
        _ if winner.is_some() => has_won(**seat),
        _ if !game.options.cast.reckoning.sides.is_empty() => {
            let first = ranking.first().map(|seat| game.side_of(position, *seat).0);
            first == Some(game.side_of(position, **seat).0)
        }
        Victory::Team => Some(standing(game, position, **seat)[0]) == best.map(|best| best[0]),
        _ => Some(standing(game, position, **seat)) == best,
    };
    let winners: Vec<Civ> = ranking.iter().filter(is_best).map(civ).collect();
    let civs = ranking.iter().map(civ).collect();
    let scale = scale(game, position, &winners);
    let event = Event::Over { ranking: ranking.clone(), civs, winners };
    let position = &mut table.state.position;
    position.ranking = ranking;
    position.phase = Phase::Over;
    table.state.scratch = Scratch::default();
    if let Some(scale) = scale {
        table.tell(scale);
    }
    table.tell(event);
}

/// IS-17.10: how great a victory or a defeat is: by the points of all others together.
fn scale(game: &InnerSea, position: &Position, winners: &[Civ]) -> Option<Event> {
    let civ = game.options.scenario.measured?;
    let seat = position.faction(civ)?.seat()?;
    let others = position.everybody().filter(|other| *other != seat);
    let theirs: u16 = others.map(|other| position.side(other).vp).sum();
    let is_behind = position.side(seat).vp < theirs;
    Some(Event::Measured { civ, won: winners.contains(&civ), behind: is_behind })
}

/// Points are lost (IS-1.8).
pub fn lose_points(table: &mut Table<'_>, seat: Seat, n: u16) {
    losses::points(table, seat, -(n as i16));
}
