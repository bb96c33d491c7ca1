//! Signatures of domains over a real DNS, and passwords that nobody ever sees again.

use crate::dns::{Dns, Signer};
use crate::house::{ANNA, BELA, House, LIVIA, Says as _};
use std::sync::atomic::Ordering;
use tabellarius::desk::identity::Identity;
use tabellarius::desk::intake::Taken;
use tabellarius::time::instant;

const ALL: [&str; 5] = ["From", "To", "Subject", "Date", "Message-ID"];

fn verifying(dns: &Dns) -> House {
    let mut house = House::of_three("");
    house.desk.club.identity = Identity { resolver: Some(dns.address.to_string()), ..Identity::strict() };
    house
}

/// A dated letter to the referee.
fn dated(house: &mut House, from: &str, to: &str, text: &str) -> String {
    let date = instant(house.now()).to_rfc2822();
    let raw = house.mail(from, to, "orders", None, text);
    format!("Date: {date}\n{raw}")
}

#[test]
fn a_signature_of_the_sender_s_domain_proves_a_letter_once() {
    let dns = Dns::start();
    let (home, evil) = (Signer::new("home.example", &dns), Signer::new("evil.example", &dns));
    let mut house = verifying(&dns);
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\npick any");
    let signed = home.sign(&mail, &ALL);
    let (taken, sent) = house.put(&signed);
    assert_eq!((taken, sent[0].to.as_str()), (Taken::Answered, ANNA));
    assert!(sent[0].text.says("- pick any"), "{}", sent[0].text);
    assert_eq!(house.put(&signed).0, Taken::Again);

    // As a mail server leaves it in a Maildir, without the carriage returns.
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\norders");
    assert_eq!(house.put(&home.sign(&mail, &ALL).replace('\r', "")).0, Taken::Answered);

    // Changed on the way; signed by somebody else; not signed at all; from another time; to somebody else.
    let refused = |house: &mut House, raw: &str| {
        let (taken, _) = house.put(raw);
        assert_eq!(taken, Taken::Waiting, "{raw}");
    };
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nhello");
    refused(&mut house, &home.sign(&mail, &ALL).replace("hello", "concede yes"));
    refused(&mut house, &evil.sign(&mail, &ALL));
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nconcede yes");
    refused(&mut house, &mail);
    let other = dated(&mut house, ANNA, BELA, "table ostia-3\nconcede yes");
    refused(&mut house, &home.sign(&other, &ALL));
    let now = house.now();
    house.clock.set(now - 30 * 86_400);
    let old = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nconcede yes");
    house.clock.set(now);
    refused(&mut house, &home.sign(&old, &ALL));
    // A signature that does not cover the address we are written at could be sent on to us.
    let loose = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nconcede yes");
    refused(&mut house, &home.sign(&loose, &["From", "Date", "Subject"]));
    // The same signed letter with another Message-ID, which was not signed.
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nstatus");
    let signed = home.sign(&mail, &ALL[..4]);
    assert_eq!(house.put(&signed).0, Taken::Answered);
    let (taken, sent) = house.put(&signed.replace("Message-ID: <", "Message-ID: <again."));
    assert_eq!((taken, sent.len()), (Taken::Nuisance, 0));
    assert!(!house.log("ostia-3").contains("conceded"));
}

#[test]
fn the_dns_is_asked_seldom_and_not_for_long() {
    let dns = Dns::start();
    let home = Signer::new("home.example", &dns);
    let mut house = verifying(&dns);
    for n in 0..5 {
        let mail = dated(&mut house, ANNA, "referee@club.example", &format!("table ostia-3\nstatus\n# {n}"));
        assert_eq!(house.put(&home.sign(&mail, &ALL)).0, Taken::Answered);
    }
    assert_eq!(dns.asked.load(Ordering::Relaxed), 1, "what it says is remembered");
    let report = house.newest(BELA, "your orders, please");
    let signed = home.sign(&dated(&mut house, BELA, &report.reply_to, "pick any"), &ALL);
    assert_eq!(house.put(&signed).0, Taken::Answered);
    assert_eq!(dns.asked.load(Ordering::Relaxed), 1, "a tag needs no DNS");
    // A resolver that never answers.
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let mut house = verifying(&dns);
    house.desk.club.identity.resolver = Some(silent.local_addr().unwrap().to_string());
    house.desk.club.identity.dns_seconds = 1;
    let mail = dated(&mut house, ANNA, "referee@club.example", "table ostia-3\nstatus");
    let begun = std::time::Instant::now();
    assert_eq!(house.put(&home.sign(&mail, &ALL)).0, Taken::Waiting);
    assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
}

