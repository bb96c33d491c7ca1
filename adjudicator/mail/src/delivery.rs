//! Many mails into many Maildirs, with few waits for the disk.
//!
//! A mail by itself waits twice: its bytes must be safe before it is moved to `new`, and the move before anybody is told. For many
//! mails one wait for the whole file system does for all, so a thousand reports cost hardly more waiting than one. What else was
//! written on that file system is safe then too.

use super::maildir::{Draft, Maildir, sync_dir};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;

/// Fewer mails wait one by one: the rest of the file system is then left in peace.
const FEW: usize = 4;

/// Mails that are written, each in the `tmp` of its Maildir, where nobody looks.
pub struct Delivery<'m> {
    drafts: Vec<(&'m Maildir, Draft)>,
    /// Their file systems, where whole ones are waited for.
    disks: Option<Disks>,
}

impl<'m> Delivery<'m> {
    /// Writes mails for Maildirs, which are made if they are missing, under names of the caller's. To deliver a mail again changes
    /// nothing, whether it still waits or was read.
    pub fn write(mails: &'m [(Maildir, String, &[u8])]) -> Result<Delivery<'m>> {
        let mut drafts: Vec<(&Maildir, Draft)> = Vec::new();
        for (maildir, name, mail) in mails {
            drafts.extend(maildir.draft(name, mail)?.map(|draft| (maildir, draft)));
        }
        let disks = if drafts.len() < FEW { None } else { Disks::of(&drafts)? };
        Ok(Delivery { drafts, disks })
    }

    /// When this returns, what the mails say is on the disk.
    pub fn settle(&self) -> Result<()> {
        match &self.disks {
            Some(disks) => disks.sync(),
            None => self.drafts.iter().try_for_each(|(_, draft)| draft.file.sync_all().context("cannot write a mail")),
        }
    }

    /// Whether [`Delivery::settle`] waits for all of this file system.
    pub fn settles(&self, disk: u64) -> bool {
        self.disks.as_ref().is_some_and(|disks| disks.0.contains_key(&disk))
    }

    /// Moves the mails into `new`. When this returns, they are there even after a cut of the power.
    pub fn deliver(self) -> Result<()> {
        let mut dirs = Vec::new();
        for (maildir, draft) in self.drafts {
            draft.put()?;
            dirs.push(maildir.new_dir());
        }
        match self.disks {
            Some(disks) => disks.sync(),
            None => {
                dirs.dedup();
                dirs.iter().try_for_each(|dir| sync_dir(dir))
            }
        }
    }
}

/// The file systems that mails are on: an open file of each.
struct Disks(BTreeMap<u64, File>);

impl Disks {
    /// Nothing where whole file systems cannot be waited for.
    fn of(drafts: &[(&Maildir, Draft)]) -> Result<Option<Disks>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let mut disks = BTreeMap::new();
        for (_, draft) in drafts {
            let disk = draft.file.metadata()?.dev();
            if let std::collections::btree_map::Entry::Vacant(place) = disks.entry(disk) {
                place.insert(draft.file.try_clone()?);
            }
        }
        Ok(Some(Disks(disks)))
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
    fn each_mail_comes_once_into_its_own_box() -> Result<()> {
        for count in [1, 3, 50] {
            let dir = tempfile::tempdir()?;
            let bytes: Vec<String> = (0..count).map(|number| format!("mail {number}")).collect();
            let mails: Vec<(Maildir, String, &[u8])> = (0..count)
                .map(|i| (Maildir::at(dir.path().join(format!("p{}", i % 7))), format!("{i:03}"), bytes[i].as_bytes()))
                .collect();
            let deliver = || {
                let drafts = Delivery::write(&mails)?;
                drafts.settle()?;
                drafts.deliver()
            };
            for _ in 0..2 {
                deliver()?;
            }
            let mut found = Vec::new();
            for person in 0..count.min(7) {
                let maildir = Maildir::open(dir.path().join(format!("p{person}")))?;
                for entry in maildir.waiting()? {
                    found.push((entry.name.clone(), String::from_utf8(maildir.read(&entry, 100)?)?));
                    maildir.done(&entry, "S")?;
                }
                assert_eq!(std::fs::read_dir(maildir.dir().join("tmp"))?.count(), 0);
            }
            found.sort();
            let all: Vec<(String, String)> = (0..count).map(|i| (format!("{i:03}"), bytes[i].clone())).collect();
            assert_eq!(found, all);
            deliver()?;
            assert!(Maildir::open(dir.path().join("p0"))?.waiting()?.is_empty(), "read mails do not come again");
        }
        Ok(())
    }
}
