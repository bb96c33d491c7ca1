//! Silent seats: defaults, counted; then somebody who steps in; then the automaton. The owner gets the seat back by writing.

use super::Desk;
use super::open_table::OpenTable;
use super::sentences::{Log, News, Silent, Told};
use super::telling::{log, tell_others, tell_player};
use super::turn::missing;
use super::vacancy::invite;
use super::work::Work;
use crate::store::{Board, Keeper, Member, Person, Records, Role, SeatRow};
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
                let text = open.caretaker(&seat.seat)?;
                // A mail without a line is no letter: whoever wants nothing says so.
                letters.push((person.address, if text.trim().is_empty() { "no orders".to_owned() } else { text }));
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
    let (due, gap) = (board.deadline.unwrap_or(board.opened), board.settings.schedule(&board.stage).gap());
    Ok(most == 0 || store.deadlines_without_letter(&board.id, board.timeline, seat, due, gap.0)? < most)
}

/// Counts who wrote and who did not, and does what the table's settings say about it. Returns what everybody is told.
pub(super) fn count_silence(
    work: &mut Work<'_>,
    board: &Board,
    seats: &mut [SeatRow],
    asked: &[String],
    mut silent: Vec<Silent>,
) -> Result<Vec<News>> {
    let (mut handed, mut gone) = (Vec::new(), Vec::new());
    for seat in seats.iter_mut().filter(|seat| asked.contains(&seat.seat) && !seat.is_automatic()) {
        let Some(one) = silent.iter_mut().find(|one| one.seat == seat.seat) else {
            if seat.missed > 0 {
                seat.missed = 0;
                work.store.set_seat(&board.id, seat)?;
            }
            continue;
        };
        seat.missed += 1;
        one.missed = seat.missed;
        if seat.missed == board.settings.standby_after {
            for member in work.store.members(&board.id)?.iter().filter(|member| member.role == Role::Standby) {
                invite(work, board, &seat.seat, member.person, false)?;
            }
        }
        if board.settings.caretaker_after > 0 && seat.missed >= board.settings.caretaker_after {
            seat.keeper = Keeper::Caretaker;
            gone.extend(seat.owner);
            handed.push(seat.seat.clone());
            log(work, board, &Log::CaretakerPlays { seat: seat.seat.clone() })?;
        }
        work.store.set_seat(&board.id, seat)?;
    }
    // The other seats of somebody who is gone go along, whether they were asked or not.
    for seat in seats.iter_mut().filter(|seat| seat.keeper == Keeper::Owner) {
        if seat.owner.is_some_and(|owner| gone.contains(&owner)) {
            seat.keeper = Keeper::Caretaker;
            handed.push(seat.seat.clone());
            work.store.set_seat(&board.id, seat)?;
        }
    }
    silent.retain(|one| one.missed > 0);
    let mut news = Vec::new();
    news.extend((!silent.is_empty()).then_some(News::WereSilent { silent, own: Vec::new() }));
    news.extend((!handed.is_empty()).then_some(News::CaretakerPlays { seats: handed, own: false }));
    Ok(news)
}

/// The owner writes again and has these seats back, as far as somebody else plays them; everybody at the table hears of it. Returns
/// which they are.
pub(super) fn welcome_back(
    work: &mut Work<'_>,
    board: &Board,
    rows: &mut [SeatRow],
    person: &Person,
) -> Result<Vec<String>> {
    let is_away = |row: &&mut SeatRow| row.keeper != Keeper::Owner && row.owner == Some(person.id);
    let (mut regained, mut known) = (Vec::new(), vec![person.id]);
    for row in rows.iter_mut().filter(is_away) {
        let standby = row.standby.filter(|_| row.keeper == Keeper::Standby);
        (row.keeper, row.standby, row.missed) = (Keeper::Owner, None, 0);
        work.store.set_seat(&board.id, row)?;
        if let Some(standby) = standby.map(|id| work.store.person(id)).transpose()?.flatten() {
            tell_player(work, &standby, board, &row.seat, &Told::ThanksStandby { seat: row.seat.clone() })?;
            // Whoever stepped in once is asked again when a seat is free.
            let member = Member { person: standby.id, role: Role::Standby, wishes: String::new() };
            work.store.add_member(&board.id, &member, work.now)?;
            known.push(standby.id);
        }
        log(work, board, &Log::OwnerBack { seat: row.seat.clone() })?;
        regained.push(row.seat.clone());
    }
    if !regained.is_empty() {
        let notice = Told::OwnerBack { name: person.name.clone(), seats: regained.clone() };
        tell_others(work, board, &known, &notice)?;
    }
    Ok(regained)
}
