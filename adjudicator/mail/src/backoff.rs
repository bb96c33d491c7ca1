//! Trying again: soon at first, then less and less often, and never at the same moment as everybody else.

use std::time::Duration;

/// The first pause.
const FIRST: Duration = Duration::from_millis(500);
/// The longest.
const LONGEST: Duration = Duration::from_secs(300);

/// How often something failed in a row.
#[derive(Clone, Default, Debug)]
pub struct Backoff(u32);

impl Backoff {
    /// How long to wait after one more failure: doubled each time up to five minutes, and by chance up to a half less.
    pub fn pause(&mut self) -> Duration {
        let whole = FIRST.saturating_mul(1 << self.0.min(12)).min(LONGEST);
        self.0 += 1;
        let mut chance = [0; 2];
        // Without chance the pause is merely a whole one.
        let _ = getrandom::fill(&mut chance);
        whole - whole / 2 * u32::from(u16::from_le_bytes(chance)) / u32::from(u16::MAX)
    }

    /// It went well. Says whether it had failed before.
    pub fn reset(&mut self) -> bool {
        std::mem::take(&mut self.0) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_differ_and_have_an_end() {
        let mut backoff = Backoff::default();
        assert!(!backoff.reset());
        let pauses: Vec<Duration> = (0..20).map(|_| backoff.pause()).collect();
        assert!(pauses[0] <= FIRST && pauses[0] >= FIRST / 2);
        assert!(pauses[12..].iter().all(|pause| *pause <= LONGEST && *pause >= LONGEST / 2));
        assert!(pauses[12..].windows(2).any(|two| two[0] != two[1]), "chance");
        assert!(backoff.reset());
        assert!(backoff.pause() <= FIRST);
    }
}
