//! `games`: what can be played.

use crate::catalogue::GAMES;
use anyhow::Result;
use clap::Args;

/// The games, their variants and player counts.
#[derive(Args)]
pub struct Games {}

impl Games {
    /// Prints the catalogue.
    pub fn run(self) -> Result<()> {
        for entry in GAMES {
            let players: Vec<String> = entry.players.iter().map(ToString::to_string).collect();
            println!("{}  {}, {} players", entry.key, entry.name, players.join("/"));
            for (variant, meaning) in entry.variants {
                println!("    --variant {:<20} {meaning}", format!("'{variant}'"));
            }
        }
        Ok(())
    }
}
