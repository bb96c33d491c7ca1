//! `check`: an orders file against a table, with the words a player would get by mail.

use super::play::{AtTable, acknowledge, with_table};
use crate::folder::Folder;
use crate::referee::{Closed, Referee};
use crate::report::Renderer;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::path::PathBuf;
use tabellarius_kernel::{Effort, Listed};

/// Validates an orders file; files nothing.
#[derive(Args)]
pub struct Check {
    /// The table: its folder, or the table.toml in it.
    table: PathBuf,
    /// Whose orders these are.
    seat: String,
    /// The orders.
    orders: PathBuf,
}

impl Check {
    /// Checks.
    pub fn run(self) -> Result<()> {
        let folder = Folder::open(&self.table)?;
        with_table(&folder, self)
    }
}

impl AtTable for Check {
    fn at<G: Listed>(self, mut referee: Referee<G>, _: Closed<G>) -> Result<()> {
        let seat = referee.seat(&self.seat)?;
        let bytes = std::fs::read(&self.orders).with_context(|| format!("cannot read {}", self.orders.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let problems = referee.try_letter(seat, &text, Effort::LETTER).doubts();
        print!("{}", acknowledge(&Renderer::new(None)?, &mut referee, seat, &text)?);
        match problems {
            0 => Ok(()),
            1 => bail!("1 problem"),
            n => bail!("{n} problems"),
        }
    }
}
