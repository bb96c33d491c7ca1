//! When an NPC begins again, and where it enters (IS-13.13).

use super::{Mind, cards, settle};
use crate::event::Event;
use crate::game::Table;
use crate::pieces::{Area, AreaSet, Civ, Faction, Factions};
use crate::position::Position;
use crate::rules::aeneas::begin_again;
use core::cmp::Reverse;
use tabellarius_kernel::{Play, Seat};

/// With so many discs or fewer it thinks of beginning again.
const FEW: u8 = 6;

/// Lets an NPC begin again, if it does; a second time it is out of the game (IS-13.13).
pub fn consider(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let position = &table.state.position;
    // IS-13.16
    let is_last = position.epoch >= game.options.last_epoch && !game.options.cast.handicap.begins_again_late;
    // IS-18.8: Invaders come anew by a rule of their own.
    let is_raider = game.part_of(position, seat).is_some_and(|part| part.entry.is_some());
    if is_raider || position.board.total(Faction::of(seat)) > FEW || game.options.rebirths == 0 || is_last {
        return Ok(());
    }
    let vp = |seat: Seat| position.side(seat).vp;
    let fewest = position.order.iter().all(|other| vp(*other) >= vp(seat));
    if !fewest {
        let Some(card) = cards::turn_up(table)? else { return Ok(()) };
        if card.0 % 2 == 1 {
            return Ok(());
        }
    }
    if table.state.position.side(seat).reborn >= game.options.rebirths {
        leave(table, seat);
        return Ok(());
    }
    // IS-13.13: it is the last in the turn order then.
    let order = &mut table.state.position.order;
    order.retain(|other| *other != seat);
    order.push(seat);
    enter(table, seat)
}

/// IS-18.8: when its growth begins, an Invader that has fewer discs and fewer points than the player and its vassals comes anew, once.
pub fn come_anew(table: &mut Table<'_>, seat: Seat) -> Play {
    let (game, position) = (table.game, &table.state.position);
    let Some(entry) = game.part_of(position, seat).and_then(|part| part.entry.as_ref()) else { return Ok(()) };
    let mind = Mind::of(game, position, seat);
    let total = |of: Factions| of.iter().map(|one| u16::from(position.board.total(one))).sum::<u16>();
    let own = position.board.total(mind.me);
    let points = mind.players.iter().filter_map(Faction::seat).map(|one| position.side(one).vp).max().unwrap_or(0);
    let is_weak = u16::from(own) < total(mind.enemies) && position.side(seat).vp < points;
    let (true, false, Some(area)) = (entry.when_weak && is_weak, position.side(seat).reborn > 0, entry.areas.first())
    else {
        return Ok(());
    };
    let civ = position.side(seat).civ;
    begin_again(table, seat, civ, *area)
}

/// It is out of the game: its discs are gone and its points too.
fn leave(table: &mut Table<'_>, seat: Seat) {
    let me = Faction::of(seat);
    let position = &mut table.state.position;
    for area in position.board.occupied(me).iter() {
        position.board.take(area, me, u8::MAX);
    }
    let side = position.side_mut(seat);
    (side.vp, side.talents) = (0, 0);
    let civ = side.civ;
    position.order.retain(|other| *other != seat);
    position.works.iter_mut().filter(|work| work.owner == Some(seat)).for_each(|work| work.discs = 0);
    let cards: crate::pieces::CardSet =
        position.invested.iter().filter(|one| one.owner == seat).map(|one| one.card).collect();
    position.invested.retain(|one| one.owner != seat);
    position.discards |= cards;
    let hand = core::mem::take(&mut table.state.hands[seat.index()]);
    table.state.fresh[seat.index()] = Default::default();
    table.state.position.discards |= hand;
    table.state.count();
    table.tell(Event::Out { civ });
}

/// The table of entries: a card is turned up (IS-13.13.1).
fn enter(table: &mut Table<'_>, seat: Seat) -> Play {
    let Some(card) = cards::turn_up(table)? else { return Ok(()) };
    let last = table.state.position.enemies[seat.index()];
    let row = match card.0 {
        0..=20 => 1,
        21..=50 => 2,
        // Without an enemy the third row is the second.
        51..=80 if last.is_empty() => 2,
        51..=80 => 3,
        _ => 4,
    };
    let (area, foe) = settle(table, seat, "entry", |mind, position| match row {
        1 => (empty_border(mind, position), None),
        3 => {
            let foe = mind.primary.or_else(|| mind.victim(position, last));
            (near_home(mind, position, foe), foe)
        }
        _ => {
            let foe = mind.victim(position, leaders(mind, position));
            (near_home(mind, position, foe), foe)
        }
    });
    table.state.position.enemies[seat.index()] = foe.map_or(Factions::NONE, Factions::only);
    table.state.position.primary[seat.index()] = None;
    if table.game.options.cast.is_historical {
        super::enemies::begin(table);
    }
    let civ: Civ = table.state.position.side(seat).civ;
    let Some(area) = area else { return Ok(()) };
    table.tell(Event::NpcEnters { civ, area, card, row });
    begin_again(table, seat, civ, area)
}

/// Everybody else with most points.
fn leaders(mind: &Mind<'_>, position: &Position) -> Factions {
    let others = || position.order.iter().copied().filter(|seat| *seat != mind.seat);
    let most = others().map(|seat| mind.game.score(position, seat)).max();
    others().filter(|seat| Some(mind.game.score(position, *seat)) == most).map(Faction::of).collect()
}

fn border(mind: &Mind<'_>) -> AreaSet {
    let chart = &mind.game.chart;
    chart.edges.iter().fold(AreaSet::NONE, |all, edge| all | *edge) & chart.land
}

/// The empty land on a border of the map with most empty land next to it, then most empty sea.
fn empty_border(mind: &Mind<'_>, position: &Position) -> Option<Area> {
    let chart = &mind.game.chart;
    let empty = chart.in_play - position.board.occupied_by_any();
    let key = |area: Area| {
        let near = chart.next_to(area) & empty;
        (Reverse((near & chart.land).len()), Reverse((near - chart.land).len()))
    };
    mind.first_area(border(mind) & empty, key).or_else(|| mind.first_area(border(mind), key))
}

/// The land on a border of the map nearest to somebody's home.
fn near_home(mind: &Mind<'_>, position: &Position, foe: Option<Faction>) -> Option<Area> {
    let home = foe.and_then(|foe| position.home_of(&mind.game.chart, foe));
    let far = mind.game.chart.distances(home.map_or(AreaSet::NONE, AreaSet::only), mind.game.chart.in_play);
    mind.first_area(border(mind), |area| far[area.index()].unwrap_or(u8::MAX))
}
