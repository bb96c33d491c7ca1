//! `bench`: how fast it is, as a rate on one core.

mod caretakers;
mod dovecot;
mod letters;
mod looks;
mod mail;
mod pages;
mod pictures;
mod sink;
mod stable;
mod storm;

use crate::catalogue::{Visit, visit};
use anyhow::Result;
use clap::{Args, Subcommand};
use rand::SeedableRng as _;
use std::time::Instant;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Draft, Effort, Letter, Listed, Pace, Salt, Seat, Seed, Stage, Table, Viewer, read};

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
    /// Pictures of positions from random play, from a view to a PNG.
    Pictures(Of),
    /// Rounds of a table, told in text and as pages with pictures.
    Looks(Of),
    /// The club's pages for many tables, from nothing and after one round.
    Pages(pages::Pages),
    /// Orders read from letters, checked for the acknowledgement and adjudicated.
    Orders(Of),
    /// Letters answered by the service, Maildir in and out, each on the disk before its answer leaves.
    Letters(letters::Letters),
    /// Letters in by IMAP from a Dovecot of its own, mails out by SMTP to a sink.
    Mail(mail::Mail),
    /// How often a caretaker wins that compares letters in imagined worlds.
    Caretakers(caretakers::Caretakers),
    /// Many tables with one deadline, all letters in its last hour, all reports out.
    Storm(storm::Storm),
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
    /// Answers letters with odds, as when there is time: the stage is played through many times.
    #[arg(long)]
    odds: bool,
    /// Machine-readable output; the only form there is.
    #[arg(long)]
    json: bool,
}

impl Bench {
    /// Measures.
    pub fn run(self) -> Result<()> {
        match self.what {
            What::Playouts(of) => visit(&of.game.clone(), of.players, &of.variant.clone(), Playouts(of)),
            What::Pictures(of) => visit(&of.game.clone(), of.players, &of.variant.clone(), pictures::Pictures(of))?,
            What::Looks(of) => looks::run(&of),
            What::Pages(pages) => pages.run(),
            What::Orders(of) => visit(&of.game.clone(), of.players, &of.variant.clone(), Orders(of)),
            What::Caretakers(caretakers) => caretakers.run(),
            What::Letters(letters) => letters.run(),
            What::Mail(mail) => mail.run(),
            What::Storm(storm) => storm.run(),
        }
    }
}

struct Playouts(Of);

impl Visit for Playouts {
    type Out = ();

    fn game<G: Listed>(self, game: G) {
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
                "what": "playouts", "game": G::ENTRY.key, "variant": self.0.variant, "players": self.0.players,
                "per_second": games as f64 / seconds, "decisions_per_second": decisions as f64 / seconds,
                "stages_per_game": stages as f64 / games as f64, "stage_microseconds": 1e6 * seconds / stages as f64, "finished": over as f64 / games as f64,
                "seconds": seconds,
            })
        );
    }
}

struct Orders(Of);

/// A stage that was played, with the letters that were written for it.
struct Played<G: Listed> {
    start: G::State,
    letters: Vec<(Seat, String)>,
    orders: u64,
}

impl Visit for Orders {
    type Out = ();

    /// Every stage of some random games is done again from its stored position and its letters as text: read, checked against the
    /// seat's view as for an acknowledgement, filed, and the round closed. One line of a letter is one order.
    fn game<G: Listed>(self, game: G) {
        let mut chance = Chance::seed_from_u64(2);
        let mut stages = Vec::new();
        while stages.len() < 300 {
            stages.extend(random_game(&game, &mut chance));
        }
        let table = (Seed::from_text("bench"), Salt::first("bench"));
        let effort = if self.0.odds { Effort::LETTER } else { Effort::ONE };
        let (mut orders, mut resolved, mut views) = (0u64, 0u64, 0f64);
        let begun = Instant::now();
        let mut best = 0f64;
        'measure: loop {
            let (pass, orders_before, views_before) = (Instant::now(), orders, views);
            for played in &stages {
                if begun.elapsed().as_secs_f64() >= self.0.seconds {
                    break 'measure;
                }
                views += one_stage(&game, &table, played, effort);
                orders += played.orders;
                resolved += 1;
            }
            let seconds = pass.elapsed().as_secs_f64() - (views - views_before);
            best = best.max((orders - orders_before) as f64 / seconds);
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{}",
            serde_json::json!({
                "what": "orders", "odds": self.0.odds, "game": G::ENTRY.key, "variant": self.0.variant, "players": self.0.players,
                "per_second": orders as f64 / (seconds - views), "best_pass_per_second": best,
                "stage_microseconds": 1e6 * seconds / resolved as f64,
                "orders_per_stage": orders as f64 / resolved as f64, "seconds": seconds,
            })
        );
    }
}

/// Resolves one stage from text; returns the seconds that the views of the result took, which are no part of an order.
#[inline(never)]
fn one_stage<G: Listed>(game: &G, (seed, salt): &(Seed, Salt), played: &Played<G>, effort: Effort) -> f64 {
    let mut stage = Stage::open(game, played.start.clone(), Pace::Bulk, seed.clone(), *salt);
    for (seat, text) in &played.letters {
        let reading = read(game, text);
        let draft = Draft::new(&reading.lines, &[], 1);
        std::hint::black_box(stage.forecast(game, *seat, &draft, effort));
        stage.file(*seat, Letter { text: text.clone(), lines: reading.lines, finality: Finality::Final });
    }
    let finished = stage.close(game).is_ok_and(|run| run.finished);
    assert!(finished, "a bulk stage needs one round");
    let viewing = Instant::now();
    for seat in game.seats().iter() {
        std::hint::black_box(game.view(&stage.asked().state, Viewer::Seat(seat)));
    }
    viewing.elapsed().as_secs_f64()
}

fn random_game<G: Listed>(game: &G, chance: &mut Chance) -> Vec<Played<G>> {
    let mut state = game.start();
    let mut stages = Vec::new();
    while game.winners(&state).is_none() && stages.len() < 60 {
        let start = state.clone();
        let mut table = Table::with_chance(game, state, chance);
        table.keep_trace();
        let finished = game.resolve(&mut table).is_ok();
        assert!(finished, "random play never waits");
        let letter = |seat: Seat| {
            let used = table.used().iter().filter(|used| used.seat == seat).flat_map(|used| &used.orders);
            used.map(|order| game.print_order(order, "en")).collect::<Vec<_>>().join("\n")
        };
        let letters: Vec<(Seat, String)> = game.seats().iter().map(|seat| (seat, letter(seat))).collect();
        let orders = letters.iter().map(|(_, text)| text.lines().count() as u64).sum();
        state = table.state;
        if orders > 0 {
            stages.push(Played { start, letters, orders });
        }
    }
    stages
}
