//! Coming and going, silence, press.

use crate::house::{ANNA, BELA, CLEO, DAY, House, LIVIA, Says as _};
use tabellarius::store::Keeper;

const ZOE: &str = "zoe@far.example";

#[test]
fn silence_is_counted_then_somebody_steps_in_and_the_owner_comes_back() {
    let mut house = House::of_three("");
    house.write(ZOE, "standby ostia-3");
    let seat = |house: &House| {
        house.desk.store.seats("ostia-3").unwrap().into_iter().find(|seat| seat.seat == "Rome").unwrap()
    };
    for missed in 1..=2 {
        house.write(BELA, "table ostia-3\npick any\nbuild nothing\nhold");
        house.write(CLEO, "table ostia-3\npick any\nbuild nothing\nhold");
        house.wait(8 * DAY);
        assert_eq!(seat(&house).missed, missed);
    }
    let report = house.newest(BELA, "Military");
    assert!(report.text.says("Rome was silent (2 times in a row now)"), "{}", report.text);
    let invitation = house.newest(ZOE, "would you play Rome?");
    let answer = house.answer(ZOE, &invitation, "accept Rome");
    assert!(answer.text.says("You play Rome") && answer.text.says("YOUR MOVE"), "{}", answer.text);
    assert_eq!(seat(&house).keeper, Keeper::Standby);
    let answer = house.write(ZOE, "table ostia-3\nnothing");
    assert!(answer.says("Receipt"), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nnothing");
    assert!(answer.says("Welcome back: the seat is yours again."), "{answer}");
    assert_eq!(seat(&house).keeper, Keeper::Owner);
    assert!(house.newest(ZOE, "the owner is back").text.says("Thank you"));
    let answer = house.write(ZOE, "table ostia-3\nnothing");
    assert!(answer.says("You have no seat"), "{answer}");
}

#[test]
fn an_automaton_plays_for_those_who_stay_away() {
    let mut house = House::of_three("");
    for _ in 0..12 {
        house.wait(8 * DAY);
    }
    let seats = house.desk.store.seats("ostia-3").unwrap();
    assert!(seats.iter().all(|seat| seat.keeper == Keeper::Caretaker));
    let board = house.board("ostia-3");
    assert!((9..=14).contains(&board.rounds), "a table without people goes on, by the clock: {}", board.rounds);
    assert!(house.log("ostia-3").says("an automaton plays Rome, until the owner writes"));
    house.write(ANNA, "back");
    let seats = house.desk.store.seats("ostia-3").unwrap();
    assert_eq!(seats.iter().filter(|seat| seat.keeper == Keeper::Owner).count(), 1);
}

#[test]
fn whoever_has_plans_is_not_silent() {
    let mut house = House::of_three("");
    let seat = |house: &House| {
        house.desk.store.seats("ostia-3").unwrap().into_iter().find(|seat| seat.seat == "Rome").unwrap()
    };
    house.write(ANNA, "draft\nalways pick gold, any\npick any");
    house.wait(8 * DAY);
    assert_eq!(house.board("ostia-3").rounds, 1);
    assert_eq!(seat(&house).missed, 0, "a draft was in");
    house.wait(8 * DAY);
    assert_eq!(seat(&house).missed, 0, "plans stand");
    assert!(house.write(ANNA, "plans").says("- pick gold, any"));
}

#[test]
fn final_says_that_the_plans_are_all() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick any\nbuild legion Roma");
    house.write(BELA, "pick any\nbuild trireme Athenae");
    house.write(CLEO, "pick any");
    let report = house.newest(ANNA, "your orders, please");
    assert!(report.text.says("What you planned before is in the form; if that is all you want, just answer: final"));
    house.answer(ANNA, &report, "final");
    assert!(house.write(ANNA, "orders").says("- build legion Roma"));
    house.write(BELA, "final");
    assert!(house.write(CLEO, "final").says("I have no orders of yours"));
    house.write(CLEO, "nothing");
    assert_eq!(house.board("ostia-3").rounds, 2);
}

#[test]
fn leaving_and_conceding_hand_the_seat_over() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "leave");
    assert!(answer.says("You have left ostia-3"), "{answer}");
    // Whoever has a seat cannot take another one, so only the moderator is told how.
    assert!(house.newest(BELA, "Rome is free").text.says("anna has left. An automaton plays Rome"));
    assert!(!house.newest(BELA, "Rome is free").text.says("accept Rome"));
    assert!(house.newest(LIVIA, "Rome is free").text.says("accept Rome"));
    let answer = house.write(ZOE, "accept ostia-3 Rome");
    assert!(answer.says("You play Rome"), "{answer}");
    assert_eq!(house.seats("ostia-3")["Rome"], ZOE);
    house.write(BELA, "concede yes");
    house.write(ZOE, "table ostia-3\nconcede yes");
    assert!(house.newest(CLEO, "has won").text.says("zoe concedes as the last but one, so Egypt has won"));
    assert!(house.log("ostia-3").says("All others conceded"));
}

