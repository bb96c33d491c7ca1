//! `restore`: back to a copy of the database.

use super::club::ClubFile;
use super::keep::progress_bar;
use crate::desk::Club;
use crate::desk::again;
use crate::desk::service::{FATE, lock};
use crate::desk::state::LAST_COPY;
use crate::mail::Maildir;
use crate::store::since::{LetterSince, letters_between};
use crate::store::{Store, copy};
use anyhow::{Context as _, Error, Result, ensure};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Goes back to a copy that `backup` made. The service must be stopped. The old database is kept under another name, and the letters
/// that came since the copy are met again when the service starts.
#[derive(Args)]
pub struct Restore {
    #[command(flatten)]
    club: ClubFile,
    /// The copy.
    from: PathBuf,
    /// Leaves the letters that came since the copy where they are.
    #[arg(long)]
    without_letters: bool,
}

impl Restore {
    /// Goes back.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let now = chrono::Utc::now().timestamp();
        let _lock = lock(&club.database).context("to go back to a copy the service must be stopped")?;
        let is_same = |one: &Path| one.canonicalize().ok() == club.database.canonicalize().ok();
        ensure!(!is_same(&self.from) || !club.database.exists(), "this is the database itself, not a copy");
        copy::check(&self.from)?;
        // The letters first: whoever is killed after the copy has come into its place must not have lost them. Where they are met again too
        // early they are known, and nothing happens.
        let letters = match club.database.exists() && !self.without_letters {
            false => "No letter is met again.\n".to_owned(),
            true => match letters_between(&self.from, &club.database) {
                Ok((letters, gone)) => meet_again(&club, &letters, gone)?,
                Err(error) => nobody_knows(&club, &error),
            },
        };
        let bar = progress_bar();
        copy::stage(&self.from, &club.database, |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        })?;
        let aside = copy::finish(&club.database, now)?;
        bar.finish_and_clear();
        let store = Store::open(&club.database)?;
        // The copy was made while a service ran, which is not the last one any more; and it is the newest copy that is known here.
        store.set_fact(FATE, "ended")?;
        let made = self.from.metadata()?.modified()?.duration_since(std::time::UNIX_EPOCH)?.as_secs();
        store.set_fact(LAST_COPY, &made.to_string())?;
        let mut text = format!("{} is now what {} shows.\n", club.database.display(), self.from.display());
        if let Some(aside) = &aside {
            text += &format!("What it was before lies in {}.\n", aside.display());
        }
        text += &letters;
        text += "Start the service now: it moves the deadlines by the time since the copy.\n";
        super::print(&text)
    }
}

/// The old database cannot tell which letters came since.
fn nobody_knows(club: &Club, error: &Error) -> String {
    format!(
        "The old database cannot be read ({error:#}), so nobody knows which letters came since the copy was made. They lie in {}: move those \
         that came since into {}, and they are met again.\n",
        club.inbox.join("cur").display(),
        club.inbox.join("new").display(),
    )
}

/// Puts the letters where the service finds them, and says which.
fn meet_again(club: &Club, letters: &[LetterSince], gone: usize) -> Result<String> {
    let maildir = Maildir::open(again::folder(&club.inbox))?;
    let mut rounds: BTreeMap<String, usize> = BTreeMap::new();
    for (place, letter) in letters.iter().enumerate() {
        maildir.deliver_as(&again::name_of(letter.received, place, letter.round.as_ref()), &letter.raw)?;
        let round = letter.round.as_ref().map(|(table, _, round)| format!("{table}, round {round}"));
        *rounds.entry(round.unwrap_or_else(|| "no orders that were filed".into())).or_default() += 1;
    }
    let mut text = match letters.len() {
        0 => "No letter came since the copy.\n".to_owned(),
        some => {
            format!("{some} letters came since the copy. They are met again, one after the other, round by round:\n")
        }
    };
    for (round, count) in rounds {
        text += &format!("  {round}: {count}\n");
    }
    if gone > 0 {
        text += &format!("{gone} more were forgotten since and are not met again.\n");
    }
    Ok(text)
}
