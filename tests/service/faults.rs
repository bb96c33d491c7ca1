//! Faults around the service: clocks that jump, files that cannot be written, readers that go away, a program that breaks down.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tabellarius::desk::Club;
use tabellarius::desk::clock::{Clock, HandClock};
use tabellarius::desk::intake::Taken;
use tabellarius::desk::service::{Service, box_of};
use tabellarius::mail::Maildir;

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
const OPS: &str = "ops@club.example";
const THREE: [&str; 3] = ["anna", "bela", "cleo"];

fn club(dir: &Path) -> Club {
    let mut club = Club::new("Club", "referee@club.example", OPS);
    club.format = tabellarius::desk::club::Look::Plain;
    club.limits = tabellarius::desk::limits::Limits::patient();
    for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
        *path = dir.join(&*path);
    }
    club
}

/// Something writes to the club; `head` are more lines above the letter.
fn write(club: &Club, from: &str, head: &str, text: &str) {
    let from = if from.contains('@') { from.to_owned() } else { format!("{from}@home.example") };
    let mail = format!("From: {from}\r\nTo: referee@club.example\r\n{head}\r\n{text}\r\n");
    Maildir::open(&club.inbox).unwrap().deliver(mail.as_bytes()).unwrap();
}

fn id(number: usize) -> String {
    format!("Message-ID: <{number}@x>\r\n")
}

/// A club with a table of three that was started at noon on a Monday.
fn begun(dir: &Path) -> Club {
    let club = club(dir);
    let mut service = Service::open(club.clone(), Box::new(HandClock::at(MONDAY))).unwrap();
    write(&club, OPS, &id(1), "new ostia-1 mare-nostrum 3 variant seats=rome+greece+egypt");
    for (i, person) in THREE.iter().enumerate() {
        write(&club, person, &id(10 + i), "join ostia-1");
    }
    service.step().unwrap();
    write(&club, OPS, &id(2), "table ostia-1\nstart");
    service.step().unwrap();
    service.desk.breathe().unwrap();
    club
}

fn deadline(service: &Service) -> i64 {
    service.desk.store.board("ostia-1").unwrap().unwrap().deadline.unwrap()
}

fn mails_to(club: &Club, address: &str) -> Vec<String> {
    let mails = Maildir::open(box_of(&club.outbox, address).unwrap()).unwrap().all().unwrap();
    mails.into_iter().map(|mail| String::from_utf8(mail).unwrap().replace("=\r\n", "")).collect()
}

/// A clock that another thread turns while the service runs.
#[derive(Clone)]
struct Turned(Arc<AtomicI64>);

impl Clock for Turned {
    fn now(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// Lets the real loop run while somebody turns its clock; where the deadline is then, and how many rounds are closed.
fn run_while(club: &Club, begin: i64, turns: &[i64]) -> (i64, u32) {
    let clock = Turned(Arc::new(AtomicI64::new(begin)));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // The loop sleeps for no longer than a second.
            for turn in turns {
                std::thread::sleep(Duration::from_millis(1_500));
                clock.0.store(*turn, Ordering::SeqCst);
            }
            std::thread::sleep(Duration::from_millis(1_500));
            stop.store(true, Ordering::SeqCst);
        });
        let mut service = Service::open(club.clone(), Box::new(clock.clone())).unwrap();
        service.run(&stop).unwrap();
        (deadline(&service), service.desk.store.board("ostia-1").unwrap().unwrap().rounds)
    })
}

#[test]
fn time_that_was_not_served_moves_the_deadline_once_and_never_back() {
    let dir = tempfile::tempdir().unwrap();
    let club = begun(dir.path());
    let due = deadline(&Service::open(club.clone(), Box::new(HandClock::at(MONDAY))).unwrap());
    // The machine sleeps, or somebody sets the clock, for twenty days: well beyond the deadline.
    assert_eq!(run_while(&club, MONDAY + 60, &[MONDAY + 20 * DAY]), (due + 20 * DAY - 60, 0));
    // It is noticed once, also by the next start.
    assert_eq!(run_while(&club, MONDAY + 20 * DAY + 5, &[MONDAY + 20 * DAY + 10]), (due + 20 * DAY - 60, 0));
    // Back by days, and a little ahead: nothing moves.
    assert_eq!(
        run_while(&club, MONDAY + 20 * DAY + 15, &[MONDAY + 12 * DAY, MONDAY + 12 * DAY + 600]),
        (due + 20 * DAY - 60, 0)
    );
    let alarms = mails_to(&club, OPS);
    assert_eq!(alarms.iter().filter(|mail| mail.contains("went back by 8 days")).count(), 1, "{alarms:#?}");
    assert_eq!(mails_to(&club, "anna@home.example").iter().filter(|mail| mail.contains("out of order for")).count(), 1);
}

