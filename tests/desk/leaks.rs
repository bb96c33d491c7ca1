//! The law of leaks over every byte: two worlds that differ only in what others wrote in the open round, to the referee, to each other and to
//! themselves. Whatever somebody does who may not know it, every byte of every mail they get is the same in both: by every command, for a
//! seat, for somebody who reads along, for a member without a seat, and for a stranger; at strict tables too. (The worlds of `positions.rs`
//! differ in hidden things of the position; these in letters.)

use crate::house::{DAY, FIVE, HOUR, House, LIVIA, MONDAY};
use std::path::Path;
use tabellarius::desk::verb::{Verb, Verbs};
use tabellarius::store::Store;

pub const OLGA: &str = "olga@far.example";
pub const ZOE: &str = "zoe@far.example";
pub const STRANGER: &str = "nemo@far.example";
/// The table.
pub const TABLE: &str = "ostia-3";

/// What others did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    Wrote,
    WroteOtherwise,
    /// Nothing at all: nobody may see that either where it is hidden who is awaited.
    AreSilent,
}

/// A game under way, in a file, whose first player has not written. What differs is to come.
pub fn begun(file: &Path, what: &str, players: usize) {
    let mut house = opened(file, what, players);
    for _ in 0..3 {
        play_on(&mut house);
    }
    assert!(house.board(TABLE).rounds >= 1, "{what}");
    still(&mut house);
}

/// Everybody who is asked writes something sensible.
pub fn play_on(house: &mut House) {
    for (address, text) in house.desk.automata_letters(TABLE).unwrap() {
        house.write(&address, &format!("table {TABLE}\n{text}"));
    }
}

/// From here on nothing closes a round before its time.
pub fn still(house: &mut House) {
    house.write(LIVIA, &format!("table {TABLE}\nset advance clock"));
    house.desk.store.settle().unwrap();
    house.desk.store.compact().unwrap();
}

/// A club in a file with a game that has just begun, and people around it.
pub fn opened(file: &Path, what: &str, players: usize) -> House {
    let store = Store::open(file).unwrap();
    store.set_fact("key", &"ab".repeat(32)).unwrap();
    let mut house = House::with(store, MONDAY);
    let people: Vec<(&str, &str)> = FIVE[..players].iter().map(|(person, _)| (*person, "any")).collect();
    house.table(TABLE, what, &people);
    house.write(OLGA, &format!("observe {TABLE}"));
    house.write(ZOE, "list");
    house.write(LIVIA, &format!("table {TABLE}\nset awaited hidden\nset reminders 24 hours, 6 hours"));
    house
}

/// The same game with what others do now, while one is silent.
pub fn forked(file: &Path, name: &str, me: &str, others: Others) -> House {
    let copy = file.with_file_name(format!("{name}.{others:?}.db"));
    std::fs::copy(file, &copy).unwrap();
    let mut house = House::with(Store::open(&copy).unwrap(), MONDAY + HOUR);
    let letters = house.desk.automata_letters(TABLE).unwrap();
    for (address, text) in letters.into_iter().filter(|(address, _)| address != me) {
        let text = match others {
            Others::Wrote => format!("{text}\ndiary\nI mean to win.\nend"),
            Others::WroteOtherwise => "no orders\ndiary\nAll is lost, and I say so at length.\nend".to_owned(),
            Others::AreSilent => continue,
        };
        house.write(&address, &format!("table {TABLE}\n{text}"));
    }
    if others == Others::Wrote {
        let seats = house.seats(TABLE);
        let mut of_others = seats.iter().filter(|(_, person)| *person != me);
        if let (Some((_, one)), Some((seat, _))) = (of_others.next(), of_others.next()) {
            house.write(one, &format!("table {TABLE}\npress to {seat}\nLet us share the spoils.\nend"));
        }
    }
    house.letters_so_far(1_000);
    house
}

/// Every command that there is, one to a letter, and each in several ways. Those that end something come last.
pub fn commands(verbs: &Verbs, languages: &[&str], seat: &str) -> Vec<String> {
    let mut all: Vec<(bool, String)> = Vec::new();
    for verb in Verb::ALL.iter().filter(|verb| **verb != Verb::Table) {
        for language in languages {
            let word = verbs.name(*verb, language);
            let ends = matches!(verb, Verb::Leave | Verb::Concede | Verb::ForgetMe);
            let text = format!(
                "table {TABLE}\n{word}\n{word} {seat}\n{word} {TABLE}\n{word} yes\n{word} 1\n{word} 3 days\nend"
            );
            all.push((ends, text));
        }
    }
    all.sort();
    all.dedup();
    all.into_iter().map(|(_, text)| text).collect()
}

/// Every byte that somebody gets who gives all these commands and then waits until shortly before the deadline.
pub fn heard(house: &mut House, who: &str, texts: &[String]) -> Vec<String> {
    let mark = house.mark();
    for text in texts {
        house.post(who, text);
        house.tick();
    }
    let left = house.board(TABLE).deadline.map_or(0, |deadline| (deadline - house.now() - HOUR).max(0));
    house.wait(left.min(7 * DAY));
    house.sent[mark..].iter().filter(|sent| sent.to == who).map(|sent| without_boundary(&sent.raw)).collect()
}

