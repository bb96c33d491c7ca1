//! One table in memory, whatever is played at it.
//!
//! Games are types; the desk has tables of all of them. [`OpenTable`] is what the desk may ask of a table, and [`Games`] opens
//! one: it builds each game and variant once, since a board and its words take a while to read.

mod at_table;
mod games;

pub use games::Games;

use crate::referee::{Correction, Round, Snapshot};
use crate::report::{Detail, Found, Page, Rendered, Renderer};
use crate::store::Finality;
use anyhow::Result;
use tabellarius_kernel::Effort;

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
    /// Whether it counts as a draft.
    pub is_draft: bool,
}

/// What the writer says about a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// `draft`: no round closes early because of it.
    Draft,
    /// `final`: it counts as it is.
    Final,
    /// Nothing: it counts, unless something in it looks wrong. A slip of the pen must not close a round before its writer could
    /// mend it.
    Unsaid,
}

/// Who reads: a seat by its name, or somebody beside the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader<'s> {
    /// A player.
    Seat(&'s str),
    /// Anybody.
    Observer,
    /// The moderator.
    Moderator,
}

/// A table as the desk sees it.
pub trait OpenTable {
    /// The names of the seats.
    fn seats(&self) -> Vec<String>;
    /// The seat that somebody means, also in part or in another language.
    fn find_seat(&self, name: &str) -> Option<String>;
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
    fn has_plans(&self, seat: &str) -> Result<bool>;
    /// Whether an earlier letter of a seat has lines for this stage.
    fn has_kept(&self, seat: &str) -> Result<bool>;
    /// What a seat has planned for this stage, as a letter: lines left from earlier letters, then its standing plans.
    fn planned(&self, seat: &str) -> Result<String>;
    /// Whether a seat has filed a letter in this round, a draft or a final one.
    fn has_filed(&self, seat: &str) -> Result<bool>;
    /// The plans of a seat that play in this stage, in a language.
    fn plans_here(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// The lines of a seat's earlier letters that wait for a later stage, or stand until another takes their place.
    fn waiting_lines(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// A seat's standing plans in a language.
    fn plans(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// Whether a line is an order, wholly understood.
    fn understands(&self, line: &str) -> bool;
    /// Whether a line is an order, or could be one with a slip in it.
    fn resembles(&self, line: &str) -> bool;
    /// The other seats that a seat's letter gives orders for.
    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>>;
    /// Files a letter and answers it.
    fn receive(&mut self, to: Writing<'_>, text: &str, intent: Intent) -> Result<Acknowledged>;
    /// Answers a letter and files nothing.
    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Answers a letter that is filed already: its orders may have been planned long ago.
    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Puts another letter in the place of a seat's own.
    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Files a letter again as the store has it.
    fn restore(&mut self, seat: &str, text: &str, finality: Finality) -> Result<()>;
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
    /// Orders that a seat could give now, one of each sort.
    fn examples(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// What a seat is asked now, with the form, and nothing of what happened before.
    fn asked_of(&self, report: &Renderer, seat: &str, language: &str) -> Result<Rendered>;
    /// The orders that silence would stand for: the defaults of the questions that wait for a seat.
    fn defaults(&self, seat: &str, language: &str) -> Result<Vec<String>>;
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
    /// How often the stage is played through to answer.
    pub effort: Effort,
}
