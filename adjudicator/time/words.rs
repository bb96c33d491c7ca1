//! Words about time in every language we write: `20 grudnia do 3 stycznia`, `2 giorni`, `zondag 20:00`. They are the words that our own
//! letters use (`templates/<language>/words.toml`), so a language comes with its files alone. Whoever reads times then reads English.

use std::collections::{BTreeMap, BTreeSet};
use tabellarius_kernel::words::Folded;

/// What a text is about: a word may mean Tuesday in one and March in the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// From a day until another one.
    Days,
    /// Lengths of time, days of the week, times of the day.
    Clock,
}

/// The words of all languages.
#[derive(Default)]
pub struct TimeWords {
    /// Names, which may be shortened, and what they are in English.
    names: Vec<(About, String, &'static str)>,
    /// Words and phrases that must stand there whole, the longest first.
    marks: Vec<(About, String, &'static str)>,
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const UNITS: [&str; 5] = ["second", "minute", "hour", "day", "week"];
/// A shorter word is short for nothing.
const SHORTEST: usize = 3;

impl TimeWords {
    /// Knows the words of these languages (English needs none), each by its path as templates have them: `words/date/month/11`.
    pub fn of<'w>(languages: impl Iterator<Item = &'w BTreeMap<String, String>>) -> TimeWords {
        let mut words = TimeWords::default();
        let mut marks: BTreeSet<(About, String, &'static str)> = BTreeSet::new();
        for language in languages {
            let word = |path: String| language.get(&format!("words/{path}")).map(String::as_str);
            let list =
                |path: &str| word(path.to_owned()).unwrap_or_default().split(',').map(str::trim).map(str::to_lowercase);
            for (month, number) in MONTHS.into_iter().zip(1..) {
                words.name(About::Days, word(format!("date/month/{number}")), month);
            }
            for (day, number) in WEEKDAYS.into_iter().zip(1..) {
                words.name(About::Clock, word(format!("date/weekday/{number}")), day);
                marks.extend(
                    word(format!("date/short/{number}")).map(|short| (About::Clock, short.to_lowercase(), day)),
                );
            }
            for about in [About::Days, About::Clock] {
                for unit in UNITS {
                    let forms = ["one", "two", "few", "many", "other"];
                    for form in forms.into_iter().filter_map(|form| word(format!("span/{unit}/{form}"))) {
                        marks.insert((about, form.to_lowercase(), unit));
                    }
                    marks.extend(list(&format!("span/{unit}/also")).map(|form| (about, form, unit)));
                }
                marks.extend(list("and").map(|and| (about, and, "and")));
            }
            marks.extend(list("date/since").map(|mark| (About::Days, mark, "from")));
            marks.extend(list("date/until").map(|mark| (About::Days, mark, "to")));
            marks.extend(list("date/daily").map(|mark| (About::Clock, mark, "daily")));
            marks.extend(list("date/at").map(|mark| (About::Clock, mark, "at")));
        }
        words.marks = marks.into_iter().filter(|(_, mark, _)| !mark.is_empty()).collect();
        words.marks.sort_by_key(|(_, mark, _)| core::cmp::Reverse(mark.len()));
        words
    }

    fn name(&mut self, about: About, name: Option<&str>, english: &'static str) {
        self.names.extend(name.map(|name| (about, plain(name), english)));
    }

    /// The name that a word is, or is short for; months and days in another case of a language begin alike.
    fn named(&self, about: About, word: &str) -> Option<&'static str> {
        let word = plain(word);
        let is_it = |name: &str| {
            let alike = name.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            let enough = if about == About::Days { SHORTEST } else { SHORTEST + 1 };
            alike >= enough || (alike >= SHORTEST && alike == word.len())
        };
        self.names.iter().find(|(of, name, _)| *of == about && is_it(name)).map(|(_, _, english)| *english)
    }

    /// The same text with English words about time. What is none stays as it is.
    pub fn in_english(&self, about: About, text: &str) -> String {
        let (mut english, mut rest) = (String::new(), text);
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            // A zone such as Europe/Rome is no word.
            if !first.is_alphabetic() || before.is_alphabetic() || before == '/' {
                let end = if first.is_alphabetic() { word_end(rest) } else { first.len_utf8() };
                english.push_str(&rest[..end]);
                before = rest[..end].chars().next_back().unwrap_or(' ');
                rest = &rest[end..];
                continue;
            }
            let end = word_end(rest);
            let is_zone =
                rest[end..].starts_with('/') && rest[end + 1..].chars().nth(1).is_some_and(char::is_alphabetic);
            // `12 ore` is a length of time, `ore 12` is a time of day.
            let is_counted = english.trim_end().ends_with(|c: char| c.is_ascii_digit());
            let fits = |said: &str| said != "at" || !is_counted;
            let mark = self.marks.iter().find(|(of, mark, said)| *of == about && fits(said) && begins(rest, mark));
            let (end, said) = match mark {
                _ if is_zone => (end, None),
                Some((_, mark, said)) => (length_of(rest, mark), Some(*said)),
                None => (end, self.named(about, &rest[..end])),
            };
            english.push_str(said.unwrap_or(&rest[..end]));
            // `dall'8 marzo`
            if said.is_some() && rest[end..].starts_with(char::is_alphanumeric) {
                english.push(' ');
            }
            before = 'x';
            rest = &rest[end..];
        }
        english
    }
}

/// Where the word ends that a text begins with.
fn word_end(text: &str) -> usize {
    text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())
}

