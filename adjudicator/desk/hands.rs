//! Seats that one person holds together: the rules of a game may give a player several sides. Such seats are given, left and taken
//! as a whole, and nobody gives orders for a seat of somebody else.

use super::commands::Case;
use super::open_table::OpenTable;
use super::work::Work;
use crate::store::{Board, Keeper, SeatRow};
use anyhow::Result;

impl Work<'_> {
    /// How many people play at a table.
    pub(super) fn people_at(&self, board: &Board) -> Result<usize> {
        Ok(self.tables.games.hands(&board.header)?.len())
    }

    /// The seats that go with a seat, itself among them, in the order of the game.
    pub(super) fn hand_of(&self, board: &Board, seat: &str) -> Result<Vec<SeatRow>> {
        let hands = self.tables.games.hands(&board.header)?;
        let hand = hands.into_iter().find(|hand| hand.iter().any(|one| one == seat)).unwrap_or_default();
        let rows = self.in_order(board)?.into_iter();
        Ok(rows.filter(|row| row.seat == seat || hand.contains(&row.seat)).collect())
    }

    /// The seats that the writer has at the table the letter is about, in the order of the game.
    pub(super) fn own_rows(&self, case: &Case) -> Result<Vec<SeatRow>> {
        let Some(board) = &case.board else { return Ok(Vec::new()) };
        Ok(self.in_order(board)?.into_iter().filter(|seat| belongs_to(seat, case.person.id)).collect())
    }

    /// The seats of a table in the order of its game. A game that cannot be built has none.
    fn in_order(&self, board: &Board) -> Result<Vec<SeatRow>> {
        let order = self.tables.games.hands(&board.header).unwrap_or_default().concat();
        let mut rows = self.store.seats(&board.id)?;
        rows.sort_by_key(|row| order.iter().position(|seat| *seat == row.seat));
        Ok(rows)
    }

    /// The seats for which a seat's letter gives orders although somebody else has them.
    pub(super) fn others_ordered(
        &self,
        board: &Board,
        table: &dyn OpenTable,
        seat: &SeatRow,
        text: &str,
    ) -> Result<Vec<String>> {
        let rows = self.store.seats(&board.id)?;
        let holder = seat.player().or(seat.owner);
        let is_others = |name: &String| {
            let row = rows.iter().find(|row| row.seat == *name);
            row.is_none_or(|row| !holder.is_some_and(|holder| belongs_to(row, holder)))
        };
        Ok(table.others_ordered(&seat.seat, text)?.into_iter().filter(is_others).collect())
    }
}

/// Whether somebody has a seat: as its owner, or as whoever stepped in.
pub(super) fn belongs_to(seat: &SeatRow, person: i64) -> bool {
    seat.owner == Some(person) || (seat.keeper == Keeper::Standby && seat.standby == Some(person))
}

/// The names of seats as a command takes them: `red, green`.
pub(super) fn named(rows: &[SeatRow]) -> String {
    rows.iter().map(|row| row.seat.as_str()).collect::<Vec<_>>().join(", ")
}
