//! Letters from a Maildir.

use super::{Arrival, BATCH, BATCH_BYTES, Batch, Fate, Source, Ticket};
use crate::Maildir;
use crate::letter::MOST_BYTES;
use crate::maildir::Entry;
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// A Maildir as a source.
pub struct MaildirSource {
    maildir: Maildir,
    /// What was found in it and is still to be fetched.
    queue: VecDeque<Entry>,
    /// What was fetched and is not done.
    out: BTreeSet<String>,
}

impl MaildirSource {
    /// Letters from a Maildir.
    pub fn new(maildir: Maildir) -> MaildirSource {
        MaildirSource { maildir, queue: VecDeque::new(), out: BTreeSet::new() }
    }
}

impl Source for MaildirSource {
    fn fetch(&mut self) -> Result<Batch> {
        if self.queue.is_empty() {
            let waiting = self.maildir.waiting()?;
            self.queue.extend(waiting.into_iter().filter(|entry| !self.out.contains(&entry.name)));
        }
        let (mut batch, mut size) = (Batch::default(), 0);
        while batch.letters.len() < BATCH && size < BATCH_BYTES {
            let Some(entry) = self.queue.pop_front() else { break };
            let raw = self.maildir.read(&entry, MOST_BYTES as u64 + 1)?;
            size += raw.len();
            self.out.insert(entry.name.clone());
            batch.letters.push(Arrival { ticket: entry.name, raw });
        }
        Ok(batch)
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        for (ticket, fate) in letters {
            let flags = match fate {
                Fate::Answered => "RS",
                Fate::Kept => "S",
                Fate::Quarantined => "F",
            };
            self.maildir.done(&Entry::new(ticket.clone()), flags)?;
            self.out.remove(ticket);
        }
        Ok(())
    }

    fn wait(&mut self, longest: Duration) -> Result<()> {
        std::thread::sleep(longest);
        Ok(())
    }
}
