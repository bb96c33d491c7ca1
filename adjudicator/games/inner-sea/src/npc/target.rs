//! What an NPC aims its cards at (IS-13.6), and what it gives when others choose for it to lose something (IS-13.5).

use super::mind::Rank;
use super::{Mind, placing};
use crate::board::Board;
use crate::deck::{Op, Step, Who, WonderAct};
use crate::effects::{Aim, Offer, Pick};
use crate::pieces::{Area, AreaSet, Faction, Factions, Wonder};
use crate::position::{Phase, Position};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// What an NPC chooses of an offer; nothing, if it would rather not. `last` is the area it chose before on the same card.
pub fn pick(mind: &Mind<'_>, position: &Position, board: &Board, offer: &Offer, last: Option<Area>) -> Option<Pick> {
    match offer {
        Offer::Areas { among, aim, may_stop, leads, left } => {
            let area = match aim {
                Aim::Gain(faction) if *faction == mind.me && position.phase == Phase::Competition => {
                    ally(mind, position, board, *among)
                }
                Aim::Gain(faction) if *faction == mind.me => {
                    placing::choose(mind, position, board, *among, *left, last).map(|placed| placed.area)
                }
                Aim::Gain(Faction::BARBARIANS) => invasion(mind, position, board, *among, *leads),
                Aim::Gain(_) => among.first(),
                Aim::Harm(factions) => harm(mind, position, board, *among, *factions, *leads),
            };
            match area {
                Some(area) => Some(Pick::Area(area)),
                None if *may_stop => Some(Pick::Stop),
                None => None,
            }
        }
        Offer::Factions { among, is_good: true, .. } => {
            // What is good for somebody goes to itself, then to the other half of its realm (IS-17.6).
            let twin = mind.game.twin(position, mind.seat).map(|(twin, _)| Faction::of(twin));
            let own = [Some(mind.me), twin].into_iter().flatten().find(|one| among.contains(*one));
            own.or_else(|| among.iter().next()).map(Pick::Faction)
        }
        Offer::Factions { among, .. } => {
            mind.victim(position, *among).or_else(|| among.iter().next()).map(Pick::Faction)
        }
        Offer::Options { open, options } => {
            let fits = (0u8..).zip(options).filter(|(i, _)| open >> i & 1 == 1);
            // IS-13.14: no card is drawn into a full hand.
            let is_full = position.side(mind.seat).hand >= mind.game.hand_limit(mind.seat);
            let key = |class: u8| if is_full && class == 1 { 13 } else { class };
            fits.min_by_key(|(i, class)| (key(**class), *i)).map(|(i, _)| Pick::Option(i))
        }
        Offer::Wonders(open) => {
            let all = (0..7).map(Wonder).filter(|wonder| open >> wonder.0 & 1 == 1);
            let owner = |wonder: Wonder| position.work(wonder).owner.map(Faction::of);
            let key = |wonder: Wonder| match owner(wonder) {
                Some(owner) if owner == mind.me => (0, Rank::Others),
                Some(owner) => (1, mind.rank(Factions::only(owner))),
                None => (0, Rank::Others),
            };
            mind.first(all, |wonder| wonder.0, key).map(Pick::Wonder)
        }
        Offer::Spots(n) => (*n > 0).then_some(Pick::Spot(0)),
    }
}

/// An ally: where something of an enemy can be won, then where most is at stake, then nearest to the home (IS-13.8, sheet of Minos).
fn ally(mind: &Mind<'_>, position: &Position, board: &Board, among: AreaSet) -> Option<Area> {
    let contested = among & board.contested();
    let dear = position.gold_of(mind.enemies) | position.wonders_of(mind.enemies) | mind.cities(board, mind.enemies);
    let far = mind.game.chart.distances(mind.home.map_or(AreaSet::NONE, AreaSet::only), mind.ways(position));
    let key = |area: Area| {
        let rank = mind.rank(board.factions(area));
        (!dear.contains(area), rank, far[area.index()].unwrap_or(u8::MAX))
    };
    mind.first_area(contested, key)
}

