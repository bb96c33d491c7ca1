//! The cards of one age: those that are hidden, and where they could be (7W-10.1, 7W-10.2).

use super::{matching, shuffle, take};
use crate::game::SevenWonders;
use crate::memory::{AFTER, Lot, Memory, NOW, Sight, era_of};
use crate::pieces::{Card, CardSet, Colour};
use crate::position::{Mixed, State};
use crate::view::View;
use alloc::vec::Vec;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Seat};

/// Where a hidden card can be.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// It was played in this turn, face down.
    Slot(u8, Seat),
    /// Somebody holds it.
    Hand(Seat),
    /// It was not dealt, and is of this colour.
    Box(Colour),
    /// It was seen after the hands were shuffled, and came from one of them (7W-13.44).
    Seen(Card),
}

/// A place for a hidden card.
#[derive(Clone, Copy, Debug)]
struct Place {
    kind: Kind,
    /// The cards that can be there; none, if they were never seen.
    lot: Option<Lot>,
    /// How often the hands had been shuffled.
    era: u8,
}

/// A card that is not where the seat can see it.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    card: Card,
    lot: Option<Lot>,
    /// Whether it may have been in a hand when the hands were shuffled.
    goes_on: bool,
    /// Whether the seat knows that it was not dealt.
    is_out: bool,
}

/// What is hidden of one age.
struct Age<'a> {
    game: &'a SevenWonders,
    memory: &'a Memory,
    sight: Sight<'a>,
    age: u8,
    is_now: bool,
    places: Vec<Place>,
    hidden: Vec<Hidden>,
    /// All cards that may have been dealt.
    deck: Vec<Card>,
}

/// Fills in the cards of an age.
pub(super) fn fill(
    game: &SevenWonders,
    view: &View,
    memory: &Memory,
    seat: Seat,
    age: u8,
    state: &mut State,
    chance: &mut Chance,
) {
    let sight = Sight::of(game, &view.position, &memory.routes, seat);
    let is_now = age == view.position.age;
    let (places, hidden) = (Vec::with_capacity(64), Vec::with_capacity(80));
    let mut one = Age { game, memory, sight, age, is_now, places, hidden, deck: deck(game, age) };
    let excluded = one.drawn_by_myths(view);
    one.list_places(excluded);
    one.list_cards(chance);
    let found = one.solve();
    one.lay_down(&found, state, chance);
}

/// All cards that may be dealt in an age.
fn deck(game: &SevenWonders, age: u8) -> Vec<Card> {
    let guilds = if age == 2 { game.guilds() } else { &[] };
    game.age_cards(age).iter().chain(game.black(age)).chain(guilds).copied().collect()
}

