//! A mail as read: who wrote it, what he answers, what he wrote himself. Reading never fails.
//!
//! ```
//! use tabellarius_mail::{Letter, Phrases};
//! let mail = b"From: Marco <marco@example.org>\nSubject: Re: ostia-3\n\nmove 2 legions Roma \xe2\x86\x92 Sicilia\n\n-- \nMarco\n";
//! let letter = Letter::read(mail, Phrases::built_in());
//! assert_eq!(letter.body, "move 2 legions Roma → Sicilia");
//! assert_eq!(letter.orders(Phrases::built_in()), "move 2 legions Roma -> Sicilia");
//! ```

use super::address::Address;
use super::armour;
use super::charset;
use super::damage;
use super::headers;
use super::lines::{self, Layout};
use super::nuisance::{self, Nuisance};
pub use super::parts::Attached;
use super::parts::{self, Text};
use super::phrases::Phrases;
pub use super::sift::{LeftOut, Piece, Why};
use super::sift::{Sifted, sift};
use super::typography::{keyboard, tidy};
use mail_parser::{HeaderValue, Message, MessageParser};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More bytes of a mail are not read.
pub const MOST_BYTES: usize = 4 << 20;
/// More lines of a mail are not read: this bounds the number of headers and parts too.
pub const MOST_LINES: usize = 100_000;
/// More addresses, and more Message-IDs, are not kept.
const MOST_NAMES: usize = 100;

/// How much of a mail is read. Nobody can ask for more than is usual: that bounds the memory a mail may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes.
    pub bytes: usize,
    /// Lines: this bounds the number of headers too.
    pub lines: usize,
    /// Parts.
    pub parts: usize,
    /// How deep parts are nested.
    pub depth: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: MOST_BYTES, lines: MOST_LINES, parts: parts::MOST_PARTS, depth: parts::DEEPEST }
    }
}

/// A mail as read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Letter {
    /// Its Message-ID, without the angle brackets.
    pub message_id: Option<String>,
    /// The mail it answers; some mailers name several.
    pub in_reply_to: Vec<String>,
    /// The mails before it, oldest first.
    pub references: Vec<String>,
    /// Who says he wrote it. Nothing here is proved.
    pub from: Vec<Address>,
    /// Where answers should go, if not there.
    pub reply_to: Vec<Address>,
    /// To whom.
    pub to: Vec<Address>,
    /// To whom else.
    pub cc: Vec<Address>,
    /// Where our server says it was delivered: the tag is here even if the player wrote to an alias.
    pub delivered_to: Vec<Address>,
    /// The subject.
    pub subject: String,
    /// What mail servers say about it, the last server first. Anybody can write such lines.
    pub authentication_results: Vec<String>,
    /// A filter on the way took it for spam. It may be wrong.
    pub is_spam: bool,
    /// How many `From` headers it has; an honest letter has one.
    pub from_headers: usize,
    /// When it was written, by the sender's clock, in seconds since 1970.
    pub date: Option<i64>,
    /// What the player wrote himself, as he wrote it.
    pub body: String,
    /// The mail he answers, as far as it is quoted.
    pub quoted: String,
    /// Attached texts.
    pub attached: Vec<Attached>,
    /// The names of other files, which are not read; a file without a name has its type.
    pub files: Vec<String>,
    /// What was taken for a signature, a footer or a separator, so that an order lost in it can be noticed.
    pub left_out: Vec<LeftOut>,
    /// Why it must not be answered, if so.
    pub nuisance: Option<Nuisance>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    pub(super) pieces: Vec<Piece>,
}

/// What could not be read of a mail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// The mail has no headers.
    NoHeaders,
    /// It does not say who wrote it.
    NoSender,
    /// It is longer, or has more parts, than we read.
    TooLong,
    /// A part is damaged, or the mail ends too early.
    Damaged,
    /// It contradicts itself, so that two programs could read it differently: two authors, two Content-Types, a
    /// boundary that never comes.
    Ambiguous,
    /// It is encrypted.
    Encrypted,
    /// There is no text in it.
    Empty,
    /// Whole mails are enclosed, which are not read.
    EnclosedMails,
    /// Files are enclosed which are not texts, and are not read.
    OtherFiles,
    /// The parser broke down; what is here was read without it.
    Unreadable,
}

impl Letter {
    /// Reads a mail.
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

    /// The orders in it: the player's own lines without salutations, in characters of a keyboard. Lines keep their numbers, so a
    /// problem's line is the line of [`Letter::body`].
    pub fn orders(&self, phrases: &Phrases) -> String {
        keyboard(&phrases.without_pleasantries(&self.body))
    }

    /// Every line of it, in its order, and whose it is.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whom to answer.
    pub fn sender(&self) -> Option<&Address> {
        self.from.first()
    }

    /// The tags of all addresses it was sent to, those of our own server first.
    pub fn tags(&self) -> Vec<&str> {
        let mut tags: Vec<&str> = Vec::new();
        for tag in self.delivered_to.iter().chain(&self.to).chain(&self.cc).filter_map(Address::tag) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags
    }

    /// A hash of what the player sent, the same however often and on whichever way it arrives.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let from = self.sender().map(Address::base).unwrap_or_default();
        let date = self.date.map(|date| date.to_string()).unwrap_or_default();
        let id = self.message_id.clone().unwrap_or_default();
        let fixed = [&from, &date, &id, &self.subject, &self.body, &self.quoted];
        for field in fixed.into_iter().chain(self.attached.iter().map(|one| &one.text)) {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
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
            is_spam: raw.iter().any(|(name, value)| {
                matches!(name.as_str(), "x-spam-flag" | "x-spam" | "x-spam-status")
                    && value.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("yes"))
            }),
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

    pub(super) fn finish(&mut self) {
        let sifted = Sifted { pieces: std::mem::take(&mut self.pieces) };
        self.body = sifted.own();
        self.quoted = sifted.quoted();
        self.left_out = sifted.left_out();
        self.pieces = sifted.pieces;
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
