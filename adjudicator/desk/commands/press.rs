//! Letters between people and answers to them; the diary, announcements, notes.
//!
//! A letter is its writer's text, word for word. An answer to the mail that brought it goes back to its writer, named or not; `reply
//! all` goes to everybody it went to. Who wrote without a name stays without one in all that follows.

use super::Case;
use crate::desk::Answer;
use crate::desk::reading::Said;
use crate::desk::verb::{Verb, Word};
use crate::desk::work::Work;
use crate::desk::{masks, post::Mail};
use crate::mail::compose::Kind;
use crate::settings::Press;
use crate::store::chronicle::{Book, Page};
use crate::store::{Audience, Board, Person, PressRow, Role, SeatRow, Status, Wants};
use serde_json::json;

/// What somebody writes to others.
struct Missive<'m> {
    /// The seat that signs, or `moderator`; nothing: without a name.
    signed: Option<&'m str>,
    to: &'m Audience,
    body: &'m str,
    /// The key of the subject.
    subject: &'static str,
}

impl Work<'_> {
    /// `press to Rome, Greece [anonymous]: …`
    pub(super) fn press(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let mut board = self.need_started(case)?;
        self.need_voice(case, &board)?;
        if said.body.is_empty() {
            return self.refuse(case, "empty-press", &json!({}));
        }
        let (to, is_anonymous) = self.audience(case, &mut board, &said.rest)?;
        if !said.is_ended {
            self.refuse_orders(case, &mut board, &said.body)?;
        }
        let people = self.readers(&board, &to)?;
        let is_masked = self.write(case, &board, &to, people, is_anonymous, &said.body)?;
        let names = self.shown_all(&board, to.names(), case.language());
        let what = json!({ "to": names, "anonymous": is_anonymous, "masked": is_masked });
        self.said(case, "press-sent", &what)
    }

    /// `reply`, `reply all`: to the mail that the letter answers.
    pub(super) fn reply_to_press(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let Some(press) = case.answers.clone() else { return self.refuse(case, "reply-to-nothing", &json!({})) };
        let words: Vec<Word> = said.rest.split([' ', ',']).filter_map(|word| self.verbs.word(word)).collect();
        let Some(mut board) = self.store.sound_board(&press.board)? else {
            return self.need_started(case).map(|_| String::new());
        };
        case.board = Some(board.clone());
        self.need_started(case)?;
        self.need_voice(case, &board)?;
        if said.body.is_empty() {
            return self.refuse(case, "empty-reply", &json!({}));
        }
        if !said.is_ended {
            self.refuse_orders(case, &mut board, &said.body)?;
        }
        let is_all = words.contains(&Word::All) || case.answers_all;
        let is_anonymous = press.is_veiled || words.contains(&Word::Anonymous);
        let mut to =
            answered(&press, if is_all { press.audience.clone() } else { Audience::default() }, case.person.id);
        // Who signs need not be named twice; who does not must not be missed in the list.
        let own = self.seat_row(case)?.map(|seat| seat.seat).filter(|_| !is_anonymous && !to.all);
        to.seats.retain(|seat| Some(seat) != own.as_ref());
        let mut people = self.readers(&board, &to)?;
        // Several may moderate: whoever wrote reads the answer.
        people.push(press.writer);
        let is_masked = self.write(case, &board, &to, people, is_anonymous, &said.body)?;
        let names = self.shown_all(&board, to.names(), case.language());
        let what = json!({
            "to": names, "anonymous": is_anonymous, "masked": is_masked,
            "all": !is_all && press.audience.is_several(), "whole": said.line == 0,
        });
        self.said(case, "reply-sent", &what)
    }

    /// Who has neither a seat nor the table in hand has no voice there.
    fn need_voice(&self, case: &Case, board: &Board) -> Answer<()> {
        if self.seat_row(case)?.is_some() || self.moderates(case, board) {
            return Ok(());
        }
        self.refuse(case, "no-seat", &json!({ "table": board.id }))
    }

    /// Who forgot the `end` must not publish orders, nor a letter to somebody else.
    fn refuse_orders(&mut self, case: &Case, board: &mut Board, body: &str) -> Answer<()> {
        let lines: Vec<String> = crate::mail::typography::keyboard(body).lines().map(str::to_owned).collect();
        let order = self.at_table(case, board, |_, _, table| {
            Ok(lines.iter().find(|line| !line.trim().is_empty() && table.understands(line)).cloned())
        })?;
        if let Some(order) = order {
            return self.refuse(case, "orders-in-press", &json!({ "order": order.trim() }));
        }
        for line in &lines {
            let said = self.verbs.read(line).filter(|said| said.verb == Verb::Press && said.in_full);
            let to = said.map(|said| said.rest.split(':').next().unwrap_or_default().to_owned());
            if let Some(to) = to
                && self.audience(case, board, &to).is_ok()
            {
                return self.refuse(case, "press-in-press", &json!({ "line": line.trim() }));
            }
        }
        Ok(())
    }

    /// Sends somebody's text, as far as the table allows it. Says whether an address in it was hidden.
    fn write(
        &mut self,
        case: &Case,
        board: &Board,
        to: &Audience,
        mut people: Vec<i64>,
        is_anonymous: bool,
        body: &str,
    ) -> Answer<bool> {
        people.retain(|id| *id != case.person.id);
        let only_moderator = to.moderator && to.seats.is_empty() && !to.observers && to.unnamed.is_empty();
        match board.settings.press {
            Press::None if !only_moderator && board.is_alive() => return self.refuse(case, "no-press", &json!({})),
            Press::Signed if is_anonymous => return self.refuse(case, "signed-press-only", &json!({})),
            _ => {}
        }
        if !only_moderator && !self.moderates(case, board) && self.is_silenced(board, case.person.id)? {
            return self.refuse(case, "you-are-muted", &json!({ "table": board.id }));
        }
        let seat = self.seat_row(case)?.map_or_else(|| "moderator".to_owned(), |seat| seat.seat);
        // Nobody can shut the ears to whoever runs the table; and a missing letter without a name would tell whose it was.
        if !is_anonymous && seat != "moderator" {
            people = self.willing(board, case.person.id, people)?;
        }
        let hidden = self.private_addresses(board, &case.person, is_anonymous)?;
        let masked = masks::masked(body, &self.referee(), &hidden);
        let signed = (!is_anonymous).then_some(seat.as_str());
        let body = masked.as_deref().unwrap_or(body);
        let missive = Missive { signed, to, body, subject: "press-subject" };
        self.deliver(case.person.id, board, &missive, people)?;
        Ok(masked.is_some())
    }

    /// The addresses that a letter to others must not tell: people told them to us. A writer may tell the own one, but not by a slip in
    /// a letter without a name.
    fn private_addresses(&self, board: &Board, writer: &Person, is_anonymous: bool) -> Answer<Vec<String>> {
        let mut hidden = Vec::new();
        for person in self.everybody(board)? {
            let is_known = self.club.is_moderator(&person.address);
            if (person.id != writer.id && !is_known) || (person.id == writer.id && is_anonymous) {
                hidden.push(person.address);
                hidden.extend(person.second);
            }
        }
        if is_anonymous {
            hidden.push(writer.address.clone());
            hidden.extend(self.store.former(writer.id)?.into_iter().filter(|one| one.contains('@')));
        }
        Ok(hidden)
    }

    /// The people whom an audience means.
    fn readers(&self, board: &Board, to: &Audience) -> Answer<Vec<i64>> {
        let mut people: Vec<i64> = to.unnamed.clone();
        for seat in self.store.seats(&board.id)?.iter().filter(|seat| to.seats.contains(&seat.seat)) {
            people.extend(seat.readers());
        }
        let members = self.store.members(&board.id)?;
        people.extend(members.iter().filter(|one| to.observers && one.role == Role::Observer).map(|one| one.person));
        people.extend(board.moderator.filter(|_| to.moderator));
        Ok(people)
    }

    /// Sends a text to people, and remembers for each how to answer it.
    fn deliver(&mut self, writer: i64, board: &Board, missive: &Missive<'_>, mut people: Vec<i64>) -> Answer<()> {
        let Missive { signed, to, body, subject } = *missive;
        let seats = self.store.seats(&board.id)?;
        people.sort_unstable();
        people.dedup();
        for id in people {
            let Some(person) = self.store.person(id)? else { continue };
            let (is_veiled, several) = (to.unnamed.contains(&id), to.is_several());
            let from = signed.map(|seat| self.shown(board, seat, &person.language));
            let names = self.shown_all(board, to.names(), &person.language);
            let what = json!({
                "from": from, "to": names, "body": body, "table": board.id, "several": several, "veiled": is_veiled,
            });
            let text = self.report.part(&person.language, "desk/press.txt", &what)?;
            // A digest has no writer to answer, so it says how; who did not sign can be answered only by a mail of its own.
            if let (Wants::Digest, Some(from)) = (person.wants, &from) {
                let what = json!({ "from": from, "seat": signed });
                let how = self.say(&person.language, "press-in-digest", &what)?;
                self.store.clip(id, Some(&board.id), self.now, &format!("{text}\n\n{how}"))?;
                continue;
            }
            let subject = format!("[{}] {}", board.id, self.say(&person.language, subject, &what)?);
            let what =
                json!({ "text": text, "from": from, "table": board.id, "several": several, "veiled": is_veiled });
            let text = self.report.page(&person.language, "desk/letter.txt", &what)?;
            let seat = seats.iter().find(|seat| seat.readers().any(|reader| reader == id));
            let about = Some((board, seat.map(|seat: &SeatRow| seat.seat.as_str())));
            let kind = Kind::Press { several };
            let mail =
                Mail { kind, subject, text: text.into(), about, answers: None, calendar: false, files: Vec::new() };
            let name = self.send_naming(&person, mail, None)?;
            let (signed, audience) = (signed.map(str::to_owned), to.clone());
            let row = PressRow { board: board.id.clone(), reader: id, is_veiled, writer, signed, audience };
            self.store.add_press(&name, &row)?;
        }
        Ok(())
    }

    /// To whom, and whether without a name: `to Rome, Greece anonymously`.
    fn audience(&mut self, case: &Case, board: &mut Board, text: &str) -> Answer<(Audience, bool)> {
        let mut to = Audience::default();
        let mut is_anonymous = false;
        let text = self.verbs.without_link(text).to_owned();
        let mut names: Vec<String> = Vec::new();
        for piece in text.split([',', ';', '+']).flat_map(|piece| piece.split(" and ")) {
            // `Rome anonymously`: a word may say how.
            let words: Vec<&str> = piece.split_whitespace().collect();
            let (kept, how): (Vec<&str>, Vec<&str>) =
                words.into_iter().partition(|word| self.verbs.word(word) != Some(Word::Anonymous));
            is_anonymous |= !how.is_empty();
            if !kept.is_empty() {
                // `anonymous to all`: the link may stand behind it.
                names.push(self.verbs.without_link(&kept.join(" ")).to_owned());
            }
        }
        if names.is_empty() {
            return self.refuse(case, "press-to-whom", &json!({}));
        }
        for name in names {
            match self.verbs.word(&name) {
                Some(Word::All) => {
                    to.seats = self.tables.games.seats(&board.header)?;
                    (to.all, to.observers, to.moderator) = (true, true, true);
                }
                Some(Word::Observers) => to.observers = true,
                Some(Word::Moderator) => to.moderator = true,
                _ => {
                    let seat = match self.seat_meant(case, board, &name) {
                        Err(error) if !self.is_moderator_called(board, &name)? => return Err(error),
                        Err(_) => {
                            to.moderator = true;
                            continue;
                        }
                        Ok(row) => row.seat,
                    };
                    if !to.seats.contains(&seat) {
                        to.seats.push(seat);
                    }
                }
            }
        }
        Ok((to, is_anonymous))
    }

    /// A page that is opened when the game is over.
    pub(super) fn diary(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let board = self.need_board(case)?;
        self.keep_page(case, &board, Book::Diary, &said.body)?;
        self.said(case, "diary-kept", &json!({}))
    }

    /// A moderator's note to himself and to moderators after him.
    pub(super) fn write_note(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let board = self.need_moderator(case)?;
        if said.body.is_empty() {
            let pages = self.store.pages(&board.id, Book::Note)?;
            let mut notes = Vec::new();
            for page in pages {
                let stage = self.stage_title(&board.header, &page.stage, case.language());
                notes.push(json!({ "when": self.when(page.at, &case.person), "text": page.text, "stage": stage }));
            }
            return Ok(self.report.page(case.language(), "desk/notes.txt", &json!({ "notes": notes }))?);
        }
        self.keep_page(case, &board, Book::Note, &said.body)?;
        self.said(case, "note-kept", &json!({}))
    }

    fn keep_page(&mut self, case: &Case, board: &Board, book: Book, text: &str) -> Answer<()> {
        if text.is_empty() {
            return self.refuse(case, "empty-page", &json!({}));
        }
        let page = Page { person: case.person.id, stage: board.stage.clone(), at: self.now, text: text.to_owned() };
        Ok(self.store.write_page(&board.id, book, &page)?)
    }

    /// Tells everybody something, in the moderator's name.
    pub(super) fn announce(&mut self, case: &mut Case, said: &Said) -> Answer<String> {
        let board = self.need_moderator(case)?;
        if said.body.is_empty() {
            return self.refuse(case, "empty-page", &json!({}));
        }
        let seats = self.tables.games.seats(&board.header)?;
        let to = Audience { all: true, seats, observers: true, moderator: true, unnamed: Vec::new() };
        // Those who wait for the start, and those who stand by, are told too.
        let people = self.everybody(&board)?.iter().map(|person| person.id).collect();
        let masked = masks::masked(&said.body, &self.referee(), &[]);
        let body = masked.as_deref().unwrap_or(&said.body);
        let missive = Missive { signed: Some("moderator"), to: &to, body, subject: "announcement-subject" };
        self.deliver(case.person.id, &board, &missive, people)?;
        if board.status != Status::Closed {
            self.note(&board, "log-announced", &json!({ "name": case.person.name }))?;
        }
        self.said(case, "announced", &json!({}))
    }
}

/// To whom an answer to a letter goes: to its writer, and to these.
fn answered(press: &PressRow, also: Audience, reader: i64) -> Audience {
    let mut to = also;
    match &press.signed {
        Some(name) if name == "moderator" => to.moderator = true,
        Some(seat) if !to.seats.contains(seat) => to.seats.insert(0, seat.clone()),
        Some(_) => {}
        None if !to.unnamed.contains(&press.writer) => to.unnamed.push(press.writer),
        None => {}
    }
    to.unnamed.retain(|one| *one != reader);
    to
}
