//! What `docs/security.md` says of the machine; and that every test it names is there.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tabellarius::desk::Club;
use tabellarius::desk::clock::HandClock;
use tabellarius::desk::identity::Identity;
use tabellarius::desk::service::Service;
use tabellarius::mail::Maildir;

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

/// Everything in a folder, folders too.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        }
        found.push(path);
    }
    found
}

/// Runs the binary with the widest umask there is.
fn run(dir: &Path, line: &str) -> (bool, String) {
    let shell = format!("umask 000; exec \"$BIN\" {line}");
    let bin = assert_cmd::cargo::cargo_bin("tabellarius");
    let ran = Command::new("sh").arg("-c").arg(shell).env("BIN", bin).current_dir(dir).output().unwrap();
    (ran.status.success(), format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr)))
}

#[test]
fn every_file_is_its_user_s_alone_whatever_the_umask() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for line in [
        "init < /dev/null",
        "send --from operator@localhost 'new ostia-1 latrones 2'",
        "doctor --offline",
        "backup copy.db",
        "play --help",
    ] {
        let (is_well, said) = run(dir, line);
        assert!(is_well, "{line}: {said}");
    }
    let found = all(dir);
    assert!(
        found.iter().any(|path| path.ends_with("tabellarius.db")) && found.iter().any(|path| path.ends_with("copy.db"))
    );
    assert!(found.iter().any(|path| path.parent().is_some_and(|dir| dir.ends_with("mail/in/new"))), "{found:?}");
    for path in found {
        let most = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path) & !most, 0, "{}: {:o}", path.display(), mode(&path));
    }
    // Somebody opened it up: doctor complains.
    assert!(run(dir, "doctor --offline").1.contains("nobody else can read what is secret"));
    fs::set_permissions(dir.join("tabellarius.db"), fs::Permissions::from_mode(0o644)).unwrap();
    let (is_well, said) = run(dir, "doctor --offline");
    assert!(!is_well && said.contains("others on this machine can read") && said.contains("tabellarius.db"), "{said}");
}

#[test]
fn a_password_is_gone_from_the_mailbox_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut club = Club::new("Club", "referee@club.example", "ops@club.example");
    club.format = tabellarius::desk::club::Look::Plain;
    club.identity = Identity::strict();
    club.identity.authentication_results_of = Some("mx.club.example".into());
    for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
        *path = dir.path().join(&*path);
    }
    let inbox = Maildir::open(&club.inbox).unwrap();
    let mut service = Service::open(club, Box::new(HandClock::at(1_794_830_400))).unwrap();
    for (number, text) in ["identify xyzzy plugh\nlist", "password xyzzy plugh", "list"].into_iter().enumerate() {
        let word = "Authentication-Results: mx.club.example; dkim=pass header.d=home.example";
        let mail =
            format!("{word}\nFrom: anna@home.example\nTo: referee@club.example\nMessage-ID: <{number}@x>\n\n{text}\n");
        inbox.deliver(mail.as_bytes()).unwrap();
    }
    service.step().unwrap();
    service.desk.store.settle().unwrap();
    drop(service);
    let files: Vec<PathBuf> = all(dir.path()).into_iter().filter(|path| path.is_file()).collect();
    for path in &files {
        let bytes = fs::read(path).unwrap();
        assert!(!bytes.windows(5).any(|piece| piece == b"xyzzy"), "{}", path.display());
    }
    // The names stay, and so does a letter without a secret.
    let done = inbox.all().unwrap();
    assert_eq!((done.len(), done.iter().filter(|mail| mail.is_empty()).count()), (3, 2));
}

#[test]
fn the_unit_is_hardened() {
    let unit = fs::read_to_string("config/tabellarius.service").unwrap();
    for line in [
        "UMask=0077",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "PrivateDevices=yes",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
        "SystemCallFilter=@system-service",
        "MemoryDenyWriteExecute=yes",
    ] {
        assert!(unit.lines().any(|one| one == line), "{line}");
    }
}

/// Every test of the project: a name behind `fn` below `#[test]`, or the name of a file of tests.
fn tests(folder: &Path, found: &mut Vec<String>) {
    for path in all(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        found.push(path.display().to_string());
        let text = fs::read_to_string(&path).unwrap();
        let behind = text.split("#[test]").skip(1).filter_map(|rest| rest.split("fn ").nth(1));
        found.extend(behind.filter_map(|rest| rest.split('(').next()).map(str::to_owned));
    }
}

#[test]
fn every_promise_names_tests_that_are_there() {
    let mut found = Vec::new();
    tests(Path::new("tests"), &mut found);
    tests(Path::new("adjudicator"), &mut found);
    let text = fs::read_to_string("docs/security.md").unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| we promise")).filter(|line| line.starts_with("| "));
    let rows: Vec<&str> = rows.filter(|line| !line.starts_with("| we promise")).collect();
    assert!(rows.len() > 25, "{}", rows.len());
    for row in rows {
        let named = row.trim_end_matches('|').rsplit('|').next().unwrap();
        let names: Vec<&str> = named.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named: {row}");
        for name in names {
            let is_script = name.starts_with("tests/") && Path::new(name).is_file();
            assert!(is_script || found.iter().any(|one| one == name), "there is no {name}: {row}");
        }
    }
}
