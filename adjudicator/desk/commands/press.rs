//! Letters between people, the diary, announcements, notes.

use super::Case;
use crate::desk::Desk;
use crate::desk::Told as _;
use crate::desk::reading::Said;
use crate::desk::settings::Press;
use crate::desk::verb::Word;
use crate::store::chronicle::{Book, Page};
use crate::store::{Board, Role, Status};
use anyhow::Result;
use serde_json::json;

/// To whom somebody writes.
struct Audience {
    seats: Vec<String>,
    observers: bool,
    moderator: bool,
    anonymous: bool,
    /// How readers are told to whom it went.
    names: Vec<String>,
}

impl Desk {
    /// `press to Rome, Greece [anonymous]: …`
    pub(super) fn press(&mut self, case: &mut Case, said: &Said) -> Result<String> {
        let mut board = self.need_started(case)?;
        let sender = self.seat_row(case)?.map(|seat| seat.seat);
        let moderates = self.moderates(case, &board);
        if sender.is_none() && !moderates {
            return self.refuse(case, "no-seat", &json!({ "table": board.id }));
        }
        if said.body.is_empty() {
            return self.refuse(case, "empty-press", &json!({}));
        }
        let body = said.body.clone();
        let is_ended = said.is_ended;
        let order = self.at_table(case, &mut board, |_, _, sitting| {
            Ok(body.lines().map(str::trim).find(|line| !line.is_empty() && sitting.understands(line)).map(String::from))
        })?;
        // A player who forgot the `end` must not publish his orders.
        if let (Some(order), false) = (order, is_ended) {
            return self.refuse(case, "orders-in-press", &json!({ "order": order }));
        }
        let to = self.audience(case, &mut board, &said.rest)?;
        let only_moderator = to.moderator && to.seats.is_empty() && !to.observers;
        match board.settings.press {
            Press::None if !only_moderator && board.is_alive() => return self.refuse(case, "no-press", &json!({})),
            Press::Signed if to.anonymous => return self.refuse(case, "signed-press-only", &json!({})),
            _ => {}
        }
        if !only_moderator && !moderates && self.is_silenced(&board, case.person.id)? {
            return self.refuse(case, "you-are-muted", &json!({ "table": board.id }));
        }
        let from = if to.anonymous { None } else { Some(sender.clone().unwrap_or_else(|| "moderator".into())) };
        let mut people: Vec<i64> = Vec::new();
        for seat in self.store.seats(&board.id)?.iter().filter(|seat| to.seats.contains(&seat.seat)) {
            people.extend(seat.readers());
        }
        let members = self.store.members(&board.id)?;
        people.extend(members.iter().filter(|one| to.observers && one.role == Role::Observer).map(|one| one.person));
        people.extend(board.moderator.filter(|_| to.moderator));
        people.sort_unstable();
        people.dedup();
        people.retain(|id| *id != case.person.id);
        if !to.anonymous {
            people = self.willing(&board, case.person.id, people)?;
        }
        for id in people {
            let Some(person) = self.store.person(id)? else { continue };
            let what = json!({ "from": from, "to": to.names, "body": body, "table": board.id });
            let subject = self.say(&person.language, "press-subject", &what)?;
            let text = self.report.page(&person.language, "desk/press.txt", &what)?;
            self.tell(&person, &board, &subject, &text)?;
        }
        self.said(case, "press-sent", &json!({ "to": to.names, "anonymous": to.anonymous }))
    }

    fn audience(&mut self, case: &Case, board: &mut Board, text: &str) -> Result<Audience> {
        let mut to =
            Audience { seats: Vec::new(), observers: false, moderator: false, anonymous: false, names: Vec::new() };
        let text = self.verbs.without_link(text).to_owned();
        let mut names: Vec<String> = Vec::new();
        for piece in text.split([',', ';', '+']).flat_map(|piece| piece.split(" and ")) {
            // `Rome anonymously`: a word may say how.
            let words: Vec<&str> = piece.split_whitespace().collect();
            let (kept, how): (Vec<&str>, Vec<&str>) =
                words.into_iter().partition(|word| self.verbs.word(word) != Some(Word::Anonymous));
            to.anonymous |= !how.is_empty();
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
                    to.seats = self.games.seats(&board.header)?;
                    (to.observers, to.moderator) = (true, true);
                    to.names.push("all".into());
                }
                Some(Word::Observers) => {
                    to.observers = true;
                    to.names.push("observers".into());
                }
                Some(Word::Moderator) => {
                    to.moderator = true;
                    to.names.push("moderator".into());
                }
                _ => {
                    let seat = self.at_table(case, board, |_, _, sitting| sitting.find_seat(&name).told())?;
                    to.names.push(seat.clone());
                    to.seats.push(seat);
                }
            }
        }
        Ok(to)
    }

    /// A page that is opened when the game is over.
    pub(super) fn diary(&mut self, case: &mut Case, said: &Said) -> Result<String> {
        let board = self.need_board(case)?;
        self.keep_page(case, &board, Book::Diary, &said.body)?;
        self.said(case, "diary-kept", &json!({}))
    }

    /// A moderator's note to himself and to moderators after him.
    pub(super) fn write_note(&mut self, case: &mut Case, said: &Said) -> Result<String> {
        let board = self.need_moderator(case)?;
        if said.body.is_empty() {
            let pages = self.store.pages(&board.id, Book::Note)?;
            let mut notes = Vec::new();
            for page in pages {
                let stage = self.stage_title(&board.header, &page.stage, case.language());
                notes.push(json!({ "when": self.when(page.at, &case.person), "text": page.text, "stage": stage }));
            }
            return self.report.page(case.language(), "desk/notes.txt", &json!({ "notes": notes }));
        }
        self.keep_page(case, &board, Book::Note, &said.body)?;
        self.said(case, "note-kept", &json!({}))
    }

    fn keep_page(&mut self, case: &Case, board: &Board, book: Book, text: &str) -> Result<()> {
        if text.is_empty() {
            return self.refuse(case, "empty-page", &json!({}));
        }
        let page = Page { person: case.person.id, stage: board.stage.clone(), at: self.now(), text: text.to_owned() };
        self.store.write_page(&board.id, book, &page)
    }

    /// Tells everybody something, in the moderator's name.
    pub(super) fn announce(&mut self, case: &mut Case, said: &Said) -> Result<String> {
        let board = self.need_moderator(case)?;
        if said.body.is_empty() {
            return self.refuse(case, "empty-page", &json!({}));
        }
        for person in self.everybody(&board)? {
            let what = json!({ "from": "moderator", "to": ["all"], "body": said.body, "table": board.id });
            let subject = self.say(&person.language, "announcement-subject", &what)?;
            let text = self.report.page(&person.language, "desk/press.txt", &what)?;
            self.tell(&person, &board, &subject, &text)?;
        }
        if board.status != Status::Closed {
            self.note(&board, "log-announced", &json!({ "name": case.person.name }))?;
        }
        self.said(case, "announced", &json!({}))
    }
}
