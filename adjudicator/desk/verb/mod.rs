//! The commands, and how they are written: data in `config/desk/`.

mod list;

pub use list::{Verb, Whose, Word};

use super::shape;
use crate::config::Config;
use anyhow::Result;
use std::cell::RefCell;
use std::collections::BTreeSet;
use tabellarius_kernel::Unbuilt;
use tabellarius_kernel::words::{Cursor, Folded, Lexicon, Link, without_mark};

/// A word of the desk's language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A command.
    Verb(Verb),
    /// A word inside a command.
    Word(Word),
    /// A small word that all our languages share.
    Link(Link),
}

impl From<Link> for Term {
    fn from(link: Link) -> Term {
        Term::Link(link)
    }
}

pub(super) const WORD_FILES: [(&str, &str); 4] = [
    ("config/desk/words.en.toml", include_str!("../../../config/desk/words.en.toml")),
    ("config/desk/words.it.toml", include_str!("../../../config/desk/words.it.toml")),
    ("config/desk/words.pl.toml", include_str!("../../../config/desk/words.pl.toml")),
    ("config/desk/words.nl.toml", include_str!("../../../config/desk/words.nl.toml")),
];

/// The commands in all languages.
pub struct Verbs {
    lexicon: Lexicon<Term>,
    /// The names of tables that are a word like any other.
    tables: RefCell<BTreeSet<String>>,
}

/// A line that begins with a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The command.
    pub verb: Verb,
    /// Whether it was written out, not shortened.
    pub in_full: bool,
    /// What follows it, as typed.
    pub rest: String,
}

impl Said {
    /// Whether something is looked up by its name: `card Helen` is no order, though `Helen` may be one.
    pub fn is_look_up(&self) -> bool {
        self.in_full && matches!(self.verb, Verb::Card | Verb::Sheet)
    }
}

impl Verbs {
    /// Reads the word files, the operator's over the compiled-in ones.
    pub fn load() -> Result<Verbs> {
        let mut lexicon = Lexicon::new().map_err(Unbuilt::Flawed)?;
        let config = Config::in_use();
        for (file, text) in config.links()?.into_iter().chain(config.words(&WORD_FILES)?) {
            let verb = |key: &str| Verb::ALL.iter().copied().find(|verb| verb.key() == key);
            let meaning = |kind: &str, key: &str| match kind {
                "verb" => verb(key).map(Term::Verb),
                "word" => Word::of(key).map(Term::Word),
                _ => None,
            };
            lexicon.load(&file, &text, meaning).map_err(Unbuilt::Flawed)?;
        }
        Ok(Verbs { lexicon, tables: RefCell::default() })
    }

    /// There is a table of this name, so it may stand beside a command.
    pub fn know_table(&self, name: &str) {
        self.tables.borrow_mut().insert(name.to_lowercase());
    }

    /// Whether a word is, or looks like, the name of a table: most have a number or a hyphen.
    pub fn is_table(&self, word: &str) -> bool {
        let looks_like = word.bytes().any(|byte| byte.is_ascii_digit() || byte == b'-');
        looks_like || self.tables.borrow().contains(&word.to_lowercase())
    }

    /// The command that a line is: it begins with one, and nothing else stands there than what the command takes.
    pub fn read(&self, line: &str) -> Option<Said> {
        let (said, beside) = self.begun(line)?;
        let is_written_out = said.in_full || !shape::takes_text(said.verb);
        (is_written_out && shape::fits(self, said.verb, beside)).then_some(said)
    }

    /// The command that a line begins with in full although it is none, as we would write it.
    pub fn meant(&self, line: &str, language: &str) -> Option<&str> {
        let (said, _) = self.begun(line).filter(|(said, _)| said.in_full)?;
        self.read(line).is_none().then(|| self.name(said.verb, language))
    }

    /// Another way to write a command, for where its first word means something else: `vote draw`.
    pub fn otherwise(&self, verb: Verb, word: &str) -> Option<&str> {
        let mut others = self.lexicon.beginning("").filter(|(_, term)| *term == Term::Verb(verb)).map(|(text, _)| text);
        others.find(|text| text.split_once(' ').is_some_and(|(_, last)| last == word))
    }

