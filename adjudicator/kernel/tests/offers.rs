//! What is offered instead of a line that was not understood: never something that lacks one of its conditions, and never nonsense.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use tabellarius_kernel::{Files, Listed as _, is_understood, read};
use tabellarius_latrones::Latrones;

fn game() -> Latrones {
    Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").unwrap()
}

#[test]
fn a_comma_may_stand_before_else_and_then() {
    let game = game();
    for (typed, line) in [
        ("send 2 Appia, else stay", "send 2 Appia else stay"),
        ("send 2 Appia, otherwise stay", "send 2 Appia else stay"),
        ("send 2 Appia if White has 3 men, else stay", "send 2 Appia if White has 3 men else stay"),
        ("if White has 3 men, then send 2 Appia, or else stay", "send 2 Appia if White has 3 men else stay"),
    ] {
        let reading = read(&game, typed);
        assert!(reading.problems.is_empty(), "{typed}: {:?}", reading.problems);
        let lines: Vec<String> = reading.lines.iter().map(|line| line.print(&game, "en")).collect();
        assert_eq!(lines, [line], "{typed}");
    }
}

/// A fallback never becomes a first choice, with a comma before it either.
#[test]
fn what_stands_behind_a_bad_order_and_else_goes_with_it() {
    let game = game();
    let reading = read(&game, "send 2 fnord, else stay");
    assert!(reading.lines.is_empty(), "{:?}", reading.lines);
    let reading = read(&game, "stay, else send 2 fnord");
    assert_eq!(reading.lines.len(), 1);
    assert_eq!(reading.lines[0].print(&game, "en"), "stay");
}

#[test]
fn an_offer_keeps_what_binds_it() {
    let game = game();
    for (typed, fix) in [
        ("if White has a hat: stay", None),
        ("only if it rains, stay", None),
        ("never mind, stay", None),
        ("send 2 Appia tonight if it rains", None),
        ("send 2 Appia (for now)", Some("send 2 Appia")),
        ("send 2 Appia or stay", Some("send 2 Appia else stay")),
        ("send 2 Apia", Some("send 2 Appia")),
    ] {
        let problems = read(&game, typed).problems;
        assert_eq!(problems.first().and_then(|problem| problem.fix.as_deref()), fix, "{typed}: {problems:?}");
        assert!(fix.is_none_or(|fix| is_understood(&game, fix)), "{typed}");
    }
}

#[test]
fn polite_words_before_an_order_need_no_offer() {
    let game = game();
    let reading = read(&game, "I would like to send 2 Appia");
    assert_eq!(reading.problems, []);
    assert_eq!(reading.lines[0].print(&game, "en"), "send 2 Appia");
}
