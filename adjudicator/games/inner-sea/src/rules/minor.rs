//! A march before the first turn, and states that hesitate each turn (IS-19.1 to IS-19.3).

use crate::event::{Event, Mood};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Gift, Order, Verb};
use crate::pieces::{CardSet, Civ, Faction};
use crate::position::Gold;
use crate::reason::Reason;
use crate::rules::{draw, losses};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// The march: one card after another, until one is too high (IS-19.2). All cards are shuffled again before hands are dealt.
pub fn march(table: &mut Table<'_>) {
    let game = table.game;
    let mut seen = CardSet::NONE;
    for step in &game.options.scenario.march {
        let Some(card) = draw::lot(table, draw::Lot::Table, game.deck.all - seen) else { return };
        seen.insert(card);
        let position = &mut table.state.position;
        let Some(marcher) = position.faction(step.civ) else { return };
        let goes_on = card.0 < step.below;
        if goes_on {
            position.board.take(step.area, Faction::BARBARIANS, 1);
            position.board.add(step.area, marcher, 1);
        } else {
            position.board.add(step.else_at, Faction::BARBARIANS, 1);
        }
        let area = if goes_on { step.area } else { step.else_at };
        table.show(Audience::All, Event::Marches { civ: step.civ, card, area, lasts: goes_on });
        if !goes_on {
            return;
        }
    }
}

/// One white disc, two black and two yellow ones.
fn pool(table: &mut Table<'_>, what: &str) -> Mood {
    let discs = table.shuffle(Audience::All, format_args!("minor state/{what}"), 5);
    match discs.first() {
        Some(0) => Mood::White,
        Some(1 | 2) => Mood::Black,
        _ => Mood::Yellow,
    }
}

/// A turn begins: whether the ally stays quiet, and whether the client changes sides (IS-19.3).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let Some(minor) = &game.options.scenario.minor else { return Ok(()) };
    let find = |table: &Table<'_>, civ: Civ| table.state.position.faction(civ);
    let [Some(ally), Some(payer)] = [minor.ally, minor.payer].map(|civ| find(table, civ)) else { return Ok(()) };
    let Some(payer) = payer.seat() else { return Ok(()) };
    // IS-19.12: after some tidings no disc is drawn.
    let stirs = core::mem::take(&mut table.state.position.stirs);
    if !stirs && is_white(table, minor.ally, payer)? {
        table.state.position.quiet.insert(ally);
        return Ok(());
    }
    let [Some(client), Some(to)] = [minor.client, minor.turncoat].map(|civ| find(table, civ)) else { return Ok(()) };
    if table.state.position.board.total(client) == 0 || is_white(table, minor.client, payer)? {
        return Ok(());
    }
    // It changes sides: its discs and its Gold do too.
    let position = &mut table.state.position;
    for area in position.board.occupied(client).iter() {
        let n = position.board.take(area, client, u8::MAX);
        let supply = game.supply(position, &position.board, to);
        position.board.add(area, to, n.min(supply));
    }
    let change = |gold: &mut Gold| {
        if let (true, Some(seat)) = (Faction::of(gold.owner) == client, to.seat()) {
            gold.owner = seat;
        }
    };
    position.gold.iter_mut().for_each(change);
    table.tell(Event::ChangesSides { civ: minor.client, to: minor.turncoat });
    Ok(())
}

/// Whether a white disc was drawn, or a yellow one and it was paid for.
fn is_white(table: &mut Table<'_>, civ: Civ, payer: Seat) -> Play<bool> {
    let mood = pool(table, civ.key());
    table.tell(Event::MinorState { civ, mood });
    if mood != Mood::Yellow {
        return Ok(mood == Mood::White);
    }
    let talents = table.state.position.side(payer).talents;
    let question = MinorQuestion { civ, talents, hand: table.state.hands[payer.index()] };
    let name = table.game.seat_key(payer);
    match npc::ask(table, payer, format_args!("minor {}/{name}", civ.key()), question)? {
        Gift::Nothing => Ok(false),
        Gift::Talent => Ok(losses::talents(table, payer, -1)),
        Gift::Card(card) => {
            draw::put_away(table, payer, card);
            let civ = table.state.position.side(payer).civ;
            table.show(Audience::All, Event::Discarded { seat: payer, civ, cards: alloc::vec![card] });
            Ok(true)
        }
    }
}

/// The question whether to pay a minor state.
#[derive(Clone, Debug)]
pub struct MinorQuestion {
    civ: Civ,
    talents: u8,
    hand: CardSet,
}

impl npc::ByTheBook for MinorQuestion {
    /// IS-19.5: a talent, or else a card.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Gift> {
        let card = npc::cards::first_to_go(table.game, self.hand).map_or(Gift::Nothing, Gift::Card);
        Ok(if self.talents > 0 { Gift::Talent } else { card })
    }
}

impl Question<InnerSea> for MinorQuestion {
    type Answer = Gift;
    const NAME: &'static str = "minor";

    fn legal(&self, _game: &InnerSea, answer: &Gift) -> Result<(), Reason> {
        match answer {
            Gift::Talent if self.talents == 0 => Err(Reason::NoTalents { talents: 0 }),
            Gift::Card(card) if !self.hand.contains(*card) => Err(Reason::NotInHand { card: *card }),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Gift {
        Gift::Nothing
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Gift {
        match chance.random_range(0..3u8) {
            0 if self.talents > 0 => Gift::Talent,
            1 => self.hand.nth(chance.random_range(0..=self.hand.len())).map_or(Gift::Nothing, Gift::Card),
            _ => Gift::Nothing,
        }
    }

    /// By what lies open: without talents and cards there is nothing to give.
    fn only(&self, _game: &InnerSea) -> Option<Gift> {
        (self.talents == 0 && self.hand.is_empty()).then_some(Gift::Nothing)
    }

    fn hints(&self, _game: &InnerSea) -> Vec<Gift> {
        if self.talents > 0 { alloc::vec![Gift::Talent] } else { Vec::new() }
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Gift> {
        lines.first(|order| match order {
            Order::Nothing(Verb::Peace) => Says::Yes(Gift::Nothing),
            Order::Peace(civ, gift) if *civ == self.civ => match self.legal(game, gift) {
                Ok(()) => Says::Yes(*gift),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Gift) -> Vec<Order> {
        alloc::vec![match answer {
            Gift::Nothing => Order::Nothing(Verb::Peace),
            gift => Order::Peace(self.civ, *gift),
        }]
    }
}
