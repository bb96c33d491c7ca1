//! Deadlines, reminders, grace, lateness, absences, votes, outages, restarts.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, HOUR, House, LIVIA, MONDAY, Says as _};
use tabellarius::store::Store;

#[test]
fn reminders_go_to_those_who_owe_something_once() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick any");
    let mark = house.mark();
    house.wait(6 * DAY + HOUR);
    assert!(house.since(mark, ANNA).is_empty());
    assert_eq!(house.since(mark, BELA), ["[ostia-3] I am waiting for Greece"]);
    let reminder = house.newest(BELA, "I am waiting");
    assert!(reminder.text.says("The deadline is Monday 23 November 2026, 12:00 (UTC)"), "{}", reminder.text);
    house.wait(12 * HOUR);
    assert_eq!(house.since(mark, BELA).len(), 1);
    house.answer(BELA, &reminder, "pick any");
    house.wait(DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
}

#[test]
fn a_fixed_clock_never_advances_early() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nset advance clock");
    house.write("zoe@far.example", "observe ostia-3");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    house.wait(6 * DAY);
    assert_eq!(house.board("ostia-3").rounds, 0);
    house.wait(DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
    let told = house.newest("zoe@far.example", "Building");
    assert!(told.text.says("This round ends on") && !told.text.says("if all letters are in"), "{}", told.text);
}

#[test]
fn weekly_deadlines_follow_the_clocks_of_their_zone() {
    let mut house = House::with(Store::in_memory().unwrap(), MONDAY - 28 * DAY);
    house.write(LIVIA, "timezone Europe/Rome");
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    house.write(LIVIA, "table ostia-3\nset deadline Sunday 20:00\ndeadline Sunday 20:00");
    // 19 October 2026 is a Monday; on Sunday the clocks of Rome go back, so 20:00 is 19:00 in London.
    assert_eq!(house.board("ostia-3").deadline, Some(1_792_954_800));
    let told = house.newest(ANNA, "a new deadline");
    assert!(told.text.says("Sunday 25 October 2026, 19:00 (UTC)"), "{}", told.text);
    // Whoever sets it has an answer, on the own clock, and no second mail.
    let told = house.newest(LIVIA, "your letter");
    assert!(told.text.says("Sunday 25 October 2026, 20:00 (Europe/Rome)"), "{}", told.text);
    house.wait(7 * DAY);
    assert_eq!(house.board("ostia-3").deadline, Some(1_792_954_800 + 7 * DAY));
}

#[test]
fn grace_locks_what_is_in_and_waits_once() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nset grace 1 day");
    house.write(ANNA, "pick any");
    house.wait(7 * DAY + HOUR);
    assert_eq!(house.board("ostia-3").rounds, 0);
    assert!(house.newest(BELA, "letters are missing").text.says("waits once more, for 1 day"));
    let answer = house.write(ANNA, "pick gold, any");
    assert!(answer.says("what was in is locked"), "{answer}");
    house.write(BELA, "pick any");
    house.wait(DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
}

#[test]
fn lateness_is_taken_from_a_bank() {
    let mut house = House::new();
    house.write(LIVIA, "new ostia-3 mare-nostrum 3 variant seats=rome+greece+egypt\ntable ostia-3\nset bank 36 hours");
    for (person, seat) in &FIVE[..3] {
        house.write(person, &format!("join ostia-3 as {seat}"));
    }
    house.write(LIVIA, "table ostia-3\nstart");
    house.write(ANNA, "pick any");
    house.write(BELA, "pick any");
    house.wait(7 * DAY + HOUR);
    assert_eq!(house.board("ostia-3").rounds, 0);
    let bank = |house: &House, name: &str| {
        house.desk.store.seats("ostia-3").unwrap().into_iter().find(|seat| seat.seat == name).unwrap().bank
    };
    assert_eq!((bank(&house, "Egypt"), bank(&house, "Rome")), (12 * HOUR, 36 * HOUR));
    house.wait(DAY + 12 * HOUR);
    assert_eq!((house.board("ostia-3").rounds, bank(&house, "Egypt")), (1, 0));
}

