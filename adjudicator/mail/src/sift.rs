//! What in a mail are the player's own words, and what the mailer put there.
//!
//! Lines with quote marks are quoted. Behind a separator (`-----Original Message-----`) or a block of headers
//! (`From: / Sent: / To: / Subject:`) everything is quoted, marks or not. A line `On … wrote:` goes; if no marks follow it, and the
//! player wrote something above it, the rest is quoted too. A signature ends where a quote begins.

use super::expression::fold;
use super::lines::{MailLine, is_mark};
use super::phrases::{List, Phrases};

/// Why lines are not the player's words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// Quoted in the mail that is answered: nobody's answer, and nothing anybody would miss.
    Older,
    /// Below `-- `.
    Signature,
    /// `Sent from my iPhone`.
    Footer,
    /// `On … wrote:`, `-----Original Message-----`, `From: … Sent: …`.
    Separator,
}

/// A line that was put aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub why: Why,
    pub line: String,
}

/// A quoted line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// Its mark, as it was written; none in a quote without marks.
    pub marks: String,
    /// The line without it.
    pub text: String,
}

/// A line and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Written by the player.
    Own(String),
    /// From the mail that is answered.
    Quoted(Quote),
    /// Put aside.
    Aside(LeftOut),
}

impl Piece {
    pub fn text(&self) -> &str {
        match self {
            Piece::Own(text) | Piece::Quoted(Quote { text, .. }) => text,
            Piece::Aside(out) => &out.line,
        }
    }

    /// The line as it stood in the mail, with its quote mark.
    pub fn written(&self) -> String {
        match self {
            Piece::Quoted(Quote { marks, text }) => format!("{marks}{text}"),
            Piece::Own(text) | Piece::Aside(LeftOut { line: text, .. }) => text.clone(),
        }
    }

    /// Why it was put aside.
    pub fn why(&self) -> Option<Why> {
        if let Piece::Aside(out) = self { Some(out.why) } else { None }
    }

    /// Whether it is the mark of a signature as mailers write it, `-- `, and not two dashes that somebody typed.
    pub fn is_mark(&self) -> bool {
        self.why() == Some(Why::Signature) && is_mark(self.text())
    }

    /// Whether the player wrote this line, and it is not blank.
    pub fn is_said(&self) -> bool {
        matches!(self, Piece::Own(text) if !text.trim().is_empty())
    }
}

/// A mail's text, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sifted {
    /// Every line, in its order.
    pub pieces: Vec<Piece>,
}

/// How many lines an attribution may be folded over.
const MOST_FOLDED: usize = 4;

/// Where we are in the mail.
#[derive(Clone, Copy, PartialEq)]
enum Zone {
    Own,
    Signature,
    /// In a quote without marks; there is no way out of it.
    Unmarked,
}

/// Takes a text apart.
pub fn sift(lines: &[MailLine], phrases: &Phrases) -> Sifted {
    let mut sifted = Sifted::default();
    let mut zone = Zone::Own;
    let mut i = 0;
    while i < lines.len() {
        let line = &lines[i];
        i += 1;
        if line.depth > 0 {
            zone = if zone == Zone::Signature { Zone::Own } else { zone };
            // Apple Mail quotes its own "On … wrote:" along with the mail.
            if let Some(count) = attribution(&lines[i - 1..], phrases) {
                sifted.put_aside(Why::Separator, &lines[i - 1..i - 1 + count]);
                i += count - 1;
                continue;
            }
            // What was quoted in the mail that is answered is nobody's answer.
            if line.depth == 1 && zone != Zone::Unmarked {
                sifted.pieces.push(line.quoted());
            } else {
                let text = format!("{}{}", line.marks, line.text);
                sifted.pieces.push(Piece::Aside(LeftOut { why: Why::Older, line: text }));
            }
            continue;
        }
        if zone == Zone::Unmarked {
            sifted.pieces.push(line.quoted());
            continue;
        }
        let here = &lines[i - 1..];
        if let Some(count) = attribution(here, phrases) {
            sifted.put_aside(Why::Separator, &here[..count]);
            i += count - 1;
            let is_marked = next_filled(&lines[i..]).is_none_or(|next| next.depth > 0);
            let is_below_an_answer = sifted.says_something(phrases);
            zone = if is_marked || !is_below_an_answer { Zone::Own } else { Zone::Unmarked };
        } else if let Some(count) = separator(here, phrases) {
            sifted.put_aside(Why::Separator, &here[..count]);
            i += count - 1;
            zone = Zone::Unmarked;
        } else if zone == Zone::Signature || line.text.trim() == "--" {
            sifted.put_aside(Why::Signature, &here[..1]);
            zone = Zone::Signature;
        } else if is_footer(&line.text, phrases) {
            sifted.put_aside(Why::Footer, &here[..1]);
        } else {
            sifted.pieces.push(Piece::Own(line.text.clone()));
        }
    }
    sifted
}

impl MailLine {
    fn quoted(&self) -> Piece {
        Piece::Quoted(Quote { marks: self.marks.clone(), text: self.text.clone() })
    }
}

impl Sifted {
    fn put_aside(&mut self, why: Why, lines: &[MailLine]) {
        self.pieces.extend(lines.iter().map(|line| Piece::Aside(LeftOut { why, line: line.text.clone() })));
    }

