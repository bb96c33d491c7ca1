//! Submission by SMTP (RFC 5321, 6409): one connection, many mails, one write for each body. A mail that was handed over whole but whose
//! receipt was lost with the connection is handed over again, under the same Message-ID: better twice than never.

use super::{Hand, Outcome, Parcel, Signer};
use crate::mail::secret::{Login, base64};
use crate::mail::trouble::{Trouble, Which};
use crate::mail::wire::{Server, Tls, Wire};
use std::sync::Arc;

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
    session: Option<Session>,
}

struct Session {
    wire: Wire,
    offers: Vec<String>,
    /// Whether a mail was handed over whose receipt has not come.
    is_unsure: bool,
}

/// What a server said: its number, and its words.
struct Reply {
    code: u16,
    words: String,
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
        Smtp { how, session: None }
    }

    /// Connects, logs in, asks whether this sender is welcome, and says what was found.
    pub fn try_out(&mut self, from: &str) -> Result<String, Trouble> {
        let mut session = Session::open(&self.how)?;
        let reply = session.ask(&format!("MAIL FROM:<{from}>"))?;
        if reply.code >= 400 {
            return Err(Trouble::new(Which::Refused, format!("the server takes no mail from {from}: {}", reply.words)));
        }
        session.ask("RSET")?;
        let size = session.offers.iter().find_map(|offer| offer.strip_prefix("SIZE ")?.parse::<u64>().ok());
        let size =
            size.filter(|size| *size > 0).map_or(String::new(), |size| format!(", mails up to {} MB", size >> 20));
        session.end();
        Ok(format!("takes mail from {from}{size}"))
    }

    fn submit(&mut self, parcel: &Parcel, body: &[u8]) -> Result<(), Refusal> {
        let is_fresh = self.session.is_none();
        if is_fresh {
            self.session = Some(Session::open(&self.how)?);
        }
        let Some(session) = &mut self.session else { return Ok(()) };
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
            Some(Ok(bytes)) => stuffed(&bytes),
            Some(Err(error)) => return Outcome::Closed(format!("the mail cannot be signed: {error}")),
            None => stuffed(&parcel.bytes),
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

impl Session {
    fn open(how: &Submission) -> Result<Session, Trouble> {
        let server = &how.server;
        let mut session = Session { wire: Wire::connect(server)?, offers: Vec::new(), is_unsure: false };
        let greeting = session.hear()?;
        if greeting.code != 220 {
            let what = format!("no mail is taken at {} port {}: {}", server.host, server.port, greeting.words);
            return Err(Trouble::new(Which::Port, what));
        }
        session.greet(&how.hello)?;
        if server.tls == Tls::Starttls {
            let reply = session.ask("STARTTLS")?;
            if reply.code != 220 {
                return Err(Trouble::new(Which::Certificate, format!("the server refuses STARTTLS: {}", reply.words)));
            }
            session.wire = session.wire.secured(server)?;
            session.greet(&how.hello)?;
        }
        if let Some(login) = &how.login {
            session.log_in(login)?;
        }
        Ok(session)
    }

    fn greet(&mut self, hello: &str) -> Result<(), Trouble> {
        let reply = self.ask(&format!("EHLO {hello}"))?;
        if reply.code != 250 {
            return Err(Trouble::new(Which::Refused, format!("the server refuses our greeting: {}", reply.words)));
        }
        self.offers = reply.words.lines().skip(1).map(|line| line.trim().to_ascii_uppercase()).collect();
        Ok(())
    }

    fn offers(&self, what: &str) -> bool {
        self.offers.iter().any(|offer| offer == what)
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let ways = self.offers.iter().find_map(|offer| offer.strip_prefix("AUTH ")).unwrap_or_default();
        let can = |way: &str| ways.split_ascii_whitespace().any(|word| word == way);
        let reply = if can("PLAIN") || !can("LOGIN") {
            self.ask(&format!("AUTH PLAIN {}", login.plain()?))?
        } else {
            let password = login.keeper.password()?;
            let mut reply = self.ask("AUTH LOGIN")?;
            for word in [login.user.as_str(), password.reveal()] {
                if reply.code == 334 {
                    reply = self.ask(&base64(word.as_bytes()))?;
                }
            }
            reply
        };
        if reply.code == 235 {
            return Ok(());
        }
        let what = format!("the SMTP server does not take the user {} with this password: {}", login.user, reply.words);
        Err(Trouble::new(Which::Password, what))
    }

    fn submit(&mut self, parcel: &Parcel, body: &[u8]) -> Result<(), Refusal> {
        let is_odd = !parcel.to.is_ascii() || !parcel.from.is_ascii();
        if is_odd && !self.offers("SMTPUTF8") {
            return Err(Refusal::Mail(Outcome::Never(format!("the server cannot write to {}", parcel.to))));
        }
        let odd = if is_odd { " SMTPUTF8" } else { "" };
        let mail = format!("MAIL FROM:<{}>{odd}", parcel.from);
        let rcpt = format!("RCPT TO:<{}>", parcel.to);
        let (from, to) = if self.offers("PIPELINING") {
            self.wire.say(format!("{mail}\r\n{rcpt}\r\n").as_bytes())?;
            (self.hear()?, self.hear()?)
        } else {
            let from = self.ask(&mail)?;
            if from.code < 400 { (from, self.ask(&rcpt)?) } else { (from, Reply { code: 503, words: String::new() }) }
        };
        // A sender that is not welcome is nobody's fault but ours; only a mail that is too big is about this mail.
        if from.code >= 400 && from.code != 552 {
            return Err(Refusal::Connection(from.trouble("the server takes no mail from us")));
        }
        for reply in [&from, &to] {
            if reply.code >= 400 {
                return Err(self.refused(reply)?);
            }
        }
        let ready = self.ask("DATA")?;
        if ready.code != 354 {
            return Err(self.refused(&ready)?);
        }
        self.is_unsure = true;
        self.wire.say(body)?;
        let taken = self.hear()?;
        self.is_unsure = false;
        if taken.code >= 400 {
            return Err(self.refused(&taken)?);
        }
        Ok(())
    }

    /// A mail is refused; the connection is made ready for the next.
    fn refused(&mut self, reply: &Reply) -> Result<Refusal, Trouble> {
        if reply.code == 421 {
            return Ok(Refusal::Connection(reply.trouble("the server closes")));
        }
        self.ask("RSET")?;
        let words = reply.words.replace('\n', " ");
        Ok(Refusal::Mail(if reply.code >= 500 { Outcome::Never(words) } else { Outcome::Later(words) }))
    }

    fn ask(&mut self, command: &str) -> Result<Reply, Trouble> {
        self.wire.say(format!("{command}\r\n").as_bytes())?;
        self.hear()
    }

    fn hear(&mut self) -> Result<Reply, Trouble> {
        let mut words = String::new();
        loop {
            let line = String::from_utf8_lossy(&self.wire.line()?).into_owned();
            let code = line.get(..3).and_then(|code| code.parse().ok());
            let Some(code) = code.filter(|code| (200..600).contains(code)) else {
                return Err(Trouble::new(Which::Port, format!("this is no SMTP server; it says: {line}")));
            };
            let rest = line.get(4..).unwrap_or_default();
            if words.len() < 10_000 {
                words = if words.is_empty() { format!("{code} {rest}") } else { format!("{words}\n{rest}") };
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return Ok(Reply { code, words });
            }
        }
    }

    fn end(mut self) {
        // Whether it hears our goodbye does not matter.
        let _ = self.wire.say(b"QUIT\r\n");
    }
}

impl Reply {
    fn trouble(&self, what: &str) -> Trouble {
        Trouble::new(Which::Refused, format!("{what}: {}", self.words))
    }
}

/// A mail as `DATA` wants it: lines end in CRLF, none begins with a lone dot, and a dot ends it.
fn stuffed(bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::with_capacity(bytes.len() + bytes.len() / 40 + 5);
    for line in bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n') {
        if line.first() == Some(&b'.') {
            body.push(b'.');
        }
        body.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b".\r\n");
    body
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
