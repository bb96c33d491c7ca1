//! Laws over random positions and letters, good and spoilt ones.

use super::*;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Letter, Line, Reason as _, Refusal, Viewer};

const VARIANTS: [(usize, &str); 12] = [
    (1, "fall-of-rome-2"),
    (1, "second-punic-war"),
    (1, "civs=minos,npcs=phoenicia+egypt,map=east,epochs=1-2"),
    (2, "4c,npcs,epochs=1-2"),
    (6, "epochs=1-2"),
    (5, "hordes,final-event,epochs=3-4"),
    (4, "teams=red+blue/green+purple,epochs=1-2"),
    (4, "owners=red+green/blue+purple,epochs=1-2"),
    (3, "owners=red+green/blue,epochs=1-2"),
    (3, "epochs=2,wonders=2,final-event"),
    (2, ""),
    (2, "limit=15,double,final-event"),
];

/// What each seat orders in a stage that is played at random.
fn letters(game: &InnerSea, state: &State, chance: &mut Chance) -> BTreeMap<Seat, Vec<Order>> {
    let mut table = Table::with_chance(game, state.clone(), chance);
    table.keep_trace();
    assert!(game.resolve(&mut table).is_ok());
    let mut all: BTreeMap<Seat, Vec<Order>> = BTreeMap::new();
    for used in table.used() {
        all.entry(used.seat).or_default().extend(used.orders.iter().cloned());
    }
    all
}

/// An order that wants more than there is.
fn greedy(order: &Order) -> Order {
    match order {
        Order::Place(Some(n), area) => Order::Place(Some(n + 3), *area),
        Order::Settle(Some(n), area) => Order::Settle(Some(n + 3), *area),
        Order::Withdraw(n, area) => Order::Withdraw(n + 3, *area),
        Order::Draw(n) => Order::Draw(n + 3),
        other => other.clone(),
    }
}

/// A letter of a seat: its own orders and some of others, with alternatives, in some disorder, some of them greedy.
fn spoilt(own: &[Order], all: &[Order], chance: &mut Chance) -> Vec<Line<InnerSea>> {
    let mut lines: Vec<Line<InnerSea>> = Vec::new();
    for order in own {
        match chance.random_range(0..11) {
            0 => {}
            10 => lines.push(Line::plain(0, greedy(order))),
            1 => lines.extend((0..2).map(|_| Line::plain(0, order.clone()))),
            2 | 3 => {
                let mut line = Line::plain(0, all.choose(chance).unwrap_or(order).clone());
                line.choices.extend(Line::plain(0, order.clone()).choices);
                lines.push(line);
            }
            4 => lines.extend([all.choose(chance).unwrap_or(order), order].map(|order| Line::plain(0, order.clone()))),
            _ => lines.push(Line::plain(0, order.clone())),
        }
    }
    (1..).zip(&mut lines).for_each(|(number, line)| line.number = number);
    lines
}

/// Plays games at random and looks at every stage that waits for letters.
fn watch(games: u64, mut look: impl FnMut(&InnerSea, &State, &mut Chance)) {
    for (players, variant) in VARIANTS {
        let game = InnerSea::new(players, variant).unwrap();
        let mut chance = Chance::seed_from_u64(61);
        for _ in 0..games {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                look(&game, &state, &mut chance);
                let mut table = Table::with_chance(&game, state, &mut chance);
                assert!(game.resolve(&mut table).is_ok());
                state = table.state;
            }
        }
    }
}

/// An imagined world looks like the view it was made from, is possible, and knows no more.
#[test]
fn imagined_worlds_look_like_the_view() {
    watch(1, |game, state, chance| {
        for seat in game.seats().iter() {
            let view = game.view(state, Viewer::Seat(seat));
            let world = game.imagine(&view, seat, chance);
            assert_eq!(game.view(&world, Viewer::Seat(seat)), view);
            assert_eq!(game.sane(&world), Ok(()));
        }
    });
}

