//! `gallery`: every kind of mail of every game as files, to be looked at. The same each time.

use crate::catalogue::{GAMES, find};
use crate::desk::clock::HandClock;
use crate::desk::club::{Look, Tables};
use crate::desk::limits::Limits;
use crate::desk::{Club, Desk};
use crate::mail::{Letter, Phrases};
use crate::store::{Store, Time};
use anyhow::{Context as _, Result};
use clap::Args;
use mail_parser::{MessageParser, MimeHeaders as _};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes mails of all kinds: as they go out (.eml), as pages (.html) and their pictures (.png).
#[derive(Args)]
pub struct Gallery {
    /// The folder to write them into.
    folder: PathBuf,
    /// The language of all who read.
    #[arg(long, default_value = "en")]
    language: String,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// How many rounds are played before the mails are taken.
    #[arg(long, default_value_t = 6)]
    rounds: u32,
}

/// Monday, 16 November 2026, noon in London.
const MONDAY: Time = 1_794_830_400;
const HOUR: Time = 3_600;
const REFEREE: &str = "referee@club.example";
const PEOPLE: [&str; 8] = ["anna", "bela", "cleo", "dido", "enki", "fulvia", "gaius", "hanno"];
/// Who reads the mails that are shown.
const ANNA: &str = "anna@club.example";
const OLGA: &str = "olga@club.example";
/// The table.
const TABLE: &str = "ostia-3";

impl Gallery {
    /// Writes them.
    pub fn run(self) -> Result<()> {
        let mut index = Index::default();
        let games: Vec<&'static str> = match &self.game {
            Some(game) => vec![find(game)?.key],
            None => GAMES.iter().map(|entry| entry.key).collect(),
        };
        for game in games {
            let mut room = Room::new(&self.language, Look::Html)?;
            let kinds = room.play(game, self.rounds)?;
            let folder = self.folder.join(game);
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            for (number, (kind, bytes)) in (1..).zip(kinds) {
                let name = format!("{number:02}-{kind}");
                write(&folder, &name, &bytes)?;
                index.add(game, &name);
            }
        }
        index.write(&self.folder)?;
        println!("The mails are in {}; index.html shows them.", self.folder.display());
        Ok(())
    }
}

/// A list of all pages.
#[derive(Default)]
struct Index(BTreeMap<String, Vec<String>>);

impl Index {
    fn add(&mut self, game: &str, name: &str) {
        self.0.entry(game.to_owned()).or_default().push(name.to_owned());
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let mut page = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
                        content=\"width=device-width\">\n<title>Mails</title>\n"
            .to_owned();
        for (game, names) in &self.0 {
            page += &format!("<h1>{game}</h1>\n<ul>\n");
            for name in names {
                page += &format!("<li><a href=\"{game}/{name}.html\">{name}</a></li>\n");
            }
            page += "</ul>\n";
        }
        put(&folder.join("index.html"), page.as_bytes())
    }
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a mail, its page and the pictures in it.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    put(&folder.join(format!("{name}.eml")), bytes)?;
    let mail = MessageParser::default().parse(bytes).context("a mail of ours that is none")?;
    let Some(page) = mail.html_bodies().find(|part| part.is_text_html()) else { return Ok(()) };
    let mut page = page.text_contents().unwrap_or_default().to_owned();
    for part in mail.attachments().filter(|part| part.content_id().is_some()) {
        let (id, file) = (
            part.content_id().unwrap_or_default(),
            format!("{name}-{}", part.attachment_name().unwrap_or("picture.png")),
        );
        page = page.replace(&format!("cid:{id}"), &file);
        put(&folder.join(file), part.contents())?;
    }
    put(&folder.join(format!("{name}.html")), page.as_bytes())
}

/// How long a round took to be closed and told, in milliseconds, and the largest of its mails, in bytes.
pub(super) struct Timed {
    pub(super) ms: f64,
    pub(super) largest: usize,
}

/// A club in memory, whose clock is turned by hand.
pub(super) struct Room {
    desk: Desk,
    clock: HandClock,
    written: usize,
    /// Every mail that went out: to whom, and what.
    sent: Vec<(String, Vec<u8>)>,
}

