//! A server and who we are there: what `[mailbox]` and `[submission]` have in common.

use super::Oauth;
use crate::mail::secret::{Login, PasswordSource, TokenSource};
use crate::mail::server::{Server, Tls};
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How we come in at a server.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Account {
    /// How the connection is kept secret.
    pub tls: Tls,
    /// The user's name, usually the address; empty, where none is needed.
    pub user: String,
    /// A file whose first line is the password.
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds it.
    pub password_env: Option<String>,
    /// A command that prints it.
    pub password_command: Option<String>,
    /// What is shown to the server.
    #[serde(skip_serializing_if = "Auth::is_password")]
    pub auth: Auth,
    /// A command that prints a token.
    pub token_command: Option<String>,
    /// Whom to trust instead of the system's certificates.
    pub ca: Option<PathBuf>,
    /// The club's `[oauth]`, where tokens come from otherwise.
    #[serde(skip)]
    pub oauth: Option<Oauth>,
}

/// What is shown to a server.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Auth {
    #[default]
    Password,
    /// A token that lives for an hour (OAuth 2).
    Oauth,
}

impl Auth {
    fn is_password(&self) -> bool {
        *self == Auth::Password
    }
}

impl Account {
    /// Makes paths relative to a directory.
    pub fn move_to(&mut self, dir: &Path) {
        for path in [&mut self.password_file, &mut self.ca].into_iter().flatten() {
            *path = dir.join(&*path);
        }
    }

    /// The server of this name, `host` or `host:port`; `section` is what a mistake is blamed on.
    pub fn server(&self, section: &str, name: &str, usual: u16) -> Result<Server> {
        let (host, port) = match name.rsplit_once(':') {
            Some((host, number)) if !host.contains(':') => {
                (host, number.parse().with_context(|| format!("[{section}]: \"{number}\" is no port"))?)
            }
            _ => (name, usual),
        };
        ensure!(!host.is_empty() && !host.contains(char::is_whitespace), "[{section}]: \"{name}\" is no server");
        let is_safe = self.tls != Tls::None || matches!(host, "localhost" | "127.0.0.1" | "::1");
        ensure!(is_safe, "[{section}]: tls = \"none\" would tell everybody on the way the password");
        Ok(Server::new(host, port, self.tls, self.ca.clone()))
    }

    /// The user with the password or the tokens, if there are both.
    pub fn login(&self, section: &str) -> Result<Option<Login>> {
        let has_password =
            self.password_file.is_some() || self.password_env.is_some() || self.password_command.is_some();
        if self.auth == Auth::Oauth {
            ensure!(!has_password, "[{section}]: with auth = \"oauth\" there is no password");
            ensure!(!self.user.is_empty(), "[{section}] needs the user's name: user = \"...\"");
            let source = match (&self.token_command, &self.oauth) {
                (Some(command), _) => TokenSource::Command(command.clone()),
                (None, Some(oauth)) => TokenSource::Kept(oauth.keyring()?),
                (None, None) => bail!("[{section}]: auth = \"oauth\" needs a section [oauth], or a token-command"),
            };
            return Ok(Some(Login::with_token(&self.user, source)));
        }
        ensure!(self.token_command.is_none(), "[{section}]: a token-command goes with auth = \"oauth\"");
        let file = self.password_file.clone().map(PasswordSource::File);
        let variable = self.password_env.clone().map(PasswordSource::Variable);
        let command = self.password_command.clone().map(PasswordSource::Command);
        let mut sources = [file, variable, command].into_iter().flatten();
        let password = sources.next();
        ensure!(sources.next().is_none(), "[{section}] names more than one place for the password");
        match (self.user.is_empty(), password) {
            (_, None) => Ok(None),
            (false, Some(password)) => Ok(Some(Login::with_password(&self.user, password))),
            (true, Some(_)) => bail!("[{section}] has a password and no user"),
        }
    }
}
