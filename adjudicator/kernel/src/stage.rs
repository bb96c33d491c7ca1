//! A stage in progress: letters come in, rounds close, what is published is sealed.
//!
//! Only the stage's start, its letters and what was sealed are stored; everything else is found again by running the stage.

use crate::fate::{self, Fate, Heard, Said};
use crate::table::{Done, Origin, Revealed, Rolled, Used};
use crate::{Chance, Game, Line, Lines, Open, Refusal, Salt, Seat, Seats, Seed, Table, Told};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;
use serde::{Deserialize, Serialize};

/// How a table waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// One round a stage: what letters and plans leave open takes its default.
    Bulk,
    /// Every question that is left open waits for its own letter.
    Strict,
    /// One round a turn: its stages are played one after another, each like a stage of the bulk pace, with what the letters of the turn
    /// foresee. Whoever runs the table closes the later stages as soon as they wait.
    Turn,
}

impl Pace {
    /// Whether a stage waits once for everybody's letter, and silence then means defaults.
    pub fn gathers(self) -> bool {
        match self {
            Pace::Bulk | Pace::Turn => true,
            Pace::Strict => false,
        }
    }
}

/// A letter as filed for a stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Letter<G: Game> {
    /// The text as it was read, which goes into the salt of the round.
    pub text: String,
    /// What it orders.
    pub lines: Vec<Line<G>>,
    /// Whether the player is done, or still thinking.
    pub finality: Finality,
}

/// Whether a letter lets the round close early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finality {
    /// The player may still change his mind: used at the deadline, not before.
    Draft,
    /// The player is done.
    Final,
}

/// The answers a run may use.
#[derive(Clone, Debug)]
pub(crate) struct Book<G: Game> {
    pub pace: Pace,
    pub seed: Seed,
    pub salt: Salt,
    /// The round of the stage's letters is closed.
    pub gathered: bool,
    /// What each seat wrote, oldest letter first.
    sheets: BTreeMap<Seat, Vec<Vec<Line<G>>>>,
    standing: BTreeMap<Seat, Vec<Line<G>>>,
    /// Questions whose round is closed: silence means the default.
    silent: BTreeSet<String>,
    pub sealed: BTreeMap<String, Sealed<G>>,
    pub rolls: BTreeMap<String, Vec<u8>>,
    script: Vec<(String, Vec<u8>)>,
    pub keeps_trace: bool,
    /// Whether it is noted too which lines were not needed.
    pub notes_all: bool,
    /// In an imagined world nobody is waited for.
    pub imagined: Option<Imagined>,
}

/// An answer that stands.
#[derive(Clone, Debug)]
pub(crate) struct Sealed<G: Game> {
    /// The answer as lines.
    pub lines: Vec<Line<G>>,
    /// How many letters its seat had written by then: what it wrote later was not heard.
    pub letters: usize,
}

/// What is assumed of others in an imagined world.
#[derive(Clone, Debug)]
pub(crate) struct Imagined {
    /// The seats that do what their lines say, and what silence does.
    pub known: Seats,
    /// The seats of which it is known what they do: what follows from that is no guess.
    pub given: Seats,
    /// The seats of the player who imagines it: only of these it is remembered what they did.
    pub own: Seats,
    /// What all others do; without it they are silent.
    pub guess: Option<Chance>,
    /// The questions that wait now, where single questions do: what came before them has come to pass.
    pub open: Vec<String>,
}

impl<G: Game> Book<G> {
    fn new(pace: Pace, seed: Seed, salt: Salt) -> Book<G> {
        Book {
            pace,
            seed,
            salt,
            gathered: false,
            sheets: BTreeMap::new(),
            standing: BTreeMap::new(),
            silent: BTreeSet::new(),
            sealed: BTreeMap::new(),
            rolls: BTreeMap::new(),
            script: Vec::new(),
            keeps_trace: true,
            notes_all: false,
            imagined: None,
        }
    }

    pub fn sheets(&self, seat: Seat) -> &[Vec<Line<G>>] {
        self.sheets.get(&seat).map_or(&[], Vec::as_slice)
    }

    pub fn standing(&self, seat: Seat) -> &[Line<G>] {
        self.standing.get(&seat).map_or(&[], Vec::as_slice)
    }

    pub fn takes_default(&self, path: &str) -> bool {
        self.imagined.is_some()
            || match self.pace.gathers() {
                true => self.gathered,
                false => self.was_asked(path),
            }
    }

