//! Coming and going: join, leave, observe, standby, accept, concede.

use super::opening::start_table;
use super::seating::{report_to_newcomer, send_current};
use crate::desk::endings::end_table;
use crate::desk::handling::{Handling, find_board};
use crate::desk::hands::{hand_of, named, people_at};
use crate::desk::names::seat_meant;
use crate::desk::open_table::Reader;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{Log, Seats, Tables, Told};
use crate::desk::shape::is_as;
use crate::desk::telling::{log, tell, tell_all, tell_deadline, tell_others};
use crate::desk::tick::move_deadline;
use crate::desk::vacancy::{dismiss, free_seats, tell_vacancy};
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::report::Detail;
use crate::settings::Start;
use crate::store::{Board, Keeper, Member, Role, SeatRow, Status};
use crate::time::Moment;
use anyhow::Result;

/// What may stand before the seats that somebody wishes for.
const SMALL_WORDS: [&str; 4] = ["prefer", "seats", "", "-"];

/// `join ostia-3 as Rome, Greece`
pub fn join(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    // `join duo as Rome` names a table, whether there is one or not.
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let is_named = after.split_whitespace().next().is_some_and(|word| is_as(work.verbs, word));
    if is_named && !is_as(work.verbs, first) {
        find_board(work.store, first)?;
    }
    let (board, rest) = mail.board_named(work.store, rest)?;
    if board.status != Status::Gathering {
        let free = if board.is_alive() { free_seats(work.store, &board)? } else { Vec::new() };
        // The seat that was asked for first, if it is among the free ones.
        let is_wished = |row: &SeatRow| rest.to_lowercase().contains(&row.seat.to_lowercase());
        let (wished, others): (Vec<_>, Vec<_>) = free.into_iter().partition(is_wished);
        let free = wished.into_iter().chain(others).map(|row| row.seat).collect();
        return Err(decline(Seats::TooLateToJoin { table: board.id, free }));
    }
    let wishes = wishes(work, &board, &rest)?.join(", ");
    let member = Member { person: mail.person.id, role: Role::Waiting, wishes: wishes.clone() };
    work.store.add_member(&board.id, &member, work.now)?;
    let members = work.store.members(&board.id)?;
    let taken = members.iter().filter(|member| member.role == Role::Waiting).count();
    let (table, players) = (board.id.clone(), people_at(work.tables.games(), &board)?);
    if taken == players {
        if board.settings.start == Start::Full {
            mail.board = Some(start_table(work, board)?);
            return Ok(Reply::say(Seats::JoinedLast { table })?);
        } else if let Some(moderator) = board.moderator.map(|id| work.store.person(id)).transpose()?.flatten() {
            tell(work, &moderator, &board, &Told::IsFull { table: table.clone() })?;
        }
    }
    Ok(Reply::say(match taken > players {
        true => Seats::JoinedOver { table, players },
        false => Seats::Joined { table, wishes, taken, players },
    })?)
}

/// The seats that somebody wishes for: `as Rome, Greece`. The small word may stand there or not, but Assyria does not begin with it.
fn wishes(work: &Work<'_>, board: &Board, text: &str) -> Answer<Vec<String>> {
    let seats = work.tables.games().seats(&board.header)?;
    let (first, after) = text.split_once([' ', ':']).unwrap_or((text, ""));
    let is_small = is_as(work.verbs, first) || SMALL_WORDS.contains(&first.to_lowercase().as_str());
    let asked = if is_small { after } else { text };
    let mut wishes: Vec<String> = Vec::new();
    for part in asked.split([',', ';', '.', '!']) {
        let said: Vec<&str> = part.split_whitespace().filter(|word| !work.verbs.is_filler(word)).collect();
        for name in said.split(|word| work.verbs.joins(word)).map(|words| words.join(" ")) {
            if name.is_empty() || name.eq_ignore_ascii_case("any") {
                continue;
            }
            match work.tables.games().seat_meant(&board.header, &name)? {
                Ok(seat) => wishes.push(seat),
                Err(near) => {
                    let table = board.id.clone();
                    return Err(decline(Seats::NoSeatToJoin { name, table, seats, near }));
                }
            }
        }
    }
    Ok(wishes)
}

