//! A Maildir: a mail is a file, and every change is one rename, so that a crash at any instant loses nothing and shows nothing half.
//!
//! ```text
//! tmp/            being written; nobody looks here
//! new/            waiting, oldest first by name
//! cur/            done: `:2,S` behind the name
//! .Quarantine/    mails that could not be handled, for a person to look at; a Maildir of its own
//! ```
//! A name begins with the second and the microsecond of the delivery, so names sort by time. Moving a mail from `new` to `cur` is not
//! forced onto the disk: if the move is lost in a power cut, the mail comes again, and whoever handles it knows it by its Message-ID.

use anyhow::{Context as _, Result, bail};
use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file in `tmp` that is older than this is left from a crash.
const STALE: Duration = Duration::from_secs(36 * 60 * 60);

/// No file system has longer names, in bytes.
const LONGEST_NAME: usize = 255;

/// Counts deliveries of this process, so that no two have one name.
static DELIVERIES: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Debug)]
pub struct Maildir {
    dir: PathBuf,
}

/// A mail in `new`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Second and microsecond of its delivery, as far as the name tells them.
    when: (u64, u64),
    /// Its name, without folder and flags.
    pub name: String,
}

impl Entry {
    pub(super) fn new(name: String) -> Entry {
        let (second, rest) = name.split_once('.').unwrap_or((&name, ""));
        // `M123456P…` of most servers, also behind `V…I…` of Postfix; without it all mails of a second are by name.
        let micro =
            rest.split_once('M').map(|(_, after)| after.chars().take_while(char::is_ascii_digit).collect::<String>());
        let when = (second.parse().unwrap_or(u64::MAX), micro.and_then(|micro| micro.parse().ok()).unwrap_or(0));
        Entry { when, name }
    }

    /// When it was put here, in seconds since 1970: whoever delivers writes it into the name.
    pub fn arrived(&self) -> Option<i64> {
        i64::try_from(self.when.0).ok()
    }
}

impl Maildir {
    /// Opens a Maildir; makes the folders that are missing.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Maildir> {
        let maildir = Maildir::at(dir);
        maildir.make(["tmp", "new", "cur"])?;
        Ok(maildir)
    }

    /// A Maildir whose folders are made when the first mail comes, by [`super::Delivery`].
    pub fn at(dir: impl Into<PathBuf>) -> Maildir {
        Maildir { dir: dir.into() }
    }

    fn make<const N: usize>(&self, folders: [&str; N]) -> Result<()> {
        for folder in folders {
            let path = self.dir.join(folder);
            fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        }
        Ok(())
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where new mails are.
    pub fn new_dir(&self) -> PathBuf {
        self.dir.join("new")
    }

    /// Puts a mail into `new`; when this returns it is on the disk, whole. Returns its name.
    pub fn deliver(&self, mail: &[u8]) -> Result<String> {
        self.deliver_as(&fresh_name(), mail)
    }

    /// Puts a mail into `new` under a name of the caller's, such as the hash of its Message-ID: to deliver it again changes nothing,
    /// whether it still waits or was read.
    pub fn deliver_as(&self, name: &str, mail: &[u8]) -> Result<String> {
        self.place(name, mail)?;
        sync_dir(&self.new_dir())?;
        Ok(name.to_owned())
    }

    /// Writes a mail and moves it to its place, unless it is there already.
    fn place(&self, name: &str, mail: &[u8]) -> Result<()> {
        if self.holds(name) {
            return Ok(());
        }
        let draft = self.draft(name, mail)?;
        draft.file.sync_all().with_context(|| format!("cannot write {}", draft.path.display()))?;
        draft.put()
    }

    /// Writes a mail into `tmp`. It is not yet safe on the disk.
    pub(super) fn draft(&self, name: &str, mail: &[u8]) -> Result<Draft> {
        check(name)?;
        let path = self.dir.join("tmp").join(format!("{name}.{}", fresh_name()));
        let open = || OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.make(["tmp", "new", "cur"])?;
                open()
            }
            opened => opened,
        }
        .with_context(|| format!("cannot write {}", path.display()))?;
        if let Err(error) = file.write_all(mail) {
            let _ = fs::remove_file(&path);
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
        Ok(Draft { file, path, place: self.new_dir().join(name) })
    }

    /// The mails that wait, oldest first.
    pub fn waiting(&self) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        let dir = self.new_dir();
        for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                entries.push(Entry::new(name));
            }
        }
        entries.sort();
        Ok(entries)
    }

    /// All mails, new and read ones, oldest first by name.
    pub fn all(&self) -> Result<Vec<Vec<u8>>> {
        let mut found = Vec::new();
        for dir in [self.new_dir(), self.dir.join("cur")] {
            for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
                let path = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                found.push((name, path));
            }
        }
        found.sort();
        found
            .iter()
            .map(|(_, path)| fs::read(path).with_context(|| format!("cannot read {}", path.display())))
            .collect()
    }

    /// The bytes of a mail that waits, no more than `most` of them: a huge file is not held in memory.
    pub fn read(&self, entry: &Entry, most: u64) -> Result<Vec<u8>> {
        let path = self.new_dir().join(&entry.name);
        let mut bytes = Vec::new();
        let read = open_mail(&path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        read.with_context(|| format!("cannot read {}", path.display()))?;
        Ok(bytes)
    }

    /// Moves a mail from `new` to `cur`, with flags: `S` seen, `R` answered, `F` flagged. Fine if it is there already, or if somebody
    /// deleted it meanwhile.
    pub fn done(&self, entry: &Entry, flags: &str) -> Result<()> {
        let to = self.dir.join("cur").join(format!("{}:2,{}", base(&entry.name), ordered(flags)));
        self.move_away(entry, &to)
    }

    /// Empties a mail that is done and must not be kept here: it held a password, or is large and nobody's. Its name stays.
    pub fn erase(&self, entry: &Entry) -> Result<()> {
        for flags in ["RS", "S", "F"] {
            let path = self.dir.join("cur").join(format!("{}:2,{flags}", base(&entry.name)));
            match OpenOptions::new().write(true).truncate(true).open(&path) {
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| format!("cannot empty {}", path.display())),
            }
        }
        Ok(())
    }

    /// Moves a mail that cannot be handled into the quarantine, where a person finds it as new.
    pub fn quarantine(&self, entry: &Entry) -> Result<PathBuf> {
        self.make([".Quarantine/tmp", ".Quarantine/new", ".Quarantine/cur"])?;
        let dir = self.dir.join(".Quarantine/new");
        let to = dir.join(base(&entry.name));
        self.move_away(entry, &to)?;
        sync_dir(&dir)?;
        Ok(to)
    }

    fn move_away(&self, entry: &Entry, to: &Path) -> Result<()> {
        let from = self.new_dir().join(&entry.name);
        match fs::rename(&from, to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && to.parent().is_some_and(Path::is_dir) => Ok(()),
            moved => moved.with_context(|| format!("cannot move {} to {}", from.display(), to.display())),
        }
    }

    /// Whether something of this name lies in `new`, even if it leads nowhere.
    pub(super) fn has(&self, entry: &Entry) -> bool {
        self.new_dir().join(&entry.name).symlink_metadata().is_ok()
    }

    /// Whether a mail of this name waits, or was read.
    pub fn holds(&self, name: &str) -> bool {
        let cur = self.dir.join("cur");
        let seen = ["S", "", "RS", "R", "FS", "F"].map(|flags| cur.join(format!("{name}:2,{flags}")));
        self.new_dir().join(name).exists() || seen.iter().any(|path| path.exists())
    }

    /// Removes what a crash left in `tmp` more than a day and a half ago. Returns how many files.
    pub fn sweep(&self, now: SystemTime) -> Result<usize> {
        let mut count = 0;
        for entry in fs::read_dir(self.dir.join("tmp"))? {
            let entry = entry?;
            let age = now.duration_since(entry.metadata()?.modified()?).unwrap_or_default();
            if age > STALE {
                fs::remove_file(entry.path())?;
                count += 1;
            }
        }
        Ok(count)
    }
}

