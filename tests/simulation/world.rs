//! A world: a club, its people, and everything that goes wrong.

use super::disk::{SimClock, go_back};
use super::people::{PLAYERS, UnderWay, Written};
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tabellarius::desk::Club;
use tabellarius::desk::identity::{Identity, Means};
use tabellarius::desk::limits::Limits;
use tabellarius::desk::service::Service;
use tabellarius::store::Store;
use tabellarius_kernel::Chance;

/// Monday, 16 November 2026, noon in London.
const MONDAY: i64 = 1_794_830_400;
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
pub const OPS: &str = "ops@club.example";

/// What happened in a world.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub weeks: u64,
    pub letters: u64,
    pub forged: u64,
    pub crashes: u64,
    pub jumps: u64,
    pub breaks: u64,
    pub rounds: u64,
    /// How often the disk was full.
    pub full: u64,
    /// How often the mail server was down.
    pub outages: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.weeks += other.weeks;
        self.letters += other.letters;
        self.forged += other.forged;
        self.crashes += other.crashes;
        self.jumps += other.jumps;
        self.breaks += other.breaks;
        self.rounds += other.rounds;
        self.full += other.full;
        self.outages += other.outages;
    }
}

pub struct World {
    dir: tempfile::TempDir,
    pub clock: SimClock,
    service: Option<Service>,
    pub chance: Chance,
    pub now: i64,
    pub story: Vec<String>,
    pub tally: Tally,
    pub tables: Vec<&'static str>,
    pub people: BTreeMap<&'static str, Vec<&'static str>>,
    pub letters: Vec<Written>,
    pub under_way: Vec<UnderWay>,
    /// How many files came into the inbox.
    pub files: usize,
    pub reply_to: BTreeMap<&'static str, String>,
    broken: Option<&'static str>,
}

impl World {
    pub fn new(seed: u64) -> World {
        // Waits for the disk are not what is tried here.
        let memory = Path::new("/dev/shm");
        let dir = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
        let clock = SimClock::default();
        clock.set(MONDAY);
        let mut world = World {
            dir,
            clock,
            service: None,
            chance: Chance::seed_from_u64(seed),
            now: MONDAY,
            story: Vec::new(),
            tally: Tally::default(),
            tables: Vec::new(),
            people: BTreeMap::new(),
            letters: Vec::new(),
            under_way: Vec::new(),
            files: 0,
            reply_to: BTreeMap::new(),
            broken: None,
        };
        world.set_up();
        world
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("club")
    }

    pub fn store(&self) -> Store {
        Store::open(&self.home().join("tabellarius.db")).unwrap()
    }

    /// When a round was closed.
    pub fn closed_at(&self, table: &str, round: u32) -> i64 {
        let db = rusqlite::Connection::open(self.home().join("tabellarius.db")).unwrap();
        let sql = "SELECT closed FROM round WHERE board = ?1 AND timeline = 1 AND number = ?2";
        db.query_row(sql, rusqlite::params![table, round], |row| row.get(0)).unwrap()
    }

    pub fn tell(&mut self, what: String) {
        let (days, hours) = ((self.now - MONDAY) / DAY, (self.now - MONDAY) % DAY / HOUR);
        self.story.push(format!("day {days:>3}, {hours:>2} h: {what}"));
    }

