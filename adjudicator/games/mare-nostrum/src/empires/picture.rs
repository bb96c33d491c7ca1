//! What there is to see, and what of it has just changed.

use super::event::Event;
use super::view::View;
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::picture::{came, fought, moved, picture as drawn, razed, settled};
use alloc::string::ToString as _;
use tabellarius_kernel::Picture;
use tabellarius_kernel::picture::{Mark, Sign};

/// The picture of a view.
pub fn picture(core: &Core, view: &View, told: &[&Event]) -> Picture {
    let mark = |event: &&Event| -> Option<Mark> {
        Some(match event {
            Event::Bought { seat, item, .. } => came(*seat, *item)?,
            Event::TakenOver { seat, province, .. } | Event::Seized { seat, province, .. } => settled(*seat, *province),
            Event::MarkerRemoved { province, from, .. } => {
                Mark::Went { side: Some(from.0), sign: Sign::Marker, n: 1, at: province.to_string() }
            }
            Event::Sailed { seat, ships, from, to } => moved(*seat, Sign::Fleet, *ships, *from, Place::Sea(*to)),
            Event::Marched { seat, legions, from, to, .. } => {
                moved(*seat, Sign::Army, *legions, Place::Land(*from), Place::Land(*to))
            }
            Event::Battle { place, attacker, defender } => fought(*place, attacker.seat, defender.seat),
            Event::Pillaged { province, site, .. } => razed(*province, *site),
            _ => return None,
        })
    };
    let marks = told.iter().filter_map(mark).collect();
    drawn(core, &view.position.ground, view.seat, &view.hand_sizes, marks)
}
