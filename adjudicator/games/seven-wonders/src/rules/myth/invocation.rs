//! A myth that is invoked: when, how, and at whom (7W-13.8, 7W-13.12).

use crate::deity::{Aim, Deity};
use crate::orders::Cities;
use crate::payment::Trade;
use tabellarius_kernel::keyed;

keyed!(
    /// Whether the myth comes before the card of the turn or after it (7W-13.8).
    When, "when", { First = "first", Last = "last" }
);

keyed!(
    /// What is done with the myth (7W-13.8).
    Use, "use", {
        /// Its power is paid for and used.
        Power = "power",
        /// It is discarded for coins.
        Coins = "coins",
    }
);

/// A myth that is invoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// Which one.
    pub deity: Deity,
    /// What is done with it.
    pub used: Use,
    /// Before or after the card of the turn.
    pub when: When,
    /// At whom or what.
    pub aim: Aim,
    /// What must be bought for it.
    pub buy: Trade,
    /// What must be bought for it from cities that are called by their names.
    pub from: Cities,
}

impl Invocation {
    /// Whether all cards in hands are shuffled before anybody chooses, so that everybody chooses anew (7W-13.44).
    pub fn shuffles_first(&self) -> bool {
        (self.deity, self.used, self.when) == (Deity::Isis, Use::Power, When::First)
    }
}
