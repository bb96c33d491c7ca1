//! Coming and going: join, leave, observe, standby, accept, concede.

use super::Case;
use crate::desk::Answer;
use crate::desk::hands::named;
use crate::desk::open_table::Reader;
use crate::desk::turn::{Tidings, To};
use crate::desk::work::Work;
use crate::report::Detail;
use crate::settings::Start;
use crate::store::{Board, Keeper, Member, Role, SeatRow, Status};
use serde_json::json;

/// What may stand before the seats that somebody wishes for.
const SMALL_WORDS: [&str; 8] = ["as", "prefer", "seats", "come", "jako", "als", "", "-"];

impl Work<'_> {
    /// `join ostia-3 as Rome, Greece`
    pub(super) fn join(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (board, rest) = self.board_named(case, rest)?;
        let seats = self.tables.games.seats(&board.header)?;
        let is_free = |row: &SeatRow| rest.to_lowercase().contains(&row.seat.to_lowercase());
        if board.status != Status::Gathering {
            let free = if board.is_alive() { self.free_seats(&board)? } else { Vec::new() };
            // The seat that was asked for first, if it is among the free ones.
            let (wished, others): (Vec<_>, Vec<_>) = free.into_iter().partition(is_free);
            let free: Vec<String> = wished.into_iter().chain(others).map(|row| row.seat).collect();
            return self.refuse(case, "too-late-to-join", &json!({ "table": board.id, "free": free }));
        }
        let mut wishes: Vec<String> = Vec::new();
        // `as Rome, Greece`: the small word may stand there or not, but Assyria does not begin with it.
        let (first, after) = rest.split_once([' ', ':']).unwrap_or((&rest, ""));
        let asked = if SMALL_WORDS.contains(&first.to_lowercase().as_str()) { after } else { &rest };
        for name in asked.split([',', ';', '.', '!']).flat_map(|part| part.split(" and ")) {
            let said: Vec<&str> = name.split_whitespace().filter(|word| !self.verbs.is_filler(word)).collect();
            let name = said.join(" ");
            if name.is_empty() || name.eq_ignore_ascii_case("any") {
                continue;
            }
            let lower = name.to_lowercase();
            let fits: Vec<&String> = seats.iter().filter(|seat| seat.to_lowercase().starts_with(&lower)).collect();
            match fits.as_slice() {
                [only] => wishes.push((*only).clone()),
                _ => {
                    let what = json!({ "name": name, "seats": seats, "table": board.id });
                    return self.refuse(case, "no-seat-to-join", &what);
                }
            }
        }
        let wishes = wishes.join(", ");
        let member = Member { person: case.person.id, role: Role::Waiting, wishes: wishes.clone() };
        self.store.add_member(&board.id, &member, self.now)?;
        let members = self.store.members(&board.id)?;
        let taken = members.iter().filter(|member| member.role == Role::Waiting).count();
        let players = self.people_at(&board)?;
        if taken >= players {
            if board.settings.start == Start::Full {
                let started = self.start_table(case, board)?;
                let what = json!({ "table": started.id });
                case.board = Some(started);
                return self.said(case, "joined-last", &what);
            } else if let Some(moderator) = board.moderator.map(|id| self.store.person(id)).transpose()?.flatten() {
                let what = json!({ "table": board.id });
                let subject = self.say(&moderator.language, "is-full-subject", &what)?;
                let text = self.say(&moderator.language, "is-full", &what)?;
                self.tell(&moderator, &board, &subject, &text)?;
            }
        }
        let table = case.board.as_ref().map(|board| &board.id);
        self.said(case, "joined", &json!({ "table": table, "wishes": wishes, "taken": taken, "players": players }))
    }

    /// Leaves a table; a seat goes to whoever plays it meanwhile, or to the automaton until somebody takes it.
    pub(super) fn leave(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_board(case)?;
        let what = json!({ "table": board.id, "name": case.person.name });
        for role in [Role::Waiting, Role::Observer, Role::Standby] {
            self.store.remove_member(&board.id, case.person.id, role)?;
        }
        let mut rows = self.own_rows(case)?;
        let mut heir = None;
        for seat in &mut rows {
            let standby = seat.standby.filter(|id| seat.keeper == Keeper::Standby && *id != case.person.id);
            match standby {
                Some(standby) => (seat.owner, seat.keeper, seat.standby) = (Some(standby), Keeper::Owner, None),
                None if seat.owner == Some(case.person.id) => {
                    (seat.owner, seat.keeper, seat.standby) = (None, Keeper::Caretaker, None);
                }
                None => (seat.keeper, seat.standby) = (Keeper::Caretaker, None),
            }
            self.store.set_seat(&board.id, seat)?;
            self.store.unvote_all(&board.id, &seat.seat)?;
            heir = standby.or(heir);
        }
        if !rows.is_empty() {
            let name = named(&rows);
            let heir = heir.map(|id| self.store.person(id)).transpose()?.flatten().map(|person| person.name);
            let gone = json!({ "name": case.person.name, "seat": name, "heir": heir, "table": board.id });
            self.note(&board, "log-left", &gone)?;
            if board.is_alive() {
                for seat in rows.iter().filter(|row| board.clock.asked.contains(&row.seat)).collect::<Vec<_>>() {
                    let gone = json!({ "seat": seat.seat });
                    self.dismiss(&mut board, &seat.seat, case.person.id, "calendar-cleared", &gone)?;
                }
                match heir {
                    Some(_) => self.tell_all(&board, "left", &gone)?,
                    None => self.tell_vacancy(&board, &name, "left", &gone)?,
                }
            }
            self.look_again(&board)?;
        }
        case.board = Some(board);
        case.seat = None;
        self.said(case, "you-left", &what)
    }

    /// Reads along.
    pub(super) fn observe(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (board, _) = self.board_named(case, rest)?;
        self.add_as(case, &board, Role::Observer)?;
        self.said(case, "you-observe", &json!({ "table": board.id }))
    }

    /// Is ready to step in.
    pub(super) fn stand_by(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (board, _) = self.board_named(case, rest)?;
        if !board.is_alive() {
            return self.refuse(case, "is-over", &json!({ "table": board.id }));
        }
        if self.seat_row(case)?.is_some() {
            return self.refuse(case, "has-seat", &json!({ "table": board.id }));
        }
        self.add_as(case, &board, Role::Standby)?;
        // Whoever comes late is asked like those who came before.
        let free: Vec<String> = self.free_seats(&board)?.into_iter().map(|seat| seat.seat).collect();
        self.said(case, "you-stand-by", &json!({ "table": board.id, "free": free }))
    }

    fn add_as(&mut self, case: &Case, board: &Board, role: Role) -> Answer<()> {
        let member = Member { person: case.person.id, role, wishes: String::new() };
        Ok(self.store.add_member(&board.id, &member, self.now)?)
    }

    /// Steps in for a seat that nobody plays.
    pub(super) fn accept(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (_, name) = self.board_named(case, rest)?;
        let mut board = self.need_running(case)?;
        let wanted = name.trim().trim_start_matches("as ").to_lowercase();
        // `red, green`: one of the seats that go together is enough.
        let wanted = wanted.split([',', ';', '+']).next().unwrap_or_default().trim().to_owned();
        if self.seat_row(case)?.is_some() {
            return self.refuse(case, "has-seat", &json!({ "table": board.id }));
        }
        let all = self.free_seats(&board)?;
        let names: Vec<String> = all.iter().map(|seat| seat.seat.clone()).collect();
        let meant = if wanted.is_empty() { None } else { self.seat_meant(case, &board, &wanted).ok() };
        let is_meant = |seat: &SeatRow| wanted.is_empty() || meant.as_ref().is_some_and(|one| one.seat == seat.seat);
        let Some(seat) = all.into_iter().find(is_meant) else {
            return self.refuse(case, "no-free-seat", &json!({ "table": board.id, "name": name, "free": names }));
        };
        let mut rows = self.hand_of(&board, &seat.seat)?;
        for seat in &mut rows {
            if seat.owner.is_none() {
                (seat.owner, seat.keeper) = (Some(case.person.id), Keeper::Owner);
            } else {
                (seat.standby, seat.keeper) = (Some(case.person.id), Keeper::Standby);
            }
            seat.missed = 0;
            self.store.set_seat(&board.id, seat)?;
            self.store.unvote_all(&board.id, &seat.seat)?;
        }
        for role in [Role::Standby, Role::Observer] {
            self.store.remove_member(&board.id, case.person.id, role)?;
        }
        let what = json!({ "name": case.person.name, "seat": named(&rows) });
        self.note(&board, "log-stepped-in", &what)?;
        for other in self.everybody(&board)?.into_iter().filter(|other| other.id != case.person.id) {
            let subject = self.say(&other.language, "stepped-in-subject", &what)?;
            let text = self.say(&other.language, "stepped-in", &what)?;
            self.tell(&other, &board, &subject, &text)?;
        }
        // Somebody who was sought gets as much time as the others were given to be found.
        let time = self.now + board.settings.no_show.0;
        if board.clock.sought.contains(&seat.seat) && board.deadline.is_some_and(|deadline| deadline < time) {
            self.move_deadline(&mut board, time)?;
            self.tell_deadline(&board, "newcomer", &what)?;
        }
        case.seat = Some(seat.seat.clone());
        let person = case.person.clone();
        let report = self.at_table(case, &mut board, |desk, board, table| {
            let to = To { person: &person, reader: Reader::Seat(&seat.seat), detail: Detail::Whole };
            Ok(desk.report_text(board, table.as_ref(), to, &Tidings::default())?)
        })?;
        // The other seats that came with this one have reports of their own.
        for other in rows.iter().filter(|row| row.seat != seat.seat) {
            self.send_current(case, &board, other, &person)?;
        }
        Ok(format!("{}\n\n{}", self.said(case, "you-stepped-in", &what)?, report.marked()))
    }

    /// Gives up: the automaton plays on, so that the others have a game.
    pub(super) fn concede(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_running(case)?;
        self.need_seat(case)?;
        let mut rows = self.own_rows(case)?;
        for seat in &mut rows {
            seat.keeper = Keeper::Caretaker;
            self.store.set_seat(&board.id, seat)?;
            self.store.unvote_all(&board.id, &seat.seat)?;
        }
        let name = named(&rows);
        let what = json!({ "name": case.person.name, "seat": name });
        self.note(&board, "log-conceded", &what)?;
        let seats = self.store.seats(&board.id)?;
        let others: Vec<SeatRow> = seats.into_iter().filter(|seat| !seat.is_automatic()).collect();
        let is_last = others.first().is_some_and(|first| others.iter().all(|other| other.player() == first.player()));
        if is_last {
            let what = json!({ "seat": named(&others), "name": case.person.name, "conceded": name });
            self.end_table(&mut board, "last-one", &what)?;
        } else {
            self.tell_vacancy(&board, &name, "conceded", &what)?;
            self.look_again(&board)?;
        }
        case.board = Some(board);
        self.said(case, "you-conceded", &what)
    }

    /// The clock looks at the table at once: perhaps nobody is missing any more.
    pub(super) fn look_again(&mut self, board: &Board) -> Answer<()> {
        if board.status == Status::Running {
            self.store.set_wake(&board.id, Some(self.now))?;
        }
        Ok(())
    }
}
