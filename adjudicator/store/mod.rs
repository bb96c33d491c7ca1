//! The store: one SQLite file. There is no SQL anywhere else.
//!
//! Everything that belongs together is written between [`Store::begin`] and [`Store::commit`]: a letter with its
//! acknowledgement, a closed round with its reports. What was committed survives a cut of the power (WAL, synchronous FULL). A
//! busy service writes several such works in one go ([`Durability::Together`]), and nothing leaves the house before [`Store::settle`].
//!
//! | file | what |
//! |---|---|
//! | `migrations` | how an old database becomes what `schema.sql` shows |
//! | [`people`] | who writes; absences, digests |
//! | [`requests`] | what waits for a "yes" |
//! | [`privacy`] | what is emptied on demand, and with time |
//! | [`boards`] | the tables, their seats and members |
//! | [`record`] | rounds, timelines, letters with their receipts, forms |
//! | [`post`] | mail in and out |
//! | [`press`] | letters between people |
//! | [`chronicle`] | the public log, diaries, notes, votes |
//! | [`leagues`] | leagues, their seasons and results |
//! | `pages` | what the club's pages look at |
//! | `transfer` | a table as one file |
//! | [`last`] | how far it was when it was last safe |
//! | `damage` | rows that cannot be read |
//! | [`copy`] | a copy of the whole, and the way back to one |
//! | [`since`] | the letters that came since |
//! | [`state`] | how a club is, in numbers |

pub mod boards;
pub mod chronicle;
pub mod copy;
mod damage;
pub mod last;
pub mod leagues;
mod migrations;
pub mod open_export;
mod pages;
pub mod people;
pub mod post;
pub mod press;
pub mod privacy;
pub mod record;
pub mod requests;
pub mod since;
pub mod state;
mod transfer;
mod trust;
mod words;

pub use crate::time::Time;
pub use boards::{Board, Keeper, Member, Role, SeatRow, Status};
pub use damage::TableDamage;
pub use migrations::latest as newest_schema;
pub use pages::Named;
pub use people::{Format, Person, Wants};
pub use press::{Audience, PressRow};
pub use record::{Filed, Finality, FormRow};
pub use requests::{Asking, Request};

use anyhow::{Context as _, Result, ensure};
use rusqlite::{Connection, OptionalExtension as _, params};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;
use words::words;

/// How often we look whether a locked database is free again: for some ten minutes.
const MOST_TRIES: i32 = 12_000;

/// When a commit is on the disk, so that even a cut of the power leaves it whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// When it returns.
    Each,
    /// After the next [`Store::settle`]. SQLite has one transaction for all commits since the last [`Store::flush`], so that a page that
    /// many of them change is written once. What is lost without it is lost from the end: never a commit before one that is kept.
    Together,
    /// Some day. For making what can be made again.
    None,
}

/// What is kept, to be looked at. Whoever has only this can change nothing.
pub struct Records {
    db: Connection,
    /// Whether the database itself has failed.
    failed: Cell<bool>,
}

/// The database.
pub struct Store {
    records: Records,
    durability: Cell<Durability>,
    /// Whether there are commits that wait for [`Store::settle`].
    is_unsettled: Cell<bool>,
    /// Where it is written down how far the database is.
    reached_file: RefCell<Option<std::fs::File>>,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings an old one up to date.
    pub fn open(path: &Path) -> Result<Store> {
        // Half way back to a copy there may be an old database with a WAL that is not its own.
        ensure!(
            !copy::is_staged(path),
            "the way back to a copy was begun: start the service, or run `tabellarius restore` again"
        );
        let db = Connection::open(path).with_context(|| format!("cannot open the database {}", path.display()))?;
        Store::with(db).with_context(|| format!("the database {}", path.display()))
    }

