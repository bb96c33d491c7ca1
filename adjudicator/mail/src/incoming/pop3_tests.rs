use super::*;
use crate::secret::PasswordSource;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

/// A mailbox with letters `1` to `count`, whose unique ids are `u1` and so on; `broken` says what the server answers instead of a letter.
/// Nothing: it hangs up.
fn mailbox(
    count: u32,
    broken: impl Fn(u32) -> Option<Option<&'static str>> + Send + 'static,
) -> (Pop3, Arc<Mutex<Vec<u32>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let deleted = Arc::new(Mutex::new(Vec::new()));
    let gone = deleted.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
            let mut said = "+OK hello".to_owned();
            let mut line = String::new();
            loop {
                if writer.write_all(format!("{said}\r\n").as_bytes()).is_err() {
                    break;
                }
                line.clear();
                if reader.read_line(&mut line).unwrap_or(0) == 0 {
                    break;
                }
                let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
                let number: u32 = rest.parse().unwrap_or_default();
                said = match word {
                    "UIDL" => {
                        let gone = gone.lock().unwrap();
                        let left = (1..=count).filter(|number| !gone.contains(number));
                        let list: String = left.map(|number| format!("{number} u{number}\r\n")).collect();
                        format!("+OK\r\n{list}.")
                    }
                    "RETR" => match broken(number) {
                        Some(Some(words)) => words.to_owned(),
                        Some(None) => break,
                        None => format!("+OK\r\nSubject: x\r\n\r\nletter {number}\r\n."),
                    },
                    "DELE" => {
                        gone.lock().unwrap().push(number);
                        "+OK".into()
                    }
                    _ => "+OK".into(),
                };
            }
        }
    });
    let mut server = Server::new("127.0.0.1", port, Tls::None, None);
    server.patience = Duration::from_secs(2);
    let login = Login::with_password("me", PasswordSource::Command("echo sesame".into()));
    (Pop3::new(server, login, Duration::ZERO), deleted)
}

#[test]
fn a_letter_that_cannot_be_handed_out_holds_up_no_other() {
    for answer in [Some("-ERR [SYS/TEMP] this one is damaged"), None] {
        let (mut pop3, deleted) = mailbox(5, move |number| (number == 2).then_some(answer));
        let mut came = Vec::new();
        let mut failures = 0;
        for _ in 0..12 {
            match pop3.fetch() {
                Ok(batch) => {
                    let fates: Vec<(Ticket, Fate)> =
                        batch.letters.iter().map(|letter| (letter.ticket.clone(), Fate::Kept)).collect();
                    came.extend(fates.iter().map(|(ticket, _)| ticket.clone()));
                    if !fates.is_empty() {
                        pop3.done(&fates).unwrap();
                    }
                }
                Err(_) => failures += 1,
            }
        }
        assert_eq!(came, ["u1", "u3", "u4", "u5"], "each once");
        assert!(failures > 0, "the server is in trouble, and that is told");
        let mut deleted = deleted.lock().unwrap().clone();
        deleted.sort_unstable();
        assert_eq!(deleted, [1, 3, 4, 5], "the broken one stays");
    }
}

/// What a server hears that offers tokens and answers the token so, and what becomes of it.
fn shown(answers: [&'static str; 2]) -> (Vec<String>, Result<Batch>) {
    use crate::secret::TokenSource;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = heard.clone();
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
        let (mut said, mut left) = ("+OK hello", answers.into_iter());
        loop {
            let mut line = String::new();
            if writer.write_all(format!("{said}\r\n").as_bytes()).is_err()
                || reader.read_line(&mut line).unwrap_or(0) == 0
            {
                break;
            }
            log.lock().unwrap().push(line.trim().to_owned());
            said = match line.split(' ').next().unwrap().trim() {
                "CAPA" => "+OK\r\nTOP\r\nSASL PLAIN XOAUTH2\r\n.",
                "AUTH" => "+ ",
                "UIDL" => "+OK\r\n.",
                "QUIT" => "+OK",
                _ => left.next().unwrap_or("-ERR"),
            };
        }
    });
    let mut server = Server::new("127.0.0.1", port, Tls::None, None);
    server.patience = Duration::from_secs(2);
    let login = Login::with_token("me", TokenSource::Command("echo t0k-secret".into()));
    let fetched = Pop3::new(server, login, Duration::ZERO).fetch();
    let heard = heard.lock().unwrap().clone();
    (heard, fetched)
}

#[test]
fn a_token_is_shown_and_its_refusal_is_heard_out() {
    let (heard, fetched) = shown(["+OK welcome", ""]);
    assert!(fetched.is_ok(), "{fetched:?}");
    assert_eq!(heard[..3], ["CAPA", "AUTH XOAUTH2", "dXNlcj1tZQFhdXRoPUJlYXJlciB0MGstc2VjcmV0AQE="]);
    let (heard, fetched) = shown(["+ eyJzdGF0dXMiOiI0MDEifQ==", "-ERR [AUTH] the token is over"]);
    let trouble = fetched.unwrap_err();
    assert_eq!(trouble.downcast_ref::<Trouble>().map(|trouble| trouble.which), Some(Which::Token));
    assert!(trouble.to_string().contains("the token is over") && !trouble.to_string().contains("t0k"), "{trouble}");
    assert_eq!(heard[3], "", "the reason is heard, and answered with nothing");
}
