//! Reading a letter. It never fails: it returns what was understood and what was not.

use crate::words::{Cursor, Folded, Link, Slip};
use crate::{Choice, Complaint, Condition, Game, Line, Problem};
use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

/// The longest letter that is read, in lines; what follows is not read.
pub const MOST_LINES: usize = 2_000;
/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 2_000;
/// How many problems get a suggestion; a letter of nonsense needs no more.
const MOST_SUGGESTIONS: usize = 20;

/// A letter as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<G: Game> {
    /// Orders for the stage.
    pub lines: Vec<Line<G>>,
    /// Orders given to stand in later stages too.
    pub standing: Vec<Line<G>>,
    /// What was not understood.
    pub problems: Vec<Problem<G::Reason>>,
}

/// Reads the orders of a letter, one or several on each line.
pub fn read<G: Game>(game: &G, text: &str) -> Reading<G> {
    read_suggesting(game, text, MOST_SUGGESTIONS)
}

/// Whether a text is orders from its first word to its last.
pub fn is_understood<G: Game>(game: &G, text: &str) -> bool {
    let reading = read_suggesting(game, text, 0);
    reading.problems.is_empty() && !(reading.lines.is_empty() && reading.standing.is_empty())
}

/// Reads; so many problems get a suggestion.
fn read_suggesting<G: Game>(game: &G, text: &str, suggestions: usize) -> Reading<G> {
    let mut reading = Reading { lines: Vec::new(), standing: Vec::new(), problems: Vec::new() };
    let mut folded = Folded::default();
    for (i, typed) in text.lines().enumerate() {
        let number = i as u32 + 1;
        if i == MOST_LINES || typed.len() > LONGEST_LINE {
            let limit = if i == MOST_LINES { MOST_LINES } else { LONGEST_LINE };
            let piece = typed.chars().take(40).collect();
            reading.problems.push(Problem { line: number, piece, why: Complaint::TooLong { limit }, fix: None });
            if i == MOST_LINES {
                break;
            }
            continue;
        }
        // An answer may come with what it answers, and with a signature.
        if typed.trim_start().starts_with('>') {
            continue;
        }
        if matches!(typed, "-- " | "--") {
            break;
        }
        folded.fold(typed);
        let suggests = reading.problems.len() < suggestions;
        let mut words = Cursor::new(game.lexicon(), &folded, suggests);
        let is_standing = words.link(Link::Always);
        words.link(Link::Colon);
        words.skip_fillers();
        let list = if is_standing { &mut reading.standing } else { &mut reading.lines };
        let first = list.len();
        // The last order that was understood lends its verb to the next, even if it does not count.
        let mut dropped: Option<G::Order> = None;
        // What stands between two semicolons counts only if all of it was understood: half an order may be another order.
        let mut sure = list.len();
        while !words.is_done() {
            let before = dropped.as_ref().or_else(|| list[first..].last().and_then(last_order));
            let (problem, from) = match read_line(game, &mut words, number, before) {
                Ok(line) => {
                    dropped = None;
                    list.push(line);
                    let end = words.mark();
                    words.skip_fillers();
                    let ends = words.link(Link::Semicolon);
                    let goes_on = ends || words.link(Link::Comma) || words.link(Link::And) || words.is_done();
                    words.skip_fillers();
                    if ends {
                        sure = list.len();
                    }
                    if goes_on {
                        continue;
                    }
                    words.back(end);
                    (left_over(typed, &folded, number, &mut words), words.mark())
                }
                Err(slip) => (problem(typed, &folded, number, &slip), slip.tokens.start),
            };
            dropped = list
                .drain(sure..)
                .next_back()
                .and_then(|line| line.choices.into_iter().next_back())
                .map_or(dropped, |choice| Some(choice.order));
            reading.problems.push(problem);
            if !skip_to_semicolon(&mut words, from) {
                break;
            }
        }
    }
    reading
}

fn last_order<G: Game>(line: &Line<G>) -> Option<&G::Order> {
    line.choices.last().map(|choice| &choice.order)
}

