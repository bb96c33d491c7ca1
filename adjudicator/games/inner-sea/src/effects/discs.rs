//! Discs come, go and move.

use super::select::{fits, stands_for, walled};
use super::{Aim, Host, Loss, Offer, Pick, Run, chooser};
use crate::deck::{Reach, Spread, Step, Who};
use crate::options::Victory;
use crate::pieces::{Area, AreaSet, Faction, Factions};
use crate::position::limit;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// How many discs in one area.
fn per_area(spread: &Spread) -> u8 {
    match spread.reach {
        Reach::Areas { n, .. } | Reach::Every { n } => n,
        Reach::Total(_) => 1,
    }
}

/// How many more discs of a faction may come into an area (IS-1.7, IS-1.2.2, IS-12.3).
fn room<H: Host>(host: &H, run: &Run<'_>, spread: &Spread, faction: Faction, area: Area) -> u8 {
    let position = host.position();
    if let Some(seat) = faction.seat() {
        if position.banned.contains(area) {
            return 0;
        }
        // IS-10.3: nobody is placed on a team mate's toes, by a card either.
        if run.game.team_forbids(position, host.board(), seat, area).is_some() {
            return 0;
        }
        let is_open = run.game.chart.open.contains(area);
        if is_open && !spread.open_ok && !position.may_sail_open(seat) {
            return 0;
        }
    }
    let most = if spread.overstack { 200 } else { limit(position.phase, run.game.chart.kind(area)) };
    most.saturating_sub(host.board().discs(area, faction))
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
fn put<H: Host>(host: &mut H, run: &Run<'_>, spread: &Spread, faction: Faction, area: Area, white: bool) -> u8 {
    let n = per_area(spread);
    if white {
        host.board_mut().add_white(area, faction, n);
        return n;
    }
    let n = n.min(room(host, run, spread, faction, area));
    let supply = run.game.supply(host.position(), host.board(), faction);
    let from_supply = n.min(supply);
    host.board_mut().add(area, faction, from_supply);
    let mut put = from_supply;
    // IS-5.2.3: Barbarians that are missing come from other areas.
    while faction == Faction::BARBARIANS && put < n && take_barbarian(host, run, area) {
        host.board_mut().add(area, faction, 1);
        put += 1;
    }
    put
}

/// Takes a Barbarian disc from where most of them are (IS-5.2.3).
fn take_barbarian<H: Host>(host: &mut H, run: &Run<'_>, but_not: Area) -> bool {
    let ranked = run.game.chart.ranked.iter().rev().copied().filter(|area| *area != but_not);
    let most = ranked.max_by_key(|area| host.board().discs(*area, Faction::BARBARIANS));
    most.is_some_and(|area| host.board_mut().take(area, Faction::BARBARIANS, 1) == 1)
}

/// Finds the one faction that a step is about; lets it be named, where the card says so.
fn one_faction<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    who: Who,
    is_good: bool,
    where_for: &dyn Fn(&H, &Run<'_>, Faction) -> AreaSet,
) -> Play<Option<Faction>> {
    if !who.is_named_here() {
        return Ok(stands_for(host, run, who, run.named).iter().next());
    }
    let mut among = stands_for(host, run, who, None);
    // A second one named on a card must be another one, if there is one (IS-12.4).
    let others = Factions(among.0 & !run.before.0);
    if !others.is_empty() && !run.before.is_empty() {
        among = others;
    }
    let mut areas = [AreaSet::NONE; 7];
    let mut open = Factions::NONE;
    for faction in among.iter() {
        let mut trial = run.clone();
        trial.named = Some(faction);
        areas[faction.index()] = where_for(host, &trial, faction);
        if !areas[faction.index()].is_empty() {
            open.insert(faction);
        }
    }
    if open.is_empty() {
        return Ok(None);
    }
    let by = chooser(host, run, if step.by == Who::Named { Who::Me } else { step.by }).unwrap_or(run.scope.chooser);
    // Where somebody else chooses the areas, the player of the card names only the faction.
    let areas = if step.by == Who::Named { [AreaSet::NONE; 7] } else { areas };
    let Some(Pick::Faction(faction)) = host.pick(run, by, Offer::Factions { among: open, areas, is_good })? else {
        return Ok(None);
    };
    run.named = Some(faction);
    run.before.insert(faction);
    Ok(Some(faction))
}

type Fits<'f, H> = &'f dyn Fn(&H, &Run<'_>, AreaSet) -> AreaSet;
type Act<'f, H> = &'f mut dyn FnMut(&mut H, &mut Run<'_>, Area);

/// Lets somebody choose areas one after another, and does something in each.
fn each_area<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    spread: &Spread,
    aim: Aim,
    fits: Fits<'_, H>,
    act: Act<'_, H>,
) -> Play<AreaSet> {
    let mut chosen = AreaSet::NONE;
    let (rounds, repeats) = match spread.reach {
        Reach::Every { .. } => {
            let all = fits(host, run, chosen);
            let ranked = run.game.chart.ranked.iter().copied().filter(|area| all.contains(*area));
            for area in ranked {
                act(host, run, area);
            }
            return Ok(all);
        }
        Reach::Areas { areas, .. } => (areas, false),
        Reach::Total(n) => (n, true),
    };
    let Some(by) = chooser(host, run, step.by) else { return Ok(chosen) };
    for _ in 0..rounds {
        let mut among = fits(host, run, chosen);
        if !repeats {
            among = among - chosen;
        }
        if spread.linked && !chosen.is_empty() {
            among = among & run.game.chart.next_to_any(chosen);
        }
        if among.is_empty() {
            break;
        }
        let offer = Offer::Areas { among, aim, may_stop: step.up_to };
        let Some(Pick::Area(area)) = host.pick(run, by, offer)? else { break };
        chosen.insert(area);
        act(host, run, area);
    }
    Ok(chosen)
}

/// `truce` and `ban`: areas are chosen, and nothing happens to discs.
pub(super) fn choose<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, spread: &Spread) -> Play<AreaSet> {
    let all = fits(host, run, &spread.area, run.named);
    let aim = Aim::Harm(stands_for(host, run, Who::Opponent, None));
    let chosen = each_area(host, run, step, spread, aim, &|_, _, _| all, &mut |_, _, _| {})?;
    run.prev = chosen;
    Ok(chosen)
}

/// What is left of a faction in an area after the losses that are already certain.
fn left<H: Host>(host: &H, losses: &[Loss], area: Area, faction: Faction) -> u8 {
    let lost = losses.iter().filter(|loss| (loss.area, loss.faction) == (area, faction)).map(|loss| loss.n);
    host.board().strength(area, faction).saturating_sub(lost.sum())
}

/// `remove` and `replace`
pub(super) fn remove<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    disc: Who,
    with: Option<Who>,
    spread: &Spread,
) -> Play<bool> {
    let mut losses: Vec<Loss> = Vec::new();
    let safe = walled(host, run);
    let chosen = match disc {
        Who::Each | Who::EachOpponent => remove_each(host, run, step, disc, spread, safe, &mut losses)?,
        _ if spread.mixed => remove_mixed(host, run, step, disc, spread, safe, &mut losses)?,
        _ => {
            let there = |host: &H, run: &Run<'_>, faction: Faction| {
                (fits(host, run, &spread.area, run.named) & host.board().occupied(faction)) - safe
            };
            let Some(faction) = one_faction(host, run, step, disc, false, &there)? else { return Ok(false) };
            let all = there(host, run, faction);
            let n = per_area(spread);
            let aim = Aim::Harm(Factions::only(faction));
            // The areas are looked up again after each choice: what is certain to be lost cannot be lost twice.
            let mut chosen = AreaSet::NONE;
            let (rounds, repeats) = match spread.reach {
                Reach::Areas { areas, .. } => (areas, false),
                Reach::Total(n) => (n, true),
                Reach::Every { .. } => {
                    for area in all.iter() {
                        losses.push(Loss { faction, area, n: n.min(left(host, &losses, area, faction)) });
                    }
                    (0, false)
                }
            };
            let Some(by) = chooser(host, run, step.by) else { return Ok(false) };
            for _ in 0..rounds {
                let mut among: AreaSet = all.iter().filter(|area| left(host, &losses, *area, faction) > 0).collect();
                if !repeats {
                    among = among - chosen;
                }
                if spread.linked && !chosen.is_empty() {
                    among = among & run.game.chart.next_to_any(chosen);
                }
                if among.is_empty() {
                    break;
                }
                let offer = Offer::Areas { among, aim, may_stop: step.up_to };
                let Some(Pick::Area(area)) = host.pick(run, by, offer)? else { break };
                chosen.insert(area);
                losses.push(Loss { faction, area, n: n.min(left(host, &losses, area, faction)) });
            }
            if rounds == 0 { all } else { chosen }
        }
    };
    losses.retain(|loss| loss.n > 0);
    run.prev = chosen;
    if losses.is_empty() {
        return Ok(false);
    }
    host.lose(run, &losses)?;
    if let Some(with) = with {
        replace(host, run, with, spread, &losses);
    }
    Ok(true)
}

