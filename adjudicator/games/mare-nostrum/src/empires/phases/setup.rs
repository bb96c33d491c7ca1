//! Set-up: the pieces of the empires, covered provinces, the first tiles (EM-1).

use crate::common::aid_card;
use crate::empires::event::Event;
use crate::empires::position::{Phase, Position, State};
use crate::empires::{Empires, Table, Tiles};
use crate::pieces::Card;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat};

/// How many tiles lie face up in a first game (EM-1.7).
const ROW: usize = 5;

/// The board before the first tile is turned.
pub fn start(game: &Empires) -> State {
    let mut position = Position::empty(&game.core.board, game.core.seats.len());
    for seat in game.core.seats.iter() {
        place(game, &mut position, seat);
    }
    // With three players Greece leads in culture, since Egypt is not there (EM-1.2).
    for role in game.core.board.roles {
        let missing = position.role(*role).is_none();
        let track = position.track(*role);
        let highest = game.core.seats.iter().max_by_key(|seat| (track[seat.index()], core::cmp::Reverse(*seat)));
        if missing {
            position.roles[*role as usize] = highest;
        }
    }
    if game.tiles == Tiles::FiveFaceUp {
        position.row = alloc::vec![Card::Pyramids];
        position.phase = Phase::Setup;
    }
    State::of(&game.core.board, position)
}

/// The pieces on an empire's screen (EM-1.2).
pub fn place(game: &Empires, position: &mut Position, seat: Seat) {
    let civilization = game.core.board.civilization(seat);
    for item in aid_card::items(&game.core, seat) {
        position.put(seat, item);
    }
    civilization.start.markers.iter().for_each(|province| position.area_mut(*province).settled = 0);
    if let Some(role) = civilization.role {
        position.roles[role as usize] = Some(seat);
    }
}

/// Turns up the first tiles.
pub fn play(t: &mut Table<'_>) -> Play {
    turn_tiles(t);
    t.state.position.phase = Phase::Trade;
    Ok(())
}

/// Turns tiles until five lie face up again, the Pyramids not counted (EM-1.7).
pub fn turn_tiles(t: &mut Table<'_>) {
    let mut turned = Vec::new();
    while t.state.position.row.iter().filter(|card| **card != Card::Pyramids).count() < ROW {
        let down = face_down(t.game, &t.state.position);
        if down.is_empty() {
            break;
        }
        let number = turned.len() + 1;
        let cards = t.game.core.board.cards;
        let order = t.shuffle(Audience::All, format_args!("tile {number}"), cards.len() as u8);
        let mut cards = order.iter().filter_map(|place| cards.get(usize::from(*place)));
        let Some(&card) = cards.find(|card| down.contains(card)) else { break };
        t.state.position.row.push(card);
        turned.push(card);
    }
    if !turned.is_empty() {
        t.state.position.row.sort();
        t.tell(Event::TilesTurned { cards: turned });
    }
}

/// The tiles that lie face down: known to all, but not in which order.
pub fn face_down(game: &Empires, position: &Position) -> Vec<Card> {
    let starts = |card: &Card| game.core.board.civilizations.iter().any(|one| one.hero == *card);
    let hidden = |card: &Card| !starts(card) && !position.row.contains(card) && position.owner_of(*card).is_none();
    game.core.board.cards.iter().copied().filter(hidden).collect()
}
