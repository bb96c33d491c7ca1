//! An investment that stays on the table as long as Gold is in an area (IS-16.10).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::pieces::{Card, Faction};
use crate::position::{Invested, Position};
use crate::scenario::School;
use tabellarius_kernel::Seat;

/// The school of a seat.
fn of(game: &InnerSea, position: &Position, seat: Seat) -> Option<School> {
    game.part_of(position, seat).and_then(|part| part.school)
}

/// Whether an investment stays without discs.
pub fn stays(game: &InnerSea, position: &Position, owner: Seat, card: Card) -> bool {
    let has_gold = |school: &School| position.gold_in(school.area).is_some_and(|gold| gold.owner == owner);
    of(game, position, owner).is_some_and(|school| school.card == card && has_gold(&school))
}

/// Without its Gold and without discs it is discarded.
pub fn close(table: &mut Table<'_>) {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let position = &mut table.state.position;
        let Some(school) = of(game, position, seat) else { continue };
        let is_bare = |one: &Invested| one.card == school.card && one.owner == seat && one.discs == 0;
        if position.invested.iter().any(is_bare) && !stays(game, position, seat, school.card) {
            position.invested.retain(|one| !is_bare(one));
            position.discards.insert(school.card);
        }
    }
}

/// It is there from the beginning, with its discs.
pub fn open(table: &mut Table<'_>) {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let position = &mut table.state.position;
        let Some(school) = of(game, position, seat) else { continue };
        let discs = school.discs.min(game.supply(position, &position.board, Faction::of(seat)));
        position.invested.push(Invested { card: school.card, owner: seat, discs, used: false });
        let civ = position.side(seat).civ;
        table.tell(Event::Invested { civ, card: school.card, discs });
    }
}

/// An Epoch begins: discs come on it again.
pub fn refill(table: &mut Table<'_>) {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let position = &mut table.state.position;
        let Some(school) = of(game, position, seat) else { continue };
        let supply = game.supply(position, &position.board, Faction::of(seat));
        let civ = position.side(seat).civ;
        let found = position.invested.iter_mut().find(|one| one.card == school.card && one.owner == seat);
        if let Some(one) = found {
            one.discs += school.discs.saturating_sub(one.discs).min(supply);
            let discs = one.discs;
            table.tell(Event::Invested { civ, card: school.card, discs });
        }
    }
}
