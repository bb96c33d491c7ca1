//! A new address, or a second one: whoever reads mail there must agree.

use crate::desk::asking::{Asked, ask};
use crate::desk::deeds::is_sure;
use crate::desk::handling::Handling;
use crate::desk::people::{is_address, may_write_to};
use crate::desk::post::send_plain;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{Identity, Told};
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::mail::Address;
use crate::mail::machine::is_machine;
use crate::store::{Asking, Person, Records, Request};
use anyhow::Result;

/// `address new@example.org`, `address also second@example.org`, `address also none`
pub fn address(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let rest = work.verbs.without_link(rest).trim();
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let is_second = work.verbs.word(first) == Some(Word::Also);
    let named = if is_second { after.trim() } else { rest };
    if named.is_empty() {
        let (address, second) = (mail.person.address.clone(), mail.person.second.clone());
        return Ok(Reply::say(Identity::Addresses { address, second })?);
    }
    if is_second && work.verbs.word(named) == Some(Word::Nothing) {
        if let Some(old) = mail.person.second.take() {
            work.store.add_former(mail.person.id, &old)?;
            work.store.update_person(&mail.person)?;
        }
        return Ok(Reply::say(Identity::NoSecondAddress)?);
    }
    let address = Address::new(named.trim_matches(['<', '>', ','])).base();
    let is_usable = is_address(&address) && address != work.referee().base() && !is_machine(&address);
    need(is_usable, || decline(Identity::BadAddress { address: named.to_owned() }))?;
    need(address != mail.person.address, || decline(Identity::SameAddress { address: address.clone() }))?;
    may_write_to(work, mail.person.id, &address)?;
    let person = &mail.person;
    let kinds = if is_second { &[Asking::Second][..] } else { &[Asking::Address, Asking::OldAddress] };
    for old in work.store.requests_about(person.id)?.iter().filter(|old| kinds.contains(&old.kind)) {
        work.store.drop_request(old.id)?;
    }
    let what = Asked::about_address(&address, &person.address);
    let there = Person { address: address.clone(), unreachable: None, ..person.clone() };
    let kind = if is_second { Asking::Second } else { Asking::Address };
    let request = work.store.add_request(kind, Some(person.id), &address, &address, work.now, None)?;
    ask(work, kind, request, &there, &what, None)?;
    // Only a verdict shows that the old address agrees: else it is asked too.
    if !is_second && !is_sure(work.club, &mail.proof) {
        let kind = Asking::OldAddress;
        let request = work.store.add_request(kind, Some(person.id), &person.address, &address, work.now, None)?;
        ask(work, kind, request, person, &what, None)?;
        return Ok(Reply::say(Identity::AddressAskedBoth { address, old: person.address.clone() })?);
    }
    Ok(Reply::say(Identity::AddressAsked { address })?)
}

/// An address agrees to become somebody's. A change of the first address is made when both sides have agreed. Returns what this side is
/// told.
pub(in crate::desk) fn confirm(work: &mut Work<'_>, request: &Request, person: Option<Person>) -> Result<Identity> {
    work.store.drop_request(request.id)?;
    let Some(person) = person else { return Ok(Identity::NothingWaits) };
    if pair_of(work.store, request)?.is_some() {
        return Ok(Identity::AddressHalf);
    }
    let address = request.detail.clone();
    if is_others(work.store, &address, &person)? {
        return Ok(Identity::AddressTaken);
    }
    match request.kind {
        Asking::Second => set_second(work, person, address),
        _ => change(work, person, address),
    }
}

fn change(work: &mut Work<'_>, mut person: Person, address: String) -> Result<Identity> {
    let old = Person { unreachable: None, second: None, ..person.clone() };
    work.store.add_former(person.id, &person.address)?;
    if person.second.as_ref() == Some(&address) {
        person.second = None;
    }
    person.address = address.clone();
    work.store.update_person(&person)?;
    work.store.set_unreachable(person.id, None)?;
    // The address that is left is told where mail goes now.
    let club = work.club.name.clone();
    send_plain(work, &old, &Told::AddressLeft { address: address.clone(), club })?;
    Ok(Identity::AddressChanged { address })
}

fn set_second(work: &mut Work<'_>, mut person: Person, address: String) -> Result<Identity> {
    if let Some(old) = person.second.replace(address.clone()) {
        work.store.add_former(person.id, &old)?;
    }
    work.store.update_person(&person)?;
    Ok(Identity::SecondSet { address })
}

/// Whether an address is somebody else's.
fn is_others(store: &Records, address: &str, person: &Person) -> Result<bool> {
    Ok(store.person_at(address)?.is_some_and(|other| other.id != person.id))
}

/// Whoever says no to one side of a change says no to both.
pub(in crate::desk) fn drop_pair(work: &mut Work<'_>, request: &Request) -> Result<()> {
    match pair_of(work.store, request)? {
        Some(other) => work.store.drop_request(other.id),
        None => Ok(()),
    }
}

/// The other side of a change of address, if it has not agreed yet.
fn pair_of(store: &Records, request: &Request) -> Result<Option<Request>> {
    let is_side = |kind: Asking| matches!(kind, Asking::Address | Asking::OldAddress);
    let Some(person) = request.person.filter(|_| is_side(request.kind)) else { return Ok(None) };
    let is_pair = |other: &Request| is_side(other.kind) && other.id != request.id && other.detail == request.detail;
    Ok(store.requests_about(person)?.into_iter().find(is_pair))
}
