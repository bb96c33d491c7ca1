//! What mailers and people write around the orders, in each language: regular expressions in `config/mail/`, which an operator may
//! replace or add to. `config/mail/README.md` says how a file is written.

use super::expression::{Expressions, Frame, check, fold};
use super::tongue::Tongue;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use toml::Spanned;

/// The compiled-in files: their paths in the project, and what they say.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("config/mail/en.toml", include_str!("../../../config/mail/en.toml")),
    ("config/mail/it.toml", include_str!("../../../config/mail/it.toml")),
    ("config/mail/pl.toml", include_str!("../../../config/mail/pl.toml")),
    ("config/mail/nl.toml", include_str!("../../../config/mail/nl.toml")),
];

/// The phrases of all languages.
#[derive(Debug, Default)]
pub struct Phrases {
    lists: BTreeMap<List, Expressions>,
    /// For guessing: the charsets of each language and its letters.
    pub(super) scripts: Vec<Script>,
    /// By what each language is known.
    pub tongues: Vec<Tongue>,
}

/// A charset in which a language was written.
#[derive(Debug)]
pub(super) struct Script {
    pub encoding: &'static encoding_rs::Encoding,
    pub letters: String,
    pub language: String,
}

/// A list of phrases: the key in the files, and what may stand around one of its phrases.
macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident = $key:literal, $frame:ident;)+) => {
        /// What a phrase is for.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum List { $($(#[$doc])* $list),+ }

        impl List {
            const ALL: &'static [List] = &[$(List::$list),+];

            /// Its key in the files.
            fn key(self) -> &'static str {
                match self { $(List::$list => $key),+ }
            }

            fn frame(self) -> Frame {
                match self { $(List::$list => Frame::$frame),+ }
            }
        }
    };
}

lists! {
    /// The lines before a quote.
    Attribution = "attribution", Whole;
    /// The lines between an answer and a quote without marks.
    Separator = "separator", Whole;
    /// Lines that a telephone or a virus scanner adds.
    Footer = "footer", Whole;
    /// Beginnings of the subjects of mails that nobody wrote.
    AutoReply = "auto_reply", Start;
    /// The same, of mails that say that a mail of ours did not arrive.
    Bounce = "bounce", Start;
    /// The same, of mails that say that somebody read a mail of ours.
    Receipt = "receipt", Start;
    /// Words at the head of a letter.
    Greeting = "greeting", Start;
    /// Words that say that something is attached.
    Attachment = "attachment", Start;
    /// Words at its foot.
    Closing = "closing", Start;
    /// What people say politely, and nothing follows from it: `nice to be here`.
    Remark = "remark", Whole;
    /// The label of the sender in the block that Outlook puts over a quote.
    From = "header.from", Whole;
    /// The label of the date there.
    Sent = "header.sent", Whole;
    /// The label of the reader there.
    To = "header.to", Whole;
    /// Labels there that tell us nothing.
    Other = "header.cc", Whole;
    /// The label of the subject there.
    Subject = "header.subject", Whole;
}

/// The lists that are labels of a block over a quote.
const LABELS: [List; 5] = [List::From, List::Sent, List::To, List::Other, List::Subject];

/// Phrases as they stand in a file, with their places in it.
type Written = Vec<Spanned<String>>;

/// A file. Only its language must be named, so that an operator can add one phrase in three lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    language: String,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    letters: String,
    #[serde(default)]
    charsets: Vec<Spanned<String>>,
    #[serde(default)]
    attribution: Written,
    #[serde(default)]
    separator: Written,
    #[serde(default)]
    footer: Written,
    #[serde(default)]
    auto_reply: Written,
    #[serde(default)]
    bounce: Written,
    #[serde(default)]
    receipt: Written,
    #[serde(default)]
    greeting: Written,
    #[serde(default)]
    attachment: Written,
    #[serde(default)]
    closing: Written,
    #[serde(default)]
    remark: Written,
    #[serde(default)]
    header: Header,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Header {
    from: Written,
    sent: Written,
    to: Written,
    cc: Written,
    subject: Written,
}

impl File {
    fn list(&self, list: List) -> &Written {
        match list {
            List::Attribution => &self.attribution,
            List::Separator => &self.separator,
            List::Footer => &self.footer,
            List::AutoReply => &self.auto_reply,
            List::Bounce => &self.bounce,
            List::Receipt => &self.receipt,
            List::Greeting => &self.greeting,
            List::Attachment => &self.attachment,
            List::Closing => &self.closing,
            List::Remark => &self.remark,
            List::From => &self.header.from,
            List::Sent => &self.header.sent,
            List::To => &self.header.to,
            List::Other => &self.header.cc,
            List::Subject => &self.header.subject,
        }
    }
}