/// A mail in `tmp`.
pub(super) struct Draft {
    pub file: File,
    path: PathBuf,
    place: PathBuf,
}

impl Draft {
    /// The folder of its place.
    pub fn dir(&self) -> Option<PathBuf> {
        self.place.parent().map(Path::to_owned)
    }

    /// Moves it to its place in `new`. What it says must be safe on the disk before.
    pub fn put(&self) -> Result<()> {
        fs::rename(&self.path, &self.place).with_context(|| format!("cannot move a mail to {}", self.place.display()))
    }
}

/// Opens a file that may be anything: a FIFO would make an ordinary `open` wait for ever.
fn open_mail(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "it is no file"))
}

/// The name of a folder for somebody's mails. Characters that mean something to a file system are written as numbers; a name that would be
/// too long for one ends with a hash instead, so that no two addresses share a folder.
pub fn folder_name(address: &str) -> String {
    let mut name = String::with_capacity(address.len());
    for (i, c) in address.chars().enumerate() {
        let is_plain = c.is_alphanumeric() || matches!(c, '@' | '-' | '_' | '+') || (c == '.' && i > 0);
        if is_plain { name.push(c) } else { name.push_str(&format!("%{:02x}", c as u32)) }
    }
    if name.len() > LONGEST_NAME {
        let mut end = LONGEST_NAME / 2;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name.push('~');
        name.push_str(&blake3::hash(address.as_bytes()).to_hex()[..32]);
    }
    name
}

/// How many bytes are free where a folder lies.
pub fn free_bytes(folder: &Path) -> Result<u64> {
    let disk = rustix::fs::statvfs(folder).with_context(|| format!("cannot look at {}", folder.display()))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// A name that no other delivery has, of this process or another.
fn fresh_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let count = DELIVERIES.fetch_add(1, Ordering::Relaxed);
    format!("{}.M{:06}P{}Q{count:06}.tabellarius", now.as_secs(), now.subsec_micros(), std::process::id())
}

fn base(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

/// Flags stand in the order of the alphabet, once each.
fn ordered(flags: &str) -> String {
    let mut flags: Vec<char> = flags.chars().filter(char::is_ascii_uppercase).collect();
    flags.sort_unstable();
    flags.dedup();
    flags.into_iter().collect()
}

fn check(name: &str) -> Result<()> {
    if name.is_empty() || name.starts_with('.') || name.contains(['/', ':', '\0']) {
        bail!("{name:?} cannot be the name of a mail");
    }
    Ok(())
}

/// Forces the names in a folder onto the disk.
pub(super) fn sync_dir(dir: &Path) -> Result<()> {
    File::open(dir).and_then(|dir| dir.sync_all()).with_context(|| format!("cannot sync {}", dir.display()))
}

#[cfg(test)]
#[path = "maildir_tests.rs"]
mod tests;
