//! Positions of this game as text: `Tyre: 3 Egypt, 2 Troy`.

mod area;
mod lots;
mod stage;
mod things;

use crate::game::InnerSea;
use crate::language::read;
use crate::language::term::Term;
use crate::npc::enemies;
use crate::pieces::{Card, CardSet, Civ, Faction, Wonder};
use crate::position::{Invested, Phase, State};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::{Cursor, Link, Slip};
use tabellarius_kernel::{Amiss, Differs, Game as _, Notation, Seat};

pub(crate) type Words<'a> = Cursor<'a, Term>;

/// What the words from a mark to here say cannot be.
fn wrong(w: &Words<'_>, mark: usize, reason: impl Into<String>) -> Amiss {
    Amiss::Wrong { tokens: mark..w.mark(), reason: reason.into() }
}

/// Things separated by commas, to the end of the line.
fn each(w: &mut Words<'_>, mut read: impl FnMut(&mut Words<'_>) -> Result<(), Amiss>) -> Result<(), Amiss> {
    loop {
        read(w)?;
        if w.is_done() {
            return Ok(());
        }
        if !(w.link(Link::Comma) || w.link(Link::Semicolon) || w.link(Link::And)) {
            return Err(w.slip("a comma").into());
        }
    }
}

fn cards(w: &mut Words<'_>) -> Result<CardSet, Amiss> {
    let mut all = CardSet::NONE;
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.insert(w.need("card", read::card)?);
        Ok(())
    })?;
    Ok(all)
}

/// The seat that plays a civilization in a position.
fn seat_in(state: &State, w: &mut Words<'_>) -> Result<Seat, Amiss> {
    let mark = w.mark();
    let civ = w.need("civilization", read::civ)?;
    let seat = state.position.faction(civ).and_then(Faction::seat);
    seat.ok_or_else(|| wrong(w, mark, "nobody plays this civilization"))
}

fn seats_in(state: &State, w: &mut Words<'_>) -> Result<Vec<Seat>, Amiss> {
    let mut all = Vec::new();
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.push(seat_in(state, w)?);
        Ok(())
    })?;
    Ok(all)
}

const COUNTED: [&str; 8] = ["points", "talents", "cards", "cities", "discs", "supply", "ready", "reborn"];

/// `5 points, 2 talents`
fn side(state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let seat = seat_in(state, w)?;
    w.link(Link::Colon);
    each(w, |w| {
        let mark = w.mark();
        if w.literal("reborn") {
            state.position.side_mut(seat).reborn = 1;
            return Ok(());
        }
        let n = w.need_number()?.min(250);
        match w.one_of("thing to count", &COUNTED)? {
            "points" => state.position.side_mut(seat).vp = n as u16,
            "talents" => state.position.side_mut(seat).talents = n.min(99) as u8,
            "ready" => state.position.side_mut(seat).ready = n.min(50) as u8,
            _ => return Err(wrong(w, mark, "this follows from the rest of the position")),
        }
        Ok(())
    })
}

fn differs(expected: String, came: String) -> Vec<Differs> {
    if expected == came { Vec::new() } else { alloc::vec![Differs { expected, came }] }
}

impl InnerSea {
    fn word(&self, term: Term, language: &str) -> String {
        self.lexicon().name(language, term).to_string()
    }

    fn civ_name(&self, civ: Civ, language: &str) -> String {
        self.word(Term::Civ(civ), language)
    }

    fn card_list(&self, cards: CardSet, language: &str) -> String {
        let names: Vec<String> = cards.iter().map(|card| self.word(Term::Card(card), language)).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }

    fn seat_list(&self, state: &State, seats: &[Seat]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.civ_name(state.position.side(*seat).civ, "en")).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }

    /// Puts cards into a heap, out of wherever they were.
    fn move_cards(&self, state: &mut State, cards: CardSet, to: impl FnOnce(&mut State) -> &mut CardSet) {
        state.hands.iter_mut().for_each(|hand| *hand = *hand - cards);
        state.deck = state.deck - cards;
        let position = &mut state.position;
        for heap in [&mut position.discards, &mut position.aside, &mut position.removed] {
            *heap = *heap - cards;
        }
        position.invested.retain(|one| !cards.contains(one.card));
        position.kept.iter_mut().for_each(|kept| *kept = *kept - cards);
        *to(state) |= cards;
        state.count();
    }
}

