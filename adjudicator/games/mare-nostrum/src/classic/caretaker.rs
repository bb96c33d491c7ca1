//! The caretaker automaton: plays a sound game for a silent seat from what that seat can see.

use super::Classic;
use super::view::View;
use alloc::string::String;
use tabellarius_kernel::Seat;

/// The letter it writes for the stage.
pub fn letter(_game: &Classic, _view: &View, _seat: Seat) -> String {
    String::new()
}
