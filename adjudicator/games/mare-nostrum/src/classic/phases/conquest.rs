//! Conquest: pillage, occupy or convert (MN-5.6).

use super::income;
use crate::classic::event::{Event, Place};
use crate::classic::position::{Hold, Position, Site};
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::common::conquest::{Conquest, Deed};
use crate::pieces::{Card, Good, Province};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Play, Seat};

/// Asks for every province in which the player's legions stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, seat: Seat) -> Play {
    let name = t.game.core.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = conquest(t.game, &t.state.position, seat, province) else { continue };
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

/// Destroys one building (MN-5.6.1); Nebuchadnezzar takes its card (MN-5.6.4).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat) {
    t.state.position.area_mut(province).set(site, false);
    t.state.position.stock[site.building() as usize] += 1;
    let good = match site {
        Site::City(_) => Some(Good::Tax),
        Site::Caravan(n) => t.game.core.board.land(province).goods.get(usize::from(n)).copied(),
        Site::Market | Site::Temple => None,
    };
    t.tell(Event::Pillaged { seat, province, site, good, of });
    if let Some(good) = good
        && t.state.position.owns(seat, Card::Nebuchadnezzar)
        && t.state.draw(seat, good)
    {
        t.tell(Event::Spoils { seat, card: Card::Nebuchadnezzar, good });
    }
}

/// The question, if the player has conquered the province.
fn conquest(game: &Classic, position: &Position, seat: Seat, province: Province) -> Option<Conquest> {
    let area = position.area(province);
    let owner = area.owner?;
    if owner == seat || area.legions[seat.index()] == 0 || area.at_war() {
        return None;
    }
    let mut sites: Vec<Site> = area.sites().collect();
    sites.sort_by_key(|site| Reverse(income::worth(position, province, *site)));
    let may_convert = if game.core.is_capital_of_player(province) { Err(Reason::Capital { province }) } else { Ok(()) }; // MN-4.5.1
    let goods = game.core.board.land(province).goods.clone();
    Some(Conquest::new(seat, province, area, sites, goods).may_convert(may_convert))
}
