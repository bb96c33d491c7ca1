//! The order language: its words, reading, printing, and conditions.

mod bare;
mod clauses;
pub mod facts;
pub mod print;
pub mod read;
mod targets;
pub mod term;
#[cfg(test)]
mod tests;
