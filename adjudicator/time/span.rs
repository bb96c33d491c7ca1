//! A length of time as people write it: `2 days`, `36 hours`, `90 minutes`.

use super::{Time, Unclear};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A length of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span(pub Time);

/// The units, longest first.
const UNITS: [(&str, Time); 5] = [("week", 604_800), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];

/// Nobody waits longer.
const LONGEST: Time = 3_660 * 86_400;

impl Span {
    /// So many days.
    pub const fn days(n: Time) -> Span {
        Span(n * 86_400)
    }

    /// So many hours.
    pub const fn hours(n: Time) -> Span {
        Span(n * 3_600)
    }
}

impl FromStr for Span {
    type Err = Unclear;

    /// Reads `2 days 12 hours`, `36h`, `0`.
    fn from_str(text: &str) -> Result<Span, Unclear> {
        let unclear = || Unclear::BadSpan { text: text.to_owned() };
        let mut seconds: Time = 0;
        let mut rest = text.trim().trim_start_matches('+').trim();
        if rest == "0" || rest.eq_ignore_ascii_case("none") {
            return Ok(Span(0));
        }
        if rest.is_empty() {
            return Err(unclear());
        }
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = rest.split_at(digits);
            let after = after.trim_start();
            let letters = after.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (unit, after) = after.split_at(letters);
            let unit = unit.to_ascii_lowercase();
            let fits = |(name, _): &&(&str, Time)| !unit.is_empty() && format!("{name}s").starts_with(&unit);
            let (Ok(number), Some((_, length))) = (number.parse::<Time>(), UNITS.iter().find(fits)) else {
                return Err(unclear());
            };
            seconds = seconds.saturating_add(number.saturating_mul(*length));
            rest = after.trim_start_matches([' ', ',']);
            rest = rest.strip_prefix("and ").unwrap_or(rest).trim_start();
        }
        if seconds > LONGEST {
            return Err(Unclear::TooLongSpan { text: text.to_owned() });
        }
        Ok(Span(seconds))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.0;
        let mut words = Vec::new();
        for (name, length) in UNITS.iter().skip(1) {
            let n = left / length;
            left %= length;
            if n > 0 {
                words.push(format!("{n} {name}{}", if n == 1 { "" } else { "s" }));
            }
        }
        if words.is_empty() { f.write_str("0") } else { f.write_str(&words.join(" ")) }
    }
}

impl TryFrom<String> for Span {
    type Error = Unclear;

    fn try_from(text: String) -> Result<Span, Unclear> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_people_write_them() -> Result<(), Unclear> {
        for (text, seconds, printed) in [
            ("2 days", 172_800, "2 days"),
            ("36h", 129_600, "1 day 12 hours"),
            ("1 day and 90 min", 91_800, "1 day 1 hour 30 minutes"),
            ("+1 week", 604_800, "7 days"),
            ("0", 0, "0"),
        ] {
            let span: Span = text.parse()?;
            assert_eq!((span.0, span.to_string().as_str()), (seconds, printed), "{text}");
            assert_eq!(span.to_string().parse::<Span>()?, span);
        }
        for wrong in ["", "soon", "2", "2 parsecs", "-3 days", "99999999999999999999 days", "20000 days"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
        Ok(())
    }
}
