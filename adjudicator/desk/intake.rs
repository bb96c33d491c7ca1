//! A mail comes in: one mail, one transaction, one answer.
//!
//! Nuisances are kept and not answered. A letter whose writer is proved is done and answered. A letter that nothing proves waits,
//! and the address it claims to come from is asked; its writer learns nothing.

use super::Desk;
use super::answering::{Tone, answer, reply, reply_briefly};
use super::asking::{answer_request, ask_about};
use super::bounces::{brought_back, came_back};
use super::identity::{Proof, Unproved, Writer, writer};
use super::limits::{Admission, Understood};
use super::people::{is_address, note_other_address, unknown, welcome, writer_of};
use super::reply::Page;
use super::secrets::Secrets;
use super::sentences::{Alarm, Aside, Identity, Mails, Subject};
use super::strays::{retire, stray};
use super::telling::alarm;
use super::who::Tag;
use super::work::{Work, message};
use crate::mail::nuisance::Kind as Sign;
use crate::mail::verdict::Finding;
use crate::mail::{Address, Letter, Problem};
use crate::sentence::Sentence as _;
use crate::store::post::{Incoming, QUARANTINE};
use crate::store::{Person, TableDamage, Time};
use anyhow::Result;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A letter that meets more damaged tables is put aside.
const MOST_DAMAGED: usize = 5;
/// More mails in quarantine are not listed in one digest.
const MOST_LISTED: u32 = 20;
const DAY: Time = 86_400;
/// More bytes of a mail that nothing proves are not kept.
const MUCH: usize = 64 << 10;
/// Nor more than these, when all of them together are too many.
const LITTLE: usize = 4 << 10;
/// No more strangers are asked in a day whose letters came from one place.
const MOST_OF_ONE_SOURCE: u32 = 5;

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

/// A mail that has come, before it is known who wrote it.
pub(super) struct Arrival<'m> {
    /// Its number.
    pub id: i64,
    /// The mail, without its passwords.
    pub letter: &'m Letter,
    /// The address it says it comes from.
    pub sender: &'m str,
}

/// Something went wrong with a letter.
#[derive(Serialize)]
struct SorryPage {}

impl Page for SorryPage {
    const TEMPLATE: &'static str = "desk/sorry.txt";
}

impl Desk {
    /// Takes a mail. When this returns, the mail, what it did and the answer to it are kept.
    pub fn take_mail(&mut self, raw: &[u8], received: Time) -> Result<Taken> {
        self.take_letter(raw, received, "")
    }

    /// The same of a mail that its mailbox knows by this name. A mail that makes us break down is put aside, and no other is.
    pub fn take_letter(&mut self, raw: &[u8], received: Time, ticket: &str) -> Result<Taken> {
        match catch_unwind(AssertUnwindSafe(|| self.take(raw, received, ticket))) {
            Ok(taken) => taken,
            Err(panic) => self.put_unread_aside(raw, received, &message(&*panic)),
        }
    }

    /// A mail that cannot even be read is kept for a person.
    fn put_unread_aside(&mut self, raw: &[u8], received: Time, why: &str) -> Result<Taken> {
        let fingerprint = blake3::hash(raw).to_hex().to_string();
        let mail = Incoming { fingerprint: &fingerprint, message_id: None, sender: "", received, raw };
        let why = format!("the program broke down: {why}");
        self.whole(format!("unread.{}", &fingerprint[..20]), |work| {
            work.store.keep_mail(&mail, &format!("{QUARANTINE}{why}"))?;
            alarm(work, None, &Alarm::LetterIsUnhandled { why })?;
            Ok(Taken::Quarantined)
        })
    }

