//! What anybody is offered for a seat comes from what lies open, in every position of every game: it is found without a hand, and reads whole.

use crate::law;
use crate::support::times;
use rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Table, Viewer, read};

law! {
    fn orders_offered_to_spectators_are_understood(game, label) {
        for run in 0..times(1) {
            let mut chance = Chance::seed_from_u64(u64::from(run));
            let mut state = game.start();
            for _ in 0..30 {
                if game.winners(&state).is_some() {
                    break;
                }
                let view = game.view(&state, Viewer::Observer);
                for seat in game.seats().iter() {
                    for order in game.examples(&view, seat) {
                        let line = game.print_order(&order, "en");
                        let reading = read(game, &line);
                        assert!(reading.problems.is_empty(), "{label}, {}: {line}: {:?}", game.stage(&state), reading.problems);
                    }
                }
                let mut table = Table::with_chance(game, state, &mut chance);
                assert!(game.resolve(&mut table).is_ok(), "{label}: random play never waits");
                state = table.state;
            }
        }
    }
}
