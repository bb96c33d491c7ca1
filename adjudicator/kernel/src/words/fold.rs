//! Folding: what a player typed, without case, accents, odd dashes and arrows.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A word, a number or a mark of a folded line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Where it starts in the folded text.
    pub start: u32,
    /// Where it ends in the folded text.
    pub end: u32,
    /// Where it starts in the line as typed.
    pub typed_start: u32,
    /// Where it ends in the line as typed.
    pub typed_end: u32,
}

/// A line in lower case and plain letters, its tokens separated by single spaces.
///
/// Because of the single spaces, the text of several tokens in a row is a slice of the whole.
#[derive(Default, Debug)]
pub struct Folded {
    text: String,
    tokens: Vec<Token>,
    /// The line as typed, but its plain letters small.
    small: String,
}

/// Words that lose their vowel before another, and the vowel. `all` must not stay: it means everything in English.
const ELIDED: [(&str, &str); 7] =
    [("l", "o"), ("d", "i"), ("un", "a"), ("dell", "o"), ("dall", "o"), ("all", "o"), ("nell", "o")];

fn is_vowel(c: char) -> bool {
    "aeiouàáèéìíòóùúh".contains(c)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Letter,
    Digit,
}

impl Folded {
    /// Folds a line, reusing the memory of the last one.
    pub fn fold(&mut self, line: &str) {
        self.text.clear();
        self.tokens.clear();
        self.text.reserve(line.len().max(120));
        self.tokens.reserve(24);
        let mut small = core::mem::take(&mut self.small);
        small.clear();
        small.push_str(line);
        small.make_ascii_lowercase();
        self.fold_small(&small);
        self.small = small;
    }

    fn fold_small(&mut self, line: &str) {
        let mut word: Option<Kind> = None;
        let mut at = 0;
        loop {
            // The common case in one go: a run of plain letters, then a blank.
            let run = plain_letters(&line.as_bytes()[at..]);
            if run > 0 {
                self.letters(&mut word, &line[at..at + run], at);
                at += run;
            }
            let mark = match line.as_bytes().get(at) {
                Some(b' ') => "",
                Some(b',') => ",",
                Some(b'+') => "+",
                Some(b':') => ":",
                Some(b';') => ";",
                None => break,
                Some(_) => "other",
            };
            if mark.len() < 2 {
                word = None;
                if !mark.is_empty() {
                    self.mark(mark, at, at + 1);
                }
                at += 1;
                continue;
            }
            let mut rest = line[at..].chars();
            let Some(c) = rest.next() else { break };
            let end = at + c.len_utf8();
            let next = rest.next();
            match c {
                '0'..='9' => self.letter(&mut word, c, at, end),
                '\'' | '’' | '`' | '´' if word == Some(Kind::Letter) => {
                    if next.is_some_and(is_vowel) && self.restore_elided() {
                        word = None;
                    }
                }
                '#' => break,
                '-' | '=' | '–' | '—' | '−' | '‐' | '‑' => {
                    let inside = word.take().is_some() && next.is_some_and(char::is_alphanumeric);
                    if next == Some('>') {
                        self.mark("->", at, end + 1);
                        at = end + 1;
                        continue;
                    } else if next.is_some_and(|c| matches!(c, '-' | '=' | '–')) || inside || self.tokens.is_empty() {
                        // A long arrow goes on; a hyphen joins two words; a bullet means nothing.
                    } else if c != '=' {
                        self.mark("->", at, end);
                    }
                }
                '→' | '⇒' | '➔' | '➜' | '➝' | '⟶' | '›' => {
                    word = None;
                    self.mark("->", at, end);
                }
                '&' | '/' => {
                    word = None;
                    self.mark(if c == '&' { "+" } else { "/" }, at, end);
                }
                '×' => self.letter(&mut word, 'x', at, end),
                _ if c.is_ascii() => word = None,
                _ => match deunicode::deunicode_char(c) {
                    Some(plain) if c.is_alphanumeric() => {
                        for c in plain.chars().filter(char::is_ascii_alphanumeric) {
                            self.letter(&mut word, c.to_ascii_lowercase(), at, end);
                        }
                    }
                    // Combining accents vanish inside a word; all else separates words.
                    Some("") => {}
                    _ => word = None,
                },
            }
            at = end;
        }
    }

    fn letters(&mut self, word: &mut Option<Kind>, run: &str, at: usize) {
        if *word != Some(Kind::Letter) {
            *word = Some(Kind::Letter);
            self.begin(at, at);
        }
        self.text.push_str(run);
        if let Some(last) = self.tokens.last_mut() {
            last.end = self.text.len() as u32;
            last.typed_end = (at + run.len()) as u32;
        }
    }

    fn letter(&mut self, word: &mut Option<Kind>, c: char, at: usize, end: usize) {
        let kind = if c.is_ascii_digit() { Kind::Digit } else { Kind::Letter };
        if *word == Some(kind) {
            self.text.push(c);
            if let Some(last) = self.tokens.last_mut() {
                last.end = self.text.len() as u32;
                last.typed_end = end as u32;
            }
        } else {
            *word = Some(kind);
            self.begin(at, end);
            self.text.push(c);
            self.finish();
        }
    }

