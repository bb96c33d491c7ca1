//! The automaton that plays for silent seats, from what they see.

use super::Mythology;
use super::view::View;
use alloc::string::String;
use tabellarius_kernel::Seat;

/// The letter for a stage.
pub fn letter(_: &Mythology, _: &View, _: Seat) -> String {
    String::from("nothing")
}
