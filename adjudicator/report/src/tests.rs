//! The house of sentences itself, tried with the smallest game. The sentences of each game are tested beside the game.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod forms;
mod grammar;
mod sentences;

use super::*;
use tabellarius_kernel::entry::Files;
use tabellarius_latrones::Latrones;

fn latrones(players: usize) -> Latrones {
    Latrones::build(&Files::built_in(&Latrones::ENTRY), players, "").unwrap()
}

fn voice_in_english(game: &Latrones, event: &tabellarius_latrones::position::Event) -> String {
    testing::renderer().voice(game, "en").unwrap().event(event).unwrap()
}
