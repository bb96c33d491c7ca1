//! Seats that nobody plays: who is told, who is asked, and what happens to people who never came.

use super::hands::hand_of;
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::{Log, Subject, Told};
use super::telling::{everybody, log, tell, tell_deadline, tell_player};
use super::tick::move_deadline;
use super::work::Work;
use crate::sentence::Notice;
use crate::store::{Board, Keeper, Member, Records, Role, SeatRow};
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;

/// Would you play?
#[derive(Serialize)]
struct InvitationPage<'p> {
    table: &'p str,
    seat: &'p str,
    is_ownerless: bool,
}

impl Page for InvitationPage<'_> {
    const TEMPLATE: &'static str = "desk/invitation.txt";
}

/// Tells everybody but these, who know, that a seat is free now; whoever stands by is asked, and whoever has no seat may take it.
pub(super) fn tell_vacancy<N: Notice>(
    work: &mut Work<'_>,
    board: &Board,
    seat: &str,
    but: &[i64],
    notice: impl Fn(bool) -> N,
) -> Result<()> {
    let seats = work.store.seats(&board.id)?;
    let members = work.store.members(&board.id)?;
    let is_ownerless = {
        let is_meant = |row: &SeatRow| seat.split(", ").any(|one| one == row.seat);
        seats.iter().any(|row| is_meant(row) && row.owner.is_none())
    };
    for person in everybody(work.store, board)?.into_iter().filter(|person| !but.contains(&person.id)) {
        let has_seat = seats.iter().any(|seat| seat.readers().any(|id| id == person.id));
        if !has_seat && members.iter().any(|one| one.person == person.id && one.role == Role::Standby) {
            invite(work, board, seat, person.id, is_ownerless)?;
        } else {
            tell(work, &person, board, &notice(!has_seat))?;
        }
    }
    Ok(())
}

/// Asks somebody who stands by; the first to accept has the seat.
pub(super) fn invite(work: &mut Work<'_>, board: &Board, seat: &str, person: i64, is_ownerless: bool) -> Result<()> {
    let Some(person) = work.store.person(person)? else { return Ok(()) };
    let seat = seat_list(work, board, seat, &person.language);
    let subject = work.voice.say(&person, &Subject::Invitation { seat: seat.clone() })?;
    let text = work.voice.page(&person, &InvitationPage { table: &board.id, seat: &seat, is_ownerless })?;
    send(work, &person, Mail::notice(board, &subject, text))
}

/// Seats that are held together, such as `red, green`, as a reader knows them.
fn seat_list(work: &mut Work<'_>, board: &Board, seats: &str, language: &str) -> String {
    let names = seats.split(", ").map(|seat| work.tables.games().seat_name(&board.header, seat, language));
    names.collect::<Vec<_>>().join(", ")
}

/// The seats that somebody who stands by can have at once.
pub(super) fn free_seats(store: &Records, board: &Board) -> Result<Vec<SeatRow>> {
    let after = board.settings.standby_after;
    let is_free = |seat: &SeatRow| seat.is_automatic() || (after > 0 && seat.missed >= after);
    Ok(store.seats(&board.id)?.into_iter().filter(is_free).collect())
}

/// Somebody has a seat no more: the deadline goes from the calendar, with a word why.
pub(super) fn dismiss(
    work: &mut Work<'_>,
    board: &mut Board,
    seat: &str,
    who: i64,
    notice: &impl Notice,
) -> Result<()> {
    // The file that takes the deadline away must count as newer than the one that brought it.
    board.clock.changes += 1;
    work.store.update_board(board)?;
    match work.store.person(who)? {
        Some(person) => tell_player(work, &person, board, seat, notice),
        None => Ok(()),
    }
}

/// Somebody has these seats no more: told once, and every deadline goes from the calendar.
pub(super) fn dismiss_from(
    work: &mut Work<'_>,
    board: &mut Board,
    rows: &[SeatRow],
    who: i64,
    notice: &impl Notice,
) -> Result<()> {
    let Some((first, others)) = rows.split_first() else { return Ok(()) };
    dismiss(work, board, &first.seat, who, notice)?;
    let asked: Vec<&SeatRow> = others.iter().filter(|row| board.clock.asked.contains(&row.seat)).collect();
    for row in asked {
        dismiss(work, board, &row.seat, who, &Told::CalendarCleared { seat: row.seat.clone() })?;
    }
    Ok(())
}

/// The first deadline, and somebody has never written: if the table says so, others are asked before the first stage is
/// resolved. Says whether the table waits for them; if nobody stands by, the automaton plays from the beginning.
pub(super) fn seek_others(work: &mut Work<'_>, board: &mut Board, missing: &[String]) -> Result<bool> {
    let span = board.settings.no_show;
    if span.0 == 0 || board.opened_after != Some(0) || !board.clock.sought.is_empty() {
        return Ok(false);
    }
    let gone = take_from_those_who_never_came(work, board, missing)?;
    if gone.is_empty() {
        return Ok(false);
    }
    let standbys = work.store.members(&board.id)?;
    let standbys: Vec<&Member> = standbys.iter().filter(|one| one.role == Role::Standby).collect();
    let waits = !standbys.is_empty();
    let seats: Vec<String> = gone.iter().map(|(seat, _)| seat.clone()).collect();
    log(work, board, &Log::NoShow { seats: seats.clone(), waits, span })?;
    for (seat, owner) in &gone {
        let notice = Told::YouNeverCame { table: board.id.clone(), seat: seat.clone() };
        dismiss(work, board, seat, *owner, &notice)?;
        for member in &standbys {
            invite(work, board, seat, member.person, true)?;
        }
    }
    if waits {
        board.clock.sought = seats.clone();
        move_deadline(work, board, work.now + span.0)?;
    }
    tell_deadline(work, board, &Told::NoShow { seats, waits, deadline: board.deadline.map(Moment) })?;
    // They may still have the seat, if they are quicker than the others.
    for (_, owner) in &gone {
        let member = Member { person: *owner, role: Role::Standby, wishes: String::new() };
        work.store.add_member(&board.id, &member, work.now)?;
    }
    Ok(waits)
}

/// The seats that are free because their owners never wrote, with those owners.
fn take_from_those_who_never_came(
    work: &mut Work<'_>,
    board: &Board,
    missing: &[String],
) -> Result<Vec<(String, i64)>> {
    let mut gone: Vec<(String, i64)> = Vec::new();
    for mut seat in work.store.seats(&board.id)?.into_iter().filter(|seat| missing.contains(&seat.seat)) {
        let Some(owner) = seat.owner.filter(|_| seat.keeper == Keeper::Owner) else { continue };
        let mut has_written = false;
        for own in hand_of(work.tables.games(), work.store, board, &seat.seat)? {
            has_written |= work.store.last_letter(&board.id, &own.seat)?.is_some();
        }
        if has_written {
            continue;
        }
        (seat.owner, seat.keeper, seat.missed) = (None, Keeper::Caretaker, 0);
        work.store.set_seat(&board.id, &seat)?;
        work.store.unvote_all(&board.id, &seat.seat)?;
        gone.push((seat.seat, owner));
    }
    Ok(gone)
}
