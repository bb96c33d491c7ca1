//! Commerce: the income, Hermes and Isis, the trade (MY-3).

use super::{gods, income, trade};
use crate::mythology::Table;
use crate::mythology::event::Event;
use crate::mythology::position::Phase;
use crate::pieces::{Card, God, Role};
use tabellarius_kernel::{Play, Seat, Seats};

/// Plays the Commerce phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Commerce });
    let produced = income::collect(t);
    t.gather(owing(t))?;
    income::artemis(t)?;
    gods::hermes(t, &produced)?; // before Isis (MY-6.3.5)
    gods::isis(t)?;
    trade::play(t)?;
    t.state.position.phase = Phase::Offering;
    Ok(())
}

/// Who has something to decide: cards to trade, a card to choose, a god to ask.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        !t.state.hand(*seat).is_empty()
            || position.has(*seat, Card::TempleOfArtemis)
            || position.favoured(God::Hermes) == Some(*seat)
            || position.favoured(God::Isis).is_some()
            || position.role(Role::Director) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}
