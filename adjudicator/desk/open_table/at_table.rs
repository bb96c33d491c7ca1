//! One table of one game: the referee, and what it tells the desk.

use super::OpenTable;
use crate::referee::{Closed, Correction, Referee, Round, Snapshot};
use crate::report::Known;
use anyhow::{Result, anyhow};
use std::rc::Rc;
use tabellarius_kernel::{Listed, Open, Seat};

/// A table of a game.
pub struct AtTable<G: Listed> {
    /// The game, and what is known of it for those who write about it.
    pub known: Rc<Known<G>>,
    /// The table itself.
    pub referee: Referee<G>,
    /// What the round closed last brought, if one was closed since the table was opened; with the rounds before it that nobody was told of.
    pub last: Option<Closed<G>>,
    /// Whether nobody was told of that yet.
    is_untold: bool,
}

impl<G: Listed> AtTable<G> {
    /// A table that has just been set up.
    pub(super) fn new(known: Rc<Known<G>>, referee: Referee<G>, last: Option<Closed<G>>) -> AtTable<G> {
        AtTable { known, referee, last, is_untold: false }
    }

    pub(super) fn names(&self, seats: tabellarius_kernel::Seats) -> Vec<String> {
        seats.iter().map(|seat| self.referee.game.seat_key(seat).to_owned()).collect()
    }

    /// The questions that still wait for a seat, and that its letter does not answer.
    pub(super) fn open_to(&self, seat: Seat) -> Vec<&Open<G>> {
        let still = self.referee.awaited().contains(seat);
        if still { self.referee.stage().unanswered(&self.referee.game, seat) } else { Vec::new() }
    }
}

impl<G: Listed> OpenTable for AtTable<G> {
    fn stage(&self) -> String {
        self.referee.stage_name().to_string()
    }

    fn close(&mut self) -> Result<Round> {
        let before = self.last.take().filter(|_| std::mem::take(&mut self.is_untold));
        let closed = self.referee.close()?;
        self.last = Some(match before {
            Some(before) => before.followed_by(closed),
            None => closed,
        });
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn goes_on(&self) -> bool {
        self.referee.goes_on()
    }

    fn keep_news(&mut self) {
        self.is_untold = true;
    }

    fn corrections(&self, text: &str) -> Vec<(Correction, bool)> {
        let read = Correction::read::<G>(text);
        read.into_iter().map(|one| (one.is_open::<G>(), one)).map(|(is_open, one)| (one, is_open)).collect()
    }

    fn is_at_beginning(&self) -> bool {
        self.referee.is_at_beginning()
    }

    fn correct(&mut self, corrections: &[Correction]) -> Result<Round> {
        self.last = Some(self.referee.correct(corrections)?);
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.referee.snapshot()
    }

    fn opened_after(&self) -> usize {
        self.referee.opened_after()
    }

    fn winners(&self) -> Option<Vec<String>> {
        let winners = self.referee.winners()?;
        Some(winners.iter().map(|seat| self.referee.game.seat_key(*seat).to_owned()).collect())
    }

    fn places(&self) -> Vec<Vec<String>> {
        let game = &self.referee.game;
        let keys = |group: Vec<Seat>| group.iter().map(|seat| game.seat_key(*seat).to_owned()).collect();
        self.referee.places().into_iter().map(keys).collect()
    }

    fn reveal(&self) -> Option<String> {
        self.referee.reveal()
    }
}
