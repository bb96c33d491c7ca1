//! People: who is new, and what they are called.

use super::who::name_of;
use super::work::Work;
use crate::mail::Address;
use crate::store::Person;
use anyhow::Result;

/// Adds somebody new.
pub(super) fn welcome(work: &mut Work<'_>, address: &Address) -> Result<Person> {
    work.store.add_person(&name_of(address), &address.base(), &work.club.language, &work.club.zone, work.now)
}

/// Whoever writes from an address, added if new.
pub(super) fn known_or_new(work: &mut Work<'_>, address: &Address) -> Result<Person> {
    match work.store.person_at(&address.base())? {
        Some(person) => Ok(person),
        None => welcome(work, address),
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
