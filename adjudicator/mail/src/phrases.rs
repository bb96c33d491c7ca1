//! What mailers and people write around the orders, in each language: data, in `config/mail/`.

use super::pattern::{Pattern, fold};
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::path::Path;
use std::sync::OnceLock;

const BUILT_IN: [(&str, &str); 4] = [
    ("en.toml", include_str!("../../../config/mail/en.toml")),
    ("it.toml", include_str!("../../../config/mail/it.toml")),
    ("pl.toml", include_str!("../../../config/mail/pl.toml")),
    ("nl.toml", include_str!("../../../config/mail/nl.toml")),
];

/// How many words may follow a greeting or a closing on its line.
const WORDS_AFTER: usize = 4;
/// How many short lines may stand under the closing: a name, a seat, a place.
const LINES_AFTER_CLOSING: usize = 3;

/// The phrases of all languages.
#[derive(Debug, Default)]
pub struct Phrases {
    /// The lines before a quote.
    pub(super) attribution: Vec<Pattern>,
    /// The lines between an answer and a quote without marks.
    pub(super) separator: Vec<Pattern>,
    /// Lines that a telephone or a virus scanner adds.
    pub(super) footer: Vec<Pattern>,
    /// Beginnings of subjects.
    pub(super) auto_reply: Vec<Pattern>,
    pub(super) bounce: Vec<Pattern>,
    pub(super) receipt: Vec<Pattern>,
    greeting: Vec<String>,
    closing: Vec<String>,
    labels: Vec<(Label, String)>,
    /// For guessing: the charsets of each language and its letters.
    pub(super) scripts: Vec<(&'static encoding_rs::Encoding, String)>,
}

/// A line of the block that Outlook puts over a quote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    From,
    Sent,
    To,
    Other,
    Subject,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "the file names its language for its readers")]
    language: String,
    letters: String,
    charsets: Vec<String>,
    attribution: Vec<String>,
    separator: Vec<String>,
    footer: Vec<String>,
    auto_reply: Vec<String>,
    bounce: Vec<String>,
    receipt: Vec<String>,
    greeting: Vec<String>,
    closing: Vec<String>,
    header: Header,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    from: Vec<String>,
    sent: Vec<String>,
    to: Vec<String>,
    cc: Vec<String>,
    subject: Vec<String>,
}

impl Phrases {
    /// The compiled-in phrases.
    pub fn built_in() -> &'static Phrases {
        static PHRASES: OnceLock<Phrases> = OnceLock::new();
        PHRASES.get_or_init(|| {
            let mut phrases = Phrases::default();
            for (name, text) in BUILT_IN {
                // A flaw in a compiled-in file is caught by a test; here the other languages still work.
                let _ = phrases.add(name, text);
            }
            phrases
        })
    }

    /// The compiled-in phrases, each file replaced by the operator's of the same name, and his other files added.
    pub fn load(directory: &Path) -> Result<Phrases> {
        let mut phrases = Phrases::default();
        let mut own = std::fs::read_dir(directory)
            .with_context(|| format!("cannot read {}", directory.display()))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()?;
        own.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        own.sort();
        for (name, text) in BUILT_IN {
            if !own.iter().any(|path| path.ends_with(name)) {
                phrases.add(name, text)?;
            }
        }
        for path in own {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            phrases.add(&path.display().to_string(), &text)?;
        }
        Ok(phrases)
    }

    fn add(&mut self, name: &str, text: &str) -> Result<()> {
        let file: File = toml::from_str(text).with_context(|| format!("{name} is not a file of phrases"))?;
        let lists = [
            (&mut self.attribution, &file.attribution),
            (&mut self.separator, &file.separator),
            (&mut self.footer, &file.footer),
            (&mut self.auto_reply, &file.auto_reply),
            (&mut self.bounce, &file.bounce),
            (&mut self.receipt, &file.receipt),
        ];
        for (to, from) in lists {
            if let Some(bare) = from.iter().find(|phrase| phrase.trim_matches(['…', ' ']).is_empty()) {
                bail!("{name}: the phrase \"{bare}\" would fit every line");
            }
            to.extend(from.iter().map(|phrase| Pattern::new(phrase)));
        }
        self.greeting.extend(file.greeting.iter().map(|phrase| fold(phrase)));
        self.closing.extend(file.closing.iter().map(|phrase| fold(phrase)));
        let header = &file.header;
        for (label, words) in [
            (Label::From, &header.from),
            (Label::Sent, &header.sent),
            (Label::To, &header.to),
            (Label::Other, &header.cc),
            (Label::Subject, &header.subject),
        ] {
            self.labels.extend(words.iter().map(|word| (label, fold(word))));
        }
        for charset in &file.charsets {
            let Some(encoding) = encoding_rs::Encoding::for_label(charset.as_bytes()) else {
                bail!("{name}: there is no charset \"{charset}\"");
            };
            self.scripts.push((encoding, file.letters.clone()));
        }
        Ok(())
    }

    /// Whether a line is only a salutation or a closing, with a name or two: `Dear all,`, `Ciao`, `Pozdrawiam, Marek`.
    pub fn is_pleasantry(&self, line: &str) -> bool {
        self.is_one_of(&self.greeting, line) || self.is_closing(line)
    }

    /// Whether a line is a closing: what stands under it is a name.
    pub fn is_closing(&self, line: &str) -> bool {
        self.is_one_of(&self.closing, line)
    }

    fn is_one_of(&self, list: &[String], line: &str) -> bool {
        let line = fold(line);
        list.iter().any(|phrase| {
            let Some(rest) = line.strip_prefix(phrase.as_str()) else { return false };
            let ends_word = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
            // A digit or an arrow is the mark of an order, never of a greeting.
            let harmless = !rest.contains(|c: char| c.is_ascii_digit() || matches!(c, '>' | '+' | '=' | ';'));
            ends_word && harmless && rest.split_whitespace().filter(|word| is_word(word)).count() <= WORDS_AFTER
        })
    }

    /// The text with salutations, closings and the name under a closing blanked out; lines keep their numbers.
    pub fn without_pleasantries(&self, text: &str) -> String {
        self.without_pleasantries_but(text, |_| false)
    }

    /// The same, but nothing is taken for a name that means something.
    pub fn without_pleasantries_but(&self, text: &str, means_something: impl Fn(&str) -> bool) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let blank = self.pleasantries(&lines, |i| means_something(lines[i]));
        lines.iter().zip(blank).map(|(line, blank)| if blank { "" } else { line }).collect::<Vec<_>>().join("\n")
    }

    /// Which lines are salutations, closings, or names under a closing.
    pub fn pleasantries(&self, lines: &[&str], mut means_something: impl FnMut(usize) -> bool) -> Vec<bool> {
        let mut found: Vec<bool> = lines.iter().map(|line| self.is_pleasantry(line)).collect();
        let closing = (0..lines.len()).rev().find(|&i| self.is_closing(lines[i]));
        if let Some(closing) = closing {
            let mut under: Vec<usize> = (closing + 1..lines.len()).filter(|&i| !lines[i].trim().is_empty()).collect();
            let is_name = |i: &usize| lines[*i].split_whitespace().count() <= 3 && !lines[*i].contains(['>', ':', ';']);
            if under.len() <= LINES_AFTER_CLOSING && under.iter().all(is_name) {
                under.retain(|&i| !means_something(i));
                under.into_iter().for_each(|i| found[i] = true);
            }
        }
        found
    }

    /// Which line of an Outlook block this is: `From: …`, `Verzonden: …`.
    pub(super) fn label(&self, line: &str) -> Option<Label> {
        let (word, _) = line.split_once(':').filter(|(word, _)| word.len() < 40)?;
        let word = fold(word.trim_matches(['*', ' ', '\u{a0}']));
        self.labels.iter().find(|(_, label)| *label == word).map(|(label, _)| *label)
    }
}

