//! What the headers of a mail say of its writer's language. The words that tell it lie in `config/mail/`, as [`Tongue`]s.

use super::phrases::Phrases;
use mail_parser::{Message, MimeHeaders as _};

/// By what a language is known.
#[derive(Clone, Debug)]
pub struct Tongue {
    /// Its code: `pl`.
    pub language: String,
    /// Words that nearly every letter in it holds.
    pub words: Vec<String>,
    /// Its letters beyond a to z.
    pub letters: String,
}

/// The headers that name a language, the surest first. In each the first language is the one that its writer likes best.
const HEADERS: [&str; 4] = ["accept-language", "x-accept-language", "content-language", "x-language"];

/// More parts are not looked at.
const MOST_PARTS: usize = 20;

/// The languages that headers name, and the one whose old charset the mail is written in, if only one language has it.
pub(super) fn in_headers(message: &Message<'_>, raw: &[(String, String)], phrases: &Phrases) -> Vec<String> {
    let named = HEADERS.iter().filter_map(|name| raw.iter().find(|(header, _)| header == name));
    let mut all: Vec<String> = named.filter_map(|(_, value)| code(value)).collect();
    let charsets = message.parts.iter().take(MOST_PARTS).filter_map(|part| part.content_type()?.attribute("charset"));
    all.extend(charsets.filter_map(|charset| phrases.written_in(charset)).map(str::to_owned));
    all.dedup();
    all
}

/// The language of `pl-PL, en;q=0.8`.
fn code(value: &str) -> Option<String> {
    let first = value.split([',', ';']).next()?.trim();
    let code = first.split(['-', '_']).next()?.to_lowercase();
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(code)
}

impl Phrases {
    /// The only language that is written in a charset, of those we know.
    fn written_in(&self, charset: &str) -> Option<&str> {
        let encoding = encoding_rs::Encoding::for_label(charset.trim().as_bytes())?;
        let mut languages = self.scripts.iter().filter(|script| script.encoding == encoding);
        let first = languages.next()?;
        languages.all(|other| other.language == first.language).then_some(first.language.as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Letter, Phrases};

    fn languages(headers: &str) -> Vec<String> {
        let mail = format!("From: a@b.org\n{headers}\n\nhelp\n");
        Letter::read(mail.as_bytes(), Phrases::built_in()).languages
    }

    #[test]
    fn headers_and_charsets_name_languages() {
        assert_eq!(languages("Accept-Language: pl-PL, en-US;q=0.8\nContent-Language: en-US"), ["pl", "en"]);
        assert_eq!(languages("Content-Type: text/plain; charset=iso-8859-2"), ["pl"]);
        assert_eq!(languages("X-Accept-Language: nl"), ["nl"]);
        for nothing in ["Content-Type: text/plain; charset=windows-1252", "Content-Language: x", "Accept-Language: *"] {
            assert!(languages(nothing).is_empty(), "{nothing}");
        }
    }
}
