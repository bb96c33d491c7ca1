//! The life of a season: a list of steps, each at its time, each done once.

use serde::{Deserialize, Serialize};

/// Seconds since 1970.
pub type Time = i64;

/// One step in the life of a season. What it is called in a record never changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Step {
    /// People may enter.
    Open,
    /// Those who played last and have not entered are asked.
    Remind,
    /// Nobody enters any more; everybody gets a division.
    Close,
    /// A round is drawn and its tables start.
    Draw { round: u32 },
    /// Tables that are behind are told when they will be ended.
    Warn { round: u32 },
    /// Tables that are not over are ended, by the league's rule.
    End { round: u32 },
    /// The standing is fixed; who goes up and down.
    Fix,
}

/// When steps are due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Calendar {
    /// When people may enter.
    pub opens: Time,
    /// How long they may.
    pub registration: Time,
    /// How long before the end of it people are asked.
    pub reminder: Time,
    /// How many rounds there are.
    pub rounds: u32,
    /// How long a round lasts, from one draw to the next.
    pub round: Time,
    /// How long before the end of a round people are warned.
    pub warning: Time,
}

/// A step and when it is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    #[serde(flatten)]
    pub step: Step,
    pub at: Time,
}

impl Calendar {
    /// All steps of the season in the order in which they are done.
    pub fn steps(&self) -> Vec<Planned> {
        let close = self.opens + self.registration;
        let mut steps = vec![
            Planned { step: Step::Open, at: self.opens },
            Planned { step: Step::Remind, at: (close - self.reminder).max(self.opens) },
            Planned { step: Step::Close, at: close },
        ];
        for round in 1..=self.rounds {
            let begins = close + Time::from(round - 1) * self.round;
            let ends = begins + self.round;
            steps.push(Planned { step: Step::Draw { round }, at: begins });
            steps.push(Planned { step: Step::Warn { round }, at: (ends - self.warning).max(begins) });
            steps.push(Planned { step: Step::End { round }, at: ends });
        }
        steps.push(Planned { step: Step::Fix, at: close + Time::from(self.rounds) * self.round });
        steps
    }

    /// The step that comes next, if so many are done.
    pub fn next(&self, done: usize) -> Option<Planned> {
        self.steps().get(done).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Time = 86_400;

    #[test]
    fn steps_come_in_order_and_never_before_the_one_before() {
        let calendar = Calendar {
            opens: 0,
            registration: 14 * DAY,
            reminder: 3 * DAY,
            rounds: 3,
            round: 28 * DAY,
            warning: 7 * DAY,
        };
        let steps = calendar.steps();
        assert_eq!(steps.len(), 3 + 3 * 3 + 1);
        assert!(steps.is_sorted_by_key(|planned| planned.at));
        assert_eq!(calendar.next(3), Some(Planned { step: Step::Draw { round: 1 }, at: 14 * DAY }));
        assert_eq!(calendar.next(5), Some(Planned { step: Step::End { round: 1 }, at: 42 * DAY }));
        assert_eq!(calendar.next(steps.len()), None);
    }

    #[test]
    fn a_short_season_still_runs_in_order() {
        let calendar = Calendar { opens: 5, registration: 10, reminder: 60, rounds: 1, round: 20, warning: 60 };
        assert!(calendar.steps().is_sorted_by_key(|planned| planned.at));
    }
}
