//! A moderator sets the board right: for all to see, in the record, and proved with it.

use crate::house::{ANNA, BELA, CLEO, House, LIVIA, Says as _};

#[test]
fn the_board_is_set_right_for_all_to_see() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    house.write(ANNA, "build nothing");
    let answer = house.write(LIVIA, "table ostia-3\nset Syracusae: Rome, city; Mare Africum: 1 trireme Rome");
    assert!(answer.says("Set right: Syracusae: Rome, city; Mare Africum: 1 trireme Rome."), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 2, "a correction is a round of its own");
    for person in [ANNA, BELA, CLEO, LIVIA] {
        let report = house.newest(person, "Building");
        assert!(
            report.text.says("livia has set the board right: Syracusae: Rome, city; Mare Africum"),
            "{}",
            report.text
        );
        assert!(report.text.says("Seal of round 2: "), "{}", report.text);
    }
    assert!(house.write(BELA, "map").says("Syracusae"));
    assert!(house.log("ostia-3").says("livia set the board right: Syracusae: Rome, city"));
    assert!(house.write(ANNA, "history").says("2. turn 1, Building: the board was set right"));
    // Anna's letter is here, but the table waits until she has looked.
    assert!(house.write(ANNA, "orders").says("YOUR DRAFT AT OSTIA-3\n- build nothing"));
    house.write(BELA, "build nothing");
    house.write(CLEO, "build nothing");
    assert_eq!(house.board("ostia-3").rounds, 2);
    house.write(ANNA, "final");
    assert_eq!(house.board("ostia-3").rounds, 3);
    house.write(LIVIA, "table ostia-3\nclose");
    let said = house.newest(ANNA, "the table is closed").audit();
    assert!(said.says("A moderator set the board right (board): Syracusae: Rome, city"), "{said}");
    assert!(said.says("3 rounds were played again; every seal came out as recorded"), "{said}");
}

#[test]
fn a_correction_can_be_undone() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nset Syracusae: Rome, city");
    let before = house.write(ANNA, "map");
    assert!(before.says("Syracusae"));
    house.write(LIVIA, "table ostia-3\nrollback to 0");
    assert_eq!(house.board("ostia-3").rounds, 0);
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    assert!(house.desk.store.rounds("ostia-3", 2, 0, 9).unwrap().iter().all(|round| round.corrected.is_empty()));
}

#[test]
fn what_not_all_may_see_is_told_in_kind() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    let mark = house.mark();
    let answer = house.write(LIVIA, "table ostia-3\nset hands Rome: 3 gold, 2 tax");
    assert!(answer.says("What not everybody may see (hands) is set right; the others are told only that."), "{answer}");
    for sent in house.sent[mark..].iter().filter(|sent| sent.to != ANNA) {
        assert!(!sent.text.says("3 gold") && !sent.text.says("gold, 2 tax"), "{}: {}", sent.to, sent.text);
    }
    let told = house.newest(BELA, "Building").text;
    assert!(
        told.says("livia has set the board right: something was changed that not everybody may see (hands)"),
        "{told}"
    );
    let own = house.newest(ANNA, "Building").text;
    assert!(own.says("3 gold") || own.says("gold x3") || own.says("3 golds"), "{own}");
    assert!(!house.log("ostia-3").says("gold"), "{}", house.log("ostia-3"));
}

#[test]
fn what_cannot_be_is_refused_and_nothing_changes() {
    let mut house = House::of_three("");
    let before = house.write(ANNA, "map");
    for (line, says) in [
        ("set Atlantis: Rome", "Atlantis"),
        ("set Syracusae: Rome, 99 legions", "Nothing is changed."),
        ("set Roma: Rome, city, city, city, city", "Nothing is changed."),
        ("set stage: military, turn 3", "A correction cannot go to another stage. The position"),
        ("set winners: Rome", "A correction cannot end the game. The position"),
        ("set hands Rome: 99 gold", "Nothing is changed."),
    ] {
        let answer = house.write(LIVIA, &format!("table ostia-3\n{line}"));
        assert!(answer.says(says), "{line}: {answer}");
    }
    assert_eq!(house.board("ostia-3").rounds, 0);
    assert_eq!(house.write(ANNA, "map"), before);
    assert!(house.write(ANNA, "set Syracusae: Rome, city").says("Only the moderator of ostia-3 can do that."));
}

#[test]
fn whoever_plays_sets_no_secrets_right() {
    let mut house = House::of_three("");
    house.desk.club.moderators.push(ANNA.into());
    let answer = house.write(ANNA, "set hands Rome: 12 gold");
    assert!(answer.says("You play here yourself"), "{answer}");
    assert!(house.write(ANNA, "set Syracusae: Greece, city").says("Set right"));
}

#[test]
fn in_the_middle_of_a_stage_the_way_back_is_shown() {
    let mut house = House::of_three(" pace strict");
    let seat = house.board("ostia-3").clock.asked[0].clone();
    let director = house.seats("ostia-3")[&seat].clone();
    house.write(&director, "table ostia-3\ntrade 1");
    let answer = house.write(LIVIA, "table ostia-3\nset Syracusae: Rome, city");
    assert!(answer.says("Go back to it first, then write it again: rollback to 0"), "{answer}");
    house.write(LIVIA, "table ostia-3\nrollback to 0");
    assert!(house.write(LIVIA, "table ostia-3\nset Syracusae: Rome, city").says("Set right"));
}
