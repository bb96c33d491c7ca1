//! What people, mail servers and forgers do.

use super::world::World;
use rand::RngExt as _;
use tabellarius::mail::{Letter, Maildir, Phrases};

/// A letter that somebody wrote.
#[derive(Clone)]
pub struct Written {
    pub from: &'static str,
    pub id: String,
    pub bytes: String,
    /// Whether it is what it says.
    pub is_forged: bool,
    /// Whether it holds orders.
    pub has_orders: bool,
}

/// A mail under way.
pub struct UnderWay {
    pub arrives: i64,
    pub bytes: String,
}

pub const PLAYERS: [&str; 5] =
    ["anna@home.example", "bela@home.example", "cleo@home.example", "dido@home.example", "enki@home.example"];

impl World {
    /// Somebody writes something, or nobody does.
    pub fn somebody_writes(&mut self) {
        let from = PLAYERS[self.chance.random_range(0..PLAYERS.len())];
        let table = self.tables[self.chance.random_range(0..self.tables.len())];
        if !self.people[table].contains(&from) {
            return;
        }
        let word = self.letters.len();
        let (text, has_orders) = match self.chance.random_range(0..20) {
            0..12 => (format!("table {table}\nnothing"), true),
            12 => (format!("table {table}\nstatus"), false),
            13 => (format!("table {table}\npress to all: tidings{word}end"), false),
            14 => ("list".into(), false),
            15 => (format!("table {table}\nmarch 3 legoins too Rmoa\nplease"), false),
            16 => ("help".into(), false),
            17 => (format!("table {table}\nwhat if\nnothing"), false),
            18 => (format!("table {table}\nextend 1 day"), false),
            _ => (format!("table {table}\nreceipts"), false),
        };
        self.post(from, &text, has_orders, false);
    }

    /// Somebody writes in the name of another, to the address that everybody knows.
    pub fn somebody_forges(&mut self) {
        let from = PLAYERS[self.chance.random_range(0..PLAYERS.len())];
        let table = self.tables[self.chance.random_range(0..self.tables.len())];
        let text = ["nothing", "concede", "leave", "forget me"][self.chance.random_range(0..4)];
        self.tally.forged += 1;
        self.post(from, &format!("table {table}\n{text}"), false, true);
    }

    fn post(&mut self, from: &'static str, text: &str, has_orders: bool, is_forged: bool) {
        let number = self.letters.len();
        let id = format!("{number}.{}", if is_forged { "forged@elsewhere.example" } else { from });
        let to = if is_forged { "referee@club.example".to_owned() } else { self.address_for(from) };
        let bytes =
            format!("From: {from}\nTo: {to}\nSubject: hello\nMessage-ID: <{id}>\nContent-Type: text/plain\n\n{text}\n");
        // Most mails come at once, some late, some twice.
        let late = match self.chance.random_range(0..10) {
            0 => self.chance.random_range(0..3 * 86_400),
            1..4 => self.chance.random_range(0..7_200),
            _ => 0,
        };
        let mut arrivals = vec![self.now + late];
        while self.chance.random_range(0..12) == 0 {
            arrivals.push(self.now + self.chance.random_range(0..5 * 86_400));
        }
        self.tell(format!(
            "{} writes {id}: {:?}, on its way {arrivals:?}",
            if is_forged { "somebody as " } else { "" }.to_owned() + from,
            text
        ));
        for arrives in arrivals {
            self.under_way.push(UnderWay { arrives, bytes: bytes.clone() });
        }
        self.letters.push(Written { from, id, bytes, is_forged, has_orders });
        self.tally.letters += 1;
    }

    /// The address that somebody was told to answer to.
    fn address_for(&self, person: &str) -> String {
        self.reply_to.get(person).cloned().unwrap_or_else(|| "referee@club.example".into())
    }

    /// People look into their boxes: what address they are told to answer to.
    pub fn read_mail(&mut self) {
        for person in PLAYERS {
            let Ok(mails) = Maildir::at(self.home().join("mail/out").join(person)).all() else { continue };
            // An address that takes a "yes" or "no" is for nothing else.
            let letters = mails.iter().rev().map(|mail| Letter::read(mail, Phrases::built_in()));
            let told = letters
                .flat_map(|letter| letter.reply_to)
                .map(|to| to.mailbox)
                .find(|to| to.contains('+') && !to.contains("+ask"));
            if let Some(told) = told {
                self.reply_to.insert(person, told);
            }
        }
    }

    /// What is due comes into the inbox, in no order.
    pub fn deliver(&mut self, all: bool) {
        let now = self.now;
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.under_way).into_iter().partition(|mail| all || mail.arrives <= now);
        self.under_way = later;
        for mail in due {
            if self.chance.random_range(0..3) == 0 {
                self.clock.office().put(mail.bytes);
                continue;
            }
            self.files += 1;
            let name = format!("{}.M{:06}P1.sim", self.now, self.chance.random_range(0..1_000_000));
            let place = self.home().join("mail/in/new").join(format!("{name}{}", self.files));
            std::fs::write(place, mail.bytes).unwrap();
        }
    }
}
