//! Discs come on the map and move on it.

use super::areas::{each_area, one_faction};
use super::select::fits;
use super::{Aim, Host, Offer, Pick, Run, chooser};
use crate::deck::{Reach, Spread, Step, Time, Who};
use crate::options::Victory;
use crate::pieces::{Area, AreaSet, Faction, Factions};
use crate::position::limit;
use alloc::vec::Vec;
use tabellarius_kernel::Play;

/// How many discs in one area.
pub(super) fn per_area(spread: &Spread) -> u8 {
    match spread.reach {
        Reach::Areas { n, .. } | Reach::Every { n } => n,
        Reach::Total(_) => 1,
    }
}

/// How many more discs of a faction may come into an area (IS-1.7, IS-1.2.2, IS-12.3).
fn room<H: Host>(host: &H, run: &Run<'_>, spread: &Spread, faction: Faction, area: Area) -> u8 {
    let position = host.position();
    // IS-19.10: what an event brings is nobody's card.
    let comes = comes_as(host, run, faction, area);
    if run.scope.time != Time::Event && run.game.walls_bar(position, host.board(), run.scope.me, comes, area) {
        return 0;
    }
    if let Some(seat) = faction.seat() {
        if position.banned.contains(area) {
            return 0;
        }
        if run.game.shuns(position, host.board(), seat, area) {
            return 0;
        }
        // IS-15.7: not by a card in the other half of the world.
        if run.scope.time == Time::Card && run.game.too_far(position, host.board(), run.scope.me).contains(area) {
            return 0;
        }
        // IS-10.3: nobody is placed on a team mate's toes, by a card either.
        if run.game.team_forbids(position, host.board(), seat, area).is_some() {
            return 0;
        }
        let is_open = run.game.chart.open.contains(area);
        if is_open && !spread.open_ok && !run.game.sails_open(position, seat) {
            return 0;
        }
    }
    let most = if spread.overstack { 200 } else { limit(position.phase, run.game.chart.kind(area)) };
    most.saturating_sub(host.board().discs(area, comes))
}

/// Whose disc comes into an area: where a vassal of the player stands, the vassal's (IS-18.4).
fn comes_as<H: Host>(host: &H, run: &Run<'_>, faction: Faction, area: Area) -> Faction {
    let seat = faction.seat().filter(|_| faction == run.scope.me);
    seat.map_or(faction, |seat| run.game.comes_as(host.position(), host.board(), seat, area))
}

/// Where allies may come: not in open sea, where nobody competes, and not on a team mate's toes (IS-10.3).
fn for_allies<H: Host>(host: &H, run: &Run<'_>, faction: Faction, all: AreaSet) -> AreaSet {
    let all = all - run.game.chart.open;
    let forbidden = |area: &Area| {
        let seat = faction.seat();
        seat.is_some_and(|seat| run.game.team_forbids(host.position(), host.board(), seat, *area).is_some())
    };
    if run.game.options.victory == Victory::Single { all } else { all.iter().filter(|area| !forbidden(area)).collect() }
}

/// Where discs of a faction could be placed.
fn open_to<H: Host>(host: &H, run: &Run<'_>, spread: &Spread, faction: Faction, white: bool) -> AreaSet {
    let all = fits(host, run, &spread.area, run.named);
    if white {
        return for_allies(host, run, faction, all);
    }
    if run.game.supply(host.position(), host.board(), faction) == 0 && faction != Faction::BARBARIANS {
        return AreaSet::NONE;
    }
    all.iter().filter(|area| room(host, run, spread, faction, *area) > 0).collect()
}

