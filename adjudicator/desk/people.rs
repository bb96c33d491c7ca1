//! People: who is new, and what they are called.

use super::club::Look;
use super::reply::{Answer, decline, need};
use super::sentences::Mails;
use super::tongue::language_of;
use super::who::name_of;
use super::work::Work;
use crate::mail::{Address, Letter};
use crate::store::{Format, Person};
use anyhow::Result;

/// Adds somebody new, who reads the language that the first letter is written in.
pub(super) fn welcome(work: &mut Work<'_>, address: &Address, letter: &Letter) -> Result<Person> {
    let person = add(work, address, &language_of(work, letter))?;
    work.newcomer = Some(person.id);
    Ok(person)
}

fn add(work: &mut Work<'_>, address: &Address, language: &str) -> Result<Person> {
    let (club, store) = (work.club, work.store);
    let mut person = store.add_person(&name_of(address), &address.base(), language, &club.zone, work.now)?;
    if club.format == Look::Html {
        person.format = Format::Html;
        store.update_person(&person)?;
    }
    Ok(person)
}

/// Whoever writes from an address that we do not know.
pub(super) fn unknown(work: &Work<'_>, address: &str, letter: &Letter) -> Person {
    Person::stranger("", address, &language_of(work, letter), &work.club.zone)
}

/// Whether somebody may make us write to an address: to people whom we know always, to others not often in a day, whatever it is for.
pub(super) fn may_write_to(work: &mut Work<'_>, writer: i64, address: &str) -> Answer<()> {
    if work.store.person_at(address)?.is_some() {
        return Ok(());
    }
    let limits = &work.club.limits;
    let may = work.gate.door.may_write_to_stranger(writer, limits, work.now);
    need(may, || decline(Mails::ManyStrangers { most: limits.strangers_a_day }))
}

/// Whoever reads at an address, added if new.
pub(super) fn known_or_new(work: &mut Work<'_>, address: &Address) -> Result<Person> {
    match work.store.person_at(&address.base())? {
        Some(person) => Ok(person),
        None => add(work, address, &work.club.language),
    }
}

/// Whoever wrote a letter, added if new.
pub(super) fn writer_of(work: &mut Work<'_>, address: &Address, letter: &Letter) -> Result<Person> {
    match work.store.person_at(&address.base())? {
        Some(person) => Ok(person),
        None => welcome(work, address, letter),
    }
}

/// Remembers an address that somebody used once, so that it can be forgotten with its owner.
pub(super) fn note_other_address(work: &mut Work<'_>, person: &Person, address: &str) -> Result<()> {
    if person.has(address) { Ok(()) } else { work.store.add_former(person.id, address) }
}

/// Whether mail can be sent there.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok() && text.len() <= 254
}
