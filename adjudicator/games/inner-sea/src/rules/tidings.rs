//! Events that mean something else in a scenario (IS-19.12).

use crate::deck::Time;
use crate::effects::Scope;
use crate::event::{Cause, Event};
use crate::game::Table;
use crate::pieces::{AreaSet, Card, Civ, Faction};
use crate::position::Position;
use crate::rules::losses;
use crate::rules::uses::carry_out_asking;
use crate::scenario::{Bond, Tidings, Turn};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

fn seat_of(position: &Position, civ: Civ) -> Option<Seat> {
    position.faction(civ).and_then(Faction::seat)
}

/// What an event means at this table, if it is not what is printed.
pub fn of<'t>(table: &Table<'t>, card: Card) -> Option<&'t Tidings> {
    let game = table.game;
    game.options.scenario.extras.tidings.iter().find(|one| one.card == card)
}

/// An event happens: what nobody chooses is done at once; says whether something is still to be chosen.
pub fn happen(table: &mut Table<'_>, tidings: &Tidings) -> bool {
    let game = table.game;
    let card = tidings.card;
    table.tell(Event::OtherText { card, turn: tidings.turn.kind() });
    if game.options.scenario.extras.levies.iter().any(|levy| levy.card == card) {
        let summons = &mut table.state.position.summons;
        summons.retain(|known| *known != card);
        summons.push(card);
    }
    match &tidings.turn {
        Turn::Places(..) => return true,
        Turn::Traders(civs, n) => traders(table, *civs, *n),
        Turn::Stirs => table.state.position.stirs = true,
        Turn::Waits => {}
        Turn::Shuffles => {
            let discards = core::mem::take(&mut table.state.position.discards);
            table.state.deck |= discards;
            table.state.position.removed.insert(card);
            table.state.count();
            if !discards.is_empty() {
                table.tell(Event::Reshuffled { cards: discards.len() as u8 });
            }
        }
    }
    false
}

/// Whoever Controls more seas gets talents.
fn traders(table: &mut Table<'_>, civs: [Civ; 2], n: u8) {
    let position = &table.state.position;
    let seas = |civ: Civ| {
        let held = position.faction(civ).map_or(AreaSet::NONE, |one| position.board.controlled(one));
        (held - table.game.chart.land).len()
    };
    let [one, other] = civs;
    let richer = match seas(one).cmp(&seas(other)) {
        core::cmp::Ordering::Greater => one,
        core::cmp::Ordering::Less => other,
        core::cmp::Ordering::Equal => return,
    };
    if let Some(seat) = seat_of(position, richer) {
        losses::talents(table, seat, n as i8);
    }
}

/// The Competition Phase begins: allies that an event has called come now, where their people wants them.
pub fn muster(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let cards: Vec<Card> = core::mem::take(&mut table.state.position.summons);
    for card in cards {
        for levy in game.options.scenario.extras.levies.iter().filter(|levy| levy.card == card) {
            let position = &table.state.position;
            let is_there = |(civ, area, bond)| {
                let there = position.faction(civ).is_some_and(|one| position.board.discs(area, one) > 0);
                there == (bond == Bond::Presence)
            };
            let Some(seat) = seat_of(position, levy.civ).filter(|_| levy.bond.is_none_or(is_there)) else { continue };
            let scope = Scope::of(seat, Time::Phase, None);
            carry_out_asking(table, scope, &levy.steps, Cause::Competition)?;
        }
    }
    Ok(())
}
