//! Positions: small, and as text they read back to themselves.

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::words::{Cursor, Folded};
use tabellarius_kernel::{Chance, Game as _, Notation as _};
use tabellarius_seven_wonders::position::{Phase, State};

#[test]
fn positions_read_back_in_every_language() {
    let mut chance = Chance::seed_from_u64(6);
    for (players, language) in [(3, "en"), (5, "it"), (6, "pl"), (7, "nl")] {
        let game = game(players, "");
        playout(&game, &mut chance, 100, |state| {
            if state.position.phase == Phase::Deal {
                return;
            }
            let mut again = game.blank();
            for (section, lines) in game.print(state, language) {
                for line in lines {
                    let mut folded = Folded::default();
                    folded.fold(&line);
                    let mut words = Cursor::new(game.lexicon(), &folded, true);
                    assert_eq!(game.set(&mut again, section, &mut words), Ok(()), "{line}");
                    assert!(words.is_done(), "{line}");
                    let mut words = Cursor::new(game.lexicon(), &folded, true);
                    assert_eq!(game.expect(state, section, &mut words), Ok(Vec::new()), "{section}: {line}");
                }
            }
            assert_eq!(again.hands, state.hands);
            assert_eq!(again.log.discards(), state.log.discards());
            assert_eq!((again.position.west, &again.position.ranking), (state.position.west, &state.position.ranking));
            for seat in game.seats().iter() {
                let (one, two) = (again.position.city(seat), state.position.city(seat));
                assert_eq!((one.built, one.stages, one.coins), (two.built, two.stages, two.coins));
                assert_eq!((one.victories, one.defeats, one.shields), (two.victories, two.defeats, two.shields));
            }
        });
    }
}

/// A position is far below the 64 KiB that a table may take.
#[test]
fn a_position_is_small() {
    assert!(size_of::<State>() < 4 * 1024, "{}", size_of::<State>());
}
