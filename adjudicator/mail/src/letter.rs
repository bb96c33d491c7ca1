//! A mail as read: who wrote it, what it answers, which words are the writer's own. Reading never fails.
//!
//! ```
//! use tabellarius_mail::{Letter, Phrases};
//! let mail = b"From: Marco <marco@example.org>\nSubject: Re: ostia-3\n\nmove 2 legions Roma \xe2\x86\x92 Sicilia\n\n-- \nMarco\n";
//! let letter = Letter::read(mail, Phrases::built_in());
//! assert_eq!(letter.body, "move 2 legions Roma → Sicilia");
//! assert_eq!(letter.orders(Phrases::built_in()), "move 2 legions Roma -> Sicilia");
//! ```

use super::address::Address;
use super::nuisance::Nuisance;
use super::parts;
pub use super::parts::Attached;
use super::phrases::Phrases;
use super::sift::Sifted;
pub use super::sift::{LeftOut, Piece, Why};
use super::signature::{Claim, Copies};
use super::typography::keyboard;

/// More bytes of a mail are not read.
pub const MOST_BYTES: usize = 4 << 20;
/// More lines of a mail are not read: this bounds the number of headers and parts too.
pub const MOST_LINES: usize = 100_000;

/// How much of a mail is read. Nobody can ask for more than is usual: that bounds the memory a mail may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub bytes: usize,
    /// Lines: this bounds the number of headers too.
    pub lines: usize,
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
    /// Who it says wrote it. Nothing here is proved.
    pub from: Vec<Address>,
    /// Where answers should go, if not there.
    pub reply_to: Vec<Address>,
    pub to: Vec<Address>,
    pub cc: Vec<Address>,
    /// Where our server says it was delivered: the tag is here even if the player wrote to an alias.
    pub delivered_to: Vec<Address>,
    pub subject: String,
    /// What mail servers say about it, the last server first. Anybody can write such lines.
    pub authentication_results: Vec<String>,
    /// The signatures it carries, one for each header; nothing of them is verified here. One that cannot be read is empty.
    pub signatures: Vec<Claim>,
    /// How often the headers stand in it that a signature must cover.
    pub copies: Copies,
    /// The machine that it came from, as servers noted it; empty: nobody did.
    pub source: String,
    /// A filter on the way took it for spam. It may be wrong.
    pub is_spam: bool,
    /// What its headers say of its language, the surest first: codes such as `pl`.
    pub languages: Vec<String>,
    /// How many `From` headers it has; an honest letter has one.
    pub from_headers: usize,
    /// When it was written, by the sender's clock, in seconds since 1970.
    pub date: Option<i64>,
    /// The player's own words, as they were written.
    pub body: String,
    /// The mail that is answered, as far as it is quoted.
    pub quoted: String,
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

    pub(super) fn finish(&mut self) {
        let sifted = Sifted { pieces: std::mem::take(&mut self.pieces) };
        self.body = sifted.own();
        self.quoted = sifted.quoted();
        self.left_out = sifted.left_out();
        self.pieces = sifted.pieces;
    }
}
