//! How a table ends before its game is over, and what goes out when a game is over.

use super::league::note_judged;
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::Log;
use super::tables::seed_of;
use super::telling::{everybody, log, words};
use super::work::Work;
use crate::folder::PublicRecord;
use crate::mail::compose::File;
use crate::sentence::Notice;
use crate::store::chronicle::Book;
use crate::store::{Board, Status};
use anyhow::Result;
use serde::Serialize;

/// A game that ended before the rules end it.
#[derive(Serialize)]
struct EndedPage<'p> {
    text: String,
    table: &'p str,
    seed: Option<&'p str>,
}

impl Page for EndedPage<'_> {
    const TEMPLATE: &'static str = "desk/ended.txt";
}

/// Ends a game before the rules do: everybody gets the same papers as after any other.
pub(super) fn end_table(work: &mut Work<'_>, board: &mut Board, entry: &Log, notice: &impl Notice) -> Result<()> {
    (board.status, board.wake, board.deadline) = (Status::Closed, None, None);
    board.clock.changes += 1;
    work.store.update_board(board)?;
    note_judged(work, board, entry)?;
    log(work, board, entry)?;
    let ended = work.voice.log(entry)?;
    let seats = work.store.seats(&board.id)?;
    for person in everybody(work.store, board)? {
        let files = match board.is_started() {
            true => last_papers(work, board, Some(ended.clone()), &person.language)?,
            false => Vec::new(),
        };
        let (subject, text) = words(work, &person, board, notice)?;
        let seed = board.is_started().then_some(board.seed.as_str());
        let text = work.voice.page(&person, &EndedPage { text, table: &board.id, seed })?;
        let seat = seats.iter().find(|seat| seat.player() == Some(person.id)).map(|seat| seat.seat.as_str());
        let mut mail = Mail::notice(board, &subject, text);
        mail.calendar = seat.is_some_and(|seat| board.clock.asked.iter().any(|asked| asked == seat));
        (mail.about, mail.files) = (Some((&*board, seat)), files);
        send(work, &person, mail)?;
    }
    Ok(())
}

/// What goes out when a game is over: the record that `audit` proves, and the diaries, whose stages a reader's language names. `ended` says
/// how it ended, if not by the rules.
pub(super) fn last_papers(
    work: &mut Work<'_>,
    board: &Board,
    ended: Option<String>,
    language: &str,
) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let rounds = work.store.rounds(&board.id, board.timeline, 0, board.rounds)?;
    let seats = work.tables.games().seats_by_number(&board.header)?;
    let record = PublicRecord {
        header: board.header.clone(),
        seed: seed_of(board)?.reveal(),
        rounds,
        seats,
        opened: Vec::new(),
        ended,
    };
    files.push(File {
        name: format!("{}-record.json", board.id),
        media_type: "application/json".into(),
        bytes: serde_json::to_vec_pretty(&record)?,
    });
    let mut diaries = String::new();
    for page in work.store.pages(&board.id, Book::Diary)? {
        let name = work.store.person(page.person)?.map(|person| person.name).unwrap_or_default();
        let stage = work.stage_title(&board.header, &page.stage, language);
        diaries += &format!("{name}, {stage}\n\n{}\n\n\n", page.text);
    }
    if !diaries.is_empty() {
        files.push(File {
            name: format!("{}-diaries.txt", board.id),
            media_type: "text/plain; charset=utf-8".into(),
            bytes: diaries.into_bytes(),
        });
    }
    Ok(files)
}
