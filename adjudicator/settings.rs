//! How a table is run. Every setting is a word and a value, so that a moderator can change it by mail: `set grace 1 day`.

use crate::sentence::{in_english, sentences};
use crate::time::{Schedule, Span, Unclear};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use tabellarius_kernel::StageName;
use tabellarius_kernel::words::nearest;

/// How a table is run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// When letters are due.
    pub deadline: Schedule,
    /// Other deadlines for stages of these names.
    pub stages: BTreeMap<String, Schedule>,
    /// When answers to the questions of a strict table are due.
    pub follow_up: Schedule,
    /// No round of orders is shorter than this.
    pub least: Span,
    /// Whether a round closes as soon as everybody has written.
    pub advance: Advance,
    /// If somebody is missing, what is in is locked and the table waits once more for this long.
    pub grace: Span,
    /// How long before a deadline those are reminded who have not written.
    pub reminders: Vec<Span>,
    /// How much lateness each seat may use up in the whole game.
    pub bank: Span,
    /// How far an absence may move a deadline.
    pub absence: Span,
    /// Whoever has sent nothing for so many deadlines counts as silent, whatever plans stand; 0: plans are enough for ever.
    pub silent_after: u32,
    /// After so many deadlines missed in a row somebody else is invited to step in; 0: never.
    pub standby_after: u32,
    /// After so many deadlines missed in a row the automaton plays the seat; 0: never.
    pub caretaker_after: u32,
    /// Which press is allowed.
    pub press: Press,
    /// Whether results go out at once.
    pub release: Release,
    /// Whether everybody may know whose letters are missing.
    pub awaited: Awaited,
    /// Whether the table starts as soon as it is full.
    pub start: Start,
    /// Whoever has not written at the first deadline loses the seat, and others are asked for so long before the first stage is
    /// resolved; 0: they are silent like anybody else.
    pub no_show: Span,
    /// How long one player can stop the clock, once in the game; 0: not at all.
    pub emergency: Span,
    /// What the club's pages show of the table.
    pub page: Page,
}

/// Declares a setting with a few values.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name { $($(#[$each])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn of(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }

            fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

choice!(
    /// When a round closes.
    Advance {
        /// As soon as everybody has written, or at the deadline.
        AllIn = "all-in",
        /// At the deadline, never before.
        Clock = "clock",
    }
);
choice!(
    /// Which press is allowed.
    Press {
        /// None.
        None = "none",
        /// Only with the writer's name.
        Signed = "signed",
        /// As the writer likes.
        Any = "any",
    }
);
choice!(
    /// Who lets results go out.
    Release {
        /// Nobody needs to.
        AtOnce = "at-once",
        /// The moderator, after a look.
        Moderator = "moderator",
    }
);
choice!(
    /// Whether missing letters are public.
    Awaited {
        /// Everybody may know.
        Shown = "shown",
        /// Nobody is told.
        Hidden = "hidden",
    }
);
choice!(
    /// When a table starts.
    Start {
        /// When the moderator says so.
        Moderator = "moderator",
        /// When all seats are taken.
        Full = "full",
    }
);

choice!(
    /// What the club's pages show of a table.
    Page {
        /// The game, and who plays it.
        Named = "named",
        /// The game; who plays it only when it is over.
        Anonymous = "anonymous",
        /// Nothing.
        None = "none",
    }
);

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            deadline: Schedule::After(Span::days(7)),
            stages: BTreeMap::new(),
            follow_up: Schedule::After(Span::days(2)),
            least: Span::days(2),
            advance: Advance::AllIn,
            grace: Span(0),
            reminders: vec![Span::hours(24)],
            bank: Span(0),
            absence: Span::days(14),
            silent_after: 2,
            standby_after: 2,
            caretaker_after: 3,
            press: Press::Any,
            release: Release::AtOnce,
            awaited: Awaited::Shown,
            start: Start::Moderator,
            no_show: Span(0),
            emergency: Span::days(3),
            page: Page::Named,
        }
    }
}

