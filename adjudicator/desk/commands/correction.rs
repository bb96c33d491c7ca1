//! A moderator sets the board right: `set Syracusae: Rome, city`, in the notation of rule cases.

use crate::desk::handling::Handling;
use crate::desk::open_table::{OpenTable, Reader};
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::reports::{Tidings, report_round};
use crate::desk::sentences::{Log, Moderating, News};
use crate::desk::telling::log;
use crate::desk::turn::{file, open_round};
use crate::desk::voice::DeskVoice;
use crate::desk::work::Work;
use crate::referee::{Correction, Round};
use crate::report::{Found, Page};
use crate::store::{Board, Finality, Status};

/// The position with which the stage began is changed, and the stage begins again. Letters that were in are drafts then: their
/// writers should look once more.
pub fn set_right(work: &mut Work<'_>, mail: &mut Handling<'_>, text: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    let plays = mail.seat_row(work.store)?.is_some();
    let letters = work.store.letters(&board.id, board.timeline, board.rounds + 1)?;
    let was = board.clone();
    let mut table = work.take(&board)?;
    let (round, open, hidden) = match corrected(work.voice, mail.language(), table.as_mut(), &board, plays, text) {
        Ok(corrected) => corrected,
        // What was refused has changed nothing.
        Err(declined) => {
            work.tables.put(&board, table);
            return Err(declined);
        }
    };
    let lines: Vec<String> = open.into_iter().map(|(one, _)| one.line).collect();
    let mut kinds: Vec<String> = hidden.into_iter().map(|(one, _)| one.section).collect();
    kinds.dedup();
    board.rounds += 1;
    work.store.add_round(&board.id, board.timeline, board.rounds, &round, work.now)?;
    let name = mail.person.name.clone();
    let mut news = vec![News::Corrected { name: name.clone(), lines: lines.clone(), kinds: kinds.clone() }];
    news.extend(open_round(work, &mut board, table.as_mut())?);
    if let Status::Paused(left) = was.status {
        (board.status, board.clock.pause) = (Status::Paused(left), was.clock.pause.clone());
        board.wake = board.clock.pause.as_ref().map(|pause| pause.until);
        work.store.update_board(&board)?;
    }
    for letter in letters.iter().filter(|letter| letter.finality != Finality::Amended) {
        file(work, &board, &letter.seat, &letter.text, Finality::Draft, letter.author)?;
        table.restore(&letter.seat, &letter.text, Finality::Draft)?;
    }
    log(work, &board, &Log::Corrected { name, lines: lines.clone(), kinds: kinds.clone() })?;
    let seats = work.store.seats(&board.id)?;
    let were_asked = &was.clock.asked;
    let tidings = Tidings { news: &news, were_asked, seal: Some(&round.seal), ..Tidings::default() };
    report_round(work, &board, table.as_ref(), &seats, &tidings)?;
    work.tables.put(&board, table);
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouCorrected { lines, kinds })?)
}

/// Changes the table, if it can be done: the round of the correction, what all may see of it and what not.
fn corrected(
    voice: &DeskVoice,
    language: &str,
    table: &mut dyn OpenTable,
    board: &Board,
    plays: bool,
    text: &str,
) -> Answer<(Round, Seen, Seen)> {
    need(table.is_at_beginning(), || decline(Moderating::StageUnderWay { rounds: board.opened_after }))?;
    let read = table.corrections(text);
    let corrections: Vec<Correction> = read.iter().map(|(one, _)| one.clone()).collect();
    let (open, hidden): (Seen, Seen) = read.into_iter().partition(|(_, is_open)| *is_open);
    need(!plays || hidden.is_empty(), || decline(Moderating::PlayersSetNoSecrets))?;
    // What is wrong with it may tell of hands: a moderator who plays is not told.
    match table.correct(&corrections) {
        Ok(round) => Ok((round, open, hidden)),
        Err(error) => {
            let why = (!plays).then(|| as_sentence(&format!("{error:#}")));
            let found = table.look_up(&voice.report, Reader::Observer, language, Page::Position)?;
            let example = if let Found::Page(line) = found { Some(line.text().trim_end().to_owned()) } else { None };
            Err(decline(Moderating::CannotSetRight { why, example }))
        }
    }
}

/// Corrections, each with whether all may see it.
type Seen = Vec<(Correction, bool)>;

/// A reason as a sentence of its own.
fn as_sentence(reason: &str) -> String {
    let reason = reason.trim_end_matches('.');
    let (first, rest) = reason.split_at(reason.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}
