//! Commerce: the role, the income, the trade (MN-3).

use super::{income, roles, trade};
use crate::classic::Table;
use crate::classic::event::Event;
use crate::classic::position::Phase;
use crate::pieces::{Card, Role};
use tabellarius_kernel::{Play, Seat, Seats};

/// Plays the Commerce phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Commerce });
    let clear = roles::settle_if_clear(t, Role::Director);
    income::collect(t);
    t.gather(owing(t))?;
    if !clear {
        roles::settle(t, Role::Director)?;
    }
    income::artemis(t)?;
    trade::play(t)?;
    t.state.position.phase = Phase::Building;
    Ok(())
}

/// Who has something to decide: cards to trade, a card to choose, or perhaps an heir to name.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        !t.state.hand(*seat).is_empty()
            || position.owns(*seat, Card::TempleOfArtemis)
            || position.role(Role::Director) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}
