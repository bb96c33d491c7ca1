//! `forget me`: what is left of somebody is a number.
//!
//! Gone are the name, the addresses, the password, absences, diary, notes, digests, and every mail by, to or about that person that we
//! kept. What stays is what others need: the orders, because without them no audit could prove the game, under the name "player 7".
//! Seats of games that go on are given to whoever stands in, or to the automaton.
//!
//! The last mail has still to go out; when it has, its address goes too, and the file is written anew so that nothing is left in
//! free pages.

use super::Desk;
use super::intake::{Arrival, Taken};
use super::post::{Mail, send_naming};
use super::reply::Page;
use super::sentences::{Alarm, Log, Subject, Told};
use super::telling::{alarm, log};
use super::vacancy::tell_vacancy;
use super::work::Work;
use crate::mail::Letter;
use crate::mail::compose::Kind;
use crate::store::{Asking, Board, Keeper, Person, Request, Role, SeatRow, Status, Time};
use anyhow::Result;
use serde::Serialize;

/// If the last mail cannot go for so long, it does not go.
const PATIENCE: Time = 3 * 86_400;

/// Goodbye.
#[derive(Serialize)]
struct FarewellPage<'p> {
    club: &'p str,
}

impl Page for FarewellPage<'_> {
    const TEMPLATE: &'static str = "desk/farewell.txt";
}

/// Somebody said yes to being forgotten.
pub(super) fn confirm_forget(
    work: &mut Work<'_>,
    came: &Arrival<'_>,
    request: &Request,
    person: Option<Person>,
) -> Result<Taken> {
    work.store.drop_request(request.id)?;
    if let Some(person) = person {
        forget(work, &person, came)?;
    }
    Ok(Taken::Answered)
}

fn forget(work: &mut Work<'_>, person: &Person, came: &Arrival<'_>) -> Result<()> {
    let farewell = work.voice.page(person, &FarewellPage { club: &work.club.name })?;
    let subject = format!("{}: {}", work.club.name, work.voice.say(person, &Subject::Farewell)?);
    let last_mail = send_naming(work, person, Mail::plain(Kind::Answer, subject, farewell), None)?;

    let pseudonym = format!("player {}", person.id);
    let mut known = vec![person.name.clone(), person.address.clone()];
    known.extend(person.second.clone());
    known.extend(work.store.former(person.id)?);
    known.retain(|one| !one.trim().is_empty());
    known.sort_by_key(|one| std::cmp::Reverse(one.len()));
    let (addresses, names): (Vec<String>, Vec<String>) = known.into_iter().partition(|one| one.contains('@'));

    blank_mails(work, &names, &addresses)?;
    work.store.blank_mail(came.id)?;
    work.store.forget_person(person.id, &pseudonym, &addresses, &last_mail)?;
    work.store.rename_in_texts(&names, &addresses, &pseudonym)?;
    leave_everything(work, person, &pseudonym)?;
    work.store.add_request(Asking::Farewell, None, "", &last_mail, work.now, None)?;
    Ok(())
}

/// Empties every mail that we kept and that somebody wrote, or that names them.
fn blank_mails(work: &mut Work<'_>, names: &[String], addresses: &[String]) -> Result<()> {
    for id in work.store.mails_with_text()? {
        let Some((sender, raw, fate)) = work.store.mail_text(id)? else { continue };
        let is_own = addresses.contains(&sender);
        // A letter of somebody else that has not been handled is theirs to lose, not ours.
        if !is_own && (fate == "waiting" || fate.starts_with("quarantine")) {
            continue;
        }
        if is_own || mentions(&Letter::read(&raw, work.phrases), &raw, names, addresses) {
            work.store.blank_mail(id)?;
        }
    }
    Ok(())
}

/// Leaves every table, so that others can play on.
fn leave_everything(work: &mut Work<'_>, person: &Person, pseudonym: &str) -> Result<()> {
    for id in work.store.boards_of(person.id)? {
        let Some(mut board) = work.store.sound_board(&id)? else { continue };
        for role in [Role::Waiting, Role::Observer, Role::Standby] {
            work.store.remove_member(&id, person.id, role)?;
        }
        if !board.is_alive() {
            continue;
        }
        for seat in work.store.seats(&id)? {
            leave_seat(work, &board, seat, person.id, pseudonym)?;
        }
        if board.moderator == Some(person.id) {
            board.moderator = None;
            work.store.update_board(&board)?;
            alarm(work, Some(&board), &Alarm::NobodyRuns)?;
        }
        if board.status == Status::Running {
            work.store.set_wake(&id, Some(work.now))?;
        }
    }
    Ok(())
}

fn leave_seat(work: &mut Work<'_>, board: &Board, mut seat: SeatRow, person: i64, pseudonym: &str) -> Result<()> {
    match (seat.owner == Some(person), seat.standby) {
        (true, Some(standby)) if seat.keeper == Keeper::Standby && standby != person => {
            (seat.owner, seat.standby, seat.keeper) = (Some(standby), None, Keeper::Owner);
        }
        (true, _) => (seat.owner, seat.standby, seat.keeper) = (None, None, Keeper::Caretaker),
        (false, Some(standby)) if standby == person => (seat.standby, seat.keeper) = (None, Keeper::Caretaker),
        _ => return Ok(()),
    }
    work.store.set_seat(&board.id, &seat)?;
    work.store.drop_forms_of(&board.id, &seat.seat)?;
    let heir = seat.player().map(|id| work.store.person(id)).transpose()?.flatten().map(|heir| heir.name);
    let (name, is_free, seat) = (pseudonym.to_owned(), seat.keeper == Keeper::Caretaker, seat.seat);
    log(work, board, &Log::Left { name: name.clone(), heir: heir.clone(), seat: seat.clone() })?;
    let left = |may_accept| Told::Left { name: name.clone(), heir: heir.clone(), seat: seat.clone(), may_accept };
    if is_free { tell_vacancy(work, board, &seat, &[person], left) } else { Ok(()) }
}

impl Desk {
    /// When the last mail to somebody has gone, its address goes too, and the file is written anew.
    pub(super) fn finish_farewells(&mut self) -> Result<()> {
        let now = self.now();
        let mut is_over = false;
        for request in self.store.requests(Asking::Farewell)? {
            if self.store.is_settled(&request.detail, now - PATIENCE)? {
                self.whole(format!("farewell.{}", request.id), |work| {
                    work.store.drop_posted(&request.detail)?;
                    work.store.drop_request(request.id)
                })?;
                is_over = true;
            }
        }
        if is_over { self.store.compact() } else { Ok(()) }
    }
}

/// Whether a mail names somebody.
fn mentions(letter: &Letter, raw: &[u8], names: &[String], addresses: &[String]) -> bool {
    let head = String::from_utf8_lossy(&raw[..raw.len().min(1 << 14)]).to_lowercase();
    if addresses.iter().any(|address| head.contains(address)) {
        return true;
    }
    let people =
        letter.from.iter().chain(&letter.to).chain(&letter.cc).map(|one| format!("{} {}", one.name, one.mailbox));
    let files = letter.attached.iter().map(|file| file.text.clone());
    let aside = letter.left_out.iter().map(|out| out.line.clone());
    let texts = [letter.subject.clone(), letter.body.clone(), letter.quoted.clone()];
    texts.into_iter().chain(people).chain(files).chain(aside).any(|text| {
        let lower = text.to_lowercase();
        addresses.iter().any(|address| lower.contains(address))
            || names.iter().any(|name| crate::store::privacy::rename(&lower, &name.to_lowercase(), "").is_some())
    })
}
