//! What a moderator does with a seat: replace, eject, caretaker.

use super::seats::look_again;
use crate::desk::handling::Handling;
use crate::desk::hands::{hand_of, named};
use crate::desk::names::seat_meant;
use crate::desk::open_table::Reader;
use crate::desk::people::{is_address, known_or_new, may_write_to};
use crate::desk::post::{Mail, send};
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::reports::{Tidings, To, report_text};
use crate::desk::sentences::{Identity, Log, Moderating, Subject, Told};
use crate::desk::telling::{log, tell_others};
use crate::desk::vacancy::{dismiss_from, tell_vacancy};
use crate::desk::work::Work;
use crate::mail::Address;
use crate::mail::machine::is_machine;
use crate::report::{Detail, Rendered};
use crate::store::{Board, Keeper, Person, Role, SeatRow};

/// `replace Rome by anna@example.org`
pub fn replace(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_alive(work.store)?;
    let address =
        rest.split_whitespace().map(|word| word.trim_matches(['<', '>', ','])).find(|word| word.contains('@'));
    let Some(address) = address.map(Address::new) else { return Err(decline(Moderating::ReplaceByWhom)) };
    let row = seat_meant(work.store, &mut work.tables, &board, before_address(rest), mail.language())?;
    let mut rows = hand_of(work.tables.games(), work.store, &board, &row.seat)?;
    let is_usable =
        is_address(&address.base()) && address.base() != work.referee().base() && !is_machine(&address.base());
    need(is_usable, || decline(Identity::BadAddress { address: address.mailbox.clone() }))?;
    may_write_to(work, mail.person.id, &address.base())?;
    let is_new = work.store.person_at(&address.base())?.is_none();
    let person = known_or_new(work, &address)?;
    if is_new {
        // Until they write themselves they get nothing that others wrote.
        work.store.set_heard(person.id, false)?;
    }
    let before: Vec<i64> = row.readers().filter(|id| *id != person.id).collect();
    for row in &mut rows {
        (row.owner, row.standby, row.keeper, row.missed) = (Some(person.id), None, Keeper::Owner, 0);
        work.store.set_seat(&board.id, row)?;
        work.store.unvote_all(&board.id, &row.seat)?;
    }
    for role in [Role::Standby, Role::Observer] {
        work.store.remove_member(&board.id, person.id, role)?;
    }
    let (by, table, seat, name) = (mail.person.name.clone(), board.id.clone(), named(&rows), person.name.clone());
    log(work, &board, &Log::Replaced { by: by.clone(), seat: seat.clone(), name: name.clone() })?;
    let notice = Told::YouAreReplaced { by, table, seat: seat.clone(), name: name.clone() };
    for id in before {
        dismiss_from(work, &mut board, &rows, id, &notice)?;
    }
    tell_others(work, &board, &[person.id], &Told::Replaced { name: name.clone(), seat: seat.clone() })?;
    for row in &rows {
        send_current(work, &board, row, &person)?;
    }
    look_again(work, &board)?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouReplaced { name, seat })?)
}

/// Sends somebody who is new at a seat what its player would know.
pub(in crate::desk) fn send_current(work: &mut Work<'_>, board: &Board, seat: &SeatRow, person: &Person) -> Answer<()> {
    if !board.is_started() {
        return Ok(());
    }
    let text = report_to_newcomer(work, board, &seat.seat, person)?;
    let mut mail = Mail::notice(board, &work.voice.say(person, &Subject::Welcome)?, text);
    (mail.about, mail.calendar) = (Some((board, Some(seat.seat.as_str()))), true);
    Ok(send(work, person, mail)?)
}

/// What somebody who is new at a seat reads: with what happened last, which everybody else knows.
pub fn report_to_newcomer(work: &mut Work<'_>, board: &Board, seat: &str, person: &Person) -> Answer<Rendered> {
    // One that cannot be set up is broken, and not only for its newcomer.
    work.see(board)?;
    let table = work.tables.as_it_was(work.store, board, board.rounds)?;
    let to = To { person, reader: Reader::Seat(seat), detail: Detail::Whole };
    let tidings = Tidings { to_newcomer: true, ..Tidings::default() };
    Ok(report_text(work, board, table.as_ref(), to, &tidings)?)
}

/// Takes a seat away from whoever has it.
pub fn eject(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_alive(work.store)?;
    let row = seat_meant(work.store, &mut work.tables, &board, rest, mail.language())?;
    let mut rows = hand_of(work.tables.games(), work.store, &board, &row.seat)?;
    let name = row.owner.map(|id| work.store.person(id)).transpose()?.flatten().map(|person| person.name);
    let before: Vec<i64> = row.readers().collect();
    for row in &mut rows {
        (row.owner, row.standby, row.keeper, row.missed) = (None, None, Keeper::Caretaker, 0);
        work.store.set_seat(&board.id, row)?;
        work.store.unvote_all(&board.id, &row.seat)?;
    }
    let (by, seat) = (mail.person.name.clone(), named(&rows));
    log(work, &board, &Log::Ejected { by: by.clone(), seat: seat.clone(), name: name.clone() })?;
    let notice = Told::YouAreEjected { by, table: board.id.clone(), seat: seat.clone() };
    for id in before {
        dismiss_from(work, &mut board, &rows, id, &notice)?;
    }
    let ejected = |may_accept| Told::Ejected { seat: seat.clone(), name: name.clone(), may_accept };
    tell_vacancy(work, &board, &seat, &[mail.person.id], ejected)?;
    look_again(work, &board)?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouEjected { seat })?)
}

/// Lets the automaton play a seat until its owner writes.
pub fn caretaker(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_alive(work.store)?;
    let row = seat_meant(work.store, &mut work.tables, &board, rest, mail.language())?;
    let mut rows = hand_of(work.tables.games(), work.store, &board, &row.seat)?;
    for row in &mut rows {
        row.keeper = Keeper::Caretaker;
        work.store.set_seat(&board.id, row)?;
    }
    let (by, seat) = (mail.person.name.clone(), named(&rows));
    log(work, &board, &Log::CaretakerSet { by: by.clone(), seat: seat.clone() })?;
    let set = |may_accept| Told::CaretakerSet { by: by.clone(), seat: seat.clone(), may_accept };
    let mut known: Vec<i64> = rows.iter().filter_map(|row| row.owner).chain([mail.person.id]).collect();
    known.dedup();
    tell_vacancy(work, &board, &seat, &known, set)?;
    for owner in known.iter().filter(|owner| **owner != mail.person.id) {
        let notice = Told::PlayedForYou { by: by.clone(), table: board.id.clone(), seat: seat.clone() };
        dismiss_from(work, &mut board, &rows, *owner, &notice)?;
    }
    look_again(work, &board)?;
    let alone = work.store.seats(&board.id)?.iter().all(SeatRow::is_automatic);
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouSetCaretaker { seat, alone })?)
}

/// The seat in `Rome by anna@example.org`, `purple with <anna@example.org>`.
fn before_address(text: &str) -> &str {
    let name = text.split(['@', '<']).next().unwrap_or_default();
    let name = if name.len() < text.find('@').unwrap_or(0) {
        name
    } else {
        name.rsplit_once(' ').map_or("", |(name, _)| name)
    };
    let name = name.trim();
    let link = ["by", "with", "to", "da", "con", "przez", "door", "met"];
    name.rsplit_once(' ').filter(|(_, last)| link.contains(last)).map_or(name, |(name, _)| name.trim())
}
