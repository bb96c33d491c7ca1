//! A club with many tables, for `bench letters` and `bench storm`: one table is made by letters, the others are copies of it.

use crate::catalogue::{Visit, visit};
use crate::desk::clock::HandClock;
use crate::desk::service::Service;
use crate::desk::{Club, Desk};
use crate::mail::Maildir;
use crate::settings::Advance;
use crate::store::{Durability, Store, Time};
use anyhow::{Context as _, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tabellarius_kernel::{Chance, Listed, Pace, Salt, Seed, Stage, Table};

/// Monday, 16 November 2026, noon.
const BEGIN: Time = 1_794_830_400;
/// The name of the first table; the others are copies of it.
pub const MODEL: &str = "model-0";
/// The domain of its players.
const DOMAIN: &str = "@circle-0.example";
/// So many circles of friends share the tables.
pub const CIRCLES: usize = 50;
const REFEREE: &str = "referee@club.example";
const OPERATOR: &str = "operator@club.example";

/// A club in a directory of its own, which goes away with it.
pub struct Stable {
    dir: PathBuf,
    /// The clock.
    pub clock: HandClock,
    /// For each seat a letter that its player might write.
    pub letters: Vec<(String, String)>,
    mails: u64,
}

impl Stable {
    /// Makes a club with so many tables, none of which closes a round before its deadline.
    pub fn build(game: &str, players: usize, tables: usize) -> Result<Stable> {
        let dir = std::env::temp_dir().join(format!("tabellarius-bench-{}", std::process::id()));
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let letters = visit(game, players, "", FirstLetters)??;
        let stable = Stable { dir, clock: HandClock::at(BEGIN), letters, mails: 0 };
        let store = Store::open(&stable.club().database)?;
        store.set_durability(Durability::None)?;
        let mut desk = Desk::new(stable.club(), store, Box::new(stable.clock.clone()))?;
        let mut write = |from: &str, text: &str| {
            let mail = mail(from, MODEL, &format!("set-up.{from}.{}", text.len()), text);
            desk.take_mail(mail.as_bytes(), BEGIN)
        };
        write(OPERATOR, &format!("new {MODEL} {game} {players}"))?;
        for (seat, _) in &stable.letters {
            write(&format!("{}{DOMAIN}", plain(seat)), &format!("join {MODEL} as {seat}"))?;
        }
        write(OPERATOR, &format!("table {MODEL}\nstart"))?;
        let board = desk.store.board(MODEL)?.filter(|board| board.is_started());
        let mut board = board.ok_or_else(|| anyhow!("the first table did not start"))?;
        board.settings.advance = Advance::Clock;
        board.settings.reminders.clear();
        board.wake = board.deadline;
        desk.store.update_board(&board)?;
        let waiting: Vec<i64> = desk.store.to_send(0, BEGIN, 1_000)?.iter().map(|mail| mail.id).collect();
        desk.store.sent(&waiting, BEGIN)?;
        let model = serde_json::to_string(&desk.store.export(MODEL)?)?;
        let bar = progress(tables as u64, "tables");
        desk.store.begin()?;
        for number in 1..tables {
            desk.store.import(&serde_json::from_str(&renamed(&model, number))?, BEGIN)?;
            bar.set_position(number as u64);
        }
        desk.store.commit()?;
        bar.finish_and_clear();
        Ok(stable)
    }

    /// Where it is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The clock, for a service.
    pub fn clock(&self) -> Box<HandClock> {
        Box::new(self.clock.clone())
    }

    /// Its file.
    pub fn club(&self) -> Club {
        let mut club = Club::new("Bench", REFEREE, OPERATOR);
        // Pages and pictures are measured apart (`bench pages`).
        club.format = crate::desk::club::Look::Plain;
        club.limits = crate::desk::limits::Limits::patient();
        for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
            *path = self.dir.join(&*path);
        }
        club
    }

    /// When the letters of all tables are due.
    pub fn deadline(&self, store: &Store) -> Result<Time> {
        store.board(MODEL)?.and_then(|board| board.deadline).ok_or_else(|| anyhow!("the first table has no deadline"))
    }

    /// The service with its usual settings.
    pub fn service(&self) -> Result<Service> {
        Service::open(self.club(), self.clock())
    }

    /// Lets some tables close their rounds as soon as everybody has written.
    pub fn hurry(&self, store: &Store, tables: std::ops::Range<usize>) -> Result<()> {
        for number in tables {
            let mut board = store.board(&table(number))?.ok_or_else(|| anyhow!("a table is gone"))?;
            board.settings.advance = Advance::AllIn;
            store.update_board(&board)?;
        }
        Ok(())
    }

    /// A letter from one seat of a table, put into the inbox as a mail server does. It is not forced onto the disk: that is the
    /// mail server's work.
    pub fn put_letter(&mut self, number: usize, seat: usize) -> Result<()> {
        let place = self.club().inbox.join("new");
        self.put_letter_into(&place, number, seat)
    }

    /// The same into any directory.
    pub fn put_letter_into(&mut self, dir: &Path, number: usize, seat: usize) -> Result<()> {
        let (seat, text) = &self.letters[seat % self.letters.len()];
        let (from, id) = (format!("{}{}", plain(seat), domain(number)), self.mails);
        let mail = mail(&from, &table(number), &id.to_string(), text);
        let name = format!("{}.M{:06}P1Q{id:06}.bench", BEGIN as u64 + id / 1_000_000, id % 1_000_000);
        self.mails += 1;
        let place = dir.join(name);
        std::fs::write(&place, mail).with_context(|| format!("cannot write {}", place.display()))
    }

    /// How many mails have been put into the boxes of a table's players.
    pub fn mails_to(&self, number: usize) -> Result<usize> {
        let mut count = 0;
        for (seat, _) in &self.letters {
            let dir = self.club().outbox.join(format!("{}{}", plain(seat), domain(number)));
            count += if dir.exists() { Maildir::open(dir)?.waiting()?.len() } else { 0 };
        }
        Ok(count)
    }

    /// How long this disk takes to make a few bytes safe, in milliseconds: the middle one of some tries.
    pub fn sync_ms(&self) -> Result<f64> {
        use std::io::Write as _;
        let mut file = std::fs::File::create(self.dir.join("probe"))?;
        let mut tries: Vec<f64> = Vec::new();
        for _ in 0..21 {
            file.write_all(&[0; 4096])?;
            let begun = Instant::now();
            file.sync_data()?;
            tries.push(begun.elapsed().as_secs_f64() * 1e3);
        }
        Ok(middle(tries))
    }
}

