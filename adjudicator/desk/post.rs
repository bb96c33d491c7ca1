//! Mails that go out: put together here, written into the outbox with whatever they tell.

use super::who::{ALL, address_of};
use super::work::Work;
use crate::mail::Address;
use crate::mail::calendar::{Deadline, Standing};
use crate::mail::compose::{Dispatch, File, Kind, message_id, thread_root};
use crate::report::Rendered;
use crate::store::{Board, FormRow, Person, SeatRow, Status, Time, Wants};
use crate::time::{instant, zone};
use anyhow::Result;
use serde_json::json;

/// A mail to somebody.
pub struct Mail<'m> {
    /// Why it goes.
    pub kind: Kind,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: Rendered,
    /// The table it is about, and the seat its reader answers for.
    pub about: Option<(&'m Board, Option<&'m str>)>,
    /// The letter it answers.
    pub answers: Option<String>,
    /// Whether the deadline goes along as a calendar file.
    pub calendar: bool,
    /// Files.
    pub files: Vec<File>,
}

impl<'m> Mail<'m> {
    /// A plain notice about a table.
    pub fn notice(board: &'m Board, subject: String, text: impl Into<Rendered>) -> Mail<'m> {
        Mail {
            kind: Kind::Report,
            subject,
            text: text.into(),
            about: Some((board, None)),
            answers: None,
            calendar: false,
            files: Vec::new(),
        }
    }
}

impl Work<'_> {
    /// Sends a mail to somebody.
    pub(super) fn send(&mut self, to: &Person, mail: Mail<'_>) -> Result<()> {
        self.send_naming(to, mail, None).map(drop)
    }

    /// Sends a mail to somebody, who answers to an address of its own if one is named. Returns the mail's name.
    pub(super) fn send_naming(&mut self, to: &Person, mail: Mail<'_>, reply_to: Option<Address>) -> Result<String> {
        let domain = self.club.domain().to_owned();
        self.mails += 1;
        let (name, count) = (&self.name, self.mails);
        // What a letter brings to others must not name it: with the same name, an anonymous letter and a signed one would show
        // that one hand wrote both.
        let id = match mail.kind {
            Kind::Report | Kind::Press { .. } if name.starts_with("answer.") => {
                message_id(&["told", &self.gate.key.pseudonym(&format!("{name}.{count}"))], &domain)
            }
            Kind::Report | Kind::Press { .. } | Kind::Answer => message_id(&[name, &count.to_string()], &domain),
        };
        let id = super::stamp::stamped(id, mail.kind, mail.text.around_form().is_some(), mail.about);
        let now = self.now;
        let mut dispatch = Dispatch {
            kind: mail.kind,
            from: self.referee(),
            to: address_of(to),
            reply_to,
            cc: None,
            subject: mail.subject,
            message_id: id.clone(),
            in_reply_to: mail.answers,
            references: Vec::new(),
            date: now,
            list: None,
            text: mail.text.text().to_owned(),
            html: None,
            deadline: None,
            files: mail.files,
        };
        if let Some((board, seat)) = mail.about {
            dispatch.references = vec![thread_root(&board.id, &domain)];
            dispatch.list = Some((board.id.clone(), format!("{}.{domain}", board.id)));
            let answers_for = seat.unwrap_or("nobody");
            dispatch.reply_to = Some(self.gate.key.reply_to(&self.referee(), &board.id, answers_for, to.id));
            if let (Some(seat), true) = (seat, mail.calendar) {
                dispatch.deadline = Some(self.calendar(board, seat, to, now)?);
            }
            if mail.kind == (Kind::Press { several: true }) {
                let name = self.say(&to.language, "press-all-name", &json!({}))?;
                let all = self.gate.key.reply_to(&self.referee(), &board.id, ALL, to.id);
                dispatch.cc = Some(Address::named(&name, &all.mailbox));
            }
            if let Some((before, form, after)) = mail.text.around_form() {
                let (before, form, after) = (before.to_owned(), form.to_owned(), after.to_owned());
                let (timeline, round) = (board.timeline, board.rounds + 1);
                let (board, seat) = (board.id.clone(), seat.unwrap_or_default().to_owned());
                self.store.add_form(&id, &FormRow { board, seat, timeline, round, before, form, after })?;
            }
        }
        let board = mail.about.map(|(board, _)| board.id.as_str());
        if !to.is_gone() {
            self.store.post(&id, board, to.mailbox(), &dispatch.to_bytes()?, now)?;
        }
        Ok(id)
    }

    /// Sends a mail of a few sentences that is about no table.
    pub(super) fn send_plain(&mut self, to: &Person, subject: String, text: String) -> Result<()> {
        let text = self.report.page(&to.language, "desk/plain.txt", &json!({ "text": text }))?;
        let (kind, files) = (Kind::Report, Vec::new());
        self.send(to, Mail { kind, subject, text: text.into(), about: None, answers: None, calendar: false, files })
    }

    /// Tells somebody something that can wait for his digest, if he likes digests.
    pub(super) fn tell(&mut self, to: &Person, board: &Board, subject: &str, text: &str) -> Result<()> {
        if to.wants == Wants::Digest {
            return self.store.clip(to.id, Some(&board.id), self.now, text);
        }
        let text = self.report.page(&to.language, "desk/notice.txt", &json!({ "table": board.id, "text": text }))?;
        self.send(to, Mail::notice(board, format!("[{}] {subject}", board.id), text))
    }

