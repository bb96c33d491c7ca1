//! Letters that come late, lines that only look like commands, players who are gone, and what a reminder says.

use crate::house::{ANNA, BELA, CLEO, DAY, House, LIVIA, Says as _, Sent};
use tabellarius::catalogue::GAMES;

/// All three do nothing in this round, so that it closes.
fn pass(house: &mut House) {
    let rounds = house.board("ostia-3").rounds;
    for who in [ANNA, BELA, CLEO] {
        house.write(who, "no orders");
    }
    assert_eq!(house.board("ostia-3").rounds, rounds + 1);
}

fn letters(house: &House) -> usize {
    let board = house.board("ostia-3");
    house.desk.store.letters("ostia-3", board.timeline, board.rounds + 1).unwrap().len()
}

/// A table in its second stage; the report of the first and that of the second to Anna.
fn in_building() -> (House, Sent, Sent) {
    let mut house = House::of_three("");
    let commerce = house.newest(ANNA, "your orders, please");
    pass(&mut house);
    let building = house.newest(ANNA, "your orders, please");
    assert!(commerce.subject.says("Commerce") && building.subject.says("Building"), "{}", building.subject);
    (house, commerce, building)
}

#[test]
fn a_letter_that_answers_a_closed_stage_is_shown_and_not_filed() {
    let (mut house, commerce, building) = in_building();
    let late = house.answer(ANNA, &commerce, "offer grane, wine\npick gold, any\nalways losses legion");
    let text = &late.text;
    assert!(
        text.says("THIS LETTER CAME TOO LATE") && text.says("turn 1, Commerce, and that round is closed"),
        "{text}"
    );
    assert!(text.says("Nothing of it is filed") && text.says("Now open is turn 1, Building"), "{text}");
    assert!(text.says("offer wine\npick gold, any\nalways losses legion"), "{text}");
    assert!(!text.says("Receipt") && !late.subject.says("I have your orders"), "{text}");
    assert_eq!(letters(&house), 0, "it is no letter of this stage");
    assert!(house.write(ANNA, "plans").says("You have no standing plans"));
    // It is not kept for the next stage of that name either.
    pass(&mut house);
    pass(&mut house);
    let next = house.newest(ANNA, "your orders, please");
    assert!(next.subject.says("turn 2, Commerce") && !next.text.says("\noffer wine"), "{}", next.text);
    // Later still, when the report it answers has long been forgotten.
    let late = house.answer(ANNA, &building, "build city Roma");
    assert!(late.text.says("THIS LETTER CAME TOO LATE") && late.text.says("turn 1, Building"), "{}", late.text);
}

#[test]
fn a_late_letter_counts_if_its_writer_says_so() {
    let (mut house, commerce, _) = in_building();
    let late = house.answer(ANNA, &commerce, "build nothing\npick gold, any");
    let used = house.answer(ANNA, &late, "use it");
    assert!(used.text.says("WILL BE DONE\n- build nothing") && used.text.says("Receipt 2: "), "{}", used.text);
    assert!(used.text.says("KEPT FOR COMMERCE\n- pick gold, any"), "{}", used.text);
    assert_eq!(letters(&house), 1);
    // The lines copied into the answer count as well, and other people's letters are not to be had.
    let again = house.answer(ANNA, &late, "build nothing");
    assert!(again.text.says("Receipt 3: "), "{}", again.text);
    let other = house.write_to(BELA, "referee@club.example", "Re: hello", Some(&late.id), "use it");
    assert!(other.text.says("I do not find the letter that you mean"), "{}", other.text);
    let nothing = house.write(ANNA, "use it");
    assert!(nothing.says("I do not find the letter that you mean"), "{nothing}");
    // And if that round is closed by then, it is late again.
    pass(&mut house);
    let late = house.answer(ANNA, &late, "use it");
    assert!(
        late.text.says("THIS LETTER CAME TOO LATE") && late.text.says("turn 1, Building, and that"),
        "{}",
        late.text
    );
}

