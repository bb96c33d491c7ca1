//! Kill the service at any instant, as often as you like: no letter is lost, none is answered twice, no round is closed twice, no
//! mail is missed. The real binary is killed hundreds of times while letters come in, and then everything is counted.
//!
//! `TABELLARIUS_KILL_SEED=…` repeats a run as far as the machine's timing allows; `TABELLARIUS_KILLS=…` kills more often.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod keeping;
mod season;
mod yard;

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};
use tabellarius::desk::open_table::Games;
use tabellarius::desk::proof::prove;
use tabellarius::store::{Status, Store};
use tabellarius_kernel::{Chance, Seed};
use yard::{Got, LIVIA, Posted, Yard};

/// The tables, each with its people.
const TABLES: [(&str, &str, &[&str]); 4] = [
    ("ostia-1", "mare-nostrum 3", &["anna@home.example", "bela@home.example", "cleo@home.example"]),
    ("ostia-2", "mare-nostrum 3", &["dido@home.example", "enki@home.example", "anna@home.example"]),
    ("roma-1", "mare-nostrum 5", &["anna@home.example", "bela@home.example", "dido@home.example"]),
    ("tarsus-1", "mare-nostrum 3 strict", &["fulvia@home.example", "gaius@home.example", "hanno@home.example"]),
];

/// No more letters wait than this: the service must have time for the instants after the last letter too.
const MOST_WAITING: usize = 60;

/// Where too little has happened, the service is killed so many times as often at most.
const MOST_KILLS: u64 = 5;

/// What was written.
#[derive(Default)]
struct Written {
    letters: Vec<Posted>,
    /// How many files were put into the inbox: copies of letters count.
    files: usize,
    /// Orders by table and address.
    orders: BTreeMap<(&'static str, &'static str), usize>,
    /// Press: table, sender, a word that stands in it.
    press: Vec<(&'static str, &'static str, String)>,
}

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

#[test]
fn killed_hundreds_of_times_nothing_is_lost_and_nothing_happens_twice() {
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seed = number_from("TABELLARIUS_KILL_SEED").unwrap_or_else(clock);
    let kills = number_from("TABELLARIUS_KILLS").unwrap_or(200);
    println!("TABELLARIUS_KILL_SEED={seed}");
    let yard = Yard::new();
    for (id, what, people) in TABLES {
        yard.table(id, what, people);
    }
    yard.post(LIVIA, 2_000_000, "new forum-1 mare-nostrum 5");
    yard.once();
    let before: BTreeSet<String> = yard.mails().into_iter().map(|mail| mail.id).collect();

    let (stop, letters) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (written, kills) = std::thread::scope(|scope| {
        let writing = scope.spawn(|| write(&yard, Chance::seed_from_u64(seed), &stop, &letters));
        let mut chance = Chance::seed_from_u64(seed ^ 1);
        let mut done = 0;
        while done < kills || (done < MOST_KILLS * kills && !is_enough(letters.load(Ordering::Relaxed), told(&yard))) {
            // On a busy machine it hardly begins before it is killed: then it is killed more often, and lives longer and longer.
            for _ in 0..kills.min(20) {
                let running = yard.start();
                // Now and then so early that it has hardly begun, mostly at work.
                let most = *[15, 60, 120, 250].choose(&mut chance).unwrap() * (1 + done.saturating_sub(kills) / 50);
                std::thread::sleep(Duration::from_millis(chance.random_range(0..most)));
                running.kill();
                done += 1;
            }
            copy_is_whole(&yard, done, chance.random_range(0..200));
        }
        stop.store(true, Ordering::Relaxed);
        (writing.join().unwrap(), done)
    });
    // A quiet run does what is left; after it there is nothing to do.
    yard.once();
    let mails: Vec<Got> = yard.mails();
    yard.once();
    assert_eq!(yard.mails().len(), mails.len(), "there was nothing left to do");

    let rounds: u32 = TABLES.iter().map(|(id, ..)| yard.board(id).rounds).sum();
    println!("{kills} kills, {} letters, {} mails, {rounds} rounds", written.letters.len(), mails.len());
    assert!(is_enough(written.letters.len(), rounds as usize), "too little happened for a proof");
    assert!(TABLES.iter().any(|(id, ..)| yard.board(id).status == Status::Running));
    letters_are_answered_once(&yard, &written, &mails);
    mails_went_out_once(&yard, &mails);
    let fresh: Vec<&Got> = mails.iter().filter(|mail| !before.contains(&mail.id)).collect();
    for (id, _, people) in TABLES {
        rounds_were_closed_once(&yard, id, people, &mails);
        record_replays(&yard, id);
        orders_were_filed_once(&yard, id, &written);
        press_came_once(id, people, &written, &fresh);
    }
}

