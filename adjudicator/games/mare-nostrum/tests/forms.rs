//! The form offers only what would be accepted: every example, sent alone, is understood and refused by nothing.

use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game, Letter, Pace, Salt, Seed, Stage, Table, Viewer, read};
use tabellarius_mare_nostrum::{classic, empires};

/// So many games are played by chance, at most so many stages of each.
const GAMES: usize = 4;
const STAGES: usize = 30;

fn every_example_is_accepted<G: Game>(game: &G) {
    let mut chance = Chance::seed_from_u64(31);
    let mut tried = 0;
    for _ in 0..GAMES {
        let mut state = game.start();
        for _ in 0..STAGES {
            if game.winners(&state).is_some() {
                break;
            }
            let open = || Stage::open(game, state.clone(), Pace::Bulk, Seed::from_text("forms"), Salt::first("forms"));
            let asked = open();
            for seat in asked.awaited(game).iter() {
                let view = game.view(&asked.asked().state, Viewer::Seat(seat));
                let lines: Vec<String> = game.examples(&view, seat).iter().map(|o| game.print_order(o, "en")).collect();
                // The form of a set-up is one list, in which one thing makes the next possible.
                let letters = if game.stage(&state).word() == "set-up" { vec![lines.join("\n")] } else { lines };
                for text in letters {
                    let reading = read(game, &text);
                    assert_eq!(reading.problems, [], "{text}");
                    assert_eq!(game.check(&view, seat, &reading.lines).problems, [], "{text}");
                    let mut stage = open();
                    stage.file(seat, Letter { text: text.clone(), lines: reading.lines, finality: Finality::Final });
                    let run = stage.close(game).expect("what is published stands");
                    // Where others have fought before, the units of an example may be gone.
                    let fought = run.told.iter().any(|told| format!("{:?}", told.event).starts_with("Battle"));
                    assert!(
                        fought || run.refused.is_empty(),
                        "{} {}: {text} {:?}",
                        game.stage(&state),
                        game.seat_key(seat),
                        run.refused
                    );
                    tried += 1;
                }
            }
            let mut table = Table::with_chance(game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    }
    assert!(tried > 300, "only {tried} examples");
}

#[test]
fn forms_of_the_classic_game_are_accepted() {
    for variant in ["", "advanced"] {
        let options = classic::Options::parse(5, variant).expect("a variant");
        every_example_is_accepted(&classic::Classic::new(options).expect("a sound board"));
    }
}

#[test]
fn forms_of_empires_are_accepted() {
    let options = empires::Options::parse(5, "").expect("a variant");
    every_example_is_accepted(&empires::Empires::new(options).expect("a sound board"));
}
