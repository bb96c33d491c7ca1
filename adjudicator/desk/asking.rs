//! What waits for a "yes": the registered address is asked, and its answer decides.
//!
//! Each question has an address of its own to answer to, which only the asked address is told and which serves once; so whoever
//! answers it reads mail there. A letter that waited is handled when the "yes" comes, as if it came then: if its round was closed
//! meanwhile, it is too late, because otherwise anybody could hold up a table with a letter in another's name.

use super::answering::{answer, reply_briefly};
use super::commands::address::{confirm, drop_pair};
use super::forget::confirm_forget;
use super::identity::Proof;
use super::intake::{Arrival, Taken, put_aside};
use super::people::{note_other_address, welcome};
use super::post::{Mail, send_naming};
use super::secrets::Secrets;
use super::sentences::{Aside, Identity, Subject};
use super::verb::Word;
use super::work::Work;
use crate::mail::Letter;
use crate::mail::compose::Kind;
use crate::store::{Asking, Person, Request, Time};
use crate::time::{Moment, Span};
use anyhow::Result;
use serde::Serialize;

/// No address is asked about letters more often, in seconds.
const SELDOM: Time = 86_400;
/// More letters of one address do not wait.
const MOST_WAITING: usize = 20;
/// So many lines of a letter are shown to whom it claims to come from.
const LINES_SHOWN: usize = 12;

/// What somebody is asked about. Each question uses the fields it needs.
#[derive(Default, Serialize)]
pub(super) struct Asked {
    /// The new address.
    address: String,
    /// The old one.
    old: String,
    /// The tables that somebody leaves who is forgotten.
    tables: Vec<String>,
    /// The letters that wait.
    letters: Vec<WaitingLetter>,
    /// Whether we know who is asked.
    known: bool,
    /// How long they wait.
    days: Option<Span>,
}

impl Asked {
    /// A change of address.
    pub fn about_address(address: &str, old: &str) -> Asked {
        Asked { address: address.to_owned(), old: old.to_owned(), ..Asked::default() }
    }

    /// To be forgotten, and to leave these tables.
    pub fn about_tables(tables: Vec<String>) -> Asked {
        Asked { tables, ..Asked::default() }
    }
}

#[derive(Serialize)]
struct WaitingLetter {
    when: Moment,
    from: Option<String>,
    subject: String,
    lines: Vec<String>,
    more: bool,
}

/// A question on its page.
#[derive(Serialize)]
struct AskPage<'p> {
    #[serde(flatten)]
    what: &'p Asked,
    club: &'p str,
    name: &'p str,
}

/// Lets a letter wait and asks whom it claims to come from, unless they were asked today: then with the next answer.
pub(super) fn ask_about(work: &mut Work<'_>, came: &Arrival<'_>, person: Option<i64>, to: &Person) -> Result<Taken> {
    let open = work.store.requests_to(Asking::Letter, &to.address)?;
    let waiting = open.iter().find(|request| request.asked.is_none());
    let is_asked = open.iter().any(|request| request.asked.is_some_and(|asked| asked > work.now - SELDOM));
    let id = match waiting {
        Some(request) => request.id,
        None => work.store.add_request(Asking::Letter, person, &to.address, "", work.now, None)?,
    };
    if work.store.letters_waiting(id)?.len() >= MOST_WAITING {
        return put_aside(work, came, Aside::ManyWait);
    }
    work.store.let_wait(came.id, id)?;
    if !is_asked {
        ask_letters(work, id, to, Some(came.letter))?;
    }
    Ok(Taken::Waiting)
}

/// Asks somebody whether they wrote the letters that wait.
fn ask_letters(work: &mut Work<'_>, request: i64, to: &Person, answers: Option<&Letter>) -> Result<()> {
    let known = to.id != 0;
    let mut letters = Vec::new();
    for (_, received, raw) in work.store.letters_waiting(request)? {
        let letter = Letter::read(&raw, work.phrases);
        // Who is no member is shown nothing of it: a spammer could use us to spread the own words.
        let lines: Vec<&str> = letter.body.lines().filter(|line| !line.trim().is_empty() && known).collect();
        letters.push(WaitingLetter {
            when: Moment(received),
            from: letter.sender().map(|from| from.base()).filter(|from| !to.has(from)),
            subject: if known { letter.subject.clone() } else { String::new() },
            lines: lines.iter().take(LINES_SHOWN).map(|line| line.chars().take(200).collect()).collect(),
            more: lines.len() > LINES_SHOWN,
        });
    }
    let what = Asked { letters, known, days: Some(work.club.retention.waiting), ..Asked::default() };
    ask(work, Asking::Letter, request, to, &what, answers)
}

