//! Letters from a Maildir.

use super::{Arrival, BATCH, BATCH_BYTES, Batch, Fate, Inbox, Oddity, Ticket};
use crate::Maildir;
use crate::letter::MOST_BYTES;
use crate::maildir::Entry;
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// A Maildir as an inbox.
pub struct MaildirInbox {
    maildir: Maildir,
    /// What was found in it and is still to be fetched.
    queue: VecDeque<Entry>,
    /// What was fetched and is not done.
    out: BTreeSet<String>,
    /// What cannot be read, and was named.
    odd: BTreeSet<String>,
    /// What is to be named.
    found: Vec<Oddity>,
    listed: Option<Instant>,
    read_until: Option<Instant>,
}

impl MaildirInbox {
    pub fn new(maildir: Maildir) -> MaildirInbox {
        MaildirInbox {
            maildir,
            queue: VecDeque::new(),
            out: BTreeSet::new(),
            odd: BTreeSet::new(),
            found: Vec::new(),
            listed: None,
            read_until: None,
        }
    }

    /// A letter, unless what lies there is none (a folder, a dangling link) or may not be read. It is named once, looked at again each time,
    /// and holds up nobody.
    fn read(&mut self, entry: &Entry) -> Option<Vec<u8>> {
        match self.maildir.read(entry, MOST_BYTES as u64 + 1) {
            Ok(raw) => {
                self.odd.remove(&entry.name);
                Some(raw)
            }
            // Somebody deleted it meanwhile.
            Err(_) if !self.maildir.has(entry) && !entry.name.contains(char::REPLACEMENT_CHARACTER) => None,
            Err(error) => {
                if self.odd.insert(entry.name.clone()) {
                    self.found.push(Oddity::Unreadable(format!("{error:#}")));
                }
                None
            }
        }
    }
}

impl Inbox for MaildirInbox {
    fn fetch(&mut self) -> Result<Batch> {
        if self.queue.is_empty() {
            self.listed = Some(Instant::now());
            let waiting = self.maildir.waiting()?;
            let names: BTreeSet<&String> = waiting.iter().map(|entry| &entry.name).collect();
            self.odd.retain(|name| names.contains(name));
            self.queue.extend(waiting.into_iter().filter(|entry| !self.out.contains(&entry.name)));
        }
        let (mut batch, mut size) = (Batch::default(), 0);
        while batch.letters.len() < BATCH && size < BATCH_BYTES {
            let Some(entry) = self.queue.pop_front() else { break };
            let Some(raw) = self.read(&entry) else { continue };
            size += raw.len();
            self.out.insert(entry.name.clone());
            batch.letters.push(Arrival { arrived: entry.arrived(), ticket: entry.name, raw });
        }
        if self.queue.is_empty() {
            self.read_until = self.listed;
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
            // A letter that cannot be moved is safe with us: it is not fetched again while we run.
            match self.maildir.done(&Entry::new(ticket.clone()), flags) {
                Ok(()) => {
                    self.out.remove(ticket);
                }
                Err(error) => self.found.push(Oddity::Unmoved(format!("{error:#}"))),
            }
        }
        Ok(())
    }

    fn erase(&mut self, letters: &[Ticket]) {
        for ticket in letters {
            if let Err(error) = self.maildir.erase(&Entry::new(ticket.clone())) {
                self.found.push(Oddity::Unmoved(format!("{error:#}")));
            }
        }
    }

    fn wait(&mut self, longest: Duration) -> Result<()> {
        std::thread::sleep(longest);
        Ok(())
    }

    fn oddities(&mut self) -> Vec<Oddity> {
        std::mem::take(&mut self.found)
    }

    fn read_until(&self) -> Option<Instant> {
        self.read_until
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::Command;

    fn fetched(inbox: &mut MaildirInbox) -> Vec<String> {
        let letters = inbox.fetch().unwrap().letters;
        letters.into_iter().map(|letter| String::from_utf8(letter.raw).unwrap()).collect()
    }

    #[test]
    fn odd_things_among_the_letters_hold_up_nobody() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::open(dir.path()).unwrap();
        let new = maildir.new_dir();
        fs::create_dir(new.join("1.folder")).unwrap();
        symlink("nowhere", new.join("2.dangling")).unwrap();
        symlink("/dev/zero", new.join("3.device")).unwrap();
        assert!(Command::new("mkfifo").arg(new.join("4.fifo")).status().unwrap().success());
        fs::write(new.join("5.secret"), "secret").unwrap();
        fs::set_permissions(new.join("5.secret"), fs::Permissions::from_mode(0o0)).unwrap();
        let is_root = fs::read(new.join("5.secret")).is_ok();
        fs::write(new.join("6.letter"), "one").unwrap();
        fs::write(new.join("7.letter"), "two").unwrap();
        let mut inbox = MaildirInbox::new(maildir);
        let letters = fetched(&mut inbox);
        assert!(letters.ends_with(&["one".into(), "two".into()]), "{letters:?}");
        let named = inbox.oddities();
        assert_eq!(named.len(), if is_root { 4 } else { 5 }, "{named:?}");
        assert!(named.iter().all(|one| matches!(one, Oddity::Unreadable(_))), "{named:?}");
        // Deleted meanwhile: nothing to move away, and no reason to stop.
        fs::remove_file(new.join("7.letter")).unwrap();
        let fates: Vec<(Ticket, Fate)> =
            ["6.letter", "7.letter"].map(|name| (name.to_owned(), Fate::Answered)).into_iter().collect();
        inbox.done(&fates).unwrap();
        assert!(fetched(&mut inbox).is_empty());
        assert!(inbox.oddities().is_empty(), "each is named once");
        // Mended meanwhile: it is read after all.
        fs::remove_file(new.join("2.dangling")).unwrap();
        fs::write(new.join("2.dangling"), "three").unwrap();
        assert_eq!(fetched(&mut inbox), ["three"]);
        assert!(!inbox.odd.contains("2.dangling"));
    }

    #[test]
    fn a_letter_that_vanishes_between_two_looks_is_no_trouble() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::open(dir.path()).unwrap();
        for number in 0..BATCH + 2 {
            maildir.deliver(number.to_string().as_bytes()).unwrap();
        }
        let mut inbox = MaildirInbox::new(maildir.clone());
        assert_eq!(fetched(&mut inbox).len(), BATCH);
        let last = maildir.waiting().unwrap().pop().unwrap();
        fs::remove_file(maildir.new_dir().join(last.name)).unwrap();
        assert_eq!(fetched(&mut inbox).len(), 1);
        assert!(inbox.odd.is_empty());
    }
}