impl Room {
    pub(super) fn new(language: &str, look: Look) -> Result<Room> {
        let mut club = Club::new("Ostia Club", REFEREE, "livia@club.example");
        club.tables = Tables::ByAnybody;
        club.limits = Limits::patient();
        club.language = language.to_owned();
        club.zone = "Europe/Rome".into();
        club.seeds_from = Some(3);
        club.format = look;
        let store = Store::in_memory()?;
        // The key of the reply addresses: so they are the same each time.
        store.set_fact("key", &"ab".repeat(32))?;
        let clock = HandClock::at(MONDAY);
        let desk = Desk::new(club, store, Box::new(clock.clone()))?;
        Ok(Room { desk, clock, written: 0, sent: Vec::new() })
    }

    /// Plays some rounds of a game and returns mails of each kind, by the name of the kind.
    fn play(&mut self, game: &str, rounds: u32) -> Result<Vec<(String, Vec<u8>)>> {
        let entry = find(game)?;
        let players = if entry.players.contains(&5) { 5 } else { entry.players.iter().copied().max().unwrap_or(2) };
        let mut kinds = Vec::new();
        self.open(game, players)?;
        self.write(OLGA, &format!("observe {TABLE}"))?;
        self.keep(&mut kinds, "first-report", ANNA);
        for _ in 0..rounds {
            self.round()?;
        }
        self.keep(&mut kinds, "report", ANNA);
        self.keep(&mut kinds, "report-for-all", OLGA);
        self.write("bela@club.example", &format!("table {TABLE}\nformat spoken\nmap"))?;
        self.keep(&mut kinds, "spoken", "bela@club.example");
        for (kind, command) in [
            ("status", "status"),
            ("map", "map"),
            ("sheet", "sheet"),
            ("help", "help"),
            ("rules", "rules"),
            ("history", "history"),
            ("explain", "explain"),
            ("list", "list"),
            ("format", "format html"),
            ("unknown", "frobnicate"),
        ] {
            self.write(ANNA, &format!("table {TABLE}\n{command}"))?;
            self.keep(&mut kinds, kind, ANNA);
        }
        let letters: BTreeMap<String, String> = self.desk.automata_letters(TABLE)?.into_iter().collect();
        if let Some(own) = letters.get(ANNA) {
            for (kind, text) in [
                ("acknowledgement", own.clone()),
                ("problems", format!("{own}\nsend the fleet to the moon\n{}x", own.lines().next().unwrap_or_default())),
                ("what-if", format!("what if\n{own}")),
            ] {
                self.write(ANNA, &format!("table {TABLE}\n{text}"))?;
                self.keep(&mut kinds, kind, ANNA);
            }
        }
        let anna = self.desk.store.person_at(ANNA)?.map(|person| person.id);
        let seats = self.desk.store.seats(TABLE)?;
        let own = seats.into_iter().find(|seat| seat.owner == anna).map(|seat| seat.seat).unwrap_or_default();
        let text = "Shall we share the spoils?\nI keep the peace <if> you do.";
        self.write("bela@club.example", &format!("table {TABLE}\npress to {own}\n{text}\nend"))?;
        self.keep(&mut kinds, "press", ANNA);
        self.round()?;
        let before = self.sent.len();
        self.wait(3 * 86_400)?;
        let reminder = self.sent.get(before..).into_iter().flatten().find(|(address, _)| address == ANNA);
        kinds.extend(reminder.map(|(_, bytes)| ("reminder".to_owned(), bytes.clone())));
        for name in PEOPLE.iter().take(players).skip(1) {
            self.write(&format!("{name}@club.example"), &format!("table {TABLE}\nconcede yes"))?;
            let who = format!("{name}@club.example");
            if let Some(ask) = self.asked(&who) {
                self.answer(&who, &ask, "yes")?;
                kinds.retain(|(kind, _)| kind != "question");
                kinds.push(("question".to_owned(), ask));
            }
        }
        self.keep(&mut kinds, "results", ANNA);
        Ok(kinds)
    }

    /// Opens a table.
    pub(super) fn open(&mut self, game: &str, players: usize) -> Result<()> {
        self.write(ANNA, &format!("new {TABLE} {game} {players}"))?;
        for name in PEOPLE.iter().take(players) {
            self.write(&format!("{name}@club.example"), &format!("join {TABLE}"))?;
        }
        self.write(ANNA, &format!("table {TABLE}\nstart"))
    }

