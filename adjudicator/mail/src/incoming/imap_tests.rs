use super::*;
use crate::secret::PasswordSource;
use crate::server::Tls;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

const LETTER: &str = "Subject: x\r\n\r\nhi\r\n";

/// A server that answers as a function says, given how often a word came: `SEARCH 2`. `usual`: as a good server would. Nothing: it
/// hangs up. The tag is put before the last line.
struct Fake {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    fn open(answer: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Fake {
        Fake::hearing(move |now, _| answer(now))
    }

    /// The same, given the whole command too.
    fn hearing(answer: impl Fn(&str, &str) -> Option<String> + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, heard) = (listener.local_addr().unwrap().port(), Arc::new(Mutex::new(Vec::<String>::new())));
        let (log, answer) = (heard.clone(), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (log.clone(), answer.clone());
                std::thread::spawn(move || {
                    let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
                    writer.write_all(b"* OK hello\r\n").unwrap();
                    let mut line = String::new();
                    let mut idle = String::new();
                    while reader.read_line(&mut line).unwrap_or(0) > 0 {
                        let (tag, command) = line.trim().split_once(' ').unwrap_or(("", line.trim()));
                        let word =
                            command.strip_prefix("UID ").unwrap_or(command).split(' ').next().unwrap().to_owned();
                        let word = if tag.is_empty() { line.trim().to_owned() } else { word };
                        let tag = if word == "DONE" { idle.clone() } else { tag.to_owned() };
                        log.lock().unwrap().push(format!("{word} {}", command.trim()));
                        let count =
                            log.lock().unwrap().iter().filter(|one| one.split(' ').next() == Some(&word)).count();
                        let said = match answer(&format!("{word} {count}"), command) {
                            Some(said) if said == "usual" => usual(&word),
                            Some(said) => said,
                            None => break,
                        };
                        if word == "IDLE" {
                            idle = tag;
                            writer.write_all(said.as_bytes()).unwrap();
                        } else {
                            let (before, last) = said.rsplit_once('|').unwrap_or(("", &said));
                            let sent = writer.write_all(format!("{before}{tag} {last}\r\n").as_bytes());
                            if sent.is_err() {
                                break;
                            }
                        }
                        line.clear();
                    }
                });
            }
        });
        Fake { port, heard }
    }

    fn imap(&self, done: Option<&str>, mark: Option<&str>) -> Imap {
        let mut server = Server::new("127.0.0.1", self.port, Tls::None, None);
        server.patience = Duration::from_secs(2);
        let login = Login::with_password("me", PasswordSource::Command("echo 'open \"sesame'".into()));
        let folders = Folders {
            inbox: "INBOX".into(),
            done: done.map(str::to_owned),
            quarantine: None,
            check: Duration::from_secs(100),
        };
        Imap::new(server, login, folders, mark)
    }

    fn heard(&self, word: &str) -> Vec<String> {
        self.heard.lock().unwrap().iter().filter(|one| one.starts_with(word)).cloned().collect()
    }
}

fn usual(word: &str) -> String {
    let (size, letter) = (LETTER.len(), LETTER);
    match word {
        "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE MOVE\r\n|OK".into(),
        "SELECT" => "* 1 EXISTS\r\n* OK [UIDVALIDITY 9] yes\r\n|OK".into(),
        "SEARCH" => "* SEARCH 5\r\n|OK".into(),
        "FETCH" => format!("* 1 FETCH (UID 5 RFC822.SIZE {size} BODY[]<0> {{{size}}}\r\n{letter})\r\n|OK"),
        "IDLE" => "+ go on\r\n".into(),
        _ => "OK".into(),
    }
}

