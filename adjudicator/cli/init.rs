//! `init`: writes a club's file, with every choice explained.

use crate::desk::Club;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

/// Makes a new club: asks what it must know, or takes it from flags, and writes a commented file.
#[derive(Args)]
pub struct Init {
    /// Where the club's file goes.
    #[arg(long, value_name = "FILE", default_value = "tabellarius.toml")]
    club: PathBuf,
    /// What the club is called.
    #[arg(long)]
    name: Option<String>,
    /// The referee's mail address.
    #[arg(long)]
    address: Option<String>,
    /// Whom to tell when something breaks; he is a moderator too.
    #[arg(long)]
    operator: Option<String>,
    /// The time zone of people who have not chosen one.
    #[arg(long)]
    zone: Option<String>,
}

impl Init {
    /// Writes the file.
    pub fn run(self) -> Result<()> {
        if self.club.exists() {
            bail!("{} is there already; choose another with --club", self.club.display());
        }
        let name = answer(self.name, "What is the club called?", "Our club")?;
        let address = answer(self.address, "Which mail address is the referee's?", "referee@localhost")?;
        let operator = answer(self.operator, "Who is told when something breaks?", "operator@localhost")?;
        let zone = answer(self.zone, "Which time zone does the club live in?", "UTC")?;
        let zone = crate::desk::schedule::zone(&zone)?.name().to_owned();
        let text = include_str!("../../config/club.toml")
            .replace("\"Our club\"", &quoted(&name))
            .replace("\"referee@localhost\"", &quoted(&address))
            .replace("\"operator@localhost\"", &quoted(&operator))
            .replace("zone = \"UTC\"", &format!("zone = {}", quoted(&zone)));
        Club::parse(&text)?;
        if let Some(dir) = self.club.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        std::fs::write(&self.club, text).with_context(|| format!("cannot write {}", self.club.display()))?;
        let file = self.club.display();
        println!("{file} is written. Look through it, then:");
        println!("  tabellarius run --club {file}             # in one window");
        println!("  tabellarius send --club {file} --from {operator} 'new ostia-1 mare-nostrum 5'");
        println!("  tabellarius read --club {file} {operator}");
        Ok(())
    }
}

/// A flag, or what somebody types, or the usual.
fn answer(flag: Option<String>, question: &str, usual: &str) -> Result<String> {
    if let Some(flag) = flag {
        return Ok(flag);
    }
    if !std::io::stdin().is_terminal() {
        return Ok(usual.to_owned());
    }
    print!("{question} [{usual}] ");
    std::io::stdout().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    Ok(if line.is_empty() { usual.to_owned() } else { line.to_owned() })
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commented_file_says_what_is_usual() -> Result<()> {
        let written = Club::parse(include_str!("../../config/club.toml"))?;
        assert_eq!(written, Club::new("Our club", "referee@localhost", "operator@localhost"));
        Ok(())
    }
}
