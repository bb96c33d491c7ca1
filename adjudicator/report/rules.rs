//! The rules in our own words, by number.

use crate::catalogue;

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
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
pub fn find(game: &str, number: &str) -> Option<Rule> {
    let book = catalogue::find(game).ok()?.rules;
    let mut chapter = "";
    let mut found: Option<Rule> = None;
    for line in book.lines() {
        let starts_rule = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
        match (&mut found, starts_rule) {
            (Some(_), Some(_)) => break,
            (Some(_), None) if line.trim().is_empty() || line.starts_with('#') => break,
            (Some(rule), None) => {
                rule.text.push(' ');
                rule.text += &plain(line);
            }
            (None, Some((this, text))) if this == number => {
                found = Some(Rule {
                    number: number.to_owned(),
                    chapter: chapter.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim().to_owned(),
                    text: plain(text),
                });
            }
            (None, _) => chapter = line.strip_prefix("## ").unwrap_or(chapter),
        }
    }
    found
}

fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "\"").trim().to_owned()
}
