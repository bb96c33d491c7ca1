//! The position: cities, hands, and what became of every card.

use crate::city::City;
use crate::deity::{Deity, Myths};
use crate::payment::Seller;
use crate::pieces::{Card, CardSet, Hand, Side};
use alloc::boxed::Box;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

/// The most cities at a table.
pub const MOST: usize = 8;
/// The most turns of an age, the last card counted as one.
pub const SLOTS: usize = 8;

/// Some cities, in an order that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    seats: [Seat; MOST],
    size: u8,
}

impl FromIterator<Seat> for Row {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Row {
        let mut row = Row { seats: [Seat(0); MOST], size: 0 };
        for (place, seat) in row.seats.iter_mut().zip(seats) {
            *place = seat;
            row.size += 1;
        }
        row
    }
}

impl Serialize for Row {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.seats[..usize::from(self.size)])
    }
}

/// Where in the sequence of play the game is (7W-1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Lots are cast and the first cards dealt, where something comes before the first age.
    SetUp,
    /// Leaders are drafted.
    Draft,
    /// Leaders are recruited.
    Recruit,
    /// Myths are picked.
    Pray,
    /// The cards of an age are dealt.
    Deal,
    /// Everybody plays a card.
    Turn,
    /// Somebody builds from the discards.
    Dig,
    /// Somebody uses a card that a myth has drawn.
    Take,
    /// Somebody recruits one more leader.
    Enlist,
    /// The game is over.
    Over,
}

/// What became of a card.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// No card was played here yet.
    #[default]
    None,
    /// It stands in the city.
    Built,
    /// It lies face down under the wonder.
    Staged,
    /// It was sold and lies face down in the discards.
    Sold,
    /// It was the last of its hand and lies face down in the discards.
    Left,
    /// It was in the discards and was built from there.
    Dug,
}

impl Fate {
    /// Whether the card lies in the discards.
    pub fn is_discarded(self) -> bool {
        matches!(self, Fate::Sold | Fate::Left)
    }

    /// Whether the card lies face down, so that only some know it (7W-10.2).
    pub fn is_face_down(self) -> bool {
        matches!(self, Fate::Staged | Fate::Sold | Fate::Left)
    }
}

/// A card that was played, or the place for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Slot {
    card: u8,
    /// What became of it.
    pub fate: Fate,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot { card: u8::MAX, fate: Fate::None }
    }
}

impl Slot {
    /// A card with its fate.
    pub fn new(card: Card, fate: Fate) -> Slot {
        Slot { card: card.0, fate }
    }

    /// The card, where one was played.
    pub fn card(self) -> Option<Card> {
        (self.fate != Fate::None).then_some(Card(self.card))
    }

    /// The place without its card, for whoever does not know it.
    pub fn blank(self) -> Slot {
        Slot { card: u8::MAX, ..self }
    }

    /// Whether a card lies here that is not known.
    pub fn is_blank(self) -> bool {
        self.fate != Fate::None && self.card == u8::MAX
    }

    /// Puts another card in the same place.
    pub fn set_card(&mut self, card: Card) {
        self.card = card.0;
    }
}

/// What everybody played, by age, turn and seat; the turn after the last one is the last card of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Log(pub [[[Slot; MOST]; SLOTS]; 3]);

impl Log {
    /// The place for a seat's card.
    pub fn slot_mut(&mut self, age: u8, turn: u8, seat: Seat) -> &mut Slot {
        &mut self.0[usize::from(age)][usize::from(turn) - 1][seat.index()]
    }

    /// Every card that was played, with age, turn and seat.
    pub fn each(&self) -> impl Iterator<Item = (u8, u8, Seat, Slot)> + '_ {
        self.0.iter().zip(0u8..).flat_map(|(turns, age)| {
            turns.iter().zip(1u8..).flat_map(move |(seats, turn)| {
                let slots = seats.iter().zip(0u8..).filter(|(slot, _)| slot.fate != Fate::None);
                slots.map(move |(slot, seat)| (age, turn, Seat(seat), *slot))
            })
        })
    }

    /// The cards in the discards, in the order of the data.
    pub fn discards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> =
            self.each().filter(|(.., slot)| slot.fate.is_discarded()).filter_map(|(.., slot)| slot.card()).collect();
        cards.sort();
        cards
    }
}

/// The number of a turn in the whole game, from 1.
pub fn moment(age: u8, turn: u8) -> u8 {
    10 * age + turn
}

/// What lies open (7W-10.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The age, from 0.
    pub age: u8,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The cities, by seat.
    pub cities: Box<[City; MOST]>,
    /// The western neighbour of each seat.
    pub west: [u8; MOST],
    /// The eastern neighbour of each seat.
    pub east: [u8; MOST],
    /// How many cards lie in the discards.
    pub discards: u8,
    /// How often the way of the hands was turned round in this age.
    pub reversed: u8,
    /// Best first, once the game is over.
    pub ranking: Vec<Seat>,
}

impl Position {
    /// A city.
    pub fn city(&self, seat: Seat) -> &City {
        &self.cities[seat.index()]
    }

    /// A city, to be changed.
    pub fn city_mut(&mut self, seat: Seat) -> &mut City {
        &mut self.cities[seat.index()]
    }

    /// A neighbour (7W-1.3).
    pub fn neighbour(&self, seat: Seat, side: Side) -> Seat {
        Seat(match side {
            Side::West => self.west[seat.index()],
            Side::East => self.east[seat.index()],
        })
    }

