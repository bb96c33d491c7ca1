//! What must be true of every position: nothing appears from nowhere and no limit is broken.

use super::Mythology;
use super::position::{Hold, State};
use crate::pieces::{Building, Cards, Creature};
use alloc::format;
use tabellarius_kernel::Unsound;

/// Checks a position.
pub fn check(game: &Mythology, state: &State) -> Result<(), Unsound> {
    cards(game, state)?;
    tokens(game, state)?;
    pieces(game, state)?;
    areas(game, state)
}

/// Bank and hands together are all cards of the game (MY-1.4).
fn cards(game: &Mythology, state: &State) -> Result<(), Unsound> {
    let mut all: Cards = state.position.bank;
    state.hands.iter().for_each(|hand| all.put(hand));
    if all == game.core.board.bank { Ok(()) } else { Err(Unsound(format!("cards are not conserved: {all:?}"))) }
}

/// Stock and board together are all tokens for this number of players (MY-1.3).
fn tokens(game: &Mythology, state: &State) -> Result<(), Unsound> {
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

/// Nobody has more pieces than his colour (MY-1.2).
fn pieces(game: &Mythology, state: &State) -> Result<(), Unsound> {
    for seat in game.core.board.seats().iter() {
        for &unit in game.core.board.units {
            if game.in_play(&state.position, seat, unit) > game.core.board.pieces.unit(unit) {
                return Err(Unsound(format!("{seat} has too many of {unit}")));
            }
        }
        if state.position.markers(seat) > game.core.board.pieces.markers {
            return Err(Unsound(format!("{seat} has too many markers")));
        }
    }
    let beasts = state.position.krakens.iter().sum::<u8>() + state.position.dived;
    if beasts > 0 && game.breeder(Creature::Kraken).is_none() {
        return Err(Unsound("krakens of nobody".into()));
    }
    let started = state.position.turn > 0;
    match game.core.board.roles.iter().find(|role| started && state.position.role(**role).is_none()) {
        Some(role) => Err(Unsound(format!("nobody is {role}"))),
        None => Ok(()),
    }
}

/// Buildings stand on sites and under markers (MY-4.4, MY-4.4.5); capitals keep their owners (MY-4.5.1, MY-5.6.6); holds have legions.
fn areas(game: &Mythology, state: &State) -> Result<(), Unsound> {
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
