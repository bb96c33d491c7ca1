//! The commands of the binary, one file each.

mod bench;
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
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Games(command) => command.run(),
        Command::Bench(command) => command.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tabellarius: {error:#}");
            ExitCode::FAILURE
        }
    }
}
