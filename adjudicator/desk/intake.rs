//! A mail comes in: one mail, one transaction, one answer.
//!
//! Nuisances are kept and not answered. A letter whose writer is proved is done and answered. A letter that nothing proves waits,
//! and the address it claims to come from is asked; its writer learns nothing.

use super::Desk;
use super::identity::{Proof, Unproved, Writer};
use super::limits::Admission;
use super::secrets::Secrets;
use super::work::Work;
use crate::mail::nuisance::Kind as Sign;
use crate::mail::verdict::Finding;
use crate::mail::{Address, Letter, Problem};
use crate::store::post::Incoming;
use crate::store::{Person, Time, has_failed};
use anyhow::Result;
use serde_json::json;

/// What became of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It was answered.
    Answered,
    /// It has come before.
    Again,
    /// It must not be answered.
    Nuisance,
    /// It waits until its writer is proved.
    Waiting,
    /// It could not be handled; somebody must look at it.
    Quarantined,
}

/// A mail that is being taken.
pub(super) struct Came<'m> {
    /// Its number.
    pub id: i64,
    /// The mail, without its passwords.
    pub letter: &'m Letter,
    /// The address it says it comes from.
    pub sender: &'m str,
}

impl Desk {
    /// Takes a mail. When this returns, the mail, what it did and the answer to it are on the disk.
    pub fn take_mail(&mut self, raw: &[u8], received: Time) -> Result<Taken> {
        let mut letter = Letter::read_within(raw, self.phrases, &self.club.limits.reading());
        let secrets = Secrets::take(&mut letter, &self.verbs);
        // The fingerprint is made of what is kept: one of the whole letter could be used to try passwords.
        let kept = secrets.as_ref().map(|_| letter.as_mail(raw));
        let secrets = secrets.unwrap_or_default();
        let now = self.now();
        let unproved = Unproved { raw, letter: &letter, secrets: &secrets };
        let finding = self.gate.finding(&unproved, &self.club, &self.store, now)?;
        let fingerprint = letter.fingerprint();
        let sender = letter.sender().map(|from| from.base()).unwrap_or_default();
        let name = format!("answer.{}", &fingerprint[..20]);
        let mail = Incoming {
            fingerprint: &fingerprint,
            message_id: letter.message_id.as_deref(),
            sender: &sender,
            received,
            raw: kept.as_deref().unwrap_or(raw),
        };
        let handled = self.whole(name.clone(), |desk| {
            let Some(id) = desk.store.keep_mail(&mail, "answered")? else { return Ok(Taken::Again) };
            desk.judge(&Came { id, letter: &letter, sender: &sender }, &finding, secrets)
        });
        match handled {
            Ok(taken) => {
                tracing::info!(mail = &fingerprint[..12], ?taken, "mail");
                Ok(taken)
            }
            Err(error) if has_failed(&error) => Err(error),
            Err(error) => self.whole(name, |desk| {
                let why = format!("quarantine: {error:#}");
                desk.store.keep_mail(&mail, &why)?;
                desk.alarm(None, &format!("A letter could not be handled: {error:#}. It is in quarantine."))?;
                if let Some(person) = desk.store.person_at(&sender)? {
                    let text = desk.report.page(&person.language, "desk/sorry.txt", &json!({}))?;
                    desk.reply(&person, &letter, None, "your letter", text)?;
                }
                Ok(Taken::Quarantined)
            }),
        }
    }
}

