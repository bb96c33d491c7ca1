//! `bench caretakers`: how well the automaton plays that writes for silent seats.

use crate::catalogue::{Visit, visit};
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Letter, Listed, Pace, Salt, Seat, Seed, Stage, Thought, Viewer, read};

/// A game of caretakers ends after so many stages, won by nobody.
const MOST_STAGES: usize = 600;

/// One caretaker that compares letters in imagined worlds against others that write what seems sound; or all alike, to see which seats
/// win more often.
#[derive(Args, Clone)]
pub struct Caretakers {
    /// The game.
    game: String,
    /// How many players.
    #[arg(long, default_value_t = 4)]
    players: usize,
    /// The variant.
    #[arg(long, default_value = "")]
    variant: String,
    /// How many games; every seat thinks equally often.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// All seats write what seems sound.
    #[arg(long)]
    alike: bool,
    /// All seats compare letters, to see which seats win more often when all play well.
    #[arg(long, conflicts_with = "alike")]
    all: bool,
    /// How many letters the thinking caretaker compares, if not as many as the game says.
    #[arg(long)]
    letters: Option<u32>,
    /// In how many worlds it plays the best of them, if not in as many as the game says.
    #[arg(long)]
    worlds: Option<u32>,
    /// How many stages it plays on in each world, if not as many as the game says.
    #[arg(long)]
    stages: Option<u32>,
}

/// How long it took to think.
#[derive(Default)]
struct Thoughts {
    letters: u32,
    time: Duration,
    longest: Duration,
}

impl Thoughts {
    fn add(&mut self, time: Duration) {
        self.letters += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}

impl Caretakers {
    /// Plays.
    pub fn run(self) -> Result<()> {
        visit(&self.game.clone(), self.players, &self.variant.clone(), self)
    }
}

impl Visit for Caretakers {
    type Out = ();

    fn game<G: Listed>(self, game: G) {
        let seats: Vec<Seat> = game.seats().iter().collect();
        let bar = ProgressBar::new(self.games as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
            bar.set_style(style);
        }
        let (mut wins, mut unfinished, mut by_seat) = (0, 0, vec![0; seats.len()]);
        let mut thought = Thoughts::default();
        for number in 0..self.games {
            let thinker = (!self.alike && !self.all).then(|| seats[number % seats.len()]);
            match self.winner(&game, thinker, number, &mut thought) {
                Some(winner) => {
                    wins += usize::from(Some(winner) == thinker);
                    seats.iter().zip(&mut by_seat).filter(|(seat, _)| **seat == winner).for_each(|(_, n)| *n += 1);
                }
                None => unfinished += 1,
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let games = self.games.max(1) as f64;
        let share = wins as f64 / games;
        let fair = seats.len() as f64;
        let by_seat: serde_json::Map<String, serde_json::Value> =
            seats.iter().zip(by_seat).map(|(seat, n)| (game.seat_key(*seat).to_owned(), n.into())).collect();
        let mut figures = serde_json::json!({
            "what": "caretakers", "game": G::ENTRY.key, "variant": self.variant, "players": self.players,
            "games": self.games, "unfinished": unfinished, "wins_by_seat": by_seat,
        });
        if !self.alike && !self.all {
            figures["times_fair_share"] = (share * fair).into();
            figures["standard_error"] = ((share * (1.0 - share) / games).sqrt() * fair).into();
        }
        if thought.letters > 0 {
            figures["letters_thought_of"] = thought.letters.into();
            figures["milliseconds_a_letter"] = (thought.time.as_secs_f64() * 1e3 / f64::from(thought.letters)).into();
            figures["longest_milliseconds"] = (thought.longest.as_secs_f64() * 1e3).into();
        }
        println!("{figures}");
    }
}

impl Caretakers {
    fn winner<G: Listed>(
        &self,
        game: &G,
        thinker: Option<Seat>,
        number: usize,
        thoughts: &mut Thoughts,
    ) -> Option<Seat> {
        let seed = Seed::from_text(&format!("caretakers {number}"));
        let mut stage = Stage::open(game, game.start(), Pace::Bulk, seed, Salt::first("caretakers"));
        for turn in 0..MOST_STAGES {
            if !stage.asked().finished {
                for seat in stage.awaited(game).iter() {
                    let text = match self.all || thinker == Some(seat) {
                        true => {
                            let usual = game.thought();
                            let thought = Thought {
                                letters: self.letters.unwrap_or(usual.letters),
                                worlds: self.worlds.unwrap_or(usual.worlds),
                                stages: self.stages.or(usual.stages),
                            };
                            let begun = Instant::now();
                            let text = stage.advice(game, seat, (number * MOST_STAGES + turn) as u64, thought);
                            thoughts.add(begun.elapsed());
                            text
                        }
                        false => game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat),
                    };
                    let lines = read(game, &text).lines;
                    stage.file(seat, Letter { text, lines, finality: Finality::Final });
                }
                stage.close(game).ok()?;
            }
            if let Some(winners) = game.winners(&stage.asked().state) {
                return winners.first().copied();
            }
            stage = stage.next(game);
        }
        None
    }
}
