//! Plays whole games by letters, as the service does: open, file, close, next.

use tabellarius_kernel::rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game as _, Letter, Line, Pace, Salt, Seat, Seats, Seed, Stage, Viewer, read};
use tabellarius_mare_nostrum::classic::{Classic, Options, event::Event};

/// No game may last longer.
pub const MOST_TURNS: u16 = 60;

/// A game as it is written in the catalogue.
pub fn game(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).expect("a variant")).expect("a sound board")
}

/// What somebody who watches sees.
pub trait Watch {
    /// A caretaker has written a letter in this position.
    fn letter(&mut self, _game: &Classic, _stage: &Stage<Classic>, _seat: Seat, _text: &str) {}
    /// A stage is over.
    fn stage(&mut self, _game: &Classic, _stage: &Stage<Classic>) {}
}

impl Watch for () {}

/// How a game ended.
pub struct End {
    pub winner: Option<Seat>,
    pub turn: u16,
    pub by_pyramids: bool,
}

/// Who answers by chance instead of asking the caretaker.
#[derive(Clone, Copy, Debug)]
pub enum Chancy {
    /// Nobody.
    Never,
    /// These seats, always.
    Seats(Seats),
    /// Everybody, in one round out of so many: so that not all games are alike.
    OneIn(u32),
}

impl Chancy {
    fn strikes(self, seat: Seat, chance: &mut Chance) -> bool {
        match self {
            Chancy::Never => false,
            Chancy::Seats(seats) => seats.contains(seat),
            Chancy::OneIn(rounds) => chance.random_range(0..rounds) == 0,
        }
    }
}

/// Plays one game. Answers by chance need the strict pace, in which every question is asked.
pub fn play(game: &Classic, pace: Pace, seed: u64, random: Chancy, watch: &mut impl Watch) -> End {
    let mut chance: Chance = SmallRng::seed_from_u64(seed);
    let secret = Seed::from_text(&format!("caretaker {seed}"));
    let mut stage = Stage::open(game, game.start(), pace, secret, Salt::first("caretaker"));
    loop {
        while !stage.asked().finished {
            round(game, &mut stage, random, &mut chance, watch);
        }
        watch.stage(game, &stage);
        let state = &stage.asked().state;
        let turn = state.position.turn;
        let winner = game.winners(state).and_then(|winners| winners.first().copied());
        if winner.is_some() || turn > MOST_TURNS {
            let pyramids = |event: &Event| matches!(event, Event::Victory { card: Some(_), .. });
            let by_pyramids = stage.asked().told.iter().any(|told| pyramids(&told.event));
            return End { winner, turn, by_pyramids };
        }
        stage = stage.next(game);
    }
}

fn round(game: &Classic, stage: &mut Stage<Classic>, random: Chancy, chance: &mut Chance, watch: &mut impl Watch) {
    let awaited = stage.awaited(game);
    assert!(!awaited.is_empty(), "a stage that waits for nobody");
    for seat in awaited.iter() {
        let letter = if random.strikes(seat, chance) {
            by_chance(game, stage, seat, chance)
        } else {
            let state = &stage.asked().state;
            let text = game.caretaker(&game.view(state, Viewer::Seat(seat)), seat);
            watch.letter(game, stage, seat, &text);
            let lines = read(game, &text).lines;
            Letter { text, lines, finality: Finality::Final }
        };
        stage.file(seat, letter);
    }
    assert!(stage.awaited(game).is_empty(), "letters that do not answer: {:?}", stage.asked().open);
    stage.close(game).expect("what is published stands");
}

/// A random legal answer to each open question.
fn by_chance(game: &Classic, stage: &Stage<Classic>, seat: Seat, chance: &mut Chance) -> Letter<Classic> {
    let mut lines: Vec<Line<Classic>> = Vec::new();
    for open in stage.asked().open.iter().filter(|open| open.seat == seat) {
        let orders = open.random(game, chance);
        lines.extend(orders.into_iter().enumerate().map(|(i, order)| Line::plain(i as u32 + 1, order)));
    }
    let text: Vec<String> = lines.iter().map(|line| line.print(game, "en")).collect();
    Letter { text: text.join("\n"), lines, finality: Finality::Final }
}
