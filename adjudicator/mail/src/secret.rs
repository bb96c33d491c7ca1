//! Passwords and tokens: where they are, and how they stay there. A password is read when a connection is made, is never part of a club's
//! file, and prints as dots; a token (OAuth 2) is used in the same way, and lives for an hour.

use super::oauth::Keyring;
use super::trouble::{Trouble, Which};
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A password. It cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    pub(super) fn new(text: String) -> Password {
        Password(text)
    }

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
            PasswordSource::Command(command) => printed(command, "password", Which::Password)?,
        };
        first_line(&text).ok_or_else(|| wrong("the password is empty".into()))
    }
}

/// What a command of the shell prints.
fn printed(command: &str, what: &str, which: Which) -> Result<String, Trouble> {
    let wrong = |what: String| Trouble::new(which, what);
    let ran = Command::new("sh").arg("-c").arg(command).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let ran = ran.map_err(|error| wrong(format!("the {what} command did not run: {error}")))?;
    if !ran.status.success() {
        return Err(wrong(format!("the {what} command failed ({})", ran.status)));
    }
    String::from_utf8(ran.stdout).map_err(|_| wrong(format!("the {what} command printed no text")))
}

fn first_line(text: &str) -> Option<Password> {
    let line = text.lines().next().unwrap_or_default().trim_end_matches('\r');
    if line.is_empty() { None } else { Some(Password(line.to_owned())) }
}

/// Where tokens come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenSource {
    /// The first line that a command of the shell prints.
    Command(String),
    /// Our own, which renew themselves.
    Kept(Keyring),
}

impl TokenSource {
    /// A token that is good now.
    pub fn read(&self) -> Result<Password, Trouble> {
        match self {
            TokenSource::Command(command) => {
                let text = printed(command, "token", Which::Token)?;
                first_line(&text).ok_or_else(|| Trouble::new(Which::Token, "the token command printed nothing"))
            }
            TokenSource::Kept(keyring) => keyring.token(),
        }
    }

    /// A server does not take this token: the next one shall be another.
    pub fn refused(&self, token: &Password) {
        if let TokenSource::Kept(keyring) = self
            && let Err(trouble) = keyring.refused(token)
        {
            tracing::warn!(%trouble, "a token that was refused");
        }
    }
}

/// What proves who we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Secret {
    Password(PasswordSource),
    Token(TokenSource),
}

/// Who we are to a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    pub user: String,
    pub secret: Secret,
}

impl Login {
    /// A user with a password.
    pub fn with_password(user: &str, password: PasswordSource) -> Login {
        Login { user: user.to_owned(), secret: Secret::Password(password) }
    }

    /// A user with tokens.
    pub fn with_token(user: &str, token: TokenSource) -> Login {
        Login { user: user.to_owned(), secret: Secret::Token(token) }
    }
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
            let login = Login::with_password("referee", place.clone());
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
