//! What people stumbled over in a fourth evening by mail: too many mails, small words, orders read otherwise than they were meant.

use crate::house::{ANNA, BELA, House, LIVIA, Says as _};

/// A strict table of Empires at which one person, or two, play against automata.
fn empires(people: &[(&str, &str)]) -> House {
    let mut house = House::new();
    house.write(LIVIA, "new ostia-3 empires 4 strict");
    for (person, seat) in people {
        house.write(person, &format!("join ostia-3 as {seat}"));
    }
    house.write(LIVIA, "table ostia-3\nstart anyway");
    house
}

#[test]
fn rounds_of_automata_come_in_one_mail() {
    let mut house = empires(&[(ANNA, "Rome")]);
    let reports = |house: &House| house.subjects(ANNA).iter().filter(|one| one.contains("round ")).count();
    // Carthage, an automaton, shows a tile before anybody is asked: that is told in the first report.
    assert!(house.board("ostia-3").rounds > 0 && reports(&house) == 1, "{:?}", house.subjects(ANNA));
    let first = house.newest(ANNA, "your orders, please").text;
    assert!(first.says("The seats were drawn") && first.says("Carthage shows the"), "{first}");
    assert!(first.says("THE BOARD") && first.says("Its commitment"), "{first}");
    // Automata trade and build before Anna is asked again: one mail for each letter of hers.
    let before = house.board("ostia-3").rounds;
    let mark = house.mark();
    house.write(ANNA, "offer any");
    let report = house.newest(ANNA, "your orders, please").text;
    assert!(report.says("lays out"), "{report}");
    house.write(ANNA, "always pick any");
    assert!(house.board("ostia-3").rounds > before + 3, "{}", house.board("ostia-3").rounds);
    let mails = house.since(mark, ANNA);
    assert_eq!(mails.len(), 4, "two answers and two reports: {mails:#?}");
    let report = house.newest(ANNA, "your orders, please").text;
    assert!(report.says("The trade ends") && report.says("Round 1: Building"), "{report}");
    // Every one of them is a round of its own in the record.
    let explained = house.write(ANNA, &format!("table ostia-3\nexplain {}", before + 2));
    assert!(explained.says("takes") || explained.says("Trade"), "{explained}");
    assert!(house.write(ANNA, "table ostia-3\nexplain 999").says("rounds"));
    // A result that a moderator wants to see first waits for the moderator.
    house.write(LIVIA, "table ostia-3\nset release moderator");
    house.write(ANNA, "table ostia-3\nbuild nothing");
    assert_eq!(house.board("ostia-3").status, tabellarius::store::Status::Held);
}

#[test]
fn a_command_may_stand_behind_small_words() {
    let mut house = House::new();
    house.write(LIVIA, "new ostia-3 mare-nostrum 3 variant seats=rome+greece+egypt");
    let answer = house.write(ANNA, "Hi! I would like to join ostia-3 as Rome please");
    assert!(answer.says("You are at ostia-3 and would like Rome"), "{answer}");
    let mut house = House::of_three("");
    let mark = house.mark();
    let answer = house.write(ANNA, "pick gold, any\nand press to Greece: Shall we trade, please?");
    assert!(answer.says("on its way") && answer.says("- pick gold, any"), "{answer}");
    assert!(house.newest(BELA, "a letter").text.says("Shall we trade, please?"));
    assert_eq!(house.since(mark, BELA).len(), 1);
    // Sentences stay sentences.
    for line in ["and back to the game", "I want to press on with the attack", "please leave Sicily to me"] {
        let answer = house.write(ANNA, &format!("{line}\npick any"));
        assert!(answer.says("- pick any") && answer.says(line.split(' ').next_back().unwrap()), "{line}: {answer}");
    }
}

#[test]
fn an_order_may_stand_behind_small_words() {
    for line in [
        "and pick gold, any",
        "I would like to pick gold, any",
        "I'll pick gold, any",
        "I want to pick gold, any please",
    ] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, line);
        assert!(answer.says("- pick gold, any") && answer.says("All is well"), "{line}: {answer}");
    }
}

#[test]
fn a_letter_for_a_later_stage_closes_no_round() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick gold, any");
    house.write(BELA, "pick any");
    // The stage may have been mistaken; and what was said before is gone.
    let answer = house.write(crate::house::CLEO, "build legion Alexandria");
    assert!(answer.says("KEPT FOR BUILDING") && answer.says("you have said nothing"), "{answer}");
    assert!(answer.says("I wait for you") && house.board("ostia-3").rounds == 0, "{answer}");
    let answer = house.write(crate::house::CLEO, "final");
    assert!(answer.says("final") && house.board("ostia-3").rounds == 1, "{answer}");
}

#[test]
fn an_announcement_publishes_no_orders() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\nobserve");
    let mark = house.mark();
    let answer = house.write(LIVIA, "table ostia-3\nannounce\nSnow has come.\npick gold, any");
    assert!(answer.says("pick gold, any") && house.since(mark, ANNA).is_empty(), "{answer}");
    let answer = house.write(LIVIA, "table ostia-3\nannounce\nSnow has come.\npick gold, any\nend");
    assert!(!house.since(mark, ANNA).is_empty(), "{answer}");
}

#[test]
fn rounds_that_close_early_are_no_deadlines() {
    let mut house = House::new();
    house.table(
        "ostia-3",
        "seven-wonders 3 variant wonders=gizah+rhodos+olympia",
        &[(ANNA, "Gizah"), (BELA, "Rhodos"), (crate::house::CLEO, "Olympia")],
    );
    house.write(ANNA, "table ostia-3\nprefer any green, any, stage, sell");
    house.write(BELA, "table ostia-3\nprefer any blue, any, stage, sell");
    // Cleo plays three turns of hers on one day; Anna's and Bela's plans play along.
    for _ in 0..3 {
        let form = house.newest(crate::house::CLEO, "your orders, please").text;
        let order = form.lines().find_map(|line| line.strip_prefix("# ").filter(|order| order.starts_with("sell ")));
        house.write(crate::house::CLEO, &format!("table ostia-3\n{}", order.unwrap()));
    }
    assert_eq!(house.board("ostia-3").rounds, 3);
    house.wait(7 * crate::house::DAY + crate::house::HOUR);
    let missed = |seat: &str| {
        let seats = house.desk.store.seats("ostia-3").unwrap();
        seats.iter().find(|row| row.seat == seat).unwrap().missed
    };
    assert_eq!((missed("Gizah"), missed("Rhodos"), missed("Olympia")), (0, 0, 1));
}