    /// Whether a question has waited for a letter.
    pub fn was_asked(&self, path: &str) -> bool {
        self.silent.contains(path)
    }

    /// Whether it is remembered what a seat does, where a trace is kept.
    pub fn remembers(&self, seat: Seat) -> bool {
        self.imagined.as_ref().is_none_or(|world| world.own.contains(seat))
    }

    /// Whether the table waits at this question.
    pub fn waits_at(&self, stage: &str, path: &impl Display) -> bool {
        let Some(world) = self.imagined.as_ref().filter(|world| !world.open.is_empty()) else { return false };
        world.open.contains(&alloc::format!("{stage}/{path}"))
    }

    /// Whether it is only imagined what a seat does.
    pub fn is_supposed(&self, seat: Seat) -> bool {
        self.imagined.as_ref().is_some_and(|world| !world.given.contains(seat))
    }

    /// Whether it is left to chance what a seat does.
    pub fn is_guessed(&self, seat: Seat) -> bool {
        self.imagined.as_ref().is_some_and(|world| !world.known.contains(seat))
    }

    pub fn scripted(&self, path: &str) -> Option<Vec<u8>> {
        let said = self.script.iter().find(|(end, _)| path.ends_with(end.as_str()))?;
        Some(said.1.clone())
    }
}

/// The result of running a stage as far as its book allows.
#[derive(Debug)]
pub struct Run<G: Game> {
    /// The position where the run ended: the next stage's start, or where it waits.
    pub state: G::State,
    /// Whether the stage is over.
    pub finished: bool,
    /// What happened, in order.
    pub told: Vec<Told<G::Event>>,
    /// The questions that wait.
    pub open: Vec<Open<G>>,
    /// The seats whose orders for the stage are awaited.
    pub wanted: Seats,
    /// Orders that could not be carried out.
    pub refused: Vec<Refusal<G>>,
    /// Orders that could not be carried out where another alternative of their line was: no news to anybody.
    pub passed: Vec<Refusal<G>>,
    /// What the lines of each seat's newest letter came to, each time a question heard them.
    pub(crate) heard: Vec<Heard<G::Reason>>,
    /// Lines that were given for this stage and never came into play, once it is over: nothing asked for them, or their
    /// conditions did not hold.
    pub unused: Vec<Unused<G>>,
    /// What each line of the newest letters came to, where the run is to be explained.
    pub became: Vec<Became<G>>,
    /// The answers that were used, where the run kept a trace.
    pub used: Vec<Used<G>>,
    /// The dice that were rolled, where the run kept a trace.
    pub rolled: Vec<Rolled>,
    /// The places in `told` of what showed hidden things, where the run kept a trace.
    pub shown: Vec<usize>,
    /// The hidden things that were shown in other ways, where the run kept a trace.
    pub revealed: Vec<Revealed>,
    /// In an imagined world: how many of the questions that wait for its writer were asked there.
    met: usize,
}

/// What is assumed in an imagined world.
#[derive(Clone)]
pub(crate) struct Idea<G: Game> {
    /// Whether its writer knows everything: the position, and what others have said in rounds that are closed.
    pub knows_all: bool,
    /// The letters of this round.
    pub letters: BTreeMap<Seat, Vec<Line<G>>>,
    /// The seats of which it is assumed in so many words what they do.
    pub given: Seats,
    /// Plans that stand.
    pub plans: BTreeMap<Seat, Vec<Line<G>>>,
    /// What the seats do of which nothing is assumed; without it they are silent.
    pub guess: Option<Chance>,
    /// Hidden dice whose faces show in what the seat was told, each with its name within the stage.
    pub rolls: Vec<(String, Vec<u8>)>,
    /// Dice that are assumed to fall so, by the ends of their paths.
    pub script: Vec<(String, Vec<u8>)>,
    /// The dice.
    pub seed: Seed,
    /// Whether answers and dice are remembered.
    pub keeps_trace: bool,
}

impl<G: Game> Idea<G> {
    /// Nobody says anything, and the dice fall as this seed has them.
    pub fn silent(seed: Seed) -> Idea<G> {
        Idea {
            knows_all: false,
            letters: BTreeMap::new(),
            given: Seats::NONE,
            plans: BTreeMap::new(),
            guess: None,
            rolls: Vec::new(),
            script: Vec::new(),
            seed,
            keeps_trace: false,
        }
    }
}

/// What a line came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Became<G: Game> {
    /// Whose it was.
    pub seat: Seat,
    /// The line.
    pub line: Line<G>,
    /// Its fate.
    pub fate: Fate<G::Reason>,
}