sentences!(
    /// Why a setting cannot be so.
    Unsuitable {
        NoSuchSetting = "no-such-setting" { key: String, value: String, near: Option<&'static str>, keys: &'static [&'static str] },
        NotANumber = "not-a-number" { value: String },
        NotOneOf = "not-one-of" { value: String, words: &'static [&'static str] },
        DatesTooClose = "dates-too-close" { schedule: Schedule, least: Span, shorter: Span },
    }
);

/// Why a setting was not changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Unset {
    /// Its value is not written as times are written.
    Unclear(Unclear),
    /// It cannot be so.
    Unsuitable(Unsuitable),
}

impl From<Unclear> for Unset {
    fn from(unclear: Unclear) -> Unset {
        Unset::Unclear(unclear)
    }
}

impl From<Unsuitable> for Unset {
    fn from(unsuitable: Unsuitable) -> Unset {
        Unset::Unsuitable(unsuitable)
    }
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unset::Unclear(unclear) => write!(f, "{unclear}"),
            Unset::Unsuitable(unsuitable) => f.write_str(&in_english(unsuitable)),
        }
    }
}

impl std::error::Error for Unset {}

/// The settings by name, as they are written in letters.
static KEYS: [&str; 18] = [
    "deadline",
    "follow-up",
    "least",
    "advance",
    "grace",
    "reminders",
    "bank",
    "absence",
    "silent-after",
    "standby-after",
    "caretaker-after",
    "press",
    "release",
    "awaited",
    "start",
    "no-show",
    "emergency",
    "page",
];

impl Settings {
    /// When letters for a stage such as `turn 4/commerce` are due.
    pub fn schedule(&self, stage: &str) -> &Schedule {
        self.stages.get(&StageName::from(stage).phase).unwrap_or(&self.deadline)
    }

    /// Whether there is such a setting.
    pub fn has(key: &str) -> bool {
        KEYS.contains(&key.to_lowercase().replace('_', "-").as_str())
    }

    /// Changes one setting; `deadline` with `military: Wednesday 20:00 UTC` is the deadline of that stage alone.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Unset> {
        let mut changed = self.clone();
        changed.set_one(key, value)?;
        if matches!(key.trim().to_lowercase().as_str(), "deadline" | "least") {
            changed.keeps_its_dates()?;
        }
        *self = changed;
        Ok(())
    }

    /// Dates that come so close together that rounds, which must not be shorter than `least`, would always miss some of them.
    fn keeps_its_dates(&self) -> Result<(), Unsuitable> {
        for schedule in self.stages.values().chain([&self.deadline]) {
            let gap = schedule.gap();
            if matches!(schedule, Schedule::Weekly { .. }) && self.least >= gap {
                let (schedule, least, shorter) = (schedule.clone(), self.least, Span(gap.0 / 2));
                return Err(Unsuitable::DatesTooClose { schedule, least, shorter });
            }
        }
        Ok(())
    }

    fn set_one(&mut self, key: &str, value: &str) -> Result<(), Unset> {
        let (key, value) = (key.trim().to_lowercase().replace('_', "-"), value.trim());
        match key.as_str() {
            "deadline" => match value.split_once(": ") {
                Some((stage, "none")) => drop(self.stages.remove(&stage.trim().to_lowercase())),
                Some((stage, value)) => drop(self.stages.insert(stage.trim().to_lowercase(), value.parse()?)),
                None => self.deadline = value.parse()?,
            },
            "follow-up" => self.follow_up = value.parse()?,
            "least" => self.least = value.parse()?,
            "grace" => self.grace = value.parse()?,
            "bank" => self.bank = value.parse()?,
            "absence" => self.absence = value.parse()?,
            "reminders" => {
                let spans = value.split(',').map(str::trim).filter(|span| !span.is_empty() && *span != "none");
                self.reminders = spans.map(str::parse).collect::<Result<_, Unclear>>()?;
                self.reminders.sort();
                self.reminders.dedup();
            }
            "silent-after" => self.silent_after = number(value)?,
            "standby-after" => self.standby_after = number(value)?,
            "caretaker-after" => self.caretaker_after = number(value)?,
            "advance" => self.advance = choose(value, Advance::WORDS, Advance::of)?,
            "press" => self.press = choose(value, Press::WORDS, Press::of)?,
            "release" => self.release = choose(value, Release::WORDS, Release::of)?,
            "awaited" => self.awaited = choose(value, Awaited::WORDS, Awaited::of)?,
            "start" => self.start = choose(value, Start::WORDS, Start::of)?,
            "no-show" => self.no_show = value.parse()?,
            "emergency" => self.emergency = value.parse()?,
            "page" => self.page = choose(value, Page::WORDS, Page::of)?,
            _ => {
                let near = nearest(&key, &KEYS).and_then(|near| KEYS.into_iter().find(|key| *key == near));
                return Err(Unsuitable::NoSuchSetting { key, value: value.to_owned(), near, keys: &KEYS }.into());
            }
        }
        Ok(())
    }

    /// Every setting with its value, as `set` would take it.
    pub fn list(&self) -> Vec<(String, String)> {
        let reminders = match self.reminders.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "none".into(),
            some => some,
        };
        let values = [
            self.deadline.to_string(),
            self.follow_up.to_string(),
            self.least.to_string(),
            self.advance.word().into(),
            self.grace.to_string(),
            reminders,
            self.bank.to_string(),
            self.absence.to_string(),
            self.silent_after.to_string(),
            self.standby_after.to_string(),
            self.caretaker_after.to_string(),
            self.press.word().into(),
            self.release.word().into(),
            self.awaited.word().into(),
            self.start.word().into(),
            self.no_show.to_string(),
            self.emergency.to_string(),
            self.page.word().into(),
        ];
        let stages = self.stages.iter().map(|(stage, schedule)| ("deadline".into(), format!("{stage}: {schedule}")));
        KEYS.into_iter().map(String::from).zip(values).chain(stages).collect()
    }
}

