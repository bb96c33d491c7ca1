//! Text from bytes whose charset is wrong, unknown or not named.

use super::phrases::{Phrases, Script};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes bytes: by their byte order mark, as UTF-8 if they are, by the label if it fits, else by the best guess.
pub fn decode(bytes: &[u8], label: Option<&str>, phrases: &Phrases) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    if let Some(encoding) = wide(bytes) {
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    let named = label.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    // A wrong label is commoner than text that is valid UTF-8 by chance; but ISO-2022 is plain ASCII to the eye.
    if named.is_none_or(|named| named == UTF_8 || named.is_ascii_compatible())
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return text.to_owned();
    }
    if let Some(encoding) = named.filter(|&named| named != UTF_8)
        && let (text, false) = encoding.decode_without_bom_handling(bytes)
    {
        return text.into_owned();
    }
    guess(bytes, phrases)
}

/// UTF-16 without a mark: every other byte of ordinary text is zero.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(64)];
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let enough = head.len() / 3;
    match () {
        () if head.len() < 4 => None,
        () if odd > enough && even == 0 => Some(UTF_16LE),
        () if even > enough && odd == 0 => Some(UTF_16BE),
        () => None,
    }
}

/// The charset in which most bytes beyond ASCII become letters of a language we know.
fn guess(bytes: &[u8], phrases: &Phrases) -> String {
    let mut best: Option<(isize, String)> = None;
    for Script { encoding, letters, .. } in &phrases.scripts {
        let text = encoding.decode_without_bom_handling(bytes).0;
        let score = text.chars().filter(|c| !c.is_ascii()).map(|c| if letters.contains(c) { 2 } else { -1 }).sum();
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, text.into_owned()));
        }
    }
    best.map_or_else(|| String::from_utf8_lossy(bytes).into_owned(), |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], label: Option<&str>) -> String {
        decode(bytes, label, Phrases::built_in())
    }

    #[test]
    fn polish_and_italian_are_told_apart() {
        assert_eq!(read(b"ruch do W\xb3och, \xbfo\xb3nierze", None), "ruch do Włoch, żołnierze");
        assert_eq!(read(b"\xb6rodek, g\xea\xb6", Some("x-unknown")), "środek, gęś");
        assert_eq!(read(b"citt\xe0 perch\xe9", None), "città perché");
    }

    #[test]
    fn marks_and_labels_are_heeded() {
        assert_eq!(read(b"\xff\xfem\0o\0v\0e\0", None), "move");
        assert_eq!(read(b"m\0o\0v\0e\0", Some("us-ascii")), "move");
        assert_eq!(read(b"\xa6", Some("iso-8859-2")), "Ś");
        assert_eq!(read("citt\u{e0}".as_bytes(), Some("iso-8859-1")), "città");
        assert_eq!(read(b"", None), "");
    }
}
