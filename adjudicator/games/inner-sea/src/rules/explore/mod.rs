//! The Exploration Phase: what lies in the empty areas around is found out, and unknown civilizations are met (IS-20).

mod finds;
mod home;
mod meet;
mod pool;
mod question;
mod settling;

pub use question::ExploreQuestion;

use crate::event::{Drawn, Event};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::pieces::{Area, AreaSet, Faction};
use crate::position::{Phase, Position};
use crate::rules::turn;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat};

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let chooses = |seat: Seat| ExploreQuestion::of(game, &table.state.position, seat).is_open();
    let asked = game.seats().iter().filter(|seat| chooses(*seat)).collect::<tabellarius_kernel::Seats>();
    if !asked.is_empty() {
        table.gather(asked)?;
    }
    let mut journey = Journey::default();
    for (seat, area) in plan(table)? {
        if journey.explored.contains(area) || table.state.position.board.occupied_by_any().contains(area) {
            continue;
        }
        journey.explored.insert(area);
        explore(table, &mut journey, seat, area)?;
    }
    if !journey.nothing.is_empty() {
        table.tell(Event::NothingFound { areas: journey.nothing.clone() });
    }
    pool::clean_up(table, journey.has_met);
    turn::go_on(table, Phase::Growth);
    Ok(())
}

/// What the phase has brought so far.
#[derive(Default)]
struct Journey {
    /// The areas that were looked at: a white disc lies where nothing was found.
    explored: AreaSet,
    /// Where nothing was found.
    nothing: Vec<Area>,
    /// Whether a civilization was met: one a turn is the most.
    has_met: bool,
}

impl Journey {
    /// The areas in which nothing is, a white disc neither.
    fn empty(&self, game: &InnerSea, position: &Position) -> AreaSet {
        game.chart.in_play - position.board.occupied_by_any() - self.explored
    }
}

/// The empty areas next to discs of some factions as the phase begins, in the order of competition.
fn around(game: &InnerSea, position: &Position, of: impl Iterator<Item = Faction>) -> AreaSet {
    let own = of.fold(AreaSet::NONE, |all, one| all | position.board.occupied(one));
    game.chart.next_to_any(own) - position.board.occupied_by_any()
}

/// IS-20.3: first round the players, as they wish and then in the order of competition; then round NPCs, then round Barbarians. Whoever
/// explores for nobody is the first player in the turn order.
fn plan(table: &mut Table<'_>) -> Play<Vec<(Seat, Area)>> {
    let game = table.game;
    let order = table.state.position.order.clone();
    let players: Vec<Seat> = order.iter().copied().filter(|seat| !game.is_npc(*seat)).collect();
    let Some(first) = players.first().copied() else { return Ok(Vec::new()) };
    let mut all: Vec<(Seat, Area)> = Vec::new();
    for seat in players {
        let question = ExploreQuestion::of(game, &table.state.position, seat);
        let areas = question.areas();
        let wished = npc::ask(table, seat, format_args!("explore/{}", game.seat_key(seat)), question)?;
        all.extend(wished.into_iter().map(|area| (seat, area)));
        all.extend(ranked(game, areas).map(|area| (seat, area)));
    }
    let position = &table.state.position;
    let npcs = around(game, position, order.iter().filter(|seat| game.is_npc(**seat)).map(|seat| Faction::of(*seat)));
    let natives = around(game, position, core::iter::once(Faction::BARBARIANS));
    all.extend(ranked(game, npcs).chain(ranked(game, natives)).map(|area| (first, area)));
    Ok(all)
}

/// Areas in the order of competition.
fn ranked(game: &InnerSea, among: AreaSet) -> impl Iterator<Item = Area> + '_ {
    game.chart.ranked.iter().copied().filter(move |area| among.contains(*area))
}

/// IS-20.3: a disc is drawn from the pool for an area.
fn explore(table: &mut Table<'_>, journey: &mut Journey, seat: Seat, area: Area) -> Play {
    let (disc, colour) = pool::draw(table, area);
    // IS-20.5: a colour counts once a turn, while its civilization is not met yet, and where there is room for it.
    let meets = colour.filter(|npc| {
        let room = table.game.chart.next_to(area) & journey.empty(table.game, &table.state.position);
        !journey.has_met && !room.is_empty() && table.game.is_hidden(&table.state.position, *npc)
    });
    if disc == Drawn::White || (disc == Drawn::Coloured && meets.is_none()) {
        journey.nothing.push(area);
        return Ok(());
    }
    table.tell(Event::Explored { area, disc });
    match (disc, meets) {
        (Drawn::Black, _) => finds::natives(table, area),
        (Drawn::Yellow, _) => finds::riches(table, seat, area),
        (_, Some(npc)) => {
            journey.has_met = true;
            meet::meet(table, journey, npc, area)
        }
        _ => Ok(()),
    }
}
