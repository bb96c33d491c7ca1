//! A letter of somebody who is proved: what it says is done, and answered once.

use super::commands::{command, do_sheet, help_for, told};
use super::handling::Handling;
use super::identity::Proof;
use super::layout::Show;
use super::limits::Understood;
use super::measure::measure;
use super::names::in_language;
use super::post::{Mail, Plain, send};
use super::reading::{Said, Sheet};
use super::reply::{Done, Page, Reply};
use super::script::{Script, script, whole_reply};
use super::secrets::Secrets;
use super::sentences::{About, Letters, Mails, Subject, Tables};
use super::stamp::Answered;
use super::texts;
use super::verb::Verb;
use super::who::{Tag, plain};
use super::work::Work;
use crate::mail::compose::Kind;
use crate::mail::letter::Piece;
use crate::mail::selection::{FoundIn, SentForm};
use crate::mail::typography::keyboard;
use crate::mail::{Letter, Problem, Selection};
use crate::report::Rendered;
use crate::sentence::Sentence;
use crate::store::{Board, FormRow, Person, PressRow, Records};
use anyhow::Result;
use serde::Serialize;

/// More lines of a quote are not shown again.
const MOST_QUOTED: usize = 12;

/// How a letter is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Usual,
    /// If nothing in it is understood, it is the last of its kind that is answered.
    LastTry,
    /// It seems to come from a machine: if nothing in it is a command or an order, nothing is done and nothing answered.
    OnlyIfUnderstood,
}

/// The answer to a letter.
#[derive(Serialize)]
struct AnswerPage<'p> {
    pieces: Vec<String>,
    table: Option<&'p str>,
    name: &'p str,
}

impl Page for AnswerPage<'_> {
    const TEMPLATE: &'static str = "desk/answer.txt";
}

/// Lines that were not read.
#[derive(Serialize)]
struct IgnoredPage<'p> {
    lines: &'p [String],
}

impl Page for IgnoredPage<'_> {
    const TEMPLATE: &'static str = "desk/ignored.txt";
}

/// An answer to somebody's letter that may be press, or orders with slips in them.
#[derive(Serialize)]
struct PressOrOrdersPage<'p> {
    from: Option<&'p str>,
    lines: Vec<&'p str>,
}

impl Page for PressOrOrdersPage<'_> {
    const TEMPLATE: &'static str = "desk/press-or-orders.txt";
}

/// Lines that stand in a quote, and look like orders.
#[derive(Serialize)]
struct QuotedPage {
    lines: Vec<String>,
}

impl Page for QuotedPage {
    const TEMPLATE: &'static str = "desk/quoted.txt";
}