fn said(word: &str, words: &'static str) -> impl Fn(&str) -> Option<String> + Send + Sync + 'static {
    let word = word.to_owned();
    move |now| Some(if now == word { words.into() } else { "usual".into() })
}

fn raw(batch: &Batch) -> Vec<&[u8]> {
    batch.letters.iter().map(|letter| &letter.raw[..]).collect()
}

#[test]
fn a_letter_is_fetched_and_moved_when_it_is_safe() {
    let fake = Fake::open(said("", ""));
    let mut imap = fake.imap(Some("My \"Done\""), None);
    let batch = imap.fetch().unwrap();
    assert_eq!(raw(&batch), [LETTER.as_bytes()]);
    assert_eq!(fake.heard("LOGIN"), ["LOGIN LOGIN \"me\" \"open \\\"sesame\""]);
    assert!(fake.heard("MOVE").is_empty() && batch.mark.is_none());
    imap.done(&[(batch.letters[0].ticket.clone(), Fate::Answered)]).unwrap();
    assert_eq!(fake.heard("STORE"), ["STORE UID STORE 5 +FLAGS.SILENT (\\Seen \\Answered)"]);
    assert_eq!(fake.heard("MOVE"), ["MOVE UID MOVE 5 \"My \\\"Done\\\"\""]);
}

#[test]
fn a_refusal_is_no_empty_answer() {
    for word in ["SEARCH", "FETCH"] {
        let fake = Fake::open(said(&format!("{word} 1"), "NO [UNAVAILABLE] later"));
        let mut imap = fake.imap(None, None);
        let trouble = imap.fetch().unwrap_err().to_string();
        assert!(trouble.contains("later") && trouble.contains("the IMAP server does not"), "{word}: {trouble}");
        assert_eq!(raw(&imap.fetch().unwrap()), [LETTER.as_bytes()], "{word}: the next time it comes");
    }
}

#[test]
fn a_connection_that_ends_or_stalls_is_no_empty_answer() {
    for word in ["SELECT 1", "SEARCH 1", "FETCH 1", "FETCH 2"] {
        let fake = Fake::open(move |now| (now != word).then(|| "usual".into()));
        let mut imap = fake.imap(None, None);
        let trouble = imap.fetch().unwrap_err();
        assert!(trouble.downcast_ref::<Trouble>().is_some_and(|trouble| trouble.which == Which::Cut), "{trouble}");
        assert_eq!(raw(&imap.fetch().unwrap()), [LETTER.as_bytes()], "{word}");
    }
    let fake = Fake::open(said("FETCH 2", "* 1 FETCH (UID 5 BODY[]<0> {100}\r\nhalf of|"));
    let trouble = fake.imap(None, None).fetch().unwrap_err();
    assert!(trouble.downcast_ref::<Trouble>().is_some_and(|trouble| trouble.which == Which::Time), "{trouble}");
}

#[test]
fn whoever_says_too_much_is_not_heard_out() {
    let fake = Fake::open(|now| {
        Some(if now == "FETCH 2" {
            format!("* 1 FETCH (UID 5 BODY[] {{99999999}}\r\n{}|", "a".repeat(20 << 20))
        } else {
            "usual".into()
        })
    });
    let trouble = fake.imap(None, None).fetch().unwrap_err().to_string();
    assert!(trouble.contains("more than anybody can hold"), "{trouble}");
    let fake = Fake::open(said("SEARCH 1", "* SEARCH secret\r\n|OK"));
    let trouble = fake.imap(None, None).fetch().unwrap_err().to_string();
    assert!(trouble.contains("cannot read") && !trouble.contains("secret"), "{trouble}");
}

#[test]
fn where_letters_stay_the_mark_goes_on() {
    let fake = Fake::open(said("", ""));
    let mut imap = fake.imap(None, Some("9:3"));
    let batch = imap.fetch().unwrap();
    assert_eq!((batch.mark.as_deref(), raw(&batch).len()), (Some("9:5"), 1));
    assert_eq!(fake.heard("SEARCH"), ["SEARCH UID SEARCH UNDELETED UID 4:*"]);
    imap.done(&[(batch.letters[0].ticket.clone(), Fate::Kept)]).unwrap();
    assert!(fake.heard("MOVE").is_empty());
}

#[test]
fn new_mail_ends_the_wait_and_a_goodbye_is_told() {
    let fake = Fake::open(|now| {
        Some(match now {
            "SEARCH 1" => "* SEARCH\r\n|OK".into(),
            "IDLE 1" => "+ go on\r\n* OK Still here\r\n* 2 EXISTS\r\n".into(),
            "IDLE 2" => "+ go on\r\n* BYE shutting down\r\n".into(),
            _ => "usual".into(),
        })
    });
    let mut imap = fake.imap(Some("Done"), None);
    assert!(imap.fetch().unwrap().letters.is_empty());
    let begin = Instant::now();
    imap.wait(Duration::from_secs(20)).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(raw(&imap.fetch().unwrap()), [LETTER.as_bytes()]);
    assert_eq!(fake.heard("DONE").len(), 1);
    let trouble = imap.wait(Duration::from_secs(20)).unwrap_err().to_string();
    assert!(trouble.contains("shutting down"), "{trouble}");
}

#[test]
fn a_wait_without_news_goes_on_in_one_idle() {
    let fake = Fake::open(said("SEARCH 1", "* SEARCH\r\n|OK"));
    let mut imap = fake.imap(Some("Done"), None);
    imap.fetch().unwrap();
    for _ in 0..3 {
        imap.wait(Duration::from_millis(100)).unwrap();
        assert!(imap.fetch().unwrap().letters.is_empty(), "it is not time to look");
    }
    assert_eq!((fake.heard("IDLE").len(), fake.heard("DONE").len()), (1, 0));
}

#[test]
fn a_wrong_password_is_told_and_not_shown() {
    let fake = Fake::open(said("LOGIN 1", "NO [AUTHENTICATIONFAILED] not you"));
    let trouble = fake.imap(None, None).fetch().unwrap_err();
    let words = trouble.to_string();
    assert_eq!(words, "the IMAP server does not take the user me with this password: [AUTHENTICATIONFAILED] not you");
    assert!(trouble.downcast_ref::<Trouble>().is_some_and(|trouble| trouble.which == Which::Password));
}

#[test]
fn a_letter_that_cannot_be_handed_out_holds_up_no_other() {
    for answer in [Some("NO [SERVERBUG] this one is damaged".to_owned()), None] {
        let fake = Fake::hearing(move |now, command| {
            let (size, letter) = (LETTER.len(), LETTER);
            let one =
                |uid: u32| format!("* 1 FETCH (UID {uid} RFC822.SIZE {size} BODY[]<0> {{{size}}}\r\n{letter})\r\n");
            match now.split(' ').next().unwrap() {
                "SEARCH" => Some("* SEARCH 5 6 7\r\n|OK".into()),
                "FETCH" => {
                    let set = command.split(' ').nth(2).unwrap();
                    let uids: Vec<u32> = (5..=7).filter(|uid| set == "5:7" || set.contains(&uid.to_string())).collect();
                    if uids.contains(&6) && command.contains("BODY") {
                        return answer.clone();
                    }
                    Some(uids.into_iter().map(one).collect::<String>() + "|OK")
                }
                _ => Some("usual".into()),
            }
        });
        let mut imap = fake.imap(Some("Done"), None);
        let (mut came, mut failures) = (Vec::new(), 0);
        for _ in 0..12 {
            match imap.fetch() {
                Ok(batch) => came.extend(batch.letters.into_iter().map(|letter| letter.ticket)),
                Err(_) => failures += 1,
            }
        }
        assert_eq!(came, ["9:5", "9:7"]);
        assert_eq!(failures, 4, "the batch, and three times the letter by itself");
        assert!(imap.fetch().unwrap().letters.is_empty(), "no trouble is left");
    }
}

#[test]
fn a_token_is_shown_and_its_refusal_is_heard_out() {
    use crate::secret::TokenSource;
    let token = |imap: &mut Imap| {
        imap.login = Login::with_token("me", TokenSource::Command("echo t0k-secret".into()));
    };
    let offer = "* CAPABILITY IMAP4rev1 AUTH=XOAUTH2 AUTH=PLAIN\r\n|OK";
    let fake = Fake::hearing(move |now, _| {
        Some(match now.split(' ').next().unwrap() {
            "CAPABILITY" => offer.into(),
            "AUTHENTICATE" => "+ |".into(),
            _ => "usual".into(),
        })
    });
    // What a server does after the continuation is tried with Dovecot; here: what is said, and what of it is told.
    let mut imap = fake.imap(None, None);
    token(&mut imap);
    let trouble = imap.fetch().unwrap_err().to_string();
    assert!(!trouble.contains("t0k"), "{trouble}");
    assert_eq!(fake.heard("AUTHENTICATE"), ["AUTHENTICATE AUTHENTICATE XOAUTH2"]);
    let fake = Fake::open(|_| Some("usual".into()));
    let mut imap = fake.imap(None, None);
    token(&mut imap);
    let trouble = imap.fetch().unwrap_err();
    assert!(trouble.to_string().contains("takes no tokens"), "{trouble}");
    assert!(fake.heard("LOGIN").is_empty() && fake.heard("AUTHENTICATE").is_empty());
}
