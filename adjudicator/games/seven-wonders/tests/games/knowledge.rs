//! A world that is imagined from what a seat sees is one it cannot tell from this one, with all it has seen before (7W-10.1, 7W-10.2, 7W-10.3).

use crate::{assert_alike, game};
use rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Game as _, Seat, Table, Viewer};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::pieces::Card;
use tabellarius_seven_wonders::position::{Phase, State};

/// The hand that a seat held in an earlier turn of this age, put together from where its cards are now.
fn hand_then(game: &SevenWonders, state: &State, seat: Seat, turn: u8) -> Vec<Card> {
    let position = &state.position;
    let to = position.passes_to();
    let mut cards = Vec::new();
    let mut holder = seat;
    let last = if position.phase == Phase::Dig { position.turn } else { position.turn.saturating_sub(1) };
    for later in turn..=last {
        let slot = state.log.0[usize::from(position.age)][usize::from(later) - 1][holder.index()];
        cards.extend(slot.card());
        if later < position.turn {
            holder = position.neighbour(holder, to);
        }
    }
    cards.extend(state.hands[holder.index()].iter());
    if position.phase == Phase::Dig && position.turn == game.turns() {
        cards.extend(state.log.0[usize::from(position.age)][usize::from(game.turns())][holder.index()].card());
    }
    cards.sort();
    cards
}

#[test]
fn imagined_worlds_keep_every_hand_that_was_seen() {
    let mut chance = Chance::seed_from_u64(4);
    let (mut worlds, mut different, mut remembered) = (0, 0, 0);
    for (players, variant) in [(3, "b"), (4, "a"), (5, ""), (7, "b")] {
        let game = game(players, variant);
        for _ in 0..6 {
            let mut state = game.start();
            let mut seen: Vec<(u8, u8, Seat, Vec<Card>)> = Vec::new();
            while game.winners(&state).is_none() {
                if state.position.phase == Phase::Turn {
                    for seat in game.seats().iter() {
                        let hand = state.hands[seat.index()].iter().collect();
                        seen.push((state.position.age, state.position.turn, seat, hand));
                    }
                }
                if state.position.phase != Phase::Deal {
                    for seat in game.seats().iter() {
                        let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                        assert_alike(&game, &state, &other, seat, variant);
                        worlds += 1;
                        different += usize::from(other != state);
                        for (age, turn, _, hand) in seen.iter().filter(|(_, _, s, _)| *s == seat) {
                            if *age == state.position.age {
                                assert_eq!(
                                    &hand_then(&game, &other, seat, *turn),
                                    hand,
                                    "turn {turn} of {:?}",
                                    state.position.turn
                                );
                                remembered += 1;
                            }
                        }
                        // What it laid face down itself is what it was.
                        for ((.., owner, slot), (.., now)) in state.log.each().zip(other.log.each()) {
                            assert!(owner != seat || slot == now);
                            assert_eq!(slot.fate, now.fate);
                            assert!(slot.fate.is_face_down() || slot == now);
                        }
                    }
                }
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                state = table.state;
            }
        }
    }
    assert!(worlds > 2_000 && different * 10 > worlds * 9 && remembered > 5_000, "{worlds} {different} {remembered}");
}

/// A seat that has looked through the discards knows them from then on (7W-7.2).
#[test]
fn who_looked_through_the_discards_remembers_them() {
    let game = game(3, "b");
    let mut chance = Chance::seed_from_u64(9);
    let mut looks = 0;
    for _ in 0..60 {
        let mut state = game.start();
        while game.winners(&state).is_none() {
            let digger = game.seats().iter().find(|seat| state.position.city(*seat).digs > 0);
            if let Some(seat) = digger.filter(|_| state.position.phase == Phase::Dig) {
                let pile = state.log.discards();
                assert_eq!(game.view(&state, Viewer::Seat(seat)).discards, Some(pile.clone()));
                for other in game.seats().iter().filter(|other| *other != seat) {
                    assert_eq!(game.view(&state, Viewer::Seat(other)).discards, None);
                }
                let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                assert_eq!(other.log.discards(), pile);
                looks += 1;
            }
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    }
    assert!(looks > 20, "{looks}");
}

/// 7W-14.2: with the Free City a player knows every card he has held. The pile, what the other one drew from it, and what was laid face
/// down before it came round may be otherwise, and in most positions something is.
#[test]
fn two_players_know_what_they_have_held() {
    let mut chance = Chance::seed_from_u64(14);
    for variant in ["", "leaders", "cities", "myths", "leaders,cities,myths"] {
        let game = game(2, variant);
        let (mut worlds, mut different, mut drawn) = (0, 0, 0);
        for _ in 0..12 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                for seat in game.seats().iter().filter(|_| state.position.turn > 0) {
                    let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                    assert_alike(&game, &state, &other, seat, variant);
                    worlds += 1;
                    different += usize::from((other.hands, &other.log) != (state.hands, &state.log));
                    let rival = game.seats().iter().find(|rival| *rival != seat).expect("the other player");
                    drawn += usize::from(other.hands[rival.index()] != state.hands[rival.index()]);
                    // Of two cards that were laid face down in one turn he does not know which is which; in the middle of a turn
                    // one may still be in the hand; nor whether a last card was played or left. Myths keep and shuffle
                    // hands.
                    let has_myths = variant.contains("myths");
                    let known = |state: &State, turn: (u8, u8)| -> Vec<Card> {
                        let now = (state.position.age, state.position.turn);
                        let is_now = turn.0 == now.0 && (has_myths || turn.1 == now.1);
                        let hands = game
                            .cities()
                            .iter()
                            .filter(|_| is_now)
                            .flat_map(|holder| state.hands[holder.index()].iter().collect::<Vec<_>>());
                        let slots = state
                            .log
                            .each()
                            .filter(|(age, when, ..)| {
                                *age == turn.0 && (has_myths || (*when).min(game.turns()) == turn.1)
                            })
                            .filter_map(|(.., slot)| slot.card());
                        let mut all: Vec<Card> = hands
                            .chain(slots)
                            .filter(|card| state.routes.held_in(turn.0, seat).contains(*card))
                            .collect();
                        all.sort();
                        all
                    };
                    for (age, turn) in (0..=state.position.age).flat_map(|age| (1..8).map(move |turn| (age, turn))) {
                        assert_eq!(known(&state, (age, turn)), known(&other, (age, turn)), "{variant}");
                    }
                    for ((.., slot), (.., now)) in state.log.each().zip(other.log.each()) {
                        assert!(slot == now || slot.fate.is_face_down(), "{variant}");
                    }
                }
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                state = table.state;
            }
        }
        assert!(different * 10 > worlds * 7 && drawn * 4 > worlds, "{variant}: {worlds} {different} {drawn}");
    }
}
