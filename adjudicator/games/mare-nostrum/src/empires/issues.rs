//! What the dice of a stage decide for a player.

use super::event::Event;
use super::position::State;
use crate::common::issues;
use alloc::vec::Vec;
use tabellarius_kernel::{Issue, Seat, Told};

/// The battles of a seat in a run that ended in this position.
pub fn of(end: &State, told: &[Told<Event>], seat: Seat) -> Vec<Issue> {
    let battles = told.iter().filter_map(|told| match &told.event {
        Event::Battle { place, attacker, defender } => Some((*place, attacker.into(), defender.into())),
        _ => None,
    });
    issues::of(battles, seat, |place| issues::present(&end.position, place, seat))
}
