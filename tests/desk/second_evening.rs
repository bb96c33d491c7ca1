//! What people stumbled over in two more evenings by mail: who is told what, and what a letter is answered.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, House, LIVIA, Says as _};
use tabellarius::store::{Keeper, SeatRow};

const ZOE: &str = "zoe@far.example";

fn row(house: &House, seat: &str) -> SeatRow {
    house.desk.store.seats("ostia-3").unwrap().into_iter().find(|row| row.seat == seat).unwrap()
}

#[test]
fn a_round_that_a_moderator_closes_is_no_missed_deadline() {
    let mut house = House::of_three("");
    house.write(BELA, "always losses legion\nno orders");
    for _ in 0..4 {
        house.write(LIVIA, "table ostia-3\nforce");
    }
    assert_eq!(house.board("ostia-3").rounds, 4);
    for seat in ["Rome", "Greece", "Egypt"] {
        assert_eq!((row(&house, seat).missed, row(&house, seat).keeper), (0, Keeper::Owner), "{seat}");
    }
    let report = house.newest(ANNA, "turn").text;
    assert!(report.says("The moderator closed this round before its deadline."), "{report}");
    assert!(report.says("the default was done for you") && report.says("counts as no missed deadline"), "{report}");
    assert!(!report.says("silent"), "{report}");
    // Nor does one that is held back first.
    house.write(LIVIA, "table ostia-3\nset release moderator");
    house.write(LIVIA, "table ostia-3\nforce");
    house.wait(30 * DAY);
    house.write(LIVIA, "table ostia-3\nrelease");
    assert_eq!((house.board("ostia-3").rounds, row(&house, "Rome").missed), (5, 0));
}

#[test]
fn everybody_hears_that_an_owner_is_back() {
    let mut house = House::of_three("");
    house.write(ZOE, "standby ostia-3");
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    let mark = house.mark();
    house.write(ANNA, "back");
    for who in [BELA, CLEO, LIVIA, ZOE] {
        assert_eq!(house.since(mark, who), ["[ostia-3] Rome has its player back"], "{who}");
        assert!(house.newest(who, "player back").text.says("anna is back and plays Rome again."));
    }
    // Whoever stepped in is thanked, and asked again when a seat is free.
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    house.write(ZOE, "accept ostia-3 Rome");
    let mark = house.mark();
    house.write(ANNA, "table ostia-3\nno orders");
    assert_eq!(house.since(mark, ZOE), ["[ostia-3] the owner is back"]);
    assert_eq!(house.since(mark, BELA), ["[ostia-3] Rome has its player back"]);
    house.write(LIVIA, "table ostia-3\neject Greece");
    assert!(house.newest(ZOE, "would you play Greece?").text.says("accept Greece"));
}

#[test]
fn whoever_is_played_for_is_asked_nothing() {
    let mut house = House::of_three("");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\ncaretaker Rome");
    // The moderator has the answer, the player is spoken to, and the others know.
    assert_eq!(house.since(mark, LIVIA).len(), 1);
    assert!(house.newest(ANNA, "an automaton plays for you").text.says("the seat is yours again"));
    assert_eq!(house.since(mark, ANNA).len(), 1);
    assert!(house.newest(BELA, "an automaton plays Rome").text.says("until the owner writes"));
    for who in [BELA, CLEO] {
        house.write(who, "no orders");
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    let report = house.newest(ANNA, "turn 1").text;
    assert!(report.says("An automaton plays Rome for you. Write anything"), "{report}");
    assert!(report.says("Somebody plays in your place"), "{report}");
    for lie in ["Please answer by", "If you say nothing", "take the # away", "The owner"] {
        assert!(!report.says(lie), "{lie}: {report}");
    }
    // With a person in the place it is the same.
    house.write(ZOE, "accept ostia-3 Rome");
    for who in [BELA, CLEO, ZOE] {
        house.write(who, "table ostia-3\nno orders");
    }
    let report = house.newest(ANNA, "turn 1").text;
    assert!(report.says("zoe plays Rome for you.") && !report.says("Please answer by"), "{report}");
    assert!(house.newest(ZOE, "turn 1").text.says("Please answer by"));
}

#[test]
fn the_last_letter_is_told_that_it_closes_the_round() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "pick any");
    assert!(answer.says("Deadline: ") && !answer.says("closes at once"), "{answer}");
    house.write(BELA, "pick any");
    let answer = house.write(CLEO, "pick any");
    assert!(answer.says("this round closes at once") && !answer.says("Deadline: "), "{answer}");
    house.write(ANNA, "draft\nbuild nothing");
    house.write(BELA, "build nothing");
    house.write(CLEO, "build nothing");
    let answer = house.write(ANNA, "final");
    assert!(answer.says("this round closes at once") && !answer.says("You may still change them"), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 2);
}