#[test]
fn a_password_proves_a_letter_and_is_never_seen_again() {
    const SECRET: &str = "xyzzy plugh 42";
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("club.db");
    let store = tabellarius::store::Store::open(&file).unwrap();
    let mut house = House::with(store, crate::house::MONDAY).strict();
    house.desk.club.identity.proofs.push(tabellarius::desk::identity::Means::From);
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt", &crate::house::FIVE[..3]);
    let mut house = house.strict();
    let report = house.newest(ANNA, "your orders, please");
    assert!(house.answer(ANNA, &report, "password 123").text.says("too short"));
    let answer = house.answer(ANNA, &report, &format!("password {SECRET}\npick any"));
    assert!(
        answer.text.says("cannot be taken back, so I ask first") && answer.text.says("- pick any"),
        "{}",
        answer.text
    );
    assert!(house.confirm(ANNA).says("Your password is set"));

    // From her own address, and from any other: the answer always goes to her own.
    let (taken, sent) = house.post(ANNA, &format!("identify {SECRET}\ntable ostia-3\norders"));
    assert!(taken == Taken::Answered && sent[0].text.says("- pick any"), "{sent:?}");
    let cafe = "guest@cafe.example";
    let (taken, sent) = house.post(cafe, &format!("Identify: {ANNA} {SECRET}\ntable ostia-3\norders"));
    assert!(taken == Taken::Answered && sent[0].to == ANNA && sent[0].text.says("- pick any"), "{sent:?}");
    // Base64, HTML, a press letter that forgets its end: nowhere does it appear.
    let raw = house.mail(ANNA, "referee@club.example", "[ostia-3] hi", None, "");
    let html = format!(
        "<p>identify {SECRET}</p><p>table ostia-3</p><p>press to all</p><p>peace!</p><p>password {SECRET}</p><p>end</p>"
    );
    let raw = raw.replace("text/plain", "text/html").trim_end().to_owned() + "\n\n" + &html;
    assert_eq!(house.put(&raw).0, Taken::Answered);
    assert!(house.newest(BELA, "a letter from Rome").text.says("peace!"));
    // The same letter again is the same letter.
    assert_eq!(house.put(&raw).0, Taken::Again);

    // Wrong ones: waiting, and after many of them even the right one is not looked at.
    for n in 0..12 {
        let (taken, _) = house.post(ANNA, &format!("identify wrong {n}\ntable ostia-3\nconcede yes"));
        assert_ne!(taken, Taken::Answered);
    }
    assert_ne!(house.post(ANNA, &format!("identify {SECRET}\ntable ostia-3\nconcede yes")).0, Taken::Answered);
    house.clock.set(house.now() + 2 * 3_600);
    assert_eq!(house.post(ANNA, &format!("identify {SECRET}\ntable ostia-3\norders")).0, Taken::Answered);
    assert!(!house.log("ostia-3").contains("conceded"));

    for sent in &house.sent {
        assert!(
            !sent.raw.contains(SECRET) && !sent.text.contains("xyzzy") && !sent.raw.contains("wrong 3"),
            "{}",
            sent.raw
        );
    }
    house.desk.store.settle().unwrap();
    for name in ["club.db", "club.db-wal"] {
        let bytes = std::fs::read(dir.path().join(name)).unwrap();
        assert!(!bytes.windows(5).any(|window| window == b"xyzzy"), "in {name}");
        assert!(!bytes.windows(7).any(|window| window == b"wrong 3"), "in {name}");
    }
    let _ = LIVIA;
}

#[test]
fn a_password_behind_a_slip_of_the_pen_is_hidden_too() {
    let mut house = House::of_three("");
    for line in ["passwrod blue horse", "Pasword: blue horse", "> identfy blue horse", "wachtword blue horse"] {
        let answer = house.write(ANNA, &format!("{line}\npick any"));
        assert!(!answer.contains("horse") && answer.says("- pick any"), "{answer}");
    }
    for sent in &house.sent {
        assert!(!sent.raw.contains("horse"), "{}", sent.raw);
    }
    // Orders and sentences are left alone.
    let answer = house.write(ANNA, "pick wine, any\npress to Greece\nPasswords are for the faint of heart.\nend");
    assert!(answer.says("- pick wine, any"), "{answer}");
    assert!(house.newest(BELA, "a letter from Rome").text.says("Passwords are for the faint of heart."));
}

#[test]
fn a_password_in_a_letter_that_waits_is_not_kept() {
    let mut house = House::of_three("").strict();
    let (_, sent) = house.post(ANNA, "password long enough");
    let (taken, sent) = house.post_answer(ANNA, &sent[0], "yes");
    assert_eq!(taken, Taken::Answered);
    assert!(sent[0].text.says("in an answer to one of my mails"), "{}", sent[0].text);
    assert!(house.desk.store.password(house.desk.store.person_at(ANNA).unwrap().unwrap().id).unwrap().is_none());
}
