//! What is wrong with a data file, and on which line. A wrong file is refused with all of its flaws.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// One mistake in a data file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flaw {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, in a few words.
    pub reason: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// One fact of a data file, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The file it stands in.
    pub file: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// The fact in a few words.
    pub what: String,
    /// Where it comes from.
    pub source: String,
    /// What else there is to say about it.
    pub note: Option<String>,
}

impl Fact {
    /// Whether a rulebook says so, or somebody has seen it on the printed game.
    pub fn is_from_rulebook(&self) -> bool {
        self.source.starts_with("rulebook") || self.source == "board"
    }
}

/// The flaws found so far in one text.
pub struct Flaws<'a> {
    file: &'a str,
    starts: Vec<usize>,
    found: Vec<Flaw>,
}

impl<'a> Flaws<'a> {
    /// No flaws yet.
    pub fn new(file: &'a str, text: &str) -> Flaws<'a> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = core::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Flaws { file, starts, found: Vec::new() }
    }

    /// The file.
    pub fn file(&self) -> &'a str {
        self.file
    }

    /// The line of a byte of the text.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// Notes a flaw at a byte of the text.
    pub fn add(&mut self, at: usize, reason: impl Into<String>) {
        let line = self.line(at);
        self.found.push(Flaw { file: self.file.into(), line, reason: reason.into() });
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All that was found, line by line.
    pub fn into_list(mut self) -> Vec<Flaw> {
        self.found.sort();
        self.found
    }
}
