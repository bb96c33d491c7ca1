//! What a seat remembers, and how much it knows to be hidden (7W-10).
//!
//! A seat has seen its hands, every hand it has passed on as it was then, what it laid down itself, the discards it looked through. Of a
//! card that it saw in a packet and never again it knows that it is in one of the places that the packet's cards went to since: such
//! cards are a *lot*. What was never seen is in no lot.

use crate::deity::Deities;
use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet, Colour, Hand};
use crate::position::{Log, MOST, Phase, Position, Routes, Slot, State, moment};
use alloc::boxed::Box;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Seat, Seats};

/// What a seat remembers besides what lies before it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Memory {
    /// What became of every card; those are blank that the seat does not know.
    pub log: Box<Log>,
    /// Which way the hands went, and what the seat has held. What was in them when they were shuffled is in the lots.
    pub routes: Box<Routes>,
    /// Cards that have left the sight of the seat.
    pub lots: Vec<(Lot, Card)>,
    /// What the seat holds, and whoever shows it his cards.
    pub own: Vec<Own>,
    /// How much the others hold.
    pub sizes: [Sizes; MOST],
    /// How many leaders nobody was dealt.
    pub pile: u8,
    /// How many black cards of the age lie in the box.
    pub black: u8,
    /// The leaders, and the black cards drawn by a myth, that the seat has seen.
    pub seen: CardSet,
    /// Those of them that it has given back.
    pub returned: CardSet,
    /// The myths that it has seen in this age.
    pub myths: Deities,
}

/// Where cards were seen last: in this packet, at the beginning of this turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Lot {
    /// The age.
    pub age: u8,
    /// The packet.
    pub packet: u8,
    /// The turn.
    pub turn: u8,
}

/// Everything that one seat holds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Own {
    /// Who it is.
    pub seat: Seat,
    /// The hand.
    pub hand: Hand,
    /// The leaders that are not recruited.
    pub leaders: Hand,
    /// The leaders that were sold or lie under the wonder.
    pub gone: CardSet,
    /// What was drawn by a myth.
    pub drawn: Hand,
    /// The myths.
    pub myths: Deities,
    /// The myths to pick from.
    pub packet: Deities,
    /// The myths that were discarded in this age.
    pub spent: Deities,
}

/// How much somebody holds of what others do not see; whoever counts along knows it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Sizes {
    /// Cards in hand.
    pub hand: u8,
    /// Leaders.
    pub leaders: u8,
    /// Leaders that were sold or lie under the wonder.
    pub gone: u8,
    /// Leaders that were drawn by a myth.
    pub drawn_leaders: u8,
    /// Black cards that were drawn by a myth.
    pub drawn_black: u8,
    /// Myths.
    pub myths: u8,
    /// Myths to pick from.
    pub packet: u8,
    /// Myths that were discarded in this age.
    pub spent: u8,
}

/// The turn in which a card has left its packet that is still in it.
pub const NOW: u8 = 15;
/// When the hands were shuffled: after every turn of their packets.
const SHUFFLED: u8 = 20;
/// After that.
pub const AFTER: u8 = 30;

/// What lies open of the ways that packets went, and through whose eyes it is looked at.
pub struct Sight<'a> {
    game: &'a SevenWonders,
    position: &'a Position,
    routes: &'a Routes,
    eyes: Seats,
}