/// A copy that is made while letters come in and the service is killed is whole: every table in it proves itself.
fn copy_is_whole(yard: &Yard, number: u64, soon: u64) {
    let file = yard.path(&format!("copy-{number}.db"));
    let running = yard.start();
    let copied = std::thread::scope(|scope| {
        let copying = scope.spawn(|| yard.command("backup", &[file.to_str().unwrap()]));
        std::thread::sleep(Duration::from_millis(soon));
        running.kill();
        copying.join().unwrap()
    });
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    let store = Store::open(&file).unwrap();
    for (id, ..) in TABLES {
        prove(&store, id).unwrap_or_else(|error| panic!("{id} in a copy: {error:#}"));
    }
    std::fs::remove_file(file).unwrap();
}

/// Whether so many letters and rounds are enough for a proof.
fn is_enough(letters: usize, rounds: usize) -> bool {
    letters >= 100 && rounds >= 10
}

/// Of how many rounds the moderator has heard. Only the mails are looked at: whoever opens the database after a kill mends what the service
/// must mend.
fn told(yard: &Yard) -> usize {
    let mails = yard.mails_to(LIVIA);
    let of_round = |id: &str| {
        let (table, ..) = TABLES.iter().find(|(table, ..)| id.starts_with(&format!("{table}-1-")))?;
        Some((*table, id[table.len() + 3..].split('-').next()?.to_owned()))
    };
    mails.iter().filter_map(|mail| of_round(&mail.id)).collect::<BTreeSet<_>>().len()
}

/// Writes letters of all kinds until it is stopped; counts them where others see it.
fn write(yard: &Yard, mut chance: Chance, stop: &AtomicBool, count: &AtomicUsize) -> Written {
    let mut written = Written::default();
    let mut file = 3_000_000;
    while !stop.load(Ordering::Relaxed) {
        if yard.waiting() >= MOST_WAITING {
            std::thread::sleep(Duration::from_millis(3));
            continue;
        }
        file += 1;
        written.files += 1;
        let (table, _, people) = *TABLES.choose(&mut chance).unwrap();
        let from = *people.choose(&mut chance).unwrap();
        let text = match chance.random_range(0..100) {
            0..6 if !written.letters.is_empty() => {
                yard.post_again(written.letters.choose(&mut chance).unwrap(), file);
                continue;
            }
            0..12 => {
                let word = format!("tidings{file}end");
                written.press.push((table, from, word.clone()));
                format!("table {table}\npress to all: {word}")
            }
            12..18 => format!("table {table}\nstatus"),
            18..22 => format!("join forum-1 as {}", ["Rome", "Greece", "Egypt"].choose(&mut chance).unwrap()),
            22..26 => format!("table {table}\nmarch 3 legoins too Rmoa\nplease"),
            26..29 => format!("table {table}\nwhat if\nnothing"),
            29..31 => "list".to_owned(),
            31..33 => "help".to_owned(),
            _ => {
                *written.orders.entry((table, from)).or_default() += 1;
                format!("table {table}\nnothing")
            }
        };
        written.letters.push(yard.post(from, file, &text));
        count.store(written.letters.len(), Ordering::Relaxed);
    }
    written
}

/// No letter is lost, none is answered twice.
fn letters_are_answered_once(yard: &Yard, written: &Written, mails: &[Got]) {
    assert_eq!(yard.waiting(), 0, "every letter was taken");
    let done = std::fs::read_dir(yard.club.inbox.join("cur")).unwrap();
    let done = done.filter(|file| {
        file.as_ref().unwrap().file_name().to_string_lossy().ends_with(".yard:2,RS")
            || file.as_ref().unwrap().file_name().to_string_lossy().ends_with(".yard:2,S")
    });
    let set_up = TABLES.iter().map(|(_, _, people)| people.len() + 2).sum::<usize>() + 1;
    assert_eq!(done.count(), written.files + set_up, "every file is in cur");
    let mut answers: BTreeMap<&str, Vec<&Got>> = BTreeMap::new();
    for mail in mails.iter().filter(|mail| mail.is_answer) {
        answers.entry(mail.answers.as_deref().unwrap()).or_default().push(mail);
    }
    for letter in &written.letters {
        let found = answers.get(letter.id.as_str()).map_or(&[][..], Vec::as_slice);
        assert_eq!(found.len(), 1, "answers to {}:\n{}", letter.id, letter.bytes);
        assert_eq!(found[0].to, letter.from);
    }
    assert_eq!(answers.len(), written.letters.len() + set_up, "nobody else was answered");
    assert!(yard.store().quarantine().unwrap().is_empty());
}

