//! What dice decide: battles, competitions, and how they would come out.

use crate::read::phrase;
use crate::stage::{Finality, Letter};
use crate::{Chance, Game, Line, Pace, Problem, Salt, Seat, Seed, Stage};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::SeedableRng as _;
use serde::Serialize;

/// So often the dice of a contest are thrown that somebody describes.
const THROWS: u32 = 400;

/// Something that was decided in a run of a stage and that a player would have liked to foresee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    /// The identifier of what it was about: `province/7`.
    pub subject: String,
    /// How it came out for the player: `held`, `fighting`, `lost`. The game's templates have a word for it.
    pub outcome: &'static str,
    /// How many units, cards or discs the player lost.
    pub lost: u32,
}

/// A contest that somebody describes and nobody has ordered.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest<O> {
    /// The identifier of what it is about: `province/7`.
    pub subject: String,
    /// What the player must order for it.
    pub orders: Vec<O>,
}

/// How something would come out, over many throws of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// The identifier of what it is about: `province/7`.
    pub subject: String,
    /// How often it came up.
    pub times: u32,
    /// In how many throws.
    pub of: u32,
    /// How it came out, and how often; the most frequent first.
    pub outcomes: Vec<(&'static str, u32)>,
    /// What the player lost in all of them together.
    pub lost: u32,
}

impl Odds {
    /// How a contest would come out that a seat describes: `Syracusae 3 legions against 2 legions + fortress`. It is fought by the rules of
    /// its stage, with everything else as the seat sees it. Nothing, if the game knows no such contests.
    pub fn described<G: Game>(
        game: &G,
        view: &G::View,
        seat: Seat,
        text: &str,
    ) -> Option<Result<Odds, Problem<G::Reason>>> {
        let mut start = game.imagine(view, seat, &mut Chance::seed_from_u64(0));
        let mut knows_contests = true;
        let read = phrase(game, text, |words| match game.contest(&mut start, seat, words) {
            Some(contest) => contest.map(Some),
            None => {
                knows_contests = false;
                Ok(None)
            }
        });
        let contest = match read {
            _ if !knows_contests => return None,
            Ok(contest) => contest?,
            Err(problem) => return Some(Err(problem)),
        };
        let lines: Vec<Line<G>> = (1..).zip(contest.orders).map(|(number, order)| Line::plain(number, order)).collect();
        let mut all = Vec::new();
        for throw in 0..THROWS {
            let seed = Seed::from_text(&format!("contest {throw}"));
            let mut stage = Stage::open(game, start.clone(), Pace::Bulk, seed, Salt::first("contest"));
            let letter = Letter { text: String::new(), lines: lines.clone(), finality: Finality::Final };
            stage.file(seat, letter);
            if stage.asked().finished || stage.close(game).is_ok() {
                let run = stage.asked();
                let mut issues = game.issues(&run.state, &run.told, seat);
                issues.retain(|issue| issue.subject == contest.subject);
                Odds::count(&mut all, issues);
            }
        }
        let none = Odds { subject: contest.subject, times: 0, of: 0, outcomes: Vec::new(), lost: 0 };
        let mut odds = all.pop().unwrap_or(none);
        odds.matter(THROWS);
        Some(Ok(odds))
    }

    /// Counts what one run decided.
    pub(crate) fn count(all: &mut Vec<Odds>, issues: Vec<Issue>) {
        for issue in issues {
            let place = all.iter().position(|odds| odds.subject == issue.subject).unwrap_or_else(|| {
                all.push(Odds { subject: issue.subject, times: 0, of: 0, outcomes: Vec::new(), lost: 0 });
                all.len() - 1
            });
            let odds = &mut all[place];
            odds.times += 1;
            odds.lost += issue.lost;
            match odds.outcomes.iter_mut().find(|(known, _)| *known == issue.outcome) {
                Some((_, n)) => *n += 1,
                None => odds.outcomes.push((issue.outcome, 1)),
            }
        }
    }

    /// Whether it comes up in at least half of all throws: what a player need not expect is not told. Puts the outcomes into their order.
    pub(crate) fn matter(&mut self, throws: u32) -> bool {
        self.of = throws;
        self.outcomes.sort_by_key(|(_, n)| core::cmp::Reverse(*n));
        self.times * 2 >= throws
    }
}
