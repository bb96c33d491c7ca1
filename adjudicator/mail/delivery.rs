//! Many mails into many Maildirs, with few waits for the disk.
//!
//! A mail by itself waits twice: its bytes must be safe before it is moved to `new`, and the move before anybody is told. For many
//! mails one wait for the whole file system does for all, so a thousand reports cost hardly more waiting than one.

use super::maildir::{Draft, Maildir, sync_dir};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;

/// Fewer mails wait one by one: the rest of the file system is then left in peace.
const FEW: usize = 4;

/// Puts mails into `new` under names of the caller's, each in a Maildir, which is made if it is missing. When this returns all are on
/// the disk. To deliver a mail again changes nothing, whether it still waits or was read.
pub fn deliver_many(mails: &[(Maildir, String, &[u8])]) -> Result<()> {
    let mut drafts: Vec<(&Maildir, Draft)> = Vec::new();
    for (maildir, name, mail) in mails {
        drafts.extend(maildir.draft(name, mail)?.map(|draft| (maildir, draft)));
    }
    let disks = Disks::of(&drafts)?;
    if drafts.len() < FEW || disks.is_none() {
        for (_, draft) in &drafts {
            draft.file.sync_all().context("cannot write a mail")?;
        }
        let mut dirs = Vec::new();
        for (maildir, draft) in drafts {
            draft.put()?;
            dirs.push(maildir.new_dir());
        }
        dirs.dedup();
        return dirs.iter().try_for_each(|dir| sync_dir(dir));
    }
    let disks = disks.unwrap_or_default();
    disks.sync()?;
    for (_, draft) in drafts {
        draft.put()?;
    }
    disks.sync()
}

/// The file systems that mails are on: an open file of each.
#[derive(Default)]
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
            for _ in 0..2 {
                deliver_many(&mails)?;
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
            deliver_many(&mails)?;
            assert!(Maildir::open(dir.path().join("p0"))?.waiting()?.is_empty(), "read mails do not come again");
        }
        Ok(())
    }
}
