//! What others do in secret stays secret: events that name a hidden thing reach only those who may know it, and whichever card or myth
//! somebody lays face down, all others hear the same (7W-10.2, 7W-11.2, 7W-13.5, 7W-13.8).

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Audience, Chance, Event as _, Game as _, Letter, Line, Pace, Run, Salt, Seat, Seats, Seed, Stage, Table, Viewer,
};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::event::Event;
use tabellarius_seven_wonders::orders::Order;
use tabellarius_seven_wonders::pieces::Way;
use tabellarius_seven_wonders::position::{Phase, State};
use tabellarius_seven_wonders::rules::myth::invocation::{Invocation, Use};

const VARIANTS: [(usize, &str); 9] = [
    (2, "leaders,cities,myths"),
    (3, "b"),
    (5, ""),
    (5, "leaders"),
    (4, "myths"),
    (5, "leaders,cities,myths"),
    (6, "leaders,cities,myths"),
    (8, "leaders,cities,myths"),
    (6, "leaders,cities,myths,teams"),
];

/// Who may hear an event that names something hidden; nobody in particular, where it names nothing that is.
fn secret(game: &SevenWonders, before: &State, event: &Event) -> Option<Seats> {
    match event {
        Event::Drafted { seat, .. } | Event::MythFaceDown { seat, .. } => Some(game.eyes(*seat)),
        Event::Prayed { seat, .. } | Event::LeadersSeen { seat, .. } => Some(game.eyes(*seat)),
        // 7W-14.2: who plays for the Free City knows its card.
        Event::FaceDown { seat, .. } if game.free_city() == Some(*seat) => {
            game.holder(&before.position).map(|s| game.eyes(s))
        }
        Event::FaceDown { seat, .. } => Some(game.eyes(*seat)),
        _ => None,
    }
}

#[test]
fn only_who_may_know_is_told() {
    let mut chance = Chance::seed_from_u64(31);
    let mut heard = std::collections::BTreeMap::new();
    for (players, variant) in VARIANTS {
        let game = game(players, variant);
        for _ in 0..8 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let before = state.clone();
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                for told in table.told() {
                    let Some(may) = secret(&game, &before, &told.event) else { continue };
                    let hear = match told.audience {
                        Audience::Only(hear) => hear,
                        Audience::All => game.seats(),
                    };
                    assert!(hear.iter().all(|seat| may.contains(seat)), "{hear:?} are told {:?}", told.event);
                    *heard.entry(told.event.rule()).or_insert(0) += 1;
                }
                state = table.state;
            }
        }
    }
    let rules: Vec<_> = heard.keys().copied().collect();
    assert_eq!(rules, ["7W-10.2", "7W-11.12", "7W-11.2", "7W-13.5", "7W-13.8"]);
    assert!(heard.values().all(|count| *count > 20), "{heard:?}");
}

/// The orders with another card or myth laid face down instead of each one that is, where the seat holds others.
fn instead(game: &SevenWonders, state: &State, seat: Seat, orders: &[Order]) -> Vec<Vec<Order>> {
    let hand = match state.position.phase {
        Phase::Recruit => state.leaders.hands[seat.index()],
        _ => state.hands[seat.index()],
    };
    let pantheon = |deity| game.deck.myth(deity).map(|card| card.pantheon);
    let mut all = Vec::new();
    for (i, order) in orders.iter().enumerate() {
        let others: Vec<Order> = match order {
            Order::Play { way: way @ (Way::Sell | Way::Stage), card, buy } => {
                let cards = hand.iter().filter(|other| other != card);
                cards.map(|card| Order::Play { way: *way, card, buy: *buy }).collect()
            }
            // 7W-13.7: where a deity is at home is declared.
            Order::Myth(one) if one.used == Use::Coins => {
                let myths = state.myths.hands[seat.index()].iter().filter(|other| *other != one.deity);
                let alike = myths.filter(|other| pantheon(*other) == pantheon(one.deity));
                alike.map(|deity| Order::Myth(Invocation { deity, ..*one })).collect()
            }
            _ => continue,
        };
        all.extend(others.into_iter().map(|other| {
            let mut changed = orders.to_vec();
            changed[i] = other;
            changed
        }));
    }
    all
}

