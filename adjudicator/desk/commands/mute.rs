//! Letters that are not wanted: a player no longer gets those of another, a moderator lets nobody get them.

use crate::desk::handling::Handling;
use crate::desk::names::seat_meant;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::sentences::{Letters, Log, Tables, Told};
use crate::desk::telling::{log, tell};
use crate::desk::work::Work;
use crate::store::{Board, Records};
use anyhow::Result;

/// `mute Greece`
pub fn mute(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    set_mute(work, mail, rest, true)
}

/// `unmute Greece`
pub fn unmute(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    set_mute(work, mail, rest, false)
}

/// The person is muted, not the seat: whoever comes after has done nothing.
fn set_mute(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str, is_muted: bool) -> Answer<Reply> {
    let board = mail.need_started(work.store)?;
    let moderates = mail.moderates(work.club, &board);
    let has_voice = moderates || mail.seat_row(work.store)?.is_some();
    need(has_voice, || decline(Tables::NoSeat { table: board.id.clone() }))?;
    let row = seat_meant(work.store, &mut work.tables, &board, rest, mail.language())?;
    let writers: Vec<i64> = row.readers().filter(|id| *id != mail.person.id).collect();
    let seat = row.seat.clone();
    need(!writers.is_empty(), || decline(Letters::NobodyToMute { seat: seat.clone() }))?;
    let reader = (!moderates).then_some(mail.person.id);
    for writer in &writers {
        match is_muted {
            true => work.store.mute(&board.id, *writer, reader)?,
            false => work.store.unmute(&board.id, *writer, reader)?,
        }
    }
    let name = mail.person.name.clone();
    let (entry, notice, reply) = match (moderates, is_muted) {
        (true, true) => (Log::Muted { name, seat: seat.clone() }, Told::Muted, Letters::YouMutedAll { seat }),
        (true, false) => (Log::Unmuted { name, seat: seat.clone() }, Told::Unmuted, Letters::YouUnmutedAll { seat }),
        // What somebody does not want to read is nobody else's business.
        (false, true) => return Ok(Reply::say(Letters::YouMuted { seat })?),
        (false, false) => return Ok(Reply::say(Letters::YouUnmuted { seat })?),
    };
    log(work, &board, &entry)?;
    for writer in writers {
        if let Some(person) = work.store.person(writer)? {
            tell(work, &person, &board, &notice)?;
        }
    }
    Ok(Reply::say(reply)?)
}

/// Whether nobody gets somebody's letters, by the moderator's word.
pub fn is_silenced(store: &Records, board: &Board, writer: i64) -> Result<bool> {
    store.is_muted(&board.id, writer, None)
}

/// Those who want to read somebody's signed letters. A letter without a name goes to all: whoever missed it would know whose it was.
pub fn willing(store: &Records, board: &Board, writer: i64, readers: Vec<i64>) -> Result<Vec<i64>> {
    let mut willing = Vec::new();
    for reader in readers {
        if !store.is_muted(&board.id, writer, Some(reader))? {
            willing.push(reader);
        }
    }
    Ok(willing)
}
