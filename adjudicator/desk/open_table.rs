//! One table in memory, whatever is played at it.
//!
//! Games are types; the desk has tables of all of them. [`OpenTable`] is what the desk may ask of a table, and [`Games`] opens
//! one: it builds each game and variant once, since a board and its words take a while to read.

use crate::catalogue::{Visit, visit};
use crate::referee::{Closed, Correction, Header, Received, Referee, Round, Snapshot};
use crate::report::{Detail, Found, Known, News, Page, Receipt, Rendered, Renderer};
use anyhow::{Result, anyhow};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Line, Listed, Open, Pace, Seat, Seed, StageName, Viewer, is_understood};

/// What a letter came to.
pub struct Acknowledged {
    /// The answer to its writer.
    pub text: String,
    /// What was filed; empty if no order was understood.
    pub canonical: String,
    /// How many problems it has.
    pub problems: usize,
    /// How many questions still wait for its writer.
    pub open: usize,
}

/// Who reads: a seat by its name, or somebody beside the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader<'s> {
    /// A player.
    Seat(&'s str),
    /// Anybody.
    Observer,
    /// Whoever runs the table.
    Moderator,
}

/// A table as the desk sees it.
pub trait OpenTable {
    /// The names of the seats.
    fn seats(&self) -> Vec<String>;
    /// The seat that somebody means, also in part or in another language.
    fn find_seat(&self, name: &str) -> Result<String>;
    /// A seat's name in a language.
    fn seat_name(&self, seat: &str, language: &str) -> String;
    /// A seat with what plays there, if that has another name: `red (Troy)`.
    fn shown(&self, seat: &str, language: &str) -> String;
    /// The stage that is open, as the rules name it.
    fn stage(&self) -> String;
    /// The stage that is open, for readers.
    fn stage_title(&self, report: &Renderer, language: &str) -> Result<String>;
    /// The seats whose letters are still awaited.
    fn awaited(&self) -> Vec<String>;
    /// The seats that are asked for something in this round, whether they have written or not.
    fn asked(&self) -> Vec<String>;
    /// Whether the round waits for a stage's orders, not for answers to single questions.
    fn gathers(&self) -> bool;
    /// Whether a seat has said enough before: standing plans, or lines left from an earlier letter.
    fn has_plans(&self, seat: &str) -> bool;
    /// Whether an earlier letter of a seat has lines for this stage.
    fn has_kept(&self, seat: &str) -> bool;
    /// What a seat has planned for this stage, as a letter: lines left from earlier letters, then its standing plans.
    fn planned(&self, seat: &str) -> String;
    /// Whether a seat has filed a letter in this round, a draft or a final one.
    fn has_filed(&self, seat: &str) -> bool;
    /// The plans of a seat that play in this stage, in a language.
    fn plans_here(&self, seat: &str, language: &str) -> Vec<String>;
    /// The lines of a seat's earlier letters that wait for a later stage, or stand until another takes their place.
    fn waiting_lines(&self, seat: &str, language: &str) -> Vec<String>;
    /// A seat's standing plans in a language.
    fn plans(&self, seat: &str, language: &str) -> Vec<String>;
    /// Whether a line is an order, wholly understood.
    fn understands(&self, line: &str) -> bool;
    /// Whether a line is an order, or could be one with a slip in it.
    fn resembles(&self, line: &str) -> bool;
    /// The other seats that a seat's letter gives orders for.
    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>>;
    /// Files a letter and answers it.
    fn receive(&mut self, to: Writing<'_>, text: &str, finality: Finality) -> Result<Acknowledged>;
    /// Answers a letter and files nothing.
    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Answers a letter that is filed already: its orders may have been planned long ago.
    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Puts another letter in the place of a seat's own.
    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Files a letter again as the store has it.
    fn restore(&mut self, seat: &str, text: &str, finality: crate::store::Finality) -> Result<()>;
    /// What the automaton would write for a seat.
    fn caretaker(&self, seat: &str) -> Result<String>;
    /// Closes the round.
    fn close(&mut self) -> Result<Round>;
    /// What a moderator would set right, read in the notation of rule cases; each with whether everybody may read it.
    fn corrections(&self, text: &str) -> Vec<(Correction, bool)>;
    /// Whether the stage has only just begun, so that its position can be set right.
    fn is_at_beginning(&self) -> bool;
    /// Sets the position right and opens the stage again; the letters of the open round must be filed again.
    fn correct(&mut self, corrections: &[Correction]) -> Result<Round>;
    /// A reader's report about the round closed last; about the position alone, if none was closed since the table was opened.
    fn report(&self, report: &Renderer, reader: Reader<'_>, language: &str, detail: Detail) -> Result<Rendered>;
    /// The same to somebody for whom an automaton wrote: what became of its orders is not said as if they were the reader's own.
    fn report_to_onlooker(&self, report: &Renderer, seat: &str, language: &str, detail: Detail) -> Result<Rendered>;
    /// Whether the round closed last holds something that a reader hears of.
    fn has_news(&self, reader: Reader<'_>) -> Result<bool>;
    /// What a seat is asked now, with the form, and nothing of what happened before.
    fn asked_of(&self, report: &Renderer, seat: &str, language: &str) -> Result<Rendered>;
    /// Orders that a seat could give now, one of each sort.
    fn examples(&self, seat: &str, language: &str) -> Vec<String>;
    /// The orders that silence would stand for: the defaults of the questions that wait for a seat.
    fn defaults(&self, seat: &str, language: &str) -> Vec<String>;
    /// A page that a reader asks for: a card by its name, the own sheet, the areas of the map.
    fn look_up(&self, report: &Renderer, reader: Reader<'_>, language: &str, page: Page<'_>) -> Result<Found>;
    /// Why the last round came out as it did.
    fn explain(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Option<String>>;
    /// The position when the stage opened, and after how many rounds.
    fn snapshot(&self) -> Result<Snapshot>;
    /// How many rounds were closed when the stage opened.
    fn opened_after(&self) -> usize;
    /// Who has won, best first.
    fn winners(&self) -> Option<Vec<String>>;
    /// The seed, once the game is over.
    fn reveal(&self) -> Option<String>;
}

/// To whom an answer is written.
#[derive(Clone, Copy)]
pub struct Writing<'w> {
    /// The sentences.
    pub report: &'w Renderer,
    /// The seat.
    pub seat: &'w str,
    /// The reader's language.
    pub language: &'w str,
}

/// All games that were opened.
#[derive(Default)]
pub struct Games {
    built: RefCell<BTreeMap<Played, Rc<dyn Opens>>>,
}

/// What is played: the game, the number of players and the variant.
type Played = (String, usize, String);

impl Games {
    /// Opens a new table.
    pub fn open(&mut self, header: &Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.open(header.clone(), seed)
    }

    /// Goes on with a table from a snapshot and the rounds since.
    pub fn resume(
        &mut self,
        header: &Header,
        seed: Seed,
        snapshot: &Snapshot,
        since: &[Round],
    ) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.resume(header.clone(), seed, snapshot, since)
    }

    /// Plays a whole record again.
    pub fn replay(&mut self, header: &Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.replay(header.clone(), seed, rounds)
    }

    /// The names of the seats of a game, whether a table is open or not.
    pub fn seats(&mut self, header: &Header) -> Result<Vec<String>> {
        Ok(self.find(header)?.seats())
    }

    /// The seats of a game by the people who hold them: mostly one seat each.
    pub fn hands(&self, header: &Header) -> Result<Vec<Vec<String>>> {
        Ok(self.find(header)?.hands())
    }

    /// What a stage of a game is called: `turn 1/commerce` is `turn 1, Commerce`.
    pub fn stage_title(&mut self, header: &Header, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        self.find(header)?.stage_title(report, language, stage)
    }

    fn find(&self, header: &Header) -> Result<Rc<dyn Opens>> {
        let key = (header.game.clone(), header.players, header.variant.clone());
        if let Some(found) = self.built.borrow().get(&key) {
            return Ok(found.clone());
        }
        struct Build;
        impl Visit for Build {
            type Out = Rc<dyn Opens>;

            fn game<G: Listed>(self, game: G) -> Rc<dyn Opens> {
                Rc::new(Built(Rc::new(Known::new(Arc::new(game)))))
            }
        }
        let built = visit(&header.game, header.players, &header.variant, Build)?;
        self.built.borrow_mut().insert(key, built.clone());
        Ok(built)
    }
}

/// A game that tables can be opened for.
trait Opens {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>>;
    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn seats(&self) -> Vec<String>;
    fn hands(&self) -> Vec<Vec<String>>;
    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String>;
}

struct Built<G: Listed>(Rc<Known<G>>);

impl<G: Listed> Opens for Built<G> {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        let (referee, opening) = Referee::<G>::open(self.0.game().clone(), header, seed)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: Some(opening) }))
    }

    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>> {
        let referee = Referee::<G>::resume(self.0.game().clone(), header, seed, snapshot, since)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: None }))
    }

    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        let (referee, last) = Referee::<G>::replay(self.0.game().clone(), header, seed, rounds)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: Some(last) }))
    }

    fn seats(&self) -> Vec<String> {
        self.0.game().seats().iter().map(|seat| self.0.game().seat_key(seat).to_owned()).collect()
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let game = self.0.game();
        let is_first = |seat: &Seat| game.held_with(*seat).iter().next().is_none_or(|first| first == *seat);
        let names = |seat: Seat| game.held_with(seat).iter().map(|seat| game.seat_key(seat).to_owned()).collect();
        game.seats().iter().filter(is_first).map(names).collect()
    }

    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        report.voice_of(&self.0, language)?.stage(&StageName::from(stage))
    }
}

