//! `help`: what can be written.

use super::info::{first_rule, game_of};
use crate::catalogue::GAMES;
use crate::desk::club::Tables;
use crate::desk::handling::Handling;
use crate::desk::identity::Means;
use crate::desk::reply::{Answer, Page, Reply, decline};
use crate::desk::sentences::Info;
use crate::desk::verb::{Verb, Whose};
use crate::desk::work::Look;
use crate::store::Status;
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
    orders: Vec<String>,
}

/// A word that is no command, and orders that could be given.
#[derive(Serialize)]
struct HelpOrdersPage<'p> {
    word: &'p str,
    orders: Vec<String>,
    named: bool,
}

impl Page for HelpOrdersPage<'_> {
    const TEMPLATE: &'static str = "desk/help-orders.txt";
}

impl Page for HelpPage<'_> {
    const TEMPLATE: &'static str = "desk/help.txt";
}

/// What one command is called.
#[derive(Serialize)]
struct Named<'p> {
    name: &'p str,
    /// The number of a rule, as an example.
    rule: Option<&'static str>,
}

/// Help about one command, or about all.
pub fn help(look: &mut Look<'_, '_>, mail: &Handling<'_>, about: &str) -> Answer<Reply> {
    if about.is_empty() {
        return Ok(help_for(look, mail)?);
    }
    if let Some(said) = look.verbs.read(about) {
        return Ok(Reply::Text(one_help(look, mail, said.verb)?));
    }
    // What is no command may be a word of the game that is played.
    let word = about.trim().to_lowercase();
    let near = look.verbs.nearest(about).map(str::to_owned);
    let examples = examples(look, mail)?;
    let named: Vec<String> = examples.iter().filter(|order| order.to_lowercase().contains(&word)).cloned().collect();
    if !examples.is_empty() && (!named.is_empty() || near.is_none()) {
        let is_named = !named.is_empty();
        let orders = if is_named { named } else { examples };
        return Ok(Reply::page(&HelpOrdersPage { word: about, orders, named: is_named })?);
    }
    Err(decline(Info::NoSuchCommand { command: about.to_owned(), near }))
}

/// Orders that the writer could give now, one of each sort.
fn examples(look: &mut Look<'_, '_>, mail: &Handling<'_>) -> Result<Vec<String>> {
    let (Some(board), Some(seat)) = (&mail.board, mail.seat_row(look.store)?) else { return Ok(Vec::new()) };
    if !matches!(board.status, Status::Running | Status::Paused(_)) {
        return Ok(Vec::new());
    }
    // A table that cannot be set up is dealt with when something is asked of it.
    let Ok(table) = look.tables.see(look.store, board) else { return Ok(Vec::new()) };
    table.examples(&seat.seat, mail.language())
}

fn one_help(look: &Look<'_, '_>, mail: &Handling<'_>, verb: Verb) -> Result<String> {
    let name = look.verbs.name(verb, mail.language());
    let rule = game_of(mail).or(GAMES.first()).and_then(|game| first_rule(game.rules));
    look.voice.report.sentence(mail.language(), &format!("desk/help/{}", verb.key()), &Named { name, rule })
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
pub fn help_for(look: &mut Look<'_, '_>, mail: &Handling<'_>) -> Result<Reply> {
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
    let orders = examples(look, mail)?;
    let runs_it = mail.board.as_ref().is_some_and(|board| mail.moderates(look.club, board));
    Reply::page(&HelpPage {
        club: &look.club.name,
        lists,
        moderates: runs_it || look.club.is_moderator(&mail.person.address),
        table: mail.board.as_ref().map(|board| board.id.as_str()),
        seat: mail.seat.as_deref(),
        orders,
    })
}
