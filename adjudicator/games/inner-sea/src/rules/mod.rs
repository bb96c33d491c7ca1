//! The rules, one file for each part of the sequence of play.

pub mod aeneas;
pub mod cards;
pub mod change;
pub mod competition;
pub mod draw;
pub mod drawing;
pub mod epoch;
pub mod events;
pub mod first;
pub mod growth;
pub mod hand;
pub mod heirlooms;
pub mod losses;
pub mod negation;
pub mod opening;
pub mod order;
pub mod payment;
pub mod placing;
pub mod prepare;
pub mod ransom;
pub mod rounds;
pub mod setup;
pub mod turn;
pub mod uses;
pub mod valuation;
pub mod wonders;
