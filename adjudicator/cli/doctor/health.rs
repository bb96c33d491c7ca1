//! What decides whether a club goes on for years: room and rights on the disk, letters and mails that do not move, how the last service
//! ended, the clock, rows that cannot be read, and how old the newest copy is.

use super::Findings;
use crate::desk::Club;
use crate::desk::again;
use crate::desk::service::{FATE, is_free};
use crate::desk::state::LAST_COPY;
use crate::mail::Maildir;
use crate::mail::maildir::free_bytes;
use crate::store::{Store, Time};
use crate::time::Span;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Less room than this is too little, whatever the database needs.
const LEAST_ROOM: u64 = 200 << 20;
/// A letter that has lain in the inbox for so long is not being read.
const LONG: Duration = Duration::from_secs(15 * 60);
const DAY: Time = 86_400;
/// A copy that is older should be made anew.
const OLD_COPY: Time = 8 * DAY;

/// The folders: can they be written, is there room, does what lies in the inbox move.
pub fn look_at_disk(club: &Club, findings: &mut Findings) {
    findings.look("inbox", look_at_inbox(club));
    let folders = folders(club);
    let writable = folders.iter().try_for_each(|folder| try_to_write(folder));
    findings.look("folders", writable.map(|()| format!("{} of them can be written", folders.len())));
    findings.look("room on the disk", look_at_room(club, &folders));
}

fn look_at_inbox(club: &Club) -> Result<String> {
    let inbox = Maildir::open(&club.inbox)?;
    let waiting = inbox.waiting()?;
    let is_old = |name: &str| {
        let since = inbox.new_dir().join(name).metadata().and_then(|file| file.modified()).ok();
        since.and_then(|since| SystemTime::now().duration_since(since).ok()).is_some_and(|age| age > LONG)
    };
    let old: Vec<&str> = waiting.iter().map(|entry| entry.name.as_str()).filter(|name| is_old(name)).collect();
    if let Some(first) = old.first() {
        bail!(
            "{} letters have waited for more than a quarter of an hour, such as {first}: is the service running?",
            old.len()
        );
    }
    let again = Maildir::at(again::folder(&club.inbox)).waiting().map_or(0, |waiting| waiting.len());
    let again = if again > 0 { format!(", and {again} that are met again after a restore") } else { String::new() };
    Ok(format!("letters that wait: {}{again}", waiting.len()))
}

/// Every folder that the service writes into.
fn folders(club: &Club) -> Vec<PathBuf> {
    let parent =
        |file: &Path| file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let mut folders = vec![parent(&club.database)];
    folders.extend(["new", "cur", "tmp"].map(|folder| club.inbox.join(folder)));
    folders.extend(club.metrics.as_deref().map(parent));
    if club.submission.is_none() && club.outbox.is_dir() {
        folders.push(club.outbox.clone());
        let boxes = std::fs::read_dir(&club.outbox).into_iter().flatten().flatten().map(|entry| entry.path());
        for one in boxes {
            folders.extend(["tmp", "new"].map(|folder| one.join(folder)));
        }
    }
    folders
}

fn try_to_write(folder: &Path) -> Result<()> {
    let file = folder.join(format!(".doctor-{}", std::process::id()));
    let written = std::fs::write(&file, "a trial").and_then(|()| std::fs::remove_file(&file));
    written.with_context(|| format!("{} cannot be written", folder.display()))
}

fn look_at_room(club: &Club, folders: &[PathBuf]) -> Result<String> {
    // `forget me` writes the database anew beside itself.
    let needed = LEAST_ROOM.max(club.database.metadata().map_or(0, |file| 2 * file.len()));
    let mut least = u64::MAX;
    for folder in folders {
        let free = free_bytes(folder)?;
        ensure!(
            free >= needed,
            "{} MB are free where {} lies, and {} MB should be",
            free >> 20,
            folder.display(),
            needed >> 20
        );
        least = least.min(free);
    }
    Ok(format!("{} MB are free", least >> 20))
}

/// What shows only in time.
pub fn look_at_years(club: &Club, store: &Store, findings: &mut Findings) -> Result<()> {
    let now = chrono::Utc::now().timestamp();
    let last = match store.fact(FATE)?.as_deref() {
        // Nobody holds the lock, and nobody has said goodbye.
        Some("began") if is_free(&club.database) => Err(anyhow!(
            "the last service did not end by itself: its log says why, or the system's (out of memory, power)"
        )),
        Some("began") => Ok("the service runs".into()),
        Some(_) => Ok("the last service ended as it should".into()),
        None => Ok("none has run yet".into()),
    };
    findings.look("last start", last);
    let (stuck, given_up) = store.stuck_mails(now - DAY, now - 7 * DAY)?;
    let mails = match (stuck, given_up) {
        (0, 0) => Ok("none".into()),
        _ => Err(anyhow!("{stuck} have waited for more than a day, {given_up} were given up in the last week")),
    };
    findings.look("mails that do not arrive", mails);
    let newest = store.newest_mail()?.unwrap_or(0);
    let clock = match newest > now + 600 {
        true => Err(anyhow!(
            "letters have come {} in the future: the clock of this machine was wrong, or is",
            Span(newest - now)
        )),
        false => Ok("no letter came in the future".into()),
    };
    findings.look("clock", clock);
    let unreadable = store.unreadable()?;
    let rows = match unreadable.first() {
        None => Ok("all can be read".into()),
        Some(first) => Err(anyhow!("{} cannot be read, such as {first}", unreadable.len())),
    };
    findings.look("rows", rows);
    let copy = store.fact(LAST_COPY)?.and_then(|text| text.parse::<Time>().ok());
    let is_young = store.oldest_board()?.is_none_or(|made| now - made < OLD_COPY);
    let copy = match copy {
        Some(at) if now - at <= OLD_COPY => Ok(format!("was made {} ago", Span((now - at).max(0)))),
        Some(at) => Err(anyhow!("is {} old; `tabellarius backup FILE` makes a new one", Span(now - at))),
        None if is_young => Ok("none yet; `tabellarius backup FILE` makes one".into()),
        None => Err(anyhow!("there is none; `tabellarius backup FILE` makes one")),
    };
    findings.look("newest copy", copy);
    Ok(())
}
