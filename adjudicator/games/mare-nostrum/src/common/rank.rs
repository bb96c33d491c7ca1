//! The ranking of a game that ends without a victory.

use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Seat, Seats};

/// All players, the best first, and those who share the first place: nothing tells them apart, the order of the seats least of all
/// (MN-6.3, MY-7.3).
pub fn best_first<K: Ord>(seats: Seats, key: impl Fn(Seat) -> K) -> (Vec<Seat>, Vec<Seat>) {
    let mut ranking: Vec<Seat> = seats.iter().collect();
    ranking.sort_by_key(|seat| Reverse(key(*seat)));
    let best = ranking.first().map(|seat| key(*seat));
    let first = ranking.iter().copied().filter(|seat| Some(key(*seat)) == best).collect();
    (ranking, first)
}
