//! Letters as players write them: tables, commands and orders in one, mistakes, forms, tries.

use crate::house::{ANNA, BELA, CLEO, FIVE, House, LIVIA, Says as _};
use tabellarius::desk::intake::Taken;

#[test]
fn a_stranger_gets_help_and_learns_what_there_is() {
    let mut house = House::new();
    let answer = house.write("zoe@far.example", "what is this?");
    assert!(answer.says("list: the tables of the club") && answer.says("join ostia-3 as Rome, Greece"), "{answer}");
    assert!(!answer.says("FOR MODERATORS"), "{answer}");
    let answer = house.write("zoe@far.example", "list\ngames\nhelp press\nrules mn-3.2");
    for expected in
        ["There is none yet.", "Mare Nostrum (2003): mare-nostrum", "press to Rome, Greece: a letter", "MN-3.2"]
    {
        assert!(answer.says(expected), "{expected}: {answer}");
    }
    let answer = house.write("zoe@far.example", "new ostia-3 mare-nostrum");
    assert!(answer.says("Only moderators of the club open tables."), "{answer}");
}

#[test]
fn mistakes_are_named_and_mended() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "biuld city Roma\noffer grain, wine\nofer tax");
    assert!(answer.says("Line 1: biuld") && answer.says("Did you mean:\n    build city Roma"), "{answer}");
    assert!(answer.says("- offer grain, wine"), "{answer}");
    assert_eq!(house.newest(ANNA, "things to look at").subject, "[ostia-3] 2 things to look at in your letter");
    let answer = house.write(ANNA, "statsu");
    assert!(answer.says("If you meant a command: did you mean \"status\"?"), "{answer}");
    let answer = house.write(ANNA, "table ostia-4\nstatus");
    assert!(answer.says("I know no table \"ostia-4\". Did you mean ostia-3?"), "{answer}");
    let answer = house.write("zoe@far.example", "table ostia-3\nbuild city Roma");
    assert!(answer.says("You have no seat at ostia-3"), "{answer}");
}

#[test]
fn the_last_letter_counts_and_every_one_has_its_receipt() {
    let mut house = House::of_three("");
    let first = house.write(ANNA, "offer grain");
    let second = house.write(ANNA, "offer wine\npick gold, any");
    assert!(first.says("Receipt 1: ") && second.says("Receipt 2: "));
    let orders = house.write(ANNA, "orders");
    assert!(orders.says("- offer wine\n- pick gold, any") && orders.says("Receipt 2: "), "{orders}");
    let receipts = house.write(ANNA, "receipts");
    assert!(receipts.says("- offer grain") && receipts.says("- offer wine"), "{receipts}");
    // A letter that says nothing does not take a better one away.
    let answer = house.write(ANNA, "gibberish");
    assert!(answer.says("Nothing was filed, so what you sent before still stands."), "{answer}");
    assert!(house.write(ANNA, "orders").says("- offer wine"));
}

#[test]
fn a_draft_waits_and_final_lets_the_round_close() {
    let mut house = House::of_three("");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    let answer = house.write(ANNA, "draft\npick any");
    assert!(answer.says("It is a draft"), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 0);
    house.write(ANNA, "final");
    assert_eq!(house.board("ostia-3").rounds, 1);
}

#[test]
fn what_if_files_nothing() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    let answer = house.write(ANNA, "what if\nbuild legion Roma");
    assert!(answer.says("a forecast. Nothing is filed."), "{answer}");
    assert!(house.write(ANNA, "orders").says("I have no letter from you"));
}

