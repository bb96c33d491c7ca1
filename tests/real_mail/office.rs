//! A club whose mail goes through real servers, run by the real binary, and people who write with another program than ours.

use super::servers::{DOMAIN, PASSWORD, Servers};
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tabellarius::store::{Board, Store};

pub const PLAYERS: [&str; 3] = ["anna", "bela", "cleo"];

/// How the club's mail comes and goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// TLS from the first byte, IMAP and SMTP.
    Implicit,
    /// STARTTLS, IMAP and SMTP.
    Starttls,
    /// POP3, and SMTP.
    Pop3,
    /// A pipe, and the `sendmail` program.
    Pipe,
    /// Tokens instead of passwords: IMAP and SMTP.
    Tokens,
    /// The same by POP3.
    TokensPop3,
}

/// A club with its servers.
pub struct Office {
    pub servers: Servers,
    dir: tempfile::TempDir,
    letters: usize,
}

/// A letter that somebody wrote.
#[derive(Clone, Debug)]
pub struct Posted {
    pub id: String,
}

/// A mail that somebody has got, as Python reads it.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Got {
    pub id: String,
    pub answers: String,
    pub subject: String,
    pub kind: String,
    pub reply_to: String,
    pub text: String,
    pub flags: String,
}

impl Office {
    pub fn open(servers: Servers, way: Way, more: &str) -> Office {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("password"), format!("{PASSWORD}\n")).unwrap();
        // As an operator would: `doctor` complains about passwords that others can read.
        std::fs::set_permissions(dir.path().join("password"), std::fs::Permissions::from_mode(0o600)).unwrap();
        let certificate = servers.certificate().display().to_string();
        let ports = servers.ports;
        let is_token = matches!(way, Way::Tokens | Way::TokensPop3);
        let token = "user = \"referee@test.local\"\nauth = \"oauth\"";
        let account = match is_token {
            true => format!("{token}\nca = \"{certificate}\"\n"),
            false => format!("user = \"referee@{DOMAIN}\"\npassword-file = \"password\"\nca = \"{certificate}\"\n"),
        };
        let mailbox = match way {
            Way::Implicit | Way::Tokens => {
                format!("[mailbox]\nimap = \"localhost:{}\"\n{account}check = \"2 seconds\"\n", ports.imaps)
            }
            Way::Starttls => format!(
                "[mailbox]\nimap = \"localhost:{}\"\ntls = \"starttls\"\n{account}check = \"2 seconds\"\n",
                ports.imap
            ),
            Way::Pop3 | Way::TokensPop3 => {
                format!("[mailbox]\npop3 = \"localhost:{}\"\n{account}check = \"1 second\"\n", ports.pop3s)
            }
            Way::Pipe => String::new(),
        };
        let login = "user = \"referee\"\npassword-command = \"cat password\"";
        let login = if is_token { token } else { login };
        let login = login.replace("cat password", &format!("cat {}/password", dir.path().display()));
        let submission = match way {
            Way::Starttls => format!(
                "[submission]\nsmtp = \"localhost:{}\"\ntls = \"starttls\"\n{login}\nca = \"{certificate}\"\n",
                ports.smtp
            ),
            Way::Pipe => format!("[submission]\nsendmail = \"{}/sendmail\"\n", dir.path().display()),
            _ => format!("[submission]\nsmtp = \"localhost:{}\"\n{login}\nca = \"{certificate}\"\n", ports.smtps),
        };
        let club = format!(
            "name = \"Ostia Club\"\naddress = \"referee@{DOMAIN}\"\noperator = \"ops@{DOMAIN}\"\nmoderators = [\"livia@{DOMAIN}\"]\n\
             {mailbox}{submission}per-minute = 0\nper-domain = 4\n{more}\n[identity]\nproofs = [\"tag\", \"from\"]\n\
             [limits]\nletters-an-hour = 0\nletters-a-day = 0\n"
        );
        std::fs::write(dir.path().join("tabellarius.toml"), club).unwrap();
        let sendmail = dir.path().join("sendmail");
        let exim = format!("#!/bin/sh\nexec /usr/sbin/exim4 -C {} \"$@\"\n", servers.path("exim.conf").display());
        std::fs::write(&sendmail, exim).unwrap();
        std::fs::set_permissions(&sendmail, std::fs::Permissions::from_mode(0o755)).unwrap();
        Office { servers, dir, letters: 0 }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn binary(&self, command: &str) -> Command {
        let mut binary = Command::new(env!("CARGO_BIN_EXE_tabellarius"));
        binary.arg(command).arg("--club").arg(self.path("tabellarius.toml")).stdin(Stdio::null());
        binary
    }

    pub fn command(&self, command: &str, arguments: &[&str]) -> Output {
        self.binary(command).args(arguments).output().unwrap()
    }

    /// What `deliver` ends with when it is given this.
    pub fn deliver(&self, input: &[u8]) -> i32 {
        let mut child = self.binary("deliver").stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
        child.wait().unwrap().code().unwrap()
    }

