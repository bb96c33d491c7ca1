//! Which card an NPC plays, keeps, discards or answers with (IS-13.5, IS-13.6).

use super::{ByTheBook, Mind, quiet, settle};
use crate::deck::CardKind;
use crate::effects::{Declared, Mode};
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::pieces::{Card, CardSet, Faction};
use crate::position::Position;
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::hand::{CardsQuestion, What};
use crate::rules::negation::Window;
use crate::rules::{draw, events};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Audience, Play, Seat};

/// The class of a card in the NPCs' order of play, from 1 to 12 (IS-13.5).
fn class(game: &InnerSea, card: Card) -> u8 {
    game.deck.card(card).npc
}

/// How much a card does, for two of one class (IS-13.5).
fn weight(me: Faction, declared: &Declared) -> u16 {
    let harm: u16 = (0..7).filter(|at| *at != me.index()).map(|at| u16::from(declared.harm[at])).sum();
    let goods = declared.goods[me.index()].max(0) as u16;
    harm + goods + u16::from(declared.placed) + u16::from(declared.ready)
}

/// Whether an NPC would play a card so: it gives nothing away by it, unless a Wonder is built (IS-13.5.2).
fn is_wanted(game: &InnerSea, mind: &Mind<'_>, card: Card, declared: &Declared) -> bool {
    let me = mind.me;
    // IS-15.17: what makes an old power discard is always played by an Invader of its half.
    if mind.rival_robbed(declared.robbed) {
        return true;
    }
    let own = declared.harm[me.index()] > 0 || declared.robbed.contains(me) || declared.goods[me.index()] < 0;
    let builds = class(game, card) == 2;
    let harms_others = (0..7).any(|at| at != me.index() && declared.harm[at] > 0);
    // A card that removes discs of everybody is played where enemies lose more (IS-13.6).
    let trades = declared.harm[me.index()] > 0 && harms_others && declared.goods[me.index()] >= 0;
    // What would bring something to opponents and nothing to itself helps nobody it cares for.
    let others = || (0..7).filter(|at| *at != me.index());
    let gives = others().any(|at| declared.goods[at] > 0) && declared.goods[me.index()] <= 0;
    let is_gift = gives && !harms_others && declared.placed == 0 && declared.ready == 0 && !builds;
    (!own || builds || trades) && !is_gift && !harms_allies(game, mind, declared)
}

/// Whether a card would cost allies more discs than enemies (IS-13.6).
fn harms_allies(game: &InnerSea, mind: &Mind<'_>, declared: &Declared) -> bool {
    let harm = |of: &dyn Fn(Faction) -> bool| -> u8 {
        (0..7u8).map(Faction).filter(|one| of(*one)).map(|one| declared.harm[one.index()]).sum()
    };
    // IS-19.4: those on its side, whoever plays them.
    let is_ally = |one: Faction| {
        one != mind.me
            && one.seat().is_some_and(|seat| game.are_allies(mind.seat, seat) || game.stand_together(mind.seat, seat))
    };
    harm(&is_ally) > harm(&|one| one != mind.me && !is_ally(one))
}

/// The cards that an NPC would play now, each with its targets.
fn playable(mind: &Mind<'_>, question: &ActionQuestion) -> Vec<(Card, Declared)> {
    let declared = |card: Card| question.declare(mind.game, card, Mode::Npc(mind)).ok().map(|found| (card, found));
    let wanted = |(card, found): &(Card, Declared)| is_wanted(mind.game, mind, *card, found);
    question.hand().iter().filter_map(declared).filter(wanted).collect()
}

impl ByTheBook for ActionQuestion {
    /// IS-13.5: the first class of its order, of one class the card that does most; nothing else, and then it passes.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Action> {
        let best = settle(table, seat, "cards", |mind, position| {
            let mut all = playable(mind, self);
            // IS-19.3
            all.retain(|(_, declared)| quiet::allows(mind.game, position, seat, declared));
            let key = |at: usize| (class(mind.game, all[at].0), Reverse(weight(mind.me, &all[at].1)));
            let at = mind.first(0..all.len(), |at| all[at].0.0, key)?;
            Some(all[at].clone())
        });
        let Some((card, declared)) = best else { return Ok(Action::Pass) };
        quiet::note(table, seat, &declared);
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::NpcPlays { civ, card, class: class(table.game, card) });
        Ok(Action::Play(card, declared))
    }
}

