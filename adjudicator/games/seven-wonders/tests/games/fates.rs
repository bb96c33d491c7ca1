//! Laws of what a letter is told: every line has a fate; what is told to be done is done where the world is as imagined, what is told to be
//! impossible is refused in every world that looks alike, and two such worlds give the same answer (7W-10.1).

use crate::game;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::table::Origin;
use tabellarius_kernel::{
    Chance, Draft, Effort, Fate, Forecast, Game as _, Letter, Line, Pace, Run, Salt, Seat, Seed, Stage, Table, Verdict,
    Viewer,
};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::orders::{Order, Wish};
use tabellarius_seven_wonders::pieces::Way;
use tabellarius_seven_wonders::position::State;

const VARIANTS: [(usize, &str); 8] = [
    (2, "leaders,cities,myths"),
    (3, ""),
    (4, "leaders"),
    (5, "cities"),
    (5, "leaders,cities,myths"),
    (7, "myths"),
    (4, "leaders,cities,myths,teams"),
    (8, "leaders,cities,myths"),
];

fn opened(game: &SevenWonders, state: &State, pace: Pace) -> Stage<SevenWonders> {
    Stage::open(game, state.clone(), pace, Seed::from_text("fates"), Salt::first("fates"))
}

fn told(
    game: &SevenWonders,
    stage: &Stage<SevenWonders>,
    seat: Seat,
    lines: &[Line<SevenWonders>],
    effort: Effort,
) -> Forecast<SevenWonders> {
    let draft = Draft::new(lines, &[], 5);
    stage.forecast(game, seat, &draft, effort)
}

/// The stage in this world, if only this seat writes.
fn alone(game: &SevenWonders, world: &State, seat: Seat, lines: &[Line<SevenWonders>]) -> Run<SevenWonders> {
    let mut stage = opened(game, world, Pace::Bulk);
    stage.file(seat, Letter { text: String::new(), lines: lines.to_vec(), finality: Finality::Final });
    stage.preview(game)
}

/// Whether a line was done in a run: an answer was made of it, or there was no other answer and so it came about (7W-11.2, 7W-13.5).
fn is_done(game: &SevenWonders, run: &Run<SevenWonders>, seat: Seat, order: &Order) -> bool {
    let mut used = run.used.iter().filter(|used| used.seat == seat && used.origin == Origin::Letter);
    let came_about = match order {
        Order::Draft(wishes) => wishes.iter().any(|wish| match wish {
            Wish::Card(card) => run.state.leaders.hands[seat.index()].contains(*card),
            _ => false,
        }),
        Order::Pray(list) => list.iter().flatten().any(|deity| run.state.myths.hands[seat.index()].contains(*deity)),
        _ => false,
    };
    came_about || used.any(|used| used.orders.iter().any(|done| game.covers(order, done)))
}

/// A letter as somebody might spoil it: own orders, others' orders, cards that are anywhere, some of them twice.
fn spoilt(game: &SevenWonders, orders: &[(Seat, Order)], seat: Seat, chance: &mut Chance) -> Vec<Line<SevenWonders>> {
    let mut all: Vec<Order> = orders.iter().filter(|(by, _)| *by == seat).map(|(_, order)| order.clone()).collect();
    for _ in 0..chance.random_range(0..3) {
        all.extend(orders.choose(chance).map(|(_, order)| order.clone()));
        let card = *game.age_cards(chance.random_range(0..3)).choose(chance).expect("a card");
        let way = [Way::Build, Way::Stage, Way::Sell, Way::Free][chance.random_range(0..4)];
        all.push(Order::Play { way, card, buy: Default::default() });
    }
    if chance.random_bool(0.5) {
        all.shuffle(chance);
    }
    all.into_iter().zip(1..).map(|(order, number)| Line::plain(number, order)).collect()
}

#[test]
fn what_is_told_is_what_is_done() {
    let mut chance = Chance::seed_from_u64(77);
    let (mut will, mut cannot, mut overtaken) = (0, 0, 0);
    for (players, variant) in VARIANTS.into_iter().chain(VARIANTS) {
        let game = game(players, variant);
        let mut state = game.start();
        while game.winners(&state).is_none() {
            let start = state.clone();
            let mut table = Table::with_chance(&game, state, &mut chance);
            table.keep_trace();
            game.resolve(&mut table).expect("random play never waits");
            let orders: Vec<(Seat, Order)> = table
                .used()
                .iter()
                .flat_map(|used| used.orders.iter().map(|order| (used.seat, order.clone())))
                .collect();
            state = table.state;
            let stage = opened(&game, &start, Pace::Bulk);
            if stage.asked().finished {
                continue;
            }
            for seat in game.seats().iter() {
                let name = format!("{players} '{variant}' {} {seat}", game.stage(&start));
                let lines = spoilt(&game, &orders, seat, &mut chance);
                let forecast = told(&game, &stage, seat, &lines, Effort::ONE);
                assert_eq!(forecast.worlds, 1, "{name}");
                assert_eq!(forecast.outlooks.len(), lines.len(), "{name}");
                let view = game.view(&start, Viewer::Seat(seat));
                let world = game.imagine(&view, seat, &mut Chance::seed_from_u64(5));
                let run = alone(&game, &world, seat, &lines);
                let elsewhere: Vec<Run<SevenWonders>> =
                    (0..3).map(|_| alone(&game, &game.imagine(&view, seat, &mut chance), seat, &lines)).collect();
                for outlook in &forecast.outlooks {
                    assert_eq!(outlook.fates.iter().map(|(_, n)| n).sum::<u32>(), 1, "{name}");
                    let order = &outlook.order;
                    match outlook.verdict() {
                        Verdict::Will if !game.is_abstention(order) && !matches!(order, Order::Buy(_)) => {
                            assert!(is_done(&game, &run, seat, order), "{name}: {order:?} {lines:?}");
                            will += 1;
                        }
                        Verdict::Cannot => {
                            for run in elsewhere.iter().chain([&run]) {
                                let is_refused =
                                    run.refused.iter().any(|one| (one.seat, one.line) == (seat, outlook.line));
                                assert!(is_refused, "{name}: {order:?} {:?} {lines:?}", outlook.fates);
                            }
                            cannot += 1;
                        }
                        Verdict::Overtaken => overtaken += 1,
                        _ => {}
                    }
                    assert!(!matches!(outlook.fates[0].0, Fate::Spare), "{name}");
                }
                let effort = Effort { caretakers: 1, guesses: 1, ..Effort::ONE };
                let alike = opened(&game, &world, Pace::Bulk);
                assert_eq!(
                    told(&game, &stage, seat, &lines, effort),
                    told(&game, &alike, seat, &lines, effort),
                    "{name}"
                );
            }
        }
    }
    assert!(will > 1_500 && cannot > 500 && overtaken > 100, "{will} {cannot} {overtaken}");
}

/// Every world that is asked for can be played: nothing that is published when a stage opens contradicts what is imagined.
#[test]
fn every_world_can_be_played() {
    let mut chance = Chance::seed_from_u64(78);
    for (players, variant) in VARIANTS {
        let game = game(players, variant);
        for _ in 0..2 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                for pace in [Pace::Bulk, Pace::Strict] {
                    let stage = opened(&game, &state, pace);
                    for seat in game.seats().iter().filter(|_| !stage.asked().finished) {
                        let forecast = told(&game, &stage, seat, &[], Effort::LETTER);
                        assert_eq!(forecast.worlds, 12, "{players} '{variant}' {} {seat}", game.stage(&state));
                    }
                }
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                state = table.state;
            }
        }
    }
}
