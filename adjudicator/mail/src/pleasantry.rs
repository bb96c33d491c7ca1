//! Salutations and closings: what people write around their orders, and nobody should be told is no order.

use super::expression::fold;
use super::phrases::{List, Phrases};

/// How many words may follow a greeting or a closing on its line.
const WORDS_AFTER: usize = 4;
/// A polite line is no longer, in letters.
const LONGEST_REMARK: usize = 120;
/// How many short lines may stand under the closing: a name, a seat, a place.
const LINES_AFTER_CLOSING: usize = 3;

impl Phrases {
    /// Whether a line is only a salutation or a closing, with a name or two: `Dear all,`, `Ciao`, `Pozdrawiam, Marek`.
    pub fn is_pleasantry(&self, line: &str) -> bool {
        self.is_short(line) || self.is_polite(line)
    }

    /// Whether a line is a salutation or a closing with little behind it.
    fn is_short(&self, line: &str) -> bool {
        self.is_one_of(List::Greeting, line) || self.names_attachment(line) || self.is_closing(line)
    }

    /// Whether a line says nothing but polite things: `Hi referee, nice to be here :)`. Each of its clauses must be one.
    fn is_polite(&self, line: &str) -> bool {
        let is_mark = |c: char| matches!(c, ',' | '.' | '!' | '?' | ':' | '(' | ')' | '-' | '\u{2013}' | '\u{2014}');
        let is_said = |clause: &&str| clause.contains(char::is_alphanumeric);
        let mut clauses = line.split(is_mark).map(str::trim).filter(is_said).peekable();
        let is_harmless = is_harmless(line) && line.chars().count() <= LONGEST_REMARK;
        let is_polite = |clause: &str| self.has(List::Remark, &fold(clause)) || self.is_short(clause);
        is_harmless && clauses.peek().is_some() && clauses.all(is_polite)
    }

    /// Whether a line only says that something is attached.
    pub fn names_attachment(&self, line: &str) -> bool {
        self.is_one_of(List::Attachment, line)
    }

    /// Whether a line is a closing: what stands under it is a name.
    fn is_closing(&self, line: &str) -> bool {
        self.is_one_of(List::Closing, line)
    }

    fn is_one_of(&self, list: List, line: &str) -> bool {
        self.rests(list, &fold(line)).any(|rest| {
            let ends_word = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            ends_word && is_harmless(rest) && rest.split_whitespace().filter(is_word).count() <= WORDS_AFTER
        })
    }

    /// The text with salutations, closings and the name under a closing blanked out; lines keep their numbers.
    pub fn without_pleasantries(&self, text: &str) -> String {
        self.without_pleasantries_but(text, |_| false)
    }

    /// The same, but nothing is taken for a name that means something.
    pub fn without_pleasantries_but(&self, text: &str, means_something: impl Fn(&str) -> bool) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let blank = self.pleasantries(&lines, |i| means_something(lines[i]));
        lines.iter().zip(blank).map(|(line, blank)| if blank { "" } else { line }).collect::<Vec<_>>().join("\n")
    }

    /// Which lines are salutations, closings, or names under a closing.
    pub fn pleasantries(&self, lines: &[&str], mut means_something: impl FnMut(usize) -> bool) -> Vec<bool> {
        let mut found: Vec<bool> = lines.iter().map(|line| self.is_pleasantry(line)).collect();
        let closing = (0..lines.len()).rev().find(|&i| found[i] && self.is_closing(lines[i]));
        if let Some(closing) = closing {
            let mut under: Vec<usize> = (closing + 1..lines.len()).filter(|&i| !lines[i].trim().is_empty()).collect();
            let is_name = |i: &usize| lines[*i].split_whitespace().count() <= 3 && !lines[*i].contains(['>', ':', ';']);
            if under.len() <= LINES_AFTER_CLOSING && under.iter().all(is_name) {
                under.retain(|&i| !means_something(i));
                under.into_iter().for_each(|i| found[i] = true);
            }
        }
        found
    }
}

/// A digit or an arrow is the mark of an order, never of a greeting.
fn is_harmless(text: &str) -> bool {
    !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '>' | '+' | '=' | ';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pleasantries_are_known_and_orders_are_not() {
        let phrases = Phrases::built_in();
        for line in [
            "Dear all,",
            "Hi",
            "Ciao a tutti!",
            "Cześć,",
            "Beste scheidsrechter,",
            "Cheers, Marco",
            "Met vriendelijke groet,",
            "Hi referee, nice to be here :)",
            "Dear referee, my orders (sorry for the delay!!):",
            "Sorry for being late!",
            "Dear referee, here is what I play:",
            "could you please open two tables for tonight:",
            "Goedendag",
            "va bene",
            "OK!",
            "Dzień dobry, przepraszam za spóźnienie!",
            "Buongiorno, scusate il ritardo",
            "Dag allemaal, sorry dat ik laat ben.",
        ] {
            assert!(phrases.is_pleasantry(line), "{line}");
        }
        for line in [
            "move 2 legions Roma -> Sicilia",
            "hire legion",
            "best offer grain 2",
            "build city Roma",
            "",
            "attack Hispania",
            "sorry, I meant: pick gladiator",
            "ok build city Roma",
            "okay: move 2 legions",
            "va bene, costruisci città Roma",
        ] {
            assert!(!phrases.is_pleasantry(line), "{line}");
        }
    }

    #[test]
    fn a_name_under_the_closing_goes_with_it() {
        let text = "Hi all,\nmove 2 legions Roma -> Sicilia\n\nCheers\nMarco Rossi";
        assert_eq!(Phrases::built_in().without_pleasantries(text), "\nmove 2 legions Roma -> Sicilia\n\n\n");
        let text = "Thanks!\nmove 2 legions Roma -> Sicilia\nattack Sicilia";
        assert_eq!(Phrases::built_in().without_pleasantries(text), "\nmove 2 legions Roma -> Sicilia\nattack Sicilia");
        let kept = Phrases::built_in().without_pleasantries_but("Cheers\nMarco\nfinal", |line| line == "final");
        assert_eq!(kept, "\n\nfinal");
    }
}
