//! Letters that a server cannot hand out: a damaged file there, an answer that breaks the conversation each time. One of them must not keep
//! back all others. So after a failure letters are asked for one by one, those that failed least often first; one that fails again and
//! again, while others come, is set aside, and asked for again later. If none comes, it is the server's trouble and not a letter's.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A letter that failed so often by itself is set aside.
const TRIES: u32 = 3;
/// A letter that was set aside is asked for again after this.
const LATER: Duration = Duration::from_secs(600);

/// What is known of letters that do not come.
#[derive(Debug)]
pub struct Stuck<K> {
    /// Those that failed by themselves.
    failures: BTreeMap<K, Failures>,
    /// Those set aside, and until when.
    aside: BTreeMap<K, Instant>,
    /// So many letters more are asked for one by one.
    singly: usize,
}

/// How a letter failed.
#[derive(Clone, Copy, Default, Debug)]
struct Failures {
    count: u32,
    /// Others came since: it is not the server's trouble.
    others_came: bool,
}

impl<K> Default for Stuck<K> {
    fn default() -> Stuck<K> {
        Stuck { failures: BTreeMap::new(), aside: BTreeMap::new(), singly: 0 }
    }
}

impl<K: Ord + Clone> Stuck<K> {
    /// Which of the waiting letters to ask for next, no more than `most`.
    pub fn choose<'k>(&self, waiting: impl Iterator<Item = &'k K>, most: usize) -> Vec<K>
    where
        K: 'k,
    {
        let (again, fresh): (Vec<&K>, Vec<&K>) = waiting.partition(|key| self.aside.contains_key(*key));
        if self.singly == 0 && !fresh.is_empty() {
            return fresh.into_iter().take(most).cloned().collect();
        }
        let some = if fresh.is_empty() { again } else { fresh };
        let next = some.into_iter().min_by_key(|key| self.failures.get(*key).map_or(0, |failures| failures.count));
        next.into_iter().cloned().collect()
    }

    /// These did not come; so many letters wait. Returns the letters that are set aside now.
    pub fn failed(&mut self, asked: &[K], waiting: usize, now: Instant) -> Vec<K> {
        self.singly = waiting;
        if let [one] = asked {
            match self.aside.get_mut(one) {
                Some(until) => *until = now + LATER,
                None => self.failures.entry(one.clone()).or_default().count += 1,
            }
        }
        self.set_aside(now)
    }

    /// These came. Returns the letters that are set aside now.
    pub fn came(&mut self, asked: &[K], now: Instant) -> Vec<K> {
        self.singly = self.singly.saturating_sub(asked.len());
        for one in asked {
            self.failures.remove(one);
            self.aside.remove(one);
        }
        self.failures.values_mut().for_each(|failures| failures.others_came = true);
        self.set_aside(now)
    }

    fn set_aside(&mut self, now: Instant) -> Vec<K> {
        let is_stuck = |failures: &Failures| failures.others_came && failures.count >= TRIES;
        let stuck: Vec<K> =
            self.failures.iter().filter(|(_, failures)| is_stuck(failures)).map(|(key, _)| key.clone()).collect();
        for one in &stuck {
            self.failures.remove(one);
            self.aside.insert(one.clone(), now + LATER);
        }
        stuck
    }

    /// Whether a letter is not to be asked for yet.
    pub fn is_aside(&self, key: &K, now: Instant) -> bool {
        self.aside.get(key).is_some_and(|until| now < *until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_that_never_comes_is_found_and_set_aside() {
        let (mut stuck, now) = (Stuck::default(), Instant::now());
        let mut waiting: Vec<u32> = (1..=9).collect();
        let (mut asked, mut set_aside) = (0, Vec::new());
        while !waiting.is_empty() {
            asked += 1;
            assert!(asked < 30, "{waiting:?}");
            let some = stuck.choose(waiting.iter(), 5);
            if some.contains(&4) {
                set_aside.extend(stuck.failed(&some, waiting.len(), now));
            } else {
                set_aside.extend(stuck.came(&some, now));
                waiting.retain(|key| !some.contains(key));
            }
            waiting.retain(|key| !stuck.is_aside(key, now));
        }
        assert_eq!(set_aside, [4]);
        assert!(stuck.is_aside(&4, now) && !stuck.is_aside(&4, now + LATER));
        // Later it is asked for alone, after the others, and waits again if it fails.
        assert_eq!(stuck.choose([4, 11].iter(), 5), [11]);
        assert!(stuck.failed(&[4], 1, now + LATER).is_empty(), "nobody is told twice");
        assert!(stuck.is_aside(&4, now + LATER));
    }

    #[test]
    fn where_nothing_comes_no_letter_is_to_blame() {
        let (mut stuck, now) = (Stuck::default(), Instant::now());
        for _ in 0..50 {
            let some = stuck.choose([1, 2, 3].iter(), 5);
            assert!(stuck.failed(&some, 3, now).is_empty());
        }
        assert!((1..=3).all(|key| !stuck.is_aside(&key, now)));
        assert_eq!(stuck.came(&[2], now), [1, 3], "until one comes");
    }
}
