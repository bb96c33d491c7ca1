//! Leaders: whom the holder of a role names on a tie, and whom a leader lets act next.

use super::Mare;
use super::orders::Order;
use super::reason::Reason;
use crate::pieces::Role;
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat, Seats};

/// The holder of a role names one of those who tied above him.
#[derive(Debug)]
pub struct Heir {
    /// Which role.
    pub role: Role,
    /// Who gets it if the holder says nothing; one of them.
    pub favourite: Seat,
    /// Those who tie.
    pub among: Seats,
}

impl<G: Mare> Question<G> for Heir {
    type Answer = Seat;
    const NAME: &'static str = "heir";

    fn legal(&self, _: &G, seat: &Seat) -> Result<(), G::Reason> {
        if self.among.contains(*seat) { Ok(()) } else { Err(Reason::NotAmongThem.into()) }
    }

    fn default(&self, _: &G) -> Seat {
        self.favourite
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Seat {
        self.among.iter().choose(chance).unwrap_or(Seat(0))
    }

    fn choices(&self, _: &G) -> Vec<Seat> {
        self.among.iter().collect()
    }

    fn only(&self, _: &G) -> Option<Seat> {
        (self.among.len() < 2).then(|| first(self.among))
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Seat> {
        lines.first(|order| match order {
            Order::Heir(role, seats) if role.is_none_or(|role| role == self.role) => {
                match seats.iter().find(|seat| self.among.contains(**seat)) {
                    Some(seat) => Says::Yes(*seat),
                    None => Says::No(Reason::NotAmongThem.into()),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, seat: &Seat) -> Vec<Order> {
        alloc::vec![Order::Heir(Some(self.role), alloc::vec![*seat])]
    }
}

/// The leader of a phase names who acts next.
#[derive(Debug)]
pub struct Next {
    /// By which role.
    pub role: Role,
    /// Who names.
    pub leader: Seat,
    /// Who has not acted yet.
    pub left: Seats,
}

impl<G: Mare> Question<G> for Next {
    type Answer = Seat;
    const NAME: &'static str = "next";

    fn legal(&self, _: &G, seat: &Seat) -> Result<(), G::Reason> {
        if self.left.contains(*seat) { Ok(()) } else { Err(Reason::NotAmongThem.into()) }
    }

    /// The Political Leader builds first, the Military Leader moves last; the others follow in their order.
    fn default(&self, _: &G) -> Seat {
        let mut others = self.left;
        others.remove(self.leader);
        match self.role {
            Role::Military if !others.is_empty() => first(others),
            _ if self.left.contains(self.leader) => self.leader,
            _ => first(self.left),
        }
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Seat {
        self.left.iter().choose(chance).unwrap_or(Seat(0))
    }

    fn choices(&self, _: &G) -> Vec<Seat> {
        self.left.iter().collect()
    }

    fn only(&self, _: &G) -> Option<Seat> {
        (self.left.len() < 2).then(|| first(self.left))
    }

    /// Whoever is not named follows in the order of the seats: that is the default. In the strict pace the leader is asked
    /// again, for he names one after the other.
    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Seat> {
        lines.first(|order| match order {
            Order::Sequence(seats) => match seats.iter().find(|seat| self.left.contains(**seat)) {
                Some(seat) => Says::Yes(*seat),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, seat: &Seat) -> Vec<Order> {
        alloc::vec![Order::Sequence(alloc::vec![*seat])]
    }
}

fn first(seats: Seats) -> Seat {
    seats.iter().next().unwrap_or(Seat(0))
}