impl<'a> Sight<'a> {
    /// The sight of a seat.
    pub fn of(game: &'a SevenWonders, position: &'a Position, routes: &'a Routes, seat: Seat) -> Sight<'a> {
        Sight { game, position, routes, eyes: game.eyes(seat) }
    }

    /// Who played for the Free City in a turn (7W-14.2).
    fn holder(&self, age: u8, turn: u8) -> Option<Seat> {
        self.game.holder_in(self.position, age, turn)
    }

    /// The packet of the last card of a hand, or of a hand that waits to be passed on: it may have been shuffled since the turn began.
    fn packet_after(&self, age: u8, turn: u8, seat: Seat) -> u8 {
        let packet = self.routes.packet(age, turn, seat);
        let is_mixed = |era: u8| self.routes.mixed.iter().any(|one| (one.age, era_of(one.packet)) == (age, era));
        if is_mixed(era_of(packet)) { (era_of(packet) + 1) * MOST as u8 + seat.0 } else { packet }
    }

    /// The packet from which a card of the log was played; none, if it was in the pile of the Free City to the end.
    pub fn packet(&self, age: u8, turn: u8, owner: Seat) -> Option<u8> {
        let turns = self.game.turns();
        match self.game.free_city() == Some(owner) {
            true if turn > turns => None,
            true => self.holder(age, turn).map(|holder| self.routes.packet(age, turn, holder)),
            false if turn > turns => Some(self.packet_after(age, turns, owner)),
            false => Some(self.routes.packet(age, turn, owner)),
        }
    }

    /// The packet that somebody holds now; none for the pile of the Free City.
    pub fn packet_now(&self, seat: Seat) -> Option<u8> {
        let position = self.position;
        (self.game.free_city() != Some(seat)).then(|| self.packet_after(position.age, position.turn, seat))
    }

    /// Where a card that left a packet in this turn was seen last; nowhere, if it never was.
    pub fn lot(&self, age: u8, packet: u8, left: u8) -> Option<Lot> {
        let lot = |turn| Lot { age, packet, turn };
        let knew = self.routes.mixed.iter().any(|one| (one.age, one.packet) == (age, packet) && self.sees(one.holder));
        if left > SHUFFLED && knew {
            return Some(lot(SHUFFLED));
        }
        let last = if age < self.position.age { self.game.turns() } else { self.position.turn };
        let looked = |turn: u8| {
            let looks = self.routes.looks.iter();
            looks.filter(|(a, t, ..)| (*a, *t) == (age, turn)).any(|(.., eye, seen)| self.sees(*eye) && *seen == packet)
        };
        let held = |turn: u8| self.eyes.iter().any(|eye| self.routes.packet(age, turn, eye) == packet);
        (1..=left.min(last)).rev().find(|turn| held(*turn) || looked(*turn)).map(lot)
    }

    /// Whether a seat's cards are seen.
    pub fn sees(&self, seat: Seat) -> bool {
        self.eyes.contains(seat)
    }

    /// Whether the seat knows which card lies in a place.
    fn knows(&self, age: u8, turn: u8, owner: Seat, slot: Slot) -> bool {
        let plays_for = self.holder(age, turn).filter(|_| turn <= self.game.turns());
        let by = if self.game.free_city() == Some(owner) { plays_for } else { Some(owner) };
        !slot.fate.is_face_down() || by.is_some_and(|by| self.sees(by)) || self.has_looked(age, turn, slot)
    }

    /// Whether the seat has looked through the discards since a card came there, or does so now.
    fn has_looked(&self, age: u8, turn: u8, slot: Slot) -> bool {
        let looked = self.eyes.iter().map(|eye| {
            let city = self.position.city(eye);
            let looks_now = self.position.phase == Phase::Dig && city.digs + city.salvages > 0;
            if looks_now { u8::MAX } else { city.looked }
        });
        slot.fate.is_discarded() && looked.max().is_some_and(|looked| moment(age, turn) <= looked)
    }
}

/// How often the hands had been shuffled when a packet got its name.
pub fn era_of(packet: u8) -> u8 {
    packet / MOST as u8
}

impl Memory {
    /// What a seat remembers.
    pub fn of(game: &SevenWonders, state: &State, seat: Seat) -> Memory {
        let sight = Sight::of(game, &state.position, &state.routes, seat);
        // 7W-14.2: what was drawn into a packet after the seat has seen it was not there then.
        let was_there =
            |lot: &Lot, card: Card| game.free_city().is_none() || state.routes.held_in(lot.age, seat).contains(card);
        let (mut log, mut lots) = (state.log.clone(), Vec::new());
        let mut note = |lot: Option<Lot>, card: Card| {
            if let Some(lot) = lot.filter(|lot| was_there(lot, card)) {
                lots.push((lot, card));
            }
        };
        for (age, turn, owner, slot) in state.log.each().filter(|(a, t, o, slot)| !sight.knows(*a, *t, *o, *slot)) {
            *log.slot_mut(age, turn, owner) = slot.blank();
            let Some(card) = slot.card() else { continue };
            note(sight.packet(age, turn, owner).and_then(|packet| sight.lot(age, packet, turn)), card);
        }
        if state.position.turn > 0 {
            for other in game.cities().iter().filter(|other| !sight.sees(*other)) {
                let packet = sight.packet_now(other);
                let lot = packet.and_then(|packet| sight.lot(state.position.age, packet, NOW));
                state.hands[other.index()].iter().for_each(|card| note(lot, card));
            }
        }
        let mut routes = state.routes.clone();
        for one in &mut routes.mixed {
            let lot = sight.lot(one.age, one.packet, AFTER);
            one.cards.iter().for_each(|card| note(lot, card));
            one.cards = one.cards.iter().map(|_| Card(u8::MAX)).collect();
        }
        for all in core::iter::once(&mut routes.held).chain(&mut routes.held_before) {
            let own = all[seat.index()];
            *all = [CardSet::NONE; MOST];
            all[seat.index()] = own;
        }
        // Their order must tell nothing.
        lots.sort();
        let eyes = game.eyes(seat);
        let of = |all: &[CardSet; MOST]| eyes.iter().fold(CardSet::NONE, |some, eye| some.union(&all[eye.index()]));
        let mut sizes = [Sizes::default(); MOST];
        for other in game.cities().iter().filter(|other| !eyes.contains(*other)) {
            sizes[other.index()] = Sizes::of(game, state, other);
        }
        Memory {
            log,
            routes,
            lots,
            own: eyes.iter().map(|eye| Own::of(state, eye)).collect(),
            sizes,
            pile: state.leaders.pile.len() as u8,
            black: if state.position.turn > 0 { state.black.len() as u8 } else { 0 },
            seen: of(&state.leaders.seen),
            returned: of(&state.leaders.returned),
            myths: eyes.iter().fold(Deities::NONE, |seen, eye| seen.union(state.myths.seen[eye.index()])),
        }
    }
}

impl Own {
    fn of(state: &State, seat: Seat) -> Own {
        let at = seat.index();
        Own {
            seat,
            hand: state.hands[at],
            leaders: state.leaders.hands[at],
            gone: state.leaders.gone[at],
            drawn: state.leaders.drawn[at],
            myths: state.myths.hands[at],
            packet: state.myths.packets[at],
            spent: state.myths.gone[at],
        }
    }
}

impl Sizes {
    fn of(game: &SevenWonders, state: &State, seat: Seat) -> Sizes {
        let at = seat.index();
        let drawn = state.leaders.drawn[at];
        let white = drawn.iter().filter(|card| game.deck.card(*card).colour == Colour::White).count();
        Sizes {
            hand: state.hands[at].len() as u8,
            leaders: state.leaders.hands[at].len() as u8,
            gone: state.leaders.gone[at].len() as u8,
            drawn_leaders: white as u8,
            drawn_black: (drawn.len() - white) as u8,
            myths: state.myths.hands[at].len() as u8,
            packet: state.myths.packets[at].len() as u8,
            spent: state.myths.gone[at].len() as u8,
        }
    }
}
