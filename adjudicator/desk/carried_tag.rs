//! Tags without plus-addresses. Where a provider does not deliver `referee+tag@`, the tag of a reply address travels in the Message-ID of our
//! mail, which a reply names, and at the end of its subject, for mail programs and servers that give mails other names. What a tag proves is
//! the same wherever it stands.

use crate::mail::{Address, Letter};

/// What marks a tag in a Message-ID.
const MARK: &str = ".tag.";

/// How our mail carries a tag: its Message-ID and its subject.
pub(super) fn carry(id: &str, subject: &str, reply_to: &Address) -> (String, String) {
    let Some((tag, (local, domain))) = reply_to.tag().zip(id.split_once('@')) else {
        return (id.to_owned(), subject.to_owned());
    };
    (format!("{local}{MARK}{tag}@{domain}"), format!("{subject} {{{tag}}}"))
}

/// The tags that a letter has: of the addresses it went to; otherwise of the mail it answers, or of its subject.
pub(super) fn tags(letter: &Letter) -> Vec<&str> {
    let found = letter.tags();
    if !found.is_empty() {
        return found;
    }
    let answered = letter.in_reply_to.iter().chain(letter.references.iter().next_back());
    let in_id = answered.filter_map(|id| Some(id.rsplit_once('@')?.0.rsplit_once(MARK)?.1)).next();
    let in_subject = || letter.subject.rsplit_once('{')?.1.split_once('}').map(|(tag, _)| tag.trim());
    in_id.or_else(in_subject).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Phrases;

    #[test]
    fn a_tag_is_found_where_the_reply_has_left_it() {
        let reply_to = Address::new("referee+ostia-3.rome.7.0123456789abcdef@club.example");
        let (id, subject) = carry("answer-1.2.round.ostia-3.1.4@club.example", "[ostia-3] Rome", &reply_to);
        assert_eq!(id, "answer-1.2.round.ostia-3.1.4.tag.ostia-3.rome.7.0123456789abcdef@club.example");
        assert_eq!(subject, "[ostia-3] Rome {ostia-3.rome.7.0123456789abcdef}");
        let mark = "ostia-3.rome.7.0123456789abcdef";
        let letter =
            |head: &str| Letter::read(format!("From: a@b.example\n{head}\n\nhello\n").as_bytes(), Phrases::built_in());
        for head in [
            format!("To: referee@club.example\nIn-Reply-To: <{id}>"),
            format!("To: referee@club.example\nReferences: <table@club.example> <{id}>\nSubject: Re: something"),
            format!("To: referee@club.example\nIn-Reply-To: <AM0PR@outlook.example>\nSubject: Re: {subject} (fwd)"),
            format!("To: {}\nIn-Reply-To: <x.tag.other@club.example>", reply_to.mailbox),
        ] {
            assert_eq!(tags(&letter(&head)), [mark], "{head}");
        }
        for head in ["To: referee@club.example\nSubject: a {", "To: referee@club.example\nIn-Reply-To: <.tag.>"] {
            assert!(tags(&letter(head)).is_empty(), "{head}");
        }
        // The round is still to be read.
        assert_eq!(super::super::stamp::Answered { id: Some(id), subject: None }.round("ostia-3"), Some(4));
    }
}
