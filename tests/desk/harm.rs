//! What one letter, one stranger or one machine can do to others: counts, not times.

use crate::house::{ANNA, BELA, CLEO, House, LIVIA, Says as _};
use tabellarius::desk::intake::Taken;
use tabellarius::store::Store;

/// A hop that our own server noted.
fn hop(from: u32) -> String {
    format!("Received: from x (x [203.0.{}.7]) by mx.club.example; Mon, 16 Nov 2026 12:00:00 +0000\n", from)
}

#[test]
fn one_letter_of_nine_hundred_commands_is_a_small_one() {
    let mut house = House::of_three("");
    let many = |line: &dyn Fn(usize) -> String| (0..900).map(|n| line(n) + "\n").collect::<String>();
    let mark = house.mark();
    let answer = house.write(ANNA, &many(&|n| format!("address victim{n}@far.example")));
    assert!(answer.says("I do no more of that in a day") && answer.says("more than 40 commands"), "{answer}");
    let to_strangers = house.sent[mark..].iter().filter(|sent| sent.to.ends_with("far.example")).count();
    assert_eq!(to_strangers, 10);
    // By another command, and in another letter: it is counted together.
    let mark = house.mark();
    house.write(ANNA, &many(&|n| format!("address also other{n}@far.example")));
    assert_eq!(house.sent[mark..].iter().filter(|sent| sent.to.ends_with("far.example")).count(), 0);
    for line in ["list", "map ostia-3", "status ostia-3", "history ostia-3"] {
        let answer = house.write(BELA, &many(&|_| line.into()));
        assert!(answer.len() < 20_000, "{line}: {}", answer.len());
    }
    let mark = house.mark();
    house.write(CLEO, &many(&|n| format!("press to all: letter {n}")));
    assert!(house.sent.len() - mark <= 40 * 4 + 1, "{}", house.sent.len() - mark);
}

#[test]
fn a_large_club_is_listed_in_pages() {
    let mut house = House::new();
    for n in 0..90 {
        house.write(LIVIA, &format!("new duo-{n} latrones 2"));
    }
    let pages: Vec<String> = ["list", "list 2", "list 3"].map(|line| house.write(ANNA, line)).into();
    let lines = |page: &str| page.matches(": join duo-").count();
    assert_eq!(pages.iter().map(|page| lines(page)).collect::<Vec<_>>(), [40, 40, 10], "{}", pages[0]);
    assert!(pages[0].says("There are more: list 2") && pages[1].says("list 3") && !pages[2].contains("There are more"));
}

#[test]
fn nobody_s_words_reach_people_who_never_wrote() {
    let mut house = House::of_three("");
    let victim = "victim@far.example";
    house.write(LIVIA, "name Cheap pills at pills.example");
    house.write(LIVIA, "address also victim2@far.example");
    assert!(!house.newest("victim2@far.example", "second address?").raw.contains("pills"));
    house.write(LIVIA, &format!("table ostia-3\nreplace Rome by {victim}"));
    let mark = house.mark();
    house.write(LIVIA, "table ostia-3\nannounce\nBuy now at pills.example\nend\npress to Rome\nBuy now\nend");
    assert!(house.since(mark, victim).is_empty(), "{:?}", house.since(mark, victim));
    // Once they have written, they belong.
    house.write(victim, "status ostia-3");
    house.write(LIVIA, "table ostia-3\npress to Rome\nwelcome\nend");
    assert!(house.newest(victim, "a letter from").text.says("welcome"));
    for machine in ["noreply@far.example", "list-request@far.example"] {
        assert!(
            house.write(LIVIA, &format!("table ostia-3\nreplace Rome by {machine}")).says("no address I can write to")
        );
    }
}

#[test]
fn machines_and_lists_never_become_members() {
    let mut house = House::of_three("");
    for from in
        ["noreply@shop.example", "no-reply@shop.example", "ludo-request@lists.example", "bounces+7@shop.example"]
    {
        let (taken, sent) = house.post(from, "list\njoin ostia-3");
        assert_eq!((taken, sent.len()), (Taken::Nuisance, 0), "{from}");
        assert!(house.desk.store.person_at(from).unwrap().is_none());
    }
}

#[test]
fn two_machines_that_answer_each_other_stop_soon() {
    let mut house = House::of_three("");
    house.write(ANNA, "table ostia-3\npress to Greece\nhello\nend");
    let mut mails = 0;
    for round in 0..60 {
        let (who, other) = if round % 2 == 0 { (BELA, ANNA) } else { (ANNA, BELA) };
        let Some(newest) =
            house.sent.iter().rev().find(|sent| sent.to == who && sent.subject.contains("letter")).cloned()
        else {
            continue;
        };
        let text = format!("Thank you for your message, I am in a meeting with {other}. Your number is {round}.");
        mails += house.post_answer(who, &newest, &text).1.len();
    }
    assert!(mails <= 14, "{mails}");
    // Their owners' orders still count, and they may still write.
    for who in [ANNA, BELA] {
        let report = house.newest(who, "your orders, please");
        assert!(house.answer(who, &report, "pick any").text.says("- pick any"));
    }
}

