//! What moderators do: pause, deadline, force, hold, preview, amend, release, rollback, replace, set, announce, close.

use crate::house::{ANNA, BELA, CLEO, DAY, HOUR, House, LIVIA, MONDAY, Says as _};
use tabellarius::store::Status;

#[test]
fn only_whoever_runs_the_table_may_do_that() {
    let mut house = House::of_three("");
    for command in
        ["pause", "force", "rollback to 0", "set grace 1 day", "eject Rome", "amend Rome: nothing", "preview", "start"]
    {
        let answer = house.write(ANNA, command);
        assert!(answer.says("Only the moderator of ostia-3 can do that."), "{command}: {answer}");
    }
}

#[test]
fn the_clock_is_stopped_and_goes_on_with_what_was_left() {
    let mut house = House::of_three("");
    house.wait(DAY);
    house.write(LIVIA, "table ostia-3\npause");
    assert!(house.newest(ANNA, "the clock stands still").text.says("Letters are taken as always."));
    house.wait(30 * DAY);
    assert_eq!(house.board("ostia-3").rounds, 0);
    assert!(house.write(ANNA, "pick any").says("The clock of ostia-3 stands still for now."));
    house.write(LIVIA, "table ostia-3\nresume");
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY + 37 * DAY));
    house.write(LIVIA, "table ostia-3\ndeadline 2027-01-01 12:00");
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY + 46 * DAY));
    house.write(LIVIA, "table ostia-3\nforce");
    assert_eq!(house.board("ostia-3").rounds, 1);
    assert!(house.log("ostia-3").says("livia closed the round."));
}

#[test]
fn a_moderated_table_waits_for_its_release() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nset release moderator");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    assert_eq!(house.board("ostia-3").status, Status::Held);
    let held = house.newest(LIVIA, "a result waits for you");
    assert!(house.write(ANNA, "pick gold, any").says("are being resolved"));
    let before = house.answer(LIVIA, &held, "preview").text;
    assert!(before.says("This is a preview") && before.says("takes"), "{before}");
    let answer = house.answer(LIVIA, &held, "amend Rome\npick wine, any\nend").text;
    assert!(answer.says("The orders of Rome are replaced"), "{answer}");
    assert!(house.newest(ANNA, "your orders were changed").text.says("- pick wine, any"));
    let after = house.answer(LIVIA, &held, "preview").text;
    let takes = |text: &str| text.lines().filter(|line| line.contains(" takes ")).map(String::from).collect::<Vec<_>>();
    let foreseen = takes(&after);
    assert!(!foreseen.is_empty(), "{after}");
    assert_eq!(house.board("ostia-3").rounds, 0);
    house.answer(LIVIA, &held, "release");
    let board = house.board("ostia-3");
    assert_eq!((board.rounds, board.status), (1, Status::Running));
    assert_eq!(takes(&house.newest(BELA, "Building").text), foreseen, "what was previewed is what comes");
    let round = house.desk.store.rounds("ostia-3", 1, 0, 1).unwrap().remove(0);
    assert_eq!((round.letters["Rome"].as_str(), round.amended["Rome"].as_str()), ("pick any", "pick wine, any"));
    assert!(house.log("ostia-3").says("livia replaced the orders of Rome."));
    house.write(LIVIA, "table ostia-3\nset release at-once\nhold");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "nothing");
    }
    assert_eq!(house.board("ostia-3").status, Status::Held);
}

