//! The phases of a turn, one file an idea.

pub mod battle;
pub mod building;
pub mod commerce;
pub mod conquest;
pub mod gods;
pub mod heroes;
pub mod income;
pub mod march;
pub mod military;
pub mod offering;
pub mod roles;
pub mod sail;
pub mod setup;
pub mod shop;
pub mod strike;
pub mod titans;
pub mod trade;
pub mod transport;
pub mod wave;
