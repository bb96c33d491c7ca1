//! The dictionary: names in several languages, and what each of them may mean.

use super::fold::folded;
use super::link::{LINK_FILES, Link};
use crate::flaw::{Flaw, Flaws};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

/// All words of a game's language, in every language at once: a letter may mix them.
#[derive(Clone, PartialEq, Debug)]
pub struct Lexicon<T> {
    /// In the order in which they came.
    entries: Vec<Entry<T>>,
    /// The places of the entries, sorted by phrase, so that short forms are a range.
    sorted: Vec<u32>,
    /// Where to find a whole phrase: for each hash the place of an entry, counted from 1. At least half are 0, which is no entry.
    slots: Vec<u32>,
    names: BTreeMap<T, Vec<Name>>,
    /// What is left of names of one word without their vowels: `bld`.
    skeletons: BTreeMap<String, Vec<T>>,
    languages: Vec<String>,
    /// The languages whose conditions end with the verb.
    verb_last: Vec<String>,
}

/// How we print a thing in one language.
#[derive(Clone, PartialEq, Debug)]
struct Name {
    language: usize,
    one: String,
    /// Its second name, which is its plural where a game asks for one.
    many: String,
}

#[derive(Clone, PartialEq, Debug)]
struct Entry<T> {
    phrase: String,
    /// What the phrase may mean.
    terms: Vec<T>,
    /// Which small words are among them, one bit each.
    links: u64,
    /// The most words of any phrase that starts with this one.
    longest: usize,
    /// The language that brought the phrase in.
    language: usize,
}

/// A number that few phrases share: from their first and last eight letters and their length.
fn hash(phrase: &str) -> usize {
    let bytes = phrase.as_bytes();
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)), 0),
    };
    let mixed = (first ^ last.rotate_left(29) ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize
}

/// The bit of a small word in [`Entry::links`].
pub(crate) fn bit(link: Link) -> u64 {
    1 << link as u32
}

/// What a phrase means, as a reader needs it.
#[derive(Clone, Copy)]
pub(crate) struct Meaning<'a, T> {
    pub terms: &'a [T],
    pub links: u64,
    /// The most words of any phrase that starts with this one.
    pub longest: usize,
}

impl<T: Copy + Ord + From<Link>> Lexicon<T> {
    /// A dictionary with the small words that all games share. Flaws of built-in files are found by tests.
    pub fn new() -> Result<Lexicon<T>, Vec<Flaw>> {
        let mut lexicon = Lexicon {
            entries: Vec::new(),
            sorted: Vec::new(),
            slots: alloc::vec![0; 256],
            names: BTreeMap::new(),
            skeletons: BTreeMap::new(),
            languages: Vec::new(),
            verb_last: Vec::new(),
        };
        for (file, text) in LINK_FILES {
            lexicon.load(file, text, |_, _| None)?;
        }
        Ok(lexicon)
    }

