//! How a club's mail comes and goes: `[mailbox]` and `[submission]` of its file. Without them, by Maildir.

use crate::mail::incoming::{Folders, Imap, Inbox, Pop3};
use crate::mail::outgoing::{Limits, Sendmail, Signer, Smtp, Submission as Smtps, Transport};
use crate::mail::secret::{Login, PasswordSource};
use crate::mail::server::{Server, Tls};
use crate::time::Span;
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where letters come from besides the Maildir.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Mailbox {
    /// The IMAP server, `imap.example.org` or `imap.example.org:993`.
    pub imap: Option<String>,
    /// The POP3 server.
    pub pop3: Option<String>,
    /// How the connection is kept secret.
    pub tls: Tls,
    /// The user's name; usually the address.
    pub user: String,
    /// A file whose first line is the password.
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds it.
    pub password_env: Option<String>,
    /// A command that prints it.
    pub password_command: Option<String>,
    /// Whom to trust instead of the system's certificates.
    pub ca: Option<PathBuf>,
    /// The folder that letters come to.
    pub folder: Option<String>,
    /// The folder for done letters; empty: they stay where they are.
    pub done: Option<String>,
    /// The folder for letters that a person must look at.
    pub quarantine: Option<String>,
    /// How often we look, also if the server tells of new mail.
    pub check: Option<Span>,
}

/// How mails leave, if not into Maildirs.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Submission {
    /// The SMTP server, `smtp.example.org` or `smtp.example.org:465`.
    pub smtp: Option<String>,
    /// The `sendmail` program.
    pub sendmail: Option<PathBuf>,
    /// How the connection is kept secret.
    pub tls: Tls,
    /// The user's name; empty: none is needed.
    pub user: String,
    /// A file whose first line is the password.
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds it.
    pub password_env: Option<String>,
    /// A command that prints it.
    pub password_command: Option<String>,
    /// Whom to trust instead of the system's certificates.
    pub ca: Option<PathBuf>,
    /// What we call ourselves to the server.
    pub hello: Option<String>,
    /// How many connections there are.
    pub connections: Option<usize>,
    /// How many mails go to one domain at once.
    pub per_domain: Option<usize>,
    /// How many mails go to one domain in a minute; 0: any number.
    pub per_minute: Option<usize>,
    /// How long a mail is tried.
    pub give_up: Option<Span>,
    /// A signature.
    pub dkim: Option<Dkim>,
}

/// A signature for clubs whose server does not sign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Dkim {
    /// The key, a PEM file.
    pub key: PathBuf,
    /// The selector, under which the DNS holds the other half.
    pub selector: String,
    /// The domain; nothing: that of the referee's address.
    #[serde(default)]
    pub domain: Option<String>,
}

