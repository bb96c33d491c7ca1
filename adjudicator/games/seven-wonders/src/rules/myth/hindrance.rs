//! What keeps a myth from doing to others what it was invoked for, although it can be paid (7W-13.9).

use super::invocation::{Invocation, Use, When};
use super::question;
use super::rites::Rites;
use crate::deity::Deity;
use crate::game::SevenWonders;
use crate::pieces::{Card, Power, Way};
use crate::position::State;
use crate::rules::choice::{Act, may_double};
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Seat, Seats};

/// What is in the way of the myths of a turn.
pub struct Hindrances {
    /// Cities that are safe from others' myths, also by what they invoke in this turn: everybody's own effects come first (7W-13.33).
    safe: Seats,
    /// What is built in this turn, and where it could then not stand twice.
    coming: Vec<(Seat, Card)>,
    /// What lay in the discards when the turn began.
    discards: Vec<Card>,
}

impl Hindrances {
    /// What is in the way in this turn.
    pub fn of(game: &SevenWonders, state: &State, rites: &Rites, acts: &[(Seat, Act)]) -> Hindrances {
        let position = &state.position;
        let saves = |seat: Seat, one: &Invocation| {
            (one.deity, one.used) == (Deity::HestiaBlue, Use::Power)
                && (one.when == When::First
                    || question::payable(game, position, seat, one, &Default::default()).is_ok())
        };
        let is_safe =
            |seat: &Seat| position.city(*seat).has(Power::Immune) || rites.of(*seat).any(|one| saves(*seat, one));
        let built = acts.iter().filter(|(_, act)| matches!(act.way, Way::Build | Way::Free));
        let digs = rites.0.iter().any(|(_, one)| one.deity == Deity::Osiris && one.aim.own.is_some());
        Hindrances {
            discards: if digs { state.log.discards() } else { Vec::new() },
            safe: game.seats().iter().filter(is_safe).collect(),
            coming: built.map(|(seat, act)| (*seat, act.card)).collect(),
        }
    }

    /// The invocation as far as it comes to anything: what it is aimed at in vain is gone from it.
    pub fn left_of(&self, game: &SevenWonders, state: &State, invocation: &Invocation) -> Invocation {
        let mut left = *invocation;
        let harms = matches!(left.deity, Deity::Hades | Deity::Bastet | Deity::AmunRa | Deity::Nut);
        if harms {
            left.aim.seats = left.aim.seats.map(|other| other.filter(|other| !self.safe.contains(*other)));
        }
        match left.deity {
            // 7W-13.42: nothing stands twice, not even what is built in the same turn.
            Deity::Bastet if left.when == When::First => {
                if let Some((other, own, _)) = left.aim.swap()
                    && self.coming.contains(&(other, own))
                    && !may_double(state.position.city(other), game.deck.card(own).colour)
                {
                    left.aim.seats[0] = None;
                }
            }
            // 7W-13.45: what is not there is looked for when the turn is over.
            Deity::Osiris => left.aim.own = left.aim.own.filter(|card| self.discards.contains(card)),
            _ => {}
        }
        left
    }
}
