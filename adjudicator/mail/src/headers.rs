//! Headers that need care: encoded words whose characters are torn apart, raw eight-bit subjects, the headers we add ourselves.

use super::charset;
use super::phrases::Phrases;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use mail_parser::Message;
use mail_parser::decoders::base64::base64_decode;

/// The header by which we know our own mails.
pub const OURS: &str = "X-Tabellarius";

/// All headers of a mail as they stand there: names in lower case, values on one line.
pub fn raw(message: &Message<'_>) -> Vec<(String, String)> {
    const MOST: usize = 500;
    let bytes = message.raw_message.as_ref();
    let one = |header: &mail_parser::Header<'_>| {
        let value = bytes.get(header.offset_start as usize..header.offset_end as usize).unwrap_or_default();
        let value =
            String::from_utf8_lossy(&value[..value.len().min(4_000)]).split_whitespace().collect::<Vec<_>>().join(" ");
        (header.name().to_ascii_lowercase(), value)
    };
    message.headers().iter().take(MOST).map(one).collect()
}

/// The values of all headers of a name, however many headers there are and however long they are: where a cut would change the meaning.
pub fn whole<'m>(message: &'m Message<'_>, name: &'m str) -> impl Iterator<Item = String> + 'm {
    let named = message.headers().iter().filter(move |header| header.name().eq_ignore_ascii_case(name));
    named.map(move |header| {
        let value = message.raw_message.get(header.offset_start as usize..header.offset_end as usize);
        String::from_utf8_lossy(value.unwrap_or_default()).trim().to_owned()
    })
}

/// The subject: on one line, whatever its encoding.
pub fn subject(message: &Message<'_>, phrases: &Phrases) -> String {
    let parsed = message.subject().unwrap_or_default();
    let text = if parsed.contains('\u{fffd}') {
        let header = message.headers().iter().find(|header| header.name().eq_ignore_ascii_case("subject"));
        let range = header.map_or(0..0, |header| header.offset_start as usize..header.offset_end as usize);
        encoded_words(message.raw_message.get(range).unwrap_or_default(), phrases)
    } else {
        parsed.to_owned()
    };
    let text: String = text.chars().take(300).map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads `=?charset?B?…?=` words; bytes of neighbours with one charset are put together before they are decoded.
fn encoded_words(raw: &[u8], phrases: &Phrases) -> String {
    let mut out = String::new();
    let mut pending: Option<(String, Vec<u8>)> = None;
    for token in raw.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()) {
        match encoded_word(token) {
            Some((charset, bytes)) => match &mut pending {
                Some((open, before)) if *open == charset => before.extend(bytes),
                _ => {
                    flush(&mut out, &mut pending, phrases);
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    pending = Some((charset, bytes));
                }
            },
            None => {
                flush(&mut out, &mut pending, phrases);
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(&charset::decode(token, None, phrases));
            }
        }
    }
    flush(&mut out, &mut pending, phrases);
    out
}

fn flush(out: &mut String, pending: &mut Option<(String, Vec<u8>)>, phrases: &Phrases) {
    if let Some((label, bytes)) = pending.take() {
        out.push_str(&charset::decode(&bytes, Some(&label), phrases));
    }
}

fn encoded_word(token: &[u8]) -> Option<(String, Vec<u8>)> {
    let inner = token.strip_prefix(b"=?")?.strip_suffix(b"?=")?;
    let mut fields = inner.splitn(3, |&byte| byte == b'?');
    let charset = String::from_utf8_lossy(fields.next()?).to_ascii_lowercase();
    let (how, text) = (fields.next()?, fields.next()?);
    let bytes = match how {
        b"B" | b"b" => base64_decode(text)?,
        b"Q" | b"q" => quoted(text),
        _ => return None,
    };
    Some((charset, bytes))
}

fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok())
            .and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (byte, hex) {
            (b'=', Some(value)) => {
                out.push(value);
                rest = &after[2..];
                continue;
            }
            (b'_', _) => out.push(b' '),
            _ => out.push(byte),
        }
        rest = after;
    }
    out
}

macro_rules! own_header {
    ($($(#[$doc:meta])* $type:ident = $name:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $type(pub String);

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }
            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($type(text.into()))
            }
            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    )+};
}

own_header! {
    /// `Auto-Submitted`, RFC 3834: other machines must not answer.
    AutoSubmitted = "Auto-Submitted";
    /// `Precedence`: the same for old machines.
    Precedence = "Precedence";
    /// `List-Id`: for filters.
    ListId = "List-Id";
    /// Asks Exchange for no automatic replies.
    Suppress = "X-Auto-Response-Suppress";
    /// Marks our own mail.
    Ours = "X-Tabellarius";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_characters_are_put_together() {
        let torn = b"=?utf-8?Q?Rozkazy_W=C5?=\r\n =?utf-8?Q?=82och?= Re: =?iso-8859-2?B?s/E=?=";
        assert_eq!(encoded_words(torn, Phrases::built_in()), "Rozkazy Włoch Re: łń");
        assert_eq!(encoded_words(b"Citt\xe0 =?bad?", Phrases::built_in()), "Città =?bad?");
    }
}
