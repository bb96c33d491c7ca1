//! Mail for real: Dovecot and Exim on the loopback, our real binary between them, and people who write and read with Python. Servers are
//! stopped and the service is killed at bad moments, and then everything is counted.
//!
//! Without the servers these tests are skipped, and say so; `tests/run` installs them where it may. `TABELLARIUS_NO_SKIP=1` makes a skip a
//! failure. `TABELLARIUS_REAL_KILLS=…` kills more often, `TABELLARIUS_KILL_SEED=…` repeats a run as far as timing allows.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod office;
#[path = "../servers/mod.rs"]
mod servers;
mod tokens;

use office::{Office, PLAYERS, Posted, Way};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use servers::{DOMAIN, Servers};
use std::time::{Duration, SystemTime};
use tabellarius_kernel::Chance;

/// A table is played for a round with press, by way of these servers.
fn play(office: &mut Office) -> Vec<Posted> {
    let mut posted = office.table("ostia-1");
    posted.extend(office.post(&[("anna", "table ostia-1\npress to all: salve omnes".into())]));
    posted.extend(office.orders("ostia-1"));
    office.until("the round is closed", |office| office.board("ostia-1").unwrap().rounds == 1);
    office.until_quiet(posted.len());
    posted
}

/// Everybody at the table has read of the round, and of the press.
fn all_have_read(office: &Office) {
    for name in PLAYERS {
        let mails = office.mails(name);
        assert!(
            mails.iter().any(|mail| mail.kind == "auto-generated" && mail.subject.contains("[ostia-1]")),
            "{name}: {mails:#?}"
        );
        let press = mails.iter().filter(|mail| mail.kind == "auto-generated" && mail.text.contains("salve omnes"));
        assert_eq!(press.count(), usize::from(name != "anna"), "{name}");
    }
}

#[test]
fn a_table_is_played_by_imap_and_smtp() {
    for way in [Way::Implicit, Way::Starttls] {
        let Some(servers) = Servers::start() else { return };
        let mut office = Office::open(servers, way, "");
        let running = office.start();
        let posted = play(&mut office);
        running.stop();
        assert_eq!(office.check(&posted), 0, "nothing came twice");
        all_have_read(&office);
        assert_eq!(office.servers.count("referee", "INBOX"), 0, "the inbox is empty");
        assert_eq!(office.servers.count("referee", "Done"), posted.len(), "every letter is in the done folder");
        let done: Vec<office::Got> =
            serde_json::from_str(&office.servers.client(&["imap", "referee", "Done"], "")).unwrap();
        assert!(done.iter().all(|mail| mail.flags.contains("\\Answered")), "{done:#?}");
    }
}

#[test]
fn a_table_is_played_by_pop3() {
    let Some(servers) = Servers::start() else { return };
    let mut office = Office::open(servers, Way::Pop3, "");
    let running = office.start();
    let posted = play(&mut office);
    running.stop();
    assert_eq!(office.check(&posted), 0);
    all_have_read(&office);
    office.until("the mailbox is empty", |office| office.servers.count("referee", "INBOX") == 0);
}

#[test]
fn an_old_imap_server_without_move_and_idle_serves_too() {
    let Some(servers) = Servers::with(servers::Imap::Old) else { return };
    let mut office = Office::open(servers, Way::Implicit, "");
    let running = office.start();
    let mut posted = play(&mut office);
    running.stop();
    assert_eq!(office.servers.count("referee", "INBOX"), posted.len(), "letters stay where they are");
    // A new start goes on behind the letters it knows.
    let running = office.start();
    posted.extend(office.post(&[("bela", "help".into())]));
    office.until_quiet(posted.len());
    running.stop();
    assert_eq!(office.check(&posted), 0);
    assert!(office.store().fact("mailbox-mark").unwrap().is_some());
    // A mailbox that is numbered anew is looked at again, and everything in it is known.
    office.servers.stop_dovecot();
    let inbox = office.servers.maildir("referee", "INBOX");
    for entry in std::fs::read_dir(&inbox).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("dovecot") {
            std::fs::remove_file(path).unwrap();
        }
    }
    office.servers.start_dovecot();
    let before = office.store().fact("mailbox-mark").unwrap();
    let running = office.start();
    posted.extend(office.post(&[("cleo", "help".into())]));
    office.until_quiet(posted.len());
    office.until("the mark is new", |office| office.store().fact("mailbox-mark").unwrap() != before);
    running.stop();
    assert_eq!(office.check(&posted), 0);
}

