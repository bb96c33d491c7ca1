//! Reading a folded line word by word.

use super::lexicon::{Meaning, bit};
use super::{Folded, Lexicon, Link};
use crate::Complaint;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::ops::Range;

/// Where a line could not be read, and what would have been expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The wrong words.
    pub tokens: Range<usize>,
    /// What was expected: the name of a kind of word.
    pub what: &'static str,
    /// The name that was probably meant.
    pub meant: Option<String>,
    /// The names that a too short form fits.
    pub fits: Vec<String>,
}

impl Slip {
    /// The slip as a complaint to the player.
    pub fn complaint<R>(&self) -> Complaint<R> {
        if !self.fits.is_empty() {
            Complaint::Ambiguous { what: self.what, fits: self.fits.clone() }
        } else if self.tokens.is_empty() {
            Complaint::Expected { what: self.what }
        } else {
            Complaint::Unknown { what: self.what, meant: self.meant.clone() }
        }
    }
}

/// The key that is most like a misspelt word.
pub fn nearest<'k>(word: &str, keys: &[&'k str]) -> Option<&'k str> {
    let most = (word.len() / 3).clamp(1, 3);
    let near = keys.iter().map(|key| (strsim::damerau_levenshtein(key, word), *key));
    near.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, key)| key)
}

/// A shorter word is like many others: then it must be like the very name that we print.
const SURELY_MEANT: usize = 5;

/// A place in a line. Takes names in any language, in full or shortened, whatever stands there first.
pub struct Cursor<'a, T> {
    lexicon: &'a Lexicon<T>,
    line: &'a Folded,
    at: usize,
    suggests: bool,
    here: Meanings<'a, T>,
}