/// No club has more connections: a mail server would take it for an attack.
const MOST_CONNECTIONS: usize = 50;

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
        for path in [&mut self.password_file, &mut self.ca].into_iter().flatten() {
            *path = dir.join(&*path);
        }
    }

    fn server(&self) -> Result<Server> {
        let (name, implicit, plain) = match (&self.imap, &self.pop3) {
            (Some(imap), _) => (imap, 993, 143),
            (None, Some(pop3)) => (pop3, 995, 110),
            (None, None) => bail!("[mailbox] names no server"),
        };
        server("mailbox", name, self.tls, if self.tls == Tls::Implicit { implicit } else { plain }, self.ca.clone())
    }

    fn login(&self) -> Result<Login> {
        ensure!(!self.user.is_empty(), "[mailbox] needs the user's name: user = \"...\"");
        let keeper = keeper("mailbox", &self.password_file, &self.password_env, &self.password_command)?;
        Ok(Login {
            user: self.user.clone(),
            password: keeper.context("[mailbox] needs a password-file, password-env or password-command")?,
        })
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

impl Submission {
    /// Whether it can be meant so.
    pub fn check(&self) -> Result<()> {
        ensure!(
            self.smtp.is_some() != self.sendmail.is_some(),
            "[submission] names one way: smtp = \"...\" or sendmail = \"...\""
        );
        let connections = self.connections.unwrap_or(1);
        ensure!((1..=MOST_CONNECTIONS).contains(&connections), "connections: 1 to {MOST_CONNECTIONS}");
        ensure!(self.per_domain != Some(0), "per-domain: at least 1");
        if self.smtp.is_some() {
            self.server()?;
            self.login()?;
        }
        Ok(())
    }

    /// Makes paths relative to a directory.
    pub fn move_to(&mut self, dir: &Path) {
        let key = self.dkim.as_mut().map(|dkim| &mut dkim.key);
        for path in [self.password_file.as_mut(), self.ca.as_mut(), key].into_iter().flatten() {
            *path = dir.join(&*path);
        }
    }

    fn server(&self) -> Result<Server> {
        let name = self.smtp.as_deref().context("[submission] names no server")?;
        let port = match self.tls {
            Tls::Implicit => 465,
            Tls::Starttls => 587,
            Tls::None => 25,
        };
        server("submission", name, self.tls, port, self.ca.clone())
    }

    fn login(&self) -> Result<Option<Login>> {
        let keeper = keeper("submission", &self.password_file, &self.password_env, &self.password_command)?;
        match (self.user.is_empty(), keeper) {
            (true, None) => Ok(None),
            (false, Some(keeper)) => Ok(Some(Login { user: self.user.clone(), password: keeper })),
            _ => bail!("[submission] needs both a user and a password, or neither"),
        }
    }

    /// What servers and domains are asked to bear.
    pub fn limits(&self) -> Limits {
        let per_minute = self.per_minute.unwrap_or(120);
        Limits {
            at_once: self.hands() * 2,
            per_domain: self.per_domain.unwrap_or(2),
            per_minute: (per_minute > 0).then_some(per_minute),
            give_up: self.give_up.unwrap_or(Span::days(3)).0,
        }
    }

    fn hands(&self) -> usize {
        self.connections.unwrap_or(4)
    }

    fn smtp(&self, domain: &str) -> Result<Smtps> {
        let hello = self.hello.clone().unwrap_or_else(|| domain.to_owned());
        Ok(Smtps { server: self.server()?, login: self.login()?, hello, signer: self.signer(domain)? })
    }

    fn signer(&self, domain: &str) -> Result<Option<Arc<Signer>>> {
        let Some(Dkim { key, selector, domain: named }) = &self.dkim else { return Ok(None) };
        Ok(Some(Arc::new(Signer::load(key, named.as_deref().unwrap_or(domain), selector)?)))
    }

    /// The hands that carry a club's mails.
    pub fn carriers(&self, domain: &str) -> Result<Vec<Box<dyn Transport>>> {
        if let Some(program) = &self.sendmail {
            let signer = self.signer(domain)?;
            let hand = || Box::new(Sendmail::new(program.clone(), signer.clone())) as Box<dyn Transport>;
            return Ok((0..self.hands()).map(|_| hand()).collect());
        }
        let smtp = self.smtp(domain)?;
        Ok((0..self.hands()).map(|_| Box::new(Smtp::new(smtp.clone())) as Box<dyn Transport>).collect())
    }

    /// Tries it and says what was found.
    pub fn try_out(&self, from: &str, domain: &str) -> Result<String> {
        if let Some(program) = &self.sendmail {
            self.signer(domain)?;
            ensure!(program.is_file(), "there is no program {}", program.display());
            return Ok(format!("{} is there", program.display()));
        }
        let mut smtp = self.smtp(domain)?;
        smtp.server.patience = Duration::from_secs(15);
        Ok(Smtp::new(smtp).try_out(from)?)
    }
}

/// `host` or `host:port`.
fn server(section: &str, name: &str, tls: Tls, port: u16, ca: Option<PathBuf>) -> Result<Server> {
    let (host, port) = match name.rsplit_once(':') {
        Some((host, number)) if !host.contains(':') => {
            (host, number.parse().with_context(|| format!("[{section}]: \"{number}\" is no port"))?)
        }
        _ => (name, port),
    };
    ensure!(!host.is_empty() && !host.contains(char::is_whitespace), "[{section}]: \"{name}\" is no server");
    let is_here = matches!(host, "localhost" | "127.0.0.1" | "::1");
    ensure!(tls != Tls::None || is_here, "[{section}]: tls = \"none\" would tell everybody on the way the password");
    Ok(Server::new(host, port, tls, ca))
}

fn keeper(
    section: &str,
    file: &Option<PathBuf>,
    variable: &Option<String>,
    command: &Option<String>,
) -> Result<Option<PasswordSource>> {
    let file = file.clone().map(PasswordSource::File);
    let keepers: Vec<PasswordSource> = file
        .into_iter()
        .chain(variable.clone().map(PasswordSource::Variable))
        .chain(command.clone().map(PasswordSource::Command))
        .collect();
    ensure!(keepers.len() <= 1, "[{section}] names more than one place for the password");
    Ok(keepers.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::super::club::Club;

    fn club(sections: &str) -> String {
        let text = format!("name = \"C\"\naddress = \"r@c.example\"\noperator = \"o@c.example\"\n{sections}");
        Club::parse(&text).map_or_else(|error| format!("{error:#}"), |_| "fine".into())
    }

    #[test]
    fn a_mistake_in_the_sections_is_named() {
        let imap = "[mailbox]\nimap = \"imap.c.example\"\nuser = \"r\"\n";
        assert_eq!(club(&format!("{imap}password-env = \"P\"\n")), "fine");
        assert_eq!(club("[submission]\nsmtp = \"localhost:2525\"\ntls = \"none\"\n"), "fine");
        assert_eq!(club("[submission]\nsendmail = \"/usr/sbin/sendmail\"\n"), "fine");
        let wrong = [
            (imap.to_owned(), "password-file"),
            (format!("{imap}password-env = \"P\"\npassword-file = \"f\"\n"), "more than one"),
            (format!("{imap}password = \"secret\"\n"), "unknown field `password`"),
            (format!("{imap}password-env = \"P\"\ntls = \"none\"\n"), "would tell everybody"),
            ("[mailbox]\nuser = \"r\"\n".into(), "names one server"),
            ("[mailbox]\nimap = \"h:x\"\nuser = \"r\"\npassword-env = \"P\"\n".into(), "no port"),
            ("[submission]\nsmtp = \"h\"\nuser = \"r\"\n".into(), "both a user and a password"),
            ("[submission]\nsmtp = \"h\"\nsendmail = \"s\"\n".into(), "names one way"),
            ("[submission]\nsmtp = \"h\"\nconnections = 0\n".into(), "connections"),
        ];
        for (text, why) in wrong {
            let said = club(&text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
