//! `bench letters`: how many letters a second the service answers.

use super::stable::{CIRCLES, Stable, cpu_ms, middle, peak_mb};
use anyhow::{Result, ensure};
use clap::Args;
use std::time::Instant;

/// So many letters are in the inbox when a measurement begins.
const BATCH: usize = 512;
/// So many stages are closed to measure one.
const STAGES: usize = 30;

#[derive(Args)]
pub struct Letters {
    /// The game.
    #[arg(default_value = "mare-nostrum")]
    game: String,
    /// How many players sit at a table.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How many tables are in the store.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// So many revisions of one letter come first, and the letters that are measured revise it again.
    #[arg(long, default_value_t = 0)]
    revisions: usize,
    /// How long to measure.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Machine-readable output; the only form there is.
    #[arg(long)]
    json: bool,
}

impl Letters {
    /// Measures.
    pub fn run(self) -> Result<()> {
        ensure!(self.tables >= STAGES + CIRCLES, "at least {} tables, please", STAGES + CIRCLES);
        let mut stable = Stable::build(&self.game, self.players, self.tables)?;
        let opened = Instant::now();
        let mut service = stable.service()?;
        service.desk.wake_up()?;
        service.step()?;
        let start_seconds = opened.elapsed().as_secs_f64();
        // The last tables are for the stages.
        let tables = self.tables - STAGES;
        // Everybody has got mail before: his Maildir is there.
        for letter in 0..CIRCLES * self.players {
            stable.put_letter(letter % CIRCLES, letter / CIRCLES)?;
        }
        for _ in 0..self.revisions {
            stable.put_letter(0, 0)?;
        }
        service.step()?;
        let sync_ms = stable.sync_ms()?;
        let (mut letters, mut seconds, mut cpu, before) = (0usize, 0f64, 0f64, service.counts());
        while seconds < self.seconds {
            for _ in 0..BATCH {
                // Neighbours in the inbox are from different tables, as they are in life.
                let table = if self.revisions > 0 { 0 } else { letters * 7919 % tables };
                let seat = if self.revisions > 0 { 0 } else { letters / tables };
                stable.put_letter(table, seat)?;
                letters += 1;
            }
            let (begun, cpu_begun) = (Instant::now(), cpu_ms()?);
            service.step()?;
            seconds += begun.elapsed().as_secs_f64();
            cpu += cpu_ms()? - cpu_begun;
        }
        let done = service.counts();
        ensure!(done.answered - before.answered == letters as u64, "not every letter was answered");
        ensure!(done.sent - before.sent >= letters as u64, "not every answer went out");
        let mut stages = Vec::new();
        stable.hurry(&service.desk.store, tables..self.tables)?;
        for table in tables..self.tables {
            for seat in 1..self.players {
                stable.put_letter(table, seat)?;
            }
            service.step()?;
            stable.put_letter(table, 0)?;
            let before = stable.mails_to(table)?;
            let begun = Instant::now();
            // One pass: the letter, the stage, and its reports in the boxes.
            service.pass()?;
            stages.push(begun.elapsed().as_secs_f64() * 1e3);
            let now = stable.mails_to(table)?;
            ensure!(now == before + 1 + self.players, "an answer and {} reports, not {}", self.players, now - before);
            service.step()?;
        }
        println!(
            "{}",
            serde_json::json!({
                "what": "letters", "game": self.game, "players": self.players, "tables": self.tables,
                "revisions": self.revisions, "per_second": letters as f64 / seconds, "stage_ms": middle(stages),
                "cpu_ms": cpu / letters as f64, "start_seconds": start_seconds, "disk_sync_ms": sync_ms, "peak_mb": peak_mb()?, "seconds": seconds,
            })
        );
        Ok(())
    }
}
