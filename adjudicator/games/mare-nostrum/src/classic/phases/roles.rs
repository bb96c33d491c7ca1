//! Roles: who leads a phase, and in which order the leader lets people act (MN-3.1, MN-4.1, MN-5.1).

use crate::classic::event::{Event, RoleReason};
use crate::classic::orders::Order;
use crate::classic::position::Position;
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::pieces::{Building, Card, Role, Unit};
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// What a role counts for a player (MN-3.1, MN-3.1.1), heroes included (MN-3.1.3).
pub fn count(position: &Position, role: Role, seat: Seat) -> u8 {
    let (things, hero) = match role {
        Role::Director => {
            (position.buildings(seat, Building::Caravan) + position.buildings(seat, Building::Market), Card::Agamemnon)
        }
        Role::Political => {
            (position.buildings(seat, Building::City) + position.buildings(seat, Building::Temple), Card::Solomon)
        }
        Role::Military => {
            (Unit::ALL.iter().map(|unit| position.units(seat, *unit)).fold(0, u8::saturating_add), Card::Archimedes)
        }
    };
    things.saturating_add(if position.owns(seat, hero) { 2 } else { 0 })
}

/// The players with the highest count.
pub fn leaders(game: &Classic, position: &Position, role: Role) -> (u8, Seats) {
    let best = game.seats.iter().map(|seat| count(position, role, seat)).max().unwrap_or(0);
    (best, game.seats.iter().filter(|seat| count(position, role, *seat) == best).collect())
}

/// Settles a role where nobody has to be asked; says whether it is settled (MN-3.1.2).
pub fn settle_if_clear(t: &mut Table<'_>, role: Role) -> bool {
    let (best, leaders) = leaders(t.game, &t.state.position, role);
    let holder = t.state.position.role(role);
    let (seat, why) = match holder {
        Some(holder) if leaders.contains(holder) && leaders.len() > 1 => (holder, RoleReason::HolderKeeps),
        _ if leaders.len() > 1 => return false,
        _ => match leaders.iter().next() {
            Some(seat) => (seat, RoleReason::Most),
            None => return true,
        },
    };
    give(t, role, seat, best, why);
    true
}

/// Settles a role; on a tie among others its holder names one (MN-3.1.2).
pub fn settle(t: &mut Table<'_>, role: Role) -> Play {
    let (best, among) = leaders(t.game, &t.state.position, role);
    let holder = t.state.position.role(role).or(among.iter().next());
    if let Some(holder) = holder
        && !among.contains(holder)
    {
        let seat = t.ask(holder, format_args!("{}/heir", role.key()), Heir { role, among })?;
        give(t, role, seat, best, RoleReason::Named);
    }
    Ok(())
}

/// Hands a role over and tells why.
pub fn give(t: &mut Table<'_>, role: Role, seat: Seat, count: u8, why: RoleReason) {
    let was = t.state.position.roles[role as usize].replace(seat);
    t.tell(Event::RoleSettled { role, seat, count, was, why });
}

/// Asks the leader who acts next (MN-4.1, MN-5.1).
pub fn next(t: &mut Table<'_>, role: Role, left: Seats) -> Play<(Seat, Seat)> {
    let leader = t.state.position.role(role).or(left.iter().next()).unwrap_or(Seat(0));
    let turn = 1 + t.game.seats.len() - left.len();
    let seat = t.ask(leader, format_args!("next {turn}"), Next { role, leader, left })?;
    Ok((seat, leader))
}

/// The holder of a role names one of those who tied above him.
#[derive(Debug)]
pub struct Heir {
    role: Role,
    among: Seats,
}

impl Question<Classic> for Heir {
    type Answer = Seat;
    const NAME: &'static str = "heir";

    fn legal(&self, _: &Classic, seat: &Seat) -> Result<(), Reason> {
        if self.among.contains(*seat) { Ok(()) } else { Err(Reason::NotAmongThem) }
    }

    fn default(&self, _: &Classic) -> Seat {
        first(self.among)
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Seat {
        self.among.iter().choose(chance).unwrap_or(Seat(0))
    }

    fn choices(&self, _: &Classic) -> Vec<Seat> {
        self.among.iter().collect()
    }

    fn only(&self, _: &Classic) -> Option<Seat> {
        (self.among.len() < 2).then(|| first(self.among))
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Seat> {
        lines.first(|order| match order {
            Order::Heir(role, seats) if role.is_none_or(|role| role == self.role) => {
                match seats.iter().find(|seat| self.among.contains(**seat)) {
                    Some(seat) => Says::Yes(*seat),
                    None => Says::No(Reason::NotAmongThem),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, seat: &Seat) -> Vec<Order> {
        alloc::vec![Order::Heir(Some(self.role), alloc::vec![*seat])]
    }
}

/// The leader of a phase names who acts next.
#[derive(Debug)]
pub struct Next {
    role: Role,
    leader: Seat,
    left: Seats,
}

impl Question<Classic> for Next {
    type Answer = Seat;
    const NAME: &'static str = "next";

    fn legal(&self, _: &Classic, seat: &Seat) -> Result<(), Reason> {
        if self.left.contains(*seat) { Ok(()) } else { Err(Reason::NotAmongThem) }
    }

    /// The Political Leader builds first, the Military Leader moves last; the others follow in their order.
    fn default(&self, _: &Classic) -> Seat {
        let mut others = self.left;
        others.remove(self.leader);
        match self.role {
            Role::Military if !others.is_empty() => first(others),
            _ if self.left.contains(self.leader) => self.leader,
            _ => first(self.left),
        }
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Seat {
        self.left.iter().choose(chance).unwrap_or(Seat(0))
    }

    fn choices(&self, _: &Classic) -> Vec<Seat> {
        self.left.iter().collect()
    }

    fn only(&self, _: &Classic) -> Option<Seat> {
        (self.left.len() < 2).then(|| first(self.left))
    }

    /// Whoever is not named follows in the order of the seats: that is the default. In the strict pace the leader is asked
    /// again, for he names one after the other.
    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Seat> {
        lines.first(|order| match order {
            Order::Sequence(seats) => match seats.iter().find(|seat| self.left.contains(**seat)) {
                Some(seat) => Says::Yes(*seat),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, seat: &Seat) -> Vec<Order> {
        alloc::vec![Order::Sequence(alloc::vec![*seat])]
    }
}

fn first(seats: Seats) -> Seat {
    seats.iter().next().unwrap_or(Seat(0))
}
