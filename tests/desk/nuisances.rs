//! What real mailboxes bring: bounces, machines, floods, bombs, and people who write headers into their names.

use crate::house::{ANNA, BELA, House, LIVIA, Says as _};
use tabellarius::desk::intake::Taken;

/// What a mail server writes when it gives a mail up, or not yet.
fn bounce(to: &str, id: &str, action: &str, status: &str) -> String {
    format!(
        "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.far.example>\nTo: referee@club.example\n\
         Message-ID: <{action}.{status}.{id}>\nSubject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n\
         MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n\
         --b\nContent-Type: text/plain\n\nI'm sorry to have to inform you.\n\n--b\nContent-Type: message/delivery-status\n\n\
         Reporting-MTA: dns; mx.far.example\n\nFinal-Recipient: rfc822; {to}\nAction: {action}\nStatus: {status}\n\n\
         --b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <{id}>\nSubject: Turn 3\n\n--b--\n"
    )
}

fn unreachable(house: &House, address: &str) -> bool {
    house.desk.store.person_at(address).unwrap().unwrap().unreachable.is_some()
}

#[test]
fn a_dead_address_is_flagged_and_the_moderator_is_told_once() {
    let mut house = House::of_three("");
    let report = house.newest(ANNA, "your orders, please");
    let (taken, sent) = house.put(&bounce(ANNA, &report.id, "delayed", "4.4.1"));
    assert_eq!((taken, sent.len(), unreachable(&house, ANNA)), (Taken::Nuisance, 0, false));
    let (taken, sent) = house.put(&bounce(ANNA, &report.id, "failed", "5.1.1"));
    assert_eq!((taken, sent.len()), (Taken::Nuisance, 1));
    assert_eq!((sent[0].to.as_str(), sent[0].subject.as_str()), (LIVIA, "[ostia-3] mail to anna comes back"));
    assert!(sent[0].text.says("with the code 5.1.1. There is no other address"), "{}", sent[0].text);
    assert!(house.put(&bounce(ANNA, &report.id, "failed", "5.1.2")).1.is_empty(), "once");
    let status = house.write(LIVIA, "status ostia-3");
    assert!(status.says("- Rome: anna, awaited, mail comes back"), "{status}");
    assert!(!house.write(BELA, "status ostia-3").contains("comes back"));
    house.write(ANNA, "status ostia-3");
    assert!(!unreachable(&house, ANNA), "a letter clears the flag");
    // Bounces of mails that we never wrote are some spammer's doing.
    let spam = bounce(ANNA, "spam.1@club.example", "failed", "5.1.1");
    assert!(house.put(&spam).1.is_empty() && !unreachable(&house, ANNA));
}

#[test]
fn a_bounce_that_names_no_mail_is_known_by_the_address_it_comes_back_to() {
    let mut house = House::of_three("");
    house.write(ANNA, "status ostia-3");
    let number = house.desk.store.last_posted().unwrap();
    let back = house.desk.return_address(number, ANNA);
    let nameless =
        |to: &str| bounce(ANNA, "x", "failed", "5.1.1").replace("To: referee@club.example", &format!("To: {to}"));
    // To somebody else, of another mail, with another mark: not ours.
    let forged = [house.desk.return_address(number, BELA), back.replace("back.", "back.1"), back.replace('@', "0@")];
    for (n, to) in forged.iter().enumerate() {
        let (taken, sent) = house.put(&nameless(to).replace("Message-ID: <failed", &format!("Message-ID: <{n}")));
        assert_eq!((taken, sent.len(), unreachable(&house, ANNA)), (Taken::Nuisance, 0, false), "{to}");
    }
    let (taken, sent) = house.put(&nameless(&back));
    assert_eq!((taken, sent.len(), unreachable(&house, ANNA)), (Taken::Nuisance, 1, true));
    assert_eq!(sent[0].to, LIVIA);
    // Whatever else comes there was written by no person: nothing is answered, and nobody is flagged.
    house.write(ANNA, "status ostia-3");
    let raw = house.mail(ANNA, &back, "I am on holiday", None, "concede yes");
    assert_eq!(house.put(&raw).0, Taken::Nuisance);
    assert!(!unreachable(&house, ANNA) && !house.log("ostia-3").contains("conceded"));
}

