//! Every field of a step is used by its operation or refused, with line and reason; every condition counts for every operation
//! (IS-12.3, IS-12.6).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use super::step::{Setting, StepEntry, steps};
use super::{Step, Time};
use crate::effects::{Mode, Scope, declare};
use crate::game::InnerSea;
use crate::pieces::{AreaSet, Faction};
use crate::position::{Phase, Position};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Flaw, Flaws};
use tabellarius_kernel::{Game as _, Seat};
use toml::Spanned;

const OPTIONS: &str = "[[{ op = \"vp\", who = \"self\", n = 1 }], [{ op = \"talents\", who = \"self\", n = 1 }]]";

/// An operation, a time, and its fields.
type Plain = (&'static str, Time, &'static [(&'static str, &'static str)]);

/// A plain step of each operation, and a time that suits it.
const OPERATIONS: [Plain; 18] = [
    ("place", Time::Card, &[("disc", "'self'"), ("n", "1"), ("areas", "2"), ("area", "'land'")]),
    ("remove", Time::Card, &[("disc", "'any'"), ("n", "1"), ("areas", "2"), ("area", "'land'")]),
    (
        "replace",
        Time::Card,
        &[("disc", "'opponent'"), ("with", "'self'"), ("n", "1"), ("areas", "2"), ("area", "'land'")],
    ),
    ("move", Time::Card, &[("disc", "'self'"), ("total", "2"), ("area", "'land'")]),
    ("ready", Time::Growth, &[("n", "1")]),
    ("talents", Time::Card, &[("who", "'self'"), ("n", "1")]),
    ("vp", Time::Card, &[("who", "'self'"), ("n", "1")]),
    ("draw", Time::Card, &[("who", "'self'"), ("n", "2")]),
    ("discard", Time::Card, &[("who", "'rival'"), ("n", "1")]),
    ("steal", Time::Card, &[("who", "'rival'"), ("n", "1")]),
    ("wonder", Time::Card, &[("who", "'self'"), ("do", "'restore'")]),
    ("order", Time::Order, &[("who", "'self'")]),
    ("end_epoch", Time::Card, &[]),
    ("shield", Time::Competition, &[("who", "'self'"), ("rounds", "1")]),
    ("no_ransom", Time::Competition, &[("who", "'opponent'")]),
    ("truce", Time::Phase, &[("areas", "1"), ("area", "'contested'")]),
    ("ban", Time::Card, &[("areas", "1"), ("area", "'land'"), ("until", "'turn'")]),
    ("choose", Time::Card, &[("options", OPTIONS)]),
];

/// Every field, with a value that says something else than the plain steps do.
const FIELDS: [(&str, &str); 28] = [
    ("by", "'fewest_vp'"),
    ("if", "{ epoch_min = 2 }"),
    ("per", "'land'"),
    ("div", "2"),
    ("max", "2"),
    ("up_to", "true"),
    ("when", ""),
    ("disc", "'barbarian'"),
    ("for", "'rival'"),
    ("with", "'barbarian'"),
    ("who", "'each_opponent'"),
    ("n", "3"),
    ("total", "3"),
    ("areas", "3"),
    ("area", "'sea'"),
    ("linked", "true"),
    ("chain", "true"),
    ("mixed", "true"),
    ("open_ok", "true"),
    ("overstack", "true"),
    ("keep", "1"),
    ("source", "'discard'"),
    ("random", "true"),
    ("do", "'destroy'"),
    ("discount", "1"),
    ("rounds", "2"),
    ("until", "'next_turn'"),
    ("options", "[[{ op = \"end_epoch\" }], [{ op = \"talents\", who = \"self\", n = 1 }]]"),
];

#[derive(Deserialize)]
struct One {
    effect: Vec<Spanned<StepEntry>>,
}

fn read(op: &str, time: Time, fields: &[(&str, &str)]) -> Result<Vec<Step>, Vec<Flaw>> {
    let fields: String = fields.iter().map(|(key, value)| format!(", {key} = {value}")).collect();
    let text = format!("effect = [\n{{ op = '{op}'{fields} }},\n]\n");
    let one: One = toml::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut flaws = Flaws::new("deck.toml", &text);
    let steps = steps(&one.effect, Setting::of(&[time], true), &mut flaws);
    let flaws = flaws.into_list();
    if flaws.is_empty() { Ok(steps) } else { Err(flaws) }
}

#[test]
fn every_field_is_used_or_refused() {
    for (op, time, plain) in OPERATIONS {
        let before = read(op, time, plain).unwrap_or_else(|flaws| panic!("{op}: {flaws:?}"));
        for (field, value) in FIELDS {
            let own = format!("'{}'", time.key());
            let value = if field == "when" { own.as_str() } else { value };
            let mut fields: Vec<(&str, &str)> = plain.iter().copied().filter(|(key, _)| *key != field).collect();
            fields.push((field, value));
            match read(op, time, &fields) {
                Ok(steps) => assert_ne!(steps, before, "{op}: '{field}' was passed over"),
                Err(flaws) => {
                    let names = |flaw: &Flaw| flaw.line == 2 && flaw.reason.contains(&format!("'{field}'"));
                    assert!(flaws.iter().any(names), "{op}, {field}: {flaws:?}");
                }
            }
        }
    }
}

