//! Roles: who leads a phase, settled when a turn is over and the next begins (MY-3.1).

use super::gods;
use crate::common::ground::SIDES;
use crate::common::orders::Order;
use crate::common::rites::Rite;
use crate::common::roles::Heir;
use crate::mythology::event::{Event, RoleReason};
use crate::mythology::position::Position;
use crate::mythology::reason::Reason;
use crate::mythology::{Mythology, Table};
use crate::pieces::{Building, Card, Creature, God, Role};
use alloc::vec::Vec;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// What a role counts for each player (MY-3.1, MY-3.1.1), heroes included (MY-3.1.3).
pub fn counts(game: &Mythology, position: &Position, role: Role) -> [u8; SIDES] {
    let (mut counts, hero, bonus) = match role {
        Role::Director => (position.tally([Building::Caravan, Building::Market]), Card::Agamemnon, 3),
        Role::HighPriest => (position.tally([Building::Temple, Building::Market]), Card::Moses, 2),
        Role::Political => (position.tally([Building::City, Building::Temple]), Card::Solomon, 3),
        Role::Military => (position.muster(), Card::Archimedes, 3),
    };
    if let (Role::Military, Some(breeder)) = (role, game.breeder(Creature::Kraken)) {
        counts[breeder.index()] += position.krakens.iter().sum::<u8>(); // those on the board; who has dived is not
    }
    for owner in position.who_have(hero) {
        let count = &mut counts[owner.index()];
        *count = count.saturating_add(bonus);
    }
    counts
}

/// The players with the highest count; `helped` has two more (MY-6.3.1).
pub fn leaders(game: &Mythology, position: &Position, role: Role, helped: Option<Seat>) -> (u8, Seats) {
    let mut counts = counts(game, position, role);
    if let Some(seat) = helped {
        counts[seat.index()] = counts[seat.index()].saturating_add(2);
    }
    let best = game.core.seats.iter().map(|seat| counts[seat.index()]).max().unwrap_or(0);
    (best, game.core.seats.iter().filter(|seat| counts[seat.index()] == best).collect())
}

/// Settles all roles for the next turn (MY-3.1); Athena helps first (MY-6.3.1).
pub fn settle(t: &mut Table<'_>) -> Play {
    let helped = athena(t)?;
    let mut stopped = None;
    let mut settled = Vec::new();
    for &role in t.game.core.board.roles {
        let help = helped.filter(|(_, of)| *of == role).map(|(seat, _)| seat);
        let (best, among) = leaders(t.game, &t.state.position, role, help);
        let first = among.iter().next().unwrap_or(Seat(0));
        let holder = t.state.position.role(role);
        let (seat, why) = match holder {
            _ if among.len() == 1 => (first, RoleReason::Most),
            Some(holder) if among.contains(holder) => (holder, RoleReason::HolderKeeps),
            holder => {
                // MY-3.1.2: others tie above the holder, who names one.
                let holder = holder.unwrap_or(first);
                let favourite =
                    t.game.core.seats.starting_with(holder).find(|seat| among.contains(*seat)).unwrap_or(first);
                match t.ask(holder, format_args!("{}/heir", role.key()), Heir { role, favourite, among }) {
                    Ok(named) => (named.seat, RoleReason::Named),
                    Err(stop) => {
                        stopped = Some(stop);
                        continue;
                    }
                }
            }
        };
        settled.push((role, seat, best, why));
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    settled.into_iter().for_each(|(role, seat, best, why)| give(t, role, seat, best, why));
    Ok(())
}

/// Hands a role over and tells why.
pub fn give(t: &mut Table<'_>, role: Role, seat: Seat, count: u8, why: RoleReason) {
    let was = t.state.position.roles[role as usize].replace(seat);
    t.tell(Event::RoleSettled { role, seat, count, was, why });
}

/// Athena adds two for one role of her player's choice (MY-6.3.1).
fn athena(t: &mut Table<'_>) -> Play<Option<(Seat, Role)>> {
    let Some(seat) = t.state.position.favoured(God::Athena) else { return Ok(None) };
    let useful = t.game.core.board.roles.iter().copied().find(|role| {
        let (_, without) = leaders(t.game, &t.state.position, *role, None);
        let (_, with) = leaders(t.game, &t.state.position, *role, Some(seat));
        let holds = t.state.position.role(*role) == Some(seat);
        !(without.contains(seat) && (holds || without.len() == 1)) && with.contains(seat)
    });
    let role = t.ask(seat, "athena", Athena { useful })?;
    if let Some(role) = role {
        gods::spend(t, God::Athena);
        t.tell(Event::AthenaHelps { seat, role });
    }
    Ok(role.map(|role| (seat, role)))
}

/// For which role Athena helps.
#[derive(Debug)]
pub struct Athena {
    /// A role that her help would bring, or keep.
    useful: Option<Role>,
}

impl Question<Mythology> for Athena {
    type Answer = Option<Role>;
    const NAME: &'static str = "athena";

    fn legal(&self, _: &Mythology, _: &Option<Role>) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> Option<Role> {
        self.useful
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Option<Role> {
        game.core.board.roles.choose(chance).copied()
    }

    fn choices(&self, game: &Mythology) -> Vec<Option<Role>> {
        game.core.board.roles.iter().copied().map(Some).chain([None]).collect()
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Option<Role>> {
        lines.first(|order| match order {
            Order::Rite(Rite::Athena(role)) => Says::Yes(*role),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, role: &Option<Role>) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Athena(*role))]
    }
}
