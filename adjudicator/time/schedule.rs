//! When letters are due: `Sunday 20:00 Europe/Rome`, `Mon Thu 18:00 Europe/Warsaw`, `daily 21:00 UTC`, `3 days`.

use super::{Span, Time, Unclear, instant, on_clock, zone};
use chrono::{Datelike as _, Days, NaiveTime, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// When letters are due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Schedule {
    /// On these days of the week, at this time on the clocks of this zone.
    Weekly {
        days: Vec<Weekday>,
        /// The time of the day.
        time: NaiveTime,
        /// Whose clocks.
        zone: Tz,
    },
    /// So long after the round began.
    After(Span),
}

const DAYS: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];
const NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Schedule {
    /// When a round is due that began at this time, but not sooner than `least` after it.
    pub fn due(&self, opened: Time, least: Span) -> Time {
        match self {
            Schedule::After(span) => opened + span.0.max(60),
            Schedule::Weekly { .. } => self.first_from(opened + least.0),
        }
    }

    /// The shortest time between two dates; of a round's own time, that.
    pub fn gap(&self) -> Span {
        let days = match self {
            Schedule::After(span) => return *span,
            Schedule::Weekly { days, .. } => days,
        };
        let days: Vec<i64> = days.iter().map(|day| i64::from(day.num_days_from_monday())).collect();
        let after = days.iter().skip(1).copied().chain(days.first().map(|first| first + 7));
        Span::days(days.iter().zip(after).map(|(day, next)| next - day).min().unwrap_or(7))
    }

    /// The first date that is not before this time.
    pub fn first_from(&self, time: Time) -> Time {
        let Schedule::Weekly { days, time: clock, zone } = self else { return time };
        let from = instant(time).with_timezone(zone);
        let mut date = from.date_naive();
        for _ in 0..16 {
            if days.contains(&date.weekday()) {
                let at = on_clock(*zone, date.and_time(*clock));
                if at >= time {
                    return at;
                }
            }
            let Some(next) = date.checked_add_days(Days::new(1)) else { break };
            date = next;
        }
        time
    }
}

impl FromStr for Schedule {
    type Err = Unclear;

    fn from_str(text: &str) -> Result<Schedule, Unclear> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let Some(clock) = words.iter().position(|word| word.contains(':')) else {
            let after = text.parse().ok().filter(|span| *span != Span(0));
            return after.map(Schedule::After).ok_or_else(|| Unclear::BadSchedule { text: text.to_owned() });
        };
        let mut days = Vec::new();
        for word in &words[..clock] {
            let lower = word.to_lowercase();
            let fits = |name: &str| lower.len() >= 2 && name.to_lowercase().starts_with(&lower);
            match NAMES.iter().position(|name| fits(name)) {
                Some(day) => days.push(DAYS[day]),
                None if matches!(lower.as_str(), "daily" | "every" | "day" | "at" | "and" | "on") => {}
                None => return Err(Unclear::BadDay { text: (*word).to_owned() }),
            }
        }
        if days.is_empty() {
            days = DAYS.to_vec();
        }
        days.sort_by_key(Weekday::num_days_from_monday);
        days.dedup();
        let time = NaiveTime::parse_from_str(words[clock], "%H:%M");
        let time = time.map_err(|_| Unclear::BadHour { text: words[clock].to_owned() })?;
        let zone = match words.get(clock + 1..).unwrap_or_default().join(" ") {
            none if none.is_empty() => Tz::UTC,
            name => zone(&name)?,
        };
        Ok(Schedule::Weekly { days, time, zone })
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::After(span) => write!(f, "{span}"),
            Schedule::Weekly { days, time, zone } if days.len() == 7 => {
                write!(f, "daily {} {}", time.format("%H:%M"), zone.name())
            }
            Schedule::Weekly { days, time, zone } => {
                let days: Vec<&str> = days.iter().map(|day| NAMES[day.num_days_from_monday() as usize]).collect();
                write!(f, "{} {} {}", days.join(" "), time.format("%H:%M"), zone.name())
            }
        }
    }
}