/// A line of a letter that never came into play.
#[derive(Clone, PartialEq, Debug)]
pub struct Unused<G: Game> {
    /// Whose it was.
    pub seat: Seat,
    /// The line.
    pub line: Line<G>,
}

/// A published event did not happen again: the rules or data have changed under a running stage.
#[derive(Debug, PartialEq, Eq)]
pub struct Unsealed {
    /// Which of the published events is different now.
    pub event: usize,
}

/// A stage in progress: it waits for letters, and is run again from its start when a round closes.
///
/// ```
/// use tabellarius_kernel::stage::Finality;
/// use tabellarius_kernel::{Files, Game, Letter, Listed, Pace, Salt, Seat, Seed, Stage, read};
/// # use tabellarius_latrones::Latrones;
/// # let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").expect("the game");
/// let mut stage = Stage::open(&game, game.start(), Pace::Bulk, Seed::from_text("secret"), Salt::first("try-1"));
/// assert_eq!(stage.awaited(&game), game.seats());
/// let text = "send 3 men to the Appia";
/// let lines = read(&game, text).lines;
/// stage.file(Seat(0), Letter { text: text.into(), lines, finality: Finality::Final });
/// // White says nothing, so its men stay in the camp, and Red takes the caravan.
/// let run = stage.close(&game).expect("what was published stands");
/// assert!(run.finished);
/// assert_eq!(run.state.bands[0].caravans, 1);
/// ```
#[derive(Debug)]
pub struct Stage<G: Game> {
    start: G::State,
    book: Book<G>,
    carried: BTreeMap<Seat, Vec<Line<G>>>,
    filed: BTreeMap<Seat, Letter<G>>,
    asked: Run<G>,
}

impl<G: Game> Stage<G> {
    /// Opens a stage: runs it to the first point where it needs a letter, and publishes what happened until then.
    pub fn open(game: &G, start: G::State, pace: Pace, seed: Seed, salt: Salt) -> Stage<G> {
        Stage::open_scripted(game, start, pace, seed, salt, Vec::new())
    }

    /// Opens a stage with fixed dice, see [`Stage::script`]: also those that are rolled before the first letter.
    pub fn open_scripted(
        game: &G,
        start: G::State,
        pace: Pace,
        seed: Seed,
        salt: Salt,
        script: Vec<(String, Vec<u8>)>,
    ) -> Stage<G> {
        let book = Book { script, ..Book::new(pace, seed, salt) };
        Stage::with_book(game, start, book)
    }

    /// Opens a stage again as it was stored: with the lines that earlier stages left for it, and the plans that stood.
    pub fn reopen(
        game: &G,
        start: G::State,
        pace: Pace,
        seed: Seed,
        salt: Salt,
        carried: BTreeMap<Seat, Vec<Line<G>>>,
        standing: BTreeMap<Seat, Vec<Line<G>>>,
    ) -> Stage<G> {
        let sheets = carried.into_iter().map(|(seat, lines)| (seat, alloc::vec![lines])).collect();
        let book = Book { sheets, standing, ..Book::new(pace, seed, salt) };
        Stage::with_book(game, start, book)
    }

    /// The lines that earlier stages left for this one, before any letter of its own was sealed.
    pub fn carried(&self) -> &BTreeMap<Seat, Vec<Line<G>>> {
        &self.carried
    }

    fn with_book(game: &G, start: G::State, book: Book<G>) -> Stage<G> {
        let asked = run(game, &start, &book);
        let carried = book.sheets.iter().filter_map(|(seat, sheets)| Some((*seat, sheets.first()?.clone()))).collect();
        let mut stage = Stage { start, book, carried, filed: BTreeMap::new(), asked };
        // What a plan has answered stands only if something was told after it: else a letter of this round still goes before the plan.
        let told = stage.asked.told.len();
        stage.seal(|used| used.told < told);
        stage
    }

    /// The stage after this one, once it is finished: plans stand, and lines written for another stage go along.
    pub fn next(&self, game: &G) -> Stage<G> {
        let here = game.stage(&self.start).phase;
        let elsewhere =
            |line: &&Line<G>| line.choices.iter().any(|choice| game.kept_for(&choice.order, &here).is_some());
        let carried = self.book.sheets.iter().map(|(seat, sheets)| (*seat, newest(game, sheets, elsewhere)));
        let sheets = carried.filter(|(_, lines)| !lines.is_empty()).map(|(seat, lines)| (seat, alloc::vec![lines]));
        let book = Book {
            sheets: sheets.collect(),
            standing: self.book.standing.clone(),
            script: self.book.script.clone(),
            ..Book::new(self.book.pace, self.book.seed.clone(), self.book.salt)
        };
        Stage::with_book(game, self.asked.state.clone(), book)
    }

