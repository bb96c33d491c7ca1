//! What everybody is told when a round was closed, or when a table is shown to somebody new.

use super::endings::last_papers;
use super::hands::belongs_to;
use super::layout::Show;
use super::names::at_table;
use super::open_table::{OpenTable, Reader};
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::{News, Silent, Subject};
use super::work::Work;
use crate::report::{Detail, Rendered};
use crate::sentence::Sentence as _;
use crate::settings::Advance;
use crate::store::{Board, Filed, Format, Person, SeatRow, Status, Wants};
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;

/// What goes with the reports of a round, for all readers.
#[derive(Default)]
pub struct Tidings<'t> {
    /// The letters that counted.
    pub receipts: BTreeMap<String, Filed>,
    /// What else is to be said.
    pub news: &'t [News],
    /// The seats that were asked before: whoever is not asked any more has a deadline less in the calendar.
    pub were_asked: &'t [String],
    /// The seal of the round closed just now.
    pub seal: Option<&'t str>,
    /// Whether the stage goes on: the board was in the report before, and comes again when the stage ends.
    pub is_follow_up: bool,
    /// Whether the reader is new at the seat: what became of orders there is not said as if they were the reader's own.
    pub to_newcomer: bool,
}

/// Who gets a report, and how much of it.
#[derive(Clone, Copy)]
pub struct To<'t> {
    /// Who.
    pub person: &'t Person,
    /// As whom.
    pub reader: Reader<'t>,
    /// How much.
    pub detail: Detail,
}

/// A report.
#[derive(Serialize)]
struct ReportPage<'p> {
    table: &'p str,
    text: Rendered,
    asked: bool,
    /// Whoever plays in the reader's place.
    stand_in: Option<StandIn>,
    deadline: Option<Moment>,
    early: bool,
    planned: bool,
    receipt: Option<Receipt>,
    notices: Vec<String>,
    round: u32,
    seal: Option<String>,
    commitment: &'p str,
    clippings: Vec<Item>,
    over: bool,
    players: Vec<PlayerLine>,
    brief: bool,
}

impl Page for ReportPage<'_> {
    const TEMPLATE: &'static str = "desk/report.txt";
}

/// Somebody, or the automaton, who plays a seat for its owner.
#[derive(Serialize)]
struct StandIn {
    seat: String,
    /// Nobody's, if it is the automaton.
    name: Option<String>,
}

/// Who played what.
#[derive(Serialize)]
struct PlayerLine {
    seat: String,
    name: Option<String>,
    automaton: bool,
}

/// The receipt of a letter, as people read it.
#[derive(Serialize)]
pub struct Receipt {
    number: u32,
    chain: String,
}

impl From<&Filed> for Receipt {
    fn from(filed: &Filed) -> Receipt {
        Receipt { number: filed.number, chain: grouped(&filed.chain) }
    }
}

/// Something that waited for a digest, or for the next report.
#[derive(Serialize)]
pub struct Item {
    table: Option<String>,
    when: Moment,
    text: String,
}

/// Takes what waits for somebody's digest.
pub(super) fn take_items(work: &mut Work<'_>, person: i64) -> Result<Vec<Item>> {
    let items = work.store.take_digest(person)?.into_iter();
    Ok(items.map(|one| Item { table: one.board, when: Moment(one.at), text: one.text }).collect())
}

/// Sends everybody the own report of the round closed last.
pub(super) fn report_round(
    work: &mut Work<'_>,
    board: &Board,
    table: &dyn OpenTable,
    seats: &[SeatRow],
    tidings: &Tidings<'_>,
) -> Result<()> {
    let is_over = board.status == Status::Over;
    let is_follow_up = tidings.is_follow_up && !is_over;
    let asked = table.asked();
    let mut told: Vec<i64> = Vec::new();
    for seat in seats {
        for id in seat.readers() {
            let Some(person) = work.store.person(id)? else { continue };
            told.push(id);
            let plays = seat.player() == Some(id);
            let is_asked = !is_over && asked.contains(&seat.seat) && plays;
            // Whoever has lost the seat to the automaton since has the deadline in the calendar too.
            let was_asked = tidings.were_asked.contains(&seat.seat) && (plays || seat.is_automatic());
            let detail = match (is_follow_up, is_asked) {
                (false, _) => Detail::Whole,
                (true, true) => Detail::Move,
                (true, false) => Detail::News,
            };
            let to = To { person: &person, reader: Reader::Seat(&seat.seat), detail };
            // In the middle of a stage nobody gets a mail that says nothing.
            let is_idle = is_follow_up && !is_asked && !was_asked && tidings.news.is_empty();
            if is_idle && !table.has_news(to.reader)? {
                continue;
            }
            let way = Way { is_asked, calendar: is_asked || was_asked };
            report_to(work, board, table, to, tidings, &way)?;
        }
    }
    let others = work.store.members(&board.id)?.into_iter().map(|member| member.person).chain(board.moderator);
    for id in others {
        if told.contains(&id) {
            continue;
        }
        told.push(id);
        let Some(person) = work.store.person(id)? else { continue };
        let detail = if is_follow_up { Detail::News } else { Detail::Whole };
        let to = To { person: &person, reader: Reader::Observer, detail };
        if is_follow_up && tidings.news.is_empty() && !table.has_news(to.reader)? {
            continue;
        }
        report_to(work, board, table, to, tidings, &Way { is_asked: false, calendar: false })?;
    }
    Ok(())
}

