//! Which areas and factions fit (IS-12.4, IS-12.5).

use super::{Host, Run};
use crate::deck::{Fit, Selector, Who};
use crate::game::InnerSea;
use crate::pieces::{Area, AreaSet, Civ, Faction, Factions};
use crate::position::Position;
use crate::sheets::Power;
use tabellarius_kernel::Seat;

/// Everybody with most points.
pub fn most_vp(game: &InnerSea, position: &Position) -> Factions {
    let most = position.order.iter().map(|seat| game.score(position, *seat)).max();
    let best = position.order.iter().filter(|seat| Some(game.score(position, **seat)) == most);
    best.map(|seat| Faction::of(*seat)).collect()
}

/// The civilization with fewest points; of several the first in turn order (IS-12.4), or the one that plays against two (IS-10.2).
pub fn fewest_vp(game: &InnerSea, position: &Position) -> Option<Seat> {
    // IS-15.7: of equals an Invader decides.
    let later = |seat: Seat| (!game.is_single(seat), !game.is_invader(position, seat));
    position.order.iter().copied().min_by_key(|seat| (game.score(position, *seat), later(*seat)))
}

/// The factions that a word of a selector stands for.
pub(super) fn stands_for<H: Host>(host: &H, run: &Run<'_>, who: Who, named: Option<Faction>) -> Factions {
    let civs = host.position().peoples();
    // IS-16.6: discs of who is out of the game are still there.
    let mut all = host.position().fallen | civs;
    all.insert(Faction::BARBARIANS);
    match who {
        Who::Me => Factions::only(run.scope.me),
        Who::Rival => civs.without(run.scope.me),
        Who::Opponent | Who::EachOpponent => all.without(run.scope.me),
        Who::Any => all,
        Who::Named => named.map_or(Factions::NONE, Factions::only),
        Who::Each => civs,
        Who::MostVp => run.most_vp,
        Who::FewestVp => {
            fewest_vp(run.game, host.position()).map_or(Factions::NONE, |s| Factions::only(Faction::of(s)))
        }
        Who::Barbarian => Factions::only(Faction::BARBARIANS),
        Who::White => Factions::NONE,
    }
}

/// The areas that fit all terms.
pub(super) fn fits<H: Host>(host: &H, run: &Run<'_>, selector: &Selector, named: Option<Faction>) -> AreaSet {
    let chart = &run.game.chart;
    let mut all = chart.in_play;
    for (is, fit) in &selector.0 {
        let set = term(host, run, *fit, named);
        all = if *is { all & set } else { all - set };
    }
    all
}

fn term<H: Host>(host: &H, run: &Run<'_>, fit: Fit, named: Option<Faction>) -> AreaSet {
    let (chart, board) = (&run.game.chart, host.board());
    let each = |who: Who, of: &dyn Fn(Faction) -> AreaSet| {
        stands_for(host, run, who, named).iter().fold(AreaSet::NONE, |all, faction| all | of(faction))
    };
    let occupied = |who: Who| each(who, &|faction| board.occupied(faction));
    let home =
        |who: Who| each(who, &|faction| host.position().home_of(chart, faction).map_or(AreaSet::NONE, AreaSet::only));
    let here = run.scope.here.map_or(AreaSet::NONE, AreaSet::only);
    match fit {
        Fit::Land => chart.land,
        Fit::Sea => chart.coastal | chart.open,
        Fit::Coastal => chart.coastal,
        Fit::Open => chart.open,
        Fit::Contested => board.contested(),
        Fit::Here => here,
        Fit::Prev => run.prev,
        Fit::Edge(edge) => chart.edges[edge as usize],
        Fit::Occupied(who) => occupied(who),
        Fit::Controlled(who) => each(who, &|faction| board.controlled(faction)),
        Fit::City(who) => each(who, &|faction| board.cities(chart, faction)),
        Fit::Near(who) => {
            let own = occupied(who);
            own | chart.next_to_any(own)
        }
        Fit::Home(who) => {
            let homes = home(who);
            // IS-9.10: the Traitor may strike in Troy, though it is a home.
            let troy = if run.scope.is_traitor { chart.home(Civ::Troy) } else { None };
            homes - troy.map_or(AreaSet::NONE, AreaSet::only)
        }
        Fit::Round(who) => home(who) | chart.next_to_any(home(who)),
        Fit::Beside(who) => chart.next_to_any(home(who)),
        Fit::Two(who) => each(who, &|f| board.occupied(f).iter().filter(|area| board.discs(*area, f) >= 2).collect()),
        Fit::Shore(who) => {
            let seas = occupied(who) - chart.land;
            seas | chart.next_to_any(seas)
        }
        Fit::Nile if !host.position().river.is_empty() => host.position().river,
        Fit::Nile => chart.nile,
        Fit::Only(area) => AreaSet::only(area) & chart.in_play,
        Fit::About(area) => (AreaSet::only(area) & chart.in_play) | chart.next_to(area),
        Fit::BesideArea(area) => chart.next_to(area),
        Fit::NextTo(who) => chart.next_to_any(occupied(who)),
        Fit::NextToPrev => chart.next_to_any(run.prev),
        Fit::NextToHere => chart.next_to_any(here),
        Fit::NextToSea => chart.next_to_any(chart.coastal | chart.open),
        Fit::NextToCoastal => chart.next_to_any(chart.coastal),
        Fit::NextToOpen => chart.next_to_any(chart.open),
    }
}

/// The areas that a card cannot touch because of Troy's walls (IS-9.10).
pub(super) fn walled<H: Host>(host: &H, run: &Run<'_>) -> AreaSet {
    use crate::deck::Time;
    if run.scope.is_traitor || run.scope.time == Time::Competition {
        return AreaSet::NONE;
    }
    let (game, position) = (run.game, host.position());
    let walls = position.order.iter().filter(|seat| game.sheet(position, **seat).has(Power::Walls));
    let home = |seat: &Seat| position.home(&game.chart, *seat).map(|home| (home, Faction::of(*seat)));
    let stands = |(home, faction): &(Area, Faction)| host.board().discs(*home, *faction) >= 2;
    walls.filter_map(home).filter(stands).map(|(home, _)| home).collect()
}