impl Age<'_> {
    fn colour(&self, card: Card) -> Colour {
        self.game.deck.card(card).colour
    }

    /// Takes one copy of a card out of the deck.
    fn strike(&mut self, card: Card) {
        if let Some(at) = self.deck.iter().position(|known| *known == card) {
            self.deck.swap_remove(at);
        }
    }

    /// Black cards that a myth has brought out of the box, as far as the seat knows, were not dealt. Says how many.
    fn drawn_by_myths(&mut self, view: &View) -> usize {
        let played: CardSet =
            self.memory.log.each().filter(|(.., slot)| !slot.is_blank()).filter_map(|(.., slot)| slot.card()).collect();
        let built = view.position.cities.iter().fold(CardSet::NONE, |all, city| all.union(&city.built));
        let is_drawn = |card: &Card| {
            let is_own = self.memory.seen.contains(*card) && !self.memory.returned.contains(*card);
            is_own || (built.contains(*card) && !played.contains(*card))
        };
        let drawn: Vec<Card> = self.game.black(self.age).iter().copied().filter(is_drawn).collect();
        drawn.iter().for_each(|card| self.strike(*card));
        drawn.len()
    }

    /// A card that lies where the seat sees it.
    fn know(&mut self, card: Card, packet: Option<u8>) {
        match packet.map_or(0, era_of) {
            0 => self.strike(card),
            era => self.places.push(Place { kind: Kind::Seen(card), lot: None, era }),
        }
    }

    fn list_places(&mut self, excluded: usize) {
        let (game, memory, age) = (self.game, self.memory, self.age);
        for (_, turn, owner, slot) in memory.log.each().filter(|(then, ..)| *then == age) {
            let packet = self.sight.packet(age, turn, owner);
            match slot.card().filter(|_| !slot.is_blank()) {
                Some(card) => self.know(card, packet),
                None => {
                    let lot = packet.and_then(|packet| self.sight.lot(age, packet, turn));
                    let era = packet.map_or(0, era_of);
                    self.places.push(Place { kind: Kind::Slot(turn, owner), lot, era });
                }
            }
        }
        let is_now = self.is_now;
        for holder in game.cities().iter().filter(|_| is_now) {
            let packet = self.sight.packet_now(holder);
            if let Some(own) = memory.own.iter().find(|own| own.seat == holder) {
                own.hand.iter().for_each(|card| self.know(card, packet));
                continue;
            }
            let lot = packet.and_then(|packet| self.sight.lot(age, packet, NOW));
            let place = Place { kind: Kind::Hand(holder), lot, era: packet.map_or(0, era_of) };
            self.places.extend((0..memory.sizes[holder.index()].hand).map(|_| place));
        }
        // 7W-2.4, 7W-12.1: so many guilds and black cards were dealt; the others lie in the box.
        let guilds = if age == 2 { game.guilds_in_play() } else { 0 };
        let dealt = usize::from(game.hand()) * game.cities().len();
        let black = dealt.saturating_sub(game.age_cards(age).len() + guilds);
        let boxed = |colour| Place { kind: Kind::Box(colour), lot: None, era: 0 };
        if age == 2 {
            self.places.extend((guilds..game.guilds().len()).map(|_| boxed(Colour::Purple)));
        }
        self.places.extend((black + excluded..game.black(age).len()).map(|_| boxed(Colour::Black)));
        // Who can take fewest chooses first.
        self.places.sort_by_key(|place| match place.kind {
            Kind::Seen(_) => 0,
            Kind::Box(_) => 1,
            Kind::Slot(..) | Kind::Hand(_) => 2 + u8::from(place.lot.is_none()),
        });
    }

    fn list_cards(&mut self, chance: &mut Chance) {
        let (memory, age) = (self.memory, self.age);
        let lots: Vec<(Lot, Card)> = memory.lots.iter().copied().filter(|(lot, _)| lot.age == age).collect();
        for (lot, card) in &lots {
            self.know(*card, Some(lot.packet));
        }
        let from = self.hidden.len();
        self.hidden.extend(lots.iter().map(|(lot, card)| Hidden {
            card: *card,
            lot: Some(*lot),
            goes_on: false,
            is_out: false,
        }));
        for one in memory.routes.mixed.iter().filter(|one| one.age == age) {
            self.let_go_on(from, one, chance);
        }
        // Cards that were seen again came from somewhere: those places choose first.
        self.places.sort_by_key(|place| !matches!(place.kind, Kind::Seen(_)));
        for card in &self.deck {
            let is_out = memory.returned.contains(*card);
            self.hidden.push(Hidden { card: *card, lot: None, goes_on: true, is_out });
        }
        shuffle(&mut self.hidden, chance);
    }

    /// Says which cards of a lot may have been in its packet when the hands were shuffled. Where cards of the pile may have come in
    /// since (7W-14.2) no more of them than there were in it, those among them that were seen afterwards; elsewhere the places say it.
    fn let_go_on(&mut self, from: usize, mixed: &Mixed, chance: &mut Chance) {
        let lot = self.sight.lot(mixed.age, mixed.packet, AFTER).filter(|lot| lot.packet == mixed.packet);
        let mut able: Vec<usize> = (from..self.hidden.len()).filter(|at| self.hidden[*at].lot == lot).collect();
        shuffle(&mut able, chance);
        let seen = |at: &usize| {
            let card = self.hidden[*at].card;
            self.places.iter().any(|place| matches!(place.kind, Kind::Seen(seen) if seen == card))
        };
        able.sort_by_cached_key(|at| !seen(at));
        let most = if self.game.free_city().is_some() { mixed.cards.len() } else { able.len() };
        for at in able.into_iter().take(most) {
            self.hidden[at].goes_on = true;
        }
    }

    fn accepts(&self, place: &Place, one: &Hidden) -> bool {
        // A card goes through the shuffle from an earlier packet, or was never seen at all.
        let comes = |era: u8| one.goes_on && one.lot.is_none_or(|lot| era_of(lot.packet) < era);
        match place.kind {
            Kind::Box(colour) => one.lot.is_none() && self.colour(one.card) == colour,
            _ if one.is_out => false,
            Kind::Seen(card) => one.card == card && comes(place.era),
            Kind::Slot(..) | Kind::Hand(_) => match (place.lot, one.lot) {
                (Some(here), Some(there)) => here == there,
                // 7W-14.2: a card of the pile may have come into the packet since.
                (Some(_), None) => self.game.free_city().is_some(),
                (None, _) => comes(place.era),
            },
        }
    }

    /// A card for each place.
    fn solve(&self) -> Vec<Option<usize>> {
        let accepts = |place: usize, card: usize| self.accepts(&self.places[place], &self.hidden[card]);
        matching::find(self.places.len(), self.hidden.len(), accepts)
    }

    /// Puts the cards where they were found to be.
    fn lay_down(&self, found: &[Option<usize>], state: &mut State, chance: &mut Chance) {
        let deck = deck(self.game, self.age);
        let (mut boxed, mut gone_on): (Vec<Card>, Vec<(Option<Lot>, Card)>) = (Vec::new(), Vec::new());
        for (place, at) in self.places.iter().zip(found) {
            let one = at.map(|at| self.hidden[at]);
            if let Some(one) = one.filter(|one| one.lot.map_or(0, |lot| era_of(lot.packet)) < place.era) {
                gone_on.push((one.lot, one.card));
            }
            // A position that somebody has made up may have too few cards.
            let Some(card) = one.map(|one| one.card).or_else(|| deck.choose(chance).copied()) else { continue };
            match place.kind {
                Kind::Slot(turn, owner) => state.log.slot_mut(self.age, turn, owner).set_card(card),
                Kind::Hand(holder) => state.hands[holder.index()].insert(card),
                Kind::Box(Colour::Black) if self.is_now && one.is_some() => boxed.push(card),
                Kind::Box(_) | Kind::Seen(_) => {}
            }
        }
        // 7W-13.35: of what lies in the box somebody may have drawn something, and sold it.
        boxed.sort_by_key(|card| !self.memory.returned.contains(*card));
        for other in super::others(self.game, self.memory).into_iter().filter(|_| self.is_now) {
            let drawn = take(&mut boxed, self.memory.sizes[other.index()].drawn_black);
            drawn.iter().for_each(|card| state.leaders.drawn[other.index()].insert(card));
        }
        if self.is_now {
            state.black = boxed.into_iter().take(usize::from(self.memory.black)).collect();
        }
        for one in state.routes.mixed.iter_mut().filter(|one| one.age == self.age) {
            let lot = self.sight.lot(one.age, one.packet, AFTER);
            let mut cards = Vec::new();
            for _ in 0..one.cards.len() {
                let from = |wanted: Option<Lot>| gone_on.iter().position(|(lot, _)| *lot == wanted);
                let at = from(lot).or_else(|| from(None));
                cards.extend(at.map(|at| gone_on.swap_remove(at).1));
            }
            one.cards = cards.into_iter().collect();
        }
    }
}
