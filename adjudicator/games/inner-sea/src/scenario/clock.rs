//! When an Epoch is over (IS-7.6, IS-14.4).

use alloc::vec::Vec;

/// What ends an Epoch after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Nothing.
    Never,
    /// A card is turned up: one of these digits in its number; bit 2 is the digit 2.
    Digits(u16),
    /// A card is turned up: an odd number.
    Odd,
    /// The turn itself.
    Always,
}

impl Ends {
    /// Whether a card is turned up.
    pub fn asks_a_card(self) -> bool {
        matches!(self, Ends::Digits(_) | Ends::Odd)
    }

    /// Whether a number ends the Epoch.
    pub fn by(self, number: u8) -> bool {
        match self {
            Ends::Never => false,
            Ends::Always => true,
            Ends::Odd => number % 2 == 1,
            Ends::Digits(digits) => {
                let has = |divisor: u8| number >= divisor && digits >> (number / divisor % 10) & 1 == 1;
                has(1) || has(10) || has(100)
            }
        }
    }
}

/// The turns of an Epoch and what may end it after each of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// After the first turn, the second, and so on; the last one always ends it.
    pub turns: Vec<Ends>,
    /// The last turn has no Valuation Phase: the game is over when its competitions are (IS-14.4).
    pub stops_after_competition: bool,
    /// Turns that are played in any case: a card cannot end the Epoch before (IS-14.4).
    pub least: u8,
}

impl Clock {
    /// The rulebook's (IS-7.6).
    pub fn usual() -> Clock {
        Clock {
            turns: alloc::vec![Ends::Never, Ends::Digits(1 << 2), Ends::Digits(1 << 2 | 1 << 3), Ends::Always],
            ..Clock::default()
        }
    }

    /// Four turns (IS-10.5).
    pub fn full() -> Clock {
        Clock { turns: alloc::vec![Ends::Never, Ends::Never, Ends::Never, Ends::Always], ..Clock::default() }
    }

    /// What ends the Epoch after a turn, from 1.
    pub fn after(&self, turn: u8) -> Ends {
        self.turns.get(usize::from(turn).wrapping_sub(1)).copied().unwrap_or(Ends::Always)
    }

    /// The last turn that there may be.
    pub fn last(&self) -> u8 {
        self.turns.len() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IS-7.6, IS-14.4
    #[test]
    fn digits_anywhere_in_the_number() {
        let usual = Clock::usual();
        let ends = |turn: u8| (1..=103).filter(|number| usual.after(turn).by(*number)).count();
        assert_eq!([ends(1), ends(2), ends(4), ends(5)], [0, 20, 103, 103]);
        assert!(usual.after(2).by(62) && usual.after(2).by(102) && !usual.after(2).by(78) && usual.after(3).by(31));
        assert!(Ends::Odd.by(103) && !Ends::Odd.by(100));
        assert!(!Ends::Digits(1).by(7) && Ends::Digits(1).by(100), "no digit stands before the number");
    }
}
