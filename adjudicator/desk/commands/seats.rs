//! Coming and going: join, leave, observe, standby, accept, concede.

use super::Case;
use crate::desk::Answer;
use crate::desk::open_table::Reader;
use crate::desk::turn::{Tidings, To};
use crate::desk::work::Work;
use crate::report::Detail;
use crate::settings::Start;
use crate::store::{Board, Keeper, Member, Role, Status};
use serde_json::json;

/// What may stand before the seats that somebody wishes for.
const SMALL_WORDS: [&str; 8] = ["as", "prefer", "seats", "come", "jako", "als", "", "-"];

impl Work<'_> {
    /// `join ostia-3 as Rome, Greece`
    pub(super) fn join(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (board, rest) = self.board_named(case, rest)?;
        if board.status != Status::Gathering {
            return self.refuse(case, "too-late-to-join", &json!({ "table": board.id }));
        }
        let seats = self.tables.games.seats(&board.header)?;
        let mut wishes: Vec<String> = Vec::new();
        // `as Rome, Greece`: the small word may stand there or not, but Assyria does not begin with it.
        let (first, after) = rest.split_once([' ', ':']).unwrap_or((&rest, ""));
        let asked = if SMALL_WORDS.contains(&first.to_lowercase().as_str()) { after } else { &rest };
        for name in asked.split([',', ';']).flat_map(|part| part.split(" and ")).map(str::trim) {
            if name.is_empty() || name.eq_ignore_ascii_case("any") {
                continue;
            }
            let lower = name.to_lowercase();
            let fits: Vec<&String> = seats.iter().filter(|seat| seat.to_lowercase().starts_with(&lower)).collect();
            match fits.as_slice() {
                [only] => wishes.push((*only).clone()),
                _ => return self.refuse(case, "no-such-seat", &json!({ "name": name, "seats": seats })),
            }
        }
        let wishes = wishes.join(", ");
        let member = Member { person: case.person.id, role: Role::Waiting, wishes: wishes.clone() };
        self.store.add_member(&board.id, &member, self.now)?;
        let members = self.store.members(&board.id)?;
        let taken = members.iter().filter(|member| member.role == Role::Waiting).count();
        let players = board.header.players;
        if taken >= players {
            if board.settings.start == Start::Full {
                let started = self.start_table(case, board)?;
                case.board = Some(started);
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
        if let Some(mut seat) = self.seat_row(case)? {
            let standby = seat.standby.filter(|id| seat.keeper == Keeper::Standby && *id != case.person.id);
            match standby {
                Some(standby) => (seat.owner, seat.keeper, seat.standby) = (Some(standby), Keeper::Owner, None),
                None if seat.owner == Some(case.person.id) => {
                    (seat.owner, seat.keeper, seat.standby) = (None, Keeper::Caretaker, None);
                }
                None => (seat.keeper, seat.standby) = (Keeper::Caretaker, None),
            }
            self.store.set_seat(&board.id, &seat)?;
            self.store.unvote_all(&board.id, &seat.seat)?;
            let heir = standby.map(|id| self.store.person(id)).transpose()?.flatten().map(|person| person.name);
            let gone = json!({ "name": case.person.name, "seat": seat.seat, "heir": heir, "table": board.id });
            self.note(&board, "log-left", &gone)?;
            if board.is_alive() {
                if board.clock.asked.contains(&seat.seat) {
                    self.dismiss(&mut board, &seat.seat, case.person.id, "calendar-cleared", &gone)?;
                }
                match standby {
                    Some(_) => self.tell_all(&board, "left", &gone)?,
                    None => self.tell_vacancy(&board, &seat.seat, "left", &gone)?,
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
        if self.seat_row(case)?.is_some() {
            return self.refuse(case, "has-seat", &json!({ "table": board.id }));
        }
        let all = self.free_seats(&board)?;
        let names: Vec<String> = all.iter().map(|seat| seat.seat.clone()).collect();
        let Some(mut seat) = all.into_iter().find(|seat| seat.seat.to_lowercase().starts_with(&wanted)) else {
            return self.refuse(case, "no-free-seat", &json!({ "table": board.id, "name": name, "free": names }));
        };
        if seat.owner.is_none() {
            (seat.owner, seat.keeper) = (Some(case.person.id), Keeper::Owner);
        } else {
            (seat.standby, seat.keeper) = (Some(case.person.id), Keeper::Standby);
        }
        seat.missed = 0;
        self.store.set_seat(&board.id, &seat)?;
        self.store.unvote_all(&board.id, &seat.seat)?;
        for role in [Role::Standby, Role::Observer] {
            self.store.remove_member(&board.id, case.person.id, role)?;
        }
        let what = json!({ "name": case.person.name, "seat": seat.seat });
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
        Ok(format!("{}\n\n{}", self.said(case, "you-stepped-in", &what)?, report.marked()))
    }

    /// Gives up: the automaton plays on, so that the others have a game.
    pub(super) fn concede(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_running(case)?;
        let (_, mut seat) = self.need_seat(case)?;
        seat.keeper = Keeper::Caretaker;
        self.store.set_seat(&board.id, &seat)?;
        self.store.unvote_all(&board.id, &seat.seat)?;
        let what = json!({ "name": case.person.name, "seat": seat.seat });
        self.note(&board, "log-conceded", &what)?;
        let seats = self.store.seats(&board.id)?;
        let people: Vec<_> = seats.iter().filter(|seat| !seat.is_automatic()).collect();
        if let ([winner], true) = (people.as_slice(), seats.len() > 1) {
            let what = json!({ "seat": winner.seat, "name": case.person.name, "conceded": seat.seat });
            self.end_table(&mut board, "last-one", &what)?;
        } else {
            self.tell_vacancy(&board, &seat.seat, "conceded", &what)?;
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
