//! Commands that only ask: games, rules, status.

use super::emergency::pause_ends;
use crate::catalogue::{self, GAMES};
use crate::desk::handling::Handling;
use crate::desk::hands::people_at;
use crate::desk::names::{in_language, shown};
use crate::desk::reply::{Answer, Page, Reply, decline};
use crate::desk::sentences::{Info, Log};
use crate::desk::turn::{asks_openly, missing};
use crate::desk::work::Look;
use crate::report::rules::{Book, Rule};
use crate::settings::Awaited;
use crate::store::{Board, Keeper, Role, Status, Time};
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use tabellarius_kernel::{Entry, Pace};

/// So many entries of the log are shown.
const LOG: usize = 10;

/// The games that can be played.
#[derive(Serialize)]
struct GamesPage {
    games: Vec<GameLine>,
}

#[derive(Serialize)]
struct GameLine {
    key: &'static str,
    name: &'static str,
    players: &'static [usize],
    variants: Vec<VariantLine>,
}

#[derive(Serialize)]
struct VariantLine {
    key: &'static str,
    what: String,
}

impl Page for GamesPage {
    const TEMPLATE: &'static str = "desk/games.txt";
}

/// Rules.
#[derive(Serialize)]
struct RulesPage {
    rules: Vec<Rule>,
}

impl Page for RulesPage {
    const TEMPLATE: &'static str = "desk/rules.txt";
}

/// The chapters of a game's rules.
#[derive(Serialize)]
struct ChaptersPage {
    game: &'static str,
    chapters: Vec<(String, String)>,
    example: Option<&'static str>,
}

impl Page for ChaptersPage {
    const TEMPLATE: &'static str = "desk/chapters.txt";
}

/// How a table stands.
#[derive(Serialize)]
struct StatusPage<'p> {
    table: &'p str,
    game: &'p str,
    variant: &'p str,
    pace: Pace,
    status: &'static str,
    stage: String,
    rounds: u32,
    deadline: Option<Moment>,
    pause_ends: Option<Moment>,
    seats: Vec<SeatLine>,
    waiting: Vec<String>,
    players: usize,
    settings: Vec<(String, String)>,
    commitment: &'p str,
    log: Vec<LogLine>,
}

#[derive(Serialize)]
struct SeatLine {
    seat: String,
    owner: Option<String>,
    standby: Option<String>,
    caretaker: bool,
    missed: u32,
    awaited: bool,
    unreachable: bool,
}

#[derive(Serialize)]
struct LogLine {
    when: Moment,
    text: String,
}

impl Page for StatusPage<'_> {
    const TEMPLATE: &'static str = "desk/status.txt";
}

/// The games that can be played.
pub fn games(look: &Look<'_, '_>, mail: &Handling<'_>) -> Answer<Reply> {
    let said = |game: &str, key: &str| look.voice.report.word(mail.language(), &format!("variants/{game}/{key}"));
    let games = GAMES.iter().map(|game| {
        let variants = game.variants.iter().filter(|(key, _)| !key.is_empty());
        let line = |(key, what): &(&'static str, &str)| VariantLine {
            key,
            what: said(game.key, key).unwrap_or_else(|| (*what).to_owned()),
        };
        let variants = variants.map(line).collect();
        GameLine { key: game.key, name: game.name, players: game.players, variants }
    });
    Ok(Reply::page(&GamesPage { games: games.collect() })?)
}

/// A rule by its number, with those below it; rules by a word in them; or, if nothing is said, the chapters.
pub fn rules(mail: &Handling<'_>, asked: &str) -> Answer<Reply> {
    let asked = asked.trim();
    let number = asked.to_uppercase();
    let own = game_of(mail);
    let example = own.or(GAMES.first()).and_then(|game| first_rule(game.rules));
    if asked.is_empty() {
        let Some(game) = own else { return Err(decline(Info::WhichRules { example })) };
        let chapters = Book::of(game, mail.language()).chapters();
        return Ok(Reply::page(&ChaptersPage { game: game.name, chapters, example })?);
    }
    // `3.5` is a rule of the game that is played.
    let prefix = own.and(example).and_then(|example| example.split_once('-')).map(|(prefix, _)| prefix);
    let own_number = prefix.map(|prefix| format!("{prefix}-{number}"));
    let numbers = own_number.iter().chain([&number]);
    let books = numbers.flat_map(|number| GAMES.iter().map(move |game| Book::of(game, mail.language()).under(number)));
    let by_word = own.into_iter().map(|game| Book::of(game, mail.language()).about(&[asked.to_owned()]));
    match books.chain(by_word).find(|rules| !rules.is_empty()) {
        Some(rules) => Ok(Reply::page(&RulesPage { rules })?),
        None => Err(decline(Info::NoSuchRule { number: asked.to_owned(), example })),
    }
}

