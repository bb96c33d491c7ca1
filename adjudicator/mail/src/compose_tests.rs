//! What we write can be read: by our own reader, and by another one.

use super::super::calendar::Standing;
use super::*;
use crate::{Letter, Phrases, nuisance};
use std::io::Write as _;
use std::process::{Command, Stdio};

const TEXT: &str = "Marco, by Sunday 1 November, 20:00 (Europe/Rome): orders for turn 4.\n\nPołożenie: żołnierze → Sicilia, città = ½\n\
    A long line, which is not broken, because it may be an order: move 2 legions Carthago -> Syracusae via Mare Africum, Mare Ionium\n\
    From here on nothing.\n.\n-> attack\n\nORDERS\nmove nothing\n";

fn dispatch() -> Dispatch {
    Dispatch {
        kind: Kind::Report,
        from: Address::named("Tabellarius", "game@example.org"),
        to: Address::named("Zażółć Gęślą, \"Marco\"", "marco@example.net"),
        reply_to: Some(Address::named("Ostia 3", "game@example.org").with_tag("ostia-3.rome.f00d")),
        cc: None,
        subject: "[ostia-3] Turn 4: żółw".into(),
        message_id: message_id(&["ostia-3", "0007", "rome", "report"], "example.org"),
        in_reply_to: Some("abc@mail.example.net".into()),
        references: vec![thread_root("ostia-3", "example.org")],
        date: 1_793_000_000,
        list: Some(("Ostia 3".into(), "ostia-3.example.org".into())),
        text: TEXT.into(),
        html: None,
        deadline: None,
        files: Vec::new(),
    }
}

fn full() -> Dispatch {
    let file =
        |name: &str, kind: &str| File { name: name.into(), media_type: kind.into(), bytes: vec![0, 1, 2, 255, 10, 13] };
    let page = "<html><body><p>Marco</p><img src=\"cid:map@ostia\"></body></html>";
    Dispatch {
        html: Some(Page { html: page.into(), pictures: vec![file("map@ostia", "image/png")] }),
        deadline: Some(Deadline {
            uid: "ostia-3.rome@example.org".into(),
            sequence: 4,
            at: Some(1_793_559_600),
            organizer: "referee@example.org".into(),
            written: 1_793_000_000,
            summary: "Ostia 3: orders".into(),
            description: "Turn 4".into(),
            alarms: vec![120],
            standing: Standing::Holds,
        }),
        files: vec![file("../../etc/map.png", "image/png")],
        ..dispatch()
    }
}

fn headers(mail: &[u8]) -> String {
    let text = String::from_utf8_lossy(mail);
    text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ")
}

#[test]
fn the_same_dispatch_is_the_same_bytes() {
    assert_eq!(full().to_bytes().unwrap(), full().to_bytes().unwrap());
}

#[test]
fn the_headers_say_what_it_is() {
    let mail = dispatch().to_bytes().unwrap();
    let headers = headers(&mail);
    for line in [
        "Message-ID: <ostia-3.0007.rome.report@example.org>",
        "In-Reply-To: <abc@mail.example.net>",
        "References: <table.ostia-3@example.org> <abc@mail.example.net>",
        "List-Id: Ostia 3 <ostia-3.example.org>",
        "Auto-Submitted: auto-generated",
        "Precedence: bulk",
        "Content-Type: text/plain; charset=utf-8; format=fixed",
        "Content-Transfer-Encoding: quoted-printable",
        "Date: Mon, 26 Oct 2026 07:33:20 +0000",
    ] {
        assert!(headers.contains(line), "{line} is not in\n{headers}");
    }
    assert!(headers.contains("game+ostia-3.rome.f00d@example.org"));
    let answer = Dispatch { kind: Kind::Answer, ..dispatch() };
    assert!(self::headers(&answer.to_bytes().unwrap()).contains("Auto-Submitted: auto-replied"));
    assert!(mail.split(|byte| *byte == b'\n').all(|line| line.len() <= 79 && line.is_ascii()));
}

#[test]
fn our_own_reader_reads_it_back_and_knows_it() {
    for dispatch in [dispatch(), full()] {
        let letter = Letter::read(&dispatch.to_bytes().unwrap(), Phrases::built_in());
        assert_eq!(letter.body, TEXT.trim_end());
        assert_eq!(letter.subject, dispatch.subject);
        assert_eq!(letter.to, std::slice::from_ref(&dispatch.to));
        assert_eq!(letter.reply_to[0].tag(), Some("ostia-3.rome.f00d"));
        assert_eq!(letter.message_id.as_ref(), Some(&dispatch.message_id));
        assert_eq!(letter.date, Some(dispatch.date));
        assert_eq!(letter.nuisance.map(|nuisance| nuisance.kind), Some(nuisance::Kind::Ours));
    }
}

#[test]
fn names_and_subjects_add_no_headers() {
    for evil in [
        "x\r\nBcc: all@example.org",
        "x\nBcc: all@example.org",
        "x\rBcc: y",
        "x\u{2028}Bcc: y\u{0}",
        "\"<b@c>, \r\n\r\nbody",
    ] {
        let mut bad = full();
        bad.subject = evil.into();
        bad.from.name = evil.into();
        bad.to.name = evil.into();
        bad.list = Some((evil.into(), evil.into()));
        bad.message_id = format!("{evil}@example.org");
        bad.in_reply_to = Some(evil.into());
        bad.references = vec![evil.into()];
        bad.files[0].name = evil.into();
        if let Some(deadline) = &mut bad.deadline {
            deadline.summary = evil.into();
        }
        let mail = bad.to_bytes().unwrap();
        let text = String::from_utf8(mail.clone()).unwrap();
        assert!(!text.lines().any(|line| line.trim_start().to_ascii_lowercase().starts_with("bcc")), "{text}");
        assert_eq!(text.matches('\r').count(), text.matches("\r\n").count());
        let letter = Letter::read(&mail, Phrases::built_in());
        assert_eq!((letter.to.len(), letter.body.as_str()), (1, TEXT.trim_end()));
        assert_eq!(letter.to[0].mailbox, "marco@example.net");
    }
    let mut bad = dispatch();
    bad.to.mailbox = "a@b\r\nBcc: c@d".into();
    assert!(bad.to_bytes().is_err());
}

#[test]
fn python_reads_it_too() {
    let script = "import sys, email, email.policy\n\
        m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)\n\
        assert not m.defects, m.defects\n\
        assert m['Subject'] == '[ostia-3] Turn 4: \\u017c\\u00f3\\u0142w', m['Subject']\n\
        assert m['To'].addresses[0].display_name == 'Za\\u017c\\u00f3\\u0142\\u0107 G\\u0119\\u015bl\\u0105, \"Marco\"', m['To']\n\
        kinds = [p.get_content_type() for p in m.walk()]\n\
        wanted = ['multipart/mixed', 'multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png', 'text/calendar', 'image/png']\n\
        assert kinds == wanted, kinds\n\
        assert all(not p.defects for p in m.walk())\n\
        files = [p.get_filename() for p in m.iter_attachments()]\n\
        assert files == ['deadline.ics', '..-..-etc-map.png'], files\n\
        assert list(m.iter_attachments())[1].get_content() == bytes([0, 1, 2, 255, 10, 13])\n\
        assert 'UID:ostia-3.rome@example.org' in list(m.iter_attachments())[0].get_content()\n\
        sys.stdout.buffer.write(m.get_body(('plain',)).get_content().encode())\n";
    let child = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("python3 is not here: not tried");
        return;
    };
    child.stdin.take().unwrap().write_all(&full().to_bytes().unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n").trim_end(), TEXT.trim_end());
}
