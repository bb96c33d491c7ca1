//! The rules, one file for each chapter of the rulebook.

pub mod arrival;
pub mod choice;
pub mod conflict;
pub mod copy;
pub mod deal;
pub mod dig;
pub mod draft;
pub mod free;
pub mod ledger;
pub mod myth;
pub mod plan;
pub mod recruit;
pub mod scoring;
pub mod sequence;
pub mod turn;
