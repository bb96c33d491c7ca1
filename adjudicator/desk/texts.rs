//! Texts in a letter: press, announcements, pages of a diary. A text is its writer's own: it is cut out as it was written, greetings,
//! dashes, lists and all, before anything is read as orders.
//!
//! It goes on to a line `end`; up to there nothing is taken away, not even what looks like a signature or a quote. Without `end` it
//! ends with the letter: before the signature, the mailer's footer, or the quote of an earlier mail. The head of a quoted mail (`On …
//! wrote:`) ends it in any case, since below it stand reports that nobody else may read. A text that begins beside its command,
//! `press to Rome: see you in Sicily`, ends with its paragraph, unless an `end` follows.

use super::reading::table_named;
use super::verb::{Said, Verb, Verbs, Word};
use crate::mail::letter::{Piece, Why};
use crate::mail::phrases::Phrases;
use crate::mail::typography::keyboard;

/// A line that is to be read: a command or an order.
pub struct Row {
    /// Where it stands among the writer's own lines.
    pub number: u32,
    /// The line, in characters of a keyboard; empty if it only greets.
    pub line: String,
    /// The text that belongs to it.
    pub text: Option<Text>,
    /// Whether it looks like a name at the end of the letter: then it is no short form of a command.
    pub is_signature: bool,
}

/// A text that belongs to a command.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    /// What stands beside the command.
    pub beside: String,
    /// The text.
    pub body: String,
    /// Whether its writer said where it ends.
    pub is_ended: bool,
}

/// After two dashes that somebody typed, so few lines at the end of a letter are a signature.
const SIGNATURE: usize = 4;

/// The lines of a letter with their texts. `is_order` says whether a line is, as a whole, an order at this table.
pub fn rows(
    verbs: &Verbs,
    phrases: &Phrases,
    letter: &[Piece],
    is_order: &mut impl FnMut(Option<&str>, &str) -> bool,
    is_name: &impl Fn(&str) -> bool,
) -> Vec<Row> {
    let last = letter.iter().rposition(|piece| matches!(piece, Piece::Own(_)) && !piece.text().trim().is_empty());
    let first = letter.iter().position(|piece| matches!(piece, Piece::Own(_)) && !piece.text().trim().is_empty());
    let mut rows = Vec::new();
    let (mut written, mut means, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    let mut table: Option<String> = None;
    let (mut at, mut number) = (0, 0);
    while let Some(piece) = letter.get(at) {
        at += 1;
        let Piece::Own(own) = piece else { continue };
        number += 1;
        let mut line = keyboard(own);
        // `Hello, draft` greets, and then commands.
        let mut is_order_here = |line: &str| is_order(table.as_deref(), line);
        let behind = behind_greeting(verbs, phrases, &line, &mut is_order_here).map(str::to_owned);
        let own = match &behind {
            Some(behind) => {
                line.clone_from(behind);
                behind_greeting(verbs, phrases, own, &mut is_order_here).unwrap_or(own)
            }
            None => own.as_str(),
        };
        // The writer's own name says nothing; and a capital word at the end, `Lea`, is a name before it is short for `leave`.
        let is_whole = verbs.read(&line).is_some_and(|said| said.in_full) || is_order(table.as_deref(), &line);
        if is_name(&line) && !is_whole {
            line.clear();
        }
        let is_signature = Some(at - 1) == last && first != last && looks_like_name(&line) && !is_whole;
        let said = verbs.read(&line).filter(|_| !is_signature && !is_order(table.as_deref(), &line));
        means.push(said.as_ref().is_some_and(|said| said.in_full) || is_order(table.as_deref(), &line));
        orders.push(is_order(table.as_deref(), &line) || behind.is_some());
        written.push(own);
        let mut row = Row { number, line, text: None, is_signature };
        if let Some(said) = said {
            if said.verb == Verb::Table {
                table = table_named(&said.rest);
            }
            // As it was written, unless the mark of a list stands before the command.
            let rest = verbs.read(own.trim()).filter(|as_written| as_written.verb == said.verb).unwrap_or(said.clone());
            if takes_text(verbs, said.verb, &rest.rest) {
                let mut stops = |line: &str| {
                    let is_command = |said: Said| said.in_full && said.verb != Verb::End;
                    verbs.read(line).is_some_and(is_command) || is_order(table.as_deref(), line)
                };
                let (text, end) = cut(verbs, said.verb, &rest.rest, &letter[at..], &mut stops);
                let own_lines = |pieces: &[Piece]| pieces.iter().filter(|piece| matches!(piece, Piece::Own(_))).count();
                number += own_lines(&letter[at..at + end]) as u32;
                at += end;
                row.text = Some(text);
            }
        }
        rows.push(row);
    }
    let blank = phrases.pleasantries(&written, |i| means[i]);
    for ((row, blank), is_meant) in rows.iter_mut().zip(blank).zip(orders) {
        let greets = !is_meant && (blank || greets_and_tells(phrases, &row.line));
        // `Hi, build city Roma` is no greeting.
        if greets && row.text.is_none() && !holds_order(&row.line, &mut |line| is_order(None, line)) {
            row.line.clear();
        }
    }
    rows
}

/// What stands behind a greeting on its line, if that is a command written out or an order of some words: `Hi all, what if`. A closing
/// word alone is none: `Thanks, fine`.
pub fn behind_greeting<'l>(
    verbs: &Verbs,
    phrases: &Phrases,
    line: &'l str,
    is_order: &mut impl FnMut(&str) -> bool,
) -> Option<&'l str> {
    const MOST_CUTS: usize = 4;
    let is_mark = |c: char| matches!(c, ',' | '!' | ':' | '.' | ';' | '-' | '\u{2013}' | '\u{2014}');
    let marks: Vec<(usize, &str)> = line.match_indices(is_mark).take(MOST_CUTS).collect();
    for (at, mark) in marks {
        let (head, rest) = (&line[..at], line[at + mark.len()..].trim());
        if phrases.is_pleasantry(head) && !phrases.is_pleasantry(rest) {
            let is_command = verbs.read(rest).is_some_and(|said| said.in_full && said.verb != Verb::End);
            if is_command || (rest.contains(' ') && is_order(rest)) {
                return Some(rest);
            }
        }
    }
    // Without a mark between them only what keeps orders from counting, and nothing else: `Hi all draft`.
    let blanks: Vec<usize> = line.match_indices(' ').map(|(at, _)| at).take(MOST_CUTS).collect();
    let holds_back = |rest: &str| {
        let said = verbs.read(rest).filter(|said| said.in_full && said.rest.is_empty());
        said.is_some_and(|said| matches!(said.verb, Verb::Draft | Verb::WhatIf))
    };
    let rests = blanks.into_iter().map(|at| (&line[..at], line[at..].trim()));
    rests.filter(|(head, rest)| holds_back(rest) && phrases.is_pleasantry(head)).map(|(_, rest)| rest).next()
}

