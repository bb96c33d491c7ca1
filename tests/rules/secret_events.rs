//! What somebody does in secret is told to nobody else. The law of leaks compares worlds in which everybody does the same, so it cannot see
//! this; here the events that name secrets are listed, and each must occur and reach only those whom it names. (7 Wonders has laws of
//! its own for what lies face down.)

use rand::SeedableRng as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tabellarius::catalogue::{Visit, visit};
use tabellarius_kernel::{Audience, Chance, Listed, Seat, Table};

/// So many games are played.
const GAMES: usize = 40;

/// Plays games by chance; counts the secret events of these kinds.
struct Listen(&'static [&'static str]);

impl Visit for Listen {
    type Out = BTreeMap<String, usize>;

    fn game<G: Listed>(self, game: G) -> BTreeMap<String, usize> {
        let mut heard = BTreeMap::new();
        let mut chance = Chance::seed_from_u64(53);
        for _ in 0..GAMES {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                for told in table.told() {
                    let event = serde_json::to_value(&told.event).expect("an event");
                    let kind = event["event"].as_str().expect("a kind").to_owned();
                    if self.0.contains(&kind.as_str()) {
                        assert!(only_those_named(&game, told.audience, &event), "{:?}: {event}", told.audience);
                        *heard.entry(kind).or_insert(0) += 1;
                    }
                }
                state = table.state;
            }
        }
        heard
    }
}

/// Whether all who are told are named as the one who acts, or whom it is done to.
fn only_those_named<G: Listed>(game: &G, audience: Audience, event: &Value) -> bool {
    let is_among = |value: &Value, seat: Seat| value.as_array().is_some_and(|all| all.contains(&json!(seat)));
    let is_named = |seat: Seat| [&event["seat"], &event["to"]].contains(&&json!(seat)) || is_among(&event["to"], seat);
    match audience {
        Audience::All => false,
        Audience::Only(seats) => game.seats().iter().filter(|seat| seats.contains(*seat)).all(is_named),
    }
}

#[test]
fn secrets_are_told_only_to_whom_they_concern() {
    // Cards kept and discarded (MN-4.7, EM-4.7), the good of a compensation (MN-3.3.5, EM-3.5), the good of a legend (EM-2.4), what Isis gives
    // (MY-6.3.5); cards drawn, looked at, taken and lost (IS-5.8), and those shown to team mates (IS-10.3).
    let teams = "teams=red+blue/green+purple";
    for (key, players, variant, kinds) in [
        ("mare-nostrum", 5, "", &["compensated-with", "discarded-cards", "kept-cards"][..]),
        ("mare-nostrum", 3, "", &["compensated-with", "discarded-cards", "kept-cards"]),
        ("empires", 5, "", &["compensated-with", "discarded-cards", "kept-cards", "legend-is"]),
        ("mythology", 6, "", &["compensated-with", "discarded-cards", "isis-gift", "kept-cards"]),
        ("inner-sea", 4, teams, &["got", "looked-at", "lost", "offered", "shown"]),
        ("inner-sea", 3, "", &["got", "looked-at", "lost", "offered"]),
    ] {
        let heard = visit(key, players, variant, Listen(kinds)).expect("a game of the catalogue");
        assert!(heard.keys().eq(kinds), "{key} {players}: {heard:?}");
        assert!(heard.values().all(|count| *count >= 5), "{key} {players}: {heard:?}");
    }
}