#[test]
fn a_machine_does_not_use_up_its_owner_s_letters() {
    let mut house = House::of_three("");
    let mut mails = 0;
    for n in 0..200 {
        let newest = house.sent.iter().rev().find(|sent| sent.to == ANNA).unwrap().clone();
        let text = format!("Thank you for your message. Ticket {n} was opened by our friendly team, number {n}.");
        mails += house.post_answer(ANNA, &newest, &text).1.len();
    }
    assert_eq!(mails, 3);
    let report = house.newest(ANNA, "your orders, please");
    assert!(house.answer(ANNA, &report, "pick any").text.says("- pick any"));
}

#[test]
fn strangers_from_one_place_do_not_shut_out_newcomers() {
    let mut house = House::of_three("").strict();
    let mut asked = 0;
    for n in 0..200 {
        let raw = house.mail(&format!("victim{n}@far.example"), "referee@club.example", "hi", None, "list");
        asked += house.put(&format!("{}{raw}", hop(113))).1.len();
    }
    assert_eq!(asked, 5);
    let raw = house.mail("zoe@far.example", "referee@club.example", "hi", None, "list");
    assert_eq!(house.put(&format!("{}{raw}", hop(7))).1.len(), 1);
}

#[test]
fn forged_letters_do_not_fill_their_victim_s_waiting_room() {
    let mut house = House::of_three("").strict();
    for n in 0..60 {
        let raw = house.mail(ANNA, "referee@club.example", "hi", None, &format!("table ostia-3\nconcede yes\n# {n}"));
        house.put(&format!("{}{raw}", hop(113)));
    }
    let raw = house.mail(ANNA, "referee@club.example", "hi", None, "table ostia-3\npick any");
    assert_eq!(house.put(&format!("{}{raw}", hop(7))).0, Taken::Waiting);
    // It is asked about first: nearly all others came from one place.
    house.clock.set(house.now() + 86_401);
    let raw = house.mail(ANNA, "referee@club.example", "hi", None, "table ostia-3\nstatus");
    let (_, sent) = house.put(&format!("{}{raw}", hop(8)));
    let text = &sent[0].text;
    let (own, forged) = (text.find("| pick any").unwrap(), text.find("| concede yes").unwrap());
    assert!(own < forged, "{text}");
}

#[test]
fn a_bounce_must_name_a_mail_of_ours_and_says_nothing_of_others() {
    let mut house = House::of_three("");
    let bounce = |n: usize, id: &str, to: &str| {
        format!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@far.example\nTo: referee@club.example\nMessage-ID: <{n}@far.example>\n\
             Subject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\
             --b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; {to}\nAction: failed\nStatus: 5.1.1\n\n\
             --b\nContent-Type: text/rfc822-headers\n\n{id}\n\n--b--\n"
        )
    };
    let own = house.newest(BELA, "your orders, please");
    let is_cut_off = |house: &House| house.desk.store.person_at(ANNA).unwrap().unwrap().unreachable.is_some();
    for n in 0..10 {
        house.put(&bounce(n, "", ANNA));
        house.put(&bounce(100 + n, "Message-ID: <ostia-3-1-0.1@club.example>", ANNA));
        house.put(&bounce(200 + n, &format!("Message-ID: <{}>", own.id), ANNA));
    }
    assert!(!is_cut_off(&house));
    let hers = house.newest(ANNA, "your orders, please");
    // Not against the word of our own server.
    let mut house = house.strict();
    let forged = bounce(300, &format!("Message-ID: <{}>", hers.id), ANNA);
    let word = "Authentication-Results: mx.club.example; dmarc=fail header.from=far.example\n";
    house.put(&format!("{word}{forged}"));
    assert!(!is_cut_off(&house));
    house.put(&forged.replace("<300@", "<301@"));
    assert!(is_cut_off(&house));
}

#[test]
fn message_ids_tell_nothing_and_cannot_be_guessed() {
    let mut house = House::of_three("");
    house.write(ANNA, "table ostia-3\npress to all anonymously\nhello\nend");
    house.wait(7 * 86_400);
    let ids: Vec<&str> = house.sent.iter().map(|sent| sent.id.as_str()).collect();
    for id in &ids {
        let local = id.split('@').next().unwrap();
        let secret = local.split(".round.").next().unwrap().rsplit(['.', '-']).next().unwrap();
        assert!(secret.len() >= 20 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    }
    let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
}

#[test]
fn a_large_mail_of_nobody_leaves_little_behind() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("club.db");
    let mut house = House::with(Store::open(&file).unwrap(), crate::house::MONDAY).strict();
    for n in 0..3 {
        let raw = house.mail(&format!("eve{n}@evil.example"), "referee@club.example", "hi", None, "list");
        let big = "x".repeat(76) + "\n";
        let raw = format!("{raw}\n{}", big.repeat(45_000));
        assert_ne!(house.put(&raw).0, Taken::Answered);
    }
    house.desk.store.compact().unwrap();
    let size = std::fs::metadata(&file).unwrap().len();
    assert!(size < 700_000, "{size}");
    // Many small ones: when there is no more room, only their beginnings are kept.
    house.desk.club.limits.unproved_bytes = 300_000;
    for n in 0..40 {
        let raw = house.mail(&format!("eva{n}@evil.example"), "referee@club.example", "hi", None, "list");
        house.put(&format!("{raw}\n{}", "y ".repeat(15_000)));
    }
    house.desk.store.compact().unwrap();
    let size = std::fs::metadata(&file).unwrap().len();
    assert!(size < 1_200_000, "{size}");
}
