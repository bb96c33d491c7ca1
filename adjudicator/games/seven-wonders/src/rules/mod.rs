//! The rules, one file for each chapter of the rulebook.

pub mod choice;
pub mod conflict;
pub mod deal;
pub mod dig;
pub mod plan;
pub mod scoring;
pub mod turn;
