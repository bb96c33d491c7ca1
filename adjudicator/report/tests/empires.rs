//! The sentences of Mare Nostrum: Empires: random games bring about all that can happen, and every report can be read.

use super::*;
use std::collections::BTreeSet;
use tabellarius_kernel::{Reason as _, Told};
use tabellarius_mare_nostrum::empires::reason::{Own, Reason};
use tabellarius_mare_nostrum::empires::{Empires, Options, event::Event};
use tabellarius_mare_nostrum::pieces::{Card, Sea};

fn empires(players: usize, variant: &str) -> Empires {
    Empires::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn entries(file: &str) -> BTreeSet<String> {
    toml::from_str::<toml::Table>(file).unwrap().keys().cloned().collect()
}

fn assert_reads_well(text: &str) {
    assert!(!text.contains('/') && !text.contains("  ") && !text.contains(" ."), "{text}");
    assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
}

/// Every event that random games bring about has a sentence and a rule; none has a sentence that could never be needed.
#[test]
fn random_games_need_every_sentence() {
    let report = report();
    let mut kinds = BTreeSet::new();
    for seed in 0..40 {
        let game = empires(3 + seed % 3, if seed % 2 == 0 { "" } else { "experts" });
        let mut chance = Chance::seed_from_u64(seed as u64);
        let mut state = game.start();
        for _ in 0..90 {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            for Told { event, .. } in table.told() {
                let kind = serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned();
                if kinds.insert(kind) {
                    assert_reads_well(report.event(&game, "en", event).unwrap().trim_end_matches(['.', '!']));
                    assert!(rules::find("empires", event.rule()).is_some(), "{}", event.rule());
                }
            }
            state = table.state;
            if game.winners(&state).is_some() {
                break;
            }
        }
    }
    let mut known = entries(include_str!("../../../templates/en/empires/events.toml"));
    known.retain(|kind| !kinds.contains(kind));
    // What chance seldom brings about.
    known.retain(|kind| !["no-legend", "copies-nobody", "shared-victory", "supply-short"].contains(&kind.as_str()));
    assert!(known.is_empty(), "never needed: {known:?}");
}

/// Reports over whole games by the caretaker's letters: none fails, no line is too wide, in both paces.
#[test]
fn reports_fit_and_never_fail() {
    let report = report();
    for (players, variant) in [(3, ""), (5, "experts")] {
        let game = empires(players, variant);
        let mut chance = Chance::seed_from_u64(3);
        let mut state = game.start();
        for _ in 0..15 {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            if game.winners(&state).is_some() {
                break;
            }
            for pace in [Pace::Bulk, Pace::Strict] {
                let stage = Stage::open(&game, state.clone(), pace, Seed::from_text("seed"), Salt::first("t"));
                let told: Vec<Told<Event>> = told.iter().chain(&stage.asked().told).cloned().collect();
                for language in ["en", "it", "pl", "nl"] {
                    for viewer in game.seats().iter().map(Viewer::Seat).chain([Viewer::Observer]) {
                        let asked = stage.asked();
                        let news = News {
                            viewer,
                            state: &asked.state,
                            told: &told,
                            refused: &asked.refused,
                            unused: &asked.unused,
                            wanted: asked.wanted,
                            open: &asked.open,
                            kept: &[],
                            standing: &[],
                        };
                        let text = report.dispatch(&game, language, &news).unwrap();
                        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
                        assert!(!text.contains('/'), "an identifier is left in: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn own_reasons_have_sentences() {
    let (report, game) = (report(), empires(5, ""));
    let own = [
        Own::NoSuchTile { number: 3 },
        Own::WrongNumber { most: 4 },
        Own::NoShoreThere { sea: Sea(1) },
        Own::FaceDown { card: Card::Circe },
        Own::HasFive,
        Own::NoChoice,
        Own::NotToCopy { card: Card::Perseus },
        Own::PeaceBefore,
    ];
    for reason in own.map(Reason::Own) {
        assert_reads_well(report.reason(&game, "en", &reason).unwrap().trim_end_matches('.'));
        assert!(rules::find("empires", reason.rule()).is_some(), "{}", reason.rule());
    }
}