/// How many bytes of a text have as many characters as a phrase.
fn length_of(text: &str, phrase: &str) -> usize {
    text.char_indices().nth(phrase.chars().count()).map_or(text.len(), |(end, _)| end)
}

/// Whether a text begins with a phrase, and no letter follows; capitals and accents do not matter.
fn begins(text: &str, phrase: &str) -> bool {
    let end = length_of(text, phrase);
    let ends_word = !text[end..].starts_with(char::is_alphabetic);
    ends_word && (text[..end].to_lowercase() == phrase || plain(&text[..end]) == plain(phrase))
}

fn plain(text: &str) -> String {
    let mut folded = Folded::default();
    folded.fold(text);
    folded.text(0..folded.tokens().len()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Renderer;

    fn words() -> anyhow::Result<TimeWords> {
        let report = Renderer::new(None)?;
        Ok(TimeWords::of(["it", "pl", "nl"].into_iter().filter_map(|language| report.words(language))))
    }

    #[test]
    fn days_are_read_in_every_language() -> anyhow::Result<()> {
        let words = words()?;
        for (text, english) in [
            ("20 Dec to 3 Jan", "20 dec to 3 jan"),
            ("until 2027-01-03", "until 2027-01-03"),
            ("20 grudnia do 3 stycznia", "20 dec to 3 jan"),
            ("od 20 grudnia 2026 do 3 stycznia 2027", "from 20 dec 2026 to 3 jan 2027"),
            ("do 3 stycznia", "to 3 jan"),
            ("Grudzień 20 - Styczeń 3", "dec 20 - jan 3"),
            ("5 pazdziernika do 7 pazdziernika", "5 oct to 7 oct"),
            ("dal 20 dicembre al 3 gennaio", "from 20 dec to 3 jan"),
            ("dall'8 marzo all'11 maggio", "from 8 mar to 11 may"),
            ("fino al 1º giugno", "to 1º jun"),
            ("van 20 december tot 3 januari", "from 20 dec to 3 jan"),
            ("van 20 december tot en met 3 maart", "from 20 dec to 3 mar"),
            ("t/m 3 mei", "to 3 may"),
            ("10 giorni", "10 day"),
            ("2 tygodnie i 3 dni", "2 week and 3 day"),
            ("2 weken", "2 week"),
        ] {
            assert_eq!(words.in_english(About::Days, text), english, "{text}");
        }
        Ok(())
    }

    #[test]
    fn clocks_are_read_in_every_language() -> anyhow::Result<()> {
        let words = words()?;
        for (text, english) in [
            ("Sunday 20:00 Europe/Rome", "Sunday 20:00 Europe/Rome"),
            ("niedziela 20:00 Europe/Warsaw", "Sunday 20:00 Europe/Warsaw"),
            ("w srode 20:00", "at Wednesday 20:00"),
            ("martedì e giovedì alle 18:00", "Tuesday and Thursday at 18:00"),
            ("maandag en donderdag om 18:30 Europe/Amsterdam", "Monday and Thursday at 18:30 Europe/Amsterdam"),
            ("ma do 18:00", "Monday Thursday 18:00"),
            ("codziennie 21:00", "daily 21:00"),
            ("elke dag 21:00", "daily 21:00"),
            ("ogni giorno 21:00", "daily 21:00"),
            ("3 uren", "3 hour"),
            ("36h", "36h"),
            ("1 godzinę 30 minut", "1 hour 30 minute"),
        ] {
            assert_eq!(words.in_english(About::Clock, text), english, "{text}");
        }
        Ok(())
    }
}
