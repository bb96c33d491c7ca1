//! Income (MN-3.2).

pub use crate::base::income::{Artemis, due, worth};

use crate::base::income::share_out;
use crate::classic::Table;
use crate::classic::event::Event;
use crate::pieces::{Card, Good, Role};
use tabellarius_kernel::{Play, Seat};

/// Pays the income out of the bank.
pub fn collect(t: &mut Table<'_>) {
    let game = t.game;
    let mut due = due(&game.core.board, &t.state.position);
    let director = t.state.position.role(Role::Director).unwrap_or(Seat(0));
    if let Some(owner) = t.state.position.owner_of(Card::Colossus) {
        due[owner.index()].add(Good::Tax, 1); // MN-3.2.7
    }
    let state = &mut t.state;
    let got = share_out(&game.core, &mut state.position.ground.bank, &mut state.hands, &mut due, director);
    for seat in game.core.seats.iter() {
        t.tell(Event::Income { seat, cards: got[seat.index()] });
        if t.state.position.owns(seat, Card::Colossus) && due[seat.index()].count(Good::Tax) == 0 {
            t.tell(Event::ExtraTax { seat, card: Card::Colossus });
        }
        for (good, missing) in due[seat.index()].iter() {
            t.tell(Event::BankShort { seat, good, missing });
        }
    }
}

/// The owner of the Temple of Artemis takes one more good of his choice (MN-3.2.8).
pub fn artemis(t: &mut Table<'_>) -> Play {
    let Some(seat) = t.state.position.owner_of(Card::TempleOfArtemis) else { return Ok(()) };
    let mut bank = t.state.position.bank;
    bank.take(Good::Tax, u8::MAX);
    if bank.is_empty() {
        return Ok(());
    }
    let hand = *t.state.hand(seat);
    let good = t.ask(seat, "artemis", Artemis { bank, hand })?;
    t.state.draw(seat, good);
    t.tell(Event::ExtraGood { seat, card: Card::TempleOfArtemis, good });
    Ok(())
}