    fn take(&mut self, raw: &[u8], received: Time, ticket: &str) -> Result<Taken> {
        let mut letter = Letter::read_within(raw, self.phrases, &self.club.limits.reading());
        let secrets = Secrets::take(&mut letter, &self.verbs, self.phrases);
        // The fingerprint is made of what is kept: one of the whole letter could be used to try passwords.
        let kept = secrets.as_ref().map(|_| letter.as_mail(raw));
        self.is_only_copy = secrets.is_some();
        let secrets = secrets.unwrap_or_default();
        let unproved = Unproved { raw, letter: &letter, secrets: &secrets };
        let finding = self.gate.finding(&unproved, &self.club, &self.store, self.clock.now())?;
        let fingerprint = fingerprint_of(&letter, ticket);
        let sender = letter.sender().map(|from| from.base()).unwrap_or_default();
        let name = format!("answer.{}", &fingerprint[..20]);
        let mail = Incoming {
            fingerprint: &fingerprint,
            message_id: letter.message_id.as_deref(),
            sender: &sender,
            received,
            raw: kept.as_deref().unwrap_or(raw),
        };
        let handle = |desk: &mut Desk| {
            desk.whole(name.clone(), |work| {
                let Some(id) = work.store.keep_mail(&mail, "answered")? else {
                    return again(work, &letter, &mail, &finding, secrets.clone());
                };
                let arrival = Arrival { id, letter: &letter, sender: &sender };
                let taken = judge(work, &arrival, &finding, secrets.clone())?;
                if taken != Taken::Answered {
                    keep_little(work, id, &letter, mail.raw)?;
                }
                Ok(taken)
            })
        };
        let mut handled = handle(self);
        // The table that is damaged stops; then the letter is read again, as one to a table that has stopped.
        for _ in 0..MOST_DAMAGED {
            match &handled {
                Err(error) if self.stop_damaged(error)? => handled = handle(self),
                _ => break,
            }
        }
        match handled {
            Ok(taken) => {
                self.is_only_copy |= taken != Taken::Answered && raw.len() > MUCH;
                tracing::info!(mail = &fingerprint[..12], ?taken, "mail");
                Ok(taken)
            }
            Err(error) if self.store.has_failed() => Err(error),
            Err(error) => self.whole(name, |work| {
                let why = format!("{error:#}");
                work.store.keep_mail(&mail, &format!("{QUARANTINE}{why}"))?;
                // Of a table that is damaged the operator knows already.
                if !error.is::<TableDamage>() {
                    alarm(work, None, &Alarm::LetterIsUnhandled { why })?;
                }
                if let Some(person) = work.store.person_at(&sender)? {
                    let text = work.voice.page(&person, &SorryPage {})?;
                    reply(work, &person, &letter, None, &Subject::Answer, text)?;
                }
                Ok(Taken::Quarantined)
            }),
        }
    }
}

/// A letter that has come before. If nothing proved it then and something does now, the first one was somebody else's copy, which must
/// not stand in the way of the true one.
fn again(
    work: &mut Work<'_>,
    letter: &Letter,
    mail: &Incoming<'_>,
    finding: &Finding,
    secrets: Secrets,
) -> Result<Taken> {
    let Some((id, request)) = work.store.mail_waiting(mail.fingerprint)? else { return Ok(Taken::Again) };
    let Writer::Known(person, proof) = writer(work, letter, finding, &secrets)? else { return Ok(Taken::Again) };
    if !matches!(proof, Proof::Verdict { .. } | Proof::Tag) {
        return Ok(Taken::Again);
    }
    work.store.drop_request(request)?;
    work.store.set_fate(id, "answered")?;
    work.store.replace_mail(id, mail.raw)?;
    known(work, &Arrival { id, letter, sender: mail.sender }, person, &proof, secrets)
}

/// Of a mail that nobody is proved to have written, its text is enough; and when there are many, its beginning. Pictures and files of
/// strangers are not ours to keep.
fn keep_little(work: &mut Work<'_>, id: i64, letter: &Letter, raw: &[u8]) -> Result<()> {
    let held = match work.gate.door.unproved_bytes {
        Some(held) => held,
        None => work.store.unproved_bytes()?,
    };
    let most = work.club.limits.unproved_bytes;
    let room = if most > 0 && held >= most as u64 { LITTLE } else { MUCH };
    let mut kept = raw.len();
    if raw.len() > room {
        let text = letter.as_mail(raw);
        let text = &text[..text.len().min(room)];
        work.store.replace_mail(id, text)?;
        kept = text.len();
    }
    work.gate.door.unproved_bytes = Some(held + kept as u64);
    Ok(())
}

/// What a mail is known by if it comes again. One that says neither its name nor its time may be written twice with the same words, in two
/// rounds: it is known by what its mailbox calls it.
fn fingerprint_of(letter: &Letter, ticket: &str) -> String {
    let fingerprint = letter.fingerprint();
    match letter.message_id.is_none() && letter.date.is_none() && !ticket.is_empty() {
        true => blake3::hash(format!("{fingerprint} {ticket}").as_bytes()).to_hex().to_string(),
        false => fingerprint,
    }
}