#[test]
fn either_server_may_stop_in_the_middle() {
    let Some(servers) = Servers::start() else { return };
    let mut office = Office::open(servers, Way::Implicit, "");
    let running = office.start();
    let mut posted = office.table("ostia-1");
    // The SMTP server is gone while letters are in the mailbox: they are taken and done, and the answers wait.
    let orders = office.orders("ostia-1");
    office.until("letters are in the mailbox", |office| office.servers.queued() == 0);
    office.servers.stop_exim();
    posted.extend(orders);
    office.until("the letters are taken", |office| office.taken() == posted.len());
    office.until("the round is closed", |office| office.board("ostia-1").unwrap().rounds == 1);
    std::thread::sleep(Duration::from_millis(1_500));
    office.servers.start_exim();
    office.until_quiet(posted.len());
    // The IMAP server is gone while letters come: the SMTP server keeps them.
    office.servers.stop_dovecot();
    posted.extend(office.orders("ostia-1"));
    std::thread::sleep(Duration::from_millis(2_500));
    office.servers.start_dovecot();
    office.until("the second round is closed", |office| office.board("ostia-1").unwrap().rounds == 2);
    // Everything goes down at once, with letters on their way, and comes back in another order.
    posted.extend(office.orders("ostia-1"));
    office.servers.stop_dovecot();
    office.servers.stop_exim();
    running.kill();
    office.servers.start_exim();
    let running = office.start();
    std::thread::sleep(Duration::from_millis(500));
    office.servers.start_dovecot();
    office.until("the third round is closed", |office| office.board("ostia-1").unwrap().rounds == 3);
    office.until_quiet(posted.len());
    running.stop();
    let again = office.check(&posted);
    println!("{} letters, {again} mails came again under the same name", posted.len());
    assert!(again <= 12, "{again} mails came again");
    assert_eq!(office.servers.count("referee", "INBOX"), 0);
}

#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_done_twice() {
    let Some(servers) = Servers::start() else { return };
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seed = number("TABELLARIUS_KILL_SEED").unwrap_or_else(clock);
    let kills = number("TABELLARIUS_REAL_KILLS").unwrap_or(15);
    println!("TABELLARIUS_KILL_SEED={seed}");
    let mut chance = Chance::seed_from_u64(seed);
    let mut office = Office::open(servers, Way::Implicit, "");
    let running = office.start();
    let mut posted = office.table("ostia-1");
    running.kill();
    for kill in 0..kills {
        let letters: Vec<(&str, String)> = (0..chance.random_range(2..6))
            .map(|i| {
                let name = *PLAYERS.choose(&mut chance).unwrap();
                let text = match chance.random_range(0..4) {
                    0 => format!("table ostia-1\npress to all: tidings{kill}and{i}end"),
                    1 => "table ostia-1\nstatus".to_owned(),
                    _ => "table ostia-1\nnothing".to_owned(),
                };
                (name, text)
            })
            .collect();
        posted.extend(office.post(&letters));
        let running = office.start();
        std::thread::sleep(Duration::from_millis(chance.random_range(20..1_200)));
        running.kill();
    }
    let running = office.start();
    office.until_quiet(posted.len());
    running.stop();
    let again = office.check(&posted);
    println!("{kills} kills, {} letters, {again} mails came again under the same name", posted.len());
    assert!(again as u64 <= kills * 4, "no more than were on their way");
    assert_eq!(office.servers.count("referee", "INBOX"), 0);
    let rounds = office.board("ostia-1").unwrap().rounds;
    assert_eq!(office.store().rounds("ostia-1", 1, 0, u32::MAX).unwrap().len(), rounds as usize);
}