/// What may stand at one place: the phrases that begin there, the longest first. Readers ask for many kinds of word at the
/// same place, so the dictionary is asked once.
struct Meanings<'a, T> {
    at: usize,
    phrases: [(&'a [T], usize); MOST_WORDS],
    count: usize,
    /// Which small words stand here, as [`super::lexicon::bit`] says.
    links: u64,
}

impl<'a, T> Meanings<'a, T> {
    fn add(&mut self, meaning: Meaning<'a, T>, words: usize) {
        if !meaning.terms.is_empty() {
            self.phrases[self.count] = (meaning.terms, words);
            self.count += 1;
            self.links |= meaning.links;
        }
    }
}

/// The longest name has so many words; longer ones are not found.
const MOST_WORDS: usize = 5;

impl<'a, T: Copy + Ord + From<Link>> Cursor<'a, T> {
    /// Starts at the beginning of a line. Suggestions cost time, so a letter of nonsense gets only some.
    pub fn new(lexicon: &'a Lexicon<T>, line: &'a Folded, suggests: bool) -> Cursor<'a, T> {
        let here = Meanings { at: usize::MAX, phrases: [(&[], 0); MOST_WORDS], count: 0, links: 0 };
        Cursor { lexicon, line, at: 0, suggests, here }
    }

    /// Whether the game has a word for this.
    pub fn knows(&self, term: T) -> bool {
        self.lexicon.terms().any(|known| known == term)
    }

    /// Tries to read something that need not stand here: goes back if it does not, and looks for no suggestions.
    pub fn attempt<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, Slip>) -> Option<R> {
        let (mark, suggests) = (self.at, core::mem::replace(&mut self.suggests, false));
        let found = read(self).ok();
        self.suggests = suggests;
        if found.is_none() {
            self.at = mark;
        }
        found
    }

    /// Where the cursor stands, to come back to.
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes back to a mark.
    pub fn back(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Whether the line is at its end.
    pub fn is_done(&self) -> bool {
        self.at >= self.line.tokens().len()
    }

    /// The tokens from here to the end.
    pub fn rest(&self) -> Range<usize> {
        self.at..self.line.tokens().len()
    }

    /// Whether the next word is the name under which a term is printed in English.
    pub fn is_name_of(&self, term: T) -> bool {
        self.lexicon.name("en", term).eq_ignore_ascii_case(self.word())
    }

    /// Whether a name of such a thing stands here in full, in whatever language.
    pub fn reads(&mut self, is: impl Fn(T) -> bool) -> bool {
        !self.is_done() && self.exact(|term| is(term).then_some(())).is_some()
    }

    /// The folded word at the cursor.
    pub fn word(&self) -> &'a str {
        self.line.text(self.at..self.at + 1)
    }

    /// Takes the longest name that stands here, of whatever kind; several meanings, if several kinds have it. Whoever writes `Great
    /// Library in Egypt` may mean a Wonder, an area and a civilization, and only the longest name is surely meant.
    pub fn take_longest<R: PartialEq>(&mut self, kinds: &[fn(T) -> Option<R>]) -> Vec<R> {
        let mark = self.at;
        let mut found = Vec::new();
        for kind in kinds {
            self.at = mark;
            if let Some(one) = self.take(kind) {
                found.push((self.at, one));
            }
        }
        self.at = found.iter().map(|(end, _)| *end).max().unwrap_or(mark);
        found.into_iter().filter(|(end, _)| *end == self.at).map(|(_, one)| one).collect()
    }

    /// Takes a name of the wanted kind if one stands here.
    pub fn take<R: PartialEq>(&mut self, want: impl Fn(T) -> Option<R>) -> Option<R> {
        let start = self.at;
        while !self.is_done() {
            if let Some((term, words)) = self.exact(&want).or_else(|| self.short(&want)) {
                self.at += words;
                return want(term);
            }
            if !self.link(Link::Filler) {
                break;
            }
        }
        self.at = start;
        None
    }

    /// Looks up what stands here, once.
    fn look(&mut self) {
        if self.here.at == self.at {
            return;
        }
        self.here.at = self.at;
        self.here.count = 0;
        let left = self.line.tokens().len() - self.at;
        self.here.links = 0;
        let alone = self.lexicon.meaning(self.word());
        for words in (2..=alone.longest.min(left).min(MOST_WORDS)).rev() {
            self.here.add(self.lexicon.meaning(self.line.text(self.at..self.at + words)), words);
        }
        self.here.add(alone, 1);
    }

    fn exact<R>(&mut self, want: impl Fn(T) -> Option<R>) -> Option<(T, usize)> {
        self.look();
        self.here.phrases[..self.here.count]
            .iter()
            .find_map(|(terms, words)| terms.iter().find(|term| want(**term).is_some()).map(|term| (*term, *words)))
    }

    /// A shortened name: it must fit only one thing of the wanted kind, and not be a word of its own.
    fn short<R: PartialEq>(&self, want: impl Fn(T) -> Option<R>) -> Option<(T, usize)> {
        let word = self.word();
        if self.here.count > 0 || word.len() < 3 || !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let left = self.line.tokens().len() - self.at;
        let begun = (1..=left.min(4)).rev().find_map(|words| {
            let mut fits = self.fitting(words, &want);
            let (_, first) = fits.next()?;
            fits.all(|(_, other)| want(other) == want(first)).then_some((first, words))
        });
        begun.or_else(|| {
            // `bld`: whoever leaves out the vowels leaves out all of them.
            let mut fits = self.lexicon.without_vowels(word).filter(|term| want(*term).is_some());
            let first = fits.next()?;
            let is_only = fits.all(|other| want(other) == want(first)) && self.fitting(1, &want).next().is_none();
            is_only.then_some((first, 1))
        })
    }

    fn fitting<R>(&self, words: usize, want: impl Fn(T) -> Option<R>) -> impl Iterator<Item = (&'a str, T)> {
        let phrase = self.line.text(self.at..self.at + words);
        self.lexicon.beginning(phrase).filter(move |(_, term)| want(*term).is_some())
    }

    /// Takes a name of the wanted kind, or says what is wrong.
    pub fn need<R: PartialEq>(&mut self, what: &'static str, want: impl Fn(T) -> Option<R>) -> Result<R, Slip> {
        match self.take(&want) {
            Some(found) => Ok(found),
            None => {
                // `keep the fist leader`: what is wrong is not the word that means nothing.
                let mark = self.at;
                self.skip_fillers();
                self.at = if self.is_done() { mark } else { self.at };
                let slip = self.slip_among(what, want);
                self.at = mark;
                Err(slip)
            }
        }
    }

    /// Takes a small word if it stands here. A comma before `else` belongs to it: it ends no list and no order.
    pub fn link(&mut self, link: Link) -> bool {
        if self.is_done() {
            return false;
        }
        self.look();
        let may_be_both = matches!(link, Link::Comma | Link::Else);
        if may_be_both && self.here.links & bit(Link::Comma) != 0 {
            let end = self.behind_comma_and_else();
            self.at = end.filter(|_| link == Link::Else).unwrap_or(self.at);
            if end.is_some() {
                return link == Link::Else;
            }
            self.look();
        }
        if self.here.links & bit(link) == 0 {
            return false;
        }
        let wanted = T::from(link);
        let found = self.exact(|term| (term == wanted).then_some(()));
        // `al` is a small word, and the beginning of `Al Mina`; `w` is one, and the beginning of `w przeciwnym razie`.
        let longest = self.here.phrases[..self.here.count].first().map_or(0, |(_, words)| *words);
        let found = found.filter(|(_, words)| *words == longest);
        self.at += found.map_or(0, |(_, words)| words);
        found.is_some()
    }

    /// Where the words behind `, else` begin, if that stands here.
    fn behind_comma_and_else(&mut self) -> Option<usize> {
        let mark = self.at;
        self.at += 1;
        let end = self.link(Link::Else).then_some(self.at);
        self.at = mark;
        end
    }

    /// Passes over words that mean nothing: `please`, `thanks`.
    pub fn skip_fillers(&mut self) {
        while self.link(Link::Filler) {}
    }

    /// Whether a small word stands here.
    pub fn sees(&mut self, link: Link) -> bool {
        let mark = self.at;
        let found = self.link(link);
        self.at = mark;
        found
    }

    /// Takes a number if one stands here, in digits or as a word.
    pub fn number(&mut self) -> Option<u32> {
        if self.word().starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.word().parse().ok()?;
            self.at += 1;
            return Some(number);
        }
        self.number_word()
    }

    fn number_word(&mut self) -> Option<u32> {
        if self.is_done() {
            return None;
        }
        self.look();
        if Link::NUMBERS.iter().all(|link| self.here.links & bit(*link) == 0) {
            return None;
        }
        (1..).zip(Link::NUMBERS).find(|(_, link)| self.link(*link)).map(|(number, _)| number)
    }

    /// Takes a number, or says that one is missing.
    pub fn need_number(&mut self) -> Result<u32, Slip> {
        self.number().ok_or_else(|| self.slip("number"))
    }

    /// Takes a word that is the same in every language, such as a key of a file format, if it stands here.
    pub fn literal(&mut self, key: &str) -> bool {
        let words = key.split(' ').count();
        let found = !self.is_done() && self.line.text(self.at..self.at + words) == key;
        if found {
            self.at += words;
        }
        found
    }

    /// Takes one of several such words, or says which was probably meant.
    pub fn one_of<'k>(&mut self, what: &'static str, keys: &[&'k str]) -> Result<&'k str, Slip> {
        if let Some(key) = keys.iter().find(|key| self.literal(key)) {
            return Ok(key);
        }
        let mut slip = self.slip(what);
        slip.meant = nearest(self.word(), keys).map(String::from);
        Err(slip)
    }

    /// Something else was expected here.
    pub fn slip(&self, what: &'static str) -> Slip {
        self.slip_among(what, |_| None::<()>)
    }

    fn slip_among<R>(&self, what: &'static str, want: impl Fn(T) -> Option<R>) -> Slip {
        let end = (self.at + 1).min(self.line.tokens().len());
        let mut slip = Slip { tokens: self.at..end, what, meant: None, fits: Vec::new() };
        if !self.suggests || slip.tokens.is_empty() {
            return slip;
        }
        let word = self.word();
        if word.len() >= 3 && self.lexicon.exact(word).is_empty() {
            let mut fits: Vec<T> = self.fitting(1, &want).map(|(_, term)| term).collect();
            fits.sort();
            fits.dedup();
            slip.fits = fits.iter().take(5).map(|term| self.lexicon.name("en", *term).to_string()).collect();
        }
        if slip.fits.is_empty() && word.starts_with(char::is_alphabetic) {
            // A misspelt name may have several words: try the longest piece first.
            let left = self.line.tokens().len() - self.at;
            for words in (1..=left.min(3)).rev() {
                let piece = self.line.text(self.at..self.at + words);
                if !piece.ends_with(char::is_alphanumeric) {
                    continue; // the comma or colon behind a name is no part of it
                }
                if let Some((term, language)) = self.lexicon.nearest(piece, |term| want(term).is_some()) {
                    let name = self.lexicon.name(language, term);
                    // `ave` is one letter from another word for `keep`, and was surely not meant for it.
                    if piece.len() < SURELY_MEANT && strsim::damerau_levenshtein(&name.to_lowercase(), piece) > 2 {
                        continue;
                    }
                    slip.tokens = self.at..self.at + words;
                    slip.meant = Some(name.to_string());
                    break;
                }
            }
        }
        slip
    }
}
