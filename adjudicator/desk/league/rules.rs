//! How a league is played. Every rule is a word and a value, so that its moderator can change it by mail until people have been put into
//! divisions: `league set winter rounds 4`.

use crate::sentence::{Sentence, sentences};
use crate::settings::{Settings, Unset};
use crate::time::{Span, Unclear};
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Pace;
use tabellarius_kernel::words::nearest;
use tabellarius_league::divisions::{Limits, movers};
use tabellarius_league::format::Format;
use tabellarius_league::points::{Points, Scale};
use tabellarius_league::season::Calendar;
use tabellarius_league::standing::{self, Deserted, TieBreak};

/// How a league is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LeagueRules {
    pub game: String,
    pub variant: String,
    pub pace: Pace,
    /// How many sit at a table, if the numbers allow it.
    pub seats: usize,
    pub format: Format,
    pub rounds: u32,
    /// How long a round lasts.
    pub round: Span,
    pub registration: Span,
    /// How long before the end of registration people are asked once more.
    pub reminder: Span,
    /// How long before the end of a round people are warned that their table will be judged.
    pub warning: Span,
    /// How long after a season the next one opens; 0: when the moderator says so.
    pub pause: Span,
    /// How many people a division has.
    pub divisions: Limits,
    /// Which share of a division goes up, and down, in percent.
    pub movers: usize,
    /// What places are worth; nothing: the usual.
    pub points: Option<Scale>,
    pub ties: Vec<TieBreak>,
    pub deserted: Deserted,
    /// Settings of the tables that differ from the club's.
    pub tables: Vec<(String, String)>,
}

