//! What a letter holds: lines with alternatives and conditions.
//!
//! Every order is a plan: it is written before the question it answers comes up. `A else B` gives fallbacks, `if …` guards
//! an alternative, and a line given as standing answers in later stages too.

use crate::fate::{Heard, Said};
use crate::table::Done;
use crate::{Game, Language as _, Refusal, Seat, Viewer};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// A guard in front of an order. It looks at the seat's view, never at the position.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition<F> {
    /// A fact holds.
    Is(F),
    /// Something does not hold.
    Not(Box<Condition<F>>),
    /// All hold.
    All(Vec<Condition<F>>),
    /// At least one holds.
    Any(Vec<Condition<F>>),
}

/// One alternative of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<G: Game> {
    /// The guard, if there is one.
    pub when: Option<Condition<G::Fact>>,
    /// The order itself.
    pub order: G::Order,
}

/// One line of a letter: an order with its fallbacks.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<G: Game> {
    /// Where it stood in the letter, counted from 1.
    pub number: u32,
    /// The alternatives, best first. Never empty.
    pub choices: Vec<Choice<G>>,
}

impl<G: Game> Line<G> {
    /// A line with a single unguarded order.
    pub fn plain(number: u32, order: G::Order) -> Line<G> {
        Line { number, choices: alloc::vec![Choice { when: None, order }] }
    }

    /// The line as the seat would have written it for which all of its orders are, if another seat of the same player is meant.
    pub fn addressed(&self, game: &G, seat: Seat) -> Option<(Seat, Line<G>)> {
        let orders: Option<Vec<(Seat, G::Order)>> =
            self.choices.iter().map(|choice| game.addressee(seat, &choice.order)).collect();
        let orders = orders?;
        let (other, _) = orders.first()?;
        if orders.iter().any(|(one, _)| one != other) {
            return None;
        }
        let other = *other;
        let guards = self.choices.iter().map(|choice| choice.when.clone());
        let choices = guards.zip(orders).map(|(when, (_, order))| Choice { when, order }).collect();
        Some((other, Line { number: self.number, choices }))
    }

    /// What sort of order it begins with.
    pub(crate) fn kind(&self) -> Option<core::mem::Discriminant<G::Order>> {
        self.choices.first().map(|choice| core::mem::discriminant(&choice.order))
    }

    fn is_guarded(&self) -> bool {
        self.choices.iter().all(|choice| choice.when.is_some())
    }

    /// The line in canonical form.
    pub fn print(&self, game: &G, language: &str) -> String {
        let link = |link| game.lexicon().name(language, G::Term::from(link));
        let mut text = String::new();
        for (i, choice) in self.choices.iter().enumerate() {
            if i > 0 {
                text += " ";
                text += link(crate::words::Link::Else);
                text += " ";
            }
            text += &game.print_order(&choice.order, language);
            if let Some(when) = &choice.when {
                text += " ";
                text += link(crate::words::Link::If);
                text += " ";
                text += &print_condition(game, when, language);
            }
        }
        text
    }
}

/// Lines as a letter that reads back to them, each on the line where it stood.
pub fn print_letter<G: Game>(game: &G, lines: &[Line<G>], language: &str) -> String {
    let mut text = String::new();
    let mut row = 1;
    for (i, line) in lines.iter().enumerate() {
        if i > 0 && line.number <= row {
            text += "; ";
        }
        while row < line.number {
            text.push('\n');
            row += 1;
        }
        text += &line.print(game, language);
    }
    text
}

/// What an order says to a question.
pub enum Says<T, R> {
    /// It speaks of something else.
    Nothing,
    /// It answers.
    Yes(T),
    /// It answers, but not everything it wants can be had.
    Partly(T, R),
    /// It means to answer, but the rules forbid that now.
    No(R),
}

/// Says which orders are passed over.
type PassedOver<'a, G> = &'a dyn Fn(&<G as Game>::Order) -> bool;

/// The lines of one letter, as one question hears them.
pub struct Lines<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    lines: &'a [Line<G>],
    view: OnceCell<G::View>,
    refused: &'a mut Vec<Refusal<G>>,
    /// Orders that are passed over: they answer another question.
    passes_over: Option<PassedOver<'a, G>>,
    /// What each line came to, where somebody wants to know.
    heard: Option<&'a mut Vec<Heard<G::Reason>>>,
    /// Whether all that came before is known.
    is_sure: bool,
    /// Whether lines are noted too that were not needed.
    notes_all: bool,
    /// The places of lines that are done with.
    done: Vec<usize>,
}

/// A place in what was noted, to come back to with [`Lines::forget_since`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    refused: usize,
    heard: usize,
}