/// `place`
pub(super) fn place<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    disc: Who,
    ally: Who,
    spread: &Spread,
) -> Play<bool> {
    let white = disc == Who::White;
    let whose = if white { ally } else { disc };
    let Some(faction) =
        one_faction(host, run, step, whose, true, &|host, run, faction| open_to(host, run, spread, faction, white))?
    else {
        return Ok(false);
    };
    let fixed = (!spread.chain).then(|| fits(host, run, &spread.area, run.named));
    if let (Reach::Every { .. }, Some(all)) = (&spread.reach, fixed) {
        run.filled |= all;
    }
    let mut heaps: Vec<(Area, u8)> = Vec::new();
    let chosen = {
        let heaps = &mut heaps;
        each_area(
            host,
            run,
            step,
            spread,
            Aim::Gain(faction),
            &|host, run, _| match fixed {
                Some(fixed) if white => for_allies(host, run, faction, fixed),
                Some(fixed)
                    if run.game.supply(host.position(), host.board(), faction) > 0
                        || faction == Faction::BARBARIANS =>
                {
                    fixed.iter().filter(|area| room(host, run, spread, faction, *area) > 0).collect()
                }
                Some(_) => AreaSet::NONE,
                None => open_to(host, run, spread, faction, white),
            },
            &mut |host, run, area| {
                // IS-5.2.3: what this card fills, or is about to fill, gives no disc for it.
                run.filled.insert(area);
                if step.leads {
                    run.filled |= run.game.chart.next_to(area);
                }
                let n = put(host, run, spread, faction, area, white);
                match heaps.iter_mut().find(|(known, _)| *known == area) {
                    Some((_, sum)) => *sum += n,
                    None => heaps.push((area, n)),
                }
            },
        )?
    };
    heaps.retain(|(_, n)| *n > 0);
    if !heaps.is_empty() {
        host.placed(run, faction, &heaps, white);
    }
    run.prev = chosen;
    Ok(!heaps.is_empty())
}

/// Puts discs into an area, as many as may come; says how many came.
pub(super) fn put<H: Host>(
    host: &mut H,
    run: &Run<'_>,
    spread: &Spread,
    faction: Faction,
    area: Area,
    white: bool,
) -> u8 {
    let n = per_area(spread);
    if white {
        host.board_mut().add_white(area, faction, n);
        return n;
    }
    let n = n.min(room(host, run, spread, faction, area));
    let supply = run.game.supply(host.position(), host.board(), faction);
    let from_supply = n.min(supply);
    let comes = comes_as(host, run, faction, area);
    host.board_mut().add(area, comes, from_supply);
    let mut put = from_supply;
    // IS-5.2.3: Barbarians that are missing come from other areas.
    while faction == Faction::BARBARIANS && put < n && take_barbarian(host, run, area) {
        host.board_mut().add(area, faction, 1);
        put += 1;
    }
    put
}

/// Takes a Barbarian disc from where most of them are, but not from where the same card places some (IS-5.2.3).
fn take_barbarian<H: Host>(host: &mut H, run: &Run<'_>, but_not: Area) -> bool {
    let open = |area: &Area| *area != but_not && !run.filled.contains(*area);
    let ranked = run.game.chart.ranked.iter().rev().copied().filter(open);
    let most = ranked.max_by_key(|area| host.board().discs(*area, Faction::BARBARIANS));
    let taken = most.filter(|area| host.board_mut().take(*area, Faction::BARBARIANS, 1) == 1);
    taken.into_iter().for_each(|area| host.called_away(area));
    taken.is_some()
}

/// `move`: own discs on the map go to areas that fit, one after another.
pub(super) fn shift<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, spread: &Spread) -> Play<bool> {
    let Reach::Total(n) = spread.reach else { return Ok(false) };
    let Some(by) = chooser(host, run, step.by) else { return Ok(false) };
    let me = run.scope.me;
    let to = fits(host, run, &spread.area, run.named);
    let mut heaps: Vec<(Area, u8)> = Vec::new();
    for _ in 0..n {
        let from = host.board().occupied(me);
        let open: AreaSet = to.iter().filter(|area| room(host, run, spread, me, *area) > 0).collect();
        if from.is_empty() || open.is_empty() {
            break;
        }
        let offer = Offer::Areas {
            among: from,
            aim: Aim::Harm(Factions::only(me)),
            may_stop: step.up_to,
            leads: false,
            left: 1,
        };
        let Some(Pick::Area(from)) = host.pick(run, by, offer)? else { break };
        let mut among = open;
        among.remove(from);
        if among.is_empty() {
            break;
        }
        let offer = Offer::Areas { among, aim: Aim::Gain(me), may_stop: false, leads: false, left: 1 };
        let Some(Pick::Area(to)) = host.pick(run, by, offer)? else { break };
        if host.board_mut().take(from, me, 1) == 0 {
            break;
        }
        let comes = comes_as(host, run, me, to);
        host.board_mut().add(to, comes, 1);
        heaps.push((to, 1));
    }
    if !heaps.is_empty() {
        host.placed(run, me, &heaps, false);
    }
    Ok(!heaps.is_empty())
}
