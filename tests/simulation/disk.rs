//! The disk of a world: what a process that is killed leaves behind is what the files say at that moment.

use super::office::{Kept, PostOffice};
use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tabellarius::desk::clock::Clock;

/// A clock that is turned by hand. It is asked all the time, so a crash can happen wherever it is asked: the disk is copied as it is then.
#[derive(Clone, Default)]
pub struct SimClock(Rc<Inner>);

#[derive(Default)]
struct Inner {
    now: Cell<i64>,
    /// After so many questions the process is killed.
    left: Cell<Option<u32>>,
    places: RefCell<Option<(PathBuf, PathBuf)>>,
    is_killed: Cell<bool>,
    /// The mail server, which does not die with us; what it kept when we did.
    office: PostOffice,
    kept: RefCell<Option<Kept>>,
}

impl Clock for SimClock {
    fn now(&self) -> i64 {
        match self.0.left.get() {
            Some(0) => {
                self.0.left.set(None);
                if let Some((from, to)) = &*self.0.places.borrow() {
                    copy(from, to);
                    self.0.is_killed.set(true);
                    *self.0.kept.borrow_mut() = Some(self.0.office.kept().clone());
                }
            }
            Some(left) => self.0.left.set(Some(left - 1)),
            None => {}
        }
        self.0.now.get()
    }
}

impl SimClock {
    pub fn set(&self, now: i64) {
        self.0.now.set(now);
    }

    /// The process will be killed when the clock was asked so often.
    pub fn kill_after(&self, questions: u32, from: &Path, to: &Path) {
        self.0.left.set(Some(questions));
        *self.0.places.borrow_mut() = Some((from.to_owned(), to.to_owned()));
        self.0.is_killed.set(false);
    }

    /// Whether it was. The kill does not come any more if it was not. What the process did after its death was not done.
    pub fn was_killed(&self) -> bool {
        self.0.left.set(None);
        if let Some(kept) = self.0.kept.borrow_mut().take() {
            *self.0.office.kept() = kept;
        }
        self.0.is_killed.replace(false)
    }

    /// The mail server.
    pub fn office(&self) -> &PostOffice {
        &self.0.office
    }
}

/// The files as they are. Mails do not change, so a second name is enough.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&path, &place);
        } else if path.extension().is_some_and(|end| end == "db-shm") {
            // The kernel's, not the disk's: it is made anew.
        } else if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tabellarius.")) {
            fs::copy(&path, &place).unwrap();
        } else {
            fs::hard_link(&path, &place).unwrap();
        }
    }
}

/// The disk is as it was when the process was killed.
pub fn go_back(to: &Path, from: &Path) {
    fs::remove_dir_all(to).unwrap();
    fs::rename(from, to).unwrap();
}