#[test]
fn a_refused_mail_is_told_and_a_delayed_one_arrives() {
    let Some(servers) = Servers::start() else { return };
    let mut office = Office::open(servers, Way::Implicit, "");
    let running = office.start();
    let posted = office.table("ostia-1");
    office.until_quiet(posted.len());
    // Two players whose addresses are refused, one for good and one for now; and a mail behind each.
    let db = rusqlite::Connection::open(office.path("tabellarius.db")).unwrap();
    let put = |id: &str, name: &str| {
        let mail = format!(
            "From: referee@{DOMAIN}\r\nTo: {name}@{DOMAIN}\r\nSubject: x\r\nMessage-ID: <{id}@{DOMAIN}>\r\n\r\nhello {id}\r\n"
        );
        let sql = "INSERT INTO outbox (message_id, board, address, bytes, written) VALUES (?1, 'ostia-1', ?2, ?3, unixepoch())";
        db.busy_timeout(Duration::from_secs(10)).unwrap();
        db.execute(sql, rusqlite::params![format!("{id}@{DOMAIN}"), format!("{name}@{DOMAIN}"), mail.as_bytes()])
            .unwrap();
    };
    put("one", "nobody-here");
    put("two", "slow");
    put("three", "dido");
    let row = |id: &str| -> (bool, bool, u32, String) {
        let sql = "SELECT sent IS NOT NULL, failed IS NOT NULL, attempts, coalesce(reply, '') FROM outbox WHERE message_id = ?1";
        let get = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        db.query_row(sql, [format!("{id}@{DOMAIN}")], get).unwrap()
    };
    office.until("the refused one is given up", |_| row("one").1);
    office.until("the slow one waits", |_| row("two").2 == 1);
    office.until("others are not held up", |_| row("three").0);
    assert!(row("one").3.contains("No such user"), "{:?}", row("one"));
    assert!(row("two").3.contains("Come back later"), "{:?}", row("two"));
    office.until("the moderator is told", |office| {
        office
            .mails("livia")
            .iter()
            .any(|mail| mail.text.contains("nobody-here@") && mail.text.contains("No such user"))
    });
    // Later the server is in a better mood. The mail is still in line after a restart.
    std::fs::write(office.servers.path("patience"), "").unwrap();
    running.kill();
    db.execute("UPDATE outbox SET next = 0 WHERE attempts > 0", []).unwrap();
    let running = office.start();
    office.until("the slow one went", |_| row("two").0);
    running.stop();
    // To an address that does not exist elsewhere the server's bounce comes back, and is not answered.
    let running = office.start();
    put("four", "gone");
    office.until("the bounce came", |_| {
        let sql = "SELECT count(*) FROM mail WHERE fate LIKE 'nuisance%'";
        db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap() > 0
    });
    running.stop();
    assert_eq!(office.store().waiting().unwrap().0, 0);
}

#[test]
fn letters_come_by_a_pipe_and_mails_leave_by_sendmail() {
    let Some(servers) = Servers::start() else { return };
    let office = Office::open(servers, Way::Pipe, "");
    let letter = |number: usize| {
        let letter = format!(
            "From anna@{DOMAIN} Mon Nov 16 12:00:00 2026\nFrom: anna@{DOMAIN}\nTo: referee@{DOMAIN}\nMessage-ID: <{number}@pipe>\n\nhelp\n"
        );
        letter.into_bytes()
    };
    let running = office.start();
    let posted: Vec<Posted> = (0..5)
        .map(|number| {
            assert_eq!(office.deliver(&letter(number)), 0);
            Posted { id: format!("{number}@pipe") }
        })
        .collect();
    assert_eq!(office.deliver(&letter(2)), 0, "the server may hand it over again");
    office.until_quiet(posted.len());
    running.stop();
    assert_eq!(office.check(&posted), 0);
    // What is no mail is sent back; what is our own trouble is not.
    assert_eq!(office.deliver(b"hello\n"), 65);
    std::fs::write(office.path("tabellarius.toml"), "name = ").unwrap();
    assert_eq!(office.deliver(&letter(9)), 75);
}

