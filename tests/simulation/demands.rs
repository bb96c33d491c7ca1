//! What must be so after a world, whatever happened in it.

use super::people::PLAYERS;
use super::world::World;
use std::collections::{BTreeMap, BTreeSet};
use tabellarius::desk::open_table::{Games, Reader};
use tabellarius::mail::{Letter, Maildir, Phrases};
use tabellarius::store::Status;
use tabellarius_kernel::Seed;

/// A mail that somebody has got.
struct Got {
    to: String,
    id: String,
    answers: Option<String>,
    is_answer: bool,
    raw: String,
}

pub fn all_is_well(world: &World) {
    let got = mails(world);
    let waiting = Maildir::at(world.home().join("mail/in")).waiting().unwrap();
    assert!(waiting.is_empty(), "every letter was taken: {waiting:?}");
    assert!(world.clock.office().is_empty(), "every letter was taken from the server");
    letters_were_answered_once(world, &got);
    mails_went_once(world, &got);
    for table in &world.tables {
        rounds_were_closed_once(world, table, &got);
        record_proves(world, table);
        orders_were_filed_once(world, table);
        let seed = world.store().board(table).unwrap().unwrap().seed;
        assert!(!got.iter().any(|mail| mail.raw.contains(&seed)), "{table}: the seed is in a mail");
    }
}

fn mails(world: &World) -> Vec<Got> {
    let mut got = Vec::new();
    for entry in std::fs::read_dir(world.home().join("mail/out")).unwrap() {
        let to = entry.unwrap().file_name().into_string().unwrap();
        for bytes in Maildir::at(world.home().join("mail/out").join(&to)).all().unwrap() {
            let (letter, raw) =
                (Letter::read(&bytes, Phrases::built_in()), String::from_utf8_lossy(&bytes).into_owned());
            let is_answer = raw.contains("Auto-Submitted: auto-replied");
            let (id, answers) = (letter.message_id.unwrap(), letter.in_reply_to.first().cloned());
            got.push(Got { to: to.clone(), id, answers, is_answer, raw });
        }
    }
    got
}

/// Each letter that is what it says was answered once, to its writer; no forged one was.
fn letters_were_answered_once(world: &World, got: &[Got]) {
    let mut answers: BTreeMap<&str, Vec<&Got>> = BTreeMap::new();
    for mail in got.iter().filter(|mail| mail.is_answer) {
        answers.entry(mail.answers.as_deref().unwrap_or_default()).or_default().push(mail);
    }
    for letter in &world.letters {
        let found = answers.get(letter.id.as_str()).map_or(&[][..], Vec::as_slice);
        // Whoever is named by a forger is asked, at the address that the club knows.
        let is_right = if letter.is_forged { found.len() <= 1 } else { found.len() == 1 };
        assert!(is_right, "{} answers to {}:\n{}", found.len(), letter.id, letter.bytes);
        assert!(found.iter().all(|mail| mail.to == letter.from));
    }
}

/// Every mail of the outbox is in its reader's box, once; and nothing else is.
fn mails_went_once(world: &World, got: &[Got]) {
    let db = rusqlite::Connection::open(world.home().join("tabellarius.db")).unwrap();
    let mut query = db.prepare("SELECT message_id, address, sent IS NOT NULL FROM outbox").unwrap();
    let rows = query.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?))).unwrap();
    let rows: BTreeMap<(String, String), bool> = rows.collect::<rusqlite::Result<_>>().unwrap();
    let unsent: Vec<_> = rows.iter().filter(|(_, sent)| !**sent).collect();
    assert!(unsent.is_empty(), "not sent: {unsent:?}");
    let found: BTreeSet<(String, String)> = got.iter().map(|mail| (mail.id.clone(), mail.to.clone())).collect();
    assert_eq!(found.len(), got.len(), "a mail came twice");
    let rows: BTreeSet<(String, String)> = rows.into_keys().collect();
    let differs: Vec<_> = found.symmetric_difference(&rows).collect();
    assert!(differs.is_empty(), "boxes and outbox differ: {differs:?}");
}

