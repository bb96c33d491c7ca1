//! Where sentences come from: compiled in, or an operator's directory.

use super::filters;
use anyhow::{Context as _, Result, anyhow, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tera::Tera;

macro_rules! built_in {
    ($($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../templates/", $path)))),+]
    };
}

/// The compiled-in files, by language, then by path.
const BUILT_IN: &[(&str, &str)] = built_in![
    "en/words.toml",
    "en/problems.toml",
    "en/acknowledgement.txt",
    "en/explain.txt",
    "en/forecast.txt",
    "en/desk/alarm.txt",
    "en/desk/amended.txt",
    "en/desk/answer.txt",
    "en/desk/ask-address.txt",
    "en/desk/ask-forget.txt",
    "en/desk/ask-letter.txt",
    "en/desk/ask-old-address.txt",
    "en/desk/ask-second.txt",
    "en/desk/digest.txt",
    "en/desk/farewell.txt",
    "en/desk/filed.txt",
    "en/desk/games.txt",
    "en/desk/held.txt",
    "en/desk/help.toml",
    "en/desk/help.txt",
    "en/desk/history.txt",
    "en/desk/ignored.txt",
    "en/desk/invitation.txt",
    "en/desk/list.txt",
    "en/desk/no-place.txt",
    "en/desk/notes.txt",
    "en/desk/notice.txt",
    "en/desk/opened.txt",
    "en/desk/orders.txt",
    "en/desk/plain.txt",
    "en/desk/plans.txt",
    "en/desk/press.txt",
    "en/desk/quarantine.txt",
    "en/desk/receipts.txt",
    "en/desk/reminder.txt",
    "en/desk/replies.toml",
    "en/desk/report.txt",
    "en/desk/rule.txt",
    "en/desk/settings.txt",
    "en/desk/sorry.txt",
    "en/desk/status.txt",
    "en/mare-nostrum/words.toml",
    "en/mare-nostrum/events.toml",
    "en/mare-nostrum/reasons.toml",
    "en/mare-nostrum/questions.toml",
    "en/mare-nostrum/stages.toml",
    "en/mare-nostrum/components.txt",
    "en/mare-nostrum/around.txt",
    "en/mare-nostrum/board.txt",
    "en/mare-nostrum/standings.txt",
    "en/mare-nostrum/dispatch.txt",
    "en/empires/words.toml",
    "en/empires/events.toml",
    "en/empires/reasons.toml",
    "en/empires/questions.toml",
    "en/empires/stages.toml",
    "en/empires/components.txt",
    "en/empires/board.txt",
    "en/empires/standings.txt",
    "en/empires/dispatch.txt",
    "en/seven-wonders/words.toml",
    "en/seven-wonders/events.toml",
    "en/seven-wonders/reasons.toml",
    "en/seven-wonders/questions.toml",
    "en/seven-wonders/stages.toml",
    "en/seven-wonders/components.txt",
    "en/seven-wonders/cities.txt",
    "en/seven-wonders/dispatch.txt",
    "en/inner-sea/words.toml",
    "en/inner-sea/events.toml",
    "en/inner-sea/reasons.toml",
    "en/inner-sea/questions.toml",
    "en/inner-sea/stages.toml",
    "en/inner-sea/components.txt",
    "en/inner-sea/map.txt",
    "en/inner-sea/outlook.txt",
    "en/inner-sea/dispatch.txt",
];

/// The language every other one falls back on.
const ENGLISH: &str = "en";

/// Everything written in one language, gaps filled from English.
pub struct Tongue {
    /// Which language.
    pub language: String,
    /// The sentences and letters, by path: `mare-nostrum/events/bought`.
    pub tera: Tera,
    /// Single words by path: `mare-nostrum/words/plural/unit/legion`.
    pub words: BTreeMap<String, String>,
    /// Those words that are not English ones in the gaps.
    pub own_words: BTreeSet<String>,
}

/// All languages.
pub struct Templates {
    tongues: BTreeMap<String, Tongue>,
}

/// The entries of one language from one place.
type Entries = BTreeMap<String, String>;

impl Templates {
    /// Reads everything; a flawed template is refused with its name.
    pub fn load(directory: Option<&Path>) -> Result<Templates> {
        let mut built_in: BTreeMap<String, Entries> = BTreeMap::new();
        for (path, text) in BUILT_IN {
            add(&mut built_in, path, text)?;
        }
        let mut own: BTreeMap<String, Entries> = BTreeMap::new();
        if let Some(directory) = directory {
            walk(directory, "", &mut own)?;
        }
        let mut languages: Vec<&String> = built_in.keys().chain(own.keys()).collect();
        languages.sort();
        languages.dedup();
        let mut tongues = BTreeMap::new();
        for language in languages {
            // What comes later wins.
            let mut entries = Entries::new();
            let mut own_entries = Entries::new();
            for from in [ENGLISH, language.as_str()] {
                for place in [&built_in, &own] {
                    let found = place.get(from).cloned().unwrap_or_default();
                    if from == language {
                        own_entries.extend(found.clone());
                    }
                    entries.extend(found);
                }
            }
            let tongue =
                tongue(language, entries, own_entries).with_context(|| format!("the templates of '{language}'"))?;
            tongues.insert(language.clone(), tongue);
        }
        Ok(Templates { tongues })
    }

    /// The languages that have sentences of their own.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.tongues.keys().map(String::as_str)
    }

    /// The sentences of a language, or the English ones.
    pub fn tongue(&self, language: &str) -> Result<&Tongue> {
        let found = self.tongues.get(language).or_else(|| self.tongues.get(ENGLISH));
        found.ok_or_else(|| anyhow!("there are no English templates"))
    }
}

fn tongue(language: &str, entries: Entries, own: Entries) -> Result<Tongue> {
    let is_word = |(path, _): &(String, String)| path.split('/').any(|part| part == "words");
    let (words, sentences): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_word);
    let mut tera = Tera::new();
    filters::register(&mut tera);
    tera.add_raw_templates(sentences).map_err(|error| anyhow!("{error}"))?;
    let own_words = own.into_iter().filter(|entry| is_word(entry)).map(|(path, _)| path).collect();
    Ok(Tongue { language: language.to_owned(), tera, words: words.into_iter().collect(), own_words })
}