sentences!(
    /// Why a rule of a league cannot be so.
    Unfit {
        NoSuchRule = "no-such-league-rule" { key: String, near: Option<&'static str>, keys: &'static [&'static str] },
        NoNumber = "no-league-number" { key: String, value: String, least: usize, most: usize },
        NoLimits = "no-league-limits" { value: String },
        NoScale = "no-league-scale" { value: String },
        NoChoice = "no-league-choice" { key: String, value: String, words: Vec<&'static str> },
    }
);

/// Why a rule was not changed.
pub enum Unruled {
    Unfit(Unfit),
    Unclear(Unclear),
    /// A setting of the tables.
    Unset(Unset),
}

impl From<Unclear> for Unruled {
    fn from(unclear: Unclear) -> Unruled {
        Unruled::Unclear(unclear)
    }
}

impl From<Unfit> for Unruled {
    fn from(unfit: Unfit) -> Unruled {
        Unruled::Unfit(unfit)
    }
}

const KEYS: [&str; 13] = [
    "format",
    "rounds",
    "round",
    "registration",
    "reminder",
    "warning",
    "pause",
    "divisions",
    "movers",
    "points",
    "ties",
    "deserted",
    "table",
];

const TIES: [(&str, TieBreak); 5] = [
    ("wins", TieBreak::Wins),
    ("head-to-head", TieBreak::HeadToHead),
    ("difference", TieBreak::Difference),
    ("punctuality", TieBreak::Punctuality),
    ("last-season", TieBreak::LastSeason),
];

const DESERTED: [(&str, Deserted); 3] =
    [("counts", Deserted::Counts), ("half", Deserted::Half), ("nothing", Deserted::Nothing)];

impl LeagueRules {
    /// The rules of a league that has said nothing but its game.
    pub fn new(game: &str, variant: &str, pace: Pace, seats: usize) -> LeagueRules {
        LeagueRules {
            game: game.into(),
            variant: variant.into(),
            pace,
            seats,
            format: Format::Groups,
            rounds: 3,
            round: Span::days(28),
            registration: Span::days(14),
            reminder: Span::days(3),
            warning: Span::days(7),
            pause: Span(0),
            divisions: Limits { least: 8, wanted: 12, most: 20 },
            movers: 20,
            points: None,
            // The games' own scores are not kept, so nothing can be told by them.
            ties: TieBreak::USUAL.into_iter().filter(|tie| *tie != TieBreak::Difference).collect(),
            deserted: Deserted::Half,
            tables: Vec::new(),
        }
    }

    /// What places are worth.
    pub fn scale(&self) -> Scale {
        let nothing = (self.format == Format::Friendly).then(|| Scale::new(vec![0; self.seats.max(1)])).flatten();
        nothing.or_else(|| self.points.clone()).unwrap_or_else(|| Scale::usual(self.seats))
    }

    /// How many people a division has.
    pub fn limits(&self) -> Limits {
        const ALL: Limits = Limits { least: 1, wanted: 10_000, most: 10_000 };
        if self.format.is_of_one() { ALL } else { self.divisions }
    }

    /// How many of so many go up, and down.
    pub fn moving(&self, people: usize) -> usize {
        if self.format.is_of_one() { 0 } else { movers(people, self.movers) }
    }

    /// What a round is worth in which somebody sits out: the middle.
    pub fn bye(&self) -> Points {
        let scale = self.scale();
        (0..self.seats).map(|place| scale.at(place)).sum::<Points>().shared_by(self.seats)
    }

    /// By which rules a division is ordered.
    pub fn standing(&self) -> standing::Rules {
        standing::Rules { scale: self.scale(), bye: self.bye(), ties: self.ties.clone(), deserted: self.deserted }
    }

    /// When the steps of a season are due that opens now.
    pub fn calendar(&self, opens: i64) -> Calendar {
        Calendar {
            opens,
            registration: self.registration.0,
            reminder: self.reminder.0,
            rounds: self.rounds,
            round: self.round.0,
            warning: self.warning.0,
        }
    }

    /// How the tables are run.
    pub fn table_settings(&self, club: &Settings) -> Settings {
        let mut settings = club.clone();
        for (key, value) in &self.tables {
            // What was taken once is taken again.
            if settings.set(key, value).is_err() {
                tracing::warn!(key, value, "a setting of a league's tables is no longer understood");
            }
        }
        settings
    }

    /// Changes one rule; `table deadline Sunday 20:00 Europe/Rome` is a setting of the league's tables.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Unruled> {
        let (key, value) = (key.trim().to_lowercase().replace('_', "-"), value.trim());
        match key.as_str() {
            "format" => self.format = choose(&key, value, &Format::ALL)?,
            "rounds" => self.rounds = number(&key, value, 1, 30)? as u32,
            "round" => self.round = value.parse()?,
            "registration" => self.registration = value.parse()?,
            "reminder" => self.reminder = value.parse()?,
            "warning" => self.warning = value.parse()?,
            "pause" => self.pause = value.parse()?,
            "movers" => self.movers = number(&key, value.trim_end_matches(['%', ' ']), 0, 50)?,
            "divisions" => self.divisions = limits(value)?,
            "points" => {
                let places = value.split([',', ' ']).filter(|place| !place.is_empty()).map(str::parse);
                let scale = places.collect::<Result<Vec<i64>, _>>().ok().and_then(Scale::new);
                self.points = Some(scale.ok_or_else(|| Unfit::NoScale { value: value.to_owned() })?);
            }
            "ties" => {
                let ties = value.split(',').map(|tie| choose("ties", tie, &TIES));
                self.ties = ties.collect::<Result<_, _>>()?;
            }
            "deserted" => self.deserted = choose(&key, value, &DESERTED)?,
            "table" => {
                let (setting, to) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
                Settings::default().set(setting, to).map_err(Unruled::Unset)?;
                self.tables.retain(|(other, old)| {
                    other != setting || old.split_once(": ").map(|(s, _)| s) != to.split_once(": ").map(|(s, _)| s)
                });
                self.tables.push((setting.to_owned(), to.to_owned()));
            }
            _ => {
                let near = nearest(&key, &KEYS).and_then(|near| KEYS.into_iter().find(|key| *key == near));
                return Err(Unfit::NoSuchRule { key, near, keys: &KEYS }.into());
            }
        }
        Ok(())
    }

    /// What decides between those who are level, by the words of the rule.
    pub fn tie_words(&self) -> Vec<&'static str> {
        self.ties.iter().filter_map(|tie| TIES.iter().find(|(_, other)| other == tie).map(|(word, _)| *word)).collect()
    }

    /// Every rule with its value, as `set` would take it.
    pub fn list(&self) -> Vec<(String, String)> {
        let word = |all: &[(&str, TieBreak)], tie: TieBreak| {
            all.iter().find(|(_, other)| *other == tie).map_or(String::new(), |(word, _)| (*word).to_owned())
        };
        let format = Format::ALL.iter().find(|(_, format)| *format == self.format).map_or("", |(word, _)| *word);
        let deserted = DESERTED.iter().find(|(_, other)| *other == self.deserted).map_or("", |(word, _)| *word);
        let scale = self.scale();
        let points: Vec<String> = (0..self.seats).map(|place| scale.at(place).to_string()).collect();
        let limits = self.divisions;
        let values = [
            format.to_owned(),
            self.rounds.to_string(),
            self.round.to_string(),
            self.registration.to_string(),
            self.reminder.to_string(),
            self.warning.to_string(),
            self.pause.to_string(),
            format!("{}-{}-{}", limits.least, limits.wanted, limits.most),
            format!("{}%", self.movers),
            points.join(", "),
            self.ties.iter().map(|tie| word(&TIES, *tie)).collect::<Vec<_>>().join(", "),
            deserted.to_owned(),
        ];
        let tables = self.tables.iter().map(|(key, value)| ("table".to_owned(), format!("{key} {value}")));
        KEYS.into_iter().map(str::to_owned).zip(values).chain(tables).collect()
    }
}

fn number(key: &str, value: &str, least: usize, most: usize) -> Result<usize, Unfit> {
    let number = value.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Unfit::NoNumber { key: key.to_owned(), value: value.to_owned(), least, most })
}

