//! Mails that did not arrive whole, and mails that contradict themselves: seen in the bytes, since a parser makes the best of them.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Message, MessagePart, MimeHeaders as _};

/// What is wrong with the bytes of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Damage {
    /// It ends too early, or a text in it is cut.
    pub is_torn: bool,
    /// Two readers could read it differently: two headers where one belongs, or a boundary that never comes.
    pub is_ambiguous: bool,
}

/// Headers of which a part has one.
const ONCE: [&str; 2] = ["content-type", "content-transfer-encoding"];

/// Looks at every part. Enclosed mails are not read, so nothing is said about them.
pub fn look(message: &Message<'_>, most: usize) -> Damage {
    let mut damage = Damage::default();
    for part in message.parts.iter().take(most) {
        let count = |name: &str| part.headers.iter().filter(|header| header.name().eq_ignore_ascii_case(name)).count();
        damage.is_ambiguous |= ONCE.iter().any(|name| count(name) > 1);
        let kind = part.content_type().map(|kind| (kind.ctype().to_ascii_lowercase(), kind.attribute("boundary")));
        match kind {
            Some((kind, boundary)) if kind == "multipart" => {
                let (has_begun, has_ended) = boundary.map_or((false, true), |boundary| ends(message, part, boundary));
                damage.is_ambiguous |= !has_begun;
                damage.is_torn |= !has_ended;
            }
            Some((kind, _)) if kind != "text" => damage.is_torn |= part.is_encoding_problem,
            _ => damage.is_torn |= part.is_encoding_problem || is_cut(message, part),
        }
    }
    damage
}

/// Whether the boundary of a part ever comes, and whether its last one does.
fn ends(message: &Message<'_>, part: &MessagePart<'_>, boundary: &str) -> (bool, bool) {
    let raw = message.raw_message.get(part.offset_body as usize..).unwrap_or_default();
    let (mut has_begun, mut has_ended) = (false, false);
    for line in raw.split(|byte| *byte == b'\n') {
        let Some(rest) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary.as_bytes())) else {
            continue;
        };
        let is_last = rest.starts_with(b"--");
        if is_last || rest.trim_ascii().is_empty() {
            has_begun = true;
            has_ended |= is_last;
        }
    }
    (has_begun, has_ended)
}

/// Whether an encoded text breaks off.
fn is_cut(message: &Message<'_>, part: &MessagePart<'_>) -> bool {
    let raw = message.raw_message.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default();
    let encoding = part.content_transfer_encoding().unwrap_or_default();
    if encoding.eq_ignore_ascii_case("base64") {
        let letters = raw.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        return letters % 4 != 0 || base64_decode(raw).is_some_and(|bytes| breaks_off(part, &bytes));
    }
    if encoding.eq_ignore_ascii_case("quoted-printable") {
        // `=` at the very end, or with half of its number.
        let tail = &raw[raw.len().saturating_sub(2)..];
        let is_torn = tail.contains(&b'=') && !tail.ends_with(b"\n");
        return is_torn || quoted_printable_decode(raw).is_some_and(|bytes| breaks_off(part, &bytes));
    }
    breaks_off(part, raw)
}

/// Whether a text ends in the middle of a character.
fn breaks_off(part: &MessagePart<'_>, bytes: &[u8]) -> bool {
    let charset = part.content_type().and_then(|kind| kind.attribute("charset")).unwrap_or("utf-8");
    let is_utf8 = charset.eq_ignore_ascii_case("utf-8");
    is_utf8 && std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}
