//! From MIME parts to texts: which part is the letter, which is its HTML twin, which is an attached text.

use super::charset;
use super::html;
use super::letter::Bounds;
use super::lines::Layout;
use super::phrases::Phrases;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders as _, PartType};

/// More parts than this are not looked at.
pub const MOST_PARTS: usize = 200;
/// Deeper parts are not looked at.
pub const DEEPEST: usize = 20;
/// A text longer than this is cut, in bytes.
pub const LONGEST_TEXT: usize = 256 * 1024;
/// More attached texts are not read.
const MOST_ATTACHED: usize = 10;

/// A text that is part of the letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    /// How its lines are to be read.
    pub layout: Layout,
    /// The same letter from its HTML part, if it has both.
    pub twin: Option<String>,
}

/// A text file that came with the letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attached {
    /// Its name, as the sender gave it: for people, never for a path.
    pub name: String,
    pub text: String,
}

/// What was found in a mail.
#[derive(Debug, Default)]
pub struct Found {
    /// The letter, in order.
    pub texts: Vec<Text>,
    pub attached: Vec<Attached>,
    /// How many whole mails came with it.
    pub enclosed_mails: usize,
    /// The names, or else the types, of other files that came with it: pictures, documents.
    pub files: Vec<String>,
    /// Whether a part of it is encrypted.
    pub is_encrypted: bool,
    /// Something was longer or deeper than we read.
    pub was_cut: bool,
    seen: Vec<u32>,
}

/// Looks through a mail.
pub fn find(message: &Message<'_>, phrases: &Phrases, bounds: &Bounds) -> Found {
    let mut found = Found::default();
    let (parts, depth) = (bounds.parts.min(MOST_PARTS), bounds.depth.min(DEEPEST));
    let walker = Walker { message, phrases, parts, depth };
    walker.walk(0, 0, &mut found);
    // A mail that ends too early has parts that no other part names.
    for id in 0..message.parts.len().min(parts) as u32 {
        if !found.seen.contains(&id) {
            walker.walk(id, 1, &mut found);
        }
    }
    found
}

struct Walker<'m> {
    message: &'m Message<'m>,
    phrases: &'m Phrases,
    parts: usize,
    depth: usize,
}

/// What kind of part one is, for us.
enum Role {
    Letter,
    Attached(String),
    Other(String),
    Encrypted,
    /// A signature, or a picture within the text: nothing a player would miss.
    Nothing,
}

impl Walker<'_> {
    fn walk(&self, id: u32, depth: usize, found: &mut Found) {
        let Some(part) = self.message.part(id) else { return };
        if depth > self.depth || found.seen.len() >= self.parts {
            found.was_cut = true;
            return;
        }
        if found.seen.contains(&id) {
            return;
        }
        found.seen.push(id);
        match &part.body {
            // PGP/MIME: nothing in it is for us.
            PartType::Multipart(children) if part.is_content_type("multipart", "encrypted") => {
                found.is_encrypted = true;
                found.seen.extend(children.iter().take(self.parts));
            }
            PartType::Multipart(children) if part.is_content_type("multipart", "alternative") => {
                self.choose(children, depth, found);
            }
            PartType::Multipart(children) => children.iter().for_each(|&child| self.walk(child, depth + 1, found)),
            PartType::Message(_) => found.enclosed_mails += 1,
            _ => self.leaf(part, id, found),
        }
    }

    fn leaf(&self, part: &MessagePart<'_>, id: u32, found: &mut Found) {
        match role(part, id) {
            Role::Letter if is_html(part) => {
                let text = html::text(&self.decoded(part, found));
                found.texts.push(Text { text, layout: Layout::Fixed, twin: None });
            }
            Role::Letter => {
                let text = self.decoded(part, found);
                found.texts.push(Text { text, layout: layout(part), twin: None });
            }
            Role::Attached(name) if found.attached.len() < MOST_ATTACHED => {
                let text = self.decoded(part, found);
                let one = Attached { name, text };
                if !found.attached.contains(&one) {
                    found.attached.push(one);
                }
            }
            Role::Attached(_) => found.was_cut = true,
            Role::Other(name) if found.files.len() < MOST_ATTACHED => found.files.push(name),
            Role::Other(_) => {}
            Role::Encrypted => found.is_encrypted = true,
            Role::Nothing => {}
        }
    }

    /// Of alternatives the plain text is the letter, unless it is empty or only says that there is HTML; the HTML is its twin.
    fn choose(&self, children: &[u32], depth: usize, found: &mut Found) {
        let mut plain = Vec::new();
        let mut rich = Vec::new();
        for &child in children {
            let mut branch = Found { seen: std::mem::take(&mut found.seen), ..Found::default() };
            self.walk(child, depth + 1, &mut branch);
            found.seen = branch.seen;
            found.attached.extend(branch.attached);
            found.files.extend(branch.files);
            found.is_encrypted |= branch.is_encrypted;
            found.enclosed_mails += branch.enclosed_mails;
            found.was_cut |= branch.was_cut;
            let is_plain = |part: &MessagePart<'_>| matches!(part.body, PartType::Text(_)) && !is_html(part);
            let is_rich = !self.message.part(child).is_some_and(is_plain);
            if is_rich { rich.extend(branch.texts) } else { plain.extend(branch.texts) }
        }
        let is_stub = |texts: &[Text]| {
            let length: usize = texts.iter().map(|text| text.text.trim().len()).sum();
            length == 0 || length < 200 && texts.iter().any(|text| text.text.contains("HTML"))
        };
        if !rich.is_empty() && is_stub(&plain) {
            found.texts.extend(rich);
            return;
        }
        let twin = rich.iter().map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n");
        if let Some(first) = plain.first_mut().filter(|_| !twin.is_empty()) {
            first.twin = Some(twin);
        }
        found.texts.extend(plain);
    }

    /// The text of a part; decoded again from its bytes if the parser could not read them.
    fn decoded(&self, part: &MessagePart<'_>, found: &mut Found) -> String {
        let label = part.content_type().and_then(|kind| kind.attribute("charset"));
        let mut text = match part.text_contents() {
            Some(_) if part.is_encoding_problem || self.is_cut_base64(part) => {
                let mut bytes = self.bytes(part);
                // Half a character at the end must not make the rest look like another charset.
                if let Err(error) = std::str::from_utf8(&bytes)
                    && error.error_len().is_none()
                {
                    bytes.truncate(error.valid_up_to());
                }
                charset::decode(&bytes, label, self.phrases)
            }
            Some(text) if !text.contains('\u{fffd}') && !text.contains('\0') => text.to_owned(),
            Some(_) => charset::decode(&self.bytes(part), label, self.phrases),
            None => charset::decode(part.contents(), label, self.phrases),
        };
        if text.len() > LONGEST_TEXT {
            let mut end = LONGEST_TEXT;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            found.was_cut = true;
        }
        text
    }

    fn raw(&self, part: &MessagePart<'_>) -> &[u8] {
        self.message.raw_message.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default()
    }

    /// Whether base64 breaks off within a group of four letters. The parser then forgets what the last letters hold, and says nothing.
    fn is_cut_base64(&self, part: &MessagePart<'_>) -> bool {
        matches!(part.encoding, Encoding::Base64)
            && self.raw(part).iter().filter(|byte| !byte.is_ascii_whitespace()).count() % 4 != 0
    }

    fn bytes(&self, part: &MessagePart<'_>) -> Vec<u8> {
        let raw = self.raw(part);
        // Of a damaged part the parser says that it is not encoded.
        let named = part.content_transfer_encoding().filter(|_| part.is_encoding_problem).unwrap_or_default();
        let decoded = match part.encoding {
            Encoding::None if named.eq_ignore_ascii_case("base64") => rescued(raw),
            Encoding::None if named.eq_ignore_ascii_case("quoted-printable") => {
                let torn = raw.iter().rev().take(2).position(|byte| *byte == b'=').map_or(0, |at| at + 1);
                quoted_printable_decode(&raw[..raw.len() - torn])
            }
            Encoding::None => None,
            Encoding::QuotedPrintable => quoted_printable_decode(raw),
            Encoding::Base64 if self.is_cut_base64(part) => rescued(raw),
            Encoding::Base64 => base64_decode(raw),
        };
        decoded.unwrap_or_else(|| raw.to_vec())
    }
}