    /// Fixes dice: a roll whose path ends with the given text shows these faces. For rule cases and tests.
    pub fn script(&mut self, path_end: String, faces: Vec<u8>) {
        self.book.script.push((path_end, faces));
    }

    /// Sets a seat's standing plans.
    pub fn set_standing(&mut self, seat: Seat, lines: Vec<Line<G>>) {
        self.book.standing.insert(seat, lines);
    }

    /// Files a letter; it replaces the seat's earlier one of the same round.
    pub fn file(&mut self, seat: Seat, letter: Letter<G>) {
        self.filed.insert(seat, letter);
    }

    /// Takes back the letter that a seat has filed in this round.
    pub fn take_back(&mut self, seat: Seat) {
        self.filed.remove(&seat);
    }

    /// The letter a seat has filed in this round.
    pub fn filed(&self, seat: Seat) -> Option<&Letter<G>> {
        self.filed.get(&seat)
    }

    /// What a seat wrote for this stage in letters of earlier stages and what still counts beside its letter of this round, as long as no
    /// round of this stage is closed.
    pub fn kept(&self, game: &G, seat: Seat) -> Vec<Line<G>> {
        if self.book.gathered {
            return Vec::new();
        }
        let here = game.stage(&self.start).phase;
        let fits = |line: &Line<G>| line.choices.iter().any(|choice| game.kept_for(&choice.order, &here).is_none());
        self.waiting(game, seat).into_iter().filter(fits).collect()
    }

    /// What a seat wrote before for this stage and what still counts beside its letter of this round: where single questions wait, also the
    /// lines of letters of earlier rounds that no question has used yet.
    pub fn beside(&self, game: &G, seat: Seat) -> Vec<Line<G>> {
        if !self.book.gathered {
            return self.kept(game, seat);
        }
        let here = game.stage(&self.start).phase;
        let view = game.view(&self.asked.state, crate::Viewer::Seat(seat));
        let mine = || self.asked.used.iter().filter(|used| used.seat == seat).flat_map(|used| &used.orders);
        let newest = self.filed.get(&seat).map_or(&[][..], |letter| &letter.lines);
        let sheets = self.book.sheets(seat);
        let mut lines = Vec::new();
        for (age, sheet) in sheets.iter().enumerate() {
            let newer = || sheets[age + 1..].iter().flatten().chain(newest).flat_map(|line| &line.choices);
            let still_counts = |order: &G::Order| {
                game.kept_for(order, &here).is_none()
                    && !mine().any(|done| game.covers(order, done))
                    && !newer().any(|choice| choice.when.is_none() && game.replaces(&choice.order, order))
                    && !game.is_abstention(order)
                    && game.why_never(&view, seat, order).is_none()
            };
            let counts = |line: &&Line<G>| line.choices.iter().any(|choice| still_counts(&choice.order));
            lines.extend(sheet.iter().filter(counts).cloned());
        }
        lines
    }

    /// What a seat wrote in letters of earlier stages, for this stage or a later one, and what still counts beside its letter of this round.
    pub fn waiting(&self, game: &G, seat: Seat) -> Vec<Line<G>> {
        let mut sheets: Vec<Vec<Line<G>>> = self.carried.get(&seat).cloned().into_iter().collect();
        if let Some(letter) = self.filed.get(&seat) {
            let mut orders = letter.lines.iter().flat_map(|line| &line.choices).map(|choice| &choice.order);
            if orders.any(|order| game.is_content(order)) {
                let here = game.stage(&self.start).phase;
                let is_later =
                    |line: &Line<G>| line.choices.iter().all(|choice| game.kept_for(&choice.order, &here).is_some());
                sheets.iter_mut().for_each(|sheet| sheet.retain(is_later));
            }
            add_letter(game, self.book.pace, &mut sheets, letter.lines.clone());
            sheets.pop();
        }
        sheets.concat()
    }

    /// The position the stage began with.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The last published run: what happened so far, and what is asked now.
    pub fn asked(&self) -> &Run<G> {
        &self.asked
    }

    /// How the table waits.
    pub fn pace(&self) -> Pace {
        self.book.pace
    }

