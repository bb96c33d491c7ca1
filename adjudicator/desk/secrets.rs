//! Passwords in letters: taken out before anything is kept, told or logged.
//!
//! `password blue horse` sets one, in a letter that is proved otherwise; `identify blue horse` shows it, and so proves a letter.

use super::texts::{behind_greeting, within_texts};
use super::verb::{Verb, Verbs};
use super::work::Work;
use crate::mail::Phrases;
use crate::mail::{Address, Letter};
use crate::store::Person;
use anyhow::{Result, anyhow};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

/// What stands where a password stood.
pub const HIDDEN: &str = "********";
/// A password has as many letters at least.
const SHORTEST: usize = 6;
/// A longer one is not looked at.
const LONGEST: usize = 200;
/// Behind a misspelt command, so many words may be a password.
const MOST_WORDS: usize = 4;

/// The passwords of a letter.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secrets {
    /// The one that proves who wrote it.
    pub identify: Option<Given>,
    /// The new one.
    pub set: Option<String>,
}

/// A password that is given.
#[derive(Clone, PartialEq, Eq)]
pub struct Given {
    /// Whose it is, if the letter says so.
    pub address: Option<String>,
    /// The password.
    pub secret: String,
}

impl Secrets {
    /// Takes the passwords out of a letter. Says whether there were any.
    pub fn take(letter: &mut Letter, verbs: &Verbs, phrases: &Phrases) -> Option<Secrets> {
        let mut secrets = Secrets::default();
        let mut within_texts = within_texts(verbs, phrases, letter.pieces()).into_iter();
        let is_changed = letter.change_lines(|line| {
            let is_text = within_texts.next() == Some(true);
            let plain = line.trim_start_matches(['>', ' ', '\t', '*', '-']).trim();
            let plain = behind_greeting(verbs, phrases, plain, &mut |_| false).unwrap_or(plain);
            let Some(said) = verbs.read(plain) else { return misspelt(plain, verbs) };
            if said.rest.is_empty() {
                return None;
            }
            match said.verb {
                // "Sono io il re di Roma" in a letter to others proves nothing and is no secret. (A new password that slipped into one is.)
                Verb::Identify if is_text => None,
                Verb::Identify => {
                    secrets.identify.get_or_insert_with(|| Given::read(&said.rest));
                    Some(String::new())
                }
                Verb::Password => {
                    let line = format!("{} {HIDDEN}", verbs.name(Verb::Password, "en"));
                    let new = said.rest.trim().to_owned();
                    if new != HIDDEN {
                        secrets.set.get_or_insert(new);
                    }
                    Some(line)
                }
                _ => None,
            }
        });
        is_changed.then_some(secrets)
    }
}

/// `passwrod blue horse`: what follows would come back to its writer in a complaint, and be kept. The line without it.
fn misspelt(line: &str, verbs: &Verbs) -> Option<String> {
    let (word, rest) = line.split_once([' ', ':'])?;
    // Longer lines are somebody's sentences.
    let is_short = (1..=MOST_WORDS).contains(&rest.split_whitespace().count());
    let is_meant = is_short && verbs.resembles(word, &[Verb::Password, Verb::Identify]);
    is_meant.then(|| format!("{word} {HIDDEN}"))
}

impl Given {
    /// `blue horse`, or `anna@example.org blue horse`.
    fn read(text: &str) -> Given {
        let text = text.trim();
        match text.split_once(char::is_whitespace) {
            Some((first, rest)) if first.contains('@') => {
                Given { address: Some(Address::new(first).base()), secret: rest.trim().to_owned() }
            }
            _ => Given { address: None, secret: text.to_owned() },
        }
    }
}

/// Whether this is somebody's password. Who guesses often is not listened to; others from elsewhere are, the owner first of all.
pub(super) fn is_password(work: &mut Work<'_>, person: &Person, secret: &str, source: &str) -> Result<bool> {
    let now = work.now;
    if secret.len() > LONGEST || !work.gate.door.may_guess(person.id, source, now) {
        return Ok(false);
    }
    let Some(hash) = work.store.password(person.id)? else { return Ok(false) };
    let hash = PasswordHash::new(&hash).map_err(|error| anyhow!("a password's hash is damaged: {error}"))?;
    let is_right = Argon2::default().verify_password(secret.as_bytes(), &hash).is_ok();
    if !is_right {
        work.gate.door.wrong_password(person.id, source, now);
    }
    Ok(is_right)
}

/// What is kept of a password; nothing, if it is too short or too long.
pub(super) fn hash_of(secret: &str) -> Result<Option<String>> {
    if !(SHORTEST..=LONGEST).contains(&secret.chars().count()) {
        return Ok(None);
    }
    let hash = Argon2::default().hash_password(secret.as_bytes());
    let hash = hash.map_err(|error| anyhow!("the password cannot be hashed: {error}"))?;
    Ok(Some(hash.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Phrases;

    fn taken(text: &str) -> anyhow::Result<(Option<Secrets>, String)> {
        let mut letter = Letter::read(format!("From: a@b.example\n\n{text}\n").as_bytes(), Phrases::built_in());
        let secrets = Secrets::take(&mut letter, &Verbs::load()?, Phrases::built_in());
        Ok((secrets, letter.body))
    }

    #[test]
    fn a_letter_to_others_is_not_searched_for_proofs() -> anyhow::Result<()> {
        let letter = "lettera a Roma\nCiao,\nsono io il re di Cartagine\n- sono io, e basta\nfine\nmuovi 2 legioni";
        let (secrets, body) = taken(letter)?;
        assert!(secrets.is_none());
        assert_eq!(body, letter);
        // A password that slipped in is still hidden, and so is everything in a text that nobody ended.
        let (secrets, body) = taken("press to Rome\nhi\npassword blue horse\nend\nsono io anna cavallo")?;
        let secrets = secrets.unwrap_or_default();
        assert_eq!((secrets.set.as_deref(), secrets.identify.is_some()), (Some("blue horse"), true));
        assert_eq!(body, "press to Rome\nhi\npassword ********\nend");
        assert!(!taken("press to Rome\nhi\nidentify blue horse")?.1.contains("horse"));
        Ok(())
    }
}
