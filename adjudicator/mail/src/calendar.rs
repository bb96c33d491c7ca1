//! The deadline as a calendar file (RFC 5545): mailers offer to put it into the player's calendar, and a later one replaces it.

use chrono::{DateTime, Utc};

/// The next deadline of a table, for one player.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// The same for all deadlines of one seat's table, so that a later one moves the entry: `ostia-3.rome@example.org`.
    pub uid: String,
    /// Counts up with each change.
    pub sequence: u32,
    /// When it is, in seconds since 1970. Of one that is cancelled perhaps nobody knows any more.
    pub at: Option<i64>,
    /// Whose word it is: the referee's address.
    pub organizer: String,
    /// When this was written, in seconds since 1970.
    pub written: i64,
    /// The line in the calendar: `Ostia 3: orders for turn 4`.
    pub summary: String,
    /// More words.
    pub description: String,
    /// When to remind, in minutes before it.
    pub alarms: Vec<u32>,
    /// Whether it still holds.
    pub standing: Standing,
}

/// Whether a deadline holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Holds,
    /// The game is over or paused: the entry goes.
    Cancelled,
}

impl Standing {
    /// What a calendar does with the file (RFC 5546): the part of the mail must say the same.
    pub fn method(self) -> &'static str {
        match self {
            Standing::Holds => "PUBLISH",
            Standing::Cancelled => "CANCEL",
        }
    }
}

impl Deadline {
    pub fn to_ics(&self) -> String {
        file(self.standing.method(), &[self])
    }

    /// The entry, line by line.
    fn lines(&self) -> Vec<String> {
        let status = if self.standing == Standing::Holds { "CONFIRMED" } else { "CANCELLED" };
        let mut lines = vec![
            "BEGIN:VEVENT".into(),
            format!("UID:{}", escaped(&self.uid)),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", time(self.written)),
            format!("ORGANIZER:mailto:{}", escaped(&self.organizer)),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("DESCRIPTION:{}", escaped(&self.description)),
            format!("STATUS:{status}"),
            // A deadline does not make anybody busy.
            "TRANSP:TRANSPARENT".into(),
        ];
        lines.extend(self.at.iter().flat_map(|at| [format!("DTSTART:{}", time(*at)), format!("DTEND:{}", time(*at))]));
        // What is cancelled rings no more.
        for minutes in self.alarms.iter().filter(|_| self.standing == Standing::Holds) {
            lines.extend([
                "BEGIN:VALARM".into(),
                "ACTION:DISPLAY".into(),
                format!("DESCRIPTION:{}", escaped(&self.summary)),
                format!("TRIGGER:-PT{minutes}M"),
                "END:VALARM".into(),
            ]);
        }
        lines.push("END:VEVENT".into());
        lines
    }
}

/// A calendar of several deadlines, for whoever subscribes to it.
pub fn published(deadlines: &[Deadline]) -> String {
    file(Standing::Holds.method(), &deadlines.iter().collect::<Vec<_>>())
}

fn file(method: &str, deadlines: &[&Deadline]) -> String {
    let mut lines: Vec<String> = vec![
        "BEGIN:VCALENDAR".into(),
        "VERSION:2.0".into(),
        "PRODID:-//Tabellarius//Deadlines//EN".into(),
        "CALSCALE:GREGORIAN".into(),
        format!("METHOD:{method}"),
    ];
    lines.extend(deadlines.iter().flat_map(|deadline| deadline.lines()));
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

fn time(seconds: i64) -> String {
    DateTime::<Utc>::from_timestamp(seconds, 0).unwrap_or_default().format("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim_end().chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A line of at most 75 bytes each, continued with a blank.
fn folded(line: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > 75 {
            out.push_str("\r\n ");
            width = 1;
        }
        out.push(c);
        width += c.len_utf8();
    }
    out + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_an_event_with_an_alarm() {
        let deadline = Deadline {
            uid: "ostia-3.rome@example.org".into(),
            sequence: 4,
            at: Some(1_793_559_600),
            organizer: "referee@example.org".into(),
            written: 1_793_000_000,
            summary: "Ostia 3: orders, turn 4".into(),
            description: format!("{}\nżółw; end", "word ".repeat(30)),
            alarms: vec![1_440, 120],
            standing: Standing::Holds,
        };
        let ics = deadline.to_ics();
        assert!(ics.contains("SUMMARY:Ostia 3: orders\\, turn 4\r\n"));
        assert!(ics.contains("DTSTART:20261101T190000Z\r\n") && ics.contains("SEQUENCE:4\r\n"));
        assert_eq!(ics.matches("BEGIN:VALARM").count(), 2);
        assert!(ics.contains("TRIGGER:-PT1440M\r\n"));
        assert!(ics.split("\r\n").all(|line| line.len() <= 75));
        assert!(ics.replace("\r\n ", "").contains("\\nżółw\\; end\r\n"));
        assert_eq!(ics.matches('\n').count(), ics.matches("\r\n").count());
        let cancelled = Deadline { sequence: 5, at: None, standing: Standing::Cancelled, ..deadline }.to_ics();
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:5", "UID:ostia-3.rome@example.org"] {
            assert!(cancelled.contains(&format!("{line}\r\n")), "{cancelled}");
        }
        assert!(!cancelled.contains("VALARM") && !cancelled.contains("DTSTART"), "{cancelled}");
    }

    #[test]
    fn a_name_cannot_add_lines() {
        let evil = escaped("x\r\nATTENDEE:mailto:a@b");
        assert_eq!(evil, "x\\nATTENDEE:mailto:a@b");
    }
}
