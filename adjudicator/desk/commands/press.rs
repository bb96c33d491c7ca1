//! `press`: letters between people. A letter is its writer's text, word for word.

use super::mute::{is_silenced, willing};
use crate::desk::handling::Handling;
use crate::desk::masks;
use crate::desk::names::{is_moderator_called, seat_meant, shown, shown_all};
use crate::desk::post::{Mail, send_naming};
use crate::desk::reading::Said;
use crate::desk::reply::{Answer, Page, Reply, decline, need};
use crate::desk::sentences::{Letters, Subject, Tables};
use crate::desk::telling::everybody;
use crate::desk::verb::{Verb, Word};
use crate::desk::work::Work;
use crate::mail::compose::Kind;
use crate::mail::typography::keyboard;
use crate::settings::Press;
use crate::store::{Audience, Board, Person, PressRow, Records, Role, SeatRow, Wants};
use anyhow::Result;
use serde::Serialize;

/// What somebody writes to others.
pub struct Missive<'m> {
    /// The seat that signs, or `moderator`; nothing: without a name.
    pub signed: Option<&'m str>,
    /// To whom.
    pub to: &'m Audience,
    /// The text.
    pub body: &'m str,
    /// The subject of the mail that brings it.
    pub subject: Subject,
}

/// A text and whose it is.
#[derive(Serialize)]
struct PressPart<'p> {
    from: Option<&'p str>,
    to: Vec<String>,
    body: &'p str,
}

impl Page for PressPart<'_> {
    const TEMPLATE: &'static str = "desk/press.txt";
}

/// The mail that brings it.
#[derive(Serialize)]
struct LetterPage<'p> {
    text: String,
    from: Option<&'p str>,
    table: &'p str,
    several: bool,
    veiled: bool,
}

impl Page for LetterPage<'_> {
    const TEMPLATE: &'static str = "desk/letter.txt";
}

/// `press to Rome, Greece [anonymous]: …`
pub fn press(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let board = mail.need_started(work.store)?;
    need_voice(work, mail, &board)?;
    need(!said.body.is_empty(), || decline(Letters::EmptyPress))?;
    let (to, is_anonymous) = audience(work, &board, &said.rest, mail.language())?;
    if !said.is_ended {
        refuse_orders(work, &board, &said.body, mail.language())?;
    }
    let people = readers(work.store, &board, &to)?;
    let masked = write(work, mail, &board, &to, people, is_anonymous, &said.body)?;
    let names = shown_all(work.store, &mut work.tables, &board, &to.names(), mail.language());
    Ok(Reply::say(Letters::PressSent { to: names, anonymous: is_anonymous, masked })?)
}

/// Who has neither a seat nor the table in hand has no voice there.
pub fn need_voice(work: &Work<'_>, mail: &Handling<'_>, board: &Board) -> Answer<()> {
    let has_voice = mail.seat_row(work.store)?.is_some() || mail.moderates(work.club, board);
    need(has_voice, || decline(Tables::NoSeat { table: board.id.clone() }))
}

/// Who forgot the `end` must not publish orders, nor a letter to somebody else.
pub fn refuse_orders(work: &mut Work<'_>, board: &Board, body: &str, language: &str) -> Answer<()> {
    let text = keyboard(body);
    let table = work.see(board)?;
    let order = text.lines().find(|line| !line.trim().is_empty() && table.understands(line));
    if let Some(order) = order {
        return Err(decline(Letters::OrdersInPress { order: order.trim().to_owned() }));
    }
    for line in text.lines() {
        let said = work.verbs.read(line).filter(|said| said.verb == Verb::Press && said.in_full);
        let to = said.map(|said| said.rest.split(':').next().unwrap_or_default().to_owned());
        if let Some(to) = to
            && audience(work, board, &to, language).is_ok()
        {
            return Err(decline(Letters::PressInPress { line: line.trim().to_owned() }));
        }
    }
    Ok(())
}

/// Sends somebody's text, as far as the table allows it. Says whether an address in it was hidden.
pub fn write(
    work: &mut Work<'_>,
    mail: &Handling<'_>,
    board: &Board,
    to: &Audience,
    mut people: Vec<i64>,
    is_anonymous: bool,
    body: &str,
) -> Answer<bool> {
    people.retain(|id| *id != mail.person.id);
    let only_moderator = to.moderator && to.seats.is_empty() && !to.observers && to.unnamed.is_empty();
    match board.settings.press {
        Press::None if !only_moderator && board.is_alive() => return Err(decline(Letters::NoPress)),
        Press::Signed if is_anonymous => return Err(decline(Letters::SignedPressOnly)),
        _ => {}
    }
    let is_free = only_moderator || mail.moderates(work.club, board);
    let is_silenced = !is_free && is_silenced(work.store, board, mail.person.id)?;
    need(!is_silenced, || decline(Letters::YouAreMuted { table: board.id.clone() }))?;
    let seat = mail.seat_row(work.store)?.map_or_else(|| "moderator".to_owned(), |seat| seat.seat);
    // Nobody can shut the ears to whoever runs the table; and a missing letter without a name would tell whose it was.
    if !is_anonymous && seat != "moderator" {
        people = willing(work.store, board, mail.person.id, people)?;
    }
    let hidden = private_addresses(work, board, &mail.person, is_anonymous)?;
    let masked = masks::masked(body, &work.referee(), &hidden);
    let signed = (!is_anonymous).then_some(seat.as_str());
    let body = masked.as_deref().unwrap_or(body);
    let subject = Subject::Press { from: signed.map(str::to_owned) };
    deliver(work, mail.person.id, board, &Missive { signed, to, body, subject }, people)?;
    Ok(masked.is_some())
}

