//! Provinces and seas: setting what lies there.

use super::remark::{Many, Remark, Whose, remarks};
use super::{Words, each, small, wrong};
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::ground::{Area, Ground, Hold, SIDES, Site};
use crate::common::language::read::{place, seat, unit};
use crate::pieces::{Building, Province, Unit};
use alloc::format;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Seat, Unsound};

/// The place a line speaks of.
pub(super) fn head(w: &mut Words<'_>) -> Result<Place, Amiss> {
    let place = w.need("province or sea", place)?;
    w.link(Link::Colon);
    Ok(place)
}

/// Reads `Hierosolyma: Babylon, city, 1 legion` or `Mare Africum: 2 triremes Rome` into a position.
pub fn set(game: &Core, position: &mut Ground, w: &mut Words<'_>) -> Result<(), Amiss> {
    match head(w)? {
        Place::Sea(sea) => each(w, |w| {
            let (mark, number, side) = ships(w)?;
            for seat in sides().filter(|seat| side.is_none_or(|side| side == *seat)) {
                if side.is_some() || number == 0 {
                    position.fleets[sea.index()][seat.index()] = number;
                    enough(game, position, w, mark, seat, Unit::Trireme)?;
                }
            }
            Ok(())
        }),
        Place::Land(province) => {
            for (mark, remark) in remarks(game, province, w)? {
                apply(game, position, province, &remark).map_err(|reason| wrong(w, mark, reason)).and_then(|()| {
                    match remark {
                        Remark::Units(_, unit, _) => {
                            sides().try_for_each(|seat| enough(game, position, w, mark, seat, unit))
                        }
                        _ => Ok(()),
                    }
                })?;
            }
            Ok(())
        }
    }
}

/// All civilizations, played or neutral.
pub(super) fn sides() -> impl Iterator<Item = Seat> {
    (0..SIDES as u8).map(Seat)
}

/// `2 triremes Rome`, `no trireme Rome`, `no triremes`
pub(super) fn ships(w: &mut Words<'_>) -> Result<(usize, u8, Option<Seat>), Amiss> {
    let mark = w.mark();
    let number = if w.link(Link::Nothing) { 0 } else { small(w)?.unwrap_or(1) };
    if w.need("trireme", unit)? != Unit::Trireme {
        return Err(wrong(w, mark, "only triremes lie at sea"));
    }
    let side = w.take(seat);
    if side.is_none() && number > 0 {
        return Err(w.slip("civilization").into());
    }
    Ok((mark, number, side))
}

/// Nobody has more pieces than there are (MN-1.2).
fn enough(game: &Core, position: &Ground, w: &Words<'_>, mark: usize, seat: Seat, unit: Unit) -> Result<(), Amiss> {
    let most = game.board.pieces.unit(unit);
    let areas = position.areas.iter().map(|area| match unit {
        Unit::Legion => area.legions[seat.index()],
        Unit::Fortress => area.fortresses[seat.index()],
        Unit::Trireme => area.docked[seat.index()],
        Unit::Creature => area.creatures[seat.index()],
    });
    let at_sea = position.fleets.iter().filter(|_| unit == Unit::Trireme).map(|fleet| fleet[seat.index()]);
    let placed: u32 = areas.chain(at_sea).map(u32::from).sum();
    if placed <= u32::from(most) {
        return Ok(());
    }
    let (name, piece) = (game.seat_key_of(seat), unit.key());
    Err(wrong(w, mark, format!("{name} has only {most} pieces of the kind '{piece}', these make {placed}")))
}

fn units(area: &mut Area, unit: Unit) -> &mut [u8; SIDES] {
    match unit {
        Unit::Legion => &mut area.legions,
        Unit::Fortress => &mut area.fortresses,
        Unit::Trireme => &mut area.docked,
        Unit::Creature => &mut area.creatures,
    }
}

