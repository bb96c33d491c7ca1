//! Copies that are made by themselves: `backup = "daily, keep 14"`. They are made beside the desk, on a thread of their own, and come into the
//! folder `backups` beside the database, named by day and hour; the oldest go when there are more than are kept.

use super::Desk;
use super::sentences::Alarm;
use super::state::LAST_COPY;
use crate::store::{Store, Time, copy};
use crate::time::instant;
use anyhow::{Context as _, Error, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// When the last copy was begun by ourselves is kept under this name.
const BEGUN: &str = "own-copy";
/// After a copy that failed we wait so long.
const AGAIN: Time = 3_600;
/// How the names of our copies begin and end; others are not ours to throw away.
const NAME: (&str, &str) = ("club-", ".db");

/// How often copies are made, and how many are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Copies {
    every: Every,
    keep: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Every {
    Hour,
    Day,
    Week,
}

impl Every {
    const ALL: [(Every, &'static str, Time); 3] =
        [(Every::Hour, "hourly", 3_600), (Every::Day, "daily", 86_400), (Every::Week, "weekly", 7 * 86_400)];

    fn word(self) -> &'static str {
        Every::ALL.iter().find(|(every, ..)| *every == self).map_or("daily", |(_, word, _)| word)
    }

    fn span(self) -> Time {
        Every::ALL.iter().find(|(every, ..)| *every == self).map_or(86_400, |(.., span)| *span)
    }
}

impl TryFrom<String> for Copies {
    type Error = Error;

    fn try_from(text: String) -> Result<Copies> {
        let wrong = || format!("backup = \"{text}\": write it like \"daily, keep 14\" (hourly, daily, weekly)");
        let (often, keep) = text.split_once(',').unwrap_or((&text, "keep 14"));
        let every = Every::ALL.iter().find(|(_, word, _)| often.trim() == *word).with_context(wrong)?.0;
        let keep =
            keep.trim().strip_prefix("keep ").and_then(|number| number.trim().parse().ok()).with_context(wrong)?;
        ensure!((1..=1_000).contains(&keep), wrong());
        Ok(Copies { every, keep })
    }
}

impl From<Copies> for String {
    fn from(copies: Copies) -> String {
        format!("{}, keep {}", copies.every.word(), copies.keep)
    }
}

/// A copy that is being made.
#[derive(Default)]
pub struct Copier {
    working: Option<JoinHandle<Result<PathBuf>>>,
}

impl Copier {
    /// Begins a copy if it is time, and notes one that is there.
    pub fn look_after(&mut self, desk: &mut Desk) -> Result<()> {
        if let Some(working) = self.working.take_if(|working| working.is_finished()) {
            let made = working.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the program broke down")));
            match made {
                Ok(file) => {
                    tracing::info!(file = %file.display(), "a copy of the database was made");
                    desk.store.set_fact(LAST_COPY, &desk.now().to_string())?;
                }
                Err(error) => {
                    desk.store.set_fact(BEGUN, &(desk.now() - self.period(desk) + AGAIN).to_string())?;
                    let why = format!("{error:#}");
                    desk.note_trouble("backup", Alarm::Undone { what: "copy the database".into(), why });
                }
            }
        }
        let Some(copies) = desk.club.backup else { return Ok(()) };
        let begun = desk.store.fact(BEGUN)?.and_then(|text| text.parse::<Time>().ok());
        let now = desk.now();
        let is_time = begun.is_none_or(|begun| !(0..copies.every.span()).contains(&(now - begun)));
        if self.working.is_some() || !is_time {
            return Ok(());
        }
        desk.store.set_fact(BEGUN, &now.to_string())?;
        let (database, keep) = (desk.club.database.clone(), copies.keep);
        let working = std::thread::Builder::new().name("copier".into()).spawn(move || make(&database, now, keep));
        self.working = Some(working.context("cannot start a thread")?);
        Ok(())
    }

    fn period(&self, desk: &Desk) -> Time {
        desk.club.backup.map_or(AGAIN, |copies| copies.every.span())
    }
}

/// Makes a copy, looks whether it is whole, and throws the oldest away.
fn make(database: &Path, now: Time, keep: usize) -> Result<PathBuf> {
    let dir = database.parent().unwrap_or(Path::new("")).join("backups");
    std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let file = dir.join(instant(now).format(&format!("{}%Y-%m-%d-%H%M%S{}", NAME.0, NAME.1)).to_string());
    Store::open(database)?.back_up(&file, |_, _| {})?;
    copy::check(&file)?;
    let mut names: Vec<String> = std::fs::read_dir(&dir)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(NAME.0) && name.ends_with(NAME.1))
        .collect();
    names.sort();
    for old in names.iter().rev().skip(keep) {
        std::fs::remove_file(dir.join(old)).with_context(|| format!("cannot remove {old}"))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_is_read_as_people_write_it() -> Result<()> {
        let read = |text: &str| Copies::try_from(text.to_owned());
        assert_eq!(read("daily, keep 14")?, Copies { every: Every::Day, keep: 14 });
        assert_eq!(String::from(read("hourly,keep 48")?), "hourly, keep 48");
        assert_eq!(read("weekly")?, Copies { every: Every::Week, keep: 14 });
        for wrong in ["", "never", "daily, keep", "daily, keep 0", "daily, keep many"] {
            assert!(read(wrong).is_err_and(|error| error.to_string().contains("daily, keep 14")), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn a_copy_is_whole_and_only_the_newest_are_kept() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let database = dir.path().join("tabellarius.db");
        Store::open(&database)?.set_fact("a", "b")?;
        std::fs::create_dir(dir.path().join("backups"))?;
        std::fs::write(dir.path().join("backups/mine.db"), "not yours")?;
        let made: Vec<PathBuf> = (1..=4).map(|day| make(&database, day * 86_400, 2)).collect::<Result<_>>()?;
        let there: Vec<bool> = made.iter().map(|file| file.exists()).collect();
        assert_eq!(there, [false, false, true, true]);
        assert!(dir.path().join("backups/mine.db").exists());
        assert_eq!(Store::open(&made[3])?.fact("a")?.as_deref(), Some("b"));
        Ok(())
    }
}
