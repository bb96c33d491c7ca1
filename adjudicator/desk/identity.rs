//! How we know who wrote a letter, and which ways a club trusts.
//!
//! | proof | what it shows | what it does not |
//! |---|---|---|
//! | tag | whoever wrote had a mail of ours to this person, and writes from the same person's address | anybody can write that address in `From`: where its mail usually comes with a verdict, a tag without one is asked about |
//! | verdict | the sender's domain signed this letter to us, or our own mail server says so | the domain vouches for its users, not we |
//! | password | whoever wrote knows it | |
//! | from | nothing; good where only people on this machine can write | |
//! | asked | the registered address was asked and said yes | |
//! | let in | a moderator vouches for a letter in quarantine | the moderator has not seen who wrote it |
//!
//! What cannot be undone needs more than a tag or a password: see `deeds`.
//!
//! A letter that nothing proves waits, and the registered address is asked. Whoever wrote it learns nothing.

use super::club::Club;
use super::limits::Doorkeeper;
use super::secrets::{Secrets, is_password};
use super::who::{Key, Tag};
use super::work::Work;
use crate::mail::verdict::{Finding, Verifier};
use crate::mail::{Address, Letter};
use crate::store::{Person, Store, Time};
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a letter's writer was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The tag of the own reply address, and the own address in `From`.
    Tag,
    /// The writer's domain vouches for it.
    Verdict {
        /// What must not prove another letter, if it is a signature.
        seal: Option<String>,
    },
    Password,
    /// Only people who may be trusted can write here.
    From,
    /// The writer was asked, and said yes.
    Asked,
    /// A moderator let it out of quarantine, and vouches.
    LetIn,
}

/// A way to prove who one is, as an operator writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// The tag of the reply address.
    Tag,
    /// A signature of the sender's domain, or the word of a mail server.
    Verdict,
    /// A password line.
    Password,
    /// What stands in `From`.
    From,
}

/// What a club asks of those who write.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Identity {
    /// What proves who wrote a letter; each suffices.
    pub proofs: Vec<Means>,
    /// Strangers get no answer until a moderator lets them in.
    pub private: bool,
    /// The name of the mail server whose `Authentication-Results` are believed. Nothing: signatures are verified here.
    pub authentication_results_of: Option<String>,
    /// The DNS server that is asked for keys, such as `127.0.0.1:53`. Nothing: the system's.
    pub resolver: Option<String>,
    /// How long a letter waits for the DNS.
    pub dns_seconds: u32,
    /// How many strangers are asked in a day whether they wrote; the letters of more wait for a moderator.
    pub strangers_a_day: u32,
}

impl Default for Identity {
    fn default() -> Identity {
        Identity {
            proofs: vec![Means::Tag, Means::From],
            private: false,
            authentication_results_of: None,
            resolver: None,
            dns_seconds: 5,
            strangers_a_day: 50,
        }
    }
}

impl Identity {
    /// What a club needs whose mail comes from the world.
    pub fn strict() -> Identity {
        Identity { proofs: vec![Means::Tag, Means::Verdict, Means::Password], ..Identity::default() }
    }

    /// Whether a way counts.
    pub fn counts(&self, means: Means) -> bool {
        self.proofs.contains(&means)
    }

    /// Whether everybody who can write here is trusted, or verdicts are worth nothing here: then a tag is enough.
    pub fn is_content_with_tags(&self) -> bool {
        self.counts(Means::From) || !self.counts(Means::Verdict)
    }

    /// Refuses what cannot work.
    pub fn check(&self) -> Result<()> {
        if self.proofs.is_empty() {
            bail!("[identity] proofs is empty: then nobody could write");
        }
        if let Some(resolver) = &self.resolver
            && resolver.parse::<std::net::SocketAddr>().is_err()
        {
            bail!("[identity] resolver = \"{resolver}\" is no address with a port, such as \"127.0.0.1:53\"");
        }
        Ok(())
    }
}

/// Who wrote a letter, as far as we know.
#[derive(Clone, PartialEq, Debug)]
pub enum Writer {
    /// Somebody we know, and how we know.
    Known(Person, Proof),
    /// Somebody new, whose address is proved.
    New(Address, Proof),
    /// Perhaps somebody we know, who must be asked.
    Claimed(Person),
    /// Somebody new, whose address is not proved.
    Stranger(Address),
}