    /// A database in memory, for trying things.
    pub fn in_memory() -> Result<Store> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(mut db: Connection) -> Result<Store> {
        db.busy_handler(Some(wait_for_lock))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "FULL")?;
        db.pragma_update(None, "wal_autocheckpoint", 4_000)?;
        // While somebody copies the database, the WAL grows; afterwards it is cut back to this.
        db.pragma_update(None, "journal_size_limit", 64 << 20)?;
        // Larger is slower: SQLite looks through all of its cache whenever a commit has split a page.
        db.pragma_update(None, "cache_size", -8_000)?;
        // What a work would undo is noted in memory, not in a file.
        db.pragma_update(None, "temp_store", "MEMORY")?;
        db.pragma_update(None, "foreign_keys", "ON")?;
        db.set_prepared_statement_cache_capacity(200);
        // Plans do not depend on the values: otherwise SQLite makes most of them anew for every value.
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        migrations::run(&mut db)?;
        mend_numbers(&db)?;
        let records = Records { db, failed: Cell::new(false) };
        Ok(Store {
            records,
            durability: Cell::new(Durability::Each),
            is_unsettled: Cell::new(false),
            reached_file: RefCell::new(None),
        })
    }

    /// Says when commits are on the disk from now on.
    pub fn set_durability(&self, durability: Durability) -> Result<()> {
        let word = match durability {
            Durability::Each => "FULL",
            Durability::Together => "NORMAL",
            Durability::None => "OFF",
        };
        self.durability.set(durability);
        Ok(self.db.pragma_update(None, "synchronous", word)?)
    }

    /// The database may grow by so many pages and no further, as on a disk that is nearly full; nothing: as far as it likes.
    pub fn leave_room(&self, pages: Option<u32>) -> Result<()> {
        let now: u32 = self.db.pragma_query_value(None, "page_count", |row| row.get(0))?;
        let most = pages.map_or(u32::MAX - 1, |pages| now.saturating_add(pages));
        Ok(self.db.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))?)
    }

    /// When this returns, everything that was committed is on the disk.
    pub fn settle(&self) -> Result<()> {
        self.settle_unless(|_| false)
    }

    /// The same, if the caller knows of file systems, by number, on which everything has become safe since the last
    /// [`Store::flush`].
    pub fn settle_unless(&self, is_safe: impl Fn(u64) -> bool) -> Result<()> {
        let is_flushed = self.db.is_autocommit();
        self.flush()?;
        if self.durability.get() != Durability::Together || !self.is_unsettled.get() {
            return Ok(());
        }
        let is_safe = |disk| is_flushed && is_safe(disk);
        // SQLite has written every commit into the WAL, in order; what it took from there into the database it has synced itself.
        let Some(path) = self.db.path().filter(|path| !path.is_empty()) else { return Ok(()) };
        let wal = format!("{path}-wal");
        let synced = std::fs::File::open(&wal)
            .and_then(|wal| if is_safe(wal.metadata()?.dev()) { Ok(()) } else { wal.sync_data() });
        synced.with_context(|| format!("cannot sync {wal}"))?;
        self.is_unsettled.set(false);
        self.note_reached();
        Ok(())
    }

    /// Hands everything that was committed to the system: a killed process loses nothing of it, a cut of the power may.
    pub fn flush(&self) -> Result<()> {
        if self.db.is_autocommit() { Ok(()) } else { self.run("COMMIT", []) }
    }

    /// Begins to write; nothing is visible to others, or kept, before [`Store::commit`].
    pub fn begin(&self) -> Result<()> {
        if !self.is_together() || self.db.is_autocommit() {
            self.run("BEGIN IMMEDIATE", [])?;
        }
        if self.is_together() { self.run("SAVEPOINT work", []) } else { Ok(()) }
    }

    /// Keeps what was written since [`Store::begin`]: when this returns it is on the disk, unless commits wait for
    /// [`Store::settle`] together.
    pub fn commit(&self) -> Result<()> {
        self.is_unsettled.set(true);
        self.run(if self.is_together() { "RELEASE work" } else { "COMMIT" }, [])
    }

    /// Keeps what was written since [`Store::begin`], and everything before it, in case the process is killed; but nobody waits for the
    /// disk because of it: for what may be lost in a cut of the power.
    pub fn commit_soon(&self) -> Result<()> {
        self.flush()
    }

    /// Forgets what was written since [`Store::begin`].
    pub fn roll_back(&self) -> Result<()> {
        if !self.is_together() {
            return if self.db.is_autocommit() { Ok(()) } else { self.run("ROLLBACK", []) };
        }
        // Where SQLite has rolled back by itself, other works are gone too, and this fails, as it should.
        self.run("ROLLBACK TO work", [])?;
        self.run("RELEASE work", [])
    }

    fn is_together(&self) -> bool {
        self.durability.get() == Durability::Together
    }

    /// Notes something the club knows about itself.
    pub fn set_fact(&self, key: &str, value: &str) -> Result<()> {
        self.run("INSERT INTO club VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2", params![key, value])
    }

    fn run(&self, sql: &str, params: impl rusqlite::Params) -> Result<()> {
        self.change(sql, params).map(drop)
    }

    /// Changes some rows; how many.
    fn change(&self, sql: &str, params: impl rusqlite::Params) -> Result<usize> {
        self.heed(self.db.prepare_cached(sql).and_then(|mut query| query.execute(params)))
    }
}

