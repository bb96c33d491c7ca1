//! One conversation with an SMTP server: the login, mail after mail, and what its refusals mean. A refusal is about one mail, or about the
//! connection; only the first counts against the mail.

use super::smtp::Submission;
use super::{Attempt, OutgoingMail};
use crate::secret::Login;
use crate::server::{Server, Tls};
use crate::trouble::{Trouble, Which};
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::error::Error as _;
use std::fmt::Display;
use std::io;
use std::time::Duration;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(5);

/// A conversation after the login.
pub(super) struct Session {
    connection: SmtpConnection,
    server: Server,
    /// Whether a mail was handed over whose receipt has not come.
    pub is_unsure: bool,
}

/// A mail that was not taken.
pub(super) enum Refusal {
    /// The server's word about this mail.
    Mail(Attempt),
    /// The connection is of no use any more.
    Connection(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Connection(trouble)
    }
}
impl Session {
    pub fn open(how: &Submission, tls: Option<&TlsParameters>) -> Result<Session, Trouble> {
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
        let credentials = Credentials::new(login.user.clone(), login.password.read()?.reveal().to_owned());
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

    pub fn submit(&mut self, mail: &OutgoingMail, body: &str) -> Result<(), Refusal> {
        let never = |why: String| Err(Refusal::Mail(Attempt::Refused(why)));
        let offers = self.connection.server_info();
        let mut options = Vec::new();
        if !mail.to.is_ascii() || !mail.from.is_ascii() {
            if !offers.supports_feature(Extension::SmtpUtfEight) {
                return never(format!("the server cannot write to {}", mail.to));
            }
            options.push(MailParameter::SmtpUtfEight);
        }
        if !body.is_ascii() {
            if !offers.supports_feature(Extension::EightBitMime) {
                return never("the server takes no mail with letters beyond ASCII".into());
            }
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        match self.ask(Mail::new(address(&mail.from), options)) {
            // A sender that is not welcome is nobody's fault but ours; only a mail that is too big is about this mail.
            Err(error) if code(&error) != Some(552) => {
                return Err(self.trouble(&error, "the server takes no mail from us").into());
            }
            Err(error) => return Err(self.refused(&error)),
            Ok(_) => {}
        }
        let Some(to) = address(&mail.to) else { return never(format!("\"{}\" is no mail address", mail.to)) };
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
        Refusal::Mail(if error.is_permanent() { Attempt::Refused(words) } else { Attempt::Later(words) })
    }

    pub fn ask(&mut self, command: impl Display) -> Result<Response, Error> {
        self.connection.command(command)
    }

    /// What is wrong: the server's refusal, or the connection.
    pub fn trouble(&self, error: &Error, refused: &str) -> Trouble {
        match (error.status(), cause(error)) {
            (Some(_), _) => Trouble::new(Which::Refused, format!("{refused}: {}", words(error))),
            (None, Some(error)) => Trouble::cut(&self.server.host, error),
            (None, None) => Trouble::new(Which::Cut, format!("{} hung up: {}", self.server.host, words(error))),
        }
    }

    pub fn end(mut self) {
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
pub(super) fn address(text: &str) -> Option<Address> {
    text.rsplit_once('@').map(|(user, domain)| Address::new_dangerous(user, domain))
}
