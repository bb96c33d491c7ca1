//! What waits for a "yes": the registered address is asked, and its answer decides.
//!
//! Each question has an address of its own to answer to, which only the asked address is told and which serves once; so whoever
//! answers it reads mail there. A letter that waited is handled when the "yes" comes, as if it came then: if its round was closed
//! meanwhile, it is too late, because otherwise anybody could hold up a table with a letter in another's name.

use super::answering::{Tone, answer, reply_briefly};
use super::commands::address::{confirm, drop_pair};
use super::deeds::do_deed;
use super::forget::confirm_forget;
use super::identity::Proof;
use super::intake::{Arrival, Taken, put_aside};
use super::people::{note_other_address, unknown, welcome};
use super::post::{Mail, send_naming};
use super::script::names_of;
use super::secrets::Secrets;
use super::sentences::{Aside, Identity, Subject};
use super::strays::stray;
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
/// More letters that came from one place do not wait for one address.
const MOST_WAITING: usize = 20;
/// Nor do more from all places.
const MOST_OPEN: usize = 200;
/// So many letters are asked about in one mail.
const MOST_ASKED: usize = 10;
/// What stands for the place where a letter came from that carries the tag of whom it claims to come from.
const TAGGED: &str = "tag";
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
    /// What is to be done, and at which table.
    line: String,
    table: Option<String>,
    /// How long they wait.
    days: Option<Span>,
}

impl Asked {
    /// A change of address.
    pub fn about_address(address: &str, old: &str) -> Asked {
        Asked { address: address.to_owned(), old: old.to_owned(), ..Asked::default() }
    }

    /// Something that cannot be undone.
    pub fn about_deed(table: Option<String>, line: String) -> Asked {
        Asked { table, line, ..Asked::default() }
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
    /// Where to answer about it, if the mail is about several.
    answer: Option<String>,
}

/// A question on its page.
#[derive(Serialize)]
struct AskPage<'p> {
    #[serde(flatten)]
    what: &'p Asked,
    club: &'p str,
    name: &'p str,
}

/// Lets a letter wait and asks whom it claims to come from, unless they were asked today: then with the next mail. Each letter has a
/// question of its own, so a "yes" is a yes to that letter only.
pub(super) fn ask_about(work: &mut Work<'_>, came: &Arrival<'_>, person: Option<i64>, to: &Person) -> Result<Taken> {
    // Letters with the own tag have a room of their own: who forges others cannot fill it.
    let has_tag = work.gate.key.tag(came.letter).is_some_and(|tag| Some(tag.person) == person && !tag.is_dead);
    let source = if has_tag { TAGGED.to_owned() } else { came.letter.source.clone() };
    let open = work.store.requests_to(Asking::Letter, &to.address)?;
    let from_there = open.iter().filter(|request| request.detail == source).count();
    if from_there >= MOST_WAITING || open.len() >= MOST_OPEN {
        return put_aside(work, came, Aside::ManyWait);
    }
    let is_asked = open.iter().any(|request| request.asked.is_some_and(|asked| asked > work.now - SELDOM));
    let id = work.store.add_request(Asking::Letter, person, &to.address, &source, work.now, None)?;
    work.store.let_wait(came.id, id)?;
    if !is_asked {
        ask_letters(work, to, Some(came.letter))?;
    }
    Ok(Taken::Waiting)
}

