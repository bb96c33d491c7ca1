//! What time it is. The desk asks nobody else, so that tests can turn the clock.

use crate::store::Time;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Something that knows the time.
pub trait Clock {
    /// Seconds since 1970.
    fn now(&self) -> Time;

    /// Whether mailboxes go by it too, so that the times they give to letters can be compared with it. One that is turned by hand is nobody
    /// else's.
    fn is_everybodys(&self) -> bool {
        false
    }
}

/// The system's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Time {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as Time)
    }

    fn is_everybodys(&self) -> bool {
        true
    }
}

/// A clock that is turned by hand.
#[derive(Clone, Default)]
pub struct HandClock(Rc<Cell<Time>>);

impl HandClock {
    /// Shows this time.
    pub fn at(time: Time) -> HandClock {
        HandClock(Rc::new(Cell::new(time)))
    }

    /// Shows this time from now on.
    pub fn set(&self, time: Time) {
        self.0.set(time);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Time {
        self.0.get()
    }
}
