//! `demo`: a whole game by automata that write letters, with nothing set up.

use super::play::{AtTable, acknowledge, dispatch, publish_if_over, with_table, write_reports};
use crate::folder::{Folder, new_seed};
use crate::referee::{Closed, Header, Referee};
use crate::report::Report;
use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use tabellarius_kernel::{Game, Pace, Viewer};

/// Plays a game between automata and shows what the players get to read.
#[derive(Args)]
pub struct Demo {
    /// Where to put the table.
    #[arg(long, default_value = "tabellarius-demo")]
    folder: PathBuf,
    /// The game.
    #[arg(long, default_value = "mare-nostrum")]
    game: String,
    /// How many play.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How many turns to play at the most.
    #[arg(long, default_value_t = 30)]
    turns: u64,
}

impl Demo {
    /// Plays.
    pub fn run(self) -> Result<()> {
        let seed = new_seed()?;
        let header = Header {
            table: "demo".into(),
            game: self.game.clone(),
            players: self.players,
            variant: String::new(),
            pace: Pace::Bulk,
            commitment: seed.commitment(),
        };
        let folder = Folder::create(&self.folder, &header, &seed)
            .with_context(|| "the demo wants a folder of its own: choose one with --folder")?;
        with_table(&folder, Playing { folder: &folder, demo: &self })
    }
}

struct Playing<'a> {
    folder: &'a Folder,
    demo: &'a Demo,
}

impl AtTable for Playing<'_> {
    fn at<G: Game>(self, mut referee: Referee<G>, mut last: Closed<G>) -> Result<()> {
        let report = Report::new(None)?;
        let bar = ProgressBar::new(self.demo.turns * 3).with_style(
            ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        write_reports(self.folder, &referee, &last)?;
        while referee.winners().is_none() && bar.position() < self.demo.turns * 3 {
            bar.set_message(referee.stage_name());
            for seat in referee.awaited().iter().collect::<Vec<_>>() {
                let view = referee.view(Viewer::Seat(seat));
                let text = referee.game.caretaker(&view, seat);
                let answer = acknowledge(&report, &mut referee, seat, &text)?;
                let stage = referee.stage_name();
                let name = referee.game.seat_key(seat);
                self.folder.report(referee.rounds.len(), &stage, &format!("letter-{name}"), &text)?;
                self.folder.report(referee.rounds.len(), &stage, &format!("answer-{name}"), &answer)?;
            }
            last = referee.close()?;
            if let Some(round) = referee.rounds.last() {
                self.folder.append(round)?;
            }
            write_reports(self.folder, &referee, &last)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let reader = referee.game.seats().iter().next().context("somebody plays")?;
        println!("{}", dispatch(&report, &referee, &last, Viewer::Seat(reader))?);
        println!("This was the last report to {}.", referee.game.seat_key(reader));
        println!(
            "{} rounds were played; all letters, answers and reports are in {}.",
            referee.rounds.len(),
            self.folder.dir().display()
        );
        publish_if_over(self.folder, &referee)
    }
}
