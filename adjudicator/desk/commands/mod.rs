//! What each command does.

mod correction;
mod damaged;
mod emergency;
mod filing;
mod identity;
mod info;
mod lookup;
mod moderator;
mod mute;
mod opening;
mod person;
mod press;
mod seats;
mod timelines;
mod votes;

use self::filing::Intent;
use super::identity::Proof;
use super::open_table::OpenTable;
use super::reading::{Said, Sheet};
use super::stamp::Answered;
use super::verb::{Verb, Whose};
use super::who::plain;
use super::work::Work;
use super::{Answer, Declined};
use crate::store::{Board, Person, PressRow, SeatRow, Status};
use anyhow::Result;
use serde_json::{Value, json};

/// Who writes, and what about.
pub struct Case {
    /// Who writes.
    pub person: Person,
    /// The table it is about at the moment.
    pub board: Option<Board>,
    /// The seat he answers for there.
    pub seat: Option<String>,
    /// The seat that stood in the tag of the address.
    tagged: Option<String>,
    /// What the letter answers.
    pub answered: Answered,
    /// How he is proved.
    pub proof: Proof,
    /// The new password that the letter held.
    pub secret: Option<String>,
    /// The letter of somebody else that it answers.
    pub answers: Option<PressRow>,
    /// Whether the address it went to says that everybody is answered.
    pub answers_all: bool,
    /// Whether it did not arrive whole.
    pub is_damaged: bool,
}

/// What came of one command or one list of orders.
#[derive(Default)]
pub struct Outcome {
    /// What the writer is told.
    pub text: String,
    /// How many things were wrong.
    pub problems: usize,
    /// Whether orders were filed.
    pub filed: bool,
}

impl Outcome {
    /// All is well.
    pub fn said(text: String) -> Outcome {
        Outcome { text, ..Outcome::default() }
    }
}

impl Case {
    /// A letter of somebody about a table.
    pub fn new(person: Person, board: Option<Board>, tagged: Option<String>) -> Case {
        Case {
            person,
            board,
            seat: None,
            tagged,
            answered: Answered::default(),
            proof: Proof::From,
            secret: None,
            answers: None,
            answers_all: false,
            is_damaged: false,
        }
    }

    fn language(&self) -> &str {
        &self.person.language
    }
}

