//! A table kept as a folder of text files: for trying things out, for rule disputes, and for a club without a mail server.
//!
//! ```text
//! table.toml          what is played
//! seed.secret         the secret behind the dice: keep it to yourself until the end
//! record.jsonl        the letters of every closed round with their seals: also secret until the end
//! letters/rome.txt    put each player's letter here
//! letters/done/       letters of closed rounds
//! reports/            what each player gets to read, one folder a round
//! public-record.json  written when the game is over: seed and letters, for `tabellarius audit`
//! ```

use crate::referee::{Header, Round};
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tabellarius_kernel::Seed;
use tabellarius_kernel::{Game, Seat};

/// A table's folder.
pub struct Folder {
    dir: PathBuf,
}

/// What is published when a game is over.
#[derive(Clone, Serialize, Deserialize)]
pub struct PublicRecord {
    /// What was announced.
    pub header: Header,
    /// The seed, revealed.
    pub seed: String,
    /// Every round.
    pub rounds: Vec<Round>,
    /// The seats, see [`seats_by_number`]: in this order letters are put into the salt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// What the seals cover, for programs that do not know the rules: of the opening, and of each round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedSeal>,
    /// How the table ended, if not by the rules: by a draw, by concession, by a moderator's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
}

/// The names of the seats, each at the place of its number. A number that nobody has at this table has an empty name.
pub fn seats_by_number<G: Game>(game: &G) -> Vec<String> {
    let last = game.seats().iter().map(Seat::index).max();
    let mut names = vec![String::new(); last.map_or(0, |last| last + 1)];
    for seat in game.seats().iter() {
        names[seat.index()] = game.seat_key(seat).to_owned();
    }
    names
}

/// What a seal covers besides the one before it and the salt: to the byte, as it was hashed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenedSeal {
    /// The events since the last one, in JSON.
    pub told: String,
    /// The position, in JSON.
    pub state: String,
}

/// A letter that waits in the folder.
pub struct Waiting {
    /// The name of the file without its ending: the seat.
    pub seat: String,
    /// What it says.
    pub text: String,
    path: PathBuf,
}

impl Folder {
    /// Makes a folder for a new table.
    pub fn create(dir: &Path, header: &Header, seed: &Seed) -> Result<Folder> {
        if dir.join("table.toml").exists() {
            bail!("{} holds a table already", dir.display());
        }
        let folder = Folder { dir: dir.into() };
        for sub in ["letters/done", "reports"] {
            fs::create_dir_all(dir.join(sub)).with_context(|| format!("cannot make {}", dir.join(sub).display()))?;
        }
        folder.write("table.toml", &toml::to_string(header)?)?;
        folder.write("seed.secret", &format!("{}\n", seed.reveal()))?;
        folder.write("record.jsonl", "")?;
        Ok(folder)
    }

    /// Opens a table: its folder, or the `table.toml` in it.
    pub fn open(path: &Path) -> Result<Folder> {
        let dir = if path.ends_with("table.toml") { path.parent().unwrap_or(path) } else { path };
        if !dir.join("table.toml").exists() {
            bail!(
                "{} holds no table: there is no table.toml; `tabellarius play {} --new GAME` makes one",
                dir.display(),
                dir.display()
            );
        }
        Ok(Folder { dir: dir.into() })
    }

    /// Where the folder is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What is played.
    pub fn header(&self) -> Result<Header> {
        let text = self.read("table.toml")?;
        toml::from_str(&text).with_context(|| format!("{} is not a table", self.dir.join("table.toml").display()))
    }

    /// The secret behind the dice.
    pub fn seed(&self) -> Result<Seed> {
        Seed::from_hex(self.read("seed.secret")?.trim()).context("seed.secret does not hold a seed")
    }

    /// The closed rounds.
    pub fn rounds(&self) -> Result<Vec<Round>> {
        let text = self.read("record.jsonl")?;
        let parse = |(i, line): (usize, &str)| {
            serde_json::from_str(line).with_context(|| format!("record.jsonl:{}: not a round", i + 1))
        };
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse).collect()
    }

    /// Adds a closed round to the record; it is on the disk when this returns.
    pub fn append(&self, round: &Round) -> Result<()> {
        let path = self.dir.join("record.jsonl");
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(file, "{}", serde_json::to_string(round)?)?;
        Ok(file.sync_all()?)
    }

    /// The letters that wait. A file that is not text is read as well as it can be.
    pub fn letters(&self) -> Result<Vec<Waiting>> {
        let mut letters = Vec::new();
        for entry in fs::read_dir(self.dir.join("letters")).context("there is no letters folder")? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "txt") {
                let seat = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                letters.push(Waiting { seat, text: String::from_utf8_lossy(&bytes).into_owned(), path });
            }
        }
        letters.sort_by_key(|letter| letter.seat.to_lowercase());
        Ok(letters)
    }

    /// Puts a letter away after its round is closed.
    pub fn put_away(&self, letter: &Waiting, round: usize) -> Result<()> {
        let to = self.dir.join("letters/done").join(format!("{round:04}-{}.txt", letter.seat));
        fs::rename(&letter.path, &to).with_context(|| format!("cannot move {}", letter.path.display()))
    }

    /// Writes what one reader gets to read after a round; returns where.
    pub fn report(&self, round: usize, stage: &str, reader: &str, text: &str) -> Result<PathBuf> {
        self.beside_report(round, stage, &format!("{}.txt", reader.to_lowercase()), text.as_bytes())
    }

    /// Writes a file into the folder of a round's reports, such as a picture.
    pub fn beside_report(&self, round: usize, stage: &str, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let dir = self.dir.join("reports").join(format!("{round:04}-{}", stage.replace(['/', ' '], "-")));
        fs::create_dir_all(&dir)?;
        let path = dir.join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Publishes the record when the game is over.
    pub fn publish(&self, record: &PublicRecord) -> Result<PathBuf> {
        self.write("public-record.json", &serde_json::to_string_pretty(record)?)?;
        Ok(self.dir.join("public-record.json"))
    }

    fn read(&self, name: &str) -> Result<String> {
        let path = self.dir.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.dir.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// A fresh secret from the operating system.
pub fn new_seed() -> Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no random bytes: {error}"))?;
    Ok(Seed::new(bytes))
}
