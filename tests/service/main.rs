//! The binary and the desk from outside: an operator's files, any bytes as a mail, boxes in disorder, the lines of the README; the layers of the modules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop where it fails")]

mod cells;
mod config;
mod faults;
mod intake;
mod layers;
mod mailboxes;
mod readme;
mod security;
mod trial;
mod years;