/// Whether a letter was filed, or only tried.
#[derive(Clone, Copy)]
enum Filing {
    Filed,
    Tried,
}

struct AtTable<G: Listed> {
    known: Rc<Known<G>>,
    referee: Referee<G>,
    last: Option<Closed<G>>,
}

impl<G: Listed> AtTable<G> {
    fn names(&self, seats: tabellarius_kernel::Seats) -> Vec<String> {
        seats.iter().map(|seat| self.referee.game.seat_key(seat).to_owned()).collect()
    }

    /// What a seat is called besides its own name, as everybody can see.
    fn other_name(&self, seat: &str, language: &str) -> Option<String> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat).ok()?);
        let id = game.also_called(&self.referee.view(Viewer::Observer), seat)?;
        game.name(&id, language).map(str::to_owned)
    }

    fn viewer(&self, reader: Reader<'_>) -> Result<Viewer> {
        Ok(match reader {
            Reader::Seat(name) => Viewer::Seat(self.referee.seat(name)?),
            Reader::Observer => Viewer::Observer,
            Reader::Moderator => Viewer::Moderator,
        })
    }

    /// The questions that still wait for a seat, and that its letter does not answer.
    fn open_to(&self, seat: Seat) -> Vec<&Open<G>> {
        let still = self.referee.awaited().contains(seat);
        if still { self.referee.stage().unanswered(&self.referee.game, seat) } else { Vec::new() }
    }

    fn acknowledge(&self, to: Writing<'_>, seat: Seat, received: &Received<G>, filing: Filing) -> Result<String> {
        let stage = self.referee.stage_name();
        let open = self.open_to(seat);
        let Received { reading, checked } = received;
        let receipt = Receipt { seat, stage: &stage, reading, checked, open: &open };
        let voice = to.report.voice_of(&self.known, to.language)?;
        match filing {
            Filing::Filed => voice.acknowledgement(&receipt),
            Filing::Tried => voice.forecast(&receipt),
        }
    }

    fn acknowledged(
        &self,
        to: Writing<'_>,
        seat: Seat,
        received: &Received<G>,
        filing: Filing,
    ) -> Result<Acknowledged> {
        Ok(Acknowledged {
            text: self.acknowledge(to, seat, received, filing)?,
            canonical: self.referee.canonical(&received.reading),
            problems: received.doubts(&self.referee.game),
            open: self.open_to(seat).len(),
        })
    }

    /// A reader's report of what `last` brought, and of what is asked now.
    fn dispatch(
        &self,
        report: &Renderer,
        viewer: Viewer,
        language: &str,
        detail: Detail,
        last: Option<&Closed<G>>,
        is_writer: bool,
    ) -> Result<Rendered> {
        let referee = &self.referee;
        let asked = referee.stage().asked();
        let (standing, kept) = match viewer {
            Viewer::Seat(seat) => (referee.standing(seat), referee.stage().kept(&*referee.game, seat)),
            Viewer::Observer | Viewer::Moderator => (&[][..], Vec::new()),
        };
        let news = News {
            viewer,
            state: &asked.state,
            told: last.map_or(&[], |last| &last.told),
            refused: last.filter(|_| is_writer).map_or(&[], |last| &last.refused),
            unused: last.filter(|_| is_writer).map_or(&[], |last| &last.unused),
            wanted: asked.wanted,
            open: &asked.open,
            kept: &kept,
            standing,
            detail,
        };
        report.voice_of(&self.known, language)?.dispatch(&news)
    }
}

