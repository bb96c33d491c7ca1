//! Letters from an IMAP folder.
//!
//! A letter is moved to the folder for done ones, or to the quarantine, only after it is safe with us. If the server cannot move, or the
//! operator wants nothing moved, letters stay where they are, are marked as read, and we keep in mind up to which number we have come.
//! If the server numbers its mails anew (UIDVALIDITY), everything is looked at again; the fingerprints know what had come before.

use super::imap_session::Session;
use super::stuck::Stuck;
use super::{Arrival, BATCH, BATCH_BYTES, Batch, Fate, Inbox, Oddity, Ticket};
use crate::letter::MOST_BYTES;
use crate::secret::Login;
use crate::server::Server;
use crate::trouble::{Trouble, Which};
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// The letters that were asked for, and those that came.
type Asked = (Vec<u32>, Vec<Found>);

/// A letter that came.
struct Found {
    uid: u32,
    raw: Vec<u8>,
    arrived: Option<i64>,
}

/// Servers hang up on who idles for half an hour (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);

/// Which folders are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    /// Letters come here.
    pub inbox: String,
    /// Done ones go here; nothing: they stay.
    pub done: Option<String>,
    /// Those that a person must look at go here.
    pub quarantine: Option<String>,
    /// How often we look, whatever the server tells us.
    pub check: Duration,
}

/// An IMAP folder.
pub struct Imap {
    server: Server,
    login: Login,
    folders: Folders,
    session: Option<Session>,
    /// The server's numbering.
    validity: u32,
    /// Up to here everything is safe; only used where letters stay.
    mark: u32,
    /// Numbers of letters that wait.
    queue: VecDeque<u32>,
    /// Fetched, and not yet safe.
    out: BTreeSet<u32>,
    /// Safe, and not yet moved.
    safe: Vec<(u32, Fate)>,
    stuck: Stuck<u32>,
    /// What is to be named.
    odd: Vec<Oddity>,
    look: Instant,
    /// What had come by then was found, or the server would have told of it.
    known_until: Option<Instant>,
    read_until: Option<Instant>,
}

impl Imap {
    /// A folder, with the mark that was kept last.
    pub fn new(server: Server, login: Login, folders: Folders, mark: Option<&str>) -> Imap {
        let numbers = mark.and_then(|mark| mark.split_once(':'));
        let numbers = numbers.and_then(|(validity, uid)| Some((validity.parse().ok()?, uid.parse().ok()?)));
        let (validity, mark) = numbers.unwrap_or((0, 0));
        let (queue, out, safe, stuck) = (VecDeque::new(), BTreeSet::new(), Vec::new(), Stuck::default());
        Imap {
            server,
            login,
            folders,
            session: None,
            validity,
            mark,
            queue,
            out,
            safe,
            stuck,
            odd: Vec::new(),
            look: Instant::now(),
            known_until: None,
            read_until: None,
        }
    }

    /// Connects, looks into the folder, makes the others if they are missing, and says what was found.
    pub fn try_out(&mut self) -> Result<String, Trouble> {
        let (inbox, others) =
            (self.folders.inbox.clone(), [self.folders.done.clone(), self.folders.quarantine.clone()]);
        let session = self.session()?;
        for folder in others.iter().flatten() {
            session.make(folder)?;
        }
        let idle = if session.can("IDLE") {
            "new mail is told at once"
        } else {
            "the server cannot tell of new mail; we look"
        };
        let moves = if session.can("MOVE") { "" } else { "; it cannot move mails: they are marked as read instead" };
        let waiting = self.search()?.len();
        Ok(format!("{inbox} is open, letters that wait: {waiting}; {idle}{moves}"))
    }

    /// The conversation, begun if there is none.
    fn session(&mut self) -> Result<&mut Session, Trouble> {
        if self.session.is_none() {
            let mut session = Session::open(&self.server, &self.login)?;
            let validity = session.select(&self.folders.inbox)?;
            if validity != self.validity {
                if self.validity != 0 {
                    tracing::warn!(before = self.validity, now = validity, "the IMAP server numbers its mails anew");
                }
                (self.validity, self.mark) = (validity, 0);
                self.out.clear();
                self.safe.clear();
                self.stuck = Stuck::default();
            }
            self.queue.clear();
            session.has_news = true;
            self.session = Some(session);
        }
        self.session.as_mut().ok_or_else(|| Trouble::new(Which::Cut, "there is no connection"))
    }

    /// Where done letters go; nothing: they stay.
    fn stays(&mut self) -> Result<bool, Trouble> {
        Ok(self.folders.done.is_none() || !self.session()?.can("MOVE"))
    }

    /// What waits and has not been fetched.
    fn search(&mut self) -> Result<Vec<u32>, Trouble> {
        let stays = self.stays()?;
        let before = Instant::now();
        let mark = if stays { self.mark } else { 0 };
        let mut found = match mark {
            0 => self.session()?.search("UNDELETED")?,
            mark => self.session()?.search(&format!("UNDELETED UID {}:*", mark.saturating_add(1)))?,
        };
        found.retain(|uid| *uid > mark && !self.out.contains(uid) && !self.safe.iter().any(|(safe, _)| safe == uid));
        let now = Instant::now();
        found.retain(|uid| !self.stuck.is_aside(uid, now));
        found.sort_unstable();
        self.look = Instant::now() + self.folders.check.min(LONGEST_IDLE);
        self.known_until = Some(before);
        Ok(found)
    }

