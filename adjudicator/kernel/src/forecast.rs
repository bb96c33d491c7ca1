//! What would become of a letter: the stage is played with it in imagined worlds.
//!
//! There is no second account of the rules: whatever a letter is told comes from runs of the stage itself. A world is made from what its
//! writer can see ([`Game::imagine`]), so that nothing hidden can show in an answer. In the first world all others are silent; in
//! the others they do what a caretaker would, or anything that is allowed.

use crate::fate::{self, Fate, Heard, Said};
use crate::odds::Odds;
use crate::stage::Idea;
use crate::table::{Origin, Used};
use crate::{
    Ahead, Chance, Complaint, Game, Line, Lines, Pace, Problem, Reason as _, Run, Seat, Seed, Stage, Viewer, read,
};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::SeedableRng as _;

/// How many worlds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Worlds in which others do what a caretaker would write.
    pub caretakers: u32,
    /// Worlds in which others do anything that is allowed.
    pub guesses: u32,
    /// Whether as many worlds as a letter gets are played if something seems impossible.
    pub more_if_in_doubt: bool,
}

impl Effort {
    /// One world, in which others are silent: what is plainly impossible shows in it.
    pub const ONE: Effort = Effort { caretakers: 0, guesses: 0, more_if_in_doubt: false };
    /// One world, and more only if something seems impossible in it: for times when many letters wait.
    pub const HURRY: Effort = Effort { more_if_in_doubt: true, ..Effort::ONE };
    /// What every letter is answered from.
    pub const LETTER: Effort = Effort { caretakers: 3, guesses: 8, ..Effort::ONE };
    /// What somebody gets who asks for it.
    pub const WHAT_IF: Effort = Effort { caretakers: 30, guesses: 80, ..Effort::ONE };

    fn worlds(self) -> u32 {
        1 + self.caretakers + self.guesses
    }
}

/// A letter that is not filed yet, and what its writer assumes.
pub struct Draft<'a, G: Game> {
    /// Its lines.
    pub lines: &'a [Line<G>],
    /// The plans that stand with it.
    pub plans: &'a [Line<G>],
    /// What others are assumed to write.
    pub assumed: BTreeMap<Seat, Vec<Line<G>>>,
    /// The position the stage is assumed to have begun with: for whoever may know everything, such as the writer of a rule case.
    pub world: Option<G::State>,
    /// Dice that are assumed to fall so: the end of a roll's path, and its faces.
    pub dice: Vec<(String, Vec<u8>)>,
    /// Where imagined luck comes from: the same letter gets the same answer.
    pub luck: u64,
}

impl<'a, G: Game> Draft<'a, G> {
    /// A letter of which nothing else is known.
    pub fn new(lines: &'a [Line<G>], plans: &'a [Line<G>], luck: u64) -> Draft<'a, G> {
        Draft { lines, plans, assumed: BTreeMap::new(), world: None, dice: Vec::new(), luck }
    }
}

/// What would become of a letter.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast<G: Game> {
    /// How many worlds were played. None, if the stage cannot be imagined from here: then only what is asked now was looked at.
    pub worlds: u32,
    /// What becomes of each line, in their order.
    pub outlooks: Vec<Outlook<G>>,
    /// What would happen in all worlds, and not without the letter.
    pub would: Vec<G::Event>,
    /// In how many worlds the writer wins in this stage.
    pub wins: u32,
    /// How what dice or hidden hands decide would come out, see [`Game::throws`].
    pub odds: Vec<Odds>,
    /// What would become of lines for later stages of the turn, where somebody asked for it.
    pub ahead: Vec<Ahead<G>>,
}

/// What would become of one line.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook<G: Game> {
    /// The line's number in the letter.
    pub line: u32,
    /// The alternative that decides, in the first world.
    pub order: G::Order,
    /// What it came to, and how often.
    pub fates: Vec<(Fate<G::Reason>, u32)>,
    /// Alternatives that failed before one was carried out, in the first world.
    pub passed: Vec<(G::Order, G::Reason)>,
    /// What is carried out for it, with everything that the referee fills in.
    pub done_as: Vec<G::Order>,
    /// What was probably meant, where that would be taken in its place.
    pub instead: Option<G::Order>,
    /// Whether each time nothing came before it that its writer cannot know, see [`Outlook::is_sure`].
    known: bool,
}

