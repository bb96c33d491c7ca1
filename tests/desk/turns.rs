//! Tables where one letter is for a whole turn: for weekly play.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, House, LIVIA, Says as _};

fn weekly() -> House {
    let mut house = House::new();
    house.table("ostia-3", "mare-nostrum 3 turn variant seats=rome+greece+egypt", &FIVE[..3]);
    house
}

#[test]
fn one_letter_is_played_through_all_stages_of_a_turn() {
    let mut house = weekly();
    let ask = house.newest(ANNA, "your orders, please");
    assert!(ask.text.says("One letter is for the whole turn"), "{}", ask.text);
    // The form lays the turn out stage by stage.
    let stages = ["# turn 1, Building", "# turn 1, Military"];
    let places = stages.map(|stage| ask.text.find(stage).unwrap_or_else(|| panic!("{stage}: {}", ask.text)));
    assert!(places[0] < places[1], "{}", ask.text);
    let answer =
        house.answer(ANNA, &ask, "offer all\npick any\nbuild legion Roma\nmove 1 legion Roma -> Tarentum").text;
    assert!(answer.says("KEPT FOR BUILDING") && answer.says("KEPT FOR MILITARY"), "{answer}");
    assert!(
        answer.says("LATER, IN TURN 1, MILITARY, IF OTHERS ARE SILENT - move 1 legion Roma -> Tarentum"),
        "{answer}"
    );
    house.write(BELA, "pick any");
    let mark = house.mark();
    house.write(CLEO, "pick any");
    // All are in: three stages are played, and one report tells of them.
    let board = house.board("ostia-3");
    assert_eq!((board.rounds, board.stage.as_str()), (3, "turn 2/commerce"));
    let reports: Vec<String> =
        house.since(mark, ANNA).into_iter().filter(|subject| subject.contains("orders, please")).collect();
    assert_eq!(reports.len(), 1, "{reports:?}");
    let report = house.newest(ANNA, "turn 2, Commerce").text;
    for piece in ["Rome buys a legion in Roma", "1 legion of Rome marches from Roma to Tarentum"] {
        assert!(report.says(piece), "{piece}: {report}");
    }
    // What is explained is the whole turn.
    let why = house.write(ANNA, "explain");
    assert!(why.says("takes") && why.says("Rome buys a legion") && why.says("marches from Roma"), "{why}");
}

#[test]
fn silence_is_counted_once_a_turn_and_an_automaton_writes_for_each_stage() {
    let mut house = weekly();
    house.write(LIVIA, "table ostia-3\ncaretaker Egypt");
    house.write(ANNA, "pick any");
    let deadline = house.board("ostia-3").deadline.expect("a deadline");
    house.wait(deadline - house.now());
    let board = house.board("ostia-3");
    assert_eq!((board.rounds, board.stage.as_str()), (3, "turn 2/commerce"));
    assert!(board.deadline.is_some_and(|next| next >= deadline + DAY));
    let seats = house.desk.store.seats("ostia-3").unwrap();
    let missed = |name: &str| seats.iter().find(|seat| seat.seat == name).map(|seat| seat.missed);
    assert_eq!((missed("Rome"), missed("Greece")), (Some(0), Some(1)));
    let egypt = seats.iter().find(|seat| seat.seat == "Egypt").unwrap();
    assert!(egypt.is_automatic(), "{egypt:?}");
    let rounds = house.desk.store.rounds("ostia-3", board.timeline, 0, board.rounds).unwrap();
    let written = rounds.iter().filter(|round| round.letters.contains_key("Egypt")).count();
    assert!(written > 1, "{rounds:?}");
}

#[test]
fn a_table_by_turns_goes_on_after_a_restart_and_a_step_back() {
    let mut house = weekly();
    for who in [ANNA, BELA, CLEO] {
        house.write(who, "pick any");
    }
    assert_eq!(house.board("ostia-3").stage, "turn 2/commerce");
    // Back into the middle of a turn: what is left of it waits for letters.
    house.write(LIVIA, "table ostia-3\nrollback to 1");
    assert_eq!(house.board("ostia-3").stage, "turn 1/building");
    for who in [ANNA, BELA, CLEO] {
        house.write(who, "build nothing");
    }
    assert_eq!(house.board("ostia-3").stage, "turn 2/commerce");
}
