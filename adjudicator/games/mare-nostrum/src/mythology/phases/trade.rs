//! Trade: the number, the offers, the ring of picks and its end (MY-3.3).

use crate::base::trade::{NumberOf, Ulysses};
use crate::common::orders::{Order, PickWish};
use crate::common::trade::{Compensation, Offer, Pick, Ring};
use crate::mythology::event::Event;
use crate::mythology::reason::Reason;
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Good, Role};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// Plays the trade.
pub fn play(t: &mut Table<'_>) -> Play {
    let Some(director) = t.state.position.role(Role::Director) else { return Ok(()) };
    let hand = t.state.hand(director).len() as u8;
    let number = t.ask(director, "number", NumberOf { hand })?; // MY-3.3
    t.tell(Event::NumberNamed { seat: director, number });
    if number == 0 {
        return Ok(());
    }
    // Whoever has too few cards sits out; the others must take part (MY-3.3.1).
    let size = |t: &Table<'_>, seat| t.state.hand(seat).len() as u8;
    let mut traders: Seats = t.game.core.seats.iter().filter(|seat| size(t, *seat) >= number).collect();
    for seat in t.game.core.seats.iter().filter(|seat| !traders.contains(*seat)) {
        let hand = size(t, seat);
        t.tell(Event::SitsOut { seat, hand });
    }
    antigone(t, number, &mut traders)?;
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

/// Whoever has Antigone may stay out after hearing the number (MY-3.3.7).
fn antigone(t: &mut Table<'_>, number: u8, traders: &mut Seats) -> Play {
    let free: Seats = t.state.position.who_have(Card::Antigone).filter(|seat| traders.contains(*seat)).collect();
    for (seat, takes_part) in t.ask_all(free, "antigone", |_, _| Antigone { number })? {
        if !takes_part {
            traders.remove(seat);
            t.tell(Event::StaysOut { seat });
        }
    }
    Ok(())
}

/// The ring, and whether Ulysses has stepped in.
#[derive(Default)]
struct Round {
    ring: Ring,
    /// Who took first: the Director, unless Antigone kept the Director out.
    starter: Option<Seat>,
    ulysses_used: Seats,
}

impl Round {
    fn go_round(&mut self, t: &mut Table<'_>, director: Seat) -> Play {
        let mut taker = director;
        // A Director who stays out leaves the first pick to the next who takes part.
        if self.ring.open[director.index()].is_empty() {
            let mut others = t.game.core.seats.starting_with(director);
            taker = others.find(|seat| !self.ring.open[seat.index()].is_empty()).unwrap_or(director);
        }
        self.starter = Some(taker);
        for turn in 1.. {
            let sources = self.ring.open_to(taker);
            if sources.is_empty() {
                break; // MY-3.3.4
            }
            let (mut from, mut good) = t.ask(taker, format_args!("pick {turn}"), self.pick(t, taker, sources))?;
            if let Some(owner) = self.ulysses(t, taker, from, good, turn)? {
                self.ulysses_used.insert(owner);
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

    /// Asks whoever has Ulysses whether he steps in, if he can (MY-3.3.6).
    fn ulysses(&self, t: &mut Table<'_>, taker: Seat, from: Seat, good: Good, turn: usize) -> Play<Option<Seat>> {
        for owner in t.state.position.who_have(Card::Ulysses) {
            let out = self.ring.open[owner.index()].is_empty();
            if self.ulysses_used.contains(owner) || owner == taker || owner == from || out {
                continue;
            }
            let question = Ulysses { take: PickWish { good: Some(good), from: Some(taker), most: None } };
            let name = t.game.core.seat_key_of(owner);
            if t.ask(owner, format_args!("{name}/ulysses {turn}"), question)? {
                return Ok(Some(owner));
            }
        }
        Ok(None)
    }

    /// Takes everything up, and compensates the last player robbed (MY-3.3.4, MY-3.3.5).
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
        let hand = *t.state.hand(director);
        if Some(robbed) == self.starter || robbed == director || hand.is_empty() {
            return Ok(());
        }
        let good = t.ask(director, "compensation", Compensation { hand })?;
        t.state.hand_mut(director).take(good, 1);
        t.state.hand_mut(robbed).add(good, 1);
        t.tell(Event::Compensated { seat: director, to: robbed });
        t.tell_only([director, robbed], Event::CompensatedWith { seat: director, to: robbed, good });
        Ok(())
    }
}

/// Whether Antigone's owner takes part when so many cards are asked for.
#[derive(Debug)]
pub struct Antigone {
    number: u8,
}

impl Question<Mythology> for Antigone {
    type Answer = bool;
    const NAME: &'static str = "antigone";

    fn legal(&self, _: &Mythology, _: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> bool {
        true
    }

    fn choices(&self, _: &Mythology) -> Vec<bool> {
        alloc::vec![true, false]
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> bool {
        chance.random_bool(0.7)
    }

    /// `antigone 3` takes part if no more than three are asked for, `antigone nothing` never.
    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<bool> {
        lines.first(|order| match order {
            Order::Antigone(most) => Says::Yes(self.number <= *most),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, takes_part: &bool) -> Vec<Order> {
        alloc::vec![Order::Antigone(if *takes_part { self.number } else { 0 })]
    }
}
