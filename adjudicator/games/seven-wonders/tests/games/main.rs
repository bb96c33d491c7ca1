//! Whole games: an independent scorer, what seats know, hear and read, the caretaker, planners, positions as text.

mod caretaker;
mod combinations;
mod every_card;
mod face_down;
mod forecast;
mod knowledge;
mod places;
mod planners;
mod positions;
mod scorer;
mod sentences;

use tabellarius_seven_wonders::{Options, SevenWonders};

fn game(players: usize, variant: &str) -> SevenWonders {
    let options = Options::parse(players, variant).expect("a variant");
    SevenWonders::new(options).expect("built-in data")
}
