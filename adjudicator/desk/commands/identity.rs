//! What somebody does about his own identity: a password, a new or a second address, to be forgotten.

use super::Case;
use crate::desk::Answer;
use crate::desk::identity::{Means, Proof};
use crate::desk::intake::is_address;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::mail::Address;
use crate::store::{Asking, Person, Request};
use anyhow::Result;
use serde_json::json;

impl Work<'_> {
    /// `password blue horse`
    pub(super) fn new_password(&mut self, case: &mut Case) -> Answer<String> {
        if !self.club.identity.counts(Means::Password) {
            return self.refuse(case, "password-not-used", &json!({}));
        }
        let Some(secret) = case.secret.take() else { return self.refuse(case, "password-nothing", &json!({})) };
        if !self.set_password(&case.person, &secret)? {
            return self.refuse(case, "password-short", &json!({}));
        }
        self.said(case, "password-set", &json!({}))
    }

    /// `address new@example.org`, `address also second@example.org`, `address also none`
    pub(super) fn address(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let rest = self.verbs.without_link(rest).trim().to_owned();
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((&rest, ""));
        let is_second = self.verbs.word(first) == Some(Word::Also);
        let named = if is_second { after.trim() } else { rest.as_str() };
        if named.is_empty() {
            let what = json!({ "address": case.person.address, "second": case.person.second });
            return self.said(case, "addresses", &what);
        }
        if is_second && self.verbs.word(named) == Some(Word::Nothing) {
            if let Some(old) = case.person.second.take() {
                self.store.add_former(case.person.id, &old)?;
                self.store.update_person(&case.person)?;
            }
            return self.said(case, "no-second-address", &json!({}));
        }
        let address = Address::new(named.trim_matches(['<', '>', ','])).base();
        if !is_address(&address) || address == self.referee().base() {
            return self.refuse(case, "bad-address", &json!({ "address": named }));
        }
        if address == case.person.address {
            return self.refuse(case, "same-address", &json!({ "address": address }));
        }
        let person = case.person.clone();
        let kinds = if is_second { &[Asking::Second][..] } else { &[Asking::Address, Asking::OldAddress] };
        for old in self.store.requests_about(person.id)?.iter().filter(|old| kinds.contains(&old.kind)) {
            self.store.drop_request(old.id)?;
        }
        let what = json!({ "address": address, "old": person.address });
        let there = Person { address: address.clone(), unreachable: None, ..person.clone() };
        let now = self.now;
        let kind = if is_second { Asking::Second } else { Asking::Address };
        let request = self.store.add_request(kind, Some(person.id), &address, &address, now, None)?;
        self.ask(kind, request, &there, &what, None)?;
        // A password, or a moderator's word, does not show that the old address agrees: it is asked too.
        if !is_second && matches!(case.proof, Proof::Password | Proof::Asked) {
            let kind = Asking::OldAddress;
            let request = self.store.add_request(kind, Some(person.id), &person.address, &address, now, None)?;
            self.ask(kind, request, &person, &what, None)?;
            return self.said(case, "address-asked-both", &what);
        }
        self.said(case, "address-asked", &what)
    }

    /// `forget me`
    pub(super) fn ask_to_forget(&mut self, case: &mut Case) -> Answer<String> {
        let person = case.person.clone();
        for old in self.store.requests_about(person.id)?.iter().filter(|old| old.kind == Asking::Forget) {
            self.store.drop_request(old.id)?;
        }
        let request = self.store.add_request(Asking::Forget, Some(person.id), &person.address, "", self.now, None)?;
        let tables = self.store.boards_of(person.id)?;
        self.ask(Asking::Forget, request, &person, &json!({ "tables": tables }), None)?;
        self.said(case, "forget-asked", &json!({}))
    }

    /// One side of a change of address agrees; the change is made when both have. Returns what the side is told.
    pub(in crate::desk) fn confirm_address(
        &mut self,
        request: &Request,
        person: Option<Person>,
    ) -> Result<&'static str> {
        self.store.drop_request(request.id)?;
        let Some(mut person) = person else { return Ok("nothing-waits") };
        if self.pair_of(request)?.is_some() {
            return Ok("address-half");
        }
        let new = request.detail.clone();
        if self.is_others(&new, &person)? {
            return Ok("address-taken");
        }
        let old = Person { unreachable: None, second: None, ..person.clone() };
        self.store.add_former(person.id, &person.address)?;
        if person.second.as_ref() == Some(&new) {
            person.second = None;
        }
        person.address = new.clone();
        self.store.update_person(&person)?;
        self.store.set_unreachable(person.id, None)?;
        self.tell_old_address(&old, &new)?;
        Ok("address-changed")
    }

    /// The second address agrees.
    pub(in crate::desk) fn confirm_second(
        &mut self,
        request: &Request,
        person: Option<Person>,
    ) -> Result<&'static str> {
        self.store.drop_request(request.id)?;
        let Some(mut person) = person else { return Ok("nothing-waits") };
        if self.is_others(&request.detail, &person)? {
            return Ok("address-taken");
        }
        if let Some(old) = person.second.replace(request.detail.clone()) {
            self.store.add_former(person.id, &old)?;
        }
        self.store.update_person(&person)?;
        Ok("second-set")
    }

    /// Whether an address is somebody else's.
    fn is_others(&self, address: &str, person: &Person) -> Result<bool> {
        Ok(self.store.person_at(address)?.is_some_and(|other| other.id != person.id))
    }

    /// Whoever says no to one side of a change says no to both.
    pub(in crate::desk) fn drop_pair(&mut self, request: &Request) -> Result<()> {
        match self.pair_of(request)? {
            Some(other) => self.store.drop_request(other.id),
            None => Ok(()),
        }
    }

    /// The other side of a change of address, if it has not agreed yet.
    fn pair_of(&self, request: &Request) -> Result<Option<Request>> {
        let Some(person) = request.person else { return Ok(None) };
        let is_pair = |other: &Request| {
            matches!(other.kind, Asking::Address | Asking::OldAddress)
                && other.id != request.id
                && other.detail == request.detail
        };
        Ok(self.store.requests_about(person)?.into_iter().find(is_pair))
    }

    /// The address that is left is told where mail goes now.
    fn tell_old_address(&mut self, old: &Person, new: &str) -> Result<()> {
        let what = json!({ "address": new, "club": self.club.name });
        let subject = format!("{}: {}", self.club.name, self.say(&old.language, "address-left-subject", &what)?);
        let text = self.say(&old.language, "address-left", &what)?;
        self.send_plain(old, subject, text)
    }
}
