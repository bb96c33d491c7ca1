//! What a letter is told it would do is what is done: the payment that is promised is the one that is played. And every line of the form
//! is one that would be accepted.
#![allow(clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Effort, Forecast, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Table, Viewer, read,
};
use tabellarius_report::testing::forecast;
use tabellarius_seven_wonders::event::{Event, Paid};
use tabellarius_seven_wonders::orders::Order;
use tabellarius_seven_wonders::position::{Phase, State};
use tabellarius_seven_wonders::{Options, SevenWonders};

const TABLES: [(usize, &str); 6] = [
    (2, "leaders,cities"),
    (3, ""),
    (3, "leaders,cities,myths"),
    (5, "leaders,cities,myths"),
    (6, "leaders,cities,myths"),
    (7, "cities,myths"),
];

fn game(players: usize, variant: &str) -> SevenWonders {
    SevenWonders::new(Options::parse(players, variant).expect("a variant")).expect("built-in data")
}

/// A stage as it opens in this position.
fn opened(game: &SevenWonders, state: &State, pace: Pace) -> Stage<SevenWonders> {
    Stage::open(game, state.clone(), pace, Seed::from_text("forecast"), Salt::first("forecast"))
}

/// What a letter is told.
fn told(
    game: &SevenWonders,
    stage: &Stage<SevenWonders>,
    seat: Seat,
    text: &str,
    effort: Effort,
) -> Forecast<SevenWonders> {
    forecast(game, stage, seat, &read(game, text), effort)
}

/// What a seat pays, event by event; what comes in may depend on others.
fn payments(events: impl Iterator<Item = Event>, seat: Seat) -> Vec<String> {
    let paid = |event: Event| match event {
        Event::Built { seat: by, card, how, paid, trade } if by == seat => {
            Some(format!("{card:?} {how:?} {:?} {trade:?}", Paid { gained: 0, ..paid }))
        }
        Event::Staged { seat: by, stage, paid, trade } if by == seat => {
            Some(format!("{stage} {:?} {trade:?}", Paid { gained: 0, ..paid }))
        }
        Event::Recruited { seat: by, card, paid } if by == seat => {
            Some(format!("{card:?} {:?}", Paid { gained: 0, ..paid }))
        }
        Event::Invoked { seat: by, deity, paid, trade } if by == seat => {
            Some(format!("{deity:?} {:?} {trade:?}", Paid { gained: 0, ..paid }))
        }
        Event::Sold { seat: by, .. } | Event::Sacrificed { seat: by } if by == seat => Some("no payment".into()),
        _ => None,
    };
    events.filter_map(paid).collect()
}

/// 7W-5.5: the payment that an acknowledgement promises is the one that is played, in every stage and with every box.
#[test]
fn what_is_promised_is_what_is_paid() {
    let mut chance = Chance::seed_from_u64(41);
    let mut compared = 0;
    for (players, variant) in TABLES {
        let game = game(players, variant);
        for _ in 0..8 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let mut table = Table::with_chance(&game, state.clone(), &mut chance);
                table.keep_trace();
                game.resolve(&mut table).expect("random play never waits");
                let mut letters: Vec<(Seat, String)> = Vec::new();
                for used in table.used() {
                    let lines: Vec<String> = used.orders.iter().map(|one| game.print_order(one, "en")).collect();
                    match letters.iter_mut().find(|(seat, _)| *seat == used.seat) {
                        Some((_, text)) => *text += &format!("\n{}", lines.join("\n")),
                        None => letters.push((used.seat, lines.join("\n"))),
                    }
                }
                let mut stage = opened(&game, &state, Pace::Bulk);
                let mut promised = Vec::new();
                for (seat, text) in &letters {
                    let lines = read(&game, text).lines;
                    let effort = Effort { caretakers: 1, guesses: 0, ..Effort::ONE };
                    promised.push((*seat, told(&game, &stage, *seat, text, effort).would));
                    stage.file(*seat, Letter { text: text.clone(), lines, finality: Finality::Final });
                }
                if !stage.asked().finished {
                    stage.close(&game).expect("published events stand");
                }
                let happened: Vec<Event> = stage.asked().told.iter().map(|told| told.event).collect();
                // What others destroy, shuffle or exchange cannot be foreseen; nor what is chosen from the discards, or with a last card
                // for which others have paid.
                let unforeseen = |event: &Event| {
                    matches!(event, Event::Destroyed { .. } | Event::ChosenAnew { .. } | Event::Exchanged { .. })
                };
                let is_last = state.position.turn == game.turns();
                let is_plain = matches!(state.position.phase, Phase::Turn | Phase::Recruit | Phase::Take);
                if is_plain && !is_last && !happened.iter().any(unforeseen) {
                    for (seat, would) in promised {
                        let (promise, done) =
                            (payments(would.into_iter(), seat), payments(happened.iter().copied(), seat));
                        // 7W-13.8: a myth that comes last may be paid by what others' cards are counted for.
                        let by_chance = letters.iter().any(|(by, text)| *by == seat && text.contains(" last"));
                        // What silence would do too, and what brings more or less by what others do, is not promised.
                        let is_kept = promise.iter().all(|one| done.contains(one));
                        assert!(by_chance || is_kept, "{variant} {promise:#?} {done:#?} {letters:?}");
                        compared += usize::from(!by_chance && !promise.is_empty());
                    }
                }
                state = stage.asked().state.clone();
            }
        }
    }
    assert!(compared > 1_000, "only {compared} letters");
}

