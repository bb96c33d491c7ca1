//! Trade: the number, the offers, the ring of picks and its end (MN-3.3).

pub use crate::base::trade::{NumberOf, Ulysses};
use crate::classic::event::Event;

use crate::classic::Table;
use crate::classic::orders::PickWish;
use crate::common::trade::{Compensation, Offer, Pick, Ring};
use crate::pieces::{Card, Good, Role};
use tabellarius_kernel::{Play, Seat, Seats};

/// Plays the trade.
pub fn play(t: &mut Table<'_>) -> Play {
    let Some(director) = t.state.position.role(Role::Director) else { return Ok(()) };
    let hand = t.state.hand(director).len() as u8;
    let number = t.ask(director, "number", NumberOf { hand })?; // MN-3.3
    t.tell(Event::NumberNamed { seat: director, number });
    if number == 0 {
        return Ok(());
    }
    // Whoever has too few cards sits out; the others must take part (MN-3.3.1).
    let size = |t: &Table<'_>, seat| t.state.hand(seat).len() as u8;
    let traders: Seats = t.game.core.seats.iter().filter(|seat| size(t, *seat) >= number).collect();
    for seat in t.game.core.seats.iter().filter(|seat| !traders.contains(*seat)) {
        let hand = size(t, seat);
        t.tell(Event::SitsOut { seat, hand });
    }
    let offers = t.ask_all(traders, "offer", |state, seat| Offer { hand: *state.hand(seat), number })?;
    let mut round = Round::default();
    for (seat, cards) in offers {
        t.state.hand_mut(seat).remove(&cards);
        round.ring.open[seat.index()] = cards;
        t.tell(Event::Offered { seat, cards });
    }
    t.state.position.acted = t.game.core.seats;
    round.go_round(t, director)?;
    round.settle(t, director)?;
    t.state.position.acted = Seats::NONE;
    Ok(())
}

/// The ring, and whether Ulysses has stepped in.
#[derive(Default)]
struct Round {
    ring: Ring,
    ulysses_used: bool,
}

impl Round {
    fn go_round(&mut self, t: &mut Table<'_>, director: Seat) -> Play {
        let mut taker = director;
        for turn in 1.. {
            let sources = self.ring.open_to(taker);
            if sources.is_empty() {
                break; // MN-3.3.4
            }
            let (mut from, mut good) = t.ask(taker, format_args!("pick {turn}"), self.pick(t, taker, sources))?;
            if let Some(owner) = self.ulysses(t, taker, from, good, turn)? {
                self.ulysses_used = true;
                t.tell(Event::UlyssesUsed { seat: owner, taker, returned: good, to: from });
                let only = Seats::from_iter([owner]);
                (from, good) = t.ask(taker, format_args!("pick {turn} again"), self.pick(t, taker, only))?;
            }
            self.ring.take(taker, from, good);
            t.tell(Event::Taken { seat: taker, from, good });
            taker = from;
        }
        t.tell(Event::TradeEnds { seat: taker });
        Ok(())
    }

    fn pick(&self, t: &Table<'_>, taker: Seat, sources: Seats) -> Pick {
        self.ring.pick(t.state.hand(taker), taker, sources)
    }

    /// Asks the owner of Ulysses whether he steps in, if he can (MN-3.3.6).
    fn ulysses(&self, t: &mut Table<'_>, taker: Seat, from: Seat, good: Good, turn: usize) -> Play<Option<Seat>> {
        let Some(owner) = t.state.position.owner_of(Card::Ulysses) else { return Ok(None) };
        if self.ulysses_used || owner == taker || owner == from || self.ring.open[owner.index()].is_empty() {
            return Ok(None);
        }
        let question = Ulysses { take: PickWish { good: Some(good), from: Some(taker), most: None } };
        let steps_in = t.ask(owner, format_args!("ulysses {turn}"), question)?;
        Ok(steps_in.then_some(owner))
    }

    /// Takes everything up, and compensates the last player robbed (MN-3.3.4, MN-3.3.5).
    fn settle(&mut self, t: &mut Table<'_>, director: Seat) -> Play {
        for seat in t.game.core.seats.iter() {
            let left = self.ring.open[seat.index()];
            if !left.is_empty() {
                t.tell(Event::Returned { seat, cards: left });
            }
            t.state.hand_mut(seat).put(&left);
            t.state.hand_mut(seat).put(&self.ring.taken[seat.index()]);
        }
        let Some(robbed) = self.ring.robbed_last() else { return Ok(()) };
        if robbed == director {
            return Ok(());
        }
        let hand = *t.state.hand(director);
        let good = t.ask(director, "compensation", Compensation { hand })?;
        t.state.hand_mut(director).take(good, 1);
        t.state.hand_mut(robbed).add(good, 1);
        t.tell(Event::Compensated { seat: director, to: robbed });
        t.tell_only([director, robbed], Event::CompensatedWith { seat: director, to: robbed, good });
        Ok(())
    }
}
