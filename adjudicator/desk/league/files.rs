//! Leagues that the club's file opens: each once, as if its moderator had written `league new`. What it is from then on is its moderator's.

use crate::desk::Desk;
use crate::desk::club::LeagueFile;
use crate::desk::commands::league::open;
use crate::desk::people::known_or_new;
use crate::desk::reply::{Declined, Reply};
use crate::desk::sentences::Alarm;
use crate::desk::work::Work;
use crate::mail::Address;
use crate::report::UNBROKEN;
use crate::sentence::path;
use anyhow::{Result, anyhow};

impl Desk {
    /// Opens the leagues of the club's file that are not there. One that cannot be opened is told to the operator, and stops nobody.
    pub fn open_leagues(&mut self) -> Result<()> {
        for file in self.club.leagues.clone() {
            if self.store.league(&file.name.to_lowercase())?.is_some() {
                continue;
            }
            match self.whole(format!("league-file.{}.{}", file.name, self.now()), |work| from_file(work, &file)) {
                Err(error) if self.store.has_failed() => return Err(error),
                Err(error) => {
                    let what = format!("open the league {} of the club's file", file.name);
                    self.note_trouble("league-file", Alarm::Undone { what, why: format!("{error:#}") });
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }
}

fn from_file(work: &mut Work<'_>, file: &LeagueFile) -> Result<()> {
    let moderator = Address::new(file.moderator.as_deref().unwrap_or(&work.club.operator));
    let moderator = known_or_new(work, &moderator)?;
    let words: Vec<&str> = file.game.split_whitespace().collect();
    let lines = file.lines();
    match open(work, &file.name, &words, lines.iter().map(String::as_str), moderator.id) {
        Ok(_) => Ok(()),
        Err(Declined::Reply(Reply::Sentence { key, fields })) => {
            Err(anyhow!("{}", work.voice.report.sentence("en", &path(key), &fields)?.replace(UNBROKEN, " ")))
        }
        Err(other) => Err(other.fault()),
    }
}