/// Does what a letter says and answers it.
pub(super) fn answer(
    work: &mut Work<'_>,
    letter: &Letter,
    person: Person,
    secrets: Secrets,
    proof: &Proof,
    tone: Tone,
) -> Result<Understood> {
    if is_too_long(letter, work.club.limits.orders) {
        reply_briefly(work, &person, letter, &Mails::TooLongLetter)?;
        return Ok(Understood::Nothing);
    }
    let form = form_answered(work.store, letter, &person)?;
    let mut mail = handling(work, letter, person, form.as_ref(), secrets, proof)?;
    let sent = form.as_ref().map(|form| SentForm { before: &form.before, form: &form.form, after: &form.after });
    let Script { mut sheets, mut answer, has_orders, has_slips } = script(work, &mail, letter, sent)?;
    let left_out = measure(&mut sheets, work.club.limits.commands)?;
    // What stands in a text is not lost, even if it looks like a signature.
    let in_texts: Vec<String> =
        sheets.iter().flat_map(|sheet| &sheet.commands).map(|said| keyboard(&said.body)).collect();
    let is_in_text = |line: &String| in_texts.iter().any(|text| text.lines().any(|one| one == line));
    answer.ignored.retain(|line| !texts::is_end(work.verbs, line) && !is_in_text(line));
    let whole = whole_reply(work.verbs, &mail, &sheets, has_orders || has_slips);
    let is_said = has_orders || sheets.iter().any(|sheet| !sheet.commands.is_empty());
    if tone == Tone::OnlyIfUnderstood && !is_said {
        return Ok(Understood::Nothing);
    }
    let is_chat = whole.is_some() && !is_said;
    let is_understood = whole.is_some() || sheets.iter().any(|sheet| !sheet.commands.is_empty());
    let mut all = match (whole, &mail.answers) {
        (Some(reply), _) => vec![do_one(work, &mut mail, &reply)?],
        // It may be press or orders, so it is neither until its writer says which.
        (None, Some(press)) if has_slips && !is_understood => {
            let lines = sheets.iter().flat_map(|sheet| sheet.orders.lines()).map(str::trim);
            let lines = lines.filter(|line| !line.is_empty()).collect();
            vec![Done::amiss(Reply::page(&PressOrOrdersPage { from: press.signed.as_deref(), lines })?)]
        }
        (None, _) => do_sheets(work, &mut mail, &sheets)?,
    };
    all.extend(left_out);
    if all.is_empty() && !letter.problems.contains(&Problem::Encrypted) {
        let lines = quoted_orders(work, &mail)?;
        all.push(match lines.is_empty() {
            true => Done::well(help_for(&mut work.look(), &mail)?),
            false => Done::amiss(Reply::page(&QuotedPage { lines })?),
        });
    }
    // Whoever sends the same for the last time before it counts as a machine's must know.
    if tone == Tone::LastTry && !is_understood && !all.iter().any(|done| done.is_filed) {
        all.push(Done::well(Reply::say(Mails::LastTry)?));
    }
    all.extend(unread(work, letter, &answer)?);
    if !answer.ignored.is_empty() {
        all.push(Done::amiss(Reply::page(&IgnoredPage { lines: &answer.ignored })?));
    }
    if work.newcomer == Some(mail.person.id) && mail.person.language != work.club.language {
        let others = work.voice.report.languages().filter(|language| *language != mail.person.language);
        all.push(Done::well(Reply::say(About::LanguageGuessed { others: others.map(str::to_owned).collect() })?));
    }
    let is_filed = all.iter().any(|done| done.is_filed);
    send_answer(work, &mail, all)?;
    Ok(match is_filed || is_understood {
        true if is_chat => Understood::Chat,
        true => Understood::Something,
        false => Understood::Nothing,
    })
}

/// Everything about a mail that is known before it is read.
fn handling<'m>(
    work: &Work<'_>,
    letter: &'m Letter,
    person: Person,
    form: Option<&FormRow>,
    secrets: Secrets,
    proof: &Proof,
) -> Result<Handling<'m>> {
    // A tag says which seat is meant only to the person it was made for.
    let tag = work.gate.key.tag(letter).filter(|tag| tag.person == person.id);
    let press = press_answered(work.store, letter, &person)?;
    let board = match press.as_ref().map(|press| work.store.sound_board(&press.board)).transpose()?.flatten() {
        Some(board) => Some(board),
        None => home(work.store, letter, &person, tag.as_ref(), form)?,
    };
    Ok(Handling {
        letter,
        proof: proof.clone(),
        board,
        seat: None,
        // Without a tag the report that is answered says which of several seats is meant.
        tagged: tag.map(|tag| tag.seat).or(form.map(|form| plain(&form.seat))),
        games: work.tables.games().clone(),
        answered: Answered::by(letter),
        answers: press,
        answers_all: work.gate.key.means_all(letter, person.id),
        secret: secrets.set,
        is_damaged: is_damaged(letter),
        files: Vec::new(),
        person,
    })
}

