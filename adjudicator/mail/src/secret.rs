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
pub enum PasswordSource {
    /// The first line of a file.
    File(PathBuf),
    Variable(String),
    /// The first line that a command of the shell prints.
    Command(String),
}

impl PasswordSource {
    pub fn read(&self) -> Result<Password, Trouble> {
        let wrong = |what: String| Trouble::new(Which::Password, what);
        let text = match self {
            PasswordSource::File(path) => std::fs::read_to_string(path)
                .map_err(|error| wrong(format!("cannot read the password from {}: {error}", path.display())))?,
            PasswordSource::Variable(name) => std::env::var(name)
                .map_err(|_| wrong(format!("the environment variable {name} with the password is not set")))?,
            PasswordSource::Command(command) => {
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
    pub user: String,
    pub password: PasswordSource,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_read_from_each_place_and_never_printed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("password");
        std::fs::write(&file, "opensesame\r\nand more\n").unwrap();
        let places = [
            PasswordSource::File(file),
            PasswordSource::Command("printf 'open%s\\n' sesame".into()),
            PasswordSource::Variable("PATH".into()),
        ];
        for place in &places[..2] {
            let password = place.read().unwrap();
            assert_eq!(password.reveal(), "opensesame");
            let login = Login { user: "referee".into(), password: place.clone() };
            let printed = format!("{password:?} {login:?} {place:#?}");
            assert!(printed.contains('…') && !printed.contains("opensesame"), "{printed}");
        }
        assert_eq!(places[2].read().unwrap().reveal(), std::env::var("PATH").unwrap());
    }

    #[test]
    fn a_missing_password_says_where_it_was_looked_for() {
        let said = |place: PasswordSource| place.read().unwrap_err().to_string();
        assert!(said(PasswordSource::File("/nowhere/at/all".into())).contains("/nowhere/at/all"));
        assert!(said(PasswordSource::Variable("TABELLARIUS_NO_SUCH".into())).contains("TABELLARIUS_NO_SUCH"));
        assert!(said(PasswordSource::Command("exit 3".into())).contains('3'));
        assert!(said(PasswordSource::Command("true".into())).contains("empty"));
    }
}