/// Whatever can be looked at can be looked at by those who may change it.
impl Deref for Store {
    type Target = Records;

    fn deref(&self) -> &Records {
        &self.records
    }
}

impl Records {
    /// Something the club knows about itself.
    pub fn fact(&self, key: &str) -> Result<Option<String>> {
        self.one("SELECT value FROM club WHERE key = ?1", [key], |row| damage::text(row, 0))
    }

    /// Everything the club knows under names that begin so: what comes behind that, and what it says.
    pub fn facts_from(&self, beginning: &str) -> Result<Vec<(String, String)>> {
        let sql =
            "SELECT substr(key, length(?1) + 1), value FROM club WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        self.all(sql, [beginning], |row| Ok((damage::text(row, 0)?, damage::text(row, 1)?)))
    }

    /// Whether the file is whole, in SQLite's own words.
    pub fn integrity(&self) -> Result<String> {
        Ok(self.db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?)
    }

    /// All rows of a query, each made into something.
    fn all<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        make: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        self.heed(self.db.prepare_cached(sql).and_then(|mut query| query.query_map(params, make)?.collect()))
    }

    /// The only row of a query, if there is one.
    fn one<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        make: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        self.heed(self.db.prepare_cached(sql).and_then(|mut query| query.query_row(params, make).optional()))
    }

    /// Whether the database itself has failed since it was opened (the disk is full, the file is gone): nothing can be kept any more. A
    /// row that cannot be read is the trouble of one table.
    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Everything that SQLite says goes through here.
    fn heed<T>(&self, said: rusqlite::Result<T>) -> Result<T> {
        if let Err(rusqlite::Error::SqliteFailure(error, _)) = &said
            && error.code != rusqlite::ErrorCode::ConstraintViolation
        {
            self.failed.set(true);
        }
        Ok(said?)
    }
}

/// Beyond the highest number SQLite gives none, and no mail could be written any more. Only a damaged row of the outbox has such a number; it gets
/// the one after those of the others.
fn mend_numbers(db: &Connection) -> Result<()> {
    const MOST: i64 = 1 << 53;
    let highest = || db.query_row("SELECT coalesce(max(id), 0) FROM outbox", [], |row| row.get::<_, i64>(0));
    while highest()? > MOST {
        let sql = "UPDATE outbox SET id = 1 + (SELECT coalesce(max(id), 0) FROM outbox WHERE id <= ?1)
                   WHERE id = (SELECT max(id) FROM outbox)";
        db.execute(sql, [MOST])?;
    }
    let sql = "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'outbox' AND seq > ?2";
    db.execute(sql, params![highest()?, MOST])?;
    Ok(())
}

/// Somebody else holds the database: waits, and goes on waiting for a good while. Without it nothing can be done anyway.
fn wait_for_lock(tries: i32) -> bool {
    std::thread::sleep(Duration::from_millis(if tries < 20 { 2 } else { 50 }));
    if tries % 200 == 199 {
        tracing::warn!("another program has locked the database; I wait for it");
    }
    tries < MOST_TRIES
}

/// A column that holds JSON.
fn json<T: serde::de::DeserializeOwned>(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    let wrong = |error| rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error));
    serde_json::from_str(text).map_err(wrong)
}

#[cfg(test)]
#[path = "together_tests.rs"]
mod tests;
