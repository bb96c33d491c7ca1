//! Roles: who leads a phase, and in which order the leader lets people act (MN-3.1, MN-4.1, MN-5.1).

use crate::classic::event::{Event, RoleReason};
use crate::classic::position::Position;
use crate::classic::{Classic, Table};
use crate::common::ground::SIDES;
use crate::common::roles::Heir;
use crate::pieces::{Building, Card, Role};
use tabellarius_kernel::{Play, Seat, Seats};

/// What a role counts for each player (MN-3.1, MN-3.1.1), heroes included (MN-3.1.3).
pub fn counts(position: &Position, role: Role) -> [u8; SIDES] {
    let (mut counts, hero) = match role {
        Role::Director => (position.tally([Building::Caravan, Building::Market]), Card::Agamemnon),
        Role::Political => (position.tally([Building::City, Building::Temple]), Card::Solomon),
        Role::Military => (position.muster(), Card::Archimedes),
        Role::HighPriest => return [0; SIDES], // not in this game
    };
    if let Some(owner) = position.owner_of(hero) {
        let count = &mut counts[owner.index()];
        *count = count.saturating_add(2);
    }
    counts
}

/// The players with the highest count.
pub fn leaders(game: &Classic, position: &Position, role: Role) -> (u8, Seats) {
    let counts = counts(position, role);
    let best = game.core.seats.iter().map(|seat| counts[seat.index()]).max().unwrap_or(0);
    (best, game.core.seats.iter().filter(|seat| counts[seat.index()] == best).collect())
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
        let favourite = t.game.core.seats.starting_with(holder).find(|seat| among.contains(*seat)).unwrap_or(holder);
        let named = t.ask(holder, format_args!("{}/heir", role.key()), Heir { role, favourite, among })?;
        give(t, role, named.seat, best, RoleReason::Named);
    }
    Ok(())
}

/// Hands a role over and tells why.
pub fn give(t: &mut Table<'_>, role: Role, seat: Seat, count: u8, why: RoleReason) {
    let was = t.state.position.roles[role as usize].replace(seat);
    t.tell(Event::RoleSettled { role, seat, count, was, why });
}
