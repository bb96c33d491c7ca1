//! Letters that answer a round that is closed: they are shown to their writers, and filed only if these say so.

use super::filing::{self, Intent};
use crate::desk::answering::form_answered;
use crate::desk::handling::Handling;
use crate::desk::open_table::Writing;
use crate::desk::reply::{Answer, Done, Page, Reply, decline};
use crate::desk::script::script;
use crate::desk::sentences::Orders;
use crate::desk::verb::Verb;
use crate::desk::work::{Look, Work};
use crate::mail::Letter;
use crate::mail::selection::SentForm;
use crate::store::Board;
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;

/// How many closed rounds a subject is compared with.
const RECENT: u32 = 6;
/// So many lines of a letter are shown in which no order was understood.
const LINES_SHOWN: usize = 10;

/// A letter that came too late.
#[derive(Serialize)]
struct TooLatePage<'p> {
    table: &'p str,
    seat: &'p str,
    stage: String,
    now: String,
    problems: usize,
    lines: Vec<&'p str>,
    typed: Vec<&'p str>,
    deadline: Option<Moment>,
    #[serde(rename = "use")]
    use_it: &'p str,
}

impl Page for TooLatePage<'_> {
    const TEMPLATE: &'static str = "desk/too-late.txt";
}

/// The stage that a letter is too late for, as its writer reads it; an empty text, if that stage is not to be found any more.
pub fn too_late_for(look: &mut Look<'_, '_>, mail: &Handling<'_>, board: &Board) -> Result<Option<String>> {
    let opened_after = board.opened_after.unwrap_or(0);
    let Some(round) = mail.answered.round(&board.id) else { return late_by_subject(look, mail, board) };
    // Within a stage any report of it may be answered; a rollback opens an old round again.
    if round > opened_after && round <= board.rounds + 1 {
        return Ok(None);
    }
    let closed = look.store.rounds(&board.id, board.timeline, round.saturating_sub(1), round)?;
    let title = |closed: &crate::referee::Round| {
        look.tables.stage_title(look.voice, &board.header, &closed.stage, mail.language())
    };
    Ok(Some(closed.first().map(title).unwrap_or_default()))
}

/// The same for a letter that names no mail, but has the subject of an older report.
fn late_by_subject(look: &mut Look<'_, '_>, mail: &Handling<'_>, board: &Board) -> Result<Option<String>> {
    let Some(subject) = mail.answered.subject.as_ref().filter(|text| text.contains(&format!("[{}]", board.id))) else {
        return Ok(None);
    };
    let mut title = |stage: &str| look.tables.stage_title(look.voice, &board.header, stage, mail.language());
    if subject.contains(&title(&board.stage)) {
        return Ok(None);
    }
    let after = board.opened_after.unwrap_or(0);
    for round in look.store.rounds(&board.id, board.timeline, after.saturating_sub(RECENT), after)?.iter().rev() {
        let title = title(&round.stage);
        if subject.contains(&title) {
            return Ok(Some(title));
        }
    }
    Ok(None)
}

/// Says that a letter came after its stage was closed, and shows it; files nothing.
pub fn came_too_late(
    look: &mut Look<'_, '_>,
    mail: &Handling<'_>,
    seat: &str,
    text: &str,
    stage: String,
) -> Answer<Done> {
    let board = mail.need_running(look.store)?;
    let table = look.tables.see(look.store, &board)?;
    let to = Writing { report: &look.voice.report, seat, language: mail.language(), effort: look.voice.effort };
    let read = table.what_if(to, text)?;
    let now = table.stage_title(&look.voice.report, mail.language())?;
    let page = TooLatePage {
        table: &board.id,
        seat,
        stage,
        now,
        problems: read.problems,
        lines: read.canonical.lines().filter(|line| !line.trim().is_empty()).collect(),
        typed: text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES_SHOWN).collect(),
        deadline: board.deadline.map(Moment),
        use_it: look.verbs.name(Verb::Use, mail.language()),
    };
    Ok(Done::amiss(Reply::page(&page)?))
}

/// The orders of the letter that came too late shall count for the round that is open now.
pub fn use_late_letter(work: &mut Work<'_>, mail: &mut Handling<'_>, intent: Intent) -> Answer<Done> {
    let raw = mail.answered.letter_before().map(|print| work.store.mail_with(print)).transpose()?.flatten();
    let letter = raw.map(|raw| Letter::read(&raw, work.phrases));
    let sender = letter.as_ref().and_then(|letter| letter.sender()).map(|from| from.base()).unwrap_or_default();
    let Some(letter) = letter.filter(|_| mail.person.has(&sender)) else {
        return Err(decline(Orders::NothingToUse));
    };
    let home = mail.board.as_ref().map(|board| board.id.clone());
    let form = form_answered(work.store, &letter, &mail.person)?;
    let sent = form.as_ref().map(|form| SentForm { before: &form.before, form: &form.form, after: &form.after });
    let sheets = script(work, mail, &letter, sent)?.sheets;
    let has_orders = |sheet: &crate::desk::reading::Sheet| !sheet.orders.trim().is_empty();
    let sheet = sheets.into_iter().find(|sheet| has_orders(sheet) && (sheet.table.is_none() || sheet.table == home));
    match sheet {
        Some(sheet) => filing::file(work, mail, &sheet.orders, intent),
        None => Err(decline(Orders::NothingToUse)),
    }
}
