//! Reading a letter. It never fails: it returns what was understood and what was not.

mod offers;
mod parts;

use self::parts::Fault;
use crate::words::{Cursor, Folded, Link, Slip, Word as _, without_mark};
use crate::{Choice, Complaint, Condition, Game, Language as _, Line, Problem};
use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

/// The longest letter that is read, in lines; what follows is not read.
pub const MOST_LINES: usize = 2_000;
/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 2_000;
/// How many problems get a suggestion; a letter of nonsense needs no more.
const MOST_SUGGESTIONS: usize = 20;
/// How many parts of one line, and how many of a letter, are told and taken out one by one; of a line with more nothing counts.
const MOST_FAULTS: usize = 12;
const MOST_PROBLEMS: usize = 100;

/// A letter as read: lines with alternatives and conditions, plans that stand, and what was not understood.
///
/// ```
/// use tabellarius_kernel::{Files, Listed, read};
/// # use tabellarius_latrones::Latrones;
/// # let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").expect("the game");
/// let letter = "send 2 men to the Appia if White has 3 men else stay\nalways stand\nsend 1 Flamnia";
/// let reading = read(&game, letter);
/// assert_eq!(reading.lines[0].print(&game, "en"), "send 2 Appia if White has 3 men else stay");
/// assert_eq!(reading.standing[0].print(&game, "en"), "stand");
/// let problem = &reading.problems[0];
/// assert_eq!((problem.line, problem.piece.as_str()), (3, "Flamnia"));
/// assert_eq!(problem.fix.as_deref(), Some("send 1 Flaminia"));
/// ```
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
    let mut reading = Reading { lines: Vec::new(), standing: Vec::new(), problems: Vec::new() };
    let mut folded = Folded::default();
    let mut mended = String::new();
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
        match Kind::of(typed) {
            Kind::Quote => continue,
            Kind::Signature => break,
            Kind::Own => {}
        }
        let typed = without_mark(typed);
        folded.fold(typed);
        let Err(_) = read_row(game, &folded, number, false, &mut reading) else { continue };
        let first_problem = reading.problems.len();
        // Something is wrong with it: that part is told and taken out, and the rest is read again.
        mended.clear();
        mended.push_str(typed);
        for faults in 0.. {
            folded.fold(&mended);
            let suggests = reading.problems.len() < MOST_SUGGESTIONS;
            let Err((wrong, order)) = read_row(game, &folded, number, suggests, &mut reading) else { break };
            let place = folded.typed(wrong.place());
            let fault = Fault { order, wrong: wrong.place() };
            let is_last = faults >= MOST_FAULTS || reading.problems.len() >= MOST_PROBLEMS;
            let gone = if is_last { 0..folded.tokens().len() } else { parts::dropped(game, &folded, &fault) };
            let mut problem = wrong.problem(typed, place.clone(), number);
            problem.fix = match &wrong {
                Wrong::Slip(slip) => {
                    problem.fix.filter(|fix| offers::is_whole(game, fix) || offers::has_blank(slip.meant.as_deref()))
                }
                Wrong::LeftOver(tokens) => offers::without_left_over(game, &folded, typed, tokens),
            };
            if suggests && problem.fix.is_none() && order == 0 {
                problem.fix = offers::behind_words(game, &folded, typed);
            }
            reading.problems.push(problem);
            let gone = folded.typed(gone);
            let lost = mended[gone.clone()].trim_matches([',', ';', ' ']);
            if lost.contains([',', ';']) {
                let why = Complaint::Along;
                reading.problems.push(Problem { line: number, piece: lost.to_string(), why, fix: None });
            }
            if is_last || gone.is_empty() {
                break;
            }
            let blank = " ".repeat(gone.len());
            mended.replace_range(gone, &blank);
        }
        if reading.problems.len() > first_problem && reading.problems.len() <= MOST_SUGGESTIONS {
            offers::settle(game, typed, number, &mut reading, first_problem);
        }
        // If nothing of the line counts, that needs no saying of each part.
        if !reading.lines.iter().chain(&reading.standing).any(|line| line.number == number) {
            reading.problems.retain(|problem| problem.line != number || problem.why != Complaint::Along);
        }
    }
    reading
}

