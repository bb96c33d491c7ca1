//! Boxes that cannot be written and odd things among the letters stop nobody; the operator is told once.

use std::fs;
use std::path::{Path, PathBuf};
use tabellarius::desk::Club;
use tabellarius::desk::clock::{Clock, HandClock};
use tabellarius::desk::service::{Service, box_of};
use tabellarius::mail::Maildir;

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const OPS: &str = "ops@club.example";

struct Office {
    dir: tempfile::TempDir,
    clock: HandClock,
    service: Service,
    letters: usize,
}

fn open(dir: &Path, clock: &HandClock) -> Service {
    let mut club = Club::new("Club", "referee@club.example", OPS);
    club.format = tabellarius::desk::club::Look::Plain;
    for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
        *path = dir.join(&*path);
    }
    Service::open(club, Box::new(clock.clone())).unwrap()
}

impl Office {
    fn new() -> Office {
        let (dir, clock) = (tempfile::tempdir().unwrap(), HandClock::at(MONDAY));
        let service = open(dir.path(), &clock);
        Office { dir, clock, service, letters: 0 }
    }

    /// Ends the service and begins anew.
    fn again(self) -> Office {
        let Office { dir, clock, service, letters } = self;
        drop(service);
        let service = open(dir.path(), &clock);
        Office { dir, clock, service, letters }
    }

    fn letter(&mut self, from: &str, text: &str) {
        self.letters += 1;
        let mail =
            format!("From: {from}\r\nTo: referee@club.example\r\nMessage-ID: <{}@x>\r\n\r\n{text}\r\n", self.letters);
        Maildir::open(&self.service.desk.club.inbox).unwrap().deliver(mail.as_bytes()).unwrap();
    }

    fn box_of(&self, address: &str) -> PathBuf {
        box_of(&self.service.desk.club.outbox, address).unwrap()
    }

    fn mails_to(&self, address: &str) -> Vec<String> {
        let mails = Maildir::open(self.box_of(address)).unwrap().all().unwrap();
        mails.into_iter().map(|mail| String::from_utf8(mail).unwrap().replace("=\r\n", "")).collect()
    }

    /// How many alarms the operator got that say this.
    fn alarms(&self, what: &str) -> usize {
        self.mails_to(OPS).iter().filter(|mail| mail.contains("something needs you") && mail.contains(what)).count()
    }
}

#[test]
fn a_box_that_cannot_be_written_holds_up_nobody() {
    let mut office = Office::new();
    let (anna, bela) = ("anna@home.example", "bela@home.example");
    let broken = office.box_of(anna);
    fs::create_dir_all(broken.parent().unwrap()).unwrap();
    fs::write(&broken, "no folder").unwrap();
    office.letter(anna, "help");
    office.letter(bela, "help");
    office.letter(anna, "games");
    office.service.step().unwrap();
    assert_eq!(office.mails_to(bela).len(), 1);
    assert_eq!(office.alarms(anna), 1, "{:#?}", office.mails_to(OPS));
    // Tried again in vain, and by another service too.
    office.clock.set(MONDAY + 3_600);
    office.service.step().unwrap();
    let mut office = office.again();
    office.clock.set(MONDAY + 7_200);
    office.letter(bela, "games");
    office.service.step().unwrap();
    assert_eq!(office.mails_to(bela).len(), 2);
    // Mended: what waited comes, once.
    fs::remove_file(&broken).unwrap();
    for day in 1..4 {
        office.clock.set(MONDAY + 86_400 * day);
        office.service.step().unwrap();
        assert_eq!(office.mails_to(anna).len(), 2, "day {day}");
    }
    assert_eq!(office.service.desk.store.waiting().unwrap(), (0, 0));
}

