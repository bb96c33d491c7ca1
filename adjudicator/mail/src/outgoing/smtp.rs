//! Submission by SMTP (RFC 5321, 6409), spoken by `lettre`: one connection, many mails, one write for each body. A mail that was handed
//! over whole but whose receipt was lost with the connection is handed over again, under the same Message-ID: better twice than never.

use super::{Hand, Outcome, Parcel, Signer};
use crate::secret::Login;
use crate::trouble::{Trouble, Which};
use crate::wire::{Server, Tls};
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, CertificateStore, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Ehlo, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::error::Error as _;
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(5);

/// How mails are submitted.
#[derive(Clone)]
pub struct Submission {
    /// The server.
    pub server: Server,
    /// Who we are to it; nothing: it takes mail from this machine as it is.
    pub login: Option<Login>,
    /// What we call ourselves.
    pub hello: String,
    /// Who signs.
    pub signer: Option<Arc<Signer>>,
}

/// A hand that speaks SMTP.
pub struct Smtp {
    how: Submission,
    /// How we speak TLS, made when it is first needed.
    tls: Option<TlsParameters>,
    session: Option<Session>,
}

struct Session {
    connection: SmtpConnection,
    server: Server,
    /// Whether a mail was handed over whose receipt has not come.
    is_unsure: bool,
}

/// A mail that was not taken.
enum Refusal {
    /// The server's word about this mail.
    Mail(Outcome),
    /// The connection is of no use any more.
    Connection(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Connection(trouble)
    }
}

impl Smtp {
    /// A hand that connects when it is needed.
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
        Session::open(&self.how, self.tls.as_ref())
    }

    fn submit(&mut self, parcel: &Parcel, body: &str) -> Result<(), Refusal> {
        let is_fresh = self.session.is_none();
        if is_fresh {
            self.session = Some(self.open()?);
        }
        let Some(session) = &mut self.session else {
            return Err(Trouble::new(Which::Cut, "there is no connection").into());
        };
        match session.submit(parcel, body) {
            // A connection that was left alone for a while may be dead: nothing of the mail was said yet.
            Err(Refusal::Connection(trouble)) if !is_fresh && !session.is_unsure => {
                tracing::debug!(%trouble, "a new SMTP connection");
                self.session = None;
                self.submit(parcel, body)
            }
            done => done,
        }
    }
}

