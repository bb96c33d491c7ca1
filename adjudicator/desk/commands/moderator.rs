//! What a moderator may do. Everything he does for or to somebody is in the table's public log.

use super::Case;
use crate::desk::Answer;
use crate::desk::Told as _;
use crate::desk::hands::named;
use crate::desk::open_table::{Reader, Writing};
use crate::desk::reading::Said;
use crate::desk::turn::{Tidings, To};
use crate::desk::work::Work;
use crate::report::Detail;
use crate::settings::{Release, Settings};
use crate::store::{Board, Finality, Keeper, Role, SeatRow, Status, Time};
use crate::time::Schedule;
use crate::time::Span;
use anyhow::Result;
use chrono::NaiveDateTime;
use serde_json::json;

impl Work<'_> {
    /// Stops the clock.
    pub(super) fn pause(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_running(case)?;
        if let Status::Paused(_) = board.status {
            return self.refuse(case, "is-paused", &json!({}));
        }
        self.stop_clock(&mut board)?;
        self.note(&board, "log-paused", &json!({ "name": case.person.name }))?;
        self.tell_deadline(&board, "paused", &json!({}))?;
        case.board = Some(board);
        self.said(case, "you-paused", &json!({}))
    }

    /// Lets the clock go on; what was left is left. A table that was stopped is tried again.
    pub(super) fn resume(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_board(case)?;
        let left = match board.status {
            Status::Paused(left) => left,
            Status::Broken(_) => board.deadline.map_or(0, |deadline| deadline - self.now).max(86_400),
            _ => return self.refuse(case, "is-not-paused", &json!({})),
        };
        (board.status, board.clock.pause) = (Status::Running, None);
        let now = self.now;
        self.move_deadline(&mut board, now + left)?;
        self.note(&board, "log-resumed", &json!({ "name": case.person.name }))?;
        self.tell_deadline(&board, "resumed", &json!({}))?;
        case.board = Some(board);
        self.said(case, "you-resumed", &json!({}))
    }

    /// `deadline Sunday 20:00 Europe/Rome`, `deadline 2026-11-22 20:00`, `deadline 3 days`
    pub(super) fn set_deadline(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let mut board = self.need_running(case)?;
        if let Status::Paused(_) = board.status {
            return self.refuse(case, "resume-first", &json!({}));
        }
        let at = self.moment(case, rest).told()?;
        if at <= self.now {
            return self.refuse(case, "deadline-is-past", &json!({ "deadline": self.when(at, &case.person) }));
        }
        self.move_deadline(&mut board, at)?;
        self.note(&board, "log-deadline", &json!({ "name": case.person.name }))?;
        self.tell_deadline(&board, "deadline-set", &json!({}))?;
        case.board = Some(board);
        self.said(case, "you-set-deadline", &json!({ "deadline": self.when(at, &case.person) }))
    }

    /// A moment in time; clocks are those of the writer unless he names others.
    fn moment(&self, case: &Case, text: &str) -> Result<Time> {
        let zone = crate::time::zone(&case.person.zone)?;
        if let Ok(date) = NaiveDateTime::parse_from_str(text.trim(), "%Y-%m-%d %H:%M") {
            return Ok(crate::time::on_clock(zone, date));
        }
        match with_zone(text, &case.person.zone).parse()? {
            Schedule::After(span) => Ok(self.now + span.0),
            schedule => Ok(schedule.first_from(self.now + 60)),
        }
    }

    /// Closes the round now.
    pub(super) fn force(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_running(case)?;
        self.note(&board, "log-forced", &json!({ "name": case.person.name }))?;
        if board.settings.release == Release::Moderator || board.clock.hold {
            self.hold_result(&mut board)?;
        } else {
            self.at_table(case, &mut board, |desk, board, table| Ok(desk.close_round(board, table)?))?;
        }
        let key = if board.status == Status::Held { "you-hold" } else { "you-forced" };
        case.board = Some(board);
        self.said(case, key, &json!({}))
    }

    /// Holds the result of this round back.
    pub(super) fn hold(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_running(case)?;
        board.clock.hold = true;
        self.store.update_board(&board)?;
        case.board = Some(board);
        self.said(case, "you-hold", &json!({}))
    }

    /// Lets a held result go out.
    pub(super) fn release(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_started(case)?;
        if board.status != Status::Held {
            return self.refuse(case, "is-not-held", &json!({}));
        }
        board.status = Status::Running;
        self.at_table(case, &mut board, |desk, board, table| Ok(desk.close_round(board, table)?))?;
        case.board = Some(board);
        self.said(case, "you-released", &json!({}))
    }

    /// Shows a held result. The letters are locked by then, so nobody can look twice and write again.
    pub(super) fn preview(&mut self, case: &mut Case) -> Answer<String> {
        let board = self.need_started(case)?;
        if self.seat_row(case)?.is_some() {
            return self.refuse(case, "players-see-no-preview", &json!({}));
        }
        if board.status != Status::Held {
            return self.refuse(case, "is-not-held", &json!({}));
        }
        let mut table = self.tables.as_it_was(self.store, &board, board.rounds)?;
        for letter in self.store.letters(&board.id, board.timeline, board.rounds + 1)? {
            table.restore(&letter.seat, &letter.text, letter.finality)?;
        }
        let seats = self.store.seats(&board.id)?;
        self.let_automata_write(&mut table, &seats)?;
        table.close()?;
        let text = table.report(self.report, Reader::Moderator, case.language(), Detail::Whole)?;
        Ok(format!("{}\n\n{text}", self.said(case, "this-is-a-preview", &json!({}))?))
    }

    /// `amend Rome: …`: another letter in the place of Rome's own.
    pub(super) fn amend(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let mut board = self.need_started(case)?;
        if !matches!(board.status, Status::Running | Status::Paused(_) | Status::Held) {
            return self.refuse(case, "is-over", &json!({ "table": board.id }));
        }
        if said.body.is_empty() {
            return self.refuse(case, "empty-amendment", &json!({}));
        }
        let language = case.person.language.clone();
        let row = self.seat_meant(case, &board, &said.rest)?;
        let seat = row.seat.clone();
        let amended = self.at_table(case, &mut board, |desk, board, table| {
            let others = desk.others_ordered(board, table.as_ref(), &row, &said.body)?;
            if !others.is_empty() {
                return desk.refuse(case, "others-amended", &json!({ "seat": row.seat, "others": others }));
            }
            let to = Writing { report: desk.report, seat: &row.seat, language: &language };
            Ok(table.amend(to, &said.body)?)
        })?;
        self.file(&board, &seat, &amended.canonical, Finality::Amended, Some(case.person.id))?;
        let what = json!({ "name": case.person.name, "seat": seat });
        self.note(&board, "log-amended", &what)?;
        let row = self.store.seats(&board.id)?.into_iter().find(|row| row.seat == seat);
        let readers: Vec<i64> = row.iter().flat_map(SeatRow::readers).collect();
        // That orders were replaced is for all to know; which ones, only for those whose they are.
        for person in self.everybody(&board)?.into_iter().filter(|one| !readers.contains(&one.id)) {
            let subject = self.say(&person.language, "seat-amended-subject", &what)?;
            let text = self.say(&person.language, "seat-amended", &what)?;
            self.tell(&person, &board, &subject, &text)?;
        }
        for id in readers {
            let Some(person) = self.store.person(id)? else { continue };
            let lines: Vec<&str> = amended.canonical.lines().filter(|line| !line.is_empty()).collect();
            let what = json!({ "name": case.person.name, "seat": seat, "lines": lines });
            let subject = self.say(&person.language, "amended-subject", &what)?;
            let text = self.report.page(&person.language, "desk/amended.txt", &what)?;
            self.tell(&person, &board, &subject, &text)?;
        }
        Ok(format!("{}\n\n{}", self.said(case, "you-amended", &what)?, amended.text))
    }

    /// `replace Rome by anna@example.org`
    pub(super) fn replace(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let mut board = self.need_alive(case)?;
        let address =
            rest.split_whitespace().map(|word| word.trim_matches(['<', '>', ','])).find(|word| word.contains('@'));
        let Some(address) = address.map(crate::mail::Address::new) else {
            return self.refuse(case, "replace-by-whom", &json!({}));
        };
        let seat = self.seat_named(case, &board, before_address(rest))?;
        let mut rows = self.hand_of(&board, &seat.seat)?;
        let person = match self.store.person_at(&address.base())? {
            Some(person) => person,
            None => {
                let (language, zone) = (self.club.language.clone(), self.club.zone.clone());
                let name = crate::desk::who::name_of(&address);
                self.store.add_person(&name, &address.base(), &language, &zone, self.now)?
            }
        };
        let before: Vec<i64> = seat.readers().filter(|id| *id != person.id).collect();
        for row in &mut rows {
            (row.owner, row.standby, row.keeper, row.missed) = (Some(person.id), None, Keeper::Owner, 0);
            self.store.set_seat(&board.id, row)?;
            self.store.unvote_all(&board.id, &row.seat)?;
        }
        for role in [Role::Standby, Role::Observer] {
            self.store.remove_member(&board.id, person.id, role)?;
        }
        let what = json!({ "name": person.name, "seat": named(&rows), "by": case.person.name, "table": board.id });
        self.note(&board, "log-replaced", &what)?;
        for id in before {
            self.dismiss_from(&mut board, &rows, id, "you-are-replaced", &what)?;
        }
        for other in self.everybody(&board)?.into_iter().filter(|other| other.id != person.id) {
            let subject = self.say(&other.language, "replaced-subject", &what)?;
            let text = self.say(&other.language, "replaced", &what)?;
            self.tell(&other, &board, &subject, &text)?;
        }
        for row in &rows {
            self.send_current(case, &board, row, &person)?;
        }
        self.look_again(&board)?;
        case.board = Some(board);
        self.said(case, "you-replaced", &what)
    }

    /// Sends somebody who is new at a seat what its player would know.
    pub(in crate::desk) fn send_current(
        &mut self,
        case: &Case,
        board: &Board,
        seat: &SeatRow,
        person: &crate::store::Person,
    ) -> Answer<()> {
        if !board.is_started() {
            return Ok(());
        }
        let mut board = board.clone();
        let text = self.at_table(case, &mut board, |desk, board, table| {
            let to = To { person, reader: Reader::Seat(&seat.seat), detail: Detail::Whole };
            Ok(desk.report_text(board, table.as_ref(), to, &Tidings::default())?)
        })?;
        let subject = format!("[{}] {}", board.id, self.say(&person.language, "welcome-subject", &json!({}))?);
        let mut mail = crate::desk::post::Mail::notice(&board, subject, text);
        (mail.about, mail.calendar) = (Some((&board, Some(seat.seat.as_str()))), true);
        Ok(self.send(person, mail)?)
    }

    /// Takes a seat away from whoever has it.
    pub(super) fn eject(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let mut board = self.need_alive(case)?;
        let seat = self.seat_named(case, &board, rest)?;
        let mut rows = self.hand_of(&board, &seat.seat)?;
        let name = seat.owner.map(|id| self.store.person(id)).transpose()?.flatten().map(|person| person.name);
        let before: Vec<i64> = seat.readers().collect();
        for row in &mut rows {
            (row.owner, row.standby, row.keeper, row.missed) = (None, None, Keeper::Caretaker, 0);
            self.store.set_seat(&board.id, row)?;
            self.store.unvote_all(&board.id, &row.seat)?;
        }
        let seats = named(&rows);
        let what = json!({ "seat": seats, "name": name, "by": case.person.name, "table": board.id });
        self.note(&board, "log-ejected", &what)?;
        for id in before {
            self.dismiss_from(&mut board, &rows, id, "you-are-ejected", &what)?;
        }
        self.tell_vacancy(&board, &seats, "ejected", &what)?;
        self.look_again(&board)?;
        case.board = Some(board);
        self.said(case, "you-ejected", &what)
    }

    /// Lets the automaton play a seat until its owner writes.
    pub(super) fn caretaker(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let board = self.need_alive(case)?;
        let seat = self.seat_named(case, &board, rest)?;
        let mut rows = self.hand_of(&board, &seat.seat)?;
        for row in &mut rows {
            row.keeper = Keeper::Caretaker;
            self.store.set_seat(&board.id, row)?;
        }
        let seats = named(&rows);
        let what = json!({ "seat": seats, "by": case.person.name });
        self.note(&board, "log-caretaker-set", &what)?;
        self.tell_vacancy(&board, &seats, "caretaker-set", &what)?;
        self.look_again(&board)?;
        self.said(case, "you-set-caretaker", &what)
    }

    pub(super) fn seat_named(&mut self, case: &Case, board: &Board, name: &str) -> Answer<SeatRow> {
        self.seat_meant(case, board, name)
    }

    /// `set grace 1 day`
    pub(super) fn set(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let mut board = self.need_board(case)?;
        let (key, value) = rest.trim().split_once([' ', '=']).unwrap_or((rest.trim(), ""));
        let key = key.trim_end_matches(':');
        // `set Syracusae: Rome, city` is about the board.
        if rest.contains(':') && !Settings::has(key) {
            return self.set_right(case, board, rest);
        }
        if key.is_empty() {
            return Ok(self.report.page(
                case.language(),
                "desk/settings.txt",
                &json!({ "settings": board.settings.list() }),
            )?);
        }
        let value = match key.to_lowercase().as_str() {
            "deadline" | "follow-up" => with_zone(value, &case.person.zone),
            _ => value.to_owned(),
        };
        board.settings.set(key, &value).told()?;
        let is_deadline = matches!(key.to_lowercase().as_str(), "deadline" | "follow-up" | "least");
        if board.status == Status::Running {
            board.wake = Some(self.now);
        }
        self.store.update_board(&board)?;
        // A round that runs keeps its deadline; whoever wants another one must know how.
        let this_round = board.deadline.filter(|_| is_deadline && board.status == Status::Running);
        let this_round = this_round.map(|deadline| self.when(deadline, &case.person));
        let what = json!({
            "key": key.to_lowercase(), "value": value, "name": case.person.name,
            "next": is_deadline && board.is_started(), "this_round": this_round,
        });
        self.note(&board, "log-set", &what)?;
        if board.is_started() {
            self.tell_all(&board, "setting-changed", &what)?;
        }
        case.board = Some(board);
        self.said(case, "you-set", &what)
    }

    /// Ends a table before its game is over.
    pub(super) fn close(&mut self, case: &mut Case, why: &str) -> Answer<String> {
        let mut board = self.need_board(case)?;
        // `close ostia-3` names the table, and gives no reason.
        let named = why.trim().trim_end_matches('.').to_lowercase();
        if !why.contains(' ') && named != board.id && self.verbs.is_table(&named) && self.store.board(&named)?.is_some()
        {
            case.board = Some(self.find_board(case, &named)?);
            board = self.need_moderator(case)?;
        }
        let why = if named == board.id { "" } else { why };
        if !board.is_alive() {
            return self.refuse(case, "is-over", &json!({ "table": board.id }));
        }
        let what = json!({ "name": case.person.name, "why": why });
        self.end_table(&mut board, "closed", &what)?;
        case.board = Some(board);
        self.said(case, "you-closed", &json!({}))
    }

    /// The mails that could not be handled; `quarantine release 5` handles one again, as if it came now.
    pub(super) fn quarantine(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        if !self.club.is_moderator(&case.person.address) {
            return self.refuse(case, "not-for-you", &json!({}));
        }
        if let Some(id) = rest.split_whitespace().find_map(|word| word.parse::<i64>().ok()) {
            let what = json!({ "number": id });
            if !self.release_mail(id)? {
                return self.refuse(case, "not-in-quarantine", &what);
            }
            return self.said(case, "mail-released", &what);
        }
        let mails = self.store.quarantine()?;
        let mails: Vec<_> = mails
            .iter()
            .map(|one| {
                let when = self.when(one.received, &case.person);
                json!({ "id": one.id, "sender": one.sender, "when": when, "why": one.fate.trim_start_matches("quarantine: ") })
            })
            .collect();
        Ok(self.report.page(case.language(), "desk/quarantine.txt", &json!({ "mails": mails }))?)
    }
}

/// The seat in `Rome by anna@example.org`, `purple with <anna@example.org>`.
fn before_address(text: &str) -> &str {
    let name = text.split(['@', '<']).next().unwrap_or_default();
    let name = if name.len() < text.find('@').unwrap_or(0) {
        name
    } else {
        name.rsplit_once(' ').map_or("", |(name, _)| name)
    };
    let name = name.trim();
    let link = ["by", "with", "to", "da", "con", "przez", "door", "met"];
    name.rsplit_once(' ').filter(|(_, last)| link.contains(last)).map_or(name, |(name, _)| name.trim())
}

/// A date with the writer's zone, if it names a time and no zone.
fn with_zone(text: &str, zone: &str) -> String {
    let text = text.trim();
    let last = text.rsplit(' ').next().unwrap_or_default();
    let ends_with_time = last.contains(':') && last.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    if ends_with_time && text.parse::<Span>().is_err() { format!("{text} {zone}") } else { text.to_owned() }
}