    /// Whether a word stands between two names: `and`, `or`.
    pub fn joins(&self, word: &str) -> bool {
        let mut folded = Folded::default();
        folded.fold(word);
        let terms = self.lexicon.exact(folded.text(0..folded.tokens().len()));
        terms.contains(&Term::Link(Link::And)) || terms.contains(&Term::Link(Link::Or))
    }

    /// Whether a word means nothing: `please`.
    pub fn is_filler(&self, word: &str) -> bool {
        let mut folded = Folded::default();
        folded.fold(word);
        let mut words = Cursor::new(&self.lexicon, &folded, false);
        words.skip_fillers();
        words.is_done()
    }

    /// The command that a line begins with, whatever follows it; and what follows, with the marks between them.
    fn begun<'l>(&self, line: &'l str) -> Option<(Said, &'l str)> {
        let line = without_mark(line);
        let mut folded = Folded::default();
        folded.fold(line);
        let mut words = Cursor::new(&self.lexicon, &folded, false);
        let verb_of = |term| match term {
            Term::Verb(verb) => Some(verb),
            Term::Link(_) | Term::Word(_) => None,
        };
        // Short forms have three letters at least: nothing happens by a slip of the finger.
        let is_short = words.word().len() < 3;
        // `and press to Rome`, `I would like to join ostia-3`: a command written out may stand behind small words.
        let start = if words.reads(|term| verb_of(term).is_some()) { 0 } else { behind_small_words(&mut words) };
        let verb = words.take(verb_of)?;
        let end = words.mark();
        let written = folded.text(start..end);
        let in_full = self.lexicon.exact(written).contains(&Term::Verb(verb));
        if start > 0 && !in_full {
            return None;
        }
        // `what is this?` is not short for `what if`.
        let begins = |(phrase, term): (&str, Term)| term == Term::Verb(verb) && !phrase.contains(' ');
        // Nor does anything about oneself: `pass` is what people say in games.
        let is_long = matches!(verb, Verb::Password | Verb::Identify | Verb::Address | Verb::ForgetMe);
        if !in_full && (is_short || is_long || !self.lexicon.beginning(written).any(begins)) {
            return None;
        }
        let typed = folded.typed(0..end).end;
        // `messaggio all'Egitto`: the article's apostrophe is no part of the name.
        let beside = line[typed..].strip_prefix(['\'', '\u{2019}']).unwrap_or(&line[typed..]);
        let rest = beside.trim_start_matches([':', ' ', '\t', '-']).trim_end();
        let rest = if verb == Verb::Join { self.without_courtesy(rest) } else { rest };
        Some((Said { verb, in_full, rest: rest.to_owned() }, beside))
    }

    /// A text without the words at its end that mean nothing: `ostia-3 as Rome, please`.
    fn without_courtesy<'t>(&self, text: &'t str) -> &'t str {
        let mut text = text.trim_end();
        while let Some((before, last)) = text.rsplit_once(char::is_whitespace) {
            let word = last.trim_end_matches(['.', '!', ',']);
            if word.is_empty() || word.bytes().any(|byte| byte.is_ascii_digit()) || !self.is_filler(word) {
                break;
            }
            text = before.trim_end().trim_end_matches(',');
        }
        text
    }

    /// What a word means inside a command.
    pub fn word(&self, text: &str) -> Option<Word> {
        let mut folded = Folded::default();
        folded.fold(text);
        let terms = self.lexicon.exact(folded.text(0..folded.tokens().len()));
        terms.iter().find_map(|term| match term {
            Term::Word(word) => Some(*word),
            Term::Verb(_) | Term::Link(_) => None,
        })
    }

    /// The text without the small word it begins with: `to Rome` is `Rome`.
    pub fn without_link<'t>(&self, text: &'t str) -> &'t str {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut folded = Folded::default();
        folded.fold(first);
        let terms = self.lexicon.exact(folded.text(0..folded.tokens().len()));
        // `a` and `in` lead to somebody in Italian only; in English `write a letter` and `message in a bottle` are no commands.
        let is_english = terms.contains(&Term::Link(Link::Filler))
            || first.eq_ignore_ascii_case(self.lexicon.name("en", Term::Link(Link::In)));
        if terms.contains(&Term::Link(Link::To)) && !is_english { rest.trim_start() } else { text }
    }

    /// The name of a command in a language.
    pub fn name(&self, verb: Verb, language: &str) -> &str {
        self.lexicon.name(language, Term::Verb(verb))
    }

    /// Whether a word is probably one of these commands, misspelt.
    pub fn resembles(&self, word: &str, verbs: &[Verb]) -> bool {
        let mut folded = Folded::default();
        folded.fold(word);
        let is_wanted = |term| matches!(term, Term::Verb(verb) if verbs.contains(&verb));
        self.lexicon.nearest(folded.text(0..folded.tokens().len()), is_wanted).is_some()
    }

    /// The command that was probably meant.
    pub fn nearest(&self, line: &str) -> Option<&str> {
        let mut folded = Folded::default();
        folded.fold(line);
        let word = folded.text(0..folded.tokens().len().min(1));
        let (term, language) = self.lexicon.nearest(word, |term| matches!(term, Term::Verb(_)))?;
        Some(self.lexicon.name(language, term))
    }
}