/// What can be read of base64 that breaks off or holds something else: its beginning.
fn rescued(raw: &[u8]) -> Option<Vec<u8>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let mut letters: Vec<u8> =
        raw.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take_while(is_letter).collect();
    // A last group of two or three letters holds one or two whole bytes; a single letter holds none.
    if letters.len() % 4 == 1 {
        letters.pop();
    }
    letters.resize(letters.len().next_multiple_of(4), b'=');
    base64_decode(&letters)
}

/// Whether a part is a page; a damaged one is a text to the parser.
fn is_html(part: &MessagePart<'_>) -> bool {
    matches!(part.body, PartType::Html(_)) || part.is_content_type("text", "html")
}

fn role(part: &MessagePart<'_>, id: u32) -> Role {
    let kind = part.content_type();
    let main = kind.map_or("text", |kind| kind.ctype()).to_ascii_lowercase();
    let sub = kind.and_then(|kind| kind.subtype()).unwrap_or("plain").to_ascii_lowercase();
    let name = part.attachment_name().unwrap_or_default().trim();
    let is_text_file =
        [".txt", ".text", ".asc", ".md"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    let is_attachment = part.content_disposition().is_some_and(|how| how.is_attachment()) || !name.is_empty();
    let other = || Role::Other(if name.is_empty() { format!("{main}/{sub}") } else { name.to_owned() });
    let is_readable = matches!(sub.as_str(), "plain" | "html" | "markdown" | "enriched" | "richtext" | "x-amp-html");
    match part.body {
        PartType::Text(_) | PartType::Html(_) if main == "text" && !is_readable => other(),
        // S/MIME: encrypted, or signed in a way that only a mailer with its keys can open.
        _ if matches!(sub.as_str(), "pkcs7-mime" | "x-pkcs7-mime") => Role::Encrypted,
        PartType::Text(_) | PartType::Html(_) if is_attachment && id != 0 && is_html(part) => other(),
        // A damaged picture is a text to the parser.
        PartType::Text(_) if is_attachment && id != 0 && main != "text" && !is_text_file => other(),
        PartType::Text(_) if is_attachment && id != 0 => Role::Attached(name.to_owned()),
        PartType::Text(_) | PartType::Html(_) => Role::Letter,
        // A multipart without a boundary is one lump; better its text than nothing.
        PartType::Binary(_) | PartType::InlineBinary(_) if main == "multipart" => Role::Letter,
        PartType::Binary(_) | PartType::InlineBinary(_) if is_text_file => Role::Attached(name.to_owned()),
        _ if sub.ends_with("-signature") || sub == "pgp-keys" || part.content_id().is_some() => Role::Nothing,
        _ => other(),
    }
}

fn layout(part: &MessagePart<'_>) -> Layout {
    let is = |name: &str, wanted: &str| {
        let kind = part.content_type();
        kind.and_then(|kind| kind.attribute(name)).is_some_and(|value| value.eq_ignore_ascii_case(wanted))
    };
    match (is("format", "flowed"), is("delsp", "yes")) {
        (true, true) => Layout::FlowedWithoutSpace,
        (true, false) => Layout::Flowed,
        _ => Layout::Fixed,
    }
}
