//! What a seat is offered before it writes: lines that the stage would take, and answers that would end the game. Both are found by playing
//! the stage, as for a letter.

use crate::stage::Idea;
use crate::{Chance, Draft, Effort, Game, Line, Outlook, Seat, Seed, Stage, Verdict, Viewer};
use alloc::vec::Vec;
use rand::SeedableRng as _;

/// More answers to one question are not tried.
const MOST_TRIED: usize = 12;

/// An answer with which the game would end, if others say nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending<G: Game> {
    /// The answer.
    pub orders: Vec<G::Order>,
    /// Who would win, best first.
    pub winners: Vec<Seat>,
}

impl<G: Game> Stage<G> {
    /// The orders that the form shows to a seat: of the game's examples those that are taken, by themselves or together with the others.
    pub fn form(&self, game: &G, seat: Seat) -> Vec<G::Order> {
        let view = game.view(&self.asked().state, Viewer::Seat(seat));
        let lines: Vec<Line<G>> =
            (1..).zip(game.examples(&view, seat)).map(|(number, order)| Line::plain(number, order)).collect();
        let is_good = |outlook: &Outlook<G>| !matches!(outlook.verdict(), Verdict::Cannot | Verdict::Partly);
        let told = |lines: &[Line<G>], effort| self.forecast(game, seat, &Draft::new(lines, &[], 0), effort).outlooks;
        let among = told(&lines, Effort::ONE);
        // In some stages the lines of a form build on one another, in others they stand against one another.
        let is_taken = |line: &Line<G>| told(core::slice::from_ref(line), Effort::HURRY).first().is_none_or(is_good);
        let taken = lines.iter().zip(&among).filter(|(line, outlook)| is_good(outlook) || is_taken(line));
        taken.flat_map(|(line, _)| line.choices.iter().map(|choice| choice.order.clone())).collect()
    }

    /// Those of a form's orders of which only one is carried out, whichever is said first: each alone is a whole letter.
    pub fn alternatives(&self, game: &G, seat: Seat, form: &[G::Order]) -> Vec<G::Order> {
        let lines: Vec<Line<G>> = (1..).zip(form).map(|(number, order)| Line::plain(number, order.clone())).collect();
        let told = self.forecast(game, seat, &Draft::new(&lines, &[], 0), Effort::ONE).outlooks;
        let first = told.iter().find_map(Outlook::overtaken_by);
        let is_one =
            |told: &&Outlook<G>| first.is_some_and(|first| told.line == first || told.overtaken_by() == Some(first));
        told.iter().filter(is_one).map(|told| told.order.clone()).collect()
    }

    /// The answers to the questions that wait for a seat with which the game would end.
    pub fn endings(&self, game: &G, seat: Seat) -> Vec<Ending<G>> {
        let mut endings: Vec<Ending<G>> = Vec::new();
        if self.asked().finished {
            return endings;
        }
        let mut chance = Chance::seed_from_u64(0);
        let mut world = game.imagine(&game.view(self.start(), Viewer::Seat(seat)), seat, &mut chance);
        let rolls = game.recall(&mut world, seat, &self.opening(seat), &mut chance);
        for open in self.asked().open.iter().filter(|open| open.seat == seat) {
            let choices = open.choices(game).into_iter().chain([open.default(game)]).take(MOST_TRIED);
            for orders in choices {
                if endings.iter().any(|known| known.orders == orders) {
                    continue;
                }
                let lines = (1..).zip(&orders).map(|(number, order)| Line::plain(number, order.clone())).collect();
                let letters = [(seat, lines)].into_iter().collect();
                let idea = Idea { letters, rolls: rolls.clone(), ..Idea::silent(Seed::from_text("endings")) };
                let run = self.imagined(game, seat, &world, idea);
                if let Some(winners) = run.and_then(|run| game.winners(&run.state)) {
                    endings.push(Ending { orders, winners });
                }
            }
        }
        endings
    }
}
