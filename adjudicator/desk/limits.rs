//! How much a club takes: long letters, many letters, machines that answer machines.
//!
//! What is counted here is counted in memory only. After a restart everybody begins anew, which costs nothing but one more notice.

use crate::store::Time;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    /// More commands in one letter are not done.
    pub commands: usize,
    /// So many mails to people who never wrote to us one person may cause in a day, by whatever commands.
    pub strangers_a_day: usize,
    /// When mails that nobody is proved to have written take more room than this, only the beginning of each is kept.
    pub unproved_bytes: usize,
    /// After so many letters in a row that say nearly the same, and in which nothing was understood, a writer gets no answer.
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
            commands: 40,
            strangers_a_day: 10,
            unproved_bytes: 64 << 20,
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
    /// How many bytes of mails are kept that nobody is proved to have written; nothing: not counted lately.
    pub unproved_bytes: Option<u64>,
}

#[derive(Default)]
struct Visits {
    /// When somebody wrote, for a day, no more often than the limit asks.
    times: VecDeque<Time>,
    last: Time,
    told: Option<Time>,
    /// What was not understood last.
    babble: Option<Babble>,
    /// Wrong passwords.
    wrong: VecDeque<Time>,
}

/// Letters in a row in which nothing was understood.
struct Babble {
    /// The words of the last one.
    words: BTreeSet<u64>,
    /// How many of the last ones said nearly the same.
    alike: usize,
    /// How many there were, whatever they said.
    all: usize,
    last: Time,
}

/// So many times as many letters may say something else each time.
const VARIED: usize = 4;

impl Babble {
    fn words(body: &str) -> BTreeSet<u64> {
        let words = body.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(2_000);
        let hash = |word: &str| blake3::hash(word.to_lowercase().as_bytes()).as_bytes()[..8].try_into();
        words.filter_map(|word| hash(word).ok()).map(u64::from_le_bytes).collect()
    }

    /// Whether a letter says nearly the same: machines put a number or a date into theirs.
    fn is_like(&self, words: &BTreeSet<u64>) -> bool {
        let both = self.words.intersection(words).count();
        let either = self.words.len() + words.len() - both;
        either == 0 || both * 4 >= either * 3
    }

    /// Whether a machine writes, if this is its next letter.
    fn is_machine(&self, words: &BTreeSet<u64>, limits: &Limits) -> bool {
        let most = limits.misunderstood;
        most > 0 && ((self.alike >= most && self.is_like(words)) || self.all >= most * VARIED)
    }
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
    /// A machine, it seems, that answers us: only what we understand is answered.
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
        // A person who is not understood writes something else; a machine nearly the same again.
        match &visits.babble {
            Some(babble) if babble.last > now - DAY && babble.is_machine(&Babble::words(body), limits) => {
                Admission::Loop
            }
            _ => Admission::Welcome,
        }
    }

    /// Whether this letter, if nothing in it is understood, is the last of its kind that is answered.
    pub fn is_last_try(&mut self, who: &str, body: &str, limits: &Limits, now: Time) -> bool {
        let before = match &self.visits(who, now).babble {
            Some(babble) if babble.last > now - DAY && babble.is_like(&Babble::words(body)) => babble.alike,
            _ => 0,
        };
        limits.misunderstood > 0 && before + 1 == limits.misunderstood
    }

    /// Whether anything was understood in what somebody wrote.
    pub fn understood(&mut self, who: &str, anything: Understood, body: &str, now: Time) {
        let visits = self.visits(who, now);
        if anything == Understood::Something {
            visits.babble = None;
            return;
        }
        let words = Babble::words(body);
        let before = visits.babble.take().filter(|babble| babble.last > now - DAY);
        let alike = before.as_ref().filter(|babble| babble.is_like(&words)).map_or(0, |babble| babble.alike);
        // A letter to a person is meant for them, whatever it says; only the same again and again is a machine's.
        let is_chat = anything == Understood::Chat;
        let all = before.map_or(0, |babble| babble.all) + usize::from(!is_chat);
        visits.babble = Some(Babble { words, alike: alike + 1, all, last: now });
    }

    /// A machine's letter does not use up its owner's.
    pub fn uncount(&mut self, who: &str, now: Time) {
        self.visits(who, now).times.pop_back();
    }

    /// Somebody gives a password: whether it is looked at. Ten wrong ones in an hour are enough for one source, so that strangers who
    /// guess do not shut out the owner.
    pub fn may_guess(&mut self, person: i64, source: &str, now: Time) -> bool {
        let visits = self.visits(&format!("password {person} {source}"), now);
        forget(&mut visits.wrong, now - HOUR);
        visits.wrong.len() < 10
    }

    /// It was wrong.
    pub fn wrong_password(&mut self, person: i64, source: &str, now: Time) {
        self.visits(&format!("password {person} {source}"), now).wrong.push_back(now);
    }

    /// Somebody makes us write to an address whose owner never wrote to us: whether there is room for one more today.
    pub fn may_write_to_stranger(&mut self, person: i64, limits: &Limits, now: Time) -> bool {
        let visits = self.visits(&format!("strangers {person}"), now);
        forget(&mut visits.times, now - DAY);
        if limits.strangers_a_day > 0 && visits.times.len() >= limits.strangers_a_day {
            return false;
        }
        visits.times.push_back(now);
        true
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
    /// Nothing, but it answers somebody else's letter, and went to its writer.
    Chat,
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
    fn a_machine_is_known_by_what_it_says_and_people_are_not() {
        let limits = Limits::default();
        let run = |texts: &dyn Fn(usize) -> String, kind: Understood| {
            let mut door = Doorkeeper::default();
            let is_answered = |n: &usize| {
                let body = texts(*n);
                let is_welcome = door.admit("a", &body, &limits, 5) == Admission::Welcome;
                if is_welcome {
                    door.understood("a", kind, &body, 5)
                } else {
                    door.uncount("a", 5)
                }
                is_welcome
            };
            (0..500).take_while(is_answered).count()
        };
        let varied = |n: usize| format!("Thank you for your message, we are closed. Ticket {n} was opened on day {n}.");
        assert_eq!(run(&varied, Understood::Nothing), 3);
        assert_eq!(run(&varied, Understood::Chat), 3, "two of them that answer each other");
        let mixed = |n: usize| format!("a{n} b{n} c{n}");
        assert_eq!(run(&mixed, Understood::Nothing), 12);
        assert_eq!(run(&mixed, Understood::Chat), 120, "people may talk as long as they may write");
        assert_eq!(run(&varied, Understood::Something), 120);
    }

    #[test]
    fn guesses_from_elsewhere_do_not_shut_out_the_owner() {
        let mut door = Doorkeeper::default();
        for _ in 0..20 {
            door.wrong_password(7, "203.0.113", 5);
        }
        assert!(!door.may_guess(7, "203.0.113", 6) && door.may_guess(7, "198.51.100", 6));
        assert!(door.may_guess(7, "203.0.113", 4_000));
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
