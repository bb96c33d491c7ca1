//! What waits for a "yes": the registered address is asked, and its answer decides.
//!
//! Each question has an address of its own to answer to, which only the asked address is told and which serves once; so whoever
//! answers it reads mail there. A letter that waited is handled when the "yes" comes, as if it came then: if its round was closed
//! meanwhile, it is too late, because otherwise anybody could hold up a table with a letter in another's name.

use super::identity::Proof;
use super::intake::{Came, Taken};
use super::post::Mail;
use super::secrets::Secrets;
use super::verb::Word;
use super::work::Work;
use crate::mail::Letter;
use crate::mail::compose::Kind;
use crate::store::{Asking, Person, Request, Time};
use anyhow::Result;
use serde_json::{Value, json};

/// No address is asked about letters more often, in seconds.
const SELDOM: Time = 86_400;
/// More letters of one address do not wait.
const MOST_WAITING: usize = 20;
/// So many lines of a letter are shown to whom it claims to come from.
const LINES_SHOWN: usize = 12;

impl Work<'_> {
    /// Lets a letter wait and asks whom it claims to come from, unless he was asked today: then he is asked with the next answer.
    pub(super) fn ask_about(&mut self, came: &Came<'_>, person: Option<i64>, to: &Person) -> Result<Taken> {
        let now = self.now;
        let open = self.store.requests_to(Asking::Letter, &to.address)?;
        let waiting = open.iter().find(|request| request.asked.is_none());
        let is_asked = open.iter().any(|request| request.asked.is_some_and(|asked| asked > now - SELDOM));
        let id = match waiting {
            Some(request) => request.id,
            None => self.store.add_request(Asking::Letter, person, &to.address, "", now, None)?,
        };
        if self.store.letters_waiting(id)?.len() >= MOST_WAITING {
            return self.quarantine_mail(came, "its writer is not proved, and many of his letters wait");
        }
        self.store.let_wait(came.id, id)?;
        if !is_asked {
            self.ask_letters(id, to, Some(came.letter))?;
        }
        Ok(Taken::Waiting)
    }

    /// Asks somebody whether the letters that wait are his.
    fn ask_letters(&mut self, request: i64, to: &Person, answers: Option<&Letter>) -> Result<()> {
        let is_known = to.id != 0;
        let mut letters = Vec::new();
        for (_, received, raw) in self.store.letters_waiting(request)? {
            let letter = Letter::read(&raw, self.phrases);
            let from = letter.sender().map(|from| from.base()).filter(|from| !to.has(from));
            // Who is no member is shown nothing of it: a spammer could use us to send his words on.
            let lines: Vec<&str> = letter.body.lines().filter(|line| !line.trim().is_empty() && is_known).collect();
            letters.push(json!({
                "when": self.when(received, to),
                "from": from,
                "subject": if is_known { letter.subject.as_str() } else { "" },
                "lines": lines.iter().take(LINES_SHOWN).map(|line| line.chars().take(200).collect()).collect::<Vec<String>>(),
                "more": lines.len() > LINES_SHOWN,
            }));
        }
        let what = json!({ "letters": letters, "known": is_known, "days": self.club.retention.waiting.to_string() });
        self.ask(Asking::Letter, request, to, &what, answers)
    }

    /// Asks an address something that is already noted.
    pub(super) fn ask(
        &mut self,
        kind: Asking,
        request: i64,
        to: &Person,
        what: &Value,
        answers: Option<&Letter>,
    ) -> Result<()> {
        let mut facts = what.clone();
        facts["club"] = json!(self.club.name);
        facts["name"] = json!(to.name);
        let subject = self.say(&to.language, &format!("ask-{}-subject", kind.word()), &facts)?;
        let text = self.report.page(&to.language, &format!("desk/ask-{}.txt", kind.word()), &facts)?;
        let reply_to = self.gate.key.ask_to(&self.referee(), request, &to.address);
        self.store.set_asked(request, self.now)?;
        let subject = format!("{}: {subject}", self.club.name);
        // Whoever gives a command is answered besides; whoever is only asked gets this as his answer.
        let kind = if answers.is_some() { Kind::Answer } else { Kind::Report };
        let answers = answers.and_then(|letter| letter.message_id.clone());
        let mail = Mail { kind, subject, text: text.into(), about: None, answers, calendar: false, files: Vec::new() };
        self.send_naming(to, mail, Some(reply_to)).map(drop)
    }

    /// Somebody answers a question of ours.
    pub(super) fn answer_request(&mut self, came: &Came<'_>, request: &Request) -> Result<Taken> {
        let person = request.person.map(|id| self.store.person(id)).transpose()?.flatten();
        let reader = match &person {
            Some(person) => Person { address: request.address.clone(), unreachable: None, ..person.clone() },
            None => Person::stranger("", &request.address, &self.club.language, &self.club.zone),
        };
        let key = match self.yes_or_no(came.letter) {
            None => "say-yes-or-no",
            Some(Word::Yes) => match request.kind {
                Asking::Letter => return self.release_letters(came, request, person),
                Asking::Address | Asking::OldAddress => self.confirm_address(request, person)?,
                Asking::Second => self.confirm_second(request, person)?,
                Asking::Forget => return self.confirm_forget(came, request, person),
                Asking::Farewell => "say-yes-or-no",
            },
            Some(_) => {
                for (mail, _, _) in self.store.letters_waiting(request.id)? {
                    self.store.set_fate(mail, "refused")?;
                }
                self.drop_pair(request)?;
                match (request.kind, &person) {
                    // Somebody writes in a stranger's name: the question stands, so that he is left in peace for the day.
                    (Asking::Letter, None) => self.store.let_go(request.id)?,
                    (Asking::Letter, Some(_)) => {
                        self.store.drop_request(request.id)?;
                        self.ask_next(&request.address, &reader)?;
                    }
                    _ => self.store.drop_request(request.id)?,
                }
                "asked-no"
            }
        };
        self.reply_briefly(&reader, came.letter, key, &json!({ "address": request.detail }))?;
        Ok(Taken::Answered)
    }

    /// The letters were his: they are handled now, each with its own answer.
    fn release_letters(&mut self, came: &Came<'_>, request: &Request, person: Option<Person>) -> Result<Taken> {
        let letters = self.store.letters_waiting(request.id)?;
        self.store.drop_request(request.id)?;
        let mut person = match person {
            Some(person) => Some(person),
            None => self.store.person_at(&request.address)?,
        };
        for (mail, _, raw) in &letters {
            let letter = Letter::read(raw, self.phrases);
            let from = letter.sender().cloned().unwrap_or_default();
            let writer = match person.take() {
                // He may have changed something in the letter before.
                Some(person) => self.store.person(person.id)?.unwrap_or(person),
                None => self.welcome(&from)?,
            };
            self.note_other_address(&writer, &from.base())?;
            self.store.set_fate(*mail, "answered")?;
            self.answer(&letter, writer.clone(), Secrets::default(), &Proof::Asked, false)?;
            person = Some(writer);
        }
        let reader =
            person.unwrap_or_else(|| Person::stranger("", &request.address, &self.club.language, &self.club.zone));
        if letters.is_empty() {
            self.reply_briefly(&reader, came.letter, "nothing-waits", &json!({}))?;
        }
        self.ask_next(&request.address, &reader)?;
        Ok(Taken::Answered)
    }

    /// Asks about the letters that came while the last question was open.
    fn ask_next(&mut self, address: &str, to: &Person) -> Result<()> {
        let open = self.store.requests_to(Asking::Letter, address)?;
        match open.iter().find(|request| request.asked.is_none()) {
            Some(request) if request.person.is_some() || to.id == 0 => self.ask_letters(request.id, to, None),
            _ => Ok(()),
        }
    }

    /// Remembers an address that somebody used once, so that it can be forgotten with him.
    pub(super) fn note_other_address(&mut self, person: &Person, address: &str) -> Result<()> {
        if person.has(address) { Ok(()) } else { self.store.add_former(person.id, address) }
    }

    /// What the first line says that somebody wrote himself.
    fn yes_or_no(&self, letter: &Letter) -> Option<Word> {
        let text = letter.orders(self.phrases);
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let first = line.split([' ', ',', '.', '!', ':', ';']).next().unwrap_or_default();
        self.verbs.word(first).filter(|word| matches!(word, Word::Yes | Word::No))
    }
}
