//! What holds for every game of the catalogue: laws, rule cases, rule numbers, odd input, records.
#![allow(clippy::panic, reason = "a test may stop where it fails")]

mod bad_input;
mod cases;
mod forecasts;
mod glossary;
mod laws;
mod offers;
mod player_cards;
mod referee;
mod rule_numbers;
mod seats;
mod secret_events;
mod spectators;
mod support;
mod waiting;
mod walk;
