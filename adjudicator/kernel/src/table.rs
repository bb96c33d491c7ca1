//! The table at which the rules run: one way to ask, one way to roll, one way to tell.

use crate::fate::{Heard, Said};
use crate::stage::Book;
use crate::{Chance, Game, Lines, Open, Question, Seat, Seats, dice};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};
use rand::RngExt as _;
use serde::Serialize;

/// What a rule returns: its result, or the news that the run has stopped because an answer is missing.
pub type Play<T = ()> = Result<T, Stop>;

/// The run cannot go on before somebody has answered. The open questions are noted at the table.
#[derive(Debug)]
#[must_use]
pub struct Stop;

/// Who is told of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody, observers included.
    All,
    /// These seats and the moderator.
    Only(Seats),
}

impl Audience {
    /// Nobody but the moderator, as long as the game lasts.
    pub const NOBODY: Audience = Audience::Only(Seats::NONE);

    /// Whether this viewer is told.
    pub fn hears(self, viewer: crate::Viewer) -> bool {
        match (self, viewer) {
            (Audience::All, _) | (_, crate::Viewer::Moderator) => true,
            (Audience::Only(seats), crate::Viewer::Seat(seat)) => seats.contains(seat),
            (Audience::Only(_), crate::Viewer::Observer) => false,
        }
    }
}

/// An event with its audience.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told<E> {
    /// Who is told.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// A hidden thing that was shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Revealed {
    /// Who saw it.
    pub audience: Audience,
    /// What, in any form that tells two things apart.
    pub what: Vec<u8>,
    /// How much had been told by then.
    pub told: usize,
}

/// A roll with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Rolled {
    /// Who may know the faces: whoever may know everything that they decided, and everything that was counted to read them. A draw
    /// from a hidden pile is nobody's, not even of the seat that draws: from the place of its card the pile could be guessed.
    pub audience: Audience,
    /// The name: `turn 4/military/Rome/Cyrene/attack`.
    pub path: String,
    /// What came up.
    pub faces: Vec<u8>,
}

/// An order that could not be carried out, or not all of it, when its time came. Only its own seat learns of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal<G: Game> {
    /// Whose order it was.
    pub seat: Seat,
    /// Its line in the letter.
    pub line: u32,
    /// The order.
    pub order: G::Order,
    /// Why not.
    pub reason: G::Reason,
    /// How much of it was carried out.
    pub done: Done,
}

/// How much of a refused order was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Nothing.
    Nothing,
    /// Another alternative of its line.
    Otherwise,
    /// A part.
    Part,
}

/// Where an answer came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was given in a round that is closed: it stands.
    Sealed,
    /// The seat's letter.
    Letter,
    /// A standing plan.
    Plan,
    /// The rulebook's or our default, because the seat said nothing.
    Default,
    /// Drawn at random, in random play.
    Chance,
}

/// An answer that a run used.
#[derive(Clone, PartialEq, Debug)]
pub struct Used<G: Game> {
    /// Who gave it.
    pub seat: Seat,
    /// To which question.
    pub path: String,
    /// The answer as orders.
    pub orders: Vec<G::Order>,
    /// Where it came from.
    pub origin: Origin,
    /// How much had been told by then.
    pub told: usize,
}