/// How dear an area is to the list of priorities (IS-13.6): what lies first there is struck first.
pub(super) fn dearness(mind: &Mind<'_>, position: &Position, board: &Board, area: Area) -> u8 {
    let chart = &mind.game.chart;
    let mine = Factions::only(mind.me);
    let enemies = mind.enemies;
    let near = |areas: AreaSet| chart.next_to_any(areas);
    let gold = position.gold_of(enemies);
    let works = position.wonders_of(enemies);
    let cities = mind.cities(board, enemies);
    let size = |n: u8| enemies.iter().any(|one| board.discs(area, one) == n);
    let list: [(u8, bool); 13] = [
        (1, mind.home == Some(area)),
        (2, position.wonders_of(mine).contains(area)),
        (3, position.gold_of(mine).contains(area)),
        (4, board.cities(chart, mind.me).contains(area)),
        (12, gold.contains(area)),
        (13, works.contains(area)),
        (14, near(gold).contains(area)),
        (15, near(works).contains(area)),
        (16, cities.contains(area)),
        (18, near(cities).contains(area)),
        (19, size(2)),
        (20, size(1)),
        (22, true),
    ];
    list.iter().find(|(_, is)| *is).map_or(22, |(number, _)| *number)
}

/// Where Barbarians hurt enemies most (IS-13.10).
fn invasion(mind: &Mind<'_>, position: &Position, board: &Board, among: AreaSet, leads: bool) -> Option<Area> {
    let chart = &mind.game.chart;
    let of = if mind.enemies.is_empty() { mind.players } else { mind.enemies };
    let theirs = of.iter().fold(AreaSet::NONE, |all, one| all | board.occupied(one));
    let own = board.occupied(mind.me);
    let far = chart.distances(theirs, chart.in_play);
    let size = |area: Area| of.iter().map(|one| board.discs(area, one)).max().unwrap_or(0);
    let key = |area: Area| {
        let value = match () {
            () if position.gold_of(of).contains(area) => 0,
            () if position.wonders_of(of).contains(area) => 1,
            () => 5 - size(area).min(3),
        };
        let hit = if leads { AreaSet::only(area) | (chart.next_to(area) & chart.land) } else { AreaSet::only(area) };
        let (hurt, lost) = ((hit & theirs).len(), (hit & own).len());
        (!theirs.contains(area), value, Reverse(hurt), lost, far[area.index()].unwrap_or(u8::MAX))
    };
    mind.first_area(among, key)
}

/// Where discs are removed: most of enemies, then most of others, fewest of its own; then by the list (IS-13.6). Barbarians by their
/// own list (IS-13.11).
fn harm(
    mind: &Mind<'_>,
    position: &Position,
    board: &Board,
    among: AreaSet,
    factions: Factions,
    leads: bool,
) -> Option<Area> {
    if factions == Factions::only(mind.me) {
        // Its own discs go from where they are missed least.
        let dear = |area: Area| Reverse((own_dearness(mind, position, board, area), area.0));
        return among.iter().min_by_key(|area| dear(*area));
    }
    if factions == Factions::only(Faction::BARBARIANS) {
        return barbarians(mind, position, board, among);
    }
    let round = |area: Area| {
        let near = if leads { mind.game.chart.next_to(area) } else { AreaSet::NONE };
        AreaSet::only(area) | near
    };
    let lost = |area: Area, of: &dyn Fn(Faction) -> bool| {
        let hit = factions.iter().filter(|one| of(*one)).collect::<Factions>();
        round(area).iter().map(|area| hit.iter().filter(|one| board.discs(area, *one) > 0).count()).sum::<usize>()
    };
    // IS-19.5: one people's discs before all others, and first in the own home and around it.
    let hunts = mind.game.part_of(position, mind.seat).and_then(|part| part.hunts);
    let hunted = hunts.and_then(|civ| position.faction(civ));
    let home = mind.home.map_or(AreaSet::NONE, |home| AreaSet::only(home) | mind.game.chart.next_to(home));
    let key = |area: Area| {
        let hunt = hunted.map(|hunted| (lost(area, &|one| one == hunted) == 0, !home.contains(area)));
        let enemies = lost(area, &|one| mind.enemies.contains(one));
        let others = lost(area, &|one| one != mind.me);
        let own = lost(area, &|one| one == mind.me);
        let rank = mind.rank(board.factions(area));
        (hunt, Reverse(enemies), Reverse(others), own, rank, dearness(mind, position, board, area))
    };
    let worth = |area: &Area| {
        let own = lost(*area, &|one| one == mind.me);
        let others = lost(*area, &|one| one != mind.me);
        others > own
    };
    mind.first_area(among.iter().filter(worth).collect(), key)
}