    /// The salt that the dice of this round use.
    pub fn salt(&self) -> Salt {
        self.book.salt
    }

    /// The seats that still owe a letter: nobody is named here who has answered.
    pub fn awaited(&self, game: &G) -> Seats {
        let is_final = |seat| self.filed.get(&seat).is_some_and(|letter| letter.finality == Finality::Final);
        let mut seats: Seats = self.asked.wanted.iter().filter(|seat| !is_final(*seat)).collect();
        for open in &self.asked.open {
            if !(is_final(open.seat) && self.answers(game, open)) {
                seats.insert(open.seat);
            }
        }
        // Whoever has written a draft is not done, even where a plan would answer; a draft of somebody who is not asked holds nobody up.
        let drafts = self.filed.iter().filter(|(_, letter)| letter.finality != Finality::Final);
        drafts.filter(|(seat, _)| self.is_asked(**seat)).for_each(|(seat, _)| seats.insert(*seat));
        seats
    }

    /// Whether a letter of this seat can still change what happens in this round.
    pub fn is_asked(&self, seat: Seat) -> bool {
        let is_planned = |used: &Used<G>| {
            used.seat == seat && used.origin == Origin::Plan && !self.book.sealed.contains_key(&used.path)
        };
        self.asked.wanted.contains(seat)
            || self.asked.open.iter().any(|open| open.seat == seat)
            || self.asked.used.iter().any(is_planned)
    }

    /// The questions that a seat is asked and that its letter of this round does not answer.
    pub fn unanswered(&self, game: &G, seat: Seat) -> Vec<&Open<G>> {
        self.asked.open.iter().filter(|open| open.seat == seat && !self.answers(game, open)).collect()
    }

    fn answers(&self, game: &G, open: &Open<G>) -> bool {
        let Some(letter) = self.filed.get(&open.seat) else { return false };
        // Once the round is closed, silence takes the default: that is what this letter wants.
        let mut orders = letter.lines.iter().flat_map(|line| &line.choices).map(|choice| &choice.order);
        if orders.any(|order| game.is_content(order)) {
            return true;
        }
        // A plan of the same letter answers too, when the round closes.
        let plans = self.book.standing.get(&open.seat).into_iter().flatten();
        let said: Vec<Line<G>> = letter.lines.iter().chain(plans).cloned().collect();
        let mut refused = Vec::new();
        let mut lines = Lines::new(game, &self.asked.state, open.seat, &said, &mut refused);
        open.answered_by(game, &mut lines)
    }

    /// Closes the round: the letters are sealed into the salt, silence becomes the default, and the stage runs on.
    pub fn close(&mut self, game: &G) -> Result<&Run<G>, Unsealed> {
        // An empty letter is no letter: a moderator who writes for a silent seat changes no dice.
        let letters = self.filed.iter().filter(|(_, letter)| !letter.text.is_empty());
        let letters = letters.map(|(seat, letter)| (seat.0, letter.text.as_str()));
        self.book.salt = self.book.salt.after(letters);
        for (seat, letter) in core::mem::take(&mut self.filed) {
            add_letter(game, self.book.pace, self.book.sheets.entry(seat).or_default(), letter.lines);
        }
        self.book.gathered = true;
        self.book.silent.extend(self.asked.open.iter().map(|open| open.path.clone()));
        // A bulk stage runs through from here: nothing of the trace will be needed again.
        self.book.keeps_trace = !self.book.pace.gathers();
        let run = run(game, &self.start, &self.book);
        let before = &self.asked.told;
        if let Some(event) = (0..before.len()).find(|i| run.told.get(*i) != before.get(*i)) {
            return Err(Unsealed { event });
        }
        self.asked = run;
        self.seal(|_| true);
        Ok(&self.asked)
    }

    /// Runs the stage as it would end if the round closed now, and keeps nothing: for previews and explanations.
    pub fn preview(&self, game: &G) -> Run<G> {
        let mut book = self.book.clone();
        for (seat, letter) in &self.filed {
            add_letter(game, book.pace, book.sheets.entry(*seat).or_default(), letter.lines.clone());
        }
        book.gathered = true;
        book.silent.extend(self.asked.open.iter().map(|open| open.path.clone()));
        book.keeps_trace = true;
        book.notes_all = true;
        let run = run(game, &self.start, &book);
        self.with_fates(game, &book, run)
    }

