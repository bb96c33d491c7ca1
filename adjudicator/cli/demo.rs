//! `demo`: a club in a folder, whose players are automata that really write letters into a Maildir. Nothing needs to be set up.

use crate::catalogue::find;
use crate::desk::Club;
use crate::desk::clock::SystemClock;
use crate::desk::club::Tables;
use crate::desk::service::{Service, box_of};
use crate::mail::{Letter, Maildir, Phrases};
use crate::settings::Start;
use crate::store::Status;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;

/// Plays a game between automata and shows what the players get to read.
#[derive(Args)]
pub struct Demo {
    /// Where to put the club.
    #[arg(long, default_value = "tabellarius-demo")]
    folder: PathBuf,
    /// The game: the smallest one, unless you name another.
    #[arg(long, default_value = SMALL)]
    game: String,
    /// How many play.
    #[arg(long)]
    players: Option<usize>,
    /// How many rounds of letters to play at the most.
    #[arg(long, default_value_t = 60)]
    rounds: u32,
}

/// The game for whoever is new here: every report of it fits on a screen.
const SMALL: &str = "latrones";
/// A game as clubs play it.
const LARGE: &str = "mare-nostrum";
/// The table of the demo.
const TABLE: &str = "demo-1";
/// The automata.
const NAMES: [&str; 8] = ["anna", "bela", "cleo", "dido", "enki", "fulvia", "gaius", "hanno"];

impl Demo {
    /// Plays.
    pub fn run(self) -> Result<()> {
        let entry = find(&self.game)?;
        let players = self.players.unwrap_or(if entry.players.contains(&5) { 5 } else { entry.players[0] });
        if self.folder.join("tabellarius.toml").exists() {
            bail!("{} holds a club already: choose another folder with --folder", self.folder.display());
        }
        std::fs::create_dir_all(&self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
        let mut club = Club::new("Demo club", "referee@demo.example", "operator@demo.example");
        club.tables = Tables::ByAnybody;
        club.limits = crate::desk::limits::Limits::patient();
        club.table.start = Start::Full;
        let file = self.folder.join("tabellarius.toml");
        std::fs::write(&file, toml::to_string(&club)?).with_context(|| format!("cannot write {}", file.display()))?;
        let mut service = Service::open(Club::load(&file)?, Box::new(SystemClock))?;
        let inbox = Maildir::open(&service.desk.club.inbox)?;
        let mut post = Post { inbox, number: 0 };

        post.letter("anna", None, &format!("new {TABLE} {} {players}", self.game))?;
        service.step()?;
        for name in NAMES.iter().take(players) {
            post.letter(name, None, &format!("join {TABLE}"))?;
        }
        service.step()?;
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} rounds, {msg}");
        let bar =
            ProgressBar::new(u64::from(self.rounds)).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        loop {
            let board = service.desk.store.board(TABLE)?.context("the table was not opened")?;
            bar.set_position(u64::from(board.rounds));
            bar.set_message(board.stage.clone());
            if board.status != Status::Running || board.rounds >= self.rounds {
                break;
            }
            let awaited = service.desk.automata_letters(TABLE)?;
            if awaited.is_empty() {
                bail!("the table waits for nobody and does not go on");
            }
            let (spoken, silent): (Vec<_>, Vec<_>) = awaited.into_iter().partition(|(_, text)| !text.trim().is_empty());
            for (address, text) in spoken {
                let name = address.split('@').next().unwrap_or_default().to_owned();
                let got = Maildir::open(box_of(&service.desk.club.outbox, &address)?)?.all()?;
                let report = got.iter().rev().map(|mail| Letter::read(mail, Phrases::built_in()));
                let report = report.into_iter().find(|mail| !mail.reply_to.is_empty());
                post.letter(&name, report.as_ref(), &text)?;
            }
            // Automata that have nothing to say cannot say so; whoever runs the table goes on without them.
            if !silent.is_empty() {
                post.letter(NAMES[0], None, &format!("table {TABLE}\nforce"))?;
            }
            service.step()?;
        }
        bar.finish_and_clear();
        self.show(&service)
    }

    /// Shows one report, and says where everything is.
    fn show(&self, service: &Service) -> Result<()> {
        let reader = format!("{}@demo.example", NAMES[0]);
        let mails = Maildir::open(box_of(&service.desk.club.outbox, &reader)?)?.all()?;
        let reports = mails.iter().rev().filter_map(|mail| mail_parser::MessageParser::default().parse(&mail[..]));
        let is_report = |mail: &mail_parser::Message<'_>| {
            mail.header("Auto-Submitted").is_some_and(|value| value.as_text() == Some("auto-generated"))
        };
        if let Some(report) = reports.into_iter().find(is_report) {
            super::print(&format!("Subject: {}\n\n", report.subject().unwrap_or_default()))?;
            super::print(&format!("{}\n\n", report.body_text(0).unwrap_or_default().replace('\r', "").trim_end()))?;
            println!("This was the last report to {reader}.");
            if let Some(record) = report.attachments().find(|part| {
                use mail_parser::MimeHeaders as _;
                part.attachment_name().is_some_and(|name| name.ends_with("-record.json"))
            }) {
                let path = self.folder.join("record.json");
                std::fs::write(&path, record.contents()).with_context(|| format!("cannot write {}", path.display()))?;
                println!("The game is over. Prove its dice and results with: tabellarius audit {}", path.display());
            }
        }
        let counts = service.counts();
        let club = &service.desk.club;
        println!("{} letters were written, {} mails went out.", counts.answered, counts.sent);
        println!(
            "Every mail is in {}, a Maildir for each player; the letters are in {}.",
            club.outbox.display(),
            club.inbox.display()
        );
        let file = self.folder.join("tabellarius.toml");
        println!("To look around: tabellarius read --club {} --last 3 {reader}", file.display());
        if self.game == SMALL {
            let folder = self.folder.display();
            println!("To see a long game: tabellarius demo --folder {folder}-2 --game {LARGE}");
        }
        Ok(())
    }
}

/// The automata's way to the post office.
struct Post {
    inbox: Maildir,
    number: u32,
}

impl Post {
    /// Writes a letter, in answer to a mail or by itself.
    fn letter(&mut self, name: &str, answers: Option<&Letter>, text: &str) -> Result<()> {
        self.number += 1;
        let to =
            answers.and_then(|mail| mail.reply_to.first()).map_or("referee@demo.example", |to| to.mailbox.as_str());
        let subject = answers.map_or("hello".to_owned(), |mail| format!("Re: {}", mail.subject));
        let thread = answers.and_then(|mail| mail.message_id.as_ref()).map(|id| format!("In-Reply-To: <{id}>\r\n"));
        let mail = format!(
            "From: {name} <{name}@demo.example>\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{}.{name}@demo.example>\r\n{}\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            self.number,
            thread.unwrap_or_default(),
            text.replace('\n', "\r\n"),
        );
        self.inbox.deliver(mail.as_bytes())?;
        Ok(())
    }
}