    /// Adds the words of one file: `language = "en"`, then tables of `key = ["name", "alias", …]` by kind. `verb-last = true` says that
    /// conditions of the language end with the verb: `als Rome in Syracuse is`.
    pub fn load(&mut self, file: &str, text: &str, meaning: impl Fn(&str, &str) -> Option<T>) -> Result<(), Vec<Flaw>> {
        let mut flaws = Flaws::new(file, text);
        let table = match toml::de::DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                flaws.add(error.span().map_or(0, |span| span.start), error.message());
                return Err(flaws.into_list());
            }
        };
        let Some(language) = table.get("language").and_then(|value| value.get_ref().as_str()) else {
            flaws.add(0, "the file should say which language it is, as in: language = \"en\"");
            return Err(flaws.into_list());
        };
        if table.get("verb-last").and_then(|value| value.get_ref().as_bool()) == Some(true) {
            self.verb_last.push(language.to_string());
        }
        let is_kind = |kind: &str| !["language", "verb-last"].contains(&kind);
        for (kind, words) in table.iter().filter(|(kind, _)| is_kind(kind.get_ref())) {
            let Some(words) = words.get_ref().as_table() else {
                flaws.add(kind.span().start, format!("'{}' should be a table of words", kind.get_ref()));
                continue;
            };
            for (key, names) in words {
                // The small words of a further language may come with any file.
                let term = match &**kind.get_ref() {
                    Link::KIND => Link::from_key(key.get_ref()).map(T::from),
                    kind => meaning(kind, key.get_ref()),
                };
                let Some(term) = term else {
                    flaws.add(key.span().start, format!("there is no {} called '{}'", kind.get_ref(), key.get_ref()));
                    continue;
                };
                let list = names.get_ref().as_array().map(|names| names.iter().map(|name| name.get_ref().as_str()));
                match list.map(Iterator::collect::<Option<Vec<&str>>>) {
                    Some(Some(names)) if !names.is_empty() => self.add(language, term, &names),
                    _ => flaws.add(names.span().start, "expected a list of names, such as [\"legion\", \"legions\"]"),
                }
            }
        }
        if flaws.is_empty() { Ok(()) } else { Err(flaws.into_list()) }
    }

    /// Adds the names of one thing in one language; the first is the one we print, the second what we print of several.
    pub fn add(&mut self, language: &str, term: T, names: &[&str]) {
        let language = self.languages.iter().position(|known| known == language).unwrap_or_else(|| {
            self.languages.push(language.to_string());
            self.languages.len() - 1
        });
        if let Some(first) = names.first() {
            let many = names.get(1).unwrap_or(first).to_string();
            self.names.entry(term).or_default().push(Name { language, one: first.to_string(), many });
        }
        for name in names {
            let phrase = folded(name);
            if let Some(skeleton) = skeleton(&phrase) {
                self.skeletons.entry(skeleton).or_default().push(term);
            }
            let words = phrase.split(' ').count();
            let first_word = phrase.split(' ').next().unwrap_or_default().to_string();
            let head = self.entry(first_word, language);
            head.longest = head.longest.max(words);
            let entry = self.entry(phrase, language);
            entry.longest = entry.longest.max(words);
            if !entry.terms.contains(&term) {
                entry.terms.push(term);
                let link = Link::ALL.iter().find(|link| T::from(**link) == term);
                entry.links |= link.map_or(0, |link| bit(*link));
            }
        }
    }

    /// Where a phrase is in the sorted list, or would be.
    fn position(&self, phrase: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|place| self.entries[*place as usize].phrase.as_str().cmp(phrase))
    }

    /// The slot of a phrase, or the free one where it would go.
    fn slot(&self, phrase: &str) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash(phrase) & last;
        while let Some(entry) = self.entry_in(slot)
            && entry.phrase != phrase
        {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn entry_in(&self, slot: usize) -> Option<&Entry<T>> {
        self.entries.get(self.slots[slot].wrapping_sub(1) as usize)
    }

    fn find(&self, phrase: &str) -> Option<&Entry<T>> {
        self.entry_in(self.slot(phrase))
    }

    fn entry(&mut self, phrase: String, language: usize) -> &mut Entry<T> {
        let mut slot = self.slot(&phrase);
        if self.slots[slot] == 0 {
            if let Err(at) = self.position(&phrase) {
                self.sorted.insert(at, self.entries.len() as u32);
            }
            self.entries.push(Entry { phrase, terms: Vec::new(), links: 0, longest: 1, language });
            if 2 * self.entries.len() > self.slots.len() {
                self.slots = alloc::vec![0; 2 * self.slots.len()];
                for place in 0..self.entries.len() {
                    slot = self.slot(&self.entries[place].phrase);
                    self.slots[slot] = place as u32 + 1;
                }
            } else {
                self.slots[slot] = self.entries.len() as u32;
            }
        }
        let place = self.slots[slot] as usize - 1;
        &mut self.entries[place]
    }

    /// What a folded phrase may mean.
    pub fn exact(&self, phrase: &str) -> &[T] {
        self.meaning(phrase).terms
    }

    /// What a folded phrase may mean, and how many words the longest phrase has that begins with it.
    pub(crate) fn meaning(&self, phrase: &str) -> Meaning<'_, T> {
        match self.find(phrase) {
            Some(entry) => Meaning { terms: &entry.terms, links: entry.links, longest: entry.longest },
            None => Meaning { terms: &[], links: 0, longest: 0 },
        }
    }

    /// All phrases that begin with these letters.
    pub fn beginning(&self, letters: &str) -> impl Iterator<Item = (&str, T)> {
        let from = self.position(letters).unwrap_or_else(|at| at);
        self.sorted[from..]
            .iter()
            .map(|place| &self.entries[*place as usize])
            .take_while(move |entry| entry.phrase.starts_with(letters))
            .flat_map(|entry| entry.terms.iter().map(|term| (entry.phrase.as_str(), *term)))
    }

    /// What a word may mean that was written without its vowels.
    pub(crate) fn without_vowels(&self, word: &str) -> impl Iterator<Item = T> {
        self.skeletons.get(word).into_iter().flatten().copied()
    }

    /// The thing whose name is most like what was written, and that name's language; of equals the one from the language loaded first.
    pub fn nearest(&self, piece: &str, wanted: impl Fn(T) -> bool) -> Option<(T, &str)> {
        let most = (piece.len() / 3).clamp(1, 3);
        let letters = letters_in(piece);
        let near = self.sorted.iter().map(|place| &self.entries[*place as usize]).filter_map(|entry| {
            let term = entry.terms.iter().copied().find(|term| wanted(*term))?;
            // Most words are too far away already by their lengths or by the letters in them.
            let there = letters_in(&entry.phrase);
            let apart = (letters & !there).count_ones().max((there & !letters).count_ones());
            if entry.phrase.len().abs_diff(piece.len()) > most || apart as usize > most {
                return None;
            }
            Some(((strsim::damerau_levenshtein(&entry.phrase, piece), entry.language), term))
        });
        let ((_, language), term) = near.filter(|((distance, _), _)| *distance <= most).min_by_key(|(key, _)| *key)?;
        Some((term, self.languages.get(language)?))
    }

    /// The name of a thing in a language, in English if that language has none.
    pub fn name(&self, language: &str, term: T) -> &str {
        self.find_name(language, term).map_or("?", |name| name.one.as_str())
    }

    /// What several of a thing are called: its second name, for things of which there can be several.
    pub fn plural(&self, language: &str, term: T) -> &str {
        self.find_name(language, term).map_or("?", |name| name.many.as_str())
    }

    /// What is said of somebody behind `if`, in the order of a language: `Rome is in Syracuse`, `Rome in Syracuse is`.
    pub fn clause(&self, language: &str, who: &str, verb: &str, what: &str) -> String {
        if self.verb_last.iter().any(|known| known == language) {
            format!("{who} {what} {verb}")
        } else {
            format!("{who} {verb} {what}")
        }
    }

    fn find_name(&self, language: &str, term: T) -> Option<&Name> {
        let names = self.names.get(&term)?;
        let wanted = self.languages.iter().position(|known| known == language);
        names.iter().find(|name| Some(name.language) == wanted).or_else(|| names.first())
    }

    /// The languages that have words here.
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// Every thing that has a name.
    pub fn terms(&self) -> impl Iterator<Item = T> {
        self.names.keys().copied()
    }
}

