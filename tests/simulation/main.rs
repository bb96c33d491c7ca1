//! The whole service in one thread, with a seeded clock, mail server and disk: weeks of a club in which people forget, mails come late, twice
//! and out of order, somebody forges letters, boxes break, the disk is full, the mail server is down, the clock jumps, and the process is killed between any two steps. After each
//! world the same is demanded as after the kills of `tests/kill`.
//!
//! `SIMULATION_SEED=…` repeats one world, with its story; `SIMULATION_WEEKS=10000` goes on for so long.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod demands;
mod disk;
mod office;
mod people;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use world::World;

/// So many weeks are lived through each time.
const USUALLY: u64 = 400;
/// A world lasts so many weeks.
const WEEKS: u64 = 6;
/// So many worlds at once.
const THREADS: u64 = 2;

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

/// Lives through a world; what was wrong with it.
fn live(seed: u64) -> Result<world::Tally, String> {
    let mut world = World::new(seed);
    let lived = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        world.live(WEEKS);
        demands::all_is_well(&world);
    }));
    match lived {
        Ok(()) => Ok(world.tally),
        Err(panic) => {
            let why =
                panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(format!("SIMULATION_SEED={seed}: {}\n{}", why.unwrap_or_default(), world.story.join("\n")))
        }
    }
}

#[test]
fn weeks_of_trouble_lose_nothing_and_stop_nobody() {
    if let Some(seed) = number_from("SIMULATION_SEED") {
        match live(seed) {
            Ok(tally) => println!("{tally:?}"),
            Err(story) => panic!("{story}"),
        }
        return;
    }
    let weeks = number_from("SIMULATION_WEEKS").unwrap_or(USUALLY);
    let begun = Instant::now();
    let first = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() << 24;
    let next = AtomicU64::new(0);
    let tallies = std::thread::scope(|scope| {
        let lives = || {
            let mut all = world::Tally::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number * WEEKS >= weeks {
                    return Ok(all);
                }
                all.add(&live(first + number)?);
            }
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(lives)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<Result<world::Tally, String>>>()
    });
    let mut all = world::Tally::default();
    for tally in tallies {
        all.add(&tally.unwrap_or_else(|story| panic!("{story}")));
    }
    println!("{} weeks in {:.1} s: {all:?}", all.weeks, begun.elapsed().as_secs_f64());
    assert!(
        all.crashes > weeks / 4
            && all.rounds > weeks / 4
            && all.jumps > 0
            && all.forged > 0
            && all.full > 0
            && all.outages > 0,
        "too little happened: {all:?}"
    );
}
