//! A moderator sets the board right: `set Syracusae: Rome, city`, in the notation of rule cases.

use super::Case;
use crate::desk::Answer;
use crate::desk::turn::Tidings;
use crate::desk::work::Work;
use crate::referee::Correction;
use crate::store::{Board, Finality, Status};
use serde_json::json;

impl Work<'_> {
    /// The position with which the stage began is changed, and the stage begins again. Letters that were in are drafts then: their
    /// writers should look once more.
    pub(super) fn set_right(&mut self, case: &mut Case, mut board: Board, text: &str) -> Answer<String> {
        self.need_running(case)?;
        let plays = self.seat_row(case)?.is_some();
        let letters = self.store.letters(&board.id, board.timeline, board.rounds + 1)?;
        let (was, what) = (board.clone(), text.to_owned());
        let what = self.at_table(case, &mut board, |desk, board, table| {
            if !table.is_at_beginning() {
                let what = json!({ "table": board.id, "rounds": board.opened_after });
                return desk.refuse(case, "stage-under-way", &what);
            }
            let read = table.corrections(&what);
            let hidden: Vec<&Correction> = read.iter().filter(|(_, is_open)| !is_open).map(|(one, _)| one).collect();
            if plays && !hidden.is_empty() {
                return desk.refuse(case, "players-set-no-secrets", &json!({}));
            }
            let lines: Vec<&str> =
                read.iter().filter(|(_, is_open)| *is_open).map(|(one, _)| one.line.as_str()).collect();
            let mut kinds: Vec<&str> = hidden.iter().map(|one| one.section.as_str()).collect();
            kinds.dedup();
            let what = json!({ "name": case.person.name, "lines": lines, "kinds": kinds, "table": board.id });
            let corrections: Vec<Correction> = read.iter().map(|(one, _)| one.clone()).collect();
            // What is wrong with it may tell of hands: whoever plays is not told.
            let round = match table.correct(&corrections) {
                Ok(round) => round,
                Err(error) => {
                    let why = (!plays).then(|| as_sentence(&format!("{error:#}")));
                    return desk.refuse(case, "cannot-set-right", &json!({ "why": why }));
                }
            };
            board.rounds += 1;
            desk.store.add_round(&board.id, board.timeline, board.rounds, &round, desk.now)?;
            let mut notices = vec![("corrected".to_owned(), what.clone())];
            notices.extend(desk.open_round(board, table)?);
            if let Status::Paused(left) = was.status {
                (board.status, board.clock.pause) = (Status::Paused(left), was.clock.pause.clone());
                board.wake = board.clock.pause.as_ref().map(|pause| pause.until);
                desk.store.update_board(board)?;
            }
            for letter in letters.iter().filter(|letter| letter.finality != Finality::Amended) {
                desk.file(board, &letter.seat, &letter.text, Finality::Draft, letter.author)?;
                table.restore(&letter.seat, &letter.text, Finality::Draft)?;
            }
            desk.note(board, "log-corrected", &what)?;
            let seats = desk.store.seats(&board.id)?;
            let were_asked = &was.clock.asked;
            let tidings = Tidings { notices: &notices, were_asked, seal: Some(&round.seal), ..Tidings::default() };
            desk.report_round(board, table.as_ref(), &seats, &tidings)?;
            Ok(what)
        })?;
        case.board = Some(board);
        self.said(case, "you-corrected", &what)
    }
}

/// A reason as a sentence of its own.
fn as_sentence(reason: &str) -> String {
    let reason = reason.trim_end_matches('.');
    let (first, rest) = reason.split_at(reason.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}
