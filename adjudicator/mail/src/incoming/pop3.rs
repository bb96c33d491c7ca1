//! Letters from a POP3 mailbox (RFC 1939, 2449, 2595). POP3 has one folder and no flags: a letter that is safe with us is deleted there,
//! since our copy is kept. The server deletes when we say goodbye; if the connection breaks before, the letters are still there, are
//! known by their unique ids (UIDL), and only deleted again.

use super::stuck::Stuck;
use super::{Arrival, BATCH, BATCH_BYTES, Batch, Fate, Inbox, Oddity, Ticket};
use crate::connection::Connection;
use crate::letter::MOST_BYTES;
use crate::sasl::{Way, wrapped};
use crate::secret::{Login, Password, Secret};
use crate::server::{Server, Tls};
use crate::trouble::{Trouble, Which};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// No login takes more steps.
const MOST_STEPS: usize = 5;

/// The first lines of a letter are looked for in so many bytes.
const MOST_HEAD: usize = 64 << 10;

/// A POP3 mailbox.
pub struct Pop3 {
    server: Server,
    login: Login,
    /// How often we look.
    check: Duration,
    session: Option<Session>,
    /// Fetched, and not yet safe.
    out: BTreeSet<Ticket>,
    /// Safe, and perhaps still there.
    safe: BTreeSet<Ticket>,
    stuck: Stuck<Ticket>,
    /// What is to be named.
    odd: Vec<Oddity>,
    look: Instant,
    /// When the conversation began: what came later is not in it.
    begun: Option<Instant>,
    read_until: Option<Instant>,
}

struct Session {
    connection: Connection,
    /// The number of each letter of this conversation, by its unique id.
    numbers: BTreeMap<Ticket, u32>,
    queue: VecDeque<Ticket>,
    deleted: BTreeSet<Ticket>,
}

impl Pop3 {
    /// A mailbox that is looked into so often.
    pub fn new(server: Server, login: Login, check: Duration) -> Pop3 {
        let (out, safe, stuck) = (BTreeSet::new(), BTreeSet::new(), Stuck::default());
        Pop3 {
            server,
            login,
            check,
            session: None,
            out,
            safe,
            stuck,
            odd: Vec::new(),
            look: Instant::now(),
            begun: None,
            read_until: None,
        }
    }

    /// Connects and says what was found.
    pub fn try_out(&mut self) -> Result<String, Trouble> {
        let session = Session::open(&self.server, &self.login)?;
        let waiting = session.numbers.len();
        session.end()?;
        Ok(format!("the mailbox is open, letters that wait: {waiting}"))
    }

    fn fetch_some(&mut self) -> Result<Batch, Trouble> {
        if self.session.is_none() {
            if Instant::now() < self.look {
                return Ok(Batch::default());
            }
            self.begun = Some(Instant::now());
            let mut session = Session::open(&self.server, &self.login)?;
            // What is gone from the server can be forgotten.
            self.safe.retain(|ticket| session.numbers.contains_key(ticket));
            let mut queue: Vec<(u32, Ticket)> =
                session.numbers.iter().map(|(ticket, number)| (*number, ticket.clone())).collect();
            let now = Instant::now();
            queue.retain(|(_, ticket)| {
                !self.safe.contains(ticket) && !self.out.contains(ticket) && !self.stuck.is_aside(ticket, now)
            });
            queue.sort();
            session.queue = queue.into_iter().map(|(_, ticket)| ticket).collect();
            self.session = Some(session);
            self.put_away()?;
        }
        let mut batch = Batch::default();
        let Some(session) = &mut self.session else { return Ok(batch) };
        let mut size = 0;
        while batch.letters.len() < BATCH && size < BATCH_BYTES {
            let Some(ticket) = self.stuck.choose(session.queue.iter(), 1).pop() else { break };
            let (asked, now) = (std::slice::from_ref(&ticket), Instant::now());
            let retrieved = session.retrieve(&ticket);
            let stuck = match &retrieved {
                Ok(_) => self.stuck.came(asked, now),
                Err(_) => self.stuck.failed(asked, session.queue.len(), now),
            };
            self.odd.extend(stuck.into_iter().map(|ticket| Oddity::Stuck(format!("UIDL {ticket}"))));
            session.queue.retain(|other| *other != ticket && !self.stuck.is_aside(other, now));
            let raw = match retrieved {
                Ok(raw) => raw,
                Err(trouble) if batch.letters.is_empty() => return Err(trouble),
                Err(_) => {
                    // What has come is handed on; the next look begins anew.
                    self.session = None;
                    return Ok(batch);
                }
            };
            size += raw.len();
            self.out.insert(ticket.clone());
            batch.letters.push(Arrival { arrived: handed_in(&raw), ticket, raw });
        }
        if session.queue.is_empty() {
            self.read_until = self.begun;
        }
        if batch.letters.is_empty() && self.out.is_empty() {
            self.close()?;
        }
        Ok(batch)
    }