impl Work<'_> {
    /// What is to be done with a mail that is kept.
    fn judge(&mut self, came: &Came<'_>, finding: &Finding, secrets: Secrets) -> Result<Taken> {
        if let Some(nuisance) = &came.letter.nuisance {
            self.store.set_fate(came.id, &format!("nuisance: {:?}, {}", nuisance.kind, nuisance.evidence))?;
            if let (Sign::Bounce, Some(bounce)) = (nuisance.kind, &nuisance.bounce) {
                self.came_back(bounce)?;
            }
            return Ok(Taken::Nuisance);
        }
        if self.is_our_own(came.letter)? {
            self.store.set_fate(came.id, "nuisance: Ours, message-id")?;
            return Ok(Taken::Nuisance);
        }
        if !is_address(came.sender) || came.sender == self.referee().base() {
            return self.quarantine_mail(came, "it does not say who wrote it");
        }
        // Nothing is done by a mail that another program would read differently.
        let is_ambiguous = came.letter.problems.contains(&Problem::Ambiguous);
        let asks = if is_ambiguous { Vec::new() } else { self.gate.key.asks(came.letter) };
        for (request, mark) in asks {
            if let Some(request) = self.store.request(request)?
                && self.gate.key.may_answer(request.id, &request.address, mark)
            {
                return self.answer_request(came, &request);
            }
        }
        let tag = self.gate.key.tag(came.letter);
        match self.writer(came.letter, tag.as_ref(), finding, &secrets)? {
            Writer::Known(person, proof) => self.known(came, person, &proof, secrets),
            _ if is_ambiguous => self.quarantine_mail(came, AMBIGUOUS),
            Writer::New(address, proof) => {
                let person = self.welcome(&address)?;
                self.known(came, person, &proof, secrets)
            }
            // A filter may be wrong: what is proved is done, the rest waits for somebody who looks.
            _ if came.letter.is_spam => self.quarantine_mail(came, "a filter on the way took it for spam"),
            Writer::Claimed(person) => self.claimed(came, person),
            Writer::Stranger(address) => self.stranger(came, &address),
        }
    }

    /// A letter of somebody who is proved.
    fn known(&mut self, came: &Came<'_>, person: Person, proof: &Proof, secrets: Secrets) -> Result<Taken> {
        if let Proof::Verdict { seal: Some(seal) } = proof
            && !self.store.set_seal(came.id, seal)?
        {
            self.store.set_fate(came.id, "nuisance: Ours, its signature has proved another letter")?;
            return Ok(Taken::Nuisance);
        }
        let who = format!("person {}", person.id);
        match self.gate.door.admit(&who, &came.letter.body, &self.club.limits, self.now) {
            Admission::Welcome => {}
            Admission::TooOften => {
                let what = json!({ "hour": self.club.limits.letters_an_hour, "day": self.club.limits.letters_a_day });
                self.reply_briefly(&person, came.letter, "too-often", &what)?;
                return self.quarantine_mail(came, "its writer wrote too often");
            }
            Admission::Told => return self.quarantine_mail(came, "its writer wrote too often"),
            Admission::Loop => return self.quarantine_mail(came, "it looks like a machine that answers us"),
        }
        if came.letter.problems.contains(&Problem::Ambiguous) {
            self.reply_briefly(&person, came.letter, "ambiguous-letter", &json!({}))?;
            return self.quarantine_mail(came, AMBIGUOUS);
        }
        // Whoever writes from his first address can be reached there again.
        if person.address == came.sender {
            self.store.set_unreachable(person.id, None)?;
        }
        let person = Person { unreachable: person.unreachable.filter(|_| person.address != came.sender), ..person };
        self.note_other_address(&person, came.sender)?;
        let is_last_try = self.gate.door.is_last_try(&who, &came.letter.body, &self.club.limits, self.now);
        let understood = self.answer(came.letter, person, secrets, proof, is_last_try)?;
        self.gate.door.understood(&who, understood, &came.letter.body, self.now);
        Ok(Taken::Answered)
    }

    /// A letter that says it comes from somebody we know: he is asked.
    fn claimed(&mut self, came: &Came<'_>, person: Person) -> Result<Taken> {
        match self.gate.door.admit(&format!("unproved {}", came.sender), "", &self.club.limits, self.now) {
            Admission::Welcome => self.ask_about(came, Some(person.id), &person),
            _ => self.quarantine_mail(came, "its writer is not proved, and writes too often"),
        }
    }

    /// A letter of somebody we do not know.
    fn stranger(&mut self, came: &Came<'_>, address: &Address) -> Result<Taken> {
        if self.club.identity.private {
            return self.quarantine_mail(came, "a stranger wrote it, and the club is private");
        }
        // Whoever writes nothing that we understand is most likely no player: nobody is asked who was only named by a spammer.
        let text = came.letter.orders(self.phrases);
        if !text.lines().take(50).any(|line| self.verbs.read(line.trim()).is_some_and(|said| said.in_full)) {
            return self.quarantine_mail(came, "a stranger wrote it, and no line is a command");
        }
        let now = self.now;
        if self.store.strangers_asked(now - 86_400)? >= self.club.identity.strangers_a_day {
            return self.quarantine_mail(came, "a stranger wrote it, and many were asked today");
        }
        match self.gate.door.admit(&format!("unproved {}", came.sender), "", &self.club.limits, now) {
            Admission::Welcome => {
                let stranger = Person::stranger("", &address.base(), &self.club.language, &self.club.zone);
                self.ask_about(came, None, &stranger)
            }
            _ => self.quarantine_mail(came, "a stranger wrote it, who writes too often"),
        }
    }

    /// Whether a mail is one of ours that came back without the header we know it by.
    fn is_our_own(&self, letter: &Letter) -> Result<bool> {
        let ours = letter.message_id.as_ref().filter(|id| id.ends_with(&format!("@{}", self.club.domain())));
        ours.map_or(Ok(false), |id| self.store.has_posted(id))
    }

    /// Puts a mail aside; the moderators of the club read about it in their next digest.
    pub(super) fn quarantine_mail(&mut self, came: &Came<'_>, why: &str) -> Result<Taken> {
        self.store.set_fate(came.id, &format!("quarantine: {why}"))?;
        let mut moderators = self.club.moderators.clone();
        moderators.push(self.club.operator.clone());
        moderators.sort();
        moderators.dedup();
        for address in moderators {
            let Some(person) = self.store.person_at(&Address::new(&address).base())? else { continue };
            if self.store.clippings_without_table(person.id)? < MOST_LISTED {
                let what = json!({ "number": came.id, "sender": came.sender, "why": why });
                let text = self.say(&person.language, "in-quarantine", &what)?;
                self.store.clip(person.id, None, self.now, &text)?;
            }
        }
        Ok(Taken::Quarantined)
    }

    /// Takes a mail out of quarantine and handles it as if it came now, and as if its sender were proved: the moderator vouches for
    /// him. Says whether it was there.
    pub(super) fn release_mail(&mut self, id: i64) -> Result<bool> {
        let Some((raw, _)) = self.store.mail(id)?.filter(|(_, fate)| fate.starts_with("quarantine")) else {
            return Ok(false);
        };
        self.store.set_fate(id, "released")?;
        let letter = Letter::read(&raw, self.phrases);
        let from = letter.sender().cloned().unwrap_or_default();
        if !is_address(&from.base()) {
            return Ok(true);
        }
        let person = match self.store.person_at(&from.base())? {
            Some(person) => person,
            None => self.welcome(&from)?,
        };
        self.answer(&letter, person, Secrets::default(), &Proof::Asked, false)?;
        Ok(true)
    }
}

/// Why a mail with two Content-Types, or with a boundary that never comes, is put aside.
const AMBIGUOUS: &str = "it contradicts itself: programs could read it differently";

/// More mails in quarantine are not listed in one digest.
const MOST_LISTED: u32 = 20;

/// Whether mail can be sent there.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok() && text.len() <= 254
}
