//! One table in memory, whatever is played at it.
//!
//! Games are types; the desk has tables of all of them. [`OpenTable`] is what the desk may ask of a table, and [`Games`] opens
//! one: it builds each game and variant once, since a board and its words take a while to read.

mod at_table;
mod games;
mod letters;
mod public;
mod seats;
mod telling;

pub use games::Games;
pub use letters::{Letters, Single};
pub use public::Showing;
pub use seats::Seating;
pub use telling::Telling;

use at_table::AtTable;

use crate::referee::{Correction, Round, Snapshot};
use crate::report::Renderer;
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
    /// For each of its lines in which something is wrong what could stand there instead, if that is known.
    pub fixes: Vec<(u32, Option<String>)>,
}

impl Acknowledged {
    /// The letter with everything put right that is wrong; nothing, if nothing is, or if not all of it is known.
    pub fn mended(&self, letter: &str) -> Option<String> {
        if self.fixes.is_empty() || self.open > 0 {
            return None;
        }
        let mut lines: Vec<&str> = letter.lines().collect();
        for (number, fix) in &self.fixes {
            *lines.get_mut((*number as usize).checked_sub(1)?)? = fix.as_deref()?;
        }
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.trim().is_empty()).collect();
        Some(lines.join("\n"))
    }
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
pub trait OpenTable: Seating + Letters + Telling {
    /// The stage that is open, as the rules name it.
    fn stage(&self) -> String;
    /// Closes the round.
    fn close(&mut self) -> Result<Round>;
    /// Whether the stage that is open now belongs to the letters of the round closed last, and is closed at once.
    fn goes_on(&self) -> bool;
    /// Nobody was told of the round closed last: what it brought is told with the next one.
    fn keep_news(&mut self);
    /// What a moderator would set right, read in the notation of rule cases; each with whether everybody may read it.
    fn corrections(&self, text: &str) -> Vec<(Correction, bool)>;
    /// Whether the stage has only just begun, so that its position can be set right.
    fn is_at_beginning(&self) -> bool;
    /// Sets the position right and opens the stage again; the letters of the open round must be filed again.
    fn correct(&mut self, corrections: &[Correction]) -> Result<Round>;
    /// The position when the stage opened, and after how many rounds.
    fn snapshot(&self) -> Result<Snapshot>;
    /// How many rounds were closed when the stage opened.
    fn opened_after(&self) -> usize;
    /// Who has won, best first.
    fn winners(&self) -> Option<Vec<String>>;
    /// How all seats stand now, the best first, those who are level together.
    fn places(&self) -> Vec<Vec<String>>;
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
