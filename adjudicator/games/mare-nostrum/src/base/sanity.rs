//! What must be true of every position: nothing appears from nowhere and no limit is broken.

use crate::common::Core;
use crate::common::ground::{Ground, Hold};
use crate::pieces::{Building, Cards, Unit};
use alloc::format;
use tabellarius_kernel::{Seat, Unsound};

/// Checks what lies on the table and in the hands; `in_play` counts a side's units, wherever they are.
pub fn check(core: &Core, ground: &Ground, hands: &[Cards], in_play: impl Fn(Seat, Unit) -> u8) -> Result<(), Unsound> {
    cards(core, ground, hands)?;
    tokens(core, ground)?;
    pieces(core, ground, in_play)?;
    areas(core, ground)
}

/// Bank and hands together are all cards of the game (MN-1.4, MY-1.4).
fn cards(core: &Core, ground: &Ground, hands: &[Cards]) -> Result<(), Unsound> {
    let mut all: Cards = ground.bank;
    hands.iter().for_each(|hand| all.put(hand));
    if all == core.board.bank { Ok(()) } else { Err(Unsound(format!("cards are not conserved: {all:?}"))) }
}

/// Stock and board together are all tokens for this number of players (MN-1.3, MY-1.3).
fn tokens(core: &Core, ground: &Ground) -> Result<(), Unsound> {
    let stock = core.board.stock(core.seats.len());
    for &building in Building::ALL {
        let built = ground.areas.iter().flat_map(|area| area.sites());
        let built = built.filter(|site| site.building() == building).count();
        let left = usize::from(ground.stock[building as usize]);
        if built + left != usize::from(stock.of(building)) {
            return Err(Unsound(format!("{building}: {built} built and {left} left of {}", stock.of(building))));
        }
    }
    Ok(())
}

/// Nobody has more pieces than the colour has (MN-1.2, MY-1.2).
fn pieces(core: &Core, ground: &Ground, in_play: impl Fn(Seat, Unit) -> u8) -> Result<(), Unsound> {
    for seat in core.board.seats().iter() {
        for &unit in core.board.units {
            if in_play(seat, unit) > core.board.pieces.unit(unit) {
                return Err(Unsound(format!("{seat} has too many of {unit}")));
            }
        }
        if ground.markers(seat) > core.board.pieces.markers {
            return Err(Unsound(format!("{seat} has too many markers")));
        }
    }
    let started = ground.turn > 0;
    match core.board.roles.iter().find(|role| started && ground.role(**role).is_none()) {
        Some(role) => Err(Unsound(format!("nobody is {role}"))),
        None => Ok(()),
    }
}

/// Buildings stand on sites and under markers (MN-4.4, MN-4.4.5, MY-4.4, MY-4.4.5); capitals keep their owners (MN-4.5.1, MN-5.6.6,
/// MY-4.5.1, MY-5.6.6); holds have legions.
fn areas(core: &Core, ground: &Ground) -> Result<(), Unsound> {
    for (province, area) in ground.provinces() {
        let land = core.board.land(province);
        if area.owner.is_none() && area.sites().next().is_some() {
            return Err(Unsound(format!("{}: a building without a marker", land.name)));
        }
        if let Some(seat) = land.capital_of.filter(|seat| core.seats.contains(*seat))
            && ground.turn > 0
            && area.owner != Some(seat)
        {
            return Err(Unsound(format!("{}: the capital changed hands", land.name)));
        }
        if let Some((by, hold)) = &area.hold {
            let listed = matches!(hold, Hold::Occupy(sites) if sites.is_empty());
            if listed || area.owner == Some(*by) {
                return Err(Unsound(format!("{}: an empty hold", land.name)));
            }
        }
    }
    Ok(())
}