#[test]
fn hours_of_ending_at_once_are_an_outage() {
    let dir = tempfile::tempdir().unwrap();
    let club = begun(dir.path());
    let mut moved = Vec::new();
    let mut before = deadline(&Service::open(club.clone(), Box::new(HandClock::at(MONDAY))).unwrap());
    // Every ten minutes somebody starts it again, and it ends within a minute.
    for start in 1..=24 {
        let mut service = Service::open(club.clone(), Box::new(HandClock::at(MONDAY + 600 * start))).unwrap();
        service.desk.wake_up().unwrap();
        service.step().unwrap();
        moved.push(deadline(&service) - before);
        before = deadline(&service);
    }
    assert_eq!(moved.iter().sum::<i64>(), 4 * HOUR, "{moved:?}");
}

#[test]
fn the_same_words_twice_without_a_name_are_two_letters() {
    let dir = tempfile::tempdir().unwrap();
    let club = begun(dir.path());
    let mut service = Service::open(club.clone(), Box::new(HandClock::at(MONDAY + 60))).unwrap();
    for round in 1..=2 {
        for person in THREE {
            write(&club, person, "", "table ostia-1\nnothing");
        }
        service.step().unwrap();
        assert_eq!(service.desk.store.board("ostia-1").unwrap().unwrap().rounds, round);
    }
    // But one letter that is found twice, because somebody pulled the plug, is one.
    write(&club, "anna", "", "table ostia-1\nnothing");
    let entry = Maildir::open(&club.inbox).unwrap().waiting().unwrap().pop().unwrap();
    let copy = fs::read(club.inbox.join("new").join(&entry.name)).unwrap();
    service.step().unwrap();
    let answered = service.counts().answered;
    drop(service);
    fs::write(club.inbox.join("new").join(&entry.name), copy).unwrap();
    let mut service = Service::open(club, Box::new(HandClock::at(MONDAY + 60))).unwrap();
    service.step().unwrap();
    assert!(answered > 0 && service.counts().answered == 0 && service.counts().again == 1);
}

/// A clock that breaks down when it is told to.
struct Breaking(Arc<AtomicBool>);

impl Clock for Breaking {
    fn now(&self) -> i64 {
        assert!(!self.0.swap(false, Ordering::SeqCst), "the clock breaks down");
        MONDAY
    }
}

#[test]
fn a_letter_at_which_the_program_breaks_down_takes_no_other_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let breaks = Arc::new(AtomicBool::new(false));
    let mut service = Service::open(club(dir.path()), Box::new(Breaking(breaks.clone()))).unwrap();
    breaks.store(true, Ordering::SeqCst);
    let letter =
        |number: usize| format!("From: anna@home.example\r\nTo: referee@club.example\r\n{}\r\nhelp\r\n", id(number));
    assert_eq!(service.desk.take_mail(letter(1).as_bytes(), MONDAY).unwrap(), Taken::Quarantined);
    assert_eq!(service.desk.take_mail(letter(2).as_bytes(), MONDAY).unwrap(), Taken::Answered);
    let aside = service.desk.store.quarantine().unwrap();
    assert_eq!(aside.len(), 1);
    assert!(aside[0].fate.contains("the clock breaks down"), "{:?}", aside[0]);
    assert_eq!(service.desk.store.mail(aside[0].id).unwrap().unwrap().0, letter(1).as_bytes(), "it is kept");
}

fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tabellarius"))
}

