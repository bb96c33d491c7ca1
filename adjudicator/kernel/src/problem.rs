//! What is wrong with a line of a letter, told so that it can be mended.

use crate::Game;
use alloc::string::String;
use serde::Serialize;

/// One thing that is wrong with one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(bound(serialize = "R: Serialize"))]
pub struct Problem<R> {
    /// The line of the letter, counted from 1.
    pub line: u32,
    /// The smallest wrong piece of it, as the player wrote it.
    pub piece: String,
    /// Why it is wrong.
    pub why: Complaint<R>,
    /// The whole line as it might have been meant, ready to copy.
    pub fix: Option<String>,
}

/// The problems a game can have with a letter.
pub type ProblemOf<G> = Problem<<G as Game>::Reason>;

/// Why a line was not taken as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "complaint")]
#[serde(bound(serialize = "R: Serialize"))]
pub enum Complaint<R> {
    /// Something else was expected here: `what` is a word of the game's language files.
    Expected { what: &'static str },
    /// The word is not known; the nearest known one is in `meant`.
    Unknown { what: &'static str, meant: Option<String> },
    /// A short form that fits several names.
    Ambiguous { what: &'static str, fits: alloc::vec::Vec<String> },
    /// The line was understood up to here; the rest was not, so none of it counts.
    LeftOver,
    /// It hangs together with something that was not understood, so it does not count either.
    Along,
    /// An earlier line says what this one would say: that one counts.
    Doubled { first: u32 },
    /// Nothing asks its writer for this in this stage.
    Unasked,
    /// The letter or the line is too long; what follows was not read.
    TooLong { limit: usize },
    /// The rules speak against it, as things stand.
    Rule { reason: R },
}