impl<G: Listed> OpenTable for AtTable<G> {
    fn seats(&self) -> Vec<String> {
        self.names(self.referee.game.seats())
    }

    fn find_seat(&self, name: &str) -> Result<String> {
        let fold = |text: &str| text.to_lowercase();
        let wanted = fold(name.trim());
        let seats = self.seats();
        let languages = self.referee.game.lexicon().languages();
        let fits = |seat: &&String, whole: bool| {
            let names = languages.iter().map(|language| self.seat_name(seat, language)).chain([(*seat).clone()]);
            let others = languages.iter().filter_map(|language| self.other_name(seat, language));
            names
                .chain(others)
                .map(|name| fold(&name))
                .any(|name| if whole { name == wanted } else { name.starts_with(&wanted) })
        };
        let found: Vec<&String> = seats.iter().filter(|seat| fits(seat, true)).collect();
        let short: Vec<&String> = seats.iter().filter(|seat| wanted.len() >= 2 && fits(seat, false)).collect();
        match (found.as_slice(), short.as_slice()) {
            ([one], _) | ([], [one]) => Ok((*one).clone()),
            _ => Err(anyhow!("nobody plays \"{}\" here", name.trim())),
        }
    }

    fn seat_name(&self, seat: &str, language: &str) -> String {
        let id = self.referee.seat(seat).ok().and_then(|seat| serde_json::to_value(seat).ok());
        let id = id.as_ref().and_then(serde_json::Value::as_str);
        id.and_then(|id| self.referee.game.name(id, language)).unwrap_or(seat).to_owned()
    }

