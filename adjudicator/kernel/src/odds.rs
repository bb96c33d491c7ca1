//! What dice decide: battles, competitions, and how they would come out.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

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

/// How something would come out, over many throws of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// The identifier of what it is about: `province/7`.
    pub subject: String,
    /// How often it came up.
    pub times: u32,
    /// How it came out, and how often; the most frequent first.
    pub outcomes: Vec<(&'static str, u32)>,
    /// What the player lost in all of them together.
    pub lost: u32,
}

impl Odds {
    /// Counts what one run decided.
    pub(crate) fn count(all: &mut Vec<Odds>, issues: Vec<Issue>) {
        for issue in issues {
            let place = all.iter().position(|odds| odds.subject == issue.subject).unwrap_or_else(|| {
                all.push(Odds { subject: issue.subject, times: 0, outcomes: Vec::new(), lost: 0 });
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
        self.outcomes.sort_by_key(|(_, n)| core::cmp::Reverse(*n));
        self.times * 2 >= throws
    }
}
