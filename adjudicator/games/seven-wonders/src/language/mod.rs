//! The order language: its words, reading, printing, and conditions.

pub mod covers;
pub mod facts;
pub mod print;
pub mod read;
pub mod term;
#[cfg(test)]
mod tests;

use crate::SevenWonders;
use crate::orders::Order;
use alloc::string::String;
use facts::Fact;
use print::Printer;
use tabellarius_kernel::Language;
use tabellarius_kernel::words::{Cursor, Lexicon, Slip};
use term::Term;

impl SevenWonders {
    fn printer<'a>(&'a self, language: &'a str) -> Printer<'a> {
        Printer { deck: &self.deck, lexicon: &self.lexicon, language }
    }
}

impl Language for SevenWonders {
    type Order = Order;
    type Fact = Fact;
    type Term = Term;

    fn lexicon(&self) -> &Lexicon<Term> {
        &self.lexicon
    }

    fn read_order(&self, words: &mut Cursor<'_, Term>, before: Option<&Order>) -> Result<Order, Slip> {
        read::order(&self.deck, words, before)
    }

    fn read_fact(&self, words: &mut Cursor<'_, Term>, _about: Option<&Order>) -> Result<Fact, Slip> {
        facts::read(words)
    }

    fn print_order(&self, order: &Order, language: &str) -> String {
        self.printer(language).order(order)
    }

    fn print_fact(&self, fact: &Fact, language: &str) -> String {
        self.printer(language).fact(fact)
    }

    fn term(&self, id: &str) -> Option<Term> {
        term::term_of(self, id)
    }
}
