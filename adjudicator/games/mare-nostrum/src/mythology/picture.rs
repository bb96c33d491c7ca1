//! What there is to see, and what of it has just changed.

use super::event::Event;
use super::view::View;
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::picture::{came, fought, moved, picture as drawn, razed, settled};
use crate::pieces::{Creature, Sea};
use alloc::string::ToString as _;
use tabellarius_kernel::picture::{self, Board, Mark, Piece, Sign};
use tabellarius_kernel::{Picture, Seat};

/// The picture of a view.
pub fn picture(core: &Core, view: &View, told: &[&Event]) -> Picture {
    let mark = |event: &&Event| -> Option<Mark> {
        Some(match event {
            Event::Bought { seat, item, .. } | Event::Placed { seat, item, .. } | Event::Granted { seat, item, .. } => {
                came(*seat, *item)?
            }
            Event::Converted { seat, province, .. } | Event::HelenTurns { seat, province, .. } => {
                settled(*seat, *province)
            }
            Event::Reborn { seat, province, .. } => {
                Mark::Came { side: Some(seat.0), sign: Sign::Creature, n: 1, at: province.to_string() }
            }
            Event::Sailed { seat, ships, from, to, .. } => moved(*seat, Sign::Fleet, *ships, *from, Place::Sea(*to)),
            Event::Marched { seat, legions, creatures, from, to, .. } => {
                let (sign, n) = if *legions > 0 { (Sign::Army, *legions) } else { (Sign::Creature, *creatures) };
                moved(*seat, sign, n, Place::Land(*from), Place::Land(*to))
            }
            Event::Swam { seat, creatures, from, to } => moved(*seat, Sign::Creature, *creatures, *from, *to),
            Event::Surfaced { seat, creatures, sea } => {
                Mark::Came { side: Some(seat.0), sign: Sign::Creature, n: *creatures, at: sea.to_string() }
            }
            Event::Dived { seat, creatures, from } => {
                Mark::Went { side: Some(seat.0), sign: Sign::Creature, n: *creatures, at: from.id() }
            }
            Event::Sunk { place, of, .. } => Mark::Went { side: Some(of.0), sign: Sign::Fleet, n: 1, at: place.id() },
            Event::CentaursKill { province, of, legions, .. } => {
                Mark::Went { side: Some(of.0), sign: Sign::Army, n: *legions, at: province.to_string() }
            }
            Event::Battle { place, attacker, defender } | Event::Bombarded { place, attacker, defender } => {
                fought(*place, attacker.seat, defender.seat)
            }
            Event::Pillaged { province, site, .. } | Event::Razed { province, site, .. } => razed(*province, *site),
            _ => return None,
        })
    };
    let marks = told.iter().filter_map(mark).collect();
    let mut picture = drawn(core, &view.position.ground, view.seat, &view.hand_sizes, marks);
    add_krakens(core, view, &mut picture);
    picture
}

/// Krakens at sea are those of the civilization that has such creatures (MY-5.8).
fn add_krakens(core: &Core, view: &View, picture: &mut Picture) {
    let has_krakens = |seat: &Seat| core.board.civilization(*seat).creature == Some(Creature::Kraken);
    let Some(owner) = core.board.seats().iter().find(has_krakens) else { return };
    let Board::Map(places) = &mut picture.board else { return };
    for (sea, n) in (0..).map(Sea).zip(&view.position.krakens).filter(|(_, n)| **n > 0) {
        let (area, piece) = (sea.to_string(), Piece::of(Sign::Creature, owner.0, *n));
        match places.iter_mut().find(|place| place.area == area) {
            Some(place) => place.pieces.push(piece),
            None => places.push(picture::Place { area, owner: None, pieces: alloc::vec![piece], contested: false }),
        }
    }
}
