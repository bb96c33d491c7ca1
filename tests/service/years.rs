//! A club that goes on for years: databases of every schema, several clubs in one process, what an operator sees at a glance, what packages bring.

use rusqlite::Connection;
use rusqlite::types::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tabellarius::desk::clock::HandClock;
use tabellarius::desk::proof::prove;
use tabellarius::desk::service::{Service, box_of};
use tabellarius::desk::{Club, Desk};
use tabellarius::mail::Maildir;
use tabellarius::store::{Store, newest_schema};

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const DAY: i64 = 86_400;
/// The steps that make a database, as old versions of the program had them.
const STEPS: [&str; 7] = [
    include_str!("../../adjudicator/store/steps/1.sql"),
    include_str!("../../adjudicator/store/steps/people.sql"),
    include_str!("../../adjudicator/store/steps/outbox.sql"),
    include_str!("../../adjudicator/store/steps/mute.sql"),
    include_str!("../../adjudicator/store/steps/press.sql"),
    include_str!("../../adjudicator/store/steps/trust.sql"),
    include_str!("../../adjudicator/store/steps/league.sql"),
];

fn club(dir: &Path) -> Club {
    let mut club = Club::new("Club", "referee@club.example", "ops@club.example");
    club.limits = tabellarius::desk::limits::Limits::patient();
    for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
        *path = dir.join(&*path);
    }
    club
}

fn write(club: &Club, from: &str, number: usize, text: &str) {
    let mail = format!("From: {from}\r\nTo: referee@club.example\r\nMessage-ID: <{number}@x>\r\n\r\n{text}\r\n");
    Maildir::open(&club.inbox).unwrap().deliver(mail.as_bytes()).unwrap();
}

/// A club with a table of three, of which two rounds are played.
fn played(dir: &Path) -> Club {
    let club = club(dir);
    let clock = HandClock::at(MONDAY);
    let mut service = Service::open(club.clone(), Box::new(clock.clone())).unwrap();
    write(&club, "ops@club.example", 1, "new ostia-1 mare-nostrum 3 variant seats=rome+greece+egypt");
    for (i, name) in ["anna", "bela", "cleo"].iter().enumerate() {
        write(&club, &format!("{name}@home.example"), 10 + i, "join ostia-1");
    }
    service.step().unwrap();
    write(&club, "ops@club.example", 2, "table ostia-1\nstart");
    service.step().unwrap();
    write(&club, "anna@home.example", 20, "table ostia-1\npick any");
    service.step().unwrap();
    for days in [8, 16] {
        clock.set(MONDAY + days * DAY);
        service.step().unwrap();
    }
    let board = service.desk.store.board("ostia-1").unwrap().unwrap();
    assert!(board.rounds >= 2, "{board:?}");
    club
}

/// The database opens, is brought up to date, its table proves, and is played on.
fn goes_on(file: &Path) {
    let store = Store::open(file).unwrap();
    prove(&store, "ostia-1").unwrap();
    let rounds = store.board("ostia-1").unwrap().unwrap().rounds;
    let clock = HandClock::at(MONDAY + 30 * DAY);
    let mut desk =
        Desk::new(Club::new("Club", "referee@club.example", "ops@club.example"), store, Box::new(clock)).unwrap();
    desk.tick().unwrap();
    let board = desk.store.board("ostia-1").unwrap().unwrap();
    assert!(board.rounds > rounds, "{:?} {:?}", board.status, file);
    let version: u32 =
        Connection::open(file).unwrap().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, newest_schema());
}

/// A whole database as text.
fn dump(file: &Path) -> String {
    let db = Connection::open(file).unwrap();
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let mut text = format!("PRAGMA user_version = {version};\n");
    let texts = |sql: &str| -> Vec<String> {
        db.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    for sql in texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    {
        let _ = writeln!(text, "{sql};");
    }
    for table in
        texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    {
        let columns =
            texts(&format!("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('{table}')")).join(" || ',' || ");
        for row in texts(&format!("SELECT {columns} FROM \"{table}\"")) {
            let _ = writeln!(text, "INSERT INTO \"{table}\" VALUES ({row});");
        }
    }
    text
}

#[test]
fn a_database_of_every_schema_opens_migrates_and_replays() {
    let folder = Path::new("tests/store");
    if std::env::var_os("UPDATE_STORE").is_some() {
        let dir = tempfile::tempdir().unwrap();
        let club = played(dir.path());
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join(format!("{}.sql", newest_schema())), dump(&club.database)).unwrap();
    }
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "sql"));
    let newest = folder.join(format!("{}.sql", newest_schema()));
    assert!(
        files.contains(&newest),
        "a new schema leaves a database here: UPDATE_STORE=1 cargo test --test service years"
    );
    for file in files {
        let dir = tempfile::tempdir().unwrap();
        let database = dir.path().join("old.db");
        let sql = fs::read_to_string(&file).unwrap();
        Connection::open(&database)
            .unwrap()
            .execute_batch(&format!("PRAGMA foreign_keys = OFF;BEGIN;{sql}COMMIT;"))
            .unwrap();
        goes_on(&database);
    }
}

