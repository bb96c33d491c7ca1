//! Every event, reason, complaint and question has its sentence, and no line is too wide.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use super::*;
use rand::SeedableRng as _;
use std::collections::BTreeSet;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Letter, Pace, Salt, Seat, Seed, Stage, Table, read};
use tabellarius_mare_nostrum::classic::{Classic, Options};
use tabellarius_mare_nostrum::pieces::{Cards, Good};

/// Lists what stands here, and lets the compiler complain when a variant is missing.
macro_rules! every {
    ($type:ident: $($variant:ident $({ $($field:ident: $value:expr),+ $(,)? })?;)+) => {{
        #[allow(dead_code)]
        fn is_listed(one: &$type) {
            match one { $($type::$variant { .. } => {})+ }
        }
        vec![$($type::$variant $({ $($field: $value),+ })?),+]
    }};
}

mod empires;
mod every;
mod reports;
mod sea;
mod wonders;

/// A game of Mare Nostrum.
fn classic(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn report() -> Report {
    Report::new(None).unwrap()
}

fn cards(goods: &[Good]) -> Cards {
    goods.iter().copied().collect()
}

fn entries(file: &str) -> BTreeSet<String> {
    toml::from_str::<toml::Table>(file).unwrap().keys().cloned().collect()
}

fn tags<T: serde::Serialize>(all: &[T], tag: &str) -> BTreeSet<String> {
    let tag_of = |one: &T| serde_json::to_value(one).unwrap()[tag].as_str().unwrap().to_owned();
    all.iter().map(tag_of).collect()
}

/// A sentence that a person can read: no gaps, no identifiers, a capital letter in front.
fn assert_reads_well(text: &str) {
    assert!(!text.is_empty() && !text.contains("  ") && !text.contains(" .") && !text.contains(" ,"), "{text}");
    for id in ["province/", "seat/", "good/", "unit/", "card/", "sea/", "building/", "role/", "{{", "null", "?"] {
        assert!(!text.contains(id), "{text}");
    }
    assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
}
