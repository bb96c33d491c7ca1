//! Time as people write it: lengths, dates that come again, zones. Nothing here asks what time it is.

pub mod schedule;
pub mod span;
pub mod words;

pub use schedule::Schedule;
pub use span::Span;
pub use words::{About, TimeWords};

use crate::sentence::{in_english, sentences};
use chrono::{DateTime, Datelike as _, LocalResult, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use std::fmt;

/// Seconds since 1970.
pub type Time = i64;

/// A point in time that every reader is told on the own clock: whoever puts a sentence into words finds it by [`Moment::MARK`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(pub Time);

impl Moment {
    /// The only field of a moment before it is put into words.
    pub const MARK: &'static str = "moment-on-your-clock";

    /// As it is read in a zone, with the words of a language: `Sunday 22 November 2026, 20:00 (Europe/Rome)`. A zone that nobody knows is UTC.
    ///
    /// `word` has the language's pattern and names by their paths: `date/pattern`, `date/weekday/7`, `date/month/11`.
    pub fn on_clock_of(self, place: &str, word: impl Fn(&str) -> Option<String>) -> String {
        let zone = zone(place).unwrap_or(Tz::UTC);
        let there = instant(self.0).with_timezone(&zone);
        let name = |path: String, otherwise: &str| word(&path).unwrap_or_else(|| there.format(otherwise).to_string());
        let pattern = word("date/pattern").unwrap_or_else(|| "{weekday} {day} {month} {year}, {hour} ({zone})".into());
        pattern
            .replace("{weekday}", &name(format!("date/weekday/{}", there.weekday().number_from_monday()), "%A"))
            .replace("{month}", &name(format!("date/month/{}", there.month()), "%B"))
            .replace("{day}", &there.day().to_string())
            .replace("{year}", &there.year().to_string())
            .replace("{hour}", &there.format("%H:%M").to_string())
            .replace("{zone}", zone.name())
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(Moment::MARK, &self.0)?;
        map.end()
    }
}

sentences!(
    /// What is not written as times are written.
    Unclear {
        BadSpan = "bad-span" { text: String },
        TooLongSpan = "too-long-span" { text: String },
        BadSchedule = "bad-schedule" { text: String },
        BadDay = "bad-day" { text: String },
        BadHour = "bad-hour" { text: String },
        NoSuchZone = "no-such-zone" { name: String, near: Option<String> },
    }
);

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_english(self))
    }
}

impl std::error::Error for Unclear {}

/// The moment at which the clocks of a zone show this. In spring an hour is skipped: then it is the moment after the gap. In
/// autumn an hour comes twice: then it is the second time, since nobody is hurt by more time.
pub fn on_clock(zone: Tz, shown: chrono::NaiveDateTime) -> Time {
    let mut shown = shown;
    for _ in 0..8 {
        match zone.from_local_datetime(&shown) {
            LocalResult::Single(at) => return at.timestamp(),
            LocalResult::Ambiguous(_, later) => return later.timestamp(),
            LocalResult::None => shown += TimeDelta::minutes(30),
        }
    }
    shown.and_utc().timestamp()
}

/// A time as chrono knows it.
pub fn instant(time: Time) -> DateTime<Utc> {
    DateTime::from_timestamp(time, 0).unwrap_or_default()
}

/// A zone by its name; a wrong one is refused with names that are like it.
pub fn zone(name: &str) -> Result<Tz, Unclear> {
    let name = name.trim().replace(' ', "_");
    if let Ok(zone) = name.parse() {
        return Ok(zone);
    }
    if let Some(zone) = chrono_tz::TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(&name)) {
        return Ok(*zone);
    }
    let city = |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&name));
    if let Some(zone) = chrono_tz::TZ_VARIANTS.iter().find(city) {
        return Ok(*zone);
    }
    let names: Vec<&str> = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect();
    let near = tabellarius_kernel::words::nearest(&name, &names).map(str::to_owned);
    Err(Unclear::NoSuchZone { name, near })
}
