//! Closing a round, opening the next, and telling everybody.

use super::open_table::{OpenTable, Reader, Writing};
use super::post::Mail;
use super::work::Work;
use crate::folder::PublicRecord;
use crate::mail::compose::{File, Kind};
use crate::report::{Detail, Rendered};
use crate::settings::Advance;
use crate::store::chronicle::{Book, Motion};
use crate::store::{Board, Filed, Finality, Keeper, Person, SeatRow, Status, Store, Time, Wants};
use crate::time::Schedule;
use crate::time::Span;
use anyhow::Result;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tabellarius_kernel::Pace;

const DAY: Time = 86_400;
const MINUTE: Time = 60;

/// A sentence by its key, and what it speaks of.
pub type Notice = (String, Value);

/// When a round is due, and why it is later than one would think.
pub struct Due {
    /// When.
    pub at: Time,
    /// Why.
    pub why: Vec<Notice>,
}

/// What goes with the reports of a round, for all readers.
#[derive(Default)]
pub struct Tidings<'t> {
    /// The letters that counted.
    pub receipts: BTreeMap<String, Filed>,
    /// What else is to be said, by key. A `moment` is a time, told to everybody on the own clock.
    pub notices: &'t [Notice],
    /// The seats that were asked before: whoever is not asked any more has a deadline less in the calendar.
    pub were_asked: &'t [String],
    /// The seal of the round closed just now.
    pub seal: Option<&'t str>,
}

/// Who gets a report, and how much of it.
#[derive(Clone, Copy)]
pub struct To<'t> {
    /// Who.
    pub person: &'t Person,
    /// As whom.
    pub reader: Reader<'t>,
    /// How much.
    pub detail: Detail,
}

