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
    // Three automata trade and build before Anna is asked again: one mail.
    let before = house.board("ostia-3").rounds;
    let mark = house.mark();
    house.write(ANNA, "offer any");
    assert!(house.board("ostia-3").rounds > before + 2, "{}", house.board("ostia-3").rounds);
    let mails = house.since(mark, ANNA);
    assert_eq!(mails.len(), 2, "the answer and one report: {mails:#?}");
    let report = house.newest(ANNA, "your orders, please").text;
    assert!(report.says("lays out") && report.says("The trade ends") && report.says("builds"), "{report}");
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
    for line in ["and pick gold, any", "I would like to pick gold, any", "I'll pick gold, any", "I want to pick gold, any please"] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, line);
        assert!(answer.says("- pick gold, any") && answer.says("All is well"), "{line}: {answer}");
    }
}
