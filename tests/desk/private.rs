//! Private data: addresses that change, people who want to be forgotten, mails that are old enough.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, House, LIVIA, MONDAY, Says as _};
use tabellarius::desk::identity::{Identity, Means};
use tabellarius::desk::intake::Taken;
use tabellarius::store::Store;
use tabellarius::time::Span;

const NEW: &str = "anna@new.example";

#[test]
fn a_new_address_must_agree() {
    let mut house = House::of_three("").strict();
    let report = house.newest(ANNA, "your orders, please");
    let answer = house.answer(ANNA, &report, &format!("address {NEW}"));
    // A tag could be a forwarded one: both addresses are asked.
    assert!(answer.text.says(&format!("I have written to {NEW} and to {ANNA}.")), "{}", answer.text);
    let old = house.newest(ANNA, "another address?");
    assert!(house.answer(ANNA, &old, "yes").text.says("When the other address has said yes too"));
    let ask = house.newest(NEW, "new address?");
    assert!(ask.text.says("would like to get them here") && !ask.text.contains("anna would"), "{}", ask.text);
    let mark = house.mark();
    let answer = house.answer(NEW, &ask, "yes");
    assert!(answer.to == NEW && answer.text.says("from now on I write to"), "{}", answer.text);
    assert!(house.sent[mark..].iter().any(|sent| sent.to == ANNA && sent.text.says("and no longer here")));
    assert_eq!(house.seats("ostia-3")["Rome"], NEW);
    // The tag goes with the person; the old address is nobody's.
    assert!(house.answer(NEW, &report, "pick any").text.says("- pick any"));
    assert_eq!(house.post_answer(ANNA, &report, "concede yes").0, Taken::Waiting);
    // Whose address it is already is not told.
    house.answer(NEW, &report, &format!("address {BELA}"));
    let old = house.newest(NEW, "another address?");
    house.answer(NEW, &old, "yes");
    let ask = house.newest(BELA, "new address?");
    assert!(house.answer(BELA, &ask, "yes").text.says("This address cannot be used"));
    assert_eq!(house.seats("ostia-3")["Greece"], BELA);
}

#[test]
fn a_password_alone_moves_no_address() {
    let mut house = House::of_three("").strict();
    let report = house.newest(ANNA, "your orders, please");
    house.answer(ANNA, &report, "password xyzzy plugh");
    house.confirm(ANNA);
    let thief = "thief@evil.example";
    let letter = format!("identify {ANNA} xyzzy plugh\naddress {thief}");
    house.post(thief, &letter);
    let (ask, warning) = (house.newest(thief, "new address?"), house.newest(ANNA, "another address?"));
    assert!(house.answer(thief, &ask, "yes").text.says("When the other address has said yes too"));
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA);
    assert!(house.answer(ANNA, &warning, "no").text.says("Nothing of it was done"));
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA);
    // Both say yes.
    let letter = format!("identify xyzzy plugh\naddress {NEW}");
    house.post(ANNA, &letter);
    let (ask, other) = (house.newest(NEW, "new address?"), house.newest(ANNA, "another address?"));
    house.answer(ANNA, &other, "yes");
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA);
    house.answer(NEW, &ask, "yes");
    assert_eq!(house.seats("ostia-3")["Rome"], NEW);
}

