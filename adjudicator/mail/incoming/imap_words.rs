//! What an IMAP server says, taken apart (RFC 9051, 3501): words, lists, texts in quotes, and literals, which are counted bytes.

/// One response: its text, with `{n}` where a literal stood, and the literals.
#[derive(Clone, Default, Debug)]
pub struct Response {
    /// The text.
    pub text: Vec<u8>,
    /// The literals, in order.
    pub literals: Vec<Vec<u8>>,
}

/// A word of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// `UID`, `4711`, `BODY[]<0>`.
    Atom(String),
    /// A text in quotes, or a literal.
    Text(Vec<u8>),
    /// Words in parentheses.
    List(Vec<Word>),
}

/// What `FETCH` told about one mail.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fetched {
    /// Its number.
    pub uid: u32,
    /// How many bytes it has.
    pub size: usize,
    /// Its bytes.
    pub body: Option<Vec<u8>>,
}

/// Lists are no deeper than this.
const DEEPEST: usize = 20;

/// How long the literal is that follows this line.
pub fn literal(line: &[u8]) -> Option<usize> {
    let inside = line.strip_suffix(b"}")?;
    let at = inside.iter().rposition(|byte| *byte == b'{')?;
    let digits = inside[at + 1..].strip_suffix(b"+").unwrap_or(&inside[at + 1..]);
    std::str::from_utf8(digits).ok()?.parse().ok()
}

impl Response {
    /// An untagged response: what comes behind `* `.
    pub fn untagged(&self) -> Option<String> {
        self.text.strip_prefix(b"* ").map(|rest| String::from_utf8_lossy(rest).into_owned())
    }

    /// How many mails are in the folder now, if it says so.
    pub fn exists(&self) -> Option<u32> {
        let said = self.untagged()?;
        let (number, what) = said.split_once(' ')?;
        what.trim().eq_ignore_ascii_case("EXISTS").then(|| number.parse().ok()).flatten()
    }

    /// The numbers behind `SEARCH`.
    pub fn search(&self) -> Option<Vec<u32>> {
        let said = self.untagged()?;
        let mut words = said.split_ascii_whitespace();
        let is_search = words.next()?.eq_ignore_ascii_case("SEARCH");
        is_search.then(|| words.map_while(|word| word.parse().ok()).collect())
    }

    /// The words behind `CAPABILITY`, in capitals, also inside of `OK [CAPABILITY …]`.
    pub fn capabilities(&self) -> Option<Vec<String>> {
        let said = String::from_utf8_lossy(&self.text).to_ascii_uppercase();
        let rest = match self.untagged() {
            Some(plain) if plain.to_ascii_uppercase().starts_with("CAPABILITY ") => {
                plain["CAPABILITY ".len()..].to_owned()
            }
            _ => said.split_once("[CAPABILITY ")?.1.split(']').next()?.to_owned(),
        };
        Some(rest.split_ascii_whitespace().map(str::to_ascii_uppercase).collect())
    }

    /// The number behind a code such as `[UIDVALIDITY 1]`.
    pub fn code(&self, name: &str) -> Option<u32> {
        let said = String::from_utf8_lossy(&self.text).to_ascii_uppercase();
        let rest = said.split_once(&format!("[{name} "))?.1;
        rest.split(']').next()?.trim().parse().ok()
    }

    /// What `FETCH` tells.
    pub fn fetched(&self) -> Option<Fetched> {
        let text = self.text.strip_prefix(b"* ")?;
        let mut reader = Reader { text, at: 0, literals: self.literals.iter() };
        let mut words = reader.words(0).into_iter();
        let (Some(Word::Atom(_)), Some(Word::Atom(what)), Some(Word::List(facts))) =
            (words.next(), words.next(), words.next())
        else {
            return None;
        };
        if !what.eq_ignore_ascii_case("FETCH") {
            return None;
        }
        let mut found = Fetched::default();
        for pair in facts.chunks(2) {
            match pair {
                [Word::Atom(name), Word::Atom(value)] if name.eq_ignore_ascii_case("UID") => {
                    found.uid = value.parse().ok()?;
                }
                [Word::Atom(name), Word::Atom(value)] if name.eq_ignore_ascii_case("RFC822.SIZE") => {
                    found.size = value.parse().ok()?;
                }
                [Word::Atom(name), Word::Text(body)] if name.to_ascii_uppercase().starts_with("BODY[]") => {
                    found.body = Some(body.clone());
                }
                _ => {}
            }
        }
        (found.uid > 0).then_some(found)
    }
}

struct Reader<'r> {
    text: &'r [u8],
    at: usize,
    literals: std::slice::Iter<'r, Vec<u8>>,
}