/// For post-mortems: orders are tried where the table stood, with what their writer could see there.
#[test]
fn what_if_in_the_past() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    let now = house.write(ANNA, "what if until turn end\nbuild legion Roma");
    assert!(now.says("Building: a forecast. Nothing is filed.") && !now.says("NOT UNDERSTOOD"), "{now}");
    let then = house.write(ANNA, "what if after round 0\npick any");
    assert!(then.says("Commerce: a forecast. Nothing is filed."), "{then}");
    assert!(then.says("DONE EACH TIME I TRIED\n- pick any"), "{then}");
    let then = house.write(ANNA, "what if\nafter round 0:\npick any");
    assert!(then.says("Commerce: a forecast. Nothing is filed."), "{then}");
    house.write(ANNA, "language en");
    for words in [
        "wat als na ronde 0\nneem willekeurig",
        "co jeśli po rundzie 0\nbierz dowolny",
        "e se dopo il round 0\nprendi qualsiasi",
    ] {
        let then = house.write(ANNA, words);
        assert!(then.says("Commerce: a forecast. Nothing is filed."), "{then}");
    }
    let never = house.write(ANNA, "what if after round 2\npick any");
    assert!(!never.says("a forecast"), "{never}");
    assert_eq!(house.board("ostia-3").rounds, 1);
    assert!(house.write(ANNA, "orders").says("I have no letter from you"));
}

/// Whoever is answered in a hurry is told so, unless something seemed impossible and was looked at closely.
#[test]
fn in_a_flood_one_world_is_played_and_the_answer_says_so() {
    let mut house = House::of_three("");
    let calm = house.write(ANNA, "draft\npick any");
    assert!(!calm.says("I have played this stage through only once"), "{calm}");
    house.desk.hurry(true);
    let hurried = house.write(ANNA, "draft\npick any");
    assert!(hurried.says("I have played this stage through only once"), "{hurried}");
    let doubted = house.write(ANNA, "draft\npick any\ntrade 3");
    assert!(!doubted.says("I have played this stage through only once"), "{doubted}");
}

#[test]
fn a_slip_in_what_is_assumed_of_others_is_told() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "what if\npick any\nGreece: pick glod, any");
    assert!(answer.says("NOT UNDERSTOOD\n- Line 3: glod"), "{answer}");
    assert!(answer.says("Greece: pick gold, any"), "{answer}");
}

#[test]
fn a_bare_no_throws_nothing_away() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick wine, any");
    let answer = house.write(ANNA, "no");
    assert!(answer.says("I changed nothing"), "{answer}");
    assert!(house.write(ANNA, "orders").says("- pick wine, any"));
}

/// Lines for a later stage stand in it unless a letter there has others of their kind, and both are told.
#[test]
fn what_an_earlier_letter_left_ends_by_its_kind() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    house.write(
        ANNA,
        "build nothing\nmove trireme Roma -> Mare Tyrrhenum\nattack Mare Tyrrhenum: Greece\nlosses legion",
    );
    for person in [BELA, CLEO] {
        house.write(person, "build nothing");
    }
    assert!(house.board("ostia-3").stage.to_string().contains("military"));
    let answer = house.write(ANNA, "draft\nmove legion Roma -> Tarentum");
    assert!(
        answer.says("NO LONGER COUNTS, FROM AN EARLIER LETTER\n- move 1 trireme Roma -> Mare Tyrrhenum"),
        "{answer}"
    );
    assert!(answer.says("ALSO COUNTS, FROM AN EARLIER LETTER\n- attack Mare Tyrrhenum: Greece"), "{answer}");
    let plans = house.write(ANNA, "plans");
    assert!(!plans.says("move 1 trireme") && plans.says("attack Mare Tyrrhenum"), "{plans}");
}

#[test]
fn odds_of_a_battle_that_nobody_ordered() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "odds Syracusae 3 legions against 1 legion + fortress");
    assert!(answer.says("ODDS, IF IT CAME TO THAT\n- Syracusae: ") && answer.says("you hold it"), "{answer}");
    assert_eq!(answer, house.write(ANNA, "odds Syracusae 3 legions against 1 legion + fortress"), "the same again");
    // Four against nobody else's one are never lost; one against four nearly always.
    let sure = house.write(ANNA, "odds Mare Ionium 4 triremes against 1 trireme Greece");
    assert!(sure.says("Mare Ionium: you hold it"), "{sure}");
    let answer = house.write(ANNA, "odds Syracusae 3 legons against 1 legion");
    assert!(answer.says("odds Syracusae 3 legion against 1 legion"), "{answer}");
    let answer = house.write(ANNA, "odds Syracusae 3 legions");
    assert!(answer.says("the other side"), "{answer}");
    assert!(house.write(ANNA, "orders").says("I have no letter from you"));
    house.table("duo-1", "latrones 2", &[(ANNA, "Red"), (BELA, "White")]);
    assert!(house.write(ANNA, "table duo-1\nodds Appia 3 against 2").says("no dice decide such a contest"));
}

