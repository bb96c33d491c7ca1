//! `[mailbox]`: the account that letters come to.

use super::Account;
use crate::mail::incoming::{Folders, Imap, Inbox, Pop3};
use crate::mail::secret::Login;
use crate::mail::server::{Server, Tls};
use crate::time::Span;
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// Where letters come from besides the Maildir.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Mailbox {
    /// The IMAP server, `imap.example.org` or `imap.example.org:993`.
    pub imap: Option<String>,
    /// The POP3 server.
    pub pop3: Option<String>,
    /// How we come in there.
    #[serde(flatten)]
    pub account: Account,
    /// The folder that letters come to.
    pub folder: Option<String>,
    /// The folder for done letters; empty: they stay where they are.
    pub done: Option<String>,
    /// The folder for letters that a person must look at.
    pub quarantine: Option<String>,
    /// How often we look, also if the server tells of new mail.
    pub check: Option<Span>,
}

impl Mailbox {
    /// Whether it can be meant so.
    pub fn check(&self) -> Result<()> {
        let named = [&self.imap, &self.pop3].into_iter().flatten().count();
        ensure!(named == 1, "[mailbox] names one server: imap = \"...\" or pop3 = \"...\"");
        for folder in [&self.folder, &self.done, &self.quarantine].into_iter().flatten() {
            ensure!(folder.is_ascii() && !folder.contains(char::is_control), "the folder \"{folder}\" has odd letters");
        }
        self.server()?;
        self.login()?;
        Ok(())
    }

    /// Makes paths relative to a directory.
    pub fn move_to(&mut self, dir: &Path) {
        self.account.move_to(dir);
    }

    fn server(&self) -> Result<Server> {
        let (name, implicit, plain) = match (&self.imap, &self.pop3) {
            (Some(imap), _) => (imap, 993, 143),
            (None, Some(pop3)) => (pop3, 995, 110),
            (None, None) => bail!("[mailbox] names no server"),
        };
        let port = if self.account.tls == Tls::Implicit { implicit } else { plain };
        self.account.server("mailbox", name, port)
    }

    fn login(&self) -> Result<Login> {
        ensure!(!self.account.user.is_empty(), "[mailbox] needs the user's name: user = \"...\"");
        let login = self.account.login("mailbox")?;
        login.context("[mailbox] needs a password-file, password-env or password-command")
    }

    fn period(&self) -> Duration {
        Duration::from_secs(self.check.map_or(120, |span| span.0.max(1).unsigned_abs()))
    }

    fn folders(&self) -> Folders {
        let named = |folder: &Option<String>, usual: &str| folder.clone().unwrap_or_else(|| usual.to_owned());
        let unless_empty = |name: String| Some(name).filter(|name| !name.is_empty());
        Folders {
            inbox: named(&self.folder, "INBOX"),
            done: unless_empty(named(&self.done, "Done")),
            quarantine: unless_empty(named(&self.quarantine, "Quarantine")),
            check: self.period(),
        }
    }

    /// The mailbox, with the mark that was kept last.
    pub fn source(&self, mark: Option<&str>) -> Result<Box<dyn Inbox>> {
        let (server, login) = (self.server()?, self.login()?);
        Ok(match &self.imap {
            Some(_) => Box::new(Imap::new(server, login, self.folders(), mark)),
            None => Box::new(Pop3::new(server, login, self.period())),
        })
    }

    /// Tries it and says what was found.
    pub fn try_out(&self) -> Result<String> {
        let (mut server, login) = (self.server()?, self.login()?);
        server.patience = Duration::from_secs(15);
        Ok(match &self.imap {
            Some(_) => Imap::new(server, login, self.folders(), None).try_out()?,
            None => Pop3::new(server, login, self.period()).try_out()?,
        })
    }
}
