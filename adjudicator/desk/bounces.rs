//! Mail of ours that comes back: the address is flagged, those who run the tables are told once, and the second address is tried.
//!
//! Only a bounce that names a mail of ours, or an address that we know, counts: spammers who write in our name make bounces too.
//! A letter of the person from his first address clears the flag.

use super::Declined;
use super::commands::Case;
use super::intake::is_address;
use super::work::Work;
use crate::mail::Address;
use crate::mail::nuisance::{Bounce, Fate};
use crate::store::Person;
use anyhow::Result;
use serde_json::json;

/// So many mails that came back, without a letter between them, are as good as one that says the address is dead.
const ENOUGH: u32 = 3;

/// What shows that a mail of ours came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evidence {
    /// Its Message-ID is named.
    OurMail,
    /// Only the address is named.
    Address,
}

impl Work<'_> {
    /// A server says what became of a mail of ours.
    pub(super) fn came_back(&mut self, bounce: &Bounce) -> Result<()> {
        let went_to = match &bounce.original {
            Some(id) => match self.store.posted_to(id)? {
                Some(address) => Some(address),
                None => return Ok(()),
            },
            None => None,
        };
        let recipients = bounce.recipients.iter().map(|one| Address::new(one).base());
        let addresses: Vec<String> = went_to.into_iter().chain(recipients).filter(|one| is_address(one)).collect();
        let mut person = None;
        for address in &addresses {
            person = person.or(self.store.person_at(address)?.map(|person| (person, address.clone())));
        }
        match (person, bounce.fate) {
            (Some((person, address)), Fate::Failed) => {
                let evidence = if bounce.original.is_some() { Evidence::OurMail } else { Evidence::Address };
                self.returned(&person, &address, bounce.status.as_deref(), evidence)
            }
            (_, fate) => {
                tracing::info!(?fate, status = bounce.status, "a mail of ours is late or arrived");
                Ok(())
            }
        }
    }

    /// The server that should take a mail to an address refused it for good, in these words. Those who must know are told by whoever
    /// tried; here the address is flagged, and the second one tried.
    pub(super) fn refused_address(&mut self, address: &str, words: &str) -> Result<()> {
        let is_hard = words.trim_start().starts_with('5') && !words.contains("5.2.2");
        match self.store.person_at(address)? {
            Some(person) if is_hard && person.address == address && person.unreachable.is_none() => {
                let person = Person { unreachable: Some(self.now), ..person };
                self.store.set_unreachable(person.id, person.unreachable)?;
                if person.second.is_some() { self.write_to_second(&person) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// A mail to somebody's address was given up.
    pub(super) fn returned(
        &mut self,
        person: &Person,
        address: &str,
        status: Option<&str>,
        evidence: Evidence,
    ) -> Result<()> {
        let bounces = self.store.count_bounce(person.id)?;
        // A full mailbox, or trouble on the way, may be over tomorrow.
        let is_soft = status.is_some_and(|status| status.starts_with('4') || status == "5.2.2");
        let is_soft = is_soft || evidence == Evidence::Address;
        if is_soft && bounces < ENOUGH {
            tracing::info!(person = person.id, status, bounces, "mail to somebody came back");
            return Ok(());
        }
        let is_second = person.second.as_deref() == Some(address);
        let what = json!({ "name": person.name, "address": address, "status": status, "second": person.second });
        match (person.unreachable, is_second) {
            (Some(_), true) => {
                // Neither works: the second is given up, and the first is tried again.
                self.store.add_former(person.id, address)?;
                self.store.update_person(&Person { second: None, ..person.clone() })?;
                self.tell_runners(
                    person,
                    "unreachable",
                    &json!({ "name": person.name, "address": address, "status": status, "second": null }),
                )
            }
            (None, false) => {
                self.store.set_unreachable(person.id, Some(self.now))?;
                self.tell_runners(person, "unreachable", &what)?;
                let person = Person { unreachable: Some(self.now), ..person.clone() };
                if person.second.is_some() { self.write_to_second(&person) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Tells those who run his tables, or the operator if nobody does.
    fn tell_runners(&mut self, person: &Person, key: &str, what: &serde_json::Value) -> Result<()> {
        let mut told = Vec::new();
        for id in self.store.boards_of(person.id)? {
            let Some(board) = self.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
            let Some(moderator) = board.moderator.map(|id| self.store.person(id)).transpose()?.flatten() else {
                continue;
            };
            if moderator.id == person.id || told.contains(&moderator.id) {
                continue;
            }
            told.push(moderator.id);
            let subject = self.say(&moderator.language, &format!("{key}-subject"), what)?;
            let text = self.say(&moderator.language, key, what)?;
            self.tell(&moderator, &board, &subject, &text)?;
        }
        if told.is_empty() {
            let language = self.club.language.clone();
            let text = self.say(&language, key, what)?;
            self.alarm(None, &text)?;
        }
        Ok(())
    }

    /// The second address gets what the first did not.
    fn write_to_second(&mut self, person: &Person) -> Result<()> {
        let what = json!({ "address": person.address, "club": self.club.name });
        let subject = format!("{}: {}", self.club.name, self.say(&person.language, "to-second-subject", &what)?);
        let text = self.say(&person.language, "to-second", &what)?;
        self.send_plain(person, subject, text)?;
        for id in self.store.boards_of(person.id)? {
            let Some(board) = self.store.sound_board(&id)?.filter(|board| board.is_alive() && board.is_started())
            else {
                continue;
            };
            let case = Case::new(person.clone(), Some(board.clone()), None);
            for seat in self.store.seats(&id)?.iter().filter(|seat| seat.readers().any(|reader| reader == person.id)) {
                self.send_current(&case, &board, seat, person).map_err(Declined::fault)?;
            }
        }
        Ok(())
    }
}
