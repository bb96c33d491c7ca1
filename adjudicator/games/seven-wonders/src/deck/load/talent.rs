//! What a card does besides the simple things, as the data file says it.

use super::super::{Loss, Talent};
use super::{Name, things};
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::Flaws;

/// A talent: `talent = { discount = { on = ["green"], goods = 1 } }`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Entry {
    Discount { on: Vec<Name>, goods: u8 },
    Bonus { on: Vec<Name>, coins: u8 },
    Sets { of: Vec<Name>, points: u8 },
    SetBonus(u8),
    Bank(u8),
    LeadersCheaper { own: u8, neighbours: u8 },
    Leaders(u8),
    OthersLose { coins: u8, per: Vec<Name> },
    NeighboursGain(u8),
    Dock { west: u8, east: u8 },
    NoStage(u8),
    Raid(u8),
    Invocations(u8),
}

/// Reads a talent.
pub(super) fn read(entry: &Entry, flaws: &mut Flaws) -> Talent {
    match entry {
        Entry::Discount { on, goods } => Talent::Discount { on: things(on, flaws), goods: *goods },
        Entry::Bonus { on, coins } => Talent::Bonus { on: things(on, flaws), coins: *coins },
        Entry::Sets { of, points } => Talent::Sets { of: things(of, flaws), points: *points },
        Entry::SetBonus(points) => Talent::SetBonus(*points),
        Entry::Bank(price) => Talent::Bank(*price),
        Entry::LeadersCheaper { own, neighbours } => Talent::LeadersCheaper { own: *own, neighbours: *neighbours },
        Entry::Leaders(count) => Talent::Leaders(*count),
        Entry::OthersLose { coins, per } => Talent::Loss(Loss { coins: *coins, per: things(per, flaws) }),
        Entry::NeighboursGain(coins) => Talent::Gift(*coins),
        Entry::Dock { west, east } => Talent::Dock { west: *west, east: *east },
        Entry::NoStage(points) => Talent::NoStage(*points),
        Entry::Raid(points) => Talent::Raid(*points),
        Entry::Invocations(age) => {
            if !(1..=3).contains(age) {
                flaws.add(0, "there are three ages");
            }
            Talent::Invocations(age.saturating_sub(1).min(2))
        }
    }
}
