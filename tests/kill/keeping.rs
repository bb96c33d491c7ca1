//! What else keeps a club safe: one service only, one broken table alone, backups, tables that move house.

use super::yard::{LIVIA, OPERATOR, Yard, until};
use tabellarius::desk::open_table::Games;
use tabellarius::store::{Status, Store};
use tabellarius_kernel::Seed;

const THREE: [&str; 3] = ["anna@home.example", "bela@home.example", "cleo@home.example"];

/// Everybody sends in orders for a table.
fn everybody_writes(yard: &Yard, people: &[&str], id: &str, number: usize) {
    for (i, person) in people.iter().enumerate() {
        yard.post(person, number + i, &format!("table {id}\nnothing"));
    }
}

#[test]
fn a_second_service_is_refused() {
    let yard = Yard::new();
    let running = yard.start();
    yard.post("anna@home.example", 1, "help");
    until("an answer", || !yard.mails_to("anna@home.example").is_empty());
    let second = yard.command("run", &["--once"]);
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("another service works on"), "{said}");
    running.kill();
    yard.once();
}

#[test]
fn a_broken_table_stops_alone() {
    let yard = Yard::new();
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    yard.table("ostia-2", "mare-nostrum 3", &THREE);
    let db = rusqlite::Connection::open(&yard.club.database).unwrap();
    let snapshot: String =
        db.query_row("SELECT snapshot FROM board WHERE id = 'ostia-1'", [], |row| row.get(0)).unwrap();
    let set = |text: &str| {
        let sql = "UPDATE board SET snapshot = ?1, wake = 0 WHERE id = 'ostia-1'";
        assert_eq!(db.execute(sql, [text]).unwrap(), 1);
    };
    for (i, damage) in ["{\"rounds\": 0, \"sta", "{}", &snapshot.replace("salt", "sold")].iter().enumerate() {
        set(damage);
        let alarms = yard.mails_to(OPERATOR).len();
        everybody_writes(&yard, &THREE, "ostia-2", 100 + 10 * i);
        yard.once();
        assert!(matches!(yard.board("ostia-1").status, Status::Broken(_)), "{damage}");
        assert_eq!(yard.board("ostia-2").status, Status::Running);
        assert_eq!(yard.board("ostia-2").rounds, i as u32 + 1, "the other table goes on");
        let mails = yard.mails_to(OPERATOR);
        assert_eq!(mails.len(), alarms + 1, "the operator is told once");
        assert!(mails.last().unwrap().text.contains("ostia-1"), "{}", mails.last().unwrap().text);
        // Whoever writes to it is answered, and nothing else happens.
        let letter = yard.post(THREE[0], 105 + 10 * i, "table ostia-1\nnothing");
        yard.once();
        assert!(yard.mails_to(THREE[0]).iter().any(|mail| mail.answers.as_ref() == Some(&letter.id)));
        assert_eq!(yard.board("ostia-1").rounds, i as u32);
        // Mended, it goes on where it was.
        set(&snapshot_of(&yard, &snapshot, i));
        yard.post(LIVIA, 106 + 10 * i, "table ostia-1\nresume");
        yard.once();
        assert_eq!(yard.board("ostia-1").status, Status::Running);
        everybody_writes(&yard, &THREE, "ostia-1", 107 + 10 * i);
        yard.once();
        assert_eq!(yard.board("ostia-1").rounds, i as u32 + 1);
    }
    assert!(yard.store().quarantine().unwrap().is_empty());
}

/// The position after so many rounds, played again from the record.
fn snapshot_of(yard: &Yard, first: &str, rounds: usize) -> String {
    if rounds == 0 {
        return first.to_owned();
    }
    let board = yard.board("ostia-1");
    let record = yard.store().rounds("ostia-1", 1, 0, board.rounds).unwrap();
    assert_eq!(record.len(), rounds);
    let sitting = Games::default().replay(&board.header, Seed::from_hex(&board.seed).unwrap(), &record).unwrap();
    serde_json::to_string(&sitting.snapshot().unwrap()).unwrap()
}

#[test]
fn a_table_that_cannot_even_be_read_stops_alone() {
    let yard = Yard::new();
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    yard.table("ostia-2", "mare-nostrum 3", &THREE);
    let db = rusqlite::Connection::open(&yard.club.database).unwrap();
    db.execute("UPDATE board SET header = '{', wake = 0 WHERE id = 'ostia-1'", []).unwrap();
    everybody_writes(&yard, &THREE, "ostia-2", 100);
    yard.once();
    assert_eq!(yard.board("ostia-2").rounds, 1);
    let alarms = yard.mails_to(OPERATOR);
    assert_eq!(alarms.len(), 1);
    assert!(alarms[0].text.contains("ostia-1"), "{}", alarms[0].text);
}

