//! Rows that cannot be read: somebody changed them by hand, or a disk did.
//!
//! Everything that is read about one table goes through [`Records::rows_of`] or [`Records::row_of`], so what is wrong there is a
//! [`TableDamage`], which names the table: that one stops, and no other. Once it has stopped its rows are read as far as they can be, so
//! that its people can be told. Rows that belong to no table are read as well as they can be: nobody stops because of a name.

use super::{Format, Keeper, Member, Records, Role, SeatRow, Wants};
use anyhow::{Error, Result};
use rusqlite::Row;
use rusqlite::types::{FromSql, ValueRef};
use std::fmt::{Display, Formatter};

/// A table whose rows cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDamage {
    /// Which.
    pub table: String,
    /// What is wrong.
    pub why: String,
}

impl Display for TableDamage {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "rows of table {} cannot be read: {}", self.table, self.why)
    }
}

impl std::error::Error for TableDamage {}

impl Records {
    /// All rows of a query about one table.
    pub(super) fn rows_of<T>(
        &self,
        table: &str,
        sql: &str,
        params: impl rusqlite::Params,
        make: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        self.all(sql, params, make).map_err(|error| self.damage_of(table, error))
    }

    /// The only row of a query about one table, if there is one.
    pub(super) fn row_of<T>(
        &self,
        table: &str,
        sql: &str,
        params: impl rusqlite::Params,
        make: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        self.one(sql, params, make).map_err(|error| self.damage_of(table, error))
    }

    /// What is wrong with a row of a table, if it is not the database itself.
    pub(super) fn damage_of(&self, table: &str, error: Error) -> Error {
        if self.has_failed() {
            return error;
        }
        Error::new(TableDamage { table: table.to_owned(), why: format!("{error:#}") })
    }

    /// The rows of a query that can be read.
    pub(super) fn readable<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        mut make: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        Ok(self.all(sql, params, |row| Ok(make(row).ok()))?.into_iter().flatten().collect())
    }

    /// Whether a table has stopped because something broke: what its other columns say does not matter.
    pub fn has_stopped(&self, table: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM board WHERE id = ?1 AND status LIKE '{\"broken\":%'";
        Ok(self.one(sql, [table], |_| Ok(()))?.is_some())
    }
}

/// A text as well as it can be read.
pub(super) fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Null => String::new(),
    })
}

/// The same, if there is one.
pub(super) fn text_if_any(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    Ok(if row.get_ref(column)? == ValueRef::Null { None } else { Some(text(row, column)?) })
}

/// A number that is not negative, and not too large.
pub(super) fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u32> {
    let most = i64::from(u32::MAX >> 1);
    Ok(i64::column_result(row.get_ref(column)?).map_or(0, |number| number.clamp(0, most) as u32))
}

/// How many mails somebody wants; if nobody knows, all.
pub(super) fn wants(row: &Row<'_>, column: usize) -> Wants {
    row.get(column).unwrap_or(Wants::Every)
}

/// How somebody's mails look; if nobody knows, as plain as can be.
pub(super) fn format(row: &Row<'_>, column: usize) -> Format {
    row.get(column).unwrap_or(Format::Plain)
}

/// A seat of a table that has stopped.
pub(super) fn seat_as_it_is(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    Ok(SeatRow {
        seat: text(row, 0)?,
        owner: row.get(1)?,
        standby: row.get(2)?,
        keeper: row.get(3).unwrap_or(Keeper::Owner),
        missed: count(row, 4)?,
        bank: row.get(5).unwrap_or(0),
    })
}

/// Somebody without a seat at a table that has stopped.
pub(super) fn member_as_it_is(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member { person: row.get(0)?, role: row.get(1).unwrap_or(Role::Observer), wishes: text(row, 2)? })
}

impl Records {
    /// Rows that cannot be read as they should be, by name: tables, their seats and members, people.
    pub fn unreadable(&self) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for id in self.board_ids()? {
            let damage = self
                .board(&id)
                .map(drop)
                .and_then(|()| self.seats(&id).map(drop))
                .and_then(|()| self.members(&id).map(drop));
            found.extend(damage.err().map(|error| format!("{error:#}")));
        }
        found.extend(self.unreadable_people()?);
        let sql = "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2";
        found.extend(self.all(sql, [], |row| {
            let (count, part, other) = (row.get::<_, i64>(2)?, text(row, 0)?, text(row, 1)?);
            Ok(format!("{count} rows of {part} that name a {other} that is not there"))
        })?);
        if self.has_failed() {
            anyhow::bail!("the database itself cannot be read");
        }
        Ok(found)
    }

    /// The same for people only.
    pub fn unreadable_people(&self) -> Result<Vec<String>> {
        let sql = "SELECT id, name, address, language, zone, wants, former, format FROM person";
        let people: Vec<(i64, bool)> = self.all(sql, [], |row| {
            let texts = (1..=4).all(|column| row.get::<_, String>(column).is_ok());
            let words = row.get::<_, Wants>(5).is_ok() && row.get::<_, Format>(7).is_ok();
            let rest = words && super::json::<Vec<String>>(row, 6).is_ok();
            Ok((row.get(0)?, texts && rest && text(row, 2)?.contains('@')))
        })?;
        Ok(people.iter().filter(|(_, is_sound)| !is_sound).map(|(id, _)| format!("person {id}")).collect())
    }

    /// How many mails have waited since before one time, and how many were given up since another.
    pub fn stuck_mails(&self, before: super::Time, since: super::Time) -> Result<(u32, u32)> {
        let waiting = "SELECT count(*) FROM outbox WHERE sent IS NULL AND failed IS NULL AND written < ?1";
        let stuck = self.one(waiting, [before], |row| row.get(0))?.unwrap_or(0);
        let given_up =
            self.one("SELECT count(*) FROM outbox WHERE failed >= ?1", [since], |row| row.get(0))?.unwrap_or(0);
        Ok((stuck, given_up))
    }

    /// When the oldest table was made.
    pub fn oldest_board(&self) -> Result<Option<super::Time>> {
        Ok(self.one("SELECT min(created) FROM board", [], |row| row.get(0))?.flatten())
    }
}