/// A stage with a letter for everybody.
fn run(game: &SevenWonders, state: &State, letters: &[(Seat, Vec<Order>)]) -> Run<SevenWonders> {
    let mut stage =
        Stage::open(game, state.clone(), Pace::Bulk, Seed::from_text("face down"), Salt::first("face down"));
    for (seat, orders) in letters {
        let lines = orders.iter().zip(1..).map(|(order, number)| Line::plain(number, order.clone())).collect();
        stage.file(*seat, Letter { text: String::new(), lines, finality: Finality::Final });
    }
    stage.preview(game)
}

/// What one seat did.
fn said(run: &Run<SevenWonders>, seat: Seat) -> Vec<Order> {
    run.used.iter().filter(|used| used.seat == seat).flat_map(|used| used.orders.clone()).collect()
}

/// What all others did.
fn deeds(run: &Run<SevenWonders>, but: Seat) -> Vec<(Seat, &str, &[Order])> {
    let others = run.used.iter().filter(|used| used.seat != but);
    others.map(|used| (used.seat, used.path.as_str(), used.orders.as_slice())).collect()
}

/// What one seat was told.
fn heard(run: &Run<SevenWonders>, seat: Seat) -> Vec<Event> {
    run.told.iter().filter(|told| told.audience.hears(Viewer::Seat(seat))).map(|told| told.event).collect()
}

/// Plays the stage with each letter changed so that something else lies face down, and compares what all others hear. Says how often that
/// could be done, with cards and with myths.
fn compare(game: &SevenWonders, start: &State, letters: &[(Seat, Vec<Order>)]) -> [usize; 2] {
    let mut tried = [0; 2];
    let here = run(game, start, letters);
    for (at, (seat, orders)) in letters.iter().enumerate() {
        for changed in instead(game, start, *seat, orders) {
            let mut others = letters.to_vec();
            others[at].1.clone_from(&changed);
            let there = run(game, start, &others);
            // What cannot be done in secret, or makes others do something else, is no comparison.
            if said(&here, *seat) != *orders
                || said(&there, *seat) != changed
                || deeds(&here, *seat) != deeds(&there, *seat)
            {
                continue;
            }
            let is_myth = |(one, two): (&Order, &Order)| one != two && matches!(one, Order::Myth(_));
            tried[usize::from(orders.iter().zip(&changed).any(is_myth))] += 1;
            for other in game.seats().iter().filter(|other| !game.eyes(*seat).contains(*other)) {
                assert_eq!(heard(&here, other), heard(&there, other), "{orders:?}, {changed:?}");
            }
        }
    }
    tried
}

#[test]
fn whatever_lies_face_down_others_hear_the_same() {
    let mut chance = Chance::seed_from_u64(32);
    let mut myths = 0;
    for (players, variant) in VARIANTS {
        let game = game(players, variant);
        let mut cards = 0;
        for _ in 0..4 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let start = state.clone();
                let mut table = Table::with_chance(&game, state, &mut chance);
                table.keep_trace();
                game.resolve(&mut table).expect("random play never waits");
                let mut letters: Vec<(Seat, Vec<Order>)> = game.seats().iter().map(|seat| (seat, Vec::new())).collect();
                for used in table.used() {
                    letters[used.seat.index()].1.extend(used.orders.iter().cloned());
                }
                if matches!(start.position.phase, Phase::Turn | Phase::Recruit) {
                    let tried = compare(&game, &start, &letters);
                    (cards, myths) = (cards + tried[0], myths + tried[1]);
                }
                state = table.state;
            }
        }
        assert!(cards > 100, "{players} '{variant}': {cards} cards");
    }
    assert!(myths > 20, "{myths} myths");
}
