//! Where sentences come from: compiled in, or an operator's directory.

use super::filters;
use super::grammar::{Forms, Grammar};
use anyhow::{Context as _, Result, anyhow, bail};
use include_dir::{Dir, include_dir};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tera::Tera;

/// The compiled-in files, by language, then by path. A game's lie in the folder of its key; whatever lies there is found.
pub static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../templates");

/// The language every other one falls back on.
const ENGLISH: &str = "en";

/// Everything written in one language, gaps filled from English.
pub struct Locale {
    /// Which language.
    pub language: String,
    /// The sentences and letters, by path: `mare-nostrum/events/bought`.
    pub tera: Tera,
    /// Its grammar, with single words by path: `mare-nostrum/words/plural/unit/legion`.
    pub grammar: Grammar,
    /// Those words that are not English ones in the gaps.
    pub own_words: BTreeSet<String>,
    /// The same for what is said.
    pub own_entries: BTreeMap<String, String>,
}

/// All languages.
pub struct Templates {
    locales: BTreeMap<String, Locale>,
}

/// The entries of one language from one place.
type Entries = BTreeMap<String, String>;

impl Templates {
    /// Reads everything; a flawed template is refused with its name.
    pub fn load(directory: Option<&Path>) -> Result<Templates> {
        let mut built_in: BTreeMap<String, Entries> = BTreeMap::new();
        walk_built_in(&BUILT_IN, &mut built_in)?;
        let mut own: BTreeMap<String, Entries> = BTreeMap::new();
        if let Some(directory) = directory {
            walk(directory, "", &mut own)?;
        }
        let mut languages: Vec<&String> = built_in.keys().chain(own.keys()).collect();
        languages.sort();
        languages.dedup();
        let mut locales = BTreeMap::new();
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
            let locale =
                locale(language, entries, own_entries).with_context(|| format!("the templates of '{language}'"))?;
            locales.insert(language.clone(), locale);
        }
        Ok(Templates { locales })
    }

    /// The languages that have sentences of their own.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.locales.keys().map(String::as_str)
    }

    /// The entries that a language has of its own; none, if there is no such language.
    pub fn own(&self, language: &str) -> Vec<String> {
        self.locales.get(language).into_iter().flat_map(|locale| locale.own_entries.keys().cloned()).collect()
    }

    /// The same as they are written.
    pub fn texts(&self, language: &str) -> Vec<(String, String)> {
        let entries = self.locales.get(language).into_iter().flat_map(|locale| &locale.own_entries);
        entries.map(|(path, text)| (path.clone(), text.clone())).collect()
    }

    /// The same for words that are no sentences.
    pub fn own_words(&self, language: &str) -> Vec<String> {
        self.locales.get(language).into_iter().flat_map(|locale| locale.own_words.iter().cloned()).collect()
    }

    /// The sentences of a language, or the English ones.
    pub fn locale(&self, language: &str) -> Result<&Locale> {
        let found = self.locales.get(language).or_else(|| self.locales.get(ENGLISH));
        found.ok_or_else(|| anyhow!("there are no English templates"))
    }
}

fn locale(language: &str, entries: Entries, own: Entries) -> Result<Locale> {
    let lies_in = |path: &str, folder: &str| path.split('/').any(|part| part == folder);
    let (mut words, mut sentences, mut forms) = (BTreeMap::new(), Vec::new(), Forms::default());
    for (path, text) in entries {
        if lies_in(&path, "forms") {
            // English bends no names, so there is nothing to fall back on.
            forms.add(&path, text);
        } else if lies_in(&path, "words") {
            words.insert(path, text);
        } else {
            sentences.push((path, text));
        }
    }
    let grammar = Grammar::new(language, words, forms).ok_or_else(|| anyhow!("there are no rules of plurals"))?;
    let mut tera = Tera::new();
    filters::register(&mut tera, &grammar);
    tera.add_raw_templates(sentences).map_err(|error| anyhow!("{error}"))?;
    let own = own.into_iter().filter(|(path, _)| !lies_in(path, "forms"));
    let (own_words, own_entries): (BTreeMap<String, String>, BTreeMap<String, String>) =
        own.partition(|(path, _)| lies_in(path, "words"));
    let own_words = own_words.into_keys().collect();
    Ok(Locale { language: language.to_owned(), tera, grammar, own_words, own_entries })
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

fn walk_built_in(directory: &Dir<'_>, places: &mut BTreeMap<String, Entries>) -> Result<()> {
    for file in directory.files() {
        let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) else { continue };
        if is_template(path) {
            add(places, path, text)?;
        }
    }
    directory.dirs().try_for_each(|directory| walk_built_in(directory, places))
}

/// Whether a file is one: under its language, not a note beside the languages.
fn is_template(path: &str) -> bool {
    path.contains('/') && (path.ends_with(".txt") || path.ends_with(".toml"))
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
        } else if is_template(&path) {
            let text = fs::read_to_string(file.path())
                .with_context(|| format!("cannot read the template {}", file.path().display()))?;
            add(places, &path, &text)?;
        }
    }
    Ok(())
}
