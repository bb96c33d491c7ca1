//! From the outbox to the readers: into Maildirs on this disk, or by way of a server.
//!
//! The outbox is the truth. What is in memory here (the queue, the transports) can be lost at any moment; the next start reads the outbox again,
//! and what was on its way then goes again, under the same Message-ID.

mod files;
mod post;

use super::Desk;
use super::bounces::refused_address;
use super::club::Club;
use super::sentences::{Alarm, Told};
use super::telling::{alarm, alarm_text, tell};
use crate::mail::incoming::Oddity;
use crate::mail::wakeup::Wakeup;
use crate::store::{Person, Records, Time};
use anyhow::Result;
use files::Files;
use post::Post;

/// How mails leave.
pub(super) enum Carrier {
    /// Into a Maildir for each reader.
    Files(Files),
    /// By transports that somebody else may hold up.
    Post(Box<Post>),
}

impl Carrier {
    /// As the club's file says.
    pub fn open(club: &Club, store: &Records, now: Time, wakeup: &Wakeup) -> Result<Carrier> {
        match &club.submission {
            None => Ok(Carrier::Files(Files::open(club.outbox.clone(), store)?)),
            Some(submission) => Ok(Carrier::Post(Box::new(Post::open(submission, club, store, now, wakeup)?))),
        }
    }

    /// Waits until everything that was written is safe on the disk, and sends it. Returns how many mails went.
    pub fn send(&mut self, desk: &mut Desk) -> Result<u64> {
        match self {
            Carrier::Files(files) => files.send(desk),
            Carrier::Post(post) => post.send(desk),
        }
    }

    /// Goes on with what is known to be safe already, without waiting for anybody.
    pub fn go_on(&mut self, desk: &mut Desk) -> Result<u64> {
        match self {
            Carrier::Files(_) => Ok(0),
            Carrier::Post(post) => post.go_on(desk),
        }
    }

    /// Before the desk has nothing to do for a while: what nobody waits for.
    pub fn tidy_up(&mut self, desk: &Desk) -> Result<()> {
        match self {
            Carrier::Files(files) => files.finish(desk),
            Carrier::Post(_) => Ok(()),
        }
    }

    /// Waits until nothing is on its way and nothing can go now.
    pub fn finish(&mut self, desk: &mut Desk) -> Result<u64> {
        self.tidy_up(desk)?;
        match self {
            Carrier::Files(_) => Ok(0),
            Carrier::Post(post) => post.finish(desk),
        }
    }

    /// The service ends: what is on its way may arrive, the rest waits for the next start.
    pub fn end(&mut self, desk: &mut Desk) -> Result<u64> {
        self.tidy_up(desk)?;
        match self {
            Carrier::Files(_) => Ok(0),
            Carrier::Post(post) => post.end(desk),
        }
    }

    /// Since when no mail can leave, and why.
    pub fn closed(&self) -> Option<&(Time, String)> {
        match self {
            Carrier::Files(_) => None,
            Carrier::Post(post) => post.closed.as_ref(),
        }
    }
}

impl Desk {
    /// The mailbox cannot be reached; the operator is told.
    pub(super) fn out_of_reach(&mut self, why: &str) -> Result<()> {
        let words = why.to_owned();
        self.whole(format!("out-of-reach.{}", self.now()), |work| alarm(work, None, &Alarm::OutOfReach { words }))
    }

    /// Things at a mailbox that a person should look at. The operator is told of each once, also if we begin anew meanwhile: the mail's name is
    /// made of what it says.
    pub(super) fn found_odd(&mut self, oddities: &[Oddity]) -> Result<()> {
        let (mut unreadable, mut stuck, mut unmoved) = (Vec::new(), Vec::new(), Vec::new());
        for oddity in oddities {
            match oddity {
                Oddity::Unreadable(what) => unreadable.push(what.clone()),
                Oddity::Stuck(what) => stuck.push(what.clone()),
                Oddity::Unmoved(what) => unmoved.push(what.clone()),
            }
        }
        let name = format!("odd.{}", &blake3::hash(format!("{oddities:?}").as_bytes()).to_hex()[..20]);
        self.whole(name, |work| alarm(work, None, &Alarm::OddMail { unreadable, stuck, unmoved }))
    }

    /// A mail cannot be delivered. Whoever runs the table is told, or the operator; each hears it from the other if it is the own
    /// address.
    pub(super) fn undelivered(&mut self, id: i64, words: &str) -> Result<()> {
        tracing::warn!(mail = id, words, "a mail is given up");
        self.whole(format!("undelivered.{id}"), |work| {
            let Some((board, address)) = work.store.give_up(id, words, work.now)? else { return Ok(()) };
            refused_address(work, &address, words)?;
            let is_it = |other: &str| other.eq_ignore_ascii_case(&address);
            let board = board.map(|board| work.store.sound_board(&board)).transpose()?.flatten();
            let notice = Told::Undelivered { address: address.clone(), words: words.to_owned() };
            if let Some(board) = &board
                && let Some(moderator) = board.moderator.map(|id| work.store.person(id)).transpose()?.flatten()
                && !is_it(&moderator.address)
            {
                return tell(work, &moderator, board, &notice);
            }
            if is_it(&work.club.operator) {
                return Ok(());
            }
            let operator = Person::stranger("operator", &work.club.operator, &work.club.language, &work.club.zone);
            let text = work.voice.say(&operator, &notice)?;
            alarm_text(work, board.as_ref(), text)
        })
    }
}
