use super::*;
use crate::server::Tls;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::Duration;

/// A server that answers as a function says, given how often a word came: `RCPT 2`. Nothing: it hangs up.
struct Fake {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    fn open(answer: impl Fn(&str) -> Option<&'static str> + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, heard) = (listener.local_addr().unwrap().port(), Arc::new(Mutex::new(Vec::<String>::new())));
        let log = heard.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
                writer.write_all(b"220 hello\r\n").unwrap();
                let (mut line, mut is_mail) = (String::new(), false);
                while {
                    line.clear();
                    reader.read_line(&mut line).unwrap_or(0) > 0
                } {
                    if is_mail && line != ".\r\n" {
                        continue;
                    }
                    let word = if is_mail { "BODY" } else { line.split(' ').next().unwrap().trim() };
                    is_mail = false;
                    let mut log = log.lock().unwrap();
                    let count = 1 + log.iter().filter(|one| one.split(' ').next() == Some(word)).count();
                    log.push(format!("{word} {}", line.trim()));
                    drop(log);
                    let usual = match word {
                        "EHLO" => "250-hello\r\n250-PIPELINING\r\n250 AUTH LOGIN PLAIN",
                        "DATA" => "354 go",
                        "AUTH" => "235 welcome",
                        _ => "250 fine",
                    };
                    match answer(&format!("{word} {count}")) {
                        Some("usual") => {
                            is_mail = word == "DATA";
                            writer.write_all(format!("{usual}\r\n").as_bytes()).unwrap();
                        }
                        Some(reply) => writer.write_all(format!("{reply}\r\n").as_bytes()).unwrap(),
                        None => break,
                    }
                }
            }
        });
        Fake { port, heard }
    }

    fn transport(&self) -> Smtp {
        let mut server = Server::new("127.0.0.1", self.port, Tls::None, None);
        server.patience = Duration::from_secs(5);
        let login = Login::with_password("me", crate::secret::PasswordSource::Command("echo sesame".into()));
        Smtp::new(Submission { server, login: Some(login), hello: "club.example".into(), signer: None })
    }

    fn words(&self) -> Vec<String> {
        self.heard.lock().unwrap().iter().map(|one| one.split(' ').next().unwrap().to_owned()).collect()
    }
}

fn mail(id: i64) -> OutgoingMail {
    OutgoingMail {
        id,
        from: "r@club.example".into(),
        to: "anna@home.example".into(),
        bytes: b"Subject: x\r\n\r\nhi\r\n".to_vec(),
    }
}

/// What becomes of three mails when the server answers like this.
fn tried(answer: impl Fn(&str) -> Option<&'static str> + Send + Sync + 'static) -> (Vec<Attempt>, Fake) {
    let fake = Fake::open(answer);
    let mut transport = fake.transport();
    ((0..3).map(|id| transport.send(&mail(id))).collect(), fake)
}

#[test]
fn one_connection_carries_many_mails() {
    let (outcomes, fake) = tried(|_| Some("usual"));
    assert_eq!(outcomes, [Attempt::Accepted, Attempt::Accepted, Attempt::Accepted]);
    let words = fake.words();
    assert_eq!(words.iter().filter(|word| *word == "EHLO").count(), 1, "{words:?}");
    assert_eq!(words[2..6], ["MAIL", "RCPT", "DATA", "BODY"]);
}

#[test]
fn later_and_never_are_told_apart_and_others_go_on() {
    for word in ["RCPT 2", "DATA 2", "BODY 2"] {
        let (outcomes, _) = tried(move |now| Some(if now == word { "451 4.7.1 later" } else { "usual" }));
        assert_eq!(
            outcomes,
            [Attempt::Accepted, Attempt::Later("451 4.7.1 later".into()), Attempt::Accepted],
            "{word}"
        );
        let (outcomes, _) = tried(move |now| Some(if now == word { "550-no\r\n550 never" } else { "usual" }));
        assert_eq!(outcomes, [Attempt::Accepted, Attempt::Refused("550 no never".into()), Attempt::Accepted], "{word}");
    }
}

#[test]
fn a_server_that_closes_or_does_not_want_us_blames_no_mail() {
    let closed = |outcome: &Attempt, words: &str| matches!(outcome, Attempt::Closed(why) if why.contains(words));
    let (outcomes, _) = tried(|now| Some(if now.starts_with("RCPT") { "421 too busy" } else { "usual" }));
    assert!(outcomes.iter().all(|one| closed(one, "too busy")), "{outcomes:?}");
    let (outcomes, _) = tried(|now| Some(if now.starts_with("MAIL") { "550 not your address" } else { "usual" }));
    assert!(outcomes.iter().all(|one| closed(one, "not your address")), "{outcomes:?}");
    let (outcomes, fake) = tried(|now| Some(if now.starts_with("AUTH") { "535 wrong" } else { "usual" }));
    assert!(outcomes.iter().all(|one| closed(one, "with this password")), "{outcomes:?}");
    assert!(outcomes.iter().all(|one| !format!("{one:?}").contains("sesame")), "{outcomes:?}");
    assert!(!fake.words().contains(&"MAIL".to_owned()));
    let nobody = Smtp::new(Submission {
        server: Server::new("127.0.0.1", 1, Tls::None, None),
        login: None,
        hello: "x".into(),
        signer: None,
    })
    .send(&mail(1));
    assert!(closed(&nobody, "nobody answers"), "{nobody:?}");
}