    /// Runs the stage in a world that may be this one: it begins with `world`, these lines are each seat's newest letters, and what
    /// nobody has said is silence or a guess. Nothing, if the seat would have heard something else until now than it has.
    ///
    /// Of this world only what the seat may know is used: its own letters and plans, what it was told, the dice that it has seen, and of
    /// what others have answered what everybody could see.
    pub(crate) fn imagined(&self, game: &G, seat: Seat, world: &G::State, idea: Idea<G>) -> Option<Run<G>> {
        let viewer = crate::Viewer::Seat(seat);
        let own = game.held_with(seat);
        let mut book = self.past(game, seat, world, &idea);
        let known = own.iter().chain(idea.letters.keys().copied()).collect();
        let given = if idea.knows_all { game.seats() } else { own.iter().chain(idea.given.iter()).collect() };
        for (seat, lines) in idea.letters {
            add_letter(game, book.pace, book.sheets.entry(seat).or_default(), lines);
        }
        book.gathered = true;
        book.silent.extend(self.asked.open.iter().filter(|open| own.contains(open.seat)).map(|open| open.path.clone()));
        book.standing = idea.plans;
        book.script = idea.script;
        book.keeps_trace = idea.keeps_trace;
        book.notes_all = true;
        let open: Vec<String> = match book.pace {
            Pace::Bulk | Pace::Turn => Vec::new(),
            Pace::Strict => self.asked.open.iter().map(|open| open.path.clone()).collect(),
        };
        // What waits for the writer must be asked there too: else others have done there what they have not done here.
        let waiting = self.asked.open.iter().filter(|open| own.contains(open.seat));
        let waiting = if open.is_empty() { 0 } else { waiting.count() };
        book.imagined = Some(Imagined { known, given, own, guess: idea.guess, open });
        let run = run(game, world, &book);
        let audible = |told: &&Told<G::Event>| told.audience.hears(viewer);
        let mut there = run.told.iter().filter(audible);
        let is_same = self.asked.told.iter().filter(audible).all(|here| there.next() == Some(here));
        (is_same && run.met >= waiting).then_some(run)
    }

    /// What a seat knows of the rounds of this stage that are closed, as a book.
    fn past(&self, game: &G, seat: Seat, world: &G::State, idea: &Idea<G>) -> Book<G> {
        let own = game.held_with(seat);
        let is_known = |seat: &Seat| idea.knows_all || own.contains(*seat);
        let sheets = self.book.sheets.iter().filter(|(seat, _)| is_known(seat));
        let stands = self.asked.used.iter().filter(|used| self.book.sealed.contains_key(&used.path));
        let seen = stands.filter_map(|used| {
            let sealed = self.book.sealed.get(&used.path)?;
            let is_seen = |line: &&Line<G>| line.choices.iter().all(|choice| game.is_seen(&choice.order));
            let lines: Vec<Line<G>> = match is_known(&used.seat) {
                true => sealed.lines.clone(),
                false => sealed.lines.iter().filter(is_seen).cloned().collect(),
            };
            let kept = !lines.is_empty();
            kept.then(|| (used.path.clone(), Sealed { lines, letters: sealed.letters }))
        });
        Book {
            gathered: self.book.gathered,
            sheets: sheets.map(|(seat, sheets)| (*seat, sheets.clone())).collect(),
            silent: self.book.silent.clone(),
            sealed: seen.collect(),
            rolls: self.remembered(game, seat, world, idea),
            ..Book::new(self.book.pace, idea.seed.clone(), self.book.salt)
        }
    }

    /// What a seat was told of this stage until now.
    pub(crate) fn opening(&self, seat: Seat) -> Vec<&G::Event> {
        let told = self.asked.told.iter().filter(|told| told.audience.hears(crate::Viewer::Seat(seat)));
        told.map(|told| &told.event).collect()
    }

    /// The position of an imagined world in which it waits for its letters.
    pub(crate) fn opened(&self, game: &G, seat: Seat, world: &G::State, idea: &Idea<G>) -> G::State {
        let past = self.past(game, seat, world, idea);
        let pace = if self.is_fresh() { Pace::Bulk } else { past.pace };
        run(game, world, &Book { pace, keeps_trace: false, ..past }).state
    }

    /// Whether a roll has fallen in the stage until now.
    pub(crate) fn has_seen(&self, path: &str) -> bool {
        self.asked.rolled.iter().any(|roll| roll.path == path)
    }

