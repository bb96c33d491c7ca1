//! Which round a letter answers.
//!
//! Every mail of ours that holds a form, and every answer to a letter, has in its Message-ID the table, the timeline and the round that
//! was open when it went out. A reply names that id, so we know what its writer was looking at; nothing needs to be stored, however late
//! the reply comes. The stamp proves nothing and needs not: whoever forges one only makes the own letter late.

use crate::mail::Letter;
use crate::mail::compose::Kind;
use crate::store::Board;

/// What marks the stamp in a Message-ID.
const MARK: &str = ".round.";

/// What a letter answers, as far as its headers say.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answered {
    /// The Message-ID of the mail that it answers.
    pub id: Option<String>,
    /// Its subject, if it names no mail.
    pub subject: Option<String>,
}

impl Answered {
    /// What a letter answers.
    pub fn by(letter: &Letter) -> Answered {
        let id = letter.in_reply_to.iter().chain(letter.references.iter().rev()).next().cloned();
        let subject = id.is_none().then(|| letter.subject.clone());
        Answered { id, subject }
    }

    /// The round whose report the letter answers, if it is one of this table.
    pub fn round(&self, board: &str) -> Option<u32> {
        self.stamp().filter(|(table, ..)| table == board).map(|(_, _, round)| round)
    }

    /// The table, the timeline and the round whose report the letter answers.
    pub fn stamp(&self) -> Option<(String, u32, u32)> {
        // What stands before the @ ends with the stamp.
        let (_, stamp) = self.id.as_deref()?.split_once('@')?.0.rsplit_once(MARK)?;
        let mut pieces = stamp.split('.');
        Some((pieces.next()?.to_owned(), pieces.next()?.parse().ok()?, pieces.next()?.parse().ok()?))
    }

    /// The beginning of the fingerprint of the letter that the answered mail answered, if it did.
    pub fn letter_before(&self) -> Option<&str> {
        let (name, _) = self.id.as_deref()?.strip_prefix("answer-")?.split_once('.')?;
        name.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(name)
    }
}

/// The Message-ID with the stamp of the round that is open.
pub(super) fn stamped(id: String, kind: Kind, holds_form: bool, about: Option<(&Board, Option<&str>)>) -> String {
    match (about, id.split_once('@')) {
        (Some((board, Some(_))), Some((local, domain))) if holds_form || kind == Kind::Answer => {
            format!("{local}{MARK}{}.{}.{}@{domain}", board.id, board.timeline, board.rounds + 1)
        }
        _ => id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_names_the_round_of_the_mail_it_answers() {
        let by = |id: &str| Answered { id: Some(id.into()), subject: None };
        let answered = by("answer-0123abcd.1.round.ostia-3.2.17@club.example");
        assert_eq!((answered.round("ostia-3"), answered.round("ostia-4")), (Some(17), None));
        assert_eq!(answered.letter_before(), Some("0123abcd"));
        for id in ["ostia-3-1-4.2@club.example", "x.round.ostia-3.1@y", "x.round.ostia-3.1.y@z", "", "@", ".round.@"] {
            assert_eq!((by(id).round("ostia-3"), by(id).letter_before()), (None, None), "{id}");
        }
    }
}
