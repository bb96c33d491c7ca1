//! The caretaker automaton.

use super::Empires;
use super::view::View;
use alloc::string::String;
use tabellarius_kernel::Seat;

/// The letter it writes for the stage.
pub fn letter(_game: &Empires, _view: &View, _seat: Seat) -> String {
    String::new()
}
