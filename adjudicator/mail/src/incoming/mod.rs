//! Where letters come from: a Maildir, an IMAP folder, a POP3 mailbox. All look the same to the desk:
//!
//! ```text
//! fetch   some letters that wait, with a ticket each
//! done    these are safe on the disk, and this became of them: now, and not before, they may be moved away
//! wait    until there may be more
//! ```
//! A letter that is fetched twice, because a word was lost or somebody pulled the plug, is known by its fingerprint; so no inbox has to
//! be certain of anything but that it never moves a letter away too early.

mod imap;
mod imap_login;
mod imap_pipe;
mod imap_session;
mod imap_words;
mod maildir_inbox;
mod pop3;
mod prefetch;
mod stuck;

pub use imap::{Folders, Imap};
pub use maildir_inbox::MaildirInbox;
pub use pop3::Pop3;
pub use prefetch::Prefetch;

use super::trouble::Trouble;
use anyhow::Result;
use std::time::{Duration, Instant};

/// How many letters come in one batch, if so many are there.
pub const BATCH: usize = 256;
/// A batch is no bigger than this, unless one letter is.
pub(super) const BATCH_BYTES: usize = 16 << 20;

/// What an inbox knows a letter by.
pub type Ticket = String;

/// Letters as they came.
#[derive(Default, Debug)]
pub struct Batch {
    /// The letters, oldest first.
    pub letters: Vec<Arrival>,
    /// Where the inbox stands when all of them are safe: kept for the next start.
    pub mark: Option<String>,
}

/// A letter as it came.
#[derive(Debug)]
pub struct Arrival {
    /// What the inbox knows it by.
    pub ticket: Ticket,
    /// Its bytes, at most one more than [`super::letter::MOST_BYTES`].
    pub raw: Vec<u8>,
    /// When it was put into the mailbox, in seconds since 1970, if whoever put it there says so. What the letter itself says does not count.
    pub arrived: Option<i64>,
}

/// What became of a letter, as far as its mailbox is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Answered,
    /// It is kept; there was nothing to answer.
    Kept,
    /// A person must look at it.
    Quarantined,
}

/// Something at a mailbox that a person should look at, in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Oddity {
    /// It lies among the letters and is none, or may not be read. It holds up nobody, and is looked at again.
    Unreadable(String),
    /// The server cannot hand it out. It stays there, and is tried again later.
    Stuck(String),
    /// It was handled, and cannot be moved away.
    Unmoved(String),
}

/// Where letters come from.
pub trait Inbox: Send {
    /// Letters that wait and were not fetched before; none: there are none now.
    fn fetch(&mut self) -> Result<Batch>;

    /// These are safe.
    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()>;

    /// Of these, which are done, no copy stays in the mailbox, as far as that is ours to say: what a server keeps is its owner's.
    fn erase(&mut self, _letters: &[Ticket]) {}

    /// Waits until there may be mail, but no longer than this.
    fn wait(&mut self, longest: Duration) -> Result<()>;

    /// What a person should look at and was not named before.
    fn oddities(&mut self) -> Vec<Oddity> {
        Vec::new()
    }

    /// Whatever had come by then was fetched. Nothing, if it was never looked at to the end.
    fn read_until(&self) -> Option<Instant>;

    /// What is wrong with it at present.
    fn trouble(&self) -> Option<Trouble> {
        None
    }
}
