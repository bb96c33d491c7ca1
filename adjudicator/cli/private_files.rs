//! Files that only the club's own user may read: everything here knows seeds, hands and passwords.

use crate::desk::Club;
use anyhow::{Result, bail};
use rustix::fs::Mode;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// From here on every file that this program makes is its user's alone, whatever the shell or the mail server says.
pub fn keep_private() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Looks whether others can read what holds secrets: the database, its log and its copies, the Maildirs, the files with passwords and
/// keys. Mail that a server of this machine puts into the inbox may belong to its group.
pub fn look(club: &Club, passwords: &[PathBuf]) -> Result<String> {
    let database = &club.database;
    let beside = |end: &str| PathBuf::from(format!("{}{end}", database.display()));
    let mut private = vec![database.clone(), beside("-wal"), beside("-shm"), club.outbox.clone()];
    private.extend(passwords.iter().cloned());
    let mut open: Vec<String> = private.iter().filter(|path| others_may(path, 0o077)).map(|path| shown(path)).collect();
    open.extend([&club.inbox].into_iter().filter(|path| others_may(path, 0o007)).map(|path| shown(path)));
    if open.is_empty() {
        return Ok("nobody else can read what is secret".into());
    }
    bail!("others on this machine can read {}; say: chmod -R go= {}", open.join(", "), open.join(" "))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Whether others have one of these rights.
fn others_may(path: &Path, rights: u32) -> bool {
    path.metadata().is_ok_and(|found| found.permissions().mode() & rights != 0)
}
