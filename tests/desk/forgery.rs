//! Letters that somebody else wrote: every way we know of to pass for a player, tried with every command in every language.

use crate::dns::{Dns, Signer};
use crate::house::{ANNA, BELA, DAY, House, LIVIA, Says as _, Sent};
use tabellarius::desk::identity::Identity;
use tabellarius::desk::intake::Taken;
use tabellarius::desk::verb::{Verb, Verbs};
use tabellarius::time::instant;

const EVE: &str = "eve@evil.example";
const REFEREE: &str = "referee@club.example";
/// What our own mail server says of a letter that Anna's domain signed.
const VOUCHED: &str = "Authentication-Results: mx.club.example; dkim=pass header.d=home.example";

fn strict() -> House {
    let mut house = House::of_three("").strict();
    (house.desk.club.limits.letters_an_hour, house.desk.club.limits.letters_a_day) = (0, 0);
    house.desk.club.identity.strangers_a_day = u32::MAX;
    house
}

fn letters(house: &House) -> usize {
    house.desk.store.letters("ostia-3", 1, 1).unwrap().len()
}

/// A letter from Anna's own server.
fn vouched(house: &mut House, from: &str, to: &str, text: &str) -> (Taken, Vec<Sent>) {
    let raw = house.mail(from, to, "[ostia-3] hello", None, text);
    house.put(&format!("{VOUCHED}\n{raw}"))
}

fn dated(house: &mut House, from: &str, to: &str, text: &str) -> String {
    let date = instant(house.now()).to_rfc2822();
    format!("Date: {date}\n{}", house.mail(from, to, "[ostia-3] orders", None, text))
}

/// How a letter is made to look like Anna's.
fn forgeries(house: &House, report: &Sent, dead: &str) -> Vec<(&'static str, Box<dyn Fn(&str) -> String>)> {
    let (tag, dead) = (report.reply_to.clone(), dead.to_owned());
    let date = instant(house.now()).to_rfc2822();
    let body = |text: &str| format!("Subject: [ostia-3] orders\nContent-Type: text/plain; charset=utf-8\n\n{text}\n");
    let sent_on = "DKIM-Signature: d=home.example; h=from:to:subject:date; b=abc";
    vec![
        ("her address", Box::new(move |text| format!("From: {ANNA}\nTo: {REFEREE}\n{}", body(text)))),
        ("her address and her tag, but her mail is usually signed", {
            let tag = tag.clone();
            Box::new(move |text| format!("From: {ANNA}\nTo: {tag}\n{}", body(text)))
        }),
        ("her name beside another address", {
            Box::new(move |text| format!("From: \"anna <{ANNA}>\" <{EVE}>\nTo: {REFEREE}\n{}", body(text)))
        }),
        ("two authors in one header", {
            let tag = tag.clone();
            Box::new(move |text| format!("{VOUCHED}\nFrom: {ANNA}, {EVE}\nTo: {tag}\n{}", body(text)))
        }),
        ("two headers", {
            let tag = tag.clone();
            Box::new(move |text| format!("{VOUCHED}\nFrom: {EVE}\nFrom: {ANNA}\nTo: {tag}\n{}", body(text)))
        }),
        ("the word of a server that we do not know", {
            let words = VOUCHED.replace("mx.club", "mx.evil");
            Box::new(move |text| format!("{words}\nFrom: {ANNA}\nTo: {REFEREE}\n{}", body(text)))
        }),
        ("the word of ours below the one it really wrote", {
            let none = VOUCHED.replace("dkim=pass header.d=home.example", "dkim=none");
            Box::new(move |text| format!("{none}\n{VOUCHED}\nFrom: {ANNA}\nTo: {REFEREE}\n{}", body(text)))
        }),
        ("a good word inside a quoted one", {
            let words = "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=\"x; dkim=pass header.d=home.example; \"@evil.example";
            Box::new(move |text| format!("{words}\nFrom: {ANNA}\nTo: {REFEREE}\n{}", body(text)))
        }),
        ("a verdict against it, with her tag", {
            let tag = tag.clone();
            let words = "Authentication-Results: mx.club.example; dmarc=fail header.from=home.example";
            Box::new(move |text| format!("{words}\nFrom: {ANNA}\nTo: {tag}\n{}", body(text)))
        }),
        ("her signed letter to somebody else, sent on to us", {
            let date = date.clone();
            Box::new(move |text| {
                format!("{VOUCHED}\n{sent_on}\nDate: {date}\nFrom: {ANNA}\nTo: {BELA}\nCc: {REFEREE}\n{}", body(text))
            })
        }),
        ("the same with us put on top", {
            let date = date.clone();
            Box::new(move |text| {
                format!("{VOUCHED}\n{sent_on}\nDate: {date}\nFrom: {ANNA}\nTo: {REFEREE}\nTo: {BELA}\n{}", body(text))
            })
        }),
        ("her old signed letter", {
            Box::new(move |text| {
                format!(
                    "{VOUCHED}\n{sent_on}\nDate: Mon, 5 Oct 2026 12:00:00 +0000\nFrom: {ANNA}\nTo: {REFEREE}\n{}",
                    body(text)
                )
            })
        }),
        ("a tag of hers that was replaced", {
            Box::new(move |text| format!("From: {ANNA}\nTo: {dead}\n{}", body(text)))
        }),
        ("a letter that looks like her address", {
            Box::new(move |text| format!("From: \u{430}nna@home.example\nTo: {REFEREE}\n{}", body(text)))
        }),
        ("the answer to a question, with a guessed mark", {
            Box::new(move |text| {
                format!("From: {ANNA}\nTo: referee+ask.1.0123456789abcdef@club.example\n{}", body(text))
            })
        }),
        ("a password that is none", {
            Box::new(move |text| {
                format!("From: {ANNA}\nTo: {REFEREE}\n{}", body(&format!("identify open sesame\n{text}")))
            })
        }),
        ("a machine's address", {
            Box::new(move |text| format!("{VOUCHED}\nFrom: noreply@home.example\nTo: {REFEREE}\n{}", body(text)))
        }),
    ]
}