/// What to say of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It will be done, or what its writer has foreseen for that case.
    Will,
    /// A part of it will be done.
    Partly,
    /// It depends on others, on dice or on what is hidden.
    Depends,
    /// It cannot be done.
    Cannot,
    /// Another line goes before it.
    Overtaken,
    /// Nothing asks for it.
    Idle,
    /// It waits for its condition, or for something that others bring about.
    Waits,
    /// It is kept for a later stage.
    Later,
}

impl<G: Game> Outlook<G> {
    /// What to say of the line.
    pub fn verdict(&self) -> Verdict {
        let any = |is: fn(&Fate<G::Reason>) -> bool| self.fates.iter().any(|(fate, _)| is(fate));
        let (done, all) = (self.share(), self.tries());
        match () {
            () if done == all => match self.parts() {
                0 => Verdict::Will,
                parts if parts == all => Verdict::Partly,
                _ => Verdict::Depends,
            },
            // Where only what is hidden or odd stands in the way, and mostly does not, nobody need be warned.
            () if 2 * done >= all && self.fates.iter().all(|(fate, _)| fate.is_done() || fate.is_chance()) => {
                Verdict::Will
            }
            () if done > 0 => Verdict::Depends,
            () if any(|fate| matches!(fate, Fate::Later { .. })) => Verdict::Later,
            () if any(|fate| matches!(fate, Fate::Waits | Fate::Guarded)) => Verdict::Waits,
            () if any(|fate| matches!(fate, Fate::Foreseen { .. })) => Verdict::Will,
            () if any(|fate| matches!(fate, Fate::Refused { reason } if reason.is_hidden())) => Verdict::Depends,
            () if any(|fate| matches!(fate, Fate::Refused { .. })) => Verdict::Cannot,
            () if any(|fate| matches!(fate, Fate::Overtaken { .. })) => Verdict::Overtaken,
            () => Verdict::Idle,
        }
    }

    /// Whether its fate follows from the rules and from what its writer sees: nothing that others do, no die and no hidden card comes
    /// before it. All else is only what came of it each time it was tried.
    pub fn is_sure(&self) -> bool {
        let lasts = |fate: &Fate<G::Reason>| matches!(fate, Fate::Refused { reason } if reason.is_lasting());
        self.known || self.fates.iter().all(|(fate, _)| lasts(fate))
    }

    /// How often something came of it.
    pub fn share(&self) -> u32 {
        self.fates.iter().filter(|(fate, _)| fate.is_done()).map(|(_, n)| n).sum()
    }

    /// How often not all of it was done, for a reason that its writer can see.
    pub fn parts(&self) -> u32 {
        let is_part = |fate: &Fate<G::Reason>| matches!(fate, Fate::Part { reason } if !reason.is_hidden());
        self.fates.iter().filter(|(fate, _)| is_part(fate)).map(|(_, n)| n).sum()
    }

    /// How often it was tried: once in each world, and again where the dice were thrown again.
    pub fn tries(&self) -> u32 {
        self.fates.iter().map(|(_, n)| n).sum()
    }

    /// The reason that was given most often.
    pub fn reason(&self) -> Option<&G::Reason> {
        let given = self.fates.iter().filter_map(|(fate, n)| match fate {
            Fate::Part { reason } | Fate::Refused { reason } | Fate::Idle { why: Some(reason) } => Some((*n, reason)),
            _ => None,
        });
        // Of equals the first one.
        given.rev().max_by_key(|(n, _)| *n).map(|(_, reason)| reason)
    }

    /// The line that goes before it.
    pub fn overtaken_by(&self) -> Option<u32> {
        self.fates.iter().find_map(|(fate, _)| if let Fate::Overtaken { by } = fate { Some(*by) } else { None })
    }

