//! The pool: six white discs, four black ones, a yellow one, and those of the unknown civilizations (IS-20.2, IS-20.9).

use crate::event::{Drawn, Event};
use crate::game::{InnerSea, Table};
use crate::npc::hostility::{BLACK, WHITE, disc_of};
use crate::pieces::{Area, Civ, MOST};
use crate::position::{Phase, Position};
use crate::rules::draw::place_of;
use alloc::vec::Vec;
use core::fmt::Display;
use tabellarius_kernel::{Audience, Seat};

impl InnerSea {
    /// Whether this is a game of exploration (IS-20.1).
    pub fn explores(&self) -> bool {
        !self.options.cast.unknown.is_empty()
    }

    /// Whether nobody knows a seat's civilization when the game begins (IS-20.1).
    pub fn is_unknown(&self, seat: Seat) -> bool {
        self.options.cast.unknown.contains(seat)
    }

    /// Whether a seat is not there from the beginning: unknown (IS-20.1), or to come later (IS-15.15).
    pub fn is_away(&self, seat: Seat) -> bool {
        self.is_unknown(seat) || self.options.cast.late.contains(seat)
    }

    /// Whether it was not met yet.
    pub fn is_hidden(&self, position: &Position, seat: Seat) -> bool {
        self.is_unknown(seat) && position.side(seat).civ == Civ::Barbarians
    }

    /// The unknown civilizations that were not met yet.
    pub fn hidden(&self, position: &Position) -> Vec<Seat> {
        self.options.cast.unknown.iter().filter(|seat| self.is_hidden(position, *seat)).collect()
    }

    /// Whether any NPC is in the game now.
    pub fn has_npcs(&self, position: &Position) -> bool {
        position.order.iter().any(|seat| self.is_npc(*seat))
    }

    /// The seats that are there from the beginning and have a turn.
    pub fn first_seats(&self) -> impl Iterator<Item = Seat> {
        self.everybody().iter().filter(|seat| !self.is_vassal(*seat) && !self.is_away(*seat))
    }

    /// The phase with which a turn begins.
    pub fn first_phase(&self) -> Phase {
        if self.explores() { Phase::Exploration } else { Phase::Growth }
    }

    /// The coloured discs in the pool when the game begins: one of each unknown civilization.
    pub fn first_pool(&self) -> [u8; MOST] {
        core::array::from_fn(|at| u8::from(self.is_unknown(Seat(at as u8))))
    }

    /// How many discs are in the pool.
    pub fn pool_size(&self, position: &Position) -> u8 {
        WHITE + BLACK + u8::from(self.explores()) + position.pool.iter().sum::<u8>()
    }
}

/// A disc for an area; whose colour it is, if it is coloured. It goes back.
pub(super) fn draw(table: &mut Table<'_>, area: Area) -> (Drawn, Option<Seat>) {
    let name = &table.game.map.place(area).name;
    let place = one(table, format_args!("explore/{name}"));
    of_place(&table.state.position, place)
}

/// A disc by lot. The dice have fixed faces, so that a lot with the same name falls the same way however many discs are in the pool.
fn one(table: &mut Table<'_>, path: impl Display) -> u8 {
    let all = table.game.pool_size(&table.state.position);
    let faces = table.roll(Audience::All, path, 3, 250);
    place_of(&faces, u64::from(all)) as u8
}

/// A disc that says how large a new civilization is (IS-20.6).
pub(super) fn measure(table: &mut Table<'_>) -> Drawn {
    let place = one(table, "explore/size");
    of_place(&table.state.position, place).0
}

fn of_place(position: &Position, place: u8) -> (Drawn, Option<Seat>) {
    let disc = disc_of(place);
    let mut left = place.saturating_sub(WHITE + BLACK + 1);
    for (seat, n) in (0..).map(Seat).zip(position.pool) {
        if disc == Drawn::Coloured && left < n {
            return (disc, Some(seat));
        }
        left = left.saturating_sub(n);
    }
    (disc, None)
}

/// IS-20.9: with everybody met the coloured discs leave the pool; otherwise more come, by lot: one if no NPC is in the game, and one if
/// nobody was met in this turn.
pub(super) fn clean_up(table: &mut Table<'_>, has_met: bool) {
    let game = table.game;
    let hidden = game.hidden(&table.state.position);
    if hidden.is_empty() {
        if core::mem::take(&mut table.state.position.pool) != [0; MOST] {
            table.tell(Event::PoolChanges { seats: Vec::new() });
        }
        return;
    }
    let n = u8::from(!game.has_npcs(&table.state.position)) + u8::from(!has_met);
    let mut seats = Vec::new();
    for number in 0..n {
        let lots = table.shuffle(Audience::All, format_args!("explore/pool {number}"), MOST as u8);
        if let Some(seat) = hidden.iter().copied().min_by_key(|seat| lots.get(seat.index()).copied()) {
            table.state.position.pool[seat.index()] = table.state.position.pool[seat.index()].saturating_add(1).min(20);
            seats.push(seat);
        }
    }
    if !seats.is_empty() {
        table.tell(Event::PoolChanges { seats });
    }
}
