//! One conversation with an IMAP server, spoken by `async-imap` on the thread that owns it.
//!
//! `uid_search`, `uid_fetch` and `uid_store` of that crate take a refusal, or a connection that ended, for an empty answer; a letter that
//! the server could not hand out just now would be passed over (chatmail/async-imap#95). So we ask for these ourselves and hear the
//! server's last word.

use super::imap_login::{Speaker, begin};
use super::imap_pipe::Pipe;
use super::imap_words::{farewell, is_refusal, set, trouble, within};
use crate::letter::MOST_BYTES;
use crate::secret::Login;
use crate::server::Server;
use crate::trouble::{Trouble, Which};
use async_imap::error::Error;
use async_imap::extensions::idle::{Handle, IdleResponse};
use async_imap::imap_proto::{AttributeValue, MailboxDatum, Response, Status};
use async_imap::types::{Capabilities, UnsolicitedResponse};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// No answer of a server is longer: a letter, and something beside it.
pub(super) const LONGEST: usize = MOST_BYTES + (4 << 20);

/// What a server tells of a mail beside its bytes.
#[derive(Clone, Copy, Default)]
pub struct Told {
    /// How big it is.
    pub bytes: usize,
    /// Since when the server has it (INTERNALDATE), in seconds since 1970.
    pub arrived: Option<i64>,
}

/// A conversation after the login.
pub struct Session {
    talk: Talk,
    runtime: Runtime,
    server: Server,
    capabilities: Capabilities,
    /// What the server tells beside its answers.
    aside: async_channel::Receiver<UnsolicitedResponse>,
    /// Whether the server has told of new mail since the last look.
    pub has_news: bool,
}

enum Talk {
    Ready(Box<Speaker>),
    /// The server tells by itself.
    Idle(Box<Handle<Pipe>>),
    /// Something went wrong; a new conversation is needed.
    Over,
}

/// The moment of a date such as `17-Jul-1996 02:44:25 -0700` (RFC 3501).
fn second(date: &str) -> Option<i64> {
    chrono::DateTime::parse_from_str(date.trim(), "%e-%b-%Y %H:%M:%S %z").ok().map(|date| date.timestamp())
}