    fn shown(&self, seat: &str, language: &str) -> String {
        match self.other_name(seat, language) {
            Some(other) => format!("{seat} ({other})"),
            None => seat.to_owned(),
        }
    }

    fn stage(&self) -> String {
        self.referee.stage_name().to_string()
    }

    fn stage_title(&self, report: &Renderer, language: &str) -> Result<String> {
        report.voice_of(&self.known, language)?.stage(&self.referee.stage_name())
    }

    fn awaited(&self) -> Vec<String> {
        self.names(self.referee.awaited())
    }

    fn asked(&self) -> Vec<String> {
        let run = self.referee.stage().asked();
        let mut seats = run.wanted;
        run.open.iter().for_each(|open| seats.insert(open.seat));
        self.names(seats)
    }

    fn gathers(&self) -> bool {
        self.referee.header.pace == Pace::Bulk || !self.referee.stage().asked().wanted.is_empty()
    }

    fn has_plans(&self, seat: &str) -> bool {
        let Ok(seat) = self.referee.seat(seat) else { return false };
        !self.referee.standing(seat).is_empty() || !self.referee.stage().kept(&*self.referee.game, seat).is_empty()
    }

    fn has_kept(&self, seat: &str) -> bool {
        self.referee.seat(seat).is_ok_and(|seat| !self.referee.stage().kept(&*self.referee.game, seat).is_empty())
    }

