//! Positions of this game as text: `Rhodos: side B, 2 stages, 5 coins, Altar, Baths`.
//!
//! Cities, hands, the discards, the seating and the ranking can be written down. Which turn a face-down card was played in, and by
//! whom, cannot: it matters to nobody's rules, only to what seats know.

mod city;
mod parts;

use crate::deity::Deity;
use crate::game::SevenWonders;
use crate::language::read::card;
use crate::language::term::Term;
use crate::pieces::{Card, Colour, Hand};
use crate::position::{Fate, Phase, Slot, State};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::{Cursor, Link, Slip};
use tabellarius_kernel::{Amiss, Differs, Game as _, Notation, Seat};

use parts::{cards, deities, deity, each, seats, stage, stage_text};

pub(crate) type Words<'a> = Cursor<'a, Term>;

/// What the words from a mark to here say cannot be.
fn wrong(w: &Words<'_>, mark: usize, reason: impl Into<String>) -> Amiss {
    Amiss::Wrong { tokens: mark..w.mark(), reason: reason.into() }
}

fn seat(term: Term) -> Option<Seat> {
    if let Term::Seat(seat) = term { Some(seat) } else { None }
}

impl SevenWonders {
    /// A city, the Free City among them; one that is not at the table has no place to write anything down.
    fn at_table(&self, w: &mut Words<'_>) -> Result<Seat, Amiss> {
        let mark = w.mark();
        let found = w.need("city", seat)?;
        if self.cities().contains(found) { Ok(found) } else { Err(wrong(w, mark, "this city is not at the table")) }
    }

    fn card_list(&self, cards: &[Card], language: &str) -> String {
        let names: Vec<&str> = cards.iter().map(|card| self.lexicon().name(language, Term::Card(*card))).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }

    fn deity_list(&self, deities: &[Deity], language: &str) -> String {
        let names: Vec<&str> = deities.iter().map(|one| self.lexicon().name(language, Term::Myth(*one))).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }

    fn seat_list(&self, seats: &[Seat], language: &str) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.lexicon().name(language, Term::Seat(*seat))).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }

    fn seating(&self, state: &State) -> Vec<Seat> {
        let mut order = alloc::vec![Seat(0)];
        while order.len() < self.cities().len() {
            let last = order[order.len() - 1];
            order.push(state.position.neighbour(last, crate::pieces::Side::East));
        }
        order
    }
}

fn differs(expected: String, came: String) -> Vec<Differs> {
    if expected == came { Vec::new() } else { alloc::vec![Differs { expected, came }] }
}

