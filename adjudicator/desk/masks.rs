//! What must not go on in a letter to others: the addresses that prove who writes, and addresses that were told to the referee only.

use crate::mail::Address;

/// What stands where an address stood.
const HIDDEN: &str = "[...]";
/// How long the mark of a tag is.
const MARK: usize = 16;

/// A text without the tags of our reply addresses and without these addresses; nothing, if it holds none of them.
pub fn masked(text: &str, referee: &Address, hidden: &[String]) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-' | '@' | '=' | '\'');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.find(is_part).unwrap_or(rest.len());
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(['.', '\'', '-']);
        out.push_str(&mask(word, referee, hidden).unwrap_or_else(|| word.to_owned()));
        out.push_str(&rest[word.len()..end]);
        rest = &rest[end..];
    }
    (out != text).then_some(out)
}

/// What stands instead of a word, if it must not stand.
fn mask(word: &str, referee: &Address, hidden: &[String]) -> Option<String> {
    let plain = word.to_lowercase().replace("%2b", "+").replace("%40", "@");
    let address = Address::new(plain.trim_start_matches(['.', '-', '\'']));
    let has_tag = plain.split('+').any(is_tag);
    if plain.contains('@') && address.base() == referee.base() {
        return address.tag().is_some().then(|| referee.base());
    }
    let is_hidden = hidden.iter().any(|one| *one == address.base() || *one == address.mailbox);
    (has_tag || is_hidden).then(|| HIDDEN.to_owned())
}

/// Whether a word ends like the tag of a reply address: a number and its mark.
fn is_tag(word: &str) -> bool {
    let local = word.split('@').next().unwrap_or_default();
    let mut pieces = local.rsplit('.');
    let (mark, number) = (pieces.next().unwrap_or_default(), pieces.next().unwrap_or_default());
    mark.len() == MARK
        && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_private_addresses_go_and_words_stay() {
        let referee = Address::new("referee@club.example");
        let hidden = ["anna@home.example".to_owned()];
        let of = |text: &str| masked(text, &referee, &hidden);
        assert_eq!(
            of("Write to <referee+ostia-3.rome.7.0123456789abcdef@club.example>.").as_deref(),
            Some("Write to <referee@club.example>.")
        );
        assert_eq!(
            of("mailto:referee%2Bask.7.0123456789abcdef%40club.example?x").as_deref(),
            Some("mailto:referee@club.example?x")
        );
        assert_eq!(of("it was ostia-3.rome.7.0123456789ABCDEF, no?").as_deref(), Some("it was [...], no?"));
        assert_eq!(of("I am Anna+x@Home.example").as_deref(), Some("I am [...]"));
        for text in
            ["", "anna at home.example", "referee@club.example", "v1.2.deadbeef", "bela@home.example", "50% + 3.5 = à…"]
        {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
