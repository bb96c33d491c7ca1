//! One conversation with an IMAP server.

use super::imap_words::{Response, literal, quoted};
use crate::mail::letter::MOST_BYTES;
use crate::mail::secret::Login;
use crate::mail::trouble::{Trouble, Which};
use crate::mail::wire::{Server, Tls, Wire};
use std::time::{Duration, Instant};

/// A conversation after the login.
pub struct Session {
    wire: Wire,
    patience: Duration,
    commands: u32,
    capabilities: Vec<String>,
    /// The tag of the `IDLE` that is going on.
    idle: Option<String>,
    /// Whether the server has told of new mail since the last look.
    pub has_news: bool,
}

/// How a command ended.
pub struct Ended {
    /// What was told meanwhile.
    pub told: Vec<Response>,
    /// Why not, if it was refused.
    pub refused: Option<String>,
}

impl Session {
    /// Connects and logs in.
    pub fn open(server: &Server, login: &Login) -> Result<Session, Trouble> {
        let mut session = Session {
            wire: Wire::connect(server)?,
            patience: server.patience,
            commands: 0,
            capabilities: Vec::new(),
            idle: None,
            has_news: true,
        };
        let greeting = session.response()?;
        let hello = greeting.untagged().unwrap_or_default().to_ascii_uppercase();
        if !hello.starts_with("OK") && !hello.starts_with("PREAUTH") {
            return Err(Trouble::new(
                Which::Port,
                format!("no IMAP server is at {} port {}", server.host, server.port),
            ));
        }
        if server.tls == Tls::Starttls {
            session.ask("STARTTLS")?.or(Which::Certificate, "the server refuses STARTTLS")?;
            session.wire = session.wire.secured(server)?;
        }
        session.ask_capabilities()?;
        session.log_in(login)?;
        session.ask_capabilities()?;
        Ok(session)
    }

    fn ask_capabilities(&mut self) -> Result<(), Trouble> {
        let told = self.ask("CAPABILITY")?.told;
        self.capabilities = told.iter().find_map(Response::capabilities).unwrap_or_default();
        Ok(())
    }

    /// Whether the server can do something.
    pub fn can(&self, what: &str) -> bool {
        self.capabilities.iter().any(|word| word == what)
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let ended = if self.can("AUTH=PLAIN") && self.can("SASL-IR") {
            let plain = login.plain()?;
            self.ask(&format!("AUTHENTICATE PLAIN {plain}"))?
        } else {
            let password = login.keeper.password()?;
            self.ask(&format!("LOGIN {} {}", quoted(&login.user), quoted(password.reveal())))?
        };
        ended.or(
            Which::Password,
            &format!("the IMAP server does not take the user {} with this password", login.user),
        )?;
        Ok(())
    }

    /// Sends a command and hears its end. A refusal is no error yet.
    pub fn ask(&mut self, command: &str) -> Result<Ended, Trouble> {
        self.stop_idling()?;
        let tag = self.send(command)?;
        self.hear(&tag)
    }

    fn send(&mut self, command: &str) -> Result<String, Trouble> {
        self.commands += 1;
        let tag = format!("t{}", self.commands);
        self.wire.say(format!("{tag} {command}\r\n").as_bytes())?;
        Ok(tag)
    }

    fn hear(&mut self, tag: &str) -> Result<Ended, Trouble> {
        let mut told = Vec::new();
        loop {
            let response = self.response()?;
            let text = String::from_utf8_lossy(&response.text).into_owned();
            let Some(end) = text.strip_prefix(tag).and_then(|rest| rest.strip_prefix(' ')) else {
                told.push(response);
                continue;
            };
            let is_fine = end.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("OK"));
            let refused = (!is_fine).then(|| end.to_owned());
            return Ok(Ended { told, refused });
        }
    }

    /// The next response, with its literals.
    fn response(&mut self) -> Result<Response, Trouble> {
        let mut response = Response::default();
        loop {
            let line = self.wire.line()?;
            response.text.extend_from_slice(&line);
            let Some(length) = literal(&line) else { break };
            response.literals.push(self.wire.bytes(length, MOST_BYTES + 1)?);
        }
        if response.exists().is_some() {
            self.has_news = true;
        }
        if response.text.get(..5).is_some_and(|begin| begin.eq_ignore_ascii_case(b"* BYE")) {
            let why = response.untagged().unwrap_or_default();
            return Err(Trouble::new(Which::Cut, format!("the IMAP server says goodbye: {why}")));
        }
        Ok(response)
    }

    /// Waits until the server tells of new mail, but no longer than this. It stays in `IDLE`.
    pub fn idle(&mut self, longest: Duration) -> Result<(), Trouble> {
        let end = Instant::now() + longest;
        if self.idle.is_none() {
            let tag = self.send("IDLE")?;
            loop {
                let response = self.response()?;
                // New mail may be told before the plus.
                if response.text.starts_with(b"+") {
                    break;
                }
                if response.text.starts_with(tag.as_bytes()) {
                    return Err(Trouble::new(Which::Refused, "the IMAP server offers IDLE and refuses it"));
                }
            }
            self.idle = Some(tag);
        }
        while !self.has_news {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            self.wire.set_patience(left);
            let heard = self.response();
            self.wire.set_patience(self.patience);
            match heard {
                Err(trouble) if trouble.which == Which::Time => break,
                heard => heard?,
            };
        }
        Ok(())
    }

    fn stop_idling(&mut self) -> Result<(), Trouble> {
        let Some(tag) = self.idle.take() else { return Ok(()) };
        self.wire.say(b"DONE\r\n")?;
        self.hear(&tag)?;
        Ok(())
    }
}

impl Ended {
    /// A refusal is an error.
    pub fn or(self, which: Which, what: &str) -> Result<Vec<Response>, Trouble> {
        match self.refused {
            None => Ok(self.told),
            Some(why) => Err(Trouble::new(which, format!("{what}: {why}"))),
        }
    }
}
