//! What somebody says about himself: language, zone, name, how many mails, absences.

use super::Case;
use crate::desk::Answer;
use crate::desk::Told as _;
use crate::desk::work::Work;
use crate::store::{Status, Time, Wants};
use crate::time::Span;
use crate::time::{instant, on_clock, zone};
use chrono::{Datelike as _, Days, NaiveDate, NaiveTime};
use serde_json::json;
use tabellarius_kernel::Pace;

/// Nobody is away for longer.
const LONGEST: Time = 120 * 86_400;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Work<'_> {
    /// `language it`
    pub(super) fn language(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        const NAMES: [(&str, &[&str]); 4] = [
            ("en", &["english", "inglese", "angielski", "engels"]),
            ("it", &["italian", "italiano", "wloski", "włoski", "italiaans"]),
            ("pl", &["polish", "polacco", "polski", "pools"]),
            ("nl", &["dutch", "olandese", "holenderski", "nederlands"]),
        ];
        let wanted = rest.trim().to_lowercase();
        let by_name = NAMES.iter().find(|(key, names)| *key == wanted || names.contains(&wanted.as_str()));
        let key = match by_name {
            Some((key, _)) => (*key).to_owned(),
            None if self.report.languages().any(|language| language == wanted) => wanted,
            None => return self.refuse(case, "no-such-language", &json!({ "name": rest })),
        };
        case.person.language = key;
        self.store.update_person(&case.person)?;
        self.said(case, "language-set", &json!({}))
    }

    /// `timezone Europe/Rome`
    pub(super) fn timezone(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        case.person.zone = zone(rest).told()?.name().to_owned();
        self.store.update_person(&case.person)?;
        let now = self.when(self.now, &case.person);
        self.said(case, "zone-set", &json!({ "now": now }))
    }

    /// `format digest`
    pub(super) fn format(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        case.person.wants = match rest.trim().to_lowercase().as_str() {
            "digest" => Wants::Digest,
            "every" | "all" | "each" => Wants::Every,
            _ => return self.refuse(case, "bad-format", &json!({ "word": rest })),
        };
        self.store.update_person(&case.person)?;
        self.said(case, if case.person.wants == Wants::Digest { "digest-set" } else { "every-set" }, &json!({}))
    }

    /// `name Marco`
    pub(super) fn name(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let name: String = rest.chars().filter(|c| !c.is_control() && !matches!(c, '<' | '>' | '"')).take(60).collect();
        let name = name.trim();
        if name.is_empty() || name.contains('@') {
            return self.refuse(case, "bad-name", &json!({}));
        }
        self.store.add_former(case.person.id, &case.person.name)?;
        case.person.name = name.to_owned();
        self.store.update_person(&case.person)?;
        self.said(case, "name-set", &json!({ "name": name }))
    }

    /// `absent 20 Dec to 3 Jan`, `absent until 2027-01-03`, `absent 10 days`
    pub(super) fn absent(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let now = self.now;
        let zone = zone(&case.person.zone).unwrap_or(chrono_tz::Tz::UTC);
        let today = instant(now).with_timezone(&zone).date_naive();
        let text = rest.trim().to_lowercase();
        let text = text.strip_prefix("from ").unwrap_or(&text);
        let pieces = [" to ", " until ", " till ", " - ", ".."].iter().find_map(|mark| text.split_once(mark));
        let only_end = ["until ", "till ", "to "].iter().find_map(|mark| text.strip_prefix(mark));
        let day = |date: NaiveDate| on_clock(zone, date.and_time(NaiveTime::MIN));
        let after = |date: NaiveDate| date.checked_add_days(Days::new(1)).unwrap_or(date);
        let dates = match (pieces, only_end, text.parse::<Span>()) {
            (Some((from, to)), _, _) => {
                let from = date_in(from, today);
                from.and_then(|from| date_in(to, from).map(|to| (day(from).max(now), day(after(to)))))
            }
            (None, Some(to), _) => date_in(to, today).map(|to| (now, day(after(to)))),
            (None, None, Ok(span)) => Some((now, now + span.0)),
            _ => None,
        };
        let Some((since, until)) = dates.filter(|(since, until)| since < until) else {
            return self.refuse(case, "bad-absence", &json!({ "text": rest }));
        };
        if until - since > LONGEST {
            return self.refuse(case, "too-long-absence", &json!({}));
        }
        self.store.add_absence(case.person.id, since, until)?;
        let mut moved = Vec::new();
        for id in self.store.boards_of(case.person.id)? {
            let Some(mut board) = self.store.sound_board(&id)?.filter(|board| board.status == Status::Running) else {
                continue;
            };
            let Some(old) = board.deadline.filter(|deadline| (since..until).contains(deadline)) else { continue };
            let (missing, due) = self.at_table(case, &mut board, |desk, board, table| {
                Ok((desk.missing(board, table.as_ref())?, desk.deadline(board, table.as_ref(), board.opened)?.at))
            })?;
            let seats = self.store.seats(&id)?;
            let owes = seats.iter().any(|seat| seat.player() == Some(case.person.id) && missing.contains(&seat.seat));
            if owes && due > old {
                self.move_deadline(&mut board, due)?;
                self.tell_deadline(&board, "moved-for-absence", &json!({ "name": case.person.name }))?;
                moved.push(json!({ "table": id, "deadline": self.when(due, &case.person) }));
            }
            if case.board.as_ref().is_some_and(|known| known.id == id) {
                case.board = Some(board);
            }
        }
        let (since, until) = (self.when(since, &case.person), self.when(until, &case.person));
        self.said(case, "absence-noted", &json!({ "since": since, "until": until, "moved": moved }))
    }

    /// Is back.
    pub(super) fn back(&mut self, case: &mut Case) -> Answer<String> {
        self.store.end_absences(case.person.id)?;
        let (mut regained, mut paused, mut due) = (Vec::new(), Vec::new(), Vec::new());
        for id in self.store.boards_of(case.person.id)? {
            let Some(mut board) = self.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
            if self.end_own_pause(&mut board, case.person.id)? {
                paused.push(id.clone());
            }
            for mut seat in self.store.seats(&id)? {
                if self.welcome_back(&board, &mut seat, case.person.id)? {
                    // At a strict table the automaton may have settled part of the stage already.
                    let is_under_way = board.header.pace == Pace::Strict && board.opened_after != Some(board.rounds);
                    regained.push(json!({ "table": id, "seat": seat.seat, "under_way": is_under_way }));
                }
                if seat.player() == Some(case.person.id) && board.clock.asked.contains(&seat.seat) {
                    let deadline = board.deadline.filter(|_| board.status == Status::Running);
                    due.extend(deadline.map(|at| json!({ "table": id, "deadline": self.when(at, &case.person) })));
                }
            }
        }
        // What follows in the letter is about the table as it is now.
        case.board = case.board.take().map(|board| self.store.board(&board.id)).transpose()?.flatten();
        self.said(case, "welcome-back", &json!({ "regained": regained, "paused": paused, "due": due }))
    }
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
