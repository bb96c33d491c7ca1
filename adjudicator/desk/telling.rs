//! Who is told what: one person, everybody at a table, the public log, the operator.

pub(super) use super::alarms::alarm_text;
use super::names::in_language;
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::{Alarm, Log, Subject};
use super::work::Work;
use crate::mail::compose::Kind;
use crate::sentence::Notice;
use crate::store::{Board, Person, Records, SeatRow, Wants};
use anyhow::Result;
use serde::Serialize;

/// A few sentences about a table.
#[derive(Serialize)]
struct NoticePage<'p> {
    table: &'p str,
    text: String,
}

impl Page for NoticePage<'_> {
    const TEMPLATE: &'static str = "desk/notice.txt";
}

/// Something broke.
#[derive(Serialize)]
struct AlarmPage<'p> {
    table: Option<&'p str>,
    what: String,
}

impl Page for AlarmPage<'_> {
    const TEMPLATE: &'static str = "desk/alarm.txt";
}

/// Tells somebody something that can wait for a digest, if the reader likes digests.
pub(super) fn tell(work: &mut Work<'_>, to: &Person, board: &Board, notice: &impl Notice) -> Result<()> {
    let (subject, text) = words(work, to, board, notice)?;
    tell_text(work, to, board, &subject, text)
}

/// What is told at a table, in a reader's words: the subject and the sentences.
pub(super) fn words(work: &mut Work<'_>, to: &Person, board: &Board, notice: &impl Notice) -> Result<(String, String)> {
    let fields = in_language(work.store, &mut work.tables, board, &to.language, notice)?;
    let subject = work.voice.line(to, notice.subject(), fields.clone())?;
    Ok((subject, work.voice.line(to, notice.key(), fields)?))
}

/// The same with words that are made already.
pub(super) fn tell_text(work: &mut Work<'_>, to: &Person, board: &Board, subject: &str, text: String) -> Result<()> {
    if to.wants == Wants::Digest {
        return work.store.clip(to.id, Some(&board.id), work.now, &text);
    }
    let text = work.voice.page(to, &NoticePage { table: &board.id, text })?;
    send(work, to, Mail::notice(board, subject, text))
}

/// Tells somebody something about a deadline that stands in the calendar: that cannot wait for a digest.
pub(super) fn tell_with_calendar(
    work: &mut Work<'_>,
    to: &Person,
    board: &Board,
    seat: &str,
    notice: &impl Notice,
) -> Result<()> {
    let (subject, text) = words(work, to, board, notice)?;
    let text = work.voice.page(to, &NoticePage { table: &board.id, text })?;
    let mut mail = Mail::notice(board, &subject, text);
    (mail.about, mail.calendar) = (Some((board, Some(seat))), true);
    send(work, to, mail)
}

/// Tells somebody who plays, or played, a seat: with the calendar file, if the seat's deadline stands in a calendar.
pub(super) fn tell_player(
    work: &mut Work<'_>,
    to: &Person,
    board: &Board,
    seat: &str,
    notice: &impl Notice,
) -> Result<()> {
    match board.clock.asked.iter().any(|asked| asked == seat) {
        true => tell_with_calendar(work, to, board, seat, notice),
        false => tell(work, to, board, notice),
    }
}

/// Tells everybody about the deadline, each on the own clock; whoever is asked gets it as a calendar file too.
pub(super) fn tell_deadline(work: &mut Work<'_>, board: &Board, notice: &impl Notice) -> Result<()> {
    tell_deadline_by(work, board, None, notice)
}

/// The same when somebody moved it, who has an answer already: one mail is enough, unless a calendar needs the other.
pub(super) fn tell_deadline_by(
    work: &mut Work<'_>,
    board: &Board,
    by: Option<i64>,
    notice: &impl Notice,
) -> Result<()> {
    let people = everybody(work.store, board)?;
    tell_deadline_to(work, board, people.iter(), by, notice)
}

fn tell_deadline_to<'p>(
    work: &mut Work<'_>,
    board: &Board,
    people: impl Iterator<Item = &'p Person>,
    by: Option<i64>,
    notice: &impl Notice,
) -> Result<()> {
    let seats = work.store.seats(&board.id)?;
    for person in people {
        let is_asked = |seat: &&SeatRow| seat.player() == Some(person.id) && board.clock.asked.contains(&seat.seat);
        let asked: Vec<&SeatRow> = seats.iter().filter(is_asked).collect();
        for seat in &asked {
            tell_with_calendar(work, person, board, &seat.seat, notice)?;
        }
        if asked.is_empty() && by != Some(person.id) {
            tell(work, person, board, notice)?;
        }
    }
    Ok(())
}

/// The same to everybody but one, who hears of it in other words.
pub(super) fn tell_deadline_but(work: &mut Work<'_>, board: &Board, but: i64, notice: &impl Notice) -> Result<()> {
    let people = everybody(work.store, board)?;
    tell_deadline_to(work, board, people.iter().filter(|person| person.id != but), None, notice)
}

/// Tells everybody at a table: players, observers, the moderator.
pub(super) fn tell_all(work: &mut Work<'_>, board: &Board, notice: &impl Notice) -> Result<()> {
    tell_others(work, board, &[], notice)
}

/// Tells everybody at a table but these.
pub(super) fn tell_others(work: &mut Work<'_>, board: &Board, but: &[i64], notice: &impl Notice) -> Result<()> {
    for person in everybody(work.store, board)?.iter().filter(|person| !but.contains(&person.id)) {
        tell(work, person, board, notice)?;
    }
    Ok(())
}

/// Everybody at a table, once each.
pub(super) fn everybody(store: &Records, board: &Board) -> Result<Vec<Person>> {
    let seats = store.seats(&board.id)?;
    let mut ids: Vec<i64> = seats.iter().flat_map(|seat| seat.readers().collect::<Vec<_>>()).collect();
    ids.extend(store.members(&board.id)?.iter().map(|member| member.person));
    ids.extend(board.moderator);
    let mut known: Vec<i64> = Vec::new();
    let mut people = Vec::new();
    for id in ids {
        if !known.contains(&id) {
            known.push(id);
            people.extend(store.person(id)?);
        }
    }
    Ok(people)
}

/// Writes into a table's public log: as a value, since each reads it in the own language.
pub(super) fn log(work: &mut Work<'_>, board: &Board, entry: &Log) -> Result<()> {
    work.store.log(&board.id, work.now, &serde_json::to_string(entry)?)
}

/// Tells the operator that something broke. No secrets: only what broke where.
pub(super) fn alarm(work: &mut Work<'_>, board: Option<&Board>, alarm: &Alarm) -> Result<()> {
    alarm_text(work, board, work.voice.say(&operator(work), alarm)?)
}

/// The operator, as somebody who reads.
pub(super) fn operator(work: &Work<'_>) -> Person {
    Person::stranger("operator", &work.club.operator, &work.club.language, &work.club.zone)
}

/// The same, whatever else is told in this hour.
pub(super) fn alarm_at_once(work: &mut Work<'_>, table: Option<&str>, what: String) -> Result<()> {
    let operator = operator(work);
    let text = work.voice.page(&operator, &AlarmPage { table, what })?;
    let subject = format!("{}: {}", work.club.name, work.voice.say(&operator, &Subject::Alarm)?);
    send(work, &operator, Mail::plain(Kind::Report, subject, text))
}