/// Passes over what people write before a command: `and`, `then`, `I would like to`. Says where the command would begin.
fn behind_small_words(words: &mut Cursor<'_, Term>) -> usize {
    words.skip_fillers();
    if words.link(Link::And) || words.link(Link::Then) || words.link(Link::Comma) {
        words.skip_fillers();
    }
    words.mark()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_understood_in_four_languages_and_short() -> Result<()> {
        let verbs = Verbs::load()?;
        for (line, verb, rest) in [
            ("help", Verb::Help, ""),
            ("JOIN ostia-3 as Rome, Greece", Verb::Join, "ostia-3 as Rome, Greece"),
            ("iscrivimi ostia-3", Verb::Join, "ostia-3"),
            ("doe mee ostia-3", Verb::Join, "ostia-3"),
            ("dołącz ostia-3", Verb::Join, "ostia-3"),
            ("press to Rome: hello", Verb::Press, "to Rome: hello"),
            ("What if:", Verb::WhatIf, ""),
            ("dead Sunday 20:00", Verb::Deadline, "Sunday 20:00"),
            ("roll back to 3", Verb::Rollback, "to 3"),
            ("and press to Rome: hello, please", Verb::Press, "to Rome: hello, please"),
            ("I would like to join ostia-3 as Rome, please!", Verb::Join, "ostia-3 as Rome"),
            ("please, help", Verb::Help, ""),
            ("set grace 1 day", Verb::Set, "grace 1 day"),
        ] {
            let said = verbs.read(line).map(|said| (said.verb, said.rest));
            assert_eq!(said, Some((verb, rest.to_owned())), "{line}");
        }
        for line in ["", "build city Roma", "he", "12", "hello there", "what is this?"] {
            assert_eq!(verbs.read(line).map(|said| said.verb), None, "{line}");
        }
        assert_eq!(verbs.nearest("halp me"), Some("help"));
        Ok(())
    }

    #[test]
    fn every_command_has_a_name_in_every_language() -> Result<()> {
        let verbs = Verbs::load()?;
        for (_, text) in WORD_FILES {
            let table: toml::Table = toml::from_str(text)?;
            let language = table["language"].as_str().unwrap_or_default();
            for verb in Verb::ALL {
                let name = verbs.name(*verb, language);
                assert_eq!(verbs.read(name).map(|said| said.verb), Some(*verb), "{language}: {name}");
                let listed = table["verb"].get(verb.key());
                assert!(listed.is_some(), "{language} has no word for {}", verb.key());
            }
        }
        Ok(())
    }
}