impl Drop for Stable {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(Path::new(&self.dir));
    }
}

/// The middle one of some numbers.
pub fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How long this thread has had a processor, in milliseconds.
pub fn cpu_ms() -> Result<f64> {
    let times =
        std::fs::read_to_string("/proc/thread-self/schedstat").context("only Linux says how long it computed")?;
    let nanoseconds: f64 = times.split_whitespace().next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e6)
}

/// The most memory this process has used so far, in megabytes.
pub fn peak_mb() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status").context("only Linux says how much memory was used")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("the peak is not known")?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes / 1024.0)
}

/// A bar on standard error.
pub fn progress(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {elapsed} (about {eta} left)");
    let bar = ProgressBar::new(length).with_message(what.to_owned());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn table(number: usize) -> String {
    format!("model-{number}")
}

/// People play at several tables, as they do in clubs.
fn domain(number: usize) -> String {
    format!("@circle-{}.example", number % CIRCLES)
}

fn plain(seat: &str) -> String {
    crate::desk::who::plain(seat)
}

/// A letter as a mailer writes it.
pub fn mail(from: &str, table: &str, id: &str, text: &str) -> String {
    format!(
        "From: {from}\r\nTo: {REFEREE}\r\nSubject: Re: [{table}] orders\r\nMessage-ID: <{id}.{from}>\r\n\
         Date: Mon, 16 Nov 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         {}\r\n\r\n-- \r\nSent from a bench\r\n",
        text.replace('\n', "\r\n")
    )
}

/// The first table as another one, of other people.
pub fn renamed(model: &str, number: usize) -> String {
    model.replace(DOMAIN, &domain(number)).replace(MODEL, &table(number))
}

/// A random legal letter for every seat, for the first stage that asks.
struct FirstLetters;

impl Visit for FirstLetters {
    type Out = Result<Vec<(String, String)>>;

    fn game<G: Listed>(self, game: G) -> Self::Out {
        let mut stage = Stage::open(&game, game.start(), Pace::Bulk, Seed::from_text("bench"), Salt::first("bench"));
        while stage.asked().finished {
            stage = stage.next(&game);
        }
        let mut chance = Chance::seed_from_u64(7);
        let mut table = Table::with_chance(&game, stage.start().clone(), &mut chance);
        table.keep_trace();
        ensure!(game.resolve(&mut table).is_ok(), "random play never waits");
        let letter = |seat| {
            let used = table.used().iter().filter(|used| used.seat == seat).flat_map(|used| &used.orders);
            let orders: Vec<String> = used.map(|order| game.print_order(order, "en")).collect();
            if orders.is_empty() { "nothing".to_owned() } else { orders.join("\n") }
        };
        Ok(game.seats().iter().map(|seat| (game.seat_key(seat).to_owned(), letter(seat))).collect())
    }
}
