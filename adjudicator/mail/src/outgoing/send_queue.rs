//! Who goes next. Mails of one table to one reader go one after another, in the order in which they were written; everybody else's go
//! beside them. A mail that has to wait makes only those behind it wait. Each domain gets so many at once, and so many a minute; all together get
//! so many a day, of which the last few are the operator's. While the server is closed, one mail at a time tries the door.
//!
//! Nothing here touches the world: the time is told, and the outbox remains the truth.

use super::Attempt;
use crate::Time;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// What a server and its domains are asked to bear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many mails are on their way at once.
    pub at_once: usize,
    /// How many of them to one domain.
    pub per_domain: usize,
    /// How many to one domain in a minute; nothing: any number.
    pub per_minute: Option<usize>,
    /// How many in all in a day; nothing: any number.
    pub per_day: Option<usize>,
    /// For how long a mail is tried, in seconds.
    pub give_up: Time,
}

/// How a mail stands after an attempt: what the outbox must note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SendStatus {
    /// It went.
    Sent,
    /// It is tried again then; so many times it was tried; the server's words.
    Retry(Time, u32, String),
    /// It is not tried again.
    Failed(String),
}

/// A mail that waits, as the outbox knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedMail {
    /// Its number.
    pub id: i64,
    /// The table it is about.
    pub board: Option<String>,
    /// Where it goes.
    pub address: String,
    /// How often it was tried.
    pub attempts: u32,
    /// Not before when.
    pub next: Time,
    /// When it was written.
    pub written: Time,
}

type Key = (String, Option<String>);

#[derive(Default)]
struct Domain {
    /// The first of each thread, unless it is on its way: not before when, and which.
    ready: BTreeSet<(Time, i64)>,
    out: usize,
    /// When mails went to it in the last minute.
    recent: VecDeque<Time>,
}

/// The mails that are to go.
pub struct SendQueue {
    limits: Limits,
    threads: BTreeMap<Key, VecDeque<QueuedMail>>,
    domains: BTreeMap<String, Domain>,
    /// The keys of mails that are ready or out.
    keys: HashMap<i64, Key>,
    out: BTreeSet<i64>,
    /// How often the server was closed in a row, and until when nobody tries.
    closed: Option<(u32, Time)>,
    /// When mails went in the last day.
    today: VecDeque<Time>,
    /// Who must hear that mails wait.
    operator: String,
}

/// The first pause after a refusal, and the longest.
const PAUSES: (Time, Time) = (60, 4 * 3_600);
/// The same for a server that is closed.
const DOOR: (Time, Time) = (1, 300);
const MINUTE: Time = 60;
const DAY: Time = 86_400;
/// So many mails of a day are the operator's, if the day has ten times as many.
const KEPT_BACK: usize = 5;

impl SendQueue {
    pub fn new(limits: Limits) -> SendQueue {
        let (threads, domains, keys, out) = (BTreeMap::new(), BTreeMap::new(), HashMap::new(), BTreeSet::new());
        SendQueue { limits, threads, domains, keys, out, closed: None, today: VecDeque::new(), operator: String::new() }
    }

    /// Knows whose mails come first when the day's are nearly gone, and which went before we began.
    pub fn since_yesterday(mut self, operator: &str, sent: Vec<Time>) -> SendQueue {
        (self.operator, self.today) = (operator.to_lowercase(), sent.into());
        self
    }

    /// How many mails may still go today: those of everybody, and those of the operator besides.
    fn left_today(&mut self, now: Time) -> (usize, usize) {
        let Some(most) = self.limits.per_day else { return (usize::MAX, 0) };
        while self.today.front().is_some_and(|then| *then + DAY <= now) {
            self.today.pop_front();
        }
        let left = most.saturating_sub(self.today.len());
        let kept_back = KEPT_BACK.min(most / 10);
        (left.saturating_sub(kept_back), left.min(kept_back))
    }

    /// Whether mails wait only because so many have gone today.
    pub fn waits_for_tomorrow(&mut self, now: Time) -> bool {
        self.left_today(now).0 == 0 && self.len() > self.out.len()
    }

    /// Puts a mail at the end.
    pub fn push(&mut self, mail: QueuedMail) {
        let key = (mail.address.to_lowercase(), mail.board.clone());
        let thread = self.threads.entry(key.clone()).or_default();
        thread.push_back(mail);
        if thread.len() == 1 {
            self.ready(key);
        }
    }

    fn ready(&mut self, key: Key) {
        let Some(mail) = self.threads.get(&key).and_then(VecDeque::front) else { return };
        let (next, id) = (mail.next, mail.id);
        self.domains.entry(domain(&key)).or_default().ready.insert((next, id));
        self.keys.insert(id, key);
    }

