//! Latrones: highwaymen on three roads to Rome. The smallest complete game, to be played in an evening and to be copied.
//!
//! It has one of everything a game by mail needs: secret orders (how many men lie where), an interruption (where bands meet, each may
//! still withdraw), dice that all see and dice that one sees, a purse that only its owner knows, plans, and an end.
//!
//! Read in this order: [`position`] (what there is, what a viewer sees, what happens), [`night`] (the rules, `docs/rules/latrones.md`),
//! [`language`] (orders as words), [`game`] (how the kernel talks to it), [`notation`] (positions as text, for rule cases), `entry` (how
//! it gets into the catalogue). `docs/adding-a-game.md` walks through it.
#![no_std]
extern crate alloc;

mod entry;
pub mod game;
pub mod language;
pub mod night;
pub mod notation;
mod picture;
pub mod position;

pub use game::Latrones;