/// What is to be done with a mail that is kept.
fn judge(work: &mut Work<'_>, came: &Arrival<'_>, finding: &Finding, secrets: Secrets) -> Result<Taken> {
    let brought = brought_back(work, came.letter)?;
    if let Some(nuisance) = &came.letter.nuisance {
        work.store.set_fate(came.id, &format!("nuisance: {:?}, {}", nuisance.kind, nuisance.evidence))?;
        if let (Sign::Bounce, Some(bounce)) = (nuisance.kind, &nuisance.bounce) {
            // Whoever is known not to have sent it says nothing about anybody.
            if *finding != Finding::Forged {
                came_back(work, bounce, brought)?;
            }
        }
        return Ok(Taken::Nuisance);
    }
    // No person writes there.
    if brought.is_some() {
        work.store.set_fate(came.id, "nuisance: AutoReply, to a return address")?;
        return Ok(Taken::Nuisance);
    }
    if is_our_own(work, came.letter)? {
        work.store.set_fate(came.id, "nuisance: Ours, message-id")?;
        return Ok(Taken::Nuisance);
    }
    if !is_address(came.sender) || came.sender == work.referee().base() {
        return put_aside(work, came, Aside::NoSender);
    }
    // Nothing is done by a mail that another program would read differently.
    let is_ambiguous = came.letter.problems.contains(&Problem::Ambiguous);
    let asks = if is_ambiguous { Vec::new() } else { work.gate.key.asks(came.letter) };
    for (request, mark) in asks {
        if let Some(request) = work.store.request(request)?
            && work.gate.key.may_answer(request.id, &request.address, mark)
        {
            return answer_request(work, came, &request);
        }
    }
    match writer(work, came.letter, finding, &secrets)? {
        Writer::Known(person, proof) => known(work, came, person, &proof, secrets),
        _ if is_ambiguous => put_aside(work, came, Aside::Ambiguous),
        Writer::New(address, proof) => {
            if let Some(tag) = stray(work, came.letter, 0)? {
                let stranger = unknown(work, &address.base(), came.letter);
                return refuse_stray(work, came, &stranger, &tag);
            }
            let person = welcome(work, &address, came.letter)?;
            known(work, came, person, &proof, secrets)
        }
        // A filter may be wrong: what is proved is done, the rest waits for somebody who looks.
        _ if came.letter.is_spam => put_aside(work, came, Aside::Spam),
        Writer::Claimed(person) => claimed(work, came, &person),
        Writer::Stranger(address) => stranger(work, came, &address),
    }
}

/// A letter of somebody who is proved.
fn known(work: &mut Work<'_>, came: &Arrival<'_>, person: Person, proof: &Proof, secrets: Secrets) -> Result<Taken> {
    if let Proof::Verdict { seal: Some(seal) } = proof
        && !work.store.set_seal(came.id, seal)?
    {
        work.store.set_fate(came.id, "nuisance: Ours, its signature has proved another letter")?;
        return Ok(Taken::Nuisance);
    }
    let who = format!("person {}", person.id);
    let limits = &work.club.limits;
    let mut is_machine = false;
    match work.gate.door.admit(&who, &came.letter.body, limits, work.now) {
        Admission::Welcome => {}
        // Perhaps its owner writes now: what we understand is done.
        Admission::Loop => is_machine = true,
        Admission::TooOften => {
            let told = Mails::TooOften { hour: limits.letters_an_hour, day: limits.letters_a_day };
            reply_briefly(work, &person, came.letter, &told)?;
            return put_aside(work, came, Aside::TooOften);
        }
        Admission::Told => return put_aside(work, came, Aside::TooOften),
    }
    if came.letter.problems.contains(&Problem::Ambiguous) {
        reply_briefly(work, &person, came.letter, &Mails::AmbiguousLetter)?;
        return put_aside(work, came, Aside::Ambiguous);
    }
    if matches!(proof, Proof::Verdict { .. }) {
        work.store.note_verdict(came.sender)?;
    }
    if let Some(tag) = stray(work, came.letter, person.id)? {
        return refuse_stray(work, came, &person, &tag);
    }
    work.store.set_heard(person.id, true)?;
    // Whoever writes from the first address can be reached there again.
    if person.address == came.sender {
        work.store.set_unreachable(person.id, None)?;
    }
    let person = Person { unreachable: person.unreachable.filter(|_| person.address != came.sender), ..person };
    note_other_address(work, &person, came.sender)?;
    let is_last_try = work.gate.door.is_last_try(&who, &came.letter.body, limits, work.now);
    let tone = match (is_machine, is_last_try) {
        (true, _) => Tone::OnlyIfUnderstood,
        (false, true) => Tone::LastTry,
        (false, false) => Tone::Usual,
    };
    let understood = answer(work, came.letter, person, secrets, proof, tone)?;
    if is_machine && understood == Understood::Nothing {
        work.gate.door.uncount(&who, work.now);
        return put_aside(work, came, Aside::Machine);
    }
    work.gate.door.understood(&who, understood, &came.letter.body, work.now);
    Ok(Taken::Answered)
}