#[test]
fn a_letter_for_an_open_round_is_not_late_whatever_it_answers() {
    let (mut house, commerce, building) = in_building();
    // To the report, to the answer to an earlier letter, to a reminder; a new mail.
    let first = house.answer(ANNA, &building, "draft\nbuild nothing");
    assert!(first.text.says("Receipt 2: "), "{}", first.text);
    let second = house.answer(ANNA, &first, "draft\nbuild nothing");
    assert!(second.text.says("Receipt 3: "), "{}", second.text);
    let again = house.answer(ANNA, &building, "draft\nbuild nothing");
    assert!(again.text.says("Receipt 4: "), "{}", again.text);
    house.wait(6 * DAY + DAY / 2);
    let reminder = house.newest(ANNA, "waiting");
    assert!(house.answer(ANNA, &reminder, "draft\nbuild nothing").text.says("Receipt 5: "));
    assert!(house.write(ANNA, "draft\nbuild nothing").says("Receipt 6: "));
    // Orders for a later stage in an answer to the present report are plans for it.
    let plan = house.answer(ANNA, &building, "draft\nbuild nothing\nmove legion Roma -> Tarentum");
    assert!(plan.text.says("KEPT FOR MILITARY"), "{}", plan.text);
    // Commands are done whatever they answer; what is about orders is not.
    assert!(house.answer(ANNA, &commerce, "status").text.says("OSTIA-3"));
    let word = house.answer(ANNA, &commerce, "final");
    assert!(word.text.says("This came too late: it answers my report about turn 1, Commerce"), "{}", word.text);
    assert!(house.write(ANNA, "orders").says("YOUR DRAFT"));
}

#[test]
fn an_old_subject_is_enough_to_be_late() {
    let (mut house, commerce, building) = in_building();
    let subject = |of: &Sent| format!("Re: {}", of.subject);
    let late = house.write_to(ANNA, &commerce.reply_to, &subject(&commerce), None, "build nothing");
    assert!(late.text.says("THIS LETTER CAME TOO LATE"), "{}", late.text);
    let now = house.write_to(ANNA, &commerce.reply_to, &subject(&building), None, "build nothing");
    assert!(now.text.says("Receipt 2: "), "{}", now.text);
}

#[test]
fn within_a_stage_of_single_questions_nothing_is_late() {
    let mut house = House::of_three(" pace strict");
    let report = |house: &House, who: &str| house.newest(who, "Commerce");
    let director = [ANNA, BELA, CLEO].into_iter().find(|who| report(&house, who).subject.contains("please")).unwrap();
    let first = report(&house, director);
    house.write(director, "trade 1");
    assert_eq!(house.board("ostia-3").rounds, 1);
    let answer = house.answer(director, &first, "offer tax");
    assert!(!answer.text.says("TOO LATE"), "{}", answer.text);
}

#[test]
fn a_line_with_more_than_a_command_is_none() {
    let mut house = House::of_three("");
    for (line, command) in [
        ("orders for Rome", "orders"),
        ("Leave Sicily to me", "leave"),
        ("draw near, friends", "draw"),
        ("final answer tomorrow", "final"),
        ("ordini per Roma", "orders"),
    ] {
        let answer = house.write(ANNA, line);
        assert!(answer.says("begins like a command, but more stands there, so I did nothing"), "{line}: {answer}");
        assert!(answer.says(&format!("write it alone on a line: {command}")), "{line}: {answer}");
        assert!(!answer.says("YOUR ORDERS AT") && !answer.says("vote is counted"), "{line}: {answer}");
    }
    assert_eq!(house.seats("ostia-3").len(), 3, "nobody has left");
    let answer = house.write(LIVIA, "table ostia-3\nstart now\nforce majeure\npause for thought");
    assert_eq!((house.board("ostia-3").rounds, house.board("ostia-3").deadline.is_some()), (0, true), "{answer}");
    assert!(!answer.says("stands still"), "{answer}");
    // Beside good orders it is named, and the letter waits.
    let answer = house.write(ANNA, "pick any\norders for Rome");
    assert!(answer.says("- pick any") && answer.says("Line 2 begins like a command"), "{answer}");
    let answer = house.write(ANNA, "pick any\nname Greece director");
    assert!(
        answer.says("Line 2: name Director of Commerce: Greece") && !answer.says("begins like a command"),
        "{answer}"
    );
    let answer = house.write(ANNA, "1. status\n2. pick gold, any\n* orders");
    assert!(answer.says("OSTIA-3") && answer.says("- pick gold, any"), "{answer}");
}

