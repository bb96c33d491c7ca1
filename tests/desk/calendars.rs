//! Deadlines in people's calendars: each that moves brings a file, each that goes takes its entry along.

use crate::house::{ANNA, BELA, CLEO, DAY, House, LIVIA, MONDAY, Says as _, Sent};
use mail_parser::MimeHeaders as _;

/// What a calendar would do with a mail: method, UID, SEQUENCE, DTSTART.
pub fn entry(sent: &Sent) -> Option<(String, String, u32, Option<String>)> {
    let mail = mail_parser::MessageParser::default().parse(sent.raw.as_bytes())?;
    let part = mail.attachments().find(|part| part.attachment_name() == Some("deadline.ics"))?;
    let method = part.content_type()?.attribute("method")?.to_owned();
    let text = String::from_utf8(part.contents().to_vec()).ok()?.replace("\r\n ", "");
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(|rest| rest[1..].to_owned());
    assert_eq!(field("METHOD"), Some(method.clone()), "the mail says the same as the file");
    Some((method, field("UID")?, field("SEQUENCE")?.parse().ok()?, field("DTSTART")))
}

/// All entries that somebody got, in order.
fn entries(house: &House, to: &str) -> Vec<(String, String, u32, Option<String>)> {
    house.sent.iter().filter(|sent| sent.to == to).filter_map(entry).collect()
}

fn newest(house: &House, to: &str) -> (String, Option<String>) {
    let all = entries(house, to);
    let uids: std::collections::BTreeSet<&String> = all.iter().map(|(_, uid, ..)| uid).collect();
    assert_eq!(uids.len(), 1, "one entry, that moves");
    assert!(all.is_sorted_by(|one, next| one.2 < next.2), "every file counts as newer: {all:?}");
    let (method, _, _, start) = all.into_iter().next_back().unwrap();
    (method, start)
}

#[test]
fn every_deadline_that_moves_brings_a_newer_file() {
    let mut house = House::of_three("");
    let holds = |start: &str| ("PUBLISH".to_owned(), Some(start.to_owned()));
    assert_eq!(newest(&house, ANNA), holds("20261123T120000Z"));
    house.write(LIVIA, "table ostia-3\nextend 1 day");
    assert_eq!(newest(&house, ANNA), holds("20261124T120000Z"));
    house.write(LIVIA, "table ostia-3\ndeadline 3 days");
    assert_eq!(newest(&house, ANNA), holds("20261119T120000Z"));
    house.write(ANNA, "extend 2 days");
    house.write(BELA, "extend 2 days");
    assert_eq!(newest(&house, ANNA), holds("20261121T120000Z"));
    house.write(CLEO, "absent until 22 Nov");
    assert_eq!(newest(&house, ANNA), holds("20261123T120000Z"));
    house.write(LIVIA, "table ostia-3\npause");
    assert_eq!(newest(&house, ANNA).0, "CANCEL");
    house.write(LIVIA, "table ostia-3\nresume");
    assert_eq!(newest(&house, ANNA), holds("20261123T120000Z"));
    house.desk.breathe().unwrap();
    house.clock.set(MONDAY + 2 * DAY);
    house.desk.wake_up().unwrap();
    house.tick();
    assert_eq!(newest(&house, ANNA), holds("20261125T120000Z"));
    house.write(LIVIA, "table ostia-3\nset grace 1 day");
    house.write(BELA, "pick any");
    house.wait(9 * DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
    let grace = house.sent.iter().find(|sent| sent.to == ANNA && sent.subject.says("letters are missing")).unwrap();
    assert_eq!(entry(grace).unwrap().3.as_deref(), Some("20261126T120000Z"));
    // Whoever goes back goes forward for the calendar.
    house.write(LIVIA, "table ostia-3\nrollback to 0");
    assert_eq!(newest(&house, ANNA).0, "PUBLISH");
    house.write(LIVIA, "table ostia-3\nclose");
    for person in [ANNA, BELA, CLEO] {
        assert_eq!(newest(&house, person).0, "CANCEL", "{person}");
    }
    // Whoever has no seat has no deadline.
    assert!(entries(&house, LIVIA).is_empty());
}

#[test]
fn whoever_loses_a_seat_loses_its_deadline() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nreplace Rome by zoe@far.example\neject Greece");
    house.write(CLEO, "leave");
    for person in [ANNA, BELA, CLEO] {
        assert_eq!(newest(&house, person).0, "CANCEL", "{person}");
    }
    assert_eq!(newest(&house, "zoe@far.example").0, "PUBLISH");
}