/// As older programs would have kept the same club: the tables and columns that their schema had.
#[test]
fn the_steps_between_schemas_keep_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let club = played(dir.path());
    let new = Connection::open(&club.database).unwrap();
    for schema in 1..STEPS.len() {
        let file = dir.path().join(format!("{schema}.db"));
        let old = Connection::open(&file).unwrap();
        old.pragma_update(None, "foreign_keys", "OFF").unwrap();
        for (i, step) in STEPS[..schema].iter().enumerate() {
            old.execute_batch(step).unwrap();
            old.pragma_update(None, "user_version", i as u32 + 1).unwrap();
        }
        let names = |db: &Connection, sql: &str| -> Vec<String> {
            db.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        };
        for table in names(&old, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
            let columns = |db: &Connection| names(db, &format!("SELECT name FROM pragma_table_info('{table}')"));
            let there = columns(&new);
            let both: Vec<String> = columns(&old).into_iter().filter(|name| there.contains(name)).collect();
            if both.is_empty() {
                continue;
            }
            let list = both.join(", ");
            let mut query = new.prepare(&format!("SELECT {list} FROM {table}")).unwrap();
            let rows: Vec<Vec<Value>> = query
                .query_map([], |row| (0..both.len()).map(|column| row.get(column)).collect())
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let marks = vec!["?"; both.len()].join(", ");
            for row in rows {
                old.execute(&format!("INSERT INTO {table} ({list}) VALUES ({marks})"), rusqlite::params_from_iter(row))
                    .unwrap();
            }
        }
        drop(old);
        goes_on(&file);
    }
}

fn tabellarius() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabellarius"));
    command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn said(command: &mut Command) -> String {
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

/// The file of a club whose places are in a folder of their own.
fn club_file(dir: &Path, name: &str, more: &str) -> PathBuf {
    let file = dir.join(format!("{name}.toml"));
    let places: String =
        ["database", "inbox", "outbox"].iter().map(|key| format!("{key} = \"{name}/{key}\"\n")).collect();
    let head = format!("name = \"{name}\"\naddress = \"referee@club.example\"\noperator = \"ops@club.example\"\n");
    fs::write(&file, format!("{head}{places}{more}")).unwrap();
    file
}

#[test]
fn what_it_is_and_how_it_is_can_be_seen_at_a_glance() {
    let dir = tempfile::tempdir().unwrap();
    let version = said(tabellarius().arg("--version"));
    assert!(version.contains(&format!("; schema {})", newest_schema())) && version.contains("(commit "), "{version}");
    let file = club_file(dir.path(), "ostia", "");
    let loaded = Club::load(&file).unwrap();
    let played = played(&dir.path().join("ostia"));
    fs::rename(&played.database, &loaded.database).unwrap();
    for end in ["-wal", "-shm"] {
        let (from, to) = (format!("{}{end}", played.database.display()), format!("{}{end}", loaded.database.display()));
        if Path::new(&from).exists() {
            fs::rename(from, to).unwrap();
        }
    }
    let status = |more: &[&str]| said(tabellarius().arg("status").arg("--club").arg(&file).args(more));
    let text = status(&[]);
    assert!(text.contains("1 running, 0 gathering, 0 stopped") && text.contains("newest copy"), "{text}");
    let state: serde_json::Value = serde_json::from_str(&status(&["--json"])).unwrap();
    assert_eq!(
        (state["running"].as_u64(), state["copy"].as_i64(), state["withdrawn"].as_bool()),
        (Some(1), None, Some(false))
    );
    let logs = said(tabellarius().arg("logs").arg("--club").arg(&file).arg("ostia-1"));
    assert!(
        logs.contains("letter 1 of ") && logs.contains("went to anna@home.example") && !logs.contains("pick"),
        "{logs}"
    );
    assert!(
        said(tabellarius().arg("backup").arg("--club").arg(&file).arg(dir.path().join("copy.db")))
            .contains("whole copy")
    );
    let state: serde_json::Value = serde_json::from_str(&status(&["--json"])).unwrap();
    assert!(state["copy"].as_i64().is_some_and(|age| age < 60), "{state}");
}

#[test]
fn packages_bring_pages_and_completions() {
    let dir = tempfile::tempdir().unwrap();
    said(tabellarius().arg("man").arg(dir.path()));
    let page = fs::read_to_string(dir.path().join("man/tabellarius-run.1")).unwrap();
    assert!(page.contains("SYNOPSIS") && page.contains("several clubs"), "{page}");
    assert!(dir.path().join("man/tabellarius-table-list.1").exists());
    assert!(!dir.path().join("man/tabellarius-man.1").exists(), "what is hidden has no page");
    let bash = fs::read_to_string(dir.path().join("completions/tabellarius.bash")).unwrap();
    assert!(bash.contains("doctor"), "{bash}");
}

/// Ended, whatever happens to the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn of_several_clubs_each_stops_alone() {
    let dir = tempfile::tempdir().unwrap();
    let files = ["ostia", "broken", "tyre"].map(|name| club_file(dir.path(), name, "backup = \"daily, keep 2\"\n"));
    let clubs: Vec<Club> = files.iter().map(|file| Club::load(file).unwrap()).collect();
    fs::write(&files[1], "name = ").unwrap();
    let mut running = Running(
        tabellarius()
            .arg("run")
            .args(&files)
            .stderr(fs::File::create(dir.path().join("log")).unwrap())
            .spawn()
            .unwrap(),
    );
    let until = |what: &str, is_so: &dyn Fn() -> bool| {
        let end = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < end, "{what}: {}", fs::read_to_string(dir.path().join("log")).unwrap());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    for (number, club) in [&clubs[0], &clubs[2]].into_iter().enumerate() {
        write(club, "anna@home.example", number, "help");
        let answers = Maildir::at(box_of(&club.outbox, "anna@home.example").unwrap());
        until("an answer", &|| answers.all().is_ok_and(|mails| mails.len() == 1));
    }
    let log = fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(log.contains("this club has stopped; the others go on") && log.contains("broken.toml"), "{log}");
    let asked = Command::new("sh").arg("-c").arg(format!("kill -s TERM {}", running.0.id())).status().unwrap();
    assert!(asked.success() && running.0.wait().unwrap().success());
}
