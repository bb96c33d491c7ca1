//! Commands that look something up at a table: the position, a card, a sheet, what happened, what would.

use crate::desk::handling::Handling;
use crate::desk::open_table::{OpenTable, Reader};
use crate::desk::reply::{self, Answer, Reply, decline, need};
use crate::desk::sentences::{Info, Moderating};
use crate::desk::turn::let_automata_write;
use crate::desk::work::Look;
use crate::mail::compose::File;
use crate::report::{Detail, Found, Page};
use crate::store::Status;
use serde::Serialize;
use std::collections::BTreeMap;

/// The rounds so far.
#[derive(Serialize)]
struct HistoryPage<'p> {
    table: &'p str,
    rounds: Vec<RoundLine>,
    /// What its reader has played of this game to the end.
    record: Vec<TriedLine>,
}

/// How often a variant was tried and won.
#[derive(Serialize)]
struct TriedLine {
    players: usize,
    variant: String,
    tried: u32,
    won: u32,
}

#[derive(Serialize)]
struct RoundLine {
    number: u32,
    stage: String,
    corrected: bool,
    seal: String,
}

impl reply::Page for HistoryPage<'_> {
    const TEMPLATE: &'static str = "desk/history.txt";
}

fn reader<'m>(mail: &'m Handling<'_>) -> Reader<'m> {
    mail.seat.as_deref().map_or(Reader::Observer, Reader::Seat)
}

/// Looks at the open table that the mail is about.
fn at_table<T>(
    look: &mut Look<'_, '_>,
    mail: &Handling<'_>,
    what: impl FnOnce(&dyn OpenTable) -> anyhow::Result<T>,
) -> Answer<T> {
    let board = mail.need_started(look.store)?;
    Ok(what(look.tables.see(look.store, &board)?)?)
}

/// The position as the reader may see it, and which areas lie next to which, where the report does not say it each time.
pub fn map(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    // `map Sicily` is about one place.
    if !rest.is_empty() && !look.verbs.is_table(rest.split_whitespace().next().unwrap_or_default()) {
        return page(look, mail, Page::Place(rest));
    }
    mail.board_named(look.store, rest)?;
    let report = &look.voice.report;
    let text = at_table(look, mail, |table| {
        let map = table.report(report, reader(mail), mail.language(), Detail::Whole)?.marked();
        Ok(match table.look_up(report, reader(mail), mail.language(), Page::Areas)? {
            Found::Page(areas) => format!("{}\n\n{}", map.trim_end(), areas.marked().trim_start()),
            _ => map,
        })
    })?;
    let artist = &look.voice.artist;
    let drawn =
        at_table(look, mail, |table| table.drawn(report, &mut artist.borrow_mut(), reader(mail), mail.language()))?;
    if let Some(drawn) = drawn {
        let board = mail.board.as_ref().map_or_else(String::new, |board| format!("{}-", board.id));
        let name = format!("{board}map.png");
        mail.files.push(File { name, media_type: "image/png".to_owned(), bytes: drawn.bytes });
    }
    Ok(Reply::Text(text))
}

/// A card, a hero, a Wonder or a sheet by its name.
pub fn card(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, name: &str) -> Answer<Reply> {
    need(!name.is_empty(), || decline(Info::CardNothing))?;
    page(look, mail, Page::Card(name))
}

/// The reader's own sheet, or the one that is named.
pub fn sheet(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, name: &str) -> Answer<Reply> {
    page(look, mail, if name.is_empty() { Page::Sheet } else { Page::Card(name) })
}

fn page(look: &mut Look<'_, '_>, mail: &Handling<'_>, page: Page<'_>) -> Answer<Reply> {
    let name = if let Page::Card(name) | Page::Place(name) = page { name.to_owned() } else { String::new() };
    let report = &look.voice.report;
    match at_table(look, mail, |table| table.look_up(report, reader(mail), mail.language(), page))? {
        Found::Page(text) => Ok(Reply::Text(text.marked())),
        Found::Several(names) => Err(decline(Info::SeveralCards { name, names })),
        Found::Nothing { near } => Err(decline(Info::NoSuchCard { name, near })),
        Found::NoPage => Err(decline(Info::NoSuchPage)),
    }
}

