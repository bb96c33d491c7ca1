//! A club in memory, with a clock that is turned by hand.

use mail_parser::MimeHeaders as _;
use std::collections::BTreeMap;
use tabellarius::desk::clock::HandClock;
use tabellarius::desk::intake::Taken;
use tabellarius::desk::{Club, Desk};
use tabellarius::mail::{Letter, Phrases};
use tabellarius::store::{Store, Time};

/// Monday, 16 November 2026, noon in London.
pub const MONDAY: Time = 1_794_830_400;
pub const HOUR: Time = 3_600;
pub const DAY: Time = 86_400;

pub struct House {
    pub desk: Desk,
    pub clock: HandClock,
    /// Every mail that went out: to whom, and what.
    pub sent: Vec<Sent>,
    written: usize,
}

#[derive(Clone, Debug)]
pub struct Sent {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub raw: String,
    pub id: String,
    pub reply_to: String,
}

impl Sent {
    /// A file that came with it.
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        let mail = mail_parser::MessageParser::default().parse(self.raw.as_bytes()).unwrap();
        let part = mail.attachments().find(|part| part.attachment_name() == Some(name))?;
        Some(part.contents().to_vec())
    }

    /// What `tabellarius audit` says about the record in it.
    pub fn audit(&self) -> String {
        let record = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(record.path(), self.file("ostia-3-record.json").unwrap()).unwrap();
        let audit =
            assert_cmd::Command::cargo_bin("tabellarius").unwrap().arg("audit").arg(record.path()).assert().success();
        String::from_utf8_lossy(&audit.get_output().stdout).into_owned()
    }
}

impl House {
    pub fn new() -> House {
        House::with(Store::in_memory().unwrap(), MONDAY)
    }

    pub fn with(store: Store, now: Time) -> House {
        let mut club = Club::new("Ostia Club", "referee@club.example", "ops@club.example");
        club.format = tabellarius::desk::club::Look::Plain;
        club.moderators.push("livia@club.example".into());
        let clock = HandClock::at(now);
        let desk = Desk::new(club, store, Box::new(clock.clone())).unwrap();
        House { desk, clock, sent: Vec::new(), written: 0 }
    }

    /// Somebody writes; returns the answer.
    pub fn write(&mut self, from: &str, text: &str) -> String {
        self.write_to(from, "referee@club.example", "hello", None, text).text
    }

    /// Somebody answers a mail of ours, at the address it names.
    pub fn answer(&mut self, from: &str, to: &Sent, text: &str) -> Sent {
        let (address, subject, id) = (to.reply_to.clone(), format!("Re: {}", to.subject), to.id.clone());
        self.write_to(from, &address, &subject, Some(&id), text)
    }

    pub fn write_to(&mut self, from: &str, to: &str, subject: &str, answers: Option<&str>, text: &str) -> Sent {
        let raw = self.mail(from, to, subject, answers, text);
        let before = self.sent.len();
        let taken = self.desk.take_mail(raw.as_bytes(), self.now()).unwrap();
        self.drain();
        assert_eq!(taken, Taken::Answered, "{raw}\n{:?}", self.sent.last());
        let answers: Vec<Sent> = self.sent[before..]
            .iter()
            .filter(|sent| sent.raw.contains("Auto-Submitted: auto-replied"))
            .cloned()
            .collect();
        assert_eq!(answers.len(), 1, "one letter, one answer");
        self.tick();
        answers[0].clone()
    }

    /// Somebody says yes to what cannot be undone; returns the answer.
    pub fn confirm(&mut self, who: &str) -> String {
        let ask = self.newest(who, "shall this be done?");
        self.answer(who, &ask, "yes").text
    }

    /// A mail comes in, whatever it is; returns what became of it, and the mails that went out because of it.
    pub fn put(&mut self, raw: &str) -> (Taken, Vec<Sent>) {
        let mark = self.mark();
        let taken = self.desk.take_mail(raw.as_bytes(), self.now()).unwrap();
        self.drain();
        let sent = self.sent[mark..].to_vec();
        (taken, sent)
    }

    /// Letters are numbered from here on, so that the same letters are the same in two worlds.
    pub fn letters_so_far(&mut self, written: usize) {
        self.written = written;
    }

    /// Somebody writes a new letter that answers nothing.
    pub fn post(&mut self, from: &str, text: &str) -> (Taken, Vec<Sent>) {
        let raw = self.mail(from, "referee@club.example", "hello", None, text);
        self.put(&raw)
    }

    /// Somebody answers a mail of ours, and perhaps is not answered.
    pub fn post_answer(&mut self, from: &str, to: &Sent, text: &str) -> (Taken, Vec<Sent>) {
        let raw = self.mail(from, &to.reply_to, &format!("Re: {}", to.subject), Some(&to.id), text);
        self.put(&raw)
    }

    /// The same club from now on asks for proof, as one whose mail comes from the world.
    pub fn strict(mut self) -> House {
        self.desk.club.identity = tabellarius::desk::identity::Identity::strict();
        // The tests have no DNS: nothing is asked but a server that is not there.
        self.desk.club.identity.authentication_results_of = Some("mx.club.example".into());
        self
    }

    pub fn mail(&mut self, from: &str, to: &str, subject: &str, answers: Option<&str>, text: &str) -> String {
        self.written += 1;
        let (name, number) = (from.split('@').next().unwrap_or(from), self.written);
        let answers = answers.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
        format!(
            "From: {name} <{from}>\nTo: {to}\nSubject: {subject}\nMessage-ID: <{number}.{name}@home.example>\n{answers}\
             Content-Type: text/plain; charset=utf-8\n\n{text}\n"
        )
    }

