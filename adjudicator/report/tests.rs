//! Every event, reason, complaint and question has its sentence, and no line is too wide.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use super::*;
use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Letter, Pace, Salt, Seat, Seed, Stage, Table, read};
use tabellarius_mare_nostrum::classic::{Classic, Options};

mod empires;
mod every;
mod reports;
mod sea;
mod wonders;

/// A game of Mare Nostrum.
fn classic(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn report() -> Report {
    Report::new(None).unwrap()
}
