//! A people that comes later: the Huns of The Fall of Rome II (IS-15.15).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::position::Position;
use crate::rules::draw;
use tabellarius_kernel::{Play, Seat};

impl InnerSea {
    /// Whether a seat comes later and is not in the game yet.
    pub fn is_late(&self, position: &Position, seat: Seat) -> bool {
        self.options.cast.late.contains(seat) && !position.order.contains(&seat)
    }
}

/// The Draw step begins: a card is turned up, and an even number brings them, last in the turn order, with three cards. Their discs come
/// with their growth.
pub fn arrive(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in game
        .options
        .cast
        .late
        .iter()
        .filter(|seat| game.is_late(&table.state.position, *seat))
        .collect::<alloc::vec::Vec<_>>()
    {
        let Some(civ) = game.options.civs.get(seat.index()).copied() else { continue };
        let Some(card) = npc::cards::turn_up(table)? else { continue };
        let comes = card.0 % 2 == 0;
        table.tell(Event::Comes { civ, card, comes });
        if !comes {
            continue;
        }
        let hand = game.options.scenario.part(civ).map_or(0, |part| part.hand);
        let position = &mut table.state.position;
        position.side_mut(seat).civ = civ;
        position.order.push(seat);
        let enemies = npc::enemies::by_history(game, position, seat);
        table.state.position.enemies[seat.index()] = enemies;
        draw::draw(table, seat, hand, hand, false)?;
    }
    Ok(())
}
