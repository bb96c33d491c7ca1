//! How much a club takes: long letters, many letters, machines that answer machines.
//!
//! What is counted here is counted in memory only. After a restart everybody begins anew, which costs nothing but one more notice.

use crate::store::Time;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The limits as an operator writes them. Zero means: no limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Limits {
    /// More bytes of a letter are not read, and nothing of it is done.
    pub bytes: usize,
    /// A letter with more lines is not done.
    pub lines: usize,
    /// A letter with more parts is not done.
    pub parts: usize,
    /// A letter whose parts are nested deeper is not done.
    pub depth: usize,
    /// A letter with more lines of its writer's own is not done.
    pub orders: usize,
    /// More letters of one writer in an hour wait for a moderator.
    pub letters_an_hour: usize,
    /// The same for a day.
    pub letters_a_day: usize,
    /// After so many letters in a row that say the same, and in which nothing was understood, a writer gets no answer.
    pub misunderstood: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 4 << 20,
            lines: 100_000,
            parts: 200,
            depth: 20,
            orders: 1_000,
            letters_an_hour: 120,
            letters_a_day: 600,
            misunderstood: 3,
        }
    }
}

impl Limits {
    /// The usual ones, but everybody may write as often as they like: for trials and measurements.
    pub fn patient() -> Limits {
        Limits { letters_an_hour: 0, letters_a_day: 0, misunderstood: 0, ..Limits::default() }
    }

    /// What bounds the reading of a mail.
    pub fn reading(&self) -> crate::mail::letter::Bounds {
        let or_most = |value: usize| if value == 0 { usize::MAX } else { value };
        crate::mail::letter::Bounds {
            bytes: or_most(self.bytes),
            lines: or_most(self.lines),
            parts: or_most(self.parts),
            depth: or_most(self.depth),
        }
    }
}

const HOUR: Time = 3_600;
const DAY: Time = 86_400;
/// No more writers are remembered: the one who was silent longest is forgotten.
const MOST_WRITERS: usize = 10_000;

/// Who has written how often.
#[derive(Default)]
pub struct Doorkeeper {
    writers: BTreeMap<String, Visits>,
}

#[derive(Default)]
struct Visits {
    /// When somebody wrote, for a day, no more often than the limit asks.
    times: VecDeque<Time>,
    last: Time,
    told: Option<Time>,
    /// What was not understood last, how often in a row, and when.
    misunderstood: Option<(blake3::Hash, usize, Time)>,
    /// Wrong passwords.
    wrong: VecDeque<Time>,
}

/// Whether somebody may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// Welcome to write.
    Welcome,
    /// Too often, and has not been told.
    TooOften,
    /// Too often, and knows it.
    Told,
    /// A machine, it seems, that answers us.
    Loop,
}

impl Doorkeeper {
    /// Somebody writes. What proves the writer is the name here, so that nobody can use up another's letters.
    pub fn admit(&mut self, who: &str, body: &str, limits: &Limits, now: Time) -> Admission {
        let visits = self.visits(who, now);
        forget(&mut visits.times, now - DAY);
        let hour = visits.times.iter().rev().take_while(|time| **time > now - HOUR).count();
        let is_over = |count: usize, most: usize| most > 0 && count >= most;
        if is_over(hour, limits.letters_an_hour) || is_over(visits.times.len(), limits.letters_a_day) {
            let told = visits.told.replace(now).filter(|told| *told > now - DAY);
            return if told.is_some() { Admission::Told } else { Admission::TooOften };
        }
        visits.times.push_back(now);
        // A person who is not understood writes something else; a machine says the same again.
        match &visits.misunderstood {
            Some((hash, times, last))
                if *last > now - DAY
                    && is_over(*times, limits.misunderstood)
                    && *hash == blake3::hash(body.as_bytes()) =>
            {
                Admission::Loop
            }
            _ => Admission::Welcome,
        }
    }

    /// Whether this letter, if nothing in it is understood, is the last of its kind that is answered.
    pub fn is_last_try(&mut self, who: &str, body: &str, limits: &Limits, now: Time) -> bool {
        let before = match &self.visits(who, now).misunderstood {
            Some((hash, times, last)) if *last > now - DAY && *hash == blake3::hash(body.as_bytes()) => *times,
            _ => 0,
        };
        limits.misunderstood > 0 && before + 1 == limits.misunderstood
    }

    /// Whether anything was understood in what somebody wrote.
    pub fn understood(&mut self, who: &str, anything: Understood, body: &str, now: Time) {
        let visits = self.visits(who, now);
        visits.misunderstood = match anything {
            Understood::Something => None,
            Understood::Nothing => {
                let hash = blake3::hash(body.as_bytes());
                let before = visits.misunderstood.take().filter(|(known, _, _)| *known == hash);
                Some((hash, before.map_or(0, |(_, times, _)| times) + 1, now))
            }
        };
    }

    /// Somebody gives a password: whether it is looked at. Ten wrong ones in an hour are enough.
    pub fn may_guess(&mut self, person: i64, now: Time) -> bool {
        let visits = self.visits(&format!("password {person}"), now);
        forget(&mut visits.wrong, now - HOUR);
        visits.wrong.len() < 10
    }

    /// It was wrong.
    pub fn wrong_password(&mut self, person: i64, now: Time) {
        self.visits(&format!("password {person}"), now).wrong.push_back(now);
    }

    fn visits(&mut self, who: &str, now: Time) -> &mut Visits {
        if self.writers.len() >= MOST_WRITERS && !self.writers.contains_key(who) {
            let oldest = self.writers.iter().min_by_key(|(_, visits)| visits.last).map(|(who, _)| who.clone());
            oldest.map(|oldest| self.writers.remove(&oldest));
        }
        let visits = self.writers.entry(who.to_owned()).or_default();
        visits.last = now;
        visits
    }
}

/// Whether a letter said anything we understand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Understood {
    /// A command or an order.
    Something,
    /// Nothing at all.
    Nothing,
}

fn forget(times: &mut VecDeque<Time>, before: Time) {
    while times.front().is_some_and(|time| *time <= before) {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_writes_too_often_is_told_once() {
        let limits = Limits { letters_an_hour: 3, letters_a_day: 5, ..Limits::default() };
        let mut door = Doorkeeper::default();
        let mut admit = |now| door.admit("a", "", &limits, now);
        use Admission::{Told, TooOften, Welcome};
        assert_eq!([1, 2, 3, 4, 5].map(&mut admit), [Welcome, Welcome, Welcome, TooOften, Told]);
        assert_eq!([4_000, 4_001, 4_002].map(&mut admit), [Welcome, Welcome, Told]);
        assert_eq!(admit(90_500), Welcome, "the next day");
        assert_eq!(door.admit("b", "", &limits, 5), Welcome, "others are not touched");
    }

    #[test]
    fn memory_is_bounded() {
        let mut door = Doorkeeper::default();
        for i in 0..MOST_WRITERS as i64 + 500 {
            door.admit(&i.to_string(), "", &Limits::default(), i);
        }
        assert_eq!(door.writers.len(), MOST_WRITERS);
        assert!(door.writers.contains_key("900") && !door.writers.contains_key("3"));
    }
}
