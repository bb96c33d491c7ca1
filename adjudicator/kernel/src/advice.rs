//! What a caretaker writes: the best of a few letters, judged by playing each of them in imagined worlds.
//!
//! A game says what a sound letter is ([`Game::caretaker`]) and what a position is worth ([`Game::worth`]). Here variations of the
//! sound letter are tried in the same worlds with the same luck, and the best one is taken. Nothing is seen but the view, and the
//! same position and luck give the same letter.

use crate::plan::print_letter;
use crate::stage::Idea;
use crate::{Chance, Draft, Effort, Game, Line, Seat, Seed, Stage, Table, Viewer, read};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::{RngExt as _, SeedableRng as _};

/// How long a caretaker thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// How many letters are compared.
    pub letters: u32,
    /// In how many worlds each of them is played.
    pub worlds: u32,
}

impl Thought {
    /// What a caretaker of a silent seat may take.
    pub const CARETAKER: Thought = Thought { letters: 12, worlds: 24 };
}

/// A world with what all others do in it.
struct World<G: Game> {
    start: G::State,
    /// Hidden dice whose faces the seat can tell from what it was told.
    rolls: Vec<(String, Vec<u8>)>,
    others: BTreeMap<Seat, Vec<Line<G>>>,
    number: u32,
}

impl<G: Game> Stage<G> {
    /// What a caretaker would write for a seat in the open round.
    pub fn advice(&self, game: &G, seat: Seat, luck: u64, thought: Thought) -> String {
        let sound = game.caretaker(&game.view(&self.asked().state, Viewer::Seat(seat)), seat);
        if !self.is_fresh() || self.asked().finished || !game.has_worth() {
            return sound;
        }
        let letters = self.candidates(game, seat, &sound, luck, thought.letters);
        let worlds: Vec<World<G>> = (0..thought.worlds).map(|number| self.world(game, seat, luck, number)).collect();
        // The sound letter stands first, and is left only for a better one.
        let mut best: Option<(i64, &Vec<Line<G>>)> = None;
        for letter in &letters {
            let worth = worlds.iter().filter_map(|world| self.tried(game, seat, world, letter, luck)).sum();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, letter));
            }
        }
        match best {
            Some((_, letter)) => {
                // What would come to nothing is not written.
                let told = self.forecast(game, seat, &Draft::new(letter, &[], luck), Effort::ONE);
                let mut kept: Vec<Line<G>> = letter
                    .iter()
                    .zip(&told.outlooks)
                    .filter(|(_, outlook)| !outlook.is_doubtful())
                    .map(|(line, _)| line.clone())
                    .collect();
                (1..).zip(&mut kept).for_each(|(number, line)| line.number = number);
                print_letter(game, &kept, "en")
            }
            None => sound,
        }
    }

    /// The sound letter and variations of it: a line left out, or what somebody might do at random before it or instead.
    fn candidates(&self, game: &G, seat: Seat, sound: &str, luck: u64, most: u32) -> Vec<Vec<Line<G>>> {
        let sound = read(game, sound).lines;
        let mut letters = alloc::vec![sound.clone()];
        let mut chance = Chance::seed_from_u64(luck);
        for number in 1..most {
            let mut lines = match number % 3 {
                0 if !sound.is_empty() => {
                    let mut fewer = sound.clone();
                    fewer.remove(chance.random_range(0..fewer.len()));
                    fewer
                }
                kind => {
                    let mut lines = self.at_random(game, seat, &mut chance);
                    if kind == 1 {
                        // What is tried takes the place of what is sound of its kind.
                        let kinds: Vec<_> = lines.iter().map(Line::kind).collect();
                        lines.extend(sound.iter().filter(|line| !kinds.contains(&line.kind())).cloned());
                    }
                    lines
                }
            };
            (1..).zip(&mut lines).for_each(|(number, line)| line.number = number);
            if !letters.contains(&lines) {
                letters.push(lines);
            }
        }
        letters
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
        let write = |other| (other, read(game, &game.caretaker(&game.view(&start, Viewer::Seat(other)), other)).lines);
        let own = game.held_with(seat);
        let others = game.seats().iter().filter(|other| !own.contains(*other)).map(write).collect();
        World { start, rolls, others, number }
    }

    /// What a letter comes to in a world; nothing, if it cannot be this one.
    fn tried(&self, game: &G, seat: Seat, world: &World<G>, letter: &[Line<G>], luck: u64) -> Option<i64> {
        let mut letters = world.others.clone();
        letters.insert(seat, letter.to_vec());
        let seed = Seed::from_text(&format!("advice {luck} {}", world.number));
        let rolls = world.rolls.clone();
        let idea =
            Idea { letters, plans: BTreeMap::new(), guess: None, rolls, script: Vec::new(), seed, keeps_trace: false };
        let run = self.imagined(game, seat, &world.start, idea)?;
        let mut chance = Chance::seed_from_u64(luck ^ u64::from(world.number));
        Some(i64::from(game.worth(&run.state, seat, &mut chance)))
    }
}
