//! What the dice of a stage decide for a player.

use super::Mythology;
use super::event::{Event, Place, Side};
use super::position::State;
use crate::common::issues::{self, Bout};
use crate::pieces::Creature;
use alloc::vec::Vec;
use tabellarius_kernel::{Issue, Seat, Told};

impl From<&Side> for Bout {
    fn from(side: &Side) -> Bout {
        let all = side.units + side.creatures + side.fortresses;
        let lost = side.lost_units + side.lost_creatures + side.lost_fortresses;
        Bout { seat: side.seat, lost: u32::from(lost), survived: all > lost }
    }
}

/// The battles of a seat in a run that ended in this position, and what titans threw at it.
pub fn of(game: &Mythology, end: &State, told: &[Told<Event>], seat: Seat) -> Vec<Issue> {
    let battles = told.iter().filter_map(|told| match &told.event {
        Event::Battle { place, attacker, defender } => Some((*place, attacker.into(), defender.into())),
        // Whoever throws risks nothing.
        Event::Bombarded { place, attacker, defender } if attacker.seat != seat => {
            Some((*place, attacker.into(), defender.into()))
        }
        _ => None,
    });
    issues::of(battles, seat, |place| present(game, end, place, seat))
}

/// Krakens at sea are there as triremes are (MY-5.8.4).
fn present(game: &Mythology, end: &State, place: Place, seat: Seat) -> (bool, bool) {
    let (own, others) = issues::present(&end.position, place, seat);
    let krakens = match place {
        Place::Sea(sea) => end.position.krakens[sea.index()] > 0,
        Place::Land(_) => false,
    };
    let mine = game.breeds(seat, Creature::Kraken);
    (own || (krakens && mine), others || (krakens && !mine))
}
