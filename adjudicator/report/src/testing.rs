//! What the tests of every game's sentences need (feature `testing`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use crate::templates::BUILT_IN;
use crate::{Detail, News, Receipt, Renderer, Voice, WIDTH};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use tabellarius_kernel::{Draft, Effort, Forecast, Listed, Pace, Reading, Salt, Seat, Seed, Stage, Told, Viewer, read};

/// Lists what stands here, and lets the compiler complain when a variant is missing.
#[macro_export]
macro_rules! every {
    ($type:ident: $($variant:ident $({ $($field:ident: $value:expr),+ $(,)? })?;)+) => {{
        #[allow(dead_code)]
        fn is_listed(one: &$type) {
            match one { $($type::$variant { .. } => {})+ }
        }
        vec![$($type::$variant $({ $($field: $value),+ })?),+]
    }};
}
pub use every;

/// The sentences as they are compiled in.
pub fn renderer() -> Renderer {
    Renderer::new(None).unwrap()
}

/// The names of all entries of an English list: `mare-nostrum/events`.
pub fn entries(list: &str) -> BTreeSet<String> {
    let file = BUILT_IN.get_file(format!("en/{list}.toml")).unwrap_or_else(|| panic!("there is no list {list}"));
    toml::from_str::<toml::Table>(file.contents_utf8().unwrap()).unwrap().keys().cloned().collect()
}

/// The kinds of values, as they are written down: the tag is `event`, `reason` or `complaint`.
pub fn tags<T: Serialize>(all: &[T], tag: &str) -> BTreeSet<String> {
    let tag_of = |one: &T| serde_json::to_value(one).unwrap()[tag].as_str().unwrap().to_owned();
    all.iter().map(tag_of).collect()
}

/// The names of all questions that are asked somewhere in a folder of a game's sources.
pub fn questions_in(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names.extend(questions_in(&path));
        } else {
            let source = std::fs::read_to_string(&path).unwrap();
            let name = |line: &str| {
                line.trim().strip_prefix("const NAME: &'static str = \"")?.strip_suffix("\";").map(str::to_owned)
            };
            names.extend(source.lines().filter_map(name));
        }
    }
    names
}

/// The news of a stage that waits, as it would be in this position.
pub fn news<'a, G: Listed>(
    stage: &'a Stage<G>,
    state: &'a G::State,
    told: &'a [Told<G::Event>],
    viewer: Viewer,
) -> News<'a, G> {
    let asked = stage.asked();
    News {
        viewer,
        stage,
        state,
        told,
        refused: &asked.refused,
        unused: &asked.unused,
        wanted: asked.wanted,
        open: &asked.open,
        kept: &[],
        standing: &[],
        detail: Detail::Whole,
    }
}

/// The report of a reader as the stage stands.
pub fn dispatch<G: Listed>(voice: &Voice<'_, G>, stage: &Stage<G>, told: &[Told<G::Event>], viewer: Viewer) -> String {
    voice.dispatch(&news(stage, &stage.asked().state, told, viewer)).unwrap().into()
}

/// The answer to a letter in this position.
pub fn acknowledgement<G: Listed>(voice: &Voice<'_, G>, state: &G::State, seat: Seat, letter: &str) -> String {
    let (stage, reading) = (opened(voice.game, state, Pace::Bulk), read(voice.game, letter));
    let forecast = forecast(voice.game, &stage, seat, &reading, Effort::LETTER);
    let name = voice.game.stage(state);
    voice
        .acknowledgement(&Receipt { seat, stage: &name, reading: &reading, forecast: &forecast, open: &[] })
        .unwrap()
        .into()
}

/// What would become of a letter as the stage stands.
pub fn forecast<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, letter: &Reading<G>, effort: Effort) -> Forecast<G> {
    let draft = Draft::new(&letter.lines, &letter.standing, 1);
    stage.forecast(game, seat, &draft, effort)
}

/// A stage opened with a seed that is always the same.
pub fn opened<G: Listed>(game: &G, state: &G::State, pace: Pace) -> Stage<G> {
    Stage::open(game, state.clone(), pace, Seed::from_text("seed"), Salt::first("t"))
}

/// A sentence that a person can read: no gaps, no identifiers, no question, a capital letter in front.
pub fn assert_reads_well(text: &str) {
    for gap in ["  ", " .", " ,", "/", "{{", "null", "?"] {
        assert!(!text.contains(gap), "'{gap}' in: {text}");
    }
    assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
}

/// A letter that a person can read: no line too wide, no gap, no identifier.
pub fn assert_fits(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "{} columns: {line}", line.chars().count());
        assert!(!line.ends_with(' '), "trailing space: '{line}'");
    }
    assert!(!text.contains("\n\n\n"), "{text}");
    assert!(!text.contains('/'), "an identifier is left in: {text}");
}
