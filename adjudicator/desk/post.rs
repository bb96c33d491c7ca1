//! Mails that go out: put together here, written into the outbox with whatever they tell.

use super::carried_tag::carry;
use super::layout::{LaidOut, Show, lay_out};
use super::open_table::Reader;
use super::people::is_address;
use super::reply::Page;
use super::sentences::{Entry, Letters};
use super::who::{ALL, address_of, plain};
use super::work::Work;
use crate::mail::Address;
use crate::mail::calendar::{Deadline, Standing};
use crate::mail::compose::{Dispatch, File, Kind, message_id, thread_root};
use crate::report::Rendered;
use crate::sentence::Notice;
use crate::store::{Board, FormRow, Format, Person, Status};
use anyhow::Result;
use serde::Serialize;

/// A mail to somebody.
pub struct Mail<'m> {
    /// Why it goes.
    pub kind: Kind,
    pub subject: String,
    pub text: Rendered,
    /// The table it is about, and the seat its reader answers for.
    pub about: Option<(&'m Board, Option<&'m str>)>,
    /// The letter it answers.
    pub answers: Option<String>,
    /// Whether the deadline goes along as a calendar file.
    pub calendar: bool,
    pub files: Vec<File>,
    /// What a page shows besides the text.
    pub show: Show,
}

impl<'m> Mail<'m> {
    /// A plain notice about a table.
    pub fn notice(board: &'m Board, subject: &str, text: impl Into<Rendered>) -> Mail<'m> {
        Mail { about: Some((board, None)), ..Mail::plain(Kind::Report, format!("[{}] {subject}", board.id), text) }
    }

    /// A mail about no table.
    pub fn plain(kind: Kind, subject: String, text: impl Into<Rendered>) -> Mail<'m> {
        Mail {
            kind,
            subject,
            text: text.into(),
            about: None,
            answers: None,
            calendar: false,
            files: Vec::new(),
            show: Show::default(),
        }
    }
}

/// A few sentences on a page.
#[derive(Serialize)]
pub struct Plain {
    /// The sentences.
    pub text: String,
}

impl Page for Plain {
    const TEMPLATE: &'static str = "desk/plain.txt";
}

/// Sends a mail to somebody.
pub(super) fn send(work: &mut Work<'_>, to: &Person, mail: Mail<'_>) -> Result<()> {
    send_naming(work, to, mail, None).map(drop)
}

/// Sends a mail to somebody, who answers to an address of its own if one is named. Returns the mail's name.
pub(super) fn send_naming(
    work: &mut Work<'_>,
    to: &Person,
    mut mail: Mail<'_>,
    reply_to: Option<Address>,
) -> Result<String> {
    let domain = work.club.domain();
    let seats_own = mail
        .about
        .map(|(board, seat)| work.gate.key.reply_to(&work.referee(), &board.id, seat.unwrap_or("nobody"), to.id));
    let mut reply_to = seats_own.or(reply_to);
    if let (Some((board, seat)), true) = (mail.about, to.format != Format::Plain && mail.show.tiles.is_empty()) {
        let reader = seat.map_or(Reader::Observer, Reader::Seat);
        let table = work.tables.seen(board);
        let tiles = table.map(|table| table.tiles(&work.voice.report, reader, &to.language));
        mail.show.tiles = tiles.transpose()?.unwrap_or_default();
    }
    let LaidOut { text, page } = lay_out(work, to, &mail, reply_to.as_ref());
    let form = text.around_form();
    let mut id = super::stamp::stamped(next_name(work, mail.kind), mail.kind, form.is_some(), mail.about);
    let mut subject = mail.subject;
    let has_plus = work.club.plus_addresses;
    if let Some(address) = reply_to.take_if(|_| !has_plus) {
        (id, subject) = carry(&id, &subject, &address);
    }
    if let (Some((board, seat)), Some((before, form, after))) = (mail.about, form) {
        // A mailer may quote the page instead of the text, and there other lines stand before and behind the form.
        let quoted = page.as_ref().and_then(|page| around(&page.html, form)).unwrap_or_default();
        let row = FormRow {
            board: board.id.clone(),
            seat: seat.unwrap_or_default().to_owned(),
            timeline: board.timeline,
            round: board.rounds + 1,
            before: format!("{before}{}", quoted.0),
            form: form.to_owned(),
            after: format!("{}{after}", quoted.1),
        };
        work.store.add_form(&id, &row)?;
    }
    let mut dispatch = Dispatch {
        kind: mail.kind,
        from: work.referee(),
        to: address_of(to),
        reply_to,
        cc: None,
        subject,
        message_id: id.clone(),
        in_reply_to: mail.answers,
        references: Vec::new(),
        date: work.now,
        list: None,
        text: text.text().to_owned(),
        html: page,
        deadline: None,
        files: mail.files,
    };
    if let Some((board, seat)) = mail.about {
        dispatch.references = vec![thread_root(&board.id, domain)];
        dispatch.list = Some((board.id.clone(), format!("{}.{domain}", board.id)));
        if let (Some(seat), true) = (seat, mail.calendar) {
            dispatch.deadline = Some(calendar(work, board, seat, to)?);
        }
        if mail.kind == (Kind::Press { several: true }) && has_plus {
            let name = work.voice.say(to, &Letters::PressAllName)?;
            let all = work.gate.key.reply_to(&work.referee(), &board.id, ALL, to.id);
            dispatch.cc = Some(Address::named(&name, &all.mailbox));
        }
    }
    let board = mail.about.map(|(board, _)| board.id.as_str());
    // To an address that is none (somebody changed the row by hand) nothing can go; the table goes on without that, and the operator hears of
    // the row once.
    if !to.is_gone() && is_address(to.mailbox()) {
        work.store.post(&id, board, to.mailbox(), &dispatch.to_bytes()?, work.now)?;
    }
    Ok(id)
}