impl<'a, G: Game> Lines<'a, G> {
    /// The lines of a seat, heard in this position; what cannot be done is noted in `refused`.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        lines: &'a [Line<G>],
        refused: &'a mut Vec<Refusal<G>>,
    ) -> Lines<'a, G> {
        Lines {
            game,
            state,
            seat,
            lines,
            view: OnceCell::new(),
            refused,
            passes_over: None,
            heard: None,
            is_sure: true,
            notes_all: false,
            done: Vec::new(),
        }
    }

    /// Also notes which lines answered or were refused, so that the others can be listed in the end; and whether all that came before is
    /// known.
    pub(crate) fn noting(self, heard: &'a mut Vec<Heard<G::Reason>>, is_sure: bool) -> Lines<'a, G> {
        Lines { heard: Some(heard), is_sure, ..self }
    }

    /// Notes of a line that was not needed, too, which one went before it.
    pub(crate) fn noting_all(self, notes_all: bool) -> Lines<'a, G> {
        Lines { notes_all, ..self }
    }

    /// Passes over some orders.
    pub(crate) fn passing_over(self, orders: PassedOver<'a, G>) -> Lines<'a, G> {
        Lines { passes_over: Some(orders), ..self }
    }

    /// Is deaf to lines of which an alternative was carried out before: what stands behind `else` in them was for the case that it
    /// could not be.
    pub fn leave_out(&mut self, was_done: impl Fn(&G::Order) -> bool) {
        let is_done = |line: &Line<G>| line.choices.iter().any(|choice| was_done(&choice.order));
        self.done = self.lines.iter().enumerate().filter(|(_, line)| is_done(line)).map(|(place, _)| place).collect();
    }

    fn is_heard(&self, order: &G::Order) -> bool {
        self.passes_over.is_none_or(|passes_over| !passes_over(order))
    }

    /// Whether any line speaks of this, whether or not its guard holds.
    pub fn mention(&self, mut about: impl FnMut(&G::Order) -> bool) -> bool {
        let mut orders = self.lines.iter().flat_map(|line| &line.choices).map(|choice| &choice.order);
        orders.any(|order| self.is_heard(order) && about(order))
    }

    /// The orders of each line of which several alternatives speak of this without a condition: the later ones can never be reached.
    pub fn side_by_side(&self, about: impl Fn(&G::Order) -> bool) -> Vec<Vec<&'a G::Order>> {
        let lines = self.lines.iter().map(|line| {
            let plain = line.choices.iter().filter(|choice| choice.when.is_none()).map(|choice| &choice.order);
            plain.filter(|order| self.is_heard(order) && about(order)).collect::<Vec<_>>()
        });
        lines.filter(|orders| orders.len() > 1).collect()
    }

    /// The first line that answers. Lines that are guarded throughout go before the others: a guard marks the special case.
    pub fn first<T>(&mut self, says: impl Fn(&G::Order) -> Says<T, G::Reason>) -> Option<T> {
        let lines = self.lines;
        let guarded = lines.iter().enumerate().filter(|(_, line)| line.is_guarded());
        let plain = lines.iter().enumerate().filter(|(_, line)| !line.is_guarded());
        let mut in_order = guarded.chain(plain);
        let found = in_order.find_map(|line| Some((line.0, self.try_line(line, &mut &says)?)));
        let (place, answer) = found?;
        if self.notes_all {
            in_order.for_each(|line| self.note_overtaken(line, place, &says));
        }
        Some(answer)
    }

    /// Every line in the order in which they were written; of each line the first alternative that answers.
    pub fn each<T>(&mut self, mut says: impl FnMut(&G::Order) -> Says<T, G::Reason>) -> Vec<T> {
        let lines = self.lines;
        lines.iter().enumerate().filter_map(|line| self.try_line(line, &mut says)).collect()
    }

    /// Where the notes end now.
    pub fn mark(&self) -> Mark {
        Mark { refused: self.refused.len(), heard: self.heard.as_ref().map_or(0, |heard| heard.len()) }
    }

    /// How many orders were refused since a mark.
    pub fn refusals_since(&self, mark: Mark) -> usize {
        let since = self.refused.iter().skip(mark.refused);
        since.filter(|refusal| refusal.done != Done::Otherwise).count()
    }

    /// Forgets what was noted since a mark: the question is about to try the same lines in another way.
    pub fn forget_since(&mut self, mark: Mark) {
        let now = self.mark();
        self.forget_between(mark, now);
    }

    /// Forgets what was noted in an earlier try, now that a better one was found.
    pub fn forget_between(&mut self, from: Mark, to: Mark) {
        self.refused.drain(from.refused..to.refused);
        if let Some(heard) = &mut self.heard {
            heard.drain(from.heard..to.heard);
        }
    }

    fn note(&mut self, place: usize, choice: usize, said: Said<G::Reason>) {
        if let Some(heard) = &mut self.heard {
            heard.push(Heard { seat: self.seat, place, choice, said, is_sure: self.is_sure });
        }
    }

    /// Notes that a line would have answered too, had not another one.
    fn note_overtaken<T>(
        &mut self,
        (place, line): (usize, &Line<G>),
        by: usize,
        says: &impl Fn(&G::Order) -> Says<T, G::Reason>,
    ) {
        if self.done.contains(&place) {
            return;
        }
        let speaks = |choice: &Choice<G>| self.is_heard(&choice.order) && !matches!(says(&choice.order), Says::Nothing);
        let found = line.choices.iter().position(speaks);
        if let Some(choice) = found {
            self.note(place, choice, Said::Overtaken(by));
        }
    }

    fn try_line<T>(
        &mut self,
        (place, line): (usize, &Line<G>),
        says: &mut impl FnMut(&G::Order) -> Says<T, G::Reason>,
    ) -> Option<T> {
        if self.done.contains(&place) {
            return None;
        }
        let before = self.refused.len();
        for (number, choice) in line.choices.iter().enumerate() {
            if !self.is_heard(&choice.order) {
                continue;
            }
            if !choice.when.as_ref().is_none_or(|when| self.holds(when)) {
                self.note(place, number, Said::Guarded);
                continue;
            }
            let said = says(&choice.order);
            if matches!(said, Says::Yes(_) | Says::Partly(..)) {
                // Its writer has said what shall be done in place of what failed before.
                self.refused[before..].iter_mut().for_each(|refusal| refusal.done = Done::Otherwise);
            }
            let (answer, refusal) = match said {
                Says::Nothing => continue,
                Says::Yes(answer) => (Some(answer), None),
                Says::Partly(answer, reason) => (Some(answer), Some((reason, Done::Part))),
                Says::No(reason) => (None, Some((reason, Done::Nothing))),
            };
            let said = match refusal {
                None => Said::Yes,
                Some((reason, done)) => {
                    let is_foreseen = done == Done::Nothing && self.shrugs(line, says);
                    if !is_foreseen {
                        let (order, reason) = (choice.order.clone(), reason.clone());
                        self.refused.push(Refusal { seat: self.seat, line: line.number, order, reason, done });
                    }
                    match done {
                        Done::Part => Said::Partly(reason),
                        _ if is_foreseen => Said::Foreseen(reason),
                        _ => Said::No(reason),
                    }
                }
            };
            self.note(place, number, said);
            if answer.is_some() {
                return answer;
            }
        }
        None
    }

    /// Whether a line ends with `else nothing`: its writer has foreseen that nothing may come of it, and need not be told why. An
    /// alternative that answers, such as to stay, is no such word.
    fn shrugs<T>(&self, line: &Line<G>, says: &mut impl FnMut(&G::Order) -> Says<T, G::Reason>) -> bool {
        let Some((last, [_, ..])) = line.choices.split_last() else { return false };
        self.game.is_abstention(&last.order) && matches!(says(&last.order), Says::Nothing)
    }

    /// Whether a guard holds in what the seat can see now.
    pub fn holds(&self, condition: &Condition<G::Fact>) -> bool {
        match condition {
            Condition::Is(fact) => {
                let view = self.view.get_or_init(|| self.game.view(self.state, Viewer::Seat(self.seat)));
                self.game.holds(fact, view)
            }
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(all) => all.iter().all(|one| self.holds(one)),
            Condition::Any(any) => any.iter().any(|one| self.holds(one)),
        }
    }
}

/// A condition as text that reads back to itself.
pub fn print_condition<G: Game>(game: &G, condition: &Condition<G::Fact>, language: &str) -> String {
    use crate::words::Link;
    let link = |link| game.lexicon().name(language, G::Term::from(link));
    let join = |all: &[Condition<G::Fact>], word: Link| {
        let mut text = String::new();
        for (i, one) in all.iter().enumerate() {
            if i > 0 {
                text += " ";
                text += link(word);
                text += " ";
            }
            text += &print_condition(game, one, language);
        }
        text
    };
    match condition {
        Condition::Is(fact) => game.language().print_fact(fact, language),
        Condition::Not(inner) => {
            let mut text = String::from(link(Link::Not));
            text += " ";
            text += &print_condition(game, inner, language);
            text
        }
        Condition::All(all) => join(all, Link::And),
        Condition::Any(any) => join(any, Link::Or),
    }
}
