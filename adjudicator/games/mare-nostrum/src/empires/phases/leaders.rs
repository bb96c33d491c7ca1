//! Leaders: who leads in trade, culture and military, and who acts next (EM-4.1, EM-5.1, EM-6).

use crate::common::roles::{Heir, Next};
use crate::empires::event::{Event, LeaderReason, Triumph};
use crate::empires::position::Position;
use crate::empires::{Empires, Table};
use crate::pieces::Role;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat, Seats};

/// The players who stand highest on a track (EM-6.3).
pub fn highest(game: &Empires, position: &Position, role: Role) -> (u8, Seats) {
    let track = position.track(role);
    let best = game.seats.iter().map(|seat| track[seat.index()]).max().unwrap_or(0);
    (best, game.seats.iter().filter(|seat| track[seat.index()] == best).collect())
}

/// Settles the three titles; on a tie the old leader names one, himself if he likes (EM-6.3).
pub fn settle(t: &mut Table<'_>) -> Play {
    let mut named = Vec::new();
    let mut stopped = None;
    for &role in Role::ALL {
        let (count, among) = highest(t.game, &t.state.position, role);
        let was = t.state.position.role(role);
        let holder = was.or(among.iter().next()).unwrap_or(Seat(0));
        let why = if among.len() > 1 { LeaderReason::Named } else { LeaderReason::Most };
        match t.ask(
            holder,
            format_args!("{}/heir", role.key()),
            Heir { role, favourite: favourite(&t.state.position, holder, among), among },
        ) {
            Ok(seat) => named.push(Event::LeaderSettled { role, seat, count, was, why }),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    for event in named {
        if let Event::LeaderSettled { role, seat, was, .. } = event {
            t.state.position.roles[role as usize] = Some(seat);
            let changed = role == Role::Director && was != Some(seat);
            t.tell(event);
            if changed {
                t.state.position.played = [false; 3]; // EM-3.1.2
                t.tell(Event::TilesBack { seat });
            }
        }
    }
    Ok(())
}

/// Whom an old leader names who says nothing: himself, else the one with the fewest titles, then tiles, so that silence crowns nobody.
fn favourite(position: &Position, holder: Seat, among: Seats) -> Seat {
    let titles = |seat: &Seat| position.roles.iter().filter(|leader| **leader == Some(*seat)).count();
    let least = among.iter().min_by_key(|seat| (titles(seat), position.cards_of(*seat).count()));
    if among.contains(holder) { holder } else { least.unwrap_or(holder) }
}

/// Asks the leader of a phase who acts next (EM-4.1, EM-5.1).
pub fn next(t: &mut Table<'_>, role: Role, left: Seats) -> Play<(Seat, Seat)> {
    let leader = t.state.position.role(role).or(left.iter().next()).unwrap_or(Seat(0));
    let turn = 1 + t.game.seats.len() - left.len();
    let seat = t.ask(leader, format_args!("next {turn}"), Next { role, leader, left })?;
    Ok((seat, leader))
}

/// Whoever has all three titles wins (EM-7.4).
pub fn triumph(t: &mut Table<'_>) {
    if let [Some(one), Some(two), Some(three)] = t.state.position.roles
        && one == two
        && two == three
    {
        win(t, alloc::vec![one], Triumph::Leadership);
    }
}

/// Ends the game.
pub fn win(t: &mut Table<'_>, seats: Vec<Seat>, how: Triumph) {
    match seats.as_slice() {
        [] => return,
        [seat] => t.tell(Event::Victory { seat: *seat, how }),
        _ => t.tell(Event::SharedVictory { seats: seats.clone(), how }),
    }
    t.state.position.winners = seats;
}

/// Of several who reach a victory at the same time, the leader of the phase wins, if he is one; else they share it (EM-7.5).
pub fn among(position: &Position, reached: Vec<Seat>, role: Role) -> Vec<Seat> {
    match position.role(role) {
        Some(leader) if reached.contains(&leader) => alloc::vec![leader],
        _ => reached,
    }
}
