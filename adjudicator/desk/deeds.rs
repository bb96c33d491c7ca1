//! What cannot be undone, or gives somebody away, is not done on a proof that another could have come by: a tag can be forwarded and a
//! password overheard. Unless a verdict proves the letter, the registered address is asked first, in a mail of its own that only shows
//! what is to be done; its "yes" does just that.

use super::answering::send_answer;
use super::asking::{Asked, ask};
use super::club::Club;
use super::commands::{command, told};
use super::handling::Handling;
use super::identity::{Means, Proof};
use super::intake::{Arrival, Taken};
use super::reading::Said;
use super::reply::{Answer, Done, Reply, decline};
use super::secrets::hash_of;
use super::sentences::Identity;
use super::stamp::Answered;
use super::verb::{Verb, Word};
use super::who::plain;
use super::work::Work;
use crate::store::{Asking, Person, Request};
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// So many questions of this kind may be open for one person.
const MOST_OPEN: usize = 5;

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Deed {
    /// The table it is about.
    table: Option<String>,
    /// The seat that its writer meant there.
    seat: Option<String>,
    /// The command as it was written.
    line: String,
    /// What is kept of the new password.
    hash: Option<String>,
}

/// Whether a proof is enough for everything: the sender's domain vouches, the registered address was asked, or everybody who can
/// write to this club is trusted anyway.
pub(super) fn is_sure(club: &Club, proof: &Proof) -> bool {
    match proof {
        Proof::Verdict { .. } | Proof::Asked => true,
        Proof::From => true,
        Proof::Tag => club.identity.counts(Means::From),
        Proof::Password | Proof::LetIn => false,
    }
}

/// Whether a command is one of those that need it. `forget me`, and a new first address, ask by themselves.
fn is_weighty(work: &Work<'_>, said: &Said) -> bool {
    match said.verb {
        Verb::Password | Verb::Leave => true,
        Verb::Concede => work.verbs.word(&said.rest) == Some(Word::Yes),
        Verb::Address => {
            let rest = work.verbs.without_link(&said.rest);
            let first = rest.split_whitespace().next().unwrap_or_default();
            work.verbs.word(first) == Some(Word::Also)
        }
        _ => false,
    }
}

/// Asks the registered address about a command that needs it. Nothing: it may be done at once.
pub(super) fn ask_first(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Option<Reply>> {
    if is_sure(work.club, &mail.proof) || !is_weighty(work, said) {
        return Ok(None);
    }
    let mut hash = None;
    if said.verb == Verb::Password {
        // Whether passwords count, and what is wrong with this one, is said by the command itself.
        if !work.club.identity.counts(Means::Password) {
            return Ok(None);
        }
        let Some(secret) = mail.secret.take() else { return Ok(None) };
        hash = Some(hash_of(&secret)?.ok_or_else(|| decline(Identity::PasswordShort))?);
    }
    let name = work.verbs.name(said.verb, mail.language());
    let line = if said.verb == Verb::Password { name.to_owned() } else { format!("{name} {}", said.rest) };
    let (table, seat) = (mail.board.as_ref().map(|board| board.id.clone()), mail.seat.clone());
    let deed = Deed { table, seat, line: line.trim().to_owned(), hash };
    let person = mail.person.clone();
    let about = work.store.requests_about(person.id)?;
    let open: Vec<&Request> = about.iter().filter(|one| one.kind == Asking::Deed).collect();
    let is_same = |one: &&&Request| read(one).is_some_and(|other| other.line == deed.line && other.table == deed.table);
    if let Some(old) = open.iter().find(is_same) {
        work.store.drop_request(old.id)?;
    } else if open.len() >= MOST_OPEN {
        return Err(decline(Identity::DeedsWait));
    }
    let detail = serde_json::to_string(&deed).map_err(anyhow::Error::from)?;
    let request = work.store.add_request(Asking::Deed, Some(person.id), &person.address, &detail, work.now, None)?;
    let what = Asked::about_deed(deed.table, deed.line.clone());
    ask(work, Asking::Deed, request, &Person { unreachable: None, ..person.clone() }, &what, None)?;
    Ok(Some(Reply::say(Identity::DeedAsked { line: deed.line, address: person.address })?))
}

fn read(request: &Request) -> Option<Deed> {
    serde_json::from_str(&request.detail).ok()
}

/// The registered address says yes: it is done.
pub(super) fn do_deed(
    work: &mut Work<'_>,
    came: &Arrival<'_>,
    request: &Request,
    person: Option<Person>,
) -> Result<Option<Taken>> {
    work.store.drop_request(request.id)?;
    let (Some(person), Some(deed)) = (person, read(request)) else { return Ok(None) };
    let board = deed.table.as_deref().map(|id| work.store.sound_board(id)).transpose()?.flatten();
    let mut mail = Handling {
        letter: came.letter,
        games: work.tables.games().clone(),
        person,
        proof: Proof::Asked,
        board,
        seat: deed.seat.clone(),
        tagged: deed.seat.as_deref().map(plain),
        answered: Answered::by(came.letter),
        answers: None,
        answers_all: false,
        secret: None,
        is_damaged: false,
        files: Vec::new(),
    };
    let done = match (deed.hash, work.verbs.read(&deed.line)) {
        (Some(hash), _) => {
            work.store.set_password(mail.person.id, Some(&hash))?;
            Done::well(Reply::say(Identity::PasswordSet)?)
        }
        (None, Some(said)) => {
            let said = Said { line: 0, verb: said.verb, rest: said.rest, body: String::new(), is_ended: false };
            command(work, &mut mail, &said).map(Done::well).or_else(|declined| told(work, declined))?
        }
        (None, None) => Done::amiss(Reply::say(Identity::NothingWaits)?),
    };
    send_answer(work, &mail, vec![done])?;
    Ok(Some(Taken::Answered))
}
