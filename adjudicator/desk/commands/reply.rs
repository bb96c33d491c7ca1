//! `reply`: an answer to a letter between people. It goes back to its writer, named or not; `reply all` goes to everybody the letter went
//! to. Who wrote without a name stays without one in all that follows.

use super::press::{need_voice, readers, refuse_orders, write};
use crate::desk::handling::Handling;
use crate::desk::names::shown_all;
use crate::desk::reading::Said;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::Letters;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::store::{Audience, PressRow};

/// `reply`, `reply all`: to the mail that the letter answers.
pub fn reply(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    let press = mail.answers.clone().ok_or_else(|| decline(Letters::ReplyToNothing))?;
    let words: Vec<Word> = said.rest.split([' ', ',']).filter_map(|word| work.verbs.word(word)).collect();
    let board = work.store.sound_board(&press.board)?.ok_or_else(|| decline(Letters::ReplyToNothing))?;
    mail.board = Some(board);
    let board = mail.need_started(work.store)?;
    need_voice(work, mail, &board)?;
    need(!said.body.is_empty(), || decline(Letters::EmptyReply))?;
    if !said.is_ended {
        refuse_orders(work, &board, &said.body, mail.language())?;
    }
    let is_all = words.contains(&Word::All) || mail.answers_all;
    let is_anonymous = press.is_veiled || words.contains(&Word::Anonymous);
    let mut to = answered(&press, if is_all { press.audience.clone() } else { Audience::default() }, mail.person.id);
    // Who signs need not be named twice; who does not must not be missed in the list.
    let own = mail.seat_row(work.store)?.map(|seat| seat.seat).filter(|_| !is_anonymous && !to.all);
    to.seats.retain(|seat| Some(seat) != own.as_ref());
    let mut people = readers(work.store, &board, &to)?;
    // Several may moderate: whoever wrote reads the answer.
    people.push(press.writer);
    let masked = write(work, mail, &board, &to, people, is_anonymous, &said.body)?;
    let names = shown_all(work.store, &mut work.tables, &board, &to.names(), mail.language());
    Ok(Reply::say(Letters::ReplySent {
        to: names,
        anonymous: is_anonymous,
        masked,
        whole: said.line == 0,
        all: !is_all && press.audience.is_several(),
    })?)
}

/// To whom an answer to a letter goes: to its writer, and to these.
fn answered(press: &PressRow, also: Audience, reader: i64) -> Audience {
    let mut to = also;
    match &press.signed {
        Some(name) if name == "moderator" => to.moderator = true,
        Some(seat) if !to.seats.contains(seat) => to.seats.insert(0, seat.clone()),
        Some(_) => {}
        None if !to.unnamed.contains(&press.writer) => to.unnamed.push(press.writer),
        None => {}
    }
    to.unnamed.retain(|one| *one != reader);
    to
}
