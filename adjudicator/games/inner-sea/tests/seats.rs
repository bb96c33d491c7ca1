//! Laws of fairness: which colour somebody plays changes nothing, and where the rulebook says "at once" neither does the turn order.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::board::Board;
use tabellarius_inner_sea::orders::Order;
use tabellarius_inner_sea::pieces::{Colour, Faction};
use tabellarius_inner_sea::position::{Phase, State};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game as _, Letter, Line, Pace, Salt, Seat, Seed, Stage, Table, read};

/// A random order of the seats.
fn shuffled(n: usize, chance: &mut Chance) -> Vec<u8> {
    let mut seats: Vec<u8> = (0..n as u8).collect();
    for last in (1..n).rev() {
        seats.swap(last, chance.random_range(0..=last));
    }
    seats
}

/// A random order of the seats in which whoever played together still does: partners change places, or parties do.
fn mirrored(game: &InnerSea, chance: &mut Chance) -> Vec<u8> {
    let n = game.players();
    let together = |one: u8, two: u8| {
        let [one, two] = [Seat(one), Seat(two)];
        let owners = &game.options.owners;
        (owners[one.index()] == owners[two.index()], game.mates(one).any(|mate| mate == two))
    };
    let fits = |to: &[u8]| {
        let pairs = (0..n as u8).flat_map(|one| (0..n as u8).map(move |two| (one, two)));
        pairs.into_iter().all(|(one, two)| together(one, two) == together(to[usize::from(one)], to[usize::from(two)]))
    };
    (0..1_000).map(|_| shuffled(n, chance)).find(|to| fits(to)).unwrap()
}

/// The same position with other colours: what was of seat `i` is of seat `to[i]`.
fn recoloured(state: &State, to: &[u8]) -> State {
    let seat = |seat: Seat| Seat(to[seat.index()]);
    let mut other = state.clone();
    let position = &mut other.position;
    let mut board = Board::default();
    for area in state.position.board.occupied_by_any().iter() {
        for (faction, discs, _) in state.position.board.in_area(area) {
            board.add(area, faction.seat().map_or(faction, |own| Faction::of(seat(own))), discs);
        }
    }
    position.board = board;
    for (from, to) in to.iter().enumerate() {
        position.sides[usize::from(*to)] = state.position.sides[from];
        other.hands[usize::from(*to)] = state.hands[from];
        other.fresh[usize::from(*to)] = state.fresh[from];
    }
    position.order.iter_mut().for_each(|one| *one = seat(*one));
    position.ranking.iter_mut().for_each(|one| *one = seat(*one));
    position.works.iter_mut().for_each(|work| work.owner = work.owner.map(seat));
    position.invested.iter_mut().for_each(|one| one.owner = seat(one.owner));
    other
}

/// What each seat orders in a stage that is played at random.
fn orders(game: &InnerSea, state: &State, chance: &mut Chance) -> BTreeMap<Seat, Vec<Order>> {
    let mut table = Table::with_chance(game, state.clone(), chance);
    table.keep_trace();
    assert!(game.resolve(&mut table).is_ok());
    let mut all: BTreeMap<Seat, Vec<Order>> = BTreeMap::new();
    for used in table.used() {
        all.entry(used.seat).or_default().extend(used.orders.iter().cloned());
    }
    all
}

fn play(
    game: &InnerSea,
    state: &State,
    letters: &BTreeMap<Seat, Vec<Order>>,
    script: Vec<(String, Vec<u8>)>,
) -> Stage<InnerSea> {
    let (seed, salt) = (Seed::from_text("seats"), Salt::first("seats"));
    let mut stage = Stage::open_scripted(game, state.clone(), Pace::Bulk, seed, salt, script);
    for (seat, orders) in letters {
        let lines = (1..).zip(orders).map(|(number, order)| Line::plain(number, order.clone())).collect();
        stage.file(*seat, Letter { text: String::from("as ordered"), lines, finality: Finality::Final });
    }
    while !stage.asked().finished {
        stage.close(game).unwrap();
    }
    stage
}

