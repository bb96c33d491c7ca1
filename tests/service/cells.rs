//! A law: whatever stands in a single cell of the database, nobody but the table it belongs to stops, and the operator is told once.
//!
//! Some cells are tried each time; `LAWS=long` tries them all, `CELL=seat.keeper` those of one column.

use rusqlite::types::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tabellarius::desk::Club;
use tabellarius::desk::clock::HandClock;
use tabellarius::desk::service::{Service, box_of};
use tabellarius::mail::{Letter, Maildir, Phrases};
use tabellarius::store::Status;

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const DAY: i64 = 86_400;
const OPS: &str = "ops@club.example";
/// Some people sit at two tables.
const TABLES: [(&str, [&str; 3]); 3] = [
    ("ostia-1", ["anna", "bela", "cleo"]),
    ("ostia-2", ["cleo", "dido", "enki"]),
    ("ostia-3", ["fulvia", "gaius", "hanno"]),
];
/// One case in so many is tried each time.
const USUALLY: usize = 31;

fn open(dir: &Path, clock: &HandClock) -> anyhow::Result<Service> {
    let mut club = Club::new("Club", "referee@club.example", OPS);
    club.format = tabellarius::desk::club::Look::Plain;
    club.limits = tabellarius::desk::limits::Limits::patient();
    for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
        *path = dir.join(&*path);
    }
    Service::open(club, Box::new(clock.clone()))
}

fn write(service: &Service, number: &mut usize, from: &str, text: &str) {
    *number += 1;
    let from = if from.contains('@') { from.to_owned() } else { format!("{from}@home.example") };
    let mail = format!("From: {from}\r\nTo: referee@club.example\r\nMessage-ID: <{number}@x>\r\n\r\n{text}\r\n");
    Maildir::open(&service.desk.club.inbox).unwrap().deliver(mail.as_bytes()).unwrap();
}

/// A club with a row in nearly every table of its database.
fn build(dir: &Path) {
    let clock = HandClock::at(MONDAY);
    let (mut service, mut number) = (open(dir, &clock).unwrap(), 0);
    for (id, people) in TABLES {
        write(&service, &mut number, OPS, &format!("new {id} mare-nostrum 3 variant seats=rome+greece+egypt"));
        for person in people {
            write(&service, &mut number, person, &format!("join {id}"));
        }
        service.step().unwrap();
        write(&service, &mut number, OPS, &format!("table {id}\nstart"));
        service.step().unwrap();
    }
    let said = [
        ("anna", "table ostia-1\npress to all: good evening\nend"),
        ("bela", "table ostia-1\ndiary\nI shall win.\nend"),
        ("cleo", "format digest"),
        ("anna", "table ostia-1\nextend 1 day"),
        ("bela", "absent 2027-03-01 to 2027-03-05"),
        ("anna", "address anna@new.example"),
        (OPS, "table ostia-1\nnote\nAll is well.\nend"),
        (OPS, "table ostia-1\nannounce\nA greeting.\nend"),
        ("bela", "table ostia-1\nmute all"),
        ("zeno", "observe ostia-1"),
    ];
    for (from, text) in said {
        write(&service, &mut number, from, text);
        service.step().unwrap();
    }
    for person in TABLES[0].1 {
        write(&service, &mut number, person, "table ostia-1\nnothing");
    }
    write(&service, &mut number, "anna", "table ostia-1\nnothing");
    service.step().unwrap();
    service.desk.breathe().unwrap();
    // A mail that has still to go, and a letter in quarantine.
    service
        .desk
        .store
        .post("waits@x", Some("ostia-1"), "bela@home.example", b"Subject: waits\r\n\r\nx", MONDAY)
        .unwrap();
    service.desk.take_mail(b"Subject: nobody\n\nwrote this", MONDAY).unwrap();
}

/// The columns: table, column, whether it is a number.
fn columns(db: &rusqlite::Connection) -> Vec<(String, String, String)> {
    let sql = "SELECT t.name, c.name, c.type FROM pragma_table_list t JOIN pragma_table_info(t.name) c \
               WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2";
    let mut query = db.prepare(sql).unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.collect::<rusqlite::Result<_>>().unwrap()
}

fn damages(kind: &str) -> Vec<(String, Value)> {
    match kind {
        "INTEGER" => [-1, 0, 1, 3, i64::MIN, i64::MAX, 1 << 40].map(|n| (n.to_string(), Value::Integer(n))).to_vec(),
        "BLOB" => vec![("x''".into(), Value::Blob(Vec::new())), ("x'ff00'".into(), Value::Blob(vec![255, 0]))],
        _ => {
            let texts = ["", "x", "{}", "[]", "null", "{\"broken\":7}", "ostia-2", "-1"];
            let mut all: Vec<(String, Value)> =
                texts.iter().map(|text| (format!("{text:?}"), Value::Text((*text).into()))).collect();
            all.push(("no UTF-8".into(), Value::Blob(b"\xffo\xfe".to_vec())));
            all.push(("long".into(), Value::Text("x".repeat(70_000))));
            all
        }
    }
}

