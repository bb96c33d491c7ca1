//! Seats that one person holds together: the rules of a game may give a player several sides. Such seats are given, left and taken
//! as a whole, and nobody gives orders for a seat of somebody else.

use super::open_table::{Games, OpenTable};
use crate::store::{Board, Keeper, Records, SeatRow};
use anyhow::Result;

/// How many people play at a table.
pub(super) fn people_at(games: &Games, board: &Board) -> Result<usize> {
    Ok(games.hands(&board.header)?.len())
}

/// The seats that go with a seat, itself among them, in the order of the game.
pub(super) fn hand_of(games: &Games, store: &Records, board: &Board, seat: &str) -> Result<Vec<SeatRow>> {
    let hands = games.hands(&board.header)?;
    let hand = hands.into_iter().find(|hand| hand.iter().any(|one| one == seat)).unwrap_or_default();
    let rows = in_order(games, store, board)?.into_iter();
    Ok(rows.filter(|row| row.seat == seat || hand.contains(&row.seat)).collect())
}

/// The seats that somebody has at a table, in the order of the game.
pub(super) fn own_rows(games: &Games, store: &Records, board: &Board, person: i64) -> Result<Vec<SeatRow>> {
    Ok(in_order(games, store, board)?.into_iter().filter(|seat| belongs_to(seat, person)).collect())
}

/// The seats of a table in the order of its game. A game that cannot be built has none.
fn in_order(games: &Games, store: &Records, board: &Board) -> Result<Vec<SeatRow>> {
    let order = games.hands(&board.header).unwrap_or_default().concat();
    let mut rows = store.seats(&board.id)?;
    rows.sort_by_key(|row| order.iter().position(|seat| *seat == row.seat));
    Ok(rows)
}

/// The seats for which a seat's letter gives orders although somebody else has them.
pub(super) fn others_ordered(
    store: &Records,
    board: &Board,
    table: &dyn OpenTable,
    seat: &SeatRow,
    text: &str,
) -> Result<Vec<String>> {
    let ordered = table.others_ordered(&seat.seat, text)?;
    if ordered.is_empty() {
        return Ok(ordered);
    }
    let rows = store.seats(&board.id)?;
    let holder = seat.player().or(seat.owner);
    let is_others = |name: &String| {
        let row = rows.iter().find(|row| row.seat == *name);
        row.is_none_or(|row| !holder.is_some_and(|holder| belongs_to(row, holder)))
    };
    Ok(ordered.into_iter().filter(is_others).collect())
}

/// Whether somebody has a seat: as its owner, or as whoever stepped in.
pub(super) fn belongs_to(seat: &SeatRow, person: i64) -> bool {
    seat.owner == Some(person) || (seat.keeper == Keeper::Standby && seat.standby == Some(person))
}

/// The names of seats as a command takes them: `red, green`.
pub(super) fn named(rows: &[SeatRow]) -> String {
    rows.iter().map(|row| row.seat.as_str()).collect::<Vec<_>>().join(", ")
}