    fn planned(&self, seat: &str) -> String {
        let Ok(seat) = self.referee.seat(seat) else { return String::new() };
        let kept = self.referee.stage().kept(&*self.referee.game, seat);
        let lines = kept.iter().chain(self.referee.standing(seat));
        lines.map(|line| line.print(&*self.referee.game, "en") + "\n").collect()
    }

    fn has_filed(&self, seat: &str) -> bool {
        self.referee.seat(seat).is_ok_and(|seat| self.referee.stage().filed(seat).is_some())
    }

    fn plans_here(&self, seat: &str, language: &str) -> Vec<String> {
        let Ok(seat) = self.referee.seat(seat) else { return Vec::new() };
        let game = &*self.referee.game;
        let here = self.referee.stage_name().phase;
        let plays = |line: &&Line<G>| {
            line.choices.iter().any(|choice| game.stage_of(&choice.order).is_none_or(|stage| stage == here))
        };
        let kept = self.referee.stage().kept(game, seat);
        let standing = self.referee.standing(seat).iter().filter(plays);
        kept.iter().chain(standing).map(|line| line.print(game, language)).collect()
    }

    fn waiting_lines(&self, seat: &str, language: &str) -> Vec<String> {
        let Ok(seat) = self.referee.seat(seat) else { return Vec::new() };
        let lines = self.referee.stage().carried().get(&seat).into_iter().flatten();
        lines.map(|line| line.print(&*self.referee.game, language)).collect()
    }

    fn plans(&self, seat: &str, language: &str) -> Vec<String> {
        let Ok(seat) = self.referee.seat(seat) else { return Vec::new() };
        self.referee.standing(seat).iter().map(|line| line.print(&*self.referee.game, language)).collect()
    }

    fn understands(&self, line: &str) -> bool {
        is_understood(&*self.referee.game, line)
    }

    fn resembles(&self, line: &str) -> bool {
        let reading = tabellarius_kernel::read::read(&*self.referee.game, line);
        self.understands(line) || reading.problems.iter().any(|problem| problem.fix.is_some())
    }

    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>> {
        let seat = self.referee.seat(seat)?;
        let reading = tabellarius_kernel::read::read(&*self.referee.game, text);
        let lines = reading.lines.iter().chain(&reading.standing);
        let others = lines.filter_map(|line| line.addressed(&*self.referee.game, seat)).map(|(other, _)| other);
        Ok(self.names(others.filter(|other| *other != seat).collect()))
    }

    fn receive(&mut self, to: Writing<'_>, text: &str, finality: Finality) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.receive_as(seat, text, finality);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.try_letter(seat, text);
        self.acknowledged(to, seat, &received, Filing::Tried)
    }

    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.try_letter(seat, text);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.amend(seat, text);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn restore(&mut self, seat: &str, text: &str, finality: crate::store::Finality) -> Result<()> {
        let seat = self.referee.seat(seat)?;
        match finality {
            crate::store::Finality::Draft => self.referee.refile(seat, text, Finality::Draft),
            crate::store::Finality::Final => self.referee.refile(seat, text, Finality::Final),
            crate::store::Finality::Amended => self.referee.refile_amended(seat, text),
        }
        Ok(())
    }