impl Hand for Smtp {
    fn carry(&mut self, parcel: &Parcel) -> Outcome {
        let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>');
        if !parcel.to.contains('@') || !parcel.to.chars().all(is_plain) {
            return Outcome::Never(format!("\"{}\" is no mail address", parcel.to));
        }
        let signed = self.how.signer.as_ref().map(|signer| signer.sign(&parcel.bytes));
        let body = match signed {
            // Our mails are text: lettre has encoded what is not.
            Some(Ok(bytes)) => stuffed(&String::from_utf8_lossy(&bytes)),
            Some(Err(error)) => return Outcome::Closed(format!("the mail cannot be signed: {error}")),
            None => stuffed(&String::from_utf8_lossy(&parcel.bytes)),
        };
        match self.submit(parcel, &body) {
            Ok(()) => Outcome::Gone,
            Err(Refusal::Mail(outcome)) => outcome,
            Err(Refusal::Connection(trouble)) => {
                self.session = None;
                Outcome::Closed(trouble.to_string())
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
    fn client(&self) -> ClientId {
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

impl Session {
    fn open(how: &Submission, tls: Option<&TlsParameters>) -> Result<Session, Trouble> {
        let (server, hello) = (&how.server, how.client());
        server.certified()?;
        let at_once = tls.filter(|_| server.tls == Tls::Implicit);
        let connection =
            SmtpConnection::connect(&server.addresses()?[..], Some(server.patience), &hello, at_once, None)
                .map_err(|error| unopened(server, &error))?;
        let mut session = Session { connection, server: server.clone(), is_unsure: false };
        if let Some(tls) = tls.filter(|_| server.tls == Tls::Starttls) {
            session.connection.starttls(tls, &hello).map_err(|error| match cause(&error) {
                Some(error) => server.open(error),
                None => Trouble::new(Which::Certificate, format!("the server refuses STARTTLS: {}", words(&error))),
            })?;
        }
        if let Some(login) = &how.login {
            session.log_in(login)?;
        }
        Ok(session)
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let credentials = Credentials::new(login.user.clone(), login.keeper.password()?.reveal().to_owned());
        let welcome = self.connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials);
        let Err(error) = welcome else { return Ok(()) };
        let user = &login.user;
        Err(match (error.status(), error.is_client()) {
            (Some(_), _) => {
                let refused = format!("the SMTP server does not take the user {user} with this password");
                Trouble::new(Which::Password, format!("{refused}: {}", words(&error)))
            }
            (None, true) => Trouble::new(Which::Port, "the SMTP server offers no login here; is it the right port?"),
            (None, false) => self.trouble(&error, ""),
        })
    }

    fn submit(&mut self, parcel: &Parcel, body: &str) -> Result<(), Refusal> {
        let never = |why: String| Err(Refusal::Mail(Outcome::Never(why)));
        let offers = self.connection.server_info();
        let mut options = Vec::new();
        if !parcel.to.is_ascii() || !parcel.from.is_ascii() {
            if !offers.supports_feature(Extension::SmtpUtfEight) {
                return never(format!("the server cannot write to {}", parcel.to));
            }
            options.push(MailParameter::SmtpUtfEight);
        }
        if !body.is_ascii() {
            if !offers.supports_feature(Extension::EightBitMime) {
                return never("the server takes no mail with letters beyond ASCII".into());
            }
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        match self.ask(Mail::new(address(&parcel.from), options)) {
            // A sender that is not welcome is nobody's fault but ours; only a mail that is too big is about this mail.
            Err(error) if code(&error) != Some(552) => {
                return Err(self.trouble(&error, "the server takes no mail from us").into());
            }
            Err(error) => return Err(self.refused(&error)),
            Ok(_) => {}
        }
        let Some(to) = address(&parcel.to) else { return never(format!("\"{}\" is no mail address", parcel.to)) };
        self.ask(Rcpt::new(to, Vec::new())).map_err(|error| self.refused(&error))?;
        let ready = self.ask(Data).map_err(|error| self.refused(&error))?;
        if !ready.has_code(354) {
            let what = format!("the server does not know DATA: {}", ready.code());
            return Err(Trouble::new(Which::Refused, what).into());
        }
        self.is_unsure = true;
        // lettre's own `message` writes the body and its end apart, and waits 40 ms between them for want of TCP_NODELAY.
        let taken = self.ask(body);
        self.is_unsure = matches!(&taken, Err(error) if error.status().is_none());
        taken.map_err(|error| self.refused(&error))?;
        Ok(())
    }

    /// A mail is refused; the connection is made ready for the next.
    fn refused(&mut self, error: &Error) -> Refusal {
        if code(error).is_none_or(|code| code == 421) {
            return self.trouble(error, "the server closes").into();
        }
        if let Err(error) = self.ask(Rset) {
            return self.trouble(&error, "the server does not go on").into();
        }
        let words = words(error);
        Refusal::Mail(if error.is_permanent() { Outcome::Never(words) } else { Outcome::Later(words) })
    }

    fn ask(&mut self, command: impl Display) -> Result<Response, Error> {
        self.connection.command(command)
    }

    /// What is wrong: the server's refusal, or the connection.
    fn trouble(&self, error: &Error, refused: &str) -> Trouble {
        match (error.status(), cause(error)) {
            (Some(_), _) => Trouble::new(Which::Refused, format!("{refused}: {}", words(error))),
            (None, Some(error)) => Trouble::cut(&self.server.host, error),
            (None, None) => Trouble::new(Which::Cut, format!("{} hung up: {}", self.server.host, words(error))),
        }
    }

    fn end(mut self) {
        // Whether it hears our goodbye does not matter.
        let _ = self.connection.set_timeout(Some(GOODBYE));
        let _ = self.connection.quit();
    }
}

/// Why a conversation did not begin. `lettre` shakes hands for TLS while it waits for the greeting.
fn unopened(server: &Server, error: &Error) -> Trouble {
    use io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable, TimedOut, WouldBlock};
    match cause(error) {
        Some(error) => match error.kind() {
            ConnectionRefused | HostUnreachable | NetworkUnreachable | TimedOut => server.silent(error),
            WouldBlock => Trouble::cut(&server.host, error),
            _ if server.tls == Tls::Implicit => server.open(error),
            _ => Trouble::cut(&server.host, error),
        },
        None => Trouble::new(Which::Port, format!("no mail is taken at {}: {}", server.place(), words(error))),
    }
}

/// The failure of the connection behind an error.
fn cause(error: &Error) -> Option<&io::Error> {
    error.source()?.downcast_ref()
}

/// The number that the server said.
fn code(error: &Error) -> Option<u16> {
    error.status().map(u16::from)
}

/// The server's words, or what `lettre` makes of them.
fn words(error: &Error) -> String {
    let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    error.status().map_or(why.clone(), |code| format!("{code} {why}"))
}

/// An address as it stands: whoever writes to us from it can be written to, whatever a stricter reader says of it.
fn address(text: &str) -> Option<Address> {
    text.rsplit_once('@').map(|(user, domain)| Address::new_dangerous(user, domain))
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