#[test]
fn an_absence_moves_the_deadline_as_far_as_it_may() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "absent until 26 Nov");
    assert!(answer.says("The deadline of ostia-3 is now Saturday 28 November 2026, 00:00 (UTC)"), "{answer}");
    assert!(house.newest(BELA, "the deadline moves").text.says("anna is away"));
    let answer = house.write(ANNA, "absent 1 Dec to 1 Mar");
    assert!(answer.says("Noted: you are away from Tuesday 1 December 2026"), "{answer}");
    assert!(house.write(ANNA, "absent sometime").says("Write for example: absent 20 Dec to 3 Jan"));
    house.write(ANNA, "pick any");
    house.wait(12 * DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
    // The next deadline would be on 5 December; Anna is away until March, and fourteen days are waited at the most.
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY - 12 * HOUR + (12 + 7 + 14) * DAY));
    house.write(ANNA, "back");
}

#[test]
fn players_vote_for_more_time_and_for_a_draw() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "extend 3 days");
    assert!(answer.says("Your vote for more time is counted: 1 of the 2"), "{answer}");
    assert!(house.newest(BELA, "more time?").text.says("extend 3 days"));
    let answer = house.write(BELA, "extend 2 days");
    assert!(answer.says("The deadline is 2 days later"), "{answer}");
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY + 9 * DAY));
    house.write(ANNA, "draw");
    house.write(BELA, "draw");
    house.write(BELA, "draw no");
    house.write(CLEO, "draw");
    assert!(house.board("ostia-3").deadline.is_some());
    house.write(BELA, "draw");
    assert!(house.newest(CLEO, "a draw").text.says("Everybody agreed"));
}

#[test]
fn after_an_outage_every_deadline_moves_by_its_length() {
    let mut house = House::of_three("");
    house.desk.breathe().unwrap();
    house.clock.set(MONDAY + 8 * DAY);
    let away = house.desk.wake_up().unwrap().map(|span| span.to_string());
    assert_eq!(away.as_deref(), Some("8 days"));
    house.tick();
    let board = house.board("ostia-3");
    assert_eq!((board.rounds, board.deadline), (0, Some(MONDAY + 15 * DAY)));
    assert!(house.newest(ANNA, "the deadline moves").text.says("out of order for 8 days"));
    assert!(house.desk.wake_up().unwrap().is_none());
}

#[test]
fn a_restart_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.db");
    let mut house = House::with(Store::open(&path).unwrap(), MONDAY);
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    house.write(ANNA, "pick gold, any");
    house.write(BELA, "draft\npick any");
    drop(house);
    let mut house = House::with(Store::open(&path).unwrap(), MONDAY + DAY);
    assert!(house.write(ANNA, "orders").says("- pick gold, any"));
    house.write(CLEO, "pick any");
    assert_eq!(house.board("ostia-3").rounds, 0, "a draft is no reason to hurry");
    drop(house);
    let mut house = House::with(Store::open(&path).unwrap(), MONDAY + 2 * DAY);
    house.write(BELA, "final");
    assert_eq!(house.board("ostia-3").rounds, 1);
    // A deadline that was missed while we were away is dealt with at once.
    drop(house);
    let mut house = House::with(Store::open(&path).unwrap(), MONDAY + 60 * DAY);
    house.tick();
    assert_eq!(house.board("ostia-3").rounds, 2);
}

#[test]
fn once_a_week_the_operator_is_told_how_the_club_is() {
    for language in ["en", "it", "pl", "nl"] {
        let mut house = House::of_three("");
        house.desk.club.language = language.into();
        let told = |house: &House| -> Vec<String> {
            let texts = house.sent.iter().filter(|sent| sent.to == "ops@club.example").map(|sent| sent.text.clone());
            texts.filter(|text| text.contains("tabellarius status")).collect()
        };
        house.desk.tell_weekly().unwrap();
        house.wait(6 * DAY);
        house.desk.tell_weekly().unwrap();
        house.tick();
        assert!(told(&house).is_empty(), "not before a week is over");
        house.clock.set(house.now() + DAY);
        for _ in 0..3 {
            house.desk.tell_weekly().unwrap();
            house.tick();
        }
        let all = told(&house);
        let [text] = all.as_slice() else { panic!("{all:#?}") };
        assert!(text.contains("backup = \"daily, keep 14\""), "{text}");
        let word = ["1 running", "1 in corso", "w grze 1", "1 in spel"].iter().find(|word| text.contains(*word));
        assert!(word.is_some(), "{language}: {text}");
        house.desk.club.weekly = false;
        house.clock.set(house.now() + 8 * DAY);
        house.desk.tell_weekly().unwrap();
        house.tick();
        assert_eq!(told(&house).len(), 1);
    }
}