    fn caretaker(&self, seat: &str) -> Result<String> {
        let seat = self.referee.seat(seat)?;
        Ok(self.referee.game.caretaker(&self.referee.view(Viewer::Seat(seat)), seat))
    }

    fn close(&mut self) -> Result<Round> {
        self.last = Some(self.referee.close()?);
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn corrections(&self, text: &str) -> Vec<(Correction, bool)> {
        let read = Correction::read::<G>(text);
        read.into_iter().map(|one| (one.is_open::<G>(), one)).map(|(is_open, one)| (one, is_open)).collect()
    }

    fn is_at_beginning(&self) -> bool {
        self.referee.is_at_beginning()
    }

    fn correct(&mut self, corrections: &[Correction]) -> Result<Round> {
        self.last = Some(self.referee.correct(corrections)?);
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn report(&self, report: &Renderer, reader: Reader<'_>, language: &str, detail: Detail) -> Result<Rendered> {
        self.dispatch(report, self.viewer(reader)?, language, detail, self.last.as_ref(), true)
    }

    fn report_to_onlooker(&self, report: &Renderer, seat: &str, language: &str, detail: Detail) -> Result<Rendered> {
        let viewer = self.viewer(Reader::Seat(seat))?;
        self.dispatch(report, viewer, language, detail, self.last.as_ref(), false)
    }

    fn has_news(&self, reader: Reader<'_>) -> Result<bool> {
        let viewer = self.viewer(reader)?;
        let Some(last) = &self.last else { return Ok(false) };
        let is_own = |seat: Seat| viewer == Viewer::Seat(seat);
        Ok(last.told.iter().any(|told| told.audience.hears(viewer))
            || last.refused.iter().any(|refusal| is_own(refusal.seat))
            || last.unused.iter().any(|unused| is_own(unused.seat)))
    }

    fn asked_of(&self, report: &Renderer, seat: &str, language: &str) -> Result<Rendered> {
        self.dispatch(report, Viewer::Seat(self.referee.seat(seat)?), language, Detail::Move, None, true)
    }

    fn examples(&self, seat: &str, language: &str) -> Vec<String> {
        let Ok(seat) = self.referee.seat(seat) else { return Vec::new() };
        let game = &*self.referee.game;
        let examples = game.examples(&self.referee.view(Viewer::Seat(seat)), seat);
        examples.iter().map(|order| game.print_order(order, language)).collect()
    }

    fn defaults(&self, seat: &str, language: &str) -> Vec<String> {
        let Ok(seat) = self.referee.seat(seat) else { return Vec::new() };
        let game = &*self.referee.game;
        let orders = self.open_to(seat).into_iter().flat_map(|open| open.default(game));
        orders.map(|order| game.print_order(&order, language)).collect()
    }

    fn look_up(&self, report: &Renderer, reader: Reader<'_>, language: &str, page: Page<'_>) -> Result<Found> {
        let viewer = self.viewer(reader)?;
        report.voice_of(&self.known, language)?.look_up(&self.referee.stage().asked().state, viewer, page)
    }

    fn explain(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Option<String>> {
        let viewer = self.viewer(reader)?;
        let runs = self.referee.explain();
        let voice = report.voice_of(&self.known, language)?;
        let texts: Result<Vec<String>> = runs.iter().map(|run| voice.explain(run, viewer)).collect();
        Ok((!runs.is_empty()).then_some(texts?.join("\n")))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.referee.snapshot()
    }

    fn opened_after(&self) -> usize {
        self.referee.opened_after()
    }

    fn winners(&self) -> Option<Vec<String>> {
        let winners = self.referee.winners()?;
        Some(winners.iter().map(|seat| self.referee.game.seat_key(*seat).to_owned()).collect())
    }

    fn reveal(&self) -> Option<String> {
        self.referee.reveal()
    }
}