/// Reads one line as something else than orders; says what is wrong with it as of a line of a letter.
pub fn phrase<G: Game, T>(
    game: &G,
    typed: &str,
    read: impl FnOnce(&mut Cursor<'_, G::Term>) -> Result<T, Slip>,
) -> Result<T, Problem<G::Reason>> {
    let mut folded = Folded::default();
    folded.fold(typed);
    let mut words = Cursor::new(game.lexicon(), &folded, true);
    let wrong = match read(&mut words) {
        Ok(all) if words.is_done() => return Ok(all),
        Ok(_) => Wrong::LeftOver(words.rest()),
        Err(slip) => Wrong::Slip(slip),
    };
    let place = folded.typed(wrong.place());
    Err(wrong.problem(typed, place, 1))
}

/// Whether a text is orders from its first word to its last.
pub fn is_understood<G: Game>(game: &G, text: &str) -> bool {
    let mut reading = Reading { lines: Vec::new(), standing: Vec::new(), problems: Vec::new() };
    let mut folded = Folded::default();
    for typed in text.lines().take(MOST_LINES) {
        match Kind::of(typed) {
            Kind::Quote => continue,
            Kind::Signature => break,
            Kind::Own => folded.fold(without_mark(typed)),
        }
        if typed.len() > LONGEST_LINE || read_row(game, &folded, 1, false, &mut reading).is_err() {
            return false;
        }
    }
    !(reading.lines.is_empty() && reading.standing.is_empty())
}

/// The words that begin an order, of those that a line begins with in full.
pub fn begun<G: Game>(game: &G, text: &str) -> Vec<G::Term> {
    let mut folded = Folded::default();
    folded.fold(without_mark(text));
    let mut words = Cursor::new(game.lexicon(), &folded, false);
    words.skip_fillers();
    let found = RefCell::new(Vec::new());
    words.reads(|term| {
        if term.begins_order() {
            found.borrow_mut().push(term);
        }
        false
    });
    found.into_inner()
}

/// An answer may come with what it answers, and with a signature.
enum Kind {
    Own,
    Quote,
    Signature,
}

impl Kind {
    fn of(typed: &str) -> Kind {
        match typed {
            "-- " | "--" => Kind::Signature,
            _ if typed.trim_start().starts_with('>') => Kind::Quote,
            _ => Kind::Own,
        }
    }
}

/// What stopped the reading of a line.
enum Wrong {
    /// Something else should stand here.
    Slip(Slip),
    /// These words behind an order are no part of it.
    LeftOver(Range<usize>),
}

impl Wrong {
    /// The wrong tokens.
    fn place(&self) -> Range<usize> {
        match self {
            Wrong::Slip(slip) => slip.tokens.clone(),
            Wrong::LeftOver(tokens) => tokens.clone(),
        }
    }

    /// What the writer is told. `place` is where the wrong words stand in the line as typed.
    fn problem<R>(&self, typed: &str, place: Range<usize>, line: u32) -> Problem<R> {
        let piece = typed[place.clone()].to_string();
        let instead = |meant: &str| {
            let mut fixed = String::from(&typed[..place.start]);
            fixed += meant;
            fixed += &typed[place.end..];
            fixed.trim().to_string()
        };
        match self {
            Wrong::Slip(slip) => {
                // Where something is missing there is no wrong word to show: show the line.
                let piece = if slip.tokens.is_empty() { typed.trim().to_string() } else { piece };
                Problem { line, piece, why: slip.complaint(), fix: slip.meant.as_deref().map(instead) }
            }
            Wrong::LeftOver(_) => Problem { line, piece, why: Complaint::LeftOver, fix: None },
        }
    }
}

/// Reads a line whole, or nothing of it: then says what is wrong, and where the order begins that it is wrong with.
fn read_row<G: Game>(
    game: &G,
    folded: &Folded,
    number: u32,
    suggests: bool,
    reading: &mut Reading<G>,
) -> Result<(), (Wrong, usize)> {
    let mut words = Cursor::new(game.lexicon(), folded, suggests);
    let is_standing = words.link(Link::Always);
    words.link(Link::Colon);
    words.skip_fillers();
    // `and build …` goes on where the line above ended; it is how people write.
    words.link(Link::And);
    words.skip_fillers();
    let list = if is_standing { &mut reading.standing } else { &mut reading.lines };
    let first = list.len();
    while !words.is_done() {
        let order = words.mark();
        let before = list[first..].last().and_then(last_order);
        let wrong = match read_line(game, &mut words, number, before) {
            Ok(line) => {
                list.push(line);
                let end = words.mark();
                words.skip_fillers();
                let goes_on =
                    words.link(Link::Semicolon) || words.link(Link::Comma) || words.link(Link::And) || words.is_done();
                words.skip_fillers();
                if goes_on {
                    continue;
                }
                words.back(end);
                left_over(&mut words)
            }
            Err(slip) => Wrong::Slip(slip),
        };
        list.truncate(first);
        return Err((wrong, order));
    }
    Ok(())
}

fn last_order<G: Game>(line: &Line<G>) -> Option<&G::Order> {
    line.choices.last().map(|choice| &choice.order)
}

/// Words behind an order that are no part of it, up to the next mark.
fn left_over<T: Copy + Ord + From<Link>>(words: &mut Cursor<'_, T>) -> Wrong {
    let start = words.mark();
    let mut end = start;
    while !words.is_done() && !words.sees(Link::Semicolon) && !words.sees(Link::Comma) {
        end += 1;
        words.back(end);
    }
    Wrong::LeftOver(start..end)
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
            let _ = words.link(Link::Colon) || words.link(Link::Comma);
            words.link(Link::Then);
        }
        let before = choices.last().map(|choice| &choice.order).or(before);
        let order = game.language().read_order(words, before)?;
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
            let fact = Condition::Is(game.language().read_fact(words, about)?);
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
