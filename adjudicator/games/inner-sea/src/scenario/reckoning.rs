//! Who has won when the time is up (IS-14.7).

use crate::pieces::{Area, AreaSet, Civ};
use alloc::vec::Vec;

/// How points are compared when the game is over (IS-14.7).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reckoning {
    /// Who stands together, and by what their points are divided; everybody else stands alone.
    pub sides: Vec<(Vec<Civ>, u16)>,
    /// Who wins of equals, if the scenario says so.
    pub tie: Option<Tie>,
    /// Whose side wins in any case when the time is up (IS-17.7).
    pub foregone: Option<Civ>,
    /// Whose side wins by points only if it Controls one of these areas (IS-17.9).
    pub must_hold: Option<(Civ, AreaSet)>,
}

/// Who wins of equals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// Whoever Controls this area.
    Holder(Area),
    /// The side of this people.
    People(Civ),
}