#[test]
fn a_full_mailbox_is_given_time() {
    let mut house = House::of_three("");
    let report = house.newest(ANNA, "your orders, please");
    for n in 0..2 {
        house.put(
            &bounce(ANNA, &report.id, "failed", "5.2.2").replace("Message-ID: <failed", &format!("Message-ID: <{n}")),
        );
        assert!(!unreachable(&house, ANNA), "{n}");
    }
    house.put(&bounce(ANNA, &report.id, "failed", "4.2.2"));
    assert!(unreachable(&house, ANNA));
}

#[test]
fn the_second_address_is_tried() {
    let mut house = House::of_three("");
    let second = "anna@work.example";
    let answer = house.write(ANNA, &format!("address also {second}"));
    assert!(answer.says(&format!("I have written to {second}")), "{answer}");
    let ask = house.newest(second, "second address?");
    assert!(house.answer(second, &ask, "yes").text.says("is the second address"));
    let report = house.newest(ANNA, "your orders, please");
    let (_, sent) = house.put(&bounce(ANNA, &report.id, "failed", "5.1.1"));
    let to: Vec<&str> = sent.iter().map(|sent| sent.to.as_str()).collect();
    assert_eq!(to, [LIVIA, second, second]);
    assert!(sent[1].text.says("so I write to you here"), "{}", sent[1].text);
    assert!(sent[2].text.says("Your hand") || sent[2].text.says("YOUR MOVE"), "{}", sent[2].text);
    // From there she plays on, and gets her answers there.
    let answer = house.answer(second, &sent[2], "pick any");
    assert!(answer.to == second && answer.text.says("- pick any"), "{}", answer.text);
    house.write(ANNA, "status ostia-3");
    assert_eq!(house.sent.last().unwrap().to, ANNA, "the first address works again");
    // If the second dies too, it is given up.
    house.put(&bounce(ANNA, &report.id, "failed", "5.1.2"));
    let (_, sent) = house.put(&bounce(second, &answer.id, "failed", "5.1.1"));
    assert_eq!(sent.iter().map(|sent| sent.to.as_str()).collect::<Vec<_>>(), [LIVIA]);
    assert_eq!(house.desk.store.person_at(ANNA).unwrap().unwrap().second, None);
}

#[test]
fn whoever_floods_us_is_told_once_and_his_letters_are_kept() {
    let mut house = House::of_three("");
    house.desk.club.limits.letters_an_hour = 10;
    let mut fates = Vec::new();
    let mut mails = 0;
    for n in 0..20 {
        let (taken, sent) = house.post(ANNA, &format!("status ostia-3\n# {n}"));
        fates.push(taken);
        mails += sent.len();
    }
    let done = fates.iter().filter(|taken| **taken == Taken::Answered).count();
    assert!((5..=10).contains(&done) && mails == done + 1, "{fates:?}, {mails} mails");
    assert!(house.newest(ANNA, "your letter").text.says("You have written very often"));
    assert!(matches!(house.post(BELA, "status ostia-3").0, Taken::Answered), "others are not touched");
    assert_eq!(house.desk.store.quarantine().unwrap().len(), 20 - done);
}