    /// Gives an elided article its vowel back, if the last word is one: `dall'Egitto` is read as `dallo Egitto`.
    fn restore_elided(&mut self) -> bool {
        let Some(last) = self.tokens.last_mut() else { return false };
        let word = &self.text[last.start as usize..];
        let Some((_, vowel)) = ELIDED.iter().find(|(elided, _)| *elided == word) else { return false };
        self.text.push_str(vowel);
        last.end = self.text.len() as u32;
        true
    }

    fn mark(&mut self, mark: &str, at: usize, end: usize) {
        self.begin(at, end);
        self.text.push_str(mark);
        self.finish();
    }

    fn begin(&mut self, at: usize, end: usize) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let start = self.text.len() as u32;
        self.tokens.push(Token { start, end: start, typed_start: at as u32, typed_end: end as u32 });
    }

    fn finish(&mut self) {
        if let Some(last) = self.tokens.last_mut() {
            last.end = self.text.len() as u32;
        }
    }

    /// The tokens.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The folded text of some tokens in a row.
    pub fn text(&self, tokens: Range<usize>) -> &str {
        match (self.tokens.get(tokens.start), self.tokens.get(tokens.end.wrapping_sub(1))) {
            (Some(first), Some(last)) if tokens.start < tokens.end => {
                &self.text[first.start as usize..last.end as usize]
            }
            _ => "",
        }
    }

    /// Where some tokens in a row stand in the line as typed.
    pub fn typed(&self, tokens: Range<usize>) -> Range<usize> {
        match (self.tokens.get(tokens.start), self.tokens.get(tokens.end.wrapping_sub(1))) {
            (Some(first), Some(last)) if tokens.start < tokens.end => {
                first.typed_start as usize..last.typed_end as usize
            }
            _ => {
                let end = self.tokens.last().map_or(0, |last| last.typed_end as usize);
                end..end
            }
        }
    }
}

/// How many small plain letters these bytes begin with.
fn plain_letters(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(bytes.len())
}

/// A line without the mark that it has as one of a list: `1. build …`, `2) …`, `b) …`, `- …`, `* …`.
pub fn without_mark(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let begun = rest;
        rest = rest.trim_start_matches([
            '-', '*', '\u{2022}', '\u{25e6}', '\u{25aa}', '\u{2013}', '\u{b7}', ' ', '\t', '\u{a0}',
        ]);
        let inner = rest.strip_prefix('(').unwrap_or(rest);
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        let name = if digits > 0 { digits } else { usize::from(inner.starts_with(|c: char| c.is_ascii_alphabetic())) };
        if (1..=3).contains(&name)
            && let Some(after) = inner[name..].strip_prefix(['.', ')'])
            && (after.starts_with(char::is_whitespace) || digits > 0 && after.starts_with(char::is_alphabetic))
        {
            rest = after.trim_start();
        }
        if rest.len() == begun.len() {
            // An arrow or a long dash at the beginning is no mark of a list.
            return if rest.starts_with('>') { line } else { rest };
        }
    }
}

/// The folded form of a name, for a dictionary.
pub fn folded(name: &str) -> String {
    let mut line = Folded::default();
    line.fold(name);
    line.text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        assert_eq!(folded(typed), expected, "{typed}");
    }

    #[test]
    fn case_accents_and_odd_signs_do_not_matter() {
        check("Move 2 LEGIONS Carthago→Syracusae", "move 2 legions carthago -> syracusae");
        check("move trireme Roma — Mare Tyrrhenum", "move trireme roma -> mare tyrrhenum");
        check("- build caravan Carthago (fruit)", "build caravan carthago fruit");
        check("Wpływ: Świątynia Łódź\u{a0}x2", "wplyw : swiatynia lodz x 2");
        check("julius-caesar; Helen’s", "julius caesar ; helens");
        check("3legions ×2 # a comment", "3 legions x 2");
        check(
            "l'oro dall’Egitto all'Armenia, un'offerta d'olio",
            "lo oro dallo egitto allo armenia , una offerta di olio",
        );
        check("I'd all's don't O'Neill", "id alls dont oneill");
        check("fish+grain & oil", "fish + grain + oil");
        check("Roma ==> Ostia --> Capua", "roma -> ostia -> capua");
        check("", "");
    }

    #[test]
    fn marks_of_lists_are_no_part_of_a_line() {
        for typed in [
            "1. build X",
            " 2) build X",
            "- build X",
            "* build X",
            "b) build X",
            "(3) build X",
            "• 1. build X",
            "1.build X",
        ] {
            assert_eq!(without_mark(typed), "build X");
        }
        for typed in ["2 legions X", "x2 legions", "1.5 talents", "a legion X", "-> X", "U.S. ships", "", "3"] {
            assert_eq!(without_mark(typed), typed);
        }
    }

    #[test]
    fn pieces_are_found_again_in_what_was_typed() {
        let typed = "  offer Grän, Öl";
        let mut line = Folded::default();
        line.fold(typed);
        assert_eq!(line.text(1..4), "gran , ol");
        assert_eq!(&typed[line.typed(1..2)], "Grän");
        assert_eq!(&typed[line.typed(1..4)], "Grän, Öl");
        assert_eq!(line.typed(9..9), typed.len()..typed.len());
    }
}
