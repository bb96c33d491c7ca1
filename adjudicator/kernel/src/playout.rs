//! Random legal play: every question answered and every die rolled by chance.

use crate::{Chance, Game, Table};

/// What a random game came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Playout {
    /// How many stages were played.
    pub stages: u32,
    /// How many questions were answered, forced ones not counted.
    pub decisions: u32,
    /// Whether the game reached its end.
    pub over: bool,
}

/// Plays a game at random from its start, for at most so many stages. `watch` sees every position.
pub fn playout<G: Game>(game: &G, chance: &mut Chance, most: u32, mut watch: impl FnMut(&G::State)) -> Playout {
    let mut state = game.start();
    let mut playout = Playout::default();
    while playout.stages < most && !playout.over {
        let mut table = Table::with_chance(game, state, chance);
        let finished = game.resolve(&mut table).is_ok();
        debug_assert!(finished, "random play never waits");
        playout.decisions += table.decisions;
        playout.stages += 1;
        state = table.state;
        playout.over = game.winners(&state).is_some();
        watch(&state);
    }
    playout
}