    /// The dice of which a seat knows: those it has seen, and those that show in what it was told.
    fn remembered(&self, game: &G, seat: Seat, world: &G::State, idea: &Idea<G>) -> BTreeMap<String, Vec<u8>> {
        let viewer = crate::Viewer::Seat(seat);
        let seen = self.asked.rolled.iter().filter(|roll| idea.knows_all || roll.audience.hears(viewer));
        let stage = game.stage(world);
        let told = idea.rolls.iter().map(|(path, faces)| (alloc::format!("{stage}/{path}"), faces.clone()));
        seen.map(|roll| (roll.path.clone(), roll.faces.clone())).chain(told).collect()
    }

    /// Whether the stage waits for its first letters: nothing that anybody wrote for it has come to pass.
    pub(crate) fn is_fresh(&self) -> bool {
        !self.book.gathered
    }

    /// Runs the stage again with one seat's newest letter replaced. The dice stay: they are named, and the salt is that of the
    /// letters as they were when the round closed. What a moderator does with the result is his decision.
    pub fn amended(&self, game: &G, seat: Seat, lines: Vec<Line<G>>) -> Run<G> {
        let mut book = self.book.clone();
        let sheets = book.sheets.entry(seat).or_default();
        sheets.pop();
        sheets.push(lines);
        book.sealed.clear();
        book.keeps_trace = true;
        run(game, &self.start, &book)
    }

    /// The finished stage run once more with a full trace: which answers were used, which dice fell, what each line came to.
    pub fn explain(&self, game: &G) -> Run<G> {
        let mut book = self.book.clone();
        book.keeps_trace = true;
        book.notes_all = true;
        let run = run(game, &self.start, &book);
        self.with_fates(game, &book, run)
    }

    /// A run with what each line of the newest letters came to in it.
    fn with_fates(&self, game: &G, book: &Book<G>, mut run: Run<G>) -> Run<G> {
        let here = game.stage(&self.start);
        for (seat, newest) in book.sheets.iter().filter_map(|(seat, sheets)| Some((seat, sheets.last()?))) {
            for (place, line) in newest.iter().enumerate() {
                let heard: Vec<_> = run.heard.iter().filter(|one| (one.seat, one.place) == (*seat, place)).collect();
                let mut fates = fate::of_line(game, &here, newest, line, &heard, |_| Fate::Idle { why: None });
                let fate = fates.swap_remove(fate::deciding(&fates));
                run.became.push(Became { seat: *seat, line: line.clone(), fate });
            }
        }
        run
    }

    fn seal(&mut self, stands: impl Fn(&Used<G>) -> bool) {
        let line = |(i, order): (usize, &G::Order)| Line::plain(i as u32 + 1, order.clone());
        for used in self.asked.used.iter().filter(|used| stands(used)) {
            let letters = self.book.sheets(used.seat).len();
            let lines = || used.orders.iter().enumerate().map(line).collect();
            self.book.sealed.entry(used.path.clone()).or_insert_with(|| Sealed { lines: lines(), letters });
        }
        self.book.rolls.extend(self.asked.rolled.iter().map(|roll| (roll.path.clone(), roll.faces.clone())));
    }
}

/// What sort of order a line begins with, and for which phase.
fn kind<G: Game>(game: &G, line: &Line<G>) -> (Option<&'static str>, Option<core::mem::Discriminant<G::Order>>) {
    (line.choices.first().and_then(|choice| game.stage_of(&choice.order)), line.kind())
}

/// A seat's letter comes to those before it. In a bulk stage these are what earlier stages left for it: they stand unless the letter has
/// others of their kind. Where single questions wait, each letter answers some of them and ends nothing.
fn add_letter<G: Game>(game: &G, pace: Pace, sheets: &mut Vec<Vec<Line<G>>>, lines: Vec<Line<G>>) {
    if pace.gathers() {
        let is_replaced = |old: &Line<G>| lines.iter().any(|new| kind(game, new) == kind(game, old));
        sheets.iter_mut().for_each(|sheet| sheet.retain(|old| !is_replaced(old)));
    }
    sheets.push(lines);
}

