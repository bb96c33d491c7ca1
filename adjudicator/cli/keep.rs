//! `backup`, `export`, `import`: keeping a club safe.

use super::club::ClubFile;
use crate::store::Store;
use crate::store::open_export::take_secrets_out;
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
        match imported {
            Ok(id) => {
                store.commit()?;
                store.settle()?;
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
