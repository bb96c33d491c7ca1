//! Mare Nostrum, refereed by its rulebook.
//!
//! [`pieces`] and [`board`] are what lies on the table; [`classic`] is the game of 2003. The crate is `no_std`: it cannot do
//! I/O, look at a clock or use randomly ordered maps.
#![no_std]
extern crate alloc;

pub mod board;
pub mod classic;
pub mod pieces;
