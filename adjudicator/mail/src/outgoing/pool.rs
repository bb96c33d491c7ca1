//! Some hands, each on its own thread, that take parcels from one table and tell what became of them.

use super::{Outcome, Parcel};
use crate::bell::Bell;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A hand with nothing to do for so long closes its connection.
const REST: Duration = Duration::from_secs(15);

/// Somebody who carries mails, one at a time.
pub trait Hand: Send {
    /// Carries one.
    fn carry(&mut self, parcel: &Parcel) -> Outcome;

    /// There is nothing to do for now.
    fn rest(&mut self) {}
}

/// The hands.
pub struct Pool {
    table: Arc<Table>,
    outcomes: Receiver<(i64, Outcome)>,
    busy: usize,
}

#[derive(Default)]
struct Table {
    parcels: Mutex<(VecDeque<Parcel>, State)>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Open,
    Closed,
}

impl Pool {
    /// Sends these hands to work.
    pub fn start(hands: Vec<Box<dyn Hand>>, bell: &Bell) -> std::io::Result<Pool> {
        let table = Arc::new(Table::default());
        let (sender, outcomes) = channel();
        for hand in hands {
            let (table, sender, bell) = (table.clone(), sender.clone(), bell.clone());
            std::thread::Builder::new().name("carrier".into()).spawn(move || work(hand, &table, &sender, &bell))?;
        }
        Ok(Pool { table, outcomes, busy: 0 })
    }

    /// Puts a parcel on the table.
    pub fn hand(&mut self, parcel: Parcel) {
        self.busy += 1;
        self.table.parcels.lock().unwrap_or_else(PoisonError::into_inner).0.push_back(parcel);
        self.table.changed.notify_one();
    }

    /// How many parcels are on the table or on their way.
    pub fn busy(&self) -> usize {
        self.busy
    }

    /// What became of a parcel, if anything became of one; waits no longer than this.
    pub fn outcome(&mut self, longest: Duration) -> Option<(i64, Outcome)> {
        let outcome =
            if longest.is_zero() { self.outcomes.try_recv().ok() } else { self.outcomes.recv_timeout(longest).ok() }?;
        self.busy -= 1;
        Some(outcome)
    }

    /// Takes back what nobody has begun to carry.
    pub fn take_back(&mut self) -> usize {
        let mut table = self.table.parcels.lock().unwrap_or_else(PoisonError::into_inner);
        let count = table.0.len();
        table.0.clear();
        self.busy -= count;
        count
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.table.parcels.lock().unwrap_or_else(PoisonError::into_inner).1 = State::Closed;
        self.table.changed.notify_all();
    }
}

fn work(mut hand: Box<dyn Hand>, table: &Table, outcomes: &Sender<(i64, Outcome)>, bell: &Bell) {
    let mut is_resting = true;
    loop {
        let parcel = {
            let guard = table.parcels.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = |table: &mut (VecDeque<Parcel>, State)| table.0.is_empty() && table.1 == State::Open;
            let waited = table.changed.wait_timeout_while(guard, REST, waiting);
            let mut guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            if guard.1 == State::Closed {
                break;
            }
            guard.0.pop_front()
        };
        match parcel {
            Some(parcel) => {
                is_resting = false;
                let outcome = hand.carry(&parcel);
                if outcomes.send((parcel.id, outcome)).is_err() {
                    break;
                }
                bell.ring();
            }
            None if !is_resting => {
                is_resting = true;
                hand.rest();
            }
            None => {}
        }
    }
    hand.rest();
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Hand for Echo {
        fn carry(&mut self, parcel: &Parcel) -> Outcome {
            if parcel.to.starts_with("bad") { Outcome::Never("550 no".into()) } else { Outcome::Gone }
        }
    }

    #[test]
    fn every_parcel_has_one_outcome() {
        let bell = Bell::default();
        let mut pool = Pool::start(vec![Box::new(Echo), Box::new(Echo)], &bell).unwrap();
        for id in 0..200 {
            let to = if id % 10 == 0 { "bad@x" } else { "good@x" };
            pool.hand(Parcel { id, from: "r@x".into(), to: to.into(), bytes: Vec::new() });
        }
        let mut found: Vec<(i64, Outcome)> = (0..200).map(|_| pool.outcome(Duration::from_secs(20)).unwrap()).collect();
        found.sort_by_key(|one| one.0);
        assert!(found.iter().map(|one| one.0).eq(0..200));
        assert_eq!(found.iter().filter(|one| one.1 == Outcome::Gone).count(), 180);
        assert_eq!((pool.busy(), pool.outcome(Duration::ZERO)), (0, None));
    }
}
