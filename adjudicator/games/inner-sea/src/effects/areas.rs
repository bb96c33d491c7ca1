//! Choosing the faction and the areas that a step is about.

use super::discs::per_area;
use super::select::{fits, stands_for};
use super::{Aim, Host, Offer, Pick, Run, chooser};
use crate::deck::{Reach, Spread, Step, Who};
use crate::pieces::{Area, AreaSet, Faction, Factions};
use tabellarius_kernel::Play;

/// Finds the one faction that a step is about; lets it be named, where the card says so.
pub(super) fn one_faction<H: Host>(
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

pub(super) type Fits<'f, H> = &'f dyn Fn(&H, &Run<'_>, AreaSet) -> AreaSet;
pub(super) type Act<'f, H> = &'f mut dyn FnMut(&mut H, &mut Run<'_>, Area);

/// Lets somebody choose areas one after another, and does something in each.
pub(super) fn each_area<H: Host>(
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
    for round in 0..rounds {
        let mut among = fits(host, run, chosen);
        if !repeats {
            among = among - chosen;
        }
        if spread.linked && !chosen.is_empty() {
            let again = if repeats { chosen } else { AreaSet::NONE };
            among = among & (run.game.chart.next_to_any(chosen) | again);
        }
        if among.is_empty() {
            break;
        }
        let left = if repeats { rounds - round } else { per_area(spread) };
        let offer = Offer::Areas { among, aim, may_stop: step.up_to, leads: step.leads, left };
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
