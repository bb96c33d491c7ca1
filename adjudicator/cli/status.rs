//! `status`: how a club is, at a glance. `logs`: what happened at a table.

use super::club::ClubFile;
use crate::desk::state::State;
use crate::store::Store;
use crate::time::{Span, instant};
use anyhow::{Context as _, Result};
use clap::Args;

/// How the club is: letters, tables, mails, the newest copy, the disk. May be asked beside the running service.
#[derive(Args)]
pub struct Status {
    #[command(flatten)]
    club: ClubFile,
    /// For programs.
    #[arg(long)]
    json: bool,
}

impl Status {
    /// Shows it.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let state = State::of(&club, &*Store::open(&club.database)?, chrono::Utc::now().timestamp())?;
        if self.json {
            return super::print(&format!("{}\n", serde_json::to_string(&state)?));
        }
        super::print(&written(&club.name, &state))
    }
}

fn written(name: &str, state: &State) -> String {
    let ago = |span: Option<i64>, none: &str| span.map_or(none.to_owned(), |span| format!("{} ago", Span(span)));
    let mut text = format!("{name}\n");
    let mut line = |what: &str, how: String| text += &format!("  {what:<12} {how}\n");
    line("service", format!("awake {}", ago(state.awake, "never")));
    line(
        "letters",
        format!("{} today, {} this week; in the inbox: {}", state.letters_day, state.letters_week, state.inbox),
    );
    line(
        "unanswered",
        match state.oldest {
            Some(since) => format!("the oldest letter has waited for {}", Span(since)),
            None => "no letter waits".into(),
        },
    );
    line("waiting", format!("{} whose writer was asked, {} in quarantine", state.unproved, state.quarantine));
    line(
        "tables",
        format!(
            "{} running, {} gathering, {} stopped; due within a day: {}; overdue: {}",
            state.running, state.gathering, state.broken, state.due, state.overdue
        ),
    );
    line(
        "mails",
        format!(
            "{} today, {} this week; {} wait, {} of them put off; given up this week: {}",
            state.mails_day, state.mails_week, state.waiting, state.delayed, state.given_up
        ),
    );
    line("newest copy", ago(state.copy, "none"));
    line(
        "disk",
        format!(
            "the database has {} MB; {} MB are free",
            state.database,
            state.free.map_or("unknown".into(), |free| free.to_string())
        ),
    );
    if state.withdrawn {
        line("login", "the consent was withdrawn: run `tabellarius login`".into());
    }
    text
}

/// What happened at a table: its public log, the letters with their receipts, the mails about it. Nothing of what is in them.
#[derive(Args)]
pub struct Logs {
    #[command(flatten)]
    club: ClubFile,
    /// The table.
    table: String,
}

impl Logs {
    /// Shows it.
    pub fn run(self) -> Result<()> {
        let store = Store::open(&self.club.load()?.database)?;
        let board = store.board(&self.table)?.with_context(|| format!("there is no table {}", self.table))?;
        let mut lines: Vec<(i64, String)> = store.log_of(&board.id)?;
        for seat in store.seats(&board.id)? {
            for letter in store.letters_of(&board.id, &seat.seat)? {
                let (number, word) = (letter.number, letter.finality.word());
                lines.push((letter.filed, format!("letter {number} of {}, {word}", seat.seat)));
            }
        }
        for mail in store.posted_about(&board.id)? {
            let what = match (mail.sent, mail.failed) {
                (Some(_), _) => "went to".to_owned(),
                (None, Some(_)) => format!("was given up ({}) for", mail.reply.unwrap_or_default()),
                (None, None) if mail.attempts > 0 => {
                    format!("waits, tried {} times ({}), for", mail.attempts, mail.reply.unwrap_or_default())
                }
                (None, None) => "waits for".to_owned(),
            };
            lines.push((
                mail.sent.or(mail.failed).unwrap_or(mail.written),
                format!("mail {} {what} {}", mail.id, mail.address),
            ));
        }
        lines.sort_by_key(|(at, _)| *at);
        let shown = |(at, line): (i64, String)| format!("{} {line}\n", instant(at).format("%Y-%m-%d %H:%M:%S"));
        super::print(&lines.into_iter().map(shown).collect::<String>())
    }
}