fn is_word(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_compiled_in_file_is_read() {
        for (name, text) in BUILT_IN {
            Phrases::default().add(name, text).unwrap();
        }
        assert!(Phrases::built_in().footer.len() > 30);
    }

    #[test]
    fn a_language_is_added_without_code() {
        let dir = tempfile::tempdir().unwrap();
        let german = BUILT_IN[0].1.replace("\"dear\"", "\"liebe\", \"hallo zusammen\"").replace("\"en\"", "\"de\"");
        std::fs::write(dir.path().join("de.toml"), german).unwrap();
        let phrases = Phrases::load(dir.path()).unwrap();
        assert!(phrases.is_pleasantry("Liebe Alle,") && phrases.is_pleasantry("Ciao a tutti!"));
        std::fs::write(dir.path().join("xx.toml"), "language = 3").unwrap();
        assert!(format!("{:#}", Phrases::load(dir.path()).unwrap_err()).contains("xx.toml is not a file of phrases"));
    }

    #[test]
    fn pleasantries_are_known_and_orders_are_not() {
        let phrases = Phrases::built_in();
        for line in [
            "Dear all,",
            "Hi",
            "Ciao a tutti!",
            "Cześć,",
            "Beste scheidsrechter,",
            "Cheers, Marco",
            "Met vriendelijke groet,",
        ] {
            assert!(phrases.is_pleasantry(line), "{line}");
        }
        for line in [
            "move 2 legions Roma -> Sicilia",
            "hire legion",
            "best offer grain 2",
            "build city Roma",
            "",
            "attack Hispania",
        ] {
            assert!(!phrases.is_pleasantry(line), "{line}");
        }
    }

    #[test]
    fn a_name_under_the_closing_goes_with_it() {
        let text = "Hi all,\nmove 2 legions Roma -> Sicilia\n\nCheers\nMarco Rossi";
        assert_eq!(Phrases::built_in().without_pleasantries(text), "\nmove 2 legions Roma -> Sicilia\n\n\n");
        let text = "Thanks!\nmove 2 legions Roma -> Sicilia\nattack Sicilia";
        assert_eq!(Phrases::built_in().without_pleasantries(text), "\nmove 2 legions Roma -> Sicilia\nattack Sicilia");
        let kept = Phrases::built_in().without_pleasantries_but("Cheers\nMarco\nfinal", |line| line == "final");
        assert_eq!(kept, "\n\nfinal");
    }
}
