//! Discs leave the map, or are replaced by others.

use super::areas::{each_area, one_faction};
use super::discs::{per_area, put};
use super::select::{fits, stands_for, walled};
use super::{Aim, Host, Loss, Offer, Pick, Run, chooser};
use crate::deck::{Reach, Spread, Step, Time, Who};
use crate::pieces::{Area, AreaSet, Faction, Factions};
use crate::rules::gold::most_lost;
use alloc::vec::Vec;
use core::cell::RefCell;
use tabellarius_kernel::{Play, Seat};

/// How many discs of a faction a card may take from an area: Gold protects its owner's, but from competition cards and the Traitor
/// (IS-13.9.1).
fn at_risk<H: Host>(host: &H, run: &Run<'_>, area: Area, faction: Faction) -> u8 {
    let strength = host.board().strength(area, faction);
    // IS-19.10
    if run.game.walls_stop(host.position(), run.scope.thing, area, faction) {
        return 0;
    }
    let in_competition = run.scope.time == Time::Competition;
    if !in_competition && run.game.shuts_out(host.position(), area, faction, run.scope.is_traitor) {
        return 0;
    }
    let (position, board, me) = (host.position(), host.board(), run.scope.me);
    if run.scope.time == Time::Card
        && (run.game.spared(position, board, me) | run.game.too_far(position, board, me)).contains(area)
    {
        return 0;
    }
    let gold = host.position().gold_in(area).is_some_and(|gold| Faction::of(gold.owner) == faction);
    let helps = gold && !run.scope.is_traitor && !matches!(run.scope.time, Time::Competition | Time::Phase);
    match helps {
        true if run.struck.contains(area) => 0,
        true => most_lost(strength),
        false => strength,
    }
}

/// What is left of a faction in an area after the losses that are already certain.
fn left<H: Host>(host: &H, run: &Run<'_>, losses: &[Loss], area: Area, faction: Faction) -> u8 {
    let lost = losses.iter().filter(|loss| (loss.area, loss.faction) == (area, faction)).map(|loss| loss.n);
    at_risk(host, run, area, faction).saturating_sub(lost.sum())
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
        _ if disc.is_many() => remove_each(host, run, step, disc, spread, safe, &mut losses)?,
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
            let found = RefCell::new(Vec::new());
            let chosen = each_area(
                host,
                run,
                step,
                spread,
                aim,
                &|host, run, _| {
                    all.iter().filter(|area| left(host, run, &found.borrow(), *area, faction) > 0).collect()
                },
                &mut |host, run, area| {
                    let n = n.min(left(host, run, &found.borrow(), area, faction));
                    found.borrow_mut().push(Loss { faction, area, n });
                },
            )?;
            losses = found.into_inner();
            chosen
        }
    };
    losses.retain(|loss| loss.n > 0);
    run.prev = chosen;
    if losses.is_empty() {
        return Ok(false);
    }
    let gold = losses.iter().map(|loss| loss.area).filter(|area| host.position().gold_in(*area).is_some());
    run.struck |= gold.collect::<AreaSet>();
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
    let of = |faction: Faction, host: &H, run: &Run<'_>| fits(host, run, &spread.area, Some(faction));
    let by_faction: Vec<(Faction, AreaSet)> = factions.iter().map(|f| (f, of(f, host, run))).collect();
    // IS-5.2.2: an area may be chosen for what lies around it.
    let open = |(faction, areas): &(Faction, AreaSet)| match step.leads {
        true => *areas,
        false => (*areas & host.board().occupied(*faction)) - safe,
    };
    let all = by_faction.iter().fold(AreaSet::NONE, |all, one| all | open(one));
    let n = per_area(spread);
    each_area(host, run, step, spread, Aim::Harm(factions), &|_, _, _| all, &mut |host, run, area| {
        for (faction, _) in by_faction.iter().filter(|(_, areas)| (*areas - safe).contains(area)) {
            losses.push(Loss { faction: *faction, area, n: n.min(at_risk(host, run, area, *faction)) });
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
    let all = fits(host, run, &spread.area, run.named);
    let (n, areas) = match spread.reach {
        Reach::Areas { n, areas } => (n, areas),
        Reach::Every { n } => (n, u8::MAX),
        Reach::Total(n) => (1, n),
    };
    let repeats = matches!(spread.reach, Reach::Total(_));
    let mut chosen = AreaSet::NONE;
    for _ in 0..areas {
        let anybody = |area: &Area| factions.iter().any(|faction| left(host, run, losses, *area, faction) > 0);
        let hit: AreaSet = (all - safe).iter().filter(anybody).collect();
        // IS-5.2.2: an area may be chosen for what lies around it.
        let mut among = if step.leads { all } else { hit };
        if !repeats {
            among = among - chosen;
        }
        if spread.linked && !chosen.is_empty() {
            let again = if repeats { chosen } else { AreaSet::NONE };
            among = among & (run.game.chart.next_to_any(chosen) | again);
        }
        let area = match spread.reach {
            Reach::Every { .. } => among.first(),
            _ if among.is_empty() => None,
            _ => {
                let aim = Aim::Harm(factions);
                let offer = Offer::Areas { among, aim, may_stop: step.up_to, leads: step.leads, left: n };
                match host.pick(run, by, offer)? {
                    Some(Pick::Area(area)) => Some(area),
                    _ => None,
                }
            }
        };
        let Some(area) = area else { break };
        chosen.insert(area);
        if !safe.contains(area) {
            one_by_one(host, run, by, (area, n), factions, losses)?;
        }
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
        let among: Factions = factions.iter().filter(|f| left(host, run, losses, area, *f) > 0).collect();
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
    let as_barbarian = |host: &H, loss: &&Loss| run.game.comes_as_barbarian(host.position(), faction, loss.faction);
    let (black, own): (Vec<&Loss>, Vec<&Loss>) = losses.iter().partition(|loss| as_barbarian(host, loss));
    for (faction, losses) in [(faction, own), (Faction::BARBARIANS, black)] {
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
}