/// A letter to the reply address of somebody else: its writer is refused with a word, and the owner is told.
fn refuse_stray(work: &mut Work<'_>, came: &Arrival<'_>, writer: &Person, tag: &Tag) -> Result<Taken> {
    retire(work, tag, came.sender)?;
    // A member's letters are counted already.
    let is_counted = writer.id != 0;
    if !is_counted && work.gate.door.admit(&unproved(came), "", &work.club.limits, work.now) != Admission::Welcome {
        return put_aside(work, came, Aside::StrangerTooOften);
    }
    reply_briefly(work, writer, came.letter, &Identity::OthersTag)?;
    Ok(Taken::Answered)
}

/// What is counted of letters that nothing proves: by where they came from too, so that nobody uses up what is another's.
fn unproved(came: &Arrival<'_>) -> String {
    format!("unproved {} {}", came.letter.source, came.sender)
}

/// A letter that says it comes from somebody we know, who is asked.
fn claimed(work: &mut Work<'_>, came: &Arrival<'_>, person: &Person) -> Result<Taken> {
    let writer = if person.has(came.sender) { person.id } else { 0 };
    let tag = stray(work, came.letter, writer)?;
    let taken = match work.gate.door.admit(&unproved(came), "", &work.club.limits, work.now) {
        Admission::Welcome => ask_about(work, came, Some(person.id), person)?,
        _ => put_aside(work, came, Aside::UnprovedTooOften)?,
    };
    if let Some(tag) = tag {
        retire(work, &tag, came.sender)?;
    }
    Ok(taken)
}

/// A letter of somebody we do not know.
fn stranger(work: &mut Work<'_>, came: &Arrival<'_>, address: &Address) -> Result<Taken> {
    if work.club.identity.private {
        return put_aside(work, came, Aside::PrivateClub);
    }
    // Whoever writes nothing that we understand is most likely no player: nobody is asked who was only named by a spammer.
    let text = came.letter.orders(work.phrases);
    if !text.lines().take(50).any(|line| work.verbs.read(line.trim()).is_some_and(|said| said.in_full)) {
        return put_aside(work, came, Aside::NoCommand);
    }
    // One source cannot use up the questions of a day; where nobody notes any, all letters come from one.
    let (all, from_there) = work.store.strangers_asked(work.now - DAY, &came.letter.source)?;
    let is_much = !came.letter.source.is_empty() && from_there >= MOST_OF_ONE_SOURCE;
    if is_much || all >= work.club.identity.strangers_a_day {
        return put_aside(work, came, Aside::ManyStrangers);
    }
    match work.gate.door.admit(&unproved(came), "", &work.club.limits, work.now) {
        Admission::Welcome => {
            let stranger = unknown(work, &address.base(), came.letter);
            ask_about(work, came, None, &stranger)
        }
        _ => put_aside(work, came, Aside::StrangerTooOften),
    }
}

/// Whether a mail is one of ours that came back without the header we know it by.
fn is_our_own(work: &Work<'_>, letter: &Letter) -> Result<bool> {
    let ours = letter.message_id.as_ref().filter(|id| id.ends_with(&format!("@{}", work.club.domain())));
    ours.map_or(Ok(false), |id| work.store.has_posted(id))
}

/// Puts a mail into quarantine; the moderators of the club read about it in their next digest.
pub(super) fn put_aside(work: &mut Work<'_>, came: &Arrival<'_>, why: Aside) -> Result<Taken> {
    work.store.set_fate(came.id, &format!("{QUARANTINE}{}", why.key()))?;
    let mut moderators = work.club.moderators.clone();
    moderators.push(work.club.operator.clone());
    moderators.sort();
    moderators.dedup();
    for address in moderators {
        let Some(person) = work.store.person_at(&Address::new(&address).base())? else { continue };
        if work.store.digest_items_without_table(person.id)? < MOST_LISTED {
            let (number, sender, why) = (came.id, came.sender.to_owned(), work.voice.say(&person, &why)?);
            let text = work.voice.say(&person, &Mails::InQuarantine { number, sender, why })?;
            work.store.clip(person.id, None, work.now, &text)?;
        }
    }
    Ok(Taken::Quarantined)
}

/// Takes a mail out of quarantine and handles it as if it came now, and as if its sender were proved: the moderator vouches for
/// that. Says whether it was there.
pub(super) fn release_mail(work: &mut Work<'_>, id: i64) -> Result<bool> {
    let Some((raw, _)) = work.store.mail(id)?.filter(|(_, fate)| fate.starts_with("quarantine")) else {
        return Ok(false);
    };
    work.store.set_fate(id, "released")?;
    let letter = Letter::read(&raw, work.phrases);
    let from = letter.sender().cloned().unwrap_or_default();
    if is_address(&from.base()) {
        let person = writer_of(work, &from, &letter)?;
        answer(work, &letter, person, Secrets::default(), &Proof::LetIn, Tone::Usual)?;
    }
    Ok(true)
}