#[test]
fn no_forgery_does_anything_with_any_command_in_any_language() {
    let verbs = Verbs::load().unwrap();
    let mut house = strict();
    // Anna's mail usually comes with a verdict, and one tag of hers was seen elsewhere.
    assert_eq!(vouched(&mut house, ANNA, REFEREE, "status ostia-3").0, Taken::Answered);
    let dead = house.newest(ANNA, "your orders, please").reply_to;
    let stolen = house.newest(ANNA, "your orders, please");
    house.post_answer(EVE, &stolen, "list");
    let report = house.newest(ANNA, "somebody else has your reply address");
    assert_ne!(dead, report.reply_to);
    let before = house.desk.store.export("ostia-3").unwrap();
    let people = house.desk.store.person_at(ANNA).unwrap();
    let mut words: Vec<String> = Verb::ALL
        .iter()
        .flat_map(|verb| ["en", "it", "pl", "nl"].map(|language| verbs.name(*verb, language).to_owned()))
        .collect();
    words.sort();
    words.dedup();
    assert!(words.len() > 150, "{}", words.len());
    let mark = house.mark();
    let mut tried = 0;
    for (way, forged) in forgeries(&house, &report, &dead) {
        for (n, word) in words.iter().enumerate() {
            let text = format!("table ostia-3\n{word} yes\n{word}\n{word} {EVE}\npick any\n# {n}");
            let raw = format!("Message-ID: <{n}.{tried}@evil.example>\n{}", forged(&text));
            let mark = house.mark();
            let taken = house.desk.take_mail(raw.as_bytes(), house.now()).unwrap();
            house.tick();
            assert_ne!((taken, house.since(mark, BELA)), (Taken::Answered, vec![]), "{way}: {word}");
            for sent in &house.sent[mark..] {
                let is_question = sent.subject.contains("did you write this?")
                    || sent.subject.contains("look at")
                    || sent.text.says("contradicts itself");
                assert!(
                    [ANNA, EVE, LIVIA, "\u{430}nna@home.example"].contains(&sent.to.as_str()),
                    "{way}: {word}: {sent:#?}"
                );
                assert!(
                    is_question || sent.subject.contains("your letter") || sent.to == LIVIA,
                    "{way}: {word}: {sent:#?}"
                );
                if ![ANNA, LIVIA].contains(&sent.to.as_str()) {
                    assert!(!sent.raw.contains("ostia-3") && !sent.text.contains("Rome"), "{way}: {word}: {sent:#?}");
                }
            }
            tried += 1;
        }
    }
    assert!(tried > 2_500, "{tried}");
    assert_eq!(house.desk.store.export("ostia-3").unwrap(), before, "nothing was done");
    assert_eq!(house.desk.store.person_at(ANNA).unwrap(), people);
    assert!([EVE, "noreply@home.example"].iter().all(|new| house.desk.store.person_at(new).unwrap().is_none()));
    assert!(house.sent.len() - mark < tried / 10, "few mails for {tried} forgeries: {}", house.sent.len() - mark);
}

