//! `bench mail`: letters in by IMAP, mails out by SMTP.

use super::dovecot::Dovecot;
use super::sink::Sink;
use super::stable::{CIRCLES, Stable, cpu_ms, peak_mb, progress};
use crate::desk::mailing::{Account, Mailbox, Submission};
use crate::desk::service::Service;
use crate::mail::server::Tls;
use anyhow::{Result, ensure};
use clap::Args;
use std::path::Path;
use std::time::{Duration, Instant};

/// No measurement takes longer.
const LONGEST: Duration = Duration::from_secs(600);

#[derive(Args)]
pub struct Mail {
    /// The game.
    #[arg(default_value = "mare-nostrum")]
    game: String,
    /// How many players sit at a table.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// How many tables are in the store.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// How many letters are in the mailbox, and how many mails go out.
    #[arg(long, default_value_t = 2_000)]
    letters: usize,
    /// How many connections mails leave by.
    #[arg(long, default_value_t = 4)]
    connections: usize,
    /// Machine-readable output; the only form there is.
    #[arg(long)]
    json: bool,
}

impl Mail {
    /// Measures.
    pub fn run(self) -> Result<()> {
        ensure!(self.tables >= CIRCLES, "at least {CIRCLES} tables, please");
        let mut stable = Stable::build(&self.game, self.players, self.tables)?;
        let sink = Sink::open()?;
        let submission = Submission {
            smtp: Some(format!("localhost:{}", sink.port)),
            account: Account { tls: Tls::None, ..Account::default() },
            connections: Some(self.connections),
            per_domain: Some(self.connections),
            per_minute: Some(0),
            ..Submission::default()
        };
        let out = self.measure_out(&stable, &submission, &sink)?;
        let dovecot = Dovecot::start(stable.dir())?;
        let came = match &dovecot {
            Some(dovecot) => Some(self.measure_in(&mut stable, dovecot, &submission, &sink)?),
            None => {
                eprintln!("Letters by IMAP are not measured: that needs Dovecot (Debian: apt install dovecot-imapd).");
                None
            }
        };
        println!(
            "{}",
            serde_json::json!({
                "what": "mail", "game": self.game, "players": self.players, "tables": self.tables, "letters": self.letters,
                "connections": self.connections, "out_per_second": out, "in_per_second": came.map(|came| came.0),
                "in_cpu_ms": came.map(|came| came.1), "disk_sync_ms": stable.sync_ms()?, "peak_mb": peak_mb()?,
            })
        );
        Ok(())
    }

    /// Mails that are in the outbox, until the sink has all of them and the store knows it.
    fn measure_out(&self, stable: &Stable, submission: &Submission, sink: &Sink) -> Result<f64> {
        let mut club = stable.club();
        club.submission = Some(submission.clone());
        let mut service = Service::open(club, stable.clock())?;
        let text = "You can answer this mail, or write to the referee. ".repeat(60);
        let store = &service.desk.store;
        store.begin()?;
        for number in 0..self.letters {
            let to = format!("player{}@circle-{}.example", number / CIRCLES, number % CIRCLES);
            let id = format!("bench.{number}@club.example");
            let mail = format!(
                "From: referee@club.example\r\nTo: {to}\r\nSubject: a report\r\nMessage-ID: <{id}>\r\n\r\n{text}\r\n"
            );
            store.post(&id, None, &to, mail.as_bytes(), 0)?;
        }
        store.commit()?;
        let (begun, before) = (Instant::now(), sink.taken());
        service.step()?;
        let seconds = begun.elapsed().as_secs_f64();
        ensure!(sink.taken() - before == self.letters as u64, "the sink has {} mails", sink.taken() - before);
        ensure!(service.counts().sent == self.letters as u64, "the store knows of {}", service.counts().sent);
        Ok(self.letters as f64 / seconds)
    }

    /// Letters that are in the mailbox, until each is handled, safe on the disk, in the done folder, and its answer with the sink. The
    /// rate, and the processor's time for one letter on the desk's thread.
    fn measure_in(
        &self,
        stable: &mut Stable,
        dovecot: &Dovecot,
        submission: &Submission,
        sink: &Sink,
    ) -> Result<(f64, f64)> {
        let mut club = stable.club();
        club.submission = Some(submission.clone());
        club.mailbox = Some(Mailbox {
            imap: Some(format!("localhost:{}", dovecot.port)),
            account: Account {
                user: "referee@bench.example".into(),
                password_command: Some("echo bench".into()),
                ca: Some(dovecot.certificate()),
                ..Account::default()
            },
            ..Mailbox::default()
        });
        let place = dovecot.new_dir()?;
        for number in 0..self.letters {
            stable.put_letter_into(&place, number * 7919 % self.tables, number / self.tables)?;
        }
        dovecot.hand_over()?;
        let mut service = Service::open(club, stable.clock())?;
        service.desk.wake_up()?;
        let bar = progress(self.letters as u64, "letters");
        let (begun, cpu_begun, before) = (Instant::now(), cpu_ms()?, sink.taken());
        service.fetch_ahead()?;
        while service.counts().answered < self.letters as u64 {
            if !service.pass()? {
                ensure!(begun.elapsed() < LONGEST, "the letters do not come");
                service.rest(Duration::from_millis(100));
            }
            bar.set_position(service.counts().answered);
        }
        service.step()?;
        while place.parent().map_or(0, |box_of| count(&box_of.join(".Done/cur"))) < self.letters {
            ensure!(begun.elapsed() < LONGEST, "the letters are not put away");
            std::thread::sleep(Duration::from_millis(5));
        }
        let (seconds, cpu) = (begun.elapsed().as_secs_f64(), cpu_ms()? - cpu_begun);
        bar.finish_and_clear();
        ensure!(
            service.counts().answered == self.letters as u64,
            "{} letters were answered",
            service.counts().answered
        );
        ensure!(sink.taken() - before >= self.letters as u64, "the sink has {} mails", sink.taken() - before);
        Ok((self.letters as f64 / seconds, cpu / self.letters as f64))
    }
}

/// How many files are in a directory.
fn count(dir: &Path) -> usize {
    std::fs::read_dir(dir).map_or(0, Iterator::count)
}