#[test]
fn forget_me_really_forgets() {
    const NAMES: [&str; 3] = ["Anna Livia Plurabelle", "Hannelore Quux", "anna"];
    const ADDRESSES: [&str; 4] = [ANNA, NEW, "anna@cafe.example", "anna@second.example"];
    let dir = tempfile::tempdir().unwrap();
    let mut house = House::with(Store::open(&dir.path().join("club.db")).unwrap(), MONDAY);
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    house.desk.club.identity =
        Identity { proofs: vec![Means::Tag, Means::From, Means::Password], ..Identity::default() };
    house.write(ANNA, &format!("name {}\nabsent 3 days\npassword xyzzy plugh", NAMES[1]));
    house.write(ANNA, &format!("name {}\ntable ostia-3\ndiary\nToday {ANNA} wins, I hope.\nend", NAMES[0]));
    house.write(ANNA, "address also anna@second.example");
    let ask = house.newest("anna@second.example", "second address?");
    house.answer("anna@second.example", &ask, "yes");
    house.write(ANNA, "table ostia-3\npress to all: I am Hannelore Quux.\npick any");
    house.post("anna@cafe.example", &format!("identify {ANNA} xyzzy plugh\ntable ostia-3\norders"));
    house.write(BELA, "format digest");
    house.write(BELA, "table ostia-3\nnothing\npress to Rome: Dear Anna Livia Plurabelle, peace?");
    house.write(CLEO, "table ostia-3\nnothing");
    house.write(LIVIA, &format!("table ostia-3\nnote\n{ANNA} is fine.\nend\nextend 2 days"));
    house.write(ANNA, &format!("address {NEW}"));
    let ask = house.newest(NEW, "new address?");
    house.answer(NEW, &ask, "yes");
    let id = house.desk.store.person_at(NEW).unwrap().unwrap().id;
    house.write(CLEO, "table ostia-3\nstandby\nhello anna@cafe.example");

    let answer = house.write(NEW, "forget me");
    assert!(answer.says("Answer that one with \"yes\""), "{answer}");
    let ask = house.newest(NEW, "shall I forget you?");
    assert!(ask.text.says("You leave ostia-3") && house.seats("ostia-3").contains_key("Rome"), "{}", ask.text);
    let last = house.answer(NEW, &ask, "yes");
    assert!(last.to == NEW && last.text.says("You are forgotten. This is the last mail"), "{}", last.text);
    assert!(!house.seats("ostia-3").contains_key("Rome"), "an automaton plays");
    assert!(house.newest(CLEO, "Rome is free").text.says(&format!("player {id} has left")));
    house.wait(9 * DAY);

    // What an audit needs is there, under a number.
    let filed = house.desk.store.letters_of("ostia-3", "Rome").unwrap();
    assert!(filed.iter().any(|letter| letter.author == Some(id) && letter.text.contains("pick any")));
    assert_eq!(house.desk.store.person(id).unwrap().unwrap().name, format!("player {id}"));
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\nannounce Hello everybody");
    assert!(house.sent[mark..].iter().all(|sent| !ADDRESSES.contains(&sent.to.as_str())));

    // In the file there is nothing of her, wherever one looks.
    house.desk.store.settle().unwrap();
    for name in ["club.db", "club.db-wal"] {
        let bytes = std::fs::read(dir.path().join(name)).unwrap();
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        for word in NAMES[..2].iter().chain(&ADDRESSES).chain(&["xyzzy", "plurabelle", "i hope"]) {
            if let Some(at) = text.find(&word.to_lowercase()) {
                let from = text[..at].char_indices().rev().nth(120).map_or(0, |(at, _)| at);
                let to = text[at..].char_indices().nth(120).map_or(text.len(), |(end, _)| at + end);
                panic!("{word} is still in {name}: {:?}", &text[from..to]);
            }
        }
    }
    // Whoever comes back is somebody new.
    assert!(house.write(NEW, "list").says("THE TABLES"));
    assert_ne!(house.desk.store.person_at(NEW).unwrap().unwrap().id, id);
}

#[test]
fn forget_me_does_nothing_without_a_yes() {
    let mut house = House::of_three("");
    house.write(ANNA, "forget me");
    house.wait(DAY);
    let ask = house.newest(ANNA, "shall I forget you?");
    assert!(house.answer(ANNA, &ask, "no").text.says("Nothing of it was done"));
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA);
    house.answer(ANNA, &ask, "yes");
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA, "the question was answered already");
}

#[test]
fn mails_go_when_they_are_old_enough_and_nobody_needs_them() {
    let mut house = House::of_three("").strict();
    house.desk.club.retention.mails = Span::days(40);
    house.post("stranger@far.example", "hello there");
    house.post(BELA, "table ostia-3\nconcede yes");
    let kept = |house: &House| house.desk.store.mails_with_text().unwrap().len();
    let all = kept(&house);
    house.wait(13 * DAY);
    assert_eq!(kept(&house), all);
    house.wait(3 * DAY);
    assert_eq!(kept(&house), all - 1, "nobody said that he wrote it");
    house.wait(20 * DAY);
    assert_eq!(kept(&house), all - 2, "nobody looked at it");
    assert!(house.desk.store.quarantine().unwrap().is_empty());
    house.wait(10 * DAY);
    let livia = house.newest(LIVIA, "[ostia-3]");
    assert_eq!(kept(&house), 3, "those who play on keep theirs");
    house.answer(LIVIA, &livia, "close");
    house.wait(2 * DAY);
    assert_eq!(kept(&house), 1, "only the last letter is young");
}
