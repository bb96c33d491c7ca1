//! Mail of ours that comes back: the address is flagged, those who run the tables are told once, and the second address is tried.
//!
//! Only a bounce that names a mail of ours counts, by its Message-ID, which nobody can guess, or by the address that it came back to, which
//! only servers on the way have seen: spammers who write in our name make bounces too, and whoever wants to cut somebody off could write one.
//! A letter of the person from the first address clears the flag.

use super::commands::send_current;
use super::post::send_plain;
use super::reply::Declined;
use super::sentences::Told;
use super::telling::{alarm_text, tell};
use super::work::Work;
use crate::mail::nuisance::{Bounce, Fate};
use crate::mail::{Address, Letter};
use crate::store::Person;
use anyhow::Result;

/// So many mails that came back, without a letter between them, are as good as one that says the address is dead.
const ENOUGH: u32 = 3;

/// To whom the mail went that this one brings back, if it came to an address that we made for that.
pub(super) fn brought_back(work: &Work<'_>, letter: &Letter) -> Result<Option<String>> {
    for (mail, mark) in work.gate.key.returns(letter) {
        let went_to = work.store.went_to(mail)?;
        if let Some(went_to) = went_to.filter(|address| work.gate.key.may_return(mail, address, mark)) {
            return Ok(Some(went_to));
        }
    }
    Ok(None)
}

/// A server says what became of a mail of ours, perhaps at the address that we made for it.
pub(super) fn came_back(work: &mut Work<'_>, bounce: &Bounce, brought: Option<String>) -> Result<()> {
    // Nobody can guess the name of a mail who has not got it; and it says to whom it went, whatever the bounce says.
    let named = bounce.original.as_ref().map(|id| work.store.posted_to(id)).transpose()?.flatten();
    let Some(went_to) = named.or(brought) else { return Ok(()) };
    let address = Address::new(&went_to).base();
    match (work.store.person_at(&address)?, bounce.fate) {
        (Some(person), Fate::Failed) => returned(work, &person, address, bounce.status.as_deref()),
        (_, fate) => {
            tracing::info!(?fate, status = bounce.status, "a mail of ours is late or arrived");
            Ok(())
        }
    }
}

/// The server that should take a mail to an address refused it for good, in these words. Those who must know are told by whoever
/// tried; here the address is flagged, and the second one tried.
pub(super) fn refused_address(work: &mut Work<'_>, address: &str, words: &str) -> Result<()> {
    let is_hard = words.trim_start().starts_with('5') && !words.contains("5.2.2");
    match work.store.person_at(address)? {
        Some(person) if is_hard && person.address == address && person.unreachable.is_none() => flag(work, &person),
        _ => Ok(()),
    }
}

/// The first address of somebody sends mail back: from now on it goes to the second, if there is one.
fn flag(work: &mut Work<'_>, person: &Person) -> Result<()> {
    let person = Person { unreachable: Some(work.now), ..person.clone() };
    work.store.set_unreachable(person.id, person.unreachable)?;
    if person.second.is_some() { write_to_second(work, &person) } else { Ok(()) }
}

/// A mail to somebody's address was given up.
fn returned(work: &mut Work<'_>, person: &Person, address: String, status: Option<&str>) -> Result<()> {
    let bounces = work.store.count_bounce(person.id)?;
    // A full mailbox, or trouble on the way, may be over tomorrow.
    let is_soft = status.is_some_and(|status| status.starts_with('4') || status == "5.2.2");
    if is_soft && bounces < ENOUGH {
        tracing::info!(person = person.id, status, bounces, "mail to somebody came back");
        return Ok(());
    }
    let is_second = person.second.as_deref() == Some(address.as_str());
    let (name, status) = (person.name.clone(), status.map(str::to_owned));
    match (person.unreachable, is_second) {
        (Some(_), true) => {
            // Neither works: the second is given up, and the first is tried again.
            work.store.add_former(person.id, &address)?;
            work.store.update_person(&Person { second: None, ..person.clone() })?;
            tell_runners(work, person, &Told::Unreachable { name, address, status, second: None })
        }
        (None, false) => {
            let second = person.second.clone();
            work.store.set_unreachable(person.id, Some(work.now))?;
            tell_runners(work, person, &Told::Unreachable { name, address, status, second })?;
            flag(work, person)
        }
        _ => Ok(()),
    }
}

/// Tells those who run somebody's tables, or the operator if nobody does.
fn tell_runners(work: &mut Work<'_>, person: &Person, notice: &Told) -> Result<()> {
    let mut told = Vec::new();
    for id in work.store.boards_of(person.id)? {
        let Some(board) = work.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
        let moderator = board.moderator.map(|id| work.store.person(id)).transpose()?.flatten();
        let Some(moderator) = moderator else { continue };
        if moderator.id == person.id || told.contains(&moderator.id) {
            continue;
        }
        told.push(moderator.id);
        tell(work, &moderator, &board, notice)?;
    }
    if told.is_empty() {
        let operator = Person::stranger("operator", &work.club.operator, &work.club.language, &work.club.zone);
        let text = work.voice.say(&operator, notice)?;
        alarm_text(work, None, text)?;
    }
    Ok(())
}

/// The second address gets what the first did not.
fn write_to_second(work: &mut Work<'_>, person: &Person) -> Result<()> {
    send_plain(work, person, &Told::ToSecond { address: person.address.clone() })?;
    for id in work.store.boards_of(person.id)? {
        let board = work.store.sound_board(&id)?.filter(|board| board.is_alive() && board.is_started());
        let Some(board) = board else { continue };
        for seat in work.store.seats(&id)?.iter().filter(|seat| seat.readers().any(|reader| reader == person.id)) {
            send_current(work, &board, seat, person).map_err(Declined::fault)?;
        }
    }
    Ok(())
}
