//! The names of stages.

use alloc::string::String;
use core::fmt;

/// Which stage of a game it is: `turn 4/commerce`. It names questions and dice, and stands in records in this form.
///
/// ```
/// use tabellarius_kernel::StageName;
///
/// let stage = StageName::new("turn 4", "commerce");
/// assert_eq!(stage.to_string(), "turn 4/commerce");
/// assert_eq!(StageName::from("turn 4/commerce"), stage);
/// assert_eq!((stage.word(), stage.number()), ("turn", Some(4)));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StageName {
    /// When in the game: `turn 4`, `start`.
    pub turn: String,
    /// What is done then: `commerce`. Orders are meant for a phase, see [`crate::Game::stage_of`].
    pub phase: String,
}

impl StageName {
    /// A phase of a turn.
    pub fn new(turn: impl Into<String>, phase: impl Into<String>) -> StageName {
        StageName { turn: turn.into(), phase: phase.into() }
    }

    /// The first word of the turn: `turn`, `epoch-2`.
    pub fn word(&self) -> &str {
        self.turn.split(' ').next().unwrap_or_default()
    }

    /// The number of the turn, where it has one.
    pub fn number(&self) -> Option<u32> {
        self.turn.rsplit(' ').next()?.parse().ok()
    }
}

/// As it stands in a record.
impl From<&str> for StageName {
    fn from(text: &str) -> StageName {
        let (turn, phase) = text.split_once('/').unwrap_or(("", text));
        StageName::new(turn, phase)
    }
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.turn, self.phase)
    }
}
