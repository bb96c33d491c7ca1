//! Whole mails as mailers write them: `tests/mail/NAME.eml` is read and compared with `NAME.txt`.
//!
//! `UPDATE_MAIL=1 cargo test --test mail` writes the expected texts anew; look at the difference before you commit it.
//! `dispatch.txt` is the mail they answer; its order form stands between two lines of `===`.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use proptest::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use tabellarius::desk::verb::Verbs;
use tabellarius::desk::{reading, texts};
use tabellarius::mail::selection::{Selection, SentForm};
use tabellarius::mail::{Letter, Phrases};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail")
}

fn mails() -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// The words an order begins with, in these mails.
fn is_order(line: &str) -> bool {
    const VERBS: [&str; 12] = [
        "move",
        "attack",
        "losses",
        "build",
        "muovi",
        "attacca",
        "rusz",
        "atakuj",
        "verplaats",
        "val ",
        "non attaccare",
        "żołnierze",
    ];
    let line = line.trim().to_lowercase();
    VERBS.iter().any(|verb| line.starts_with(verb))
}

fn read(mail: &[u8]) -> Letter {
    Letter::read(mail, Phrases::built_in())
}

fn answer(letter: &Letter) -> Selection {
    let dispatch = fs::read_to_string(folder().join("dispatch.txt")).unwrap();
    let mut marks = dispatch.match_indices("=== ").filter(|(at, _)| *at == 0 || dispatch.as_bytes()[at - 1] == b'\n');
    let begin = marks.next().unwrap().0;
    let begin = begin + dispatch[begin..].find('\n').unwrap() + 1;
    let end = marks.next().unwrap().0;
    let sent = SentForm { before: &dispatch[..begin], form: &dispatch[begin..end], after: &dispatch[end..] };
    Selection::of(letter, Some(sent), Phrases::built_in(), is_order)
}

/// What was read, as text.
fn shown(letter: &Letter) -> String {
    let mut text = String::new();
    let addresses = |list: &[tabellarius::mail::Address]| {
        list.iter()
            .map(|one| format!("{} <{}>", one.name, one.mailbox).trim().to_owned())
            .collect::<Vec<_>>()
            .join(", ")
    };
    writeln!(text, "from: {}", addresses(&letter.from)).unwrap();
    writeln!(text, "tags: {}", letter.tags().join(", ")).unwrap();
    writeln!(text, "subject: {}", letter.subject).unwrap();
    writeln!(text, "id: {}", letter.message_id.as_deref().unwrap_or("none")).unwrap();
    writeln!(text, "answers: {}", letter.in_reply_to.join(", ")).unwrap();
    writeln!(text, "date: {}", letter.date.map_or("none".into(), |date| date.to_string())).unwrap();
    if let Some(nuisance) = &letter.nuisance {
        writeln!(text, "nuisance: {:?}, {}", nuisance.kind, nuisance.evidence).unwrap();
        if let Some(bounce) = &nuisance.bounce {
            let (status, original) =
                (bounce.status.as_deref().unwrap_or("?"), bounce.original.as_deref().unwrap_or("?"));
            writeln!(text, "bounce: {} {:?} {status}, of {original}", bounce.recipients.join(", "), bounce.fate)
                .unwrap();
        }
    }
    for problem in &letter.problems {
        writeln!(text, "problem: {problem:?}").unwrap();
    }
    for out in &letter.left_out {
        writeln!(text, "left out: {:?}: {}", out.why, out.line).unwrap();
    }
    writeln!(text, "quoted: {} lines", letter.quoted.lines().filter(|line| !line.is_empty()).count()).unwrap();
    for name in &letter.files {
        writeln!(text, "not read: {name}").unwrap();
    }
    for one in &letter.attached {
        writeln!(text, "--- attached: {}\n{}", one.name, one.text.trim_end()).unwrap();
    }
    writeln!(text, "--- body\n{}", letter.body).unwrap();
    let answer = answer(letter);
    writeln!(text, "--- answer: {:?}\n{}", answer.found_in, answer.orders(Phrases::built_in())).unwrap();
    for name in answer.unused {
        writeln!(text, "not used: {name}").unwrap();
    }
    for line in answer.ignored {
        writeln!(text, "ignored: {line}").unwrap();
    }
    text
}

