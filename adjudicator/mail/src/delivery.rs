//! Many mails into many Maildirs, with few waits for the disk.
//!
//! A mail by itself waits twice: its bytes must be safe before it is moved to `new`, and the move before anybody is told. For many
//! mails one wait for the whole file system does for all, so a thousand reports cost hardly more waiting than one. What else was
//! written on that file system is safe then too: also the moves of the mails before these.

use super::maildir::{Draft, Maildir, sync_dir};
use anyhow::{Context as _, Error, Result};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

/// Fewer mails wait one by one: the rest of the file system is then left in peace.
const FEW: usize = 4;

/// Mails that are written, each in the `tmp` of its Maildir, where nobody looks.
#[derive(Default)]
pub struct Delivery {
    drafts: Vec<(i64, Draft)>,
    /// Their file systems, where whole ones are waited for.
    disks: Option<Disks>,
}

/// What came of a delivery.
pub struct Delivered {
    /// The mails that are in `new`, by the caller's numbers.
    pub moved: Vec<i64>,
    /// Those that could not be moved there.
    pub failed: Vec<(i64, Error)>,
    /// Where they are.
    pub places: Places,
}

/// Where mails were moved to. After a cut of the power they may be gone, before [`Places::settle`].
#[derive(Default)]
pub struct Places {
    /// Each folder with the mails that came there.
    dirs: BTreeMap<PathBuf, Vec<i64>>,
    disks: Option<Disks>,
}

impl Delivery {
    /// Writes a mail for a Maildir, which is made if it is missing, under a name of the caller's.
    pub fn draft(&mut self, number: i64, maildir: &Maildir, name: &str, mail: &[u8]) -> Result<()> {
        self.drafts.push((number, maildir.draft(name, mail)?));
        Ok(())
    }

    /// When this returns, what the mails say is on the disk.
    pub fn settle(&mut self) -> Result<()> {
        if self.drafts.len() >= FEW {
            self.disks = Disks::of(self.drafts.iter().map(|(_, draft)| draft))?;
        }
        match &self.disks {
            Some(disks) => disks.sync(),
            None => self.drafts.iter().try_for_each(|(_, draft)| draft.file.sync_all().context("cannot write a mail")),
        }
    }

    /// Whether [`Delivery::settle`] has waited for all of this file system.
    pub fn has_settled(&self, disk: u64) -> bool {
        self.disks.as_ref().is_some_and(|disks| disks.0.contains_key(&disk))
    }

    /// Moves the mails into `new`, where their readers find them.
    pub fn deliver(self) -> Delivered {
        let (mut moved, mut failed) = (Vec::with_capacity(self.drafts.len()), Vec::new());
        let mut dirs: BTreeMap<PathBuf, Vec<i64>> = BTreeMap::new();
        for (number, draft) in self.drafts {
            match draft.put() {
                Ok(()) => {
                    moved.push(number);
                    if let Some(dir) = draft.dir() {
                        dirs.entry(dir).or_default().push(number);
                    }
                }
                Err(error) => failed.push((number, error)),
            }
        }
        Delivered { moved, failed, places: Places { dirs, disks: self.disks } }
    }
}

impl Places {
    /// When this returns, the mails are there even after a cut of the power, except for those that it names: their boxes broke since, and
    /// nobody knows. `after`: a delivery that has settled since.
    pub fn settle(&self, after: Option<&Delivery>) -> Result<Vec<(i64, Error)>> {
        let newer = after.and_then(|delivery| delivery.disks.as_ref());
        let mut doubtful = Vec::new();
        match (&self.disks, newer) {
            (Some(disks), Some(newer)) if newer.contain(disks) => {}
            (Some(disks), _) => disks.sync()?,
            (None, _) => {
                for (dir, mails) in &self.dirs {
                    if let Err(error) = sync_dir(dir) {
                        let words = format!("{error:#}");
                        doubtful.extend(mails.iter().map(|number| (*number, Error::msg(words.clone()))));
                    }
                }
            }
        }
        Ok(doubtful)
    }
}

