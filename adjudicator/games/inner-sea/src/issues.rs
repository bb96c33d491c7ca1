//! What the Competition Phase decided for a seat: who holds the areas in the end.

use crate::event::Event;
use crate::pieces::{Area, Faction};
use crate::position::State;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use tabellarius_kernel::{Issue, Seat, Told};

/// The competitions of a run in which the seat took part, and what became of its discs there (IS-6.6).
pub fn of(end: &State, told: &[Told<Event>], seat: Seat) -> Vec<Issue> {
    let (board, me) = (&end.position.board, Faction::of(seat));
    let civ = end.position.side(seat).civ;
    let mut all: Vec<(Area, Issue)> = Vec::new();
    for told in told {
        match &told.event {
            Event::Competition { area, strengths } => {
                let takes_part = strengths.iter().any(|(one, n)| *one == civ && *n > 0);
                if takes_part && all.iter().all(|(known, _)| known != area) {
                    let outcome = match () {
                        () if board.controlled(me).contains(*area) => "held",
                        () if board.discs(*area, me) > 0 => "shared",
                        () => "lost",
                    };
                    all.push((*area, Issue { subject: area.to_string(), outcome, lost: 0 }));
                }
            }
            Event::Removed { seat: Some(one), area, n, allies, .. } if *one == seat => {
                let fought = all.iter_mut().find(|(known, _)| known == area);
                fought.into_iter().for_each(|(_, issue)| issue.lost += u32::from(n - allies));
            }
            _ => {}
        }
    }
    all.into_iter().map(|(_, issue)| issue).collect()
}
