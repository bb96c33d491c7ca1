//! The desk: letters in, dispatches out, with a clock that is turned by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

#[path = "desk/house.rs"]
mod house;

use house::{FIVE, House};

#[test]
fn a_table_is_opened_joined_started_and_played() {
    let mut house = House::new();
    house.table("ostia-3", "mare-nostrum 5", &FIVE);
    for sent in &house.sent {
        println!("=== to {} | {} | {}\n{}", sent.to, sent.subject, sent.reply_to, sent.text);
    }
    for (person, seat) in FIVE {
        assert_eq!(house.seats("ostia-3")[seat], person);
        let report = house.newest(person, "your orders, please");
        assert!(report.text.contains("Please answer by Monday 23 November 2026, 12:00 (UTC)"), "{}", report.text);
        let answer = house.answer(person, &report, "nothing");
        println!("=== answer\n{}\n{}", answer.subject, answer.text);
    }
    println!("{:#?}", house.newest("anna@home.example", "your orders, please").text);
    assert_eq!(house.desk.store.board("ostia-3").unwrap().unwrap().rounds, 1);
}
