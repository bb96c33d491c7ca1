//! Any letter to any game: a letter that could be written at some stage, with anything in it. It is read, prints to text that reads back to
//! itself, is told what would become of it, and a stage is played with it.
#![no_main]

use libfuzzer_sys::arbitrary::{Arbitrary, Error, Unstructured};
use libfuzzer_sys::fuzz_target;
use rand::SeedableRng as _;
use std::ops::Range;
use tabellarius::catalogue::{GAMES, Visit, visit};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Draft, Effort, Letter, Listed, Pace, Salt, Seat, Seed, Stage, Table, read};

/// So many stages of each game are tried.
const STAGES: usize = 16;

/// A letter that was spoilt: whose, at which table, and what stands in the place of some of its bytes.
#[derive(Debug)]
struct Spoilt {
    game: usize,
    stage: usize,
    seat: usize,
    luck: u16,
    strict: bool,
    language: u8,
    gone: Range<usize>,
    instead: String,
}

impl<'a> Arbitrary<'a> for Spoilt {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Spoilt, Error> {
        let (game, stage, seat) = (u8::arbitrary(bytes)?, u8::arbitrary(bytes)?, u8::arbitrary(bytes)?);
        let (luck, flags) = (u16::arbitrary(bytes)?, u8::arbitrary(bytes)?);
        let (from, length) = (u8::arbitrary(bytes)?, u8::arbitrary(bytes)?);
        let rest = bytes.bytes(bytes.len())?;
        Ok(Spoilt {
            game: game.into(),
            stage: stage.into(),
            seat: seat.into(),
            luck,
            strict: flags & 1 != 0,
            language: flags >> 1,
            gone: from.into()..usize::from(from) + usize::from(length % 16),
            instead: String::from_utf8_lossy(rest).into_owned(),
        })
    }
}

/// A game with the beginnings of its stages.
struct Games;

type Try = Box<dyn Fn(&Spoilt)>;

impl Visit for Games {
    type Out = Try;

    fn game<G: Listed>(self, game: G) -> Try {
        let mut states = Vec::new();
        let mut stage = open(&game, game.start(), Pace::Bulk);
        while states.len() < STAGES && game.winners(stage.start()).is_none() {
            states.push(stage.start().clone());
            let mut chance = Chance::seed_from_u64(states.len() as u64);
            if !stage.asked().finished {
                for (seat, text) in letters(&game, stage.start(), &mut chance, "en") {
                    stage.file(seat, letter(&game, &text));
                }
                stage.close(&game).expect("published events stand");
            }
            stage = stage.next(&game);
        }
        Box::new(move |spoilt| one(&game, &states, spoilt))
    }
}

fn open<G: Listed>(game: &G, state: G::State, pace: Pace) -> Stage<G> {
    Stage::open(game, state, pace, Seed::from_text("fuzz"), Salt::first("fuzz"))
}

fn letter<G: Listed>(game: &G, text: &str) -> Letter<G> {
    Letter { text: text.into(), lines: read(game, text).lines, finality: Finality::Final }
}

/// What each seat might write at a stage.
fn letters<G: Listed>(game: &G, state: &G::State, chance: &mut Chance, language: &str) -> Vec<(Seat, String)> {
    let mut table = Table::with_chance(game, state.clone(), chance);
    table.keep_trace();
    assert!(game.resolve(&mut table).is_ok(), "random play never waits");
    let orders = |seat: Seat| table.used().iter().filter(move |used| used.seat == seat).flat_map(|used| &used.orders);
    let text = |seat: Seat| orders(seat).map(|order| game.print_order(order, language)).collect::<Vec<_>>().join("\n");
    game.seats().iter().map(|seat| (seat, text(seat))).collect()
}

fn one<G: Listed>(game: &G, states: &[G::State], spoilt: &Spoilt) {
    let state = &states[spoilt.stage % states.len()];
    let languages = game.lexicon().languages();
    let language = &languages[usize::from(spoilt.language) % languages.len()];
    let mut chance = Chance::seed_from_u64(spoilt.luck.into());
    let written = letters(game, state, &mut chance, language);
    let (seat, text) = &written[spoilt.seat % written.len()];
    let near = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut text = text.clone();
    text.replace_range(near(spoilt.gone.start)..near(spoilt.gone.end).max(near(spoilt.gone.start)), &spoilt.instead);
    let reading = read(game, &text);
    for line in reading.lines.iter().chain(&reading.standing) {
        for language in languages.iter() {
            let printed = line.print(game, language);
            let back = read(game, &printed);
            assert_eq!(back.problems, [], "{text:?} -> {printed:?}");
            let choices: Vec<_> = back.lines.iter().chain(&back.standing).map(|line| &line.choices).collect();
            assert_eq!(choices, [&line.choices], "{text:?} -> {printed:?}");
        }
    }
    let pace = if spoilt.strict { Pace::Strict } else { Pace::Bulk };
    let mut stage = open(game, state.clone(), pace);
    let draft = Draft::new(&reading.lines, &reading.standing, 1);
    let told = stage.forecast(game, *seat, &draft, Effort { caretakers: 1, guesses: 1, ..Effort::ONE });
    assert_eq!(told.outlooks.len(), reading.lines.len());
    if !stage.asked().finished {
        stage.file(*seat, letter(game, &text));
        let run = stage.close(game).expect("published events stand");
        if run.finished {
            assert_eq!(game.sane(&run.state), Ok(()));
        }
    }
}

thread_local! {
    static ALL: Vec<Try> = GAMES.iter().map(|entry| visit(entry.key, entry.players[0], "", Games).expect("a game")).collect();
}

fuzz_target!(|spoilt: Spoilt| {
    ALL.with(|games| games[spoilt.game % games.len()](&spoilt));
});
