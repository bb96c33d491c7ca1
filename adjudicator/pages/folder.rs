//! The folder of the site, and the only place that writes there: whole files, one after the other, and only what changed.
//!
//! A file is written beside its place and then moved there, so that no reader ever gets half of one. What no page needs any more goes.

use super::{Files, LANGUAGES};
use anyhow::{Context as _, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Says that everything here is ours.
const MARK: &str = ".tabellarius";
/// Folders in which nothing lies that is not ours.
const TABLES: &str = "tables";

/// The folder of a site.
pub struct Folder {
    dir: PathBuf,
    /// The hashes of files as they lie there now.
    known: BTreeMap<String, blake3::Hash>,
}

impl Folder {
    /// Takes a folder: an empty one, one that is not there yet, or one that was ours before.
    pub fn open(dir: &Path) -> Result<Folder> {
        let shown = dir.display();
        make(dir)?;
        let mark = dir.join(MARK);
        if !mark.exists() {
            let mut inside = fs::read_dir(dir).with_context(|| format!("cannot read {shown}"))?;
            ensure!(
                inside.next().is_none(),
                "{shown} is not empty, and no site of ours is in it: name an empty folder in `pages`"
            );
            fs::write(&mark, "Tabellarius writes this folder. What it does not know is removed.\n")
                .with_context(|| format!("cannot write {}", mark.display()))?;
        }
        Ok(Folder { dir: dir.to_owned(), known: BTreeMap::new() })
    }

    /// Where it is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes those files that have changed; how many.
    pub fn write(&mut self, files: &Files) -> Result<usize> {
        let mut written = 0;
        for (path, bytes) in files {
            written += usize::from(self.write_one(path, bytes)?);
        }
        Ok(written)
    }

    fn write_one(&mut self, path: &str, bytes: &[u8]) -> Result<bool> {
        let hash = blake3::hash(bytes);
        if self.known.get(path) == Some(&hash) {
            return Ok(false);
        }
        let place = self.dir.join(path);
        if !self.known.contains_key(path) && fs::read(&place).is_ok_and(|there| there == bytes) {
            self.known.insert(path.to_owned(), hash);
            return Ok(false);
        }
        let parent = place.parent().unwrap_or(&self.dir);
        make(parent)?;
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = parent.join(format!(".{name}.new"));
        let put = || -> std::io::Result<()> {
            let mut file = fs::File::create(&beside)?;
            file.write_all(bytes)?;
            // A web server is another user.
            file.set_permissions(fs::Permissions::from_mode(0o644))?;
            fs::rename(&beside, &place)
        };
        put().with_context(|| format!("cannot write {}", place.display()))?;
        self.known.insert(path.to_owned(), hash);
        Ok(true)
    }

    /// Removes a file that no page needs any more.
    pub fn remove(&mut self, path: &str) -> Result<()> {
        self.known.remove(path);
        let place = self.dir.join(path);
        match fs::remove_file(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", place.display()))
            }
            _ => Ok(()),
        }
    }

    /// Removes everything that is not in this list from the folders that are ours; how many files.
    pub fn keep_only(&mut self, paths: &BTreeSet<String>) -> Result<usize> {
        let mut there = Vec::new();
        for folder in LANGUAGES.into_iter().chain([TABLES]) {
            list(&self.dir, folder, &mut there)?;
        }
        let gone: Vec<String> = there.into_iter().filter(|path| !paths.contains(path)).collect();
        for path in &gone {
            self.remove(path)?;
        }
        Ok(gone.len())
    }
}

/// Makes a folder that a web server can read.
fn make(dir: &Path) -> Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {}", dir.display()))
}

/// The files in a folder, by their paths in the site.
fn list(dir: &Path, folder: &str, found: &mut Vec<String>) -> Result<()> {
    let place = dir.join(folder);
    if !place.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        let entry = entry.with_context(|| format!("cannot read {}", place.display()))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{folder}/{name}");
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list(dir, &path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> Files {
        all.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn only_what_changed_is_written_and_what_is_gone_goes() -> Result<()> {
        let place = tempfile::tempdir()?;
        let dir = place.path().join("site");
        let mut folder = Folder::open(&dir)?;
        let all = files(&[("en/a.html", "1"), ("tables/x.svg", "2"), ("style.css", "3")]);
        assert_eq!(folder.write(&all)?, 3);
        assert_eq!(folder.write(&all)?, 0);
        let mut again = Folder::open(&dir)?;
        assert_eq!(again.write(&all)?, 0, "what lies there already is not written again");
        assert_eq!(again.write(&files(&[("en/a.html", "changed")]))?, 1);
        fs::write(dir.join("en/.a.html.new"), "half")?;
        assert_eq!(again.keep_only(&["en/a.html".to_owned()].into())?, 2);
        assert!(dir.join("en/a.html").exists() && !dir.join("tables/x.svg").exists());
        assert!(dir.join("style.css").exists(), "what lies beside our folders stays");
        Ok(())
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() -> Result<()> {
        let place = tempfile::tempdir()?;
        fs::write(place.path().join("thesis.txt"), "years of work")?;
        let why = Folder::open(place.path()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(why.contains("is not empty"), "{why}");
        Ok(())
    }
}