/// The areas are chosen once, then everybody who fits loses there.
fn remove_each<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    disc: Who,
    spread: &Spread,
    safe: AreaSet,
    losses: &mut Vec<Loss>,
) -> Play<AreaSet> {
    let mut factions = stands_for(host, run, disc, None);
    if disc == Who::Each {
        factions.insert(Faction::BARBARIANS);
    }
    let of = |faction: Faction, host: &H, run: &Run<'_>| {
        (fits(host, run, &spread.area, Some(faction)) & host.board().occupied(faction)) - safe
    };
    let by_faction: Vec<(Faction, AreaSet)> = factions.iter().map(|f| (f, of(f, host, run))).collect();
    let all = by_faction.iter().fold(AreaSet::NONE, |all, (_, areas)| all | *areas);
    let n = per_area(spread);
    each_area(host, run, step, spread, Aim::Harm(factions), &|_, _, _| all, &mut |host, _, area| {
        for (faction, areas) in by_faction.iter().filter(|(_, areas)| areas.contains(area)) {
            let _ = areas;
            losses.push(Loss { faction: *faction, area, n: n.min(host.board().strength(area, *faction)) });
        }
    })
}

/// The faction is chosen anew for every disc.
fn remove_mixed<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    disc: Who,
    spread: &Spread,
    safe: AreaSet,
    losses: &mut Vec<Loss>,
) -> Play<AreaSet> {
    let factions = stands_for(host, run, disc, None);
    let Some(by) = chooser(host, run, step.by) else { return Ok(AreaSet::NONE) };
    let mut there = AreaSet::NONE;
    for faction in factions.iter() {
        there |= host.board().occupied(faction);
    }
    let all = (fits(host, run, &spread.area, run.named) & there) - safe;
    let (n, areas) = match spread.reach {
        Reach::Areas { n, areas } => (n, areas),
        Reach::Every { n } => (n, u8::MAX),
        Reach::Total(n) => (1, n),
    };
    let mut chosen = AreaSet::NONE;
    let mut rest = all;
    for _ in 0..areas {
        let mut among = rest;
        if spread.linked && !chosen.is_empty() {
            among = among & run.game.chart.next_to_any(chosen);
        }
        let area = match spread.reach {
            Reach::Every { .. } => rest.first(),
            _ if among.is_empty() => None,
            _ => {
                let offer = Offer::Areas { among, aim: Aim::Harm(factions), may_stop: step.up_to };
                match host.pick(run, by, offer)? {
                    Some(Pick::Area(area)) => Some(area),
                    _ => None,
                }
            }
        };
        let Some(area) = area else { break };
        chosen.insert(area);
        rest.remove(area);
        one_by_one(host, run, by, (area, n), factions, losses)?;
    }
    Ok(chosen)
}

