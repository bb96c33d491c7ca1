//! Provinces and seas: setting, comparing, printing.

use super::remark::{Many, Remark, Whose, remarks};
use super::{Words, each, small, wrong};
use crate::classic::Classic;
use crate::classic::event::Place;
use crate::classic::language::read::{place, seat, unit};
use crate::classic::language::term::{Term, Verb};
use crate::classic::position::{Area, Hold, Position, SIDES, Site, State};
use crate::pieces::{Building, Province, Sea, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Notation as _, Seat};

fn head(w: &mut Words<'_>) -> Result<Place, Amiss> {
    let place = w.need("province or sea", place)?;
    w.link(Link::Colon);
    Ok(place)
}

/// Reads `Hierosolyma: Babylon, city, 1 legion` or `Mare Africum: 2 triremes Rome` into a position.
pub fn set(game: &Classic, state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    match head(w)? {
        Place::Sea(sea) => each(w, |w| {
            let (mark, number, side) = ships(w)?;
            for seat in sides().filter(|seat| side.is_none_or(|side| side == *seat)) {
                if side.is_some() || number == 0 {
                    state.position.fleets[sea.index()][seat.index()] = number;
                    enough(game, &state.position, w, mark, seat, Unit::Trireme)?;
                }
            }
            Ok(())
        }),
        Place::Land(province) => {
            for (mark, remark) in remarks(game, province, w)? {
                apply(game, &mut state.position, province, &remark).map_err(|reason| wrong(w, mark, reason)).and_then(
                    |()| match remark {
                        Remark::Units(_, unit, _) => {
                            sides().try_for_each(|seat| enough(game, &state.position, w, mark, seat, unit))
                        }
                        _ => Ok(()),
                    },
                )?;
            }
            Ok(())
        }
    }
}

fn sides() -> impl Iterator<Item = Seat> {
    (0..SIDES as u8).map(Seat)
}