    pub fn now(&self) -> Time {
        self.desk.now()
    }

    /// Time passes; everything that comes due happens when it does.
    pub fn wait(&mut self, seconds: Time) {
        let end = self.now() + seconds;
        while let Some(due) = self.desk.next_due().unwrap().filter(|due| *due <= end) {
            self.clock.set(due.max(self.now()));
            self.tick();
        }
        self.clock.set(end);
        self.tick();
    }

    pub fn tick(&mut self) {
        self.desk.tick().unwrap();
        self.drain();
    }

    fn drain(&mut self) {
        loop {
            let mails = self.desk.store.to_send(0, self.desk.now(), 500).unwrap();
            if mails.is_empty() {
                return;
            }
            for mail in &mails {
                let letter = Letter::read(&mail.bytes, Phrases::built_in());
                let raw = String::from_utf8_lossy(&mail.bytes).into_owned();
                let parsed = mail_parser::MessageParser::default().parse(&mail.bytes[..]).unwrap();
                let text = parsed.body_text(0).unwrap().replace('\r', "");
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(widest <= 160, "{text}");
                self.sent.push(Sent {
                    to: mail.address.clone(),
                    subject: letter.subject.clone(),
                    text,
                    raw,
                    id: mail.message_id.clone(),
                    reply_to: letter.reply_to.first().map(|to| to.mailbox.clone()).unwrap_or_default(),
                });
            }
            let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
            self.desk.store.sent(&ids, self.now()).unwrap();
        }
    }

    /// The newest mail to somebody whose subject contains this.
    pub fn newest(&self, to: &str, subject: &str) -> Sent {
        let found = self.sent.iter().rev().find(|sent| sent.to == to && sent.subject.contains(subject));
        found.cloned().unwrap_or_else(|| panic!("{to} got no mail about {subject:?}: {:#?}", self.subjects(to)))
    }

    pub fn subjects(&self, to: &str) -> Vec<&str> {
        self.sent.iter().filter(|sent| sent.to == to).map(|sent| sent.subject.as_str()).collect()
    }

    /// Opens a table for these people, who get the seats they name, and starts it.
    pub fn table(&mut self, id: &str, what: &str, people: &[(&str, &str)]) {
        let livia = "livia@club.example";
        let opened = self.write(livia, &format!("new {id} {what}"));
        assert!(opened.contains("IS OPEN"), "{opened}");
        for (person, seat) in people {
            let joined = self.write(person, &format!("join {id} as {seat}"));
            assert!(joined.contains("You are at"), "{joined}");
        }
        let started = self.write(livia, &format!("table {id}\nstart"));
        assert!(started.contains("has begun"), "{started}");
    }

    /// Who plays what.
    pub fn seats(&self, id: &str) -> BTreeMap<String, String> {
        let seats = self.desk.store.seats(id).unwrap();
        let address = |id: i64| self.desk.store.person(id).unwrap().map(|person| person.address);
        seats.iter().filter_map(|seat| Some((seat.seat.clone(), address(seat.owner?)?))).collect()
    }
}

/// With `GALLERY=FILE` every kind of mail that the tests saw is written there, to be read by people.
impl Drop for House {
    fn drop(&mut self) {
        let Some(path) = std::env::var_os("GALLERY") else { return };
        let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) else { return };
        for sent in &self.sent {
            let _ = std::io::Write::write_all(
                &mut file,
                format!("\n=== to {}: {}\n\n{}", sent.to, sent.subject, sent.text).as_bytes(),
            );
        }
    }
}

pub const FIVE: [(&str, &str); 5] = [
    ("anna@home.example", "Rome"),
    ("bela@home.example", "Greece"),
    ("cleo@home.example", "Egypt"),
    ("dido@home.example", "Carthage"),
    ("enki@home.example", "Babylon"),
];

pub const LIVIA: &str = "livia@club.example";
pub const ANNA: &str = "anna@home.example";
pub const BELA: &str = "bela@home.example";
pub const CLEO: &str = "cleo@home.example";

impl House {
    pub fn board(&self, id: &str) -> tabellarius::store::Board {
        self.desk.store.board(id).unwrap().unwrap()
    }

    /// Three people at a table called ostia-3: Anna, Bela and Cleo.
    pub fn of_three(what: &str) -> House {
        let mut house = House::new();
        house.table("ostia-3", &format!("mare-nostrum 3 variant seats=rome+greece+egypt{what}"), &FIVE[..3]);
        house
    }

    /// What somebody got since a moment, by subject.
    pub fn since(&self, mark: usize, to: &str) -> Vec<String> {
        self.sent[mark..].iter().filter(|sent| sent.to == to).map(|sent| sent.subject.clone()).collect()
    }

    pub fn mark(&self) -> usize {
        self.sent.len()
    }

    pub fn log(&self, id: &str) -> String {
        let report = tabellarius::report::Renderer::new(None).unwrap();
        let english = |kept: &str| tabellarius::desk::log_in_english(kept, &report);
        self.desk.store.log_of(id).unwrap().iter().map(|(_, kept)| format!("{}\n", english(kept))).collect()
    }
}

/// What a text says, wherever its lines break.
pub trait Says {
    fn says(&self, piece: &str) -> bool;
}

impl Says for str {
    fn says(&self, piece: &str) -> bool {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        flat(self).contains(&flat(piece))
    }
}
