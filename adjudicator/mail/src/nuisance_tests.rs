//! The signs of mails that must not be answered.

use super::*;
use crate::Letter;

fn kind(headers: &str) -> Option<Kind> {
    let mail = format!("From: Marco <marco@example.org>\nTo: game@example.org\n{headers}\n\nmove 2 legions\n");
    Letter::read(mail.as_bytes(), Phrases::built_in()).nuisance.map(|nuisance| nuisance.kind)
}

#[test]
fn headers_decide() {
    for (headers, wanted) in [
        ("Auto-Submitted: auto-replied", Kind::AutoReply),
        ("Auto-Submitted: auto-generated (rejected)", Kind::AutoReply),
        ("X-Autoreply: yes", Kind::AutoReply),
        ("Precedence: auto_reply", Kind::AutoReply),
        ("Return-Path: <>", Kind::AutoReply),
        ("Precedence: bulk", Kind::List),
        ("List-Id: Club <club.example.org>", Kind::List),
        ("List-Unsubscribe: <mailto:x@y>", Kind::List),
        ("X-Failed-Recipients: a@b.org", Kind::Bounce),
        ("X-Tabellarius: dispatch", Kind::Ours),
        ("Content-Type: text/calendar; method=REPLY; charset=utf-8", Kind::Calendar),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=x", Kind::Receipt),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=x", Kind::Bounce),
    ] {
        assert_eq!(kind(headers), Some(wanted), "{headers}");
    }
    assert_eq!(kind("Auto-Submitted: no"), None);
    assert_eq!(kind("X-Auto-Response-Suppress: All"), None);
}

#[test]
fn subjects_in_four_languages() {
    for subject in [
        "Automatic reply: ostia-3",
        "Risposta automatica: ostia-3",
        "Odpowiedź automatyczna: ostia-3",
        "Automatisch antwoord: x",
    ] {
        assert_eq!(kind(&format!("Subject: {subject}")), Some(Kind::AutoReply), "{subject}");
    }
    for subject in [
        "Re: Automatic reply: ostia-3",
        "Urlop w przyszłym tygodniu",
        "On vacation next week",
        "Afwezig 3-9 mei",
        "orders",
    ] {
        assert_eq!(kind(&format!("Subject: {subject}")), None, "{subject}");
    }
}

#[test]
fn daemons_are_known_by_name_and_subject() {
    let read = |from: &str, subject: &str| {
        let mail = format!("From: {from}\nSubject: {subject}\n\ntext\n");
        Letter::read(mail.as_bytes(), Phrases::built_in()).nuisance.map(|nuisance| nuisance.kind)
    };
    assert_eq!(read("MAILER-DAEMON@example.org", "whatever"), Some(Kind::Bounce));
    assert_eq!(read("postmaster@example.org", "Onbestelbaar: ostia-3"), Some(Kind::Bounce));
    assert_eq!(read("postmaster@example.org", "my orders"), None);
    assert_eq!(read("marco@example.org", "Undeliverable: ha ha"), None);
}

#[test]
fn a_bounce_says_whom_it_did_not_reach() {
    let mail = "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nSubject: Undelivered Mail Returned to Sender\n\
        Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n\
        --b\nContent-Type: text/plain\n\nI'm sorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n\
        Final-Recipient: rfc822; Marco@Example.ORG\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n\
        --b\nContent-Type: message/rfc822\n\nMessage-ID: <ostia-3.7@game.example.org>\nSubject: Turn 3\n\nhello\n--b--\n";
    let bounce =
        Letter::read(mail.as_bytes(), Phrases::built_in()).nuisance.and_then(|nuisance| nuisance.bounce).unwrap();
    assert_eq!(bounce.recipients, ["marco@example.org"]);
    assert_eq!((bounce.fate, bounce.status.as_deref()), (Fate::Failed, Some("5.1.1")));
    assert_eq!(bounce.original.as_deref(), Some("ostia-3.7@game.example.org"));
    let late = mail.replace("Action: failed", "Action: delayed").replace("message/rfc822", "text/rfc822-headers");
    let bounce =
        Letter::read(late.as_bytes(), Phrases::built_in()).nuisance.and_then(|nuisance| nuisance.bounce).unwrap();
    assert_eq!(bounce.fate, Fate::Delayed);
    assert_eq!(bounce.original.as_deref(), Some("ostia-3.7@game.example.org"));
}
