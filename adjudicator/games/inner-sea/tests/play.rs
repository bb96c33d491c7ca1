//! Whole games played at random: they end, and no position on the way is impossible.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::{Chance, Game as _};

fn plays(players: usize, variant: &str, games: u64) {
    let game = InnerSea::new(players, variant).unwrap();
    for seed in 0..games {
        let mut chance = Chance::seed_from_u64(seed);
        let result = playout(&game, &mut chance, 200, |state| {
            assert_eq!(game.sane(state), Ok(()), "{players} '{variant}' {seed}");
        });
        assert!(result.over, "{players} '{variant}' {seed}: {result:?}");
    }
}

#[test]
fn basic_set_ups_end() {
    for players in 2..=6 {
        plays(players, "", 20);
    }
}

/// IS-2.2: every situation of the rulebook.
#[test]
fn situations_end() {
    for (players, keys) in [
        (6, &["6"][..]),
        (5, &["5"]),
        (4, &["4a", "4b", "4c", "4d", "four-west", "four-east"]),
        (3, &["3a", "3b", "3c", "three-west", "three-east"]),
        (2, &["2a", "2b", "2c", "two-west", "two-east", "sea-war"]),
    ] {
        for key in keys {
            plays(players, key, 4);
        }
    }
}

/// IS-10.1 to IS-10.7
#[test]
fn options_end() {
    plays(4, "teams=red+blue/green+purple", 4);
    plays(4, "teams=red+blue/green+purple,best-of-team", 2);
    plays(4, "owners=red+blue/green+purple", 4);
    plays(3, "owners=red+green/blue,epochs=1-2", 4);
    plays(5, "hordes,final-event,epochs=3-4", 4);
    plays(2, "limit=15,double", 4);
}

/// How fast random play is: `cargo test --release -p tabellarius-inner-sea --test play -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn speed() {
    for players in [2, 6] {
        let game = InnerSea::new(players, "").unwrap();
        let mut chance = Chance::seed_from_u64(1);
        let begun = std::time::Instant::now();
        let (mut decisions, mut games) = (0u64, 0u64);
        while begun.elapsed().as_secs_f64() < 3.0 {
            decisions += u64::from(playout(&game, &mut chance, 200, |_| {}).decisions);
            games += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{players}: {:.0} decisions/s, {:.0} games/s", decisions as f64 / seconds, games as f64 / seconds);
    }
}
