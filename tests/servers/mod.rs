//! Real mail servers for tests: Dovecot (IMAP, POP3, LMTP) and Exim (SMTP with a queue and real bounces), started as children of the test
//! in a directory of their own, on free ports of the loopback, as root (then they run as `nobody`) or as an ordinary user. They are
//! killed when they are dropped.
#![allow(dead_code, reason = "each test uses what it needs")]

mod config;
pub mod oauth;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// Everybody's domain.
pub const DOMAIN: &str = "test.local";
/// Everybody's password: with everything that quoting can get wrong.
pub const PASSWORD: &str = "open \"sesame\\ 4711";
/// What tokens are signed with.
pub const TOKEN_KEY: &[u8] = b"a key of thirty-two bytes or more";
/// Who has a mailbox.
pub const PEOPLE: [&str; 8] = ["referee", "anna", "bela", "cleo", "livia", "ops", "dido", "enki"];

/// Which ports the servers listen on.
#[derive(Clone, Copy, Debug)]
pub struct Ports {
    pub imap: u16,
    pub imaps: u16,
    pub pop3: u16,
    pub pop3s: u16,
    pub lmtp: u16,
    pub smtp: u16,
    pub smtps: u16,
}

/// What a server is not to offer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Imap {
    /// As it is.
    #[default]
    Whole,
    /// Neither MOVE nor IDLE, as old servers are.
    Old,
}

/// The servers.
pub struct Servers {
    dir: tempfile::TempDir,
    pub ports: Ports,
    imap: Imap,
    user: (u32, u32, String, String),
    dovecot: Option<Process>,
    exim: Option<Process>,
}

/// A server at work.
struct Process(Child);

impl Servers {
    /// Starts both, or says which program is missing.
    pub fn start() -> Option<Servers> {
        Servers::with(Imap::Whole)
    }

    /// Starts both with such an IMAP server.
    pub fn with(imap: Imap) -> Option<Servers> {
        for program in [
            "/usr/sbin/dovecot",
            "/usr/sbin/exim4",
            "/usr/lib/dovecot/lmtp",
            "/usr/lib/dovecot/pop3",
            "openssl",
            "python3",
        ] {
            if !is_here(program) {
                // `tests/run` installs them where it may, and sets the variable where nothing may be skipped.
                assert!(std::env::var_os("TABELLARIUS_NO_SKIP").is_none(), "{program} is not installed");
                println!("skipped: no test with real mail servers, since {program} is not installed");
                return None;
            }
        }
        let dir = tempfile::Builder::new().prefix("tabellarius-servers").tempdir().unwrap();
        let mut servers = Servers { dir, ports: ports(), imap, user: user(), dovecot: None, exim: None };
        config::write(&servers);
        servers.start_dovecot();
        servers.start_exim();
        Some(servers)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The certificate of both, which is also whom to trust.
    pub fn certificate(&self) -> PathBuf {
        self.path("cert.pem")
    }

    pub fn start_dovecot(&mut self) {
        assert!(self.dovecot.is_none());
        let mut command = self.command("/usr/sbin/dovecot");
        command.arg("-F").arg("-c").arg(self.path("dovecot.conf"));
        self.dovecot = Some(Process::start(command, &self.path("dovecot.out")));
        for port in [self.ports.imap, self.ports.pop3, self.ports.lmtp] {
            self.greeted(port);
        }
    }

    pub fn start_exim(&mut self) {
        assert!(self.exim.is_none());
        let mut command = self.command("/usr/sbin/exim4");
        command.arg("-C").arg(self.path("exim.conf")).args(["-bdf", "-q1s"]);
        self.exim = Some(Process::start(command, &self.path("exim.out")));
        self.greeted(self.ports.smtp);
    }

    /// Pulls the plug.
    pub fn stop_dovecot(&mut self) {
        self.dovecot = None;
    }

    /// Pulls the plug.
    pub fn stop_exim(&mut self) {
        self.exim = None;
    }

    /// A program, as the user that servers run as.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.process_group(0).stdin(Stdio::null()).current_dir(self.dir.path());
        if is_root() {
            command.uid(self.user.0).gid(self.user.1);
        }
        command
    }