#[test]
fn press_goes_where_it_should_and_nowhere_else() {
    let mut house = House::of_three("");
    house.write(ZOE, "observe ostia-3");
    let mark = house.mark();
    let answer = house.write(ANNA, "press to Greece\nMeet me in Sicily.\n\nShall we?\nend\npick any");
    assert!(answer.says("Your letter to Greece is on its way.") && answer.says("- pick any"), "{answer}");
    assert!(house.newest(BELA, "a letter from Rome").text.says("Rome writes to Greece:\n\nMeet me in Sicily."));
    assert!(
        house.since(mark, CLEO).is_empty() && house.since(mark, ZOE).is_empty() && house.since(mark, LIVIA).is_empty()
    );
    let mark = house.mark();
    house.write(ANNA, "press to all: peace!");
    for person in [BELA, CLEO, ZOE, LIVIA] {
        assert_eq!(house.since(mark, person), ["[ostia-3] a letter from Rome"], "{person}");
    }
    // Whoever forgets the end does not publish his orders.
    let mark = house.mark();
    let answer = house.write(ANNA, "press to all\nBeware.\noffer grain, wine");
    assert!(answer.says("I did not send this: \"offer grain, wine\" looks like an order"), "{answer}");
    assert!(house.since(mark, BELA).is_empty());
}

#[test]
fn anonymous_press_has_nothing_of_its_writer() {
    let mut house = House::of_three("");
    house.write(ANNA, "name Anna Livia Plurabelle");
    let mark = house.mark();
    let letter = "press to Greece, Egypt anonymously\nRome is weak.\nend\n\nCheers,\nAnna\n\n-- \nAnna Livia Plurabelle\n> quoted";
    let answer = house.write_to(ANNA, "referee@club.example", "[ostia-3] my secret", None, letter);
    assert!(answer.text.says("without your name"), "{}", answer.text);
    for sent in house.sent[mark..].iter().filter(|sent| sent.to != ANNA) {
        assert!(
            sent.text.says("Somebody who does not sign writes to Greece and Egypt:\n\nRome is weak."),
            "{}",
            sent.text
        );
        let raw = sent.raw.to_lowercase();
        for leak in ["anna", "plurabelle", "secret", "cheers", "> quoted", "home.example>\r\nin-reply"] {
            assert!(!raw.contains(leak), "{leak}: {}", sent.raw);
        }
    }
    // Nor do the names of the mails show that one letter held an anonymous text and a signed one.
    let mark = house.mark();
    let answer = house.write(ANNA, "press anonymous to Greece: who am I?\npress to Egypt: it is I");
    assert!(!answer.says("There is no seat"), "{answer}");
    let ids: Vec<&str> = house.sent[mark..].iter().filter(|sent| sent.to != ANNA).map(|sent| &sent.id[..12]).collect();
    assert!(ids.len() == 2 && ids[0] != ids[1], "{ids:?}");
    house.write(LIVIA, "table ostia-3\nset press signed");
    let answer = house.write(ANNA, "press to all anonymous: hm");
    assert!(answer.says("At this table letters are signed"), "{answer}");
    house.write(LIVIA, "table ostia-3\nset press none");
    assert!(house.write(ANNA, "press to all: hm").says("without press"));
    assert!(house.write(ANNA, "press to moderator: hm").says("on its way"));
}

#[test]
fn a_digest_gathers_what_can_wait() {
    let mut house = House::of_three("");
    house.write(BELA, "format digest");
    let mark = house.mark();
    house.write(ANNA, "press to all: one");
    house.write(ANNA, "press to all: two");
    assert!(house.since(mark, BELA).is_empty());
    house.wait(2 * DAY);
    assert_eq!(house.since(mark, BELA), ["2 things that came together for you"]);
    let digest = house.newest(BELA, "came together");
    assert!(digest.text.says("one") && digest.text.says("two"), "{}", digest.text);
}

#[test]
fn people_say_who_they_are() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "timezone Europe/Rome\nname Anna\nlanguage dutch");
    assert!(answer.says("Op jouw klok is het maandag 16 november 2026, 13:00 (Europe/Rome)"), "{answer}");
    let answer = house.write(ANNA, "hulp");
    assert!(answer.says("tafels: de tafels van de club"), "{answer}");
    let answer = house.write(ANNA, "tijdzone Europe/Rmoe");
    assert!(answer.says("Bedoelde je Europe/Rome?"), "{answer}");
}