/// Where answers and dice come from in this run.
enum Supply<'a, G: Game> {
    Book(&'a Book<G>),
    Chance(&'a mut Chance),
}

/// Where a stage is played: the rules ask, roll and tell here.
///
/// ```
/// use tabellarius_kernel::rand::SeedableRng as _;
/// use tabellarius_kernel::{Chance, Files, Game, Listed, Table};
/// # use tabellarius_latrones::Latrones;
/// # let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").expect("the game");
/// let mut chance = Chance::seed_from_u64(1);
/// let mut table = Table::with_chance(&game, game.start(), &mut chance);
/// game.resolve(&mut table).expect("random play never waits");
/// assert_eq!(table.state.night, 2);
/// assert!(!table.told().is_empty());
/// ```
pub struct Table<'a, G: Game> {
    /// The game that is played.
    pub game: &'a G,
    /// The position, changed as the rules go on.
    pub state: G::State,
    supply: Supply<'a, G>,
    pub(crate) stage: String,
    scratch: String,
    keeps_trace: bool,
    pub(crate) wanted: Seats,
    pub(crate) decisions: u32,
    pub(crate) told: Vec<Told<G::Event>>,
    pub(crate) open: Vec<Open<G>>,
    pub(crate) refused: Vec<Refusal<G>>,
    /// What the lines of each seat's newest letter came to, each time they were heard.
    pub(crate) heard: Vec<Heard<G::Reason>>,
    /// In an imagined world: what others do.
    guess: Option<Chance>,
    /// In an imagined world: whether something has come to pass by now that its writer cannot know, such as what others do, or dice.
    is_supposed: bool,
    /// In an imagined world: whether the question that is asked now waits in the true one, so that it is sure to be asked. What comes
    /// after it may still hang on what nobody has shown its writer.
    waits_here: bool,
    /// In an imagined world: how many of the questions that wait for its writer were asked there.
    pub(crate) met: usize,
    pub(crate) used: Vec<Used<G>>,
    pub(crate) rolled: Vec<Rolled>,
    pub(crate) shown: Vec<usize>,
    pub(crate) revealed: Vec<Revealed>,
}

