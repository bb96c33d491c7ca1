//! 7 Wonders, refereed by its rulebook.
//!
//! [`pieces`] and [`deck`] are what is in the box, [`city`] is what lies in front of a player, [`payment`] finds the cheapest
//! purchase, [`rules`] has one file for each chapter of `docs/rules/seven-wonders.md`. The crate is `no_std`: it cannot do I/O,
//! look at a clock or use randomly ordered maps.
#![no_std]
extern crate alloc;

pub mod caretaker;
pub mod city;
pub mod deck;
pub mod deity;
mod entry;
pub mod event;
pub mod form;
pub mod game;
mod imagine;
pub mod language;
pub mod memory;
pub mod notation;
pub mod orders;
pub mod payment;
mod picture;
pub mod pieces;
pub mod position;
pub mod reason;
pub mod rules;
pub mod sanity;
pub mod scene;
pub mod view;

pub use game::{Options, SevenWonders};
