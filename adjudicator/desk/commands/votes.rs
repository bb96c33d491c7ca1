//! What players decide together: a later deadline, a draw.

use super::Case;
use crate::desk::Answer;
use crate::desk::Told as _;
use crate::desk::verb::Verb;
use crate::desk::work::Work;
use crate::store::chronicle::Motion;
use crate::store::{Board, SeatRow, Status, Time};
use crate::time::Span;
use serde_json::json;

impl Work<'_> {
    /// `extend 2 days`: a vote; a moderator's word is enough.
    pub(super) fn extend(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
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
        let seat = self.voter(case)?;
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

    fn extend_by(&mut self, board: &mut Board, deadline: Time, span: Span, by: &str) -> Answer<()> {
        self.move_deadline(board, deadline + span.0)?;
        self.note(board, "log-extended", &json!({ "span": span.to_string(), "by": by }))?;
        Ok(self.tell_deadline(board, "deadline-extended", &json!({ "span": span.to_string(), "by": by }))?)
    }

    /// `draw`: a vote; if all agree the game ends in a draw.
    pub(super) fn draw(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let mut board = self.need_running(case)?;
        if says_no(rest) {
            return self.withdraw(case, &board, Motion::Draw);
        }
        let seat = self.voter(case)?;
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
        self.end_table(&mut board, "drawn-game", &json!({}))?;
        case.board = Some(board);
        self.said(case, "vote-counted", &what)
    }

    /// `clear votes`: all that are open, or those for one thing: they were cast long ago, and nobody remembers.
    pub(super) fn clear_votes(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let board = self.need_started(case)?;
        let verb = self.verbs.read(rest).map(|said| said.verb);
        let motions = match verb {
            Some(Verb::Draw) => &[Motion::Draw][..],
            Some(Verb::Extend) => &[Motion::Extend],
            _ => &[Motion::Draw, Motion::Extend],
        };
        let mut cleared = 0;
        for motion in motions {
            cleared += self.store.votes(&board.id, *motion)?.len();
            self.store.clear_votes(&board.id, *motion)?;
        }
        if cleared == 0 {
            return self.refuse(case, "no-votes", &json!({ "table": board.id }));
        }
        let what =
            json!({ "name": case.person.name, "motions": motions.iter().map(|one| one.word()).collect::<Vec<_>>() });
        self.note(&board, "log-votes-cleared", &what)?;
        self.tell_all(&board, "votes-cleared", &what)?;
        self.said(case, "you-cleared-votes", &what)
    }

    fn withdraw(&mut self, case: &Case, board: &Board, motion: Motion) -> Answer<String> {
        let seat = self.voter(case)?;
        self.store.unvote(&board.id, motion, &seat.seat)?;
        self.said(case, "vote-withdrawn", &json!({}))
    }

    /// The people at the table, each by the first of the own seats.
    fn voters(&self, board: &Board) -> Answer<Vec<SeatRow>> {
        let mut voters: Vec<SeatRow> = Vec::new();
        for seat in self.store.seats(&board.id)?.into_iter().filter(|seat| !seat.is_automatic()) {
            if !voters.iter().any(|voter| voter.player() == seat.player()) {
                voters.push(seat);
            }
        }
        Ok(voters)
    }

    /// The seat under which the writer votes: somebody with several seats has one vote.
    fn voter(&self, case: &Case) -> Answer<SeatRow> {
        let (board, seat) = self.need_seat(case)?;
        let voters = self.voters(&board)?;
        Ok(voters.into_iter().find(|voter| voter.player() == Some(case.person.id)).unwrap_or(seat))
    }
}

fn says_no(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "no" | "nie" | "nee" | "withdraw")
}
