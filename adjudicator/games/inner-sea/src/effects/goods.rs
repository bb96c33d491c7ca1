//! Talents, points, cards, places in the turn order: what belongs to civilizations.

use super::select::{fits, stands_for};
use super::{Host, Offer, Pick, Run};
use crate::deck::{Step, Who};
use crate::pieces::{AreaSet, Faction, Factions};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// Whether the step's condition about areas holds for a faction (IS-12.6).
pub(super) fn holds_for<H: Host>(host: &H, run: &Run<'_>, step: &Step, faction: Faction) -> bool {
    let Some(selector) = &step.condition.occupies else { return true };
    // `self` in the condition is the faction that is looked at.
    let mut own = run.clone();
    own.scope.me = faction;
    !(fits(host, &own, selector, Some(faction)) & host.board().occupied(faction)).is_empty()
}

/// The civilizations a step is about, as far as its condition holds for them; lets one be named, where the card says so.
pub(super) fn who<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, who: Who, is_good: bool) -> Play<Factions> {
    let all = stands_for(host, run, who, run.named).without(Faction::BARBARIANS);
    let mut among: Factions = all.iter().filter(|faction| holds_for(host, run, step, *faction)).collect();
    if !who.is_named_here() {
        return Ok(among);
    }
    let others = Factions(among.0 & !run.before.0);
    if !others.is_empty() && !run.before.is_empty() {
        among = others;
    }
    if among.is_empty() {
        return Ok(Factions::NONE);
    }
    let offer = Offer::Factions { among, areas: [AreaSet::NONE; 7], is_good };
    let Some(Pick::Faction(faction)) = host.pick(run, run.scope.chooser, offer)? else { return Ok(Factions::NONE) };
    run.named = Some(faction);
    run.before.insert(faction);
    Ok(Factions::only(faction))
}

/// The civilizations a step is about, in turn order, as far as its condition holds for them.
pub(super) fn civs<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, about: Who, good: bool) -> Play<Vec<Seat>> {
    let all = who(host, run, step, about, good)?;
    let order = &host.position().order;
    Ok(order.iter().copied().filter(|seat| all.contains(Faction::of(*seat))).collect())
}

/// `ready`
pub(super) fn ready<H: Host>(host: &mut H, run: &Run<'_>, n: u8) -> bool {
    let Some(seat) = run.scope.me.seat() else { return false };
    let n = n.min(run.game.supply(host.position(), host.board(), run.scope.me));
    if n > 0 {
        host.ready(seat, n);
    }
    n > 0
}

/// `talents`
pub(super) fn talents<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, about: Who, n: i8) -> Play<bool> {
    let mut done = false;
    for seat in civs(host, run, step, about, n > 0)? {
        done |= host.talents(seat, n);
    }
    Ok(done)
}

/// `vp`
pub(super) fn vp<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, about: Who, n: i8) -> Play<bool> {
    let mut done = false;
    for seat in civs(host, run, step, about, n > 0)? {
        done |= host.vp(seat, n);
    }
    Ok(done)
}

/// `order`
pub(super) fn order<H: Host>(host: &mut H, run: &Run<'_>) -> Play<bool> {
    let Some(seat) = run.scope.me.seat() else { return Ok(false) };
    let places = host.position().order.len() as u8;
    match host.pick(run, run.scope.chooser, Offer::Spots(places))? {
        Some(Pick::Spot(spot)) => {
            host.rank(seat, spot);
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// `no_ransom`
pub(super) fn no_ransom<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, about: Who) -> Play<bool> {
    let there = run.scope.here.map_or(Factions::NONE, |here| host.board().factions(here));
    let all = stands_for(host, run, about, run.named);
    // IS-19.10
    let is_safe = |f: &Faction| {
        run.scope.here.is_some_and(|here| run.game.walls_stop(host.position(), run.scope.thing, here, *f))
    };
    let among: Factions =
        all.iter().filter(|f| there.contains(*f) && !is_safe(f) && holds_for(host, run, step, *f)).collect();
    if among.is_empty() {
        return Ok(false);
    }
    let factions = if about.is_named_here() {
        let offer = Offer::Factions { among, areas: [AreaSet::NONE; 7], is_good: false };
        let Some(Pick::Faction(faction)) = host.pick(run, run.scope.chooser, offer)? else { return Ok(false) };
        run.named = Some(faction);
        run.before.insert(faction);
        Factions::only(faction)
    } else {
        among
    };
    factions.iter().for_each(|faction| host.no_ransom(faction));
    Ok(true)
}
