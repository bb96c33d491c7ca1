//! Leaders: whom the holder of a role names on a tie, and whom a leader lets act next.

use super::Mare;
use super::orders::Order;
use super::reason::Reason;
use crate::pieces::Role;
use alloc::string::String;
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats, Table};

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

/// Who gets a role.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Who.
    pub seat: Seat,
    /// Whether the holder said so.
    pub word: Word,
}

/// Two answers are the same if they name the same player: that one of them was unsaid can be seen only when it is given.
impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.seat == other.seat
    }
}

impl<G: Mare> Question<G> for Heir {
    type Answer = Named;
    const NAME: &'static str = "heir";

    fn legal(&self, _: &G, named: &Named) -> Result<(), G::Reason> {
        if self.among.contains(named.seat) { Ok(()) } else { Err(Reason::NotAmongThem.into()) }
    }

    fn default(&self, _: &G) -> Named {
        Named { seat: self.favourite, word: Word::Silent }
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Named {
        Named { seat: self.among.iter().choose(chance).unwrap_or(Seat(0)), word: Word::Given }
    }

    fn choices(&self, _: &G) -> Vec<Named> {
        self.among.iter().map(|seat| Named { seat, word: Word::Given }).collect()
    }

    fn about(&self, _: &G) -> Option<String> {
        Some(alloc::format!("role/{}", self.role.key()))
    }

    /// What the tracks alone decide is as sure as a word.
    fn only(&self, _: &G) -> Option<Named> {
        (self.among.len() < 2).then(|| Named { seat: first(self.among), word: Word::Given })
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Named> {
        lines.first(|order| match order {
            Order::Heir(role, seats) if role.is_none_or(|role| role == self.role) => {
                match seats.iter().find(|seat| self.among.contains(**seat)) {
                    Some(seat) => Says::Yes(Named { seat: *seat, word: Word::Given }),
                    None => Says::No(Reason::NotAmongThem.into()),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, named: &Named) -> Vec<Order> {
        alloc::vec![Order::Heir(Some(self.role), alloc::vec![named.seat])]
    }
}

/// Whether a leader has said a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// No, or not yet: then the default holds, and in the order of play the leader's own place is the one of the default.
    Silent,
    /// Somebody was named: in the order of play the others follow in the order of the seats, the leader too.
    Given,
}

/// The turns of a phase: who has not acted yet, and whether its leader has named anybody (MN-4.1, MN-5.1, EM-4.1, EM-5.1).
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// By which role people are called.
    role: Role,
    /// Who acts.
    all: Seats,
    /// Who has not acted yet.
    left: Seats,
    /// Whether the leader has named anybody.
    word: Word,
}

impl Turns {
    /// Nobody was named. At the start of a stage nobody has acted; in a battle that somebody only imagines all others have.
    pub fn new(role: Role, all: Seats, acted: Seats) -> Turns {
        Turns { role, all, left: all.iter().filter(|seat| !acted.contains(*seat)).collect(), word: Word::Silent }
    }

    /// The next player and the leader who called, the holder of the role; nobody, when all have acted.
    pub fn next<G: Mare>(&mut self, holder: Option<Seat>, t: &mut Table<'_, G>) -> Play<Option<(Seat, Seat)>> {
        if self.left.is_empty() {
            return Ok(None);
        }
        let leader = holder.unwrap_or_else(|| first(self.left));
        let turn = 1 + self.all.len() - self.left.len();
        let question = Next { role: self.role, leader, all: self.all, left: self.left, word: self.word };
        let (seat, word) = t.ask(leader, format_args!("next {turn}"), question)?;
        self.left.remove(seat);
        if word == Word::Given {
            self.word = Word::Given;
        }
        Ok(Some((seat, leader)))
    }
}

/// The leader of a phase names who acts next.
#[derive(Debug)]
pub struct Next {
    role: Role,
    leader: Seat,
    all: Seats,
    left: Seats,
    word: Word,
}

impl Next {
    /// The order in which all act if their leader says nothing.
    pub fn unsaid(role: Role, leader: Seat, seats: Seats) -> Vec<Seat> {
        Next { role, leader, all: seats, left: seats, word: Word::Silent }.by_default()
    }

    /// The order in which people act if nothing more is said: without a word the Political Leader builds first and the Military Leader
    /// moves last; else all in the order of the seats.
    fn by_default(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.left.iter().collect();
        if self.word == Word::Silent {
            let last = self.role == Role::Military;
            seats.sort_by_key(|seat| (*seat == self.leader) == last);
        }
        seats
    }
}

impl<G: Mare> Question<G> for Next {
    /// Who, and whether that was said.
    type Answer = (Seat, Word);
    const NAME: &'static str = "next";

    fn legal(&self, _: &G, (seat, _): &(Seat, Word)) -> Result<(), G::Reason> {
        if self.left.contains(*seat) { Ok(()) } else { Err(Reason::NotAmongThem.into()) }
    }

    fn default(&self, _: &G) -> (Seat, Word) {
        (self.by_default().first().copied().unwrap_or(self.leader), Word::Silent)
    }

    fn random(&self, _: &G, chance: &mut Chance) -> (Seat, Word) {
        (self.left.iter().choose(chance).unwrap_or(Seat(0)), Word::Given)
    }

    fn choices(&self, _: &G) -> Vec<(Seat, Word)> {
        self.left.iter().map(|seat| (seat, Word::Given)).collect()
    }

    fn only(&self, _: &G) -> Option<(Seat, Word)> {
        (self.left.len() < 2).then(|| (first(self.left), Word::Silent))
    }

    /// Whoever is not named follows in the order of the seats: that is the default. In the strict pace the leader is asked
    /// again, for leaders name one after the other. Whoever names all as the default does has said nothing more.
    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<(Seat, Word)> {
        lines.first(|order| match order {
            Order::Sequence(seats) => {
                let named: Vec<Seat> = seats.iter().copied().filter(|seat| self.left.contains(*seat)).collect();
                let word = if named == self.by_default() { Word::Silent } else { Word::Given };
                // Somebody who does not act is told of once, when the first is called.
                let is_slip = self.left == self.all && !seats.iter().all(|seat| self.all.contains(*seat));
                match named.first() {
                    Some(seat) if is_slip => Says::Partly((*seat, word), Reason::NotAmongThem.into()),
                    Some(seat) => Says::Yes((*seat, word)),
                    None if is_slip => Says::No(Reason::NotAmongThem.into()),
                    None => Says::Nothing,
                }
            }
            _ => Says::Nothing,
        })
    }

    /// Without a word the whole order that follows, so that it is heard as such again.
    fn orders(&self, _: &G, (seat, word): &(Seat, Word)) -> Vec<Order> {
        alloc::vec![Order::Sequence(match word {
            Word::Given => alloc::vec![*seat],
            Word::Silent => self.by_default(),
        })]
    }
}

fn first(seats: Seats) -> Seat {
    seats.iter().next().unwrap_or(Seat(0))
}
