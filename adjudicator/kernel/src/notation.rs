//! Positions as text: what a rule case sets up and expects, what a moderator's `set` changes, what a report can print.
//!
//! The words are the game's own, so names work in every language and in short forms. What is printed reads back to itself.

use crate::words::{Cursor, Slip};
use crate::{Game, Seat};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Why a line of a position could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amiss {
    /// A word is unknown or missing.
    Slip(Slip),
    /// The words are known, but what they say cannot be.
    Wrong {
        /// The words that say it.
        tokens: Range<usize>,
        /// Why it cannot be.
        reason: String,
    },
}

impl From<Slip> for Amiss {
    fn from(slip: Slip) -> Amiss {
        Amiss::Slip(slip)
    }
}

impl Amiss {
    /// The words on the line that are wrong.
    pub fn tokens(&self) -> Range<usize> {
        match self {
            Amiss::Slip(slip) => slip.tokens.clone(),
            Amiss::Wrong { tokens, .. } => tokens.clone(),
        }
    }

    /// What is wrong, in a few words; `piece` is how the wrong words were typed.
    pub fn reason(&self, piece: &str) -> String {
        match self {
            Amiss::Wrong { reason, .. } => reason.clone(),
            Amiss::Slip(slip) if !slip.fits.is_empty() => format!("'{piece}' could be {}", slip.fits.join(", ")),
            Amiss::Slip(slip) if slip.tokens.is_empty() => format!("something is missing here: {}", slip.what),
            Amiss::Slip(Slip { what, meant: Some(meant), .. }) => {
                format!("'{piece}' is not known here as {what}; did you mean '{meant}'?")
            }
            Amiss::Slip(Slip { what, .. }) => format!("'{piece}' is not known here as {what}"),
        }
    }
}

/// Something is not as it was expected to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// What was expected.
    pub expected: String,
    /// What is there instead, with what lies near it.
    pub came: String,
}

/// A part of a printed position: the name of its section and the section's lines.
pub type Printed = (&'static str, Vec<String>);

/// A game whose positions can be written, read and compared as text.
pub trait Notation: Game {
    /// The sections of a position, in the order in which they are printed. The first is meant where none is named.
    const SECTIONS: &'static [&'static str];
    /// Those of them in which nothing stands that somebody at the table may not know.
    const OPEN: &'static [&'static str] = &[];

    /// A table with nothing on it.
    fn blank(&self) -> Self::State;

    /// Reads one line of a section into a position; what the line does not speak of stays as it is. After an error the position
    /// may be half changed, so work on a copy.
    fn set(&self, state: &mut Self::State, section: &str, words: &mut Cursor<'_, Self::Term>) -> Result<(), Amiss>;

    /// Compares one line of a section with a position. Only what the line speaks of counts.
    fn expect(
        &self,
        state: &Self::State,
        section: &str,
        words: &mut Cursor<'_, Self::Term>,
    ) -> Result<Vec<Differs>, Amiss>;

    /// The whole position: each line, set into a blank table, gives it back.
    fn print(&self, state: &Self::State, language: &str) -> Vec<Printed>;

    /// Changes a fact of the board or a price, for a case that needs another board.
    fn amend(&mut self, words: &mut Cursor<'_, Self::Term>) -> Result<(), Amiss>;

    /// Reads dice that are fixed in advance: the ends of the paths under which they will be rolled, with their faces.
    fn dice(&self, words: &mut Cursor<'_, Self::Term>) -> Result<Vec<(String, Vec<u8>)>, Amiss>;

    /// Reads the name of a seat.
    fn seat_named(&self, words: &mut Cursor<'_, Self::Term>) -> Result<Seat, Slip>;

    /// Everything that the name at the cursor may stand for, as identifiers are written down: `province/7`.
    fn ids_named(&self, words: &mut Cursor<'_, Self::Term>) -> Vec<String>;

    /// The name of a written-down identifier.
    fn name_of(&self, id: &str) -> Option<String>;
}
