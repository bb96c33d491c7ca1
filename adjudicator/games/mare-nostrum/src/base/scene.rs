//! What readers of 2003 and Mythology are shown in the same way: realms, roles, standings, aid cards.

use crate::common::Core;
use crate::common::aid_card;
use crate::common::ground::{Ground, SIDES};
use crate::common::scene::{Around, Estate, Sheet, around_province, estates, sheet};
use crate::pieces::{Building, Card, Province, Role, Unit};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// The provinces under one side's markers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Realm {
    /// Whose.
    pub seat: Seat,
    /// Whether somebody plays it; otherwise it is neutral (MN-2.3, MY-2.3).
    pub played: bool,
    /// The provinces, capital first.
    pub provinces: Vec<Estate>,
}

/// A role: who holds it and how the players count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoleCount {
    /// Which.
    pub role: Role,
    /// Who holds it.
    pub holder: Option<Seat>,
    /// What everybody counts, most first.
    pub counts: Vec<(Seat, u8)>,
}

/// How one player stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// Heroes and wonders.
    pub cards: Vec<Card>,
    /// Influence markers.
    pub markers: u8,
    /// Cards in hand.
    pub hand: u8,
    /// Points left in the advanced set-up.
    pub points: u8,
    /// Buildings that pay and count for it.
    pub buildings: Vec<(Building, u8)>,
    /// Units on the board.
    pub units: Vec<(Unit, u8)>,
    /// What all that would cost (MN-6.3, MY-7.3).
    pub worth: u32,
}

/// All realms that there are, the first seat's first.
pub fn realms(core: &Core, ground: &Ground, first: Seat) -> Vec<Realm> {
    let realm = |seat| Realm { seat, played: core.seats.contains(seat), provinces: estates(core, ground, Some(seat)) };
    core.board.seats().starting_with(first).map(realm).filter(|realm| !realm.provinces.is_empty()).collect()
}

/// The free provinces where a player's next marker may come, whatever it costs (MN-4.4.1, MY-4.4.1): those that are next to one of the
/// player's by `adjacent`.
pub fn reach(core: &Core, ground: &Ground, seat: Seat, adjacent: impl Fn(Province, Province) -> bool) -> Vec<Around> {
    let own = |from: &Province| ground.area(*from).owner == Some(seat);
    let owned: Vec<Province> = ground.provinces().map(|(province, _)| province).filter(own).collect();
    free(core, ground, |province| owned.iter().any(|from| adjacent(*from, province)))
}

/// The free provinces where a marker may come in the set-up by points (MN-2.6.1, MY-2.6.1).
pub fn near(core: &Core, ground: &Ground, seat: Seat) -> Vec<Around> {
    let civilization = core.board.civilization(seat);
    free(core, ground, |province| province == civilization.capital || civilization.near.contains(&province))
}

fn free(core: &Core, ground: &Ground, may_come: impl Fn(Province) -> bool) -> Vec<Around> {
    let free = ground.provinces().filter(|(province, area)| area.owner.is_none() && may_come(*province));
    free.map(|(province, _)| around_province(core, province, &[], |_| true)).collect()
}

/// Who holds a role, and what everybody counts for it.
pub fn role_count(core: &Core, ground: &Ground, role: Role, all: &[u8; SIDES]) -> RoleCount {
    let mut counts: Vec<(Seat, u8)> = core.seats.iter().map(|seat| (seat, all[seat.index()])).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    RoleCount { role, holder: ground.role(role), counts }
}

/// How a player stands on the ground; `in_play` counts units wherever they are.
pub fn standing(ground: &Ground, units: &[Unit], seat: Seat, in_play: impl Fn(Unit) -> u8) -> Standing {
    let buildings = Building::ALL.iter().map(|building| (*building, ground.buildings(seat, *building)));
    let units = units.iter().map(|unit| (*unit, in_play(*unit)));
    Standing {
        seat,
        cards: ground.cards_of(seat).collect(),
        markers: ground.markers(seat),
        hand: 0,
        points: 0,
        buildings: buildings.filter(|(_, n)| *n > 0).collect(),
        units: units.filter(|(_, n)| *n > 0).collect(),
        worth: 0,
    }
}

/// The best first: heroes and wonders count most, then markers.
pub fn rank(mut all: Vec<Standing>) -> Vec<Standing> {
    all.sort_by_key(|standing| Reverse((standing.cards.len(), standing.markers)));
    all
}

/// The aid card of every civilization on an empty board: its capital, its hero, its role, and what it starts with (MN-2.1, MN-2.4, MY-2.1,
/// MY-2.4).
pub fn sheets(core: &Core, empty: &Ground) -> BTreeMap<String, Sheet> {
    let one = |seat: Seat| {
        let mut ground = empty.clone();
        aid_card::items(core, seat).into_iter().for_each(|item| ground.put(seat, item));
        sheet(core, &ground, seat)
    };
    core.board.seats().iter().map(|seat| (seat.to_string(), one(seat))).collect()
}
