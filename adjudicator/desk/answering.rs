//! A letter of somebody who is proved: what it says is done, and answered once.

use super::Desk;
use super::commands::{Case, Outcome};
use super::identity::Proof;
use super::limits::Understood;
use super::post::Mail;
use super::reading::{self, Sheet};
use super::secrets::Secrets;
use super::stamp::Answered;
use super::verb::Verb;
use super::who::Tag;
use crate::mail::answer::Sent;
use crate::mail::compose::Kind;
use crate::mail::{Answer, Letter, Problem};
use crate::store::{Board, FormRow, Person};
use anyhow::Result;
use serde_json::{Value, json};

impl Desk {
    /// Does what a letter says and answers it.
    pub(super) fn answer(
        &mut self,
        letter: &Letter,
        person: Person,
        secrets: Secrets,
        proof: &Proof,
    ) -> Result<Understood> {
        // A tag says which seat is meant only to the person it was made for.
        let tag = self.key.tag(letter).filter(|tag| tag.person == person.id);
        if let Some(key) = self.too_much(letter) {
            self.reply_briefly(&person, letter, key, &json!({}))?;
            return Ok(Understood::Nothing);
        }
        let form = self.form_answered(letter, &person)?;
        let home = self.home(letter, &person, tag.as_ref(), form.as_ref())?;
        let sent = form.as_ref().map(|form| Sent { before: &form.before, form: &form.form, after: &form.after });
        let mut case = Case::new(person, home, tag.map(|tag| tag.seat));
        (case.secret, case.proof, case.answered) = (secrets.set, proof.clone(), Answered::by(letter));
        let (sheets, ignored) = self.sheets(&case, letter, sent)?;
        let commands = sheets.iter().map(|sheet| sheet.commands.len()).sum::<usize>();
        let mut outcomes: Vec<Outcome> = Vec::new();
        for sheet in &sheets {
            outcomes.extend(self.do_sheet(&mut case, sheet)?);
        }
        if outcomes.is_empty() {
            let text = self.help_for(&case)?;
            outcomes.push(Outcome::said(text));
        }
        if let Some(text) = self.unread(letter, &case.person)? {
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
        self.reply(&case.person, letter, board.as_ref().map(|board| (board, case.seat.as_deref())), &subject, text)?;
        Ok(if filed || commands > 0 { Understood::Something } else { Understood::Nothing })
    }

    /// Why nothing of a letter can be done: it is longer than the club takes.
    fn too_much(&self, letter: &Letter) -> Option<&'static str> {
        let most = self.club.limits.orders;
        let is_long = letter.problems.contains(&Problem::TooLong);
        (is_long || (most > 0 && letter.body.lines().count() > most)).then_some("too-long-letter")
    }

    /// What could not be read of a letter, so that nobody believes it was.
    fn unread(&self, letter: &Letter, person: &Person) -> Result<Option<String>> {
        let key = letter.problems.iter().find_map(|problem| match problem {
            Problem::Damaged | Problem::Unreadable => Some("damaged-letter"),
            Problem::EnclosedMails => Some("enclosed-mails"),
            Problem::OtherFiles => Some("other-files"),
            Problem::NoHeaders | Problem::NoSender | Problem::TooLong | Problem::Empty => None,
        });
        key.map(|key| self.say(&person.language, key, &json!({}))).transpose()
    }

    /// Answers a letter with a sentence or two.
    pub(super) fn reply_briefly(&mut self, to: &Person, letter: &Letter, key: &str, what: &Value) -> Result<()> {
        let text = self.say(&to.language, key, what)?;
        let text = self.report.page(&to.language, "desk/plain.txt", &json!({ "text": text }))?;
        let subject = self.say(&to.language, "subject-answer", &json!({}))?;
        self.reply(to, letter, None, &subject, text)
    }

    /// Answers a letter.
    pub(super) fn reply(
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

    /// The form this letter answers, if it was sent to its writer.
    pub(super) fn form_answered(&self, letter: &Letter, person: &Person) -> Result<Option<FormRow>> {
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
    pub(super) fn sheets(
        &mut self,
        case: &Case,
        letter: &Letter,
        sent: Option<Sent<'_>>,
    ) -> Result<(Vec<Sheet>, Vec<String>)> {
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
