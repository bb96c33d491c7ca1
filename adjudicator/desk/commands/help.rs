//! `help`: what can be written.

use super::info::{first_rule, game_of};
use crate::catalogue::GAMES;
use crate::desk::club::Tables;
use crate::desk::handling::Handling;
use crate::desk::identity::Means;
use crate::desk::open_table::Reader;
use crate::desk::reply::{Answer, Page, Reply, decline};
use crate::desk::sentences::Info;
use crate::desk::verb::{Verb, Whose};
use crate::desk::work::Look;
use crate::report::{self, Found, guides};
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
    /// How the guide for players begins, for whoever asks for help.
    guide: Option<String>,
    /// The card of the game that is played.
    card: Option<String>,
}

/// A word that is no command, and orders that could be given.
#[derive(Serialize)]
struct HelpOrdersPage<'p> {
    word: &'p str,
    /// Orders that could be given now.
    orders: Vec<String>,
    /// Whether those begin with the word.
    is_now: bool,
    /// What the rules say of orders with it, if they are for another stage.
    rules: Option<String>,
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

/// The words that bind orders together; what is said of each is a sentence beside the commands'.
const SMALL_WORDS: [&str; 6] = ["if", "else", "always", "never", "any", "nothing"];

/// Help about one command, or about all.
pub fn help(look: &mut Look<'_, '_>, mail: &Handling<'_>, about: &str) -> Answer<Reply> {
    if about.is_empty() {
        return Ok(help_page(look, mail, true)?);
    }
    let word = about.trim().trim_matches(['"', '\'', '.', '?']).to_lowercase();
    let said = look.verbs.read(about);
    // A command in the reader's own language is meant first; what is one in another language may be an order of the game.
    if let Some(said) = said.as_ref().filter(|said| look.verbs.name(said.verb, mail.language()) == word) {
        return Ok(Reply::Text(one_help(look, mail, said.verb)?));
    }
    for small in SMALL_WORDS {
        // What is said of it begins with the word itself, in the reader's language.
        let path = format!("desk/help/word-{small}");
        let text = look.voice.report.sentence(mail.language(), &path, &Named { name: small, rule: None })?;
        if small == word || text.split_once(':').is_some_and(|(named, _)| named == word) {
            return Ok(Reply::Text(text));
        }
    }
    let examples = examples(look, mail)?;
    let begins = |order: &&String| order.to_lowercase().split_whitespace().any(|one| one == word);
    let named: Vec<String> = examples.iter().filter(begins).cloned().collect();
    let rules = if named.is_empty() { order_page(look, mail, &word)? } else { None };
    if !named.is_empty() || rules.is_some() {
        return Ok(Reply::page(&HelpOrdersPage { word: about, is_now: !named.is_empty(), rules, orders: named })?);
    }
    if let Some(said) = said {
        return Ok(Reply::Text(one_help(look, mail, said.verb)?));
    }
    let near = look.verbs.nearest(about).filter(|near| is_own_word(look, mail, near)).map(str::to_owned);
    if !examples.is_empty() && near.is_none() {
        return Ok(Reply::page(&HelpOrdersPage { word: about, is_now: false, rules: None, orders: examples })?);
    }
    Err(decline(Info::NoSuchCommand { command: about.to_owned(), near }))
}

/// Whether a command is written so in the reader's language: whoever reads English did not mean a Polish one.
fn is_own_word(look: &Look<'_, '_>, mail: &Handling<'_>, command: &str) -> bool {
    look.verbs.read(command).is_some_and(|said| look.verbs.name(said.verb, mail.language()) == command)
}

/// What the rules say about orders that begin with a word, if some do.
fn order_page(look: &mut Look<'_, '_>, mail: &Handling<'_>, word: &str) -> Result<Option<String>> {
    let Some(board) = mail.board.as_ref().filter(|board| board.is_started()) else { return Ok(None) };
    // A table that cannot be set up is dealt with when something is asked of it.
    let Ok(table) = look.tables.see(look.store, board) else { return Ok(None) };
    let found = table.look_up(&look.voice.report, Reader::Observer, mail.language(), report::Page::Order(word))?;
    Ok(if let Found::Page(rules) = found { Some(rules.marked()) } else { None })
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
    help_page(look, mail, false)
}

fn help_page(look: &mut Look<'_, '_>, mail: &Handling<'_>, with_guide: bool) -> Result<Reply> {
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
        guide: with_guide.then(|| guides::essentials(mail.language())).flatten(),
        card: game_of(mail).filter(|_| with_guide).and_then(|game| guides::card(game.key, mail.language())),
    })
}
