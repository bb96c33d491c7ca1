//! Whole games: an independent scorer, what seats know, hear and read, the caretaker, planners, positions as text.

mod caretaker;
mod combinations;
mod every_card;
mod face_down;
mod fates;
mod forecast;
mod knowledge;
mod places;
mod planners;
mod positions;
mod scorer;
mod sentences;

use tabellarius_kernel::{Game as _, Seat, Viewer};
use tabellarius_seven_wonders::position::State;
use tabellarius_seven_wonders::{Options, SevenWonders};

fn game(players: usize, variant: &str) -> SevenWonders {
    let options = Options::parse(players, variant).expect("a variant");
    SevenWonders::new(options).expect("built-in data")
}

/// Two positions look the same to a seat, and both are sound. Part by part, so that a difference can be read.
fn assert_alike(game: &SevenWonders, one: &State, two: &State, seat: Seat, name: &str) {
    let [one_seen, two_seen] = [one, two].map(|state| game.view(state, Viewer::Seat(seat)));
    let [here, there] = [&one_seen, &two_seen].map(|view| view.memory.as_ref().expect("a seat remembers"));
    let stage = game.stage(one);
    assert_eq!(
        game.sane(two),
        Ok(()),
        "{name} {stage} {seat} {:?} {:?}",
        here.lots,
        here.log.each().collect::<Vec<_>>()
    );
    assert_eq!(here.lots, there.lots, "{name} {stage} {seat}");
    assert_eq!((&here.own, here.sizes), (&there.own, there.sizes), "{name} {stage} {seat}");
    assert!(one_seen == two_seen, "{name} {stage} {seat}: {here:?} {there:?}");
}
