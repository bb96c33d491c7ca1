//! The binary and the desk from outside: an operator's files, any bytes as a mail, the lines of the README.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop where it fails")]

mod config;
mod intake;
mod readme;
mod trial;
