//! `bench pages`: how long it takes to make the pages of a club with many tables, and to bring them up to date after one round.

use super::stable::{MODEL, Stable, mail, peak_mb, progress, renamed};
use crate::desk::Desk;
use crate::desk::spectator::Spectator;
use crate::settings::Advance;
use crate::store::{Durability, Store};
use anyhow::{Context as _, Result};
use clap::Args;
use std::time::{Duration, Instant};

/// The pages of a club with many tables, from nothing and after one round.
#[derive(Args)]
pub struct Pages {
    /// The game.
    #[arg(default_value = "mare-nostrum")]
    game: String,
    /// How many players.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How many tables.
    #[arg(long, default_value_t = 1_000)]
    tables: usize,
    /// How many rounds each has played.
    #[arg(long, default_value_t = 12)]
    rounds: usize,
}

impl Pages {
    /// Measures.
    pub fn run(self) -> Result<()> {
        let stable = Stable::build(&self.game, self.players, 1)?;
        let store = Store::open(&stable.club().database)?;
        store.set_durability(Durability::None)?;
        let mut desk = Desk::new(stable.club(), store, stable.clock())?;
        for round in 0..self.rounds {
            play(&mut desk, round)?;
        }
        let model = desk.store.board(MODEL)?.context("the first table is gone")?;
        let text = serde_json::to_string(&desk.store.export(MODEL)?)?;
        let bar = progress(self.tables as u64, "tables");
        desk.store.begin()?;
        for number in 1..self.tables {
            let id = desk.store.import(&serde_json::from_str(&renamed(&text, number))?, desk.now())?;
            let mut board = desk.store.board(&id)?.context("a table is gone")?;
            // The record was played under the name of the first.
            board.header = model.header.clone();
            desk.store.update_board(&board)?;
            bar.set_position(number as u64);
        }
        desk.store.commit()?;
        bar.finish_and_clear();
        let mut spectator = Spectator::open(&stable.dir().join("site"))?;
        let begun = Instant::now();
        let cold = desk.show_to(&mut spectator, Duration::MAX)?;
        let cold_seconds = begun.elapsed().as_secs_f64();
        play(&mut desk, self.rounds)?;
        let begun = Instant::now();
        let round = desk.show_to(&mut spectator, Duration::MAX)?;
        println!(
            "{}",
            serde_json::json!({
                "what": "pages", "game": self.game, "tables": self.tables, "rounds": self.rounds, "cold_seconds": cold_seconds,
                "files": cold.written, "amiss": cold.amiss.len(), "round_ms": begun.elapsed().as_secs_f64() * 1e3,
                "files_after_a_round": round.written, "peak_mb": peak_mb()?,
            })
        );
        Ok(())
    }
}

/// Everybody at the first table writes, and its round closes.
fn play(desk: &mut Desk, round: usize) -> Result<()> {
    let mut board = desk.store.board(MODEL)?.context("the first table is gone")?;
    board.settings.advance = Advance::AllIn;
    desk.store.update_board(&board)?;
    for (address, text) in desk.automata_letters(MODEL)? {
        let letter = mail(&address, MODEL, &format!("round.{round}"), &format!("table {MODEL}\n{text}"));
        desk.take_mail(letter.as_bytes(), desk.now())?;
    }
    desk.tick()?;
    Ok(())
}
