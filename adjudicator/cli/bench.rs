//! `bench`: how fast it is, as a rate on one core.

use crate::catalogue::{Visit, visit};
use anyhow::Result;
use clap::{Args, Subcommand};
use rand::SeedableRng as _;
use std::time::Instant;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::{Chance, Game};

/// Measures speed; prints one line of JSON.
#[derive(Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Whole games of random legal play.
    Playouts(Of),
}

#[derive(Args, Clone)]
struct Of {
    /// The game.
    game: String,
    /// How many players.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How long to measure.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// The variant.
    #[arg(long, default_value = "")]
    variant: String,
    /// Machine-readable output; the only form there is.
    #[arg(long)]
    json: bool,
}

impl Bench {
    /// Measures.
    pub fn run(self) -> Result<()> {
        match self.what {
            What::Playouts(of) => visit(&of.game.clone(), of.players, &of.variant.clone(), Playouts(of)),
        }
    }
}

struct Playouts(Of);

impl Visit for Playouts {
    type Out = ();

    fn game<G: Game>(self, game: G) {
        let mut chance = Chance::seed_from_u64(1);
        let (mut games, mut decisions, mut stages, mut over) = (0u64, 0u64, 0u64, 0u64);
        let begun = Instant::now();
        while begun.elapsed().as_secs_f64() < self.0.seconds {
            let one = playout(&game, &mut chance, 3_000, |_| {});
            games += 1;
            decisions += u64::from(one.decisions);
            stages += u64::from(one.stages);
            over += u64::from(one.over);
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{}",
            serde_json::json!({
                "what": "playouts", "game": game.key(), "variant": self.0.variant, "players": self.0.players,
                "per_second": games as f64 / seconds, "decisions_per_second": decisions as f64 / seconds,
                "stages_per_game": stages as f64 / games as f64, "finished": over as f64 / games as f64,
                "seconds": seconds,
            })
        );
    }
}
