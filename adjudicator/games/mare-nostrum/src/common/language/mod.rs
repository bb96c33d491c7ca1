//! The order language of Mare Nostrum: its words, how orders and conditions are read, how they are printed.

pub mod facts;
pub mod print;
pub mod read;
pub mod term;
