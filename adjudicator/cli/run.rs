//! `run`: the service itself.

use super::club::ClubFile;
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Takes mail, closes rounds, sends reports, until it is stopped.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    club: ClubFile,
    /// Does what there is to do now, and ends.
    #[arg(long)]
    once: bool,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

/// How the log is written.
#[derive(Clone, Copy, ValueEnum)]
enum Log {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Run {
    /// Runs.
    pub fn run(self) -> Result<()> {
        let for_people = std::io::stderr().is_terminal();
        // A log that cannot be written (a full disk, a closed pipe) is no reason to end: it is not even told, since there is nowhere.
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_ansi(for_people);
        let log = log.log_internal_errors(false);
        // A second logger cannot be set; then the first one serves.
        let _ = match self.log {
            Log::Text => log.try_init(),
            Log::Json => log.json().try_init(),
        };
        if self.once {
            let mut service = self.club.service()?;
            service.desk.wake_up()?;
            service.desk.open_leagues()?;
            service.step()?;
            service.show_pages();
            // If they could not be written, the operator is told.
            service.step()?;
            return service.desk.breathe();
        }
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
            signal_hook::flag::register(signal, stop.clone()).context("cannot listen for signals")?;
        }
        let reload = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGHUP, reload.clone())
            .context("cannot listen for signals")?;
        self.club.service()?.run_and_reload(&stop, &reload, &|| self.club.load())
    }
}