    /// Waits until a server greets.
    fn greeted(&self, port: u16) {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
                stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
                let mut line = String::new();
                if BufReader::new(stream).read_line(&mut line).is_ok() && !line.is_empty() {
                    return;
                }
            }
            assert!(Instant::now() < end, "no server at port {port}:\n{}", self.logs());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What the servers wrote, for when something goes wrong.
    pub fn logs(&self) -> String {
        let files = ["dovecot.out", "dovecot.log", "exim.out", "log/mainlog", "log/rejectlog", "log/paniclog"];
        let tail = |name: &str| {
            let text = std::fs::read(self.path(name)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            format!("--- {name}\n{}\n", lines[lines.len().saturating_sub(30)..].join("\n"))
        };
        files.map(tail).concat()
    }

    /// The Maildir of somebody's folder.
    pub fn maildir(&self, name: &str, folder: &str) -> PathBuf {
        let home = self.path(&format!("mail/{name}@{DOMAIN}/Maildir"));
        if folder == "INBOX" { home } else { home.join(format!(".{folder}")) }
    }

    /// How many mails are in somebody's folder.
    pub fn count(&self, name: &str, folder: &str) -> usize {
        let dir = self.maildir(name, folder);
        ["new", "cur"].iter().map(|part| std::fs::read_dir(dir.join(part)).map_or(0, Iterator::count)).sum()
    }

    /// Makes a token for somebody that Dovecot takes for so many seconds. Exim takes the newest token, and no other.
    pub fn token_maker(&self, name: &str, lasts: u64) -> impl Fn(u32) -> String + Send + use<> {
        let (email, file) = (format!("{name}@{DOMAIN}"), self.path("token"));
        move |number| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
            let head = URL_SAFE_NO_PAD.encode(r#"{"alg":"HS256","typ":"JWT"}"#);
            let claims =
                serde_json::json!({ "email": email, "sub": email, "iat": now, "exp": now + lasts, "jti": number });
            let body = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
            let mut mac = Hmac::<Sha256>::new_from_slice(TOKEN_KEY).unwrap();
            mac.update(body.as_bytes());
            let token = format!("{body}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()));
            std::fs::write(&file, &token).unwrap();
            token
        }
    }

    /// How many mails wait in the queue of the SMTP server.
    pub fn queued(&self) -> usize {
        std::fs::read_dir(self.path("spool/input")).map_or(0, |files| {
            files
                .filter(|file| file.as_ref().is_ok_and(|file| file.file_name().to_string_lossy().ends_with("-H")))
                .count()
        })
    }

    /// The other client, in Python: it shares no code with us. Returns what it prints.
    pub fn client(&self, arguments: &[&str], input: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/client.py");
        let mut command = Command::new("python3");
        command.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Ports { imaps, pop3s, smtp, .. } = self.ports;
        command.env("IMAPS", imaps.to_string()).env("POP3S", pop3s.to_string()).env("SMTP", smtp.to_string());
        command.env("CERTIFICATE", self.certificate()).env("PASSWORD", PASSWORD).env("DOMAIN", DOMAIN);
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "the Python client: {said}\n{}", self.logs());
        String::from_utf8(ended.stdout).unwrap()
    }

    fn own(&self, path: &Path) {
        if is_root() {
            std::os::unix::fs::chown(path, Some(self.user.0), Some(self.user.1)).unwrap();
        }
    }
}

impl Process {
    fn start(mut command: Command, out: &Path) -> Process {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(out).unwrap();
        command.stdout(file.try_clone().unwrap()).stderr(file);
        Process(command.spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its helpers are in its process group; the shell's own kill is there on every system.
        let group = format!("kill -s KILL -- -{}", self.0.id());
        let _ = Command::new("sh").arg("-c").arg(group).stderr(Stdio::null()).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_here(program: &str) -> bool {
    if program.starts_with('/') {
        return std::fs::metadata(program).is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// Whom servers run as: number, group, and their names.
fn user() -> (u32, u32, String, String) {
    let me = std::fs::metadata("/proc/self").unwrap();
    let wanted = if is_root() { None } else { Some(me.uid()) };
    let passwd = std::fs::read_to_string("/etc/passwd").unwrap();
    for line in passwd.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let (uid, gid) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
        if wanted.map_or(fields[0] == "nobody", |wanted| wanted == uid) {
            return (uid, gid, fields[0].to_owned(), group(gid));
        }
    }
    panic!("nobody knows who runs this test");
}

fn group(gid: u32) -> String {
    let groups = std::fs::read_to_string("/etc/group").unwrap();
    let mut named = groups.lines().map(|line| line.split(':').collect::<Vec<_>>());
    named.find(|fields| fields[2] == gid.to_string()).map_or_else(|| gid.to_string(), |fields| fields[0].to_owned())
}

/// Ports that nobody has now.
fn ports() -> Ports {
    let held: Vec<TcpListener> = (0..7).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let port = |i: usize| held[i].local_addr().unwrap().port();
    Ports { imap: port(0), imaps: port(1), pop3: port(2), pop3s: port(3), lmtp: port(4), smtp: port(5), smtps: port(6) }
}