/// Leaves a table; a seat goes to whoever plays it meanwhile, or to the automaton until somebody takes it.
pub fn leave(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut board = mail.need_board(work.store)?;
    for role in [Role::Waiting, Role::Observer, Role::Standby] {
        work.store.remove_member(&board.id, mail.person.id, role)?;
    }
    let rows = mail.own_rows(work.store)?;
    let played = !rows.is_empty();
    if played {
        leave_seats(work, mail, &mut board, rows)?;
    }
    let table = board.id.clone();
    (mail.board, mail.seat) = (Some(board), None);
    Ok(Reply::say(Seats::YouLeft { table, played })?)
}

fn leave_seats(work: &mut Work<'_>, mail: &Handling<'_>, board: &mut Board, mut rows: Vec<SeatRow>) -> Result<()> {
    let mut heir = None;
    for seat in &mut rows {
        let standby = seat.standby.filter(|id| seat.keeper == Keeper::Standby && *id != mail.person.id);
        match standby {
            Some(standby) => (seat.owner, seat.keeper, seat.standby) = (Some(standby), Keeper::Owner, None),
            None if seat.owner == Some(mail.person.id) => {
                (seat.owner, seat.keeper, seat.standby) = (None, Keeper::Caretaker, None);
            }
            None => (seat.keeper, seat.standby) = (Keeper::Caretaker, None),
        }
        work.store.set_seat(&board.id, seat)?;
        work.store.unvote_all(&board.id, &seat.seat)?;
        heir = standby.or(heir);
    }
    let (name, seat) = (mail.person.name.clone(), named(&rows));
    let heir = heir.map(|id| work.store.person(id)).transpose()?.flatten().map(|person| person.name);
    log(work, board, &Log::Left { name: name.clone(), heir: heir.clone(), seat: seat.clone() })?;
    if board.is_alive() {
        let asked: Vec<&SeatRow> = rows.iter().filter(|row| board.clock.asked.contains(&row.seat)).collect();
        for row in asked {
            let notice = Told::CalendarCleared { seat: row.seat.clone() };
            dismiss(work, board, &row.seat, mail.person.id, &notice)?;
        }
        let left = |may_accept| Told::Left { name: name.clone(), heir: heir.clone(), seat: seat.clone(), may_accept };
        match heir {
            Some(_) => tell_all(work, board, &left(false))?,
            None => tell_vacancy(work, board, &seat, &[mail.person.id], left)?,
        }
    }
    look_again(work, board)
}

/// Reads along.
pub fn observe(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let (board, _) = mail.board_named(work.store, rest)?;
    add_as(work, mail, &board, Role::Observer)?;
    let said = Reply::say(Seats::YouObserve { table: board.id.clone() })?;
    if !board.is_started() {
        return Ok(said);
    }
    // Whoever reads along begins where the others are.
    let table = work.tables.see(work.store, &board)?;
    let text = table.report(&work.voice.report, Reader::Observer, mail.language(), Detail::Whole)?;
    Ok(Reply::Several(vec![said, Reply::Text(text.marked())]))
}

/// Is ready to step in.
pub fn stand_by(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let (board, _) = mail.board_named(work.store, rest)?;
    need(board.is_alive(), || decline(Tables::IsOver { table: board.id.clone() }))?;
    need(mail.seat_row(work.store)?.is_none(), || decline(Seats::HasSeat { table: board.id.clone() }))?;
    add_as(work, mail, &board, Role::Standby)?;
    // Whoever comes late is asked like those who came before.
    let free = free_seats(work.store, &board)?.into_iter().map(|seat| seat.seat).collect();
    Ok(Reply::say(Seats::YouStandBy { table: board.id, free })?)
}

fn add_as(work: &mut Work<'_>, mail: &Handling<'_>, board: &Board, role: Role) -> Result<()> {
    let member = Member { person: mail.person.id, role, wishes: String::new() };
    work.store.add_member(&board.id, &member, work.now)
}