impl Work<'_> {
    /// Does what a letter says about one table.
    pub(super) fn do_sheet(&mut self, case: &mut Case, sheet: &Sheet) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        if let Some(name) = &sheet.table {
            match self.find_board(case, name) {
                Ok(board) => case.board = Some(board),
                Err(error) => return Ok(vec![self.refused(error)?]),
            }
        }
        case.seat = self.seat_row(case)?.map(|seat| seat.seat);
        let says = |verb: Verb| sheet.commands.iter().any(|said| said.verb == verb);
        let intent = match (says(Verb::Draft) || case.is_damaged, says(Verb::Final)) {
            (true, _) => Intent::Draft,
            (false, true) => Intent::Final,
            (false, false) => Intent::Unsaid,
        };
        for said in &sheet.commands {
            let has_orders = !sheet.orders.trim().is_empty();
            let outcome = match said.verb {
                // These are about the orders of the same letter.
                Verb::Draft | Verb::Final if has_orders => continue,
                Verb::WhatIf if !sheet.tries.trim().is_empty() => continue,
                Verb::Use => self.use_late_letter(case, intent),
                _ => self.command(case, said).map(Outcome::said),
            };
            outcomes.push(match outcome {
                Ok(outcome) => outcome,
                Err(error) => self.refused(error)?,
            });
        }
        for (text, is_try) in [(&sheet.orders, false), (&sheet.tries, true)] {
            if text.trim().is_empty() {
                continue;
            }
            let outcome = match self.refuse_torn(case, is_try) {
                Ok(()) if is_try => self.try_orders(case, text),
                Ok(()) => self.file_orders(case, text, intent),
                Err(error) => Err(error),
            };
            outcomes.push(match outcome {
                Ok(outcome) => outcome,
                Err(error) => self.refused(error)?,
            });
        }
        Ok(outcomes)
    }

    /// What cannot be done is told; what is wrong with us goes on.
    pub(super) fn refused(&mut self, declined: Declined) -> Result<Outcome> {
        match declined {
            Declined::Reply(text) => Ok(Outcome { text, problems: 1, filed: false }),
            Declined::Fault(fault) => Err(fault),
        }
    }

    pub(super) fn command(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        self.refuse_damaged(case, said.verb)?;
        if said.verb.whose() == Whose::Moderator {
            self.need_moderator(case)?;
        }
        match said.verb {
            Verb::Help => self.help(case, &said.rest),
            Verb::List => self.list(case),
            Verb::Games => self.games_list(case),
            Verb::Rules => self.rules(case, &said.rest),
            Verb::Status => self.status(case, &said.rest),
            Verb::Map => self.map(case, &said.rest),
            Verb::Card => self.card(case, &said.rest),
            Verb::Sheet => self.sheet(case, &said.rest),
            Verb::History => self.history(case, &said.rest),
            Verb::Explain => self.explain(case),
            Verb::Receipts => self.receipts(case),
            Verb::Orders => self.orders(case),
            Verb::Plans => self.plans(case),
            Verb::Join => self.join(case, &said.rest),
            Verb::Leave => self.leave(case),
            Verb::Observe => self.observe(case, &said.rest),
            Verb::Standby => self.stand_by(case, &said.rest),
            Verb::Accept => self.accept(case, &said.rest),
            Verb::Concede => self.concede(case),
            Verb::Draft => self.make_draft(case),
            Verb::Final => self.make_final(case),
            Verb::WhatIf => self.refuse(case, "what-if-nothing", &json!({})),
            Verb::Press => self.press(case, said),
            Verb::Reply => self.reply_to_press(case, said),
            Verb::Diary => self.diary(case, said),
            Verb::Announce => self.announce(case, said),
            Verb::Note => self.write_note(case, said),
            Verb::Absent => self.absent(case, &said.rest),
            Verb::Back => self.back(case),
            Verb::Language => self.language(case, &said.rest),
            Verb::Timezone => self.timezone(case, &said.rest),
            Verb::Format => self.format(case, &said.rest),
            Verb::Name => self.name(case, &said.rest),
            Verb::Extend => self.extend(case, &said.rest),
            Verb::Draw => self.draw(case, &said.rest),
            Verb::Emergency => self.emergency(case, &said.rest),
            Verb::Mute => self.mute(case, &said.rest),
            Verb::Unmute => self.unmute(case, &said.rest),
            Verb::ClearVotes => self.clear_votes(case, &said.rest),
            Verb::New => self.new_table(case, &said.rest),
            Verb::Start => self.start(case, &said.rest),
            Verb::Pause => self.pause(case),
            Verb::Resume => self.resume(case),
            Verb::Deadline => self.set_deadline(case, &said.rest),
            Verb::Force => self.force(case),
            Verb::Hold => self.hold(case),
            Verb::Release => self.release(case),
            Verb::Preview => self.preview(case),
            Verb::Amend => self.amend(case, said),
            Verb::Rollback => self.rollback(case, &said.rest),
            Verb::Forward => self.forward(case),
            Verb::Replace => self.replace(case, &said.rest),
            Verb::Eject => self.eject(case, &said.rest),
            Verb::Caretaker => self.caretaker(case, &said.rest),
            Verb::Set => self.set(case, &said.rest),
            Verb::Close => self.close(case, &said.rest),
            Verb::Quarantine => self.quarantine(case, &said.rest),
            Verb::Password => self.new_password(case),
            Verb::Identify => self.refuse(case, "identify-nothing", &json!({})),
            Verb::Address => self.address(case, &said.rest),
            Verb::ForgetMe => self.ask_to_forget(case),
            Verb::Table | Verb::End | Verb::Use => Ok(String::new()),
        }
    }

    /// Says that something cannot be done.
    fn refuse<T>(&self, case: &Case, key: &str, what: &Value) -> Answer<T> {
        Err(Declined::Reply(self.say(case.language(), key, what)?))
    }

    /// Says something in the writer's language.
    fn said(&self, case: &Case, key: &str, what: &Value) -> Answer<String> {
        Ok(self.say(case.language(), key, what)?)
    }

    /// A table by its id, or by its beginning.
    fn find_board(&self, case: &Case, name: &str) -> Answer<Board> {
        let name = name.trim().trim_matches(['[', ']', ':', '.', ',']).to_lowercase();
        if let Some(board) = self.store.board(&name)? {
            return Ok(board);
        }
        let ids = self.store.board_ids()?;
        let fits: Vec<&String> = ids.iter().filter(|id| name.len() >= 2 && id.starts_with(&name)).collect();
        if let [only] = fits.as_slice()
            && let Some(board) = self.store.board(only)?
        {
            return Ok(board);
        }
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let near = tabellarius_kernel::words::nearest(&name, &ids);
        self.refuse(case, "no-such-table", &json!({ "name": name, "near": near }))
    }

    /// The table that is named at the beginning of a command, or the one the letter is about; and what follows the name.
    fn board_named(&mut self, case: &mut Case, rest: &str) -> Answer<(Board, String)> {
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let looks_like = first.contains('-') || case.board.is_none();
        if !first.is_empty() && (looks_like || self.store.board(&first.to_lowercase())?.is_some()) {
            let board = self.find_board(case, first)?;
            case.board = Some(board.clone());
            case.seat = self.seat_row(case)?.map(|seat| seat.seat);
            return Ok((board, after.trim().to_owned()));
        }
        Ok((self.need_board(case)?, rest.to_owned()))
    }

    fn need_board(&self, case: &Case) -> Answer<Board> {
        match &case.board {
            Some(board) => Ok(board.clone()),
            None => {
                let mine = self.store.boards_of(case.person.id)?;
                self.refuse(case, "which-table", &json!({ "tables": mine }))
            }
        }
    }

    fn need_started(&self, case: &Case) -> Answer<Board> {
        let board = self.need_board(case)?;
        match &board.status {
            Status::Broken(_) => self.refuse(case, "is-stopped", &json!({ "table": board.id })),
            _ if board.is_started() => Ok(board),
            _ => self.refuse(case, "not-started", &json!({ "table": board.id })),
        }
    }

    /// A table at which seats can change hands.
    fn need_alive(&self, case: &Case) -> Answer<Board> {
        let board = self.need_started(case)?;
        match board.is_alive() {
            true => Ok(board),
            false => self.refuse(case, "is-over", &json!({ "table": board.id })),
        }
    }

    fn need_running(&self, case: &Case) -> Answer<Board> {
        let board = self.need_started(case)?;
        match &board.status {
            Status::Running | Status::Paused(_) => Ok(board),
            Status::Held => self.refuse(case, "is-held", &json!({ "table": board.id })),
            _ => self.refuse(case, "is-over", &json!({ "table": board.id })),
        }
    }

    fn need_moderator(&self, case: &Case) -> Answer<Board> {
        let board = self.need_board(case)?;
        if self.moderates(case, &board) {
            return Ok(board);
        }
        self.refuse(case, "not-moderator", &json!({ "table": board.id }))
    }

    fn moderates(&self, case: &Case, board: &Board) -> bool {
        board.moderator == Some(case.person.id) || self.club.is_moderator(&case.person.address)
    }

    /// The seat that the writer answers for: the one in the tag, or the one he has.
    pub(super) fn seat_row(&self, case: &Case) -> Result<Option<SeatRow>> {
        let mut his = self.own_rows(case)?;
        let tagged = his.iter().position(|seat| Some(plain(&seat.seat)) == case.tagged);
        Ok(if his.is_empty() { None } else { Some(his.swap_remove(tagged.unwrap_or(0))) })
    }

    fn need_seat(&self, case: &Case) -> Answer<(Board, SeatRow)> {
        let board = self.need_board(case)?;
        match self.seat_row(case)? {
            Some(seat) => Ok((board, seat)),
            None => self.refuse(case, "no-seat", &json!({ "table": board.id })),
        }
    }

    /// Does something with a table in memory. If the table cannot be set up it stops, and the operator is told.
    fn at_table<T>(
        &mut self,
        case: &Case,
        board: &mut Board,
        what: impl FnOnce(&mut Work<'_>, &mut Board, &mut Box<dyn OpenTable>) -> Answer<T>,
    ) -> Answer<T> {
        let mut table = match self.take(board) {
            Ok(table) => table,
            Err(error) => {
                self.stop(board.clone(), &format!("{error:#}"))?;
                return self.refuse(case, "is-stopped", &json!({ "table": board.id }));
            }
        };
        let done = what(self, board, &mut table);
        match &done {
            // What was refused has changed nothing.
            Err(Declined::Fault(_)) => {}
            _ => self.put(board, table),
        }
        done
    }
}
