//! What a letter is told: the fates of its lines, from imagined runs of the real stage.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod laws;
mod lines;

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::orders::Order;
use tabellarius_inner_sea::position::{Phase, State};
use tabellarius_kernel::forecast::Outlook;
use tabellarius_kernel::{
    Chance, Draft, Effort, Forecast, Game as _, Pace, Salt, Seat, Seed, Stage, Table, Verdict, read,
};

const RED: Seat = Seat(0);
const GREEN: Seat = Seat(1);

fn open(game: &InnerSea, state: &State, pace: Pace) -> Stage<InnerSea> {
    Stage::open(game, state.clone(), pace, Seed::from_text("secret"), Salt::first("t"))
}

fn tell(game: &InnerSea, stage: &Stage<InnerSea>, seat: Seat, text: &str, effort: Effort) -> Forecast<InnerSea> {
    let reading = read(game, text);
    assert_eq!(reading.problems, [], "{text}");
    let draft = Draft::new(&reading.lines, &reading.standing, 1);
    stage.forecast(game, seat, &draft, effort)
}

fn verdicts(forecast: &Forecast<InnerSea>) -> Vec<Verdict> {
    forecast.outlooks.iter().map(Outlook::verdict).collect()
}

/// A position of a game played at random, at the start of a phase.
fn at(game: &InnerSea, phase: Phase, seed: u64) -> State {
    let mut state = game.start();
    let mut chance = Chance::seed_from_u64(seed);
    while state.position.phase != phase {
        let mut table = Table::with_chance(game, state, &mut chance);
        assert!(game.resolve(&mut table).is_ok());
        state = table.state;
    }
    state
}

/// A position in which Red holds these cards, among others.
fn with_hand(game: &InnerSea, phase: Phase, cards: &[&str]) -> State {
    let mut state = at(game, phase, 3);
    for name in cards {
        let Order::Play(card, _) = read(game, &format!("play {name}")).lines[0].choices[0].order.clone() else {
            panic!("{name}")
        };
        state.hands.iter_mut().for_each(|hand| hand.remove(card));
        state.deck.remove(card);
        state.position.discards.remove(card);
        state.position.invested.retain(|one| one.card != card);
        state.hands[0].insert(card);
    }
    state.count();
    state
}
