//! Leaders: who leads in trade, culture and military (EM-6), and who wins (EM-7).

use crate::common::roles::{Heir, Word};
use crate::empires::event::{Event, LeaderReason, Triumph};
use crate::empires::position::Position;
use crate::empires::{Empires, Table};
use crate::pieces::Role;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat, Seats};

/// The players who stand highest on a track (EM-6.3).
pub fn highest(game: &Empires, position: &Position, role: Role) -> (u8, Seats) {
    let track = position.track(role);
    let best = game.core.seats.iter().map(|seat| track[seat.index()]).max().unwrap_or(0);
    (best, game.core.seats.iter().filter(|seat| track[seat.index()] == best).collect())
}

/// Settles the three titles; on a tie the old leader names one, himself if he likes (EM-6.3).
pub fn settle(t: &mut Table<'_>) -> Play {
    let mut settled = Vec::new();
    let mut stopped = None;
    let mut said = [None; 3];
    for &role in t.game.core.board.roles {
        let (count, among) = highest(t.game, &t.state.position, role);
        let was = t.state.position.role(role);
        let holder = was.or(among.iter().next()).unwrap_or(Seat(0));
        let why = if among.len() > 1 { LeaderReason::Named } else { LeaderReason::Most };
        let favourite = by_silence(t.game, &t.state.position, said)[role as usize].unwrap_or(holder);
        match t.ask(holder, format_args!("{}/heir", role.key()), Heir { role, favourite, among }) {
            Ok(named) => {
                said[role as usize] = Some(named.seat).filter(|_| named.word == Word::Given);
                settled.push((role, named.seat, count, was, why));
            }
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    // What others said afterwards counts against those who were silent before: silence crowns nobody.
    let unsaid = by_silence(t.game, &t.state.position, said);
    for (role, named, count, was, why) in settled {
        let seat = unsaid[role as usize].unwrap_or(named);
        t.state.position.roles[role as usize] = Some(seat);
        t.tell(Event::LeaderSettled { role, seat, count, was, why });
        if role == Role::Director && was != Some(seat) {
            t.state.position.played = [false; 3]; // EM-3.1.2
            t.tell(Event::TilesBack { seat });
        }
    }
    Ok(())
}

/// Who gets each title if no old leader says another word than was said: whoever stands alone at the top; else the old leader, if he ties; else the one with
/// the fewest titles, then tiles. But nobody gets a third title in this way while another ties: silence crowns nobody (EM-6.3).
fn by_silence(game: &Empires, position: &Position, said: [Option<Seat>; 3]) -> [Option<Seat>; 3] {
    let mut titles = said;
    let mut tied = Vec::new();
    // What was said, or stands alone at the top, is sure: it is counted before the ties, whatever the order of the roles.
    for role in game.core.board.roles.iter().filter(|role| said[**role as usize].is_none()) {
        let (_, among) = highest(game, position, *role);
        match among.len() {
            1 => titles[*role as usize] = among.iter().next(),
            _ => tied.push((*role, among)),
        }
    }
    for (role, among) in tied {
        let count = |seat: Seat| titles.iter().filter(|title| **title == Some(seat)).count();
        let holder = position.role(role);
        let rank =
            |seat: &Seat| (count(*seat) >= 2, Some(*seat) != holder, count(*seat), position.cards_of(*seat).count());
        // Who is equal in all this is taken round the table from the old leader.
        let round = game.core.seats.starting_with(holder.unwrap_or(Seat(0)));
        titles[role as usize] = round.filter(|seat| among.contains(*seat)).min_by_key(rank);
    }
    titles
}

/// Whoever has all three titles wins (EM-7.4).
pub fn triumph(t: &mut Table<'_>) {
    if let [Some(one), Some(two), Some(three), _] = t.state.position.roles
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