/// The number of a round among some words.
fn number_in(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

/// The rounds so far, or the report of one of them again.
pub fn history(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    if let Some(number) = number_in(rest) {
        need(number <= board.rounds, || decline(Info::NoSuchRound { rounds: board.rounds, number }))?;
        let table = look.tables.as_it_was(look.store, &board, number)?;
        let text = table.report(&look.voice.report, reader(mail), mail.language(), Detail::Whole)?;
        let old = Reply::say(Info::OldReport { number, rounds: board.rounds })?;
        return Ok(Reply::Several(vec![old, Reply::Text(text.marked())]));
    }
    let mut rounds = Vec::new();
    for (round, number) in look.store.rounds(&board.id, board.timeline, 0, board.rounds)?.into_iter().zip(1..) {
        let stage = look.tables.stage_title(look.voice, &board.header, &round.stage, mail.language());
        rounds.push(RoundLine { number, stage, corrected: !round.corrected.is_empty(), seal: round.seal });
    }
    let record = record(look, mail.person.id, &board.header.game)?;
    Ok(Reply::page(&HistoryPage { table: &board.id, rounds, record })?)
}

/// What somebody has played of a game to the end: how often each variant was tried, and won.
fn record(look: &Look<'_, '_>, person: i64, game: &str) -> anyhow::Result<Vec<TriedLine>> {
    let mut all: BTreeMap<(usize, String), (u32, u32)> = BTreeMap::new();
    for ended in look.store.all_ended()?.iter().filter(|ended| ended.game == game) {
        let Some(won) = ended.won_by(person) else { continue };
        let Some(board) = look.store.board(&ended.board)? else { continue };
        let (tried, wins) = all.entry((board.header.players, board.header.variant)).or_default();
        *tried += 1;
        *wins += u32::from(won);
    }
    let line = |((players, variant), (tried, won))| TriedLine { players, variant, tried, won };
    Ok(all.into_iter().map(line).collect())
}

/// Why the last round, or another one, came out as it did.
pub fn explain(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    let round = number_in(rest).unwrap_or(board.rounds);
    need(round <= board.rounds, || decline(Info::NoSuchRound { rounds: board.rounds, number: round }))?;
    let table = look.tables.as_it_was(look.store, &board, round)?;
    let text = table.explain(&look.voice.report, reader(mail), mail.language())?;
    let text = text.ok_or_else(|| decline(Info::NothingToExplain))?;
    // Whose word it was is not always the player's.
    let letters = look.store.letters(&board.id, board.timeline, round)?;
    let seats: Vec<String> = letters
        .iter()
        .filter(|letter| letter.author.is_none())
        .map(|letter| table.shown(&letter.seat, mail.language()))
        .collect();
    let mut replies = vec![Reply::Text(text)];
    if !seats.is_empty() {
        replies.push(Reply::say(Info::AutomataWrote { seats })?);
    }
    Ok(Reply::Several(replies))
}

/// How a battle would come out that nobody has ordered.
pub fn odds(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    let own = mail.own_rows(look.store)?;
    let seat = mail.answering(&own).map(|row| row.seat.clone());
    let seat = seat.ok_or_else(|| decline(Info::OddsForPlayers { table: board.id.clone() }))?;
    let table = look.tables.see(look.store, &board)?;
    let text = table.odds(&look.voice.report, &seat, mail.language(), rest)?;
    Ok(Reply::Text(text.ok_or_else(|| decline(Info::NoOdds))?))
}

/// Shows a held result. The letters are locked by then, so nobody can look twice and write again.
pub fn preview(look: &mut Look<'_, '_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    need(mail.seat_row(look.store)?.is_none(), || decline(Moderating::PlayersSeeNoPreview))?;
    need(board.status == Status::Held, || decline(Moderating::IsNotHeld))?;
    let mut table = look.tables.as_it_was(look.store, &board, board.rounds)?;
    for letter in look.store.letters(&board.id, board.timeline, board.rounds + 1)? {
        table.restore(&letter.seat, &letter.text, letter.finality)?;
    }
    let seats = look.store.seats(&board.id)?;
    let_automata_write(look.voice, table.as_mut(), &seats)?;
    table.close()?;
    let text = table.report(&look.voice.report, Reader::Moderator, mail.language(), Detail::Whole)?;
    Ok(Reply::Several(vec![Reply::say(Info::ThisIsAPreview)?, Reply::Text(text.marked())]))
}
