//! `man`: the pages and completions that packages bring.

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// Writes man pages and the completions of shells into a directory.
#[derive(Args)]
pub struct Man {
    /// The directory: `man/` and `completions/` come into it.
    dir: PathBuf,
}

impl Man {
    /// Writes.
    pub fn run(self) -> Result<()> {
        let (pages, completions) = (self.dir.join("man"), self.dir.join("completions"));
        for dir in [&pages, &completions] {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let mut command = super::Cli::command();
        command.build();
        write_pages(&pages, &command, "tabellarius")?;
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            clap_complete::generate_to(shell, &mut super::Cli::command(), "tabellarius", &completions)
                .with_context(|| format!("cannot write the completions for {shell}"))?;
        }
        super::print(&format!("Man pages and completions are in {}.\n", self.dir.display()))
    }
}

/// The page of a command, and those of the commands in it: `tabellarius-table-list.1`.
fn write_pages(dir: &Path, command: &clap::Command, name: &str) -> Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let file = dir.join(format!("{name}.1"));
    std::fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()))?;
    let mut inner = command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help");
    inner.try_for_each(|inner| write_pages(dir, inner, &format!("{name}-{}", inner.get_name())))
}
