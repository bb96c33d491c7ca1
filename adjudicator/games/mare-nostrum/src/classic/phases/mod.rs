//! The phases, one file an idea, in the order of the rulebook.

pub mod battle;
pub mod building;
pub mod commerce;
pub mod conquest;
pub mod income;
pub mod military;
pub mod roles;
pub mod setup;
pub mod shop;
pub mod trade;
