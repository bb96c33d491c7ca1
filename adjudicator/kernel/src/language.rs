//! The order language of a game: orders and facts as words, in every language that has a word file.

use crate::words::{Cursor, Lexicon, Slip, Word};
use alloc::string::String;

/// How orders are read and written. Games of a family share one.
pub trait Language {
    /// One order as a letter gives it.
    type Order;
    /// Something an `if` can ask of a view.
    type Fact;
    /// A word of it.
    type Term: Word;

    /// All words.
    fn lexicon(&self) -> &Lexicon<Self::Term>;
    /// Reads one order. `before` is the order to its left on the same line, whose verb or place may be meant again.
    fn read_order(&self, words: &mut Cursor<'_, Self::Term>, before: Option<&Self::Order>)
    -> Result<Self::Order, Slip>;
    /// Reads one fact of a condition. `about` is the order it guards, if that stands before it: its place may be meant.
    fn read_fact(&self, words: &mut Cursor<'_, Self::Term>, about: Option<&Self::Order>) -> Result<Self::Fact, Slip>;
    /// The order as text that reads back to itself.
    fn print_order(&self, order: &Self::Order, language: &str) -> String;
    /// The fact as text that reads back to itself.
    fn print_fact(&self, fact: &Self::Fact, language: &str) -> String;
    /// The word for an identifier as it is written down: `province/7`.
    fn term(&self, id: &str) -> Option<Self::Term>;
}
