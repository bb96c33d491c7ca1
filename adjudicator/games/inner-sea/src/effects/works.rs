//! What cards do to Wonders.

use super::goods::holds_for;
use super::select::stands_for;
use super::{Aim, Host, Offer, Pick, Run};
use crate::deck::{Step, Who, WonderAct};
use crate::game::InnerSea;
use crate::pieces::{Area, Faction, Factions, Wonder};
use crate::position::Position;
use crate::rules::wonders;
use tabellarius_kernel::Play;

/// A change of a Wonder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Discs come on it or off it.
    Discs(Wonder, i8),
    /// It is turned face down.
    Destroy(Wonder),
    /// It is turned face up.
    Restore(Wonder),
    /// It is built for less.
    Build(Wonder, Area, u8),
}

/// `wonder`
pub(super) fn wonder<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step, who: Who, act: WonderAct) -> Play<bool> {
    let all = stands_for(host, run, who, run.named);
    let owners: Factions = all.iter().filter(|faction| holds_for(host, run, step, *faction)).collect();
    let me = run.scope.chooser;
    let (position, board) = (host.position(), host.board());
    let mut open = 0u8;
    for wonder in (0..7).map(Wonder) {
        let work = position.work(wonder);
        let owner = work.owner.map(Faction::of);
        let owned = owner.is_some_and(|owner| owners.contains(owner));
        let supply = owner.map_or(0, |owner| run.game.supply(position, board, owner));
        let fits = match act {
            WonderAct::Build(discount) => {
                !owners.is_empty()
                    && work.is_available()
                    && wonders::can_build(run.game, position, board, me, wonder, discount).is_ok()
            }
            WonderAct::Restore => owned && work.destroyed,
            WonderAct::Destroy => owned && !work.destroyed,
            WonderAct::Add(_) => owned && !work.destroyed && supply > 0,
            WonderAct::Drain(_) => owned && !work.destroyed && work.discs > 0,
        };
        open |= u8::from(fits) << wonder.0;
    }
    if open == 0 {
        return Ok(false);
    }
    let Some(Pick::Wonder(wonder)) = host.pick(run, me, Offer::Wonders(open))? else { return Ok(false) };
    let change = match act {
        WonderAct::Restore => Change::Restore(wonder),
        WonderAct::Destroy => Change::Destroy(wonder),
        WonderAct::Add(n) => Change::Discs(wonder, n as i8),
        WonderAct::Drain(n) => Change::Discs(wonder, -(n as i8)),
        WonderAct::Build(discount) => {
            let among = wonders::sites(run.game, host.position(), host.board(), me);
            let offer = Offer::Areas { among, aim: Aim::Gain(Faction::of(me)), may_stop: false, leads: false, left: 1 };
            let Some(Pick::Area(area)) = host.pick(run, me, offer)? else { return Ok(false) };
            Change::Build(wonder, area, discount)
        }
    };
    host.wonder(run, change)
}

/// Carries out a change that needs no payment; says how many discs are on the Wonder then.
pub fn apply_change(game: &InnerSea, position: &mut Position, change: Change) -> Option<Wonder> {
    let (wonder, n) = match change {
        Change::Build(..) => return None,
        Change::Destroy(wonder) => {
            let work = &mut position.works[wonder.index()];
            work.destroyed = true;
            work.discs = 0;
            return Some(wonder);
        }
        Change::Restore(wonder) => {
            position.works[wonder.index()].destroyed = false;
            (wonder, game.deck.wonder(wonder).discs as i8)
        }
        Change::Discs(wonder, n) => (wonder, n),
    };
    let owner = position.work(wonder).owner.map(Faction::of)?;
    let supply = game.supply(position, &position.board, owner);
    let work = &mut position.works[wonder.index()];
    work.discs = if n < 0 { work.discs.saturating_sub(n.unsigned_abs()) } else { work.discs + supply.min(n as u8) };
    Some(wonder)
}