/// Words behind an order that are no part of it. The line without them is offered instead.
fn left_over<R, T: Copy + Ord + From<Link>>(
    typed: &str,
    folded: &Folded,
    line: u32,
    words: &mut Cursor<'_, T>,
) -> Problem<R> {
    let start = words.mark();
    let mut end = start;
    while !words.is_done() && !words.sees(Link::Semicolon) {
        end += 1;
        words.back(end);
    }
    words.back(start);
    let place = folded.typed(start..end);
    let mut fixed = String::from(typed[..place.start].trim());
    fixed += &typed[place.end..];
    Problem { line, piece: typed[place].to_string(), why: Complaint::LeftOver, fix: Some(fixed.trim().to_string()) }
}

fn problem<R>(typed: &str, folded: &Folded, line: u32, slip: &Slip) -> Problem<R> {
    let place = folded.typed(slip.tokens.clone());
    let fix = slip.meant.as_ref().map(|meant| {
        let mut fixed = String::from(&typed[..place.start]);
        fixed += meant;
        fixed += &typed[place.end..];
        fixed.trim().to_string()
    });
    // Where something is missing there is no wrong word to show: show the line.
    let piece = if slip.tokens.is_empty() { typed.trim() } else { &typed[place] };
    Problem { line, piece: piece.to_string(), why: slip.complaint(), fix }
}

/// After a mistake the rest of the line may still be good: `nonsense; build city Roma`.
fn skip_to_semicolon<T: Copy + Ord + From<Link>>(words: &mut Cursor<'_, T>, from: usize) -> bool {
    words.back(from.max(words.mark()));
    while !words.is_done() {
        if words.link(Link::Semicolon) {
            return true;
        }
        words.back(words.mark() + 1);
    }
    false
}

/// `[if CONDITION:] ORDER [if CONDITION] [else …]`
fn read_line<G: Game>(
    game: &G,
    words: &mut Cursor<'_, G::Term>,
    number: u32,
    before: Option<&G::Order>,
) -> Result<Line<G>, Slip> {
    let mut choices: Vec<Choice<G>> = Vec::new();
    loop {
        let mut when = None;
        if words.link(Link::If) {
            when = Some(read_condition(game, words, None)?);
            let _ = words.link(Link::Colon) || words.link(Link::Comma) || words.link(Link::Then);
        }
        let before = choices.last().map(|choice| &choice.order).or(before);
        let order = game.read_order(words, before)?;
        let mark = words.mark();
        words.link(Link::Only);
        if words.link(Link::If) {
            let also = read_condition(game, words, Some(&order))?;
            when = Some(match when {
                Some(first) => Condition::All(alloc::vec![first, also]),
                None => also,
            });
        } else {
            words.back(mark);
        }
        choices.push(Choice { when, order });
        if !words.link(Link::Else) {
            return Ok(Line { number, choices });
        }
    }
}

/// `not FACT and FACT or FACT`: `and` binds closer than `or`.
fn read_condition<G: Game>(
    game: &G,
    words: &mut Cursor<'_, G::Term>,
    about: Option<&G::Order>,
) -> Result<Condition<G::Fact>, Slip> {
    let mut any = Vec::new();
    loop {
        let mut all = Vec::new();
        loop {
            let negated = words.link(Link::Not);
            let fact = Condition::Is(game.read_fact(words, about)?);
            all.push(if negated { Condition::Not(Box::new(fact)) } else { fact });
            if !words.link(Link::And) {
                break;
            }
        }
        any.push(one_or(all, Condition::All));
        if !words.link(Link::Or) {
            return Ok(one_or(any, Condition::Any));
        }
    }
}

fn one_or<F>(mut list: Vec<Condition<F>>, join: impl Fn(Vec<Condition<F>>) -> Condition<F>) -> Condition<F> {
    match list.pop() {
        Some(only) if list.is_empty() => only,
        Some(last) => {
            list.push(last);
            join(list)
        }
        None => join(list),
    }
}