/// Adds a file: a letter as it is, or each entry of a list as a template of its own.
fn add(places: &mut BTreeMap<String, Entries>, path: &str, text: &str) -> Result<()> {
    let (language, path) = path.split_once('/').ok_or_else(|| anyhow!("{path}: a template lies under its language"))?;
    let entries = places.entry(language.to_owned()).or_default();
    match path.strip_suffix(".toml") {
        Some(list) => {
            let table: toml::Table = toml::from_str(text).with_context(|| format!("{language}/{path}"))?;
            flatten(list, table, entries).with_context(|| format!("{language}/{path}"))
        }
        None => {
            entries.insert(path.to_owned(), text.to_owned());
            Ok(())
        }
    }
}

fn flatten(prefix: &str, table: toml::Table, entries: &mut Entries) -> Result<()> {
    for (key, value) in table {
        let path = format!("{prefix}/{key}");
        match value {
            toml::Value::String(text) => {
                entries.insert(path, text);
            }
            toml::Value::Table(table) => flatten(&path, table, entries)?,
            other => bail!("'{key}' should be a text, not {}", other.type_str()),
        }
    }
    Ok(())
}

/// Reads an operator's directory: every `.txt` and `.toml` file in it.
fn walk(directory: &Path, prefix: &str, places: &mut BTreeMap<String, Entries>) -> Result<()> {
    let shown = directory.display();
    let mut files: Vec<_> = fs::read_dir(directory)
        .with_context(|| format!("cannot read the templates in {shown}"))?
        .collect::<Result<_, _>>()
        .with_context(|| format!("cannot read the templates in {shown}"))?;
    files.sort_by_key(|file| file.file_name());
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if file.path().is_dir() {
            walk(&file.path(), &format!("{path}/"), places)?;
        } else if !prefix.is_empty() && (name.ends_with(".txt") || name.ends_with(".toml")) {
            let text = fs::read_to_string(file.path())
                .with_context(|| format!("cannot read the template {}", file.path().display()))?;
            add(places, &path, &text)?;
        }
    }
    Ok(())
}
