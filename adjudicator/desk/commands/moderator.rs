//! What a moderator does with a round: force, hold, release, amend; and close, which ends the table. Whatever is done for or to
//! somebody is in the table's public log.

use crate::desk::endings::end_table;
use crate::desk::handling::{Handling, find_board};
use crate::desk::hands::others_ordered;
use crate::desk::names::seat_meant;
use crate::desk::open_table::Writing;
use crate::desk::reading::Said;
use crate::desk::reply::{Answer, Page, Reply, decline, need};
use crate::desk::sentences::{Log, Moderating, Subject, Tables, Told};
use crate::desk::telling::{log, tell_others, tell_text};
use crate::desk::tick::hold_result;
use crate::desk::turn::{close_round, file};
use crate::desk::work::Work;
use crate::settings::Release;
use crate::store::{Finality, SeatRow, Status};
use serde::Serialize;

/// Somebody's orders were replaced.
#[derive(Serialize)]
struct AmendedPage<'p> {
    name: &'p str,
    seat: &'p str,
    lines: Vec<&'p str>,
}

impl Page for AmendedPage<'_> {
    const TEMPLATE: &'static str = "desk/amended.txt";
}

/// The same for whoever replaced them.
#[derive(Serialize)]
struct YouAmendedPage<'p> {
    seat: &'p str,
    lines: Vec<&'p str>,
    /// What its player would read, if something is wrong with them.
    looked: Option<String>,
}

impl Page for YouAmendedPage<'_> {
    const TEMPLATE: &'static str = "desk/you-amended.txt";
}

/// Closes the round now.
pub fn force(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    log(work, &board, &Log::Forced { name: mail.person.name.clone() })?;
    let is_held = board.settings.release == Release::Moderator || board.clock.hold;
    if is_held {
        // No deadline has passed, so nobody counts as silent when the result goes out.
        board.deadline = None;
        hold_result(work, &mut board)?;
    } else {
        let mut table = work.take(&board)?;
        close_round(work, &mut board, table.as_mut())?;
        work.tables.put(&board, table);
    }
    mail.board = Some(board);
    Ok(Reply::say(if is_held { Moderating::YouHold } else { Moderating::YouForced })?)
}

/// Holds the result of this round back.
pub fn hold(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    board.clock.hold = true;
    work.store.update_board(&board)?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouHold)?)
}

/// Lets a held result go out.
pub fn release(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_started(work.store)?;
    need(board.status == Status::Held, || decline(Moderating::IsNotHeld))?;
    board.status = Status::Running;
    let mut table = work.take(&board)?;
    close_round(work, &mut board, table.as_mut())?;
    work.tables.put(&board, table);
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouReleased)?)
}

/// `amend Rome: …`: another letter in the place of Rome's own.
pub fn amend(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let board = mail.need_started(work.store)?;
    let is_open = matches!(board.status, Status::Running | Status::Paused(_) | Status::Held);
    need(is_open, || decline(Tables::IsOver { table: board.id.clone() }))?;
    need(!said.body.is_empty(), || decline(Moderating::EmptyAmendment))?;
    let row = seat_meant(work.store, &mut work.tables, &board, &said.rest, mail.language())?;
    let seat = row.seat.clone();
    let others = others_ordered(work.store, &board, work.tables.see(work.store, &board)?, &row, &said.body)?;
    need(others.is_empty(), || decline(Tables::OthersAmended { others }))?;
    let mut table = work.take(&board)?;
    let to = Writing { report: &work.voice.report, seat: &seat, language: mail.language(), effort: work.voice.effort };
    let amended = table.amend(to, &said.body)?;
    work.tables.put(&board, table);
    file(work, &board, &seat, &amended.canonical, Finality::Amended, Some(mail.person.id))?;
    let name = mail.person.name.clone();
    log(work, &board, &Log::Amended { name: name.clone(), seat: seat.clone() })?;
    let row = work.store.seats(&board.id)?.into_iter().find(|row| row.seat == seat);
    let readers: Vec<i64> = row.iter().flat_map(SeatRow::readers).collect();
    // That orders were replaced is for all to know; which ones, only for those whose they are.
    let known: Vec<i64> = readers.iter().copied().chain([mail.person.id]).collect();
    tell_others(work, &board, &known, &Told::SeatAmended { name: name.clone(), seat: seat.clone() })?;
    for id in readers.into_iter().filter(|id| *id != mail.person.id) {
        let Some(person) = work.store.person(id)? else { continue };
        let lines = work.tables.see(work.store, &board)?.printed(&amended.canonical, &person.language);
        let lines = lines.iter().map(String::as_str).collect();
        let seat = work.tables.games().seat_name(&board.header, &seat, &person.language);
        let subject = work.voice.say(&person, &Subject::Amended)?;
        let text = work.voice.page(&person, &AmendedPage { name: &name, seat: &seat, lines })?;
        tell_text(work, &person, &board, &subject, text)?;
    }
    let lines = work.tables.see(work.store, &board)?.printed(&amended.canonical, mail.language());
    let lines = lines.iter().map(String::as_str).collect();
    let looked = (amended.problems + amended.open > 0).then_some(amended.text);
    Ok(Reply::page(&YouAmendedPage { seat: &seat, lines, looked })?)
}

/// Ends a table before its game is over.
pub fn close(work: &mut Work<'_>, mail: &mut Handling<'_>, why: &str) -> Answer<Reply> {
    let mut board = mail.need_board(work.store)?;
    // `close ostia-3` names the table, and gives no reason.
    let named = why.trim().trim_end_matches('.').to_lowercase();
    let is_another = !why.contains(' ') && named != board.id && work.verbs.is_table(&named);
    if is_another && work.store.board(&named)?.is_some() {
        mail.board = Some(find_board(work.store, &named)?);
        board = mail.need_moderator(work.store, work.club)?;
    }
    let why = if named == board.id { "" } else { why };
    need(board.is_alive(), || decline(Tables::IsOver { table: board.id.clone() }))?;
    let (name, why) = (mail.person.name.clone(), why.to_owned());
    let entry = Log::Closed { name: name.clone(), why: why.clone() };
    end_table(work, &mut board, &entry, &Told::Closed { name, why })?;
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouClosed)?)
}
