//! What people stumbled over who played an evening by mail, from the reports alone.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, House, LIVIA, Says as _};

const THREE: &str = "mare-nostrum 3 variant seats=rome+greece+egypt";
const FOUR: [(&str, &str); 4] = [(ANNA, "red"), (BELA, "green"), (CLEO, "blue"), ("dido@home.example", "purple")];

/// Four at the Inner Sea, who have chosen their civilizations.
fn at_sea() -> House {
    let mut house = House::new();
    house.table("ostia-3", "inner-sea 4", &FOUR);
    while house.board("ostia-3").stage.contains("setup") {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    house
}

/// What a seat is called besides its colour.
fn civilization(house: &mut House, seat: &str) -> String {
    let status = house.write(LIVIA, "status ostia-3");
    let seat = format!("- {seat} (");
    let line = status.lines().find(|line| line.to_lowercase().contains(&seat)).unwrap_or_else(|| panic!("{status}"));
    line.split(['(', ')']).nth(1).unwrap().to_owned()
}

#[test]
fn a_seat_is_found_by_its_civilization_and_by_its_player() {
    let mut house = at_sea();
    let civ = civilization(&mut house, "green");
    for name in [civ.as_str(), "green", "bela", "Bela"] {
        let mark = house.mark();
        let answer = house.write(ANNA, &format!("table ostia-3\npress to {name}\nHello!\nend"));
        assert!(answer.says(&format!("Your letter to green ({civ}) is on its way")), "{name}: {answer}");
        assert_eq!(house.since(mark, BELA).len(), 1, "{name}");
    }
    let red = civilization(&mut house, "red");
    assert!(house.newest(BELA, "a letter from").subject.says(&format!("a letter from red ({red})")));
    assert!(house.write(CLEO, &format!("table ostia-3\nmute {civ}")).says("no more signed letters"));
    let answer = house.write(LIVIA, &format!("table ostia-3\ncaretaker {civ}"));
    assert!(answer.says("An automaton plays green"), "{answer}");
    let answer = house.write("zoe@far.example", &format!("accept ostia-3 {civ}"));
    assert!(answer.says("You play green"), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\npress to livia\nA word with you.\nend");
    assert!(answer.says("Your letter to the moderator is on its way"), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\npress to nobody at all\nHello!\nend");
    assert!(
        answer.says("There is no seat \"nobody at all\" here.") && answer.says(&format!("green ({civ})")),
        "{answer}"
    );
}

#[test]
fn every_name_that_a_table_may_have_can_stand_beside_a_command() {
    let mut house = House::new();
    house.write(LIVIA, &format!("new tiber {THREE}"));
    assert!(house.write(ANNA, "join tiber as Rome, Greece").says("would like Rome, Greece"));
    assert!(house.write(BELA, "join tiber as Greece please").says("would like Greece"));
    assert!(house.write(CLEO, "join tiber").says("You are at tiber"));
    assert!(house.write("zoe@far.example", "observe tiber").says("public reports of tiber"));
    house.write(LIVIA, "table tiber\nstart");
    assert!(house.write("zoe@far.example", "status tiber").says("SEATS"));
    assert!(house.write(CLEO, "leave tiber").says("You have left tiber"));
}

#[test]
fn joining_says_what_to_do_instead() {
    let mut house = House::of_three("");
    house.write(LIVIA, "table ostia-3\neject Greece");
    let answer = house.write("zoe@far.example", "join ostia-3 as Greece");
    assert!(answer.says("Greece is free. To play, write: accept ostia-3 Greece"), "{answer}");
    house.write(LIVIA, "new is-4 inner-sea 4");
    let answer = house.write("zoe@far.example", "join is-4 as Egypt");
    assert!(answer.says("you have not joined yet") && answer.says("write: join is-4"), "{answer}");
    let answer = house.write("yuri@far.example", "hi, I would like to join is-4 please");
    assert!(answer.says("You are at is-4") && !answer.says("FOR EVERYBODY"), "{answer}");
}

#[test]
fn a_variant_needs_no_word_before_it() {
    let mut house = House::new();
    let answer = house.write(LIVIA, "new is-4 inner-sea 4 epochs=1-2");
    assert!(answer.says("variant epochs=1-2"), "{answer}");
    assert_eq!(house.board("is-4").header.variant, "epochs=1-2");
    let answer = house.write(LIVIA, "new is-5 inner-sea 4 fnord");
    assert!(answer.says("I do not understand \"fnord\""), "{answer}");
}

#[test]
fn the_own_name_at_the_end_is_a_signature() {
    let mut house = House::of_three("");
    let bea = "bea@home.example";
    house.write(LIVIA, &format!("table ostia-3\nreplace Greece by {bea}"));
    for tail in ["Bea", "bea", "Ciao\nBea", "- Bea"] {
        let answer = house.write(bea, &format!("table ostia-3\npick any\n\n{tail}"));
        assert!(
            !answer.says("NOT UNDERSTOOD") && !answer.says("CANNOT BE DONE") && !answer.says("answers no letter"),
            "{tail}: {answer}"
        );
    }
    // `Lea` is no short form of `leave`.
    let answer = house.write(ANNA, "table ostia-3\npick any\n\nLea");
    assert!(!answer.says("You have left"), "{answer}");
    assert_eq!(house.seats("ostia-3")["Rome"], ANNA);
    // In a letter to others the name stays where it is.
    house.write(bea, "table ostia-3\npress to Rome\nHello!\nBea\nend");
    assert!(house.newest(ANNA, "a letter from Greece").text.says("Hello! Bea"));
    house.write(LIVIA, "new is-4 inner-sea 4");
    let answer = house.write("ben@home.example", "join is-4 as blue\nBen");
    assert!(answer.says("You are at is-4") && !answer.says("could do nothing"), "{answer}");
}

#[test]
fn a_letter_of_nothing_but_quotes_is_shown_and_never_put_aside_without_a_word() {
    let mut house = House::of_three("");
    let letter = "> offer tax, tax\n> pick any\n";
    for last in [false, false, true] {
        let answer = house.write(ANNA, letter);
        assert!(answer.says("Everything in your letter is a quote") && answer.says("offer tax, tax"), "{answer}");
        assert!(!answer.says("FOR EVERYBODY"), "{answer}");
        assert_eq!(answer.says("If it comes once more I put it aside"), last, "{answer}");
    }
}

#[test]
fn rules_are_those_of_the_game_that_is_played() {
    let mut house = House::new();
    house.table("roma-1", "empires 5", &FIVE);
    let answer = house.write(ANNA, "table roma-1\nrules 3.5");
    assert!(answer.says("EM-3.5"), "{answer}");
    assert!(house.write(ANNA, "table roma-1\nrules EM-3.5").says("EM-3.5"));
    let answer = house.write(ANNA, "table roma-1\nrules 99.9");
    assert!(answer.says("Numbers look like EM-"), "{answer}");
    assert!(house.write(ANNA, "table roma-1\nhelp rules").says("rules EM-"));
}

#[test]
fn help_knows_the_orders_of_the_game() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\nhelp offer");
    assert!(answer.says("ORDERS WITH \"OFFER\"") && answer.lines().any(|line| line.starts_with("offer ")), "{answer}");
    let answer = house.write(ANNA, "table ostia-3\nhelp");
    assert!(answer.says("ORDERS THAT YOU COULD GIVE NOW") && !answer.says("ends with a form"), "{answer}");
    assert!(house.write("zoe@far.example", "help offer").says("I know no command"));
    assert!(house.write(ANNA, "help always").says("always: a line that begins with it"));
    house.write(ANNA, "taal nl");
    let answer = house.write(ANNA, "hulp altijd");
    assert!(answer.says("altijd: een regel die hiermee begint"), "{answer}");
}

#[test]
fn a_refused_order_is_not_among_those_that_will_be_done() {
    let mut house = House::of_three("");
    let answer = house.write(BELA, "pick any\noffer wine, grain");
    assert!(
        answer.says("DONE ONLY IN PART\n- Line 2: offer wine, grain")
            && answer.says("DONE EACH TIME I TRIED\n- pick any"),
        "{answer}"
    );
    assert!(answer.find("DONE ONLY IN PART") < answer.find("DONE EACH TIME"), "problems come first: {answer}");
    assert!(answer.says("I use it at the deadline as far as it can be done"), "{answer}");
}

#[test]
fn an_order_behind_other_words_is_read() {
    let mut house = House::of_three("");
    for text in ["I'd like to offer wine, grain", "Hi there! First time playing by mail :)\noffer wine, grain"] {
        let answer = house.write(ANNA, text);
        assert!(
            answer.says("- offer wine, grain") && !answer.says("NOT UNDERSTOOD") && !answer.says("CANNOT BE DONE"),
            "{answer}"
        );
    }
    let answer = house.write(ANNA, "Hi, offer wine, grain");
    assert!(answer.says("offer wine, grain"), "{answer}");
}

#[test]
fn coming_back_says_when_letters_are_due() {
    let mut house = House::of_three("");
    house.write(ANNA, "absent 10 days");
    let answer = house.write(ANNA, "back");
    assert!(answer.says("The deadline of ostia-3 is ") && answer.says("and stays so"), "{answer}");
}

#[test]
fn a_correction_goes_on_in_its_section_and_says_no_more_than_was_done() {
    let mut house = House::of_three("");
    let answer = house.write(LIVIA, "table ostia-3\nset hands Egypt: 9 tax");
    assert!(answer.says("(hands) is set right; the others"), "{answer}");
    let answer = house.write(LIVIA, "table ostia-3\nset hands Egypt: 3 tax; Rome: 2 tax");
    assert!(answer.says("(hands) is set right"), "{answer}");
    let answer = house.write(LIVIA, "table ostia-3\nset Roma: fnord");
    assert!(answer.says(". The position is written as"), "{answer}");
}

#[test]
fn the_last_report_names_the_people() {
    let mut house = House::new();
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt,turns=1", &FIVE[..3]);
    house.write(LIVIA, "table ostia-3\ncaretaker Greece");
    while house.board("ostia-3").deadline.is_some() {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    let last = house.newest(BELA, "the game is over").text;
    assert!(last.says("WHO PLAYED") && last.says("- Rome: anna") && last.says("- Egypt: cleo"), "{last}");
    assert!(last.says("- Greece: an automaton, for bela"), "{last}");
    assert!(!last.says("what if") && !last.says("absent"), "{last}");
    // What the automaton ordered is not told as the reader's own.
    assert!(!last.says("NEVER CAME INTO PLAY") && !last.says("Used was your letter"), "{last}");
}

#[test]
fn final_looks_at_what_it_files() {
    let mut house = House::of_three("");
    house.write(ANNA, "draft\noffer wine, grain\ntrade 50");
    let answer = house.write(ANNA, "final");
    assert!(answer.says("Your orders are final."), "{answer}");
    assert!(answer.says("CANNOT BE DONE"), "{answer}");
}

#[test]
fn a_place_is_looked_up_and_a_table_is_closed_by_a_command_only() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\nmap Sardinia");
    assert!(!answer.says("no order that begins"), "{answer}");
    house.write(LIVIA, "table ostia-3\nClose call, everybody!");
    assert!(house.board("ostia-3").deadline.is_some());
    house.write(LIVIA, "table ostia-3\nclose: we all have flu");
    assert!(house.newest(ANNA, "the table is closed").text.says("we all have flu"));
}

#[test]
fn press_in_a_digest_says_how_to_answer() {
    let mut house = House::of_three("");
    house.write(BELA, "format digest");
    house.write(ANNA, "press to Greece\nHello!\nend");
    house.wait(2 * DAY);
    let digest = house.newest(BELA, "came together").text;
    assert!(digest.says("Hello!") && digest.says("write: press to Rome"), "{digest}");
    // Who did not sign can be answered only by the mail itself.
    house.write(ANNA, "press to Greece anonymously\nGuess who.\nend");
    let letter = house.newest(BELA, "a letter without a name");
    assert!(house.answer(BELA, &letter, "Who are you?").text.says("is on its way"));
    assert!(house.newest(ANNA, "a letter").text.says("Who are you?"));
}

#[test]
fn whoever_joins_last_reads_that_the_table_has_begun() {
    let mut house = House::new();
    house.write(LIVIA, &format!("new ostia-3 {THREE}"));
    house.write(LIVIA, "table ostia-3\nset start full");
    for person in [ANNA, BELA] {
        assert!(house.write(person, "join ostia-3").says("Seats are drawn when it begins"));
    }
    let answer = house.write(CLEO, "join ostia-3");
    assert!(answer.says("it has begun") && !answer.says("Seats are drawn when it begins"), "{answer}");
}

#[test]
fn what_is_kept_for_later_stands_among_the_plans() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "build city Roma");
    assert!(answer.says("KEPT FOR BUILDING") && answer.says("you have said nothing, so I do there"), "{answer}");
    // A letter for later stages alone does not close the round.
    house.write(ANNA, "pick any\nbuild city Roma");
    house.write(BELA, "no orders");
    house.write(CLEO, "no orders");
    let answer = house.write(ANNA, "table ostia-3\nplans");
    assert!(answer.says("KEPT FROM YOUR EARLIER LETTERS") && answer.says("build city Roma"), "{answer}");
}

#[test]
fn a_table_needs_a_name_of_two_letters() {
    let mut house = House::new();
    let answer = house.write(LIVIA, "new g inner-sea 4");
    assert!(answer.says("A name has two to thirty"), "{answer}");
}
