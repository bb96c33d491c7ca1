//! A bell: whoever has something for the desk rings it, and the desk sleeps until it rings.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A bell that remembers that it rang.
#[derive(Clone, Default)]
pub struct Bell(Arc<(Mutex<bool>, Condvar)>);

impl Bell {
    /// Rings.
    pub fn ring(&self) {
        let (rang, condition) = &*self.0;
        *rang.lock().unwrap_or_else(PoisonError::into_inner) = true;
        condition.notify_all();
    }

    /// Sleeps until it rings, but no longer than this; a ring since the last sleep ends this one at once.
    pub fn sleep(&self, longest: Duration) {
        let (rang, condition) = &*self.0;
        let rung = rang.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = condition.wait_timeout_while(rung, longest, |rang| !*rang);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_ring_is_never_missed() {
        let bell = Bell::default();
        let begun = Instant::now();
        bell.sleep(Duration::from_millis(20));
        assert!(begun.elapsed() >= Duration::from_millis(20));
        bell.ring();
        bell.sleep(Duration::from_secs(60));
        let ringer = bell.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            ringer.ring();
        });
        bell.sleep(Duration::from_secs(60));
        assert!(begun.elapsed() < Duration::from_secs(30));
        other.join().unwrap();
    }
}