impl TryFrom<String> for Schedule {
    type Error = Unclear;

    fn try_from(text: String) -> Result<Schedule, Unclear> {
        text.parse()
    }
}

impl From<Schedule> for String {
    fn from(schedule: Schedule) -> String {
        schedule.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn at(text: &str) -> Time {
        DateTime::parse_from_rfc3339(text).map(|time| time.timestamp()).unwrap_or_default()
    }

    fn schedule(text: &str) -> Schedule {
        text.parse().unwrap_or(Schedule::After(Span(0)))
    }

    #[test]
    fn schedules_are_read_and_printed() {
        for (text, printed) in [
            ("Sunday 20:00 Europe/Rome", "Sunday 20:00 Europe/Rome"),
            ("sun 20:00 rome", "Sunday 20:00 Europe/Rome"),
            ("Thu, Mon 18:30", "Monday Thursday 18:30 UTC"),
            ("daily 21:00 europe/warsaw", "daily 21:00 Europe/Warsaw"),
            ("72 hours", "3 days"),
        ] {
            assert_eq!(schedule(text).to_string(), printed);
            assert_eq!(schedule(printed), schedule(text));
        }
        for (wrong, says) in [
            ("", "a deadline is written like"),
            ("Sunday", "a deadline is written like"),
            ("Sunday 25:00 UTC", "no time of the day"),
            ("Blursday 20:00", "no day of the week"),
            ("Sunday 20:00 Europe/Rme", "Did you mean Europe/Rome?"),
            ("0", "a deadline is written like"),
        ] {
            let error = wrong.parse::<Schedule>().map_or_else(|error| error.to_string(), |_| String::new());
            assert!(error.contains(says), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_week_has_its_day_whatever_the_clocks_do() {
        let sunday = schedule("Sunday 20:00 Europe/Rome");
        // Winter: 20:00 is 19:00 UTC; in summer 18:00 UTC. The clocks change on 25 October 2026 and 28 March 2027.
        assert_eq!(sunday.first_from(at("2026-10-19T00:00:00Z")), at("2026-10-25T19:00:00Z"));
        assert_eq!(sunday.first_from(at("2026-10-12T00:00:00Z")), at("2026-10-18T18:00:00Z"));
        assert_eq!(sunday.first_from(at("2027-03-22T00:00:00Z")), at("2027-03-28T18:00:00Z"));
        assert_eq!(sunday.first_from(at("2026-10-25T19:00:00Z")), at("2026-10-25T19:00:00Z"));
        assert_eq!(sunday.first_from(at("2026-10-25T19:00:01Z")), at("2026-11-01T19:00:00Z"));
    }

    #[test]
    fn skipped_and_doubled_hours_have_one_meaning() {
        let night = schedule("daily 02:30 Europe/Rome");
        // 02:30 does not exist on 28 March 2027: the clocks go from 02:00 to 03:00.
        assert_eq!(night.first_from(at("2027-03-27T12:00:00Z")), at("2027-03-28T01:00:00Z"));
        // 02:30 comes twice on 25 October 2026: the second counts.
        assert_eq!(night.first_from(at("2026-10-24T12:00:00Z")), at("2026-10-25T01:30:00Z"));
    }

    #[test]
    fn a_round_that_opens_late_gets_its_time() {
        let sunday = schedule("Sunday 20:00 Europe/Rome");
        let opened = at("2026-11-21T12:00:00Z");
        assert_eq!(sunday.due(opened, Span::hours(12)), at("2026-11-22T19:00:00Z"));
        assert_eq!(sunday.due(opened, Span::days(2)), at("2026-11-29T19:00:00Z"));
        assert_eq!(schedule("3 days").due(opened, Span::days(5)), at("2026-11-24T12:00:00Z"));
    }
}
