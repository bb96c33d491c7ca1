//! Ancient Civilizations of the Inner Sea, refereed by its rulebook.
//!
//! [`pieces`], [`map`] and [`deck`] are what is in the box; [`board`] is who stands where, [`position`] everything else. [`effects`]
//! carries out what cards say, one small function for each word of the vocabulary; [`rules`] has one file for each chapter of
//! `docs/rules/inner-sea.md`. The crate is `no_std`: it cannot do I/O, look at a clock or use randomly ordered maps.
#![no_std]
extern crate alloc;

pub mod deck;
pub mod map;
pub mod pieces;
