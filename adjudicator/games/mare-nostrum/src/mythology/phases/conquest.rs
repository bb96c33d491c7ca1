//! Conquest: pillage, occupy or convert (MY-5.6).

use super::gods::{demolish, good_of};
use super::income;
use super::military::Campaign;
use crate::base::income::worth;
use crate::common::conquest::{Conquest, Deed};
use crate::common::reason::Reason as Common;
use crate::mythology::event::{Event, Place};
use crate::mythology::position::{Hold, Position, Site};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Province};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Play, Seat};

/// Asks for every province in which the player's units stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, campaign: &Campaign, seat: Seat) -> Play {
    let name = t.game.core.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = conquest(t.game, &t.state.position, campaign, seat, province) else { continue };
        let place = t.game.core.place_name(Place::Land(province));
        match t.ask(seat, format_args!("{name}/{place}/conquest"), question) {
            Ok(deed) => deeds.push((province, deed)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    deeds.into_iter().for_each(|(province, deed)| carry_out(t, seat, province, deed));
    Ok(())
}

fn carry_out(t: &mut Table<'_>, seat: Seat, province: Province, deed: Deed) {
    let area = t.state.position.area_mut(province);
    let Some(of) = area.owner else { return };
    let before = area.hold.take();
    match deed {
        Deed::Pillage(sites) => sites.into_iter().for_each(|site| pillage(t, seat, province, site, of)),
        Deed::Occupy(sites) => {
            area.hold = Some((seat, Hold::Occupy(sites.iter().copied().collect())));
            if area.hold != before {
                t.tell(Event::Occupied { seat, province, sites, of });
            }
        }
        Deed::Convert => {
            area.hold = Some((seat, Hold::Convert));
            if area.hold != before {
                t.tell(Event::Converting { seat, province, of });
            }
        }
        Deed::Stay | Deed::Seize => {}
    }
}

/// Destroys one building (MY-5.6.1); Nebuchadnezzar takes its card, or for a temple or market the rarest that the province yields
/// (MY-5.6.4).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat) {
    let yields = income::yields(t.game, &t.state.position, province);
    demolish(&mut t.state.position, province, site);
    let good = good_of(t.game, province, site);
    t.tell(Event::Pillaged { seat, province, site, good, of });
    let spoils = good.or(yields.first().copied());
    if let Some(good) = spoils
        && t.state.position.has(seat, Card::Nebuchadnezzar)
        && t.state.draw(seat, good)
    {
        t.tell(Event::Spoils { seat, card: Card::Nebuchadnezzar, good });
    }
}

/// The question, if the player has conquered the province.
fn conquest(
    game: &Mythology,
    position: &Position,
    campaign: &Campaign,
    seat: Seat,
    province: Province,
) -> Option<Conquest> {
    let area = position.area(province);
    let owner = area.owner?;
    if owner == seat || area.troops(seat) == 0 || area.at_war() {
        return None;
    }
    let mut sites: Vec<Site> = area.sites().collect();
    sites.sort_by_key(|site| Reverse(worth(position, province, *site)));
    let capital = game.core.is_capital_of_player(province);
    let may_convert = if capital { Err(Common::Capital { province }) } else { Ok(()) }; // MY-4.5.1
    let goods = game.core.board.land(province).goods.clone();
    // Achilles: a building for each unit after a battle won (MY-5.6.7).
    let raids = position.has(seat, Card::Achilles) && campaign.won.contains(&province);
    let pillages = if raids { area.troops(seat) } else { 1 };
    Some(Conquest::new(seat, province, area, sites, goods).may_convert(may_convert).pillages(pillages))
}

/// Ends holds of buildings that are gone.
pub fn trim_holds(position: &mut Position) {
    for area in &mut position.ground.areas {
        let Some((by, Hold::Occupy(sites))) = area.hold else { continue };
        let left: Vec<Site> = sites.iter().filter(|site| area.has(*site)).collect();
        area.hold = (!left.is_empty()).then(|| (by, Hold::Occupy(left.into_iter().collect())));
    }
}
