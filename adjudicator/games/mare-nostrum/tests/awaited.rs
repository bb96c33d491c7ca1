//! Who is waited for: whoever has something to decide, and nobody else.
#![allow(clippy::unwrap_used)]

use tabellarius_kernel::{Game as _, Pace, Salt, Seat, Seats, Seed, Stage};
use tabellarius_mare_nostrum::classic::position::{Phase, State};
use tabellarius_mare_nostrum::classic::{Classic, Options};
use tabellarius_mare_nostrum::pieces::{Card, Cards};

const ROME: Seat = Seat(0);
const EGYPT: Seat = Seat(3);
const BABYLON: Seat = Seat(4);

/// An empty table in which a phase begins.
fn waits(phase: Phase, set: impl FnOnce(&Classic, &mut State)) -> Seats {
    let game = Classic::new(Options::parse(5, "").unwrap()).unwrap();
    let mut state = game.start();
    let mut empty = tabellarius_mare_nostrum::classic::position::Position::empty(&game.core.board, game.seats().len());
    empty.turn = 3;
    empty.phase = phase;
    empty.roles = [Some(ROME); 4];
    state.position = empty;
    state.hands = [Cards::NONE; 6];
    set(&game, &mut state);
    Stage::open(&game, state, Pace::Bulk, Seed::from_text("t"), Salt::first("t")).asked().wanted
}

#[test]
fn in_commerce_artemis_and_the_director_decide_without_cards() {
    let wanted = waits(Phase::Commerce, |_, state| {
        state.position.owners[Card::TempleOfArtemis as usize] = Some(EGYPT);
    });
    assert_eq!(wanted, Seats::from_iter([ROME, EGYPT]));
}

#[test]
fn in_military_helen_and_a_besieged_fortress_decide_without_legions() {
    let wanted = waits(Phase::Military, |game, state| {
        state.position.owners[Card::Helen as usize] = Some(EGYPT);
        // Rome leads the phase, with more units.
        let home = game.core.capital(ROME);
        state.position.area_mut(home).fortresses[ROME.index()] = 2;
        let capital = game.core.capital(BABYLON);
        let area = state.position.area_mut(capital);
        area.owner = Some(BABYLON);
        area.fortresses[BABYLON.index()] = 1;
    });
    assert_eq!(wanted, Seats::from_iter([ROME, EGYPT]), "a fortress in peace has nothing to decide");
    let wanted = waits(Phase::Military, |game, state| {
        let capital = game.core.capital(BABYLON);
        let area = state.position.area_mut(capital);
        area.owner = Some(BABYLON);
        area.fortresses[BABYLON.index()] = 1;
        area.legions[ROME.index()] = 2;
    });
    assert_eq!(wanted, Seats::from_iter([ROME, BABYLON]));
}
