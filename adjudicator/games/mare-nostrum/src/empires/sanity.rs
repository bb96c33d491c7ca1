//! What must be true of every position: nothing appears from nowhere and no limit is broken.

use super::Empires;
use super::position::{Hold, State};
use crate::pieces::{Building, Cards};
use alloc::format;
use tabellarius_kernel::Unsound;

/// Checks a position.
pub fn check(game: &Empires, state: &State) -> Result<(), Unsound> {
    cards(game, state)?;
    pieces(game, state)?;
    areas(game, state)
}

/// Supply and hands together are all tokens; the legendary ones are one of each good (EM-1.3, EM-2.4).
fn cards(game: &Empires, state: &State) -> Result<(), Unsound> {
    let mut all: Cards = state.position.bank;
    let mut legends = state.stack;
    legends.put(&state.discard);
    for (hand, legendary) in state.hands.iter().zip(&state.legends) {
        if !hand.covers(legendary) {
            return Err(Unsound(format!("legendary goods that no hand holds: {legendary:?}")));
        }
        let mut ordinary = *hand;
        ordinary.remove(legendary);
        all.put(&ordinary);
        legends.put(legendary);
    }
    if all != game.core.board.bank {
        return Err(Unsound(format!("tokens are not conserved: {all:?}")));
    }
    let each: Cards = game.core.board.goods[1..].iter().copied().collect();
    if legends == each { Ok(()) } else { Err(Unsound(format!("legendary goods are not conserved: {legends:?}"))) }
}

/// Nobody has more than his colour, and the stock is what is not built (EM-1.3).
fn pieces(game: &Empires, state: &State) -> Result<(), Unsound> {
    let stock = game.core.board.stock(game.core.seats.len());
    for &building in Building::ALL {
        let built: u8 = state.position.areas.iter().map(|area| area.count(building)).sum();
        if built + state.position.stock[building as usize] != stock.of(building) {
            return Err(Unsound(format!("{building}: {built} are built, the stock is wrong")));
        }
    }
    for seat in game.core.board.seats().iter() {
        if let Some(unit) =
            game.core.board.units.iter().find(|u| state.position.units(seat, **u) > game.core.board.pieces.unit(**u))
        {
            return Err(Unsound(format!("{seat} has too many of {unit}")));
        }
        if state.position.markers(seat) > game.core.board.pieces.markers {
            return Err(Unsound(format!("{seat} has too many markers")));
        }
    }
    match game.core.board.roles.iter().find(|role| state.position.role(**role).is_none()) {
        Some(role) => Err(Unsound(format!("nobody is {role}"))),
        None => Ok(()),
    }
}

/// Capitals keep their owners (EM-5.6.7), covered provinces stay empty (EM-1.2), holds have legions (EM-5.6.5).
fn areas(game: &Empires, state: &State) -> Result<(), Unsound> {
    for (province, area) in state.position.provinces() {
        let land = game.core.board.land(province);
        if let Some(seat) = land.capital_of.filter(|seat| game.core.seats.contains(*seat))
            && area.owner != Some(seat)
        {
            return Err(Unsound(format!("{}: the capital changed hands", land.name)));
        }
        if game.is_covered(province) && (area.owner.is_some() || !area.armies().is_empty()) {
            return Err(Unsound(format!("{}: somebody is under a board", land.name)));
        }
        if let Some((by, hold)) = &area.hold {
            let empty = matches!(hold, Hold::Occupy(sites) if sites.is_empty());
            if empty || area.owner == Some(*by) || area.legions[by.index()] == 0 {
                return Err(Unsound(format!("{}: an empty hold", land.name)));
            }
        }
    }
    Ok(())
}
