//! What people say about themselves: language, zone, name, how many mails, absences.

use super::emergency::end_own_pause;
use crate::desk::due::deadline;
use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{About, Moved, Regained, Told};
use crate::desk::silence::welcome_back;
use crate::desk::telling::{tell_deadline_but, tell_with_calendar};
use crate::desk::tick::move_deadline;
use crate::desk::turn::missing;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::settings::Unset;
use crate::store::{Format, Person, SeatRow, Status, Time, Wants};
use crate::time::{Moment, Span, instant, on_clock, zone};
use chrono::{Datelike as _, Days, NaiveDate, NaiveTime};
use tabellarius_kernel::Pace;

/// Nobody is away for longer.
const LONGEST: Time = 120 * 86_400;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `language it`, `language polacco`
pub fn language(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let wanted = rest.trim().to_lowercase();
    let report = &work.voice.report;
    let is_written = |code: &&str| report.languages().any(|language| language == *code);
    let code = work.voice.spelling.language(&wanted).or(Some(wanted.as_str()));
    let Some(code) = code.filter(is_written) else {
        let languages = report.languages().map(str::to_owned).collect();
        return Err(decline(About::NoSuchLanguage { name: rest.to_owned(), languages }));
    };
    mail.person.language = code.to_owned();
    work.store.update_person(&mail.person)?;
    Ok(Reply::say(About::LanguageSet)?)
}

/// `timezone Europe/Rome`
pub fn timezone(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    mail.person.zone = zone(rest).map_err(Unset::Unclear)?.name().to_owned();
    work.store.update_person(&mail.person)?;
    Ok(Reply::say(About::ZoneSet { now: Moment(work.now) })?)
}

/// `format digest`, `format html without pictures`
pub fn format(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let person = &mut mail.person;
    let reply = match work.verbs.word(rest.trim().trim_end_matches('.')) {
        Some(Word::Digest) => {
            person.wants = Wants::Digest;
            About::DigestSet
        }
        Some(Word::Every | Word::All) => {
            person.wants = Wants::Every;
            About::EverySet
        }
        Some(Word::Plain) => {
            person.format = Format::Plain;
            About::PlainSet
        }
        Some(Word::Html) => {
            person.format = Format::Html;
            About::HtmlSet
        }
        Some(Word::Bare) => {
            person.format = Format::Bare;
            About::BareSet
        }
        Some(Word::Spoken) => {
            person.format = Format::Spoken;
            About::SpokenSet
        }
        _ => return Err(decline(About::BadFormat { word: rest.to_owned() })),
    };
    work.store.update_person(&mail.person)?;
    Ok(Reply::say(reply)?)
}

/// A name as people may choose it.
fn as_name(text: &str) -> Answer<String> {
    let name: String = text.chars().filter(|c| !c.is_control() && !matches!(c, '<' | '>' | '"')).take(60).collect();
    let name = name.trim().to_owned();
    need(!name.is_empty() && !name.contains('@'), || decline(About::BadName))?;
    Ok(name)
}

/// `name Marco`
pub fn name(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let name = as_name(rest)?;
    work.store.add_former(mail.person.id, &mail.person.name)?;
    mail.person.name = name.clone();
    work.store.update_person(&mail.person)?;
    Ok(Reply::say(About::NameSet { name })?)
}

/// `pages Marius`: what the club's pages call the writer; `pages nothing`: only a number.
pub fn pages(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    if work.verbs.word(rest) == Some(Word::Nothing) {
        work.store.set_shown(mail.person.id, "")?;
        return Ok(Reply::say(About::PagesNumber { number: mail.person.id })?);
    }
    let name = as_name(rest)?;
    work.store.set_shown(mail.person.id, &name)?;
    Ok(Reply::say(About::PagesName { name })?)
}

/// `absent 20 Dec to 3 Jan`, `absent until 2027-01-03`, `absent 10 days`; in every language that we write.
pub fn absent(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let text = work.voice.spelling.days(rest);
    let Some((since, until)) = dates(&text, &mail.person, work.now).filter(|(since, until)| since < until) else {
        return Err(decline(About::BadAbsence { text: rest.to_owned() }));
    };
    need(until - since <= LONGEST, || decline(About::TooLongAbsence))?;
    work.store.add_absence(mail.person.id, since, until)?;
    let mut moved = Vec::new();
    for id in work.store.boards_of(mail.person.id)? {
        let board = work.store.sound_board(&id)?.filter(|board| board.status == Status::Running);
        let Some(mut board) = board else { continue };
        let Some(old) = board.deadline.filter(|deadline| (since..until).contains(deadline)) else { continue };
        let table = work.tables.see(work.store, &board)?;
        let missing = missing(work.store, &board, table)?;
        let due = deadline(work.store, &board, table, board.opened)?.at;
        let seats = work.store.seats(&id)?;
        let owes = seats.iter().any(|seat| seat.player() == Some(mail.person.id) && missing.contains(&seat.seat));
        if owes && due > old {
            move_deadline(work, &mut board, due)?;
            let (name, deadline) = (mail.person.name.clone(), Moment(due));
            let asked = |seat: &&SeatRow| board.clock.asked.contains(&seat.seat);
            for seat in seats.iter().filter(|seat| seat.player() == Some(mail.person.id)).filter(asked) {
                let notice = Told::MovedForYou { deadline: Some(deadline) };
                tell_with_calendar(work, &mail.person, &board, &seat.seat, &notice)?;
            }
            let notice = Told::MovedForAbsence { name, deadline: Some(deadline) };
            tell_deadline_but(work, &board, mail.person.id, &notice)?;
            moved.push(Moved { table: id.clone(), deadline });
        }
        if mail.board.as_ref().is_some_and(|known| known.id == id) {
            mail.board = Some(board);
        }
    }
    Ok(Reply::say(About::AbsenceNoted { since: Moment(since), until: Moment(until), moved })?)
}