impl Reader<'_> {
    /// The words up to the end of the list, or of the text.
    fn words(&mut self, depth: usize) -> Vec<Word> {
        let mut words = Vec::new();
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b' ' => self.at += 1,
                b')' => {
                    self.at += 1;
                    if depth > 0 {
                        break;
                    }
                }
                b'(' => {
                    self.at += 1;
                    if depth >= DEEPEST {
                        self.at = self.text.len();
                        break;
                    }
                    let list = self.words(depth + 1);
                    words.push(Word::List(list));
                }
                b'"' => words.push(Word::Text(self.quoted())),
                b'{' | b'~' if self.is_literal() => {
                    words.push(Word::Text(self.literals.next().cloned().unwrap_or_default()))
                }
                _ => words.push(Word::Atom(self.atom())),
            }
        }
        words
    }

    fn quoted(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        self.at += 1;
        while let Some(byte) = self.text.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    text.extend(self.text.get(self.at));
                    self.at += 1;
                }
                _ => text.push(*byte),
            }
        }
        text
    }

    /// Steps over `{n}` if one is here.
    fn is_literal(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(end) = rest.iter().position(|byte| *byte == b'}') else { return false };
        let marker = rest[..=end].strip_prefix(b"~").unwrap_or(&rest[..=end]);
        if marker.first() != Some(&b'{') || literal(marker).is_none() {
            return false;
        }
        self.at += end + 1;
        true
    }

    /// A word; brackets belong to it with all they hold.
    fn atom(&mut self) -> String {
        let begin = self.at;
        let mut is_inside = false;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'[' => is_inside = true,
                b']' => is_inside = false,
                b' ' | b'(' | b')' | b'"' if !is_inside => break,
                _ => {}
            }
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[begin..self.at]).into_owned()
    }
}

/// Numbers as IMAP writes them: `1:3,7`.
pub fn set(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let print = |(from, to): &(u32, u32)| if from == to { from.to_string() } else { format!("{from}:{to}") };
    runs.iter().map(print).collect::<Vec<_>>().join(",")
}

/// A text in quotes. Nobody can slip in a command: what cannot stand in quotes is left out.
pub fn quoted(text: &str) -> String {
    let plain = text.chars().filter(|c| !matches!(c, '\r' | '\n' | '\0'));
    format!("\"{}\"", plain.collect::<String>().replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(text: &str, literals: &[&str]) -> Response {
        Response { text: text.into(), literals: literals.iter().map(|one| one.as_bytes().to_vec()).collect() }
    }

    #[test]
    fn a_fetched_mail_is_found_among_whatever_else_is_told() {
        let told = response(
            "* 3 FETCH (FLAGS (\\Seen $X) UID 77 RFC822.SIZE 12 ENVELOPE (\"a \\\"b\" NIL (())) BODY[]<0> {5} X \"y\")",
            &["he)lo"],
        );
        assert_eq!(told.fetched(), Some(Fetched { uid: 77, size: 12, body: Some(b"he)lo".to_vec()) }));
        let short = response("* 1 FETCH (BODY[] \"hi\" UID 5)", &[]);
        assert_eq!(short.fetched().unwrap().body, Some(b"hi".to_vec()));
        let binary = response("* 1 FETCH (UID 5 BODY[] ~{2})", &["ab"]);
        assert_eq!(binary.fetched().unwrap().body, Some(b"ab".to_vec()));
        for other in
            ["* 3 FETCH (FLAGS ())", "* 3 EXISTS", "* 1 FETCH (UID x)", "* FETCH", "a1 OK", "* 1 FETCH", "* ((((("]
        {
            assert_eq!(response(other, &[]).fetched(), None, "{other}");
        }
        let deep = format!("* 1 FETCH (UID 1 {}", "(".repeat(100_000));
        assert_eq!(response(&deep, &[]).fetched().map(|fetched| fetched.body), Some(None));
    }

    #[test]
    fn numbers_and_codes_are_read() {
        assert_eq!(response("* 23 EXISTS", &[]).exists(), Some(23));
        assert_eq!(response("* SEARCH 1 5 9", &[]).search(), Some(vec![1, 5, 9]));
        assert_eq!(response("* SEARCH", &[]).search(), Some(vec![]));
        assert_eq!(response("* OK [UIDVALIDITY 3857529045] UIDs valid", &[]).code("UIDVALIDITY"), Some(3_857_529_045));
        let words = response("* OK [CAPABILITY IMAP4rev1 Idle] ready [x]", &[]).capabilities().unwrap();
        assert_eq!(words, ["IMAP4REV1", "IDLE"]);
        assert_eq!(response("* CAPABILITY IMAP4rev1 MOVE", &[]).capabilities().unwrap(), ["IMAP4REV1", "MOVE"]);
        assert_eq!(literal(b"* 1 FETCH (BODY[] {310}"), Some(310));
        assert_eq!(literal(b"text {x}"), None);
    }

    proptest::proptest! {
        #[test]
        fn whatever_a_server_says_is_survived(text in "\\* [0-9]{1,3} (FETCH|OK|SEARCH) [ -~]{0,60}", noise: Vec<u8>, more: Vec<u8>) {
            for bytes in [text.clone().into_bytes(), noise.clone(), [text.as_bytes(), &noise].concat()] {
                let response = Response { text: bytes, literals: vec![more.clone()] };
                let _ = (response.fetched(), response.search(), response.exists(), response.capabilities());
                let _ = (response.code("UIDVALIDITY"), literal(&response.text));
            }
        }
    }

    #[test]
    fn sets_are_short_and_quotes_are_safe() {
        assert_eq!(set(&[1, 2, 3, 7, 9, 10, u32::MAX]), "1:3,7,9:10,4294967295");
        assert_eq!(set(&[]), "");
        assert_eq!(quoted("a\"b\\c\r\nd"), "\"a\\\"b\\\\cd\"");
    }
}