#[test]
fn every_mailer_is_read_as_expected() {
    let is_update = std::env::var_os("UPDATE_MAIL").is_some();
    let mails = mails();
    assert!(mails.len() >= 40, "only {} mails", mails.len());
    let mut wrong = String::new();
    for (path, bytes) in mails {
        let (expected, found) = (path.with_extension("txt"), shown(&read(&bytes)));
        if is_update {
            fs::write(&expected, &found).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != found {
            writeln!(wrong, "== {}\n{found}", path.display()).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Replies to a page of ours, `pages/report.eml`, as mailers make them who quote the page: on top of it, and in its form. The same order
/// is meant in each.
#[test]
fn replies_to_our_pages_are_read() {
    let folder = folder().join("pages");
    let report = fs::read(folder.join("report.eml")).unwrap();
    let report = mail_parser::MessageParser::default().parse(&report).unwrap();
    let page = report.html_bodies().next().unwrap().text_contents().unwrap();
    let text = report.body_text(0).unwrap().replace('\r', "");
    let begin = text.find("\n# ").unwrap() + 1;
    let end = begin + text[begin..].find("\n\n").unwrap() + 1;
    let (above, below) = tabellarius::mail::html::around(page, &text[begin..end]).unwrap();
    let (before, after) = (format!("{}{above}", &text[..begin]), format!("{below}{}", &text[end..]));
    let sent = SentForm { before: &before, form: &text[begin..end], after: &after };
    let order = text[begin..end].lines().nth(1).unwrap().trim_start_matches(['#', ' ']);
    let mut read_so_far = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("report.eml") {
            continue;
        }
        let letter = read(&fs::read(&path).unwrap());
        let found = Selection::of(&letter, Some(sent), Phrases::built_in(), |line| line.trim().starts_with("send "));
        let orders: Vec<String> = found
            .orders(Phrases::built_in())
            .lines()
            .map(str::to_owned)
            .filter(|line| !line.starts_with('#'))
            .collect();
        let orders: Vec<&str> = orders.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        let orders: Vec<&&str> = orders.iter().filter(|line| **line != "Done below").collect();
        assert_eq!(orders, [&order], "{}: {found:?}", path.display());
        assert_eq!(found.ignored, [""; 0], "{}", path.display());
        read_so_far += 1;
    }
    assert!(read_so_far >= 7, "{read_so_far}");
}

#[test]
fn line_ends_do_not_matter() {
    for (path, bytes) in mails() {
        let unix: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\r').collect();
        let dos: Vec<u8> =
            unix.iter().flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] }).collect();
        assert_eq!(shown(&read(&unix)), shown(&read(&dos)), "{}", path.display());
        assert_eq!(read(&unix).fingerprint(), read(&dos).fingerprint(), "{}", path.display());
    }
}

/// A mail cut anywhere is read without a panic, and sender and subject are known once the headers are whole.
#[test]
fn mails_cut_short_are_read() {
    for (path, bytes) in mails() {
        let whole = read(&bytes);
        let head = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap_or(bytes.len());
        for end in (0..bytes.len()).step_by(61).chain(bytes.len().saturating_sub(40)..bytes.len()) {
            let letter = read(&bytes[..end]);
            let is_caught = letter.problems.contains(&tabellarius::mail::Problem::Unreadable);
            assert!(!is_caught, "{} breaks the parser at {end}", path.display());
            if end > head {
                assert_eq!(
                    (&letter.from, &letter.subject),
                    (&whole.from, &whole.subject),
                    "{} at {end}",
                    path.display()
                );
            }
            answer(&letter);
        }
    }
}