    /// Starts the service; its log is added to a file.
    pub fn start(&self) -> Running {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.path("log")).unwrap();
        Running(self.binary("run").stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    pub fn store(&self) -> Store {
        Store::open(&self.path("tabellarius.db")).unwrap()
    }

    pub fn board(&self, id: &str) -> Option<Board> {
        self.path("tabellarius.db").exists().then(|| self.store().board(id).unwrap()).flatten()
    }

    /// People write letters; the other client submits them.
    pub fn post(&mut self, letters: &[(&str, String)]) -> Vec<Posted> {
        let list: Vec<_> =
            letters.iter().map(|(name, text)| self.letter(name, &format!("referee@{DOMAIN}"), text)).collect();
        self.servers.client(&["send"], &serde_json::to_string(&list).unwrap());
        list.iter().map(|letter| Posted { id: letter["id"].as_str().unwrap().to_owned() }).collect()
    }

    fn letter(&mut self, name: &str, to: &str, text: &str) -> serde_json::Value {
        self.letters += 1;
        let (from, id) = (format!("{name}@{DOMAIN}"), format!("{}.{name}@{DOMAIN}", self.letters));
        serde_json::json!({ "from": from, "to": to, "id": id, "text": text })
    }

    /// Somebody answers a mail of ours, as mail programs do.
    pub fn answer(&mut self, name: &str, mail: &Got, text: &str) {
        let mut letter = self.letter(name, &mail.reply_to, text);
        letter["reply"] = mail.id.clone().into();
        self.servers.client(&["send"], &serde_json::to_string(&[letter]).unwrap());
    }

    /// Waits for a mail to somebody with such a subject, and takes the newest.
    pub fn mail(&self, name: &str, subject: &str) -> Got {
        let mut found = None;
        self.until(&format!("{name} gets \"{subject}\""), |office| {
            found = office.mails(name).into_iter().rfind(|mail| mail.subject.contains(subject));
            found.is_some()
        });
        found.unwrap()
    }

    /// What somebody has got.
    pub fn mails(&self, name: &str) -> Vec<Got> {
        serde_json::from_str(&self.servers.client(&["imap", name], "")).unwrap()
    }

    /// Opens a table, lets three people join, and starts it; the service runs.
    pub fn table(&mut self, id: &str) -> Vec<Posted> {
        let mut posted = self.post(&[("livia", format!("new {id} mare-nostrum 3"))]);
        self.until("the table is open", |office| office.board(id).is_some());
        let joins: Vec<(&str, String)> = PLAYERS.iter().map(|name| (*name, format!("join {id}"))).collect();
        posted.extend(self.post(&joins));
        self.until("three have joined", |office| office.store().members(id).unwrap().len() == 3);
        posted.extend(self.post(&[("livia", format!("table {id}\nstart"))]));
        self.until("the table has started", |office| office.board(id).is_some_and(|board| board.is_started()));
        posted
    }

    /// Everybody writes orders.
    pub fn orders(&mut self, id: &str) -> Vec<Posted> {
        self.post(&PLAYERS.map(|name| (name, format!("table {id}\nnothing"))))
    }

    /// Waits until something is so.
    pub fn until(&self, what: &str, mut is_so: impl FnMut(&Office) -> bool) {
        let end = Instant::now() + Duration::from_secs(90);
        while !is_so(self) {
            assert!(Instant::now() < end, "not so: {what}\n{}\n{}", tail(&self.log()), self.servers.logs());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until every letter is answered, every mail has left, and no server has anything left to do.
    pub fn until_quiet(&self, letters: usize) {
        self.until("all is quiet", |office| {
            let (_, sent) = office.store().traffic().unwrap();
            office.taken() >= letters
                && office.store().waiting().unwrap().0 == 0
                && sent > 0
                && office.servers.queued() == 0
        });
    }

    /// How many letters (not copies, not bounces) are in the database.
    pub fn taken(&self) -> usize {
        let db = rusqlite::Connection::open(self.path("tabellarius.db")).unwrap();
        db.query_row("SELECT count(*) FROM mail WHERE fate = 'answered'", [], |row| row.get::<_, i64>(0)).unwrap()
            as usize
    }

    /// Proves that nothing was lost and nothing done twice. Returns how many mails came to their readers again under the same name.
    pub fn check(&self, posted: &[Posted]) -> usize {
        let db = rusqlite::Connection::open(self.path("tabellarius.db")).unwrap();
        let mut query = db.prepare("SELECT address, message_id FROM outbox WHERE sent IS NOT NULL").unwrap();
        let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
        let mut written: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows {
            let (address, id) = row.unwrap();
            written.entry(address).or_default().insert(id);
        }
        let mut again = 0;
        let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (address, ids) in &written {
            let mails = self.mails(address.split('@').next().unwrap());
            let got: BTreeSet<String> = mails.iter().map(|mail| mail.id.clone()).collect();
            assert_eq!(&got, ids, "{address} has got everything that was written to him, and nothing else");
            again += mails.len() - got.len();
            for mail in mails.into_iter().filter(|mail| mail.kind == "auto-replied") {
                answers.entry(mail.answers).or_default().insert(mail.id);
            }
        }
        for letter in posted {
            let found = answers.get(&letter.id).map_or(0, BTreeSet::len);
            assert_eq!(found, 1, "answers to {letter:?}\n{}", tail(&self.log()));
        }
        assert_eq!(answers.len(), posted.len(), "nobody else was answered");
        assert!(self.store().quarantine().unwrap().is_empty());
        assert!(!self.log().contains("sesame"), "the password is in the log");
        again
    }
}

fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}

/// The service at work.
pub struct Running(Child);

impl Running {
    /// Kills it, as a cut of the power would.
    pub fn kill(mut self) {
        if let Some(status) = self.0.try_wait().unwrap() {
            panic!("the service ended by itself: {status}");
        }
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Asks it to end.
    pub fn stop(mut self) {
        let asked = Command::new("sh").arg("-c").arg(format!("kill -s TERM {}", self.0.id())).status().unwrap();
        assert!(asked.success());
        let status = self.0.wait().unwrap();
        // Asked before it listens for signals, it has done nothing yet.
        assert!(status.success() || status.signal() == Some(15), "{status}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
