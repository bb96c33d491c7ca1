//! Any letter: it is read, prints to text that reads back to itself, is checked, and a stage is played with it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Draft, Effort, Game, Letter, Pace, Salt, Seat, Seed, Stage, read};
use tabellarius_mare_nostrum::classic::{Classic, Options};

type Table = (Classic, Vec<<Classic as Game>::State>);

/// The game, and the beginning of each stage of its first turn and set-up.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| ["", "advanced"].iter().map(|variant| table(variant)).collect());

fn table(variant: &str) -> Table {
    let game = Classic::new(Options::parse(4, variant).expect("a variant")).expect("built-in data");
    let mut states = Vec::new();
    let mut stage = open(&game, game.start());
    for _ in 0..8 {
        states.push(stage.start().clone());
        if !stage.asked().finished {
            stage.close(&game).expect("published events stand");
        }
        stage = stage.next(&game);
    }
    (game, states)
}

fn open(game: &Classic, state: <Classic as Game>::State) -> Stage<Classic> {
    Stage::open(game, state, Pace::Bulk, Seed::from_text("fuzz"), Salt::first("fuzz"))
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for (game, states) in TABLES.iter() {
        let reading = read(game, &text);
        for line in reading.lines.iter().chain(&reading.standing) {
            for language in ["en", "pl"] {
                let printed = line.print(game, language);
                let back = read(game, &printed);
                assert_eq!(back.problems, [], "{text:?} -> {printed:?}");
                let choices: Vec<_> = back.lines.iter().map(|line| &line.choices).collect();
                assert_eq!(choices, [&line.choices], "{text:?} -> {printed:?}");
            }
        }
        let at = bytes.len() % states.len();
        let seat = Seat((bytes.len() / states.len() % 5) as u8);
        if !game.seats().contains(seat) {
            continue;
        }
        let mut stage = open(game, states[at].clone());
        let draft = Draft::new(&reading.lines, &reading.standing, 1);
        let told = stage.forecast(game, seat, &draft, Effort { caretakers: 1, guesses: 1, ..Effort::ONE });
        assert_eq!(told.outlooks.len(), reading.lines.len());
        if !stage.asked().finished {
            stage.file(
                seat,
                Letter { text: text.clone().into_owned(), lines: reading.lines, finality: Finality::Final },
            );
            let run = stage.close(game).expect("published events stand");
            assert!(run.finished);
            assert_eq!(game.sane(&run.state), Ok(()));
        }
    }
});