    /// The next letters from the queue.
    fn take(&mut self) -> Result<Vec<Found>, Trouble> {
        // Who cannot even be reached blames no letter.
        self.session()?;
        let wanted = self.stuck.choose(self.queue.iter(), BATCH);
        let fetched = self.ask_for(&wanted);
        let now = Instant::now();
        let stuck = match &fetched {
            Ok((asked, _)) => {
                self.queue.retain(|uid| !asked.contains(uid));
                self.stuck.came(asked, now)
            }
            Err(_) => self.stuck.failed(&wanted, self.queue.len(), now),
        };
        if !stuck.is_empty() {
            let inbox = &self.folders.inbox;
            self.odd.extend(stuck.iter().map(|uid| Oddity::Stuck(format!("{inbox}, UID {uid}"))));
            self.queue.retain(|uid| !self.stuck.is_aside(uid, now));
        }
        fetched.map(|(_, found)| found)
    }

    /// As many of these letters as make a batch: which, and those that came.
    fn ask_for(&mut self, wanted: &[u32]) -> Result<Asked, Trouble> {
        let told = self.session()?.tell(wanted)?;
        let (mut now, mut bytes) = (Vec::new(), 0);
        for uid in wanted {
            let size = told.get(uid).map_or(0, |told| told.bytes).min(MOST_BYTES + 1);
            if !now.is_empty() && bytes + size > BATCH_BYTES {
                break;
            }
            bytes += size;
            now.push(*uid);
        }
        // A huge mail is not held in memory: one byte too many tells that it is one.
        let mut found = self.session()?.mails(&now, MOST_BYTES + 1)?;
        found.retain(|uid, _| now.contains(uid));
        let arrived = |uid| told.get(&uid).and_then(|told| told.arrived);
        Ok((now, found.into_iter().map(|(uid, raw)| Found { uid, raw, arrived: arrived(uid) }).collect()))
    }

    /// Moves away what is safe.
    fn put_away(&mut self) -> Result<(), Trouble> {
        if self.safe.is_empty() {
            return Ok(());
        }
        let stays = self.stays()?;
        for fate in [Fate::Answered, Fate::Kept, Fate::Quarantined] {
            let mut uids: Vec<u32> = self.safe.iter().filter(|one| one.1 == fate).map(|one| one.0).collect();
            uids.sort_unstable();
            let (flags, folder) = match fate {
                Fate::Answered => ("\\Seen \\Answered", self.folders.done.clone()),
                Fate::Kept => ("\\Seen", self.folders.done.clone()),
                Fate::Quarantined => ("\\Flagged", self.folders.quarantine.clone().or(self.folders.done.clone())),
            };
            // A server takes no command of any length.
            for some in uids.chunks(BATCH) {
                let session = self.session()?;
                session.mark(some, flags)?;
                if let Some(folder) = folder.as_ref().filter(|_| !stays) {
                    session.put(some, folder)?;
                }
                self.safe.retain(|(uid, _)| some.binary_search(uid).is_err());
            }
        }
        Ok(())
    }

    fn fetch_some(&mut self) -> Result<Batch, Trouble> {
        let is_time = self.session()?.has_news || Instant::now() >= self.look;
        if self.queue.is_empty() && is_time {
            self.put_away()?;
            self.queue = self.search()?.into();
        }
        let mut found = Vec::new();
        while found.is_empty() && !self.queue.is_empty() {
            found = self.take()?;
        }
        if self.queue.is_empty() {
            self.read_until = self.known_until;
        }
        let last = found.last().map(|one| one.uid);
        self.out.extend(found.iter().map(|one| one.uid));
        let mark = match last {
            Some(last) if self.stays()? => Some(format!("{}:{last}", self.validity)),
            _ => None,
        };
        let letter = |one: Found| Arrival {
            ticket: format!("{}:{}", self.validity, one.uid),
            raw: one.raw,
            arrived: one.arrived,
        };
        let letters = found.into_iter().map(letter).collect();
        Ok(Batch { letters, mark })
    }

    /// After any trouble the conversation begins anew; also after an answer so odd that it makes the library panic.
    fn tried<T>(&mut self, act: impl FnOnce(&mut Imap) -> Result<T, Trouble>) -> Result<T> {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(self)));
        let done =
            done.unwrap_or_else(|_| Err(Trouble::new(Which::Refused, "the IMAP server gave an impossible answer")));
        if done.is_err() {
            self.session = None;
        }
        Ok(done?)
    }
}

impl Inbox for Imap {
    fn fetch(&mut self) -> Result<Batch> {
        self.tried(Imap::fetch_some)
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        let validity = format!("{}:", self.validity);
        for (ticket, fate) in letters {
            // A letter of an older numbering is looked at again, and known.
            let Some(uid) = ticket.strip_prefix(&validity).and_then(|uid| uid.parse().ok()) else { continue };
            self.out.remove(&uid);
            self.mark = self.mark.max(uid);
            self.safe.push((uid, *fate));
        }
        self.tried(Imap::put_away)
    }

    fn oddities(&mut self) -> Vec<Oddity> {
        std::mem::take(&mut self.odd)
    }

    fn read_until(&self) -> Option<Instant> {
        self.read_until
    }

    fn wait(&mut self, longest: Duration) -> Result<()> {
        let longest = longest.min(self.look.saturating_duration_since(Instant::now()));
        self.tried(|imap| {
            let session = imap.session()?;
            if session.can("IDLE") {
                let before = Instant::now();
                session.idle(longest)?;
                if !session.has_news {
                    imap.known_until = Some(before);
                }
                return Ok(());
            }
            std::thread::sleep(longest);
            Ok(())
        })
    }
}

#[cfg(test)]
#[path = "imap_tests.rs"]
mod tests;