impl Work<'_> {
    /// Files a letter in the store, with its receipt.
    pub(super) fn file(
        &mut self,
        board: &Board,
        seat: &str,
        text: &str,
        finality: Finality,
        author: Option<i64>,
    ) -> Result<Filed> {
        let before = self.store.last_letter(&board.id, seat)?;
        let now = self.now;
        let number = before.as_ref().map_or(1, |before| before.number + 1);
        let mut hasher = blake3::Hasher::new_derive_key("tabellarius receipt");
        let last = before.map(|before| before.chain).unwrap_or_default();
        // Only the seat's own letters are in its chain: nobody can guess at those of others from a receipt.
        for piece in [&last, &board.id, seat, &number.to_string(), &now.to_string(), finality.word(), text] {
            hasher.update(&(piece.len() as u64).to_le_bytes());
            hasher.update(piece.as_bytes());
        }
        let chain = hasher.finalize().to_hex()[..32].to_owned();
        let letter = Filed { seat: seat.into(), number, text: text.into(), finality, chain, author, filed: now };
        self.store.file(&board.id, board.timeline, board.rounds + 1, &letter)?;
        Ok(letter)
    }

    /// The seats for whose letters people are waited for.
    pub(super) fn missing(&self, board: &Board, table: &dyn OpenTable) -> Result<Vec<String>> {
        missing(self.store, board, table)
    }

    /// The automaton writes for its seats; returns what, as it is kept.
    pub(super) fn let_automata_write(
        &self,
        table: &mut Box<dyn OpenTable>,
        seats: &[SeatRow],
    ) -> Result<Vec<(String, String)>> {
        let mut written = Vec::new();
        for seat in seats.iter().filter(|seat| seat.is_automatic()) {
            if table.awaited().contains(&seat.seat) {
                let text = table.caretaker(&seat.seat)?;
                let to = Writing { report: self.report, seat: &seat.seat, language: "en" };
                let letter = table.receive(to, &text, tabellarius_kernel::stage::Finality::Final)?.canonical;
                written.extend((!letter.is_empty()).then(|| (seat.seat.clone(), letter)));
            }
        }
        Ok(written)
    }

    /// Closes the round: the automaton writes for its seats, silence takes its default, everybody gets a report.
    pub(super) fn close_round(&mut self, board: &mut Board, table: &mut Box<dyn OpenTable>) -> Result<()> {
        let now = self.now;
        let mut seats = self.store.seats(&board.id)?;
        for (seat, text) in self.let_automata_write(table, &seats)? {
            self.file(board, &seat, &text, Finality::Final, None)?;
        }
        let silent = self.silent_seats(board, table.as_ref())?;
        let were_asked = table.asked();
        let (asked, silent) = newly_silent(board, now, were_asked.clone(), silent);
        let receipts = self.store.letters(&board.id, board.timeline, board.rounds + 1)?;
        let round = table.close()?;
        board.rounds += 1;
        self.store.add_round(&board.id, board.timeline, board.rounds, &round, now)?;
        tracing::info!(table = board.id, round = board.rounds, stage = round.stage, "round closed");
        self.store.clear_votes(&board.id, Motion::Extend)?;
        let mut notices = self.count_silence(board, &mut seats, &asked, &silent)?;
        notices.extend(self.open_round(board, table)?);
        let receipts = receipts.into_iter().map(|one| (one.seat.clone(), one)).collect();
        let tidings = Tidings { receipts, notices: &notices, were_asked: &were_asked, seal: Some(&round.seal) };
        self.report_round(board, table.as_ref(), &seats, &tidings)?;
        Ok(())
    }

    /// Opens the round that waits now: keeps the position, sets the deadline. Returns what there is to say about the deadline.
    pub(super) fn open_round(&mut self, board: &mut Board, table: &mut Box<dyn OpenTable>) -> Result<Vec<Notice>> {
        let now = self.now;
        let opened_after = Some(table.opened_after() as u32);
        board.clock = board.clock.next(board.opened_after != opened_after);
        let mut notices = Vec::new();
        if board.opened_after != opened_after {
            self.store.set_snapshot(&board.id, &table.snapshot()?)?;
            board.opened_after = opened_after;
        }
        board.stage = table.stage();
        board.opened = now;
        if table.winners().is_some() {
            (board.status, board.deadline, board.wake) = (Status::Over, None, None);
        } else {
            board.status = Status::Running;
            let due = self.deadline(board, table.as_ref(), now)?;
            (board.deadline, board.clock.entry) = (Some(due.at), Some(due.at));
            board.clock.asked = table.asked();
            notices = due.why;
            self.set_wake(board, table.as_ref())?;
        }
        self.store.drop_forms(&board.id, board.rounds)?;
        self.store.update_board(board)?;
        Ok(notices)
    }

    /// When a round is due that opens now. Absences are waited for, as far as the table allows.
    pub(super) fn deadline(&self, board: &Board, table: &dyn OpenTable, now: Time) -> Result<Due> {
        let settings = &board.settings;
        let (schedule, least) = if table.gathers() {
            (settings.schedule(&board.stage), settings.least)
        } else {
            (&settings.follow_up, Span(0))
        };
        let due = schedule.due(now, least);
        let asked = table.asked();
        let away = self.until_all_are_back(board, &asked, schedule, due)?;
        let at = away.min(due + settings.absence.0).max(due);
        let mut why = Vec::new();
        // The date that has just passed is nobody's next one.
        let next = schedule.first_from(now + MINUTE);
        if matches!(schedule, Schedule::Weekly { .. }) && next < due {
            why.push(("deadline-least".to_owned(), json!({ "moment": next, "least": least.to_string() })));
        }
        if at > due {
            why.push((
                "deadline-absence".to_owned(),
                json!({ "moment": due, "names": self.away(board, &asked, due)? }),
            ));
        }
        Ok(Due { at, why })
    }

    /// Who of these is away at a time.
    fn away(&self, board: &Board, asked: &[String], time: Time) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for seat in self.store.seats(&board.id)?.iter().filter(|seat| asked.contains(&seat.seat)) {
            let Some(person) = seat.player().map(|id| self.store.person(id)).transpose()?.flatten() else { continue };
            if self.store.absent_until(person.id, time)?.is_some() && !names.contains(&person.name) {
                names.push(person.name);
            }
        }
        Ok(names)
    }

    /// The first date of the schedule, from `due` on, on which nobody of these is away.
    fn until_all_are_back(&self, board: &Board, asked: &[String], schedule: &Schedule, due: Time) -> Result<Time> {
        let mut date = due;
        for _ in 0..20 {
            let mut back = date;
            for seat in self.store.seats(&board.id)?.iter().filter(|seat| asked.contains(&seat.seat)) {
                if let Some(until) = seat.player().map(|id| self.store.absent_until(id, date)).transpose()?.flatten() {
                    back = back.max(until);
                }
            }
            if back == date {
                return Ok(date);
            }
            date = match schedule {
                Schedule::Weekly { .. } => schedule.first_from(back),
                // Whoever comes back gets a day to read and answer.
                Schedule::After(span) => back + span.0.min(DAY),
            };
        }
        Ok(date)
    }

    /// Sends everybody his report of the round closed last.
    pub(super) fn report_round(
        &mut self,
        board: &Board,
        table: &dyn OpenTable,
        seats: &[SeatRow],
        tidings: &Tidings<'_>,
    ) -> Result<()> {
        let is_over = board.status == Status::Over;
        // In the middle of a stage the board was in the report before, and comes again when the stage ends.
        let is_follow_up = tidings.seal.is_some() && !is_over && board.opened_after != Some(board.rounds);
        let files = if is_over { self.last_papers(board, None)? } else { Vec::new() };
        let asked = table.asked();
        let mut told: Vec<i64> = Vec::new();
        for seat in seats {
            for id in seat.readers() {
                let Some(person) = self.store.person(id)? else { continue };
                told.push(id);
                let plays = seat.player() == Some(id);
                let is_asked = !is_over && asked.contains(&seat.seat) && plays;
                // Whoever has lost the seat to the automaton since has the deadline in the calendar too.
                let was_asked = tidings.were_asked.contains(&seat.seat) && (plays || seat.is_automatic());
                let detail = match (is_follow_up, is_asked) {
                    (false, _) => Detail::Whole,
                    (true, true) => Detail::Move,
                    (true, false) => Detail::News,
                };
                let to = To { person: &person, reader: Reader::Seat(&seat.seat), detail };
                // In the middle of a stage nobody gets a mail that says nothing.
                let is_idle = is_follow_up && !is_asked && !was_asked && tidings.notices.is_empty();
                if is_idle && !table.has_news(to.reader)? {
                    continue;
                }
                let text = self.report_text(board, table, to, tidings)?;
                if person.wants == Wants::Digest && !is_asked && !is_over {
                    self.store.clip(id, Some(&board.id), self.now, text.text())?;
                    continue;
                }
                let key = if is_over {
                    "subject-over"
                } else if is_asked {
                    "subject-orders"
                } else {
                    "subject-report"
                };
                let stage = table.stage_title(self.report, &person.language)?;
                let subject = self.say(&person.language, key, &json!({ "stage": stage }))?;
                let subject = format!("[{}] {subject}", board.id);
                let (about, calendar) = (Some((board, Some(seat.seat.as_str()))), is_asked || was_asked);
                let files = files.clone();
                self.send(&person, Mail { kind: Kind::Report, subject, text, about, answers: None, calendar, files })?;
            }
        }
        let others = self.store.members(&board.id)?.into_iter().map(|member| member.person).chain(board.moderator);
        for id in others {
            if told.contains(&id) {
                continue;
            }
            told.push(id);
            let Some(person) = self.store.person(id)? else { continue };
            let detail = if is_follow_up { Detail::News } else { Detail::Whole };
            let to = To { person: &person, reader: Reader::Observer, detail };
            if is_follow_up && tidings.notices.is_empty() && !table.has_news(to.reader)? {
                continue;
            }
            let text = self.report_text(board, table, to, tidings)?;
            if person.wants == Wants::Digest && !is_over {
                self.store.clip(id, Some(&board.id), self.now, text.text())?;
                continue;
            }
            let stage = table.stage_title(self.report, &person.language)?;
            let key = if is_over { "subject-over" } else { "subject-report" };
            let subject = self.say(&person.language, key, &json!({ "stage": stage }))?;
            let subject = format!("[{}] {subject}", board.id);
            let (about, files) = (Some((board, None)), files.clone());
            let mail = Mail { kind: Kind::Report, subject, text, about, answers: None, calendar: false, files };
            self.send(&person, mail)?;
        }
        Ok(())
    }

    /// What one reader is told about the round closed last, and about the one that is open.
    pub(super) fn report_text(
        &mut self,
        board: &Board,
        table: &dyn OpenTable,
        To { person, reader, detail }: To<'_>,
        tidings: &Tidings<'_>,
    ) -> Result<Rendered> {
        let seat = match reader {
            Reader::Seat(seat) => Some(seat),
            Reader::Observer | Reader::Moderator => None,
        };
        let receipt = seat.and_then(|seat| tidings.receipts.get(seat));
        // What an automaton wrote is not the reader's letter.
        let text = match seat.filter(|_| receipt.is_some_and(|receipt| receipt.author.is_none())) {
            Some(seat) => table.report_to_onlooker(self.report, seat, &person.language, detail)?,
            None => table.report(self.report, reader, &person.language, detail)?,
        };
        let receipt = receipt.filter(|receipt| receipt.author.is_some());
        let receipt = receipt.map(|receipt| json!({ "number": receipt.number, "chain": grouped(&receipt.chain) }));
        let is_asked = seat.is_some_and(|seat| table.asked().iter().any(|asked| asked == seat));
        let deadline = board.deadline.map(|deadline| self.when(deadline, person));
        let mut said = Vec::new();
        for (key, what) in tidings.notices {
            let mut what = what.clone();
            if let Some(moment) = what["moment"].as_i64() {
                what["moment"] = json!(self.when(moment, person));
            }
            if let Some(seat) = what["seat"].as_str() {
                what["seat"] = json!(table.shown(seat, &person.language));
            }
            said.push(self.say(&person.language, key, &what)?);
        }
        let clippings = self.store.take_clippings(person.id)?;
        let clippings: Vec<Value> = clippings
            .iter()
            .map(|one| json!({ "table": one.board, "when": self.when(one.at, person), "text": one.text }))
            .collect();
        let is_over = board.status == Status::Over;
        let players = if is_over { self.players(board, table, &person.language)? } else { Vec::new() };
        self.report.letter(
            &person.language,
            "desk/report.txt",
            &json!({
                "table": board.id,
                "text": text,
                "asked": is_asked && board.status == Status::Running,
                "deadline": deadline,
                "early": board.settings.advance == Advance::AllIn,
                "planned": seat.is_some_and(|seat| !table.plans_here(seat, "en").is_empty()),
                "receipt": receipt,
                "notices": said,
                "round": board.rounds,
                "seal": tidings.seal.map(grouped),
                "commitment": board.header.commitment,
                "clippings": clippings,
                "over": is_over,
                "players": players,
                "brief": detail != Detail::Whole,
            }),
        )
    }

    /// Who plays what: the winners first, as the rules name them, then the others.
    fn players(&self, board: &Board, table: &dyn OpenTable, language: &str) -> Result<Vec<Value>> {
        let mut rows = self.store.seats(&board.id)?;
        let winners = table.winners().unwrap_or_default();
        let place = |row: &SeatRow| winners.iter().position(|seat| *seat == row.seat).unwrap_or(usize::MAX);
        rows.sort_by_key(place);
        let mut players = Vec::new();
        for row in &rows {
            let name = row.player().or(row.owner).map(|id| self.store.person(id)).transpose()?.flatten();
            players.push(json!({
                "seat": table.shown(&row.seat, language),
                "name": name.map(|person| person.name),
                "automaton": row.is_automatic(),
            }));
        }
        Ok(players)
    }

    /// Ends a game before the rules do: everybody gets the same papers as after any other.
    pub(super) fn end_table(&mut self, board: &mut Board, key: &str, what: &Value) -> Result<()> {
        (board.status, board.wake, board.deadline) = (Status::Closed, None, None);
        board.clock.changes += 1;
        self.store.update_board(board)?;
        let log = format!("log-{key}");
        self.note(board, &log, what)?;
        let ended = self.say("en", &log, what)?.replace(crate::report::UNBROKEN, " ");
        let files = if board.is_started() { self.last_papers(board, Some(ended))? } else { Vec::new() };
        let seats = self.store.seats(&board.id)?;
        for person in self.everybody(board)? {
            let subject = format!("[{}] {}", board.id, self.say(&person.language, &format!("{key}-subject"), what)?);
            let text = self.say(&person.language, key, what)?;
            let what = json!({ "text": text, "table": board.id, "seed": board.is_started().then_some(&board.seed) });
            let text = self.report.page(&person.language, "desk/ended.txt", &what)?;
            let seat = seats.iter().find(|seat| seat.player() == Some(person.id)).map(|seat| seat.seat.as_str());
            let mut mail = Mail::notice(board, subject, text);
            mail.calendar = seat.is_some_and(|seat| board.clock.asked.iter().any(|asked| asked == seat));
            (mail.about, mail.files) = (Some((&*board, seat)), files.clone());
            self.send(&person, mail)?;
        }
        Ok(())
    }

    /// What goes out when a game is over: the record that `audit` proves, and the diaries. `ended` says how it ended, if not by
    /// the rules.
    fn last_papers(&mut self, board: &Board, ended: Option<String>) -> Result<Vec<File>> {
        let mut files = Vec::new();
        let rounds = self.store.rounds(&board.id, board.timeline, 0, board.rounds)?;
        let seed = super::tables::seed_of(board)?.reveal();
        let record = PublicRecord { header: board.header.clone(), seed, rounds, ended };
        files.push(File {
            name: format!("{}-record.json", board.id),
            media_type: "application/json".into(),
            bytes: serde_json::to_vec_pretty(&record)?,
        });
        let mut diaries = String::new();
        for page in self.store.pages(&board.id, Book::Diary)? {
            let name = self.store.person(page.person)?.map(|person| person.name).unwrap_or_default();
            let stage = self.stage_title(&board.header, &page.stage, "en");
            diaries += &format!("{name}, {stage}\n\n{}\n\n\n", page.text);
        }
        if !diaries.is_empty() {
            files.push(File {
                name: format!("{}-diaries.txt", board.id),
                media_type: "text/plain; charset=utf-8".into(),
                bytes: diaries.into_bytes(),
            });
        }
        Ok(files)
    }
}