    fn club(&self, is_strict: bool) -> Club {
        let mut club = Club::new("Club", "referee@club.example", OPS);
        club.format = tabellarius::desk::club::Look::Plain;
        club.limits = Limits::patient();
        club.moderators.clear();
        let proofs = if is_strict { vec![Means::Tag] } else { vec![Means::Tag, Means::From] };
        club.identity = Identity { proofs, ..Identity::default() };
        let home = self.home();
        for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
            *path = home.join(&*path);
        }
        club
    }

    fn open(&mut self, is_strict: bool) {
        std::fs::create_dir_all(self.home()).unwrap();
        let mut service = Service::open(self.club(is_strict), Box::new(self.clock.clone())).unwrap();
        service.add_inbox(self.clock.office().inbox());
        service.desk.wake_up().unwrap();
        service.desk.serve();
        self.service = Some(service);
    }

    fn service(&mut self) -> &mut Service {
        self.service.as_mut().unwrap()
    }

    /// Tables are opened and started while everybody is believed.
    fn set_up(&mut self) {
        self.open(false);
        let paces = ["", " strict"];
        let mut number = 0;
        let mut write = |world: &mut World, from: &str, text: String| {
            number += 1;
            let mail = format!("From: {from}\nTo: referee@club.example\nMessage-ID: <setup{number}@x>\n\n{text}\n");
            std::fs::write(world.home().join(format!("mail/in/new/{MONDAY}.M{number:06}P1.setup")), mail).unwrap();
            world.service().step().unwrap();
        };
        for (i, table) in ["ostia-1", "ostia-2"].into_iter().enumerate() {
            let people: Vec<&'static str> = PLAYERS.iter().skip(2 * i).take(3).copied().collect();
            write(self, OPS, format!("new {table} mare-nostrum 3{} variant seats=rome+greece+egypt", paces[i % 2]));
            for person in &people {
                write(self, person, format!("join {table}"));
            }
            write(self, OPS, format!("table {table}\nstart"));
            self.tables.push(table);
            self.people.insert(table, people);
        }
        self.service().desk.breathe().unwrap();
        self.read_mail();
        self.service = None;
        self.open(true);
    }

    /// Lives so many weeks, and then lets everything come to rest.
    pub fn live(&mut self, weeks: u64) {
        let end = MONDAY + weeks as i64 * 7 * DAY;
        while self.now < end {
            for _ in 0..self.chance.random_range(0..3) {
                self.somebody_writes();
            }
            match self.chance.random_range(0..60) {
                0..3 => self.somebody_forges(),
                3 => self.jump(),
                4 => self.break_a_box(),
                5 => self.mend_the_box(),
                6 => self.server(true),
                7..10 => self.server(false),
                _ => {}
            }
            self.pass(self.hours_until_next());
        }
        self.mend_the_box();
        self.server(false);
        self.deliver(true);
        // Mails whose boxes were broken are tried again after some hours.
        for _ in 0..3 {
            self.now += 7 * HOUR;
            self.clock.set(self.now);
            self.service().desk.serve();
            self.service().step().unwrap();
        }
        self.service = None;
        self.tally.weeks += weeks;
        let rounds: u32 = self.tables.iter().map(|table| self.store().board(table).unwrap().unwrap().rounds).sum();
        self.tally.rounds += u64::from(rounds);
    }

    fn hours_until_next(&self) -> i64 {
        6
    }

    /// Time passes, hour by hour where the service looks at its clock, and then it does what there is to do; perhaps it is killed meanwhile.
    fn pass(&mut self, hours: i64) {
        for half in 0..2 * hours {
            self.now += HOUR / 2;
            self.clock.set(self.now);
            if half + 1 < 2 * hours && self.under_way.iter().all(|mail| mail.arrives > self.now) && !self.is_due() {
                self.service().desk.serve();
                continue;
            }
            self.deliver(false);
            self.step();
        }
        self.read_mail();
    }

    fn is_due(&mut self) -> bool {
        let now = self.now;
        self.service().desk.next_due().unwrap().is_some_and(|due| due <= now)
    }

    fn step(&mut self) {
        let (home, killed) = (self.home(), self.dir.path().join("killed"));
        if self.chance.random_range(0..6) == 0 {
            let questions = self.chance.random_range(0..40);
            self.clock.kill_after(questions, &home, &killed);
        } else if self.chance.random_range(0..25) == 0 {
            return self.step_on_a_full_disk();
        }
        self.service().step().unwrap();
        if self.clock.was_killed() {
            self.tell("the process is killed".into());
            self.tally.crashes += 1;
            self.service = None;
            go_back(&home, &killed);
            self.open(true);
            self.service().step().unwrap();
        }
        self.service().desk.breathe().unwrap();
    }

    /// There is hardly room for anything: what does not fit is not done, the service ends, and when there is room again the next one does it.
    fn step_on_a_full_disk(&mut self) {
        let pages = self.chance.random_range(0..6);
        self.service().desk.store.leave_room(Some(pages)).unwrap();
        let done = self.service().step();
        if done.is_ok() {
            self.service().desk.store.leave_room(None).unwrap();
            return self.service().desk.breathe().unwrap();
        }
        self.tell(format!("the disk is full after {pages} pages, and the service ends"));
        self.tally.full += 1;
        self.service = None;
        self.open(true);
        self.service().step().unwrap();
        self.service().desk.breathe().unwrap();
    }

    /// The mail server goes down, or is up again.
    fn server(&mut self, is_down: bool) {
        let mut kept = self.clock.office().kept();
        let was_down = std::mem::replace(&mut kept.is_down, is_down);
        drop(kept);
        if was_down != is_down {
            self.tally.outages += u64::from(is_down);
            self.tell(format!("the mail server is {}", if is_down { "down" } else { "up" }));
        }
    }

    /// The machine sleeps, or somebody sets its clock.
    fn jump(&mut self) {
        self.tally.jumps += 1;
        let hours = self.chance.random_range(1..200);
        self.tell(format!("the clock jumps {hours} hours ahead"));
        self.now += hours * HOUR;
        self.clock.set(self.now);
        self.step();
    }

    fn break_a_box(&mut self) {
        let person = PLAYERS[self.chance.random_range(0..PLAYERS.len())];
        let place = self.home().join("mail/out").join(person);
        if self.broken.is_some() || !place.is_dir() {
            return;
        }
        self.tell(format!("the box of {person} breaks"));
        self.tally.breaks += 1;
        std::fs::rename(&place, place.with_extension("aside")).unwrap();
        std::fs::write(&place, "no folder").unwrap();
        self.broken = Some(person);
    }

    fn mend_the_box(&mut self) {
        let Some(person) = self.broken.take() else { return };
        self.tell(format!("the box of {person} is mended"));
        let place = self.home().join("mail/out").join(person);
        std::fs::remove_file(&place).unwrap();
        std::fs::rename(place.with_extension("aside"), &place).unwrap();
    }
}
