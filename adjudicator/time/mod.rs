//! Time as people write it: lengths, dates that come again, zones. Nothing here asks what time it is.

pub mod schedule;
pub mod span;

pub use schedule::Schedule;
pub use span::Span;

use anyhow::{Result, bail};
use chrono::{DateTime, LocalResult, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;

/// Seconds since 1970.
pub type Time = i64;

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
pub fn zone(name: &str) -> Result<Tz> {
    let name = name.trim().replace(' ', "_");
    if let Some(zone) = chrono_tz::TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(&name)) {
        return Ok(*zone);
    }
    let city = |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&name));
    if let Some(zone) = chrono_tz::TZ_VARIANTS.iter().find(city) {
        return Ok(*zone);
    }
    let names: Vec<&str> = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect();
    match tabellarius_kernel::words::nearest(&name, &names) {
        Some(near) => bail!("I know no time zone \"{name}\". Did you mean {near}?"),
        None => bail!("I know no time zone \"{name}\". A zone is written like Europe/Rome or America/New_York."),
    }
}