impl Phrases {
    /// The compiled-in phrases.
    pub fn built_in() -> &'static Phrases {
        static PHRASES: OnceLock<Phrases> = OnceLock::new();
        // A flaw in a compiled-in file is caught by a test; mails are read without phrases rather than not at all.
        PHRASES.get_or_init(|| Phrases::read(BUILT_IN).unwrap_or_default())
    }

    /// The phrases of these files, each given with its name. What cannot be used is refused with file, line, key and reason.
    pub fn read(files: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<str>)>) -> Result<Phrases> {
        let mut phrases = Phrases::default();
        let mut lists: BTreeMap<List, Vec<String>> = BTreeMap::new();
        for (name, text) in files {
            let (name, text) = (name.as_ref(), text.as_ref());
            let line = |place: usize| 1 + text[..place.min(text.len())].matches('\n').count();
            let file: File = toml::from_str(text).with_context(|| format!("{name} is not a file of phrases"))?;
            for list in List::ALL {
                for phrase in file.list(*list) {
                    let (at, phrase) = (line(phrase.span().start), phrase.get_ref());
                    if let Err(why) = check(list.frame(), phrase) {
                        bail!("{name}:{at}: {}: \"{phrase}\" cannot be used: {why}", list.key());
                    }
                    lists.entry(*list).or_default().push(phrase.clone());
                }
            }
            for charset in &file.charsets {
                let (at, charset) = (line(charset.span().start), charset.get_ref());
                let Some(encoding) = encoding_rs::Encoding::for_label(charset.as_bytes()) else {
                    bail!("{name}:{at}: charsets: there is no charset \"{charset}\"");
                };
                let (letters, language) = (file.letters.clone(), file.language.clone());
                phrases.scripts.push(Script { encoding, letters, language });
            }
            let File { language, words, letters, .. } = file;
            phrases.tongues.push(Tongue { language, words, letters });
        }
        for (list, all) in lists {
            let compiled = Expressions::new(list.frame(), &all);
            let compiled = compiled.map_err(|why| anyhow::anyhow!("{} of all files together: {why}", list.key()))?;
            phrases.lists.insert(list, compiled);
        }
        Ok(phrases)
    }

    /// Whether a [`fold`]ed text is one of these phrases.
    pub(super) fn has(&self, list: List, folded: &str) -> bool {
        self.lists.get(&list).is_some_and(|phrases| phrases.fit(folded))
    }

    /// What is left of a [`fold`]ed text behind each of these phrases that it begins with.
    pub(super) fn rests<'t>(&self, list: List, folded: &'t str) -> impl Iterator<Item = &'t str> {
        self.lists.get(&list).into_iter().flat_map(move |phrases| phrases.rests(folded))
    }

    /// Which line of an Outlook block this is: `From: …`, `Verzonden: …`.
    pub(super) fn label(&self, line: &str) -> Option<List> {
        let (word, _) = line.split_once(':').filter(|(word, _)| word.len() < 40)?;
        let word = fold(word.trim_matches(['*', ' ', '\u{a0}']));
        LABELS.into_iter().find(|label| self.has(*label, &word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Letter;

    #[test]
    fn every_compiled_in_file_is_read() {
        let phrases = Phrases::read(BUILT_IN).unwrap();
        assert!(List::ALL.iter().all(|list| phrases.lists[list].len() >= 4));
        assert!(phrases.lists[&List::Footer].len() > 20 && phrases.scripts.len() == 5);
    }

    #[test]
    fn a_language_is_added_without_code() {
        let german = "language = \"de\"\ngreeting = [\"liebe[rs]?\", \"hallo zusammen\"]\nfooter = ['Von meinem .+ gesendet']\n\
                      [header]\nfrom = [\"Von\"]\nsent = [\"Gesendet\"]\nto = [\"An\"]\nsubject = [\"Betreff\"]\n";
        let mail = "From: a@b.org\n\nLiebe Alle,\nmove 2 legions\nVon meinem Telefon gesendet\n\nVon: T\nGesendet: Montag\nAn: M\nBetreff: x\n\nold";
        let body = |phrases: &Phrases| Letter::read(mail.as_bytes(), phrases).body;
        assert!(body(Phrases::built_in()).ends_with("gesendet\n\nVon: T\nGesendet: Montag\nAn: M\nBetreff: x\n\nold"));
        let phrases = Phrases::read(BUILT_IN.into_iter().chain([("de.toml", german)])).unwrap();
        assert_eq!(body(&phrases), "Liebe Alle,\nmove 2 legions");
        assert!(phrases.is_pleasantry("Liebe Alle,") && phrases.is_pleasantry("Ciao a tutti!"));
    }

    #[test]
    fn a_wrong_file_is_refused_with_line_key_and_reason() {
        let refused = |text: &str| format!("{:#}", Phrases::read([("mail/xx.toml", text)]).unwrap_err());
        for (text, words) in [
            (
                "language = \"xx\"\nfooter = [\n  \"fine\",\n  \"Sent (from\",\n]\n",
                "mail/xx.toml:4: footer: \"Sent (from\" cannot be used: unclosed group",
            ),
            (
                "language = \"xx\"\n[header]\nsent = ['.*']\n",
                "mail/xx.toml:3: header.sent: \".*\" cannot be used: it would",
            ),
            (
                "language = \"xx\"\ncharsets = [\"latin-x\"]",
                "mail/xx.toml:2: charsets: there is no charset \"latin-x\"",
            ),
            ("language = \"xx\"\nfoter = []", "unknown field `foter`"),
            ("language = 3", "mail/xx.toml is not a file of phrases"),
        ] {
            assert!(refused(text).contains(words), "{}", refused(text));
        }
    }
}
