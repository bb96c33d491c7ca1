//! Who gets which seat: wishes, free seats, people who stand by, people who never came.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, HOUR, House, LIVIA, MONDAY, Says as _};
use tabellarius::store::Keeper;

const ZOE: &str = "zoe@far.example";
const THREE: &str = "mare-nostrum 3 variant seats=rome+greece+egypt";

fn gathering(house: &mut House, id: &str) {
    house.write(LIVIA, &format!("new {id} {THREE}"));
}

#[test]
fn a_wish_beats_no_wish_whatever_the_draw_says() {
    let mut house = House::new();
    for number in 0..12 {
        let id = format!("ostia-{number}");
        gathering(&mut house, &id);
        // Two who do not care come first; whoever does care still gets Rome.
        house.write(BELA, &format!("join {id}"));
        house.write(CLEO, &format!("join {id} any"));
        house.write(ANNA, &format!("join {id} as Rome"));
        house.write(LIVIA, &format!("table {id}\nstart"));
        assert_eq!(house.seats(&id)["Rome"], ANNA, "{id}");
    }
}

#[test]
fn a_wish_that_is_gone_takes_nobody_elses() {
    let mut house = House::new();
    for number in 0..12 {
        let id = format!("ostia-{number}");
        gathering(&mut house, &id);
        house.write(ANNA, &format!("join {id} as Rome"));
        house.write(BELA, &format!("join {id} as Rome"));
        house.write(CLEO, &format!("join {id} as Egypt"));
        house.write(LIVIA, &format!("table {id}\nstart"));
        assert_eq!(house.seats(&id)["Egypt"], CLEO, "{id}");
    }
}

#[test]
fn small_words_before_a_wish_are_words() {
    let mut house = House::new();
    gathering(&mut house, "ostia-3");
    assert!(house.write(ANNA, "join ostia-3 as: Rome, Greece").says("would like Rome, Greece"));
    assert!(house.write(ANNA, "join ostia-3 Egypt").says("would like Egypt"));
    assert!(house.write(ANNA, "partecipa ostia-3 come Greece").says("would like Greece"));
    let answer = house.write(ANNA, "join ostia-3 assyria");
    assert!(answer.says("There is no seat \"assyria\" at ostia-3, so you have not joined yet."), "{answer}");
}

#[test]
fn start_with_free_seats_says_who_is_there_and_asks() {
    let mut house = House::new();
    gathering(&mut house, "ostia-3");
    house.write(ANNA, "join ostia-3 as Rome");
    let answer = house.write(LIVIA, "table ostia-3\nstart");
    assert!(answer.says("ostia-3 is for 3 players, and only 1 has joined: anna. 2 seats are free."), "{answer}");
    assert!(answer.says("To begin all the same, answer: start anyway"), "{answer}");
    assert!(house.desk.store.seats("ostia-3").unwrap().is_empty(), "nothing has begun");
    let answer = house.write(LIVIA, "table ostia-3\nstart anyway");
    assert!(answer.says("ostia-3 has begun"), "{answer}");
    assert_eq!(house.seats("ostia-3").len(), 1);
    let report = house.newest(ANNA, "your orders, please").text;
    assert!(report.says("anna plays Rome. An automaton plays Greece and Egypt until somebody takes over."), "{report}");
    // The same in Dutch.
    gathering(&mut house, "ostia-4");
    house.write(ANNA, "join ostia-4");
    assert!(house.write(LIVIA, "tafel ostia-4\nbegin toch").says("ostia-4 has begun"));
}

#[test]
fn the_list_shows_where_one_can_sit() {
    let mut house = House::of_three("");
    gathering(&mut house, "roma-1");
    house.write(ANNA, "join roma-1");
    gathering(&mut house, "roma-2");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "join roma-2");
    }
    let answer = house.write(ZOE, "list");
    assert!(
        answer.says("- roma-1: Mare Nostrum (2003), variant seats=rome+greece+egypt, 2 of 3 seats free: join roma-1")
    );
    assert!(answer.says("Without a free seat: ostia-3 and roma-2."), "{answer}");
    assert!(!answer.says("- ostia-3") && !answer.says("- roma-2") && !answer.says("YOUR TABLES"), "{answer}");
    house.write(BELA, "table ostia-3\nleave");
    let answer = house.write(ZOE, "list");
    assert!(answer.says("turn 1, Commerce, Greece free: accept ostia-3 Greece"), "{answer}");
    let answer = house.write(ANNA, "list");
    let own = answer.split("FREE SEATS").next().unwrap_or_default();
    assert!(own.says("YOUR TABLES") && own.says("- ostia-3:") && own.says("- roma-2:"), "{answer}");
    assert!(own.says("full, about to begin"), "{answer}");
}

