//! What a moderator does with a seat: replace, eject, caretaker.

use super::seats::{look_again, no_such_seat};
use crate::desk::handling::Handling;
use crate::desk::open_table::Reader;
use crate::desk::people::known_or_new;
use crate::desk::post::{Mail, send};
use crate::desk::reply::{Answer, Reply, decline};
use crate::desk::reports::{Tidings, To, report_text};
use crate::desk::sentences::{Log, Moderating, Subject, Told};
use crate::desk::telling::{log, tell_others};
use crate::desk::vacancy::{dismiss, tell_vacancy};
use crate::desk::work::Work;
use crate::mail::Address;
use crate::report::Detail;
use crate::store::{Board, Keeper, Person, Records, Role, SeatRow};

/// `replace Rome by anna@example.org`
pub fn replace(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_alive(work.store)?;
    let address =
        rest.split_whitespace().map(|word| word.trim_matches(['<', '>', ','])).find(|word| word.contains('@'));
    let Some(address) = address.map(Address::new) else { return Err(decline(Moderating::ReplaceByWhom)) };
    let mut row = seat_named(work.store, &board, rest.split_whitespace().next().unwrap_or_default())?;
    let person = known_or_new(work, &address)?;
    let before: Vec<i64> = row.readers().filter(|id| *id != person.id).collect();
    (row.owner, row.standby, row.keeper, row.missed) = (Some(person.id), None, Keeper::Owner, 0);
    work.store.set_seat(&board.id, &row)?;
    work.store.unvote_all(&board.id, &row.seat)?;
    for role in [Role::Standby, Role::Observer] {
        work.store.remove_member(&board.id, person.id, role)?;
    }
    let (by, table, seat, name) = (mail.person.name.clone(), board.id.clone(), row.seat.clone(), person.name.clone());
    log(work, &board, &Log::Replaced { by: by.clone(), seat: seat.clone(), name: name.clone() })?;
    let notice = Told::YouAreReplaced { by, table, seat: seat.clone(), name: name.clone() };
    for id in before {
        dismiss(work, &mut board, &seat, id, &notice)?;
    }
    tell_others(work, &board, &[person.id], &Told::Replaced { name: name.clone(), seat: seat.clone() })?;
    send_current(work, &board, &row, &person)?;
    look_again(work, &board)?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouReplaced { name, seat })?)
}

/// Sends somebody who is new at a seat what its player would know.
pub(in crate::desk) fn send_current(work: &mut Work<'_>, board: &Board, seat: &SeatRow, person: &Person) -> Answer<()> {
    if !board.is_started() {
        return Ok(());
    }
    let table = work.open(board)?;
    let to = To { person, reader: Reader::Seat(&seat.seat), detail: Detail::Whole };
    let text = report_text(work, board, table.as_ref(), to, &Tidings::default())?;
    work.tables.put(board, table);
    let mut mail = Mail::notice(board, &work.voice.say(person, &Subject::Welcome)?, text);
    (mail.about, mail.calendar) = (Some((board, Some(seat.seat.as_str()))), true);
    Ok(send(work, person, mail)?)
}

/// Takes a seat away from whoever has it.
pub fn eject(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_alive(work.store)?;
    let mut row = seat_named(work.store, &board, rest)?;
    let name = row.owner.map(|id| work.store.person(id)).transpose()?.flatten().map(|person| person.name);
    let before: Vec<i64> = row.readers().collect();
    (row.owner, row.standby, row.keeper, row.missed) = (None, None, Keeper::Caretaker, 0);
    work.store.set_seat(&board.id, &row)?;
    work.store.unvote_all(&board.id, &row.seat)?;
    let (by, seat) = (mail.person.name.clone(), row.seat);
    log(work, &board, &Log::Ejected { by: by.clone(), seat: seat.clone(), name: name.clone() })?;
    let notice = Told::YouAreEjected { by, table: board.id.clone(), seat: seat.clone() };
    for id in before {
        dismiss(work, &mut board, &seat, id, &notice)?;
    }
    let ejected = |may_accept| Told::Ejected { seat: seat.clone(), name: name.clone(), may_accept };
    tell_vacancy(work, &board, &seat, ejected)?;
    look_again(work, &board)?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouEjected { seat })?)
}

/// Lets the automaton play a seat until its owner writes.
pub fn caretaker(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_alive(work.store)?;
    let mut row = seat_named(work.store, &board, rest)?;
    row.keeper = Keeper::Caretaker;
    work.store.set_seat(&board.id, &row)?;
    let (by, seat) = (mail.person.name.clone(), row.seat);
    log(work, &board, &Log::CaretakerSet { by: by.clone(), seat: seat.clone() })?;
    let set = |may_accept| Told::CaretakerSet { by: by.clone(), seat: seat.clone(), may_accept };
    tell_vacancy(work, &board, &seat, set)?;
    look_again(work, &board)?;
    Ok(Reply::say(Moderating::YouSetCaretaker { seat })?)
}

/// A seat by its name, or by the beginning of it.
pub fn seat_named(store: &Records, board: &Board, name: &str) -> Answer<SeatRow> {
    let wanted = name.trim().to_lowercase();
    let seats = store.seats(&board.id)?;
    let names: Vec<String> = seats.iter().map(|seat| seat.seat.clone()).collect();
    let is_meant = |seat: &SeatRow| !wanted.is_empty() && seat.seat.to_lowercase().starts_with(&wanted);
    let mut fits: Vec<SeatRow> = seats.into_iter().filter(is_meant).collect();
    match (fits.pop(), fits.is_empty()) {
        (Some(seat), true) => Ok(seat),
        _ => Err(no_such_seat(name, &names)),
    }
}
