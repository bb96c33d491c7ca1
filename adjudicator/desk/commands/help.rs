//! `help`: what can be written.

use crate::desk::club::Tables;
use crate::desk::handling::Handling;
use crate::desk::identity::Means;
use crate::desk::reply::{Answer, Page, Reply, decline};
use crate::desk::sentences::Info;
use crate::desk::verb::{Verb, Whose};
use crate::desk::work::Look;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that can be written.
#[derive(Serialize)]
struct HelpPage<'p> {
    club: &'p str,
    lists: BTreeMap<&'static str, Vec<String>>,
    moderates: bool,
    table: Option<&'p str>,
    seat: Option<&'p str>,
}

impl Page for HelpPage<'_> {
    const TEMPLATE: &'static str = "desk/help.txt";
}

/// What one command is called.
#[derive(Serialize)]
struct Named<'p> {
    name: &'p str,
}

/// Help about one command, or about all.
pub fn help(look: &Look<'_, '_>, mail: &Handling<'_>, about: &str) -> Answer<Reply> {
    if about.is_empty() {
        return Ok(help_for(look, mail)?);
    }
    match look.verbs.read(about) {
        Some(said) => Ok(Reply::Text(one_help(look, mail, said.verb)?)),
        None => {
            let near = look.verbs.nearest(about).map(str::to_owned);
            Err(decline(Info::NoSuchCommand { command: about.to_owned(), near }))
        }
    }
}

fn one_help(look: &Look<'_, '_>, mail: &Handling<'_>, verb: Verb) -> Result<String> {
    let name = look.verbs.name(verb, mail.language());
    look.voice.report.line(mail.language(), &format!("desk/help/{}", verb.key()), &Named { name })
}

/// Whether a command would do something for this reader: help promises nothing else.
fn offers(look: &Look<'_, '_>, mail: &Handling<'_>, verb: Verb) -> bool {
    let is_moderator = look.club.is_moderator(&mail.person.address);
    match verb {
        Verb::New => is_moderator || look.club.tables == Tables::ByAnybody,
        Verb::Quarantine => is_moderator,
        Verb::Password | Verb::Identify => look.club.identity.counts(Means::Password),
        _ => true,
    }
}

/// What can be written here, for this reader.
pub fn help_for(look: &Look<'_, '_>, mail: &Handling<'_>) -> Result<Reply> {
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for verb in Verb::ALL {
        let list = match verb.whose() {
            Whose::Anybody => "anybody",
            Whose::Player => "player",
            Whose::Moderator => "moderator",
        };
        if *verb != Verb::End && offers(look, mail, *verb) {
            lists.entry(list).or_default().push(one_help(look, mail, *verb)?);
        }
    }
    let runs_it = mail.board.as_ref().is_some_and(|board| mail.moderates(look.club, board));
    Reply::page(&HelpPage {
        club: &look.club.name,
        lists,
        moderates: runs_it || look.club.is_moderator(&mail.person.address),
        table: mail.board.as_ref().map(|board| board.id.as_str()),
        seat: mail.seat.as_deref(),
    })
}
