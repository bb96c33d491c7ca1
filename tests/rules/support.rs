//! What the law tests share: every game in every variant, tables, letters good and bad.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius::catalogue::{GAMES, Visit, offers, visit};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Letter, Listed, Pace, Run, Salt, Seat, Seed, Stage, Table, read};

/// Defines a law: a test that holds for every game, player count and variant of the catalogue.
#[macro_export]
macro_rules! law {
    ($(#[$doc:meta])* fn $name:ident($game:ident, $label:ident) $body:block) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            struct Law(String);
            impl tabellarius::catalogue::Visit for Law {
                type Out = ();
                fn game<G: tabellarius_kernel::Listed>(self, game: G) {
                    fn hold<G: tabellarius_kernel::Listed>($game: &G, $label: &str) $body
                    hold(&game, &self.0);
                }
            }
            $crate::support::each_game(Law);
        }
    };
}

/// How often a law is tried: quickly by default, ten times as often with `LAWS=long`.
pub fn times(quick: u32) -> u32 {
    match std::env::var("LAWS").as_deref() {
        Ok("long") => quick * 10,
        _ => quick,
    }
}

/// Does something with every game, player count and variant of the catalogue.
pub fn each_game<V: Visit<Out = ()>>(law: impl Fn(String) -> V) {
    // One game alone, for whoever works on it: GAME=inner-sea cargo test --test rules laws
    let only = std::env::var("GAME").unwrap_or_default();
    for entry in GAMES.iter().filter(|entry| only.is_empty() || entry.key == only) {
        for &players in entry.players {
            for (variant, _) in entry.variants.iter().filter(|(variant, _)| offers(entry.key, players, variant)) {
                let label = format!("{} {players} '{variant}'", entry.key);
                visit(entry.key, players, variant, law(label)).expect("a variant of the catalogue");
            }
        }
    }
}

/// A new table's first stage.
pub fn new_stage<G: Listed>(game: &G, pace: Pace) -> Stage<G> {
    Stage::open(game, game.start(), pace, Seed::from_text("laws"), Salt::first("laws"))
}

/// A run as bytes: position, events, open questions, who is awaited.
pub fn bytes<G: Listed>(run: &Run<G>) -> String {
    let open: Vec<_> = run.open.iter().map(|open| (open.seat, open.path.as_str(), open.name)).collect();
    serde_json::to_string(&(&run.state, &run.told, open, run.wanted, run.finished)).expect("serialisable")
}

/// Orders as a letter's text.
pub fn text_of<G: Listed>(game: &G, orders: &[G::Order], language: &str) -> String {
    orders.iter().map(|order| game.print_order(order, language)).collect::<Vec<_>>().join("\n")
}

/// A final letter.
pub fn letter<G: Listed>(game: &G, text: &str) -> Letter<G> {
    Letter { text: text.into(), lines: read(game, text).lines, finality: Finality::Final }
}

/// A letter for every seat, made from one random run of the stage.
pub fn letters_by_chance<G: Listed>(game: &G, state: &G::State, chance: &mut Chance) -> Vec<(Seat, String)> {
    let mut table = Table::with_chance(game, state.clone(), chance);
    table.keep_trace();
    assert!(game.resolve(&mut table).is_ok(), "random play never waits");
    let text = |seat: Seat| {
        let mine = table.used().iter().filter(|used| used.seat == seat);
        let orders: Vec<G::Order> = mine.flat_map(|used| used.orders.clone()).collect();
        text_of(game, &orders, "en")
    };
    game.seats().iter().map(|seat| (seat, text(seat))).collect()
}

/// A letter spoilt as letters get spoilt: by typing errors, cuts, pastes, other seats' orders and plain bytes.
pub fn garble(text: &str, others: &[(Seat, String)], chance: &mut Chance) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
    for _ in 0..chance.random_range(0..4) {
        let at = chance.random_range(0..words.len().max(1));
        let other = others.choose(chance).map_or("", |(_, text)| text.as_str());
        match chance.random_range(0..9) {
            0 => words.insert(at.min(words.len()), other.to_string()),
            1 if at < words.len() => drop(words.remove(at)),
            2 if at < words.len() => words[at] = words[at].chars().rev().collect(),
            3 => words.insert(at, "else".into()),
            4 => words.insert(at, "if I have 3 cards".into()),
            5 => words.insert(at, "99999999999999999999".into()),
            6 => words.insert(at, (0..5).map(|_| chance.random::<char>()).collect()),
            7 => words.insert(at, ";".into()),
            _ => words.insert(
                at,
                ["all", "x", ",", ":", "->", "nothing", "via", "with", "\n"]
                    .choose(chance)
                    .map_or("", |w| w)
                    .to_string(),
            ),
        }
    }
    words.join(" ")
}
