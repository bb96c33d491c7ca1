//! How a mail is handed over, and some transports on threads of their own, which take mails from one list and tell what became of them: a
//! server that is slow holds up only its own connection.

use super::{Attempt, OutgoingMail};
use crate::wakeup::Wakeup;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A transport with nothing to do for so long closes its connection.
const REST: Duration = Duration::from_secs(15);

/// A way to hand mails over, one at a time: an SMTP connection, a program.
pub trait Transport: Send {
    /// Hands one over.
    fn send(&mut self, mail: &OutgoingMail) -> Attempt;

    /// There is nothing to do for now: what is open may be closed.
    fn rest(&mut self) {}
}

/// Transports at work.
pub struct Pool {
    list: Arc<List>,
    attempts: Receiver<(i64, Attempt)>,
    busy: usize,
}

#[derive(Default)]
struct List {
    mails: Mutex<(VecDeque<OutgoingMail>, State)>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Open,
    Closed,
}

impl Pool {
    /// Sets these transports to work.
    pub fn start(transports: Vec<Box<dyn Transport>>, wakeup: &Wakeup) -> std::io::Result<Pool> {
        let list = Arc::new(List::default());
        let (sender, attempts) = channel();
        for transport in transports {
            let (list, sender, wakeup) = (list.clone(), sender.clone(), wakeup.clone());
            std::thread::Builder::new()
                .name("carrier".into())
                .spawn(move || work(transport, &list, &sender, &wakeup))?;
        }
        Ok(Pool { list, attempts, busy: 0 })
    }

    /// Puts a mail on the list.
    pub fn send(&mut self, mail: OutgoingMail) {
        self.busy += 1;
        self.list.mails.lock().unwrap_or_else(PoisonError::into_inner).0.push_back(mail);
        self.list.changed.notify_one();
    }

    /// How many mails are on the list or on their way.
    pub fn busy(&self) -> usize {
        self.busy
    }

    /// What became of a mail, if anything became of one; waits no longer than this.
    pub fn attempt(&mut self, longest: Duration) -> Option<(i64, Attempt)> {
        let attempt =
            if longest.is_zero() { self.attempts.try_recv().ok() } else { self.attempts.recv_timeout(longest).ok() }?;
        self.busy -= 1;
        Some(attempt)
    }

    /// Takes back what nobody has begun to carry.
    pub fn take_back(&mut self) -> usize {
        let mut list = self.list.mails.lock().unwrap_or_else(PoisonError::into_inner);
        let count = list.0.len();
        list.0.clear();
        self.busy -= count;
        count
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.list.mails.lock().unwrap_or_else(PoisonError::into_inner).1 = State::Closed;
        self.list.changed.notify_all();
    }
}

fn work(mut transport: Box<dyn Transport>, list: &List, attempts: &Sender<(i64, Attempt)>, wakeup: &Wakeup) {
    let mut is_resting = true;
    loop {
        let mail = {
            let guard = list.mails.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = |list: &mut (VecDeque<OutgoingMail>, State)| list.0.is_empty() && list.1 == State::Open;
            let waited = list.changed.wait_timeout_while(guard, REST, waiting);
            let mut guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            if guard.1 == State::Closed {
                break;
            }
            guard.0.pop_front()
        };
        match mail {
            Some(mail) => {
                is_resting = false;
                // What breaks down at one mail must not keep the others: it is tried again later.
                let attempt = catch_unwind(AssertUnwindSafe(|| transport.send(&mail)));
                let attempt = attempt.unwrap_or_else(|_| Attempt::Later("the program broke down at this mail".into()));
                if attempts.send((mail.id, attempt)).is_err() {
                    break;
                }
                wakeup.wake();
            }
            None if !is_resting => {
                is_resting = true;
                transport.rest();
            }
            None => {}
        }
    }
    transport.rest();
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Transport for Echo {
        fn send(&mut self, mail: &OutgoingMail) -> Attempt {
            assert!(!mail.to.starts_with("worst"), "a transport may break down");
            if mail.to.starts_with("bad") { Attempt::Refused("550 no".into()) } else { Attempt::Accepted }
        }
    }

    #[test]
    fn a_mail_at_which_a_transport_breaks_down_keeps_no_other() {
        let mut pool = Pool::start(vec![Box::new(Echo)], &Wakeup::default()).unwrap();
        for (id, to) in [(1, "worst@x"), (2, "good@x")] {
            pool.send(OutgoingMail { id, from: "r@x".into(), to: to.into(), bytes: Vec::new() });
        }
        assert!(matches!(pool.attempt(Duration::from_secs(20)), Some((1, Attempt::Later(_)))));
        assert_eq!(pool.attempt(Duration::from_secs(20)), Some((2, Attempt::Accepted)));
    }

    #[test]
    fn every_parcel_has_one_end() {
        let wakeup = Wakeup::default();
        let mut pool = Pool::start(vec![Box::new(Echo), Box::new(Echo)], &wakeup).unwrap();
        for id in 0..200 {
            let to = if id % 10 == 0 { "bad@x" } else { "good@x" };
            pool.send(OutgoingMail { id, from: "r@x".into(), to: to.into(), bytes: Vec::new() });
        }
        let mut found: Vec<(i64, Attempt)> = (0..200).map(|_| pool.attempt(Duration::from_secs(20)).unwrap()).collect();
        found.sort_by_key(|one| one.0);
        assert!(found.iter().map(|one| one.0).eq(0..200));
        assert_eq!(found.iter().filter(|one| one.1 == Attempt::Accepted).count(), 180);
        assert_eq!((pool.busy(), pool.attempt(Duration::ZERO)), (0, None));
    }
}
