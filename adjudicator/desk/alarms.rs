//! Alarms come bundled: some at once, and if more happen within the hour, those wait and come as one mail. However much breaks, the
//! operator's mailbox stays readable.

use super::Desk;
use super::sentences::Alarm;
use super::telling::{alarm_at_once, operator};
use super::work::Work;
use crate::store::{Board, Records, Time};
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// So many within an hour go at once.
const AT_ONCE: u32 = 5;
/// No more are kept word by word.
const MOST: usize = 40;
const HOUR: Time = 3_600;
/// What waits is kept under this name.
const FACT: &str = "alarms";

/// The alarms of an hour.
#[derive(Default, Serialize, Deserialize)]
struct Bundle {
    begun: Time,
    sent: u32,
    held: Vec<String>,
    more: u32,
}

impl Bundle {
    fn of(store: &Records) -> Result<Bundle> {
        let kept = store.fact(FACT)?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Whether its hour goes on.
    fn is_open(&self, now: Time) -> bool {
        (self.begun..self.begun.saturating_add(HOUR)).contains(&now)
    }
}

/// Tells the operator something, at once or with what else happens in this hour.
pub(super) fn alarm_text(work: &mut Work<'_>, board: Option<&Board>, what: String) -> Result<()> {
    let table = board.map(|board| board.id.as_str());
    tracing::error!(table, what, "something broke");
    let mut bundle = Bundle::of(work.store)?;
    if !bundle.is_open(work.now) && bundle.held.is_empty() {
        bundle = Bundle { begun: work.now, ..Bundle::default() };
    }
    let is_held = bundle.sent >= AT_ONCE;
    match is_held {
        false => bundle.sent += 1,
        true if bundle.held.len() >= MOST => bundle.more += 1,
        true => {
            let text = table.map_or(what.clone(), |table| format!("[{table}] {what}"));
            if !bundle.held.contains(&text) {
                bundle.held.push(text);
            }
        }
    }
    work.store.set_fact(FACT, &serde_json::to_string(&bundle)?)?;
    if is_held { Ok(()) } else { alarm_at_once(work, table, what) }
}

impl Desk {
    /// When the hour is over, what was held goes as one mail.
    pub(super) fn send_held_alarms(&mut self) -> Result<()> {
        let (now, bundle) = (self.now(), Bundle::of(&self.store)?);
        if bundle.held.is_empty() || bundle.is_open(now) {
            return Ok(());
        }
        self.whole(format!("alarms.{}", bundle.begun), |work| {
            let held = Alarm::Several { texts: bundle.held.clone(), more: bundle.more };
            let text = work.voice.say(&operator(work), &held)?;
            let next = Bundle { begun: now, ..Bundle::default() };
            work.store.set_fact(FACT, &serde_json::to_string(&next)?)?;
            alarm_at_once(work, None, text)
        })
    }
}