/// Changes a cell; which table of the club it belongs to, if there is such a cell.
fn damage(path: &Path, table: &str, column: &str, kind: &str, value: &Value) -> Option<Option<String>> {
    let db = rusqlite::Connection::open(path).unwrap();
    db.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let board = match table {
        "board" => Some("id"),
        "form" | "letter" | "log" | "member" | "mute" | "page" | "press" | "round" | "seat" | "timeline" | "vote" => {
            Some("board")
        }
        _ => None,
    };
    let (key, order) = match board {
        Some(name) => (format!("{name} = 'ostia-1'"), "ORDER BY 1 DESC"),
        None if table == "outbox" => ("message_id = 'waits@x'".into(), ""),
        None => ("1".into(), ""),
    };
    // The first row, by its primary key: one cell changes.
    let keys: Vec<String> = {
        let mut query = db.prepare("SELECT name FROM pragma_table_info(?1) WHERE pk > 0").unwrap();
        query.query_map([table], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap()
    };
    let select = format!("SELECT {} FROM {table} WHERE {key} {order} LIMIT 1", keys.join(", "));
    let row: Option<Vec<Value>> = db.query_row(&select, [], |row| (0..keys.len()).map(|i| row.get(i)).collect()).ok();
    let mut values = vec![value.clone()];
    values.extend(row?);
    let same: Vec<String> = keys.iter().enumerate().map(|(i, key)| format!("{key} IS ?{}", i + 2)).collect();
    let cast = if kind == "TEXT" { "CAST(?1 AS TEXT)" } else { "?1" };
    let set = format!("UPDATE {table} SET {column} = {cast} WHERE {}", same.join(" AND "));
    let changed = db.execute(&set, rusqlite::params_from_iter(values));
    match changed {
        Ok(1..) => Some(board.map(|_| "ostia-1".to_owned())),
        _ => None,
    }
}

struct Case<'c> {
    table: &'c str,
    column: &'c str,
    what: &'c str,
}

/// What the operator was told.
fn alarms(dir: &Path) -> Vec<String> {
    let boxed = box_of(&dir.join("mail/out"), OPS).unwrap();
    let mails = Maildir::open(boxed).unwrap().all().unwrap();
    let letters = mails.iter().map(|mail| Letter::read(mail, Phrases::built_in()));
    letters.filter(|letter| letter.subject.contains("something needs you")).map(|letter| letter.body).collect()
}

fn try_one(dir: &Path, case: &Case<'_>, owner: Option<&str>) -> Result<(), String> {
    let clock = HandClock::at(MONDAY + 60);
    let fails = |when: &str, why: String| format!("{}.{} = {}: {when}: {why}", case.table, case.column, case.what);
    let mut service = open(dir, &clock).map_err(|error| fails("at the start", format!("{error:#}")))?;
    service.desk.wake_up().map_err(|error| fails("waking up", format!("{error:#}")))?;
    let before: BTreeMap<&str, u32> = TABLES
        .iter()
        .map(|(id, _)| (*id, service.desk.store.sound_board(id).ok().flatten().map_or(0, |board| board.rounds)))
        .collect();
    let mut number = 10_000;
    for (id, people) in TABLES {
        for person in people {
            write(&service, &mut number, person, &format!("table {id}\nnothing"));
            write(&service, &mut number, person, &format!("table {id}\nstatus"));
        }
        write(&service, &mut number, OPS, &format!("table {id}\nannounce\nStill here.\nend"));
    }
    write(&service, &mut number, "hanno", "list");
    for day in [0, 1, 9, 20, 40] {
        clock.set(MONDAY + 120 + day * DAY);
        service.step().map_err(|error| fails(&format!("on day {day}"), format!("{error:#}")))?;
    }
    // A row that names another table belongs to that one from then on.
    let named = if case.column == "board" { case.what.trim_matches('"') } else { "" };
    for (id, _) in TABLES.iter().filter(|(id, _)| Some(*id) != owner && *id != named) {
        let board = service.desk.store.board(id).map_err(|error| fails(id, format!("{error:#}")))?;
        let board = board.ok_or_else(|| fails(id, "is gone".into()))?;
        if matches!(board.status, Status::Broken(_)) || board.rounds <= before[id] {
            return Err(fails(id, format!("{:?} after {} rounds, {} before", board.status, board.rounds, before[id])));
        }
    }
    let told = alarms(dir);
    if told.len() > 4 {
        return Err(fails("too many alarms", format!("{told:#?}")));
    }
    service.step().map_err(|error| fails("again", format!("{error:#}")))?;
    drop(service);
    let mut service = open(dir, &clock).map_err(|error| fails("at the second start", format!("{error:#}")))?;
    service.step().map_err(|error| fails("after the second start", format!("{error:#}")))?;
    if alarms(dir).len() != told.len() {
        return Err(fails("told twice", format!("{:#?}", alarms(dir))));
    }
    Ok(())
}

#[test]
fn whatever_stands_in_a_cell_nobody_else_stops() {
    let home = tempfile::tempdir().unwrap();
    build(home.path());
    let database = home.path().join("tabellarius.db");
    let only = std::env::var("CELL").ok();
    let is_long = std::env::var("LAWS").is_ok_and(|laws| laws == "long") || only.is_some();
    let found = columns(&rusqlite::Connection::open(&database).unwrap());
    assert!(found.len() > 90, "{}", found.len());
    let (mut tried, mut failures) = (0, Vec::new());
    let mut cases = Vec::new();
    for (table, column, kind) in &found {
        cases.extend(damages(kind).into_iter().map(|(what, value)| (table, column, kind, what, value)));
    }
    for (i, (table, column, kind, what, value)) in cases.iter().enumerate() {
        let is_meant = only.as_ref().is_none_or(|only| *only == format!("{table}.{column}") || only == *table);
        if !is_meant || (!is_long && i % USUALLY != 0) {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        fs::copy(&database, dir.path().join("tabellarius.db")).unwrap();
        let Some(owner) = damage(&dir.path().join("tabellarius.db"), table, column, kind, value) else { continue };
        tried += 1;
        let case = Case { table, column, what };
        if let Err(why) = try_one(dir.path(), &case, owner.as_deref()) {
            println!("{why}");
            failures.push(why);
        }
    }
    println!("{tried} cells of {} columns", found.len());
    assert!(failures.is_empty(), "{} of {tried}:\n{}", failures.len(), failures.join("\n"));
    assert!(tried >= 1);
}
