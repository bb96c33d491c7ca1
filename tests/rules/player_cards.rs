//! The cards for players, one a game and language: short, and every order on them is one that is read.

use std::fs;
use std::path::Path;
use tabellarius::catalogue::{GAMES, Visit, visit};
use tabellarius_kernel::{Listed, is_understood};

/// A table of each game at which all that its card speaks of is there.
const TABLES: [(&str, usize, &str); 6] = [
    ("latrones", 4, ""),
    ("mare-nostrum", 5, ""),
    ("empires", 5, ""),
    ("mythology", 6, ""),
    ("seven-wonders", 7, "leaders, cities, myths"),
    ("inner-sea", 6, ""),
];

/// What stands in backticks above the last chapter, which is about the small words and commands of every game.
fn orders(card: &str) -> Vec<&str> {
    let above = card.rsplit_once("\n## ").map_or(card, |(above, _)| above);
    above.split('`').skip(1).step_by(2).collect()
}

/// The orders that a game does not read.
struct Unread<'a>(Vec<&'a str>);

impl Visit for Unread<'_> {
    type Out = Vec<String>;
    fn game<G: Listed>(self, game: G) -> Vec<String> {
        self.0.into_iter().filter(|order| !is_understood(&game, order)).map(str::to_string).collect()
    }
}

#[test]
fn every_order_on_a_card_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guides/cards");
    let mut failures = String::new();
    for (game, players, variant) in TABLES {
        for name in [format!("{game}.md"), format!("{game}.it.md"), format!("{game}.pl.md"), format!("{game}.nl.md")] {
            let card = fs::read_to_string(folder.join(&name)).expect("a card");
            let found = orders(&card);
            assert!(found.len() > 5, "{name} has few orders");
            assert!(card.lines().count() <= 40, "{name} is no card any more");
            for order in visit(game, players, variant, Unread(found)).expect("a variant of the catalogue") {
                failures += &format!("{name}: {order}\n");
            }
        }
    }
    assert!(failures.is_empty(), "not read:\n{failures}");
    assert_eq!(GAMES.len(), TABLES.len(), "each game has its card");
}
