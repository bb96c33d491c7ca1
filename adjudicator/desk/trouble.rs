//! Trouble that must stop nobody else: a table whose rows cannot be read stops by itself, and what is wrong beside the tables is told
//! once. The name of the mail is made of what it says, so the outbox knows whether it was told.

use super::sentences::Alarm;
use super::telling::alarm;
use super::tick::stop;
use super::{Club, Desk};
use crate::store::{Board, TableDamage};
use anyhow::{Error, Result};

impl Desk {
    /// Notes something that the operator must know. It is told with the next look at the clock.
    pub(super) fn note_trouble(&mut self, what: &str, alarm: Alarm) {
        let name = format!("trouble.{}", &blake3::hash(format!("{what}\n{alarm:?}").as_bytes()).to_hex()[..20]);
        if self.known_troubles.insert(name.clone()) {
            self.troubles.push((name, alarm));
        }
    }

    /// Tells what was noted, each once: also if it is noted again by another service.
    pub(super) fn tell_troubles(&mut self) -> Result<()> {
        for (name, told) in std::mem::take(&mut self.troubles) {
            self.whole(name, |work| alarm(work, None, &told))?;
        }
        Ok(())
    }

    /// Takes what the club's file says now. Where letters come from, where mails go and where everything is kept stays as it is until the
    /// next start: these are open.
    pub(super) fn take_club(&mut self, read: Result<Club>) {
        match read {
            Ok(new) => {
                let old = &self.club;
                let is_moved = (&new.database, &new.inbox, &new.outbox) != (&old.database, &old.inbox, &old.outbox);
                let is_other =
                    new.mailbox != old.mailbox || new.submission != old.submission || new.templates != old.templates;
                if is_moved || is_other {
                    tracing::warn!("places, servers and templates of the club's file count from the next start on");
                }
                let old = old.clone();
                self.club = Club {
                    database: old.database,
                    inbox: old.inbox,
                    outbox: old.outbox,
                    mailbox: old.mailbox,
                    submission: old.submission,
                    oauth: old.oauth,
                    templates: old.templates,
                    ..new
                };
                tracing::info!("the club's file was read again");
            }
            Err(error) => {
                let why = format!("{error:#}");
                self.note_trouble(&format!("club file {}", self.now()), Alarm::NotTaken { why });
            }
        }
    }

    /// Something went wrong that is about no table. Unless the database itself has failed, work goes on, and the operator is told.
    pub(super) fn go_on_after(&mut self, what: &str, done: Result<()>) -> Result<()> {
        match done {
            Err(error) if self.store.has_failed() => Err(error),
            Err(error) => {
                tracing::error!(what, error = format!("{error:#}"), "something could not be done");
                self.note_trouble(what, Alarm::Undone { what: what.to_owned(), why: format!("{error:#}") });
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// If rows of a table could not be read, that table stops, and its people are told. Says whether one did.
    pub(super) fn stop_damaged(&mut self, error: &Error) -> Result<bool> {
        let Some(damage) = error.downcast_ref::<TableDamage>().cloned() else { return Ok(false) };
        if self.store.has_failed() || self.store.has_stopped(&damage.table)? {
            return Ok(false);
        }
        let name = format!("{}.damaged.{}", damage.table, self.now());
        match self.store.board(&damage.table) {
            Ok(Some(board)) => self.stop_alone(name, board, &damage.why)?,
            Ok(None) => return Ok(false),
            Err(_) => self.stop_unreadable(name, &damage.table, &damage.why)?,
        }
        Ok(true)
    }

    /// A table stops, and those who must know are told, as far as they are known.
    pub(super) fn stop_alone(&mut self, name: String, board: Board, why: &str) -> Result<()> {
        let table = board.id.clone();
        match self.whole(name.clone(), |work| stop(work, board, why)) {
            Err(error) if self.store.has_failed() => Err(error),
            Err(_) => self.stop_unreadable(name, &table, why),
            Ok(()) => Ok(()),
        }
    }

    /// Not even who sits at a table is known: it stops, and the operator is told.
    pub(super) fn stop_unreadable(&mut self, name: String, table: &str, why: &str) -> Result<()> {
        self.whole(format!("{name}.unreadable"), |work| {
            work.store.stop_table(table, why)?;
            alarm(work, None, &Alarm::TableIsUnreadable { table: table.to_owned(), why: why.to_owned() })
        })
    }
}
