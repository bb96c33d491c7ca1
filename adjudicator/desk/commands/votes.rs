//! What players decide together: a later deadline, a draw.

use super::Case;
use crate::desk::Desk;
use crate::desk::Told as _;
use crate::desk::span::Span;
use crate::store::chronicle::Motion;
use crate::store::{Board, SeatRow, Status, Time};
use anyhow::Result;
use serde_json::{Value, json};

impl Desk {
    /// `extend 2 days`: a vote; a moderator's word is enough.
    pub(super) fn extend(&mut self, case: &mut Case, rest: &str) -> Result<String> {
        let mut board = self.need_running(case)?;
        if says_no(rest) {
            return self.withdraw(case, &board, Motion::Extend);
        }
        let span: Span = rest.trim().trim_start_matches("by ").parse().told()?;
        let Some(deadline) = board.deadline.filter(|_| span.0 > 0 && board.status == Status::Running) else {
            return self.refuse(case, "nothing-to-extend", &json!({ "table": board.id }));
        };
        if self.moderates(case, &board) {
            self.extend_by(&mut board, deadline, span, "moderator")?;
            case.board = Some(board);
            return self.said(case, "extended", &json!({ "span": span.to_string() }));
        }
        let (_, seat) = self.need_seat(case)?;
        self.store.vote(&board.id, Motion::Extend, &seat.seat, span.0)?;
        let votes = self.store.votes(&board.id, Motion::Extend)?;
        let voters = self.voters(&board)?;
        if votes.len() * 2 <= voters.len() {
            let what = json!({ "votes": votes.len(), "needed": voters.len() / 2 + 1, "seat": seat.seat, "span": span.to_string() });
            if votes.len() == 1 {
                self.tell_all(&board, "extension-proposed", &what)?;
            }
            return self.said(case, "vote-counted", &what);
        }
        // Those who asked for less get less: the shortest wish is the one all agree on.
        let span = Span(votes.iter().map(|(_, value)| *value).min().unwrap_or(span.0));
        self.store.clear_votes(&board.id, Motion::Extend)?;
        self.extend_by(&mut board, deadline, span, "vote")?;
        case.board = Some(board);
        self.said(case, "extended", &json!({ "span": span.to_string() }))
    }

    fn extend_by(&mut self, board: &mut Board, deadline: Time, span: Span, by: &str) -> Result<()> {
        self.move_deadline(board, deadline + span.0)?;
        self.note(board, "log-extended", &json!({ "span": span.to_string(), "by": by }))?;
        self.tell_deadline(board, "deadline-extended", &json!({ "span": span.to_string(), "by": by }))
    }

    /// Tells everybody the deadline, each in his own zone.
    pub(super) fn tell_deadline(&mut self, board: &Board, key: &str, what: &Value) -> Result<()> {
        for person in self.everybody(board)? {
            let mut what = what.clone();
            what["deadline"] = json!(board.deadline.map(|deadline| self.when(deadline, &person)));
            let subject = self.say(&person.language, &format!("{key}-subject"), &what)?;
            let text = self.say(&person.language, key, &what)?;
            self.tell(&person, board, &subject, &text)?;
        }
        Ok(())
    }

    /// `draw`: a vote; if all agree the game ends in a draw.
    pub(super) fn draw(&mut self, case: &mut Case, rest: &str) -> Result<String> {
        let mut board = self.need_running(case)?;
        if says_no(rest) {
            return self.withdraw(case, &board, Motion::Draw);
        }
        let (_, seat) = self.need_seat(case)?;
        self.store.vote(&board.id, Motion::Draw, &seat.seat, 1)?;
        let votes = self.store.votes(&board.id, Motion::Draw)?;
        let voters = self.voters(&board)?;
        let agree = voters.iter().all(|voter| votes.iter().any(|(seat, _)| *seat == voter.seat));
        let what = json!({ "votes": votes.len(), "needed": voters.len(), "seat": seat.seat, "span": null });
        if !agree {
            // Who is for a draw is nobody's business until all are.
            if votes.len() == 1 {
                self.tell_all(&board, "draw-proposed", &json!({}))?;
            }
            return self.said(case, "vote-counted", &what);
        }
        (board.status, board.wake, board.deadline) = (Status::Closed, None, None);
        self.store.update_board(&board)?;
        self.note(&board, "log-draw", &json!({}))?;
        self.tell_all(&board, "drawn-game", &json!({}))?;
        case.board = Some(board);
        self.said(case, "vote-counted", &what)
    }

    fn withdraw(&mut self, case: &Case, board: &Board, motion: Motion) -> Result<String> {
        let (_, seat) = self.need_seat(case)?;
        self.store.unvote(&board.id, motion, &seat.seat)?;
        self.said(case, "vote-withdrawn", &json!({}))
    }

    /// The seats that people play.
    fn voters(&self, board: &Board) -> Result<Vec<SeatRow>> {
        Ok(self.store.seats(&board.id)?.into_iter().filter(|seat| !seat.is_automatic()).collect())
    }
}

fn says_no(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "no" | "nie" | "nee" | "withdraw")
}