/// The seats for whose letters people are waited for: the automaton writes when the round closes.
pub(super) fn missing(store: &Store, board: &Board, table: &dyn OpenTable) -> Result<Vec<String>> {
    let kept: Vec<String> =
        store.seats(&board.id)?.into_iter().filter(SeatRow::is_automatic).map(|seat| seat.seat).collect();
    Ok(table.awaited().into_iter().filter(|seat| !kept.contains(seat)).collect())
}

/// Of the seats that are asked and of those that are silent, the ones to count. At a strict table silence counts once a stage, like
/// anywhere else, and not for each question; in a long stage once in the time that a round of orders has.
fn newly_silent(
    board: &mut Board,
    now: Time,
    mut asked: Vec<String>,
    mut silent: Vec<String>,
) -> (Vec<String>, Vec<String>) {
    if board.header.pace == Pace::Bulk {
        return (asked, silent);
    }
    let round = board.settings.schedule(&board.stage).gap();
    let counted = &mut board.clock.counted;
    let again = |seat: &String| counted.get(seat).is_some_and(|since| now - since < round.0);
    let again: Vec<String> = silent.iter().filter(|seat| again(seat)).cloned().collect();
    asked.retain(|seat| !again.contains(seat));
    silent.retain(|seat| !again.contains(seat));
    counted.extend(silent.iter().map(|seat| (seat.clone(), now)));
    (asked, silent)
}

/// A hash in groups that can be read aloud: its beginning is enough to tell two apart.
pub fn grouped(hash: &str) -> String {
    let short: Vec<char> = hash.chars().take(16).collect();
    short.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

impl SeatRow {
    /// Whether the automaton writes for it.
    pub fn is_automatic(&self) -> bool {
        self.keeper == Keeper::Caretaker || self.player().is_none()
    }
}
