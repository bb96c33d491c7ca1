//! A dispatch or an acknowledgement as the bytes of a mail. The same dispatch always gives the same bytes.
//!
//! ```text
//! multipart/mixed                 only if there is a calendar or an attachment
//!   multipart/alternative         only if there is HTML
//!     text/plain                  UTF-8, quoted-printable, lines as the template wrote them (76 columns)
//!     multipart/related           only if the HTML has pictures
//!       text/html
//!       image/png                 each picture, by its Content-ID
//!   text/calendar                 the deadline
//!   …                             the attachments
//! ```

use super::address::Address;
use super::calendar::Deadline;
use super::headers::{AutoSubmitted, ListId, Ours, Precedence, Suppress};
use anyhow::{Context as _, Result, anyhow};
use lettre::message::header::{ContentDisposition, ContentTransferEncoding, ContentType};
use lettre::message::{Attachment, Body, Mailbox, Message, MultiPart, SinglePart};
use std::time::{Duration, UNIX_EPOCH};

/// A mail to be sent.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// Why it is sent.
    pub kind: Kind,
    /// The referee.
    pub from: Address,
    /// The player.
    pub to: Address,
    /// Where the answer should go: the address with the seat's tag.
    pub reply_to: Option<Address>,
    /// An address of ours that an answer to all goes to too. Nothing is sent there: it tells us that all are meant.
    pub cc: Option<Address>,
    /// The subject; line breaks in it are blanks.
    pub subject: String,
    /// The Message-ID, without angle brackets; see [`message_id`]. It never changes, however often the mail is sent.
    pub message_id: String,
    /// The letter that is answered.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first; see [`thread_root`].
    pub references: Vec<String>,
    /// When it is written, in seconds since 1970.
    pub date: i64,
    /// The table, for filters: its name, and its id such as `ostia-3.example.org`.
    pub list: Option<(String, String)>,
    /// The text. Lines should have 76 columns at most; they are not broken here, because an order must not be.
    pub text: String,
    /// The same as a page.
    pub html: Option<Page>,
    pub deadline: Option<Deadline>,
    /// Files: the order form, the map in print quality.
    pub files: Vec<File>,
}

/// Why a mail is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It answers a letter.
    Answer,
    /// It comes by itself: a report, a reminder.
    Report,
    /// It brings what somebody wrote to others; perhaps to several.
    Press {
        /// Whether an answer may go to more people than the writer.
        several: bool,
    },
}

/// A page and its pictures.
///
/// The page should hold the text line by line (`<br>` or one block a line): a player who edits the order form in a mailer that
/// quotes the page then sends back lines that can be compared with the text.
#[derive(Clone, Debug)]
pub struct Page {
    pub html: String,
    /// The pictures it shows with `<img src="cid:…">`; their names are the Content-IDs.
    pub pictures: Vec<File>,
}

/// A file in a mail.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    /// Its type, such as `image/png`.
    pub media_type: String,
    pub bytes: Vec<u8>,
}

