//! `backup`, `export`, `import`, `doctor`: keeping a club safe.

use super::club::ClubFile;
use crate::desk::span::Span;
use crate::mail::Maildir;
use crate::store::{Status, Store};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;

/// Copies the database while the service runs.
#[derive(Args)]
pub struct Backup {
    #[command(flatten)]
    club: ClubFile,
    /// Where the copy goes.
    to: PathBuf,
}

impl Backup {
    /// Copies.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        if self.to.exists() {
            bail!("{} is there already; choose another name", self.to.display());
        }
        let bar = ProgressBar::new(0).with_style(
            ProgressStyle::with_template("{bar:30} {percent} %").unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Store::open(&club.database)?.back_up(&self.to, |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        })?;
        bar.finish_and_clear();
        let copy = Store::open(&self.to)?.integrity()?;
        if copy != "ok" {
            bail!("the copy is damaged: {copy}");
        }
        println!(
            "{} is a whole copy. To go back to it, stop the service and put it in the place of {}.",
            self.to.display(),
            club.database.display()
        );
        Ok(())
    }
}

/// Writes a table, with everything that belongs to it, into one file. It holds the table's secrets.
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    club: ClubFile,
    /// The table.
    table: String,
    /// The file; none: standard output.
    to: Option<PathBuf>,
}

impl Export {
    /// Writes.
    pub fn run(self) -> Result<()> {
        let file = Store::open(&self.club.load()?.database)?.export(&self.table)?;
        let text = serde_json::to_string_pretty(&file)?;
        match &self.to {
            Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
            None => super::print(&text),
        }
    }
}

/// Takes a table from a file that `export` wrote.
#[derive(Args)]
pub struct Import {
    #[command(flatten)]
    club: ClubFile,
    /// The file.
    from: PathBuf,
}

impl Import {
    /// Reads.
    pub fn run(self) -> Result<()> {
        let text =
            std::fs::read_to_string(&self.from).with_context(|| format!("cannot read {}", self.from.display()))?;
        let file =
            serde_json::from_str(&text).with_context(|| format!("{} is no exported table", self.from.display()))?;
        let service = self.club.service().context("an import needs the service to be stopped")?;
        let store = &service.desk.store;
        store.begin()?;
        let imported = store.import(&file, service.desk.now());
        match imported {
            Ok(id) => {
                store.commit()?;
                println!("{id} is here.");
                Ok(())
            }
            Err(error) => {
                store.roll_back()?;
                Err(error)
            }
        }
    }
}

/// Looks whether all is well: the file, the database, the mailboxes, the tables, the clock.
#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    club: ClubFile,
}

impl Doctor {
    /// Looks; fails if something is wrong.
    pub fn run(self) -> Result<()> {
        let mut wrong = 0;
        let mut look = |what: &str, found: Result<String>| match found {
            Ok(text) => println!("ok     {what}: {text}"),
            Err(error) => {
                wrong += 1;
                println!("WRONG  {what}: {error:#}");
            }
        };
        let club = self.club.load();
        look("club file", club.as_ref().map(|club| club.name.clone()).map_err(|error| anyhow::anyhow!("{error:#}")));
        let Ok(club) = club else { bail!("there is nothing to look at without a club's file") };
        let store = Store::open(&club.database);
        look(
            "database",
            store.as_ref().map_err(|error| anyhow::anyhow!("{error:#}")).and_then(|store| {
                let found = store.integrity()?;
                if found == "ok" { Ok(format!("{}, whole", club.database.display())) } else { bail!("{found}") }
            }),
        );
        look(
            "inbox",
            Maildir::open(&club.inbox).and_then(|inbox| Ok(format!("{} letters wait", inbox.waiting()?.len()))),
        );
        look(
            "outbox",
            std::fs::create_dir_all(&club.outbox)
                .with_context(|| format!("cannot make {}", club.outbox.display()))
                .map(|()| club.outbox.display().to_string()),
        );
        look("templates", crate::report::Report::new(club.templates.as_deref()).map(|_| "all can be read".into()));
        if let Ok(store) = &store {
            let now = chrono::Utc::now().timestamp();
            let awake = store.fact("awake")?.and_then(|text| text.parse::<i64>().ok());
            look(
                "service",
                match awake {
                    None => Ok("has not run yet".into()),
                    Some(at) if at > now + 60 => Err(anyhow::anyhow!("the clock of this machine went back")),
                    Some(at) => Ok(format!("was awake {} ago", Span(now - at))),
                },
            );
            look("outgoing mail", Ok(format!("{} wait", store.to_send(100_000)?.len())));
            let held = store.quarantine()?.len();
            look(
                "quarantine",
                if held == 0 {
                    Ok("empty".into())
                } else {
                    Err(anyhow::anyhow!("{held} mails; a moderator's letter \"quarantine\" lists them"))
                },
            );
            let (mut tables, mut overdue) = (0, 0);
            for id in store.board_ids()? {
                let Some(board) = store.board(&id)? else { continue };
                tables += 1;
                if let Status::Broken(why) = &board.status {
                    look(&format!("table {id}"), Err(anyhow::anyhow!("it has stopped: {why}")));
                }
                overdue += usize::from(board.wake.is_some_and(|wake| wake < now - 600));
            }
            look(
                "tables",
                if overdue == 0 {
                    Ok(format!("{tables}"))
                } else {
                    Err(anyhow::anyhow!("{overdue} of {tables} are overdue: is the service running?"))
                },
            );
        }
        if wrong > 0 {
            bail!("{wrong} thing{} to look at", if wrong == 1 { "" } else { "s" });
        }
        Ok(())
    }
}
