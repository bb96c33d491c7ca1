//! What a signature of a domain (DKIM, RFC 6376) covers. A header may stand in a mail several times, and a signature names each copy that
//! it covers; a copy more than it names was added on the way, by anybody. Only what is covered whole can be believed.

use super::Letter;
use super::address::Address;

/// The headers that must be covered: without them a letter could be made to say something else, or to go to somebody else.
pub const NEEDED: [&str; 4] = ["from", "to", "subject", "date"];

/// What stands in a `DKIM-Signature` header. It is not verified here.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Claim {
    /// The domain that signed, in lower case.
    pub domain: String,
    /// The hash of the signature itself: it must prove no second letter.
    pub seal: String,
    /// The names of the headers it covers, in lower case, as often as it names them.
    covered: Vec<String>,
    /// Whether it says that it covers only a part of the text.
    is_partial: bool,
}

/// How often each header that matters stands in a mail.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Copies([usize; COUNTED.len()]);

const COUNTED: [&str; 5] = ["from", "to", "subject", "date", "cc"];

impl Copies {
    /// Counts the names of a mail's headers.
    pub fn of<'n>(names: impl Iterator<Item = &'n str>) -> Copies {
        let mut copies = Copies::default();
        for name in names {
            if let Some(at) = COUNTED.iter().position(|one| one.eq_ignore_ascii_case(name.trim())) {
                copies.0[at] += 1;
            }
        }
        copies
    }

    /// Whether these names of a signature cover every copy of a header there is; of one that is absent, that it is.
    pub fn are_covered(&self, name: &str, covered: &[String]) -> bool {
        let there = COUNTED.iter().position(|one| *one == name).map_or(0, |at| self.0[at]);
        covered.iter().filter(|one| one.trim().eq_ignore_ascii_case(name)).count() >= there.max(1)
    }

    /// Whether a signature over these headers covers what it must, and says that the letter goes to `referee`.
    pub fn prove_a_letter_to(&self, referee: &Address, letter: &Letter, covered: &[String]) -> bool {
        let names_us = |list: &[Address]| list.iter().any(|one| one.base() == referee.base());
        let to_us = names_us(&letter.to) || (self.are_covered("cc", covered) && names_us(&letter.cc));
        to_us && NEEDED.iter().all(|name| self.are_covered(name, covered))
    }
}

impl Claim {
    /// Whether it can be read at all.
    pub fn is_readable(&self) -> bool {
        !self.domain.is_empty()
    }

    /// Reads a header. Nothing: it is no signature.
    pub fn read(text: &str) -> Option<Claim> {
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let pairs: Vec<(String, String)> = text
            .split(';')
            .filter_map(|pair| pair.split_once('='))
            .map(|(tag, value)| (bare(tag), bare(value)))
            .collect();
        let of = |tag: &str| pairs.iter().find(|(name, _)| name == tag).map(|(_, value)| value.as_str());
        // One tag twice makes the whole header void (RFC 6376, 3.2).
        if pairs.iter().enumerate().any(|(at, (tag, _))| pairs[..at].iter().any(|(other, _)| other == tag)) {
            return None;
        }
        Some(Claim {
            domain: of("d")?.trim_end_matches('.').to_ascii_lowercase(),
            seal: blake3::hash(of("b")?.as_bytes()).to_hex().to_string(),
            covered: of("h")?.split(':').map(str::to_ascii_lowercase).collect(),
            is_partial: of("l").is_some(),
        })
    }

    /// Whether it covers a letter to `referee`, if it is good.
    pub fn covers(&self, letter: &Letter, referee: &Address) -> bool {
        !self.is_partial && letter.copies.prove_a_letter_to(referee, letter, &self.covered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phrases;

    fn covers(signed: &str, head: &str) -> bool {
        let mail =
            format!("DKIM-Signature: v=1; d=Example.org; h={signed};\n b=ab\n cd\nFrom: a@example.org\n{head}\n\nhi\n");
        let letter = Letter::read(mail.as_bytes(), Phrases::built_in());
        letter.signatures[0].covers(&letter, &Address::new("referee@club.example"))
    }

    #[test]
    fn only_what_is_covered_whole_counts() {
        let ours = "To: referee+x.1@club.example\nSubject: hi\nDate: Mon, 16 Nov 2026 12:00:00 +0000";
        let others = ours.replace("referee+x.1@club.example", "bela@home.example");
        let all = "From : To:Subject: Date";
        assert!(covers(all, ours));
        assert!(!covers("from:subject:date", ours) && !covers("to:subject:date", ours));
        // To somebody else, and sent on to us with a Cc, or with a second To on top.
        assert!(!covers(all, &others) && !covers(all, &format!("{others}\nCc: referee@club.example")));
        assert!(!covers(all, &format!("To: referee@club.example\n{others}")));
        assert!(!covers(all, &format!("{others}\nTo: referee@club.example")));
        assert!(!covers(all, &format!("Subject: another\n{ours}")));
        // Signed with its Cc; and signed as having none, but there is one.
        assert!(covers("from:to:cc:subject:date", &format!("{others}\nCc: referee@club.example")));
        assert!(!covers("from:to:cc:subject:date", &format!("{others}\nCc: x@y.example\nCc: referee@club.example")));
        assert!(
            covers("from:from:to:to:cc:cc:subject:date", ours),
            "more names than copies are a promise that there are none"
        );
        assert!(!covers(&format!("{all}; l=10"), ours), "only a part of the text");
    }

    #[test]
    fn a_header_that_contradicts_itself_is_none() {
        assert_eq!(Claim::read("v=1; d=a.example; d=b.example; h=from; b=x"), None);
        assert_eq!(Claim::read("nonsense"), None);
        let seal = |b: &str| Claim::read(&format!("d=a.example; h=from; b={b}")).map(|claim| claim.seal);
        assert_eq!(seal("ab\r\n cd"), seal("abcd"));
    }
}
