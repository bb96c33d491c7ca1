//! The data file: what it holds, and how a wrong one is refused.

use super::{Deck, Expansion, FILE};
use crate::pieces::Colour;

#[test]
fn the_box_is_complete() {
    let deck = Deck::base().expect("built-in data");
    assert_eq!((deck.cards.len(), deck.wonders.len(), deck.guilds().len()), (75, 7, 10));
    // 7W-2.3 and 7W-2.4: the box has 49, 49 and 50 cards.
    assert_eq!([0, 1, 2].map(|age| deck.of_age(age, 7).len()), [49, 49, 40]);
    assert_eq!([0, 1, 2].map(|age| deck.of_age(age, 3).len()), [21, 21, 16]);
    let chained = deck.cards.iter().filter(|card| card.free_from.iter().next().is_some()).count();
    assert_eq!(chained, 25);
    let green = deck.cards.iter().filter(|card| card.colour == Colour::Green).count();
    assert_eq!(green, 12);
    assert_eq!(deck.facts().len(), 1 + 75 + 7);
    assert!(deck.facts().iter().all(|fact| fact.line > 1 && !fact.source.is_empty()));
}

/// The expansions add to the box (7W-11.1, 7W-12.1).
#[test]
fn the_other_boxes_are_complete() {
    let deck = Deck::with(Expansion::ALL).expect("built-in data");
    assert_eq!((deck.cards.len(), deck.wonders.len()), (75 + 40 + 36 + 9, 12));
    assert_eq!((deck.leaders().len(), deck.guilds().len()), (36 + 6 + 6, 10 + 4 + 3 + 3));
    assert_eq!([0, 1, 2].map(|age| deck.black(age).len()), [9, 9, 9]);
    assert_eq!((deck.numbers.coins, deck.numbers.hand, deck.numbers.leaders, deck.numbers.myths), (6, 8, 4, 3));
    assert_eq!((deck.most_players(), Deck::base().expect("built-in data").most_players()), (8, 7));
}

fn check(from: &str, to: &str, expected: &str) {
    assert!(FILE.1.contains(from), "{from}");
    let text = FILE.1.replacen(from, to, 1);
    let flaws = Deck::load(&[("base.toml", &text)]).expect_err(to);
    let told: alloc::vec::Vec<_> = flaws.iter().map(|flaw| alloc::format!("{flaw}")).collect();
    assert!(told.iter().any(|flaw| flaw == expected), "{told:?}");
}

#[test]
fn a_wrong_file_is_refused_with_line_and_reason() {
    check("goods = [\"wood\"]", "goods = [\"wod\"]", "base.toml:32: there is no good 'wod'");
    check("colour = \"brown\"", "colour = \"pink\"", "base.toml:30: there is no colour 'pink'");
    check("key = \"stone-pit\"", "key = \"lumber-yard\"", "base.toml:35: there are two structures 'lumber-yard'");
    check(
        "players = { I = [3, 4] }",
        "players = { I = [3] }",
        "base.toml:27: age 1 has 27 cards for 4 players, and needs 28",
    );
    check(
        "source = \"page",
        "source = \"hearsay",
        "base.toml:9: the source 'hearsay https://github.com/joffrey-bion/seven-wonders' is not 'rulebook <number>:<line>', 'page <address>', 'reconstructed', 'board' or 'house'",
    );
    check("coins_a_point = 3", "coins_a_point = 0", "base.toml:12: coins_a_point must be at least 1");
    check(
        "cheap_price = 1 ",
        "cheap_price = 3 ",
        "base.toml:12: the low price is at most the full price, and that is from 1 to 9",
    );
    check(
        "choice = [\"wood\", \"clay\"]",
        "choice = [\"wood\", \"glass\"]",
        "base.toml:56: what is for sale is a choice of raw or of manufactured goods, not of both",
    );
    let syntax = Deck::load(&[("base.toml", "source = ")]).expect_err("syntax");
    assert_eq!(syntax[0].line, 1);
}