#[test]
fn a_player_who_sends_nothing_is_silent_whatever_plans_stand() {
    let mut house = House::of_three("");
    house.write(ANNA, "always losses legion\npick any");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    let missed = |house: &House| {
        let seats = house.desk.store.seats("ostia-3").unwrap();
        seats.iter().find(|seat| seat.seat == "Rome").map(|seat| (seat.missed, seat.keeper)).unwrap()
    };
    // The first deadline without a word: the plans speak for somebody who is there.
    let next = |house: &mut House| {
        house.write(BELA, "no orders");
        house.write(CLEO, "no orders");
        house.wait(8 * DAY);
        house.newest(BELA, "turn").text
    };
    let report = next(&mut house);
    assert!(!report.says("Rome was silent"), "{report}");
    let report = next(&mut house);
    assert!(report.says("Rome was silent: where nothing was planned the default was done."), "{report}");
    let own = house.newest(ANNA, "turn").text;
    assert!(own.says("You were silent: what you had planned was played, and the default for the rest."), "{own}");
    assert!(house.write(ANNA, "plans").says("losses legion"), "the plans play on");
    assert_eq!(missed(&house).0, 1);
    let report = next(&mut house);
    assert!(report.says("Rome was silent (2 times in a row now)"), "{report}");
    next(&mut house);
    assert_eq!(missed(&house), (3, tabellarius::store::Keeper::Caretaker), "nobody is immortal");
    // A letter, and the owner is back.
    let answer = house.write(ANNA, "no orders");
    assert!(answer.says("Welcome back") && missed(&house).0 == 0, "{answer}");
}

#[test]
fn whoever_planned_the_stage_is_not_silent() {
    let mut house = House::of_three("");
    house.write(ANNA, "pick any\nbuild legion Roma\nmove legion Roma -> Tarentum");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    for _ in 0..2 {
        house.write(BELA, "no orders");
        house.write(CLEO, "no orders");
        house.wait(8 * DAY);
        assert!(!house.newest(BELA, "turn").text.says("Rome was silent"));
    }
    assert_eq!(house.board("ostia-3").rounds, 3);
}

#[test]
fn how_long_plans_are_enough_is_a_setting() {
    let mut house = House::of_three("");
    let set = house.write(LIVIA, "table ostia-3\nset silent-after 1");
    assert!(set.says("silent-after 1"), "{set}");
    house.write(ANNA, "always losses legion\npick any");
    for who in [BELA, CLEO] {
        house.write(who, "pick any");
        house.write(who, "no orders");
    }
    house.wait(8 * DAY);
    let report = house.newest(BELA, "turn").text;
    assert!(report.says("Rome was silent"), "{report}");
}

#[test]
fn final_gives_its_receipt_at_once() {
    let mut house = House::of_three("");
    let draft = house.write(ANNA, "draft\npick gold, any");
    assert!(draft.says("Receipt 1: "), "{draft}");
    let made = house.write(ANNA, "final");
    assert!(made.says("Your orders are final") && made.says("- pick gold, any") && made.says("Receipt 2: "), "{made}");
    let back = house.write(ANNA, "draft");
    assert!(back.says("Receipt 3: "), "{back}");
    let both = house.write(ANNA, "pick gold, fnord, any\noffer\nfinal");
    assert!(both.says("Receipt 4: ") && both.says("Line 1: fnord") && both.says("Line 2: offer"), "{both}");
    assert!(both.says("- pick gold, any") && !both.says("I wait for you"), "{both}");
    let none = house.write(BELA, "final");
    assert!(none.says("I have no orders of yours") && none.says("write: no orders"), "{none}");
}

#[test]
fn no_orders_is_an_answer_in_every_game() {
    for entry in GAMES {
        let mut house = House::new();
        let players = entry.players[0];
        let people: Vec<String> = (0..players).map(|n| format!("p{n}@home.example")).collect();
        let opened = house.write(LIVIA, &format!("new ostia-3 {} {players}", entry.key));
        assert!(opened.contains("IS OPEN"), "{opened}");
        for person in &people {
            house.write(person, "join ostia-3");
        }
        house.write(LIVIA, "table ostia-3\nstart");
        for (line, round) in [("no orders", 1), ("nessun ordine", 2), ("geen orders", 3)] {
            for person in &people {
                if !house.subjects(person).last().is_some_and(|subject| subject.contains("please")) {
                    continue;
                }
                let answer = house.write(person, &format!("table ostia-3\n{line}"));
                assert!(answer.says("Receipt"), "{}: {answer}", entry.key);
                assert!(
                    !answer.says("NOT UNDERSTOOD") && !answer.says("CANNOT BE DONE") && !answer.says("STILL OPEN"),
                    "{}: {answer}",
                    entry.key
                );
            }
            assert!(house.board("ostia-3").rounds >= round, "{}: all are content", entry.key);
        }
    }
}