impl Notation for InnerSea {
    const SECTIONS: &'static [&'static str] = &[
        "board",
        "stage",
        "sides",
        "hands",
        "deck",
        "discards",
        "aside",
        "order",
        "wonders",
        "investments",
        "banned",
        "gold",
        "kept",
        "enemies",
        "winners",
    ];
    const OPEN: &'static [&'static str] = &[
        "board",
        "stage",
        "sides",
        "discards",
        "order",
        "wonders",
        "investments",
        "banned",
        "gold",
        "kept",
        "enemies",
        "winners",
    ];

    /// The usual civilizations, nothing on the map, all cards in the deck.
    fn blank(&self) -> State {
        let mut state = self.start();
        state.position.phase = Phase::Growth;
        for (seat, civ) in self.everybody().iter().zip(self.usual_civs()).filter(|(seat, _)| !self.is_away(*seat)) {
            state.position.side_mut(seat).civ = civ;
        }
        if self.options.cast.is_historical {
            // IS-13.2: NPCs are enemies of the players from the beginning.
            for npc in self.options.cast.npcs.iter() {
                state.position.enemies[npc.index()] = enemies::by_history(self, &state.position, npc);
            }
        }
        state
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        match section {
            "stage" => stage::set(state, w),
            "sides" => side(state, w),
            "hands" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let mark = w.mark();
                let cards = cards(w)?;
                if !(cards & self.deck.events).is_empty() {
                    return Err(wrong(w, mark, "an event is never in a hand"));
                }
                self.move_cards(state, cards, |state| &mut state.hands[seat.index()]);
                Ok(())
            }
            "deck" => {
                // The deck holds these cards and no others: what is drawn is then certain.
                let cards = cards(w)?;
                let others = state.deck - cards;
                self.move_cards(state, others, |state| &mut state.position.removed);
                self.move_cards(state, cards, |state| &mut state.deck);
                Ok(())
            }
            "discards" => {
                let cards = cards(w)?;
                self.move_cards(state, cards, |state| &mut state.position.discards);
                Ok(())
            }
            "aside" => {
                let cards = cards(w)?;
                self.move_cards(state, cards, |state| &mut state.position.aside);
                Ok(())
            }
            "order" => {
                let mark = w.mark();
                let order = seats_in(state, w)?;
                let mut sorted = order.clone();
                sorted.sort();
                let is_met = |seat: &Seat| !self.is_away(*seat) || sorted.contains(seat);
                let all: Vec<Seat> =
                    self.everybody().iter().filter(|seat| !self.is_vassal(*seat)).filter(is_met).collect();
                if sorted != all {
                    return Err(wrong(w, mark, "every civilization has one place"));
                }
                state.position.order = order;
                Ok(())
            }
            "gold" => things::gold(state, w),
            "kept" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let cards = cards(w)?;
                self.move_cards(state, cards, |state| &mut state.position.kept[seat.index()]);
                Ok(())
            }
            "enemies" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let all = seats_in(state, w)?;
                state.position.enemies[seat.index()] = all.into_iter().map(Faction::of).collect();
                Ok(())
            }
            "wonders" => things::work(self, state, w),
            "investments" => things::invest(self, state, w),
            "banned" => each(w, |w| {
                state.position.banned.insert(w.need("area", read::area)?);
                Ok(())
            }),
            "winners" => {
                state.position.ranking = seats_in(state, w)?;
                Ok(())
            }
            _ => area::set(self, state, w),
        }
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        match section {
            "stage" => {
                let mut wanted = state.clone();
                stage::set(&mut wanted, w)?;
                Ok(differs(stage::text(&wanted), stage::text(state)))
            }
            "sides" => area::expect_side(self, state, w),
            "hands" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let wanted = cards(w)?;
                Ok(differs(self.card_list(wanted, "en"), self.card_list(state.hands[seat.index()], "en")))
            }
            "kept" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let wanted = cards(w)?;
                Ok(differs(self.card_list(wanted, "en"), self.card_list(state.position.kept[seat.index()], "en")))
            }
            "deck" => Ok(differs(self.card_list(cards(w)?, "en"), self.card_list(state.deck, "en"))),
            "discards" => Ok(differs(self.card_list(cards(w)?, "en"), self.card_list(state.position.discards, "en"))),
            "aside" => Ok(differs(self.card_list(cards(w)?, "en"), self.card_list(state.position.aside, "en"))),
            "order" => {
                let wanted = seats_in(state, w)?;
                Ok(differs(self.seat_list(state, &wanted), self.seat_list(state, &state.position.order)))
            }
            "winners" => {
                let wanted = seats_in(state, w)?;
                Ok(differs(self.seat_list(state, &wanted), self.seat_list(state, &state.position.ranking)))
            }
            "gold" => {
                let mut wanted = state.clone();
                things::gold(&mut wanted, w)?;
                let text = |state: &State| format!("{:?}", state.position.gold);
                Ok(differs(text(&wanted), text(state)))
            }
            "enemies" => {
                let seat = seat_in(state, w)?;
                w.link(Link::Colon);
                let mut wanted = seats_in(state, w)?;
                wanted.sort();
                let came: Vec<Seat> = state.position.enemies[seat.index()].iter().filter_map(Faction::seat).collect();
                Ok(differs(self.seat_list(state, &wanted), self.seat_list(state, &came)))
            }
            "wonders" => {
                let mark = w.mark();
                let wonder = w.need("Wonder", read::wonder)?;
                w.link(Link::Colon);
                let came = things::work_text(self, state, wonder, "en").unwrap_or_else(|| "nobody has built it".into());
                if w.link(Link::Nothing) || w.literal("nobody") {
                    return Ok(differs("nobody has built it".into(), came));
                }
                w.back(mark);
                let mut wanted = state.clone();
                things::work(self, &mut wanted, w)?;
                Ok(differs(things::work_text(self, &wanted, wonder, "en").unwrap_or_default(), came))
            }
            "investments" => {
                let mut wanted = state.clone();
                things::invest(self, &mut wanted, w)?;
                let last = wanted.position.invested.last().copied();
                // Whether it was used in this turn is not compared.
                let same = |one: &Invested, two: &Invested| {
                    (one.card, one.owner, one.discs) == (two.card, two.owner, two.discs)
                };
                let found = last.is_some_and(|last| state.position.invested.iter().any(|one| same(one, &last)));
                let text = |list: &[Invested]| format!("{list:?}");
                let (expected, came) = (text(last.as_slice()), text(&state.position.invested));
                Ok(if found { Vec::new() } else { alloc::vec![Differs { expected, came }] })
            }
            "banned" => {
                let mut wanted = crate::pieces::AreaSet::NONE;
                each(w, |w| {
                    wanted.insert(w.need("area", read::area)?);
                    Ok(())
                })?;
                Ok(differs(format!("{wanted:?}"), format!("{:?}", state.position.banned)))
            }
            _ => area::expect(self, state, w),
        }
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let position = &state.position;
        let civ = |seat: Seat| self.civ_name(position.side(seat).civ, language);
        let side = |seat: Seat| {
            let side = position.side(seat);
            let reborn = if side.reborn > 0 { ", reborn" } else { "" };
            format!("{}: {} points, {} talents{reborn}", civ(seat), side.vp, side.talents)
        };
        let hand = |seat: Seat| format!("{}: {}", civ(seat), self.card_list(state.hands[seat.index()], language));
        let seats = || self.everybody().iter();
        let mut all = alloc::vec![
            ("board", area::print(self, state, language)),
            ("stage", alloc::vec![stage::text(state)]),
            ("sides", seats().map(side).collect()),
            ("hands", seats().map(hand).collect()),
            ("deck", alloc::vec![self.card_list(state.deck, language)]),
            ("discards", alloc::vec![self.card_list(position.discards, language)]),
            ("order", alloc::vec![position.order.iter().map(|seat| civ(*seat)).collect::<Vec<_>>().join(", ")]),
        ];
        let works = (0..7).map(Wonder).filter_map(|wonder| things::work_text(self, state, wonder, language));
        all.push(("wonders", works.collect()));
        let one = |one: &Invested| {
            let card = self.word(Term::Card(one.card), language);
            format!("{card}: {}, {} discs", civ(one.owner), one.discs)
        };
        all.push(("investments", position.invested.iter().map(one).collect()));
        all.retain(|(_, lines)| !lines.is_empty());
        all
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        let mark = w.mark();
        w.back(w.rest().end);
        Err(wrong(w, mark, "the map, the cards, the sheets and the set-ups are changed in config/inner-sea/"))
    }

    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        lots::fix(self, w)
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        let mark = w.mark();
        if let Some(seat) = w.take(|term| if let Term::Seat(seat) = term { Some(seat) } else { None }) {
            return Ok(seat);
        }
        let civ = w.need("civilization", read::civ)?;
        match self.usual_civs().iter().position(|known| *known == civ) {
            Some(at) => Ok(Seat(at as u8)),
            None => {
                w.back(mark);
                Err(w.slip("civilization that is played"))
            }
        }
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        w.take_longest(&[
            |term| read::area(term).map(|area| area.to_string()),
            |term| read::card(term).map(|card: Card| card.to_string()),
            |term| read::civ(term).map(|civ| civ.to_string()),
            |term| read::wonder(term).map(|wonder| wonder.to_string()),
            |term| if let Term::Seat(seat) = term { Some(seat.to_string()) } else { None },
        ])
    }

    fn name_of(&self, id: &str) -> Option<String> {
        self.name(id, "en").map(String::from)
    }
}
