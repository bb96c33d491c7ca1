//! Noticing new mail in a Maildir: inotify wakes the desk. Where that does not work (network file systems, other systems), and in case
//! a notice is lost, the desk looks by itself now and then.

use super::maildir::Maildir;
use super::wakeup::Wakeup;
use notify::event::{ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Watches the new mails of a Maildir.
pub struct Watch(Option<RecommendedWatcher>);

impl Watch {
    pub fn new(maildir: &Maildir, wakeup: Wakeup) -> Watch {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_err() || event.is_ok_and(|event| may_be_mail(&event.kind)) {
                wakeup.wake();
            }
        });
        let watcher = watcher.ok().and_then(|mut watcher| {
            watcher.watch(&maildir.new_dir(), RecursiveMode::NonRecursive).ok()?;
            Some(watcher)
        });
        Watch(watcher)
    }

    /// Whether the system tells us of new mail, so that it is noticed at once.
    pub fn is_told(&self) -> bool {
        self.0.is_some()
    }
}

/// Our own looking is told too, as access, and our own moving away: answering that with another look would never end.
fn may_be_mail(kind: &EventKind) -> bool {
    match kind {
        EventKind::Modify(ModifyKind::Name(how)) => *how != RenameMode::From,
        EventKind::Create(_) | EventKind::Any | EventKind::Other => true,
        EventKind::Access(_) | EventKind::Modify(_) | EventKind::Remove(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn looking_and_moving_away_do_not_wake() {
        let dir = tempfile::tempdir().unwrap();
        let (maildir, wakeup) = (Maildir::open(dir.path()).unwrap(), Wakeup::default());
        maildir.deliver(b"mail").unwrap();
        let watch = Watch::new(&maildir, wakeup.clone());
        if watch.is_told() {
            // The directories were made just before the watch began: a notice may still be under way.
            wakeup.sleep(Duration::from_millis(200));
            maildir.done(&maildir.waiting().unwrap()[0], "S").unwrap();
            maildir.waiting().unwrap();
            let start = Instant::now();
            wakeup.sleep(Duration::from_millis(300));
            assert!(start.elapsed() >= Duration::from_millis(300));
        }
    }

    #[test]
    fn mail_rings_the_bell() {
        let dir = tempfile::tempdir().unwrap();
        let (maildir, wakeup) = (Maildir::open(dir.path()).unwrap(), Wakeup::default());
        let watch = Watch::new(&maildir, wakeup.clone());
        if !watch.is_told() {
            println!("skipped: this file system tells nothing");
            return;
        }
        let postman = maildir.clone();
        let round = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            postman.deliver(b"mail").unwrap();
        });
        let start = Instant::now();
        while maildir.waiting().unwrap().is_empty() {
            wakeup.sleep(Duration::from_secs(20));
        }
        assert!(start.elapsed() < Duration::from_secs(15));
        round.join().unwrap();
    }
}