/// Every mail of the outbox is in somebody's Maildir, once; and nothing else is.
fn mails_went_out_once(yard: &Yard, mails: &[Got]) {
    let db = rusqlite::Connection::open(&yard.club.database).unwrap();
    let mut query = db.prepare("SELECT message_id, address, sent IS NOT NULL FROM outbox").unwrap();
    let rows = query.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?))).unwrap();
    let rows: BTreeMap<(String, String), bool> = rows.collect::<rusqlite::Result<_>>().unwrap();
    assert!(rows.values().all(|sent| *sent), "everything went out");
    let found: BTreeSet<(String, String)> = mails.iter().map(|mail| (mail.id.clone(), mail.to.clone())).collect();
    assert_eq!(found.len(), mails.len(), "no mail came twice");
    assert_eq!(found, rows.into_keys().collect::<BTreeSet<_>>());
}

/// The rounds of a table follow one another, and each was told once to everybody.
fn rounds_were_closed_once(yard: &Yard, id: &str, people: &[&str], mails: &[Got]) {
    let (board, store) = (yard.board(id), yard.store());
    assert_eq!(
        store.rounds(id, 1, 0, u32::MAX).unwrap().len(),
        board.rounds as usize,
        "{id}: rounds follow one another"
    );
    let everybody: BTreeSet<&str> = people.iter().copied().chain([LIVIA]).collect();
    for round in 0..board.rounds {
        // A mail of the clock is named after the table, the timeline, the rounds closed before, the second, the deadline's changes.
        let name = format!("{id}-1-{round}-");
        let told: Vec<&Got> = mails.iter().filter(|mail| mail.id.starts_with(&name)).collect();
        let seconds: BTreeSet<&str> = told.iter().filter_map(|mail| mail.id.split('.').next()).collect();
        assert_eq!(seconds.len(), 1, "{id}: round {round} was closed once: {seconds:?}");
        let readers: BTreeSet<&str> = told.iter().map(|mail| mail.to.as_str()).collect();
        assert_eq!(
            (told.len(), &readers),
            (everybody.len(), &everybody),
            "{id}: round {round} was told once to everybody"
        );
        assert!(told.iter().all(|mail| mail.subject.contains(id)));
    }
}

/// The record plays again, seal by seal, and comes to where the table stands.
fn record_replays(yard: &Yard, id: &str) {
    let (board, store) = (yard.board(id), yard.store());
    let seed = || Seed::from_hex(&board.seed).unwrap();
    let rounds = store.rounds(id, 1, 0, board.rounds).unwrap();
    let replayed = Games::default().replay(&board.header, seed(), &rounds).unwrap();
    let snapshot = store.snapshot(id).unwrap().unwrap();
    let since = &rounds[snapshot.rounds..];
    let resumed = Games::default().resume(&board.header, seed(), &snapshot, since).unwrap();
    for sitting in [&replayed, &resumed] {
        assert_eq!(sitting.stage(), board.stage);
        let written = |snapshot| serde_json::to_value(snapshot).unwrap();
        assert_eq!(written(&sitting.snapshot().unwrap()), written(&snapshot));
    }
}

/// Each letter with orders has one receipt, and receipts are numbered without a gap.
fn orders_were_filed_once(yard: &Yard, id: &str, written: &Written) {
    let store = yard.store();
    for (seat, address) in yard.seats(id) {
        let letters = store.letters_of(id, &seat).unwrap();
        let numbers: Vec<u32> = letters.iter().map(|letter| letter.number).collect();
        assert_eq!(numbers, (1..=letters.len() as u32).collect::<Vec<_>>(), "{id}: receipts of {seat}");
        let orders = written.orders.iter().find(|((table, from), _)| *table == id && *from == address);
        let own = letters.iter().filter(|letter| letter.author.is_some()).count();
        let orders = orders.map_or(0, |(_, count)| *count);
        // Letters that came after the end of a game were answered, and not filed.
        let is_over = yard.board(id).status == Status::Over;
        assert!(own == orders || is_over && own < orders, "{id}: {own} of {orders} letters of {seat} are filed");
    }
}

/// Press came once to everybody else at the table.
fn press_came_once(id: &str, people: &[&str], written: &Written, mails: &[&Got]) {
    for (_, from, word) in written.press.iter().filter(|(table, ..)| *table == id) {
        for reader in people {
            let got = mails.iter().filter(|mail| mail.to == *reader && !mail.is_answer && mail.text.contains(word));
            assert_eq!(got.count(), usize::from(reader != from), "{id}: {word} from {from} to {reader}");
        }
    }
}