/// The sites of a province for one kind of building.
pub(super) fn all_sites(game: &Core, province: Province, building: Building) -> Vec<Site> {
    let land = game.board.land(province);
    match building {
        Building::City => (0..land.cities.len() as u8).map(Site::City).collect(),
        Building::Caravan => (0..land.goods.len() as u8).map(Site::Caravan).collect(),
        Building::Market => alloc::vec![Site::Market],
        Building::Temple => alloc::vec![Site::Temple],
    }
}

/// Puts a building on a site or takes it away; the token comes from the stock or goes back there.
fn put(position: &mut Ground, province: Province, site: Site, stands: bool) -> Result<(), Unsound> {
    if position.area(province).has(site) == stands {
        return Ok(());
    }
    let left = &mut position.stock[site.building() as usize];
    match (stands, *left) {
        (true, 0) => {
            return Err(Unsound(format!("the stock has no token of the kind '{}' left", site.building().key())));
        }
        (true, _) => *left -= 1,
        (false, _) => *left = left.saturating_add(1),
    }
    position.area_mut(province).set(site, stands);
    Ok(())
}

/// Makes a remark true, or says why it cannot be.
pub(super) fn apply(game: &Core, position: &mut Ground, province: Province, remark: &Remark) -> Result<(), Unsound> {
    let land = game.board.land(province);
    match remark {
        Remark::Owner(owner) => {
            let most = game.board.pieces.markers;
            let area = position.area_mut(province);
            area.owner = *owner;
            if let Some(seat) = owner.filter(|seat| position.markers(*seat) > most) {
                return Err(Unsound(format!("{} has only {most} markers", game.seat_key_of(seat))));
            }
        }
        Remark::Since(turn) => position.area_mut(province).settled = *turn,
        Remark::Units(number, unit, whose) => {
            let area = position.area_mut(province);
            let owner = area.owner;
            match (whose, owner) {
                (Whose::Side(seat), _) => units(area, *unit)[seat.index()] = *number,
                (Whose::Unsaid, _) if *number == 0 => *units(area, *unit) = [0; SIDES],
                (Whose::Unsaid, Some(seat)) => units(area, *unit)[seat.index()] = *number,
                (Whose::Unsaid, None) => {
                    return Err(Unsound(format!("whose {}? No marker lies in {}", unit.key(), land.name)));
                }
            }
            if *unit == Unit::Trireme && *number > 0 && land.coasts.is_empty() {
                return Err(Unsound(format!("{} touches no sea", land.name)));
            }
        }
        Remark::Site(site, many) => put(position, province, *site, *many != Many::Exactly(0))?,
        Remark::Buildings(many, building) => {
            let sites = all_sites(game, province, *building);
            let there = sites.iter().filter(|site| position.area(province).has(**site)).count();
            let wanted = match many {
                Many::Some => there + 1,
                Many::Exactly(n) => usize::from(*n),
            };
            if wanted > sites.len() {
                return Err(Unsound(format!("{} has no free site for '{}'", land.name, building.key())));
            }
            let mut left = wanted;
            if *many == Many::Some {
                let free = sites.iter().find(|site| !position.area(province).has(**site));
                return free.map_or(Ok(()), |site| put(position, province, *site, true));
            }
            for site in sites {
                put(position, province, site, left > 0)?;
                left = left.saturating_sub(1);
            }
        }
        Remark::Holds(seat, sites) => {
            let area = position.area_mut(province);
            if let Some(missing) = sites.iter().find(|site| !area.has(**site)) {
                return Err(Unsound(format!(
                    "there is no such {} in {} to occupy",
                    missing.building().key(),
                    land.name
                )));
            }
            if area.troops(*seat) == 0 || area.owner.is_none() || area.owner == Some(*seat) {
                let who = game.seat_key_of(*seat);
                return Err(Unsound(format!("{who} holds nothing here: it needs a legion under another's marker")));
            }
            let hold = if sites.is_empty() { Hold::Convert } else { Hold::Occupy(sites.iter().copied().collect()) };
            area.hold = Some((*seat, hold));
        }
        Remark::NoHold => position.area_mut(province).hold = None,
        Remark::AtWar(_) | Remark::NothingElse => return Err(Unsound("this can only be expected, not set".into())),
    }
    Ok(())
}
