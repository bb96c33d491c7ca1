//! What a bounce says: whom it did not reach, for how long, and which of our mails it was.

use mail_parser::{Message, MimeHeaders as _, PartType};

/// What became of a mail of ours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounce {
    /// The addresses it did not reach.
    pub recipients: Vec<String>,
    /// Whether it is still being tried.
    pub fate: Fate,
    /// The status, such as `5.1.1`.
    pub status: Option<String>,
    /// The Message-ID of the mail that came back.
    pub original: Option<String>,
}

/// What the other server means to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// It has given up.
    #[default]
    Failed,
    /// It will try again.
    Delayed,
    /// It says that the mail arrived.
    Delivered,
}

const MOST: usize = 50;

/// Reads a bounce; what it does not say stays empty.
pub fn read(message: &Message<'_>, headers: &[(String, String)]) -> Bounce {
    let mut bounce = Bounce::default();
    for (_, value) in headers.iter().filter(|(name, _)| name == "x-failed-recipients") {
        value.split(',').for_each(|one| bounce.add(one));
    }
    for part in message.parts.iter().take(100) {
        if part.is_content_type("message", "delivery-status") {
            bounce.status_lines(&String::from_utf8_lossy(part.contents()));
        } else if let PartType::Message(original) = &part.body {
            bounce.original = bounce.original.or(original.message_id().map(Into::into));
        } else if part.is_content_type("text", "rfc822-headers") {
            let text = String::from_utf8_lossy(part.contents()).into_owned();
            let line = text.lines().find(|line| line.to_ascii_lowercase().starts_with("message-id:"));
            let id = line.and_then(|line| line.split_once('<')?.1.split_once('>')).map(|(id, _)| id.to_owned());
            bounce.original = bounce.original.or(id);
        }
    }
    if bounce.original.is_none() || bounce.status.is_none() {
        bounce.text_lines(&message.body_text(0).unwrap_or_default());
    }
    bounce
}

impl Bounce {
    fn add(&mut self, address: &str) {
        let address = address.trim().trim_matches(['<', '>']).to_ascii_lowercase();
        if address.contains('@') && self.recipients.len() < MOST && !self.recipients.contains(&address) {
            self.recipients.push(address);
        }
    }

    /// Old servers write for people: the reason, and our mail with its headers, in one text.
    fn text_lines(&mut self, text: &str) {
        for line in text.lines().take(1_000) {
            let is_id = line.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("message-id:"));
            if let Some((id, _)) = line.split_once('<').and_then(|(_, rest)| rest.split_once('>')).filter(|_| is_id) {
                self.original.get_or_insert_with(|| id.to_owned());
            }
            let code = line.split(|c: char| !c.is_ascii_digit() && c != '.').find(|word| is_code(word));
            if let Some(code) = code.filter(|_| self.original.is_none()) {
                self.status.get_or_insert_with(|| code.to_owned());
            }
        }
    }

    fn status_lines(&mut self, text: &str) {
        for line in text.lines().take(1_000) {
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "final-recipient" | "original-recipient" => self.add(value.rsplit(';').next().unwrap_or_default()),
                "status" => self.status = value.split_whitespace().next().map(Into::into),
                "action" => {
                    self.fate = match value.to_ascii_lowercase().as_str() {
                        "delayed" => Fate::Delayed,
                        "delivered" | "relayed" | "expanded" => Fate::Delivered,
                        _ => Fate::Failed,
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a word is a status such as `5.1.1` (RFC 3463).
fn is_code(word: &str) -> bool {
    let pieces: Vec<&str> = word.split('.').collect();
    matches!(pieces.as_slice(), ["4" | "5", subject, detail] if !subject.is_empty() && subject.len() <= 3 && !detail.is_empty() && detail.len() <= 3)
}