/// The first letter of a word and its consonants, if that is shorter and still says something.
fn skeleton(word: &str) -> Option<String> {
    if word.contains(|c: char| !c.is_ascii_lowercase()) {
        return None;
    }
    let first = word.chars().take(1);
    let bare: String = first.chain(word.chars().skip(1).filter(|c| !"aeiou".contains(*c))).collect();
    (bare.len() >= 3 && bare.len() < word.len()).then_some(bare)
}

/// Which letters are in a text, one bit each. A typing error takes away no more than one kind and adds no more than one.
fn letters_in(text: &str) -> u64 {
    text.chars().fold(0, |letters, c| letters | 1 << (u32::from(c) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_file_is_refused_with_line_and_reason() {
        let mut lexicon = Lexicon::<Link>::new().expect("built-in words");
        let meaning = |_: &str, _: &str| None;
        let mut check = |text: &str, expected: &str| {
            let flaws = lexicon.load("words.xx.toml", text, meaning).expect_err(text);
            assert_eq!(flaws[0].to_string(), expected);
        };
        check(
            "language = \"xx\"\n[link]\nto = [\"za\"]\nup = [\"hop\"]",
            "words.xx.toml:4: there is no link called 'up'",
        );
        check(
            "language = \"xx\"\n[link]\nto = 3",
            "words.xx.toml:3: expected a list of names, such as [\"legion\", \"legions\"]",
        );
        check("[link]\nto = []", "words.xx.toml:1: the file should say which language it is, as in: language = \"en\"");
        let syntax = lexicon.load("words.xx.toml", "language = \"xx\"\n\nto = [", meaning).expect_err("syntax");
        assert_eq!(syntax[0].line, 3);
    }

    #[test]
    fn a_condition_has_the_verb_where_its_language_has_it() {
        let lexicon = Lexicon::<Link>::new().expect("built-in words");
        assert_eq!(lexicon.clause("en", "Rome", "is", "in Syracuse"), "Rome is in Syracuse");
        assert_eq!(lexicon.clause("nl", "Rome", "is", "in Syracuse"), "Rome in Syracuse is");
    }

    #[test]
    fn names_fall_back_to_english() {
        let lexicon = Lexicon::<Link>::new().expect("built-in words");
        assert_eq!(lexicon.name("nl", Link::Else), "anders");
        assert_eq!(lexicon.name("nl", Link::Comma), ",");
        assert_eq!(lexicon.name("xx", Link::If), "if");
        assert_eq!(lexicon.nearest("esle", |_| true), Some((Link::Else, "en")));
        assert_eq!(lexicon.nearest("zzzzzz", |_| true), None);
    }
}