/// How a report goes to its reader.
struct Way {
    is_asked: bool,
    calendar: bool,
}

fn report_to(
    work: &mut Work<'_>,
    board: &Board,
    table: &dyn OpenTable,
    to: To<'_>,
    tidings: &Tidings<'_>,
    way: &Way,
) -> Result<()> {
    let is_over = board.status == Status::Over;
    let text = report_text(work, board, table, to, tidings)?;
    let person = to.person;
    if person.wants == Wants::Digest && !way.is_asked && !is_over {
        return work.store.clip(person.id, Some(&board.id), work.now, &text.clipped());
    }
    let stage = table.stage_title(&work.voice.report, &person.language)?;
    let subject = match (is_over, way.is_asked) {
        (true, _) => Subject::Over,
        (false, true) => Subject::Orders { stage },
        (false, false) => Subject::Report { stage },
    };
    let files = if is_over { last_papers(work, board, None, &person.language)? } else { Vec::new() };
    let mut mail = Mail::notice(board, &work.voice.say(person, &subject)?, text);
    (mail.about, mail.calendar, mail.files) = (Some((board, to.seat())), way.calendar, files);
    mail.show = show(work, table, to)?;
    send(work, person, mail)
}

/// What a reader's page shows besides the text: the seats, and the board if the reader likes pictures.
fn show(work: &Work<'_>, table: &dyn OpenTable, to: To<'_>) -> Result<Show> {
    let (report, language) = (&work.voice.report, to.person.language.as_str());
    if to.person.format == Format::Plain {
        return Ok(Show::default());
    }
    let signs = table.signs(report, to.reader, language)?;
    let picture = match to.person.format {
        Format::Html => table.drawn(report, &mut work.voice.artist.borrow_mut(), to.reader, language),
        _ => Ok(None),
    };
    // A picture that cannot be drawn holds up no report.
    let picture = picture.unwrap_or_else(|error| {
        tracing::warn!(error = format!("{error:#}"), "a picture could not be drawn");
        None
    });
    Ok(Show { signs, picture, mended: None })
}

impl<'t> To<'t> {
    /// The seat whose report it is.
    fn seat(&self) -> Option<&'t str> {
        match self.reader {
            Reader::Seat(seat) => Some(seat),
            Reader::Observer | Reader::Moderator => None,
        }
    }
}