#[test]
fn a_signed_letter_to_somebody_else_is_no_letter_to_us() {
    let dns = Dns::start();
    let home = Signer::new("home.example", &dns);
    let mut house = House::of_three("");
    house.desk.club.identity = Identity { resolver: Some(dns.address.to_string()), ..Identity::strict() };
    let signed = ["From", "To", "Subject", "Date"];
    let mail = dated(&mut house, ANNA, BELA, "table ostia-3\nconcede yes");
    let mail = home.sign(&mail, &signed);
    // A Cc is added, or a second To above or below; none of them was signed.
    for (place, header) in [("Message-ID:", "Cc"), ("From:", "To"), ("Content-Type:", "To")] {
        let sent_on = mail.replacen(&format!("\r\n{place}"), &format!("\r\n{header}: {REFEREE}\r\n{place}"), 1);
        // Another Message-ID, which was not signed: else it would be known as the same letter.
        let sent_on = sent_on.replacen("Message-ID: <", &format!("Message-ID: <{header}.{}.", place.len()), 1);
        assert!(sent_on.contains(&format!("\r\n{header}: {REFEREE}\r\n")), "{sent_on}");
        assert_eq!(house.put(&sent_on).0, Taken::Waiting, "{sent_on}");
    }
    assert!(!house.log("ostia-3").contains("conceded"));
    // With its Cc signed it is a letter to us.
    let mail =
        dated(&mut house, ANNA, BELA, "table ostia-3\nstatus").replacen("To:", &format!("Cc: {REFEREE}\nTo:"), 1);
    assert_eq!(house.put(&home.sign(&mail, &["From", "To", "Cc", "Subject", "Date"])).0, Taken::Answered);
}

#[test]
fn where_mail_is_usually_signed_a_tag_alone_is_asked_about() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    // As long as we know nothing of her domain, a tag and her address are enough.
    assert_eq!(house.post_answer(ANNA, &report, "pick gold, any").0, Taken::Answered);
    assert_eq!(vouched(&mut house, ANNA, REFEREE, "status ostia-3").0, Taken::Answered);
    let (taken, sent) = house.post_answer(ANNA, &report, "pick wine, any");
    assert_eq!((taken, sent[0].to.as_str(), letters(&house)), (Taken::Waiting, ANNA, 1));
    // Bela's is the same domain.
    let others = house.newest(BELA, "your orders, please");
    assert_eq!(house.post_answer(BELA, &others, "pick any").0, Taken::Waiting);
    // With the word of the server it counts; and after she has said yes once, without it too.
    assert_eq!(vouched(&mut house, ANNA, &report.reply_to, "pick any").0, Taken::Answered);
    assert_eq!(house.post_answer(ANNA, &sent[0], "yes").0, Taken::Answered);
    assert_eq!(house.post_answer(ANNA, &report, "pick gold, any").0, Taken::Answered);
}

#[test]
fn only_a_line_that_is_nothing_but_yes_says_yes() {
    let mut house = strict();
    let (_, sent) = house.post(ANNA, "table ostia-3\npick any");
    let ask = sent[0].clone();
    for text in [
        "Ok, but who wrote this? It was not me!",
        "Yes, who was it?",
        "yes yes I know, but no",
        "Sì, ma non ho scritto io.",
        "Tak? Kto to napisał?",
        "Ja hoor\nmaar wie schreef dit",
        "yes?",
        "Yes!\nBut not those of Tuesday",
        "maybe",
    ] {
        let (taken, sent) = house.post_answer(ANNA, &ask, text);
        assert!(taken == Taken::Answered && sent[0].text.says("and nothing else"), "{text}: {sent:#?}");
        assert_eq!(letters(&house), 0, "{text}");
    }
    let quoted = "Sì.\n\nanna\n\n> A letter came to me in your name\n> no";
    assert_eq!((house.post_answer(ANNA, &ask, quoted).0, letters(&house)), (Taken::Answered, 1));
    for word in ["tak", "JA!", "Yes", "si"] {
        house.clock.set(house.now() + DAY + 1);
        let (_, sent) = house.post(ANNA, &format!("table ostia-3\nstatus\n# {word}"));
        let mark = house.mark();
        assert_eq!(house.post_answer(ANNA, &sent[0], word).0, Taken::Answered);
        assert!(house.sent[mark].text.says("OSTIA-3") || house.sent[mark].subject.contains("ostia-3"), "{word}");
    }
}