/// The file systems that mails are on: an open file of each.
struct Disks(BTreeMap<u64, File>);

impl Disks {
    /// Nothing where whole file systems cannot be waited for.
    fn of<'d>(drafts: impl Iterator<Item = &'d Draft>) -> Result<Option<Disks>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let mut disks = BTreeMap::new();
        for draft in drafts {
            let disk = draft.file.metadata()?.dev();
            if let std::collections::btree_map::Entry::Vacant(place) = disks.entry(disk) {
                place.insert(draft.file.try_clone()?);
            }
        }
        Ok(Some(Disks(disks)))
    }

    fn contain(&self, other: &Disks) -> bool {
        other.0.keys().all(|disk| self.0.contains_key(disk))
    }

    #[cfg(target_os = "linux")]
    fn sync(&self) -> Result<()> {
        self.0.values().try_for_each(|file| rustix::fs::syncfs(file).context("cannot sync the mailboxes"))
    }

    #[cfg(not(target_os = "linux"))]
    fn sync(&self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mail_comes_into_its_own_box() -> Result<()> {
        for count in [1, 3, 50] {
            let dir = tempfile::tempdir()?;
            let maildir = |number: i64| Maildir::at(dir.path().join(format!("p{}", number % 7)));
            let name = |number: i64| format!("{number:03}");
            let mut delivery = Delivery::default();
            for number in 0..count {
                delivery.draft(number, &maildir(number), &name(number), format!("mail {number}").as_bytes())?;
                assert!(!maildir(number).holds(&name(number)), "not before it is safe");
            }
            delivery.settle()?;
            let delivered = delivery.deliver();
            assert_eq!(delivered.moved, (0..count).collect::<Vec<_>>());
            assert!(delivered.failed.is_empty());
            assert!(delivered.places.settle(None)?.is_empty());
            for number in 0..count {
                let maildir = maildir(number);
                assert!(maildir.holds(&name(number)));
                let entry = maildir.waiting()?.into_iter().find(|entry| entry.name == name(number));
                let entry = entry.context("the mail is not there")?;
                assert_eq!(maildir.read(&entry, 100)?, format!("mail {number}").as_bytes());
                maildir.done(&entry, "S")?;
                assert!(maildir.holds(&name(number)), "also when it was read");
                assert_eq!(std::fs::read_dir(maildir.dir().join("tmp"))?.count(), 0);
            }
        }
        Ok(())
    }

    #[test]
    fn a_box_that_cannot_be_written_holds_up_no_other() -> Result<()> {
        let dir = tempfile::tempdir()?;
        std::fs::write(dir.path().join("file"), "no folder")?;
        let (good, bad, gone) = (dir.path().join("good"), dir.path().join("file"), dir.path().join("gone"));
        let mut delivery = Delivery::default();
        delivery.draft(1, &Maildir::at(&good), "one", b"one")?;
        assert!(delivery.draft(2, &Maildir::at(&bad), "two", b"two").is_err());
        delivery.draft(3, &Maildir::at(&gone), "three", b"three")?;
        delivery.settle()?;
        std::fs::remove_dir_all(&gone)?;
        let delivered = delivery.deliver();
        assert_eq!(delivered.moved, [1]);
        assert_eq!(delivered.failed.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [3]);
        assert!(delivered.places.settle(None)?.is_empty());
        Ok(())
    }

    #[test]
    fn a_box_that_breaks_before_a_mail_is_safe_there_holds_up_no_other() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let (good, bad) = (dir.path().join("good"), dir.path().join("bad"));
        let mut delivery = Delivery::default();
        delivery.draft(1, &Maildir::at(&good), "one", b"one")?;
        delivery.draft(2, &Maildir::at(&bad), "two", b"two")?;
        delivery.settle()?;
        let delivered = delivery.deliver();
        assert_eq!(delivered.moved, [1, 2]);
        std::fs::remove_dir_all(&bad)?;
        std::fs::write(&bad, "no folder")?;
        let doubtful = delivered.places.settle(None)?;
        assert_eq!(doubtful.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2]);
        Ok(())
    }
}