#[test]
fn whoever_stands_by_late_is_asked_at_once() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    let answer = house.write(ZOE, "standby ostia-3");
    assert!(answer.says("Rome is free now. To play, answer: accept Rome"), "{answer}");
    let mail = house.newest(ZOE, "your letter");
    let answer = house.answer(ZOE, &mail, "accept Rome").text;
    assert!(answer.says("You play Rome") && answer.says("YOUR MOVE"), "{answer}");
    assert!(house.write(ZOE, "table ostia-3\nstandby ostia-3").says("You have a seat at ostia-3 already."));
    assert!(
        house.write("yuri@far.example", "standby ostia-3").says("You are asked when a seat of ostia-3 becomes free.")
    );
    assert!(!house.write("yuri@far.example", "standby ostia-3").says("accept"));
}

#[test]
fn whoever_stands_by_is_asked_when_a_seat_becomes_free() {
    for (letter, from, seat) in [
        ("leave", ANNA, "Rome"),
        ("concede yes", BELA, "Greece"),
        ("table ostia-3\neject Egypt", LIVIA, "Egypt"),
        ("table ostia-3\ncaretaker Egypt", LIVIA, "Egypt"),
    ] {
        let mut house = House::of_three("");
        house.write(ZOE, "standby ostia-3");
        let mark = house.mark();
        house.write(from, letter);
        assert_eq!(house.since(mark, ZOE), [format!("[ostia-3] would you play {seat}?")], "{letter}");
        let invitation = house.newest(ZOE, "would you play");
        let is_kept = ["concede yes", "table ostia-3\ncaretaker Egypt"].contains(&letter);
        assert_eq!(invitation.text.says("If its owner comes back"), is_kept, "{}", invitation.text);
        let answer = house.answer(ZOE, &invitation, &format!("accept {seat}")).text;
        assert!(answer.says(&format!("You play {seat}.")), "{answer}");
        house.write(LIVIA, "table ostia-3\nclose");
        assert!(house.write(LIVIA, "table ostia-3\neject Rome").says("ostia-3 is over."));
    }
}

#[test]
fn whoever_stands_in_keeps_the_seat_when_its_owner_leaves() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    house.write(ZOE, "accept ostia-3 Rome");
    house.write(ANNA, "leave");
    let seat = house.desk.store.seats("ostia-3").unwrap().into_iter().find(|seat| seat.seat == "Rome").unwrap();
    assert_eq!((seat.keeper, house.seats("ostia-3")["Rome"].as_str()), (Keeper::Owner, ZOE));
    assert!(house.newest(BELA, "Rome has another player").text.says("anna has left. zoe plays Rome from now on."));
}

#[test]
fn a_vote_does_not_stay_when_its_voter_goes() {
    let mut house = House::of_three("");
    house.write(ANNA, "draw");
    house.write(LIVIA, &format!("table ostia-3\nreplace Rome by {ZOE}"));
    house.write(BELA, "draw");
    house.write(CLEO, "draw");
    assert!(house.board("ostia-3").deadline.is_some(), "Zoe was not asked");
    house.write(ZOE, "table ostia-3\ndraw");
    assert!(house.board("ostia-3").deadline.is_none());
}

/// A table of three where Cleo never writes; whoever does not come is replaced if the table says so.
fn with_a_no_show(setting: &str) -> House {
    let mut house = House::new();
    house.write(LIVIA, &format!("new ostia-3 {THREE}\ntable ostia-3\nset {setting}"));
    for (person, seat) in &FIVE[..3] {
        house.write(person, &format!("join ostia-3 as {seat}"));
    }
    house.write(LIVIA, "table ostia-3\nstart");
    house.write(ANNA, "pick any");
    house.write(BELA, "draft\npick any");
    house
}

#[test]
fn whoever_never_came_is_replaced_before_the_first_stage_is_resolved() {
    let mut house = with_a_no_show("no-show 2 days");
    house.write(ZOE, "standby ostia-3");
    let mark = house.mark();
    house.wait(7 * DAY + HOUR);
    let board = house.board("ostia-3");
    assert_eq!((board.rounds, board.deadline), (0, Some(MONDAY + 9 * DAY)), "the first stage waits");
    assert!(house.newest(ANNA, "Egypt did not come").text.says("until Wednesday 25 November 2026, 12:00 (UTC)"));
    let told = house.newest(CLEO, "your seat is given away");
    assert!(told.text.says("answer at once: accept Egypt"), "{}", told.text);
    assert!(told.raw.contains("METHOD:CANCEL"), "the deadline is no longer Cleo's");
    // Bela has written, if only a draft: that is somebody who is there.
    assert_eq!(house.seats("ostia-3").get("Greece").map(String::as_str), Some(BELA));
    let invitation = house.newest(ZOE, "would you play Egypt?");
    assert!(house.since(mark, ZOE).len() <= 3, "{:?}", house.since(mark, ZOE));
    house.wait(DAY);
    house.answer(ZOE, &invitation, "accept Egypt");
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY + 10 * DAY + HOUR), "whoever is new gets time");
    house.write(ZOE, "table ostia-3\npick any");
    house.write(BELA, "final");
    assert_eq!(house.board("ostia-3").rounds, 1);
    let round = house.desk.store.rounds("ostia-3", 1, 0, 1).unwrap().remove(0);
    assert_eq!(round.letters["Egypt"].trim(), "pick any", "the first stage is resolved with the newcomer's letter");
    assert!(house.log("ostia-3").says("Nobody wrote for Egypt before the first deadline"));
}

