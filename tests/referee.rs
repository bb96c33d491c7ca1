//! A table's record is everything: played again, or gone on with from a snapshot, it comes to the same. A tampered record is found out.

#![allow(clippy::panic)]

mod support;

use rand::SeedableRng as _;
use support::{bytes, letters_by_chance};
use tabellarius::referee::{Header, Referee, Round};
use tabellarius_kernel::{Chance, Game, Pace, Seed};

fn header<G: Game>(game: &G, pace: Pace, seed: &Seed) -> Header {
    Header {
        table: "ostia-3".into(),
        game: game.key().into(),
        players: game.seats().len(),
        variant: String::new(),
        pace,
        commitment: seed.commitment(),
    }
}

/// Plays some rounds with random letters, every third seat silent, every fourth letter for another stage too.
fn play<G: Game>(game: &G, pace: Pace, most: usize, mut watch: impl FnMut(&Referee<G>)) -> Referee<G> {
    let seed = Seed::from_text("referee");
    let mut chance = Chance::seed_from_u64(23);
    let (mut referee, _) = Referee::open(game.clone(), header(game, pace, &seed), seed).expect("a new table");
    watch(&referee);
    for round in 0..most {
        if referee.winners().is_some() {
            break;
        }
        let letters = letters_by_chance(game, referee.stage().start(), &mut chance);
        for (i, (seat, text)) in letters.iter().enumerate() {
            let standing = if round == 1 { "\nalways nothing" } else { "" };
            if (round + i) % 3 > 0 {
                referee.receive(*seat, &format!("{text}{standing}"));
            }
        }
        referee.close().expect("the round closes");
        watch(&referee);
    }
    referee
}

law! {
    /// Going on from a snapshot, written down and read again, is the same as never having stopped.
    fn a_snapshot_is_enough(game, name) {
        for pace in [Pace::Bulk, Pace::Strict] {
            let mut all: Vec<Round> = Vec::new();
            play(game, pace, 40, |referee| {
                all.extend(referee.rounds.iter().skip(all.len()).cloned());
                let text = serde_json::to_string(&referee.snapshot().expect("a snapshot")).expect("text");
                let snapshot = serde_json::from_str(&text).expect("a snapshot");
                let seed = Seed::from_text("referee");
                let since = &all[referee.snapshot().expect("a snapshot").rounds..];
                let again = Referee::resume(game.clone(), referee.header.clone(), seed, &snapshot, since);
                let again = again.unwrap_or_else(|error| panic!("{name}: {error:#}"));
                assert_eq!(bytes(again.stage().asked()), bytes(referee.stage().asked()), "{name}");
                assert_eq!(again.stage().salt(), referee.stage().salt(), "{name}");
                assert_eq!(again.awaited(), referee.awaited(), "{name}");
                assert_eq!(again.snapshot().expect("a snapshot"), snapshot, "{name}");
            });
        }
    }
}

law! {
    /// A record plays back to the same seals; a changed letter, a lost round, another seed or another table do not.
    fn a_tampered_record_is_found_out(game, name) {
        let played = play(game, Pace::Bulk, 12, |_| {});
        let seed = || Seed::from_text("referee");
        let replay = |header: Header, seed, rounds: &[Round]| Referee::replay(game.clone(), header, seed, rounds);
        let (back, last) = replay(played.header.clone(), seed(), &played.rounds).expect("the record is good");
        assert_eq!(bytes(back.stage().asked()), bytes(played.stage().asked()), "{name}");
        assert_eq!(Some(&last.seal), played.rounds.last().map(|round| &round.seal), "{name}");

        let mut changed = played.rounds.clone();
        let letter = changed.iter_mut().flat_map(|round| round.letters.values_mut()).next().expect("a letter");
        letter.push_str("\n# a comment");
        assert!(replay(played.header.clone(), seed(), &changed).is_err(), "{name}: even a comment is part of the letter");
        assert!(replay(played.header.clone(), seed(), &played.rounds[1..]).is_err(), "{name}: a lost round");
        assert!(replay(played.header.clone(), Seed::from_text("other"), &played.rounds).is_err(), "{name}: another seed");
        let other = Header { table: "ostia-4".into(), ..played.header.clone() };
        assert!(replay(other, seed(), &played.rounds).is_err(), "{name}: another table");
    }
}
