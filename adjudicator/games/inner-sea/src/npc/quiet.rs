//! An NPC that stays quiet in a turn: one card at most by which who may pay for it loses something (IS-19.3).

use crate::effects::Declared;
use crate::game::{InnerSea, Table};
use crate::pieces::Faction;
use crate::position::Position;
use tabellarius_kernel::Seat;

/// Whether a quiet NPC would hurt the one whom it spares.
pub fn hurts(game: &InnerSea, position: &Position, seat: Seat, declared: &Declared) -> bool {
    let minor = game.options.scenario.minor.as_ref().filter(|_| position.quiet.contains(Faction::of(seat)));
    let spared = minor.and_then(|minor| position.faction(minor.payer));
    spared.is_some_and(|one| {
        let at = one.index();
        declared.harm[at] > 0 || declared.robbed.contains(one) || declared.goods[at] < 0
    })
}

/// Whether it may play such a card, if this is one.
pub fn allows(game: &InnerSea, position: &Position, seat: Seat, declared: &Declared) -> bool {
    !position.roused.contains(Faction::of(seat)) || !hurts(game, position, seat, declared)
}

/// It has played a card.
pub fn note(table: &mut Table<'_>, seat: Seat, declared: &Declared) {
    if hurts(table.game, &table.state.position, seat, declared) {
        table.state.position.roused.insert(Faction::of(seat));
    }
}
