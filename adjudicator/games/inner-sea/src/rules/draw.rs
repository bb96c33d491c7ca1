//! Drawing, discarding and taking cards (IS-5.8, IS-7.7).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::pieces::{Card, CardSet};
use crate::rules::hand::{CardsQuestion, What};
use crate::rules::{events, fetch, partners};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Game as _, Play, Seat, Seats};

/// The most cards in a hand (IS-5.8.2).
pub const HAND: u8 = 6;

/// The card that is missed least: the last in the NPCs' order of play, of those the one with the highest number.
pub fn worst(game: &InnerSea, cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| (game.deck.card(*card).npc, card.0))
}

/// The card that is wanted most.
pub fn best(game: &InnerSea, cards: CardSet) -> Option<Card> {
    cards.iter().min_by_key(|card| (game.deck.card(*card).npc, card.0))
}

/// What a lot is cast for: lots are named after it and counted for each seat, so that what others do does not move them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lot {
    /// A card is drawn.
    Draw(Seat),
    /// A card is discarded.
    Discard(Seat),
    /// A card is taken.
    Steal(Seat),
    /// A card is turned up for all.
    Table,
    /// A competition card is searched for (IS-15.16).
    Search(Seat),
}

/// A card drawn by lot from a set. Three dice with fixed faces choose, so that a lot with the same name falls the same way.
pub fn lot(table: &mut Table<'_>, lot: Lot, from: CardSet) -> Option<Card> {
    if from.is_empty() {
        return None;
    }
    let game = table.game;
    let (kind, what, who) = match lot {
        Lot::Draw(seat) => (0, "draw", game.seat_key(seat)),
        Lot::Discard(seat) => (1, "discard", game.seat_key(seat)),
        Lot::Steal(seat) => (2, "steal", game.seat_key(seat)),
        Lot::Table => (3, "card", "table"),
        Lot::Search(seat) => (4, "search", game.seat_key(seat)),
    };
    let seat = match lot {
        Lot::Draw(seat) | Lot::Discard(seat) | Lot::Steal(seat) | Lot::Search(seat) => seat.index(),
        Lot::Table => 0,
    };
    let count = &mut table.state.scratch.lots[kind][seat];
    *count = count.wrapping_add(1);
    let count = *count;
    let faces = table.roll(Audience::NOBODY, format_args!("{what}/{who}/{count}"), 3, 250);
    from.nth(place_of(&faces, from.len() as u64) as usize)
}

/// The place that three such dice choose among so many, from 0.
pub fn place_of(faces: &[u8], among: u64) -> u64 {
    let number = faces.iter().fold(0u64, |sum, face| sum * 250 + u64::from(*face) - 1);
    number * among / ALL_FACES
}

/// How many ways three dice with 250 faces can fall.
const ALL_FACES: u64 = 250 * 250 * 250;

/// Faces that choose the card at a place, from 1, among so many: for rule cases.
pub fn faces_for(place: u64, among: u64) -> Vec<u8> {
    let number = ((place - 1) * ALL_FACES).div_ceil(among);
    [number / 62_500, number / 250, number].iter().map(|digits| (digits % 250) as u8 + 1).collect()
}

/// Takes the next card of the deck; an empty deck is made anew from the discards (IS-5.8.1).
pub fn next_card(table: &mut Table<'_>, name: Lot) -> Option<Card> {
    if table.state.deck.is_empty() {
        // With nothing but events left, drawing would never end.
        if (table.state.position.discards - table.game.deck.events).is_empty() {
            return None;
        }
        let discards = core::mem::take(&mut table.state.position.discards);
        table.state.deck = discards;
        table.state.count();
        if !discards.is_empty() {
            table.tell(Event::Reshuffled { cards: discards.len() as u8 });
        }
    }
    let deck = table.state.deck;
    let card = lot(table, name, deck)?;
    table.state.deck.remove(card);
    table.state.count();
    Some(card)
}