    /// The phase it is kept for.
    pub fn phase(&self) -> Option<&'static str> {
        self.fates.iter().find_map(|(fate, _)| if let Fate::Later { phase } = fate { Some(*phase) } else { None })
    }

    /// What is wrong with the line, in the words of a language, if its writer should look at it again.
    pub fn problem(&self, game: &G, language: &str) -> Option<Problem<G::Reason>> {
        let why = match (self.verdict(), self.reason(), self.overtaken_by()) {
            (Verdict::Overtaken, _, Some(first)) => Complaint::Doubled { first },
            (Verdict::Partly | Verdict::Cannot | Verdict::Idle, Some(reason), _) => {
                Complaint::Rule { reason: reason.clone() }
            }
            (Verdict::Overtaken | Verdict::Idle, ..) => Complaint::Unasked,
            _ => return None,
        };
        let fix = self.instead.as_ref().map(|order| game.print_order(order, language));
        Some(Problem { line: self.line, piece: game.print_order(&self.order, language), why, fix })
    }

    /// Whether its writer should look at it again.
    pub fn is_doubtful(&self) -> bool {
        matches!(self.verdict(), Verdict::Partly | Verdict::Cannot | Verdict::Overtaken | Verdict::Idle)
    }
}

/// For so many lines of a letter something else is offered: each offer is played through with the whole letter.
const MOST_OFFERS: u32 = 20;

impl<G: Game> Forecast<G> {
    /// How many lines their writer should look at again.
    pub fn doubts(&self) -> usize {
        self.outlooks.iter().filter(|outlook| outlook.is_doubtful()).count()
    }

    /// What is wrong with the letter, in the words of a language.
    pub fn problems(&self, game: &G, language: &str) -> Vec<Problem<G::Reason>> {
        self.outlooks.iter().filter_map(|outlook| outlook.problem(game, language)).collect()
    }
}

impl<G: Game> Stage<G> {
    /// What would become of a letter to the open round, as far as its writer can know.
    pub fn forecast(&self, game: &G, seat: Seat, draft: &Draft<'_, G>, effort: Effort) -> Forecast<G> {
        let mut forecast = self.foresee(game, seat, draft, effort);
        if effort.worlds() > 1 && forecast.outlooks.iter().any(|outlook| outlook.verdict() == Verdict::Later) {
            forecast.ahead = self.look_ahead(game, seat, draft);
            forecast.warn(draft);
            // Where one letter is for a whole turn, everybody wants to know about all of it.
            if effort != Effort::WHAT_IF && self.pace() != Pace::Turn {
                forecast.ahead.clear();
            }
        }
        let mut tries = MOST_OFFERS;
        for at in 0..forecast.outlooks.len() {
            forecast.outlooks[at].instead = self.instead(game, seat, draft, &forecast.outlooks[at], at, &mut tries);
        }
        forecast
    }

    /// What was probably meant by a line, if the stage would take that in its place: what is copied must not be refused again.
    fn instead(
        &self,
        game: &G,
        seat: Seat,
        draft: &Draft<'_, G>,
        told: &Outlook<G>,
        at: usize,
        tries: &mut u32,
    ) -> Option<G::Order> {
        let reason = told.reason().filter(|_| told.is_doubtful())?;
        let order = game.instead(&told.order, reason)?;
        *tries = tries.checked_sub(1)?;
        let mut lines = draft.lines.to_vec();
        lines[at] = Line::plain(told.line, order.clone());
        let (assumed, world, dice) = (draft.assumed.clone(), draft.world.clone(), draft.dice.clone());
        let again = Draft { lines: &lines, plans: draft.plans, assumed, world, dice, luck: draft.luck };
        let again = self.foresee(game, seat, &again, Effort::ONE);
        again.outlooks.get(at).filter(|outlook| !outlook.is_doubtful()).map(|_| order)
    }

