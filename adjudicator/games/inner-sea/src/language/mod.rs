//! The order language: its words, reading, printing, and conditions.

mod clauses;
pub mod facts;
pub mod print;
pub mod read;
pub mod term;
#[cfg(test)]
mod tests;