#[test]
fn a_new_letter_says_what_no_longer_counts() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "always pick gold, any\nalways losses legion\noffer tax");
    assert!(!answer.says("NO LONGER"), "{answer}");
    let answer = house.write(ANNA, "always losses fortress\npick any");
    assert!(answer.says("NO LONGER ON FILE") && answer.says("- offer tax"), "{answer}");
    assert!(answer.says("NO LONGER STANDING") && answer.says("- pick gold, any") && answer.says("- losses legion"));
    // A letter without plans takes back those of the letter before it.
    let answer = house.write(ANNA, "pick any");
    assert!(answer.says("NO LONGER STANDING") && answer.says("- losses fortress"), "{answer}");
    assert!(!answer.says("NO LONGER ON FILE"), "{answer}");
}

#[test]
fn a_line_is_answered_once() {
    let mut house = House::of_three("");
    for line in ["map foo", "name Trade Leader: me", "orders of the day"] {
        let answer = house.write(ANNA, line);
        assert!(answer.says("begins like a command"), "{line}: {answer}");
        assert!(!answer.says("Did you mean") && !answer.says("PLEASE LOOK AT THIS"), "{line}: {answer}");
        assert!(answer.says("Nothing was filed.") && !answer.says("still stands"), "{line}: {answer}");
    }
    // What is an order in the same letter is filed, and waits for its writer.
    let answer = house.write(ANNA, "pick any\nmap foo");
    assert!(answer.says("- pick any") && answer.says("Line 2 begins like a command"), "{answer}");
    assert!(answer.says("If it is right as it is, answer: final"), "{answer}");
}