#[test]
fn the_doctor_says_what_is_wrong() {
    let Some(mut servers) = Servers::start() else { return };
    let password = servers.path("wrong-password");
    std::fs::write(&password, "wrong\n").unwrap();
    let office = Office::open(Servers::start().unwrap(), Way::Implicit, "");
    let trusting = std::fs::read_to_string(office.path("tabellarius.toml")).unwrap();
    let good = trusting.replace(r#"["tag", "from"]"#, r#"["tag", "verdict", "password"]"#);
    let said = |text: &str| {
        std::fs::write(office.path("tabellarius.toml"), text).unwrap();
        let ran = office.command("doctor", &[]);
        (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
    };
    let (is_fine, report) = said(&trusting);
    assert!(!is_fine && report.contains("WRONG  identity: mail comes from the world"), "{report}");
    let (is_fine, report) = said(&good);
    assert!(is_fine && report.contains("INBOX is open, letters that wait: 0"), "{report}");
    assert!(report.contains("takes mail from referee@test.local, mails up to 5 MB"), "{report}");
    assert!(
        office.servers.maildir("referee", "Done").exists() && office.servers.maildir("referee", "Quarantine").exists()
    );
    let imaps = format!("localhost:{}", office.servers.ports.imaps);
    let smtps = format!("localhost:{}", office.servers.ports.smtps);
    servers.stop_dovecot();
    let wrong = [
        (good.replace(&imaps, "no-such-server.invalid"), "there is no server called no-such-server.invalid"),
        (good.replace(&imaps, &format!("localhost:{}", servers.ports.imaps)), "nobody answers at localhost port"),
        (good.replace(&imaps, &format!("localhost:{}", office.servers.ports.imap)), "no secret connection"),
        (good.replace(&smtps, &format!("localhost:{}", office.servers.ports.smtp)), "no secret connection"),
        (
            good.replace(
                &office.servers.certificate().display().to_string(),
                &servers.certificate().display().to_string(),
            ),
            "certificate",
        ),
        (
            good.replace("password-file = \"password\"", &format!("password-file = \"{}\"", password.display())),
            "does not take the user referee@test.local with this password",
        ),
        (
            good.replace("user = \"referee\"", "user = \"stranger\""),
            "does not take the user stranger with this password",
        ),
        (good.replace("check = ", "folder = \"Nowhere\"\ncheck = "), "there is no folder Nowhere"),
        (
            good.replace("password-file = \"password\"", "password-env = \"TABELLARIUS_NO_SUCH\""),
            "TABELLARIUS_NO_SUCH with the password is not set",
        ),
    ];
    for (text, words) in wrong {
        assert_ne!(text, good, "{words}");
        let (is_fine, report) = said(&text);
        assert!(!is_fine && report.contains(words), "{words}:\n{report}");
        assert!(!report.contains("sesame"), "{report}");
    }
}

#[test]
fn people_of_a_strict_club_are_known_by_their_answers() {
    let Some(servers) = Servers::start() else { return };
    let mut office = Office::open(servers, Way::Implicit, "");
    let file = office.path("tabellarius.toml");
    let club = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, club.replace("proofs = [\"tag\", \"from\"]", "proofs = [\"tag\", \"password\"]")).unwrap();
    let running = office.start();
    let asked = "did you write this?";
    office.post(&[("livia", "new ostia-1 mare-nostrum 3".into())]);
    let question = office.mail("livia", asked);
    assert!(office.board("ostia-1").is_none(), "nothing is done before she says yes");
    office.answer("livia", &question, "yes");
    office.until("the table is open", |office| office.board("ostia-1").is_some());
    for name in PLAYERS {
        office.post(&[(name, "join ostia-1".into())]);
        let question = office.mail(name, asked);
        office.answer(name, &question, "yes");
    }
    office.until("three have joined", |office| office.store().members("ostia-1").unwrap().len() == 3);
    let opened = office.mail("livia", "[ostia-1]");
    office.answer("livia", &opened, "start");
    office.until("the table has started", |office| office.board("ostia-1").unwrap().is_started());
    // Somebody writes orders in the name of Anna. She is asked; the table does not move.
    for name in PLAYERS {
        office.mail(name, "your orders, please");
    }
    office.post(&[("anna", "table ostia-1\nnothing".into())]);
    office.until("Anna is asked", |office| {
        office.mails("anna").iter().filter(|mail| mail.subject.contains(asked)).count() >= 1
    });
    for name in PLAYERS {
        let report = office.mail(name, "your orders, please");
        assert!(report.reply_to.contains('+'), "{report:?}");
        office.answer(name, &report, "nothing");
    }
    office.until("the round is closed", |office| office.board("ostia-1").unwrap().rounds == 1);
    running.stop();
    let filed = office.store().letters("ostia-1", 1, 1).unwrap();
    assert_eq!(filed.len(), 3, "the forged letter was not filed");
}