    /// How many mails are in the queue, those on their way included.
    pub fn len(&self) -> usize {
        self.threads.values().map(VecDeque::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }

    /// How many are on their way.
    pub fn out(&self) -> usize {
        self.out.len()
    }

    /// The next mail that may go now. It is on its way then.
    pub fn next(&mut self, now: Time) -> Option<i64> {
        let room = match self.closed {
            Some((_, until)) if now < until => 0,
            Some(_) => 1,
            None => self.limits.at_once,
        };
        if self.out.len() >= room {
            return None;
        }
        let limits = self.limits;
        let (left, kept_back) = self.left_today(now);
        if left == 0 && kept_back == 0 {
            return None;
        }
        let (keys, operator) = (&self.keys, &self.operator);
        let may_go = |id: &i64| left > 0 || keys.get(id).is_some_and(|(address, _)| address == operator);
        let mut best: Option<(Time, i64, &String)> = None;
        for (name, domain) in &mut self.domains {
            while domain.recent.front().is_some_and(|then| *then + MINUTE <= now) {
                domain.recent.pop_front();
            }
            let is_full =
                domain.out >= limits.per_domain || limits.per_minute.is_some_and(|most| domain.recent.len() >= most);
            let first = domain.ready.iter().find(|(_, id)| may_go(id));
            let Some((next, id)) = first.filter(|_| !is_full) else { continue };
            // Whoever was put off before waits behind those who were not.
            if *next <= now && best.is_none_or(|(then, other, _)| (*next, *id) < (then, other)) {
                best = Some((*next, *id, name));
            }
        }
        let (next, id, name) = best?;
        let name = name.clone();
        if let Some(domain) = self.domains.get_mut(&name) {
            domain.ready.remove(&(next, id));
            domain.out += 1;
            if limits.per_minute.is_some() {
                domain.recent.push_back(now);
            }
        }
        if limits.per_day.is_some() {
            self.today.push_back(now);
        }
        self.out.insert(id);
        Some(id)
    }

    /// What became of a mail that was on its way; what must be noted about it.
    pub fn settle(&mut self, id: i64, attempt: &Attempt, now: Time) -> Option<SendStatus> {
        if !self.out.remove(&id) {
            return None;
        }
        let key = self.keys.get(&id)?.clone();
        let name = domain(&key);
        if let Some(domain) = self.domains.get_mut(&name) {
            domain.out = domain.out.saturating_sub(1);
        }
        let mail = self.threads.get_mut(&key)?.front_mut()?;
        if let Attempt::Closed(_) = attempt {
            self.today.pop_back();
            let times = self.closed.map_or(0, |(times, _)| times);
            let pause = pause(DOOR, times, id);
            self.closed = Some((times + 1, now + pause));
            // Another mail tries next: this one may be what breaks the connection.
            mail.next = now + pause + 1;
            self.ready(key);
            return None;
        }
        self.closed = None;
        let status = match attempt {
            Attempt::Later(words) if now - mail.written < self.limits.give_up => {
                mail.next = now + pause(PAUSES, mail.attempts, id);
                mail.attempts += 1;
                SendStatus::Retry(mail.next, mail.attempts, words.clone())
            }
            Attempt::Later(words) => SendStatus::Failed(format!("tried until now; at last: {words}")),
            Attempt::Refused(words) => SendStatus::Failed(words.clone()),
            Attempt::Accepted | Attempt::Closed(_) => SendStatus::Sent,
        };
        if !matches!(status, SendStatus::Retry(..)) {
            self.remove(id, &key);
        } else {
            self.ready(key);
        }
        Some(status)
    }

    /// A mail that was to go is not there any more.
    pub fn forget(&mut self, id: i64) {
        self.out.remove(&id);
        let Some(key) = self.keys.get(&id).cloned() else { return };
        if let Some(domain) = self.domains.get_mut(&domain(&key)) {
            domain.out = domain.out.saturating_sub(1);
        }
        self.remove(id, &key);
    }

    fn remove(&mut self, id: i64, key: &Key) {
        self.keys.remove(&id);
        if let Some(thread) = self.threads.get_mut(key) {
            thread.pop_front();
            if thread.is_empty() {
                self.threads.remove(key);
            } else {
                self.ready(key.clone());
            }
        }
        let name = domain(key);
        let is_idle = |domain: &Domain| domain.ready.is_empty() && domain.out == 0 && domain.recent.is_empty();
        if self.domains.get(&name).is_some_and(is_idle) {
            self.domains.remove(&name);
        }
    }
}

fn domain(key: &Key) -> String {
    key.0.rsplit_once('@').map_or("", |(_, domain)| domain).to_owned()
}

/// A pause that doubles with each time, less a bit that differs from mail to mail.
fn pause((first, longest): (Time, Time), times: u32, id: i64) -> Time {
    let whole = first.saturating_mul(1 << times.min(20)).min(longest);
    let bit = blake3::hash(&[id.to_le_bytes(), i64::from(times).to_le_bytes()].concat()).as_bytes()[0];
    whole - whole / 4 * Time::from(bit) / 255
}

#[cfg(test)]
#[path = "send_queue_tests.rs"]
mod tests;