impl<'a, G: Game> Table<'a, G> {
    pub(crate) fn with_book(game: &'a G, state: G::State, book: &'a Book<G>) -> Table<'a, G> {
        let stage = game.stage(&state).to_string();
        let mut table = Table::new(game, state, Supply::Book(book));
        table.stage = stage;
        table.heard.reserve(32);
        table.guess = book.imagined.as_ref().and_then(|world| world.guess.clone());
        table.keeps_trace = book.keeps_trace;
        table
    }

    /// A table at which every question is answered and every die rolled by chance: for random play.
    pub fn with_chance(game: &'a G, state: G::State, chance: &'a mut Chance) -> Table<'a, G> {
        Table::new(game, state, Supply::Chance(chance))
    }

    /// Remembers every answer and every roll; to be called before the stage is played. Random play needs no name for what it does
    /// not remember, so only here the stage gets one.
    pub fn keep_trace(&mut self) {
        self.stage = self.game.stage(&self.state).to_string();
        self.keeps_trace = true;
    }

    fn new(game: &'a G, state: G::State, supply: Supply<'a, G>) -> Table<'a, G> {
        Table {
            game,
            stage: String::new(),
            state,
            supply,
            scratch: String::new(),
            keeps_trace: false,
            wanted: Seats::NONE,
            decisions: 0,
            told: Vec::with_capacity(24),
            open: Vec::new(),
            refused: Vec::new(),
            heard: Vec::new(),
            guess: None,
            is_supposed: false,
            waits_here: false,
            met: 0,
            used: Vec::new(),
            rolled: Vec::new(),
            shown: Vec::new(),
            revealed: Vec::new(),
        }
    }

    /// The answers used so far, where a trace is kept.
    pub fn used(&self) -> &[Used<G>] {
        &self.used
    }

    /// What has been told so far.
    pub fn told(&self) -> &[Told<G::Event>] {
        &self.told
    }

    /// Waits for the stage's letters. In the strict pace nobody is waited for here: questions are asked as they come up.
    ///
    /// What happens before this call is published when the stage opens; whatever depends on letters comes after it.
    pub fn gather(&mut self, seats: Seats) -> Play {
        if let Supply::Book(book) = &self.supply
            && book.pace.gathers()
        {
            // What came before has come to pass: its writer has seen as much of it as can be seen.
            self.is_supposed = false;
        }
        match &self.supply {
            Supply::Book(book) if book.pace.gathers() && !book.gathered => {
                self.wanted = seats;
                Err(Stop)
            }
            _ => Ok(()),
        }
    }

    /// Asks one seat. The path names the question within the stage: `pick 7`.
    pub fn ask<Q: Question<G>>(&mut self, seat: Seat, path: impl Display, question: Q) -> Play<Q::Answer> {
        self.answer(seat, &path, &question).ok_or_else(|| self.wait_for(seat, &path, question))
    }

    /// Counts a decision that the rules make for somebody whom nobody plays, for measurements.
    pub fn decided(&mut self) {
        self.decisions += 1;
    }

    /// Notes a question that waits for a letter.
    fn wait_for<Q: Question<G>>(&mut self, seat: Seat, path: &impl Display, question: Q) -> Stop {
        self.open.push(Open::new(seat, full_path(&self.stage, path), question));
        Stop
    }

    /// The answer to a question, unless somebody must be waited for.
    fn answer<Q: Question<G>>(&mut self, seat: Seat, path: &impl Display, question: &Q) -> Option<Q::Answer> {
        if let Some(only) = question.only(self.game) {
            self.note_refusals(seat, question);
            return Some(only);
        }
        self.decisions += 1;
        let (answer, origin) = match &mut self.supply {
            Supply::Chance(chance) => {
                debug_assert_eq!(question.legal(self.game, &question.default(self.game)), Ok(()), "{question:?}");
                debug_assert!(
                    question.choices(self.game).iter().all(|answer| question.legal(self.game, answer).is_ok()),
                    "{question:?}"
                );
                (question.random(self.game, chance), Origin::Chance)
            }
            Supply::Book(book) => {
                let book = *book;
                self.waits_here = book.waits_at(&self.stage, path);
                self.met += usize::from(self.waits_here && book.remembers(seat));
                match self.find(book, seat, path, question) {
                    Some(found) => found,
                    None if let Some(chance) = self.guess.as_mut().filter(|_| book.is_guessed(seat)) => {
                        (question.random(self.game, chance), Origin::Chance)
                    }
                    None if book.takes_default(&full_path(&self.stage, path)) => {
                        (question.default(self.game), Origin::Default)
                    }
                    None => return None,
                }
            }
        };
        debug_assert_eq!(question.legal(self.game, &answer), Ok(()), "{question:?}");
        if let Supply::Book(book) = &self.supply {
            self.is_supposed |= origin != Origin::Sealed && book.is_supposed(seat);
        }
        if self.keeps_trace && self.remembers(seat) {
            let orders = question.orders(self.game, &answer);
            let told = self.told.len();
            self.used.push(Used { seat, path: full_path(&self.stage, path), orders, origin, told });
        }
        Some(answer)
    }

    fn remembers(&self, seat: Seat) -> bool {
        match &self.supply {
            Supply::Book(book) => book.remembers(seat),
            Supply::Chance(_) => true,
        }
    }

    /// Nobody is asked where there is only one answer, but an order that wants another one must not vanish without a word.
    fn note_refusals<Q: Question<G>>(&mut self, seat: Seat, question: &Q) {
        let Supply::Book(book) = &self.supply else { return };
        if let Some(sheet) = book.sheets(seat).last() {
            let mark = self.heard.len();
            let lines = Lines::new(self.game, &self.state, seat, sheet, &mut self.refused);
            let lines = lines.noting(&mut self.heard, !self.is_supposed).noting_all(book.notes_all);
            let answer = question.hear(self.game, &mut { lines });
            settle(self.game, &mut self.heard, mark, question, answer.as_ref());
        }
    }

    /// Asks several seats at once, so that all open questions go out together.
    pub fn ask_all<Q: Question<G>>(
        &mut self,
        seats: Seats,
        path: &str,
        question: impl Fn(&G::State, Seat) -> Q,
    ) -> Play<Vec<(Seat, Q::Answer)>> {
        let mut answers = Vec::with_capacity(seats.len());
        let mut stopped = None;
        // What others answer to the same question comes before nobody's answer to it.
        let (before, mut after) = (self.is_supposed, self.is_supposed);
        for seat in seats.iter() {
            self.is_supposed = before;
            let question = question(&self.state, seat);
            let name = self.game.seat_key(seat);
            let path = format_args!("{path}/{name}");
            // Questions may be large: one that is answered is not moved.
            match self.answer(seat, &path, &question) {
                Some(answer) => answers.push((seat, answer)),
                None => stopped = Some(self.wait_for(seat, &path, question)),
            }
            after |= self.is_supposed;
        }
        self.is_supposed = after;
        stopped.map_or(Ok(answers), Err)
    }

    fn find<Q: Question<G>>(
        &mut self,
        book: &Book<G>,
        seat: Seat,
        path: &impl Display,
        question: &Q,
    ) -> Option<(Q::Answer, Origin)> {
        let is_sure = !self.is_supposed || self.waits_here;
        let hear = |lines: &[_], refused: &mut Vec<_>, heard: &mut Vec<_>| {
            if lines.is_empty() {
                return None;
            }
            let mut lines = Lines::new(self.game, &self.state, seat, lines, refused).noting(heard, is_sure);
            let answer = question.hear(self.game, &mut lines)?;
            question.legal(self.game, &answer).is_ok().then_some(answer)
        };
        if !book.sealed.is_empty()
            && let Some(sealed) = book.sealed.get(&full_path(&self.stage, path))
            && let Some(answer) = hear(&sealed.lines, &mut Vec::new(), &mut Vec::new())
        {
            // The letters have answered this before: what they said then was heard, and what was written later was not.
            let sheets = book.sheets(seat);
            if let Some(newest) = sheets.last().filter(|_| sheets.len() == sealed.letters) {
                hear(newest, &mut Vec::new(), &mut self.heard);
            }
            return Some((answer, Origin::Sealed));
        }
        // A letter that came before the question was asked is no answer to it, where the question says so.
        let is_new = !book.pace.gathers() && !book.was_asked(&full_path(&self.stage, path));
        let waits = |order: &G::Order| question.waits(order);
        let sheets = book.sheets(seat);
        let replaced_by = |newer: &[Vec<crate::Line<G>>], order: &G::Order| {
            let mut plain =
                newer.iter().flatten().flat_map(|line| &line.choices).filter(|choice| choice.when.is_none());
            plain.any(|choice| self.game.replaces(&choice.order, order))
        };
        let whole = crate::stage::with_earlier(self.game, book, seat);
        for (age, sheet) in sheets.iter().rev().enumerate() {
            let sheet = whole.as_ref().filter(|_| age == 0).unwrap_or(sheet);
            let mark = self.heard.len();
            let lines = Lines::new(self.game, &self.state, seat, sheet, &mut self.refused);
            let lines = match age {
                0 => lines.noting(&mut self.heard, is_sure).noting_all(book.notes_all),
                _ => lines,
            };
            let newer = &sheets[sheets.len() - age..];
            let passes_over = |order: &G::Order| (is_new && waits(order)) || replaced_by(newer, order);
            let mut lines = if is_new || age > 0 { lines.passing_over(&passes_over) } else { lines };
            let answer = question.hear(self.game, &mut lines);
            if settle(self.game, &mut self.heard, mark, question, answer.as_ref())
                && let Some(answer) = answer
            {
                return Some((answer, Origin::Letter));
            }
        }
        let standing = book.standing(seat);
        if standing.is_empty() {
            return None;
        }
        let passes_over = |order: &G::Order| replaced_by(sheets, order);
        let lines = Lines::new(self.game, &self.state, seat, standing, &mut self.refused);
        let answer = question.hear(self.game, &mut lines.passing_over(&passes_over))?;
        question.legal(self.game, &answer).is_ok().then_some((answer, Origin::Plan))
    }

    /// Rolls dice under a name. See [`Rolled`] for who may know them.
    pub fn roll(&mut self, audience: Audience, path: impl Display, n: usize, sides: u8) -> Vec<u8> {
        self.draw(
            audience,
            path,
            n,
            |book, path| dice::roll(&book.seed, book.salt, path, n, sides),
            |chance| (0..n).map(|_| chance.random_range(1..=sides)).collect(),
        )
    }

    /// Puts the numbers below `n` into a random order under a name.
    pub fn shuffle(&mut self, audience: Audience, path: impl Display, n: u8) -> Vec<u8> {
        self.draw(
            audience,
            path,
            usize::from(n),
            |book, path| dice::shuffle(&book.seed, book.salt, path, n),
            |chance| {
                let mut order: Vec<u8> = (0..n).collect();
                for last in (1..n).rev() {
                    order.swap(usize::from(last), usize::from(chance.random_range(0..=last)));
                }
                order
            },
        )
    }

    fn draw(
        &mut self,
        audience: Audience,
        path: impl Display,
        n: usize,
        by_name: impl FnOnce(&Book<G>, &str) -> Vec<u8>,
        by_chance: impl FnOnce(&mut Chance) -> Vec<u8>,
    ) -> Vec<u8> {
        let book = match &mut self.supply {
            Supply::Book(book) => *book,
            Supply::Chance(chance) => return by_chance(chance),
        };
        self.scratch.clear();
        let _ = write!(self.scratch, "{}/{path}", self.stage);
        let faces = match book.rolls.get(&self.scratch) {
            Some(faces) => faces.clone(),
            // A script that does not fit the roll is not used: it would be another roll.
            None => book.scripted(&self.scratch).filter(|faces| faces.len() == n).unwrap_or_else(|| {
                self.is_supposed |= book.imagined.is_some();
                by_name(book, &self.scratch)
            }),
        };
        if self.keeps_trace {
            self.rolled.push(Rolled { audience, path: self.scratch.clone(), faces: faces.clone() });
        }
        faces
    }

    /// Tells everybody.
    pub fn tell(&mut self, event: G::Event) {
        self.told.push(Told { audience: Audience::All, event });
    }

    /// Notes that the rules show somebody a hidden thing in another way than by telling, such as in a question. From then on what he
    /// hears may depend on it, see [`Table::show`].
    pub fn reveal(&mut self, audience: Audience, what: &[u8]) {
        if self.keeps_trace {
            self.revealed.push(Revealed { audience, what: what.to_vec(), told: self.told.len() });
        }
    }

    /// Tells something that shows a hidden thing to its audience, such as a card that was drawn. From then on what they hear may
    /// depend on it: the law that nothing leaks compares what was told before, and needs this event to be where worlds part.
    pub fn show(&mut self, audience: Audience, event: G::Event) {
        if self.keeps_trace {
            self.shown.push(self.told.len());
        }
        self.told.push(Told { audience, event });
    }

    /// Tells only these seats.
    pub fn tell_only(&mut self, seats: impl IntoIterator<Item = Seat>, event: G::Event) {
        self.told.push(Told { audience: Audience::Only(seats.into_iter().collect()), event });
    }
}

/// What lines have said to a question counts only if their answer is taken; says whether it is.
fn settle<G: Game, Q: Question<G>>(
    game: &G,
    heard: &mut Vec<Heard<G::Reason>>,
    mark: usize,
    question: &Q,
    answer: Option<&Q::Answer>,
) -> bool {
    match answer.map(|answer| question.legal(game, answer)) {
        Some(Ok(())) => return true,
        Some(Err(reason)) => {
            let taken = heard[mark..].iter_mut().filter(|one| one.said.is_taken());
            taken.for_each(|one| one.said = Said::No(reason.clone()));
        }
        // The lines spoke, and no answer came of it.
        None => {
            let mut place = 0;
            heard.retain(|one| {
                place += 1;
                place <= mark || !one.said.is_taken()
            });
        }
    }
    false
}

fn full_path(stage: &str, path: &impl Display) -> String {
    let mut full = String::from(stage);
    let _ = write!(full, "/{path}");
    full
}
