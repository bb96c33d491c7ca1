//! Silent seats: defaults, counted; then somebody who steps in; then the automaton. The owner gets his seat back when he writes.

use super::Desk;
use super::open_table::OpenTable;
use super::turn::missing;
use super::work::Work;
use crate::store::{Board, Keeper, Role, SeatRow};
use anyhow::Result;
use serde_json::{Value, json};

impl Desk {
    /// What the automaton would write for each person who is awaited at a table, by his address: for demos and trials.
    pub fn automata_letters(&mut self, table: &str) -> Result<Vec<(String, String)>> {
        let Some(board) = self.store.board(table)? else { return Ok(Vec::new()) };
        let open = self.tables.take(&self.store, &board)?;
        let mut letters = Vec::new();
        let missing = missing(&self.store, &board, open.as_ref())?;
        for seat in self.store.seats(table)?.iter().filter(|seat| missing.contains(&seat.seat)) {
            if let Some(person) = seat.player().map(|id| self.store.person(id)).transpose()?.flatten() {
                letters.push((person.address, open.caretaker(&seat.seat)?));
            }
        }
        self.tables.put(&board, open);
        Ok(letters)
    }
}

impl Work<'_> {
    /// The seats that would count as silent if the round closed now. Whoever wrote for this stage before is not; standing plans
    /// speak for somebody who is there, and only for so long: they play on, but whoever sends nothing is gone.
    pub(super) fn silent_seats(&self, board: &Board, table: &dyn OpenTable) -> Result<Vec<String>> {
        let rows = self.store.seats(&board.id)?;
        let speaks = |seat: &str| table.has_filed(seat) || table.has_kept(seat);
        let mut silent = Vec::new();
        for seat in table.awaited() {
            // Whoever writes for one of several seats is there.
            let player = rows.iter().find(|row| row.seat == seat).and_then(SeatRow::player);
            let mut own = rows.iter().filter(|row| player.is_some() && row.player() == player);
            if !speaks(&seat) && !own.any(|row| speaks(&row.seat)) && !self.is_there(board, table, &seat)? {
                silent.push(seat);
            }
        }
        Ok(silent)
    }

    /// Whether a seat has standing plans, and its player has sent something lately.
    fn is_there(&self, board: &Board, table: &dyn OpenTable, seat: &str) -> Result<bool> {
        let most = board.settings.silent_after;
        if !table.has_plans(seat) || most == 0 {
            return Ok(table.has_plans(seat));
        }
        Ok(self.store.deadlines_without_letter(&board.id, board.timeline, seat)? < most)
    }

    /// Counts who wrote and who did not, and does what the table's settings say about it. Returns what everybody is told.
    pub(super) fn count_silence(
        &mut self,
        board: &Board,
        seats: &mut [SeatRow],
        asked: &[String],
        silent: &[String],
    ) -> Result<Vec<(String, Value)>> {
        let (mut notices, mut gone) = (Vec::new(), Vec::new());
        for seat in seats.iter_mut().filter(|seat| asked.contains(&seat.seat) && !seat.is_automatic()) {
            if !silent.contains(&seat.seat) {
                if seat.missed > 0 {
                    seat.missed = 0;
                    self.store.set_seat(&board.id, seat)?;
                }
                continue;
            }
            seat.missed += 1;
            notices.push(("was-silent".to_owned(), json!({ "seat": seat.seat, "missed": seat.missed })));
            if seat.missed == board.settings.standby_after {
                self.invite_standbys(board, seat)?;
            }
            if board.settings.caretaker_after > 0 && seat.missed >= board.settings.caretaker_after {
                seat.keeper = Keeper::Caretaker;
                gone.extend(seat.owner);
                notices.push(("caretaker-plays".to_owned(), json!({ "seat": seat.seat })));
                self.note(board, "log-caretaker-plays", &json!({ "seat": seat.seat }))?;
            }
            self.store.set_seat(&board.id, seat)?;
        }
        // The other seats of somebody who is gone go along, whether they were asked or not.
        for seat in seats.iter_mut().filter(|seat| seat.keeper == Keeper::Owner) {
            if seat.owner.is_some_and(|owner| gone.contains(&owner)) {
                seat.keeper = Keeper::Caretaker;
                notices.push(("caretaker-plays".to_owned(), json!({ "seat": seat.seat })));
                self.store.set_seat(&board.id, seat)?;
            }
        }
        Ok(notices)
    }

    /// Asks everybody who stands by whether he would take the seat; the first to accept has it.
    fn invite_standbys(&mut self, board: &Board, seat: &SeatRow) -> Result<()> {
        let what = json!({ "table": board.id, "seat": seat.seat });
        for member in self.store.members(&board.id)?.into_iter().filter(|member| member.role == Role::Standby) {
            let Some(person) = self.store.person(member.person)? else { continue };
            let subject = self.say(&person.language, "invitation-subject", &what)?;
            let text = self.report.page(&person.language, "desk/invitation.txt", &what)?;
            let subject = format!("[{}] {subject}", board.id);
            self.send(&person, super::post::Mail::notice(board, subject, text))?;
        }
        Ok(())
    }

    /// The owner writes again: the seat is his. Returns what he is told.
    pub(super) fn welcome_back(&mut self, board: &Board, seat: &mut SeatRow, person: i64) -> Result<bool> {
        if seat.keeper == Keeper::Owner || seat.owner != Some(person) {
            return Ok(false);
        }
        let what = json!({ "seat": seat.seat });
        let standby = seat.standby.filter(|_| seat.keeper == Keeper::Standby);
        (seat.keeper, seat.standby, seat.missed) = (Keeper::Owner, None, 0);
        self.store.set_seat(&board.id, seat)?;
        if let Some(standby) = standby.map(|id| self.store.person(id)).transpose()?.flatten() {
            let subject = self.say(&standby.language, "thanks-standby-subject", &what)?;
            let text = self.say(&standby.language, "thanks-standby", &what)?;
            match board.clock.asked.contains(&seat.seat) {
                true => self.tell_with_calendar(&standby, board, &seat.seat, &subject, &text)?,
                false => self.tell(&standby, board, &subject, &text)?,
            }
        }
        self.note(board, "log-owner-back", &what)?;
        Ok(true)
    }

    /// Writes into the table's public log.
    pub(super) fn note(&mut self, board: &Board, key: &str, what: &Value) -> Result<()> {
        let text = self.say("en", key, what)?.replace(crate::report::UNBROKEN, " ");
        self.store.log(&board.id, self.now, &text)
    }
}