    /// Says goodbye, at which the server deletes what is safe.
    fn close(&mut self) -> Result<(), Trouble> {
        self.look = Instant::now() + self.check;
        let Some(session) = self.session.take() else { return Ok(()) };
        let deleted = session.deleted.clone();
        session.end()?;
        self.safe.retain(|ticket| !deleted.contains(ticket));
        Ok(())
    }

    fn put_away(&mut self) -> Result<(), Trouble> {
        let Some(session) = &mut self.session else { return Ok(()) };
        for ticket in &self.safe {
            if let Some(number) = session.numbers.get(ticket).copied().filter(|_| !session.deleted.contains(ticket)) {
                session.ask(&format!("DELE {number}"), Which::Refused, "the POP3 server does not delete")?;
                session.deleted.insert(ticket.clone());
            }
        }
        Ok(())
    }

    fn tried<T>(&mut self, done: Result<T, Trouble>) -> Result<T> {
        if done.is_err() {
            self.session = None;
        }
        Ok(done?)
    }
}

/// When the server had a letter: the first line `Received` is its own.
fn handed_in(raw: &[u8]) -> Option<i64> {
    let head = &raw[..raw.len().min(MOST_HEAD)];
    let message = mail_parser::MessageParser::default().parse_headers(head)?;
    let first = message.headers().iter().find(|header| header.name().eq_ignore_ascii_case("received"))?;
    first.value().as_received()?.date.as_ref().map(mail_parser::DateTime::to_timestamp)
}

