//! Submission by SMTP (RFC 5321, 6409), spoken by `lettre`: one connection, many mails, one write for each body. A mail that was handed
//! over whole but whose receipt was lost with the connection is handed over again, under the same Message-ID: better twice than never.

use super::smtp_session::{Refusal, Session, address};
use super::{Attempt, OutgoingMail, Signer, Transport};
use crate::secret::Login;
use crate::server::{Server, Tls};
use crate::trouble::{Trouble, Which};
use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use lettre::transport::smtp::commands::{Ehlo, Mail};
use lettre::transport::smtp::extension::ClientId;
use std::sync::Arc;

/// How mails are submitted.
#[derive(Clone)]
pub struct Submission {
    pub server: Server,
    /// Who we are to it; nothing: it takes mail from this machine as it is.
    pub login: Option<Login>,
    /// What we call ourselves.
    pub hello: String,
    /// Who signs.
    pub signer: Option<Arc<Signer>>,
}

/// An SMTP server as a transport.
pub struct Smtp {
    how: Submission,
    /// How we speak TLS, made when it is first needed.
    tls: Option<TlsParameters>,
    session: Option<Session>,
}
impl Smtp {
    /// Connects when it is needed.
    pub fn new(how: Submission) -> Smtp {
        Smtp { how, tls: None, session: None }
    }

    /// Connects, logs in, asks whether this sender is welcome, and says what was found.
    pub fn try_out(&mut self, from: &str) -> Result<String, Trouble> {
        let mut session = self.open()?;
        session.ask(Mail::new(address(from), Vec::new())).map_err(|error| {
            let refused = format!("the server takes no mail from {from}");
            session.trouble(&error, &refused)
        })?;
        // A second greeting forgets the sender, and tells the size once more.
        let hello = Ehlo::new(self.how.client());
        let told = session.ask(hello).map_err(|error| session.trouble(&error, "the server refuses our greeting"))?;
        let size = told.message().find_map(|offer| offer.strip_prefix("SIZE ")?.trim().parse::<u64>().ok());
        let size =
            size.filter(|size| *size > 0).map_or(String::new(), |size| format!(", mails up to {} MB", size >> 20));
        session.end();
        Ok(format!("takes mail from {from}{size}"))
    }

    fn open(&mut self) -> Result<Session, Trouble> {
        let server = &self.how.server;
        if self.tls.is_none() && server.tls != Tls::None {
            self.tls = Some(parameters(server)?);
        }
        let session = Session::open(&self.how, self.tls.as_ref());
        if session.is_err() {
            // What it says of whom we trust may be old.
            self.tls = None;
        }
        session
    }

    fn submit(&mut self, mail: &OutgoingMail, body: &str) -> Result<(), Refusal> {
        let is_fresh = self.session.is_none();
        if is_fresh {
            self.session = Some(self.open()?);
        }
        let Some(session) = &mut self.session else {
            return Err(Trouble::new(Which::Cut, "there is no connection").into());
        };
        match session.submit(mail, body) {
            // A connection that was left alone for a while may be dead: nothing of the mail was said yet.
            Err(Refusal::Connection(trouble)) if !is_fresh && !session.is_unsure => {
                tracing::debug!(%trouble, "a new SMTP connection");
                self.session = None;
                self.submit(mail, body)
            }
            done => done,
        }
    }
}

impl Transport for Smtp {
    fn send(&mut self, mail: &OutgoingMail) -> Attempt {
        let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>');
        if !mail.to.contains('@') || !mail.to.chars().all(is_plain) {
            return Attempt::Refused(format!("\"{}\" is no mail address", mail.to));
        }
        let signed = self.how.signer.as_ref().map(|signer| signer.sign(&mail.bytes));
        let body = match signed {
            // Our mails are text: lettre has encoded what is not.
            Some(Ok(bytes)) => stuffed(&String::from_utf8_lossy(&bytes)),
            Some(Err(error)) => return Attempt::Closed(format!("the mail cannot be signed: {error}")),
            None => stuffed(&String::from_utf8_lossy(&mail.bytes)),
        };
        match self.submit(mail, &body) {
            Ok(()) => Attempt::Accepted,
            Err(Refusal::Mail(outcome)) => outcome,
            Err(Refusal::Connection(trouble)) => {
                self.session = None;
                Attempt::Closed(trouble.to_string())
            }
        }
    }

    fn rest(&mut self) {
        if let Some(session) = self.session.take() {
            session.end();
        }
    }
}

impl Submission {
    pub(super) fn client(&self) -> ClientId {
        ClientId::Domain(self.hello.clone())
    }
}

/// Whom we trust, as `lettre` wants to know it.
fn parameters(server: &Server) -> Result<TlsParameters, Trouble> {
    let mut tls = TlsParameters::builder(server.host.clone()).certificate_store(CertificateStore::None);
    for certificate in server.certificates()?.iter() {
        let certificate = Certificate::from_der(certificate.to_vec()).map_err(|error| server.open(&error))?;
        tls = tls.add_root_certificate(certificate);
    }
    tls.build_rustls().map_err(|error| server.open(&error))
}

/// A mail as `DATA` wants it: lines end in CRLF, none begins with a lone dot, and a dot ends it.
fn stuffed(mail: &str) -> String {
    let mut body = String::with_capacity(mail.len() + mail.len() / 40 + 5);
    for line in mail.strip_suffix('\n').unwrap_or(mail).split('\n') {
        if line.starts_with('.') {
            body.push('.');
        }
        body.push_str(line.strip_suffix('\r').unwrap_or(line));
        body.push_str("\r\n");
    }
    body.push_str(".\r\n");
    body
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