/// Asks an address something that is already noted.
pub(super) fn ask(
    work: &mut Work<'_>,
    kind: Asking,
    request: i64,
    to: &Person,
    what: &Asked,
    answers: Option<&Letter>,
) -> Result<()> {
    let subject = match kind {
        Asking::Letter => Subject::AskLetter,
        Asking::Address => Subject::AskAddress,
        Asking::OldAddress => Subject::AskOldAddress,
        Asking::Second => Subject::AskSecond,
        Asking::Forget => Subject::AskForget,
        Asking::Farewell => return Ok(()),
    };
    let subject = format!("{}: {}", work.club.name, work.voice.say(to, &subject)?);
    let page = AskPage { what, club: &work.club.name, name: &to.name };
    let text = work.voice.page_at(to, &format!("desk/ask-{}.txt", kind.word()), &page)?;
    let reply_to = work.gate.key.ask_to(&work.referee(), request, &to.address);
    work.store.set_asked(request, work.now)?;
    // Whoever gives a command is answered besides; whoever is only asked gets this as the answer.
    let kind = if answers.is_some() { Kind::Answer } else { Kind::Report };
    let answers = answers.and_then(|letter| letter.message_id.clone());
    let mail = Mail { answers, ..Mail::plain(kind, subject, text) };
    send_naming(work, to, mail, Some(reply_to)).map(drop)
}

/// Somebody answers a question of ours.
pub(super) fn answer_request(work: &mut Work<'_>, came: &Arrival<'_>, request: &Request) -> Result<Taken> {
    let person = request.person.map(|id| work.store.person(id)).transpose()?.flatten();
    let reader = match &person {
        Some(person) => Person { address: request.address.clone(), unreachable: None, ..person.clone() },
        None => stranger_at(work, &request.address),
    };
    let told = match yes_or_no(work, came.letter) {
        None => Identity::SayYesOrNo,
        Some(Word::Yes) => match request.kind {
            Asking::Letter => return release_letters(work, came, request, person),
            Asking::Address | Asking::OldAddress | Asking::Second => confirm(work, request, person)?,
            Asking::Forget => return confirm_forget(work, came, request, person),
            Asking::Farewell => Identity::SayYesOrNo,
        },
        Some(_) => {
            for (mail, _, _) in work.store.letters_waiting(request.id)? {
                work.store.set_fate(mail, "refused")?;
            }
            drop_pair(work, request)?;
            match (request.kind, &person) {
                // Somebody writes in a stranger's name: the question stands, so that the stranger is left in peace for the day.
                (Asking::Letter, None) => work.store.let_go(request.id)?,
                (Asking::Letter, Some(_)) => {
                    work.store.drop_request(request.id)?;
                    ask_next(work, &request.address, &reader)?;
                }
                _ => work.store.drop_request(request.id)?,
            }
            Identity::AskedNo
        }
    };
    reply_briefly(work, &reader, came.letter, &told)?;
    Ok(Taken::Answered)
}

fn stranger_at(work: &Work<'_>, address: &str) -> Person {
    Person::stranger("", address, &work.club.language, &work.club.zone)
}

/// Somebody did write the letters: they are handled now, each with its own answer.
fn release_letters(
    work: &mut Work<'_>,
    came: &Arrival<'_>,
    request: &Request,
    person: Option<Person>,
) -> Result<Taken> {
    let letters = work.store.letters_waiting(request.id)?;
    work.store.drop_request(request.id)?;
    let mut person = match person {
        Some(person) => Some(person),
        None => work.store.person_at(&request.address)?,
    };
    for (mail, _, raw) in &letters {
        let letter = Letter::read(raw, work.phrases);
        let from = letter.sender().cloned().unwrap_or_default();
        let writer = match person.take() {
            // The letter before may have changed something about its writer.
            Some(person) => work.store.person(person.id)?.unwrap_or(person),
            None => welcome(work, &from)?,
        };
        note_other_address(work, &writer, &from.base())?;
        work.store.set_fate(*mail, "answered")?;
        answer(work, &letter, writer.clone(), Secrets::default(), &Proof::Asked, false)?;
        person = Some(writer);
    }
    let reader = person.unwrap_or_else(|| stranger_at(work, &request.address));
    if letters.is_empty() {
        reply_briefly(work, &reader, came.letter, &Identity::NothingWaits)?;
    }
    ask_next(work, &request.address, &reader)?;
    Ok(Taken::Answered)
}

/// Asks about the letters that came while the last question was open.
fn ask_next(work: &mut Work<'_>, address: &str, to: &Person) -> Result<()> {
    let open = work.store.requests_to(Asking::Letter, address)?;
    match open.iter().find(|request| request.asked.is_none()) {
        Some(request) if request.person.is_some() || to.id == 0 => ask_letters(work, request.id, to, None),
        _ => Ok(()),
    }
}

/// What the first line says that the writer wrote.
fn yes_or_no(work: &Work<'_>, letter: &Letter) -> Option<Word> {
    let text = letter.orders(work.phrases);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let first = line.split([' ', ',', '.', '!', ':', ';']).next().unwrap_or_default();
    work.verbs.word(first).filter(|word| matches!(word, Word::Yes | Word::No))
}
