//! `forget me`: what is left of somebody is a number.
//!
//! Gone are his name, his addresses, his password, absences, diary, notes, digests, and every mail of his or to him or about him that we
//! kept. What stays is what others need: the orders he gave, because without them no audit could prove the game, under the name
//! "player 7". Seats of games that go on are given to whoever stands in, or to the automaton.
//!
//! His last mail has still to go out; when it has, its address goes too, and the file is written anew so that nothing is left in
//! free pages.

use super::Desk;
use super::intake::{Came, Taken};
use super::work::Work;
use crate::mail::Letter;
use crate::store::{Asking, Keeper, Person, Request, Role, Status, Time};
use anyhow::Result;
use serde_json::json;

/// If the last mail cannot go for so long, it does not go.
const PATIENCE: Time = 3 * 86_400;

impl Work<'_> {
    /// He said yes.
    pub(super) fn confirm_forget(
        &mut self,
        came: &Came<'_>,
        request: &Request,
        person: Option<Person>,
    ) -> Result<Taken> {
        self.store.drop_request(request.id)?;
        if let Some(person) = person {
            self.forget(&person, came)?;
        }
        Ok(Taken::Answered)
    }

    fn forget(&mut self, person: &Person, came: &Came<'_>) -> Result<()> {
        let farewell = self.report.page(&person.language, "desk/farewell.txt", &json!({ "club": self.club.name }))?;
        let subject = format!("{}: {}", self.club.name, self.say(&person.language, "farewell-subject", &json!({}))?);
        let mail = super::post::Mail {
            kind: crate::mail::compose::Kind::Answer,
            subject,
            text: farewell.into(),
            about: None,
            answers: None,
            calendar: false,
            files: Vec::new(),
        };
        let last_mail = self.send_naming(person, mail, None)?;

        let pseudonym = format!("player {}", person.id);
        let mut known = vec![person.name.clone(), person.address.clone()];
        known.extend(person.second.clone());
        known.extend(self.store.former(person.id)?);
        known.retain(|one| !one.trim().is_empty());
        known.sort_by_key(|one| std::cmp::Reverse(one.len()));
        let (addresses, names): (Vec<String>, Vec<String>) = known.into_iter().partition(|one| one.contains('@'));

        self.blank_mails(&names, &addresses)?;
        self.store.blank_mail(came.id)?;
        self.store.forget_person(person.id, &pseudonym, &addresses, &last_mail)?;
        self.store.rename_in_texts(&names, &addresses, &pseudonym)?;
        self.leave_everything(person, &pseudonym)?;
        self.store.add_request(Asking::Farewell, None, "", &last_mail, self.now, None)?;
        Ok(())
    }

    /// Empties every mail that we kept and that he wrote, or that names him.
    fn blank_mails(&mut self, names: &[String], addresses: &[String]) -> Result<()> {
        for id in self.store.mails_with_text()? {
            let Some((sender, raw, fate)) = self.store.mail_text(id)? else { continue };
            let is_his = addresses.contains(&sender);
            // A letter of somebody else that has not been handled is his to lose, not ours.
            if !is_his && (fate == "waiting" || fate.starts_with("quarantine")) {
                continue;
            }
            if is_his || mentions(&Letter::read(&raw, self.phrases), &raw, names, addresses) {
                self.store.blank_mail(id)?;
            }
        }
        Ok(())
    }

    /// Leaves every table, so that others can play on.
    fn leave_everything(&mut self, person: &Person, pseudonym: &str) -> Result<()> {
        for id in self.store.boards_of(person.id)? {
            let Some(mut board) = self.store.sound_board(&id)? else { continue };
            for role in [Role::Waiting, Role::Observer, Role::Standby] {
                self.store.remove_member(&id, person.id, role)?;
            }
            if !board.is_alive() {
                continue;
            }
            for mut seat in self.store.seats(&id)? {
                let is_owner = seat.owner == Some(person.id);
                match (is_owner, seat.standby) {
                    (true, Some(standby)) if seat.keeper == Keeper::Standby && standby != person.id => {
                        (seat.owner, seat.standby, seat.keeper) = (Some(standby), None, Keeper::Owner);
                    }
                    (true, _) => (seat.owner, seat.standby, seat.keeper) = (None, None, Keeper::Caretaker),
                    (false, Some(standby)) if standby == person.id => {
                        (seat.standby, seat.keeper) = (None, Keeper::Caretaker);
                    }
                    _ => continue,
                }
                self.store.set_seat(&id, &seat)?;
                self.store.drop_forms_of(&id, &seat.seat)?;
                let heir = seat.player().map(|id| self.store.person(id)).transpose()?.flatten().map(|heir| heir.name);
                let what = json!({ "name": pseudonym, "seat": seat.seat, "heir": heir });
                self.note(&board, "log-left", &what)?;
                if seat.keeper == Keeper::Caretaker {
                    self.tell_vacancy(&board, &seat.seat, "left", &what)?;
                }
            }
            if board.moderator == Some(person.id) {
                board.moderator = None;
                self.store.update_board(&board)?;
                self.alarm(
                    Some(&board),
                    "Whoever ran this table asked to be forgotten. A moderator of the club can run it.",
                )?;
            }
            if board.status == Status::Running {
                self.store.set_wake(&id, Some(self.now))?;
            }
        }
        Ok(())
    }
}

impl Desk {
    /// When the last mail to somebody has gone, its address goes too, and the file is written anew.
    pub(super) fn finish_farewells(&mut self) -> Result<()> {
        let now = self.now();
        let mut is_over = false;
        for request in self.store.requests(Asking::Farewell)? {
            if self.store.is_settled(&request.detail, now - PATIENCE)? {
                self.whole(format!("farewell.{}", request.id), |desk| {
                    desk.store.drop_posted(&request.detail)?;
                    desk.store.drop_request(request.id)
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
