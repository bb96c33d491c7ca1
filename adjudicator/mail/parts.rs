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
    /// What it says.
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
    /// What it says.
    pub text: String,
}

/// What was found in a mail.
#[derive(Debug, Default)]
pub struct Found {
    /// The letter, in order.
    pub texts: Vec<Text>,
    /// Attached texts.
    pub attached: Vec<Attached>,
    /// How many whole mails came with it.
    pub enclosed_mails: usize,
    /// How many other files came with it: pictures, documents.
    pub other_files: usize,
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
    Other,
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
            Role::Letter if matches!(part.body, PartType::Html(_)) => {
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
            Role::Other => found.other_files += 1,
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
            found.other_files += branch.other_files;
            found.enclosed_mails += branch.enclosed_mails;
            found.was_cut |= branch.was_cut;
            let is_html = !self.message.part(child).is_some_and(|part| matches!(part.body, PartType::Text(_)));
            if is_html { rich.extend(branch.texts) } else { plain.extend(branch.texts) }
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

    fn bytes(&self, part: &MessagePart<'_>) -> Vec<u8> {
        let range = part.offset_body as usize..part.offset_end as usize;
        let raw = self.message.raw_message.get(range).unwrap_or_default();
        let decoded = match part.encoding {
            Encoding::None => None,
            Encoding::QuotedPrintable => quoted_printable_decode(raw),
            Encoding::Base64 => base64_decode(raw),
        };
        decoded.unwrap_or_else(|| raw.to_vec())
    }
}

fn role(part: &MessagePart<'_>, id: u32) -> Role {
    let kind = part.content_type();
    let main = kind.map_or("text", |kind| kind.ctype()).to_ascii_lowercase();
    let sub = kind.and_then(|kind| kind.subtype()).unwrap_or("plain").to_ascii_lowercase();
    let name = part.attachment_name().unwrap_or_default().trim();
    let is_text_file =
        [".txt", ".text", ".asc", ".md"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    let is_attachment = part.content_disposition().is_some_and(|how| how.is_attachment()) || !name.is_empty();
    let is_readable = matches!(sub.as_str(), "plain" | "html" | "markdown" | "enriched" | "richtext" | "x-amp-html");
    match part.body {
        PartType::Text(_) | PartType::Html(_) if main == "text" && !is_readable => Role::Other,
        PartType::Html(_) if is_attachment && id != 0 => Role::Other,
        PartType::Text(_) if is_attachment && id != 0 => Role::Attached(name.to_owned()),
        PartType::Text(_) | PartType::Html(_) => Role::Letter,
        // A multipart without a boundary is one lump; better its text than nothing.
        PartType::Binary(_) | PartType::InlineBinary(_) if main == "multipart" => Role::Letter,
        PartType::Binary(_) | PartType::InlineBinary(_) if is_text_file => Role::Attached(name.to_owned()),
        _ if sub.ends_with("-signature") || sub == "pgp-keys" || part.content_id().is_some() => Role::Nothing,
        _ => Role::Other,
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