    /// Everybody writes what an automaton would, and the round is closed by the clock; nothing, if the game is over.
    pub(super) fn timed_round(&mut self) -> Result<Option<Timed>> {
        let is_running = |room: &Room| {
            Ok::<_, anyhow::Error>(room.desk.store.board(TABLE)?.is_some_and(|one| one.deadline.is_some()))
        };
        let letters = self.desk.automata_letters(TABLE)?;
        if letters.is_empty() || !is_running(self)? {
            return Ok(None);
        }
        let last = letters.len() - 1;
        for (at, (address, text)) in letters.into_iter().enumerate() {
            let raw = self.raw(&address, REFEREE, None, &format!("table {TABLE}\n{text}"));
            self.clock.set(self.desk.now() + 60);
            self.desk.take_mail(raw.as_bytes(), self.desk.now())?;
            if at < last {
                self.tick()?;
            }
        }
        let before = self.sent.len();
        let begun = std::time::Instant::now();
        self.desk.tick()?;
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        self.tick()?;
        let largest = self.sent.get(before..).into_iter().flatten().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
        Ok(Some(Timed { ms, largest }))
    }

    /// Everybody writes what an automaton would.
    fn round(&mut self) -> Result<()> {
        for (address, text) in self.desk.automata_letters(TABLE)? {
            self.write(&address, &format!("table {TABLE}\n{text}"))?;
        }
        self.tick()
    }

    fn write(&mut self, from: &str, text: &str) -> Result<()> {
        self.mail(from, REFEREE, None, text)
    }

    /// Somebody answers a mail.
    fn answer(&mut self, from: &str, mail: &[u8], text: &str) -> Result<()> {
        let letter = Letter::read(mail, Phrases::built_in());
        let to = letter.reply_to.first().map_or(REFEREE, |to| to.mailbox.as_str()).to_owned();
        self.mail(from, &to, letter.message_id.as_deref(), text)
    }

    fn mail(&mut self, from: &str, to: &str, answers: Option<&str>, text: &str) -> Result<()> {
        let raw = self.raw(from, to, answers, text);
        self.clock.set(self.desk.now() + 60);
        self.desk.take_mail(raw.as_bytes(), self.desk.now())?;
        self.tick()
    }

    fn raw(&mut self, from: &str, to: &str, answers: Option<&str>, text: &str) -> String {
        self.written += 1;
        let answers = answers.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
        let (name, number) = (from.split('@').next().unwrap_or(from), self.written);
        format!(
            "From: {name} <{from}>\nTo: {to}\nSubject: hello\nMessage-ID: <{number}.{name}@home.example>\n{answers}\
             Content-Type: text/plain; charset=utf-8\n\n{text}\n"
        )
    }

    fn tick(&mut self) -> Result<()> {
        self.desk.tick()?;
        loop {
            let mails = self.desk.store.to_send(0, self.desk.now(), 500)?;
            if mails.is_empty() {
                return Ok(());
            }
            let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
            self.desk.store.sent(&ids, self.desk.now())?;
            self.sent.extend(mails.into_iter().map(|mail| (mail.address, mail.bytes)));
        }
    }

    /// Time passes until something falls due, or for so long.
    fn wait(&mut self, seconds: Time) -> Result<()> {
        let end = self.desk.now() + seconds;
        let before = self.sent.len();
        while let Some(due) = self.desk.next_due()?.filter(|due| *due <= end) {
            self.clock.set(due.max(self.desk.now()));
            self.tick()?;
            if self.sent.len() > before {
                return Ok(());
            }
        }
        self.clock.set(end.max(self.desk.now() + HOUR));
        self.tick()
    }

    fn newest(&self, to: &str) -> Option<Vec<u8>> {
        self.sent.iter().rev().find(|(address, _)| address == to).map(|(_, bytes)| bytes.clone())
    }

    /// Keeps the newest mail to somebody as one of a kind.
    fn keep(&self, kinds: &mut Vec<(String, Vec<u8>)>, kind: &str, to: &str) {
        kinds.extend(self.newest(to).map(|bytes| (kind.to_owned(), bytes)));
    }

    /// The newest mail to somebody that waits for a yes.
    fn asked(&self, to: &str) -> Option<Vec<u8>> {
        let asks = |bytes: &[u8]| {
            let letter = Letter::read(bytes, Phrases::built_in());
            letter.reply_to.first().is_some_and(|to| to.mailbox.contains("+ask"))
        };
        let mails = self.sent.iter().rev().filter(|(address, _)| address == to).map(|(_, bytes)| bytes);
        mails.into_iter().find(|bytes| asks(bytes)).cloned()
    }
}
