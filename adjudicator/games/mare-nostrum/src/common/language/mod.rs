//! The order language of Mare Nostrum: its words, how orders and conditions are read, how they are printed.

pub mod facts;
pub mod print;
pub mod read;
pub mod rites;
pub mod term;

use crate::common::Core;
use crate::common::orders::Order;
use alloc::string::String;
use facts::Fact;
use tabellarius_kernel::Language;
use tabellarius_kernel::words::{Cursor, Lexicon, Slip};
use term::Term;

impl Language for Core {
    type Order = Order;
    type Fact = Fact;
    type Term = Term;

    fn lexicon(&self) -> &Lexicon<Term> {
        &self.lexicon
    }

    fn read_order(&self, words: &mut Cursor<'_, Term>, before: Option<&Order>) -> Result<Order, Slip> {
        read::order(words, before)
    }

    fn read_fact(&self, words: &mut Cursor<'_, Term>, about: Option<&Order>) -> Result<Fact, Slip> {
        facts::read(words, about)
    }

    fn print_order(&self, order: &Order, language: &str) -> String {
        self.printer(language).order(order)
    }

    fn print_fact(&self, fact: &Fact, language: &str) -> String {
        self.printer(language).fact(fact)
    }

    fn term(&self, id: &str) -> Option<Term> {
        term::term_of(&self.board, id)
    }
}
