//! From the bytes of a mail to a [`Letter`].

use super::address::Address;
use super::armour;
use super::charset;
use super::damage;
use super::headers;
use super::letter::{Attached, Bounds, Letter, MOST_BYTES, MOST_LINES, Problem};
use super::lines::{self, Layout};
use super::nuisance;
use super::parts::{self, Text};
use super::phrases::Phrases;
use super::route;
use super::sift::{Sifted, sift};
use super::signature::{Claim, Copies};
use super::tongue;
use super::typography::tidy;
use mail_parser::{HeaderValue, Message, MessageParser};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More addresses, and more Message-IDs, are not kept.
const MOST_NAMES: usize = 100;
/// No more signatures are looked at.
const MOST_SIGNATURES: usize = 20;

impl Letter {
    pub fn read(bytes: &[u8], phrases: &Phrases) -> Letter {
        Letter::read_within(bytes, phrases, &Bounds::default())
    }

    /// Reads no more of a mail than this.
    pub fn read_within(bytes: &[u8], phrases: &Phrases, bounds: &Bounds) -> Letter {
        let (bytes, was_cut) = cut(bytes, bounds);
        let bytes = bytes.as_ref();
        let read =
            || MessageParser::default().parse(bytes).map(|message| Letter::from_message(&message, phrases, bounds));
        let mut letter = match catch_unwind(AssertUnwindSafe(read)) {
            Ok(Some(letter)) => letter,
            Ok(None) => Letter::bare(bytes, Problem::NoHeaders, phrases),
            Err(_) => Letter::bare(bytes, Problem::Unreadable, phrases),
        };
        if was_cut {
            letter.problems.push(Problem::TooLong);
        }
        if letter.from.is_empty() {
            letter.problems.push(Problem::NoSender);
        }
        if letter.body.is_empty() && letter.quoted.is_empty() && letter.attached.is_empty() {
            letter.problems.push(Problem::Empty);
        }
        letter.problems.sort();
        letter.problems.dedup();
        letter
    }

    fn from_message(message: &Message<'_>, phrases: &Phrases, bounds: &Bounds) -> Letter {
        let raw = headers::raw(message);
        let found = parts::find(message, phrases, bounds);
        let mut letter = Letter {
            message_id: message.message_id().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()),
            in_reply_to: ids(message.in_reply_to()),
            references: ids(message.references()),
            from: Address::list(message.from(), MOST_NAMES),
            reply_to: Address::list(message.reply_to(), MOST_NAMES),
            to: Address::list(message.to(), MOST_NAMES),
            cc: Address::list(message.cc(), MOST_NAMES),
            delivered_to: delivered(&raw),
            authentication_results: headers::whole(message, "authentication-results").take(MOST_NAMES).collect(),
            signatures: headers::whole(message, "dkim-signature")
                .enumerate()
                .take(MOST_SIGNATURES + 1)
                .map(|(at, text)| Claim::read(&text).filter(|_| at < MOST_SIGNATURES).unwrap_or_default())
                .collect(),
            copies: Copies::of(message.headers().iter().map(mail_parser::Header::name)),
            source: route::source(raw.iter().filter(|(name, _)| name == "received").map(|(_, value)| value.as_str())),
            is_spam: raw.iter().any(|(name, value)| {
                matches!(name.as_str(), "x-spam-flag" | "x-spam" | "x-spam-status")
                    && value.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("yes"))
            }),
            languages: tongue::in_headers(message, &raw, phrases),
            from_headers: headers::whole(message, "from").count(),
            subject: headers::subject(message, phrases),
            date: message.date().filter(|date| date.is_valid()).map(|date| date.to_timestamp()),
            attached: found
                .attached
                .iter()
                .map(|one| Attached { name: one_line(&one.name), text: tidy(&one.text) })
                .collect(),
            files: found.files.iter().map(|name| one_line(name)).collect(),
            ..Letter::default()
        };
        letter.nuisance = nuisance::judge(message, &raw, &letter.subject, phrases);
        let (mut is_encrypted, mut is_torn) = (found.is_encrypted, false);
        for text in &found.texts {
            let (sifted, armour) = sifted(text, phrases);
            letter.pieces.extend(sifted.pieces);
            is_encrypted |= armour.is_encrypted;
            is_torn |= armour.is_torn;
        }
        // A file may be armour too: some servers take encrypted mails apart.
        for attached in &mut letter.attached {
            let armour = armour::unarmoured(&attached.text);
            is_encrypted |= armour.is_encrypted;
            attached.text = armour.text;
        }
        letter.attached.retain(|attached| !attached.text.trim().is_empty());
        letter.finish();
        let damage = damage::look(message, bounds.parts);
        let problems = [
            (found.was_cut, Problem::TooLong),
            (damage.is_torn || is_torn, Problem::Damaged),
            // Which of two authors wrote it is anybody's guess, and mailers show only one of them.
            (damage.is_ambiguous || letter.from_headers > 1 || letter.from.len() > 1, Problem::Ambiguous),
            (is_encrypted, Problem::Encrypted),
            (found.enclosed_mails > 0, Problem::EnclosedMails),
            (!letter.files.is_empty(), Problem::OtherFiles),
        ];
        letter.problems.extend(problems.into_iter().filter(|(is_so, _)| *is_so).map(|(_, problem)| problem));
        letter
    }

    /// A mail without headers, or one that breaks the parser: everything behind the first empty line, if headers are there.
    fn bare(bytes: &[u8], problem: Problem, phrases: &Phrases) -> Letter {
        let text = tidy(&charset::decode(&bytes[..bytes.len().min(parts::LONGEST_TEXT)], None, phrases));
        let body = match (problem, text.split_once("\n\n")) {
            (Problem::Unreadable, Some((_, body))) => body,
            _ => &text,
        };
        let mut letter = Letter { problems: vec![problem], ..Letter::default() };
        let text = Text { text: body.to_owned(), layout: Layout::Fixed, twin: None };
        letter.pieces = sifted(&text, phrases).0.pieces;
        letter.finish();
        letter
    }
}