impl Session {
    fn open(server: &Server, login: &Login) -> Result<Session, Trouble> {
        let connection = Connection::connect(server)?;
        let mut session =
            Session { connection, numbers: BTreeMap::new(), queue: VecDeque::new(), deleted: BTreeSet::new() };
        session.hear(Which::Port, "there is no POP3 server")?;
        if server.tls == Tls::Starttls {
            session.ask("STLS", Which::Certificate, "the server refuses STLS")?;
            session.connection = session.connection.secured(server)?;
        }
        session.log_in(login)?;
        session.ask("UIDL", Which::Refused, "the POP3 server has no UIDL")?;
        loop {
            let line = session.connection.line()?;
            if line == b"." {
                break;
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if let Some((number, id)) = line.split_once(' ')
                && let Ok(number) = number.parse()
            {
                session.numbers.insert(id.trim().to_owned(), number);
            }
        }
        Ok(session)
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let one_line = |text: &str| text.replace(['\r', '\n'], "");
        match &login.secret {
            Secret::Password(password) => {
                let refused = format!("the POP3 server does not take the user {} with this password", login.user);
                self.ask(&format!("USER {}", one_line(&login.user)), Which::Password, &refused)?;
                let password = password.read()?;
                self.ask(&format!("PASS {}", one_line(password.reveal())), Which::Password, &refused)
            }
            Secret::Token(source) => {
                let token = source.read()?;
                let shown = self.show(login, &token);
                if shown.as_ref().is_err_and(|trouble| trouble.which == Which::Token) {
                    source.refused(&token);
                }
                shown
            }
        }
    }

    /// Shows a token (RFC 5034). It is longer than a command may be, so it stands in a line of its own.
    fn show(&mut self, login: &Login, token: &Password) -> Result<(), Trouble> {
        let way = self.ways()?.ok_or_else(|| {
            Trouble::new(Which::Refused, "the POP3 server takes no tokens: it offers neither XOAUTH2 nor OAUTHBEARER")
        })?;
        let refused = format!("the POP3 server does not take the user {} with this token", login.user);
        let mut words = way.first(&login.user, token.reveal());
        self.connection.say(format!("AUTH {}\r\n", way.name()).as_bytes())?;
        for _ in 0..MOST_STEPS {
            let line = self.connection.line()?;
            if line.starts_with(b"+OK") {
                return Ok(());
            }
            if !line.starts_with(b"+") {
                return Err(Trouble::new(Which::Token, format!("{refused}: {}", String::from_utf8_lossy(&line))));
            }
            self.connection.say(format!("{}\r\n", wrapped(&words)).as_bytes())?;
            way.after_refusal().clone_into(&mut words);
        }
        Err(Trouble::new(Which::Refused, "the POP3 server asks for the token again and again"))
    }

    /// The way to show a token that the server offers (RFC 2449).
    fn ways(&mut self) -> Result<Option<Way>, Trouble> {
        self.ask("CAPA", Which::Refused, "the POP3 server does not say what it can")?;
        let mut way = None;
        loop {
            let line = self.connection.line()?;
            if line == b"." {
                return Ok(way);
            }
            let line = String::from_utf8_lossy(&line).to_ascii_uppercase();
            if let Some(offers) = line.strip_prefix("SASL ") {
                way = Way::offered(offers.split_whitespace());
            }
        }
    }

    fn ask(&mut self, command: &str, which: Which, refused: &str) -> Result<(), Trouble> {
        self.connection.say(format!("{command}\r\n").as_bytes())?;
        self.hear(which, refused)
    }

    fn hear(&mut self, which: Which, refused: &str) -> Result<(), Trouble> {
        let line = self.connection.line()?;
        if line.starts_with(b"+OK") {
            return Ok(());
        }
        Err(Trouble::new(which, format!("{refused}: {}", String::from_utf8_lossy(&line))))
    }

    /// A letter; one that is too big is read to its end and cut.
    fn retrieve(&mut self, ticket: &Ticket) -> Result<Vec<u8>, Trouble> {
        let number = self.numbers.get(ticket).copied().unwrap_or_default();
        self.ask(&format!("RETR {number}"), Which::Refused, "the POP3 server does not hand out a mail")?;
        let mut raw = Vec::new();
        loop {
            let line = self.connection.long_line(MOST_BYTES + 1)?;
            if line == b"." {
                return Ok(raw);
            }
            if raw.len() <= MOST_BYTES {
                raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
                raw.extend_from_slice(b"\r\n");
                raw.truncate(MOST_BYTES + 1);
            }
        }
    }

    fn end(mut self) -> Result<(), Trouble> {
        self.ask("QUIT", Which::Refused, "the POP3 server did not delete everything")
    }
}

impl Inbox for Pop3 {
    fn fetch(&mut self) -> Result<Batch> {
        let fetched = self.fetch_some();
        self.tried(fetched)
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        for (ticket, _) in letters {
            self.out.remove(ticket);
            self.safe.insert(ticket.clone());
        }
        let mut done = self.put_away();
        // The mailbox is locked while we talk, and deleted letters come back if the connection breaks: no longer than needed.
        let is_finished = self.session.as_ref().is_some_and(|session| session.queue.is_empty());
        if done.is_ok() && self.out.is_empty() && is_finished {
            done = self.close();
        }
        self.tried(done)
    }

    fn oddities(&mut self) -> Vec<Oddity> {
        std::mem::take(&mut self.odd)
    }

    fn read_until(&self) -> Option<Instant> {
        self.read_until
    }

    fn wait(&mut self, longest: Duration) -> Result<()> {
        std::thread::sleep(longest.min(self.look.saturating_duration_since(Instant::now())));
        Ok(())
    }
}

#[cfg(test)]
#[path = "pop3_tests.rs"]
mod tests;
