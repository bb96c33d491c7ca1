//! `film`: a whole game as one page with a slider.

use super::play::{AtTable, with_table};
use crate::folder::Folder;
use crate::picture::Film as Reel;
use crate::pictures::{Artist, Subject};
use crate::referee::{Closed, Referee};
use crate::report::Renderer;
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use std::path::PathBuf;
use tabellarius_kernel::{Listed, Viewer};

/// Makes a film of a table: one page with a picture of every round and a slider, which needs nothing from the network.
#[derive(Args)]
pub struct Film {
    /// The table: its folder, or the table.toml in it.
    table: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE.html")]
    out: PathBuf,
    /// As this seat sees it; without it, what everybody may see.
    #[arg(long)]
    seat: Option<String>,
}

impl Film {
    /// Films.
    pub fn run(self) -> Result<()> {
        let folder = Folder::open(&self.table)?;
        with_table(&folder, self)
    }
}

impl AtTable for Film {
    fn at<G: Listed>(self, referee: Referee<G>, _: Closed<G>) -> Result<()> {
        let viewer = match &self.seat {
            Some(name) => Viewer::Seat(referee.seat(name)?),
            None => Viewer::Observer,
        };
        let (renderer, game) = (Renderer::new(None)?, referee.game.clone());
        let voice = renderer.voice(&*game, "en")?;
        let (mut artist, mut reel, mut has_board) = (Artist::new(), Reel::new(), false);
        let table = referee.header.table.clone();
        referee.round_by_round(|referee, closed| {
            let subject = Subject {
                game: &*game,
                state: &referee.stage().asked().state,
                told: &closed.told,
                viewer,
                table: Some(&table),
            };
            has_board |= artist.film(&mut reel, &voice, &subject)?;
            Ok(())
        })?;
        ensure!(has_board, "this game has no board that could be drawn");
        let page = reel.page(&format!("{}: {table}", G::ENTRY.name), "en", |key| voice.picture_word(key));
        std::fs::write(&self.out, page).with_context(|| format!("cannot write {}", self.out.display()))?;
        println!("The film is in {}. It needs nothing from the network.", self.out.display());
        Ok(())
    }
}
