//! The deck as delivered, and files that are refused.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use super::*;
use alloc::string::ToString as _;

fn find(deck: &Deck, name: &str) -> Card {
    deck.all.iter().find(|card| deck.card(*card).names[0] == name).unwrap()
}

#[test]
fn the_deck_has_its_cards() {
    let deck = Deck::built_in().unwrap();
    assert_eq!((deck.all.len(), deck.events.len(), deck.wonders.len()), (103, 7, 7), "IS-5.1");
    let events: Vec<u8> = deck.events.iter().map(|card| card.0).collect();
    assert_eq!(events, [62, 98, 99, 100, 101, 102, 103]);
    let people = deck.all.iter().filter(|card| deck.card(*card).great_person).count();
    assert!((14..=18).contains(&people));
}

/// IS-12.7, IS-5.3.1: the rulebook's own examples.
#[test]
fn negations_answer_what_they_should() {
    let deck = Deck::built_in().unwrap();
    let negates = |with: &str, card: &str| deck.negates(find(&deck, with), find(&deck, card));
    for (with, card) in [
        ("False Prophet", "Metal Forging: Armor"),
        ("Pontifex", "Spy"),
        ("Pontifex", "Earthquake"),
        ("High Priestess", "Demagogue"),
        ("Corruption", "High Priestess"),
        ("Tribute to the Tribes", "Northern Hordes"),
        ("Sealed Letters", "Spy"),
    ] {
        assert!(negates(with, card), "{with} answers {card}");
    }
    assert!(!negates("False Prophet", "Spy"));
    assert!(!negates("Ostracism", "Earthquake"));
    assert!(deck.negates_wonder(find(&deck, "Bad Omens")) && !deck.negates_wonder(find(&deck, "Pontifex")));
}

#[test]
fn a_wrong_deck_is_refused_with_line_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        let at = FILE.1.find(from).unwrap();
        let flaws = Deck::load("deck.toml", &FILE.1.replacen(from, to, 1)).unwrap_err();
        let found = flaws.iter().find(|flaw| flaw.to_string().ends_with(expected));
        let found = found.unwrap_or_else(|| panic!("{expected}: {flaws:?}"));
        let line = 1 + FILE.1[..at].matches('\n').count();
        assert!(found.line.abs_diff(line) <= 20, "{found}, not line {line}");
    };
    check("op = \"remove\"", "op = \"smite\"", "there is no operation 'smite'");
    check("area = \"land contested occ:self\"", "area = \"land swamp\"", "there is no area term 'swamp'");
    check("disc = \"each_opponent\"", "disc = \"everyone\"", "there is no faction 'everyone'");
    check("id = 2\n", "id = 3\n", "cards are numbered in order: this one should be 2");
    check("kind = \"competition\"", "kind = \"event\"", "the timing does not fit the kind of card");
    check("timing = [\"competition\"]", "timing = [\"supper\"]", "there is no time 'supper'");
    check("negates = [\"wonder_use\"]", "negates = [\"weather\"]", "there is no class of cards 'weather'");
    check("name = \"Strategos\"", "name = \"Siegecraft\"", "there are two cards 'Siegecraft'");
    check("provenance = \"completed\"", "provenance = \"hearsay\"", "there is no provenance 'hearsay'");
    check("tags = [\"war\"]", "tags = [\"love\"]", "there is no tag 'love'");
    check("n = 2, areas = 1, area = \"here land\"", "areas = 1, total = 2, n = 1", "'areas' (a number or \"each\")");
    check("after_play = \"discard\"", "after_play = \"eat\"", "there is no fate of a card 'eat'");
    check("up_to = true", "upto = true", "");
}