/// What one reader is told about the round closed last, and about the one that is open.
pub(super) fn report_text(
    work: &mut Work<'_>,
    board: &Board,
    table: &dyn OpenTable,
    to: To<'_>,
    tidings: &Tidings<'_>,
) -> Result<Rendered> {
    let To { person, reader, detail } = to;
    let seat = to.seat();
    let rows = work.store.seats(&board.id)?;
    let row = rows.iter().find(|row| Some(row.seat.as_str()) == seat);
    // Somebody for whom another plays is asked nothing, and no default is promised.
    let plays = row.is_none_or(|row| row.player() == Some(person.id));
    let is_asked = plays && seat.is_some_and(|seat| table.asked().iter().any(|asked| asked == seat));
    let detail = if plays || detail == Detail::News { detail } else { Detail::Watch };
    let own: Vec<&str> = rows.iter().filter(|row| belongs_to(row, person.id)).map(|row| row.seat.as_str()).collect();
    let said = |one: &News| {
        let one = shown(one, table, person, &own);
        work.voice.line(person, one.key(), at_table(table, &person.language, &one)?)
    };
    let notices = tidings.news.iter().map(said);
    let notices = notices.collect::<Result<_>>()?;
    let receipt = seat.and_then(|seat| tidings.receipts.get(seat));
    // What an automaton wrote is not the reader's letter.
    let onlooker = seat.filter(|_| tidings.to_newcomer || receipt.is_some_and(|receipt| receipt.author.is_none()));
    let report = |detail| match onlooker {
        Some(seat) => table.report_to_onlooker(&work.voice.report, seat, &person.language, detail),
        None => table.report(&work.voice.report, reader, &person.language, detail),
    };
    let text = report(detail)?;
    // Some games show all of a small board in the middle of a stage too: then nothing is left out.
    let is_brief = match detail {
        Detail::Whole | Detail::Watch => false,
        Detail::Move => report(Detail::Whole)?.text() != text.text(),
        Detail::News => true,
    };
    let over = board.status == Status::Over;
    let page = ReportPage {
        table: &board.id,
        text,
        asked: is_asked && board.status == Status::Running,
        stand_in: match row.filter(|_| !plays) {
            Some(row) => Some(StandIn {
                seat: table.shown(&row.seat, &person.language),
                name: row.player().map(|id| work.store.person(id)).transpose()?.flatten().map(|person| person.name),
            }),
            None => None,
        },
        deadline: board.deadline.map(Moment),
        early: board.settings.advance == Advance::AllIn,
        planned: seat.map(|seat| table.plans_here(seat, "en")).transpose()?.is_some_and(|plans| !plans.is_empty()),
        receipt: receipt.filter(|receipt| receipt.author.is_some()).map(Receipt::from),
        notices,
        round: board.rounds,
        seal: tidings.seal.map(grouped),
        commitment: &board.header.commitment,
        clippings: take_items(work, person.id)?,
        over,
        players: if over { players(work, board, table, &person.language)? } else { Vec::new() },
        brief: is_brief,
    };
    let choices = page.text.choices().to_vec();
    Ok(work.voice.letter(person, &page)?.with_choices(choices))
}

/// News that name a seat name it as readers know it, and speak to those whom they are about.
fn shown(news: &News, table: &dyn OpenTable, reader: &Person, own: &[&str]) -> News {
    let is_own = |seat: &str| own.contains(&seat);
    let name = |seat: &str| table.shown(seat, &reader.language);
    let apart = |silent: &[Silent]| -> (Vec<Silent>, Vec<Silent>) {
        let (own, others): (Vec<&Silent>, Vec<&Silent>) = silent.iter().partition(|one| is_own(&one.seat));
        // Whether somebody had plans is nobody else's business.
        let told = |one: &Silent, planned| Silent { seat: name(&one.seat), missed: one.missed, planned };
        let own = own.into_iter().map(|one| told(one, one.planned)).collect();
        (others.into_iter().map(|one| told(one, None)).collect(), own)
    };
    match news {
        News::WereSilent { silent, .. } => {
            let (silent, own) = apart(silent);
            News::WereSilent { silent, own }
        }
        News::ClosedEarly { silent, .. } => {
            let (silent, own) = apart(silent);
            News::ClosedEarly { silent, own }
        }
        News::CaretakerPlays { seats, .. } => News::CaretakerPlays {
            seats: seats.iter().map(|seat| name(seat)).collect(),
            own: seats.iter().all(|seat| is_own(seat)),
        },
        News::DeadlineAbsence { moment, names, .. } => News::DeadlineAbsence {
            moment: *moment,
            names: names.iter().filter(|name| **name != reader.name).cloned().collect(),
            own: names.contains(&reader.name),
        },
        other => other.clone(),
    }
}

/// Who plays what: the winners first, as the rules name them, then the others.
fn players(work: &Work<'_>, board: &Board, table: &dyn OpenTable, language: &str) -> Result<Vec<PlayerLine>> {
    let mut rows = work.store.seats(&board.id)?;
    let winners = table.winners().unwrap_or_default();
    rows.sort_by_key(|row| winners.iter().position(|seat| *seat == row.seat).unwrap_or(usize::MAX));
    let mut players = Vec::new();
    for row in &rows {
        let player = row.player().or(row.owner).map(|id| work.store.person(id)).transpose()?.flatten();
        let (seat, name) = (table.shown(&row.seat, language), player.map(|person| person.name));
        players.push(PlayerLine { seat, name, automaton: row.is_automatic() });
    }
    Ok(players)
}

/// A hash in groups that can be read aloud: its beginning is enough to tell two apart.
pub fn grouped(hash: &str) -> String {
    let short: Vec<char> = hash.chars().take(16).collect();
    short.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}
