//! A Dovecot of our own, to measure how fast letters come in by IMAP.

use anyhow::{Context as _, Result, bail, ensure};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "/usr/sbin/dovecot";

/// A server with one mailbox.
pub struct Dovecot {
    dir: PathBuf,
    /// Its IMAP port, with TLS from the first byte.
    pub port: u16,
    owner: Option<(u32, u32)>,
    child: Child,
}

impl Dovecot {
    /// Starts one in a directory; nothing if it is not installed.
    pub fn start(dir: &Path) -> Result<Option<Dovecot>> {
        if !Path::new(PROGRAM).exists() {
            return Ok(None);
        }
        let dir = dir.join("dovecot");
        for part in ["run", "state", "mail"] {
            std::fs::create_dir_all(dir.join(part))?;
        }
        let me = std::fs::metadata("/proc/self").context("only Linux says who we are")?;
        let wanted = if me.uid() == 0 { "nobody".to_owned() } else { me.uid().to_string() };
        let (name, uid, gid) = person(&wanted)?;
        let owner = (me.uid() == 0).then_some((uid, gid));
        let held: Vec<TcpListener> =
            (0..5).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<std::io::Result<_>>()?;
        let ports: Vec<u16> =
            held.iter().map(|one| one.local_addr().map(|at| at.port())).collect::<std::io::Result<_>>()?;
        drop(held);
        let config = include_str!("../../../tests/servers/dovecot.conf")
            .replace("@dir@", &dir.display().to_string())
            .replace("@user@", &name)
            .replace("@group@", &group(gid)?)
            .replace("@domain@", "bench.example")
            .replace("@capability@", "");
        let names = ["@imap@", "@imaps@", "@pop3@", "@pop3s@", "@lmtp@"];
        let config = names.iter().zip(&ports).fold(config, |text, (name, port)| text.replace(name, &port.to_string()));
        std::fs::write(dir.join("dovecot.conf"), config)?;
        std::fs::write(dir.join("users"), "referee@bench.example:{PLAIN}bench::::::\n")?;
        certificate(&dir)?;
        let mut command = Command::new(PROGRAM);
        command.arg("-F").arg("-c").arg(dir.join("dovecot.conf")).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((uid, gid)) = owner {
            command.uid(uid).gid(gid);
            own(&dir, uid, gid)?;
        }
        let child = command.spawn().with_context(|| format!("cannot start {PROGRAM}"))?;
        let dovecot = Dovecot { dir, port: ports[1], owner, child };
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", dovecot.port)).is_err() {
            ensure!(Instant::now() < end, "Dovecot does not start; see {}/dovecot.log", dovecot.dir.display());
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Some(dovecot))
    }

    /// Its certificate, which is also whom to trust.
    pub fn certificate(&self) -> PathBuf {
        self.dir.join("cert.pem")
    }

    /// Where new mail is put; it is made if it is not there.
    pub fn new_dir(&self) -> Result<PathBuf> {
        let home = self.dir.join("mail/referee@bench.example");
        for part in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(home.join("Maildir").join(part))?;
        }
        if let Some((uid, gid)) = self.owner {
            own(&home, uid, gid)?;
        }
        Ok(home.join("Maildir/new"))
    }

    /// Gives it what was put there.
    pub fn hand_over(&self) -> Result<()> {
        if let Some((uid, gid)) = self.owner {
            own(&self.new_dir()?, uid, gid)?;
        }
        Ok(())
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        let group = format!("kill -s KILL -- -{}", self.child.id());
        let _ = Command::new("sh").arg("-c").arg(group).stderr(Stdio::null()).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A user by name or number: name, number, group.
fn person(wanted: &str) -> Result<(String, u32, u32)> {
    let passwd = std::fs::read_to_string("/etc/passwd")?;
    for line in passwd.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        if let [name, _, uid, gid, ..] = fields[..]
            && (name == wanted || uid == wanted)
        {
            return Ok((name.to_owned(), uid.parse()?, gid.parse()?));
        }
    }
    bail!("there is no user {wanted}")
}

fn group(gid: u32) -> Result<String> {
    let groups = std::fs::read_to_string("/etc/group")?;
    let mut groups = groups.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let found = groups.find(|fields| fields.get(2).is_some_and(|number| *number == gid.to_string()));
    Ok(found.map_or_else(|| gid.to_string(), |fields| fields[0].to_owned()))
}

fn certificate(dir: &Path) -> Result<()> {
    let script = include_str!("../../../tests/servers/certificate.sh");
    let made = Command::new("sh").args(["-c", script, "sh"]).arg(dir).output()?;
    ensure!(made.status.success(), "openssl is not here, or makes no certificate");
    Ok(())
}

/// Gives a directory with all it holds to somebody.
fn own(path: &Path, uid: u32, gid: u32) -> Result<()> {
    chown(path, Some(uid), Some(gid))?;
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            own(&entry?.path(), uid, gid)?;
        }
    }
    Ok(())
}