/// The rounds of a table follow one another, and each was told to everybody who must hear of it.
fn rounds_were_closed_once(world: &World, table: &str, got: &[Got]) {
    let (store, people) = (world.store(), &world.people[table]);
    let board = store.board(table).unwrap().unwrap();
    assert!(matches!(board.status, Status::Running | Status::Over), "{table}: {:?}", board.status);
    let rounds = store.rounds(table, 1, 0, u32::MAX).unwrap();
    assert_eq!(rounds.len(), board.rounds as usize, "{table}: a round is missing");
    let seats: Vec<(&str, String)> = store
        .seats(table)
        .unwrap()
        .into_iter()
        .map(|seat| {
            let owner = store.person(seat.owner.unwrap()).unwrap().unwrap().address;
            (*people.iter().find(|person| **person == owner).unwrap(), seat.seat)
        })
        .collect();
    assert_eq!(seats.len(), people.len(), "{table}: everybody still has a seat");
    let games = Games::default();
    for round in 1..=board.rounds {
        let seed = Seed::from_hex(&board.seed).unwrap();
        let open = games.replay(&board.header, seed, &rounds[..round as usize]).unwrap();
        // In the middle of a stage, at a strict table, nobody gets a mail that says nothing.
        // Whoever wrote for this round plays the own seat, and must know that it is asked again.
        let letters = store.letters(table, 1, round).unwrap();
        let wrote = |seat: &str| letters.iter().any(|letter| letter.seat == seat && letter.author.is_some());
        let says_something = |seat: &str| {
            open.opened_after() == round as usize
                || open.winners().is_some()
                || open.has_news(Reader::Seat(seat)).unwrap()
                || wrote(seat) && open.asked().iter().any(|asked| asked == seat)
        };
        let must_hear: Vec<&str> =
            seats.iter().filter(|(_, seat)| says_something(seat)).map(|(person, _)| *person).collect();
        // A mail of the clock is named after the table, the timeline, the rounds closed before, the second, the deadline's changes. The last of
        // these that a round has is the one in which it was closed.
        let mails_after = |before: u32| {
            let name = format!("{table}-1-{before}-");
            got.iter().filter(move |mail| !mail.is_answer && mail.id.starts_with(&name))
        };
        let closed_after =
            |before: u32| mails_after(before).filter_map(|mail| mail.id.split('.').next()).max().map(|id| (before, id));
        // Rounds that wait for automata alone are closed in the same second as the one before, and told in its mails.
        let with_an_earlier_one = || {
            let (before, id) = (0..round - 1).rev().find_map(closed_after)?;
            (world.closed_at(table, before + 1) == world.closed_at(table, round)).then_some((before, id))
        };
        let closed = closed_after(round - 1).or_else(with_an_earlier_one);
        assert!(closed.is_some() || must_hear.is_empty(), "{table}: nobody was told of round {round}");
        for person in must_hear {
            let (before, id) = closed.unwrap();
            let told = mails_after(before).filter(|mail| mail.to == *person && mail.id.starts_with(id)).count();
            assert!(told >= 1, "{table}: no report of round {round} to {person}");
        }
    }
}

fn record_proves(world: &World, table: &str) {
    let store = world.store();
    tabellarius::desk::proof::prove(&store, table).unwrap_or_else(|error| panic!("{table}: {error:#}"));
    let board = store.board(table).unwrap().unwrap();
    let rounds = store.rounds(table, 1, 0, board.rounds).unwrap();
    let played = Games::default().replay(&board.header, Seed::from_hex(&board.seed).unwrap(), &rounds).unwrap();
    assert_eq!(played.stage(), board.stage);
}

/// Each letter with orders was filed once, and no other; receipts are numbered without a gap.
fn orders_were_filed_once(world: &World, table: &str) {
    let (store, mut filed) = (world.store(), BTreeMap::new());
    for seat in store.seats(table).unwrap() {
        let letters = store.letters_of(table, &seat.seat).unwrap();
        assert!(
            letters.iter().map(|letter| letter.number).eq(1..=letters.len() as u32),
            "{table}: receipts of {}",
            seat.seat
        );
        for letter in letters.iter().filter_map(|letter| letter.author) {
            *filed.entry(letter).or_insert(0) += 1;
        }
    }
    let is_over = store.board(table).unwrap().unwrap().status == Status::Over;
    for person in PLAYERS.iter().filter(|person| world.people[table].contains(person)) {
        let id = store.person_at(person).unwrap().unwrap().id;
        let marks = format!("\n\ntable {table}\n");
        let wrote = world
            .letters
            .iter()
            .filter(|letter| letter.from == *person && letter.has_orders && letter.bytes.contains(&marks))
            .count();
        let own = filed.get(&id).copied().unwrap_or(0);
        assert!(own == wrote || is_over && own < wrote, "{table}: {own} of {wrote} letters of {person} are filed");
    }
}