/// One disc after the other in an area, each of a faction that somebody chooses.
fn one_by_one<H: Host>(
    host: &mut H,
    run: &Run<'_>,
    by: Seat,
    (area, n): (Area, u8),
    factions: Factions,
    losses: &mut Vec<Loss>,
) -> Play {
    for _ in 0..n {
        let among: Factions = factions.iter().filter(|f| left(host, losses, area, *f) > 0).collect();
        if among.is_empty() {
            break;
        }
        let offer = Offer::Factions { among, areas: [AreaSet::only(area); 7], is_good: false };
        let Some(Pick::Faction(faction)) = host.pick(run, by, offer)? else { break };
        losses.push(Loss { faction, area, n: 1 });
    }
    Ok(())
}

/// Discs of another faction come for those that were to go, whether they went or were paid for (IS-5.7.2).
fn replace<H: Host>(host: &mut H, run: &mut Run<'_>, with: Who, spread: &Spread, losses: &[Loss]) {
    let Some(faction) = stands_for(host, run, with, run.named).iter().next() else { return };
    let one = Spread { reach: Reach::Total(1), ..spread.clone() };
    let mut heaps: Vec<(Area, u8)> = Vec::new();
    for loss in losses {
        for _ in 0..loss.n {
            let n = put(host, run, &one, faction, loss.area, false);
            match heaps.iter_mut().find(|(known, _)| *known == loss.area) {
                Some((_, sum)) => *sum += n,
                None => heaps.push((loss.area, n)),
            }
        }
    }
    heaps.retain(|(_, n)| *n > 0);
    if !heaps.is_empty() {
        host.placed(run, faction, &heaps, false);
    }
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
        let offer = Offer::Areas { among: from, aim: Aim::Harm(Factions::only(me)), may_stop: step.up_to };
        let Some(Pick::Area(from)) = host.pick(run, by, offer)? else { break };
        let mut among = open;
        among.remove(from);
        if among.is_empty() {
            break;
        }
        let offer = Offer::Areas { among, aim: Aim::Gain(me), may_stop: false };
        let Some(Pick::Area(to)) = host.pick(run, by, offer)? else { break };
        if host.board_mut().take(from, me, 1) == 0 {
            break;
        }
        host.board_mut().add(to, me, 1);
        heaps.push((to, 1));
    }
    if !heaps.is_empty() {
        host.placed(run, me, &heaps, false);
    }
    Ok(!heaps.is_empty())
}
