//! However a game ends, everybody gets its record, its seed, and can prove both.

use crate::house::{ANNA, BELA, CLEO, FIVE, House, LIVIA, Says as _};
use tabellarius::desk::limits::Limits;
use tabellarius::desk::verb::{Verb, Verbs, Whose};
use tabellarius::store::Status;

fn with_a_round() -> House {
    let mut house = House::of_three("");
    house.write(ANNA, "diary\nIt was a fine evening.\nend");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    house
}

fn ends(mut house: House, letters: &[(&str, &str)], subject: &str, how: &str) {
    house.write("zoe@far.example", "observe ostia-3");
    house.write(CLEO, "format digest");
    let seed = house.board("ostia-3").seed;
    for (who, letter) in letters {
        assert!(house.sent.iter().all(|sent| !sent.raw.contains(&seed)), "nobody knows the seed before the end");
        house.write(who, letter);
    }
    assert_eq!(house.board("ostia-3").status, Status::Closed);
    for person in [ANNA, BELA, CLEO, LIVIA, "zoe@far.example"] {
        let last = house.newest(person, subject);
        assert!(last.text.replace("\n", "").contains(&seed), "{}", last.text);
        assert!(last.raw.contains("ostia-3-diaries.txt"), "diaries are opened");
        let said = last.audit();
        assert!(said.says("the seed is the one committed to") && said.says("1 rounds were played again"), "{said}");
        assert!(said.says(&format!("The table ended before its time, in turn 1/building: {how}")), "{said}");
    }
    // Whoever knows the seed could choose the dice.
    for command in ["rollback to 0", "forward"] {
        let answer = house.write(LIVIA, &format!("table ostia-3\n{command}"));
        assert!(answer.says("the secret of its dice is published"), "{answer}");
    }
}

#[test]
fn by_a_draw() {
    let votes = [(ANNA, "draw"), (BELA, "draw"), (CLEO, "draw")];
    ends(with_a_round(), &votes, "a draw", "Everybody agreed on a draw.");
}

#[test]
fn by_concession() {
    let letters = [(ANNA, "concede yes"), (BELA, "concede yes")];
    ends(with_a_round(), &letters, "Egypt has won", "All others conceded: Egypt has won.");
}

#[test]
fn by_a_moderator() {
    let letters = [(LIVIA, "table ostia-3\nclose: the club moves")];
    ends(with_a_round(), &letters, "the table is closed", "livia closed the table: the club moves.");
}

#[test]
fn a_table_that_never_began_has_no_record() {
    let mut house = House::new();
    house.write(LIVIA, "new ostia-3 mare-nostrum 5");
    house.write(ANNA, "join ostia-3");
    house.write(LIVIA, "table ostia-3\nclose: too few");
    let last = house.newest(ANNA, "the table is closed");
    assert!(last.text.says("livia has closed the table: too few.") && !last.raw.contains("record"), "{}", last.text);
}

#[test]
fn nothing_makes_a_game_that_is_over_go_on() {
    let mut house = House::new();
    house.desk.club.limits = Limits::patient();
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt,turns=2", &FIVE[..3]);
    while house.board("ostia-3").deadline.is_some() {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    let over = house.board("ostia-3");
    assert_eq!(over.status, Status::Over);
    // The seed is known to all: whoever could play one more round would know its dice.
    let verbs = Verbs::load().unwrap();
    for verb in Verb::ALL.iter().filter(|verb| verb.whose() == Whose::Moderator) {
        let word = verbs.name(*verb, "en");
        for rest in [
            "",
            "1",
            "to 0",
            "Rome",
            "Rome by anna@home.example",
            "2 days",
            "Rome\nbuild nothing\nend",
            "Roma: Rome, city",
        ] {
            house.write(LIVIA, &format!("table ostia-3\n{word} {rest}"));
            house.wait(3_600);
        }
    }
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "table ostia-3\nbuild legion Roma");
    }
    house.wait(30 * 86_400);
    let after = house.board("ostia-3");
    assert_eq!((after.rounds, after.timeline, &after.stage), (over.rounds, over.timeline, &over.stage));
    assert!(!after.is_alive() && after.deadline.is_none(), "{:?}", after.status);
    assert_eq!(house.desk.store.timelines("ostia-3").unwrap().len(), 1);
}
