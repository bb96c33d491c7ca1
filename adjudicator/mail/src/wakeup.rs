//! Waking the desk: it sleeps until a thread has something for it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A call that is remembered: one that comes while nobody sleeps ends the next sleep at once.
#[derive(Clone, Default)]
pub struct Wakeup(Arc<(Mutex<bool>, Condvar)>);

impl Wakeup {
    pub fn wake(&self) {
        let (called, condition) = &*self.0;
        *called.lock().unwrap_or_else(PoisonError::into_inner) = true;
        condition.notify_all();
    }

    /// Sleeps until somebody calls, but no longer than this.
    pub fn sleep(&self, longest: Duration) {
        let (called, condition) = &*self.0;
        let guard = called.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = condition.wait_timeout_while(guard, longest, |called| !*called);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_call_is_never_missed() {
        let wakeup = Wakeup::default();
        let begun = Instant::now();
        wakeup.sleep(Duration::from_millis(20));
        assert!(begun.elapsed() >= Duration::from_millis(20));
        wakeup.wake();
        wakeup.sleep(Duration::from_secs(60));
        let caller = wakeup.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            caller.wake();
        });
        wakeup.sleep(Duration::from_secs(60));
        assert!(begun.elapsed() < Duration::from_secs(30));
        other.join().unwrap();
    }
}
