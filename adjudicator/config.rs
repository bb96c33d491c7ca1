//! The operator's directory: corrected data and further languages. Compiled-in data fill the gaps.

use crate::mail::phrases::{self, Phrases};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tabellarius_kernel::entry::{Entry, File, Files, Text};
use tabellarius_kernel::words::LINK_FILES;

/// The directory that this process was started with; set once, before the first game is built.
static IN_USE: OnceLock<Config> = OnceLock::new();

/// Where the operator's data are, if there are any.
#[derive(Clone, Default, Debug)]
pub struct Config {
    dir: Option<PathBuf>,
}

impl Config {
    /// Uses this directory from now on. The first call counts.
    pub fn install(self) {
        let _ = IN_USE.set(self);
    }

    /// The directory in use; without one everything is as compiled in.
    pub fn in_use() -> Config {
        IN_USE.get().cloned().unwrap_or_default()
    }

    /// Data from a directory laid out like `config/` of the project.
    pub fn in_dir(dir: &Path) -> Config {
        Config { dir: Some(dir.into()) }
    }

    /// The files that a game is built from.
    pub fn files(&self, entry: &Entry) -> Result<Files> {
        let data = entry.data.iter().map(|file| Ok((file.0, self.text(*file)?))).collect::<Result<_>>()?;
        // The small words of further languages first: what a game says of them is said on top.
        let mut words = self.links()?;
        words.extend(self.words(entry.words)?);
        Ok(Files::new(data, words))
    }

    /// The small words of the operator's own languages: `words/de.toml`.
    pub fn links(&self) -> Result<Vec<Text>> {
        let is_built_in = |name: &str| LINK_FILES.iter().any(|(path, _)| path.rsplit('/').next() == Some(name));
        self.further("config/words", "", &is_built_in)
    }

    /// Files of words: the compiled-in ones, each replaced where the operator has another, and those of further languages.
    pub fn words(&self, built_in: &[File]) -> Result<Vec<Text>> {
        let mut files = built_in.iter().map(|file| self.text(*file)).collect::<Result<Vec<_>>>()?;
        let Some((folder, first)) = built_in.first().and_then(|(path, _)| path.rsplit_once('/')) else {
            return Ok(files);
        };
        // `empires.words.en.toml`: whatever stands before the language tells whose words they are; in a folder of their own, nothing does.
        let whose = first.trim_end_matches(".toml").trim_end_matches(|c: char| c != '.');
        let is_known = |name: &str| built_in.iter().any(|(path, _)| path.rsplit('/').next() == Some(name));
        files.extend(self.further(folder, whose, &is_known)?);
        Ok(files)
    }

    /// The operator's files of words in a folder of the project that are not known yet.
    fn further(&self, folder: &str, whose: &str, is_known: &dyn Fn(&str) -> bool) -> Result<Vec<Text>> {
        let Some(dir) = self.own(folder).filter(|dir| dir.is_dir()) else { return Ok(Vec::new()) };
        let mut names: Vec<String> = Vec::new();
        for entry in std::fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.retain(|name| name.starts_with(whose) && name.ends_with(".toml") && !is_known(name));
        names.sort();
        names.iter().map(|name| read(&dir.join(name))).collect()
    }

    /// What mailers and people write around the orders: the compiled-in phrases with the operator's, read once.
    pub fn phrases() -> Result<&'static Phrases> {
        static READ: OnceLock<Phrases> = OnceLock::new();
        let config = Config::in_use();
        match READ.get() {
            Some(read) => Ok(read),
            None if config.dir.is_none() => Ok(Phrases::built_in()),
            None => {
                let read = Phrases::read(config.words(&phrases::BUILT_IN)?)?;
                Ok(READ.get_or_init(|| read))
            }
        }
    }

    /// A compiled-in file, or the operator's in its place.
    pub fn text(&self, (path, text): File) -> Result<Text> {
        match self.own(path).filter(|path| path.exists()) {
            Some(path) => read(&path),
            None => Ok((path.to_owned(), text.to_owned())),
        }
    }

    /// Where the operator would have what the project has here; `config/` is the operator's directory.
    fn own(&self, path: &str) -> Option<PathBuf> {
        Some(self.dir.as_ref()?.join(path.strip_prefix("config/")?))
    }
}

fn read(path: &Path) -> Result<Text> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((path.display().to_string(), text))
}