/// Another colour, the same dice under the other colour's name: the same result, recoloured.
#[test]
fn colours_change_nothing() {
    let mut chance = Chance::seed_from_u64(41);
    let teams = "teams=red+blue/green+purple,epochs=1-2";
    let owners = "owners=red+green/blue+purple,epochs=1-2";
    for (players, variant) in [(6, ""), (4, ""), (3, "three-east"), (2, ""), (4, teams), (4, owners)] {
        let game = InnerSea::new(players, variant).unwrap();
        let mut state = game.start();
        for _ in 0..60 {
            if game.winners(&state).is_some() {
                break;
            }
            if matches!(state.position.phase, Phase::Setup) {
                state = play(&game, &state, &orders(&game, &state, &mut chance), Vec::new()).asked().state.clone();
                continue;
            }
            let to = mirrored(&game, &mut chance);
            let letters = orders(&game, &state, &mut chance);
            let stage = play(&game, &state, &letters, Vec::new());
            let name = |seat: usize| Colour::ALL[seat].key();
            let mut script = Vec::new();
            for roll in stage.explain(&game).rolled {
                let mut parts: Vec<String> = roll.path.split('/').map(str::to_owned).collect();
                for part in &mut parts {
                    if let Some(seat) = (0..players).find(|seat| name(*seat) == part.as_str()) {
                        *part = name(usize::from(to[seat])).to_owned();
                    }
                }
                let mut faces = roll.faces.clone();
                // Lots for a tie have a place for every seat.
                if roll.path.contains("tie for") {
                    (0..players).for_each(|seat| faces[usize::from(to[seat])] = roll.faces[seat]);
                }
                script.push((parts.join("/"), faces));
            }
            let theirs = letters.iter().map(|(seat, orders)| (Seat(to[seat.index()]), orders.clone())).collect();
            let other = play(&game, &recoloured(&state, &to), &theirs, script);
            let (one, two) = (recoloured(&stage.asked().state, &to), &other.asked().state);
            assert_eq!(&one, two, "{players} '{variant}': {}", game.stage(&state));
            state = stage.asked().state.clone();
        }
    }
}

/// Where everybody loses and scores at once, and nobody chooses anything, the turn order changes nothing.
#[test]
fn what_happens_at_once_knows_no_order() {
    let mut chance = Chance::seed_from_u64(43);
    let silent = "compete nothing; negate nothing; use nothing; losses all: discs; aeneas nothing; rank nothing";
    for (players, variant) in [(6, ""), (4, ""), (3, "")] {
        let game = InnerSea::new(players, variant).unwrap();
        let lines: Vec<Order> = read(&game, silent).lines.iter().map(|line| line.choices[0].order.clone()).collect();
        let letters: BTreeMap<Seat, Vec<Order>> = game.seats().iter().map(|seat| (seat, lines.clone())).collect();
        let mut compared = 0;
        for _ in 0..4 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let phase = state.position.phase;
                if matches!(phase, Phase::Competition | Phase::Valuation | Phase::EpochEnd) {
                    let mut world = state.clone();
                    // With no cards drawn, only what happens at once is left.
                    world.position.turn = 4;
                    let mut other = world.clone();
                    let places = shuffled(players, &mut chance);
                    other.position.order =
                        places.iter().map(|place| world.position.order[usize::from(*place)]).collect();
                    let [one, two] =
                        [&world, &other].map(|world| play(&game, world, &letters, Vec::new()).asked().state.clone());
                    let points = |state: &State| state.position.sides.map(|side| side.vp);
                    assert_eq!(points(&one), points(&two), "{players} {phase:?}");
                    // A new Epoch begins with cards that are drawn in turn order, and events among them.
                    if phase != Phase::EpochEnd {
                        let talents = |state: &State| state.position.sides.map(|side| side.talents);
                        assert_eq!(talents(&one), talents(&two), "{players} {phase:?}");
                        assert_eq!(one.position.board, two.position.board, "{players} {phase:?}");
                    }
                    compared += 1;
                }
                let letters = orders(&game, &state, &mut chance);
                state = play(&game, &state, &letters, Vec::new()).asked().state.clone();
            }
        }
        assert!(compared > 40, "{compared}");
    }
}