impl Session {
    /// Connects and logs in.
    pub fn open(server: &Server, login: &Login) -> Result<Session, Trouble> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Trouble::cut(&server.host, &error))?;
        let (speaker, capabilities) = runtime.block_on(begin(server, login))?;
        let (aside, talk) = (speaker.unsolicited_responses.clone(), Talk::Ready(Box::new(speaker)));
        Ok(Session { talk, runtime, server: server.clone(), capabilities, aside, has_news: true })
    }

    /// Whether the server can do something.
    pub fn can(&self, what: &str) -> bool {
        self.capabilities.has_str(what)
    }

    /// Opens a folder; returns how its mails are numbered (UIDVALIDITY).
    pub fn select(&mut self, folder: &str) -> Result<u32, Trouble> {
        let opened = self.run(async |speaker: &mut Speaker| speaker.select(folder).await);
        let opened = opened
            .map_err(|error| trouble(&self.server, error, Which::Folder, &format!("there is no folder {folder}")))?;
        // Every server numbers its mails; without a number it was cut off.
        opened.uid_validity.ok_or_else(|| trouble(&self.server, Error::ConnectionLost, Which::Cut, ""))
    }

    /// Makes a folder, unless it is there.
    pub fn make(&mut self, folder: &str) -> Result<(), Trouble> {
        match self.run(async |speaker: &mut Speaker| speaker.status(folder, "(MESSAGES)").await) {
            Err(error) if is_refusal(&error) => {}
            there => return there.map(|_| ()).map_err(|error| trouble(&self.server, error, Which::Folder, "")),
        }
        let made = self.run(async |speaker: &mut Speaker| speaker.create(folder).await);
        made.map_err(|error| {
            trouble(&self.server, error, Which::Folder, &format!("the folder {folder} cannot be made"))
        })
    }

    /// The numbers of mails that are like this.
    pub fn search(&mut self, what: &str) -> Result<Vec<u32>, Trouble> {
        self.has_news = false;
        let mut found = Vec::new();
        let ended = self.ask(&format!("UID SEARCH {what}"), |response| {
            if let Response::MailboxData(MailboxDatum::Search(uids)) = response {
                found.extend_from_slice(uids);
            }
        });
        self.granted(ended, "the IMAP server does not search")?;
        Ok(found)
    }

    /// How big mails are, and since when they are there.
    pub fn tell(&mut self, uids: &[u32]) -> Result<BTreeMap<u32, Told>, Trouble> {
        let mut told: BTreeMap<u32, Told> = BTreeMap::new();
        self.fetch(uids, "RFC822.SIZE INTERNALDATE", |uid, value| match value {
            AttributeValue::Rfc822Size(size) => told.entry(uid).or_default().bytes = *size as usize,
            AttributeValue::InternalDate(date) => told.entry(uid).or_default().arrived = second(date),
            _ => {}
        })?;
        Ok(told)
    }

    /// Mails, each up to so many bytes.
    pub fn mails(&mut self, uids: &[u32], most: usize) -> Result<BTreeMap<u32, Vec<u8>>, Trouble> {
        let mut mails = BTreeMap::new();
        self.fetch(uids, &format!("BODY.PEEK[]<0.{most}>"), |uid, value| {
            if let AttributeValue::BodySection { section: None, data: Some(bytes), .. } = value {
                mails.insert(uid, bytes[..bytes.len().min(most)].to_vec());
            }
        })?;
        Ok(mails)
    }

    fn fetch(
        &mut self,
        uids: &[u32],
        what: &str,
        mut found: impl FnMut(u32, &AttributeValue<'_>),
    ) -> Result<(), Trouble> {
        let ended = self.ask(&format!("UID FETCH {} (UID {what})", set(uids)), |response| {
            let Response::Fetch(_, values) = response else { return };
            let uid =
                values.iter().find_map(|value| if let AttributeValue::Uid(uid) = value { Some(*uid) } else { None });
            for value in values {
                if let Some(uid) = uid {
                    found(uid, value);
                }
            }
        });
        self.granted(ended, "the IMAP server does not hand out mails")
    }

    /// Marks mails. A server that keeps no such marks may say so.
    pub fn mark(&mut self, uids: &[u32], flags: &str) -> Result<(), Trouble> {
        match self.ask(&format!("UID STORE {} +FLAGS.SILENT ({flags})", set(uids)), |_| {}) {
            Err(error) if is_refusal(&error) => Ok(()),
            ended => self.granted(ended, ""),
        }
    }

    /// Moves mails to a folder, which is made if it is missing.
    pub fn put(&mut self, uids: &[u32], folder: &str) -> Result<(), Trouble> {
        let set = set(uids);
        let mut moved = self.run(async |speaker: &mut Speaker| speaker.uid_mv(&set, folder).await);
        if moved.as_ref().is_err_and(is_refusal) {
            self.make(folder)?;
            moved = self.run(async |speaker: &mut Speaker| speaker.uid_mv(&set, folder).await);
        }
        moved.map_err(|error| {
            trouble(&self.server, error, Which::Folder, &format!("letters cannot be moved to the folder {folder}"))
        })
    }

    fn granted(&self, ended: Result<(), Error>, refused: &str) -> Result<(), Trouble> {
        ended.map_err(|error| trouble(&self.server, error, Which::Refused, refused))
    }

    /// Has something done that `async-imap` does.
    fn run<T>(&mut self, what: impl AsyncFnOnce(&mut Speaker) -> Result<T, Error>) -> Result<T, Error> {
        self.stop_idling()?;
        let Talk::Ready(speaker) = &mut self.talk else { return Err(Error::ConnectionLost) };
        speaker.get_mut().allow(LONGEST);
        let done = self.runtime.block_on(within(self.server.patience, what(speaker)));
        self.hear_asides();
        done
    }

    /// Asks, and hears everything up to the server's last word about it.
    fn ask(&mut self, command: &str, mut hear: impl FnMut(&Response<'_>)) -> Result<(), Error> {
        self.stop_idling()?;
        let (patience, has_news) = (self.server.patience, &mut self.has_news);
        let Talk::Ready(speaker) = &mut self.talk else { return Err(Error::ConnectionLost) };
        self.runtime.block_on(async {
            let tag = within(patience, speaker.run_command(command)).await?;
            loop {
                speaker.get_mut().allow(LONGEST);
                let told = within(patience, async { Ok(speaker.read_response().await?) }).await?;
                let told = told.ok_or(Error::ConnectionLost)?;
                match told.parsed() {
                    Response::Done { tag: of, status, outcome } if *of == tag => {
                        let words = outcome.information.as_deref().unwrap_or_default();
                        return if *status == Status::Ok { Ok(()) } else { Err(Error::No(words.into())) };
                    }
                    Response::MailboxData(MailboxDatum::Exists(_)) => *has_news = true,
                    response => match farewell(response) {
                        Some(error) => return Err(error),
                        None => hear(response),
                    },
                }
            }
        })
    }

    /// What was told beside answers. If there was no room for all of it, the best is among what was lost.
    fn hear_asides(&mut self) {
        self.has_news |= self.aside.is_full();
        while let Ok(told) = self.aside.try_recv() {
            self.has_news |= matches!(told, UnsolicitedResponse::Exists(_));
        }
    }

    /// Waits until the server tells of new mail, but no longer than this. It stays in `IDLE`.
    pub fn idle(&mut self, longest: Duration) -> Result<(), Trouble> {
        self.idle_until(Instant::now() + longest)
            .map_err(|error| trouble(&self.server, error, Which::Refused, "the IMAP server offers IDLE and refuses it"))
    }

    fn idle_until(&mut self, end: Instant) -> Result<(), Error> {
        let mut handle = match std::mem::replace(&mut self.talk, Talk::Over) {
            Talk::Over => return Err(Error::ConnectionLost),
            Talk::Idle(handle) => handle,
            Talk::Ready(mut speaker) => {
                speaker.get_mut().allow(LONGEST);
                let mut handle = Box::new(speaker.idle());
                self.runtime.block_on(within(self.server.patience, handle.init()))?;
                handle
            }
        };
        // New mail may be told before the server begins to wait.
        self.hear_asides();
        while !self.has_news && Instant::now() < end {
            handle.as_mut().as_mut().allow(LONGEST);
            let left = end.saturating_duration_since(Instant::now());
            let told = self.runtime.block_on(async {
                let (told, _stop) = handle.wait_with_timeout(left);
                told.await
            });
            match told? {
                IdleResponse::Timeout => break,
                IdleResponse::ManualInterrupt => return Err(Error::ConnectionLost),
                IdleResponse::NewData(told) => match told.parsed() {
                    Response::MailboxData(MailboxDatum::Exists(_)) => self.has_news = true,
                    response => farewell(response).map_or(Ok(()), Err)?,
                },
            }
        }
        self.talk = Talk::Idle(handle);
        Ok(())
    }

    fn stop_idling(&mut self) -> Result<(), Error> {
        match std::mem::replace(&mut self.talk, Talk::Over) {
            Talk::Idle(mut handle) => {
                handle.as_mut().as_mut().allow(LONGEST);
                let speaker = self.runtime.block_on(within(self.server.patience, handle.done()))?;
                self.talk = Talk::Ready(Box::new(speaker));
                self.hear_asides();
            }
            other => self.talk = other,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::second;

    #[test]
    fn a_server_s_date_is_a_moment() {
        assert_eq!(second("17-Jul-1996 02:44:25 -0700"), Some(837_596_665));
        assert_eq!(second(" 1-Jan-1970 01:00:00 +0100"), Some(0));
        assert_eq!(second("yesterday"), None);
    }
}
