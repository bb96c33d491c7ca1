//! `table`: tables from the server's side. Whatever changes a table goes as a letter of the operator, so that it is logged and
//! answered like any other, and so that nothing happens behind the back of the running service.

use super::club::ClubFile;
use crate::desk::log_in_english;
use crate::report::Renderer;
use crate::store::Store;
use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};

/// Tables, from the server's side.
#[derive(Args)]
pub struct Table {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// All tables.
    List {
        #[command(flatten)]
        club: ClubFile,
    },
    /// One table: how it stands, who sits where, its log.
    Show {
        #[command(flatten)]
        club: ClubFile,
        /// The table.
        table: String,
    },
    /// Opens a table: sends "new NAME GAME PLAYERS ..." in the operator's name.
    New {
        #[command(flatten)]
        club: ClubFile,
        /// What would stand behind "new" in a letter: ostia-1 mare-nostrum 5 strict
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Sends commands for a table in the operator's name: table tell ostia-1 "set grace 1 day" start
    Tell {
        #[command(flatten)]
        club: ClubFile,
        /// The table.
        table: String,
        /// The commands, each a line.
        #[arg(required = true)]
        lines: Vec<String>,
    },
}

impl Table {
    /// Does it.
    pub fn run(self) -> Result<()> {
        match self.what {
            What::List { club } => list(&club),
            What::Show { club, table } => show(&club, &table),
            What::New { club, words } => as_operator(&club, vec![format!("new {}", words.join(" "))]),
            What::Tell { club, table, lines } => {
                as_operator(&club, [format!("table {table}")].into_iter().chain(lines).collect())
            }
        }
    }
}

fn list(club: &ClubFile) -> Result<()> {
    let store = Store::open(&club.load()?.database)?;
    let mut text = String::new();
    for id in store.board_ids()? {
        let Some(board) = store.board(&id)? else { continue };
        let due = board.deadline.map(|at| crate::time::instant(at).format("due %Y-%m-%d %H:%M UTC").to_string());
        text += &format!(
            "{id}\t{} for {}\t{:?}\t{}\tround {}\t{}\n",
            board.header.game,
            board.header.players,
            board.status,
            board.stage,
            board.rounds,
            due.unwrap_or_default()
        );
    }
    super::print(if text.is_empty() { "There is no table yet.\n" } else { &text })
}

fn show(club: &ClubFile, id: &str) -> Result<()> {
    let store = Store::open(&club.load()?.database)?;
    let board = store.board(id)?.with_context(|| format!("there is no table {id}"))?;
    let mut text =
        format!("{id}: {} for {}, {:?}, {}\n", board.header.game, board.header.players, board.status, board.stage);
    for seat in store.seats(id)? {
        let owner = seat.owner.map(|id| store.person(id)).transpose()?.flatten();
        let owner = owner.map_or("nobody".into(), |person| format!("{} <{}>", person.name, person.address));
        text += &format!("  {}: {owner}, kept by the {}, {} missed\n", seat.seat, seat.keeper.word(), seat.missed);
    }
    let report = Renderer::new(None)?;
    for (at, line) in store.log_of(id)? {
        let line = log_in_english(&line, &report);
        text += &format!("  {} {line}\n", crate::time::instant(at).format("%Y-%m-%d %H:%M"));
    }
    super::print(&text)
}

fn as_operator(club: &ClubFile, lines: Vec<String>) -> Result<()> {
    let from = club.load()?.operator;
    super::send::Send::new(club.clone(), from, lines).run()
}