/// In a bulk stage, a seat's newest letter with the lines behind it that earlier stages left and that still stand: one question may need
/// both, such as what is bought and what is kept. Nothing, if there are none.
pub(crate) fn with_earlier<G: Game>(game: &G, book: &Book<G>, seat: Seat) -> Option<Vec<Line<G>>> {
    let (newest, earlier) = book.sheets(seat).split_last()?;
    let orders = || newest.iter().flat_map(|line| &line.choices);
    if book.pace != Pace::Bulk || earlier.iter().all(Vec::is_empty) || orders().any(|one| game.is_content(&one.order)) {
        return None;
    }
    // `build nothing` ends an earlier purchase.
    let ends = |new: &G::Order, old: &G::Order| game.is_abstention(new) && game.covers(old, new);
    let is_over = |old: &G::Order| {
        orders().any(|new| new.when.is_none() && (game.replaces(&new.order, old) || ends(&new.order, old)))
    };
    let stands = |line: &&Line<G>| !line.choices.iter().any(|choice| is_over(&choice.order));
    Some(newest.iter().chain(earlier.iter().rev().flatten().filter(stands)).cloned().collect())
}

/// The lines of some letters, oldest first, that are still meant: what a newer letter says of the same kind for the same phase takes the
/// place of what an older one said.
fn newest<G: Game>(game: &G, sheets: &[Vec<Line<G>>], wanted: impl Fn(&&Line<G>) -> bool) -> Vec<Line<G>> {
    let mut meant: Vec<Line<G>> = Vec::new();
    for sheet in sheets {
        let newer: Vec<&Line<G>> = sheet.iter().filter(&wanted).collect();
        meant.retain(|line| !newer.iter().any(|one| kind(game, one) == kind(game, line)));
        meant.extend(newer.into_iter().cloned());
    }
    meant
}

fn run<G: Game>(game: &G, start: &G::State, book: &Book<G>) -> Run<G> {
    let mut table = Table::with_book(game, start.clone(), book);
    let finished = game.resolve(&mut table).is_ok();
    debug_assert!(!finished || table.open.is_empty(), "a stage ended with open questions");
    let unused = if finished { unused(game, start, book, &table.heard) } else { Vec::new() };
    let passed = if table.refused.is_empty() { Vec::new() } else { forgiven(book, &table.heard, &mut table.refused) };
    Run {
        finished,
        unused,
        state: table.state,
        told: table.told,
        open: table.open,
        wanted: table.wanted,
        refused: table.refused,
        passed,
        became: Vec::new(),
        heard: table.heard,
        used: table.used,
        rolled: table.rolled,
        shown: table.shown,
        revealed: table.revealed,
        met: table.met,
    }
}

/// That one question refused an order is no news where another one took it, or another order of its line: takes those out.
fn forgiven<G: Game>(book: &Book<G>, heard: &[Heard<G::Reason>], refused: &mut Vec<Refusal<G>>) -> Vec<Refusal<G>> {
    let is_forgiven = |refusal: &mut Refusal<G>| {
        if refusal.done == Done::Otherwise {
            return true;
        }
        let Some(newest) = book.sheets(refusal.seat).last() else { return false };
        let line = |one: &Heard<G::Reason>| newest.get(one.place).filter(|_| one.seat == refusal.seat);
        let is_it = |one: &Heard<G::Reason>| {
            let choice =
                |line: &Line<G>| line.number == refusal.line && line.choices[one.choice].order == refusal.order;
            matches!(one.said, Said::No(_)) && line(one).is_some_and(choice)
        };
        let Some(at) = heard.iter().position(is_it).filter(|_| refusal.done == Done::Nothing) else { return false };
        let is_same = |one: &Heard<G::Reason>| (one.seat, one.place) == (refusal.seat, heard[at].place);
        heard.iter().any(|one| is_same(one) && one.said.is_taken())
    };
    refused.extract_if(.., is_forgiven).collect()
}

/// The lines of each seat's newest letter that were meant for this stage and that nothing has heard.
fn unused<G: Game>(game: &G, start: &G::State, book: &Book<G>, heard: &[Heard<G::Reason>]) -> Vec<Unused<G>> {
    let here = game.stage(start).phase;
    let meant = |line: &Line<G>| {
        let orders = || line.choices.iter().map(|choice| &choice.order);
        orders().any(|order| game.kept_for(order, &here).is_none())
            && !orders().all(|order| game.is_abstention(order) || game.may_never_come(order))
    };
    let mut unused = Vec::new();
    for (seat, sheets) in &book.sheets {
        let Some(newest) = sheets.last() else { continue };
        for (place, line) in newest.iter().enumerate() {
            let is_it = |one: &Heard<G::Reason>| (one.seat, one.place) == (*seat, place) && one.said.has_spoken();
            if meant(line) && !heard.iter().any(is_it) {
                unused.push(Unused { seat: *seat, line: line.clone() });
            }
        }
    }
    unused
}
