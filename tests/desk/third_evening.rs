//! What people stumbled over in a third pair of evenings by mail: letters read otherwise than they were meant.

use crate::house::{ANNA, BELA, CLEO, House, Says as _};

const ZOE: &str = "zoe@far.example";

fn has_filed(house: &House, seat: &str) -> bool {
    let board = house.board("ostia-3");
    let letters = house.desk.store.letters("ostia-3", board.timeline, board.rounds + 1).unwrap();
    letters.iter().any(|letter| letter.seat == seat)
}

#[test]
fn a_greeting_hides_no_command() {
    for greeting in ["Hi all, ", "Hello! ", "Ciao a tutti, ", "Cześć, ", "Beste allemaal, ", "Dear referee - "] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, &format!("{greeting}what if\npick any"));
        assert!(!has_filed(&house, "Rome") && !answer.says("Receipt"), "{greeting}: {answer}");
        let answer = house.write(ANNA, &format!("{greeting}draft\npick any"));
        assert!(answer.says("It is a draft"), "{greeting}: {answer}");
        let mark = house.mark();
        let answer = house.write(ANNA, &format!("{greeting}press to Greece\nShall we trade?\nend\npick gold, any"));
        assert!(answer.says("on its way") && answer.says("- pick gold, any"), "{greeting}: {answer}");
        assert!(house.since(mark, BELA).len() == 1, "{greeting}");
    }
    // In other languages too, and without a mark.
    for line in ["Ciao, bozza", "Cześć, szkic", "Hallo, concept", "Hi all draft"] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, &format!("{line}\npick any"));
        assert!(answer.says("It is a draft"), "{line}: {answer}");
    }
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "Hi, pick gold, any");
    assert!(answer.says("- pick gold, any") && !answer.says("It is a draft"), "{answer}");
    // A greeting stays one, whatever name stands behind it.
    let answer = house.write(ANNA, "Hi Bela, and Cleo\npick any");
    assert!(!answer.says("NOT UNDERSTOOD"), "{answer}");
}

#[test]
fn a_greeting_begins_no_diary() {
    for greeting in ["Dzień dobry,", "Dag allemaal,", "Dzień dobry wszystkim", "Dag!"] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, &format!("{greeting}\npick gold, any"));
        assert!(answer.says("- pick gold, any") && !answer.says("diary"), "{greeting}: {answer}");
        // With a slip in them the orders are not swallowed either.
        let answer = house.write(ANNA, &format!("{greeting}\npikc tax"));
        assert!(answer.says("Did you mean: pick tax") && !answer.says("diary"), "{greeting}: {answer}");
    }
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "diary\nToday I traded.\npikc gold");
    assert!(answer.says("no orders were filed") && answer.says("still awaited"), "{answer}");
    let answer = house.write(ANNA, "diary\nToday I traded.\nend\npick gold");
    assert!(!answer.says("no orders were filed"), "{answer}");
    let answer = house.write(ANNA, "diary\nMore.\nend");
    assert!(!answer.says("no orders were filed"), "{answer}");
}

#[test]
fn polite_lines_hold_up_no_round() {
    for line in [
        "Hi referee, nice to be here :)",
        "Dear referee, my orders (sorry for the delay!!):",
        "Sorry for being late!",
        "Dear referee, here is what I play:",
        "Goedendag",
        "va bene",
        "ok",
        "Buongiorno, scusate il ritardo!",
        "Dzień dobry, przepraszam za spóźnienie",
        "Sorry dat ik laat ben.",
    ] {
        let mut house = House::of_three("");
        let answer = house.write(ANNA, &format!("{line}\npick any"));
        assert!(answer.says("All is well") && !answer.says("I wait for you"), "{line}: {answer}");
    }
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "ok, pick gold, any");
    assert!(answer.says("- pick gold, any"), "{answer}");
    let answer = house.write(ANNA, "sorry, I meant: pikc gold");
    assert!(answer.says("pikc") || answer.says("NOT UNDERSTOOD"), "{answer}");
}

#[test]
fn seats_have_names_in_every_language() {
    let mut house = House::new();
    house.write("livia@club.example", "new ostia-3 mare-nostrum 5");
    for (who, line, seat) in [
        (ANNA, "join ostia-3 as Grecia", "Greece"),
        (BELA, "doe mee ostia-3 als Griekenland, Egypte", "Greece, Egypt"),
        (CLEO, "dołącz ostia-3 jako Kartagina", "Carthage"),
        (ZOE, "partecipa ostia-3 come Roma o Babilonia", "Rome, Babylon"),
    ] {
        let answer = house.write(who, line);
        assert!(answer.says(seat), "{line}: {answer}");
    }
    let answer = house.write("eve@far.example", "join ostia-3 as Cartage");
    assert!(answer.lines().any(|line| line.trim().ends_with("join ostia-3 as Carthage")), "{answer}");
    // A table may be called like anything.
    house.write("livia@club.example", "new duo latrones 2");
    let answer = house.write(ANNA, "partecipa duo come Red");
    assert!(answer.says("Red"), "{answer}");
}

#[test]
fn a_vote_that_may_be_an_order_is_asked_about() {
    let mut house = House::new();
    let four = [(ANNA, "red"), (BELA, "green"), (CLEO, "blue"), ("dido@home.example", "purple")];
    house.table("tyros-1", "inner-sea 4", &four);
    for _ in 0..40 {
        let form = house.newest(ANNA, "").text;
        if form.contains("# draw ") {
            break;
        }
        house.write("livia@club.example", "table tyros-1\nforce");
    }
    assert!(house.newest(ANNA, "").text.contains("# draw "), "a stage in which cards are drawn");
    for line in ["draw all", "draw"] {
        let answer = house.write(ANNA, &format!("table tyros-1\n{line}"));
        assert!(!answer.says("Your vote"), "{line}: {answer}");
    }
    let answer = house.write(ANNA, "table tyros-1\nvote draw");
    assert!(answer.says("Your vote for a draw is counted"), "{answer}");
    // Where nothing is drawn it is a vote.
    let mut house = House::of_three("");
    assert!(house.write(ANNA, "draw").says("Your vote for a draw is counted"));
}

#[test]
fn only_what_is_gone_is_said_to_be_gone() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick gold, any\nbuild legion Roma; build caravan Roma");
    let answer = house.write(ANNA, "pick gold, any\nbuild caravan Roma\nbuild legion Roma");
    assert!(!answer.says("NO LONGER"), "{answer}");
    let answer = house.write(ANNA, "pick gold, any\nbuild caravan Roma");
    assert!(answer.says("NO LONGER ON FILE") && answer.says("- build legion Roma"), "{answer}");
    // What ended all plans goes on to count in a letter that says nothing of plans.
    let mut house = House::of_three("");
    house.write(ANNA, "always losses legion\npick gold, any");
    for who in [BELA, CLEO] {
        house.write(who, "pick any");
    }
    let answer = house.write(ANNA, "always nothing\nbuild nothing");
    assert!(answer.says("NO LONGER STANDING"), "{answer}");
    let answer = house.write(ANNA, "build legion Roma");
    assert!(!answer.says("losses legion"), "{answer}");
}