#[test]
fn values_without_a_meaning_are_refused() {
    let white: &[(&str, &str)] = &[("disc", "'white'"), ("n", "1"), ("areas", "1")];
    assert!(read("place", Time::Competition, white).is_ok());
    for (op, time, fields, expected) in [
        ("place", Time::Card, &[("disc", "'each'"), ("n", "1"), ("areas", "1")][..], "'disc' cannot be \"each\""),
        ("place", Time::Card, &[("disc", "'self'"), ("n", "'all'"), ("areas", "1")], "is for discs that go"),
        (
            "place",
            Time::Card,
            &[("disc", "'self'"), ("n", "1"), ("areas", "1"), ("area", "'here'")],
            "'here' is the area",
        ),
        ("place", Time::Card, &[("disc", "'named'"), ("n", "1"), ("areas", "1")], "nobody has named"),
        ("remove", Time::Card, &[("disc", "'each'"), ("total", "2")], "not 'total'"),
        (
            "remove",
            Time::Card,
            &[("disc", "'any'"), ("n", "1"), ("areas", "'each'"), ("up_to", "true")],
            "'up_to' has no use",
        ),
        (
            "replace",
            Time::Card,
            &[("disc", "'any'"), ("with", "'rival'"), ("n", "1"), ("areas", "1")],
            "'with' cannot be",
        ),
        ("draw", Time::Card, &[("who", "'self'"), ("n", "1"), ("keep", "2")], "'keep' is a number from 1 to 1"),
        ("talents", Time::Card, &[("who", "'barbarian'"), ("n", "1")], "'who' cannot be"),
        ("talents", Time::Card, &[("who", "'self'"), ("n", "1"), ("if", "{ done = true }")], "there is none"),
        ("ready", Time::Card, &[("n", "1")], "in the Growth Phase only"),
        ("truce", Time::Card, &[("areas", "1")], "in the Competition Phase only"),
        ("shield", Time::Card, &[("who", "'self'"), ("rounds", "1")], "in a competition only"),
        ("shield", Time::Loss, &[("who", "'self'"), ("n", "2")], "n = 1"),
        ("talents", Time::Loss, &[("who", "'self'"), ("n", "1")], "there is only 'shield'"),
        ("talents", Time::Response, &[("who", "'rival'"), ("n", "-1")], "nobody is asked at this time"),
        ("wonder", Time::Card, &[("who", "'rival'"), ("do", "'build'")], "'who' cannot be"),
        ("wonder", Time::Card, &[("who", "'self'"), ("do", "'build'"), ("discount", "4")], "a number from 1 to 3"),
    ] {
        let flaws = read(op, time, fields).expect_err(expected);
        assert!(flaws.iter().any(|flaw| flaw.to_string().contains(expected)), "{op}: {flaws:?}");
    }
}

/// Two civilizations in a contested area, a ruined Wonder, cards in both hands.
fn position(game: &InnerSea) -> Position {
    let mut position = game.start().position;
    let here = game.map.find("Tyre").unwrap();
    for (seat, civ) in [(0, crate::pieces::Civ::Egypt), (1, crate::pieces::Civ::Troy)] {
        position.sides[seat].civ = civ;
        position.sides[seat].hand = 3;
        position.board.add(here, Faction(seat as u8), 2);
        position.board.add(game.chart.home(civ).unwrap(), Faction(seat as u8), 2);
    }
    position.deck = 40;
    position.works[0].owner = Some(Seat(0));
    position.works[0].destroyed = true;
    position.phase = Phase::Competition;
    position
}

#[test]
fn a_condition_counts_for_every_operation() {
    let game = InnerSea::new(2, "civs=egypt+troy").unwrap();
    let position = position(&game);
    let here = game.map.find("Tyre");
    assert!(position.board.contested().contains(here.unwrap()) && position.board.contested() != AreaSet::NONE);
    for (op, time, plain) in OPERATIONS {
        for (condition, holds) in [("{ occupies = 'land' }", true), ("{ occupies = 'land !land' }", false)] {
            let mut fields = plain.to_vec();
            fields.push(("if", condition));
            let steps = read(op, time, &fields).unwrap_or_else(|flaws| panic!("{op}: {flaws:?}"));
            let scope = Scope::of(Seat(0), time, here);
            let done = declare(&game, &position, scope, &steps, Mode::Sound).unwrap();
            assert_eq!(done.is_some(), holds, "{op} if {condition}");
        }
    }
}
