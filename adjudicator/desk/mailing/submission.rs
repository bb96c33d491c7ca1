//! `[submission]`: the way by which mails leave.

use super::Account;
use crate::mail::outgoing::{Limits, Sendmail, Signer, Smtp, Submission as Smtps, Transport};
use crate::mail::secret::Login;
use crate::mail::server::{Server, Tls};
use crate::time::Span;
use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// No club has more connections: a mail server would take it for an attack.
const MOST_CONNECTIONS: usize = 50;

/// How mails leave, if not into Maildirs.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Submission {
    /// The SMTP server, `smtp.example.org` or `smtp.example.org:465`.
    pub smtp: Option<String>,
    /// The `sendmail` program.
    pub sendmail: Option<PathBuf>,
    /// How we come in there.
    #[serde(flatten)]
    pub account: Account,
    /// What we call ourselves to the server.
    pub hello: Option<String>,
    /// How many connections there are.
    pub connections: Option<usize>,
    /// How many mails go to one domain at once.
    pub per_domain: Option<usize>,
    /// How many mails go to one domain in a minute; 0: any number.
    pub per_minute: Option<usize>,
    /// How many mails leave in a day; 0: any number.
    pub per_day: Option<usize>,
    /// How long a mail is tried.
    pub give_up: Option<Span>,
    /// Whether each mail is sent from an address of its own, `referee+back...`, so that one that comes back is known whatever its bounce
    /// says. The server must let us write from such addresses.
    pub keyed_returns: bool,
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
        self.account.move_to(dir);
        if let Some(dkim) = &mut self.dkim {
            dkim.key = dir.join(&dkim.key);
        }
    }

    fn server(&self) -> Result<Server> {
        let name = self.smtp.as_deref().context("[submission] names no server")?;
        let port = match self.account.tls {
            Tls::Implicit => 465,
            Tls::Starttls => 587,
            Tls::None => 25,
        };
        self.account.server("submission", name, port)
    }

    fn login(&self) -> Result<Option<Login>> {
        let login = self.account.login("submission")?;
        let is_whole = login.is_some() || self.account.user.is_empty();
        ensure!(is_whole, "[submission] needs both a user and a password, or neither");
        Ok(login)
    }

    /// What servers and domains are asked to bear.
    pub fn limits(&self) -> Limits {
        let per_minute = self.per_minute.unwrap_or(120);
        Limits {
            at_once: self.connections() * 2,
            per_domain: self.per_domain.unwrap_or(2),
            per_minute: (per_minute > 0).then_some(per_minute),
            per_day: self.per_day.filter(|most| *most > 0),
            give_up: self.give_up.unwrap_or(Span::days(3)).0,
        }
    }

    fn connections(&self) -> usize {
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

    /// What hands a club's mails over, one for each connection.
    pub fn transports(&self, domain: &str) -> Result<Vec<Box<dyn Transport>>> {
        if let Some(program) = &self.sendmail {
            let signer = self.signer(domain)?;
            let sendmail = || Box::new(Sendmail::new(program.clone(), signer.clone())) as Box<dyn Transport>;
            return Ok((0..self.connections()).map(|_| sendmail()).collect());
        }
        let smtp = self.smtp(domain)?;
        Ok((0..self.connections()).map(|_| Box::new(Smtp::new(smtp.clone())) as Box<dyn Transport>).collect())
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
