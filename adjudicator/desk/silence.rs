//! Silent seats: defaults, counted; then somebody who steps in; then the automaton. The owner gets the seat back by writing.

use super::Desk;
use super::open_table::OpenTable;
use super::sentences::{Log, News, Told};
use super::telling::{log, tell_player};
use super::turn::missing;
use super::vacancy::invite;
use super::work::Work;
use crate::store::{Board, Keeper, Records, Role, SeatRow};
use anyhow::Result;

impl Desk {
    /// What the automaton would write for each person who is awaited at a table, by address: for demos and trials.
    pub fn automata_letters(&mut self, table: &str) -> Result<Vec<(String, String)>> {
        let Some(board) = self.store.board(table)? else { return Ok(Vec::new()) };
        let open = self.tables.see(&self.store, &board)?;
        let mut letters = Vec::new();
        let missing = missing(&self.store, &board, open)?;
        for seat in self.store.seats(table)?.iter().filter(|seat| missing.contains(&seat.seat)) {
            if let Some(person) = seat.player().map(|id| self.store.person(id)).transpose()?.flatten() {
                letters.push((person.address, open.caretaker(&seat.seat)?));
            }
        }
        Ok(letters)
    }
}

/// The seats that would count as silent if the round closed now. Whoever wrote for this stage before is not; standing plans
/// speak for somebody who is there, and only for so long: they play on, but whoever sends nothing is gone.
pub(super) fn silent_seats(store: &Records, board: &Board, table: &dyn OpenTable) -> Result<Vec<String>> {
    let rows = store.seats(&board.id)?;
    let mut silent = Vec::new();
    for seat in table.awaited() {
        // Whoever writes for one of several seats is there.
        let player = rows.iter().find(|row| row.seat == seat).and_then(SeatRow::player);
        let own = rows.iter().filter(|row| row.seat == seat || (player.is_some() && row.player() == player));
        let mut speaks = false;
        for row in own {
            speaks |= table.has_filed(&row.seat)? || table.has_kept(&row.seat)?;
        }
        if !speaks && !is_there(store, board, table, &seat)? {
            silent.push(seat);
        }
    }
    Ok(silent)
}

/// Whether a seat has standing plans, and its player has sent something lately.
fn is_there(store: &Records, board: &Board, table: &dyn OpenTable, seat: &str) -> Result<bool> {
    let most = board.settings.silent_after;
    if !table.has_plans(seat)? {
        return Ok(false);
    }
    Ok(most == 0 || store.deadlines_without_letter(&board.id, board.timeline, seat)? < most)
}

/// Counts who wrote and who did not, and does what the table's settings say about it. Returns what everybody is told.
pub(super) fn count_silence(
    work: &mut Work<'_>,
    board: &Board,
    seats: &mut [SeatRow],
    asked: &[String],
    silent: &[String],
) -> Result<Vec<News>> {
    let (mut news, mut gone) = (Vec::new(), Vec::new());
    for seat in seats.iter_mut().filter(|seat| asked.contains(&seat.seat) && !seat.is_automatic()) {
        if !silent.contains(&seat.seat) {
            if seat.missed > 0 {
                seat.missed = 0;
                work.store.set_seat(&board.id, seat)?;
            }
            continue;
        }
        seat.missed += 1;
        news.push(News::WasSilent { seat: seat.seat.clone(), missed: seat.missed });
        if seat.missed == board.settings.standby_after {
            for member in work.store.members(&board.id)?.iter().filter(|member| member.role == Role::Standby) {
                invite(work, board, &seat.seat, member.person, false)?;
            }
        }
        if board.settings.caretaker_after > 0 && seat.missed >= board.settings.caretaker_after {
            seat.keeper = Keeper::Caretaker;
            gone.extend(seat.owner);
            news.push(News::CaretakerPlays { seat: seat.seat.clone() });
            log(work, board, &Log::CaretakerPlays { seat: seat.seat.clone() })?;
        }
        work.store.set_seat(&board.id, seat)?;
    }
    // The other seats of somebody who is gone go along, whether they were asked or not.
    for seat in seats.iter_mut().filter(|seat| seat.keeper == Keeper::Owner) {
        if seat.owner.is_some_and(|owner| gone.contains(&owner)) {
            seat.keeper = Keeper::Caretaker;
            news.push(News::CaretakerPlays { seat: seat.seat.clone() });
            work.store.set_seat(&board.id, seat)?;
        }
    }
    Ok(news)
}

/// The owner writes again and has the seat back. Says whether it was so.
pub(super) fn welcome_back(work: &mut Work<'_>, board: &Board, seat: &mut SeatRow, person: i64) -> Result<bool> {
    if seat.keeper == Keeper::Owner || seat.owner != Some(person) {
        return Ok(false);
    }
    let standby = seat.standby.filter(|_| seat.keeper == Keeper::Standby);
    (seat.keeper, seat.standby, seat.missed) = (Keeper::Owner, None, 0);
    work.store.set_seat(&board.id, seat)?;
    if let Some(standby) = standby.map(|id| work.store.person(id)).transpose()?.flatten() {
        tell_player(work, &standby, board, &seat.seat, &Told::ThanksStandby { seat: seat.seat.clone() })?;
    }
    log(work, board, &Log::OwnerBack { seat: seat.seat.clone() })?;
    Ok(true)
}
