//! Going back and forward. Nothing is lost: the rounds that are undone stay on their own timeline.

use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::reports::{Tidings, report_round};
use crate::desk::sentences::{Log, Moderating, News};
use crate::desk::telling::log;
use crate::desk::turn::{file, open_round};
use crate::desk::work::Work;
use crate::store::record::Timeline;
use crate::store::{Board, Finality, Status};
use anyhow::Result;
use std::collections::BTreeMap;

/// Where a table goes, and what is said about it.
struct Journey {
    timeline: u32,
    rounds: u32,
    /// The letters that are there again as drafts.
    letters: BTreeMap<String, String>,
    entry: Log,
    news: News,
}

/// `rollback to 7`: the table as it was after seven rounds. The letters of the eighth are there again as drafts.
pub fn rollback(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let old = mail.need_started(work.store)?;
    need(old.is_alive(), || decline(Moderating::SeedIsOut { table: old.id.clone() }))?;
    let number = rest.split_whitespace().find_map(|word| word.parse::<u32>().ok());
    let to = match number.or(old.rounds.checked_sub(1)) {
        Some(to) if to < old.rounds => to,
        _ => return Err(decline(Moderating::CannotRollBack { rounds: old.rounds })),
    };
    let undone = work.store.rounds(&old.id, old.timeline, to, to + 1)?;
    let lines = work.store.timelines(&old.id)?;
    let id = lines.iter().map(|line| line.id).max().unwrap_or(0) + 1;
    let line = Timeline { id, parent: Some(old.timeline), forked: to, since: work.now };
    work.store.add_timeline(&old.id, &line)?;
    let name = mail.person.name.clone();
    let journey = Journey {
        timeline: id,
        rounds: to,
        letters: undone.into_iter().next().map(|round| round.letters).unwrap_or_default(),
        entry: Log::RolledBack { name: name.clone(), round: to },
        news: News::RolledBack { name, round: to },
    };
    mail.board = Some(go_to(work, old, journey)?);
    Ok(Reply::say(Moderating::YouRolledBack { round: to })?)
}

/// Undoes the last rollback.
pub fn forward(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let board = mail.need_started(work.store)?;
    need(board.is_alive(), || decline(Moderating::SeedIsOut { table: board.id.clone() }))?;
    let lines = work.store.timelines(&board.id)?;
    let this = lines.iter().find(|line| line.id == board.timeline);
    let parent = this.and_then(|line| line.parent).and_then(|id| lines.iter().find(|line| line.id == id));
    let Some(parent) = parent else { return Err(decline(Moderating::CannotGoForward)) };
    let (rounds, name) = (work.store.length(&board.id, parent)?, mail.person.name.clone());
    let journey = Journey {
        timeline: parent.id,
        rounds,
        letters: BTreeMap::new(),
        entry: Log::RolledForward { name: name.clone(), round: rounds },
        news: News::RolledForward { name, round: rounds },
    };
    mail.board = Some(go_to(work, board, journey)?);
    Ok(Reply::say(Moderating::YouRolledForward)?)
}

fn go_to(work: &mut Work<'_>, mut board: Board, journey: Journey) -> Result<Board> {
    let were_asked = board.clock.asked.clone();
    (board.timeline, board.rounds, board.status) = (journey.timeline, journey.rounds, Status::Running);
    // The stored position is of another time.
    board.opened_after = None;
    let mut table = work.tables.as_it_was(work.store, &board, board.rounds)?;
    work.store.drop_forms(&board.id, u32::MAX)?;
    let mut news = vec![journey.news];
    news.extend(open_round(work, &mut board, table.as_mut())?);
    for letter in work.store.letters(&board.id, board.timeline, board.rounds + 1)? {
        table.restore(&letter.seat, &letter.text, letter.finality)?;
    }
    let seats = work.store.seats(&board.id)?;
    for (seat, text) in &journey.letters {
        let author = seats.iter().find(|row| row.seat == *seat).and_then(|row| row.player());
        file(work, &board, seat, text, Finality::Draft, author)?;
        table.restore(seat, text, Finality::Draft)?;
    }
    log(work, &board, &journey.entry)?;
    let tidings = Tidings { news: &news, were_asked: &were_asked, ..Tidings::default() };
    report_round(work, &board, table.as_ref(), &seats, &tidings)?;
    work.tables.put(&board, table);
    Ok(board)
}
