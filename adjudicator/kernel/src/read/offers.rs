//! What is offered instead of a line that was not understood. An offer is copied without much thought, so it must be orders from its
//! first word to its last, hold all that was understood of the line, and drop nothing that may have been an order.

use super::{Reading, Wrong, is_understood, read_row};
use crate::Game;
use crate::words::{Cursor, Folded, Link, Word as _};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::ops::Range;

/// How many slips of one line are mended together.
const MOST_MENDED: usize = 4;

/// Whether an offer is orders from its first word to its last.
pub(super) fn is_whole<G: Game>(game: &G, fix: &str) -> bool {
    is_understood(game, fix)
}

/// Whether something is left for the writer to fill in, as in `stage with CARD`: that is no line to copy, and looks like none.
pub(super) fn has_blank(meant: Option<&str>) -> bool {
    let is_blank = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase());
    meant.is_some_and(|meant| meant.split_whitespace().any(is_blank))
}

/// Looks at the offers for one line when all of it is read: several slips are mended together, and no offer says less than what was
/// understood.
pub(super) fn settle<G: Game>(game: &G, typed: &str, number: u32, reading: &mut Reading<G>, first: usize) {
    let wants = reading.problems[first..].iter().all(|problem| problem.fix.is_none());
    if wants && reading.problems.len() > first {
        reading.problems[first].fix = mended(game, typed);
    }
    let understood = reading.lines.iter().chain(&reading.standing).filter(|line| line.number == number);
    let understood: Vec<G::Order> =
        understood.flat_map(|line| &line.choices).map(|choice| choice.order.clone()).collect();
    for problem in &mut reading.problems[first..] {
        let holds_all = |fix: &String| has_blank(Some(fix)) || holds(game, fix, &understood);
        problem.fix = problem.fix.take().filter(holds_all);
    }
}

/// Whether an offer says no less than what was understood of the line: as many orders, and of those that were understood at most the one
/// that it mends is another.
fn holds<G: Game>(game: &G, fix: &str, understood: &[G::Order]) -> bool {
    let mut offered = Reading { lines: Vec::new(), standing: Vec::new(), problems: Vec::new() };
    let mut folded = Folded::default();
    folded.fold(fix);
    if read_row(game, &folded, 1, false, &mut offered).is_err() {
        return false;
    }
    let orders = || offered.lines.iter().chain(&offered.standing).flat_map(|line| &line.choices);
    let changed = understood.iter().filter(|order| !orders().any(|choice| choice.order == **order)).count();
    orders().count() >= understood.len() && changed <= 1
}

/// A line with all its slips mended, one behind the other.
fn mended<G: Game>(game: &G, typed: &str) -> Option<String> {
    let mut text = typed.trim().to_string();
    let mut folded = Folded::default();
    for _ in 0..=MOST_MENDED {
        let mut reading = Reading { lines: Vec::new(), standing: Vec::new(), problems: Vec::new() };
        folded.fold(&text);
        let Err((wrong, _)) = read_row(game, &folded, 1, true, &mut reading) else {
            return is_understood(game, &text).then_some(text);
        };
        let place = folded.typed(wrong.place());
        let instead = match &wrong {
            Wrong::Slip(slip) if slip.tokens.is_empty() => return None,
            Wrong::Slip(slip) => slip.meant.clone()?,
            Wrong::LeftOver(tokens) if is_idle(game, &folded, tokens.clone()) => String::new(),
            Wrong::LeftOver(_) => return None,
        };
        let before = text[..place.start].to_string();
        let before = if instead.is_empty() { before.trim_end().trim_end_matches(',').to_string() } else { before };
        text = without_empty_brackets(&[before.as_str(), instead.as_str(), &text[place.end..]].concat());
    }
    None
}

/// Whether these words mean nothing to the game, so that a line without them says as much.
fn is_idle<G: Game>(game: &G, line: &Folded, mut tokens: Range<usize>) -> bool {
    let mut words = Cursor::new(game.lexicon(), line, false);
    !binds(game, line, tokens.clone())
        && tokens.all(|at| {
            words.back(at);
            !words.reads(|term| term.begins_order())
        })
}

