//! `explain`: why a result came out so, with rule numbers.

use super::play::{AtTable, with_table};
use crate::folder::Folder;
use crate::referee::{Closed, Referee};
use crate::report::Renderer;
use anyhow::{Result, ensure};
use clap::Args;
use std::path::PathBuf;
use tabellarius_kernel::{Listed, Viewer};

/// Why a result came out so: events with their rules, answers with their sources, dice with their names.
#[derive(Args)]
pub struct Explain {
    /// The table: its folder, or the table.toml in it.
    table: PathBuf,
    /// The round to explain; the last one, if not said.
    #[arg(long)]
    round: Option<usize>,
    /// Explain what this seat may know; without it everything is shown, as to a moderator.
    #[arg(long)]
    seat: Option<String>,
}

impl Explain {
    /// Explains.
    pub fn run(self) -> Result<()> {
        let folder = Folder::open(&self.table)?;
        with_table(&folder, self)
    }
}

impl AtTable for Explain {
    fn at<G: Listed>(self, mut referee: Referee<G>, _: Closed<G>) -> Result<()> {
        let viewer = match &self.seat {
            Some(name) => Viewer::Seat(referee.seat(name)?),
            None => Viewer::Moderator,
        };
        if let Some(round) = self.round {
            referee = referee.back_to(round)?;
        }
        let runs = referee.explain();
        ensure!(!runs.is_empty(), "no round has been closed yet");
        let report = Renderer::new(None)?;
        for run in runs {
            print!("{}", report.voice(&*referee.game, "en")?.explain(&run, viewer)?);
        }
        Ok(())
    }
}