/// Asks somebody whether they wrote the letters that wait and that they were not asked about: those first that are most likely theirs.
fn ask_letters(work: &mut Work<'_>, to: &Person, answers: Option<&Letter>) -> Result<()> {
    let known = to.id != 0;
    let open = work.store.requests_to(Asking::Letter, &to.address)?;
    let mut unasked: Vec<&Request> =
        open.iter().filter(|one| one.asked.is_none() && one.person.is_some() == known).collect();
    let from_there = |source: &str| open.iter().filter(|other| other.detail == source).count();
    unasked.sort_by_key(|one| (one.detail != TAGGED, from_there(&one.detail), one.id));
    // Each is answered at an address of its own, where there are such.
    unasked.truncate(if work.club.plus_addresses { MOST_ASKED } else { 1 });
    let several = unasked.len() > 1;
    let mut letters = Vec::new();
    for request in &unasked {
        work.store.set_asked(request.id, work.now)?;
        let Some((_, received, raw)) = work.store.letter_waiting(request.id)? else { continue };
        let letter = Letter::read(&raw, work.phrases);
        // Who is no member is shown nothing of it: a spammer could use us to spread the own words.
        let lines: Vec<&str> = letter.body.lines().filter(|line| !line.trim().is_empty() && known).collect();
        let own = work.gate.key.ask_to(&work.referee(), request.id, &to.address).mailbox;
        letters.push(WaitingLetter {
            when: Moment(received),
            from: letter.sender().map(|from| from.base()).filter(|from| known && !to.has(from)),
            subject: if known { letter.subject.clone() } else { String::new() },
            lines: lines.iter().take(LINES_SHOWN).map(|line| line.chars().take(200).collect()).collect(),
            more: lines.len() > LINES_SHOWN,
            answer: several.then_some(own),
        });
    }
    let Some(first) = unasked.first() else { return Ok(()) };
    let what = Asked { letters, known, days: Some(work.club.retention.waiting), ..Asked::default() };
    ask(work, Asking::Letter, first.id, to, &what, answers)
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
        Asking::Deed => Subject::AskDeed,
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
        None => unknown(work, &request.address, came.letter),
    };
    let told = match yes_or_no(work, &reader, came.letter) {
        None => Identity::SayYesOrNo,
        Some(Word::Yes) => match request.kind {
            Asking::Letter => return release_letter(work, came, request, person),
            Asking::Address | Asking::OldAddress | Asking::Second => confirm(work, request, person)?,
            Asking::Forget => return confirm_forget(work, came, request, person),
            Asking::Deed => match do_deed(work, came, request, person)? {
                Some(taken) => return Ok(taken),
                None => Identity::NothingWaits,
            },
            Asking::Farewell => Identity::SayYesOrNo,
        },
        Some(_) => {
            for (mail, _, _) in work.store.letters_waiting(request.id)? {
                work.store.blank_refused(mail)?;
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

/// Somebody did write the letter: it is handled now, with its own answer.
fn release_letter(work: &mut Work<'_>, came: &Arrival<'_>, request: &Request, person: Option<Person>) -> Result<Taken> {
    let waiting = work.store.letter_waiting(request.id)?;
    work.store.drop_request(request.id)?;
    let mut person = match person {
        Some(person) => Some(person),
        None => work.store.person_at(&request.address)?,
    };
    match waiting {
        Some((mail, _, raw)) => {
            let letter = Letter::read(&raw, work.phrases);
            let from = letter.sender().cloned().unwrap_or_default();
            let writer = match person.take() {
                Some(person) => person,
                None => welcome(work, &from, &letter)?,
            };
            note_other_address(work, &writer, &from.base())?;
            work.store.note_no_verdict(&from.base())?;
            work.store.set_heard(writer.id, true)?;
            work.store.set_fate(mail, "answered")?;
            match stray(work, &letter, writer.id)? {
                Some(_) => reply_briefly(work, &writer, &letter, &Identity::OthersTag)?,
                None => {
                    answer(work, &letter, writer.clone(), Secrets::default(), &Proof::Asked, Tone::Usual).map(drop)?
                }
            }
            // The letter may have changed something about its writer.
            person = work.store.person(writer.id)?;
        }
        None => {
            let reader = person.clone().unwrap_or_else(|| unknown(work, &request.address, came.letter));
            reply_briefly(work, &reader, came.letter, &Identity::NothingWaits)?;
        }
    }
    let reader = person.unwrap_or_else(|| unknown(work, &request.address, came.letter));
    ask_next(work, &request.address, &reader)?;
    Ok(Taken::Answered)
}

/// Asks about the letters that came while the last question was open.
fn ask_next(work: &mut Work<'_>, address: &str, to: &Person) -> Result<()> {
    ask_letters(work, &Person { address: address.to_owned(), unreachable: None, ..to.clone() }, None)
}

/// What a letter says that is nothing but yes, as far as its writer's own lines go (a name below it does not matter). Whatever begins
/// with no is a no: that harms nobody.
fn yes_or_no(work: &Work<'_>, writer: &Person, letter: &Letter) -> Option<Word> {
    let text = letter.orders(work.phrases);
    let names = names_of(writer, letter);
    let bare = |line: &str| line.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let mut lines = text.lines().map(bare).filter(|line| !line.is_empty());
    let line = lines.next()?;
    let words: Vec<&str> = line.split([' ', ',', '.', '!', ':', ';']).filter(|word| !word.is_empty()).collect();
    let is_alone = lines.all(|line| names.contains(&line));
    match (work.verbs.word(words.first()?), words.get(1..)) {
        (Some(Word::No), _) => Some(Word::No),
        (Some(Word::Yes), Some([])) if is_alone && !text.contains('?') => Some(Word::Yes),
        _ => None,
    }
}