#[test]
fn a_form_edited_inside_the_quote_is_an_answer() {
    let mut house = House::of_three("");
    let report = house.newest(ANNA, "your orders, please");
    let quoted: String = report.text.lines().map(|line| format!("> {}\n", line.replace("# pick", "pick"))).collect();
    let answer = house.answer(ANNA, &report, &format!("On Monday the referee wrote:\n{quoted}"));
    assert!(answer.text.says("DONE EACH TIME I TRIED\n- pick"), "{}", answer.text);
}

#[test]
fn several_tables_in_one_letter_and_one_answer() {
    let mut house = House::of_three("");
    house.table("roma-1", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    let answer = house.write(ANNA, "table ostia-3\npick gold, any\ntable roma-1\npick wine, any\nstatus");
    assert!(answer.says("- pick gold, any") && answer.says("- pick wine, any") && answer.says("ROMA-1"), "{answer}");
    let answer = house.write(ANNA, "pick any");
    assert!(answer.says("Your tables are ostia-3 and roma-1"), "{answer}");
    // `order` is an order of the game there, not short for the command `orders`.
    let answer = house.write(ANNA, "table roma-1\norder Rome, Greece, Egypt\npick wine, any");
    assert!(answer.says("- order Rome, Greece, Egypt") && !answer.says("YOUR ORDERS AT"), "{answer}");
    let (ostia, roma) = (house.board("ostia-3"), house.board("roma-1"));
    let letters = |board: &tabellarius::store::Board| house.desk.store.letters(&board.id, 1, 1).unwrap().len();
    assert_eq!((letters(&ostia), letters(&roma)), (1, 1));
}

#[test]
fn the_same_mail_is_handled_once_and_machines_are_not_answered() {
    let mut house = House::of_three("");
    let mail = house.mail(ANNA, "referee@club.example", "[ostia-3]", None, "pick any");
    let now = house.now();
    assert_eq!(house.desk.take_mail(mail.as_bytes(), now).unwrap(), Taken::Answered);
    assert_eq!(house.desk.take_mail(mail.as_bytes(), now).unwrap(), Taken::Again);
    let auto = mail
        .replace("Subject:", "Auto-Submitted: auto-replied\nSubject:")
        .replace("Message-ID: <", "Message-ID: <auto.");
    assert_eq!(house.desk.take_mail(auto.as_bytes(), now).unwrap(), Taken::Nuisance);
    assert_eq!(house.desk.take_mail(b"no mail at all", now).unwrap(), Taken::Quarantined);
    house.tick();
    assert_eq!(house.subjects(ANNA).iter().filter(|subject| subject.says("I have your orders")).count(), 1);
    let answer = house.write(LIVIA, "quarantine");
    assert!(answer.says("it does not say who wrote it"), "{answer}");
    let answer = house.write(ANNA, "quarantine");
    assert!(answer.says("Only moderators"), "{answer}");
}

#[test]
fn maps_history_and_explanations_show_only_what_is_ones_own() {
    let mut house = House::of_three("");
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    let map = house.write(ANNA, "map");
    assert!(map.says("THE BOARD") && map.says("You hold"), "{map}");
    assert!(house.write("zoe@far.example", "observe ostia-3").says("public reports"));
    let map = house.write("zoe@far.example", "map ostia-3");
    assert!(map.says("THE BOARD") && !map.says("You hold"), "{map}");
    let history = house.write(ANNA, "history");
    assert!(history.says("1. turn 1, Commerce"), "{history}");
    assert!(house.write(ANNA, "history 1").says("lays out"));
    let why = house.write(ANNA, "explain");
    assert!(why.says("MN-"), "{why}");
}

#[test]
fn a_map_comes_with_a_picture() {
    let mut house = House::of_three("");
    house.write("zoe@far.example", "observe ostia-3");
    let mut picture = |who: &str, text: &str| {
        let sent = house.write_to(who, "referee@club.example", "hello", None, text);
        assert!(sent.raw.contains("Content-Type: image/png"), "{}", sent.text);
        sent.file("ostia-3-map.png").expect("a picture")
    };
    let own = picture(ANNA, "map");
    assert!(own.starts_with(b"\x89PNG") && own.len() < 120_000, "{} bytes", own.len());
    assert!(own == picture(ANNA, "map"), "a picture is drawn the same each time");
    let open = picture("zoe@far.example", "map ostia-3");
    assert!(own != open, "own pieces stand out");
    // One place is no picture.
    let place = house.write_to(ANNA, "referee@club.example", "hello", None, "map Roma");
    assert!(!place.raw.contains("image/png"), "{}", place.text);
}

/// The turn's card for the Free City is drawn from a hidden pile at the end of the stage that is explained: its roll is nobody's.
#[test]
fn an_explanation_tells_no_roll_that_a_pile_could_be_read_from() {
    let mut house = House::new();
    house.table(
        "syrakus-1",
        "seven-wonders 2 variant wonders=gizah+rhodos+olympia",
        &[(ANNA, "Gizah"), (BELA, "Rhodos")],
    );
    house.wait(8 * 86_400);
    house.write("zoe@far.example", "observe syrakus-1");
    for reader in [ANNA, BELA, "zoe@far.example"] {
        let why = house.write(reader, "explain syrakus-1");
        assert!(why.says("7W-"), "{why}");
        assert!(!why.says("pile") && !why.says("THE DICE"), "{why}");
    }
}

#[test]
fn in_the_middle_of_a_stage_only_what_is_new_is_told() {
    let mut house = House::of_three(" pace strict");
    // Only the Director is asked at first, and everybody sees the whole board.
    let asked = |house: &House| -> Vec<&str> {
        [ANNA, BELA, CLEO].into_iter().filter(|who| house.newest(who, "Commerce").subject.contains("please")).collect()
    };
    let first = asked(&house);
    let [director] = first[..] else { panic!("{first:?}") };
    for who in [ANNA, BELA, CLEO] {
        let report = house.newest(who, "Commerce").text;
        assert!(report.says("STANDINGS") && report.says("THE BOARD") && !report.says("Only what is new"), "{report}");
    }
    house.write(director, "trade 1");
    assert_eq!(asked(&house), [ANNA, BELA, CLEO], "all lay out cards");
    for who in [ANNA, BELA, CLEO] {
        let report = house.newest(who, "Commerce").text;
        assert!(report.says("YOUR MOVE") && report.says("calls for 1 card"), "{report}");
        assert!(!report.says("STANDINGS") && !report.says("THE BOARD"), "{report}");
        assert!(report.says("Only what is new is here; \"map\" sends you everything."), "{report}");
        let map = house.write(who, "map");
        assert!(map.says("STANDINGS") && map.says("THE BOARD"), "{map}");
    }
}

#[test]
fn a_slip_does_not_close_the_round() {
    let mut house = House::of_three("");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    let answer = house.write(ANNA, "pick any\nofffer blue");
    assert!(answer.says("I wait for you: please send it again as you mean it."), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 0, "the table waits");
    house.write(ANNA, "final");
    assert_eq!(house.board("ostia-3").rounds, 1, "he means it");
    // Who says so at once is taken at his word.
    house.write(BELA, "build nothing");
    house.write(CLEO, "build nothing");
    let answer = house.write(ANNA, "build nothing\nbuld the tower of Babel\nfinal");
    assert!(answer.says("NOT UNDERSTOOD") && !answer.says("I wait for you"), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 2);
    // At the deadline it counts as it stands.
    for who in [BELA, CLEO] {
        let answer = house.write(who, "nothing");
        assert!(
            answer.says("Receipt 3: ") && !answer.says("NOT UNDERSTOOD") && !answer.says("CANNOT BE DONE"),
            "{answer}"
        );
    }
    let answer = house.write(ANNA, "nothing\nmarch to Rome");
    assert!(answer.says("I wait for you") && !answer.says("Still awaited"), "{answer}");
    assert_eq!(house.board("ostia-3").rounds, 2);
    house.wait(8 * 86_400);
    assert_eq!(house.board("ostia-3").rounds, 3);
}