#[test]
fn a_reminder_says_what_silence_does_and_brings_the_form_again() {
    let mut house = House::of_three("");
    let report = house.newest(ANNA, "your orders, please");
    house.wait(6 * DAY + DAY / 2);
    let reminder = house.newest(ANNA, "waiting");
    let form = |text: &str| -> String {
        text.lines().skip_while(|line| !line.starts_with("# ")).take_while(|line| !line.is_empty()).collect()
    };
    assert!(!form(&report.text).is_empty());
    assert_eq!(form(&report.text), form(&reminder.text), "the form again");
    let says = "If you say nothing, you lay out what you can best spare";
    assert!(reminder.text.says(says) && reminder.text.says("just answer: no orders"), "{}", reminder.text);
    let quoted: String = reminder.text.lines().map(|line| format!("> {}\n", line.replace("# pick", "pick"))).collect();
    let answer = house.answer(ANNA, &reminder, &format!("On Monday the referee wrote:\n{quoted}"));
    assert!(answer.text.says("DONE EACH TIME I TRIED\n- pick"), "{}", answer.text);
    // Plans are shown as they would play.
    let mut house = House::of_three("");
    house.write(ANNA, "pick any\nbuild legion Roma");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    house.wait(6 * DAY + DAY / 2);
    let reminder = house.newest(ANNA, "waiting").text;
    assert!(reminder.says("IF NOTHING COMES, YOUR PLANS PLAY\n- build legion Roma"), "{reminder}");
    // A single question: its default, from the rules.
    let mut house = House::of_three(" pace strict");
    house.wait(DAY + DAY / 2);
    let asked =
        [ANNA, BELA, CLEO].into_iter().find(|who| house.subjects(who).iter().any(|one| one.contains("waiting")));
    let reminder = house.newest(asked.unwrap(), "waiting").text;
    assert!(reminder.says("IF NOTHING COMES, THIS IS DONE FOR YOU\n- trade "), "{reminder}");
}

#[test]
fn forms_fit_on_every_screen() {
    let mut wide = Vec::new();
    for entry in GAMES {
        for players in [entry.players[0], entry.players[entry.players.len() - 1]] {
            let mut house = House::new();
            let people: Vec<String> = (0..players).map(|n| format!("p{n}@home.example")).collect();
            let opened = house.write(LIVIA, &format!("new ostia-3 {} {players}", entry.key));
            if !opened.contains("IS OPEN") {
                // So many play with a variant only.
                assert!(players > entry.players[0], "{}: {opened}", entry.key);
                continue;
            }
            for person in &people {
                house.write(person, "join ostia-3");
            }
            house.write(LIVIA, "table ostia-3\nstart");
            while house.board("ostia-3").rounds < 8 && house.board("ostia-3").deadline.is_some() {
                let letters = house.desk.automata_letters("ostia-3").unwrap();
                if letters.is_empty() {
                    house.wait(DAY);
                }
                for (address, text) in letters {
                    // What an automaton would write may be warned of, and a letter with a slip is a draft.
                    house.write(&address, &format!("table ostia-3\n{text}\nfinal"));
                }
            }
            for sent in house.sent.iter().filter(|sent| sent.subject.contains("please")) {
                let form =
                    sent.text.lines().skip_while(|line| !line.starts_with("# ")).take_while(|line| !line.is_empty());
                let long = form.filter(|line| line.chars().count() > 76);
                wide.extend(long.map(|line| format!("{} {players}: {line}", entry.key)));
            }
        }
    }
    wide.sort();
    wide.dedup();
    assert!(wide.is_empty(), "{} lines of forms are wider than 76 columns:\n{}", wide.len(), wide.join("\n"));
}
