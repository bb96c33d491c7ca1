//! The phases, one file an idea, in the order of the rulebook.

pub mod battle;
pub mod building;
pub mod collect;
pub mod conquest;
pub mod leaders;
pub mod movement;
pub mod setup;
pub mod shop;
pub mod trade;