#[test]
fn bombs_are_bounded() {
    use tabellarius::mail::Problem;
    let head = "From: a@b.org\n";
    let deep: String =
        (0..4_000).map(|i| format!("Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n")).collect();
    let nested: String = (0..2_000).map(|_| "Content-Type: message/rfc822\n\n").collect();
    let parts = format!("Content-Type: multipart/mixed; boundary=x\n\n{}", "--x\n\nmove 1 legion\n".repeat(90_000));
    let headers = "X-A: b\n".repeat(300_000);
    let addresses = format!("To: {}\n\nx", "a@b.c, ".repeat(200_000));
    let ids = format!("References: {}\n\nx", "<a@b> ".repeat(200_000));
    let html = format!("Content-Type: text/html\n\n{}", "<table><tr><td>x".repeat(60_000));
    let quotes = format!("\n{}", ">".repeat(3_000_000));
    let long = format!("\n{}", "move ".repeat(2_000_000));
    for bomb in [deep, nested, parts, headers, addresses, ids, html, quotes, long] {
        let start = std::time::Instant::now();
        let letter = read(format!("{head}{bomb}").as_bytes());
        assert!(letter.body.len() <= 600_000 && letter.to.len() <= 100 && letter.references.len() <= 100);
        assert!(start.elapsed().as_secs() < 5, "{} takes {:?}", &bomb[..30], start.elapsed());
        assert!(!letter.problems.contains(&Problem::Unreadable));
    }
    let long = read(format!("{head}\n{}", "x\n".repeat(200_000)).as_bytes());
    assert!(long.problems.contains(&Problem::TooLong));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let letter = read(&bytes);
        answer(&letter);
    }

    #[test]
    fn mails_with_a_wrong_piece_are_read(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), piece in "[-=?>:;\"<a-z0-9\\r\\n \u{e0}]{0,40}") {
        let mails = mails();
        let (_, mut bytes) = which.get(&mails).clone();
        let at = at.index(bytes.len());
        bytes.splice(at..(at + piece.len() / 2).min(bytes.len()), piece.bytes());
        answer(&read(&bytes));
    }

    /// Whatever somebody writes to others between `press` and `end` goes as it was written.
    #[test]
    fn press_is_word_for_word(lines in proptest::collection::vec("[ -~à-ž“”«»–—•…→❤\u{a0}\t>*#=-]{0,40}", 1..8)) {
        let text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
        let text = text.trim_matches('\n');
        let mail = format!("From: a@b.org\nContent-Type: text/plain; charset=utf-8\n\nHi,\npress to Rome\n{text}\nend\nmove a\n\nCheers\nMe");
        let verbs = Verbs::load().unwrap();
        prop_assume!(!text.trim().is_empty() && !text.starts_with(char::is_whitespace) && !lines.iter().any(|line| texts::is_end(&verbs, line)));
        let letter = read(mail.as_bytes());
        let sheets = reading::read(&verbs, Phrases::built_in(), letter.pieces(), |_, line| line.starts_with("move"), |_| false);
        prop_assert_eq!(&sheets[0].commands[0].body, text);
        prop_assert_eq!(sheets[0].orders.trim(), "move a");
    }

    /// Whatever a player writes above a quote comes out as he wrote it.
    #[test]
    fn own_words_survive_the_mailers(words in "[a-zà-ż]{2,9}( [a-zà-ż0-9>-]{1,9}){1,8}") {
        for quote in ["\n\nOn Mon, 2 Nov 2026 at 20:15, T <g@e.org> wrote:\n> old", "\n\n-----Original Message-----\nFrom: T\nold", "\n-- \nMe"] {
            let letter = read(format!("From: a@b.org\nContent-Type: text/plain; charset=utf-8\n\n{words}{quote}").as_bytes());
            prop_assert_eq!(&letter.body, words.trim_end());
        }
    }
}
