//! What must be true of every position: nothing appears from nowhere and no limit is broken.

use super::Classic;
use super::position::{Hold, State};
use crate::pieces::{Building, Cards};
use alloc::format;
use tabellarius_kernel::Unsound;

/// Checks a position.
pub fn check(game: &Classic, state: &State) -> Result<(), Unsound> {
    cards(game, state)?;
    tokens(game, state)?;
    pieces(game, state)?;
    areas(game, state)
}

/// Bank and hands together are all cards of the game (MN-1.4).
fn cards(game: &Classic, state: &State) -> Result<(), Unsound> {
    let mut all: Cards = state.position.bank;
    state.hands.iter().for_each(|hand| all.put(hand));
    if all == game.core.board.bank { Ok(()) } else { Err(Unsound(format!("cards are not conserved: {all:?}"))) }
}

/// Stock and board together are all tokens for this number of players (MN-1.3).
fn tokens(game: &Classic, state: &State) -> Result<(), Unsound> {
    let stock = game.core.board.stock(game.core.seats.len());
    for &building in Building::ALL {
        let built = state.position.areas.iter().flat_map(|area| area.sites());
        let built = built.filter(|site| site.building() == building).count();
        let left = usize::from(state.position.stock[building as usize]);
        if built + left != usize::from(stock.of(building)) {
            return Err(Unsound(format!("{building}: {built} built and {left} left of {}", stock.of(building))));
        }
    }
    Ok(())
}

/// Nobody has more pieces than his colour (MN-1.2).
fn pieces(game: &Classic, state: &State) -> Result<(), Unsound> {
    for seat in game.core.board.seats().iter() {
        for &unit in game.core.board.units {
            if state.position.units(seat, unit) > game.core.board.pieces.unit(unit) {
                return Err(Unsound(format!("{seat} has too many of {unit}")));
            }
        }
        if state.position.markers(seat) > game.core.board.pieces.markers {
            return Err(Unsound(format!("{seat} has too many markers")));
        }
    }
    let started = state.position.turn > 0;
    match game.core.board.roles.iter().find(|role| started && state.position.role(**role).is_none()) {
        Some(role) => Err(Unsound(format!("nobody is {role}"))),
        None => Ok(()),
    }
}

/// Buildings stand on sites and under markers (MN-4.4, MN-4.4.5); capitals keep their owners (MN-4.5.1, MN-5.6.6); holds have legions.
fn areas(game: &Classic, state: &State) -> Result<(), Unsound> {
    for (province, area) in state.position.provinces() {
        let land = game.core.board.land(province);
        if area.owner.is_none() && area.sites().next().is_some() {
            return Err(Unsound(format!("{}: a building without a marker", land.name)));
        }
        if let Some(seat) = land.capital_of.filter(|seat| game.core.seats.contains(*seat))
            && state.position.turn > 0
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
