//! What must be true of every position: cards and discs are conserved, limits hold.

use crate::game::InnerSea;
use crate::pieces::{CardSet, Faction, Kind};
use crate::position::{Phase, State, limit};
use alloc::format;
use tabellarius_kernel::Unsound;

/// Says what is wrong, if anything.
pub fn check(game: &InnerSea, state: &State) -> Result<(), Unsound> {
    let position = &state.position;
    let invested: CardSet = position.invested.iter().map(|one| one.card).collect();
    let mut all = CardSet::NONE;
    let open = [position.discards, position.aside, position.removed, invested, state.deck];
    for heap in open.iter().chain(&state.hands).chain(&position.kept) {
        if !(all & *heap).is_empty() {
            return Err(Unsound(format!("a card is in two places: {:?}", all & *heap)));
        }
        all |= *heap;
    }
    if all != game.deck.all {
        return Err(Unsound(format!("cards are missing: {:?}", game.deck.all - all)));
    }
    for seat in game.everybody().iter() {
        let side = position.side(seat);
        let hand = state.hands[seat.index()];
        // IS-18.2
        let counts_late = game.part_of(position, seat).is_some_and(|part| part.counts_late);
        if usize::from(side.hand) != hand.len() || (side.hand > game.hand_limit(seat) && !counts_late) {
            return Err(Unsound(format!("{seat} has {} cards and shows {}", hand.len(), side.hand)));
        }
        if !(hand & game.deck.events).is_empty() {
            return Err(Unsound(format!("{seat} has an event in its hand")));
        }
        let total = position.board.total(Faction::of(seat)) + position.discs_on_cards(seat) + side.ready;
        // IS-15.3: an old power has all its discs on the map; the first that goes becomes its marker.
        let all_on_map = game.part_of(position, seat).is_some_and(|part| part.withdraws.is_some());
        let most = if game.options.setup.is_doubled || game.has_two_sets(position, seat) {
            98
        } else {
            48 + u8::from(all_on_map)
        };
        if total > most {
            return Err(Unsound(format!("{seat} has {total} discs in use")));
        }
        // IS-16.5, IS-17.3: discs may wait in the Ready box for the next growth.
        let waits = game.part_of(position, seat).is_some_and(|part| part.realm.is_some())
            // IS-20.7
            || game.is_unknown(seat);
        if (side.ready > 0 && !waits) || side.loot > 0 {
            return Err(Unsound(format!("{seat} has ready discs or loot between two stages")));
        }
    }
    let barbarians = position.board.total(Faction::BARBARIANS);
    if barbarians > if game.options.hordes { 100 } else { 50 } {
        return Err(Unsound(format!("there are {barbarians} Barbarian discs on the map")));
    }
    if state.scratch != Default::default() {
        return Err(Unsound("something is left over from a stage".into()));
    }
    stacks(game, state)
}

fn stacks(game: &InnerSea, state: &State) -> Result<(), Unsound> {
    let position = &state.position;
    let board = &position.board;
    if let Some(area) = (board.occupied_by_any() - game.chart.in_play).first() {
        return Err(Unsound(format!("discs are in {}, which is not in play", game.map.place(area).name)));
    }
    for area in board.occupied_by_any().iter() {
        for (faction, discs, white) in board.in_area(area) {
            let kind = game.chart.kind(area);
            // IS-5.5.2: an invasion ignores the limits until the next Competition Phase is over.
            let most = match (faction.seat(), position.phase, kind) {
                (None, _, Kind::Land | Kind::Coastal) => 50,
                // IS-16.2, IS-16.5: a realm is cut down when its competitions begin.
                (Some(seat), _, Kind::Land | Kind::Coastal)
                    if game.part_of(position, seat).is_some_and(|part| part.realm.is_some()) =>
                {
                    50
                }
                (_, Phase::Valuation, Kind::Land | Kind::Coastal) => 200,
                (_, phase, kind) => limit(phase, kind).max(limit(Phase::Growth, kind)),
            };
            if discs > most || white > 0 {
                return Err(Unsound(format!(
                    "{faction:?} has {discs} and {white} discs in {}",
                    game.map.place(area).name
                )));
            }
        }
    }
    Ok(())
}