    fn foresee(&self, game: &G, seat: Seat, draft: &Draft<'_, G>, effort: Effort) -> Forecast<G> {
        let sorted = Sorted::of(game, seat, draft);
        let mut forecast = Forecast {
            worlds: 0,
            outlooks: Vec::new(),
            would: Vec::new(),
            wins: 0,
            odds: Vec::new(),
            ahead: Vec::new(),
        };
        let opening = self.opening(seat);
        let mut times = 0;
        let is_thorough = effort.worlds() > 1;
        let mut effort = effort;
        let is_open = !self.asked().finished;
        let view = game.view(self.start(), Viewer::Seat(seat));
        let mut numbers = 0..;
        while let Some(number) = numbers.next().filter(|number| is_open && *number < effort.worlds()) {
            let mut chance = Chance::seed_from_u64(draft.luck.wrapping_add(u64::from(number)));
            let (world, rolls) = match &draft.world {
                Some(known) => (known.clone(), Vec::new()),
                None => {
                    let mut world = game.imagine(&view, seat, &mut chance);
                    let rolls = game.recall(&mut world, seat, &opening, &mut chance);
                    (world, rolls)
                }
            };
            let mut idea = Idea { rolls, ..sorted.idea(seat, draft, number, effort, &chance) };
            if (1..=effort.caretakers).contains(&number) {
                let here = self.opened(game, seat, &world, &idea);
                add_caretakers(game, seat, &here, &mut idea.letters);
            }
            let Some(run) = self.imagined(game, seat, &world, idea.clone()) else { continue };
            let throws = game.throws();
            let mut thrown = Vec::new();
            if is_thorough && (number <= effort.caretakers || throws == 1) {
                times += throws;
                let issues = game.issues(&run.state, &run.told, seat);
                // Where dice decide something in this world, they are thrown a few times more. So they are where a line comes to nothing
                // after dice have fallen: it may have been the dice that forbade it.
                let is_dicey = !issues.is_empty() || self.fell(seat, &run) && sorted.has_refusals(&run);
                Odds::count(&mut forecast.odds, issues);
                for throw in if is_dicey { 1..throws } else { 1..1 } {
                    let seed = imagined_seed(draft.luck, number, throw);
                    let again = Idea { seed, keeps_trace: false, ..idea.clone() };
                    if let Some(run) = self.imagined(game, seat, &world, again) {
                        Odds::count(&mut forecast.odds, game.issues(&run.state, &run.told, seat));
                        thrown.push(run);
                    }
                }
            }
            let is_first = forecast.worlds == 0;
            forecast.worlds += 1;
            forecast.wins += u32::from(game.winners(&run.state).is_some_and(|best| best.first() == Some(&seat)));
            for run in core::iter::once(&run).chain(&thrown) {
                let heard: Vec<&Heard<G::Reason>> = run.heard.iter().collect();
                sorted.tally(game, self, draft, (Listened::Throughout, &heard), &mut forecast.outlooks);
            }
            if is_thorough {
                forecast.note_deeds(game, &sorted, &run.used, is_first);
            }
            // One world is enough to say that something is possible, not that it is impossible.
            if is_first && effort.more_if_in_doubt && forecast.doubts() > 0 {
                effort = Effort::LETTER;
            }
            if is_thorough {
                match is_first {
                    true => {
                        let rolls = idea.rolls;
                        let silent = Idea { rolls, keeps_trace: false, ..sorted.silence(seat, draft, number) };
                        let without = self.imagined(game, seat, &world, silent);
                        forecast.would = news(&run, seat, opening.len(), without.as_ref());
                    }
                    false => forecast.would.retain(|event| run.told.iter().any(|told| told.event == *event)),
                }
            }
        }
        forecast.odds.retain_mut(|odds| odds.matter(times));
        if forecast.worlds == 0 {
            let mut heard = Vec::new();
            let used = self.listen(game, &sorted, &mut heard);
            let heard: Vec<&Heard<G::Reason>> = heard.iter().collect();
            sorted.tally(game, self, draft, (Listened::Now, &heard), &mut forecast.outlooks);
            forecast.note_deeds(game, &sorted, &used, true);
        }
        forecast
    }

    /// Whether dice have fallen in a run that a seat could see fall.
    fn fell(&self, seat: Seat, run: &Run<G>) -> bool {
        run.rolled.iter().any(|roll| roll.audience.hears(Viewer::Seat(seat)) && !self.has_seen(&roll.path))
    }

    /// What the questions that are open now hear in the lines, and the answers that they take from them.
    fn listen(&self, game: &G, sorted: &Sorted<G>, heard: &mut Vec<Heard<G::Reason>>) -> Vec<Used<G>> {
        let answers = self.asked().open.iter().filter_map(|open| {
            let lines = sorted.letters.get(&open.seat)?;
            let mut refused = Vec::new();
            let lines = Lines::new(game, &self.asked().state, open.seat, lines, &mut refused);
            let orders = open.answer(game, &mut lines.noting(heard, true).noting_all(true))?;
            Some(Used { seat: open.seat, path: open.path.clone(), orders, origin: Origin::Letter, told: 0 })
        });
        answers.collect()
    }
}