#[test]
fn a_machine_that_answers_us_gets_the_last_word() {
    let mut house = House::of_three("");
    let mut mails = 0;
    for _ in 0..10 {
        let newest = house.sent.iter().rev().find(|sent| sent.to == ANNA).unwrap().clone();
        mails += house.post_answer(ANNA, &newest, "Thank you for your message. Ticket 42 was opened.").1.len();
    }
    assert_eq!(mails, 3);
    // A player who is not understood is no machine.
    for n in 0..10 {
        assert_eq!(house.post(BELA, &format!("hocus pocus {n}")).0, Taken::Answered);
    }
    // Our own mail, come back without its mark.
    let report = house.newest(ANNA, "your orders, please");
    let stripped: String = report
        .raw
        .split_inclusive("\r\n")
        .filter(|line| {
            !line.starts_with("X-Tabellarius")
                && !line.starts_with("Auto-Sub")
                && !line.starts_with("Prece")
                && !line.starts_with("List-Id")
        })
        .collect();
    let (taken, sent) = house.put(&stripped.replace("From: ", "From: Anna <anna@home.example>\r\nX-Old-From: "));
    assert_eq!((taken, sent.len()), (Taken::Nuisance, 0));
}

#[test]
fn nothing_that_people_call_themselves_becomes_a_header() {
    let mut house = House::new();
    house.write(LIVIA, "new ostia-3 mare-nostrum 3 variant seats=rome+greece+egypt");
    let raw = "From: =?utf-8?Q?Eve=0D=0ABcc:_all@far.example=0D=0A=0D=0Ahello?= <eve@far.example>\nTo: referee@club.example\n\
               Subject: =?utf-8?Q?[ostia-3]=0D=0ABcc:_spy@far.example?=\nMessage-ID: <a\tb\x0bc@far.example>\n\
               In-Reply-To: <x@y>\n\njoin ostia-3\nname Eve\u{2028}Bcc: all \x08Z\nstatus\n";
    let (taken, sent) = house.put(raw);
    assert_eq!(taken, Taken::Answered);
    let status = house.write(BELA, "status ostia-3");
    assert!(status.to_lowercase().contains("eve"), "{status}");
    for sent in sent.iter().chain(&house.sent) {
        let head = sent.raw.split("\r\n\r\n").next().unwrap().to_lowercase();
        assert!(!head.lines().any(|line| line.starts_with("bcc")), "{head}");
        assert!(!sent.raw.contains("\n\r\nhello\r\n"), "{}", sent.raw);
        let parsed = mail_parser::MessageParser::default().parse(sent.raw.as_bytes()).unwrap();
        assert!(parsed.bcc().is_none() && parsed.to().unwrap().iter().count() == 1, "{}", sent.raw);
    }
    // The same name in the question to a registered address.
    let mut house = house.strict();
    let raw = raw.replace("eve@far.example", "bela@home.example").replace("a\tb", "second");
    let (taken, sent) = house.put(&raw);
    assert_eq!((taken, sent.len()), (Taken::Waiting, 1));
    assert!(!sent[0].raw.to_lowercase().contains("\r\nbcc:"), "{}", sent[0].raw);
}

#[test]
fn bombs_are_refused_kindly_and_do_nothing() {
    let mut house = House::of_three("");
    let mail = |house: &mut House, kind: &str, body: &str| {
        let raw = house.mail(ANNA, "referee@club.example", "[ostia-3] orders", None, "");
        raw.replace("Content-Type: text/plain; charset=utf-8", &format!("Content-Type: {kind}")).trim_end().to_owned()
            + "\n\n"
            + body
    };
    let parts: String = (0..5_000).map(|n| format!("--b\nContent-Type: text/plain\n\npick any # {n}\n")).collect();
    let mut deep = String::from("pick any\n");
    for n in 0..500 {
        deep = format!("--d{n}\nContent-Type: multipart/mixed; boundary=d{}\n\n{deep}", n - 1);
    }
    let long = "pick any\n".repeat(200_000);
    let many = "pick any\n".repeat(1_500);
    for (kind, body) in [("multipart/mixed; boundary=b", parts.as_str()), ("text/plain", &long), ("text/plain", &many)]
    {
        let raw = mail(&mut house, kind, body);
        let (taken, sent) = house.put(&raw);
        assert_eq!((taken, sent.len()), (Taken::Answered, 1));
        assert!(sent[0].text.says("longer than I take, so nothing of it was done"), "{}", sent[0].text);
    }
    let raw = mail(&mut house, "multipart/mixed; boundary=d499", &deep);
    assert_eq!(house.put(&raw).1.len(), 1);
    assert!(house.desk.store.letters("ostia-3", 1, 1).unwrap().is_empty());
    // Pictures and truncated mails: what could be read is done, and the rest is named.
    let picture = "--b\nContent-Type: text/plain\n\npick any\n--b\nContent-Type: image/png\nContent-Disposition: attachment; filename=orders.png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n";
    let raw = mail(&mut house, "multipart/mixed; boundary=b", picture);
    let (_, sent) = house.put(&raw);
    assert!(
        sent[0].text.says("- pick any") && sent[0].text.says("Files were attached that I cannot read"),
        "{}",
        sent[0].text
    );
    // A club may take less.
    house.desk.club.limits.parts = 2;
    let raw = mail(&mut house, "multipart/mixed; boundary=b", picture);
    assert!(house.put(&raw).1[0].text.says("longer than I take"));
    house.desk.club.limits.bytes = 100;
    assert!(house.write(ANNA, "table ostia-3\npick any").says("longer than I take"));
    house.desk.club.limits = Default::default();
    house.desk.club.limits.orders = 3;
    assert!(house.write(ANNA, "table ostia-3\npick any\n\n# a\n# b").says("longer than I take"));
}