/// Every line of the form is understood, fits the width of a letter, and would be accepted as it stands.
#[test]
fn the_form_offers_only_what_would_be_accepted() {
    let mut chance = Chance::seed_from_u64(43);
    let mut lines = 0;
    for (players, variant) in TABLES.into_iter().chain([(4, "leaders,cities,myths,teams")]) {
        let game = game(players, variant);
        for _ in 0..3 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let stage = opened(&game, &state, Pace::Bulk);
                for seat in game.seats().iter() {
                    let view = game.view(&state, Viewer::Seat(seat));
                    let form = game.examples(&view, seat);
                    let problems = |orders: &[&Order]| {
                        let texts: Vec<String> = orders.iter().map(|order| game.print_order(order, "en")).collect();
                        forecast(&game, &stage, seat, &read(&game, &texts.join("\n")), Effort::ONE)
                            .problems(&game, "en")
                    };
                    for order in &form {
                        let text = game.print_order(order, "en");
                        assert!(text.chars().count() + 2 <= 76, "{text}");
                        let reading = read(&game, &text);
                        assert_eq!(reading.problems, [], "{text}");
                        assert_eq!(&reading.lines[0].choices[0].order, order, "{text}");
                        // Whom a guild copies is asked of its builder only (7W-11.11): that line goes with one of the others.
                        let goes_with = |other: &Order| problems(&[other, order]).is_empty();
                        let is_good = match order {
                            Order::Copy(_) => form.iter().any(goes_with),
                            _ => problems(&[order]).is_empty(),
                        };
                        assert!(is_good, "{variant}: {text}: {:?}", problems(&[order]));
                        lines += 1;
                    }
                }
                let mut table = Table::with_chance(&game, state, &mut chance);
                game.resolve(&mut table).expect("random play never waits");
                state = table.state;
            }
        }
    }
    assert!(lines > 2_000, "only {lines} lines");
}

/// Lines of which nothing can come are told when the letter is read, with a line to write instead (7W-4.4, 7W-11.2, 7W-13.4).
#[test]
fn lines_of_which_nothing_can_come_are_told() {
    use tabellarius_kernel::Complaint;
    use tabellarius_seven_wonders::reason::Reason;
    let game = game(3, "leaders,myths");
    let mut state = game.start();
    let mut chance = Chance::seed_from_u64(3);
    let mut seen = Vec::new();
    while state.position.phase != Phase::Turn {
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let letter = match state.position.phase {
            Phase::Draft => {
                let packet = view.hand.expect("a packet");
                let absent = game.leaders().iter().find(|card| !packet.contains(**card)).expect("another leader");
                format!("draft {}", game.deck.card(*absent).name)
            }
            Phase::Recruit => "draft Plato".into(),
            Phase::Pray => {
                let absent = game.pantheon().iter().find(|deity| !view.packet.contains(**deity)).expect("another myth");
                format!("pray {}", game.name(&absent.to_string(), "en").expect("a name"))
            }
            _ => "prefer any".into(),
        };
        let reading = read(&game, &letter);
        assert_eq!(reading.problems, [], "{letter}");
        let stage = opened(&game, &state, Pace::Bulk);
        let problems = if stage.asked().finished {
            Vec::new()
        } else {
            forecast(&game, &stage, Seat(0), &reading, Effort::ONE).problems(&game, "en")
        };
        let told = problems.into_iter().map(|problem| match problem.why {
            Complaint::Rule { reason: Reason::NoneInPacket } => {
                assert_eq!(problem.fix, Some(format!("{letter}, any")));
                "none in packet"
            }
            Complaint::Rule { reason: Reason::DraftOver } => "draft over",
            other => panic!("{letter}: {other:?}"),
        });
        seen.extend(told);
        let mut table = Table::with_chance(&game, state, &mut chance);
        game.resolve(&mut table).expect("random play never waits");
        state = table.state;
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["draft over", "none in packet"]);
    // 7W-4.4: of wishes that stand side by side only the first ones count, with a plan and with an order for a card.
    let stage = opened(&game, &state, Pace::Bulk);
    let sale = game.deck.card(state.hands[0].get(0).expect("a card")).name.clone();
    for letter in [format!("sell {sale}\nprefer any green else any"), "prefer any else sell".into()] {
        let problems = told(&game, &stage, Seat(0), &letter, Effort::ONE).problems(&game, "en");
        let [problem] = problems.as_slice() else { panic!("{letter}: {problems:?}") };
        assert!(matches!(problem.why, Complaint::Rule { reason: Reason::WishesApart { .. } }), "{letter}: {problem:?}");
        assert_eq!(problem.fix.as_deref(), letter.lines().last().map(|line| line.replace(" else", ",")).as_deref());
    }
}