/// Every world that was asked for is played: whatever a stage tells when it opens comes again in an imagined world, unless cards were
/// drawn by lot before anybody was asked.
#[test]
fn openings_replay_in_imagined_worlds() {
    let (mut seen, mut missed) = (0, 0);
    watch(2, |game, state, _| {
        for pace in [Pace::Bulk, Pace::Strict] {
            let stage = open(game, state, pace);
            if stage.asked().finished {
                continue;
            }
            for seat in game.seats().iter() {
                let told = tell(game, &stage, seat, "pass", Effort::LETTER);
                let drawn = stage.asked().rolled.iter().any(|roll| roll.path.contains("/draw/"));
                seen += 1;
                if pace == Pace::Strict && drawn {
                    missed += u32::from(told.worlds < 12);
                    continue;
                }
                assert_eq!(told.worlds, 12, "{pace:?} {} {:?}", game.stage(state), stage.asked().told);
            }
        }
    });
    assert!(seen > 2_000 && missed * 100 < seen, "{missed} of {seen}");
}

/// What is told as done is done when that very world is played; what is told as impossible is done in no fresh world; every line has
/// exactly one outlook; worlds that look alike give the same answer.
#[test]
fn what_is_told_is_what_is_done() {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    watch(2, |game, state, chance| {
        let stage = open(game, state, Pace::Bulk);
        if stage.asked().finished {
            return;
        }
        let letters = letters(game, state, chance);
        let all: Vec<Order> = letters.values().flatten().cloned().collect();
        for (seat, own) in &letters {
            let lines = spoilt(own, &all, chance);
            let draft = Draft::new(&lines, &[], 7);
            // The same in another world that looks the same.
            let view = game.view(state, Viewer::Seat(*seat));
            if stage.asked().told.is_empty() {
                let other = open(game, &game.imagine(&view, *seat, chance), Pace::Bulk);
                let [here, there] = [&stage, &other].map(|stage| stage.forecast(game, *seat, &draft, Effort::ONE));
                assert_eq!(here, there);
            }
            // Played, in the very world and with the very dice that the forecast assumes; nobody else writes.
            let mut played = open(game, state, Pace::Bulk);
            played.file(*seat, Letter { text: String::new(), lines: lines.clone(), finality: Finality::Final });
            let run = played.preview(game);
            let dice = run.rolled.iter().map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
            let known = Draft { world: Some(state.clone()), dice, ..Draft::new(&lines, &[], 7) };
            let told = stage.forecast(game, *seat, &known, Effort::ONE);
            assert_eq!(told.worlds, 1);
            let numbers: Vec<u32> = told.outlooks.iter().map(|outlook| outlook.line).collect();
            assert_eq!(numbers, lines.iter().map(|line| line.number).collect::<Vec<_>>());
            for verdict in verdicts(&told) {
                *counts.entry(format!("{verdict:?}")).or_default() += 1;
            }
            for (outlook, line) in told.outlooks.iter().zip(&lines) {
                // What was hidden from its writer is not told as a mistake of theirs.
                let is_mistake =
                    |refusal: &&Refusal<InnerSea>| refusal.line == line.number && !refusal.reason.is_hidden();
                let is_refused = run.refused.iter().any(|refusal| is_mistake(&refusal));
                match outlook.verdict() {
                    // To leave something alone is always done, whatever stands beside it in the line.
                    Verdict::Will if game.is_abstention(&outlook.order) => {}
                    Verdict::Will => assert!(!is_refused, "{outlook:?} {:?}", run.refused),
                    Verdict::Cannot => assert!(is_refused, "{outlook:?} {:?}", run.refused),
                    Verdict::Idle => {
                        let may_never_come = |order: &Order| game.may_never_come(order) || game.is_abstention(order);
                        let is_wish = line.choices.iter().all(|choice| may_never_come(&choice.order));
                        let is_unused = run.unused.iter().any(|unused| unused.line.number == line.number);
                        assert!(is_unused || is_wish, "{outlook:?}");
                    }
                    _ => {}
                }
            }
            // What cannot be done in many worlds is not done in fresh ones.
            if chance.random_bool(0.2) {
                let many = stage.forecast(game, *seat, &draft, Effort::LETTER);
                let fresh = Draft::new(&lines, &[], 1_000);
                let again = stage.forecast(game, *seat, &fresh, Effort::ONE);
                for (many, again) in many.outlooks.iter().zip(&again.outlooks) {
                    if matches!(many.verdict(), Verdict::Cannot) {
                        assert_eq!(again.share(), 0, "{many:?} {again:?}");
                    }
                }
            }
        }
    });
    for verdict in ["Will", "Partly", "Cannot", "Overtaken", "Idle", "Waits"] {
        assert!(counts.get(verdict).is_some_and(|n| *n > 20), "{counts:?}");
    }
}