    /// Who sells goods to a seat there; nobody, where it is the bank.
    pub fn seller(&self, seat: Seat, seller: Seller) -> Option<Seat> {
        match seller {
            Seller::West => Some(self.neighbour(seat, Side::West)),
            Seller::East => Some(self.neighbour(seat, Side::East)),
            Seller::Far => self.far(seat),
            Seller::Bank => None,
        }
    }

    /// Seats everybody in this order, each next one to the east.
    pub fn seat_in(&mut self, order: &[u8]) {
        for (i, seat) in order.iter().enumerate() {
            let next = order[(i + 1) % order.len()];
            self.east[usize::from(*seat)] = next;
            self.west[usize::from(next)] = *seat;
        }
    }

    /// To which side hands are passed in this age (7W-3.2).
    pub fn passes_to(&self) -> Side {
        // 7W-13.24: the way may be turned round.
        if (self.age == 1) != (self.reversed % 2 == 1) { Side::East } else { Side::West }
    }

    /// The city elsewhere that sells to a seat (7W-13.31).
    pub fn far(&self, seat: Seat) -> Option<Seat> {
        let poseidon = self.city(seat).myths.iter().flatten().find(|myth| myth.deity == Deity::Poseidon)?;
        Some(Seat(poseidon.note))
    }

    /// The number of this turn in the whole game.
    pub fn moment(&self) -> u8 {
        moment(self.age, self.turn)
    }
}

/// Which packet of cards each seat held, by age and turn: a packet is called after the seat it was dealt to.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Routes {
    /// The packets, by age, turn and seat.
    pub packets: [[[u8; MOST]; SLOTS]; 3],
    /// How often the hands were shuffled in this age: packets get new names then.
    pub shuffled: u8,
    /// Packets that somebody has looked at besides: age, turn, seat, packet.
    pub looks: Vec<(u8, u8, Seat, u8)>,
    /// With the Free City: every card that each seat has held in this age (7W-14.2).
    pub held: [CardSet; MOST],
    /// The same in the ages before: some structures are in two ages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_before: Vec<[CardSet; MOST]>,
    /// What was left of each packet when the hands were shuffled (7W-13.44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<Mixed>,
}

/// What was left of a packet when all hands were shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mixed {
    /// The age.
    pub age: u8,
    /// The packet.
    pub packet: u8,
    /// Who held it.
    pub holder: Seat,
    /// Its cards.
    pub cards: Hand,
}

impl Routes {
    /// The packet that a seat held in a turn.
    pub fn packet(&self, age: u8, turn: u8, seat: Seat) -> u8 {
        self.packets[usize::from(age)][usize::from(turn.max(1)) - 1][seat.index()]
    }

    /// What a seat has held in an age, with the Free City.
    pub fn held_in(&self, age: u8, seat: Seat) -> &CardSet {
        self.held_before.get(usize::from(age)).map_or(&self.held[seat.index()], |then| &then[seat.index()])
    }

    /// An age begins: what was held until now was held before.
    pub fn begin_age(&mut self, age: u8) {
        if age > 0 {
            self.held_before.push(core::mem::take(&mut self.held));
        }
    }

    /// The packet that a seat holds now: shuffled hands are new packets before they go on.
    pub fn held_now(&self, age: u8, turn: u8, seat: Seat) -> u8 {
        let packet = self.packet(age, turn, seat);
        if packet / MOST as u8 == self.shuffled { packet } else { self.new_packets()[seat.index()] }
    }

    /// All hands are shuffled: they are new packets from the next turn on.
    pub fn shuffle(&mut self) {
        self.shuffled = self.shuffled.saturating_add(1);
    }

    /// The names of new packets.
    pub fn new_packets(&self) -> [u8; MOST] {
        core::array::from_fn(|seat| self.shuffled * MOST as u8 + seat as u8)
    }

    /// The packets of a turn.
    pub fn of_turn(&mut self, age: u8, turn: u8) -> &mut [u8; MOST] {
        &mut self.packets[usize::from(age)][usize::from(turn.max(1)) - 1]
    }
}

fn are_empty(sets: &[CardSet; MOST]) -> bool {
    sets.iter().all(CardSet::is_empty)
}

/// Where the leaders are that do not lie open (7W-11.2).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Leaders {
    /// The leaders that each seat holds.
    pub hands: [Hand; MOST],
    /// The leaders that nobody was dealt.
    pub pile: CardSet,
    /// The leaders that each seat has sold or put under its wonder.
    pub gone: [CardSet; MOST],
    /// The leaders that each seat has seen.
    pub seen: [CardSet; MOST],
    /// The leaders and black cards that each seat has drawn by a myth, to use one of them.
    pub drawn: [Hand; MOST],
    /// The leaders and black cards that each seat has drawn by a myth and given back.
    #[serde(default, skip_serializing_if = "are_empty")]
    pub returned: [CardSet; MOST],
}

/// A position with everything hidden in it. The large parts are boxed: a position is handed on at every stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What lies open.
    pub position: Position,
    /// The hands, by seat.
    pub hands: [Hand; MOST],
    /// What became of every card.
    pub log: Box<Log>,
    /// Which way the hands went.
    pub routes: Box<Routes>,
    /// The leaders.
    pub leaders: Box<Leaders>,
    /// The black cards of the age that were not dealt.
    pub black: CardSet,
    /// The myths.
    pub myths: Box<Myths>,
}
