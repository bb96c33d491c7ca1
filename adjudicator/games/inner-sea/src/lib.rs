//! Ancient Civilizations of the Inner Sea, refereed by its rulebook.
//!
//! [`pieces`], [`map`], [`deck`], [`sheets`] and [`setups`] are what is in the box; [`board`] is who stands where, [`position`]
//! everything else. [`effects`] carries out what cards and sheets say, one small function for each word of the vocabulary; [`rules`]
//! has the sequence of play as `docs/rules/inner-sea.md` has it. The crate is `no_std`: it cannot do I/O, look at a clock or use
//! randomly ordered maps.
//!
//! A [`scenario`] is a file of values; what is truly its own is a small rule in [`rules`] that asks for a value, never for the scenario. An
//! [`npc`] answers the same questions as people do, by the manual's lists. Not here yet: exploration.
#![no_std]
extern crate alloc;

pub mod board;
pub mod caretaker;
pub mod deck;
pub mod effects;
mod entry;
pub mod event;
pub mod form;
pub mod game;
pub mod issues;
pub mod language;
pub mod map;
pub mod notation;
pub mod npc;
pub mod options;
pub mod orders;
pub mod parties;
mod picture;
pub mod pieces;
pub mod position;
pub mod powers;
pub mod reason;
pub mod rules;
pub mod sanity;
pub mod scenario;
pub mod scene;
pub mod setups;
pub mod sheets;
pub mod unasked;
pub mod view;
pub mod words_bind;
pub mod world;

pub use game::InnerSea;
pub use options::Options;
