//! The operator's directory: data he has corrected and languages he has added. Compiled-in data fill the gaps.

use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The directory that this process was started with; set once, before the first game is built.
static IN_USE: OnceLock<Config> = OnceLock::new();

/// Where the operator's data are, if he has any.
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

    /// A file of the operator's, with the name under which its flaws are told; nothing, if he has not written it.
    pub fn file(&self, path: &str) -> Result<Option<(String, String)>> {
        let Some(path) = self.dir.as_ref().map(|dir| dir.join(path)).filter(|path| path.exists()) else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Some((path.display().to_string(), text)))
    }

    /// A game's files of words: the compiled-in ones, each replaced where the operator has his own, and those of his further languages.
    pub fn words(&self, folder: &str, prefix: &str, builtin: &[(&str, &str)]) -> Result<Vec<(String, String)>> {
        let mut files = Vec::new();
        let mut known = Vec::new();
        for (file, text) in builtin {
            let name = file.rsplit('/').next().unwrap_or(file);
            known.push(name.to_string());
            let own = self.file(&format!("{folder}/{name}"))?;
            files.push(own.unwrap_or_else(|| (file.to_string(), text.to_string())));
        }
        if let Some(dir) = self.dir.as_ref().map(|dir| dir.join(folder)).filter(|dir| dir.is_dir()) {
            let mut names: Vec<String> = Vec::new();
            for entry in std::fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
                names.push(entry?.file_name().to_string_lossy().into_owned());
            }
            names.retain(|name| name.starts_with(prefix) && name.ends_with(".toml") && !known.contains(name));
            names.sort();
            for name in names {
                files.extend(self.file(&format!("{folder}/{name}"))?);
            }
        }
        Ok(files)
    }
}
