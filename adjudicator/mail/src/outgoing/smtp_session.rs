//! One conversation with an SMTP server: the login, mail after mail, and what its refusals mean. A refusal is about one mail, or about the
//! connection; only the first counts against the mail.

use super::smtp::Submission;
use super::smtp_wire::{Failure, Wire};
use super::{Attempt, OutgoingMail};
use crate::secret::{Login, Secret};
use crate::server::Server;
use crate::trouble::{Trouble, Which};
use lettre::Address;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::fmt::Display;

/// A conversation after the login.
pub(super) struct Session {
    connection: Wire,
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
    pub fn open(how: &Submission) -> Result<Session, Trouble> {
        let server = &how.server;
        server.certified()?;
        let connection = Wire::open(server, &how.client())?;
        let mut session = Session { connection, server: server.clone(), is_unsure: false };
        if let Some(login) = &how.login {
            session.log_in(login)?;
        }
        Ok(session)
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let user = &login.user;
        let (shown, which, what) = match &login.secret {
            Secret::Password(password) => {
                let credentials = Credentials::new(user.clone(), password.read()?.reveal().to_owned());
                (self.connection.log_in(&credentials), Which::Password, "password")
            }
            Secret::Token(source) => {
                let token = source.read()?;
                let shown = self.connection.show(user, &token);
                if matches!(shown, Err(Failure::Refused(500.., _))) {
                    source.refused(&token);
                }
                (shown, Which::Token, "token")
            }
        };
        let Err(failure) = shown else { return Ok(()) };
        Err(match failure {
            Failure::Refused(..) => {
                let refused = format!("the SMTP server does not take the user {user} with this {what}");
                Trouble::new(which, format!("{refused}: {}", failure.words()))
            }
            Failure::Unsayable(_) if which == Which::Token => Trouble::new(
                Which::Port,
                "the SMTP server takes no tokens here: it offers neither XOAUTH2 nor OAUTHBEARER",
            ),
            Failure::Unsayable(_) => {
                Trouble::new(Which::Port, "the SMTP server offers no login here; is it the right port?")
            }
            Failure::Broken(trouble) => trouble,
        })
    }

    pub fn submit(&mut self, mail: &OutgoingMail, body: &str) -> Result<(), Refusal> {
        let never = |why: String| Err(Refusal::Mail(Attempt::Refused(why)));
        let offers = &self.connection.offers;
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
            Err(error) if error.code() != Some(552) => {
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
        self.is_unsure = matches!(&taken, Err(error) if error.code().is_none());
        taken.map_err(|error| self.refused(&error))?;
        Ok(())
    }

    /// A mail is refused; the connection is made ready for the next.
    fn refused(&mut self, error: &Failure) -> Refusal {
        let Some(code) = error.code().filter(|code| *code != 421) else {
            return self.trouble(error, "the server closes").into();
        };
        if let Err(error) = self.ask(Rset) {
            return self.trouble(&error, "the server does not go on").into();
        }
        let words = error.words();
        Refusal::Mail(if code >= 500 { Attempt::Refused(words) } else { Attempt::Later(words) })
    }

    pub fn ask(&mut self, command: impl Display) -> Result<Response, Failure> {
        self.connection.command(command)
    }

    /// What is wrong: the server's refusal, or the connection.
    pub fn trouble(&self, error: &Failure, refused: &str) -> Trouble {
        match error {
            Failure::Refused(..) => Trouble::new(Which::Refused, format!("{refused}: {}", error.words())),
            Failure::Broken(trouble) => trouble.clone(),
            Failure::Unsayable(why) => Trouble::new(Which::Cut, format!("{} hung up: {why}", self.server.host)),
        }
    }

    pub fn end(mut self) {
        self.connection.quit();
    }
}

/// An address as it stands: whoever writes to us from it can be written to, whatever a stricter reader says of it.
pub(super) fn address(text: &str) -> Option<Address> {
    text.rsplit_once('@').map(|(user, domain)| Address::new_dangerous(user, domain))
}
