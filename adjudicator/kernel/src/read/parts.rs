//! Which part of a line goes when something in it is not understood.
//!
//! `build caravan Roma, fnord, market Roma` loses `fnord` and nothing else. Two laws decide how much goes with it. *What is left
//! must be said by the writer's own words*: a part whose verb is not known takes along what may hang on that verb, and a
//! part that is payed, guarded, routed or named together with others takes those along (`with`, `if`, `via`, `:`). And *a fallback
//! never becomes a first choice*: behind a bad alternative nothing more is read of that order.

use crate::Game;
use crate::words::{Cursor, Folded, Link, Word};
use core::ops::Range;

/// Where reading a line stopped.
pub(super) struct Fault {
    /// The first token of the order that was being read.
    pub order: usize,
    /// The wrong tokens.
    pub wrong: Range<usize>,
}

/// What binds the parts of an order together: without it, what is left would be another order.
const BONDS: [Link; 5] = [Link::If, Link::Only, Link::When, Link::With, Link::Via];

/// The tokens that do not count because of a fault.
pub(super) fn dropped<G: Game>(game: &G, line: &Folded, fault: &Fault) -> Range<usize> {
    Row { words: Cursor::new(game.lexicon(), line, false), count: line.tokens().len() }.dropped(fault)
}

struct Row<'a, T: Word> {
    words: Cursor<'a, T>,
    count: usize,
}

impl<T: Word> Row<'_, T> {
    fn dropped(&mut self, fault: &Fault) -> Range<usize> {
        let wrong = fault.wrong.start;
        let order = self.order_of(fault.order);
        let end = self.find(wrong, Row::separates).unwrap_or(self.count);
        // A bad alternative goes with all that follow it.
        let other = (order..wrong).rev().find(|at| self.sees(*at, Link::Else));
        if let Some(other) = other {
            return other..self.end_of_group(end);
        }
        if self.sees(fault.order, Link::If) {
            // Whatever stands behind a bad guard was meant to be guarded.
            let end = self.find(end, Row::ends).unwrap_or(self.count);
            return self.with_separator(order, end);
        }
        let bonds = BONDS.iter().chain([&Link::Else]);
        let is_bound = (order..end).any(|at| bonds.clone().any(|bond| self.sees(at, *bond)));
        let joins = |row: &mut Self, at: usize| row.separates(at) || row.sees(at, Link::And);
        let part = (order..wrong).rev().find(|at| joins(self, *at)).map_or(order, |at| at + 1);
        let start = if is_bound { order } else { part };
        let Some(verb_end) = self.verb_end(start) else {
            // Without a verb of its own it is one thing of a list; unless the list itself has no known verb.
            let end = if self.has_verb_before(start) { end } else { self.end_of_group(end) };
            return self.with_separator(start, end);
        };
        if !self.goes_on_without_verb(end) || wrong < verb_end {
            return self.with_separator(start, end);
        }
        // The verb stays for the rest of its list; so does the place that a colon ends.
        let colon = (verb_end..end).rev().find(|at| self.sees(*at, Link::Colon));
        match colon {
            Some(colon) if colon < wrong && !is_bound => colon + 1..end + 1,
            Some(_) => start..self.end_of_group(end),
            None => verb_end..end + 1,
        }
    }

    /// Where an order begins: one that seems to begin with `with`, `via` or `if` may go on with what stands before, as in `build legion
    /// Roma, with tax`.
    fn order_of(&mut self, start: usize) -> usize {
        if start == 0 || !BONDS.iter().any(|bond| self.sees(start, *bond)) || self.ends(start - 1) {
            return start;
        }
        (0..start - 1).rev().find(|at| self.separates(*at) || self.sees(*at, Link::Always)).map_or(0, |at| at + 1)
    }

    /// The range with the separator in front of it, or the one behind it if none is in front.
    fn with_separator(&mut self, start: usize, end: usize) -> Range<usize> {
        let joins = start > 0 && (self.separates(start - 1) || self.sees(start - 1, Link::And));
        if joins && !self.ends(start - 1) { start - 1..end } else { start..(end + 1).min(self.count) }
    }

    /// The first place from here on that is of a kind.
    fn find(&mut self, from: usize, is: impl Fn(&mut Self, usize) -> bool) -> Option<usize> {
        (from..self.count).find(|at| is(self, *at))
    }

    /// Where the last part ends that hangs on the verb of the part that ends here.
    fn end_of_group(&mut self, mut end: usize) -> usize {
        while end < self.count && !self.ends(end) && self.verb_end(end + 1).is_none() {
            end = self.find(end + 1, Row::separates).unwrap_or(self.count);
        }
        end
    }

    /// Whether the part that ends here is followed by one that needs its verb.
    fn goes_on_without_verb(&mut self, end: usize) -> bool {
        end + 1 < self.count && self.verb_end(end + 1).is_none()
    }

    /// Whether a part before this one has a verb.
    fn has_verb_before(&mut self, start: usize) -> bool {
        (0..start).any(|at| (at == 0 || self.separates(at - 1) || self.opens(at - 1)) && self.verb_end(at).is_some())
    }

    /// Where the verb ends that a part begins with, if it does: `build …`, `Green: build …`.
    fn verb_end(&mut self, start: usize) -> Option<usize> {
        for at in [start, start + 2] {
            if at > start && !self.sees(start + 1, Link::Colon) {
                break;
            }
            self.words.back(at);
            self.words.skip_fillers();
            if self.words.is_done() {
                break;
            }
            if [Link::Nothing, Link::Never].iter().any(|link| self.words.link(*link))
                || self.words.take(|term| term.begins_order().then_some(())).is_some()
            {
                return Some(self.words.mark());
            }
        }
        None
    }

    /// Whether this mark ends a part of a list.
    fn separates(&mut self, at: usize) -> bool {
        self.sees(at, Link::Comma) || self.ends(at)
    }

    /// Whether this mark ends a list.
    fn ends(&mut self, at: usize) -> bool {
        self.sees(at, Link::Semicolon)
    }

    /// Whether an order may begin behind this word.
    fn opens(&mut self, at: usize) -> bool {
        [Link::Always, Link::Colon, Link::Then, Link::And].iter().any(|link| self.sees(at, *link))
    }

    fn sees(&mut self, at: usize, link: Link) -> bool {
        self.words.back(at);
        at < self.count && self.words.sees(link)
    }
}