#[test]
fn a_backup_of_a_running_club_is_whole() {
    let yard = Yard::new();
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    let running = yard.start();
    let mut number = 100;
    for copy in 0..3 {
        let name = yard.path(&format!("copy-{copy}.db"));
        let mut backup = std::thread::scope(|scope| {
            let writing = scope.spawn(|| yard.command("backup", &[name.to_str().unwrap()]));
            while !writing.is_finished() {
                everybody_writes(&yard, &THREE, "ostia-1", number);
                number += THREE.len();
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            writing.join().unwrap()
        });
        assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
        backup = yard.command("backup", &[name.to_str().unwrap()]);
        assert!(!backup.status.success(), "an older copy is not overwritten");
        // A copy shows one moment: each letter with its answer, each round with its reports.
        let db = rusqlite::Connection::open(&name).unwrap();
        let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(
            count("SELECT count(*) FROM mail WHERE fate = 'answered'"),
            count("SELECT count(DISTINCT substr(message_id, 1, 27)) FROM outbox WHERE message_id LIKE 'answer-%'"),
        );
        let rounds = count("SELECT rounds FROM board");
        assert_eq!(rounds, count("SELECT count(*) FROM round"));
        let reports = format!("SELECT count(*) FROM outbox WHERE message_id LIKE 'ostia-1-1-{}-%'", rounds - 1);
        assert!(rounds == 0 || count(&reports) == 4);
    }
    running.kill();
    // A club that goes back to the copy goes on from there.
    let other = Yard::new();
    let restored = other.command("restore", &[yard.path("copy-2.db").to_str().unwrap()]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let rounds = other.board("ostia-1").rounds;
    everybody_writes(&other, &THREE, "ostia-1", 900_000);
    other.once();
    assert!(other.board("ostia-1").rounds > rounds);
}

#[test]
fn after_a_restore_the_letters_since_are_met_again_round_by_round() {
    let yard = Yard::new();
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    everybody_writes(&yard, &THREE, "ostia-1", 100);
    yard.once();
    let copy = yard.path("copy.db");
    assert!(yard.command("backup", &[copy.to_str().unwrap()]).status.success());
    for round in 2..=4 {
        for (i, person) in THREE.iter().enumerate() {
            yard.post(person, 100 * round + i, &format!("table ostia-1\nnothing # in round {round}"));
        }
        yard.once();
    }
    yard.post(THREE[0], 900, "table ostia-1\nnothing");
    yard.once();
    let (before, seats) = (yard.store().rounds("ostia-1", 1, 0, 9).unwrap(), yard.seats("ostia-1"));
    assert_eq!(before.len(), 4);
    let written = |yard: &Yard| {
        let letters = seats.keys().flat_map(|seat| yard.store().letters_of("ostia-1", seat).unwrap());
        letters.map(|letter| (letter.seat, letter.number, letter.text)).collect::<Vec<_>>()
    };
    let (letters, mails) = (written(&yard), yard.mails_to(THREE[1]).len());
    // A killed service leaves a WAL, which must not be written into the copy.
    let running = yard.start();
    yard.post(THREE[1], 901, "table ostia-1\nstatus");
    until("an answer", || yard.mails_to(THREE[1]).len() > mails);
    let refused = yard.command("restore", &[copy.to_str().unwrap()]);
    assert!(!refused.status.success(), "not while the service runs");
    running.kill();
    let restored = yard.command("restore", &[copy.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&restored.stdout).into_owned();
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    for line in [
        "11 letters came since",
        "ostia-1, round 2: 3",
        "ostia-1, round 4: 3",
        "ostia-1, round 5: ",
        "was before lies in",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert_eq!(yard.board("ostia-1").rounds, 1);
    yard.once();
    assert_eq!(yard.board("ostia-1").rounds, 4, "no two rounds fell into one");
    let after = yard.store().rounds("ostia-1", 1, 0, 9).unwrap();
    let plain = |round| serde_json::to_value(round).unwrap();
    assert_eq!(after.iter().map(plain).collect::<Vec<_>>(), before.iter().map(plain).collect::<Vec<_>>());
    assert_eq!(written(&yard), letters, "also the one in the open round");
    // It is done once only.
    yard.once();
    assert_eq!(written(&yard), letters);
}

#[test]
fn a_file_that_is_not_what_it_says_is_not_taken() {
    let (yard, other) = (Yard::new(), Yard::new());
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    everybody_writes(&yard, &THREE, "ostia-1", 100);
    everybody_writes(&yard, &THREE, "ostia-1", 110);
    yard.once();
    let exported = yard.command("export", &["--with-secrets", "ostia-1"]);
    let file: serde_json::Value = serde_json::from_slice(&exported.stdout).unwrap();
    let record: serde_json::Value = serde_json::from_str(file["round"][0]["record"].as_str().unwrap()).unwrap();
    let forged = |path: &[&str], value: serde_json::Value| {
        let mut forged = file.clone();
        let place = path.iter().fold(&mut forged, |place, step| match step.parse::<usize>() {
            Ok(number) => &mut place[number],
            Err(_) => &mut place[*step],
        });
        assert_ne!(*place, value, "{path:?}");
        *place = value;
        forged
    };
    let mut other_seal = record.clone();
    other_seal["seal"] = "0".repeat(64).into();
    let first_letter = record["letters"].as_object().unwrap().keys().next().unwrap().clone();
    let mut other_letter = record.clone();
    other_letter["letters"][first_letter] = "pass".into();
    let cases: Vec<(&str, serde_json::Value)> = vec![
        ("seal", forged(&["round", "0", "record"], other_seal.to_string().into())),
        ("letter", forged(&["round", "0", "record"], other_letter.to_string().into())),
        ("round", forged(&["round"], serde_json::json!([]))),
        ("rounds", forged(&["board", "0", "rounds"], 7.into())),
        ("seed", forged(&["board", "0", "seed"], "0".repeat(64).into())),
        ("stage", forged(&["board", "0", "stage"], "turn 9/battle".into())),
        ("snapshot", forged(&["board", "0", "snapshot"], serde_json::Value::Null)),
        ("timeline", forged(&["timeline", "0", "parent"], 1.into())),
        ("seat", forged(&["seat", "0", "seat"], "Atlantis".into())),
        ("keeper", forged(&["seat", "0", "keeper"], "nobody".into())),
        ("missed", forged(&["seat", "0", "missed"], (-1).into())),
        ("receipt", forged(&["letter", "0", "text"], "pass".into())),
        ("person", forged(&["person", "0", "address"], "no address".into())),
        ("part", forged(&["outbox"], serde_json::json!([]))),
    ];
    for (what, forged) in cases {
        let path = other.path("forged.json");
        std::fs::write(&path, forged.to_string()).unwrap();
        let taken = other.command("import", &[path.to_str().unwrap()]);
        assert!(!taken.status.success(), "{what}: {}", String::from_utf8_lossy(&taken.stdout));
        assert!(other.store().board_ids().unwrap().is_empty(), "{what}");
    }
    let path = other.path("good.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let taken = other.command("import", &[path.to_str().unwrap()]);
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
}

#[test]
fn a_letter_for_a_later_round_waits_until_that_is_open() {
    let yard = Yard::new();
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    let copy = yard.path("copy.db");
    assert!(yard.command("backup", &[copy.to_str().unwrap()]).status.success());
    everybody_writes(&yard, &THREE, "ostia-1", 100);
    yard.once();
    yard.post(THREE[0], 200, "table ostia-1\nnothing");
    yard.once();
    // One letter of the first round is lost: that round stays open, and the letter for the second one waits.
    let lost = "DELETE FROM mail WHERE message_id LIKE '101.%'";
    assert_eq!(rusqlite::Connection::open(&yard.club.database).unwrap().execute(lost, []).unwrap(), 1);
    assert!(yard.command("restore", &[copy.to_str().unwrap()]).status.success());
    yard.once();
    let filed = |person: &str| {
        let seat = yard.seats("ostia-1").into_iter().find(|(_, address)| address == person).unwrap().0;
        yard.store().letters_of("ostia-1", &seat).unwrap().len()
    };
    assert_eq!((yard.board("ostia-1").rounds, filed(THREE[0])), (0, 1));
    yard.post(THREE[1], 300, "table ostia-1\nnothing");
    yard.once();
    assert_eq!((yard.board("ostia-1").rounds, filed(THREE[0])), (1, 2));
    assert_eq!(yard.store().letters("ostia-1", 1, 2).unwrap().len(), 1);
}

#[test]
fn a_table_moves_to_another_club_and_is_played_on_there() {
    let (yard, other) = (Yard::new(), Yard::new());
    yard.table("ostia-1", "mare-nostrum 3", &THREE);
    everybody_writes(&yard, &THREE, "ostia-1", 100);
    yard.once();
    yard.post(THREE[0], 110, "table ostia-1\nnothing");
    yard.once();
    let file = yard.path("ostia-1.json");
    let exported = yard.command("export", &["--with-secrets", "ostia-1", file.to_str().unwrap()]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    // The other club has people of its own: numbers differ, and one person is known there.
    other.table("roma-1", "mare-nostrum 3", &["zeno@home.example", THREE[2], "yves@home.example"]);
    let imported = other.command("import", &[file.to_str().unwrap()]);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    assert!(!other.command("import", &[file.to_str().unwrap()]).status.success(), "not twice");
    assert_eq!(other.seats("ostia-1"), yard.seats("ostia-1"));
    // The letter that was in counts there too: two more close the round.
    everybody_writes(&other, &THREE[1..], "ostia-1", 200);
    other.once();
    let board = other.board("ostia-1");
    assert_eq!((board.rounds, &board.status), (2, &Status::Running));
    assert_eq!(other.board("roma-1").rounds, 0);
    let record = Store::open(&other.club.database).unwrap().rounds("ostia-1", 1, 0, 2).unwrap();
    assert_eq!(record.len(), 2);
    let seed = Seed::from_hex(&board.seed).unwrap();
    assert_eq!(Games::default().replay(&board.header, seed, &record).unwrap().stage(), board.stage);
    assert!(other.mails_to(THREE[0]).iter().any(|mail| mail.subject.contains("ostia-1") && !mail.is_answer));
}
