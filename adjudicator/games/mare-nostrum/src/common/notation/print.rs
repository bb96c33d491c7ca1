//! Provinces and seas: printing what lies there.

use super::area::sides;
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::ground::{Ground, Hold, Site};
use crate::common::language::term::{Term, Verb};
use crate::pieces::{Province, Sea, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// The word for a place.
pub(super) fn term(place: Place) -> Term {
    match place {
        Place::Land(province) => Term::Province(province),
        Place::Sea(sea) => Term::Sea(sea),
    }
}

/// All provinces and seas with something in them, one a line.
pub fn print_all(game: &Core, position: &Ground, language: &str) -> Vec<String> {
    let provinces = (0..position.areas.len() as u8).map(|n| Place::Land(Province(n)));
    let seas = (0..position.fleets.len() as u8).map(|n| Place::Sea(Sea(n)));
    let line = |place| {
        let text = print(game, position, place, language);
        (!text.is_empty()).then(|| format!("{}: {text}", game.term_name(language, term(place))))
    };
    provinces.chain(seas).filter_map(line).collect()
}

/// What is in a place, in the notation that [`super::area::set`] reads; empty if there is nothing.
pub fn print(game: &Core, position: &Ground, place: Place, language: &str) -> String {
    let unit = |number: u8, unit: Unit, seat: Seat| {
        format!("{} {}", game.counted(language, number, Term::Unit(unit)), game.term_name(language, Term::Seat(seat)))
    };
    let mut parts: Vec<String> = Vec::new();
    match place {
        Place::Sea(sea) => {
            let fleets = sides().map(|seat| (position.fleet(sea, seat), seat)).filter(|(n, _)| *n > 0);
            parts.extend(fleets.map(|(n, seat)| unit(n, Unit::Trireme, seat)));
        }
        Place::Land(province) => {
            let area = position.area(province);
            parts.extend(area.owner.map(|seat| game.term_name(language, Term::Seat(seat)).into()));
            if area.settled > 0 {
                parts.push(format!("since turn {}", area.settled));
            }
            parts.extend(area.sites().map(|site| print_site(game, province, site, language)));
            for (kind, pieces) in [
                (Unit::Legion, &area.legions),
                (Unit::Fortress, &area.fortresses),
                (Unit::Trireme, &area.docked),
                (Unit::Creature, &area.creatures),
            ] {
                let some = sides().zip(pieces).filter(|(_, n)| **n > 0);
                parts.extend(some.map(|(seat, n)| unit(*n, kind, seat)));
            }
            if let Some((seat, hold)) = &area.hold {
                let who = game.term_name(language, Term::Seat(*seat));
                parts.push(match hold {
                    Hold::Convert => format!("{who} {}", game.term_name(language, Term::Verb(Verb::Convert))),
                    Hold::Occupy(sites) => {
                        let sites: Vec<String> =
                            sites.iter().map(|site| print_site(game, province, site, language)).collect();
                        format!("{who} {} {}", game.term_name(language, Term::Verb(Verb::Occupy)), sites.join(" + "))
                    }
                });
            }
        }
    }
    parts.join(", ")
}

fn print_site(game: &Core, province: Province, site: Site, language: &str) -> String {
    let land = game.board.land(province);
    let building = game.term_name(language, Term::Building(site.building()));
    match site {
        Site::City(n) => format!("{building} {}", game.term_name(language, Term::City(province, n))),
        Site::Caravan(n) => match land.goods.get(usize::from(n)) {
            // Two sites with the same good can only be told apart by their numbers.
            Some(good) if land.goods.iter().filter(|of| *of == good).count() == 1 => {
                format!("{building} {}", game.term_name(language, Term::Good(*good)))
            }
            _ => format!("{building} {}", n + 1),
        },
        Site::Market | Site::Temple => building.into(),
    }
}