/// The addresses that a letter to others must not tell: people told them to us. A writer may tell the own one, but not by a slip in
/// a letter without a name.
fn private_addresses(work: &Work<'_>, board: &Board, writer: &Person, is_anonymous: bool) -> Result<Vec<String>> {
    let mut hidden = Vec::new();
    for person in everybody(work.store, board)? {
        let is_known = work.club.is_moderator(&person.address);
        if (person.id != writer.id && !is_known) || (person.id == writer.id && is_anonymous) {
            hidden.push(person.address);
            hidden.extend(person.second);
        }
    }
    if is_anonymous {
        hidden.push(writer.address.clone());
        hidden.extend(work.store.former(writer.id)?.into_iter().filter(|one| one.contains('@')));
    }
    Ok(hidden)
}

/// The people whom an audience means.
pub fn readers(store: &Records, board: &Board, to: &Audience) -> Result<Vec<i64>> {
    let mut people: Vec<i64> = to.unnamed.clone();
    for seat in store.seats(&board.id)?.iter().filter(|seat| to.seats.contains(&seat.seat)) {
        people.extend(seat.readers());
    }
    let members = store.members(&board.id)?;
    people.extend(members.iter().filter(|one| to.observers && one.role == Role::Observer).map(|one| one.person));
    people.extend(board.moderator.filter(|_| to.moderator));
    Ok(people)
}

/// Sends a text to people, and remembers for each how to answer it.
pub fn deliver(
    work: &mut Work<'_>,
    writer: i64,
    board: &Board,
    missive: &Missive<'_>,
    mut people: Vec<i64>,
) -> Result<()> {
    let Missive { signed, to, body, subject } = missive;
    let several = to.is_several();
    let seats = work.store.seats(&board.id)?;
    people.sort_unstable();
    people.dedup();
    for id in people {
        let Some(person) = work.store.person(id)? else { continue };
        // Nobody's words go to people who never wrote to us.
        if !work.store.was_heard(id)? {
            continue;
        }
        let is_veiled = to.unnamed.contains(&id);
        let from = signed.map(|seat| shown(work.store, &mut work.tables, board, seat, &person.language));
        let names = shown_all(work.store, &mut work.tables, board, &to.names(), &person.language);
        let text = work.voice.part(&person, &PressPart { from: from.as_deref(), to: names, body })?;
        // A digest has no writer to answer, so it says how; who did not sign can be answered only by a mail of its own.
        if let (Wants::Digest, Some(seat)) = (person.wants, signed) {
            let how = work.voice.say(&person, &Letters::PressInDigest { seat: (*seat).to_owned() })?;
            work.store.clip(id, Some(&board.id), work.now, &format!("{text}\n\n{how}"))?;
            continue;
        }
        let subject = match subject {
            Subject::Press { .. } => Subject::Press { from: from.clone() },
            other => other.clone(),
        };
        let subject = work.voice.say(&person, &subject)?;
        let page = LetterPage { text, from: from.as_deref(), table: &board.id, several, veiled: is_veiled };
        let mut mail = Mail::notice(board, &subject, work.voice.page(&person, &page)?);
        let seat = seats.iter().find(|seat| seat.readers().any(|reader| reader == id));
        (mail.kind, mail.about) =
            (Kind::Press { several }, Some((board, seat.map(|seat: &SeatRow| seat.seat.as_str()))));
        let name = send_naming(work, &person, mail, None)?;
        let (signed, audience) = (signed.map(str::to_owned), (*to).clone());
        let row = PressRow { board: board.id.clone(), reader: id, is_veiled, writer, signed, audience };
        work.store.add_press(&name, &row)?;
    }
    Ok(())
}

/// To whom, and whether without a name: `to Rome, Greece anonymously`.
fn audience(work: &mut Work<'_>, board: &Board, text: &str, language: &str) -> Answer<(Audience, bool)> {
    let mut to = Audience::default();
    let mut is_anonymous = false;
    let mut names: Vec<String> = Vec::new();
    let text = work.verbs.without_link(text);
    for piece in text.split([',', ';', '+']).flat_map(|piece| piece.split(" and ")) {
        // `Rome anonymously`: a word may say how.
        let (kept, how): (Vec<&str>, Vec<&str>) =
            piece.split_whitespace().partition(|word| work.verbs.word(word) != Some(Word::Anonymous));
        is_anonymous |= !how.is_empty();
        if !kept.is_empty() {
            // `anonymous to all`: the link may stand behind it.
            names.push(work.verbs.without_link(&kept.join(" ")).to_owned());
        }
    }
    need(!names.is_empty(), || decline(Letters::PressToWhom))?;
    for name in names {
        match work.verbs.word(&name) {
            Some(Word::All) => {
                to.seats = work.tables.seats(&board.header)?;
                (to.all, to.observers, to.moderator) = (true, true, true);
            }
            Some(Word::Observers) => to.observers = true,
            Some(Word::Moderator) => to.moderator = true,
            _ => {
                let seat = match seat_meant(work.store, &mut work.tables, board, &name, language) {
                    Ok(row) => row.seat,
                    Err(_) if is_moderator_called(work.store, board, &name)? => {
                        to.moderator = true;
                        continue;
                    }
                    Err(declined) => return Err(declined),
                };
                if !to.seats.contains(&seat) {
                    to.seats.push(seat);
                }
            }
        }
    }
    Ok((to, is_anonymous))
}