/// How dear its own discs in an area are: home, Wonders, Gold, Cities, then what is larger.
fn own_dearness(mind: &Mind<'_>, position: &Position, board: &Board, area: Area) -> u8 {
    match dearness(mind, position, board, area) {
        dear @ 1..=4 => dear,
        _ => 9 - board.discs(area, mind.me).min(3),
    }
}

/// From which area Barbarians are removed (IS-13.11).
fn barbarians(mind: &Mind<'_>, position: &Position, board: &Board, among: AreaSet) -> Option<Area> {
    let chart = &mind.game.chart;
    let mine = Factions::only(mind.me);
    let own = board.occupied(mind.me);
    let home = chart.distances(mind.home.map_or(AreaSet::NONE, AreaSet::only), chart.in_play);
    let near = chart.distances(own, chart.in_play);
    let controlled = board.controlled(Faction::BARBARIANS);
    let key = |area: Area| {
        let to_home = home[area.index()].unwrap_or(u8::MAX);
        match () {
            () if controlled.contains(area) => (1, to_home),
            () if board.discs(area, Faction::BARBARIANS) == 1 => (2, to_home),
            () if mind.home == Some(area) => (3, 0),
            () if position.wonders_of(mine).contains(area) => (4, 0),
            () if board.cities(chart, mind.me).contains(area) => (5, 0),
            () if own.contains(area) => (6, 0),
            () => (7, near[area.index()].unwrap_or(u8::MAX)),
        }
    };
    mind.first_area(among, key)
}

/// How an NPC ranks the options of a card: by the order of its cards, but discs of its own come before talents (IS-13.5.1). What it
/// would lose itself comes last, talents before discs, discs before points, cards last of all.
pub fn class(steps: &[Step]) -> u8 {
    let of = |step: &Step| match &step.op {
        Op::Draw { who: Who::Me | Who::Any, .. } => 1,
        Op::Wonder { act: WonderAct::Build(_) | WonderAct::Restore | WonderAct::Add(_), .. } => 2,
        Op::Wonder { .. } => 3,
        Op::Vp { who: Who::Me, n: 1.. } => 4,
        Op::Place { disc: Who::Me, .. } | Op::Ready(_) | Op::Move { .. } => 5,
        Op::Talents { who: Who::Me, n: 1.. } => 6,
        Op::Talents { who: Who::Me | Who::Named, n: ..=-1 } => 20,
        Op::Remove { disc: Who::Me | Who::Named, .. } => 21,
        Op::Vp { who: Who::Me | Who::Named, n: ..=-1 } => 22,
        Op::Discard { who: Who::Me | Who::Named, .. } => 23,
        Op::Discard { .. } | Op::Steal { .. } => 7,
        Op::Vp { .. } => 8,
        Op::Talents { .. } => 9,
        Op::Remove { .. } | Op::Replace { .. } => 10,
        Op::Place { disc: Who::Barbarian, .. } => 11,
        _ => 12,
    };
    steps.iter().map(of).min().unwrap_or(12)
}

/// The classes of several options.
pub fn classes(options: &[Vec<Step>]) -> Vec<u8> {
    options.iter().map(|steps| class(steps)).collect()
}