impl<G: Game> Forecast<G> {
    /// What is kept for a later stage and can never be done there is told at once.
    fn warn(&mut self, draft: &Draft<'_, G>) {
        let is_hopeless = |fate: &Fate<G::Reason>| matches!(fate, Fate::Refused { reason } if reason.is_lasting());
        for (line, told) in self.ahead.iter().flat_map(|ahead| &ahead.lines) {
            let Some(at) = draft.lines.iter().position(|one| one == line) else { continue };
            if told.fates.iter().all(|(fate, _)| is_hopeless(fate)) {
                self.outlooks[at] = told.clone();
            }
        }
    }

    /// Notes what was carried out for each line: what the referee fills in is told only if it is the same in all worlds looked at.
    fn note_deeds(&mut self, game: &G, sorted: &Sorted<G>, used: &[Used<G>], is_first: bool) {
        let mut done: Vec<Vec<G::Order>> = self.outlooks.iter().map(|_| Vec::new()).collect();
        for used in used.iter().filter(|used| used.origin == Origin::Letter) {
            // What is left alone is no deed.
            for order in used.orders.iter().filter(|order| !game.is_abstention(order)) {
                let mut lines = self.outlooks.iter().zip(&sorted.places).zip(&mut done);
                let covers = |outlook: &Outlook<G>, (seat, place): &(Seat, usize)| {
                    let line = sorted.letters.get(seat).and_then(|lines| lines.get(*place));
                    *seat == used.seat
                        && outlook.share() > 0
                        && line.is_some_and(|line| line.choices.iter().any(|one| game.covers(&one.order, order)))
                };
                if let Some((_, done)) = lines.find(|((outlook, place), _)| covers(outlook, place)) {
                    done.push(order.clone());
                }
            }
        }
        for (outlook, done) in self.outlooks.iter_mut().zip(done) {
            match is_first {
                true => outlook.done_as = done,
                false => outlook.done_as.retain(|order| done.contains(order)),
            }
        }
    }
}

/// How long lines were listened to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listened {
    /// Through the whole stage, in an imagined world.
    Throughout,
    /// By the questions that are open now.
    Now,
}

/// The lines of a letter, by the seat for which each is: a player may hold several.
struct Sorted<G: Game> {
    letters: BTreeMap<Seat, Vec<Line<G>>>,
    plans: BTreeMap<Seat, Vec<Line<G>>>,
    /// For whom each line of the letter is, and its place in that seat's list.
    places: Vec<(Seat, usize)>,
}

impl<G: Game> Sorted<G> {
    fn of(game: &G, seat: Seat, draft: &Draft<'_, G>) -> Sorted<G> {
        let mut sorted = Sorted { letters: BTreeMap::new(), plans: BTreeMap::new(), places: Vec::new() };
        sorted.letters.insert(seat, Vec::new());
        for line in draft.lines {
            let (to, line) = line.addressed(game, seat).unwrap_or_else(|| (seat, line.clone()));
            let lines = sorted.letters.entry(to).or_default();
            sorted.places.push((to, lines.len()));
            lines.push(line);
        }
        for line in draft.plans {
            let (to, line) = line.addressed(game, seat).unwrap_or_else(|| (seat, line.clone()));
            sorted.plans.entry(to).or_default().push(line);
        }
        sorted
    }

    /// Whether a line of the letter was refused in a run.
    fn has_refusals(&self, run: &Run<G>) -> bool {
        run.heard.iter().any(|one| self.letters.contains_key(&one.seat) && matches!(one.said, Said::No(_)))
    }

    /// What happens in a world without the letter.
    fn silence(&self, seat: Seat, draft: &Draft<'_, G>, number: u32) -> Idea<G> {
        let mut letters = draft.assumed.clone();
        letters.remove(&seat);
        let seed = imagined_seed(draft.luck, number, 0);
        Idea {
            knows_all: draft.world.is_some(),
            letters,
            given: draft.assumed.keys().copied().collect(),
            plans: self.plans.clone(),
            guess: None,
            rolls: Vec::new(),
            script: draft.dice.clone(),
            seed,
            keeps_trace: true,
        }
    }

