//! A mail comes in: one mail, one transaction, one answer.

use super::Desk;
use super::commands::{Case, Outcome};
use super::post::Mail;
use super::reading::{self, Sheet};
use super::verb::Verb;
use super::who::{Tag, name_of};
use crate::mail::answer::Sent;
use crate::mail::compose::Kind;
use crate::mail::{Answer, Letter};
use crate::store::post::Incoming;
use crate::store::{Board, FormRow, Person, Time, has_failed};
use anyhow::Result;
use serde_json::json;

/// What became of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It was answered.
    Answered,
    /// It has come before.
    Again,
    /// It must not be answered.
    Nuisance,
    /// It could not be handled; somebody must look at it.
    Quarantined,
}

impl Desk {
    /// Takes a mail. When this returns, the mail, what it did and the answer to it are on the disk.
    pub fn take_mail(&mut self, raw: &[u8], received: Time) -> Result<Taken> {
        let letter = Letter::read(raw, self.phrases);
        let fingerprint = letter.fingerprint();
        let sender = letter.sender().map(|from| from.base()).unwrap_or_default();
        let name = format!("answer.{}", &fingerprint[..20]);
        let mail = Incoming {
            fingerprint: &fingerprint,
            message_id: letter.message_id.as_deref(),
            sender: &sender,
            received,
            raw,
        };
        let handled = self.whole(name.clone(), |desk| {
            let Some(id) = desk.store.keep_mail(&mail, "answered")? else { return Ok(Taken::Again) };
            if let Some(nuisance) = &letter.nuisance {
                desk.store.set_fate(id, &format!("nuisance: {:?}, {}", nuisance.kind, nuisance.evidence))?;
                return Ok(Taken::Nuisance);
            }
            if !sender.contains('@') || sender == desk.referee().base() {
                desk.store.set_fate(id, "quarantine: it does not say who wrote it")?;
                return Ok(Taken::Quarantined);
            }
            desk.answer(&letter)?;
            Ok(Taken::Answered)
        });
        match handled {
            Ok(taken) => {
                tracing::info!(mail = &fingerprint[..12], ?taken, "mail");
                Ok(taken)
            }
            Err(error) if has_failed(&error) => Err(error),
            Err(error) => self.whole(name, |desk| {
                let why = format!("quarantine: {error:#}");
                desk.store.keep_mail(&mail, &why)?;
                desk.alarm(None, &format!("A letter could not be handled: {error:#}. It is in quarantine."))?;
                if let Some(person) = desk.store.person_at(&sender)? {
                    let text = desk.report.page(&person.language, "desk/sorry.txt", &json!({}))?;
                    desk.reply(&person, &letter, None, "your letter", text)?;
                }
                Ok(Taken::Quarantined)
            }),
        }
    }

    /// Takes a mail out of quarantine and handles it as if it came now. Says whether it was there.
    pub(super) fn release_mail(&mut self, id: i64) -> Result<bool> {
        let Some((raw, _)) = self.store.mail(id)?.filter(|(_, fate)| fate.starts_with("quarantine")) else {
            return Ok(false);
        };
        self.store.set_fate(id, "released")?;
        self.answer(&Letter::read(&raw, self.phrases))?;
        Ok(true)
    }

    /// Does what a letter says and answers it.
    fn answer(&mut self, letter: &Letter) -> Result<()> {
        let tag = self.key.tag(letter);
        let person = self.writer(letter, tag.as_ref())?;
        let form = self.form_answered(letter, &person)?;
        let home = self.home(letter, &person, tag.as_ref(), form.as_ref())?;
        let sent = form.as_ref().map(|form| Sent { before: &form.before, form: &form.form, after: &form.after });
        let mut case = Case::new(person, home, tag.map(|tag| tag.seat));
        let (sheets, ignored) = self.sheets(&case, letter, sent)?;
        let mut outcomes: Vec<Outcome> = Vec::new();
        for sheet in &sheets {
            outcomes.extend(self.do_sheet(&mut case, sheet)?);
        }
        if outcomes.is_empty() {
            let text = self.help_for(&case)?;
            outcomes.push(Outcome::said(text));
        }
        if !ignored.is_empty() {
            let text = self.report.page(&case.person.language, "desk/ignored.txt", &json!({ "lines": ignored }))?;
            outcomes.push(Outcome { text, problems: 1, ..Outcome::default() });
        }
        let problems: usize = outcomes.iter().map(|outcome| outcome.problems).sum();
        let filed = outcomes.iter().any(|outcome| outcome.filed);
        let key = match (problems, filed) {
            (0, true) => "subject-filed",
            (0, false) => "subject-answer",
            _ => "subject-problems",
        };
        let subject = self.say(&case.person.language, key, &json!({ "problems": problems }))?;
        let pieces: Vec<&str> = outcomes.iter().map(|outcome| outcome.text.trim()).collect();
        let text = self.report.page(
            &case.person.language,
            "desk/answer.txt",
            &json!({ "pieces": pieces, "table": case.board.as_ref().map(|board| &board.id), "name": case.person.name }),
        )?;
        let board = case.board.clone();
        self.reply(&case.person, letter, board.as_ref().map(|board| (board, case.seat.as_deref())), &subject, text)
    }