/// Steps in for a seat that nobody plays.
pub fn accept(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let (_, name) = mail.board_named(work.store, rest)?;
    let mut board = mail.need_running(work.store)?;
    let wanted = name.trim().trim_start_matches("as ").to_lowercase();
    // `red, green`: one of the seats that go together is enough.
    let wanted = wanted.split([',', ';', '+']).next().unwrap_or_default().trim().to_owned();
    need(mail.seat_row(work.store)?.is_none(), || decline(Seats::HasSeat { table: board.id.clone() }))?;
    let all = free_seats(work.store, &board)?;
    let free: Vec<String> = all.iter().map(|seat| seat.seat.clone()).collect();
    let meant = match wanted.as_str() {
        "" => None,
        wanted => seat_meant(work.store, &mut work.tables, &board, wanted, mail.language()).ok(),
    };
    let is_meant = |seat: &SeatRow| wanted.is_empty() || meant.as_ref().is_some_and(|one| one.seat == seat.seat);
    let Some(taken) = all.into_iter().find(is_meant) else {
        return Err(decline(Seats::NoFreeSeat { name, table: board.id, free }));
    };
    let mut rows = hand_of(work.tables.games(), work.store, &board, &taken.seat)?;
    for seat in &mut rows {
        if seat.owner.is_none() {
            (seat.owner, seat.keeper) = (Some(mail.person.id), Keeper::Owner);
        } else {
            (seat.standby, seat.keeper) = (Some(mail.person.id), Keeper::Standby);
        }
        seat.missed = 0;
        work.store.set_seat(&board.id, seat)?;
        work.store.unvote_all(&board.id, &seat.seat)?;
    }
    for role in [Role::Standby, Role::Observer] {
        work.store.remove_member(&board.id, mail.person.id, role)?;
    }
    let (name, seat) = (mail.person.name.clone(), named(&rows));
    log(work, &board, &Log::SteppedIn { name: name.clone(), seat: seat.clone() })?;
    tell_others(work, &board, &[mail.person.id], &Told::SteppedIn { name: name.clone(), seat: seat.clone() })?;
    // Somebody who was sought gets as much time as the others were given to be found.
    let time = work.now + board.settings.no_show.0;
    if board.clock.sought.contains(&taken.seat) && board.deadline.is_some_and(|deadline| deadline < time) {
        move_deadline(work, &mut board, time)?;
        let notice = Told::Newcomer { name, seat: seat.clone(), deadline: board.deadline.map(Moment) };
        tell_deadline(work, &board, &notice)?;
    }
    let report = report_to_newcomer(work, &board, &taken.seat, &mail.person)?;
    // The other seats that came with this one have reports of their own.
    for other in rows.iter().filter(|row| row.seat != taken.seat) {
        send_current(work, &board, other, &mail.person)?;
    }
    mail.seat = Some(taken.seat);
    Ok(Reply::Several(vec![Reply::say(Seats::YouSteppedIn { seat })?, Reply::Text(report.marked())]))
}

/// Gives up: the automaton plays on, so that the others have a game. If only one would be left the game is over, so that is asked
/// first.
pub fn concede(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    mail.need_seat(work.store)?;
    let mut rows = mail.own_rows(work.store)?;
    let is_own = |seat: &SeatRow| rows.iter().any(|row| row.seat == seat.seat);
    let seats = work.store.seats(&board.id)?;
    let others: Vec<SeatRow> = seats.into_iter().filter(|seat| !seat.is_automatic() && !is_own(seat)).collect();
    let is_last = others.first().is_some_and(|first| others.iter().all(|other| other.player() == first.player()));
    let is_sure = work.verbs.word(rest) == Some(Word::Yes);
    need(is_sure || is_last, || decline(Seats::ConcedeIsFinal { table: board.id.clone(), seat: named(&rows) }))?;
    need(is_sure, || decline(Seats::ConcedeEndsIt { table: board.id.clone(), seat: named(&others) }))?;
    for row in &mut rows {
        row.keeper = Keeper::Caretaker;
        work.store.set_seat(&board.id, row)?;
        work.store.unvote_all(&board.id, &row.seat)?;
    }
    let (name, seat) = (mail.person.name.clone(), named(&rows));
    log(work, &board, &Log::Conceded { name: name.clone(), seat: seat.clone() })?;
    if is_last {
        let winner = named(&others);
        let entry = Log::LastOne { seat: winner.clone() };
        end_table(work, &mut board, &entry, &Told::LastOne { name, seat: winner })?;
    } else {
        let conceded = |may_accept| Told::Conceded { name: name.clone(), seat: seat.clone(), may_accept };
        tell_vacancy(work, &board, &seat, &[mail.person.id], conceded)?;
        look_again(work, &board)?;
    }
    mail.board = Some(board);
    Ok(Reply::say(Seats::YouConceded { is_over: is_last })?)
}

/// The clock looks at the table at once: perhaps nobody is missing any more.
pub fn look_again(work: &mut Work<'_>, board: &Board) -> Result<()> {
    if board.status == Status::Running {
        work.store.set_wake(&board.id, Some(work.now))?;
    }
    Ok(())
}
