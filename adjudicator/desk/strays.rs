//! Letters to the reply address of somebody else: a report was forwarded, or seen. The address is dead from then on, and its owner is
//! told; whoever wrote is refused with a word, if we know who that is.

use super::post::{Mail, Plain, send_naming};
use super::sentences::Told;
use super::who::Tag;
use super::work::Work;
use crate::mail::Letter;
use crate::mail::compose::Kind;
use crate::store::Person;
use anyhow::Result;

/// Whether this letter came to an address that was made for somebody else than this writer (nobody's number is 0).
pub(super) fn stray(work: &Work<'_>, letter: &Letter, writer: i64) -> Result<Option<Tag>> {
    let Some(tag) = work.gate.key.others_tag(letter, writer) else { return Ok(None) };
    let owner = work.store.person(tag.person)?.filter(|owner| !owner.is_gone());
    Ok(owner.map(|_| tag))
}

/// Somebody else has a tag: it is worth nothing from here on, and its owner gets a new one with the mail that says so. An address
/// that its owner has used before is nobody else's.
pub(super) fn retire(work: &mut Work<'_>, tag: &Tag, from: &str) -> Result<()> {
    let Some(owner) = work.store.person(tag.person)?.filter(|owner| !owner.is_gone()) else { return Ok(()) };
    if tag.is_dead || owner.has(from) || work.store.former(owner.id)?.iter().any(|known| known == from) {
        return Ok(());
    }
    let turned = work.gate.key.turn(tag);
    work.store.turn_tag(tag.person, &tag.board, &tag.seat, turned)?;
    tell_owner(work, &owner, tag, from)
}

fn tell_owner(work: &mut Work<'_>, owner: &Person, tag: &Tag, from: &str) -> Result<()> {
    let notice = Told::TagSeen { table: tag.board.clone(), from: from.to_owned() };
    let text = work.voice.page(owner, &Plain { text: work.voice.say(owner, &notice)? })?;
    let subject = format!("[{}] {}", tag.board, work.voice.subject(owner, &notice)?);
    let new = work.gate.key.reply_to(&work.referee(), &tag.board, &tag.seat, owner.id);
    send_naming(work, owner, Mail::plain(Kind::Report, subject, text), Some(new)).map(drop)
}
