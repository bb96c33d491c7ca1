//! A letter of somebody who is proved: what it says is done, and answered once.

use super::Declined;
use super::commands::{Case, Outcome};
use super::identity::Proof;
use super::limits::Understood;
use super::post::Mail;
use super::reading::{self, Said, Sheet};
use super::secrets::Secrets;
use super::stamp::Answered;
use super::texts;
use super::verb::Verb;
use super::who::Tag;
use super::work::Work;
use crate::mail::compose::Kind;
use crate::mail::letter::Piece;
use crate::mail::selection::{FoundIn, SentForm};
use crate::mail::typography::keyboard;
use crate::mail::{Letter, Problem, Selection};
use crate::report::Rendered;
use crate::store::{Board, FormRow, Person, PressRow};
use anyhow::Result;
use serde_json::{Value, json};

impl Work<'_> {
    /// Does what a letter says and answers it.
    pub(super) fn answer(
        &mut self,
        letter: &Letter,
        person: Person,
        secrets: Secrets,
        proof: &Proof,
        is_last_try: bool,
    ) -> Result<Understood> {
        // A tag says which seat is meant only to the person it was made for.
        let tag = self.gate.key.tag(letter).filter(|tag| tag.person == person.id);
        if let Some(key) = self.too_much(letter) {
            self.reply_briefly(&person, letter, key, &json!({}))?;
            return Ok(Understood::Nothing);
        }
        let form = self.form_answered(letter, &person)?;
        let press = self.press_answered(letter, &person)?;
        let home = match press.as_ref().map(|press| self.store.sound_board(&press.board)).transpose()?.flatten() {
            Some(board) => Some(board),
            None => self.home(letter, &person, tag.as_ref(), form.as_ref())?,
        };
        let sent = form.as_ref().map(|form| SentForm { before: &form.before, form: &form.form, after: &form.after });
        let answers_all = self.gate.key.means_all(letter, person.id);
        // Without a tag the report that is answered says which of several seats is meant.
        let seat = tag.map(|tag| tag.seat).or(form.as_ref().map(|form| super::who::plain(&form.seat)));
        let mut case = Case::new(person, home, seat);
        (case.secret, case.proof, case.answered) = (secrets.set, proof.clone(), Answered::by(letter));
        (case.answers, case.answers_all, case.is_damaged) = (press, answers_all, is_damaged(letter));
        let Script { sheets, mut answer, has_orders } = self.script(&case, letter, sent)?;
        // What stands in a text is not lost, even if it looks like a signature.
        let is_in_text = |line: &String| {
            let texts = sheets.iter().flat_map(|sheet| &sheet.commands).map(|said| keyboard(&said.body));
            texts::is_end(self.verbs, line) || texts.into_iter().any(|text| text.lines().any(|one| one == line))
        };
        answer.ignored.retain(|line| !is_in_text(line));
        let commands = sheets.iter().map(|sheet| sheet.commands.len()).sum::<usize>();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let reply = self.whole_reply(&case, letter, &sheets, has_orders);
        let is_understood = reply.is_some() || commands > 0;
        if let Some(reply) = reply {
            outcomes.push(match self.command(&mut case, &reply) {
                Ok(text) => Outcome::said(text),
                Err(error) => self.refused(error)?,
            });
        } else {
            for sheet in &sheets {
                outcomes.extend(self.do_sheet(&mut case, sheet)?);
            }
            let is_reply = |sheet: &Sheet| sheet.commands.iter().any(|said| said.verb == Verb::Reply);
            if let Some(press) = case.answers.as_ref().filter(|_| !sheets.iter().any(is_reply)) {
                let what = json!({ "from": press.signed });
                outcomes.push(Outcome::said(self.say(&case.person.language, "not-replied", &what)?));
            }
        }
        let unread = self.unread(letter, &answer, &case.person)?;
        if outcomes.is_empty() && !letter.problems.contains(&Problem::Encrypted) {
            let quoted = self.quoted_orders(&case, letter)?;
            let text = match quoted.is_empty() {
                true => self.help_for(&case).map_err(Declined::fault)?,
                false => self.report.page(&case.person.language, "desk/quoted.txt", &json!({ "lines": quoted }))?,
            };
            outcomes.push(Outcome { text, problems: usize::from(!quoted.is_empty()), ..Outcome::default() });
        }
        // Whoever sends the same for the last time before it counts as a machine's must know.
        if is_last_try && !is_understood && !outcomes.iter().any(|outcome| outcome.filed) {
            outcomes.push(Outcome::said(self.say(&case.person.language, "last-try", &json!({}))?));
        }
        outcomes.extend(unread);
        if !answer.ignored.is_empty() {
            let what = json!({ "lines": answer.ignored });
            let text = self.report.page(&case.person.language, "desk/ignored.txt", &what)?;
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
        let text = self.report.letter(
            &case.person.language,
            "desk/answer.txt",
            &json!({ "pieces": pieces, "table": case.board.as_ref().map(|board| &board.id), "name": case.person.name }),
        )?;
        let board = case.board.clone();
        self.reply(&case.person, letter, board.as_ref().map(|board| (board, case.seat.as_deref())), &subject, text)?;
        Ok(if filed || is_understood { Understood::Something } else { Understood::Nothing })
    }

    /// The lines of a quote that would be orders or commands if their writer had not left them there.
    fn quoted_orders(&mut self, case: &Case, letter: &Letter) -> Result<Vec<String>> {
        let is_quoted = |piece: &&Piece| matches!(piece, Piece::Quoted(_));
        let lines: Vec<String> = letter.pieces().iter().filter(is_quoted).map(|one| keyboard(one.text())).collect();
        let sitting = match (&case.board, self.seat_row(case)?) {
            (Some(board), Some(_)) if board.is_started() => self.take(board).ok().map(|sitting| (board, sitting)),
            _ => None,
        };
        let is_meant = |line: &&String| {
            let line = line.trim();
            let is_order = || sitting.as_ref().is_some_and(|(_, sitting)| sitting.understands(line));
            !line.is_empty() && (self.verbs.read(line).is_some_and(|said| said.in_full) || is_order())
        };
        let found = lines.iter().filter(is_meant).take(MOST_QUOTED).cloned().collect();
        if let Some((board, sitting)) = sitting {
            self.put(board, sitting);
        }
        Ok(found)
    }

    /// Why nothing of a letter can be done: it is longer than the club takes.
    fn too_much(&self, letter: &Letter) -> Option<&'static str> {
        let most = self.club.limits.orders;
        let is_long = letter.problems.contains(&Problem::TooLong);
        (is_long || (most > 0 && letter.body.lines().count() > most)).then_some("too-long-letter")
    }

    /// What was not read of a letter, so that nobody believes it was; and what was, if that is not plain.
    fn unread(&self, letter: &Letter, answer: &Selection, person: &Person) -> Result<Vec<Outcome>> {
        let mut keys: Vec<(&str, Value)> = Vec::new();
        if is_damaged(letter) {
            keys.push(("damaged-letter", json!({})));
        }
        if letter.problems.contains(&Problem::Encrypted) {
            keys.push(("encrypted-letter", json!({})));
        }
        if let FoundIn::Attached(file) = &answer.found_in {
            keys.push(("read-attached", json!({ "file": file })));
        }
        if !answer.unused.is_empty() {
            keys.push(("unused-files", json!({ "files": answer.unused })));
        }
        if letter.problems.contains(&Problem::EnclosedMails) {
            keys.push(("enclosed-mails", json!({})));
        }
        if !letter.files.is_empty() {
            keys.push(("other-files", json!({ "files": letter.files })));
        }
        keys.into_iter().map(|(key, what)| Ok(Outcome::said(self.say(&person.language, key, &what)?))).collect()
    }

    /// The letter of somebody else that this one answers, if that went to its writer.
    fn press_answered(&self, letter: &Letter, person: &Person) -> Result<Option<PressRow>> {
        let id = letter.in_reply_to.first().or(letter.references.last());
        let press = id.map(|id| self.store.press(id)).transpose()?.flatten();
        Ok(press.filter(|press| press.reader == person.id))
    }

    /// A letter that is all of it an answer to somebody else's: it gives no command and no order of its own, unless it says who else
    /// shall read it.
    fn whole_reply(&self, case: &Case, letter: &Letter, sheets: &[Sheet], has_orders: bool) -> Option<Said> {
        case.answers.as_ref()?;
        let commands: Vec<&Said> = sheets.iter().flat_map(|sheet| &sheet.commands).collect();
        let rest = match commands.as_slice() {
            [] => String::new(),
            [only] if only.verb == Verb::Reply && only.body.is_empty() => only.rest.clone(),
            _ => return None,
        };
        if has_orders || sheets.iter().any(|sheet| sheet.table.is_some()) {
            return None;
        }
        let is_reply = |piece: &Piece| {
            let said =
                self.verbs.read(piece.text().trim()).filter(|_| matches!(piece, Piece::Own(_)) && !commands.is_empty());
            said.is_some_and(|said| said.verb == Verb::Reply && said.rest == rest)
        };
        let mut pieces: Vec<Piece> = letter.pieces().iter().filter(|piece| !is_reply(piece)).cloned().collect();
        // Who is used to it ends the text; but one word alone, `Fine`, is the text.
        let last = pieces.iter().rposition(Piece::is_said).filter(|&last| pieces[..last].iter().any(Piece::is_said));
        if let Some(last) = last.filter(|&last| texts::is_end(self.verbs, pieces[last].text())) {
            pieces.remove(last);
        }
        Some(Said { line: 0, verb: Verb::Reply, rest, body: texts::whole(&pieces), is_ended: true })
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
        text: impl Into<Rendered>,
    ) -> Result<()> {
        let subject = match about {
            Some((board, _)) => format!("[{}] {subject}", board.id),
            None => format!("{}: {subject}", self.club.name),
        };
        let (answers, text) = (letter.message_id.clone(), text.into());
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

    /// The letter taken apart.
    pub(super) fn script(&mut self, case: &Case, letter: &Letter, sent: Option<SentForm<'_>>) -> Result<Script> {
        // What is an order depends on the table: the one the letter is about, or one that it names.
        let mut tables: Vec<(Option<String>, Board)> = case.board.iter().map(|board| (None, board.clone())).collect();
        for line in letter.orders(self.phrases).lines() {
            let said = self.verbs.read(line.trim()).filter(|said| said.verb == Verb::Table);
            if let Some(name) = said.and_then(|said| reading::table_named(&said.rest))
                && let Some(board) = self.store.sound_board(&name)?
            {
                tables.push((Some(name), board));
            }
        }
        let mut open = Vec::new();
        for (name, board) in tables {
            let there = Case::new(case.person.clone(), Some(board.clone()), None);
            // Who has no seat gives no orders: to a moderator `hold` is a command. A table that cannot be set up is dealt with
            // when its turn comes.
            if board.is_started()
                && self.seat_row(&there)?.is_some()
                && let Ok(table) = self.take(&board)
            {
                open.push((name, board, table));
            }
        }
        let understands = |named: Option<&str>, line: &str| {
            let is_there = |name: &Option<String>, board: &Board| match named {
                None => name.is_none(),
                Some(named) => board.id == named,
            };
            open.iter().any(|(name, board, table)| is_there(name, board) && table.understands(line))
        };
        let answer = Selection::of(letter, sent, self.phrases, |line| {
            understands(None, line) || self.verbs.read(line.trim()).is_some_and(|said| said.in_full)
        });
        let names = names_of(&case.person, letter);
        let is_name = |line: &str| names.contains(&line.trim().trim_matches(['-', '.', ',', ' ']).to_lowercase());
        let sheets = reading::read(self.verbs, self.phrases, &answer.lines, understands, is_name);
        // A letter whose every line is nearly an order is one with slips in it, and nobody's press.
        let resembles = |line: &str| open.iter().any(|(_, _, table)| table.resembles(line));
        let has_orders = sheets.iter().any(|sheet| {
            let lines = || sheet.orders.lines().chain(sheet.tries.lines()).filter(|line| !line.trim().is_empty());
            lines().any(|line| understands(sheet.table.as_deref(), line))
                || lines().count() > 0 && lines().all(resembles)
        });
        for (_, board, table) in open {
            self.put(&board, table);
        }
        Ok(Script { sheets, answer, has_orders })
    }
}

/// More lines of a quote are not shown again.
const MOST_QUOTED: usize = 12;

/// A letter taken apart.
pub(super) struct Script {
    pub sheets: Vec<Sheet>,
    answer: Selection,
    /// Whether something in it is an order, or all of it nearly is.
    has_orders: bool,
}

/// What the writer of a letter may sign with: the name we know, the one beside the address, their first words, the mailbox's name.
fn names_of(person: &Person, letter: &Letter) -> Vec<String> {
    let beside = letter.sender().map(|from| from.name.clone()).unwrap_or_default();
    let mailbox = person.address.split(['@', '+']).next().unwrap_or_default().to_owned();
    let first = |name: &str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let names = [first(&person.name), first(&beside), person.name.clone(), beside, mailbox];
    names.into_iter().map(|name| name.trim().to_lowercase()).filter(|name| !name.is_empty()).collect()
}

/// Whether a letter did not arrive as it was written.
fn is_damaged(letter: &Letter) -> bool {
    let signs = [Problem::Damaged, Problem::Ambiguous, Problem::Unreadable];
    signs.iter().any(|problem| letter.problems.contains(problem))
}