/// From when until when somebody is away, as they write it.
fn dates(text: &str, writer: &Person, now: Time) -> Option<(Time, Time)> {
    let zone = zone(&writer.zone).unwrap_or(chrono_tz::Tz::UTC);
    let today = instant(now).with_timezone(&zone).date_naive();
    let text = text.trim().to_lowercase();
    let text = text.strip_prefix("from ").unwrap_or(&text);
    let pieces = [" to ", " until ", " till ", " - ", ".."].iter().find_map(|mark| text.split_once(mark));
    let only_end = ["until ", "till ", "to "].iter().find_map(|mark| text.strip_prefix(mark));
    let day = |date: NaiveDate| on_clock(zone, date.and_time(NaiveTime::MIN));
    let after = |date: NaiveDate| date.checked_add_days(Days::new(1)).unwrap_or(date);
    match (pieces, only_end, text.parse::<Span>()) {
        (Some((from, to)), _, _) => {
            let from = date_in(from, today)?;
            Some((day(from).max(now), day(after(date_in(to, from)?))))
        }
        (None, Some(to), _) => Some((now, day(after(date_in(to, today)?)))),
        (None, None, Ok(span)) => Some((now, now + span.0)),
        _ => None,
    }
}

/// Is back.
pub fn back(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    work.store.end_absences(mail.person.id)?;
    let (mut regained, mut paused, mut due) = (Vec::new(), Vec::new(), Vec::new());
    for id in work.store.boards_of(mail.person.id)? {
        let Some(mut board) = work.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
        if end_own_pause(work, &mut board, mail.person.id)? {
            paused.push(id.clone());
        }
        let mut seats = work.store.seats(&id)?;
        for seat in welcome_back(work, &board, &mut seats, &mail.person)? {
            // At a strict table the automaton may have settled part of the stage already.
            let under_way = board.header.pace == Pace::Strict && board.opened_after != Some(board.rounds);
            regained.push(Regained { table: id.clone(), seat, under_way });
        }
        for seat in seats {
            if seat.player() == Some(mail.person.id) && board.clock.asked.contains(&seat.seat) {
                let deadline = board.deadline.filter(|_| board.status == Status::Running);
                due.extend(deadline.map(|at| Moved { table: id.clone(), deadline: Moment(at) }));
            }
        }
    }
    // What follows in the letter is about the table as it is now.
    mail.board = mail.board.take().map(|board| work.store.board(&board.id)).transpose()?.flatten();
    Ok(Reply::say(About::WelcomeBack { regained, due, paused })?)
}

/// A date as people write it: `2026-12-20`, `20.12.2026`, `20 Dec`, `December 20`. Without a year it is the next such day.
fn date_in(text: &str, not_before: NaiveDate) -> Option<NaiveDate> {
    let text = text.trim().trim_end_matches('.');
    for form in ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"] {
        if let Ok(date) = NaiveDate::parse_from_str(text, form) {
            return Some(date);
        }
    }
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let month = words.iter().find_map(|word| MONTHS.iter().position(|month| word.to_lowercase().starts_with(month)))?;
    let numbers: Vec<i32> =
        words.iter().filter_map(|word| word.trim_end_matches(char::is_alphabetic).parse().ok()).collect();
    let day = *numbers.iter().find(|number| (1..=31).contains(*number))?;
    let date = |year| NaiveDate::from_ymd_opt(year, month as u32 + 1, day as u32);
    match numbers.iter().find(|number| **number > 31) {
        Some(year) => date(*year),
        None => date(not_before.year()).filter(|date| *date >= not_before).or_else(|| date(not_before.year() + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 16).unwrap_or_default();
        let expected = |y, m, d| NaiveDate::from_ymd_opt(y, m, d);
        for (text, date) in [
            ("2026-12-20", expected(2026, 12, 20)),
            ("20.12.2026", expected(2026, 12, 20)),
            ("20 Dec", expected(2026, 12, 20)),
            ("December 20th", expected(2026, 12, 20)),
            ("3 January", expected(2027, 1, 3)),
            ("3 Jan 2028", expected(2028, 1, 3)),
            ("31 February", None),
            ("soon", None),
        ] {
            assert_eq!(date_in(text, today), date, "{text}");
        }
    }
}
