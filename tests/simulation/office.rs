//! A mail server with the club's mailbox, such as one that is asked by IMAP: it is down for hours, forgets what it was told, and hands letters
//! out twice and in no order.

use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tabellarius::mail::incoming::{Arrival, Batch, Fate, Inbox, Ticket};
use tabellarius::mail::trouble::{Trouble, Which};

/// It hands out so many letters at once.
const SOME: usize = 4;
/// One word in so many is lost: what was done is handed out again.
const LOST: u32 = 5;

/// What the server keeps. It is not on our disk: a kill of ours changes nothing here.
#[derive(Clone, Default)]
pub struct Kept {
    letters: BTreeMap<u32, String>,
    last: u32,
    words: u32,
    pub is_down: bool,
}

/// The server, as the world and the club share it.
#[derive(Clone, Default)]
pub struct PostOffice(Arc<Mutex<Kept>>);

impl PostOffice {
    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap()
    }

    pub fn put(&self, letter: String) {
        let mut kept = self.kept();
        kept.last += 1;
        let number = kept.last;
        kept.letters.insert(number, letter);
    }

    pub fn is_empty(&self) -> bool {
        self.kept().letters.is_empty()
    }

    /// A new conversation with it.
    pub fn inbox(&self) -> Box<dyn Inbox> {
        Box::new(Conversation { office: self.clone(), out: BTreeSet::new(), was_down: false, read_until: None })
    }
}

struct Conversation {
    office: PostOffice,
    /// Fetched, and not done.
    out: BTreeSet<u32>,
    was_down: bool,
    read_until: Option<Instant>,
}

impl Inbox for Conversation {
    fn fetch(&mut self) -> Result<Batch> {
        let kept = self.office.kept();
        if kept.is_down {
            self.was_down = true;
            return Ok(Batch::default());
        }
        if std::mem::take(&mut self.was_down) {
            self.out.clear();
        }
        // The newest come first.
        let waiting: Vec<_> = kept.letters.iter().rev().filter(|(number, _)| !self.out.contains(number)).collect();
        if waiting.len() <= SOME {
            self.read_until = Some(Instant::now());
        }
        let letter = |(number, text): &(&u32, &String)| Arrival {
            ticket: number.to_string(),
            raw: text.as_bytes().to_vec(),
            arrived: None,
        };
        let letters: Vec<Arrival> = waiting.iter().take(SOME).map(letter).collect();
        self.out.extend(letters.iter().filter_map(|letter| letter.ticket.parse::<u32>().ok()));
        Ok(Batch { letters, mark: None })
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        let mut kept = self.office.kept();
        for (ticket, _) in letters {
            let number = ticket.parse().unwrap();
            kept.words += 1;
            let is_heard = !kept.is_down && !kept.words.is_multiple_of(LOST);
            if is_heard {
                kept.letters.remove(&number);
            }
            self.out.remove(&number);
        }
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<()> {
        Ok(())
    }

    fn read_until(&self) -> Option<Instant> {
        self.read_until
    }

    fn trouble(&self) -> Option<Trouble> {
        self.office.kept().is_down.then(|| Trouble::new(Which::Port, "nobody answers at mail.club.example"))
    }
}