#[test]
fn a_no_show_may_be_the_quickest_and_without_standbys_nobody_waits() {
    let mut house = with_a_no_show("no-show 2 days");
    house.wait(7 * DAY + HOUR);
    assert_eq!(house.board("ostia-3").rounds, 1, "nobody stands by");
    let round = house.desk.store.rounds("ostia-3", 1, 0, 1).unwrap().remove(0);
    assert!(round.letters.contains_key("Egypt"), "the automaton wrote for Egypt: {round:?}");
    assert!(house.newest(ANNA, "Egypt did not come").text.says("an automaton plays from the beginning"));
    let mail = house.newest(CLEO, "your seat is given away");
    house.answer(CLEO, &mail, "accept Egypt");
    assert_eq!(house.seats("ostia-3")["Egypt"], CLEO);
    // Unless the table says so, nobody loses a seat.
    let mut house = with_a_no_show("no-show 0");
    house.wait(7 * DAY + HOUR);
    assert_eq!((house.board("ostia-3").rounds, house.seats("ostia-3").len()), (1, 3));
}

#[test]
fn one_too_many_is_told_where_they_stand() {
    let mut house = House::new();
    house.write(LIVIA, "new duo-1 latrones 2");
    for person in [ANNA, BELA] {
        assert!(house.write(person, "join duo-1").says("of 2 players"));
    }
    let answer = house.write(CLEO, "join duo-1");
    assert!(answer.says("duo-1 has its 2 players already. You are on its list"), "{answer}");
    assert_eq!(
        house.subjects(LIVIA).iter().filter(|subject| subject.contains("duo-1")).count(),
        2,
        "told once that it is full"
    );
}

#[test]
fn corrected_data_change_no_table_that_runs() {
    use tabellarius::edition::{Data, Edition, fingerprint};
    let house = House::of_three("");
    let mut board = house.board("ostia-3");
    let edition = Edition::read(&board.header.edition).unwrap();
    assert_eq!(edition, Edition::now("mare-nostrum").unwrap().0, "a table names what it was started with");
    // As if the program's data had been other ones then: the same board, with a remark more.
    let store = &house.desk.store;
    let mut data: Data =
        serde_json::from_str(&store.fact(&format!("data {}", edition.data)).unwrap().unwrap()).unwrap();
    data.values_mut().for_each(|text| text.push_str("\n# as it was\n"));
    let then = Edition { data: fingerprint(&data), ..edition };
    store.set_fact(&format!("data {}", then.data), &serde_json::to_string(&data).unwrap()).unwrap();
    board.header.edition = then.to_string();
    store.update_board(&board).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut house = again(house, &dir.path().join("1.db"));
    assert!(house.write(crate::house::ANNA, "table ostia-3\npick any").contains("pick any"));
    assert_eq!(house.board("ostia-3").header.edition, then.to_string());
    // Data that are gone, and rules that this program does not have, stop the table alone and say why.
    for (edition, why) in
        [("1.0123456789abcdef", "which are not here any more"), ("7.0123456789abcdef", "edition 7 of the rules")]
    {
        let mut board = house.board("ostia-3");
        board.header.edition = edition.into();
        board.wake = Some(house.now());
        board.status = tabellarius::store::Status::Running;
        house.desk.store.update_board(&board).unwrap();
        house = again(house, &dir.path().join(format!("{edition}.db")));
        house.tick();
        let status = format!("{:?}", house.board("ostia-3").status);
        assert!(status.contains("Broken") && status.contains(why), "{status}");
    }
}

/// The same club after a restart of its service, which finds everything in this file.
fn again(house: House, file: &std::path::Path) -> House {
    let now = house.now();
    house.desk.store.back_up(file, |_, _| {}).unwrap();
    House::with(tabellarius::store::Store::open(file).unwrap(), now)
}