#[test]
fn the_operator_hears_once_of_odd_things_among_the_letters() {
    let mut office = Office::new();
    let new = office.service.desk.club.inbox.join("new");
    fs::create_dir_all(new.join("1.folder")).unwrap();
    office.letter("anna@home.example", "help");
    for _ in 0..3 {
        office.service.step().unwrap();
    }
    assert_eq!(office.mails_to("anna@home.example").len(), 1);
    assert_eq!(office.alarms("1.folder"), 1, "{:#?}", office.mails_to(OPS));
    let mut office = office.again();
    office.service.step().unwrap();
    assert_eq!(office.alarms("1.folder"), 1, "also not by the next service");
    std::os::unix::fs::symlink("nowhere", new.join("2.dangling")).unwrap();
    office.service.step().unwrap();
    assert_eq!((office.alarms("1.folder"), office.alarms("2.dangling")), (1, 1));
}

/// 600 letters of others lie before those that came in time, and the deadline is past when the service looks: more than one batch.
#[test]
fn letters_that_came_in_time_are_read_before_the_deadline_is_looked_at() {
    let mut office = Office::new();
    let people = ["anna@home.example", "bela@home.example"];
    office.letter(OPS, "new duo-1 latrones 2");
    for person in people {
        office.letter(person, "join duo-1");
    }
    office.letter(OPS, "table duo-1\nset advance deadline\nstart");
    office.service.step().unwrap();
    let deadline = office.service.desk.store.board("duo-1").unwrap().unwrap().deadline.unwrap();
    for number in 0..600 {
        office.letter(&format!("guest{number}@far.example"), "help");
    }
    for person in people {
        office.letter(person, "table duo-1\nstay");
    }
    office.clock.set(deadline + 1);
    office.service.step().unwrap();
    let store = &office.service.desk.store;
    assert_eq!(store.board("duo-1").unwrap().unwrap().rounds, 1);
    let letters = store.letters("duo-1", 1, 1).unwrap();
    assert_eq!(letters.iter().filter(|letter| letter.author.is_some()).count(), 2, "both letters count");
}

/// A clock by which the mailbox goes too.
#[derive(Clone)]
struct Common(HandClock);

impl Clock for Common {
    fn now(&self) -> i64 {
        self.0.now()
    }

    fn is_everybodys(&self) -> bool {
        true
    }
}

/// What counts is when a letter came, not when it is read: the service was away over the deadline, and finds letters from before and after it.
#[test]
fn a_letter_belongs_to_the_round_in_which_it_came() {
    let mut office = Office::new();
    let people = ["anna@home.example", "bela@home.example"];
    office.letter(OPS, "new duo-1 latrones 2");
    for person in people {
        office.letter(person, "join duo-1");
    }
    office.letter(OPS, "table duo-1\nset advance deadline\nstart");
    office.service.step().unwrap();
    let Office { dir, clock, service, .. } = office;
    let deadline = service.desk.store.board("duo-1").unwrap().unwrap().deadline.unwrap();
    let club = service.desk.club.clone();
    drop(service);
    let mut number = 100;
    let mut came = |at: i64, from: &str, text: &str| {
        number += 1;
        let mail = format!("From: {from}\r\nTo: referee@club.example\r\nMessage-ID: <{number}@x>\r\n\r\n{text}\r\n");
        fs::write(club.inbox.join("new").join(format!("{at}.M{number}P1.server")), mail).unwrap();
    };
    // Named after the others, and yet before them.
    came(deadline + 600, people[0], "table duo-1\nstay # a second letter");
    came(deadline - 600, people[0], "table duo-1\nstay # in time");
    came(deadline - 1, people[1], "table duo-1\nstay # just in time");
    for (guest, at) in (0..300).map(|guest| (guest, deadline - 900)) {
        came(at, &format!("guest{guest}@far.example"), "help");
    }
    clock.set(deadline + 1_800);
    let mut service = Service::open(club, Box::new(Common(clock.clone()))).unwrap();
    service.step().unwrap();
    let store = &service.desk.store;
    assert_eq!(store.board("duo-1").unwrap().unwrap().rounds, 1);
    let authors =
        |round| store.letters("duo-1", 1, round).unwrap().iter().filter(|letter| letter.author.is_some()).count();
    assert_eq!((authors(1), authors(2)), (2, 1), "each letter counts for the round that was open when it came");
    drop(dir);
}