fn do_one(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Result<Done> {
    command(work, mail, said).map(Done::well).or_else(|declined| told(work, declined))
}

fn do_sheets(work: &mut Work<'_>, mail: &mut Handling<'_>, sheets: &[Sheet]) -> Result<Vec<Done>> {
    let mut all = Vec::new();
    let is_for_several = sheets.iter().filter(|sheet| sheet.table.is_some()).count() > 1;
    for sheet in sheets {
        if let Some(table) = sheet.table.clone().filter(|_| is_for_several) {
            all.push(Done::well(Reply::say(Tables::AtTable { table })?));
        }
        all.extend(do_sheet(work, mail, sheet)?);
    }
    let is_reply = |sheet: &Sheet| sheet.commands.iter().any(|said| said.verb == Verb::Reply);
    if let Some(press) = mail.answers.as_ref().filter(|_| !sheets.iter().any(is_reply)) {
        all.push(Done::well(Reply::say(Letters::NotReplied { from: press.signed.clone() })?));
    }
    Ok(all)
}

/// Puts everything into the reader's words, once, and sends it.
pub(super) fn send_answer(work: &mut Work<'_>, mail: &Handling<'_>, all: Vec<Done>) -> Result<()> {
    let problems: usize = all.iter().map(|done| done.problems).sum();
    let subject = match (problems, all.iter().any(|done| done.is_filed)) {
        (0, true) => Subject::Filed,
        (0, false) => Subject::Answer,
        _ => Subject::Problems { problems },
    };
    let mut pieces = Vec::with_capacity(all.len());
    // With several things in a letter it would not be plain which of them is sent again.
    let mended = match all.as_slice() {
        [only] => only.mended.clone(),
        _ => None,
    };
    for done in all {
        let mut done = done;
        if let Some(board) = &mail.board {
            done.reply = at_board(work, board, mail.language(), done.reply)?;
        }
        pieces.push(work.voice.reply(&mail.person, done.reply)?.trim().to_owned());
    }
    let table = mail.board.as_ref().map(|board| board.id.as_str());
    let text = work.voice.letter(&mail.person, &AnswerPage { pieces, table, name: &mail.person.name })?;
    let about = mail.board.as_ref().map(|board| (board, mail.seat.as_deref()));
    let answer = answer_mail(work, &mail.person, mail.letter, about, &subject, text)?;
    let show = Show { mended, ..Show::default() };
    send(work, &mail.person, Mail { files: mail.files.clone(), show, ..answer })
}

/// A reply about a table, with its seats named as its reader knows them.
fn at_board(work: &mut Work<'_>, board: &Board, language: &str, reply: Reply) -> Result<Reply> {
    let mut named = |fields| in_language(work.store, &mut work.tables, board, language, &fields);
    Ok(match reply {
        Reply::Sentence { key, fields } => Reply::Sentence { key, fields: named(fields)? },
        Reply::Page { template, fields } => Reply::Page { template, fields: named(fields)? },
        Reply::Text(text) => Reply::Text(text),
        Reply::Several(all) => {
            let all = all.into_iter().map(|reply| at_board(work, board, language, reply));
            Reply::Several(all.collect::<Result<_>>()?)
        }
    })
}

/// The lines of a quote that would be orders or commands if their writer had not left them there.
fn quoted_orders(work: &mut Work<'_>, mail: &Handling<'_>) -> Result<Vec<String>> {
    let is_quoted = |piece: &&Piece| matches!(piece, Piece::Quoted(_));
    let lines: Vec<String> = mail.letter.pieces().iter().filter(is_quoted).map(|one| keyboard(one.text())).collect();
    let table = match (&mail.board, mail.seat_row(work.store)?) {
        (Some(board), Some(_)) if board.is_started() => work.tables.see(work.store, board).ok(),
        _ => None,
    };
    let is_meant = |line: &&String| {
        let line = line.trim();
        let is_order = || table.is_some_and(|table| table.understands(line));
        !line.is_empty() && (work.verbs.read(line).is_some_and(|said| said.in_full) || is_order())
    };
    Ok(lines.iter().filter(is_meant).take(MOST_QUOTED).cloned().collect())
}

/// Whether a letter is longer than the club takes.
fn is_too_long(letter: &Letter, most: usize) -> bool {
    letter.problems.contains(&Problem::TooLong) || (most > 0 && letter.body.lines().count() > most)
}

/// What was not read of a letter, so that nobody believes it was; and what was, if that is not plain.
fn unread(work: &Work<'_>, letter: &Letter, answer: &Selection) -> Result<Vec<Done>> {
    let mut all = Vec::new();
    let is_promised = |piece: &Piece| matches!(piece, Piece::Own(line) if work.phrases.names_attachment(line));
    let has_files = !letter.attached.is_empty() || !letter.files.is_empty();
    if !has_files && letter.pieces().iter().any(is_promised) {
        all.push(Mails::NothingAttached);
    }
    if is_damaged(letter) {
        all.push(Mails::DamagedLetter);
    }
    if letter.problems.contains(&Problem::Encrypted) {
        all.push(Mails::EncryptedLetter);
    }
    if let FoundIn::Attached(file) = &answer.found_in {
        all.push(Mails::ReadAttached { file: file.clone() });
    }
    if !answer.unused.is_empty() {
        all.push(Mails::UnusedFiles { files: answer.unused.clone() });
    }
    if letter.problems.contains(&Problem::EnclosedMails) {
        all.push(Mails::EnclosedMails);
    }
    if !letter.files.is_empty() {
        all.push(Mails::OtherFiles { files: letter.files.clone() });
    }
    all.into_iter().map(|one| Ok(Done::well(Reply::say(one)?))).collect()
}

/// The letter of somebody else that this one answers, if that went to its writer.
fn press_answered(store: &Records, letter: &Letter, person: &Person) -> Result<Option<PressRow>> {
    let id = letter.in_reply_to.first().or(letter.references.last());
    let press = id.map(|id| store.press(id)).transpose()?.flatten();
    Ok(press.filter(|press| press.reader == person.id))
}

/// The form this letter answers, if it was sent to its writer.
pub(super) fn form_answered(store: &Records, letter: &Letter, person: &Person) -> Result<Option<FormRow>> {
    for id in letter.in_reply_to.iter().chain(letter.references.iter().rev()) {
        if let Some(form) = store.form(id)? {
            let seats = store.seats(&form.board)?;
            let is_own = seats.iter().any(|seat| seat.seat == form.seat && seat.readers().any(|id| id == person.id));
            return Ok(Some(form).filter(|_| is_own));
        }
    }
    Ok(None)
}

/// The table a letter is about, unless it names another.
fn home(
    store: &Records,
    letter: &Letter,
    person: &Person,
    tag: Option<&Tag>,
    form: Option<&FormRow>,
) -> Result<Option<Board>> {
    let in_subject = letter.subject.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    let in_subject = in_subject.map(|(id, _)| id.trim().to_lowercase());
    let named = tag.map(|tag| tag.board.clone()).or(form.map(|form| form.board.clone())).or(in_subject);
    if let Some(board) = named.map(|id| store.sound_board(&id)).transpose()?.flatten() {
        return Ok(Some(board));
    }
    let mut alive = Vec::new();
    for id in &store.boards_of(person.id)? {
        alive.extend(store.sound_board(id)?.filter(|board| board.is_alive()));
    }
    Ok(if alive.len() == 1 { alive.pop() } else { None })
}

/// Answers a letter with a sentence or two.
pub(super) fn reply_briefly(work: &mut Work<'_>, to: &Person, letter: &Letter, sentence: &impl Sentence) -> Result<()> {
    let text = work.voice.page(to, &Plain { text: work.voice.say(to, sentence)? })?;
    reply(work, to, letter, None, &Subject::Answer, text)
}

/// Answers a letter.
pub(super) fn reply(
    work: &mut Work<'_>,
    to: &Person,
    letter: &Letter,
    about: Option<(&Board, Option<&str>)>,
    subject: &Subject,
    text: impl Into<Rendered>,
) -> Result<()> {
    let mail = answer_mail(work, to, letter, about, subject, text)?;
    send(work, to, mail)
}

/// The mail that answers a letter.
fn answer_mail<'m>(
    work: &Work<'_>,
    to: &Person,
    letter: &Letter,
    about: Option<(&'m Board, Option<&'m str>)>,
    subject: &Subject,
    text: impl Into<Rendered>,
) -> Result<Mail<'m>> {
    let subject = work.voice.say(to, subject)?;
    let subject = match about {
        Some((board, _)) => format!("[{}] {subject}", board.id),
        None => format!("{}: {subject}", work.club.name),
    };
    let answers = letter.message_id.clone();
    Ok(Mail { about, answers, ..Mail::plain(Kind::Answer, subject, text) })
}

/// Whether a letter did not arrive as it was written.
fn is_damaged(letter: &Letter) -> bool {
    let signs = [Problem::Damaged, Problem::Ambiguous, Problem::Unreadable];
    signs.iter().any(|problem| letter.problems.contains(problem))
}
