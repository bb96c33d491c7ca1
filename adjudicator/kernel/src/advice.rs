//! What a caretaker writes: the best of a few letters, judged by playing each of them in imagined worlds.
//!
//! A game says what a sound letter is ([`Game::caretaker`]) and what a position is worth ([`Game::worth`]). Here variations of the
//! sound letter are tried in the same worlds with the same luck, each is played on for some stages, and the best one is taken. Nothing is seen but the view, and the
//! same position and luck give the same letter.

use crate::forecast::add_caretakers;
use crate::plan::print_letter;
use crate::stage::{Finality, Idea, Letter};
use crate::{Chance, Draft, Effort, Game, Line, Pace, Salt, Seat, Seed, Stage, Table, Viewer, read};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::{RngExt as _, SeedableRng as _};

/// How long a caretaker thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// How many letters are compared at first. Half as many more are variations of the best of them.
    pub letters: u32,
    /// In how many worlds the best of them are played; all others in a quarter of these.
    pub worlds: u32,
    /// How many stages are played on in each world before the position is judged, if not as many as the game says
    /// ([`Game::foresight`]). All seats write what seems sound in them.
    pub stages: Option<u32>,
}

impl Thought {
    /// What a caretaker may take in most games: see [`Game::thought`].
    pub const CARETAKER: Thought = Thought { letters: 12, worlds: 16, stages: None };

    /// What it may take while a whole club waits for the one desk: a letter must not cost more than some fifty milliseconds.
    pub fn hurried(self) -> Thought {
        Thought { letters: (self.letters / 4).max(8), worlds: (self.worlds / 8).max(6), ..self }
    }
}

/// So many letters are compared in all worlds.
const BEST: usize = 3;

/// A world with what all others do in it.
struct World<G: Game> {
    start: G::State,
    /// Hidden dice whose faces the seat can tell from what it was told.
    rolls: Vec<(String, Vec<u8>)>,
    others: BTreeMap<Seat, Vec<Line<G>>>,
    number: u32,
}

/// A letter that is compared.
struct Candidate<G: Game> {
    lines: Vec<Line<G>>,
    /// What it came to in all worlds in which it was played.
    worth: i64,
}

impl<G: Game> Stage<G> {
    /// What a caretaker would write for a seat in the open round.
    pub fn advice(&self, game: &G, seat: Seat, luck: u64, thought: Thought) -> String {
        let sound = game.caretaker(&game.view(&self.asked().state, Viewer::Seat(seat)), seat);
        if !self.is_fresh() || self.asked().finished || !game.has_worth() {
            return sound;
        }
        let worlds: Vec<World<G>> = (0..thought.worlds).map(|number| self.world(game, seat, luck, number)).collect();
        let stages = thought.stages.unwrap_or_else(|| game.foresight());
        let (first, rest) = worlds.split_at(worlds.len().div_ceil(4));
        let mut chance = Chance::seed_from_u64(luck);
        let mut all: Vec<Candidate<G>> = Vec::new();
        let add = |all: &mut Vec<Candidate<G>>, mut lines: Vec<Line<G>>| {
            (1..).zip(&mut lines).for_each(|(number, line)| line.number = number);
            if !all.iter().any(|known| known.lines == lines) {
                let worth = self.comes_to(game, seat, first, &lines, luck, stages);
                all.push(Candidate { lines, worth });
            }
        };
        let sound = read(game, &sound).lines;
        add(&mut all, sound.clone());
        for number in 1..thought.letters {
            add(&mut all, self.varied(game, seat, &sound, number, &mut chance));
        }
        // The sort is stable: the sound letter is left only for a better one.
        all.sort_by_key(|one| Reverse(one.worth));
        for number in 0..thought.letters / 2 {
            let base = all[0].lines.clone();
            add(&mut all, self.varied(game, seat, &base, number, &mut chance));
        }
        all.sort_by_key(|one| Reverse(one.worth));
        let mut best = None;
        for (place, one) in all.into_iter().enumerate().filter(|(place, one)| *place < BEST || one.lines == sound) {
            let worth = one.worth + self.comes_to(game, seat, rest, &one.lines, luck, stages);
            if best.as_ref().is_none_or(|(most, _)| worth > *most || place >= BEST && worth == *most) {
                best = Some((worth, one.lines));
            }
        }
        let letter = best.map(|(_, letter)| letter).filter(|letter| !letter.is_empty()).unwrap_or(sound);
        // What would come to nothing is not written, unless that is all: whoever reads the record shall see that somebody has written.
        let told = self.forecast(game, seat, &Draft::new(&letter, &[], luck), Effort::ONE);
        let kept = letter.iter().zip(&told.outlooks).filter(|(_, outlook)| !outlook.is_doubtful());
        let mut kept: Vec<Line<G>> = kept.map(|(line, _)| line.clone()).collect();
        if kept.is_empty() {
            kept = letter;
        }
        (1..).zip(&mut kept).for_each(|(number, line)| line.number = number);
        print_letter(game, &kept, "en")
    }