#[test]
fn rules_are_found_by_chapter_by_number_and_by_word() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\nrules");
    assert!(answer.says("THE RULES OF MARE NOSTRUM") && answer.says("- 3. "), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nrules 3");
    assert!(answer.says("MN-3.1") && answer.says("MN-3.2"), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nrules 3.3");
    assert!(answer.says("MN-3.3") && !answer.says("MN-3.2 "), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nrules caravan");
    assert!(answer.says("MN-") && !answer.says("I find no rule"), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nrules Quetzalcoatl");
    assert!(answer.says("I find no rule \"Quetzalcoatl\""), "{answer}");
    assert!(house.write(ZOE, "rules").says("Which ones?"));
}

#[test]
fn help_knows_orders_of_other_stages_and_small_words() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\nhelp build");
    assert!(answer.says("ORDERS WITH \"BUILD\"") && answer.says("it is kept until its time comes"), "{answer}");
    assert!(!answer.says("no order that you could give"), "{answer}");
    for (word, expected) in [
        ("else", "what to do instead"),
        ("if", "with a condition"),
        ("always", "stands until you change it"),
        ("never", "do not want"),
    ] {
        let answer = house.write(ANNA, &format!("table ostia-3\nhelp {word}"));
        assert!(answer.says(expected), "{word}: {answer}");
    }
    let answer = house.write(ANNA, "table ostia-3\nhelp play");
    assert!(!answer.says("plany"), "{answer}");
    house.table("via-1", "latrones 2", &[(ANNA, "Red"), (BELA, "White")]);
    let answer = house.write(ANNA, "table via-1\nhelp stand");
    assert!(answer.says("ORDERS WITH \"STAND\""), "{answer}");
    assert!(house.write(ANNA, "table via-1\nhelp withdraw").says("ORDERS WITH \"WITHDRAW\""));
}

#[test]
fn a_place_has_a_page_in_every_game_with_a_map() {
    let mut house = House::new();
    let four = [(ANNA, "red"), (BELA, "green"), (CLEO, "blue"), ("dido@home.example", "purple")];
    house.table("tyros-1", "inner-sea 4", &four);
    let answer = house.write(ANNA, "table tyros-1\nmap Sardinia");
    assert!(answer.says("Sardinia") && answer.says("- next to "), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\nmap Carthage");
    assert!(answer.says("- next to ") && !answer.says("SHEET"), "{answer}");
    house.table("roma-1", "empires 5", &FIVE);
    let answer = house.write(ANNA, "table roma-1\nmap Sardinia");
    assert!(!answer.says("I find nothing called") && answer.says("Sardinia"), "{answer}");
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\nmap Sicilia");
    assert!(answer.says("Syracusae") && !answer.says("MN-"), "{answer}");
    assert!(house.write(ANNA, "table ostia-3\nmap").says("\n\nTHE WHOLE BOARD\n"), "an empty line before a heading");
}

#[test]
fn a_vote_goes_to_those_who_vote() {
    let mut house = House::of_three("");
    house.write(ZOE, "observe ostia-3");
    let mark = house.mark();
    let answer = house.write(ANNA, "extend 2 days");
    assert!(answer.says("Your vote for more time is counted: 1 of the 2"), "{answer}");
    assert_eq!(house.since(mark, ANNA).len(), 1, "no notice beside the answer");
    assert!(house.newest(BELA, "more time?").text.says("To agree, write: extend 2 days"));
    assert!(house.newest(LIVIA, "more time?").text.says("your word is enough: extend 2 days"));
    assert!(house.since(mark, ZOE).is_empty());
    let mark = house.mark();
    let answer = house.write(BELA, "draw");
    assert!(answer.says("Your vote for a draw is counted"), "{answer}");
    assert_eq!(house.since(mark, BELA).len(), 1);
    assert!(!house.newest(LIVIA, "a draw?").text.says("To agree"));
    // One mail for one act of a moderator who does not play.
    for act in ["deadline 5 days", "pause", "resume", "set grace 1 day", "amend Rome\npick any\nend"] {
        let mark = house.mark();
        house.write(LIVIA, &format!("table ostia-3\n{act}"));
        assert_eq!(house.since(mark, LIVIA).len(), 1, "{act}: {:?}", house.since(mark, LIVIA));
        assert!(!house.since(mark, BELA).is_empty(), "{act}");
    }
    let answer = house.write(LIVIA, "table ostia-3\namend Rome\npick any\nend");
    assert!(answer.says("- pick any") && !answer.says("your letter is here"), "{answer}");
}

#[test]
fn conceding_to_the_last_one_is_asked_first() {
    let mut house = House::new();
    house.table("via-1", "latrones 2", &[(ANNA, "Red"), (BELA, "White")]);
    let answer = house.write(ANNA, "table via-1\nconcede");
    assert!(answer.says("White would have won") && answer.says("answer: concede yes"), "{answer}");
    assert!(house.board("via-1").deadline.is_some());
    let answer = house.write(ANNA, "table via-1\nconcede yes");
    assert!(answer.says("with that the game is over") && !answer.says("write: back"), "{answer}");
    assert!(house.newest(BELA, "has won").text.says("White has won"));
}

#[test]
fn a_newcomer_reads_what_happened_last_and_nobody_reads_that_nothing_did() {
    let mut house = House::of_three("");
    for who in [ANNA, BELA, CLEO] {
        house.write(who, "no orders");
    }
    house.write(LIVIA, "table ostia-3\neject Rome");
    let answer = house.write(ZOE, "accept ostia-3 Rome");
    assert!(answer.says("WHAT HAPPENED") && answer.says("YOUR MOVE"), "{answer}");
    let map = house.write(ZOE, "table ostia-3\nmap");
    assert!(!map.says("Nothing yet"), "{map}");
    assert!(!house.newest(LIVIA, "turn").text.starts_with("turn"));
    // Whoever reads along begins where the others are, and is not thanked for playing.
    let answer = house.write("yuri@far.example", "observe ostia-3");
    assert!(answer.says("THE BOARD") && answer.says("For all to see"), "{answer}");
    assert!(!house.write("yuri@far.example", "leave ostia-3").says("Thank you for playing"));
}

#[test]
fn silence_is_told_once_and_in_the_second_person() {
    let mut house = House::of_three("");
    house.write(BELA, "pick any");
    house.write(ANNA, "always losses legion\npick any");
    house.write(CLEO, "pick any");
    house.write(BELA, "no orders");
    house.write(LIVIA, "table ostia-3\nset silent-after 1");
    house.wait(9 * DAY);
    let report = house.newest(ANNA, "turn 1").text;
    assert!(report.says("You were silent: what you had planned was played"), "{report}");
    assert!(report.says("Egypt was silent too: where nothing was planned the default was done."), "{report}");
    let report = house.newest(CLEO, "turn 1").text;
    assert!(report.says("You were silent: the default was done for you.") && report.says("Rome was silent too"));
    let report = house.newest(BELA, "turn 1").text;
    assert!(report.says("Rome and Egypt were silent: where nothing was planned"), "{report}");
    assert_eq!(report.matches("silent").count(), 1, "{report}");
    let mark = house.mark();
    house.write(ANNA, "absent 30 days");
    assert!(house.sent[mark..].iter().filter(|sent| sent.to == ANNA).all(|sent| !sent.text.says("anna is away")));
    assert!(house.newest(BELA, "the deadline moves").text.says("anna is away"));
}

#[test]
fn an_emergency_is_not_used_up_by_its_name_alone() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "emergency");
    assert!(answer.says("once in the whole game") && answer.says("emergency yes"), "{answer}");
    assert!(house.write(ANNA, "status ostia-3").says("Deadline: "));
    assert!(house.write(ANNA, "emergency yes").says("The clock stands still until"));
    assert!(!house.newest(BELA, "the clock stands still").text.says("yes"));
}

#[test]
fn tables_games_and_wishes_are_understood_as_people_write_them() {
    let mut house = House::new();
    for (id, what) in
        [("nile-1", "7 wonders 3"), ("nile-2", "7wonders 3"), ("nile-3", "7-Wonders 3"), ("nile-4", "Inner Sea 4")]
    {
        let answer = house.write(LIVIA, &format!("new {id} {what}"));
        assert!(answer.says("IS OPEN"), "{what}: {answer}");
    }
    let answer = house.write(LIVIA, "new nile-5 seven-wonders 3 wonders=gizahh");
    assert!(answer.says("has no variant \"wonders=gizahh\"") && answer.says("players: "), "{answer}");
    house.write(LIVIA, "new tiber mare-nostrum 5");
    assert!(house.write(ANNA, "join tiber as babylon or carthage").says("would like Babylon, Carthage"));
    let answer = house.write(BELA, "I would like to join tiber, as Greece please");
    assert!(answer.says("You are at tiber and would like Greece"), "{answer}");
    let answer = house.write(BELA, "join tiber as Grece");
    assert!(answer.says("Did you mean: join tiber as Greece"), "{answer}");
    let answer = house.write(BELA, "join duo as babylon");
    assert!(answer.says("I know no table \"duo\""), "{answer}");
    let answer = house.write(BELA, "please open a table");
    assert!(!answer.says("did you mean"), "{answer}");
}

#[test]
fn one_letter_for_two_tables_is_answered_by_table() {
    let mut house = House::of_three("");
    house.table("roma-1", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    let answer = house.write(ANNA, "table ostia-3\npick any\ntable roma-1\npick any");
    assert!(answer.says("AT OSTIA-3") && answer.says("AT ROMA-1"), "{answer}");
    // A table that is over is not proposed.
    house.write(LIVIA, "table roma-1\nclose: enough");
    house.table("tiber-2", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    let answer = house.write(ANNA, "status");
    assert!(answer.says("Yours are ostia-3 and tiber-2."), "{answer}");
}

#[test]
fn an_attachment_that_is_not_there_is_named() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "Hi,\norders attached\nAnna");
    assert!(answer.says("nothing came with your mail"), "{answer}");
}

#[test]
fn an_answer_to_press_that_may_be_orders_gets_one_clear_word() {
    let mut house = House::of_three("");
    house.write(ANNA, "press to Greece\nHello!\nend");
    let letter = house.newest(BELA, "a letter from Rome");
    let mark = house.mark();
    let answer = house.answer(BELA, &letter, "pikc any").text;
    assert!(answer.says("I HAVE NOT SENT THIS ON") && answer.says("reply\npikc any\nend"), "{answer}");
    for noise in ["I found no order", "it holds orders or commands", "Did you mean"] {
        assert!(!answer.says(noise), "{noise}: {answer}");
    }
    assert!(house.since(mark, ANNA).is_empty());
}

#[test]
fn an_explanation_names_automata_and_calls_nobody_silent_who_wrote() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\ncaretaker Egypt");
    house.write(ANNA, "pick any");
    house.write(BELA, "no orders");
    assert_eq!(house.board("ostia-3").rounds, 1);
    let why = house.write(ANNA, "explain");
    assert!(why.says("In this round an automaton wrote the letter of Egypt."), "{why}");
    assert!(!why.says("Greece, silent") && !why.says("Rome, silent"), "{why}");
}

#[test]
fn a_refused_correction_shows_how_its_own_game_is_written() {
    let mut house = House::new();
    let table = "seven-wonders 3 variant wonders=gizah+rhodos+olympia";
    house.table("delos-1", table, &[(ANNA, "Gizah"), (BELA, "Rhodos"), (CLEO, "Olympia")]);
    let answer = house.write(LIVIA, "table delos-1\nset Gizah: fnord");
    assert!(answer.says("Nothing is changed.") && !answer.says("Syracusae"), "{answer}");
    let example =
        answer.split("for how it is now:").nth(1).unwrap().lines().next().unwrap_or_default().trim().to_owned();
    assert!(example.starts_with("set ") || answer.says("set "), "{answer}");
}
