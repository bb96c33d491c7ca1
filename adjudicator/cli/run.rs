//! `run`: the service itself.

use super::club::ClubFile;
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use std::io::IsTerminal as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// After so long a club that has stopped is tried again.
const AGAIN: Duration = Duration::from_secs(60);

/// Takes mail, closes rounds, sends reports, until it is stopped.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    club: ClubFile,
    /// The files of several clubs, which run side by side: run clubs/*.toml
    #[arg(value_name = "FILE", conflicts_with = "club")]
    clubs: Vec<PathBuf>,
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
        let files =
            if self.clubs.is_empty() { vec![self.club] } else { self.clubs.into_iter().map(ClubFile::at).collect() };
        if self.once {
            return files.iter().try_for_each(once);
        }
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
            signal_hook::flag::register(signal, stop.clone()).context("cannot listen for signals")?;
        }
        // Each has its own: whoever reads its file anew has heard it, and the others have not.
        let mut reloads = Vec::new();
        for _ in &files {
            let reload = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal_hook::consts::SIGHUP, reload.clone())
                .context("cannot listen for signals")?;
            reloads.push(reload);
        }
        if let [file] = files.as_slice() {
            return file.service()?.run_and_reload(&stop, &reloads[0], &|| file.load());
        }
        std::thread::scope(|scope| {
            for (file, reload) in files.iter().zip(&reloads) {
                let stop = &stop;
                let thread = std::thread::Builder::new().name(file.to_string());
                thread
                    .spawn_scoped(scope, move || side_by_side(file, stop, reload))
                    .context("cannot start a thread")?;
            }
            Ok(())
        })
    }
}

fn once(file: &ClubFile) -> Result<()> {
    let mut service = file.service()?;
    service.desk.wake_up()?;
    service.desk.open_leagues()?;
    service.step()?;
    service.show_pages();
    // If they could not be written, the operator is told.
    service.step()?;
    service.desk.breathe()
}

/// One of several clubs. Whatever happens to it, the others go on, and it is tried again after a while.
fn side_by_side(file: &ClubFile, stop: &AtomicBool, reload: &AtomicBool) {
    let _named = tracing::info_span!("club", file = %file).entered();
    while !stop.load(Ordering::Relaxed) {
        let served = catch_unwind(AssertUnwindSafe(|| file.service()?.run_and_reload(stop, reload, &|| file.load())));
        match served {
            Ok(Ok(())) => return,
            Ok(Err(error)) => tracing::error!(error = format!("{error:#}"), "this club has stopped; the others go on"),
            Err(_) => tracing::error!("this club has broken down; the others go on"),
        }
        let again = Instant::now() + AGAIN;
        while Instant::now() < again && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}
