//! Waiting for mail: inotify where it works, looking again and again where it does not (network file systems, other systems).

use super::maildir::Maildir;
use anyhow::Result;
use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::cell::Cell;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How to notice new mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By inotify; if that fails, by looking every second.
    Best,
    /// By looking so often.
    Poll(Duration),
}

/// Why a wait is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Woken {
    /// There is mail.
    Mail,
    /// There is none; the time is up.
    Time,
}

/// Watches the new mails of a Maildir.
pub struct Watch {
    maildir: Maildir,
    /// Also with inotify we look now and then: the kernel may drop notices when too many come.
    interval: Duration,
    notices: Option<(RecommendedWatcher, Receiver<()>)>,
    looks: Cell<u64>,
}

impl Watch {
    /// Begins to watch.
    pub fn new(maildir: &Maildir, how: How) -> Watch {
        let notices = if how == How::Best { notices(maildir) } else { None };
        let interval = match (how, &notices) {
            (How::Poll(interval), _) => interval,
            (How::Best, Some(_)) => Duration::from_secs(15),
            (How::Best, None) => Duration::from_secs(1),
        };
        Watch {
            maildir: maildir.clone(),
            interval: interval.max(Duration::from_millis(1)),
            notices,
            looks: Cell::new(0),
        }
    }

    /// Whether the system tells us of new mail, so that it is noticed at once.
    pub fn is_told(&self) -> bool {
        self.notices.is_some()
    }

    /// Waits until there is mail, but no longer than this. Mail that is there already ends the wait at once, so none is missed.
    pub fn wait(&self, timeout: Duration) -> Result<Woken> {
        let end = Instant::now() + timeout;
        loop {
            // Old notices go before we look: whatever comes after the look leaves a new one.
            if let Some((_, receiver)) = &self.notices {
                while receiver.try_recv().is_ok() {}
            }
            if self.has_mail()? {
                return Ok(Woken::Mail);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Woken::Time);
            }
            let nap = left.min(self.interval);
            match &self.notices {
                Some((_, receiver)) => {
                    if receiver.recv_timeout(nap) == Err(RecvTimeoutError::Disconnected) {
                        std::thread::sleep(nap.min(Duration::from_secs(1)));
                    }
                }
                None => std::thread::sleep(nap),
            }
        }
    }

    fn has_mail(&self) -> Result<bool> {
        self.looks.set(self.looks.get() + 1);
        let mut entries = std::fs::read_dir(self.maildir.new_dir())?;
        Ok(entries.any(|entry| entry.is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('.'))))
    }
}

fn notices(maildir: &Maildir) -> Option<(RecommendedWatcher, Receiver<()>)> {
    // One notice is enough: it only says "look".
    let (sender, receiver) = sync_channel(1);
    let tell = move |event: notify::Result<notify::Event>| {
        if event.is_err() || event.is_ok_and(|event| may_be_mail(&event.kind)) {
            let _ = sender.try_send(());
        }
    };
    let mut watcher = notify::recommended_watcher(tell).ok()?;
    watcher.watch(&maildir.new_dir(), RecursiveMode::NonRecursive).ok()?;
    Some((watcher, receiver))
}

/// Our own looking is told too, as access: answering that with another look would never end.
fn may_be_mail(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)) | EventKind::Any | EventKind::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(how: How) {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::open(dir.path()).unwrap();
        let watch = Watch::new(&maildir, how);
        assert_eq!(watch.wait(Duration::from_millis(30)).unwrap(), Woken::Time);
        let postman = maildir.clone();
        let round = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            postman.deliver(b"mail").unwrap();
        });
        let start = Instant::now();
        assert_eq!(watch.wait(Duration::from_secs(12)).unwrap(), Woken::Mail);
        assert!(start.elapsed() < Duration::from_secs(5));
        round.join().unwrap();
        assert_eq!(watch.wait(Duration::from_secs(12)).unwrap(), Woken::Mail, "mail that waits already");
        maildir.done(&maildir.waiting().unwrap()[0], "S").unwrap();
        assert_eq!(watch.wait(Duration::from_millis(30)).unwrap(), Woken::Time);
    }

    #[test]
    fn mail_wakes_by_notice() {
        tried(How::Best);
    }

    #[test]
    fn looking_does_not_wake_us() {
        let dir = tempfile::tempdir().unwrap();
        let watch = Watch::new(&Maildir::open(dir.path()).unwrap(), How::Best);
        if watch.is_told() {
            assert_eq!(watch.wait(Duration::from_millis(300)).unwrap(), Woken::Time);
            // The directories were made just before the watch began: one notice may still be under way.
            assert!(watch.looks.get() <= 4, "{} looks into an empty box", watch.looks.get());
        }
    }

    #[test]
    fn mail_wakes_by_looking() {
        tried(How::Poll(Duration::from_millis(20)));
    }
}
