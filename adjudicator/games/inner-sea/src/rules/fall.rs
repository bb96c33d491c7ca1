//! Who lives by Gold falls without it (IS-16.6).

use crate::event::Event;
use crate::game::Table;
use crate::pieces::{CardSet, Faction, Factions};
use crate::position::Position;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// Whether Gold lies under a disc of a seat.
fn has_gold(position: &Position, seat: Seat) -> bool {
    let under = |area| position.board.discs(area, Faction::of(seat)) > 0;
    position.gold.iter().any(|gold| gold.owner == seat && under(gold.area))
}

/// When Gold was looted: whoever lives by it and has none is out of the game. Its cards and talents are gone, its discs stay where they
/// are, its points too.
pub fn settle(table: &mut Table<'_>) {
    let game = table.game;
    vassals(table);
    for seat in table.state.position.order.clone() {
        let position = &mut table.state.position;
        let lives_by_gold = game.part_of(position, seat).is_some_and(|part| part.lives_by_gold);
        if !lives_by_gold || has_gold(position, seat) {
            continue;
        }
        position.order.retain(|other| *other != seat);
        position.fallen.insert(Faction::of(seat));
        let kept = core::mem::take(&mut position.kept[seat.index()]);
        let side = position.side_mut(seat);
        (side.talents, side.ready) = (0, 0);
        let civ = side.civ;
        let hand = core::mem::take(&mut table.state.hands[seat.index()]);
        table.state.fresh[seat.index()] = CardSet::NONE;
        table.state.position.discards |= hand | kept;
        table.state.count();
        table.tell(Event::Out { civ });
    }
}

/// IS-19.3: a vassal that lives by its Gold is gone without it, with all its discs.
fn vassals(table: &mut Table<'_>) {
    let game = table.game;
    for seat in table.state.position.vassals.iter().filter_map(Faction::seat).collect::<Vec<_>>() {
        let position = &mut table.state.position;
        let lives_by_gold = game.part_of(position, seat).is_some_and(|part| part.lives_by_gold);
        let me = Faction::of(seat);
        if !lives_by_gold || position.board.total(me) == 0 || position.gold.iter().any(|gold| gold.owner == seat) {
            continue;
        }
        for area in position.board.occupied(me).iter() {
            position.board.take(area, me, u8::MAX);
        }
        let civ = position.side(seat).civ;
        table.tell(Event::Out { civ });
    }
}

/// The side that is left alone of all that live by Gold, if there is only one: it has won.
pub fn last_side(table: &Table<'_>) -> Option<Seat> {
    let (game, position) = (table.game, &table.state.position);
    let lives = |seat: &Seat| game.part_of(position, *seat).is_some_and(|part| part.lives_by_gold);
    let left: Factions = position.order.iter().filter(|seat| lives(seat)).map(|seat| Faction::of(*seat)).collect();
    let first = left.iter().next().and_then(Faction::seat)?;
    let own = game.side_of(position, first).0;
    let is_alone = left.iter().all(|one| own.contains(one));
    (is_alone && !position.fallen.is_empty()).then_some(first)
}
