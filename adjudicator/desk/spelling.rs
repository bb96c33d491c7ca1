//! What people write behind commands, in every language we write: times, settings and their values. Everything behind this file reads
//! English, and what is printed is what is read: both use the words in `templates/<language>/words.toml`.

use crate::report::Renderer;
use crate::time::{About, Span, TimeWords};
use std::collections::BTreeMap;
use tabellarius_kernel::words::Folded;

/// The words of all languages.
pub struct Spelling {
    times: TimeWords,
    /// The settings, their values and the languages by what they are called, without accents.
    settings: BTreeMap<String, String>,
    languages: BTreeMap<String, String>,
}

impl Spelling {
    /// Knows the words of all languages that are written.
    pub fn of(report: &Renderer) -> Spelling {
        let all = || report.languages().filter_map(|language| report.words(language));
        let called = |kind: &str| {
            let prefix = format!("words/{kind}/");
            let names =
                all().flatten().filter_map(|(path, name)| Some((plain(name), path.strip_prefix(&prefix)?.to_owned())));
            names.collect()
        };
        let others =
            report.languages().filter(|language| *language != "en").filter_map(|language| report.words(language));
        let mut languages: BTreeMap<String, String> = called("language-also");
        languages.append(&mut called("language"));
        Spelling { times: TimeWords::of(others), settings: called("setting"), languages }
    }

    /// From when until when, in English words.
    pub fn days(&self, text: &str) -> String {
        self.times.in_english(About::Days, text)
    }

    /// A length of time or a deadline, in English words.
    pub fn clock(&self, text: &str) -> String {
        self.times.in_english(About::Clock, text)
    }

    /// A setting as `set` knows it.
    pub fn setting(&self, name: &str) -> String {
        self.settings.get(&plain(name)).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// The value of a setting as `set` knows it.
    pub fn value(&self, text: &str) -> String {
        let pieces = text.split(',').map(str::trim);
        let known = |piece: &str| match (self.settings.get(&plain(piece)), self.clock(piece)) {
            (Some(key), _) => key.clone(),
            (None, same) if same == piece => same,
            // As we write it down: `2 day` is `2 days`.
            (None, english) => english.parse::<Span>().map_or(english, |span| span.to_string()),
        };
        pieces.map(known).collect::<Vec<_>>().join(", ")
    }

    /// The code of a language that somebody names in any language: `polacco`.
    pub fn language(&self, name: &str) -> Option<&str> {
        self.languages.get(&plain(name)).map(String::as_str)
    }
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    let mut folded = Folded::default();
    folded.fold(name);
    folded.text(0..folded.tokens().len()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    /// Every setting, as a letter in each language prints it, is taken as it is printed.
    #[test]
    fn settings_are_read_as_they_are_printed() -> anyhow::Result<()> {
        let report = Renderer::new(None)?;
        let spelling = Spelling::of(&report);
        let mut settings = Settings::default();
        for (key, value) in [
            ("deadline", "Monday Thursday 18:30 Europe/Warsaw"),
            ("follow-up", "daily 21:00 UTC"),
            ("reminders", "2 days, 3 hours"),
            ("grace", "1 day 12 hours 5 minutes"),
            ("press", "signed"),
            ("advance", "clock"),
        ] {
            settings.set(key, value)?;
        }
        for language in report.languages() {
            let mut again = Settings::default();
            for (key, value) in settings.list() {
                let printed = |text: &str| report.setting(language, text);
                again.set(&spelling.setting(&printed(&key)), &spelling.value(&printed(&value)))?;
            }
            assert_eq!(again, settings, "{language}");
        }
        Ok(())
    }

    #[test]
    fn languages_are_named_in_all_languages() -> anyhow::Result<()> {
        let spelling = Spelling::of(&Renderer::new(None)?);
        for (name, code) in [
            ("Polish", "pl"),
            ("polacco", "pl"),
            ("polski", "pl"),
            ("Pools", "pl"),
            ("włoski", "it"),
            ("wloski", "it"),
            ("italiano", "it"),
            ("Nederlands", "nl"),
            ("holenderski", "nl"),
            ("inglese", "en"),
            ("engels", "en"),
        ] {
            assert_eq!(spelling.language(name), Some(code), "{name}");
        }
        assert_eq!(spelling.language("klingon"), None);
        Ok(())
    }
}
