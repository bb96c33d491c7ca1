//! A copy of the database beside it, and the way back to one.
//!
//! A copy is made in one read transaction: it shows one moment, whatever is written meanwhile, and it ends. (Without the transaction SQLite
//! begins anew at every commit of somebody else, and never ends at a busy club.) It has a draft's name until it is whole and on the disk.
//!
//! The way back is safe at every step. The copy is checked and brought beside the database under the name `….restoring`; from then on it
//! counts, and [`finish`] does the rest, now or at the next start: the old database gets a second name, its WAL is taken away (SQLite would
//! write it into the copy), the copy takes its place.

use super::{Store, migrations};
use anyhow::{Context as _, Result, bail, ensure};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// How many pages are copied before somebody is told how far it is.
const STEP: i32 = 2_000;

impl Store {
    /// Copies the whole database into a file while everything goes on.
    pub fn back_up(&self, to: &Path, progress: impl FnMut(u64, u64)) -> Result<()> {
        let draft = beside(to, "draft");
        self.flush()?;
        copy(&self.db, &draft, progress)?;
        put(&draft, to)
    }
}

/// The name of a file that belongs to another: `club.db` and `draft` make `club.db.draft`.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// A file that SQLite keeps beside a database: `-wal`, `-shm`.
fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn copy(from: &Connection, to: &Path, mut progress: impl FnMut(u64, u64)) -> Result<()> {
    remove(to)?;
    let mut copy = Connection::open(to).with_context(|| format!("cannot write {}", to.display()))?;
    from.execute_batch("BEGIN")?;
    let copied = (|| -> rusqlite::Result<()> {
        // The transaction begins with the first look.
        from.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        let backup = rusqlite::backup::Backup::new(from, &mut copy)?;
        loop {
            let step = backup.step(STEP)?;
            let state = backup.progress();
            let (all, left) = (state.pagecount.unsigned_abs(), state.remaining.unsigned_abs());
            progress(u64::from(all - left.min(all)), u64::from(all));
            match step {
                rusqlite::backup::StepResult::Done => return Ok(()),
                rusqlite::backup::StepResult::More => {}
                _ => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        }
    })();
    let ended = from.execute_batch("COMMIT");
    drop(copy);
    copied.with_context(|| format!("cannot write {}", to.display()))?;
    Ok(ended?)
}

/// A draft is whole: when this returns it is on the disk under its name.
fn put(draft: &Path, to: &Path) -> Result<()> {
    File::open(draft)?.sync_all().with_context(|| format!("cannot write {}", draft.display()))?;
    fs::rename(draft, to).with_context(|| format!("cannot write {}", to.display()))?;
    sync_folder(to)
}

fn sync_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| format!("cannot sync {}", folder.display()))
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Opens a database only to look at it. One without a WAL is not even touched: it may lie where nothing can be written.
pub fn open_to_look(path: &Path) -> Result<Connection> {
    let has_wal = with_end(path, "-wal").metadata().is_ok_and(|wal| wal.len() > 0);
    let db = match has_wal {
        true => Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY),
        false => {
            let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)
        }
    };
    db.with_context(|| format!("cannot open {}", path.display()))
}

/// Whether a file is a whole database of ours; if not, why.
pub fn check(path: &Path) -> Result<()> {
    ensure!(path.is_file(), "{} is no file", path.display());
    let db = open_to_look(path)?;
    check_database(&db).with_context(|| format!("{} cannot be gone back to", path.display()))
}

fn check_database(db: &Connection) -> Result<()> {
    let said: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    ensure!(said == "ok", "it is damaged: {said}");
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    ensure!(version > 0, "it is no database of a club");
    ensure!(version <= migrations::latest(), "it is from a newer Tabellarius");
    let tables = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('club', 'person', 'board', 'mail', 'outbox')";
    let tables: u32 = db.query_row(tables, [], |row| row.get(0))?;
    ensure!(tables == 5, "it is no database of a club");
    let lost: u32 = db.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
    ensure!(lost == 0, "{lost} of its rows name others that are not there");
    Ok(())
}

/// Brings a copy that was checked beside the database. When this returns, it counts: [`finish`] may come later.
pub fn stage(copy_of: &Path, database: &Path, progress: impl FnMut(u64, u64)) -> Result<()> {
    let draft = beside(database, "restoring-draft");
    copy(&open_to_look(copy_of)?, &draft, progress)?;
    put(&draft, &beside(database, "restoring"))
}

/// Whether a way back was begun and not ended.
pub fn is_staged(database: &Path) -> bool {
    beside(database, "restoring").exists()
}

/// Ends the way back that was begun, if there is one; where the old database lies now, if there was one. Nobody else may have it open.
pub fn finish(database: &Path, now: super::Time) -> Result<Option<PathBuf>> {
    let staged = beside(database, "restoring");
    if !staged.exists() {
        return Ok(None);
    }
    let mut aside = None;
    if database.exists() {
        let name = unused(database, now)?;
        // The WAL first: without it the old database is not whole.
        for end in ["-wal", ""] {
            let (from, to) = (with_end(database, end), with_end(&name, end));
            if from.exists() {
                second_name(&from, &to)?;
            }
        }
        aside = Some(name);
    }
    for end in ["-wal", "-shm"] {
        remove(&with_end(database, end))?;
    }
    remove(&super::last::file_of(database))?;
    sync_folder(database)?;
    fs::rename(&staged, database).with_context(|| format!("cannot move {}", staged.display()))?;
    sync_folder(database)?;
    Ok(aside)
}

fn unused(database: &Path, now: super::Time) -> Result<PathBuf> {
    let day = crate::time::instant(now).format("before-restore-%Y-%m-%d-%H%M%S").to_string();
    let names = (1..1_000).map(|i| beside(database, &if i == 1 { day.clone() } else { format!("{day}-{i}") }));
    let is_free = |name: &PathBuf| !name.exists() && !with_end(name, "-wal").exists();
    match names.into_iter().find(is_free) {
        Some(name) => Ok(name),
        None => bail!("too many old databases lie beside {}", database.display()),
    }
}

/// Gives a file a second name; where file systems do not know that, a copy.
fn second_name(from: &Path, to: &Path) -> Result<()> {
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    fs::copy(from, to)
        .and_then(|_| File::open(to)?.sync_all())
        .with_context(|| format!("cannot write {}", to.display()))
}

#[cfg(test)]
#[path = "copy_tests.rs"]
mod tests;
