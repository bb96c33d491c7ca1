//! The desk: letters in, dispatches out, with a clock that is turned by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod calendars;
mod commands;
mod corrections;
mod dns;
mod endings;
mod evening;
mod forgery;
mod fourth_evening;
mod hands;
mod harm;
mod house;
mod identity;
mod leagues;
mod leaks;
mod letters;
mod looks;
mod lookup;
mod mailers;
mod moderators;
mod nuisances;
mod pages;
mod pauses;
mod people;
mod positions;
mod press;
mod private;
mod promises;
mod record;
mod seats;
mod second_evening;
mod secrets;
mod sentences;
mod solitaire;
mod third_evening;
mod time;
mod tongues;
mod turns;

use house::{FIVE, House, Says as _};

#[test]
fn a_table_is_opened_joined_started_and_played() {
    let mut house = House::new();
    house.table("ostia-3", "mare-nostrum 5", &FIVE);
    for (person, seat) in FIVE {
        assert_eq!(house.seats("ostia-3")[seat], person);
        let report = house.newest(person, "your orders, please");
        assert!(report.text.says("Please answer by Monday 23 November 2026, 12:00 (UTC)"), "{}", report.text);
        let answer = house.answer(person, &report, "pick any");
        assert_eq!(answer.subject, "[ostia-3] I have your orders");
        assert!(answer.text.says("- pick any\n") && answer.text.says("Receipt 1: "), "{}", answer.text);
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    for (person, _) in FIVE {
        let report = house.newest(person, "your orders, please");
        assert!(report.subject.says("Building"), "{}", report.subject);
        assert!(report.text.says("Used was your letter number 1, receipt "), "{}", report.text);
    }
}

#[test]
fn a_game_is_played_to_its_end_and_its_record_is_proved() {
    let mut house = House::new();
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt,turns=2", &FIVE[..3]);
    house.write("anna@home.example", "table ostia-3\ndiary\nI shall win.\nend");
    while house.board("ostia-3").deadline.is_some() {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    let last = house.newest("anna@home.example", "the game is over");
    let file = |name: &str| String::from_utf8(last.file(name).unwrap()).unwrap();
    assert!(file("ostia-3-diaries.txt").says("I shall win."));
    let calendar = file("deadline.ics");
    assert!(calendar.contains("METHOD:CANCEL\r\n"), "the last deadline leaves the calendar: {calendar}");
    let said = last.audit();
    assert!(said.says("6 rounds"), "{said}");
    let rome = house.seats("ostia-3")["Rome"].clone();
    record::check(&mut house, &last, &rome);
}
