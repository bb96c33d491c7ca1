//! `doctor`: what is well, and what is not, in plain words.

mod health;

use super::club::ClubFile;
use super::private_files;
use crate::desk::Club;
use crate::desk::identity::Means;
use crate::mail::trouble::{Trouble, Which};
use crate::store::{Status, Store};
use crate::time::Span;
use anyhow::{Context as _, Error, Result, anyhow, bail};
use clap::Args;
use std::path::PathBuf;

/// Looks whether all is well: the file, the database, the mail servers, the tables, the clock.
#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    club: ClubFile,
    /// Does not try the mail servers.
    #[arg(long)]
    offline: bool,
}

/// What was found so far.
#[derive(Default)]
struct Findings {
    wrong: usize,
}

impl Findings {
    fn look(&mut self, what: &str, found: Result<String>) {
        let text = match found {
            Ok(text) => format!("ok     {what}: {text}\n"),
            Err(error) => {
                self.wrong += 1;
                let hint = error.downcast_ref::<Trouble>().and_then(hint);
                let hint = hint.map(|hint| format!("       {hint}\n")).unwrap_or_default();
                format!("WRONG  {what}: {error:#}\n{hint}")
            }
        };
        // Whoever has seen enough is told no more; what is wrong is counted all the same.
        let _ = super::print(&text);
    }
}

/// What to do about it.
fn hint(trouble: &Trouble) -> Option<&'static str> {
    match trouble.which {
        Which::Name => {
            Some("Look at the name of the server; your provider's help pages tell it under \"IMAP\" and \"SMTP\".")
        }
        Which::Port => Some(
            "Look at the port and at `tls`: 993, 995 and 465 go with \"implicit\", 143, 110 and 587 with \"starttls\".",
        ),
        Which::Certificate => {
            Some("Write the name that stands in the server's certificate, or name your own authority with `ca`.")
        }
        Which::Password => {
            Some("Many providers want an \"app password\" made for one program, or IMAP to be switched on first.")
        }
        Which::Token => Some(
            "Is IMAP, POP3 or SMTP switched on for this account, and is `user` the address that somebody logged in with?",
        ),
        Which::Consent => Some("Say: tabellarius login --club FILE. The guide for operators shows each step."),
        Which::Folder => Some("Some servers want folders below INBOX: try done = \"INBOX.Done\" or \"INBOX/Done\"."),
        Which::Time => Some("A firewall may be in the way, or the port belongs to another kind of TLS."),
        Which::Refused | Which::Cut => None,
    }
}

fn same(error: &Error) -> Error {
    anyhow!("{error:#}")
}

impl Doctor {
    /// Looks; fails if something is wrong.
    pub fn run(self) -> Result<()> {
        let mut findings = Findings::default();
        let club = self.club.load();
        findings.look("club file", club.as_ref().map(|club| club.name.clone()).map_err(same));
        let Ok(club) = club else { bail!("there is nothing to look at without a club's file") };
        let store = Store::open(&club.database);
        let whole = store.as_ref().map_err(same).and_then(|store| {
            let found = store.integrity()?;
            if found == "ok" { Ok(format!("{}, whole", club.database.display())) } else { bail!("{found}") }
        });
        findings.look("database", whole);
        health::look_at_disk(&club, &mut findings);
        self.look_at_mail(&club, &mut findings);
        findings.look("private files", private_files::look(&club, &passwords(&club)));
        findings.look(
            "templates",
            crate::report::Renderer::new(club.templates.as_deref()).map(|_| "all can be read".into()),
        );
        if let Ok(store) = &store {
            look_at_store(store, &mut findings)?;
            health::look_at_years(&club, store, &mut findings)?;
        }
        match findings.wrong {
            0 => Ok(()),
            wrong => bail!("{wrong} thing{} to look at", if wrong == 1 { "" } else { "s" }),
        }
    }

    fn look_at_mail(&self, club: &Club, findings: &mut Findings) {
        let is_believed = club.mailbox.is_some() && club.identity.counts(Means::From);
        findings.look(
            "identity",
            match is_believed {
                true => Err(anyhow!("mail comes from the world, and [identity] proofs believes every From")),
                false => {
                    Ok(if club.identity.private { "proofs as written, a private club" } else { "proofs as written" }
                        .into())
                }
            },
        );
        match &club.mailbox {
            Some(mailbox) if !self.offline => findings.look("mailbox", mailbox.try_out()),
            Some(_) => findings.look("mailbox", Ok("not tried".into())),
            None => {}
        }
        match &club.submission {
            Some(submission) if !self.offline => {
                findings.look("submission", submission.try_out(&club.address, club.domain()));
            }
            Some(_) => findings.look("submission", Ok("not tried".into())),
            None => {
                let made = std::fs::create_dir_all(&club.outbox);
                let made = made.with_context(|| format!("cannot make {}", club.outbox.display()));
                findings.look("outbox", made.map(|()| club.outbox.display().to_string()));
            }
        }
    }
}

/// The files with passwords and keys that a club's file names.
fn passwords(club: &Club) -> Vec<PathBuf> {
    let mailbox = club.mailbox.as_ref().and_then(|mailbox| mailbox.account.password_file.clone());
    let submission = club.submission.as_ref();
    let account = submission.and_then(|submission| submission.account.password_file.clone());
    let key = submission.and_then(|submission| submission.dkim.as_ref()).map(|dkim| dkim.key.clone());
    let oauth = club.oauth.as_ref();
    let tokens = oauth.map(|oauth| oauth.tokens.clone());
    let client = oauth.and_then(|oauth| oauth.client_secret_file.clone());
    [mailbox, account, key, tokens, client].into_iter().flatten().collect()
}

fn look_at_store(store: &Store, findings: &mut Findings) -> Result<()> {
    let now = chrono::Utc::now().timestamp();
    let awake = store.fact("awake")?.and_then(|text| text.parse::<i64>().ok());
    let service = match awake {
        None => Ok("has not run yet".into()),
        Some(at) if at > now + 60 => Err(anyhow!("the clock of this machine went back")),
        Some(at) => Ok(format!("was awake {} ago", Span(now - at))),
    };
    findings.look("service", service);
    let (waiting, delayed) = store.waiting()?;
    let delayed = if delayed > 0 { format!(", {delayed} of them were put off by a server") } else { String::new() };
    findings.look("outgoing mail", Ok(format!("{waiting} wait{delayed}")));
    let held = store.quarantine()?.len();
    let quarantine = match held {
        0 => Ok("empty".into()),
        held => Err(anyhow!("{held} mails; a moderator's letter \"quarantine\" lists them")),
    };
    findings.look("quarantine", quarantine);
    let (mut tables, mut overdue) = (0, 0);
    for id in store.board_ids()? {
        let Some(board) = store.board(&id)? else { continue };
        tables += 1;
        if let Status::Broken(why) = &board.status {
            findings.look(&format!("table {id}"), Err(anyhow!("it has stopped: {why}")));
        }
        overdue += usize::from(board.wake.is_some_and(|wake| wake < now - 600));
    }
    let tables = match overdue {
        0 => Ok(format!("{tables}")),
        overdue => Err(anyhow!("{overdue} of {tables} are overdue: is the service running?")),
    };
    findings.look("tables", tables);
    Ok(())
}