/// How a table stands: the deadline, who sits where, what was done by whom.
pub fn status(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let (board, _) = mail.board_named(look.store, rest)?;
    let (mut awaited, mut stage) = (Vec::new(), board.stage.clone());
    if board.is_started() && !matches!(board.status, Status::Broken(_)) {
        let table = look.tables.see(look.store, &board)?;
        if asks_openly(table) && board.settings.awaited == Awaited::Shown {
            awaited = missing(look.store, &board, table)?;
        }
        stage = table.stage_title(&look.voice.report, mail.language())?;
    }
    let mut waiting = Vec::new();
    for member in look.store.members(&board.id)?.iter().filter(|member| member.role == Role::Waiting) {
        waiting.extend(look.store.person(member.person)?.map(|person| person.name));
    }
    let log = look.store.log_of(&board.id)?;
    let log: Vec<(Time, String)> = log.into_iter().rev().take(LOG).rev().collect();
    let log =
        log.into_iter().map(|(at, kept)| Ok(LogLine { when: Moment(at), text: entry_of(look, mail, &board, kept)? }));
    let log = log.collect::<Result<_>>()?;
    let page = StatusPage {
        table: &board.id,
        game: game_name(&board),
        variant: &board.header.variant,
        pace: board.header.pace,
        status: status_word(&board),
        stage,
        rounds: board.rounds,
        deadline: board.deadline.map(Moment),
        pause_ends: pause_ends(&board).map(Moment),
        seats: seat_lines(look, mail, &board, &awaited)?,
        waiting,
        players: people_at(look.tables.games(), &board)?,
        settings: board.settings.list(),
        commitment: &board.header.commitment,
        log,
    };
    Ok(Reply::page(&page)?)
}

/// An entry of the log in the reader's words.
fn entry_of(look: &mut Look<'_, '_>, mail: &Handling<'_>, board: &Board, kept: String) -> Result<String> {
    let Some((key, fields)) = Log::read(&kept) else { return Ok(kept) };
    let mut fields = in_language(look.tables, board, mail.language(), &fields)?;
    if let Some(Value::String(stage)) = fields.get_mut("stage") {
        *stage = look.tables.stage_title(look.voice, &board.header, stage, mail.language());
    }
    // What a damaged row says is no sentence.
    Ok(look.voice.line(&mail.person, &key, fields).unwrap_or(kept))
}

fn seat_lines(
    look: &mut Look<'_, '_>,
    mail: &Handling<'_>,
    board: &Board,
    awaited: &[String],
) -> Result<Vec<SeatLine>> {
    let moderates = mail.moderates(look.club, board);
    let store = look.store;
    let person = |id: Option<i64>| Ok::<_, anyhow::Error>(id.map(|id| store.person(id)).transpose()?.flatten());
    let mut lines = Vec::new();
    for seat in store.seats(&board.id)? {
        let player = person(seat.player())?;
        lines.push(SeatLine {
            owner: person(seat.owner)?.map(|person| person.name),
            standby: person(seat.standby.filter(|_| seat.keeper == Keeper::Standby))?.map(|person| person.name),
            caretaker: seat.is_automatic(),
            missed: seat.missed,
            awaited: awaited.contains(&seat.seat),
            unreachable: moderates && player.is_some_and(|person| person.unreachable.is_some()),
            seat: shown(store, look.tables, board, &seat.seat, mail.language()),
        });
    }
    Ok(lines)
}

/// The first number in a game's rules, such as `MN-1.1`: they look like this.
pub fn first_rule(rules: &'static str) -> Option<&'static str> {
    rules.split("**").skip(1).step_by(2).find(|bold| bold.contains('-') && bold.ends_with(|c: char| c.is_ascii_digit()))
}

/// The game of the table that a letter is about.
pub fn game_of(mail: &Handling<'_>) -> Option<&'static Entry> {
    mail.board.as_ref().and_then(|board| catalogue::find(&board.header.game).ok())
}

/// What is played at a table, as people call it.
pub fn game_name(board: &Board) -> &str {
    catalogue::find(&board.header.game).map_or(&board.header.game, |entry| entry.name)
}

/// How a table stands, as a word that templates know.
fn status_word(board: &Board) -> &'static str {
    match board.status {
        Status::Gathering => "gathering",
        Status::Running => "running",
        Status::Held => "held",
        Status::Paused(_) => "paused",
        Status::Over => "over",
        Status::Closed => "closed",
        Status::Broken(_) => "broken",
    }
}
