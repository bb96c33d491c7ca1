//! In which language somebody writes whom we do not know yet: guessed from the words of a first letter, its letters and its headers.

use super::verb::WORD_FILES;
use super::work::Work;
use crate::config::Config;
use crate::mail::{Letter, Phrases};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use tabellarius_kernel::words::{Folded, LINK_FILES};

/// No more words of a letter are looked at.
const MOST_WORDS: usize = 400;
/// Everybody writes these: a command in English says little, and so does what a mailer puts into every mail.
const ENGLISH: &str = "en";
/// More letters that only one language has say no more.
const MOST_LETTERS: usize = 3;

/// The words by which languages are known.
pub struct Tongues {
    /// The languages of a folded word, and how much it says for each.
    words: BTreeMap<String, BTreeMap<String, u32>>,
    /// The letters beyond a to z of each language.
    letters: BTreeMap<String, String>,
}

impl Tongues {
    /// Knows the languages by all words that people write: plain ones, small words, commands.
    pub fn load(phrases: &Phrases) -> Result<Tongues> {
        let mut tongues = Tongues { words: BTreeMap::new(), letters: BTreeMap::new() };
        for tongue in &phrases.tongues {
            tongues.letters.entry(tongue.language.clone()).or_default().push_str(&tongue.letters.to_lowercase());
            for word in &tongue.words {
                tongues.add(&tongue.language, word, 2);
            }
        }
        let links = LINK_FILES.iter().map(|(_, text)| (*text).to_owned());
        let config = Config::in_use();
        let own = config.links()?.into_iter().chain(config.words(&WORD_FILES)?).map(|(_, text)| text);
        for text in links.chain(own) {
            let file: toml::Table = toml::from_str(&text)?;
            let language = file.get("language").and_then(toml::Value::as_str).unwrap_or_default();
            let says = if language == ENGLISH { 1 } else { 2 };
            for phrase in phrases_in(&file) {
                tongues.add(language, phrase, says);
            }
        }
        Ok(tongues)
    }

    fn add(&mut self, language: &str, phrase: &str, says: u32) {
        let mut folded = Folded::default();
        folded.fold(phrase);
        for at in 0..folded.tokens().len() {
            let of_word = self.words.entry(folded.text(at..at + 1).to_owned()).or_default();
            let known = of_word.entry(language.to_owned()).or_default();
            *known = (*known).max(says);
        }
    }

    /// The language of these in which a letter is written; nothing, if that is not plain.
    pub fn guess(&self, letter: &Letter, of: &BTreeSet<&str>) -> Option<String> {
        let mut points: BTreeMap<&str, u32> = BTreeMap::new();
        let text = format!("{}\n{}", letter.subject, letter.body);
        let mut seen = BTreeSet::new();
        let mut folded = Folded::default();
        for line in text.lines() {
            // Names of tables and games are in no language, whatever they sound like: `ostia-1`, `mare-nostrum`.
            let said = |piece: &&str| !piece.contains(|c: char| c == '-' || c == '@' || c.is_ascii_digit());
            folded.fold(&line.split_whitespace().filter(said).collect::<Vec<_>>().join(" "));
            for at in 0..folded.tokens().len() {
                let word = folded.text(at..at + 1);
                if seen.len() >= MOST_WORDS || !seen.insert(word.to_owned()) {
                    continue;
                }
                let languages: Vec<(&str, u32)> = self.words.get(word).into_iter().flatten().map(of_str).collect();
                // What two languages share tells them from the others, what more have tells nothing.
                let share = languages.len() as u32;
                for (language, says) in languages.into_iter().filter(|_| share <= 2) {
                    *points.entry(language).or_default() += says / share;
                }
            }
        }
        let small = text.to_lowercase();
        for (language, letters) in &self.letters {
            let is_own = |c: &char| !self.letters.iter().any(|(other, has)| other != language && has.contains(*c));
            let own: BTreeSet<char> = letters.chars().filter(is_own).filter(|c| small.contains(*c)).collect();
            *points.entry(language).or_default() += own.len().min(MOST_LETTERS) as u32;
        }
        for language in letter.languages.iter().collect::<BTreeSet<_>>() {
            *points.entry(language).or_default() += if language == ENGLISH { 1 } else { 2 };
        }
        points.retain(|_, points| *points > 0);
        let (language, most) = points.iter().max_by_key(|(_, points)| **points)?;
        // A letter in a language that we do not write is in none of the others either.
        if !of.contains(language) {
            return None;
        }
        let is_plain = points.iter().all(|(other, points)| other == language || points < most);
        is_plain.then(|| (*language).to_owned())
    }
}

fn of_str<'s>((language, says): (&'s String, &u32)) -> (&'s str, u32) {
    (language, *says)
}

/// Every phrase of a file of words.
fn phrases_in(file: &toml::Table) -> impl Iterator<Item = &str> {
    let tables = file.values().filter_map(toml::Value::as_table);
    tables.flat_map(|table| table.values()).filter_map(toml::Value::as_array).flatten().filter_map(toml::Value::as_str)
}

/// The language in which somebody is answered who writes for the first time: the one of the letter, or else the club's.
pub(super) fn language_of(work: &Work<'_>, letter: &Letter) -> String {
    let of: BTreeSet<&str> = work.voice.report.languages().collect();
    work.tongues.guess(letter, &of).unwrap_or_else(|| work.club.language.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_letter_tells_its_language() -> Result<()> {
        let tongues = Tongues::load(Phrases::built_in())?;
        let of = BTreeSet::from(["en", "it", "pl", "nl"]);
        let guess = |headers: &str, text: &str| {
            let mail = format!("From: a@b.org\nContent-Type: text/plain; charset=utf-8\n{headers}\n{text}\n");
            tongues.guess(&Letter::read(mail.as_bytes(), Phrases::built_in()), &of)
        };
        for (language, headers, text) in [
            ("pl", "", "dołącz ostia-3 jako Rzym"),
            ("pl", "", "Dzień dobry,\nchciałbym zagrać. Jak się zapisać?\nPozdrawiam\nMarek"),
            ("pl", "", "Czesc, chcialbym zagrac w te gre"),
            ("pl", "Content-Language: en-US\n", "Witam, co mogę napisać?"),
            ("it", "", "iscrivimi ostia-3 come Roma"),
            ("it", "", "Buongiorno, vorrei giocare: come si fa?"),
            ("it", "", "aiuto"),
            ("nl", "", "doe mee ostia-3 als Rome"),
            ("nl", "", "Hallo, ik wil graag meedoen aan tafel ostia-3."),
            ("en", "", "Hello, I would like to play at ostia-3, please."),
            ("en", "", "new ostia-1 mare-nostrum 5"),
            ("en", "Accept-Language: pl-PL\n", "Hello, I would like to play. What should I do?\njoin ostia-3"),
            ("pl", "Accept-Language: pl-PL, en;q=0.5\n", "join ostia-3"),
            ("nl", "Content-Language: nl\n", "help"),
        ] {
            assert_eq!(guess(headers, text).as_deref(), Some(language), "{headers}{text}");
        }
        assert_eq!(guess("", "ostia-3"), None);
        let of_two = BTreeSet::from(["en", "it"]);
        let polish = "From: a@b.org\n\nDzień dobry, chciałbym zagrać.\n";
        let polish = Letter::read(polish.as_bytes(), Phrases::built_in());
        assert_eq!(tongues.guess(&polish, &of_two), None, "only a language that we write is guessed");
        Ok(())
    }
}
