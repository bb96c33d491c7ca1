//! How a club is: what an operator wants to see at a glance. `tabellarius status` shows it, a weekly mail tells it, Prometheus reads it.

use super::club::Club;
use super::mailing::Oauth;
use crate::mail::Maildir;
use crate::mail::maildir::free_bytes;
use crate::store::{Records, Status, Time};
use crate::time::Span;
use anyhow::Result;
use serde::Serialize;
use std::path::Path;

const DAY: Time = 86_400;
/// When the newest copy was made is kept under this name.
pub const LAST_COPY: &str = "last-copy";

/// How a club is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// Letters that came in the last day, and in the last week.
    pub letters_day: u64,
    pub letters_week: u64,
    /// Mails that went out in the last day, and in the last week.
    pub mails_day: u64,
    pub mails_week: u64,
    /// Tables that are being played, wait for players, have stopped.
    pub running: u64,
    pub gathering: u64,
    pub broken: u64,
    /// Deadlines of the next day.
    pub due: u64,
    /// Tables that the clock should have looked at.
    pub overdue: u64,
    /// Mails that wait to go out, and how many of them were put off by a server.
    pub waiting: u64,
    pub delayed: u64,
    /// Mails that were given up in the last week.
    pub given_up: u64,
    /// Letters in quarantine, and those whose writer was asked.
    pub quarantine: u64,
    pub unproved: u64,
    /// Letters in the inbox that nobody has taken yet.
    pub inbox: u64,
    /// For how long the oldest letter that was not answered has waited, in seconds.
    pub oldest: Option<Time>,
    /// How old the newest copy is, in seconds.
    pub copy: Option<Time>,
    /// When the service was awake last, in seconds before now.
    pub awake: Option<Time>,
    /// Free megabytes where the database lies, and how many it has.
    pub free: Option<u64>,
    pub database: u64,
    /// Whether the consent of the mail account was withdrawn.
    pub withdrawn: bool,
}

impl State {
    /// How it is now.
    pub fn of(club: &Club, store: &Records, now: Time) -> Result<State> {
        let (mut running, mut gathering, mut broken, mut due, mut overdue) = (0, 0, 0, 0, 0);
        for standing in store.standings(now, now + DAY, now - 600)? {
            match standing.status {
                // A table whose row cannot be read has stopped too.
                None | Some(Status::Broken(_)) => broken += standing.tables,
                Some(Status::Gathering) => gathering += standing.tables,
                Some(Status::Over | Status::Closed) => continue,
                Some(Status::Running | Status::Held | Status::Paused(_)) => running += standing.tables,
            }
            due += standing.due;
            overdue += standing.overdue;
        }
        let inbox = Maildir::at(&club.inbox);
        let lying = inbox.waiting().unwrap_or_default();
        let since = |name: &str| inbox.new_dir().join(name).metadata().and_then(|file| file.modified()).ok();
        let lies = lying.iter().filter_map(|entry| since(&entry.name)?.duration_since(std::time::UNIX_EPOCH).ok());
        let lies = lies.filter_map(|since| Time::try_from(since.as_secs()).ok()).min();
        let known = |key: &str| Ok::<_, anyhow::Error>(store.fact(key)?.and_then(|text| text.parse::<Time>().ok()));
        let ago = |at: Time| (now - at).max(0);
        let ((letters_day, mails_day), (letters_week, mails_week)) =
            (store.traffic_since(now - DAY)?, store.traffic_since(now - 7 * DAY)?);
        let (waiting, delayed) = store.waiting()?;
        let (unproved, oldest) = store.unanswered()?;
        Ok(State {
            letters_day,
            letters_week,
            mails_day,
            mails_week,
            running,
            gathering,
            broken,
            due,
            overdue,
            waiting,
            delayed,
            given_up: u64::from(store.stuck_mails(now - DAY, now - 7 * DAY)?.1),
            quarantine: store.quarantine()?.len() as u64,
            unproved,
            inbox: lying.len() as u64,
            oldest: [oldest, lies].into_iter().flatten().min().map(ago),
            copy: known(LAST_COPY)?.map(ago),
            awake: known("awake")?.map(ago),
            free: free_bytes(folder_of(&club.database)).ok().map(|bytes| bytes >> 20),
            database: club.database.metadata().map_or(0, |file| file.len() >> 20),
            withdrawn: club.oauth.as_ref().and_then(Oauth::withdrawn).is_some(),
        })
    }

    /// Numbers as Prometheus reads them: what is not known is left out.
    pub fn numbers(&self) -> Vec<(&'static str, u64)> {
        let all = [
            ("letters_last_day", Some(self.letters_day)),
            ("dispatches_last_day", Some(self.mails_day)),
            ("tables_running", Some(self.running)),
            ("tables_gathering", Some(self.gathering)),
            ("tables_broken", Some(self.broken)),
            ("tables_due_next_day", Some(self.due)),
            ("tables_overdue", Some(self.overdue)),
            ("dispatches_given_up_last_week", Some(self.given_up)),
            ("letters_unproved", Some(self.unproved)),
            ("inbox_size", Some(self.inbox)),
            ("oldest_unanswered_letter_seconds", Some(self.oldest.unwrap_or(0).unsigned_abs())),
            ("newest_copy_age_seconds", self.copy.map(Time::unsigned_abs)),
            ("free_megabytes", self.free),
            ("database_megabytes", Some(self.database)),
            ("consent_withdrawn", Some(u64::from(self.withdrawn))),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The same with lengths of time as people read them.
    pub fn spans(&self) -> (Option<Span>, Option<Span>) {
        (self.oldest.map(Span), self.copy.map(Span))
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
