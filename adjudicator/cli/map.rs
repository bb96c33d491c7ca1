//! `map`: a picture of a table.

use super::play::{AtTable, with_table};
use crate::folder::Folder;
use crate::picture::Size;
use crate::pictures::{Artist, Subject, form_of};
use crate::referee::{Closed, Referee};
use crate::report::Renderer;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::path::PathBuf;
use tabellarius_kernel::{Listed, Viewer};

/// Draws a table's board, with what changed in the last round: for everybody to see, or as one seat sees it.
#[derive(Args)]
pub struct Map {
    /// The table: its folder, or the table.toml in it.
    table: PathBuf,
    /// The file to write: .svg for pages, .png for mail programs.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// As this seat sees it.
    #[arg(long)]
    seat: Option<String>,
    /// As the table stood after this round.
    #[arg(long)]
    round: Option<usize>,
    /// 400 pixels wide, with short names, instead of 1000.
    #[arg(long)]
    small: bool,
}

impl Map {
    /// Draws.
    pub fn run(self) -> Result<()> {
        let folder = Folder::open(&self.table)?;
        with_table(&folder, self)
    }
}

impl AtTable for Map {
    fn at<G: Listed>(self, mut referee: Referee<G>, mut last: Closed<G>) -> Result<()> {
        let form = form_of(&self.out)?;
        let viewer = match &self.seat {
            Some(name) => Viewer::Seat(referee.seat(name)?),
            None => Viewer::Observer,
        };
        if let Some(round) = self.round {
            (referee, last) = referee.stood_after(round)?;
        }
        let renderer = Renderer::new(None)?;
        let subject = Subject {
            game: &*referee.game,
            state: &referee.stage().asked().state,
            told: &last.told,
            viewer,
            table: Some(&referee.header.table),
        };
        let size = if self.small { Size::Small } else { Size::Full };
        let drawn = Artist::new().draw(&renderer.voice(&*referee.game, "en")?, &subject, form, size)?;
        let Some(drawn) = drawn else { bail!("this game has no board that could be drawn") };
        std::fs::write(&self.out, drawn.bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
        println!("{}", drawn.alt);
        Ok(())
    }
}
