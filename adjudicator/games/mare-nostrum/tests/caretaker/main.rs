//! The caretaker automaton: its letters are sound, its games end, it knows no secret, it plays better than chance.

mod drive;

use drive::{Chancy, MOST_TURNS, Watch, game, play};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tabellarius_kernel::rand::{SeedableRng as _, rngs::SmallRng};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Draft, Effort, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Verdict, Viewer, read};
use tabellarius_mare_nostrum::classic::Classic;
use tabellarius_mare_nostrum::classic::event::Event;
use tabellarius_mare_nostrum::classic::position::{Phase, State};
use tabellarius_mare_nostrum::classic::reason::Reason;
use tabellarius_mare_nostrum::pieces::{Card, Good};

const ROME: Seat = Seat(0);
const TABLES: [(usize, &str); 6] = [(3, ""), (4, ""), (5, ""), (3, "advanced"), (4, "advanced"), (5, "advanced")];

/// Every letter reads without a problem, no line of it would be refused, and it is the same whatever others hold.
#[derive(Default)]
struct Sound {
    letters: u32,
    longest: usize,
}

impl Watch for Sound {
    fn letter(&mut self, game: &Classic, stage: &Stage<Classic>, seat: Seat, text: &str) {
        let state = &stage.asked().state;
        self.letters += 1;
        self.longest = self.longest.max(text.lines().count());
        let reading = read(game, text);
        assert_eq!(reading.problems, [], "{}\n{text}", game.stage(state));
        assert!(!reading.lines.is_empty(), "an empty letter at {}", game.stage(state));
        let view = game.view(state, Viewer::Seat(seat));
        let draft = Draft::new(&reading.lines, &[], 1);
        let forecast = stage.forecast(game, seat, &draft, Effort { caretakers: 1, guesses: 0, ..Effort::ONE });
        for outlook in &forecast.outlooks {
            let verdict = outlook.verdict();
            let is_wrong = matches!(verdict, Verdict::Cannot | Verdict::Partly | Verdict::Overtaken);
            // What stands in a war may be gone when its turn comes.
            let at_war = state.position.provinces().any(|(_, area)| area.at_war());
            let is_gone = matches!(outlook.reason(), Some(Reason::NoUnit { .. } | Reason::OnlySoMany { .. }));
            assert!(
                !is_wrong || (at_war && is_gone),
                "{} {}: {outlook:?}\n{text}",
                game.stage(state),
                game.seat_key(seat)
            );
        }
        let home = state.position.area(game.core.capital(seat));
        let gone: u8 = forecast.would.iter().map(|event| left_capital(game, seat, event)).sum();
        assert!(gone == 0 || gone < home.legions[seat.index()] || home.at_war(), "an empty capital\n{text}");
        let mut chance = SmallRng::seed_from_u64(u64::from(self.letters));
        let other = game.imagine(&view, seat, &mut chance);
        assert_eq!(game.caretaker(&game.view(&other, Viewer::Seat(seat)), seat), text);
    }
}

fn left_capital(game: &Classic, seat: Seat, event: &Event) -> u8 {
    match event {
        Event::Marched { legions, from, .. } if *from == game.core.capital(seat) => *legions,
        _ => 0,
    }
}

#[test]
fn letters_are_sound_and_games_end() {
    for (players, variant) in TABLES {
        let game = game(players, variant);
        for pace in [Pace::Bulk, Pace::Strict] {
            for seed in 0..4 {
                let mut sound = Sound::default();
                let end = play(&game, pace, seed, Chancy::Never, &mut sound);
                assert!(end.winner.is_some(), "{players} {variant} {pace:?} {seed}: no end by turn {MOST_TURNS}");
                assert!(end.turn <= 30, "{players} {variant} {pace:?} {seed}: {} turns", end.turn);
                assert!(sound.letters > 20 && sound.longest < 60, "{} letters, {} lines", sound.letters, sound.longest);
            }
        }
    }
}

/// Rome at the start of a phase with two wonders besides Caesar and this hand.
fn about_to_win(game: &Classic, phase: Phase, hand: &[Good]) -> State {
    let mut state = game.start();
    state.position.turn = 5;
    state.position.phase = phase;
    state.position.roles = [Some(ROME); 4];
    for card in [Card::Colossus, Card::Mausoleum] {
        state.position.owners[card as usize] = Some(ROME);
    }
    *state.hand_mut(ROME) = hand.iter().copied().collect();
    let held = *state.hand(ROME);
    state.position.bank.remove(&held);
    state
}

/// MN-6.2: with nine cards of a set in hand the fourth card is bought, and nobody is let near them before.
#[test]
fn wins_when_it_can() {
    let game = game(5, "");
    for hand in [[Good::Tax; 9].as_slice(), &Good::ALL[1..10]] {
        let commerce = about_to_win(&game, Phase::Commerce, hand);
        let letter = game.caretaker(&game.view(&commerce, Viewer::Seat(ROME)), ROME);
        assert!(letter.lines().any(|line| line == "trade 0"), "{letter}");
        let building = about_to_win(&game, Phase::Building, hand);
        let mut stage = Stage::open(&game, building, Pace::Bulk, Seed::from_text("end"), Salt::first("end"));
        let text = game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(ROME)), ROME);
        let lines = read(&game, &text).lines;
        stage.file(ROME, Letter { text: text.clone(), lines, finality: Finality::Final });
        let run = stage.close(&game).expect("what is published stands");
        assert_eq!(game.winners(&run.state), Some(vec![ROME]), "{text}");
    }
}

#[test]
fn same_game_twice() {
    let game = game(5, "");
    let ends = [(); 2].map(|()| play(&game, Pace::Bulk, 1, Chancy::Never, &mut ()));
    assert_eq!((ends[0].winner, ends[0].turn), (ends[1].winner, ends[1].turn));
}