/// The words that change what the others mean: what is offered instead of a line must not lack one of them.
const BINDING: [Link; 7] = [Link::If, Link::Only, Link::When, Link::Not, Link::Never, Link::Always, Link::Else];

/// Whether one of these tokens binds others.
fn binds<G: Game>(game: &G, line: &Folded, mut tokens: Range<usize>) -> bool {
    let mut words = Cursor::new(game.lexicon(), line, false);
    tokens.any(|at| {
        words.back(at);
        BINDING.iter().any(|link| words.sees(*link))
    })
}

/// A line without the words behind an order that are no part of it; with `else` where somebody wrote `or`. What stands behind a colon
/// is what the order is about, and goes nowhere.
pub(super) fn without_left_over<G: Game>(
    game: &G,
    line: &Folded,
    typed: &str,
    tokens: &Range<usize>,
) -> Option<String> {
    let mut words = Cursor::new(game.lexicon(), line, false);
    words.back(tokens.start);
    if words.sees(Link::Or) {
        let or = line.typed(tokens.start..tokens.start + 1);
        let other = game.lexicon().name("en", Link::Else.into());
        let fix = [&typed[..or.start], other, &typed[or.end..]].concat();
        return Some(fix.trim().to_string()).filter(|fix| is_understood(game, fix));
    }
    if let Some(fix) = with_link_mended(game, line, typed, tokens.start) {
        return Some(fix);
    }
    if words.sees(Link::Colon) || !is_idle(game, line, tokens.clone()) {
        return None;
    }
    let place = line.typed(tokens.clone());
    let without = [typed[..place.start].trim_end(), &typed[place.end..]].concat();
    // Without these words the rest may hang in the air: then what stands before them is offered.
    let before = is_idle(game, line, tokens.end..line.tokens().len()).then(|| typed[..place.start].to_string());
    let offers = [Some(without), before].into_iter().flatten().map(|fix| without_empty_brackets(&fix));
    offers.into_iter().find(|fix| is_understood(game, fix))
}

/// A line in which a small word is misspelt that binds what follows: `build legion Roma wiht tax x3`. Without it the offer would drop
/// what its writer meant to pay, or the way to go.
fn with_link_mended<G: Game>(game: &G, line: &Folded, typed: &str, at: usize) -> Option<String> {
    const BINDS: [Link; 6] = [Link::With, Link::Via, Link::To, Link::From, Link::If, Link::Else];
    let word = line.text(at..at + 1);
    if word.len() < 3 {
        return None;
    }
    let (link, language) = game.lexicon().nearest(word, |term| BINDS.iter().any(|link| term == (*link).into()))?;
    let place = line.typed(at..at + 1);
    let fix = [&typed[..place.start], game.lexicon().name(language, link), &typed[place.end..]].concat();
    Some(fix.trim().to_string()).filter(|fix| is_understood(game, fix))
}

/// `build Stockade (wood from Anna)` without what stands in the brackets has no brackets either.
fn without_empty_brackets(text: &str) -> String {
    let mut text = text.trim().to_string();
    for brackets in ["()", "( )", "[]", "[ ]"] {
        text = text.replace(brackets, "");
    }
    text.trim().trim_end_matches(['(', '[']).trim_end().to_string()
}

/// The order behind words that are none: `I would like to offer wine, grain`. A condition before it is no such word, nor is another
/// order.
pub(super) fn behind_words<G: Game>(game: &G, line: &Folded, typed: &str) -> Option<String> {
    const MOST_WORDS: usize = 10;
    let count = line.tokens().len();
    let mut words = Cursor::new(game.lexicon(), line, false);
    let mut begins = |at: &usize| {
        words.back(*at);
        words.take(|term| term.begins_order().then_some(())).is_some()
    };
    let is_said = |at: &usize| !binds(game, line, 0..*at) && is_idle(game, line, 0..*at);
    let starts = (1..count.min(MOST_WORDS)).filter(|at| begins(at) && is_said(at));
    let mut starts = starts.map(|at| line.typed(at..count).start);
    starts.find_map(|start| {
        typed.get(start..).filter(|rest| is_understood(game, rest)).map(|rest| rest.trim().to_string())
    })
}
