//! Mare Nostrum, refereed by its rulebooks.
//!
//! [`pieces`] and [`board`] are what lies on the table; [`common`] is what the games share; [`classic`] is the game of 2003,
//! [`empires`] that of 2016, [`mythology`] the expansion of the first with its own version of the rules. The crate is `no_std`: it cannot do
//! I/O, look at a clock or use randomly ordered maps.
#![no_std]
extern crate alloc;

pub mod base;
pub mod board;
pub mod classic;
pub mod common;
pub mod empires;
pub mod mythology;
pub mod pieces;
