//! Conquest: pillage, occupy or take over (EM-5.6).

use super::collect::{self, Choose};
use crate::common::conquest::{Conquest, Deed};
use crate::common::orders::Bounty;
use crate::empires::event::{Event, Place};
use crate::empires::position::{Hold, Position, Site};
use crate::empires::reason::Common;
use crate::empires::{Empires, Table};
use crate::pieces::{Building, Card, Cards, Good, Province};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Play, Seat};

/// What a player may do once a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Once {
    Left,
    Used,
}

/// Takes over the provinces whose markers the player's legions have stood on since an earlier round (EM-5.6.3, EM-5.6.4).
pub fn take_over(t: &mut Table<'_>, seat: Seat) {
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let area = t.state.position.area(province);
        let Some(from) = area.owner.filter(|_| area.converter() == Some(seat)) else { continue };
        if may_control(t.game, &t.state.position, seat, province).is_ok() {
            mark(&mut t.state.position, seat, province);
            t.tell(Event::TakenOver { seat, province, from });
        } else {
            let area = t.state.position.area_mut(province);
            (area.owner, area.hold) = (None, None);
            t.tell(Event::MarkerRemoved { seat, province, from });
        }
    }
}

/// Puts a player's marker where another's was.
fn mark(position: &mut Position, seat: Seat, province: Province) {
    let turn = position.turn;
    let area = position.area_mut(province);
    (area.owner, area.settled, area.hold) = (Some(seat), turn, None);
}

/// Whether a player could control a province now: it is next to or joined with another of his, and he has a marker (EM-5.6.4).
fn may_control(game: &Empires, position: &Position, seat: Seat, province: Province) -> Result<(), Common> {
    let near = |from| from != province && position.adjacent(&game.board, seat, from, province);
    if position.markers(seat) >= game.board.pieces.markers {
        return Err(Common::NoMarkerLeft);
    }
    if position.controlled(seat).any(near) { Ok(()) } else { Err(Common::NotAdjacent { province }) }
}

/// Asks for every province in which the player's legions stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, seat: Seat) -> Play {
    let name = t.game.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = question(t.game, &t.state.position, seat, province) else { continue };
        let place = t.game.place_name(Place::Land(province));
        match t.ask(seat, format_args!("{name}/{place}/conquest"), question) {
            Ok(deed) => deeds.push((province, deed)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let mut sheba = Once::Left;
    for (province, deed) in deeds {
        carry_out(t, seat, province, deed, &mut sheba)?;
    }
    Ok(())
}

fn question(game: &Empires, position: &Position, seat: Seat, province: Province) -> Option<Conquest> {
    let area = position.area(province);
    let owner = area.owner?;
    if owner == seat || area.legions[seat.index()] == 0 || area.at_war() {
        return None;
    }
    let mut sites: Vec<Site> = area.sites().collect();
    sites.sort_by_key(|site| Reverse(worth(game, position, province, *site)));
    // The capital's mark is printed on the board (EM-5.6.7).
    let may_convert = if game.board.land(province).capital_of.is_some() {
        Err(Common::Capital { province })
    } else {
        may_control(game, position, seat, province)
    };
    let may_seize = match position.has(seat, Card::QueenOfSheba) {
        true => may_convert.clone(), // EM-5.6.6
        false => Err(Common::NothingThere { province }),
    };
    let goods = game.board.land(province).goods.clone();
    Some(Conquest::new(seat, province, area, sites, goods).may_convert(may_convert).may_seize(may_seize))
}

/// How much a building earns a round for whoever holds it; a capital or legendary city is worth more (EM-7.3).
pub fn worth(game: &Empires, position: &Position, province: Province, site: Site) -> u8 {
    let area = position.area(province);
    match site {
        Site::City(0) if game.is_great_city(province) => 4,
        Site::City(_) | Site::Caravan(_) => 2,
        Site::Temple => area.count(Building::City),
        Site::Market => area.count(Building::Caravan),
    }
}

fn carry_out(t: &mut Table<'_>, seat: Seat, province: Province, deed: Deed, sheba: &mut Once) -> Play {
    let area = t.state.position.area_mut(province);
    let Some(of) = area.owner else { return Ok(()) };
    let before = area.hold.take();
    match deed {
        Deed::Pillage(site) => return pillage(t, seat, province, site, of),
        Deed::Occupy(sites) => {
            area.hold = Some((seat, Hold::Occupy(sites.iter().copied().collect())));
            if area.hold != before {
                t.tell(Event::Occupied { seat, province, sites, of });
            }
        }
        // Once a round: a second province has to wait (EM-5.6.6).
        Deed::Seize if *sheba == Once::Left => {
            *sheba = Once::Used;
            area.legions[seat.index()] -= 1;
            mark(&mut t.state.position, seat, province);
            t.tell(Event::Seized { seat, province, from: of });
        }
        Deed::Convert | Deed::Seize => {
            area.hold = Some((seat, Hold::Convert));
            if area.hold != before {
                t.tell(Event::OnMarker { seat, province, of });
            }
        }
        Deed::Stay => {}
    }
    Ok(())
}

/// Destroys one building and takes its spoils; Hamilcar takes twice as much (EM-5.6.1).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat) -> Play {
    let hamilcar = t.state.position.has(seat, Card::Hamilcar);
    let legendary = t.game.board.land(province).legendary && matches!(site, Site::City(_));
    let name = t.game.seat_key_of(seat);
    let bounty = match legendary && !hamilcar {
        true => Some(t.ask(seat, format_args!("{name}/{province}/spoils"), Choose { province })?),
        false => None,
    };
    t.state.position.area_mut(province).set(site, false);
    t.state.position.stock[site.building() as usize] += 1;
    let times = if hamilcar && !legendary { 2 } else { 1 };
    let good = match site {
        Site::City(_) if bounty == Some(Bounty::Legend) => None,
        Site::City(_) => Some(Good::Tax),
        Site::Caravan(n) => t.game.board.land(province).goods.get(usize::from(n)).copied(),
        Site::Market | Site::Temple => None,
    };
    let mut spoils = Cards::NONE;
    if let Some(good) = good {
        spoils.add(good, (0..times).filter(|_| t.state.draw(seat, good)).count() as u8);
    }
    t.tell(Event::Pillaged { seat, province, site, spoils, of });
    if legendary && (hamilcar || bounty == Some(Bounty::Legend)) {
        collect::draw_legend(t, seat, None, format_args!("{province} spoils"));
    }
    Ok(())
}
