//! One person against civilizations that nobody plays: answered at once, without a deadline, to the end.

use crate::house::{ANNA, DAY, House, LIVIA, Says as _};
use tabellarius::store::Status;

#[test]
fn one_person_is_answered_at_once_and_has_no_deadline() {
    let mut house = House::new();
    house.table("solo-1", "inner-sea 1 fall-of-rome-2,version=west", &[(ANNA, "Red")]);
    assert_eq!(house.board("solo-1").deadline, None);
    let report = house.newest(ANNA, "your orders, please").text;
    assert!(report.says("Gold lies in") && report.says("Gothia"), "{report}");
    // Nobody is hurried.
    house.wait(100 * DAY);
    assert_eq!(house.board("solo-1").rounds, 0);
    let mut rounds = 0;
    while house.board("solo-1").status == Status::Running {
        let before = house.board("solo-1").rounds;
        for (address, text) in house.desk.automata_letters("solo-1").unwrap() {
            house.write(&address, &format!("table solo-1\n{text}"));
        }
        assert!(house.board("solo-1").rounds > before, "the answer comes at once");
        rounds += 1;
        assert!(rounds < 100, "no end");
    }
    assert_eq!(house.board("solo-1").status, Status::Over);
    let last = house.newest(ANNA, "the game is over").text;
    assert!(last.says("West Rome"), "{last}");
    // What was tried and won is kept.
    let history = house.write(ANNA, "table solo-1\nhistory");
    assert!(history.says("for 1, fall-of-rome-2,version=west: tried 1, won "), "{history}");
}

/// A scenario is found by its name, in English and in Italian, for as many as it is for.
#[test]
fn a_scenario_needs_no_number() {
    let mut house = House::new();
    for (table, name) in
        [("tyre-1", "scenario punic-wars"), ("tyre-2", "le-guerre-puniche"), ("tyre-3", "scenario fall-of-rome-2")]
    {
        let opened = house.write(LIVIA, &format!("new {table} inner-sea {name}"));
        assert!(opened.says("IS OPEN"), "{opened}");
    }
    assert_eq!((house.board("tyre-1").header.players, house.board("tyre-3").header.players), (2, 1));
}