fn number(value: &str) -> Result<u32, Unsuitable> {
    let number = value.parse().ok().filter(|number| *number <= 100);
    number.ok_or_else(|| Unsuitable::NotANumber { value: value.to_owned() })
}

fn choose<T>(value: &str, words: &'static [&'static str], of: impl Fn(&str) -> Option<T>) -> Result<T, Unsuitable> {
    let value = value.to_lowercase().replace([' ', '_'], "-");
    of(&value).ok_or(Unsuitable::NotOneOf { value, words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_taken_as_it_is_printed() -> anyhow::Result<()> {
        let mut settings = Settings::default();
        settings.set("deadline", "Sunday 20:00 Europe/Rome")?;
        settings.set("reminders", "2 days, 3 hours")?;
        settings.set("deadline", "military: Wed 19:00 Europe/Rome")?;
        assert_eq!(settings.schedule("turn 3/military").to_string(), "Wednesday 19:00 Europe/Rome");
        assert_eq!(settings.schedule("turn 3/commerce").to_string(), "Sunday 20:00 Europe/Rome");
        settings.set("press", "Signed")?;
        settings.set("standby_after", "0")?;
        let mut again = Settings::default();
        for (key, value) in settings.list() {
            again.set(&key, &value)?;
        }
        assert_eq!(again, settings);
        assert_eq!(serde_json::from_str::<Settings>(&serde_json::to_string(&settings)?)?, settings);
        Ok(())
    }

    #[test]
    fn a_wrong_setting_is_refused_with_a_hint() {
        let mut settings = Settings::default();
        for (key, value, says) in [
            ("graze", "1 day", "Did you mean: set grace 1 day"),
            ("press", "loud", "\"loud\" is not one of: none, signed, any"),
            ("caretaker-after", "many", "not a number"),
            ("zzz", "1", "there are: deadline,"),
        ] {
            let error = settings.set(key, value).map_or_else(|error| error.to_string(), |()| String::new());
            assert!(error.contains(says), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }
}