    /// Tells somebody something about a deadline that stands in the calendar: that cannot wait for a digest.
    pub(super) fn tell_with_calendar(
        &mut self,
        to: &Person,
        board: &Board,
        seat: &str,
        subject: &str,
        text: &str,
    ) -> Result<()> {
        let text = self.report.page(&to.language, "desk/notice.txt", &json!({ "table": board.id, "text": text }))?;
        let mut mail = Mail::notice(board, format!("[{}] {subject}", board.id), text);
        (mail.about, mail.calendar) = (Some((board, Some(seat))), true);
        self.send(to, mail)
    }

    /// Tells everybody about the deadline, each in the own zone; whoever is asked gets it as a calendar file too.
    pub(super) fn tell_deadline(&mut self, board: &Board, key: &str, what: &serde_json::Value) -> Result<()> {
        let seats = self.store.seats(&board.id)?;
        for person in self.everybody(board)? {
            let mut what = what.clone();
            what["deadline"] = json!(board.deadline.map(|deadline| self.when(deadline, &person)));
            let subject = self.say(&person.language, &format!("{key}-subject"), &what)?;
            let text = self.say(&person.language, key, &what)?;
            let is_asked = |seat: &&SeatRow| seat.player() == Some(person.id) && board.clock.asked.contains(&seat.seat);
            let asked: Vec<&SeatRow> = seats.iter().filter(is_asked).collect();
            for seat in &asked {
                self.tell_with_calendar(&person, board, &seat.seat, &subject, &text)?;
            }
            if asked.is_empty() {
                self.tell(&person, board, &subject, &text)?;
            }
        }
        Ok(())
    }

    /// Tells everybody at a table: players, observers, the moderator.
    pub(super) fn tell_all(&mut self, board: &Board, key: &str, what: &serde_json::Value) -> Result<()> {
        for person in self.everybody(board)? {
            let subject = self.say(&person.language, &format!("{key}-subject"), what)?;
            let text = self.say(&person.language, key, what)?;
            self.tell(&person, board, &subject, &text)?;
        }
        Ok(())
    }

    /// Everybody at a table, once each.
    pub(super) fn everybody(&self, board: &Board) -> Result<Vec<Person>> {
        let seats = self.store.seats(&board.id)?;
        let mut ids: Vec<i64> = seats.iter().flat_map(|seat| seat.readers().collect::<Vec<_>>()).collect();
        ids.extend(self.store.members(&board.id)?.iter().map(|member| member.person));
        ids.extend(board.moderator);
        let mut known: Vec<i64> = Vec::new();
        let mut people = Vec::new();
        for id in ids {
            if !known.contains(&id) {
                known.push(id);
                people.extend(self.store.person(id)?);
            }
        }
        Ok(people)
    }

    /// Tells the operator that something broke. He gets no secrets: only what broke where.
    pub(super) fn alarm(&mut self, board: Option<&Board>, what: &str) -> Result<()> {
        tracing::error!(table = board.map(|board| board.id.as_str()), what, "something broke");
        let address = self.club.operator.clone();
        let operator = Person::stranger("operator", &address, &self.club.language, &self.club.zone);
        let table = board.map(|board| board.id.as_str());
        let text = self.report.page(&operator.language, "desk/alarm.txt", &json!({ "table": table, "what": what }))?;
        let subject = format!("{}: something needs you", self.club.name);
        let (text, files) = (text.into(), Vec::new());
        let mail = Mail { kind: Kind::Report, subject, text, about: None, answers: None, calendar: false, files };
        self.send(&operator, mail)
    }

    /// A time as somebody reads it: `Sunday 22 November 2026, 20:00 (Europe/Rome)`.
    pub(super) fn when(&self, time: Time, person: &Person) -> String {
        let zone = zone(&person.zone).unwrap_or(chrono_tz::Tz::UTC);
        let there = instant(time).with_timezone(&zone);
        format!("{} ({})", there.format("%A %-d %B %Y, %H:%M"), zone.name())
    }

    /// The deadline for somebody's calendar. It holds as long as the table runs, the seat is asked, and this is who plays it.
    fn calendar(&mut self, board: &Board, seat: &str, to: &Person, now: Time) -> Result<Deadline> {
        let stage = self.stage_title(&board.header, &board.stage, &to.language);
        let plays = self.store.seats(&board.id)?.iter().any(|row| row.seat == seat && row.player() == Some(to.id));
        let is_asked = board.clock.asked.iter().any(|asked| asked == seat);
        let holds = plays && is_asked && board.status == Status::Running && board.deadline.is_some();
        let what = json!({ "table": board.id });
        Ok(Deadline {
            uid: format!("{}.{}@{}", board.id, super::who::plain(seat), self.club.domain()),
            sequence: board.clock.changes,
            at: board.deadline.or(board.clock.entry),
            organizer: self.club.address.clone(),
            written: now,
            summary: format!("{}: {seat}, {}", board.id, stage),
            description: self.say(&to.language, if holds { "calendar-due" } else { "calendar-gone" }, &what)?,
            alarms: board.settings.reminders.iter().map(|span| (span.0 / 60) as u32).collect(),
            standing: if holds { Standing::Holds } else { Standing::Cancelled },
        })
    }
}
