//! Passwords: where they are, and how they stay there. A password is read when a connection is made, is never part of a club's
//! file, and prints as dots.

use super::trouble::{Trouble, Which};
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A password. It cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The password itself, for the server only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Where a password is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keeper {
    /// The first line of a file.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
    /// The first line that a command of the shell prints.
    Command(String),
}

impl Keeper {
    /// Reads the password.
    pub fn password(&self) -> Result<Password, Trouble> {
        let wrong = |what: String| Trouble::new(Which::Password, what);
        let text = match self {
            Keeper::File(path) => std::fs::read_to_string(path)
                .map_err(|error| wrong(format!("cannot read the password from {}: {error}", path.display())))?,
            Keeper::Variable(name) => std::env::var(name)
                .map_err(|_| wrong(format!("the environment variable {name} with the password is not set")))?,
            Keeper::Command(command) => {
                let ran =
                    Command::new("sh").arg("-c").arg(command).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
                let ran = ran.map_err(|error| wrong(format!("the password command did not run: {error}")))?;
                if !ran.status.success() {
                    return Err(wrong(format!("the password command failed ({})", ran.status)));
                }
                String::from_utf8(ran.stdout).map_err(|_| wrong("the password command printed no text".into()))?
            }
        };
        let line = text.lines().next().unwrap_or_default().trim_end_matches('\r');
        if line.is_empty() {
            return Err(wrong("the password is empty".into()));
        }
        Ok(Password(line.to_owned()))
    }
}

/// Who we are to a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The user's name.
    pub user: String,
    /// Where the password is.
    pub keeper: Keeper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_read_from_each_place_and_never_printed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("password");
        std::fs::write(&file, "opensesame\r\nand more\n").unwrap();
        let keepers =
            [Keeper::File(file), Keeper::Command("printf 'open%s\\n' sesame".into()), Keeper::Variable("PATH".into())];
        for keeper in &keepers[..2] {
            let password = keeper.password().unwrap();
            assert_eq!(password.reveal(), "opensesame");
            let login = Login { user: "referee".into(), keeper: keeper.clone() };
            let printed = format!("{password:?} {login:?} {keeper:#?}");
            assert!(printed.contains('…') && !printed.contains("opensesame"), "{printed}");
        }
        assert_eq!(keepers[2].password().unwrap().reveal(), std::env::var("PATH").unwrap());
    }

    #[test]
    fn a_missing_password_says_where_it_was_looked_for() {
        let said = |keeper: Keeper| keeper.password().unwrap_err().to_string();
        assert!(said(Keeper::File("/nowhere/at/all".into())).contains("/nowhere/at/all"));
        assert!(said(Keeper::Variable("TABELLARIUS_NO_SUCH".into())).contains("TABELLARIUS_NO_SUCH"));
        assert!(said(Keeper::Command("exit 3".into())).contains('3'));
        assert!(said(Keeper::Command("true".into())).contains("empty"));
    }
}