    /// Answers a letter.
    fn reply(
        &mut self,
        to: &Person,
        letter: &Letter,
        about: Option<(&Board, Option<&str>)>,
        subject: &str,
        text: String,
    ) -> Result<()> {
        let subject = match about {
            Some((board, _)) => format!("[{}] {subject}", board.id),
            None => format!("{}: {subject}", self.club.name),
        };
        let answers = letter.message_id.clone();
        self.send(to, Mail { kind: Kind::Answer, subject, text, about, answers, calendar: false, files: Vec::new() })
    }

    /// Who wrote it; somebody new is welcomed.
    fn writer(&mut self, letter: &Letter, tag: Option<&Tag>) -> Result<Person> {
        if let Some(person) = tag.map(|tag| self.store.person(tag.person)).transpose()?.flatten() {
            return Ok(person);
        }
        let from = letter.sender().cloned().unwrap_or_default();
        match self.store.person_at(&from.base())? {
            Some(person) => Ok(person),
            None => {
                let (language, zone) = (self.club.language.clone(), self.club.zone.clone());
                self.store.add_person(&name_of(&from), &from.base(), &language, &zone, self.now())
            }
        }
    }

    /// The form this letter answers, if it was sent to its writer.
    fn form_answered(&self, letter: &Letter, person: &Person) -> Result<Option<FormRow>> {
        for id in letter.in_reply_to.iter().chain(letter.references.iter().rev()) {
            if let Some(form) = self.store.form(id)? {
                let seats = self.store.seats(&form.board)?;
                let is_his =
                    seats.iter().any(|seat| seat.seat == form.seat && seat.readers().any(|id| id == person.id));
                return Ok(Some(form).filter(|_| is_his));
            }
        }
        Ok(None)
    }

    /// The table a letter is about, unless it names another.
    fn home(
        &self,
        letter: &Letter,
        person: &Person,
        tag: Option<&Tag>,
        form: Option<&FormRow>,
    ) -> Result<Option<Board>> {
        let in_subject = letter.subject.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let in_subject = in_subject.map(|(id, _)| id.trim().to_lowercase());
        let named = tag.map(|tag| tag.board.clone()).or(form.map(|form| form.board.clone())).or(in_subject);
        if let Some(board) = named.map(|id| self.store.sound_board(&id)).transpose()?.flatten() {
            return Ok(Some(board));
        }
        let boards = self.store.boards_of(person.id)?;
        let mut alive = Vec::new();
        for id in &boards {
            alive.extend(self.store.sound_board(id)?.filter(|board| board.is_alive()));
        }
        Ok(if alive.len() == 1 { alive.pop() } else { None })
    }

    /// The letter taken apart; and lines that look like orders and do not count.
    fn sheets(&mut self, case: &Case, letter: &Letter, sent: Option<Sent<'_>>) -> Result<(Vec<Sheet>, Vec<String>)> {
        // What is an order depends on the table: the one the letter is about, or one that it names.
        let mut tables: Vec<(Option<String>, Board)> = case.board.iter().map(|board| (None, board.clone())).collect();
        for line in letter.body.lines() {
            let said = self.verbs.read(line.trim()).filter(|said| said.verb == Verb::Table);
            if let Some(name) = said.and_then(|said| reading::table_named(&said.rest))
                && let Some(board) = self.store.sound_board(&name)?
            {
                tables.push((Some(name), board));
            }
        }
        let mut sittings = Vec::new();
        for (name, board) in tables {
            let there = Case::new(case.person.clone(), Some(board.clone()), None);
            // Who has no seat gives no orders: to a moderator `hold` is a command. A table that cannot be set up is dealt with
            // when its turn comes.
            if board.is_started()
                && self.seat_row(&there)?.is_some()
                && let Ok(sitting) = self.take(&board)
            {
                sittings.push((name, board, sitting));
            }
        }
        let understands = |table: Option<&str>, line: &str| {
            let is_there = |name: &Option<String>, board: &Board| match table {
                None => name.is_none(),
                Some(table) => board.id == table,
            };
            sittings.iter().any(|(name, board, sitting)| is_there(name, board) && sitting.understands(line))
        };
        let answer = Answer::of(letter, sent, self.phrases, |line| {
            understands(None, line) || self.verbs.read(line.trim()).is_some_and(|said| said.in_full)
        });
        let sheets = reading::read(&self.verbs, &answer.text, understands);
        for (_, board, sitting) in sittings {
            self.put(&board, sitting);
        }
        Ok((sheets, answer.ignored))
    }
}
