//! A club in a directory, run by the real binary, and people who write to it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tabellarius::desk::Club;
use tabellarius::mail::{Letter, Maildir, Phrases};
use tabellarius::store::{Board, Store};

pub const LIVIA: &str = "livia@club.example";
pub const OPERATOR: &str = "ops@club.example";

/// A club in a directory.
pub struct Yard {
    dir: tempfile::TempDir,
    pub club: Club,
}

/// A letter as it was put into the inbox.
#[derive(Clone)]
pub struct Posted {
    pub from: String,
    pub id: String,
    pub bytes: String,
}

impl Yard {
    pub fn new() -> Yard {
        Yard::of(|_| {})
    }

    /// A club of which something is different.
    pub fn of(change: impl FnOnce(&mut Club)) -> Yard {
        let dir = tempfile::tempdir().unwrap();
        let mut club = Club::new("Ostia Club", "referee@club.example", OPERATOR);
        club.format = tabellarius::desk::club::Look::Plain;
        club.limits = tabellarius::desk::limits::Limits::patient();
        club.moderators.push(LIVIA.into());
        change(&mut club);
        std::fs::write(dir.path().join("tabellarius.toml"), toml::to_string(&club).unwrap()).unwrap();
        let club = Club::load(&dir.path().join("tabellarius.toml")).unwrap();
        Maildir::open(&club.inbox).unwrap();
        Yard { dir, club }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn binary(&self, command: &str) -> Command {
        let mut binary = Command::new(env!("CARGO_BIN_EXE_tabellarius"));
        binary.arg(command).arg("--club").arg(self.path("tabellarius.toml"));
        binary
    }

    /// A command of the binary, to its end.
    pub fn command(&self, command: &str, arguments: &[&str]) -> Output {
        self.binary(command).args(arguments).output().unwrap()
    }

    /// Lets the service do what there is to do now.
    pub fn once(&self) {
        let done = self.command("run", &["--once"]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Starts the service; its log goes into a file.
    pub fn start(&self) -> Running {
        let log = std::fs::File::create(self.path("log")).unwrap();
        let child = self.binary("run").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        Running { child, log: self.path("log") }
    }

    pub fn store(&self) -> Store {
        Store::open(&self.club.database).unwrap()
    }

    pub fn board(&self, id: &str) -> Board {
        self.store().board(id).unwrap().unwrap()
    }

    /// Puts a letter into the inbox as a mail server does.
    pub fn post(&self, from: &str, number: usize, text: &str) -> Posted {
        let (name, id) = (from.split('@').next().unwrap(), format!("{number}.{from}"));
        let bytes = format!(
            "From: {name} <{from}>\nTo: referee@club.example\nSubject: hello\nMessage-ID: <{id}>\nContent-Type: text/plain\n\n{text}\n"
        );
        let posted = Posted { from: from.into(), id, bytes };
        self.post_again(&posted, number);
        posted
    }

    /// Puts the same letter into the inbox, under another name.
    pub fn post_again(&self, posted: &Posted, number: usize) {
        put(&self.club.inbox, number, posted.bytes.as_bytes());
    }

    pub fn waiting(&self) -> usize {
        std::fs::read_dir(self.club.inbox.join("new")).unwrap().count()
    }

    /// Every mail that somebody has got.
    pub fn mails_to(&self, address: &str) -> Vec<Got> {
        let dir = self.club.outbox.join(address);
        if !dir.exists() {
            return Vec::new();
        }
        Maildir::open(dir).unwrap().all().unwrap().into_iter().map(|bytes| Got::new(address, bytes)).collect()
    }

    /// Every mail that everybody has got.
    pub fn mails(&self) -> Vec<Got> {
        let people = std::fs::read_dir(&self.club.outbox).unwrap();
        let names = people.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.flat_map(|name| self.mails_to(&name)).collect()
    }

    /// Opens a table for these people and starts it.
    pub fn table(&self, id: &str, what: &str, people: &[&str]) {
        let number = |extra: usize| 1_000_000 + 100 * id.bytes().map(usize::from).sum::<usize>() + extra;
        self.post(LIVIA, number(0), &format!("new {id} {what}"));
        for (i, person) in people.iter().enumerate() {
            self.post(person, number(i + 1), &format!("join {id}"));
        }
        self.once();
        self.post(LIVIA, number(90), &format!("table {id}\nstart anyway"));
        self.once();
        assert!(self.board(id).is_started(), "{id}");
    }

    /// Who sits where.
    pub fn seats(&self, id: &str) -> BTreeMap<String, String> {
        let store = self.store();
        let address = |id: i64| store.person(id).unwrap().unwrap().address;
        store.seats(id).unwrap().into_iter().filter_map(|seat| Some((seat.seat, address(seat.owner?)))).collect()
    }
}

/// Writes a file and moves it into a Maildir's `new`.
fn put(maildir: &Path, number: usize, bytes: &[u8]) {
    let name = format!("{}.M{:06}P1.yard", 1_800_000_000 + number / 1_000_000, number % 1_000_000);
    let draft = maildir.join("tmp").join(&name);
    std::fs::write(&draft, bytes).unwrap();
    std::fs::rename(draft, maildir.join("new").join(name)).unwrap();
}

/// A mail that somebody has got.
pub struct Got {
    pub to: String,
    pub id: String,
    pub answers: Option<String>,
    pub is_answer: bool,
    pub subject: String,
    pub text: String,
}

impl Got {
    fn new(to: &str, bytes: Vec<u8>) -> Got {
        let letter = Letter::read(&bytes, Phrases::built_in());
        let parsed = mail_parser::MessageParser::default().parse(&bytes[..]).unwrap();
        let raw = String::from_utf8_lossy(&bytes);
        Got {
            to: to.into(),
            id: letter.message_id.unwrap(),
            answers: letter.in_reply_to.first().cloned(),
            is_answer: raw.contains("Auto-Submitted: auto-replied"),
            subject: letter.subject,
            text: parsed.body_text(0).unwrap().replace('\r', ""),
        }
    }
}

/// The service at work.
pub struct Running {
    child: Child,
    log: PathBuf,
}

impl Running {
    /// Kills it, as a cut of the power would: no handler runs, no buffer is written.
    pub fn kill(mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!("the service ended by itself, {status}: {}", std::fs::read_to_string(&self.log).unwrap());
        }
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}