/// `2 triremes Rome`, `no trireme Rome`, `no triremes`
fn ships(w: &mut Words<'_>) -> Result<(usize, u8, Option<Seat>), Amiss> {
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
fn enough(
    game: &Classic,
    position: &Position,
    w: &Words<'_>,
    mark: usize,
    seat: Seat,
    unit: Unit,
) -> Result<(), Amiss> {
    let most = game.board.pieces.unit(unit);
    let areas = position.areas.iter().map(|area| match unit {
        Unit::Legion => area.legions[seat.index()],
        Unit::Fortress => area.fortresses[seat.index()],
        Unit::Trireme => area.docked[seat.index()],
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
    }
}

fn all_sites(game: &Classic, province: Province, building: Building) -> Vec<Site> {
    let land = game.board.land(province);
    match building {
        Building::City => (0..land.cities.len() as u8).map(Site::City).collect(),
        Building::Caravan => (0..land.goods.len() as u8).map(Site::Caravan).collect(),
        Building::Market => alloc::vec![Site::Market],
        Building::Temple => alloc::vec![Site::Temple],
    }
}

/// Puts a building on a site or takes it away; the token comes from the stock or goes back there.
fn put(position: &mut Position, province: Province, site: Site, stands: bool) -> Result<(), String> {
    if position.area(province).has(site) == stands {
        return Ok(());
    }
    let left = &mut position.stock[site.building() as usize];
    match (stands, *left) {
        (true, 0) => return Err(format!("the stock has no token of the kind '{}' left", site.building().key())),
        (true, _) => *left -= 1,
        (false, _) => *left = left.saturating_add(1),
    }
    position.area_mut(province).set(site, stands);
    Ok(())
}

fn apply(game: &Classic, position: &mut Position, province: Province, remark: &Remark) -> Result<(), String> {
    let land = game.board.land(province);
    match remark {
        Remark::Owner(owner) => {
            let most = game.board.pieces.markers;
            let area = position.area_mut(province);
            area.owner = *owner;
            if let Some(seat) = owner.filter(|seat| position.markers(*seat) > most) {
                return Err(format!("{} has only {most} markers", game.seat_key_of(seat)));
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
                    return Err(format!("whose {}? No marker lies in {}", unit.key(), land.name));
                }
            }
            if *unit == Unit::Trireme && *number > 0 && land.coasts.is_empty() {
                return Err(format!("{} touches no sea", land.name));
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
                return Err(format!("{} has no free site for '{}'", land.name, building.key()));
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
                return Err(format!("there is no such {} in {} to occupy", missing.building().key(), land.name));
            }
            if area.legions[seat.index()] == 0 || area.owner.is_none() || area.owner == Some(*seat) {
                let who = game.seat_key_of(*seat);
                return Err(format!("{who} holds nothing here: it needs a legion under another's marker"));
            }
            let hold = if sites.is_empty() { Hold::Convert } else { Hold::Occupy(sites.iter().copied().collect()) };
            area.hold = Some((*seat, hold));
        }
        Remark::NoHold => position.area_mut(province).hold = None,
        Remark::AtWar(_) | Remark::NothingElse => return Err("this can only be expected, not set".into()),
    }
    Ok(())
}

/// Compares a line with a position.
pub fn expect(game: &Classic, state: &State, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let position = &state.position;
    let place = head(w)?;
    let mut wrong = Vec::new();
    match place {
        Place::Sea(sea) => each(w, |w| {
            let (_, number, side) = ships(w)?;
            let there: u8 = sides()
                .filter(|seat| side.is_none_or(|side| side == *seat))
                .map(|seat| position.fleet(sea, seat))
                .sum();
            if there != number {
                let whose = side.map_or(String::new(), |seat| format!(" {}", game.seat_key_of(seat)));
                wrong.push(format!("{number} triremes{whose}"));
            }
            Ok(())
        })?,
        Place::Land(province) => {
            let remarks = remarks(game, province, w)?;
            let mut owner = position.area(province).owner;
            for (mark, remark) in &remarks {
                if let Remark::Owner(named) = remark {
                    owner = *named;
                }
                let holds = if *remark == Remark::NothingElse {
                    only(game, province, &remarks).map_err(|reason| super::wrong(w, *mark, reason))?
                        == without_turn(position.area(province))
                } else {
                    holds(game, position.area(province), province, owner, remark)
                };
                if !holds {
                    wrong.push(describe(game, remark));
                }
            }
        }
    }
    let name = game.name("en", term(place));
    let came = print(game, position, place, "en");
    let came = if came.is_empty() { "empty".into() } else { came };
    Ok(wrong.into_iter().map(|what| Differs { expected: format!("{name}: {what}"), came: came.clone() }).collect())
}

/// The turn in which a marker came is seldom of interest; who wants to compare it says so.
fn without_turn(area: &Area) -> Area {
    let mut area = area.clone();
    area.settled = 0;
    area
}

/// The province as it would be if there were nothing but what the line names.
fn only(game: &Classic, province: Province, remarks: &[(usize, Remark)]) -> Result<Area, String> {
    let mut position = game.blank().position;
    for (_, remark) in remarks {
        if !matches!(remark, Remark::AtWar(_) | Remark::NothingElse) {
            apply(game, &mut position, province, remark)?;
        }
    }
    Ok(without_turn(position.area(province)))
}

fn holds(game: &Classic, area: &Area, province: Province, owner: Option<Seat>, remark: &Remark) -> bool {
    let count = |unit: Unit, seat: Seat| *match unit {
        Unit::Legion => &area.legions[seat.index()],
        Unit::Fortress => &area.fortresses[seat.index()],
        Unit::Trireme => &area.docked[seat.index()],
    };
    match remark {
        Remark::Owner(owner) => area.owner == *owner,
        Remark::Since(turn) => area.settled == *turn,
        Remark::Units(number, unit, Whose::Side(seat)) => count(*unit, *seat) == *number,
        Remark::Units(0, unit, Whose::Unsaid) => sides().all(|seat| count(*unit, seat) == 0),
        Remark::Units(number, unit, Whose::Unsaid) => owner.is_some_and(|seat| count(*unit, seat) == *number),
        Remark::Site(site, many) => area.has(*site) == (*many != Many::Exactly(0)),
        Remark::Buildings(many, building) => {
            let there = all_sites(game, province, *building).iter().filter(|site| area.has(**site)).count();
            match many {
                Many::Some => there > 0,
                Many::Exactly(n) => there == usize::from(*n),
            }
        }
        Remark::Holds(seat, sites) => match &area.hold {
            Some((by, Hold::Convert)) => by == seat && sites.is_empty(),
            Some((by, Hold::Occupy(held))) => by == seat && held.iter().eq(sites.iter().copied()),
            None => false,
        },
        Remark::NoHold => area.hold.is_none(),
        Remark::AtWar(war) => area.at_war() == *war,
        Remark::NothingElse => true,
    }
}

fn describe(game: &Classic, remark: &Remark) -> String {
    let side = |whose: &Whose| match whose {
        Whose::Side(seat) => format!(" {}", game.seat_key_of(*seat)),
        Whose::Unsaid => String::new(),
    };
    match remark {
        Remark::Owner(None) => "no marker".into(),
        Remark::Owner(Some(seat)) => format!("marker of {}", game.seat_key_of(*seat)),
        Remark::Since(turn) => format!("marker since turn {turn}"),
        Remark::Units(0, unit, whose) => format!("no {}{}", unit.key(), side(whose)),
        Remark::Units(number, unit, whose) => format!("{number} {}{}", unit.key(), side(whose)),
        Remark::Buildings(Many::Exactly(n), building) => format!("{n} of '{}'", building.key()),
        Remark::Buildings(Many::Some, building) => building.key().into(),
        Remark::Site(site, Many::Exactly(0)) => format!("no such {}", site.building().key()),
        Remark::Site(site, _) => format!("that {}", site.building().key()),
        Remark::Holds(seat, sites) if sites.is_empty() => format!("{} converts", game.seat_key_of(*seat)),
        Remark::Holds(seat, sites) => {
            let sites: Vec<&str> = sites.iter().map(|site| site.building().key()).collect();
            format!("{} occupies {}", game.seat_key_of(*seat), sites.join(" + "))
        }
        Remark::NoHold => "nobody occupies or converts".into(),
        Remark::AtWar(true) => "at war".into(),
        Remark::AtWar(false) => "not at war".into(),
        Remark::NothingElse => "nothing else".into(),
    }
}

fn term(place: Place) -> Term {
    match place {
        Place::Land(province) => Term::Province(province),
        Place::Sea(sea) => Term::Sea(sea),
    }
}

/// All provinces and seas with something in them, one a line.
pub fn print_all(game: &Classic, position: &Position, language: &str) -> Vec<String> {
    let provinces = (0..position.areas.len() as u8).map(|n| Place::Land(Province(n)));
    let seas = (0..position.fleets.len() as u8).map(|n| Place::Sea(Sea(n)));
    let line = |place| {
        let text = print(game, position, place, language);
        (!text.is_empty()).then(|| format!("{}: {text}", game.name(language, term(place))))
    };
    provinces.chain(seas).filter_map(line).collect()
}

/// What is in a place, in the notation that [`set`] reads; empty if there is nothing.
pub fn print(game: &Classic, position: &Position, place: Place, language: &str) -> String {
    let unit = |number: u8, unit: Unit, seat: Seat| {
        format!("{} {}", game.counted(language, number, Term::Unit(unit)), game.name(language, Term::Seat(seat)))
    };
    let mut parts: Vec<String> = Vec::new();
    match place {
        Place::Sea(sea) => {
            let fleets = sides().map(|seat| (position.fleet(sea, seat), seat)).filter(|(n, _)| *n > 0);
            parts.extend(fleets.map(|(n, seat)| unit(n, Unit::Trireme, seat)));
        }
        Place::Land(province) => {
            let area = position.area(province);
            parts.extend(area.owner.map(|seat| game.name(language, Term::Seat(seat)).into()));
            if area.settled > 0 {
                parts.push(format!("since turn {}", area.settled));
            }
            parts.extend(area.sites().map(|site| print_site(game, province, site, language)));
            for (kind, pieces) in
                [(Unit::Legion, &area.legions), (Unit::Fortress, &area.fortresses), (Unit::Trireme, &area.docked)]
            {
                let some = sides().zip(pieces).filter(|(_, n)| **n > 0);
                parts.extend(some.map(|(seat, n)| unit(*n, kind, seat)));
            }
            if let Some((seat, hold)) = &area.hold {
                let who = game.name(language, Term::Seat(*seat));
                parts.push(match hold {
                    Hold::Convert => format!("{who} {}", game.name(language, Term::Verb(Verb::Convert))),
                    Hold::Occupy(sites) => {
                        let sites: Vec<String> =
                            sites.iter().map(|site| print_site(game, province, site, language)).collect();
                        format!("{who} {} {}", game.name(language, Term::Verb(Verb::Occupy)), sites.join(" + "))
                    }
                });
            }
        }
    }
    parts.join(", ")
}

fn print_site(game: &Classic, province: Province, site: Site, language: &str) -> String {
    let land = game.board.land(province);
    let building = game.name(language, Term::Building(site.building()));
    match site {
        Site::City(n) => format!("{building} {}", game.name(language, Term::City(province, n))),
        Site::Caravan(n) => match land.goods.get(usize::from(n)) {
            // Two sites with the same good can only be told apart by their numbers.
            Some(good) if land.goods.iter().filter(|of| *of == good).count() == 1 => {
                format!("{building} {}", game.name(language, Term::Good(*good)))
            }
            _ => format!("{building} {}", n + 1),
        },
        Site::Market | Site::Temple => building.into(),
    }
}