impl Notation for SevenWonders {
    const SECTIONS: &'static [&'static str] = &[
        "cities", "stage", "hands", "leaders", "spent", "drawn", "myths", "prayers", "discards", "seating", "ranking",
    ];
    const OPEN: &'static [&'static str] = &["cities", "stage", "seating", "ranking"];

    fn blank(&self) -> State {
        let mut state = self.start();
        state.position.phase = Phase::Turn;
        state.position.turn = 1;
        state
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        match section {
            "stage" => stage(state, w),
            "hands" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mark = w.mark();
                let cards = cards(w)?;
                if cards.len() > 8 {
                    return Err(wrong(w, mark, "a hand has at most eight cards"));
                }
                cards.iter().for_each(|card| state.leaders.pile.remove(*card));
                state.hands[seat.index()] = Hand::from_iter(cards);
                Ok(())
            }
            "myths" | "prayers" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mark = w.mark();
                let list = deities(w)?;
                if list.len() > 8 {
                    return Err(wrong(w, mark, "at most eight"));
                }
                let list = list.into_iter().collect();
                match section {
                    "myths" => state.myths.hands[seat.index()] = list,
                    _ => state.myths.packets[seat.index()] = list,
                }
                Ok(())
            }
            "drawn" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mark = w.mark();
                let cards = cards(w)?;
                if cards.len() > 8 {
                    return Err(wrong(w, mark, "at most eight cards are drawn"));
                }
                cards.iter().for_each(|card| state.leaders.pile.remove(*card));
                state.leaders.drawn[seat.index()] = Hand::from_iter(cards);
                Ok(())
            }
            "leaders" | "spent" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mark = w.mark();
                let cards = cards(w)?;
                if cards.len() > 8 || cards.iter().any(|card| self.deck.card(*card).colour != Colour::White) {
                    return Err(wrong(w, mark, "at most eight leaders"));
                }
                cards.iter().for_each(|card| state.leaders.pile.remove(*card));
                match section {
                    "leaders" => state.leaders.hands[seat.index()] = Hand::from_iter(cards),
                    _ => state.leaders.gone[seat.index()] = cards.into_iter().collect(),
                }
                Ok(())
            }
            "discards" => {
                let mark = w.mark();
                let cards = cards(w)?;
                // Somebody must have discarded them: nobody's places come first, then the earliest ones, which no turn to come uses.
                let players = self.cities().len();
                let mut places: Vec<(bool, &mut Slot)> = Vec::new();
                for seats in state.log.0.iter_mut().flatten() {
                    let free = seats.iter_mut().enumerate().filter(|(_, slot)| slot.fate == Fate::None);
                    places.extend(free.map(|(seat, slot)| (seat < players, slot)));
                }
                places.sort_by_key(|(is_played, _)| *is_played);
                let mut placed = 0;
                for ((_, slot), card) in places.into_iter().zip(&cards) {
                    *slot = Slot::new(*card, Fate::Sold);
                    placed += 1;
                }
                state.position.discards += placed as u8;
                if placed < cards.len() { Err(wrong(w, mark, "these are too many discards")) } else { Ok(()) }
            }
            "seating" => {
                let mark = w.mark();
                let order: Vec<u8> = seats(w)?.iter().map(|seat| seat.0).collect();
                let mut sorted = order.clone();
                sorted.sort();
                if sorted != (0..self.cities().len() as u8).collect::<Vec<_>>() {
                    return Err(wrong(w, mark, "every city sits in one place"));
                }
                state.position.seat_in(&order);
                Ok(())
            }
            "ranking" => {
                let mark = w.mark();
                let order = seats(w)?;
                if !order.iter().all(|seat| self.seats().contains(*seat)) {
                    return Err(wrong(w, mark, "a city of these is not at the table"));
                }
                state.position.ranking = order;
                Ok(())
            }
            _ => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mut new = *state.position.city(seat);
                each(w, |w| city::set(self, &mut new, w))?;
                *state.position.city_mut(seat) = new;
                new.built.iter().for_each(|card| state.leaders.pile.remove(card));
                Ok(())
            }
        }
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        match section {
            "stage" => {
                let mut wanted = state.clone();
                wanted.position.phase = Phase::Turn;
                stage(&mut wanted, w)?;
                Ok(differs(stage_text(&wanted), stage_text(state)))
            }
            "hands" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let wanted = cards(w)?;
                let own: Vec<Card> = state.hands[seat.index()].iter().collect();
                Ok(differs(self.card_list(&wanted, "en"), self.card_list(&own, "en")))
            }
            "myths" | "prayers" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mut wanted = deities(w)?;
                wanted.sort();
                let of = if section == "myths" { &state.myths.hands } else { &state.myths.packets };
                let own: Vec<Deity> = of[seat.index()].iter().collect();
                Ok(differs(self.deity_list(&wanted, "en"), self.deity_list(&own, "en")))
            }
            "leaders" | "spent" | "drawn" => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let wanted = cards(w)?;
                let own: Vec<Card> = match section {
                    "drawn" => state.leaders.drawn[seat.index()].iter().collect(),
                    "leaders" => state.leaders.hands[seat.index()].iter().collect(),
                    _ => state.leaders.gone[seat.index()].iter().collect(),
                };
                Ok(differs(self.card_list(&wanted, "en"), self.card_list(&own, "en")))
            }
            "discards" => {
                let wanted = cards(w)?;
                Ok(differs(self.card_list(&wanted, "en"), self.card_list(&state.log.discards(), "en")))
            }
            "seating" => {
                let wanted = seats(w)?;
                Ok(differs(self.seat_list(&wanted, "en"), self.seat_list(&self.seating(state), "en")))
            }
            "ranking" => {
                let wanted = seats(w)?;
                Ok(differs(self.seat_list(&wanted, "en"), self.seat_list(&state.position.ranking, "en")))
            }
            _ => {
                let seat = self.at_table(w)?;
                w.link(Link::Colon);
                let mut all = Vec::new();
                each(w, |w| {
                    all.extend(city::expect(self, state, seat, w)?);
                    Ok(())
                })?;
                Ok(all)
            }
        }
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let name = |seat: Seat| self.lexicon().name(language, Term::Seat(seat));
        let mut cities = Vec::new();
        let mut hands = Vec::new();
        let (mut leaders, mut spent, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
        let (mut myths, mut prayers) = (Vec::new(), Vec::new());
        for seat in self.cities().iter() {
            let own: Vec<Card> = state.hands[seat.index()].iter().collect();
            let text = city::print(self, state.position.city(seat), language);
            cities.push(format!("{}: {text}", name(seat)));
            if !own.is_empty() {
                hands.push(format!("{}: {}", name(seat), self.card_list(&own, language)));
            }
            let kept: Vec<Card> = state.leaders.hands[seat.index()].iter().collect();
            let gone: Vec<Card> = state.leaders.gone[seat.index()].iter().collect();
            for (list, some) in
                [(&mut myths, state.myths.hands[seat.index()]), (&mut prayers, state.myths.packets[seat.index()])]
            {
                if !some.is_empty() {
                    let some: Vec<Deity> = some.iter().collect();
                    list.push(format!("{}: {}", name(seat), self.deity_list(&some, language)));
                }
            }
            let taken: Vec<Card> = state.leaders.drawn[seat.index()].iter().collect();
            for (list, cards) in [(&mut leaders, kept), (&mut spent, gone), (&mut drawn, taken)] {
                if !cards.is_empty() {
                    list.push(format!("{}: {}", name(seat), self.card_list(&cards, language)));
                }
            }
        }
        let mut all = alloc::vec![("cities", cities), ("stage", alloc::vec![stage_text(state)]), ("hands", hands)];
        all.extend([("leaders", leaders), ("spent", spent), ("drawn", drawn), ("myths", myths), ("prayers", prayers)]);
        let discards = state.log.discards();
        if !discards.is_empty() {
            all.push(("discards", alloc::vec![self.card_list(&discards, language)]));
        }
        all.push(("seating", alloc::vec![self.seat_list(&self.seating(state), language)]));
        if !state.position.ranking.is_empty() {
            all.push(("ranking", alloc::vec![self.seat_list(&state.position.ranking, language)]));
        }
        all.retain(|(_, lines)| !lines.is_empty());
        all
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        let mark = w.mark();
        w.back(w.rest().end);
        Err(wrong(w, mark, "structures and wonders are changed in config/seven-wonders/base.toml"))
    }

    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        let mark = w.mark();
        w.back(w.rest().end);
        Err(wrong(w, mark, "set the hands instead of the shuffle"))
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        w.need("city", seat)
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        let mark = w.mark();
        let kinds: [fn(Term) -> Option<String>; 6] = [
            |term| deity(term).map(|deity| deity.to_string()),
            |term| seat(term).map(|seat| seat.to_string()),
            |term| card(term).map(|card| card.to_string()),
            |term| if let Term::Good(good) = term { Some(good.to_string()) } else { None },
            |term| if let Term::Colour(colour) = term { Some(colour.to_string()) } else { None },
            |term| if let Term::Side(side) = term { Some(side.to_string()) } else { None },
        ];
        let mut ids: Vec<(usize, String)> = Vec::new();
        for kind in kinds {
            if let Some(id) = w.take(kind) {
                ids.push((w.mark(), id));
            }
            w.back(mark);
        }
        let furthest = ids.iter().map(|(end, _)| *end).max().unwrap_or(mark);
        w.back(furthest);
        ids.into_iter().filter(|(end, _)| *end == furthest).map(|(_, id)| id).collect()
    }

    fn name_of(&self, id: &str) -> Option<String> {
        self.name(id, "en").map(String::from)
    }
}