fn club_file(dir: &Path, more: &str) -> PathBuf {
    let file = dir.join("tabellarius.toml");
    let text = format!("name = \"Club\"\naddress = \"referee@club.example\"\noperator = \"{OPS}\"\n{more}");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn counters_and_a_log_that_cannot_be_written_end_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = club_file(dir.path(), "metrics = \"no/such/folder/x.prom\"\n");
    // What a crash left in `tmp` long ago is swept away.
    let stale = Club::load(&file).unwrap().inbox.join("tmp/stale");
    fs::create_dir_all(stale.parent().unwrap()).unwrap();
    let left = fs::File::create(&stale).unwrap();
    left.set_modified(std::time::SystemTime::now() - Duration::from_secs(3 * 86_400)).unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut running = binary().arg("run").arg("--club").arg(&file).stderr(full).stdout(Stdio::null()).spawn().unwrap();
    let club = Club::load(&file).unwrap();
    let begun = Instant::now();
    while !club.inbox.join("new").is_dir() {
        assert!(begun.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(20));
    }
    write(&club, "anna", &id(1), "help");
    while mails_to(&club, "anna@home.example").is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(30) && running.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(20));
    }
    // It ends as it should, although the counters can never be written.
    let ended = Command::new("kill").arg("-TERM").arg(running.id().to_string()).status().unwrap();
    assert!(ended.success());
    assert!(running.wait().unwrap().success());
    assert!(!stale.exists());
}

#[test]
fn pages_that_cannot_be_written_are_an_alarm_and_end_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "no folder").unwrap();
    for pages in ["file/site", "."] {
        let file = club_file(dir.path(), &format!("pages = \"{pages}\"\n"));
        let club = Club::load(&file).unwrap();
        Maildir::open(&club.inbox).unwrap();
        write(&club, "anna", &id(if pages == "." { 2 } else { 1 }), "help");
        let done = binary().args(["run", "--once", "--club"]).arg(&file).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        assert!(!mails_to(&club, "anna@home.example").is_empty());
    }
    let club = Club::load(&club_file(dir.path(), "")).unwrap();
    let told = mails_to(&club, OPS).concat().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("write the club's pages") && told.contains("is not empty"), "{told}");
    assert!(!dir.path().join("en").exists(), "a folder of somebody else is left alone");
}

#[test]
fn a_locked_database_is_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let club = begun(dir.path());
    let mut service = Service::open(club.clone(), Box::new(HandClock::at(MONDAY + 60))).unwrap();
    let other = rusqlite::Connection::open(&club.database).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; UPDATE club SET value = value").unwrap();
    write(&club, "anna", &id(50), "table ostia-1\nstatus");
    let (before, locked) = (mails_to(&club, "anna@home.example").len(), Instant::now());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(900));
            other.execute_batch("COMMIT").unwrap();
        });
        service.step().unwrap();
    });
    assert!(locked.elapsed() >= Duration::from_millis(900));
    assert_eq!(mails_to(&club, "anna@home.example").len(), before + 1);
}