/// What stands before and behind the form in a page, as mailers quote it.
fn around(page: &str, form: &str) -> Option<(String, String)> {
    let shown = crate::mail::html::text(page);
    let (first, last) = (form.lines().next()?, form.lines().next_back()?);
    let lines: Vec<&str> = shown.lines().collect();
    let start = lines.iter().position(|line| line.trim() == first.trim())?;
    let end = start + lines.get(start..)?.iter().position(|line| line.trim() == last.trim())?;
    let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    Some((text(lines.get(..start)?), text(lines.get(end + 1..)?)))
}

/// The Message-ID of the next mail of this transaction. It is the same if the transaction is done again after a crash, and says nothing:
/// not who else got a mail, nor how many did. Nobody can guess it, so a mail that comes back with it was really ours.
fn next_name(work: &mut Work<'_>, kind: Kind) -> String {
    work.mails += 1;
    let (name, domain) = (&work.name, work.club.domain());
    let secret = work.gate.key.pseudonym(&format!("{name}.{}", work.mails));
    match kind {
        // What a letter brings to others must not name it: with the same name, an anonymous letter and a signed one would show that one
        // hand wrote both.
        Kind::Report | Kind::Press { .. } if name.starts_with("answer.") => message_id(&["told", &secret], domain),
        // A letter's answer names the letter for its writer, who may mean it when it is answered again; a report names its round.
        Kind::Report | Kind::Press { .. } | Kind::Answer => message_id(&[name, &secret], domain),
    }
}

/// Sends a mail of a few sentences that is about no table.
pub(super) fn send_plain(work: &mut Work<'_>, to: &Person, notice: &impl Notice) -> Result<()> {
    let subject = format!("{}: {}", work.club.name, work.voice.subject(to, notice)?);
    let text = work.voice.page(to, &Plain { text: work.voice.say(to, notice)? })?;
    send(work, to, Mail::plain(Kind::Report, subject, text))
}

/// The deadline for somebody's calendar. It holds as long as the table runs, the seat is asked, and this is who plays it.
fn calendar(work: &mut Work<'_>, board: &Board, seat: &str, to: &Person) -> Result<Deadline> {
    let stage = work.stage_title(&board.header, &board.stage, &to.language);
    let plays = work.store.seats(&board.id)?.iter().any(|row| row.seat == seat && row.player() == Some(to.id));
    let is_asked = board.clock.asked.iter().any(|asked| asked == seat);
    let holds = plays && is_asked && board.status == Status::Running && board.deadline.is_some();
    let named = work.tables.games().seat_name(&board.header, seat, &to.language);
    let table = board.id.clone();
    let entry = if holds { Entry::Due { table } } else { Entry::Gone { table } };
    Ok(Deadline {
        uid: format!("{}.{}@{}", board.id, plain(seat), work.club.domain()),
        sequence: board.clock.changes,
        at: board.deadline.or(board.clock.entry),
        organizer: work.club.address.clone(),
        written: work.now,
        summary: format!("{}: {named}, {stage}", board.id),
        description: work.voice.say(to, &entry)?,
        alarms: board.settings.reminders.iter().map(|span| (span.0 / 60) as u32).collect(),
        standing: if holds { Standing::Holds } else { Standing::Cancelled },
    })
}
