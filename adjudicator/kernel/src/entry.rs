//! How a game presents itself: one entry for the catalogue, and how a game is built from its files.

use crate::Notation;
use crate::flaw::Flaw;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A file as it is compiled in: its path below the project, and its text.
pub type File = (&'static str, &'static str);

/// A game as the catalogue lists it. Its sentences are not here: they lie in `templates/<language>/<key>/` and are found by that.
#[derive(Debug)]
pub struct Entry {
    /// The name used everywhere: `mare-nostrum`.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The numbers of players.
    pub players: &'static [usize],
    /// Variants worth naming, each a list of options as one would write them, with what they mean.
    pub variants: &'static [(&'static str, &'static str)],
    /// The rules in our own words: the text of `docs/rules/<key>.md`.
    pub rules: &'static str,
    /// Boards, decks, set-ups: `config/<folder>/…`. An operator's file of the same name wins.
    pub data: &'static [File],
    /// How the board is drawn, if it is a map: `config/<folder>/geography.toml`. An operator's file wins here too.
    pub geography: Option<File>,
    /// The words of the order language, one file a language. An operator may add languages.
    pub words: &'static [File],
}

/// A game that the catalogue can list and build.
pub trait Listed: Notation {
    /// What it says of itself.
    const ENTRY: Entry;

    /// The game for so many players, with these options, from these files.
    fn build(files: &Files, players: usize, variant: &str) -> Result<Self, Unbuilt>;
}

/// Why a game could not be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unbuilt {
    /// Its files are flawed.
    Flawed(Vec<Flaw>),
    /// It cannot be played with these options, or by so many; what is wrong, in a few words.
    Refused(String),
}

impl From<Vec<Flaw>> for Unbuilt {
    fn from(flaws: Vec<Flaw>) -> Unbuilt {
        Unbuilt::Flawed(flaws)
    }
}

/// What is wrong with the options.
impl From<&str> for Unbuilt {
    fn from(reason: &str) -> Unbuilt {
        Unbuilt::Refused(reason.into())
    }
}

impl fmt::Display for Unbuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unbuilt::Refused(reason) => f.write_str(reason),
            Unbuilt::Flawed(flaws) => {
                for (i, flaw) in flaws.iter().enumerate() {
                    write!(f, "{}{flaw}", if i == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for Unbuilt {}

/// The files a game is built from: the compiled-in ones, each replaced where an operator has another.
#[derive(Clone, Debug)]
pub struct Files {
    /// By their paths in [`Entry::data`].
    data: BTreeMap<&'static str, Text>,
    words: Vec<Text>,
}

/// A file's name, by which its flaws are told, and its text.
pub type Text = (String, String);

impl Files {
    /// Files of data by their paths in the entry, and files of words.
    pub fn new(data: BTreeMap<&'static str, Text>, words: Vec<Text>) -> Files {
        Files { data, words }
    }

    /// The files as they are compiled in.
    pub fn built_in(entry: &Entry) -> Files {
        let own = |(path, text): &File| (String::from(*path), String::from(*text));
        Files {
            data: entry.data.iter().map(|file| (file.0, own(file))).collect(),
            words: entry.words.iter().map(own).collect(),
        }
    }

    /// A file of data, by its path in the entry.
    pub fn data(&self, path: &str) -> Result<(&str, &str), Unbuilt> {
        let file = self.data.get(path).ok_or_else(|| Unbuilt::Refused(format!("{path} is missing")))?;
        Ok((&file.0, &file.1))
    }

    /// The files of words.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.words.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}
