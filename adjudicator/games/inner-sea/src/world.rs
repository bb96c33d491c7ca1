//! A position that looks to a seat exactly like its view: the hands and the deck that it cannot see are dealt.

use crate::event::{Event, Row};
use crate::game::InnerSea;
use crate::pieces::{Card, CardSet};
use crate::position::{Phase, State};
use crate::rules::{draw, epoch};
use crate::view::View;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// Deals everything that the viewer cannot see. Events are never in a hand, and everybody knows that. What is new in a hand only its owner
/// knows.
pub fn imagine(game: &InnerSea, view: &View, chance: &mut Chance) -> State {
    let mut world = view.as_state();
    for (seat, fresh) in view.seat.iter().zip(view.fresh) {
        world.fresh[seat.index()] = fresh;
    }
    let position = &view.position;
    let invested: CardSet = position.invested.iter().map(|one| one.card).collect();
    let mut hidden = game.deck.all - position.discards - position.aside - position.removed - invested;
    let known: Vec<Seat> = view.known_hands().map(|(seat, _)| seat).collect();
    known.iter().for_each(|seat| hidden = hidden - world.hands[seat.index()]);
    let mut cards: Vec<Card> = (hidden - game.deck.events).iter().collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, chance.random_range(0..=last));
    }
    for seat in game.seats().iter().filter(|seat| !known.contains(seat)) {
        let n = usize::from(position.side(seat).hand).min(cards.len());
        world.hands[seat.index()] = cards.drain(..n).collect();
    }
    world.deck = cards.into_iter().collect::<CardSet>() | (hidden & game.deck.events);
    world
}

/// Makes a world agree with what was told when the stage opened: at the end of an Epoch cards are turned up before anybody is asked
/// (IS-8.2, IS-10.6). Says how the lots must fall.
pub fn recall(game: &InnerSea, world: &mut State, told: &[&Event], chance: &mut Chance) -> Vec<(String, Vec<u8>)> {
    if world.position.phase != Phase::EpochEnd {
        return Vec::new();
    }
    let mut lots = Lots::default();
    if epoch::is_last(game, &world.position) {
        let mut seen = CardSet::NONE;
        for card in told.iter().filter_map(|event| turned_up(event)) {
            bring_to_deck(game, world, card, chance);
            lots.fall(card, epoch::final_lots(&world.deck, &world.position.discards, seen));
            seen.insert(card);
        }
        return lots.faces;
    }
    // The hands lie in the deck with everything else by then.
    let hands = world.hands.iter().fold(CardSet::NONE, |all, hand| all | *hand);
    let mut deck = world.deck | hands | world.position.discards | world.position.aside;
    let mut rest = told;
    while let [event, more @ ..] = rest {
        rest = more;
        let Event::Change { card, row } = event else { continue };
        lots.fall(*card, deck);
        if epoch::is_invasion(*card) {
            deck.remove(*card);
        }
        if *row == Row::Frontiers {
            let until = rest.iter().position(|event| turned_up(event).is_some()).unwrap_or(rest.len());
            let come = rest[..until].iter().filter_map(|event| match event {
                Event::EventCard { card: came, .. } if came != card => Some(*came),
                _ => None,
            });
            let mut come: Vec<Card> = come.collect();
            let left = deck.iter().filter(|card| epoch::is_invasion(*card)).collect::<CardSet>();
            // The lower number happens first; the other one is not told yet.
            if let [first] = come[..] {
                let later: CardSet = left.iter().filter(|card| *card > first).collect();
                come.extend(later.nth(chance.random_range(0..later.len().max(1))));
            }
            let mut before = CardSet::NONE;
            for card in come {
                lots.fall(card, left - before);
                before.insert(card);
            }
        }
    }
    lots.faces
}

fn turned_up(event: &Event) -> Option<Card> {
    if let Event::Change { card, .. } = event { Some(*card) } else { None }
}

/// A card that was turned up lay in the deck: whoever was dealt it holds another one.
fn bring_to_deck(game: &InnerSea, world: &mut State, card: Card, chance: &mut Chance) {
    let Some(holder) = world.hands.iter().position(|hand| hand.contains(card)) else { return };
    let others = world.deck - game.deck.events;
    let Some(other) = others.nth(chance.random_range(0..others.len().max(1))) else { return };
    world.hands[holder].remove(card);
    world.hands[holder].insert(other);
    world.deck.remove(other);
    world.deck.insert(card);
}

/// How lots must fall for cards that are turned up for all.
#[derive(Default)]
struct Lots {
    faces: Vec<(String, Vec<u8>)>,
}

impl Lots {
    /// The next lot brings this card out of these.
    fn fall(&mut self, card: Card, from: CardSet) {
        let number = self.faces.len() + 1;
        if let Some(place) = from.iter().position(|one| one == card) {
            let faces = draw::faces_for(place as u64 + 1, from.len() as u64);
            self.faces.push((format!("card/table/{number}"), faces));
        }
    }
}
