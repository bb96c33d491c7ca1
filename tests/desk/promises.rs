//! What help promises is what happens: every command is tried as its line of help shows it.

use crate::house::{ANNA, BELA, CLEO, House, LIVIA, Says as _};
use std::collections::BTreeSet;
use tabellarius::desk::verb::Verb;

const ZOE: &str = "zoe@far.example";

/// Who writes what, and what the answer says; for each command at least one.
const TRIED: &[(&str, &str, &str, &str)] = &[
    ("help", ANNA, "help press", "press to Rome, Greece: a letter to them"),
    ("list", ANNA, "list", "YOUR TABLES"),
    ("games", ANNA, "games", "variant advanced"),
    ("rules", ANNA, "rules MN-3.2", "MN-3.2"),
    ("status", ANNA, "status", "Deadline: "),
    ("map", ANNA, "map", "THE BOARD"),
    ("card", ANNA, "card Helen", "MN-5.4.7"),
    ("sheet", ANNA, "sheet", "YOUR AID CARD: Rome"),
    ("history", ANNA, "history 1", "lays out"),
    ("explain", ANNA, "explain", "MN-"),
    ("receipts", ANNA, "receipts", "LETTERS FOR ROME"),
    ("table", ANNA, "table ostia-3\nstatus", "OSTIA-3"),
    ("join", ZOE, "join roma-1 as Rome, Greece", "would like Rome, Greece"),
    ("observe", ZOE, "observe ostia-3", "public reports"),
    ("standby", ZOE, "standby ostia-3", "You are asked when a seat"),
    ("orders", ANNA, "orders", "YOUR ORDERS"),
    ("draft", ANNA, "draft\nbuild nothing", "It is a draft"),
    ("final", ANNA, "final", "final"),
    ("use-it", ANNA, "use it", "I do not find the letter that you mean"),
    ("plans", ANNA, "plans", "plans"),
    ("odds", ANNA, "odds Roma 2 legions against 1 legion", "Nothing is filed."),
    ("what-if", ANNA, "what if\nbuild legion Roma", "Nothing is filed."),
    ("press", ANNA, "press to Greece\nMeet me in Sicily.\nend", "is on its way"),
    ("reply", ANNA, "reply\nMeet me in Sicily.\nend", "Your mail answers no letter of a player"),
    ("end", ANNA, "press to Greece\nMeet me in Sicily.\nend", "is on its way"),
    ("diary", ANNA, "diary\nI shall win\nend", "in your diary"),
    ("absent", ANNA, "absent 20 Dec to 3 Jan", "you are away from"),
    ("back", ANNA, "back", "Welcome back"),
    ("extend", ANNA, "extend 2 days", "1 of the 2"),
    ("draw", ANNA, "draw", "1 of the 3"),
    ("clear-votes", LIVIA, "table ostia-3\nclear votes", "cleared"),
    ("mute", ANNA, "mute Greece", "no more signed letters"),
    ("unmute", ANNA, "unmute Greece", "again"),
    ("language", ANNA, "language en", "English"),
    ("timezone", ANNA, "timezone Europe/Rome", "Europe/Rome"),
    ("format", ANNA, "format every", "everything at once"),
    ("name", ANNA, "name Marco", "You are Marco"),
    ("pages", ANNA, "pages Marius", "call you Marius from now on"),
    ("password", ANNA, "password blue horse", "passwords are not used here"),
    ("identify", ANNA, "identify", "password behind it"),
    ("address", ANNA, "address also second@home.example", "I have written to second@home.example"),
    ("forget-me", ANNA, "forget me", "Answer that one with \"yes\""),
    ("new", LIVIA, "new roma-2 mare-nostrum 5 strict variant advanced", "ROMA-2 IS OPEN"),
    ("start", LIVIA, "table roma-1\nstart", "To begin all the same"),
    ("pause", LIVIA, "table ostia-3\npause", "The clock stands still"),
    ("resume", LIVIA, "table ostia-3\nresume", "The clock goes on"),
    ("emergency", ANNA, "emergency my father is ill", "The clock stands still until"),
    ("resume", LIVIA, "table ostia-3\nresume", "The clock goes on"),
    ("deadline", LIVIA, "table ostia-3\ndeadline Sunday 20:00", "is now Sunday"),
    ("set", LIVIA, "table ostia-3\nset grace 1 day", "Set: grace 1 day"),
    ("set", LIVIA, "table ostia-3\nset", "- grace 1 day"),
    ("set", LIVIA, "table ostia-3\nset Syracusae: Rome, city", "Set right: Syracusae: Rome, city"),
    ("announce", LIVIA, "table ostia-3\nannounce\nsnow in the Alps\nend", "Everybody is told."),
    ("note", LIVIA, "table ostia-3\nnote\nsnow in the Alps\nend", "Noted."),
    ("hold", LIVIA, "table ostia-3\nhold", "waits for your \"release\""),
    ("force", LIVIA, "table ostia-3\nforce", "waits for your \"release\""),
    ("preview", LIVIA, "table ostia-3\npreview", "This is a preview"),
    ("amend", LIVIA, "table ostia-3\namend Rome\nbuild nothing\nend", "The orders of Rome are replaced"),
    ("release", LIVIA, "table ostia-3\nrelease", "Released"),
    ("rollback", LIVIA, "table ostia-3\nrollback to 1", "as it was after round 1"),
    ("forward", LIVIA, "table ostia-3\nforward", "The rollback is undone"),
    ("caretaker", LIVIA, "table ostia-3\ncaretaker Egypt", "until the owner writes"),
    ("accept", ZOE, "accept ostia-3 Egypt", "You play Egypt"),
    ("replace", LIVIA, "table ostia-3\nreplace Rome by yuri@far.example", "yuri plays Rome"),
    ("eject", LIVIA, "table ostia-3\neject Greece", "An automaton plays Greece"),
    ("leave", ZOE, "table ostia-3\nleave", "You have left ostia-3"),
    ("concede", "yuri@far.example", "table ostia-3\nconcede yes", "You have conceded"),
    ("league", LIVIA, "league new winter latrones 3, rounds 2", "The league winter is there"),
    ("standings", ANNA, "standings winter", "Nobody has entered yet."),
    ("rating", ANNA, "rating", "No game has ended yet that counts."),
    ("quarantine", LIVIA, "quarantine", "None."),
    ("close", LIVIA, "table ostia-3\nclose: we all have flu", "The table is closed"),
];

