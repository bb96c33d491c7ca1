//! The order language: its words, reading, printing, and conditions.

pub mod covers;
pub mod facts;
pub mod print;
pub mod read;
pub mod term;
#[cfg(test)]
mod tests;