/// Whether a line is one word with a capital, as names are.
fn looks_like_name(line: &str) -> bool {
    let word = line.trim().trim_end_matches(['.', ',', '!']);
    !word.contains(char::is_whitespace) && word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic)
}

/// Whether a line greets and then tells something: `Hi there! First time playing by mail :)`.
fn greets_and_tells(phrases: &Phrases, line: &str) -> bool {
    let Some((greeting, rest)) = line.split_once('!') else { return false };
    let is_plain = !rest.contains(|c: char| c.is_ascii_digit() || matches!(c, '>' | '+' | '=' | ';'));
    phrases.is_pleasantry(greeting) && is_plain && rest.split_whitespace().count() > 4
}

/// Whether an order stands at the end of a line.
fn holds_order(line: &str, is_order: &mut impl FnMut(&str) -> bool) -> bool {
    let ends = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).take(8);
    ends.collect::<Vec<_>>().into_iter().any(|at| is_order(line[at..].trim()))
}

/// Which lines of a letter stand in a text whose writer said where it ends: they go to others as they are, and mean nothing to us.
pub fn within_texts(verbs: &Verbs, phrases: &Phrases, letter: &[Piece]) -> Vec<bool> {
    let mut within = vec![false; letter.len()];
    let mut at = 0;
    while let Some(piece) = letter.get(at) {
        at += 1;
        let Piece::Own(own) = piece else { continue };
        let line = keyboard(own);
        let line = behind_greeting(verbs, phrases, &line, &mut |_| false).unwrap_or(line.trim());
        let Some(said) = verbs.read(line) else { continue };
        if takes_text(verbs, said.verb, &said.rest) {
            let mut stops = |line: &str| verbs.read(line).is_some_and(|said| said.in_full && said.verb != Verb::End);
            let (_, end) = cut(verbs, said.verb, &said.rest, &letter[at..], &mut stops);
            if end > 0 && is_end(verbs, letter[at + end - 1].text()) {
                within[at..at + end].fill(true);
                at += end;
            }
        }
    }
    within
}

/// Whether a text belongs to the command. `reply` does only as `reply`, `reply all`: people begin sentences with it.
fn takes_text(verbs: &Verbs, verb: Verb, rest: &str) -> bool {
    let words = || rest.split(':').next().unwrap_or_default().split([' ', ',']).filter(|word| !word.is_empty());
    match verb {
        Verb::Press | Verb::Diary | Verb::Announce | Verb::Note | Verb::Amend => true,
        Verb::Reply => words().all(|word| {
            verbs.without_link(word).is_empty() || matches!(verbs.word(word), Some(Word::All | Word::Anonymous))
        }),
        _ => false,
    }
}