#[test]
fn every_command_does_what_help_says() {
    let mut house = House::of_three("");
    house.write(LIVIA, "new roma-1 mare-nostrum 3 variant seats=rome+greece+egypt");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    house.write(ANNA, "build legion Roma");
    for (key, who, letter, says) in TRIED {
        let answer = house.write(who, letter);
        assert!(answer.says(says), "{key}: {letter:?} should say {says:?}: {answer}");
        let help = house.write(LIVIA, &format!("table ostia-3\nhelp {}", key.replace('-', " ")));
        assert!(!help.says("I know no command"), "{key}: {help}");
    }
    let tried: BTreeSet<&str> = TRIED.iter().map(|(key, ..)| *key).collect();
    let all: BTreeSet<&str> = Verb::ALL.iter().map(|verb| verb.key()).collect();
    assert_eq!(tried, all, "every command is tried");
}

#[test]
fn help_offers_only_what_its_reader_can_do() {
    let mut house = House::of_three("");
    let help = house.write(ANNA, "help");
    for word in ["new ostia-3", "quarantine:", "password blue", "identify blue", "FOR MODERATORS"] {
        assert!(!help.says(word), "{word}: {help}");
    }
    assert!(help.says("emergency my father is ill") && help.says("mute Greece"), "{help}");
    let help = house.write(LIVIA, "table ostia-3\nhelp");
    assert!(help.says("new ostia-3") && help.says("quarantine:") && help.says("clear votes"), "{help}");
    let mut house = house.strict();
    let report = house.newest(ANNA, "your orders, please");
    assert!(house.answer(ANNA, &report, "help").text.says("password blue horse"));
    // Whoever reads along can stop that, as the answer said.
    let mut house = House::of_three("");
    assert!(house.write(ZOE, "observe ostia-3").says("To stop them, write: leave"));
    house.write(ZOE, "table ostia-3\nleave");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\nforce");
    assert!(house.since(mark, ZOE).is_empty());
}

#[test]
fn everybody_knows_that_orders_were_replaced_and_only_their_seat_which() {
    let mut house = House::of_three("");
    house.write("zoe@far.example", "observe ostia-3");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\namend Rome\npick wine, any\nend");
    for person in [BELA, CLEO, ZOE] {
        assert_eq!(house.since(mark, person), ["[ostia-3] the orders of Rome were changed"], "{person}");
        let told = house.newest(person, "the orders of Rome").text;
        assert!(
            told.says("livia, who runs the table, has replaced the orders of Rome") && !told.says("wine"),
            "{told}"
        );
    }
    assert!(house.newest(ANNA, "your orders were changed").text.says("- pick wine, any"));
}

#[test]
fn whoever_is_replaced_is_told() {
    let mut house = House::of_three("");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\nreplace Rome by zoe@far.example");
    assert_eq!(house.since(mark, ANNA), ["[ostia-3] Rome has another player"]);
    let told = house.newest(ANNA, "Rome has another player").text;
    assert!(told.says("livia, who runs ostia-3, has given Rome to zoe. Thank you for playing."), "{told}");
    assert_eq!(house.since(mark, BELA), ["[ostia-3] Rome has another player"]);
    assert_eq!(house.since(mark, ZOE), ["[ostia-3] you have a seat"]);
    // Whoever stood in is told too.
    house.write(LIVIA, "table ostia-3\ncaretaker Greece");
    house.write("yuri@far.example", "accept ostia-3 Greece");
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\nreplace Greece by xenia@far.example");
    for person in [BELA, "yuri@far.example"] {
        assert_eq!(house.since(mark, person), ["[ostia-3] Greece has another player"], "{person}");
    }
}