#[test]
fn whoever_stood_in_has_no_deadline_when_the_owner_is_back() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    house.write("zoe@far.example", "accept ostia-3 Rome");
    house.write(LIVIA, "table ostia-3\nextend 1 day");
    assert_eq!(newest(&house, "zoe@far.example").0, "PUBLISH");
    house.write(ANNA, "back");
    let thanks = house.newest("zoe@far.example", "the owner is back");
    assert_eq!(entry(&thanks).map(|entry| entry.0).as_deref(), Some("CANCEL"));
}

#[test]
fn whoever_is_no_longer_asked_is_no_longer_reminded() {
    let mut house = House::of_three(" pace strict");
    let asked = |house: &House| house.board("ostia-3").clock.asked;
    let [only] = asked(&house).try_into().unwrap();
    let director = house.seats("ostia-3")[&only].clone();
    assert_eq!(entries(&house, &director).len(), 1);
    let other = [ANNA, BELA].into_iter().find(|one| *one != director).unwrap();
    assert!(entries(&house, other).is_empty(), "nobody else is asked");
    house.write(&director, "table ostia-3\ntrade 1");
    assert_eq!(asked(&house).len(), 3);
    assert_eq!(newest(&house, other).0, "PUBLISH");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "table ostia-3\noffer any");
    }
    let still = asked(&house);
    for person in [ANNA, BELA, CLEO] {
        let seat = house.seats("ostia-3").into_iter().find(|(_, who)| who == person).unwrap().0;
        let expected = if still.contains(&seat) { "PUBLISH" } else { "CANCEL" };
        assert_eq!(newest(&house, person).0, expected, "{person}, {seat} of {still:?}");
    }
}

#[test]
fn a_deadline_that_moves_does_not_wait_for_a_digest() {
    let mut house = House::of_three("");
    house.write(BELA, "format digest");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\ndeadline 1 day");
    assert_eq!(house.since(mark, BELA), ["[ostia-3] a new deadline"]);
}

#[test]
fn dates_that_do_not_go_together_are_refused_with_the_reason() {
    let mut house = House::of_three("");
    let answer = house.write(LIVIA, "table ostia-3\nset deadline daily 20:00");
    assert!(answer.says("\"daily 20:00 UTC\" and \"least 2 days\" do not go together"), "{answer}");
    assert!(answer.says("allow shorter rounds first: set least 12 hours"), "{answer}");
    assert!(house.write(LIVIA, "table ostia-3\nset").says("- deadline 7 days"), "nothing has changed");
    let answer = house.write(LIVIA, "table ostia-3\nset least 12 hours\nset deadline daily 20:00");
    assert!(
        answer.says("Set: deadline daily 20:00 UTC") && answer.says("It counts from the next round on."),
        "{answer}"
    );
    assert!(answer.says("This one ends as announced, Monday 23 November 2026, 12:00 (UTC)"), "{answer}");
    let answer = house.write(LIVIA, "table ostia-3\nset least 1 day");
    assert!(answer.says("do not go together"), "{answer}");
    assert!(house.write(LIVIA, "table ostia-3\nset deadline military: Mon Tue 20:00").says("Set: deadline"));
    assert!(house.write(LIVIA, "table ostia-3\nset deadline building: 6 hours").says("Set: deadline"));
    let answer = house.write(LIVIA, "table ostia-3\ndeadline 2026-11-01 12:00");
    assert!(answer.says("is past. To close the round at once, write: force"), "{answer}");
}

#[test]
fn a_deadline_that_jumps_says_why() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nset deadline Wednesday 20:00");
    house.wait(DAY);
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    // Tuesday noon: Wednesday evening is too near.
    let report = house.newest(ANNA, "Building");
    assert!(report.text.says("Please answer by Wednesday 25 November 2026, 20:00"), "{}", report.text);
    let why = "Wednesday 18 November 2026, 20:00 (UTC) would have been less than 2 days away, so this round ends on the next date";
    assert!(report.text.says(why), "{}", report.text);
    house.write(CLEO, "name Cleopatra\nabsent 1 Dec to 5 Dec");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "build nothing");
    }
    let report = house.newest(ANNA, "Military");
    assert!(report.text.says("Wednesday 25 November"), "{}", report.text);
    house.wait(7 * DAY);
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "nothing");
    }
    let report = house.newest(ANNA, "your orders, please");
    assert!(report.text.says("Please answer by Wednesday 9 December 2026, 20:00"), "{}", report.text);
    assert!(report.text.says("It is later because Cleopatra is away then."), "{}", report.text);
}