/// Cuts the text of a command out of what follows it; returns how many lines it takes.
fn cut(verbs: &Verbs, verb: Verb, rest: &str, below: &[Piece], stops: &mut impl FnMut(&str) -> bool) -> (Text, usize) {
    let (beside, inline) = split(verb, rest);
    let is_blank = |piece: &Piece| piece.text().trim().is_empty();
    let mut says_more = |piece: &Piece| matches!(piece, Piece::Own(line) if stops(&keyboard(line)));
    let end = end_of(verbs, below, &mut says_more);
    let (last, count, is_ended) = match end {
        // An `end` further down may belong to another text.
        Some(end) if inline.is_empty() || !below[..end].iter().any(&mut says_more) => (end, end + 1, true),
        _ if inline.is_empty() => {
            let last = without_signature(below);
            (last, last, false)
        }
        _ => {
            let mut goes_on = |piece: &Piece| matches!(piece, Piece::Own(_)) && !is_blank(piece) && !says_more(piece);
            let last = below.iter().position(|piece| !goes_on(piece)).unwrap_or(below.len());
            (last, last, true)
        }
    };
    let as_read = |line: String| if verb == Verb::Amend { keyboard(&line) } else { line };
    let lines = below[..last].iter().map(Piece::written);
    let lines: Vec<String> = (!inline.is_empty()).then_some(inline).into_iter().chain(lines).map(as_read).collect();
    (Text { beside, body: trimmed(&lines), is_ended }, count)
}

/// How many lines of a letter are a text that nobody ended: all before its signature, its mailer's footer, or a quote.
fn without_signature(letter: &[Piece]) -> usize {
    let is_filled = |piece: &&Piece| !piece.text().trim().is_empty();
    let mut last = 0;
    while let Some(piece) = letter.get(last) {
        match piece {
            Piece::Own(_) => last += 1,
            _ if piece.why() == Some(Why::Footer) => last += 1,
            _ if piece.why() == Some(Why::Signature) && !piece.is_mark() => {
                let block = letter[last..].iter().take_while(|piece| piece.why() == Some(Why::Signature));
                let (length, filled) = (block.clone().count(), block.filter(is_filled).count());
                if filled <= 1 + SIGNATURE {
                    break;
                }
                last += length;
            }
            _ => break,
        }
    }
    // A footer in the middle of a text is a sentence.
    let is_over = |piece: &Piece| piece.why() == Some(Why::Footer) || piece.text().trim().is_empty();
    letter[..last].iter().rposition(|piece| !is_over(piece)).map_or(0, |last| last + 1)
}

/// The whole of a letter as a text: what its writer wrote, without signature and footer. Lines that are quoted stay if the writer
/// answers between them, and go if the answer stands above them.
pub fn whole(letter: &[Piece]) -> String {
    let separator = letter.iter().position(|piece| piece.why() == Some(Why::Separator));
    let is_above = separator.is_some_and(|at| letter[..at].iter().any(Piece::is_said));
    let first = letter.iter().position(Piece::is_said).unwrap_or(letter.len());
    let last = letter.iter().rposition(Piece::is_said).map_or(first, |last| last + 1);
    let kept = letter[first..last].iter().filter(|piece| match piece {
        Piece::Own(_) => true,
        Piece::Quoted(_) => !is_above,
        Piece::Aside(out) => out.why == Why::Footer,
    });
    trimmed(&kept.map(Piece::written).collect::<Vec<_>>())
}

/// Where a text ends that its writer ended. `fine` is an Italian end and an English word: if another word ends the same text further down,
/// that one was meant.
fn end_of(verbs: &Verbs, below: &[Piece], says_more: &mut impl FnMut(&Piece) -> bool) -> Option<usize> {
    let word = |piece: &Piece| keyboard(piece.text()).to_lowercase();
    let mut end: Option<usize> = None;
    for (at, piece) in below.iter().enumerate() {
        let is_over = end.is_some() && says_more(piece);
        if piece.why() == Some(Why::Separator) || is_over {
            break;
        }
        let is_new = end.is_none_or(|end| word(&below[end]) != word(piece));
        if is_new && !matches!(piece, Piece::Quoted(_)) && is_end(verbs, piece.text()) {
            end = Some(at);
        }
    }
    end
}

/// Whether a line ends a text: nothing stands on it but that, not even a full stop.
pub fn is_end(verbs: &Verbs, line: &str) -> bool {
    let line = keyboard(line);
    let said = verbs.read(&line).filter(|said| said.verb == Verb::End && said.in_full);
    said.is_some_and(|said| said.rest.is_empty()) && line.ends_with(char::is_alphabetic)
}

/// Lines as a text, without blank ones at either end.
pub fn trimmed(lines: &[String]) -> String {
    let is_filled = |line: &String| !line.trim().is_empty();
    let first = lines.iter().position(is_filled).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_filled).map_or(first, |last| last + 1);
    lines[first..last].join("\n")
}

/// What stands beside a command, and the text that begins on the same line: `to Rome, Greece: hello`.
fn split(verb: Verb, rest: &str) -> (String, String) {
    match (verb, rest.split_once(':')) {
        (Verb::Press | Verb::Reply | Verb::Amend, Some((to, text))) => (to.trim().to_owned(), text.trim().to_owned()),
        (Verb::Press | Verb::Reply | Verb::Amend, None) => (rest.to_owned(), String::new()),
        _ => (String::new(), rest.to_owned()),
    }
}