/// A text part, out of its armour and taken apart.
fn sifted(text: &Text, phrases: &Phrases) -> (Sifted, armour::Unarmoured) {
    let armour = armour::unarmoured(&tidy(&text.text));
    let mut plain = lines::split(&armour.text, text.layout);
    if let Some(twin) = &text.twin {
        plain = lines::mend(plain, &lines::split(&tidy(twin), Layout::Fixed));
    }
    (sift(&plain, phrases), armour)
}

/// The beginning of a mail that is not too long, and whether something was cut off.
fn cut<'b>(bytes: &'b [u8], bounds: &Bounds) -> (Cow<'b, [u8]>, bool) {
    let mut end = bytes.len().min(bounds.bytes).min(MOST_BYTES);
    let mut kept = Cow::Borrowed(&bytes[..end]);
    // Old machines end their lines with a bare CR, headers too.
    if !kept.contains(&b'\n') && kept.contains(&b'\r') {
        kept = kept.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect();
    }
    let mut newlines = kept.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    if let Some((last, _)) = newlines.nth(bounds.lines.min(MOST_LINES)) {
        end = last;
    }
    let kept = match kept {
        Cow::Borrowed(kept) => Cow::Borrowed(&kept[..end]),
        Cow::Owned(mut kept) => {
            kept.truncate(end);
            Cow::Owned(kept)
        }
    };
    (kept, end < bytes.len())
}

/// A name on one line, not too long.
fn one_line(name: &str) -> String {
    let name: String = tidy(name).chars().take(80).collect();
    lines::squeeze(&name)
}

fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    let texts: Vec<&str> = match value {
        HeaderValue::Text(text) => vec![text],
        HeaderValue::TextList(list) => list.iter().map(AsRef::as_ref).collect(),
        _ => Vec::new(),
    };
    // Old mailers write `Your message of … <id>`; an id without an @ is none we made.
    let ids = texts.into_iter().map(|id| id.trim().trim_matches(['<', '>']).to_owned());
    let mut ids: Vec<String> = ids.filter(|id| !id.is_empty() && !id.contains(char::is_whitespace)).collect();
    let surplus = ids.len().saturating_sub(MOST_NAMES);
    ids.drain(..surplus);
    ids
}

/// The addresses our own servers noted down.
fn delivered(raw: &[(String, String)]) -> Vec<Address> {
    const NAMES: [&str; 5] = ["delivered-to", "x-original-to", "envelope-to", "x-delivered-to", "x-envelope-to"];
    let mut found: Vec<Address> = Vec::new();
    for (_, value) in raw.iter().filter(|(name, _)| NAMES.contains(&name.as_str())) {
        for one in value.split(',').map(Address::new).filter(|one| one.mailbox.contains('@')) {
            if !found.contains(&one) && found.len() < MOST_NAMES {
                found.push(one);
            }
        }
    }
    found
}
