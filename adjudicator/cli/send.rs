//! `send` and `read`: to try the service as a player on the same machine.

use super::club::ClubFile;
use crate::desk::service::box_of;
use crate::mail::Maildir;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::Read as _;

/// Puts a letter into the club's inbox, as if a player had mailed it.
#[derive(Args)]
pub struct Send {
    #[command(flatten)]
    club: ClubFile,
    /// Who writes.
    #[arg(long, value_name = "ADDRESS")]
    from: String,
    /// The subject; a table's name in brackets says what it is about: "[ostia-1]".
    #[arg(long, default_value = "")]
    subject: String,
    /// Answers the newest mail that this person has got.
    #[arg(long)]
    reply: bool,
    /// The letter, each argument a line; none: from standard input.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    lines: Vec<String>,
}

impl Send {
    /// A letter of somebody, line by line.
    pub fn new(club: ClubFile, from: String, lines: Vec<String>) -> Send {
        Send { club, from, subject: String::new(), reply: false, lines }
    }

    /// Sends.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let mut text = self.lines.join("\n");
        if self.lines.is_empty() {
            std::io::stdin().read_to_string(&mut text).context("cannot read the letter from standard input")?;
        }
        let (mut to, mut subject, mut answers) = (club.address.clone(), self.subject.clone(), String::new());
        if self.reply {
            let maildir = Maildir::open(box_of(&club.outbox, &self.from)?)?;
            let Some(newest) = maildir.all()?.pop() else { bail!("{} has got no mail yet", self.from) };
            let letter = crate::mail::Letter::read(&newest, crate::mail::Phrases::built_in());
            to = letter.reply_to.first().map_or(to, |address| address.mailbox.clone());
            subject = format!("Re: {}", letter.subject);
            answers = letter.message_id.map(|id| format!("In-Reply-To: <{id}>\r\n")).unwrap_or_default();
        }
        let id = crate::desk::who::Key::fresh()?;
        let now = chrono::Utc::now().to_rfc2822();
        let one_line = |text: &str| text.replace(['\r', '\n'], " ");
        let mail = format!(
            "From: {}\r\nTo: {to}\r\nSubject: {}\r\nDate: {now}\r\nMessage-ID: <{}@{}>\r\n{answers}MIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n",
            one_line(&self.from),
            one_line(&subject),
            &id[..24],
            club.domain(),
        );
        Maildir::open(&club.inbox)?.deliver(mail.as_bytes())?;
        println!("The letter is in the inbox. `tabellarius read {}` shows the answer.", self.from);
        Ok(())
    }
}

/// Shows the mails that somebody has got, newest last.
#[derive(Args)]
pub struct Read {
    #[command(flatten)]
    club: ClubFile,
    /// Whose mails.
    address: String,
    /// How many.
    #[arg(long, default_value_t = 1)]
    last: usize,
}

impl Read {
    /// Shows.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let mails = Maildir::open(box_of(&club.outbox, &self.address)?)?.all()?;
        if mails.is_empty() {
            println!("{} has got no mail yet. Is `tabellarius run` running?", self.address);
        }
        let mut text = String::new();
        for mail in mails.iter().skip(mails.len().saturating_sub(self.last)) {
            let Some(message) = mail_parser::MessageParser::default().parse(&mail[..]) else { continue };
            let date = message.date().map(|date| date.to_rfc822()).unwrap_or_default();
            text += &format!("Date: {date}\nSubject: {}\n\n", message.subject().unwrap_or_default());
            text += &format!("{}\n\n", message.body_text(0).unwrap_or_default().replace('\r', "").trim_end());
        }
        super::print(&text)
    }
}