/// A card goes from the hand to the discards because its owner must give it up: one that comes back lies on the table (IS-16.12).
fn give_up(table: &mut Table<'_>, seat: Seat, card: Card) {
    table.state.leave_hand(seat, card);
    table.state.scratch.spent[seat.index()].insert(card);
    fetch::lay_down(table, seat, card);
}

/// A card goes from the hand to the discards.
pub fn put_away(table: &mut Table<'_>, seat: Seat, card: Card) {
    table.state.leave_hand(seat, card);
    fetch::use_up(table, seat, card);
    table.state.scratch.spent[seat.index()].insert(card);
    table.state.position.discards.insert(card);
}

/// Cards from the deck, all at the same time; the events among them happen by their numbers, and as many more are drawn (IS-5.5,
/// IS-5.5.1).
fn from_deck(table: &mut Table<'_>, seat: Seat, n: u8) -> Play<CardSet> {
    let mut drawn = CardSet::NONE;
    while drawn.len() < usize::from(n) {
        let missing = usize::from(n) - drawn.len();
        let mut came = CardSet::NONE;
        for _ in 0..missing {
            came.extend_one(next_card(table, Lot::Draw(seat)));
        }
        if came.is_empty() {
            break;
        }
        let struck = came & table.game.deck.events;
        drawn |= came - struck;
        for card in struck.iter() {
            events::happen(table, seat, card)?;
        }
    }
    Ok(drawn)
}

/// Whoever got cards sees them; those of an NPC lie face up (IS-13.1).
pub fn show_new(table: &mut Table<'_>, seat: Seat, cards: Vec<Card>) {
    if table.game.is_npc(seat) {
        let civ = table.state.position.side(seat).civ;
        table.show(Audience::All, Event::NpcGot { civ, cards });
    } else {
        table.show(Audience::Only(Seats::from_iter([seat])), Event::Got { seat, cards });
    }
}

/// A seat draws: events are carried out at once and replaced; of the others some are kept.
pub fn draw(table: &mut Table<'_>, seat: Seat, n: u8, keep: u8, from_discards: bool) -> Play<bool> {
    let game = table.game;
    let drawn = if from_discards {
        let mut drawn = CardSet::NONE;
        for _ in 0..n {
            // An event is never in a hand: those that lie in the discards are passed over.
            let left = table.state.position.discards - drawn - game.deck.events;
            drawn.extend_one(lot(table, Lot::Draw(seat), left));
        }
        drawn
    } else {
        from_deck(table, seat, n)?
    };
    if drawn.is_empty() {
        return Ok(false);
    }
    let mine = Audience::Only(Seats::from_iter([seat]));
    let serial = table.state.scratch.next_serial();
    let kept = if keep < n {
        if !game.is_npc(seat) {
            table.show(mine, Event::Offered { seat, cards: drawn.iter().collect(), keep });
        }
        let question = CardsQuestion { what: What::Keep, from: drawn, n: keep };
        npc::ask(table, seat, format_args!("keep {serial}/{}", game.seat_key(seat)), question)?
    } else {
        drawn
    };
    let civ = table.state.position.side(seat).civ;
    for card in kept.iter() {
        table.state.position.discards.remove(card);
        table.state.enter_hand(seat, card);
    }
    table.tell(Event::Drew { seat, civ, n: kept.len() as u8 });
    show_new(table, seat, kept.iter().collect());
    let rest = drawn - kept;
    if !rest.is_empty() && !from_discards {
        // The rest lies face up in the discards now: everybody sees it.
        table.state.position.discards |= rest;
        table.show(Audience::All, Event::Discarded { seat, civ, cards: rest.iter().collect() });
    }
    partners::hand_over(table, seat, kept)?;
    give_back(table, seat, kept)?;
    limit(table, seat)?;
    Ok(true)
}

