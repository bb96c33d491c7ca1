//! The commands of the binary, one file each.

mod audit;
mod bench;
mod case;
mod check;
mod club;
mod data;
mod deliver;
mod demo;
mod doctor;
mod explain;
mod film;
mod gallery;
mod games;
mod init;
mod keep;
mod login;
mod man;
mod map;
mod pages;
mod play;
mod private_files;
mod restore;
mod run;
mod send;
pub mod sentences;
mod status;
mod table;

use crate::config::Config;
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::sync::OnceLock;

/// A referee for long board games played by e-mail.
#[derive(Parser)]
#[command(name = "tabellarius", version = version(), about)]
struct Cli {
    /// A directory with corrected data and further languages, laid out like the project's config/.
    #[arg(long, global = true, env = "TABELLARIUS_CONFIG", value_name = "DIR")]
    config: Option<std::path::PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a game between automata and shows what the players get to read.
    Demo(demo::Demo),
    /// Makes a new club: writes a commented file.
    Init(Box<init::Init>),
    /// Logs in at a mail provider that takes no passwords, and keeps the tokens.
    Login(login::Login),
    /// The service: takes mail, closes rounds, sends reports.
    Run(run::Run),
    /// Tables, from the server's side.
    Table(table::Table),
    /// Takes a letter from standard input, for an alias of the mail server.
    Deliver(deliver::Deliver),
    /// Puts a letter into the club's inbox, as if a player had mailed it.
    Send(send::Send),
    /// Shows the mails that somebody has got.
    Read(send::Read),
    /// Copies the database while the service runs.
    Backup(keep::Backup),
    /// Writes the club's pages, and shows them on this machine.
    Pages(pages::Pages),
    /// Goes back to such a copy.
    Restore(restore::Restore),
    /// Writes a table, with everything that belongs to it, into one file.
    Export(keep::Export),
    /// Takes a table from such a file.
    Import(keep::Import),
    /// How a club is, at a glance.
    Status(status::Status),
    /// What happened at a table.
    Logs(status::Logs),
    /// Looks whether all is well with a club.
    Doctor(doctor::Doctor),
    /// Resolves a stage from text files: reads letters/*.txt, writes reports/.
    Play(play::Play),
    /// Draws a table's board.
    Map(map::Map),
    /// Makes a film of a whole game: one page with a slider.
    Film(film::Film),
    /// Writes every kind of mail of every game into a folder, to be looked at.
    Gallery(gallery::Gallery),
    /// Validates an orders file; files nothing.
    Check(check::Check),
    /// Why a result came out so, with rule numbers.
    Explain(explain::Explain),
    /// Replays a table's record and proves dice and results.
    Audit(audit::Audit),
    /// Every fact of a game that is not from its rulebook.
    Data(data::Data),
    /// The games, their variants and player counts.
    Games(games::Games),
    /// Says every entry of a language with samples, and tells what is missing or fails.
    #[command(hide = true)]
    Sentences(sentences::Sentences),
    /// Writes man pages and completions, for packages.
    #[command(hide = true)]
    Man(man::Man),
    /// Measures speed; prints one line of JSON.
    Bench(bench::Bench),
    /// Rule cases in text files; how to write one is in docs/cases.md.
    Case(case::Case),
}

/// What this is: `0.1.0 (commit 0123456789ab; schema 7)`.
fn version() -> &'static str {
    static NAMED: OnceLock<String> = OnceLock::new();
    NAMED.get_or_init(|| {
        let (number, commit) = (env!("CARGO_PKG_VERSION"), env!("TABELLARIUS_COMMIT"));
        format!("{number} (commit {commit}; schema {})", crate::store::newest_schema())
    })
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // A slip in the alias of a mail server must not send people's letters back.
        Err(error) if std::env::args().nth(1).is_some_and(|word| word == "deliver") && error.use_stderr() => {
            eprintln!("{error}");
            return ExitCode::from(deliver::LATER);
        }
        Err(error) => error.exit(),
    };
    if let Some(dir) = &cli.config {
        Config::in_dir(dir).install();
    }
    if !matches!(cli.command, Command::Deliver(_)) {
        private_files::keep_private();
    }
    if let Command::Run(_) | Command::Deliver(_) | Command::Doctor(_) = &cli.command {
        // These speak with programs and servers, which may hang up.
    } else if let Err(error) = end_when_nobody_reads() {
        eprintln!("tabellarius: {error}");
    }
    let result = match cli.command {
        Command::Demo(command) => done(command.run()),
        Command::Init(command) => done(command.run()),
        Command::Login(command) => done(command.run()),
        Command::Run(command) => done(command.run()),
        Command::Table(command) => done(command.run()),
        Command::Deliver(command) => command.run(),
        Command::Send(command) => done(command.run()),
        Command::Read(command) => done(command.run()),
        Command::Backup(command) => done(command.run()),
        Command::Pages(command) => done(command.run()),
        Command::Restore(command) => done(command.run()),
        Command::Export(command) => done(command.run()),
        Command::Import(command) => done(command.run()),
        Command::Status(command) => done(command.run()),
        Command::Logs(command) => done(command.run()),
        Command::Doctor(command) => done(command.run()),
        Command::Play(command) => done(command.run()),
        Command::Map(command) => done(command.run()),
        Command::Film(command) => done(command.run()),
        Command::Gallery(command) => done(command.run()),
        Command::Check(command) => done(command.run()),
        Command::Explain(command) => done(command.run()),
        Command::Audit(command) => done(command.run()),
        Command::Data(command) => done(command.run()),
        Command::Games(command) => done(command.run()),
        Command::Sentences(command) => done(command.run()),
        Command::Man(command) => done(command.run()),
        Command::Bench(command) => done(command.run()),
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

/// A reader who has seen enough (`| head`) ends us quietly, as it ends every other program.
fn end_when_nobody_reads() -> std::io::Result<()> {
    let always = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGPIPE, always).map(drop)
}

fn done(result: anyhow::Result<()>) -> anyhow::Result<ExitCode> {
    result.map(|()| ExitCode::SUCCESS)
}

/// Prints a text. A reader who has seen enough (`| head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write as _;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
