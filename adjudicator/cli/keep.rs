//! `backup`, `export`, `import`: keeping a club safe.

use super::club::ClubFile;
use crate::desk::proof::prove;
use crate::desk::state::LAST_COPY;
use crate::store::open_export::take_secrets_out;
use crate::store::{Store, copy};
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
        let bar = progress_bar();
        let store = Store::open(&club.database)?;
        store.back_up(&self.to, |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        })?;
        bar.finish_and_clear();
        // Doctor looks how old the newest copy is.
        store.set_fact(LAST_COPY, &chrono::Utc::now().timestamp().to_string())?;
        copy::check(&self.to)?;
        super::print(&format!(
            "{} is a whole copy. To go back to it, stop the service and run: tabellarius restore {}\n",
            self.to.display(),
            self.to.display()
        ))
    }
}

/// How far a copy is.
pub fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {percent} %").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

/// Writes a table, with everything that belongs to it, into one file. What players of a running table may not know is left out.
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    club: ClubFile,
    /// The table.
    table: String,
    /// With the seed, the orders and the hands, to be taken to another club: whoever has the file knows the whole game.
    #[arg(long)]
    with_secrets: bool,
    /// The file; none: standard output.
    to: Option<PathBuf>,
}

impl Export {
    /// Writes.
    pub fn run(self) -> Result<()> {
        let mut file = Store::open(&self.club.load()?.database)?.export(&self.table)?;
        if !self.with_secrets {
            take_secrets_out(&mut file);
        }
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
        let imported = imported.and_then(|id| prove(store, &id).map(|()| id)).context("the file is not what it says");
        match imported {
            Ok(id) => {
                store.commit()?;
                store.settle()?;
                super::print(&format!("{id} is here.\n"))
            }
            Err(error) => {
                store.roll_back()?;
                Err(error)
            }
        }
    }
}