/// `8-12-20`: at least, wanted, at most.
fn limits(value: &str) -> Result<Limits, Unfit> {
    let numbers: Vec<usize> = value.split(['-', ',', ' ']).filter_map(|part| part.trim().parse().ok()).collect();
    match numbers.as_slice() {
        [least, wanted, most] if (1..=*wanted).contains(least) && wanted <= most => {
            Ok(Limits { least: *least, wanted: *wanted, most: *most })
        }
        _ => Err(Unfit::NoLimits { value: value.to_owned() }),
    }
}

fn choose<T: Copy>(key: &str, value: &str, all: &[(&'static str, T)]) -> Result<T, Unfit> {
    let said = value.trim().to_lowercase().replace([' ', '_'], "-");
    let words = || all.iter().map(|(word, _)| *word).collect();
    let chosen = all.iter().find(|(word, _)| *word == said).map(|(_, chosen)| *chosen);
    chosen.ok_or_else(|| Unfit::NoChoice { key: key.to_owned(), value: value.trim().to_owned(), words: words() })
}

/// What its writer is told.
pub fn told(why: Unruled) -> crate::desk::reply::Declined {
    fn decline(why: impl Sentence) -> crate::desk::reply::Declined {
        crate::desk::reply::decline(why)
    }
    match why {
        Unruled::Unfit(unfit) => decline(unfit),
        Unruled::Unclear(unclear) => decline(unclear),
        Unruled::Unset(unset) => unset.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_taken_as_it_is_printed() {
        let mut rules = LeagueRules::new("seven-wonders", "", Pace::Bulk, 3);
        for (key, value) in [
            ("rounds", "5"),
            ("round", "3 weeks"),
            ("format", "Swiss"),
            ("divisions", "6-9-12"),
            ("points", "5, 2, 1"),
            ("ties", "wins, head to head"),
            ("deserted", "counts"),
            ("table", "deadline Sunday 20:00 Europe/Rome"),
            ("movers", "10 %"),
        ] {
            assert!(rules.set(key, value).is_ok(), "{key} {value}");
        }
        let mut again = LeagueRules::new("seven-wonders", "", Pace::Bulk, 3);
        for (key, value) in rules.list() {
            assert!(again.set(&key, &value).is_ok(), "{key} {value}");
        }
        assert_eq!(again, rules);
        for (key, value) in
            [("rounds", "0"), ("divisions", "9-6-12"), ("points", "1, 2"), ("ties", "luck"), ("rund", "1")]
        {
            assert!(again.set(key, value).is_err(), "{key} {value}");
        }
        assert_eq!(again, rules);
    }
}
