//! Sound choices for whoever leaves them open: the same position always gives the same choice.

use super::{Aim, Offer, Pick};
use crate::board::Board;
use crate::game::InnerSea;
use crate::pieces::{Area, AreaSet, Faction};
use crate::position::{Phase, Position};
use core::cmp::Reverse;

/// What an area is worth for an aim.
fn worth(game: &InnerSea, board: &Board, me: Faction, aim: Aim, area: Area) -> i16 {
    let is_land = game.chart.land.contains(area);
    match aim {
        Aim::Gain(faction) => {
            let own = board.discs(area, faction);
            let shared = !(board.factions(area).without(faction)).is_empty();
            let value = match (is_land, own) {
                (true, 2) => 9,
                (true, 1) => 6,
                (true, 0) => 4,
                (false, 0) => 3,
                (false, 1) => 1,
                _ => 0,
            };
            value - if shared && own == 0 { 3 } else { 0 }
        }
        Aim::Harm(factions) => {
            let of = |faction: Faction| {
                let value = match (is_land, board.discs(area, faction)) {
                    (_, 0) => 0,
                    (true, 3) => 8,
                    (true, 4..) => 5,
                    (true, 2) => 4,
                    _ => 2,
                };
                if faction == me { -value } else { value }
            };
            factions.iter().map(of).sum()
        }
    }
}

/// The best choice of an offer for a faction.
pub(super) fn best(game: &InnerSea, position: &Position, board: &Board, me: Faction, offer: &Offer) -> Option<Pick> {
    match offer {
        Offer::Areas { among, aim, may_stop, leads, .. } => {
            let ranked = game.chart.ranked.iter().rev().copied().filter(|area| among.contains(*area));
            // Allies come where something is fought over.
            let fights = position.phase == Phase::Competition && *aim == Aim::Gain(me);
            let fought = if fights { board.contested() } else { AreaSet::NONE };
            let worth = |area: Area| {
                let round = if *leads { game.chart.next_to(area) } else { AreaSet::NONE };
                let around: i16 = round.iter().map(|near| worth(game, board, me, *aim, near)).sum();
                let more = if fought.contains(area) { 40 } else { 0 };
                2 * worth(game, board, me, *aim, area) + around + more
            };
            let (value, area) = ranked.map(|area| (worth(area), area)).max_by_key(|(value, _)| *value)?;
            // What would only hurt its player is left, where it may be.
            if *may_stop && value < 0 { Some(Pick::Stop) } else { Some(Pick::Area(area)) }
        }
        Offer::Factions { among, is_good, .. } => {
            let key = |faction: &Faction| {
                let vp = faction.seat().map_or(0, |seat| i32::from(position.side(seat).vp));
                let mine = i32::from(*faction == me);
                // Of equals the first in turn order: which colour somebody plays changes nothing.
                let place = position.in_order().position(|other| other == *faction);
                if *is_good { (mine, -vp, Reverse(place)) } else { (-mine, vp, Reverse(place)) }
            };
            among.iter().max_by_key(key).map(Pick::Faction)
        }
        Offer::Options { open, .. } => (*open != 0).then(|| Pick::Option(open.trailing_zeros() as u8)),
        Offer::Wonders(open) => (*open != 0).then(|| Pick::Wonder(crate::pieces::Wonder(open.trailing_zeros() as u8))),
        Offer::Spots(n) => (*n > 0).then(|| Pick::Spot(n - 1)),
    }
}
