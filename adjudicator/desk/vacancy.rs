//! Seats that nobody plays: who is told, who is asked, and what happens to people who never came.

use super::post::Mail;
use super::work::Work;
use crate::store::{Board, Keeper, Member, Role, SeatRow};
use anyhow::Result;
use serde_json::{Value, json};

impl Work<'_> {
    /// Tells everybody that a seat is free now; whoever stands by is asked, and whoever has no seat may take it.
    pub(super) fn tell_vacancy(&mut self, board: &Board, seat: &str, key: &str, what: &Value) -> Result<()> {
        let seats = self.store.seats(&board.id)?;
        let members = self.store.members(&board.id)?;
        for person in self.everybody(board)? {
            let has_seat = seats.iter().any(|seat| seat.readers().any(|id| id == person.id));
            if !has_seat && members.iter().any(|one| one.person == person.id && one.role == Role::Standby) {
                self.invite(board, seat, &person)?;
                continue;
            }
            let mut what = what.clone();
            what["may_accept"] = json!(!has_seat);
            let subject = self.say(&person.language, &format!("{key}-subject"), &what)?;
            let text = self.say(&person.language, key, &what)?;
            self.tell(&person, board, &subject, &text)?;
        }
        Ok(())
    }

    /// Asks somebody who stands by.
    fn invite(&mut self, board: &Board, seat: &str, person: &crate::store::Person) -> Result<()> {
        let is_meant = |row: &SeatRow| seat.split(", ").any(|one| one == row.seat);
        let is_ownerless = self.store.seats(&board.id)?.iter().any(|row| is_meant(row) && row.owner.is_none());
        let what = json!({ "table": board.id, "seat": seat, "is_ownerless": is_ownerless });
        let subject = format!("[{}] {}", board.id, self.say(&person.language, "invitation-subject", &what)?);
        let text = self.report.page(&person.language, "desk/invitation.txt", &what)?;
        self.send(person, Mail::notice(board, subject, text))
    }

    /// The seats that somebody who stands by can have at once.
    pub(super) fn free_seats(&self, board: &Board) -> Result<Vec<SeatRow>> {
        let after = board.settings.standby_after;
        let is_free = |seat: &SeatRow| seat.is_automatic() || (after > 0 && seat.missed >= after);
        Ok(self.store.seats(&board.id)?.into_iter().filter(is_free).collect())
    }

    /// Somebody has a seat no more: the deadline goes from the calendar, with a word why.
    pub(super) fn dismiss(&mut self, board: &mut Board, seat: &str, who: i64, key: &str, what: &Value) -> Result<()> {
        // The file that takes the deadline away must count as newer than the one that brought it.
        board.clock.changes += 1;
        self.store.update_board(board)?;
        let Some(person) = self.store.person(who)? else { return Ok(()) };
        let subject = self.say(&person.language, &format!("{key}-subject"), what)?;
        let text = self.say(&person.language, key, what)?;
        match board.clock.asked.iter().any(|asked| asked == seat) {
            true => self.tell_with_calendar(&person, board, seat, &subject, &text),
            false => self.tell(&person, board, &subject, &text),
        }
    }

    /// Somebody has these seats no more: told once, and every deadline goes from the calendar.
    pub(super) fn dismiss_from(
        &mut self,
        board: &mut Board,
        rows: &[SeatRow],
        who: i64,
        key: &str,
        what: &Value,
    ) -> Result<()> {
        let Some((first, others)) = rows.split_first() else { return Ok(()) };
        self.dismiss(board, &first.seat, who, key, what)?;
        for seat in others.iter().filter(|row| board.clock.asked.contains(&row.seat)).collect::<Vec<_>>() {
            self.dismiss(board, &seat.seat, who, "calendar-cleared", &json!({ "seat": seat.seat }))?;
        }
        Ok(())
    }

    /// The first deadline, and somebody has never written: if the table says so, others are asked before the first stage is
    /// resolved. Says whether the table waits for them; if nobody stands by, the automaton plays from the beginning.
    pub(super) fn seek_others(&mut self, board: &mut Board, missing: &[String]) -> Result<bool> {
        let span = board.settings.no_show;
        if span.0 == 0 || board.opened_after != Some(0) || !board.clock.sought.is_empty() {
            return Ok(false);
        }
        let mut gone: Vec<(String, i64)> = Vec::new();
        for mut seat in self.store.seats(&board.id)?.into_iter().filter(|seat| missing.contains(&seat.seat)) {
            let Some(owner) = seat.owner.filter(|_| seat.keeper == Keeper::Owner) else { continue };
            let mut has_written = false;
            for own in self.hand_of(board, &seat.seat)? {
                has_written |= self.store.last_letter(&board.id, &own.seat)?.is_some();
            }
            if has_written {
                continue;
            }
            (seat.owner, seat.keeper, seat.missed) = (None, Keeper::Caretaker, 0);
            self.store.set_seat(&board.id, &seat)?;
            self.store.unvote_all(&board.id, &seat.seat)?;
            gone.push((seat.seat, owner));
        }
        if gone.is_empty() {
            return Ok(false);
        }
        let stands_by = |one: &Member| one.role == Role::Standby;
        let is_somebody_there = self.store.members(&board.id)?.iter().any(stands_by);
        let seats: Vec<String> = gone.iter().map(|(seat, _)| seat.clone()).collect();
        let what = json!({ "seats": seats, "span": span.to_string(), "waits": is_somebody_there });
        self.note(board, "log-no-show", &what)?;
        for (seat, owner) in &gone {
            self.dismiss(board, seat, *owner, "you-never-came", &json!({ "table": board.id, "seat": seat }))?;
            for member in self.store.members(&board.id)?.into_iter().filter(stands_by) {
                if let Some(person) = self.store.person(member.person)? {
                    self.invite(board, seat, &person)?;
                }
            }
        }
        if is_somebody_there {
            board.clock.sought = seats;
            self.move_deadline(board, self.now + span.0)?;
        }
        self.tell_deadline(board, "no-show", &what)?;
        // They may still have the seat, if they are quicker than the others.
        for (_, owner) in &gone {
            let member = Member { person: *owner, role: Role::Standby, wishes: String::new() };
            self.store.add_member(&board.id, &member, self.now)?;
        }
        Ok(is_somebody_there)
    }
}
