//! One person with several seats (IS-10.1): given, left and taken as a whole, and nobody else gives orders for them.

use crate::house::{ANNA, BELA, CLEO, DAY, House, LIVIA, Says as _};
use tabellarius::store::Keeper;

const TWO: &str = "inner-sea 4 variant owners=red+green/blue+purple";

/// Anna has red and green, Bela has blue and purple.
fn of_two() -> House {
    let mut house = House::new();
    house.table("ostia-3", TWO, &[(ANNA, "green"), (BELA, "blue")]);
    house
}

#[test]
fn a_table_where_people_hold_two_seats_each_is_full_with_two() {
    let mut house = House::new();
    let opened = house.write(LIVIA, &format!("new ostia-3 {TWO}"));
    assert!(opened.says("for 2 players: red and green; blue and purple."), "{opened}");
    let joined = house.write(ANNA, "join ostia-3 as green");
    assert!(joined.says("1 of 2 players"), "{joined}");
    let status = house.write(ANNA, "status ostia-3");
    assert!(status.says("1 of 2 are here"), "{status}");
    let list = house.write(CLEO, "list");
    assert!(list.says("1 of 2 seats free"), "{list}");
    house.write(BELA, "join ostia-3");
    assert!(house.newest(LIVIA, "the table is full").text.says("ostia-3 has all its players"));
    assert!(house.write(LIVIA, "table ostia-3\nstart").says("has begun"));
    let seats = house.seats("ostia-3");
    assert_eq!((seats["red"].as_str(), seats["green"].as_str()), (ANNA, ANNA));
    assert_eq!((seats["blue"].as_str(), seats["purple"].as_str()), (BELA, BELA));
    let report = house.newest(ANNA, "orders, please").text;
    assert!(report.says("anna plays red and green") && report.says("bela plays blue and purple"), "{report}");
}

#[test]
fn one_letter_serves_both_seats_of_its_writer() {
    let mut house = of_two();
    let answer = house.write(ANNA, "civilization Gaul\nGreen: civilization Troy");
    assert!(!answer.says("look at"), "{answer}");
    let awaited = answer.split("Still awaited:").nth(1).unwrap_or_default().to_owned();
    assert!(awaited.says("blue and purple") && !awaited.says("green") && !awaited.says("red"), "{answer}");
}

#[test]
fn nobody_gives_orders_for_a_seat_of_somebody_else() {
    let mut house = of_two();
    // As it was at a table that began before seats went together.
    let mut green = house.desk.store.seats("ostia-3").unwrap().into_iter().find(|row| row.seat == "green").unwrap();
    green.owner = house.desk.store.person_at(BELA).unwrap().map(|person| person.id);
    house.desk.store.set_seat("ostia-3", &green).unwrap();
    for letter in ["Green: civilization Troy", "civilization Gaul\nalways Green: civilization Troy"] {
        let answer = house.write(ANNA, letter);
        assert!(answer.says("green is not yours") && answer.says("Nothing of your letter was filed"), "{answer}");
    }
    let board = house.board("ostia-3");
    assert!(house.desk.store.letters("ostia-3", board.timeline, 1).unwrap().is_empty());
    let answer = house.write(LIVIA, "table ostia-3\namend red\nGreen: civilization Troy\nend");
    assert!(answer.says("Amend each seat by itself"), "{answer}");
}

#[test]
fn a_seat_is_left_given_and_taken_with_the_others() {
    let mut house = of_two();
    house.write(CLEO, "standby ostia-3");
    let answer = house.write(LIVIA, "table ostia-3\ncaretaker red");
    assert!(answer.says("An automaton plays red, green until the owner writes"), "{answer}");
    let mark = house.mark();
    let answer = house.write(CLEO, "accept ostia-3 red, green");
    assert!(answer.says("You play red, green"), "{answer}");
    assert!(!house.since(mark, CLEO).is_empty());
    let keepers = |house: &House| {
        let rows = house.desk.store.seats("ostia-3").unwrap();
        rows.iter().map(|row| (row.seat.clone(), row.keeper)).collect::<Vec<_>>()
    };
    let of = |keepers: &[(String, Keeper)], seat: &str| keepers.iter().find(|(one, _)| one == seat).map(|(_, k)| *k);
    let now = keepers(&house);
    assert_eq!((of(&now, "red"), of(&now, "green")), (Some(Keeper::Standby), Some(Keeper::Standby)));
    // The owner writes for one of them and has both again.
    house.write(ANNA, "civilization Gaul");
    let now = keepers(&house);
    assert_eq!((of(&now, "red"), of(&now, "green")), (Some(Keeper::Owner), Some(Keeper::Owner)));
    house.write(LIVIA, "table ostia-3\nreplace green by cleo@home.example");
    let seats = house.seats("ostia-3");
    assert_eq!((seats["red"].as_str(), seats["green"].as_str()), (CLEO, CLEO));
    house.write(CLEO, "table ostia-3\nleave");
    let seats = house.seats("ostia-3");
    assert!(!seats.contains_key("red") && !seats.contains_key("green"), "{seats:?}");
    assert!(house.log("ostia-3").says("an automaton plays red, green until somebody takes it"));
}

#[test]
fn somebody_with_two_seats_is_one_person() {
    let mut house = of_two();
    // Two people agree: that is everybody.
    house.write(ANNA, "table ostia-3\ndraw");
    assert!(house.board("ostia-3").deadline.is_some());
    house.write(BELA, "table ostia-3\ndraw");
    assert!(house.board("ostia-3").deadline.is_none(), "a draw");
    // Two people, and one gives up.
    let mut house = of_two();
    house.write(ANNA, "table ostia-3\nconcede yes");
    assert!(house.newest(BELA, "has won").subject.says("blue, purple has won"));
    // A letter for one of two seats is no silence.
    let mut house = of_two();
    house.write(ANNA, "civilization Gaul");
    house.wait(8 * DAY);
    let missed: Vec<(String, u32)> =
        house.desk.store.seats("ostia-3").unwrap().iter().map(|row| (row.seat.clone(), row.missed)).collect();
    assert!(missed.contains(&("green".into(), 0)) && missed.contains(&("blue".into(), 1)), "{missed:?}");
}