/// What separates the parts of a mail is drawn by lot.
fn without_boundary(raw: &str) -> String {
    let named = raw.split("boundary=\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.fold(raw.to_owned(), |text, boundary| text.replace(boundary, "boundary"))
}

/// The games, each with secrets of its own kind.
pub const GAMES: [(&str, usize); 9] = [
    ("mare-nostrum 3 variant seats=rome+greece+egypt", 3),
    ("mare-nostrum 3 strict variant seats=rome+greece+egypt", 3),
    ("empires 3", 3),
    ("empires 3 strict", 3),
    ("mythology 4", 4),
    ("inner-sea 3", 3),
    ("inner-sea 3 strict", 3),
    ("seven-wonders 3", 3),
    ("latrones 2", 2),
];

#[test]
fn nobody_learns_by_any_command_what_others_wrote() {
    let verbs = Verbs::load().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for (at, (what, players)) in GAMES.into_iter().enumerate() {
        let file = dir.path().join(format!("{at}.db"));
        begun(&file, what, players);
        let seats = House::with(Store::open(&file).unwrap(), MONDAY + HOUR).seats(TABLE);
        // All languages once: what is told does not depend on how it was asked.
        let languages: &[&str] = if at == 0 { &["en", "it", "pl", "nl"] } else { &["en"] };
        for who in [FIVE[0].0, FIVE[players - 1].0, OLGA, ZOE, STRANGER] {
            let me = if FIVE.iter().any(|(person, _)| *person == who) { who } else { FIVE[0].0 };
            let (others_seat, _) = seats.iter().find(|(_, person)| *person != me).unwrap();
            let mut texts = commands(&verbs, languages, others_seat);
            // If only one were left the game would be over, and its record everybody's.
            texts.retain(|text| players > 2 || !text.contains(verbs.name(Verb::Concede, "en")));
            let of = |others| {
                let mut house = forked(&file, who, me, others);
                house.desk.club.limits = tabellarius::desk::limits::Limits::patient();
                heard(&mut house, who, &texts)
            };
            let one = of(Others::Wrote);
            for others in [Others::WroteOtherwise, Others::AreSilent] {
                let other = of(others);
                for (one, other) in one.iter().zip(&other) {
                    assert_eq!(one, other, "{what}: {who}: others {others:?}");
                }
                assert_eq!(one.len(), other.len(), "{what}: {who}: others {others:?}");
                compared += one.len();
            }
        }
    }
    assert!(compared > 1_500, "{compared}");
}

/// Facts that a careless hand could let slip into a mail. Each is put behind what somebody hears.
fn slips(house: &House) -> Vec<(&'static str, String)> {
    let store = &house.desk.store;
    let board = house.board(TABLE);
    let letters = store.letters(TABLE, board.timeline, board.rounds + 1).unwrap();
    let file = store.export(TABLE).unwrap();
    let (mails, sent) = store.traffic().unwrap();
    let of = |seat: usize| letters.get(seat);
    vec![
        ("how many letters are in", letters.len().to_string()),
        ("a line of somebody's orders", of(0).map(|one| one.text.clone()).unwrap_or_default()),
        ("how long they are", of(0).map_or(0, |one| one.text.len()).to_string()),
        ("how many lines they have", of(0).map_or(0, |one| one.text.lines().count()).to_string()),
        ("their first word", of(0).and_then(|one| one.text.split(' ').next().map(str::to_owned)).unwrap_or_default()),
        ("their receipt", format!("{:?}", of(0).map(|one| one.chain.clone()))),
        ("a hash of them", blake3::hash(of(0).map_or("", |one| &one.text).as_bytes()).to_hex()[..8].to_owned()),
        ("the orders of the last seat", letters.last().map(|one| one.text.clone()).unwrap_or_default()),
        ("a hash over all", blake3::hash(format!("{letters:?}").as_bytes()).to_hex()[..8].to_owned()),
        ("who has written", letters.iter().map(|one| one.seat.clone()).collect::<Vec<_>>().join(" ")),
        ("somebody's diary", file["page"].to_string()),
        ("how long the diaries are", file["page"].to_string().len().to_string()),
        ("the rows of the letters", file["letter"].as_array().map_or(0, Vec::len).to_string()),
        ("the size of the table's record", file.to_string().len().to_string()),
        ("how many mails came in", mails.to_string()),
        ("how many went out", sent.to_string()),
        ("the number of the last mail", store.last_posted().unwrap().to_string()),
        ("a mail's number in a Message-ID", format!("told.{}@club.example", store.last_posted().unwrap() + 1)),
        (
            "what somebody wrote to another",
            house.sent.iter().filter(|sent| sent.subject.contains("a letter")).count().to_string(),
        ),
        ("whose answer was the last", house.sent.last().map(|sent| sent.text.clone()).unwrap_or_default()),
    ]
}

#[test]
fn leaks_that_are_put_in_by_hand_are_caught() {
    let dir = tempfile::tempdir().unwrap();
    let mut caught = std::collections::BTreeMap::new();
    for (at, (what, players)) in GAMES.into_iter().enumerate() {
        let file = dir.path().join(format!("{at}.db"));
        begun(&file, what, players);
        let worlds = [Others::Wrote, Others::WroteOtherwise, Others::AreSilent]
            .map(|others| slips(&forked(&file, "slip", FIVE[0].0, others)));
        for (n, (name, slip)) in worlds[0].iter().enumerate() {
            if worlds[1..].iter().any(|world| world[n].1 != *slip) {
                *caught.entry(*name).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(caught.len(), 20, "{caught:?}");
    // In nearly every game: there are games in which somebody had nothing to order in the open round, and strict tables that ask one seat alone.
    assert!(caught.values().all(|games| *games >= GAMES.len() - 3), "{caught:?}");
}
