//! The commands of the binary, one file each.

mod bench;
mod case;
mod games;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A referee for long board games played by e-mail.
#[derive(Parser)]
#[command(name = "tabellarius", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The games, their variants and player counts.
    Games(games::Games),
    /// Measures speed; prints one line of JSON.
    Bench(bench::Bench),
    /// Rule cases in text files; how to write one is in docs/cases.md.
    Case(case::Case),
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Games(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::Bench(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::Case(command) => command.run(),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tabellarius: {error:#}");
            ExitCode::FAILURE
        }
    }
}