#[test]
fn going_back_loses_nothing() {
    let mut house = House::of_three("");
    for round in 1..=2 {
        for person in [ANNA, BELA, CLEO] {
            house.write(person, "pick any\nbuild nothing");
        }
        assert_eq!(house.board("ostia-3").rounds, round);
    }
    let building = house.newest(ANNA, "your orders, please").text;
    let seal = |house: &House| house.desk.store.rounds("ostia-3", house.board("ostia-3").timeline, 0, 99).unwrap();
    let first = seal(&house);
    let answer = house.write(LIVIA, "table ostia-3\nrollback to 0");
    assert!(answer.says("as it was after round 0"), "{answer}");
    let report = house.newest(ANNA, "your orders, please");
    assert!(
        report.text.says("livia has taken the table back") && report.text.says("turn 1, Commerce"),
        "{}",
        report.text
    );
    assert!(house.write(ANNA, "orders").says("YOUR DRAFT AT OSTIA-3\n- pick any"));
    // The same letters bring the same dice, the same seals, the same results.
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "final");
    }
    assert_eq!(seal(&house)[0], first[0]);
    // And with other letters another game; the old one is still there.
    house.write(LIVIA, "table ostia-3\nrollback to 0");
    house.write(ANNA, "offer wine\npick papyrus, any");
    house.write(BELA, "final");
    house.write(CLEO, "final");
    assert_eq!(house.board("ostia-3").rounds, 1);
    assert_ne!(seal(&house)[0], first[0]);
    house.write(LIVIA, "table ostia-3\nforward");
    assert_eq!((house.board("ostia-3").timeline, seal(&house)[0].clone()), (2, first[0].clone()));
    house.write(LIVIA, "table ostia-3\nforward");
    assert_eq!((house.board("ostia-3").timeline, seal(&house)), (1, first));
    let again = house.newest(ANNA, "your orders, please").text;
    let move_part = |text: &str| {
        text.split("YOUR MOVE").nth(1).unwrap_or_default().split("WHAT HAPPENED").next().unwrap_or_default().to_owned()
    };
    assert_eq!(move_part(&again), move_part(&building));
    let answer = house.write(LIVIA, "table ostia-3\nrollback to 9");
    assert!(answer.says("2 rounds have been closed"), "{answer}");
}

#[test]
fn seats_are_given_and_taken() {
    let mut house = House::of_three("");
    let answer = house.write(LIVIA, "table ostia-3\nreplace Rome by zoe@far.example");
    assert!(answer.says("zoe plays Rome from now on"), "{answer}");
    let welcome = house.newest("zoe@far.example", "you have a seat");
    assert!(welcome.text.says("YOUR MOVE"), "{}", welcome.text);
    assert!(house.answer("zoe@far.example", &welcome, "pick any").text.says("Receipt 1"));
    assert!(house.write(ANNA, "table ostia-3\npick any").says("You have no seat"));
    house.write(LIVIA, "table ostia-3\neject Greece\ncaretaker Egypt");
    assert_eq!(house.board("ostia-3").rounds, 1, "nobody else is missing");
    let log = house.log("ostia-3");
    for line in ["livia gave Rome to zoe.", "livia took Greece away from bela", "livia let the automaton play Egypt."] {
        assert!(log.says(line), "{log}");
    }
    assert!(house.newest(BELA, "Greece is no longer yours").text.says("has taken Greece away from you"));
    assert!(house.newest(CLEO, "Greece is free").text.says("has taken Greece away from bela"));
}

#[test]
fn settings_announcements_notes_and_the_end() {
    let mut house = House::of_three("");
    let answer = house.write(LIVIA, "table ostia-3\nset");
    assert!(answer.says("- deadline 7 days") && answer.says("- caretaker-after 3"), "{answer}");
    let answer = house.write(LIVIA, "table ostia-3\nset graze 1 day");
    assert!(answer.says("Did you mean: set grace 1 day"), "{answer}");
    house.write(LIVIA, "table ostia-3\nset reminders 2 days, 3 hours");
    assert!(house.newest(ANNA, "a setting has changed").text.says("set: reminders 2 days, 3 hours"));
    house.write(LIVIA, "table ostia-3\nannounce\nSnow in the Alps.\nend\nnote\nAnna was ill.\nend");
    assert!(house.newest(CLEO, "an announcement").text.says("The moderator writes to all:\n\nSnow in the Alps."));
    assert!(house.write(LIVIA, "table ostia-3\nnote").says("Anna was ill."));
    house.wait(HOUR);
    house.write(LIVIA, "table ostia-3\nclose: the club moves");
    assert!(house.newest(ANNA, "the table is closed").text.says("livia has closed the table: the club moves."));
    assert!(house.write(ANNA, "table ostia-3\npick any").says("ostia-3 is over."));
}
