//! Where sentences come from, how lines are broken, what is wrong with a line, rules by number.

use super::*;
use crate::testing::{assert_reads_well, entries, renderer, tags};
use tabellarius_kernel::{Complaint, Listed, Problem, Seat};
use tabellarius_latrones::position::{Event, Reason, Road};

const RED: Seat = Seat(0);

fn complaints() -> Vec<Complaint<Reason>> {
    let what = "road";
    let all = vec![
        Complaint::Expected { what },
        Complaint::Unknown { what, meant: Some("Appia".into()) },
        Complaint::Unknown { what, meant: None },
        Complaint::Ambiguous { what, fits: vec!["Appia".into(), "Aurelia".into()] },
        Complaint::LeftOver,
        Complaint::Along,
        Complaint::Doubled { first: 2 },
        Complaint::Unasked,
        Complaint::TooLong { limit: 2000 },
        Complaint::Rule { reason: Reason::TooFewMen { left: 0 } },
    ];
    fn is_listed(one: &Complaint<Reason>) -> bool {
        use Complaint::*;
        match one {
            Expected { .. } | Unknown { .. } | Ambiguous { .. } | LeftOver | Along | Doubled { .. } => true,
            Unasked | TooLong { .. } | Rule { .. } => true,
        }
    }
    assert!(all.iter().all(is_listed));
    all
}

#[test]
fn every_complaint_has_a_sentence() {
    let (renderer, game) = (renderer(), latrones(2));
    let voice = renderer.voice(&game, "en").unwrap();
    let mut known = tags(&complaints(), "complaint");
    known.remove("rule"); // its sentence is the reason's
    known.insert("one".into());
    assert_eq!(known, entries("problems"));
    let texts: Vec<String> = complaints()
        .into_iter()
        .map(|why| {
            let problem = Problem { line: 3, piece: "Apia".into(), why, fix: Some("send 2 men Appia".into()) };
            let text = voice.problem(&problem).unwrap();
            assert_reads_well(&text.replace('?', "."));
            text
        })
        .collect();
    insta::assert_snapshot!("problems", texts.join("\n"));
}

#[test]
fn an_operators_sentence_wins_and_a_language_falls_back_on_english() {
    let directory = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = directory.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("en/latrones/events.toml", "escaped = \"Nobody was on the {{ road }}.\"");
    write("la/latrones/events.toml", "withdrew = \"{{ seat }}: ex {{ road }}.\"");
    let renderer = Renderer::new(Some(directory.path())).unwrap();
    let game = latrones(2);
    let said = |language: &str, event: &Event| renderer.voice(&game, language).unwrap().event(event).unwrap();
    let escaped = Event::Escaped { road: Road::Appia };
    let withdrew = Event::Withdrew { seat: RED, road: Road::Appia };
    assert_eq!(said("en", &escaped), "Nobody was on the Appia.");
    assert_eq!(said("la", &escaped), "Nobody was on the Appia.");
    assert_eq!(said("en", &withdrew), "Red withdraws from the Appia.");
    assert_eq!(said("la", &withdrew), "Red: ex Appia.");
    // Nobody has written Greek sentences: English ones.
    assert_eq!(said("el", &withdrew), "Red withdraws from the Appia.");
    assert_eq!(renderer.languages().collect::<Vec<_>>(), ["en", "it", "la", "nl", "pl"]);
}

#[test]
fn a_flawed_template_is_refused_with_its_name() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("en/latrones")).unwrap();
    let file = directory.path().join("en/latrones/events.toml");
    std::fs::write(&file, "taken = \"{{ seat\"").unwrap();
    let error = format!("{:#}", Renderer::new(Some(directory.path())).err().unwrap());
    assert!(error.contains("latrones/events/taken"), "{error}");
    std::fs::write(&file, "taken = ").unwrap();
    let error = format!("{:#}", Renderer::new(Some(directory.path())).err().unwrap());
    assert!(error.contains("en/latrones/events.toml"), "{error}");
}

#[test]
fn lines_break_between_words_and_keep_their_indentation() {
    let wrap = |text| filters::wrap(text, 20);
    assert_eq!(wrap("short\n"), "short\n");
    assert_eq!(wrap("- one two three four five six"), "- one two three four\n  five six\n");
    assert_eq!(wrap("    one two three four five"), "    one two three\n    four five\n");
    assert_eq!(wrap("aaaaaaaaaaaaaaaaaaaaaaaaa b"), "aaaaaaaaaaaaaaaaaaaaaaaaa\nb\n");
    assert_eq!(wrap("\u{1}send 2 men to the Via Appia"), "send 2 men to the Via Appia\n");
    assert_eq!(wrap("\u{1}  • one\n\u{1}\n"), "  • one\n\u{1}\n", "the page drops the mark, and keeps the line");
}

#[test]
fn a_rule_is_found_by_its_number() {
    let rule = rules::find(Latrones::ENTRY.rules, "LA-3.2").unwrap();
    assert!(!rule.chapter.is_empty() && !rule.text.is_empty(), "{rule:?}");
    assert_eq!(rule.order(), [3, 2]);
    assert!(rules::find(Latrones::ENTRY.rules, "XX-9.9").is_none());
}