impl Dispatch {
    /// The mail. It fails if an address is none, or a type is none.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let seconds = u64::try_from(self.date).context("a mail cannot be older than 1970")?;
        let mut mail = Message::builder()
            .from(mailbox(&self.from)?)
            .to(mailbox(&self.to)?)
            .subject(one_line(&self.subject))
            .date(UNIX_EPOCH + Duration::from_secs(seconds))
            .message_id(Some(bracketed(&self.message_id)))
            .header(AutoSubmitted(if self.kind == Kind::Answer { "auto-replied" } else { "auto-generated" }.into()))
            .header(Precedence("bulk".into()))
            .header(Suppress("All".into()))
            .header(Ours("dispatch".into()));
        if let Some(reply_to) = &self.reply_to {
            mail = mail.reply_to(mailbox(reply_to)?);
        }
        if let Some(cc) = &self.cc {
            mail = mail.cc(mailbox(cc)?);
        }
        if let Some(id) = &self.in_reply_to {
            mail = mail.in_reply_to(bracketed(id));
        }
        let references: Vec<String> = self.references.iter().chain(&self.in_reply_to).map(|id| bracketed(id)).collect();
        if !references.is_empty() {
            let mut seen: Vec<String> = Vec::new();
            references.into_iter().for_each(|id| {
                if !seen.contains(&id) {
                    seen.push(id)
                }
            });
            mail = mail.references(seen.join(" "));
        }
        if let Some((name, id)) = &self.list {
            let id: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')).collect();
            mail = mail.header(ListId(format!("{} <{id}>", one_line(name).replace(['<', '>', '"'], ""))));
        }
        let mail = match self.mixed()? {
            Content::One(part) => mail.singlepart(part),
            Content::Many(part) => mail.multipart(part),
        };
        Ok(mail.context("the mail cannot be put together")?.formatted())
    }

    /// The letter with what comes beside it.
    fn mixed(&self) -> Result<Content> {
        let letter = self.alternative()?;
        if self.deadline.is_none() && self.files.is_empty() {
            return Ok(letter);
        }
        let mut mixed = self.multipart(MultiPart::mixed(), "mixed").build();
        mixed = match letter {
            Content::One(part) => mixed.singlepart(part),
            Content::Many(part) => mixed.multipart(part),
        };
        if let Some(deadline) = &self.deadline {
            let part = SinglePart::builder()
                .header(media_type(&format!(
                    "text/calendar; charset=utf-8; method={}; name=deadline.ics",
                    deadline.standing.method()
                ))?)
                .header(ContentDisposition::attachment("deadline.ics"))
                .body(readable(&deadline.to_ics())?);
            mixed = mixed.singlepart(part);
        }
        for file in &self.files {
            let part = Attachment::new(file_name(&file.name)).body(file.bytes.clone(), media_type(&file.media_type)?);
            mixed = mixed.singlepart(part);
        }
        Ok(Content::Many(mixed))
    }

    /// The text, and the page if there is one.
    fn alternative(&self) -> Result<Content> {
        let plain = SinglePart::builder()
            .header(media_type("text/plain; charset=utf-8; format=fixed")?)
            .body(readable(&self.text)?);
        let Some(page) = &self.html else { return Ok(Content::One(plain)) };
        let html = SinglePart::builder().header(media_type("text/html; charset=utf-8")?).body(readable(&page.html)?);
        let both = self.multipart(MultiPart::alternative(), "alternative").singlepart(plain);
        if page.pictures.is_empty() {
            return Ok(Content::Many(both.singlepart(html)));
        }
        let mut related = self.multipart(MultiPart::related(), "related").singlepart(html);
        for picture in &page.pictures {
            let part = Attachment::new_inline(file_name(&picture.name))
                .body(picture.bytes.clone(), media_type(&picture.media_type)?);
            related = related.singlepart(part);
        }
        Ok(Content::Many(both.multipart(related)))
    }

    /// A boundary that is always the same for this mail, and that its author could not foresee in a text.
    fn multipart(&self, builder: lettre::message::MultiPartBuilder, role: &str) -> lettre::message::MultiPartBuilder {
        let mut hasher = blake3::Hasher::new_derive_key("tabellarius mail boundary");
        for piece in [role, self.message_id.as_str(), self.text.as_str()] {
            hasher.update(piece.as_bytes());
        }
        builder.boundary(format!("={}", &hasher.finalize().to_hex()[..32]))
    }
}

enum Content {
    One(SinglePart),
    Many(MultiPart),
}

/// A stable Message-ID from what the mail is: table, round, reader, kind.
pub fn message_id(pieces: &[&str], domain: &str) -> String {
    let clean = |piece: &&str| {
        piece.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect::<String>()
    };
    let local = pieces.iter().map(clean).collect::<Vec<_>>().join(".");
    format!("{local}@{domain}")
}

/// The id that all mails of a table name first in `References`, so that mailers show them as one thread.
pub fn thread_root(table: &str, domain: &str) -> String {
    message_id(&["table", table], domain)
}

fn mailbox(address: &Address) -> Result<Mailbox> {
    let parsed = address.mailbox.parse().map_err(|error| anyhow!("{:?} is no address: {error}", address.mailbox))?;
    let name = one_line(&address.name);
    Ok(Mailbox::new((!name.is_empty()).then_some(name), parsed))
}

fn media_type(text: &str) -> Result<ContentType> {
    ContentType::parse(text).map_err(|error| anyhow!("{text:?} is no media type: {error}"))
}

/// Text that stays readable in the source of the mail.
fn readable(text: &str) -> Result<Body> {
    Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::QuotedPrintable)
        .map_err(|_| anyhow!("the text cannot be encoded"))
}

/// Without line breaks and other control characters: no name that a player chooses can become a header.
fn one_line(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// A name that is only a name: no folders, no control characters.
fn file_name(name: &str) -> String {
    let name: String =
        one_line(name).chars().map(|c| if matches!(c, '/' | '\\' | '"' | '<' | '>') { '-' } else { c }).collect();
    if name.is_empty() { "file".into() } else { name }
}

fn bracketed(id: &str) -> String {
    let id: String = id.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>')).collect();
    format!("<{id}>")
}

#[cfg(test)]
#[path = "compose_tests.rs"]
mod tests;
