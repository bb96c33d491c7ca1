//! The catalogue: which games there are, for how many players, in which variants.
//!
//! A game is a type, so code that works for all games is a [`Visit`]: the catalogue hands it the game.

use crate::config::Config;
use anyhow::{Result, anyhow, bail};
use tabellarius_inner_sea::InnerSea;
use tabellarius_kernel::entry::Files;
use tabellarius_kernel::{Entry, Listed};
use tabellarius_latrones::Latrones;
use tabellarius_mare_nostrum::classic::Classic;
use tabellarius_mare_nostrum::empires::Empires;
use tabellarius_mare_nostrum::mythology::Mythology;
use tabellarius_seven_wonders::SevenWonders;

/// Something that can be done with any game.
pub trait Visit {
    /// What comes out of it.
    type Out;

    /// Does it with a game.
    fn game<G: Listed>(self, game: G) -> Self::Out;
}

/// Lists games, and finds the type of the one that is meant.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// All games.
        pub const GAMES: &[Entry] = &[$(<$game>::ENTRY),+];

        /// Finds a game, builds its variant and hands it to the visitor.
        pub fn visit<V: Visit>(key: &str, players: usize, variant: &str, visitor: V) -> Result<V::Out> {
            let entry = find(key)?;
            if !entry.players.contains(&players) {
                let (least, most) = (entry.players[0], entry.players[entry.players.len() - 1]);
                bail!("{} is for {least} to {most} players, not {players}", entry.name);
            }
            visit_from(&Config::in_use().files(entry)?, key, players, variant, visitor)
        }

        /// The same with a game that is built from these files.
        pub fn visit_from<V: Visit>(files: &Files, key: &str, players: usize, variant: &str, visitor: V) -> Result<V::Out> {
            let entry = find(key)?;
            $(if entry.key == <$game>::ENTRY.key {
                return Ok(visitor.game(<$game>::build(files, players, variant)?));
            })+
            bail!("{} is in the catalogue but has no rules", entry.name)
        }
    };
}
games![Classic, Empires, Mythology, SevenWonders, InnerSea, Latrones];

/// Whether a variant can be played by so many.
pub fn offers(key: &str, players: usize, variant: &str) -> bool {
    struct Nothing;
    impl Visit for Nothing {
        type Out = ();
        fn game<G: Listed>(self, _game: G) {}
    }
    visit(key, players, variant, Nothing).is_ok()
}

/// Finds a game by its name.
pub fn find(key: &str) -> Result<&'static Entry> {
    let known = || GAMES.iter().map(|entry| entry.key).collect::<Vec<_>>().join(", ");
    GAMES
        .iter()
        .find(|entry| entry.key == key)
        .ok_or_else(|| anyhow!("there is no game '{key}'; there are: {}", known()))
}
