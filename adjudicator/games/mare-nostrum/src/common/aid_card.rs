//! What lies on the board before anybody has placed anything: aid cards, and civilizations that nobody plays.

use super::ground::{SIDES, Site};
use super::orders::Item;
use super::{Core, Mare};
use crate::pieces::{Province, Role, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Seat, Table};

/// What an aid card gives, the marker of the capital first (MN-2.1, MY-2.1, EM-1.2).
pub fn items(core: &Core, seat: Seat) -> Vec<Item> {
    let civilization = core.board.civilization(seat);
    let start = &civilization.start;
    let mut markers = start.markers.clone();
    markers.sort_by_key(|province| *province != civilization.capital);
    let mut items: Vec<Item> = markers.into_iter().map(|province| Item::Influence { province }).collect();
    let building = |province: &Province, site| Item::Building { province: *province, site };
    items.extend(start.cities.iter().map(|(province, n)| building(province, Site::City(*n))));
    items.extend(start.caravans.iter().map(|(province, n)| building(province, Site::Caravan(*n))));
    items.extend(start.markets.iter().map(|province| building(province, Site::Market)));
    items.extend(start.temples.iter().map(|province| building(province, Site::Temple)));
    for (unit, list) in
        [(Unit::Legion, &start.legions), (Unit::Fortress, &start.fortresses), (Unit::Trireme, &start.triremes)]
    {
        for (province, n) in list {
            items.extend(core::iter::repeat_n(Item::Unit { province: *province, unit }, usize::from(*n)));
        }
    }
    items.push(Item::Card { card: civilization.hero });
    items
}

/// The provinces where a civilization that nobody plays stands still and defends itself, its capital first (MN-2.3, MY-2.3).
pub fn neutral_provinces(core: &Core, seat: Seat) -> impl Iterator<Item = Province> {
    let civilization = core.board.civilization(seat);
    core::iter::once(civilization.capital).chain(civilization.neutral.iter().copied())
}

/// Who gets a role that is still free when the set-up is over: of those without a role whoever counts most, and on a tie the one whom the lot
/// finds (MN-2.5, MN-2.6.6, MY-2.5, MY-2.6.6). Says too how much that is, and whether lots were drawn.
pub fn first_holder<G: Mare>(
    t: &mut Table<'_, G>,
    role: Role,
    holders: &[Option<Seat>],
    counts: &[u8; SIDES],
) -> Option<(Seat, u8, bool)> {
    let seats = t.game.core().seats;
    let without: Vec<Seat> = seats.iter().filter(|seat| !holders.contains(&Some(*seat))).collect();
    let mut among = if without.is_empty() { seats.iter().collect() } else { without };
    let best = among.iter().map(|seat| counts[seat.index()]).max()?;
    among.retain(|seat| counts[seat.index()] == best);
    let drawn = among.len() > 1;
    let place = match drawn {
        true => {
            let lots = t.shuffle(Audience::All, format_args!("lots for {}", role.key()), among.len() as u8);
            lots.first().map_or(0, |lot| usize::from(*lot))
        }
        false => 0,
    };
    among.get(place).map(|seat| (*seat, best, drawn))
}
