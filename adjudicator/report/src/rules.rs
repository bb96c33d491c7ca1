//! The rules in our own words, by number.

use serde::Serialize;

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// `MN-4.4.1`.
    pub number: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// What it says, without marks of emphasis.
    pub text: String,
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

/// The chapters of a game, each with its number, such as `3`, and its title.
pub fn chapters(book: &str) -> Vec<(String, String)> {
    let mut chapters: Vec<(String, String)> = Vec::new();
    for rule in all(book) {
        let number = rule.order().first().map(u32::to_string).unwrap_or_default();
        if !chapters.iter().any(|(known, title)| *known == number && *title == rule.chapter) {
            chapters.push((number, rule.chapter));
        }
    }
    chapters
}

/// A rule with those below it: `MN-3.3` with MN-3.3.1 and so on, `MN-3` with the whole chapter.
pub fn under(book: &str, number: &str) -> Vec<Rule> {
    let below = format!("{number}.");
    all(book).into_iter().filter(|rule| rule.number == number || rule.number.starts_with(&below)).collect()
}

/// The rules that speak of something by its name: those that begin with it, and a few that mention it.
pub fn about(book: &str, name: &str) -> Vec<Rule> {
    let name = name.trim().to_lowercase();
    if name.len() < 3 {
        return Vec::new();
    }
    let (mut titled, mut mention) = (Vec::new(), Vec::new());
    for rule in all(book) {
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
                rules.push(Rule { number: number.to_owned(), chapter, text: plain(text) });
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