#[test]
fn a_proved_player_with_another_s_reply_address_is_refused_and_both_are_told() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    let (taken, sent) = vouched(&mut house, BELA, &report.reply_to, "pick gold, any");
    let to: Vec<&str> = sent.iter().map(|sent| sent.to.as_str()).collect();
    assert_eq!((taken, to, letters(&house)), (Taken::Answered, vec![ANNA, BELA], 0));
    assert!(sent[0].text.says(BELA) && sent[1].text.says("I made for somebody else"), "{sent:#?}");
    // A second time only he is told: the address is dead already.
    let (_, sent) = vouched(&mut house, BELA, &report.reply_to, "pick wine, any");
    assert_eq!(sent.iter().map(|sent| sent.to.as_str()).collect::<Vec<_>>(), [BELA]);
    // Somebody whom we do not know, but whose domain vouches: no member, and a word.
    let new = house.newest(ANNA, "somebody else has").reply_to;
    let raw = house.mail(EVE, &new, "[ostia-3]", None, "concede yes");
    let (_, sent) = house.put(&format!("{}\n{raw}", VOUCHED.replace("home", "evil")));
    assert!(sent.iter().any(|sent| sent.to == EVE && !sent.text.contains("ostia-3")), "{sent:#?}");
    assert!(house.desk.store.person_at(EVE).unwrap().is_none());
}

#[test]
fn what_cannot_be_undone_is_asked_first_unless_a_verdict_proves_the_letter() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    let before = house.desk.store.person_at(ANNA).unwrap();
    for line in ["leave", "concede yes", "password xyzzy plugh", "address also thief@evil.example", "address also none"]
    {
        let answer = house.answer(ANNA, &report, &format!("{line}\npick any"));
        assert!(answer.text.says("cannot be taken back, so I ask first"), "{line}: {}", answer.text);
        assert!(answer.text.says("- pick any"), "the rest is done: {}", answer.text);
        let ask = house.newest(ANNA, "shall this be done?");
        assert!(!ask.raw.contains("xyzzy"));
    }
    // Whoever does nothing stays as they were; so does whoever says no.
    let ask = house.newest(ANNA, "shall this be done?");
    assert!(house.post_answer(ANNA, &ask, "no").1[0].text.says("Nothing of it was done"));
    assert_eq!((house.desk.store.person_at(ANNA).unwrap(), house.seats("ostia-3")["Rome"].as_str()), (before, ANNA));
    assert!(house.desk.store.password(1).unwrap().is_none());
    // Six at once are too many, and the same twice is one question.
    let mark = house.mark();
    house.answer(ANNA, &report, "leave\nleave");
    assert_eq!(house.since(mark, ANNA).len(), 2, "{:?}", house.since(mark, ANNA));
    let ask = house.newest(ANNA, "shall this be done?");
    assert!(house.answer(ANNA, &ask, "yes").text.says("You have left ostia-3"));
    assert_eq!(house.post_answer(ANNA, &ask, "yes").0, Taken::Waiting, "it serves once");
    // With a verdict it is done at once.
    let (_, sent) = vouched(&mut house, BELA, REFEREE, "table ostia-3\nleave");
    assert!(sent.iter().any(|sent| sent.to == BELA && sent.text.says("You have left ostia-3")), "{sent:#?}");
}

#[test]
fn letters_that_only_look_like_ours_are_named() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "table ostia-3\npick g\u{43e}ld, any\nname \u{410}nna\npick any");
    assert!(answer.says("look like ones of our alphabet") && answer.says("g\u{43e}ld"), "{answer}");
    assert!(answer.says("- pick any") && !answer.says("- pick gold"), "{answer}");
    assert_eq!(house.desk.store.person_at(ANNA).unwrap().unwrap().name, "anna");
}
