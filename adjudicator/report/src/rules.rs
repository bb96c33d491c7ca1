//! The rules in our own words, by number.

use include_dir::{Dir, include_dir};
use serde::Serialize;
use std::collections::BTreeMap;
use tabellarius_kernel::Entry;

/// The rules of all games as they are compiled in: `<game>.md` is English, `<game>.pl.md` a translation of it, found by its name.
static TEXTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/rules");

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// `MN-4.4.1`.
    pub number: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// What it says, without marks of emphasis.
    pub text: String,
    /// Whether it is told in English because its reader's language does not have it yet.
    pub foreign: bool,
}

/// The rules of a game as somebody reads them: each in the own language if that has it, or else in English, and said to be so.
pub struct Book {
    english: &'static str,
    own: Option<&'static str>,
    foreign: bool,
}

impl Book {
    /// The rules of a game in a language.
    pub fn of(entry: &Entry, language: &str) -> Book {
        let own = TEXTS.get_file(format!("{}.{language}.md", entry.key)).and_then(|file| file.contents_utf8());
        Book { english: entry.rules, own, foreign: language != "en" }
    }

    /// All rules.
    fn all(&self) -> Vec<Rule> {
        let own = self.own.map(all).unwrap_or_default();
        let mut own: BTreeMap<String, Rule> = own.into_iter().map(|rule| (rule.number.clone(), rule)).collect();
        let read = |rule: Rule| own.remove(&rule.number).unwrap_or(Rule { foreign: self.foreign, ..rule });
        all(self.english).into_iter().map(read).collect()
    }

    /// A rule by its number.
    pub fn find(&self, number: &str) -> Option<Rule> {
        self.all().into_iter().find(|rule| rule.number == number)
    }

    /// The chapters, each with its number, such as `3`, and its title.
    pub fn chapters(&self) -> Vec<(String, String)> {
        chapters_of(self.all())
    }

    /// A rule with those below it: `MN-3.3` with MN-3.3.1 and so on, `MN-3` with the whole chapter.
    pub fn under(&self, number: &str) -> Vec<Rule> {
        under_of(self.all(), number)
    }

    /// The rules that speak of something by one of its names, which may be English ones: the first name that is found counts.
    pub fn about(&self, names: &[String]) -> Vec<Rule> {
        let mut read: BTreeMap<String, Rule> = self.all().into_iter().map(|rule| (rule.number.clone(), rule)).collect();
        let own = |name: &String| about_of(self.own.map(all).unwrap_or_default(), name);
        let english = |name: &String| about(self.english, name);
        let mut found = names.iter().map(own).chain(names.iter().map(english)).filter(|rules| !rules.is_empty());
        let found = found.next().unwrap_or_default();
        found.into_iter().filter_map(|rule| read.remove(&rule.number)).collect()
    }
}

impl Rule {
    /// The number in parts, so that XX-3.10 comes after XX-3.9.
    pub fn order(&self) -> Vec<u32> {
        self.number.split(['-', '.']).filter_map(|part| part.parse().ok()).collect()
    }
}

/// Finds a rule of a game by its number.
pub fn find(book: &str, number: &str) -> Option<Rule> {
    all(book).into_iter().find(|rule| rule.number == number)
}

fn chapters_of(rules: Vec<Rule>) -> Vec<(String, String)> {
    let mut chapters: Vec<(String, String)> = Vec::new();
    for rule in rules {
        let number = rule.order().first().map(u32::to_string).unwrap_or_default();
        if !chapters.iter().any(|(known, _)| *known == number) {
            chapters.push((number, rule.chapter));
        }
    }
    chapters
}

fn under_of(rules: Vec<Rule>, number: &str) -> Vec<Rule> {
    let below = format!("{number}.");
    rules.into_iter().filter(|rule| rule.number == number || rule.number.starts_with(&below)).collect()
}

/// The rules that speak of something by its name: those that begin with it, and a few that mention it.
fn about(book: &str, name: &str) -> Vec<Rule> {
    about_of(all(book), name)
}

fn about_of(rules: Vec<Rule>, name: &str) -> Vec<Rule> {
    let name = name.trim().to_lowercase();
    if name.len() < 3 {
        return Vec::new();
    }
    let (mut titled, mut mention) = (Vec::new(), Vec::new());
    for rule in rules {
        let text = rule.text.to_lowercase();
        let Some(at) = text.find(&name) else { continue };
        let is_word = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let whole = is_word(text[..at].chars().next_back()) && is_word(text[at + name.len()..].chars().next());
        match (whole, at) {
            (false, _) => {}
            (true, 0) => titled.push(rule),
            (true, _) => mention.push(rule),
        }
    }
    // What has a rule of its own may stand in another too: a hero's bonuses on the tracks.
    mention.truncate(if titled.is_empty() { 4 } else { 2 });
    titled.into_iter().chain(mention).collect()
}

/// All rules of a game.
fn all(book: &str) -> Vec<Rule> {
    let mut chapter = "";
    let mut rules: Vec<Rule> = Vec::new();
    let mut goes_on = false;
    for line in book.lines() {
        let starts_rule = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
        match (starts_rule, rules.last_mut()) {
            (Some((number, text)), _) => {
                let chapter = chapter.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim().to_owned();
                rules.push(Rule { number: number.to_owned(), chapter, text: plain(text), foreign: false });
                goes_on = true;
            }
            (None, Some(rule)) if goes_on && !line.trim().is_empty() && !line.starts_with('#') => {
                rule.text.push(' ');
                rule.text += &plain(line);
            }
            (None, _) => {
                goes_on = false;
                chapter = line.strip_prefix("## ").unwrap_or(chapter);
            }
        }
    }
    rules
}

fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "\"").trim().to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use tabellarius_kernel::Listed as _;
    use tabellarius_latrones::Latrones;

    #[test]
    fn a_rule_is_told_in_the_readers_language_or_said_to_be_english() {
        let number = "LA-3.2";
        let book = |language| Book::of(&Latrones::ENTRY, language);
        let (english, polish) = (book("en").find(number).unwrap(), book("pl").find(number).unwrap());
        assert!(!english.foreign && !polish.foreign && english.text != polish.text, "{polish:?}");
        let none = book("xx").find(number).unwrap();
        assert!(none.foreign && none.text == english.text);
        assert_eq!(book("pl").chapters().len(), book("en").chapters().len());
        assert_eq!(book("pl").under("LA-3").len(), book("en").under("LA-3").len());
    }
}