/// How an NPC values a card in its hand: competition cards go first, negations last, otherwise by the order of play (IS-13.5.3).
fn keeps(game: &InnerSea, card: Card) -> (u8, u8, u8) {
    let kind = match game.deck.card(card).kind {
        CardKind::Competition => 2,
        CardKind::Negate => 0,
        _ => 1,
    };
    (kind, class(game, card), card.0)
}

/// The card that an NPC discards first.
pub fn first_to_go(game: &InnerSea, cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| keeps(game, *card))
}

impl ByTheBook for CardsQuestion {
    /// IS-13.5.3, IS-13.5.4: what goes first, and what is taken first: a negation, a competition card, then by the order of play.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<CardSet> {
        let game = table.game;
        let wants = |card: &Card| {
            let kind = match game.deck.card(*card).kind {
                CardKind::Negate => 0,
                CardKind::Competition => 1,
                _ => 2,
            };
            (kind, class(game, *card), card.0)
        };
        let mut chosen = CardSet::NONE;
        while chosen.len() < usize::from(self.n).min(self.from.len()) {
            let left = self.from - chosen;
            chosen.extend_one(match self.what {
                What::Discard => first_to_go(game, left),
                What::Keep | What::Take => left.iter().min_by_key(wants),
            });
        }
        Ok(chosen)
    }
}

impl ByTheBook for Window {
    /// IS-13.5.5: a negation only against what would cost the NPC something; if whoever played has more cards, a card is turned up,
    /// and an odd number keeps the negation in the hand. Barbarians of an event that would come upon it are always negated.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Option<Card>> {
        let Some(with) = draw::worst(table.game, self.cards()) else { return Ok(None) };
        if self.brings_barbarians() {
            return Ok(Some(with));
        }
        if !self.hurts() {
            return Ok(None);
        }
        // IS-15.17: a card of the other half is answered only if the own rival holds none.
        let rival = table.game.rival_of(&table.state.position, seat);
        if rival.is_some_and(|rival| rival != self.by_seat() && table.state.position.side(rival).hand > 0) {
            return Ok(None);
        }
        if table.state.position.side(self.by_seat()).hand == 0 {
            return Ok(Some(with));
        }
        let Some(card) = turn_up(table)? else { return Ok(Some(with)) };
        Ok((card.0 % 2 == 0).then_some(with))
    }
}

/// A card is turned up for an NPC: an event happens, any other goes back into the deck (IS-13.5.5).
pub fn turn_up(table: &mut Table<'_>) -> Play<Option<Card>> {
    let Some(card) = draw::next_card(table, draw::Lot::Table) else { return Ok(None) };
    table.show(Audience::All, Event::TurnedUp { card });
    if table.game.deck.events.contains(card) {
        let first = table.state.position.order.first().copied().unwrap_or(Seat(0));
        events::happen(table, first, card)?;
    } else {
        table.state.deck.insert(card);
        table.state.count();
    }
    Ok(Some(card))
}

/// The cards that an NPC gives in place of discs when no competition is on: those that it cannot or will not play (IS-13.5.6).
pub fn spare(game: &InnerSea, position: &Position, seat: Seat, hand: CardSet) -> CardSet {
    let mind = Mind::of(game, position, seat);
    let question = ActionQuestion::as_seen(seat, hand, position);
    let plays: CardSet = playable(&mind, &question).into_iter().map(|(card, _)| card).collect();
    let held = |card: &Card| matches!(game.deck.card(*card).kind, CardKind::Competition | CardKind::Negate);
    hand.iter().filter(|card| !held(card) && !plays.contains(*card)).collect()
}