/// IS-18.3: what an NPC draws of the cards that belong on somebody's table goes into that hand, and it draws others.
fn give_back(table: &mut Table<'_>, seat: Seat, drawn: CardSet) -> Play {
    let game = table.game;
    if !game.is_npc(seat) {
        return Ok(());
    }
    let mut n = 0;
    for card in drawn.iter() {
        let owner = game.owner_of(&table.state.position, card).filter(|owner| *owner != seat);
        let Some(owner) = owner.filter(|_| table.state.hands[seat.index()].contains(card)) else { continue };
        partners::pass_on(table, seat, owner, 0, CardSet::only(card))?;
        n += 1;
    }
    if n > 0 {
        draw(table, seat, n, n, false)?;
    }
    Ok(())
}

/// Whoever has more than six cards discards down to six at once (IS-5.8.2); some only when they have drawn (IS-18.2).
pub fn limit(table: &mut Table<'_>, seat: Seat) -> Play {
    let counts_late = table.game.part_of(&table.state.position, seat).is_some_and(|part| part.counts_late);
    if counts_late { Ok(()) } else { cut_down(table, seat) }
}

/// The same for everybody.
pub fn cut_down(table: &mut Table<'_>, seat: Seat) -> Play {
    let most = table.game.hand_limit(seat);
    let over = table.state.position.side(seat).hand.saturating_sub(most);
    if over > 0 {
        discard(table, seat, over, false)?;
    }
    Ok(())
}

/// A seat discards cards of its choice, or by lot.
pub fn discard(table: &mut Table<'_>, seat: Seat, n: u8, random: bool) -> Play<bool> {
    let game = table.game;
    let hand = table.state.hands[seat.index()];
    let mut chosen = CardSet::NONE;
    if random {
        for _ in 0..n {
            chosen.extend_one(lot(table, Lot::Discard(seat), hand - chosen));
        }
    } else {
        let serial = table.state.scratch.next_serial();
        let question = CardsQuestion { what: What::Discard, from: hand, n };
        let asks = !hand.is_empty();
        if asks {
            chosen = npc::ask(table, seat, format_args!("discard {serial}/{}", game.seat_key(seat)), question)?;
        }
    }
    let civ = table.state.position.side(seat).civ;
    for card in chosen.iter() {
        give_up(table, seat, card);
    }
    if !chosen.is_empty() {
        table.show(Audience::All, Event::Discarded { seat, civ, cards: chosen.iter().collect() });
    }
    Ok(!chosen.is_empty())
}

/// A seat takes cards from another hand: by lot, or looking at it. Nobody else sees them.
pub fn steal(table: &mut Table<'_>, seat: Seat, from: Seat, n: u8, random: bool) -> Play<bool> {
    let game = table.game;
    let hand = table.state.hands[from.index()];
    if hand.is_empty() {
        return Ok(false);
    }
    let [civ, victim] = [seat, from].map(|seat| table.state.position.side(seat).civ);
    let mine = Audience::Only(Seats::from_iter([seat]));
    let mut taken = CardSet::NONE;
    if random {
        for _ in 0..n {
            taken.extend_one(lot(table, Lot::Steal(seat), hand - taken));
        }
    } else {
        let cards: Vec<Card> = hand.iter().collect();
        if !game.is_npc(seat) {
            table.show(mine, Event::LookedAt { seat, from: victim, cards });
        }
        let serial = table.state.scratch.next_serial();
        let question = CardsQuestion { what: What::Take, from: hand, n };
        taken = npc::ask(table, seat, format_args!("take {serial}/{}", game.seat_key(seat)), question)?;
    }
    // IS-16.12: what comes back to its owner is not taken away.
    let safe: CardSet = taken.iter().filter(|card| game.keeps(&table.state.position, from, *card)).collect();
    safe.iter().for_each(|card| give_up(table, from, card));
    let cards: Vec<Card> = (taken - safe).iter().collect();
    for card in &cards {
        table.state.leave_hand(from, *card);
        table.state.scratch.spent[from.index()].insert(*card);
        table.state.enter_hand(seat, *card);
    }
    table.tell(Event::Stolen { seat, civ, from: victim, n: cards.len() as u8 });
    show_new(table, seat, cards.clone());
    table.show(Audience::Only(Seats::from_iter([from])), Event::Lost { seat: from, cards });
    limit(table, seat)?;
    Ok(true)
}