#[test]
fn a_connection_that_died_meanwhile_is_made_anew_and_a_lost_receipt_is_no_receipt() {
    let (outcomes, _) = tried(|now| Some(if now == "RCPT 2" { "421 enough of you" } else { "usual" }));
    assert_eq!(outcomes, [Attempt::Accepted, Attempt::Accepted, Attempt::Accepted], "a new connection will do");
    let (outcomes, fake) = tried(|now| if now == "MAIL 2" { None } else { Some("usual") });
    assert_eq!(outcomes, [Attempt::Accepted, Attempt::Accepted, Attempt::Accepted]);
    assert_eq!(fake.words().iter().filter(|word| *word == "EHLO").count(), 2);
    let (outcomes, fake) = tried(|now| if now == "BODY 2" { None } else { Some("usual") });
    assert!(
        matches!(&outcomes[1], Attempt::Closed(_)),
        "it may have arrived: whoever asks again must decide: {outcomes:?}"
    );
    assert_eq!(outcomes[2], Attempt::Accepted);
    assert_eq!(fake.words().iter().filter(|word| *word == "BODY").count(), 3);
}

#[test]
fn what_is_no_address_goes_nowhere() {
    let fake = Fake::open(|_| Some("usual"));
    for to in ["anna", "a b@x", "anna@x>\r\nRCPT TO:<bela@x", "ännä@x"] {
        let outcome = fake.transport().send(&OutgoingMail { to: to.into(), ..mail(1) });
        assert!(matches!(outcome, Attempt::Refused(_)), "{to}: {outcome:?}");
    }
    assert!(!fake.words().contains(&"RCPT".to_owned()));
}

#[test]
fn bodies_are_stuffed() {
    assert_eq!(stuffed("a\r\n.b\r\n..\r\n"), "a\r\n..b\r\n...\r\n.\r\n");
    assert_eq!(stuffed("a\n.\nb"), "a\r\n..\r\nb\r\n.\r\n");
    assert_eq!(stuffed("a\r\n\r\n"), "a\r\n\r\n.\r\n");
}

#[test]
fn a_token_is_shown_and_its_refusal_is_heard_out() {
    use crate::secret::TokenSource;
    let attempt = |offer: &'static str, first: &'static str, second: &'static str| {
        let fake = Fake::open(move |now| {
            Some(match now.split(' ').next().unwrap() {
                "EHLO" => offer,
                "AUTH" => first,
                "" | "AQ==" => second,
                _ => "usual",
            })
        });
        let mut transport = fake.transport();
        transport.how.login = Some(Login::with_token("me", TokenSource::Command("echo t0k-secret; echo more".into())));
        let outcome = transport.send(&mail(1));
        let heard = fake.heard.lock().unwrap().clone();
        (outcome, heard)
    };
    let (outcome, heard) = attempt("250-hello\r\n250 AUTH PLAIN XOAUTH2", "235 welcome", "");
    assert_eq!(outcome, Attempt::Accepted);
    // user=me^Aauth=Bearer t0k-secret^A^A
    assert_eq!(heard[1], "AUTH AUTH XOAUTH2 dXNlcj1tZQFhdXRoPUJlYXJlciB0MGstc2VjcmV0AQE=");
    for (offer, reply) in [("250-hello\r\n250 AUTH XOAUTH2", ""), ("250-hello\r\n250 AUTH OAUTHBEARER", "AQ==")] {
        let (outcome, heard) = attempt(offer, "334 eyJzdGF0dXMiOiI0MDEifQ==", "535 5.7.8 the token is over");
        let Attempt::Closed(words) = &outcome else { panic!("{outcome:?}") };
        assert!(words.contains("with this token: 535") && !words.contains("t0k"), "{words}");
        assert!(heard.contains(&format!("{reply} {reply}")), "{heard:?}");
    }
    let (outcome, heard) = attempt("250-hello\r\n250 AUTH PLAIN", "235 welcome", "");
    assert!(matches!(&outcome, Attempt::Closed(words) if words.contains("takes no tokens")), "{outcome:?}");
    assert!(!heard.iter().any(|line| line.contains("AUTH")), "{heard:?}");
}