#[test]
fn what_is_put_aside_can_be_released() {
    let mut house = House::of_three("").strict();
    house.desk.club.limits.letters_an_hour = 2;
    let report = house.newest(ANNA, "your orders, please");
    house.answer(ANNA, &report, "orders");
    let (taken, _) = house.post_answer(ANNA, &report, "pick gold, any");
    assert_eq!(taken, Taken::Quarantined);
    let number = house.desk.store.quarantine().unwrap()[0].id;
    let livia = house.newest(LIVIA, "[ostia-3]");
    house.clock.set(house.now() + 2 * 3_600);
    let mark = house.mark();
    house.post_answer(LIVIA, &livia, &format!("quarantine release {number}"));
    let answer = house.sent[mark..].iter().find(|sent| sent.to == ANNA).unwrap();
    assert!(answer.text.says("- pick gold, any"), "{}", answer.text);
    assert!(house.desk.store.quarantine().unwrap().is_empty());
}

#[test]
fn letters_without_a_name_or_with_the_same_are_told_apart() {
    let mut house = House::of_three("");
    let letter =
        |id: &str, text: &str| format!("From: {ANNA}\nTo: referee@club.example\nSubject: [ostia-3]\n{id}\n{text}\n");
    for (mail, taken) in [
        (letter("", "pick any"), Taken::Answered),
        (letter("", "pick any"), Taken::Again),
        (letter("", "pick gold, any"), Taken::Answered),
        (letter("Message-ID: <same@home.example>\n", "pick wine, any"), Taken::Answered),
        (letter("Message-ID: <same@home.example>\n", "orders"), Taken::Answered),
        (letter("Message-ID: <same@home.example>\nMessage-ID: <other@home.example>\n", "plans"), Taken::Answered),
        (letter("Message-ID:\n", "status"), Taken::Answered),
    ] {
        assert_eq!(house.put(&mail).0, taken, "{mail}");
    }
}

#[test]
fn what_a_filter_takes_for_spam_is_done_if_it_is_proved() {
    let mut house = House::of_three("").strict();
    let report = house.newest(ANNA, "your orders, please");
    let spam = |raw: String| format!("X-Spam-Flag: YES\nX-Spam-Status: Yes, score=9.1\n{raw}");
    let raw = house.mail(ANNA, &report.reply_to, "Re:", None, "pick any");
    assert_eq!(house.put(&spam(raw)).0, Taken::Answered);
    for from in [ANNA, "stranger@far.example"] {
        let raw = house.mail(from, "referee@club.example", "hello", None, "list");
        let (taken, sent) = house.put(&spam(raw));
        assert_eq!((taken, sent.len()), (Taken::Quarantined, 0));
    }
}