/// Who wrote a letter. Answers nothing, changes nothing but the count of wrong passwords.
pub(super) fn writer(work: &mut Work<'_>, letter: &Letter, finding: &Finding, secrets: &Secrets) -> Result<Writer> {
    let tag = work.gate.key.tag(letter);
    let from = letter.sender().cloned().unwrap_or_default();
    let by_from = work.store.person_at(&from.base())?;
    let by_tag = tagged(work.store, &work.club.identity, tag.as_ref())?;
    let policy = &work.club.identity;
    // A forwarded report carries its tag: it counts only from an address of the person it was made for, and not against the
    // word of our own mail server, nor without its word where we are used to that.
    if let Some(person) = by_tag.as_ref().filter(|person| person.has(&from.base()) && *finding != Finding::Forged) {
        match finding {
            Finding::Vouched { seal } if policy.counts(Means::Verdict) => {
                return Ok(Writer::Known(person.clone(), Proof::Verdict { seal: seal.clone() }));
            }
            _ if policy.is_content_with_tags() || !work.store.usually_signs(&from.base())? => {
                return Ok(Writer::Known(person.clone(), Proof::Tag));
            }
            _ => {}
        }
    }
    if policy.counts(Means::Password)
        && let Some(password) = &secrets.identify
    {
        let claimed = match &password.address {
            Some(address) => work.store.person_at(address)?,
            None => by_from.clone().or(by_tag.clone()),
        };
        if let Some(person) = claimed
            && is_password(work, &person, &password.secret, &letter.source)?
        {
            return Ok(Writer::Known(person, Proof::Password));
        }
    }
    let proof = match finding {
        Finding::Vouched { seal } if policy.counts(Means::Verdict) => Some(Proof::Verdict { seal: seal.clone() }),
        Finding::Forged => None,
        // Somebody unknown who writes to another's tag may be that other, on another machine, who is asked.
        _ if policy.counts(Means::From) && (by_from.is_some() || by_tag.is_none()) => Some(Proof::From),
        _ => None,
    };
    Ok(match (by_from, proof, by_tag) {
        (Some(person), Some(proof), _) => Writer::Known(person, proof),
        (Some(person), None, _) | (None, None, Some(person)) => Writer::Claimed(person),
        (None, Some(proof), _) => newcomer(work, from, Some(proof)),
        (None, None, None) => newcomer(work, from, None),
    })
}

/// Somebody new: in a private club only its moderators come in by themselves.
fn newcomer(work: &Work<'_>, from: Address, proof: Option<Proof>) -> Writer {
    let is_welcome = !work.club.identity.private || work.club.is_moderator(&from.base());
    match proof.filter(|_| is_welcome) {
        Some(proof) => Writer::New(from, proof),
        None => Writer::Stranger(from),
    }
}

/// What tells who may write and who did: the secret of our tags, who has written how often, signatures.
pub struct Gate {
    /// The secret of the tags.
    pub key: Key,
    /// Who has written how often.
    pub door: Doorkeeper,
    /// Made when the first letter needs it.
    verifier: Option<Verifier>,
}

impl Gate {
    /// With the key that the club has, or a fresh one. If the one it has is damaged, that is told: all reply addresses so far are dead.
    pub fn open(store: &Store, damaged: impl FnOnce(String)) -> Result<Gate> {
        let kept = store.fact("key")?;
        let mut key = match kept.as_deref().map(|kept| Key::from_hex(kept).ok_or(kept)) {
            Some(Ok(key)) => key,
            found => {
                if let Some(Err(kept)) = found {
                    store.set_fact("key-damaged", kept)?;
                    damaged(
                        "it was damaged; there is a new one, and answers to older mails count as letters without a tag"
                            .into(),
                    );
                }
                let key = Key::fresh()?;
                store.set_fact("key", &key)?;
                Key::from_hex(&key).context("a fresh key is none")?
            }
        };
        key.know_turned(store.turned_tags()?.into_iter().collect());
        Ok(Gate { key, door: Doorkeeper::default(), verifier: None })
    }

    /// What can be known about a letter from its signatures. The DNS is asked only if nothing quicker proves the letter.
    pub fn finding(&mut self, mail: &Unproved<'_>, club: &Club, store: &Store, now: Time) -> Result<Finding> {
        let (policy, letter) = (&club.identity, mail.letter);
        if let Some(server) = &policy.authentication_results_of {
            return Ok(crate::mail::verdict::by_server(letter, server, &club.referee(), now));
        }
        if !policy.counts(Means::Verdict) || letter.nuisance.is_some() || mail.secrets.identify.is_some() {
            return Ok(Finding::Nothing);
        }
        let from = letter.sender().map(Address::base).unwrap_or_default();
        let tag = self.key.tag(letter);
        let is_tagged = tagged(store, policy, tag.as_ref())?.is_some_and(|person| person.has(&from));
        // Of a letter with its tag a signature is only looked at if there is one.
        if (is_tagged && letter.signatures.is_empty()) || !self.key.asks(letter).is_empty() {
            return Ok(Finding::Nothing);
        }
        if self.verifier.is_none() {
            let server = policy.resolver.as_ref().map(|text| text.parse()).transpose()?;
            self.verifier = Some(Verifier::new(server, Duration::from_secs(policy.dns_seconds.into()))?);
        }
        let Some(verifier) = &self.verifier else { return Ok(Finding::Nothing) };
        let referee = club.referee();
        // A strange signature must not break us: nothing is proved then.
        let look = std::panic::AssertUnwindSafe(|| verifier.look(mail.raw, letter, &referee, now));
        Ok(std::panic::catch_unwind(look).unwrap_or(Finding::Nothing))
    }
}

/// A mail before anything is known about its writer.
pub struct Unproved<'m> {
    /// Its bytes.
    pub raw: &'m [u8],
    /// The same, read.
    pub letter: &'m Letter,
    /// The passwords that stood in it.
    pub secrets: &'m Secrets,
}

/// The person of a tag, if tags count, it was not replaced, and the person has not been forgotten.
fn tagged(store: &Store, policy: &Identity, tag: Option<&Tag>) -> Result<Option<Person>> {
    let tag = tag.filter(|tag| policy.counts(Means::Tag) && !tag.is_dead);
    Ok(tag.map(|tag| store.person(tag.person)).transpose()?.flatten().filter(|person| !person.is_gone()))
}
