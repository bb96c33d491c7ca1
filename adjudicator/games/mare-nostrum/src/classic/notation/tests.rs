//! What is printed reads back to itself; what cannot be is refused.

use super::*;
use crate::classic::Options;
use alloc::string::ToString;
use rand::SeedableRng as _;
use tabellarius_kernel::words::{Cursor, Folded};
use tabellarius_kernel::{Chance, Game, playout::playout};

fn game(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).expect("variant")).expect("board")
}

fn read<R>(game: &Classic, text: &str, read: impl FnOnce(&mut Words<'_>) -> R) -> R {
    let mut line = Folded::default();
    line.fold(text);
    read(&mut Cursor::new(game.lexicon(), &line, true))
}

fn set(game: &Classic, state: &mut State, section: &str, line: &str) -> Result<(), String> {
    read(game, line, |w| game.set(state, section, w)).map_err(|amiss| amiss.reason("…"))
}

/// Every position of random games, in every language, after a print and a read, is the same.
#[test]
fn printed_positions_read_back_to_themselves() {
    for (players, variant) in [(3, "turns=6"), (4, "advanced,turns=5"), (5, "turns=9"), (5, "advanced,turns=4")] {
        let game = game(players, variant);
        let mut chance = Chance::seed_from_u64(11);
        for language in ["en", "it", "pl", "nl"] {
            playout(&game, &mut chance, 60, |state| {
                let mut again = game.blank();
                for (section, lines) in game.print(state, language) {
                    for line in lines {
                        assert_eq!(set(&game, &mut again, section, &line), Ok(()), "{language} {section}: {line}");
                        assert_eq!(
                            read(&game, &line, |w| game.expect(&again, section, w)),
                            Ok(Vec::new()),
                            "{language} {section}: {line}"
                        );
                    }
                }
                assert_eq!(again, *state, "{language}");
            });
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let game = game(5, "");
    let check = |section: &str, line: &str, expected: &str| {
        let mut state = game.blank();
        set(&game, &mut state, "board", "Roma: Rome").expect("Roma");
        let why = set(&game, &mut state, section, line).expect_err(line);
        assert!(why.contains(expected), "{line}: {why}");
    };
    check("board", "Illyria: Rome, city", "no free site for 'city'");
    check("board", "Illyria: Rome, caravan gold", "no site for gold");
    check("board", "Illyria: 2 legions", "whose legion?");
    check("board", "Roma: 9 legions", "only 8");
    check("board", "Mare Africum: 2 legions Rome", "only triremes");
    check("board", "Mare Africum: 6 triremes Rome", "only 5");
    check("board", "Thebae: Egypt, 1 trireme", "touches no sea");
    check("board", "Roma: Rome, 1 legion Egypt, Egypt occupies market", "no such market");
    check("board", "Roma: Rome, city Sparta", "not in Roma");
    check("board", "Roma: Rome, at war", "only be expected");
    check("board", "Hieroslyma: Babylon", "did you mean 'Hierosolyma'?");
    check("hands", "Rome: 6 gold", "too few cards of 'gold'");
    check("hands", "Rome: 300 gold", "too large");
    check("stage", "militari, turn 3", "did you mean 'military'?");
    check("stage", "military, turn 3 oops", "a comma");
    check("roles", "military: Rome, Rome", "named twice");
    check("points", "Rome", "something is missing");
}

#[test]
fn expectations_say_what_is_there() {
    let game = game(5, "");
    let mut state = game.blank();
    set(&game, &mut state, "board", "Syracusae: Babylon, city, 1 legion Egypt").expect("set");
    set(&game, &mut state, "hands", "Rome: 2 tax, gold").expect("set");
    let check = |section: &str, line: &str, expected: &[(&str, &str)]| {
        let differs = read(&game, line, |w| game.expect(&state, section, w)).expect(line);
        let told: Vec<(&str, &str)> = differs.iter().map(|d| (d.expected.as_str(), d.came.as_str())).collect();
        assert_eq!(told, expected, "{line}");
    };
    let there = "Babylon, city Syracusae, 1 legion Egypt";
    check("board", "Syracusae: Babylon, city, legion Egypt, nothing else", &[]);
    check("board", "Syracusae: no city", &[("Syracusae: 0 of 'city'", there)]);
    check(
        "board",
        "Syracusae: Rome, 2 legions Egypt",
        &[("Syracusae: marker of Rome", there), ("Syracusae: 2 legion Egypt", there)],
    );
    check("board", "Syracusae: Babylon, city, nothing else", &[("Syracusae: nothing else", there)]);
    check("board", "Syracusae: at war", &[("Syracusae: at war", there)]);
    check("hands", "Rome: 2 tax", &[("Rome: 2 tax", "2 tax, 1 gold (3 cards)")]);
    check("hands", "Rome: 2 tax and more", &[]);
    check("hands", "Rome: 3 cards", &[]);
    check("bank", "33 tax, 4 gold", &[]);
    check("stock", "12 cities", &[("stock: 12 city", "11 city")]);
    check("winners", "nobody", &[]);
}

#[test]
fn identifiers_have_names_and_names_identifiers() {
    let game = game(5, "");
    let ids = |text: &str| read(&game, text, |w| game.ids_named(w));
    assert_eq!(ids("Rome").len(), 2, "the civilization and the province");
    assert_eq!(ids("Pontus Euxinus").len(), 1);
    assert!(ids("Pontus Euxinus")[0].starts_with("sea/"));
    for id in ids("Rome") {
        assert!(["Rome", "Roma"].contains(&game.name_of(&id).expect("a name").as_str()));
    }
    assert_eq!(game.name_of("province/250"), None);
    assert_eq!(game.name_of("nonsense"), None);
    assert_eq!(game.name_of("card/helen").map(|name| name.to_string()), Some("Helen of Troy".into()));
}