    /// What was put aside, without blank lines.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let aside = self.pieces.iter().filter_map(|piece| if let Piece::Aside(out) = piece { Some(out) } else { None });
        let told = aside.filter(|out| out.why != Why::Older && !out.line.trim().is_empty());
        told.map(|out| LeftOut { why: out.why, line: out.line.trim().to_owned() }).collect()
    }

    /// Whether the player wrote anything so far.
    fn says_something(&self, phrases: &Phrases) -> bool {
        let says = |piece: &Piece| matches!(piece, Piece::Own(text) if !text.trim().is_empty() && !phrases.is_pleasantry(text));
        self.pieces.iter().any(says)
    }

    /// The player's own lines, without blank ones at either end.
    pub fn own(&self) -> String {
        joined(self.pieces.iter().filter_map(|piece| if let Piece::Own(text) = piece { Some(text) } else { None }))
    }

    /// The lines of the mail that is answered.
    pub fn quoted(&self) -> String {
        joined(
            self.pieces
                .iter()
                .filter_map(|piece| if let Piece::Quoted(quote) = piece { Some(&quote.text) } else { None }),
        )
    }
}

fn joined<'l>(lines: impl Iterator<Item = &'l String>) -> String {
    let lines: Vec<&str> = lines.map(|line| line.trim_end()).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].join("\n")
}

fn next_filled(lines: &[MailLine]) -> Option<&MailLine> {
    lines.iter().find(|line| !line.text.trim().is_empty())
}

/// How many lines an `On … wrote:` takes here, if it is one. The shortest text that is one wins, so that the player's own line
/// above it is not taken with it.
fn attribution(lines: &[MailLine], phrases: &Phrases) -> Option<usize> {
    let first = lines.first().filter(|line| !line.text.trim().is_empty())?;
    let most = lines
        .iter()
        .take(MOST_FOLDED)
        .take_while(|line| line.depth == first.depth && !line.text.trim().is_empty())
        .count();
    // Most lines are no attribution, and a look for the date tells it cheaply.
    if !lines[..most].iter().any(|line| has_date(&line.text)) {
        return None;
    }
    let fits = |from: usize, to: usize| {
        let together = fold(&lines[from..to].iter().map(|line| line.text.trim()).collect::<Vec<_>>().join(" "));
        has_date(&together) && phrases.has(List::Attribution, &together)
    };
    let count = (1..=most).find(|&count| fits(0, count))?;
    (1..count).all(|from| !fits(from, count)).then_some(count)
}

/// A year or a time stands in every such line, and seldom in prose that ends with "wrote:".
fn has_date(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != ':');
    words.into_iter().any(|word| match word.split_once(':') {
        Some((hour, rest)) => matches!(hour.len(), 1 | 2) && rest.len() >= 2 && rest.as_bytes()[0].is_ascii_digit(),
        None => word.len() == 4 && (word.starts_with("19") || word.starts_with("20")),
    })
}

/// How many lines a separator or a block of headers takes here.
fn separator(lines: &[MailLine], phrases: &Phrases) -> Option<usize> {
    let text = lines.first()?.text.trim();
    if text.is_empty() {
        return None;
    }
    let is_rule = text.chars().count() >= 5 && text.chars().all(|c| matches!(c, '_' | '─' | '-' | '*' | '='));
    if is_rule {
        let blank = lines[1..].iter().take_while(|line| line.depth == 0 && line.text.trim().is_empty()).count();
        return block(&lines[1 + blank..], phrases).map(|count| 1 + blank + count);
    }
    let bare = fold(text);
    let bare = bare.trim_matches(['-', '_', '*', '=', '─', ' ']);
    // Without dashes only a phrase that ends with a colon is one, as Apple Mail writes it.
    let is_dressed = bare.len() < fold(text).len() || bare.ends_with(':');
    if is_dressed && phrases.has(List::Separator, bare) {
        return Some(1 + block(&lines[1..], phrases).unwrap_or(0));
    }
    block(lines, phrases)
}

/// How many lines a block of headers takes: it begins with the sender (or, from GMX, with the date), and has two more labels.
fn block(lines: &[MailLine], phrases: &Phrases) -> Option<usize> {
    let first = phrases.label(&lines.first()?.text)?;
    if first != List::From && first != List::Sent {
        return None;
    }
    let mut found: Vec<List> = Vec::new();
    let mut count = 0;
    for (i, line) in lines.iter().take(12).enumerate() {
        match phrases.label(&line.text) {
            Some(label) if line.depth == 0 => {
                if !found.contains(&label) {
                    found.push(label);
                }
                count = i + 1;
            }
            // A long list of addresses is folded, and paragraphs of HTML have blank lines between them.
            _ if i - count < 2 => {}
            _ => break,
        }
    }
    // A letter that somebody dresses up, `From: Caesar / To: Cleopatra / Subject: grain`, has no date, and no address either.
    let has_address = lines[..count].iter().any(|line| line.text.contains('@'));
    let is_mail = found.contains(&List::Sent) || found.contains(&List::Subject) && has_address;
    (found.len() >= 3 && is_mail && found.contains(&List::From)).then_some(count)
}

fn is_footer(line: &str, phrases: &Phrases) -> bool {
    if line.len() > 500 {
        return false;
    }
    let line = fold(line);
    let line = line.trim_start_matches(['-', '*', '_', ' ', '<']);
    line.chars().count() <= 120 && !line.contains("->") && phrases.has(List::Footer, line)
}

#[cfg(test)]
#[path = "sift_tests.rs"]
mod tests;
