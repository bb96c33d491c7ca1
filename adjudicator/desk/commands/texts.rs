//! Texts beside the game: the diary, announcements, a moderator's notes.

use super::press::{Missive, deliver, refuse_orders};
use crate::desk::handling::Handling;
use crate::desk::masks;
use crate::desk::reading::Said;
use crate::desk::reply::{Answer, Page, Reply, decline, need};
use crate::desk::sentences::{Letters, Log, Subject};
use crate::desk::telling::{everybody, log};
use crate::desk::work::Work;
use crate::store::chronicle::{self, Book};
use crate::store::{Audience, Board, Status};
use crate::time::Moment;
use serde::Serialize;

/// A moderator's notes.
#[derive(Serialize)]
struct NotesPage {
    notes: Vec<NoteLine>,
}

#[derive(Serialize)]
struct NoteLine {
    when: Moment,
    stage: String,
    text: String,
}

impl Page for NotesPage {
    const TEMPLATE: &'static str = "desk/notes.txt";
}

/// A page that is opened when the game is over.
pub fn diary(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let board = mail.need_board(work.store)?;
    keep_page(work, mail, &board, Book::Diary, &said.body)?;
    Ok(Reply::say(Letters::DiaryKept)?)
}

/// What a moderator writes down, also for moderators who come after.
pub fn note(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let board = mail.need_moderator(work.store, work.club)?;
    if !said.body.is_empty() {
        keep_page(work, mail, &board, Book::Note, &said.body)?;
        return Ok(Reply::say(Letters::NoteKept)?);
    }
    let mut notes = Vec::new();
    for page in work.store.pages(&board.id, Book::Note)? {
        let stage = work.stage_title(&board.header, &page.stage, mail.language());
        notes.push(NoteLine { when: Moment(page.at), stage, text: page.text });
    }
    Ok(Reply::page(&NotesPage { notes })?)
}

fn keep_page(work: &mut Work<'_>, mail: &Handling<'_>, board: &Board, book: Book, text: &str) -> Answer<()> {
    need(!text.is_empty(), || decline(Letters::EmptyPage))?;
    let (person, stage, text) = (mail.person.id, board.stage.clone(), text.to_owned());
    Ok(work.store.write_page(&board.id, book, &chronicle::Page { person, stage, at: work.now, text })?)
}

/// Tells everybody something, in the moderator's name.
pub fn announce(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let board = mail.need_moderator(work.store, work.club)?;
    need(!said.body.is_empty(), || decline(Letters::EmptyPage))?;
    if !said.is_ended && board.is_started() {
        refuse_orders(work, &board, &said.body, mail.language())?;
    }
    let seats = work.tables.seats(&board.header)?;
    let to = Audience { all: true, seats, observers: true, moderator: true, unnamed: Vec::new() };
    // Those who wait for the start, and those who stand by, are told too.
    let people = everybody(work.store, &board)?.iter().map(|person| person.id).collect();
    let masked = masks::masked(&said.body, &work.referee(), &[]);
    let body = masked.as_deref().unwrap_or(&said.body);
    let missive = Missive { signed: Some("moderator"), to: &to, body, subject: Subject::Announcement };
    deliver(work, mail.person.id, &board, &missive, people)?;
    if board.status != Status::Closed {
        log(work, &board, &Log::Announced { name: mail.person.name.clone() })?;
    }
    Ok(Reply::say(Letters::Announced)?)
}