    /// What happens in one world.
    fn idea(&self, seat: Seat, draft: &Draft<'_, G>, number: u32, effort: Effort, chance: &Chance) -> Idea<G> {
        let mut idea = self.silence(seat, draft, number);
        idea.letters.extend(self.letters.iter().map(|(seat, lines)| (*seat, lines.clone())));
        idea.keeps_trace = effort.worlds() > 1;
        if number > effort.caretakers {
            idea.guess = Some(chance.clone());
        }
        idea
    }

    /// Counts what became of the lines in one world.
    fn tally(
        &self,
        game: &G,
        stage: &Stage<G>,
        draft: &Draft<'_, G>,
        (listened, heard): (Listened, &[&Heard<G::Reason>]),
        outlooks: &mut Vec<Outlook<G>>,
    ) {
        let here = game.stage(stage.start());
        for (i, line) in draft.lines.iter().enumerate() {
            let (to, place) = self.places[i];
            let own = self.letters.get(&to).map_or(&[][..], Vec::as_slice);
            let Some(asked) = own.get(place) else { continue };
            let about: Vec<&Heard<G::Reason>> =
                heard.iter().filter(|one| (one.seat, one.place) == (to, place)).copied().collect();
            let fates = fate::of_line(game, &here, own, asked, &about, |order| {
                let view = game.view(&stage.asked().state, Viewer::Seat(to));
                match listened {
                    Listened::Now => match game.why_never(&view, to, order) {
                        // Where single questions wait, another may come that wants it.
                        None => Fate::Waits,
                        why => Fate::Idle { why },
                    },
                    _ => Fate::Idle { why: game.why_idle(&view, to, order) },
                }
            });
            let decides = fate::deciding(&fates);
            if outlooks.len() <= i {
                let tried = line.choices.iter().zip(&fates).take(decides).filter(|_| fates[decides].is_done());
                let passed = tried.filter_map(|(choice, fate)| match fate {
                    Fate::Refused { reason } | Fate::Foreseen { reason } => {
                        Some((choice.order.clone(), reason.clone()))
                    }
                    _ => None,
                });
                outlooks.push(Outlook {
                    line: line.number,
                    order: line.choices[decides].order.clone(),
                    fates: Vec::new(),
                    passed: passed.collect(),
                    done_as: Vec::new(),
                    instead: None,
                    known: true,
                });
            }
            outlooks[i].known &= is_known(&fates[decides], decides, &about);
            let counts = &mut outlooks[i].fates;
            let fate = &fates[decides];
            match counts.iter_mut().find(|(known, _)| known == fate) {
                Some((_, n)) => *n += 1,
                None => counts.push((fate.clone(), 1)),
            }
        }
    }
}

/// What caretakers would write for all others of whom nothing is assumed, in the position in which letters are awaited.
pub(crate) fn add_caretakers<G: Game>(
    game: &G,
    seat: Seat,
    here: &G::State,
    letters: &mut BTreeMap<Seat, Vec<Line<G>>>,
) {
    let own = game.held_with(seat);
    for other in game.seats().iter().filter(|other| !own.contains(*other)) {
        let write = || read(game, &game.caretaker(&game.view(here, Viewer::Seat(other)), other)).lines;
        letters.entry(other).or_insert_with(write);
    }
}

/// The dice of one throw in one world.
fn imagined_seed(luck: u64, world: u32, throw: u32) -> Seed {
    Seed::from_text(&format!("imagined {luck} {world} {throw}"))
}

/// Whether nothing unknown came before what decided about a line: a question that was sure to come did it, or every one that said the same.
fn is_known<R>(fate: &Fate<R>, choice: usize, about: &[&Heard<R>]) -> bool {
    let mut said = about.iter().filter(|one| one.choice == choice);
    match fate {
        Fate::Done => about.is_empty() || said.any(|one| one.is_sure && matches!(one.said, Said::Yes)),
        _ => said.all(|one| one.is_sure),
    }
}

/// What the seat hears in a run after so many events that it knows of, and not without its letter.
fn news<G: Game>(run: &Run<G>, seat: Seat, known: usize, without: Option<&Run<G>>) -> Vec<G::Event> {
    let heard = run.told.iter().filter(|told| told.audience.hears(Viewer::Seat(seat))).map(|told| &told.event);
    let heard = heard.skip(known);
    let is_old = |event: &G::Event| without.is_some_and(|run| run.told.iter().any(|told| told.event == *event));
    heard.filter(|event| !is_old(event)).cloned().collect()
}