    /// A variation of a letter: what somebody might do at random before its lines or instead of them, a line left out, or said first.
    fn varied(&self, game: &G, seat: Seat, letter: &[Line<G>], number: u32, chance: &mut Chance) -> Vec<Line<G>> {
        let mut lines = letter.to_vec();
        match number % 4 {
            0 if lines.len() > 1 => {
                let place = chance.random_range(0..lines.len());
                let line = lines.remove(place);
                if chance.random_bool(0.5) {
                    lines.insert(0, line);
                }
                lines
            }
            1 => self.at_random(game, seat, chance),
            kind => {
                let mut tried = self.at_random(game, seat, chance);
                if kind == 3 && tried.len() > 1 {
                    let place = chance.random_range(0..tried.len());
                    tried = alloc::vec![tried.swap_remove(place)];
                } else {
                    // What is tried takes the place of what is sound of its kind.
                    let kinds: Vec<_> = tried.iter().map(Line::kind).collect();
                    lines.retain(|line| !kinds.contains(&line.kind()));
                }
                tried.append(&mut lines);
                tried
            }
        }
    }

    /// What a seat does in a game of chance, as lines.
    fn at_random(&self, game: &G, seat: Seat, chance: &mut Chance) -> Vec<Line<G>> {
        let world = game.imagine(&game.view(self.start(), Viewer::Seat(seat)), seat, chance);
        let mut table = Table::with_chance(game, world, chance);
        table.keep_trace();
        let _ = game.resolve(&mut table);
        let orders = table.used().iter().filter(|used| used.seat == seat).flat_map(|used| &used.orders);
        orders.map(|order| Line::plain(1, order.clone())).collect()
    }

    fn world(&self, game: &G, seat: Seat, luck: u64, number: u32) -> World<G> {
        let mut chance = Chance::seed_from_u64(luck.wrapping_add(u64::from(number) << 32));
        let mut start = game.imagine(&game.view(self.start(), Viewer::Seat(seat)), seat, &mut chance);
        let rolls = game.recall(&mut start, seat, &self.opening(seat), &mut chance);
        let idea = Idea { rolls, ..Idea::silent(imagined_seed(luck, number)) };
        let mut others = BTreeMap::new();
        add_caretakers(game, seat, &self.opened(game, seat, &start, &idea), &mut others);
        World { start, rolls: idea.rolls, others, number }
    }

    /// What a letter comes to in some worlds.
    fn comes_to(&self, game: &G, seat: Seat, worlds: &[World<G>], letter: &[Line<G>], luck: u64, stages: u32) -> i64 {
        worlds.iter().filter_map(|world| self.tried(game, seat, world, letter, luck, stages)).sum()
    }

    /// What a letter comes to in a world; nothing, if it cannot be this one.
    fn tried(&self, game: &G, seat: Seat, world: &World<G>, letter: &[Line<G>], luck: u64, stages: u32) -> Option<i64> {
        let mut letters = world.others.clone();
        letters.insert(seat, letter.to_vec());
        let seed = imagined_seed(luck, world.number);
        let idea = Idea { letters, rolls: world.rolls.clone(), ..Idea::silent(seed.clone()) };
        let run = self.imagined(game, seat, &world.start, idea)?;
        let end = played_on(game, run.state, &seed, stages);
        let mut chance = Chance::seed_from_u64(luck ^ u64::from(world.number));
        Some(i64::from(game.worth(&end, seat, &mut chance)))
    }
}

/// Plays on from a position for some stages, or until the game is over: all seats write what seems sound.
fn played_on<G: Game>(game: &G, state: G::State, seed: &Seed, stages: u32) -> G::State {
    let mut state = state;
    for number in 0..stages {
        if game.winners(&state).is_some() {
            break;
        }
        let salt = Salt::first(&format!("played on {number}"));
        let mut stage = Stage::open(game, state.clone(), Pace::Bulk, seed.clone(), salt);
        if !stage.asked().finished {
            for seat in stage.awaited(game).iter() {
                let text = game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat);
                let lines = read(game, &text).lines;
                stage.file(seat, Letter { text, lines, finality: Finality::Final });
            }
            if stage.close(game).is_err() {
                break;
            }
        }
        state = stage.asked().state.clone();
    }
    state
}

/// The dice of one world.
fn imagined_seed(luck: u64, world: u32) -> Seed {
    Seed::from_text(&format!("advice {luck} {world}"))
}
