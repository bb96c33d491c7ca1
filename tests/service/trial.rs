//! Any bytes as a mail to a club with running tables: used by `tests/service/intake.rs` and by the fuzz target `intake`.

use tabellarius::desk::clock::HandClock;
use tabellarius::desk::identity::{Identity, Means};
use tabellarius::desk::intake::Taken;
use tabellarius::desk::{Club, Desk};
use tabellarius::store::{Durability, Store};

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const ANNA: &str = "anna@home.example";

/// A club that asks for proof or not, with a table of three.
pub struct Trial {
    desk: Desk,
    /// The address to answer to that Anna was told.
    tagged: String,
    mails: u32,
}

impl Trial {
    /// Opens the club and starts the table.
    pub fn new() -> Trial {
        let mut club = Club::new("Fuzz Club", "referee@club.example", "ops@club.example");
        club.format = tabellarius::desk::club::Look::Plain;
        (club.limits.letters_an_hour, club.limits.letters_a_day) = (0, 0);
        let store = Store::in_memory().expect("a database in memory");
        store.set_durability(Durability::None).expect("a pragma");
        let desk = Desk::new(club, store, Box::new(HandClock::at(MONDAY))).expect("a desk");
        let mut trial = Trial { desk, tagged: String::new(), mails: 0 };
        trial.letter("ops@club.example", "new ostia-3 mare-nostrum 3 variant seats=rome+greece+egypt");
        for name in ["anna", "bela", "cleo"] {
            trial.letter(&format!("{name}@home.example"), "join ostia-3");
        }
        trial.letter("ops@club.example", "table ostia-3\nstart");
        trial
    }

    /// Takes bytes as a mail, or as a part of one; the first byte says which. Nothing may break, and nobody gets two answers.
    pub fn take(&mut self, bytes: &[u8]) -> Taken {
        let (how, rest) = bytes.split_first().map_or((0, bytes), |(how, rest)| (how % 6, rest));
        let strict = Identity {
            proofs: vec![Means::Tag, Means::Verdict, Means::Password],
            // Nobody listens there, and nobody is waited for.
            resolver: Some("127.0.0.1:9".into()),
            dns_seconds: 0,
            ..Identity::default()
        };
        self.desk.club.identity = if how % 2 == 1 { strict } else { Identity::default() };
        self.mails += 1;
        let head = |to: &str| {
            format!("From: Anna <{ANNA}>\nTo: {to}\nMessage-ID: <{}@home.example>\n", self.mails).into_bytes()
        };
        let mail = match how {
            0 | 1 => rest.to_vec(),
            2 => [head("referee@club.example"), b"Subject: [ostia-3]\n\n".to_vec(), rest.to_vec()].concat(),
            3 => [head(&self.tagged), rest.to_vec()].concat(),
            4 => [head(&self.tagged), b"\n".to_vec(), rest.to_vec()].concat(),
            _ => [head("referee@club.example"), b"\n".to_vec(), rest.to_vec()].concat(),
        };
        let taken = self.desk.take_mail(&mail, MONDAY).expect("a mail is always taken");
        let answers = self.drain();
        let most = usize::from(taken != Taken::Nuisance && taken != Taken::Again);
        assert!(answers.len() <= most, "{taken:?}: {answers:#?}");
        if taken == Taken::Answered {
            assert_eq!(answers.len(), 1, "an answered letter has an answer");
        }
        taken
    }

    fn letter(&mut self, from: &str, text: &str) {
        self.mails += 1;
        let mail = format!(
            "From: {from}\nTo: referee@club.example\nSubject: hello\nMessage-ID: <{}@home.example>\n\n{text}\n",
            self.mails
        );
        assert_eq!(self.desk.take_mail(mail.as_bytes(), MONDAY).expect("a letter"), Taken::Answered);
        self.desk.tick().expect("a tick");
        self.drain();
    }

    /// Takes the mails that go out; returns those that answer something.
    fn drain(&mut self) -> Vec<String> {
        let mut answers = Vec::new();
        loop {
            let mails = self.desk.store.to_send(0, self.desk.now(), 100).expect("the outbox");
            if mails.is_empty() {
                return answers;
            }
            for mail in &mails {
                let text = String::from_utf8_lossy(&mail.bytes).into_owned();
                let tagged =
                    text.lines().find_map(|line| line.strip_prefix("Reply-To: ")).filter(|_| mail.address == ANNA);
                let tagged = tagged.map(|line| line.rsplit(['<', ' ']).next().unwrap_or(line).trim_end_matches('>'));
                if let Some(tagged) = tagged.filter(|tagged| tagged.contains("+ostia-3.")) {
                    self.tagged = tagged.to_owned();
                }
                let head = text.split("\r\n\r\n").next().unwrap_or_default();
                if head.contains("\r\nAuto-Submitted: auto-replied\r\n") {
                    answers.push(text);
                }
            }
            let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
            self.desk.store.sent(&ids, MONDAY).expect("the outbox");
        }
    }
}
