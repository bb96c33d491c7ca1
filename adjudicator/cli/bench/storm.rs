//! `bench storm`: many tables with one deadline, all letters in its last hour.

use super::stable::{CIRCLES, Stable, cpu_ms, peak_mb, progress};
use anyhow::{Result, ensure};
use clap::Args;
use std::time::Instant;

#[derive(Args)]
pub struct Storm {
    /// The game.
    #[arg(default_value = "mare-nostrum")]
    game: String,
    /// How many players sit at a table.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How many tables there are.
    #[arg(long, default_value_t = 2_000)]
    tables: usize,
    /// Machine-readable output; the only form there is.
    #[arg(long)]
    json: bool,
}

impl Storm {
    /// Measures.
    pub fn run(self) -> Result<()> {
        ensure!(self.tables >= CIRCLES, "at least {CIRCLES} tables, please");
        let mut stable = Stable::build(&self.game, self.players, self.tables)?;
        let mut service = stable.service()?;
        let deadline = stable.deadline(&service.desk.store)?;
        stable.clock.set(deadline - 3_600);
        service.desk.wake_up()?;
        // Everybody has got mail before: his Maildir is there.
        for letter in 0..CIRCLES * self.players {
            stable.put_letter(letter % CIRCLES, letter / CIRCLES)?;
        }
        service.step()?;
        let letters = self.tables * self.players;
        for number in 0..letters {
            stable.put_letter(number * 7919 % self.tables, number / self.tables)?;
        }
        let (sync_ms, before) = (stable.sync_ms()?, service.counts());
        let bar = progress((letters * 2) as u64, "mails out");
        let (begun, cpu_begun) = (Instant::now(), cpu_ms()?);
        while service.pass()? {
            bar.set_position(service.counts().sent - before.sent);
        }
        let answering = begun.elapsed().as_secs_f64();
        ensure!(service.counts().answered - before.answered == letters as u64, "not every letter was answered");
        stable.clock.set(deadline);
        while service.pass()? {
            bar.set_position(service.counts().sent - before.sent);
        }
        service.step()?;
        let seconds = begun.elapsed().as_secs_f64();
        let cpu_seconds = (cpu_ms()? - cpu_begun) / 1e3;
        bar.finish_and_clear();
        let sent = service.counts().sent - before.sent;
        ensure!(sent >= (letters * 2) as u64, "{sent} mails went out; {letters} answers and {letters} reports should");
        println!(
            "{}",
            serde_json::json!({
                "what": "storm", "game": self.game, "players": self.players, "tables": self.tables, "letters": letters,
                "mails_out": sent, "per_second": sent as f64 / seconds, "letters_per_second": letters as f64 / answering,
                "stages_per_second": self.tables as f64 / (seconds - answering), "peak_mb": peak_mb()?,
                "cpu_seconds": cpu_seconds,
                "disk_sync_ms": sync_ms, "seconds": seconds,
            })
        );
        Ok(())
    }
}
