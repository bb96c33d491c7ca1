//! Provinces and seas: comparing what a line says with what lies there.

use super::area::{all_sites, apply, head, ships, sides};
use super::print::{print, term};
use super::remark::{Many, Remark, Whose, remarks};
use super::{Words, each, wrong};
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::ground::{Area, Ground, Hold};
use crate::pieces::{Province, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Amiss, Differs, Seat, Unsound};

/// Compares a line with a position.
pub fn expect(game: &Core, position: &Ground, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let place = head(w)?;
    let mut missed = Vec::new();
    match place {
        Place::Sea(sea) => each(w, |w| {
            let (_, number, side) = ships(w)?;
            let there: u8 = sides()
                .filter(|seat| side.is_none_or(|side| side == *seat))
                .map(|seat| position.fleet(sea, seat))
                .sum();
            if there != number {
                let whose = side.map_or(String::new(), |seat| format!(" {}", game.seat_key_of(seat)));
                missed.push(format!("{number} triremes{whose}"));
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
                    only(game, province, &remarks).map_err(|reason| wrong(w, *mark, reason))?
                        == without_turn(position.area(province))
                } else {
                    holds(game, position.area(province), province, owner, remark)
                };
                if !holds {
                    missed.push(describe(game, remark));
                }
            }
        }
    }
    let name = game.term_name("en", term(place));
    let came = print(game, position, place, "en");
    let came = if came.is_empty() { "empty".into() } else { came };
    Ok(missed.into_iter().map(|what| Differs { expected: format!("{name}: {what}"), came: came.clone() }).collect())
}

/// The turn in which a marker came is seldom of interest; who wants to compare it says so.
fn without_turn(area: &Area) -> Area {
    let mut area = *area;
    area.settled = 0;
    area
}

/// The province as it would be if there were nothing but what the line names.
fn only(game: &Core, province: Province, remarks: &[(usize, Remark)]) -> Result<Area, Unsound> {
    let mut position = Ground::empty(&game.board, game.seats.len());
    for (_, remark) in remarks {
        if !matches!(remark, Remark::AtWar(_) | Remark::NothingElse) {
            apply(game, &mut position, province, remark)?;
        }
    }
    Ok(without_turn(position.area(province)))
}

fn holds(game: &Core, area: &Area, province: Province, owner: Option<Seat>, remark: &Remark) -> bool {
    let count = |unit: Unit, seat: Seat| *match unit {
        Unit::Legion => &area.legions[seat.index()],
        Unit::Fortress => &area.fortresses[seat.index()],
        Unit::Trireme => &area.docked[seat.index()],
        Unit::Creature => &area.creatures[seat.index()],
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

fn describe(game: &Core, remark: &Remark) -> String {
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