/// One caretaker among four who answer by chance: a fair share would be one game in five.
#[test]
fn a_caretaker_beats_chance() {
    let game = game(5, "");
    let (mut won, mut games) = (0, 0);
    for seed in 0..200 {
        let caretaker = Seat((seed % 5) as u8);
        let random = Chancy::Seats(game.core.seats.iter().filter(|seat| *seat != caretaker).collect());
        let end = play(&game, Pace::Strict, seed, random, &mut ());
        games += 1;
        won += u32::from(end.winner == Some(caretaker));
    }
    println!("one caretaker against four random seats: {won} of {games} games");
    assert!(won * 5 > games * 4, "{won} of {games}");
}

/// Measures letters.
#[derive(Default)]
struct Clock {
    letters: u32,
    time: Duration,
    slowest: Duration,
}

impl Watch for Clock {
    fn letter(&mut self, game: &Classic, stage: &Stage<Classic>, seat: Seat, _: &str) {
        let view = game.view(&stage.asked().state, Viewer::Seat(seat));
        let once = || {
            let begun = Instant::now();
            std::hint::black_box(game.caretaker(&view, seat));
            begun.elapsed()
        };
        // The best of three: other work on the machine is not the letter's.
        let took = once().min(once()).min(once());
        self.time += took;
        self.slowest = self.slowest.max(took);
        self.letters += 1;
    }
}

/// The figures for people: `cargo test --release --test caretaker -- --ignored --nocapture figures`.
#[test]
#[ignore = "prints figures over some hundred games"]
fn figures() {
    let many: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    for (players, variant) in TABLES {
        let game = game(players, variant);
        let ways = [(Pace::Bulk, Chancy::Never), (Pace::Strict, Chancy::Never), (Pace::Strict, Chancy::OneIn(8))];
        for (pace, random) in ways {
            let mut clock = Clock::default();
            let (mut wins, mut turns, mut pyramids, mut lengths) = (BTreeMap::new(), 0u32, 0, Vec::new());
            for seed in 0..many {
                let end = play(&game, pace, seed, random, &mut clock);
                turns += u32::from(end.turn);
                lengths.push(end.turn);
                pyramids += u32::from(end.by_pyramids);
                *wins.entry(end.winner.map_or("nobody", |seat| game.seat_key(seat))).or_insert(0u32) += 1;
            }
            lengths.sort();
            let share = |n: u32| f64::from(n) * 100.0 / many as f64;
            let shares: Vec<String> = wins.iter().map(|(who, n)| format!("{who} {:.0}%", share(*n))).collect();
            println!(
                "{players} {variant:8} {pace:?}, by chance {random:?}: {:.1} turns ({}..{}), pyramids {:.0}%, {:.0} us a letter (slowest {:.0}); {}",
                f64::from(turns) / many as f64,
                lengths[0],
                lengths[lengths.len() - 1],
                share(pyramids),
                clock.time.as_secs_f64() * 1e6 / f64::from(clock.letters),
                clock.slowest.as_secs_f64() * 1e6,
                shares.join(", "),
            );
        }
    }
    // One caretaker among four who play by chance, and for comparison five who do: is there anything to beat?
    let game = game(5, "");
    let everybody = |_| Chancy::Seats(game.core.seats);
    let all_but = |seat: Seat| Chancy::Seats(game.core.seats.iter().filter(|other| *other != seat).collect());
    let ways: [(&str, &dyn Fn(Seat) -> Chancy); 2] = [("a caretaker", &all_but), ("chance", &everybody)];
    for (who, random) in ways {
        let (mut won, mut nobody, mut turns) = (0u32, 0u32, 0u32);
        for seed in 0..many {
            let seat = Seat((seed % 5) as u8);
            let end = play(&game, Pace::Strict, seed, random(seat), &mut ());
            won += u32::from(end.winner == Some(seat));
            nobody += u32::from(end.winner.is_none());
            turns += u32::from(end.turn);
        }
        let length = f64::from(turns) / many as f64;
        println!("{who} against four by chance: won {won} of {many}, nobody won {nobody}, {length:.1} turns");
    }
}

/// Prints a whole game, letters and events.
struct Chronicle;

impl Watch for Chronicle {
    fn letter(&mut self, game: &Classic, stage: &Stage<Classic>, seat: Seat, text: &str) {
        let state = &stage.asked().state;
        let hand: Vec<_> = state.hand(seat).each().map(|good| good.key()).collect();
        println!("--- {} {} [{}]", game.stage(state), game.seat_key(seat), hand.join(" "));
        text.lines().for_each(|line| println!("    {line}"));
    }

    fn stage(&mut self, game: &Classic, stage: &Stage<Classic>) {
        println!("=== {} happened:", game.stage(stage.start()));
        for told in &stage.asked().told {
            println!("  {:?}", told.event);
        }
        for refused in &stage.asked().refused {
            let order = game.print_order(&refused.order, "en");
            println!("  ! {} refused: {order}: {:?}", game.seat_key(refused.seat), refused.reason);
        }
    }
}

/// A whole game to read: `SEED=3 PLAYERS=5 cargo test --test caretaker -- --ignored --nocapture chronicle`.
#[test]
#[ignore = "prints a whole game"]
fn chronicle() {
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or);
    let variant = std::env::var("VARIANT").unwrap_or_default();
    let game = game(number("PLAYERS", 5) as usize, &variant);
    let end = play(&game, Pace::Bulk, number("SEED", 1), Chancy::Never, &mut Chronicle);
    println!("{:?} in turn {}", end.winner.map(|seat| game.seat_key(seat)), end.turn);
}
