//! A position that looks to a seat exactly like its view: the hands and the deck that it cannot see are dealt.

use crate::event::{Event, Pile, Row};
use crate::game::InnerSea;
use crate::pieces::{Card, CardSet, MOST};
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
    position.kept.iter().for_each(|kept| hidden = hidden - *kept);
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
/// (IS-8.2, IS-10.6), and NPCs turn up and draw cards whenever it is their turn (IS-13). Says how the lots must fall.
pub fn recall(game: &InnerSea, world: &mut State, told: &[&Event], chance: &mut Chance) -> Vec<(String, Vec<u8>)> {
    let mut lots = Lots::default();
    if world.position.phase != Phase::EpochEnd {
        let shown = told.iter().flat_map(|event| seen_in(event));
        shown.for_each(|card| bring_to_deck(game, world, card, chance));
        let deck = world.deck;
        lots.follow(game, deck, told, chance);
        return lots.faces;
    }
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
    lots.draws(game, &world.position.order, deck, told, chance);
    lots.faces
}

/// The cards of the deck that an event shows.
fn seen_in(event: &Event) -> Vec<Card> {
    match event {
        Event::TurnedUp { card } | Event::SuddenEnd { card, .. } | Event::EventCard { card, .. } => alloc::vec![*card],
        _ => new_in(event),
    }
}

/// The cards that somebody got, where they are shown.
fn new_in(event: &Event) -> Vec<Card> {
    match event {
        Event::Got { cards, .. } | Event::NpcGot { cards, .. } => cards.clone(),
        Event::Searched { found: Some(card), pile: Pile::Deck, .. } => alloc::vec![*card],
        _ => Vec::new(),
    }
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

/// How lots must fall.
#[derive(Default)]
struct Lots {
    faces: Vec<(String, Vec<u8>)>,
    /// How many cards were turned up for all.
    up: usize,
    /// How many cards each seat has drawn by lot.
    drawn: [usize; MOST],
}

impl Lots {
    /// Goes through what was told in a phase: cards are turned up for NPCs, and drawn by them and by others.
    fn follow(&mut self, game: &InnerSea, mut deck: CardSet, told: &[&Event], chance: &mut Chance) {
        let mut later: CardSet = told.iter().flat_map(|event| seen_in(event)).collect();
        let mut events: Vec<Card> = Vec::new();
        let mut up = None;
        for (i, event) in told.iter().enumerate() {
            match event {
                Event::TurnedUp { card } | Event::SuddenEnd { card, .. } => {
                    self.fall(*card, deck);
                    up = Some(*card);
                }
                // IS-15.16
                Event::Searched { seat, pile: Pile::Deck, found: Some(card), .. } => {
                    self.bring(format!("search/{}/1", game.seat_key(*seat)), *card, deck & game.fighting);
                    deck.remove(*card);
                    later.remove(*card);
                }
                // What was turned up happens; any other event was drawn.
                Event::EventCard { card, .. } if up == Some(*card) => deck.remove(*card),
                Event::EventCard { card, .. } => events.push(*card),
                Event::Drew { seat, n, .. } => {
                    let known = told.get(i + 1).map_or_else(Vec::new, |event| new_in(event));
                    known.iter().for_each(|card| later.remove(*card));
                    let drawn = Drawn { seat: *seat, n: usize::from(*n), events: core::mem::take(&mut events), known };
                    self.draw(game, drawn, &mut deck, later, chance);
                }
                _ => {}
            }
        }
    }

    /// The next card that is turned up for all is this one out of these.
    fn fall(&mut self, card: Card, from: CardSet) {
        self.up += 1;
        self.bring(format!("card/table/{}", self.up), card, from);
    }

    fn bring(&mut self, path: String, card: Card, from: CardSet) {
        if let Some(place) = from.iter().position(|one| one == card) {
            self.faces.push((path, draw::faces_for(place as u64 + 1, from.len() as u64)));
        }
    }

    /// The new hands: everybody was told of the events that were drawn, each seat of its own cards (IS-5.5.1, IS-8.4), and all of those
    /// of NPCs (IS-13.1).
    fn draws(&mut self, game: &InnerSea, order: &[Seat], mut deck: CardSet, told: &[&Event], chance: &mut Chance) {
        let scored = told.iter().rposition(|event| matches!(event, Event::EpochScored { .. }));
        let Some(told) = scored.and_then(|scored| told.get(scored + 1..)) else { return };
        // What is shown later was not drawn before.
        let mut later: CardSet = told.iter().flat_map(|event| seen_in(event)).collect();
        let mut seats = order.iter();
        let mut events: Vec<Card> = Vec::new();
        for (i, event) in told.iter().enumerate() {
            match event {
                Event::EventCard { card, .. } => events.push(*card),
                Event::Drew { seat, n, .. } => {
                    seats.next();
                    let known = told.get(i + 1).map_or_else(Vec::new, |event| new_in(event));
                    known.iter().for_each(|card| later.remove(*card));
                    let drawn = Drawn { seat: *seat, n: usize::from(*n), events: core::mem::take(&mut events), known };
                    self.draw(game, drawn, &mut deck, later, chance);
                }
                _ => {}
            }
        }
        // Whoever is drawing now has drawn these events, and whatever else.
        if let (Some(seat), false) = (seats.next(), events.is_empty()) {
            let n = usize::from(draw::HAND);
            self.draw(game, Drawn { seat: *seat, n, events, known: Vec::new() }, &mut deck, later, chance);
        }
    }

    fn draw(&mut self, game: &InnerSea, drawn: Drawn, deck: &mut CardSet, others: CardSet, chance: &mut Chance) {
        let mut known = drawn.known.into_iter();
        let lots = drawn.n + drawn.events.len();
        let before = self.drawn[drawn.seat.index()];
        self.drawn[drawn.seat.index()] += lots;
        let mut events = drawn.events.into_iter().peekable();
        let (mut last, mut left, mut struck) = (None, drawn.n, 0);
        for number in 1..=lots {
            if left == 0 {
                (left, struck, last) = (struck, 0, None);
            }
            left = left.saturating_sub(1);
            // Of the cards that come together events happen by their numbers.
            let card = match events.next_if(|event| last.is_none_or(|last| last < *event)) {
                Some(event) => {
                    last = Some(event);
                    struck += 1;
                    Some(event)
                }
                None => known.next().or_else(|| {
                    let free = *deck - game.deck.events - others;
                    free.nth(chance.random_range(0..free.len().max(1)))
                }),
            };
            let Some(card) = card else { return };
            self.bring(format!("draw/{}/{}", game.seat_key(drawn.seat), before + number), card, *deck);
            deck.remove(card);
        }
    }
}

/// What somebody drew, as far as it was told.
struct Drawn {
    seat: Seat,
    /// How many cards came into the hand.
    n: usize,
    /// The events that came in between.
    events: Vec<Card>,
    /// The cards themselves, where they were shown.
    known: Vec<Card>,
}