#[test]
fn a_reader_that_goes_away_makes_no_command_break_down() {
    let dir = tempfile::tempdir().unwrap();
    let file = club_file(dir.path(), "");
    let file = file.to_str().unwrap();
    let commands: &[&[&str]] = &[
        &["games"],
        &["data", "mare-nostrum"],
        &["case", "run", "tests/cases/latrones"],
        &["table", "list", "--club", file],
        &["doctor", "--club", file],
        &["bench", "orders", "latrones", "--games", "1"],
        &["--help"],
    ];
    for command in commands {
        let mut child = binary().args(*command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{command:?}: {said}");
        assert_ne!(output.status.code(), Some(101), "{command:?}");
    }
}

#[test]
fn a_case_about_a_city_that_is_not_at_the_table_is_a_failure_and_no_breakdown() {
    let dir = tempfile::tempdir().unwrap();
    let game = "game: seven-wonders\nplayers: 3\nvariant: wonders=gizah+rhodos+olympia\n";
    let sections = [
        "cities:\n  Babylon: 3 coins\n",
        "hands:\n  Babylon: Altar\n",
        "expect:\n  hands Babylon: Altar\n",
        "expect:\n  Babylon: 1 defeat\n",
        "ranking: Babylon, Gizah, Rhodos\n",
    ];
    for section in sections {
        let file = dir.path().join("odd.case");
        fs::write(&file, format!("case: a city from elsewhere\n{game}{section}")).unwrap();
        let output = binary().args(["case", "run", file.to_str().unwrap()]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{section}: {said}");
        assert!(!said.contains("panicked"), "{section}: {said}");
    }
}

#[test]
fn alarms_come_bundled() {
    let dir = tempfile::tempdir().unwrap();
    let club = club(dir.path());
    let clock = HandClock::at(MONDAY);
    let mut service = Service::open(club.clone(), Box::new(clock.clone())).unwrap();
    fs::create_dir_all(&club.outbox).unwrap();
    for number in 0..30 {
        let person = format!("p{number}@home.example");
        fs::write(box_of(&club.outbox, &person).unwrap(), "no folder").unwrap();
        write(&club, &person, &id(100 + number), "help");
    }
    service.step().unwrap();
    let told = mails_to(&club, OPS);
    assert_eq!(told.len(), 5, "some at once, the rest together: {told:#?}");
    clock.set(MONDAY + HOUR + 1);
    service.step().unwrap();
    let told = mails_to(&club, OPS);
    assert_eq!(told.len(), 6, "{told:#?}");
    for number in 0..30 {
        let named = told.iter().filter(|mail| mail.contains(&format!("p{number}@home.example"))).count();
        assert_eq!(named, 1, "p{number} is named once");
    }
}

/// What `doctor` says, and whether all is well.
fn doctor(file: &Path) -> (bool, String) {
    let output = binary().args(["doctor", "--offline", "--club"]).arg(file).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_doctor_looks_at_what_shows_only_in_time() {
    let dir = tempfile::tempdir().unwrap();
    let file = club_file(dir.path(), "");
    let club = Club::load(&file).unwrap();
    write(&club, "anna", &id(1), "help");
    assert!(binary().args(["run", "--once", "--club"]).arg(&file).output().unwrap().status.success());
    // The test has made the inbox, as a mail server would.
    let made = [&club.inbox, &club.inbox.join("new"), &club.inbox.join("cur"), &club.inbox.join("tmp")];
    made.iter().for_each(|dir| fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).unwrap());
    let (well, said) = doctor(&file);
    assert!(well, "{said}");
    for line in [
        "folders: ",
        "room on the disk: ",
        "last start: ",
        "mails that do not arrive: none",
        "rows: all can be read",
        "newest copy: ",
    ] {
        assert!(said.contains(&format!("ok     {line}")), "{line}: {said}");
    }
    // A letter that nobody reads.
    write(&club, "anna", &id(2), "help");
    let entry = Maildir::open(&club.inbox).unwrap().waiting().unwrap().pop().unwrap();
    let letter = fs::File::options().write(true).open(club.inbox.join("new").join(entry.name)).unwrap();
    letter.set_modified(std::time::SystemTime::now() - Duration::from_secs(7_200)).unwrap();
    // A service that ended without a word, a mail that does not arrive, a row that cannot be read, a folder that is none.
    let db = rusqlite::Connection::open(&club.database).unwrap();
    db.execute_batch(
        "INSERT OR REPLACE INTO club VALUES ('service', 'began'); UPDATE person SET wants = 'nothing'; \
         INSERT INTO outbox (message_id, address, bytes, written) VALUES ('x@x', 'anna@home.example', x'61', 7)",
    )
    .unwrap();
    let boxed = box_of(&club.outbox, "anna@home.example").unwrap();
    fs::rename(boxed.join("tmp"), boxed.join("away")).unwrap();
    fs::write(boxed.join("tmp"), "no folder").unwrap();
    let (well, said) = doctor(&file);
    assert!(!well);
    for line in [
        "inbox: 1 letters have waited",
        "last start: the last service did not end",
        "mails that do not arrive: 1 have waited",
        "rows: ",
        "folders: ",
    ] {
        assert!(said.contains(&format!("WRONG  {line}")), "{line}: {said}");
    }
}

#[test]
fn the_clubs_file_is_read_again_when_it_is_told_to() {
    let dir = tempfile::tempdir().unwrap();
    let file = club_file(dir.path(), "");
    let mut running =
        binary().arg("run").arg("--club").arg(&file).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let (club, begun) = (Club::load(&file).unwrap(), Instant::now());
    let answer_to = |number: usize| {
        while !mails_to(&club, "anna@home.example").iter().any(|mail| mail.contains(&format!("<{number}@x>"))) {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(20));
        }
        mails_to(&club, "anna@home.example").into_iter().find(|mail| mail.contains(&format!("<{number}@x>"))).unwrap()
    };
    write(&club, "anna", &id(1), "new ostia-1 latrones 2");
    assert!(!answer_to(1).contains("IS OPEN"));
    club_file(dir.path(), "tables = \"by-anybody\"\n");
    assert!(Command::new("kill").arg("-HUP").arg(running.id().to_string()).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(1_500));
    write(&club, "anna", &id(2), "new ostia-2 latrones 2");
    assert!(answer_to(2).contains("IS OPEN"), "{}", answer_to(2));
    assert!(Command::new("kill").arg("-TERM").arg(running.id().to_string()).status().unwrap().success());
    assert!(running.wait().unwrap().success());
}
