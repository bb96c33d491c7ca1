//! What players decide together: a later deadline, a draw.

use crate::desk::endings::end_table;
use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Reply, decline};
use crate::desk::sentences::{Clock, Log, Told};
use crate::desk::telling::{everybody, log, tell, tell_deadline_by, tell_others};
use crate::desk::tick::move_deadline;
use crate::desk::verb::{Verb, Word};
use crate::desk::work::Work;
use crate::settings::Unset;
use crate::store::chronicle::Motion;
use crate::store::{Board, Records, SeatRow, Status, Time};
use crate::time::{Moment, Span};
use anyhow::Result;

/// `extend 2 days`: a vote; a moderator's word is enough.
pub fn extend(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    if says_no(work, rest) {
        return withdraw(work, mail, &board, Motion::Extend);
    }
    // `by 2 days`, `di 2 giorni`
    let length = rest.trim_start_matches(|c: char| c.is_alphabetic() || c == ' ');
    let length = if length.is_empty() { rest } else { length };
    let span: Span = work.voice.spelling.clock(length).parse().map_err(Unset::Unclear)?;
    let Some(deadline) = board.deadline.filter(|_| span.0 > 0 && board.status == Status::Running) else {
        return Err(decline(Clock::NothingToExtend { table: board.id }));
    };
    if mail.moderates(work.club, &board) {
        extend_by(work, mail, &mut board, deadline, span, "moderator")?;
        mail.board = Some(board);
        return Ok(Reply::say(Clock::Extended { span })?);
    }
    let seat = voter(work.store, mail, &board)?.seat;
    work.store.vote(&board.id, Motion::Extend, &seat, span.0)?;
    let votes = work.store.votes(&board.id, Motion::Extend)?;
    let voters = voters(work.store, &board)?;
    if votes.len() * 2 <= voters.len() {
        let needed = voters.len() / 2 + 1;
        if votes.len() == 1 {
            let proposed =
                |votes, decides| Told::ExtensionProposed { seat: seat.clone(), span, needed, votes, decides };
            propose(work, mail, &board, &voters, proposed)?;
        }
        return Ok(Reply::say(Clock::VoteCounted { motion: Motion::Extend.word(), votes: votes.len(), needed })?);
    }
    // Those who asked for less get less: the shortest wish is the one all agree on.
    let span = Span(votes.iter().map(|(_, value)| *value).min().unwrap_or(span.0));
    work.store.clear_votes(&board.id, Motion::Extend)?;
    extend_by(work, mail, &mut board, deadline, span, "vote")?;
    mail.board = Some(board);
    Ok(Reply::say(Clock::Extended { span })?)
}

/// Puts something to the vote: those are asked who vote and have not, and whoever runs the table knows of it.
fn propose(
    work: &mut Work<'_>,
    mail: &Handling<'_>,
    board: &Board,
    voters: &[SeatRow],
    notice: impl Fn(bool, bool) -> Told,
) -> Result<()> {
    for person in everybody(work.store, board)?.iter().filter(|person| person.id != mail.person.id) {
        let votes = voters.iter().any(|voter| voter.player() == Some(person.id));
        let decides = board.moderator == Some(person.id);
        if votes || decides {
            tell(work, person, board, &notice(votes, decides))?;
        }
    }
    Ok(())
}

fn extend_by(
    work: &mut Work<'_>,
    mail: &Handling<'_>,
    board: &mut Board,
    deadline: Time,
    span: Span,
    by: &'static str,
) -> Result<()> {
    move_deadline(work, board, deadline + span.0)?;
    log(work, board, &Log::Extended { span, by })?;
    tell_deadline_by(
        work,
        board,
        Some(mail.person.id),
        &Told::DeadlineExtended { span, by, deadline: board.deadline.map(Moment) },
    )
}

/// `draw`: a vote; if all agree the game ends in a draw.
pub fn draw(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    if says_no(work, rest) {
        return withdraw(work, mail, &board, Motion::Draw);
    }
    let seat = voter(work.store, mail, &board)?.seat;
    work.store.vote(&board.id, Motion::Draw, &seat, 1)?;
    let votes = work.store.votes(&board.id, Motion::Draw)?;
    let voters = voters(work.store, &board)?;
    let agree = voters.iter().all(|voter| votes.iter().any(|(seat, _)| *seat == voter.seat));
    if agree {
        end_table(work, &mut board, &Log::DrawnGame, &Told::DrawnGame)?;
        mail.board = Some(board);
    } else if votes.len() == 1 {
        // Who is for a draw is nobody's business until all are.
        propose(work, mail, &board, &voters, |votes, _| Told::DrawProposed { votes })?;
    }
    let motion = Motion::Draw.word();
    Ok(Reply::say(Clock::VoteCounted { motion, votes: votes.len(), needed: voters.len() })?)
}

/// `clear votes`: all that are open, or those for one thing: they were cast long ago, and nobody remembers.
pub fn clear(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_started(work.store)?;
    let motions = match work.verbs.read(rest).map(|said| said.verb) {
        Some(Verb::Draw) => &[Motion::Draw][..],
        Some(Verb::Extend) => &[Motion::Extend],
        _ => &[Motion::Draw, Motion::Extend],
    };
    let mut cleared = 0;
    for motion in motions {
        cleared += work.store.votes(&board.id, *motion)?.len();
        work.store.clear_votes(&board.id, *motion)?;
    }
    if cleared == 0 {
        return Err(decline(Clock::NoVotes { table: board.id }));
    }
    log(work, &board, &Log::VotesCleared { name: mail.person.name.clone() })?;
    tell_others(
        work,
        &board,
        &[mail.person.id],
        &Told::VotesCleared { motions: motions.iter().map(|one| one.word()).collect() },
    )?;
    Ok(Reply::say(Clock::YouClearedVotes)?)
}

fn withdraw(work: &mut Work<'_>, mail: &Handling<'_>, board: &Board, motion: Motion) -> Answer<Reply> {
    let seat = voter(work.store, mail, board)?;
    work.store.unvote(&board.id, motion, &seat.seat)?;
    Ok(Reply::say(Clock::VoteWithdrawn)?)
}

/// The people at the table, each by the first of the own seats.
fn voters(store: &Records, board: &Board) -> Result<Vec<SeatRow>> {
    let mut voters: Vec<SeatRow> = Vec::new();
    for seat in store.seats(&board.id)?.into_iter().filter(|seat| !seat.is_automatic()) {
        if !voters.iter().any(|voter| voter.player() == seat.player()) {
            voters.push(seat);
        }
    }
    Ok(voters)
}

/// The seat under which the writer votes: somebody with several seats has one vote.
fn voter(store: &Records, mail: &Handling<'_>, board: &Board) -> Answer<SeatRow> {
    let seat = mail.need_seat(store)?;
    let voters = voters(store, board)?;
    Ok(voters.into_iter().find(|voter| voter.player() == Some(mail.person.id)).unwrap_or(seat))
}

fn says_no(work: &Work<'_>, text: &str) -> bool {
    work.verbs.word(text) == Some(Word::No) || text.trim().eq_ignore_ascii_case("withdraw")
}
