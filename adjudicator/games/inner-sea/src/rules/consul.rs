//! The consuls of Rome, and what else is optional in Hannibal (IS-19.7 to IS-19.9).

use crate::event::{Consul, Event};
use crate::game::{InnerSea, Table};
use crate::npc::{self, ByTheBook};
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, Card, CardSet};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::draw;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Who a card makes consul.
fn by(card: Card) -> Consul {
    match card.0 {
        0..=20 => Consul::Poor,
        21..=40 => Consul::Cautious,
        41..=70 => Consul::Average,
        71..=90 => Consul::Inspired,
        _ => Consul::Brilliant,
    }
}

/// A number that stands for the brilliant consul whom the table has agreed on.
const SCIPIO: Card = Card(91);

fn has_consuls(game: &InnerSea, position: &Position, seat: Seat) -> bool {
    game.options.scenario.extras.consul == Some(position.side(seat).civ)
}

/// The consuls of a seat in this turn: all of their results hold.
fn consuls<'p>(game: &InnerSea, position: &'p Position, seat: Seat) -> impl Iterator<Item = Consul> + use<'p> {
    let has = has_consuls(game, position, seat);
    position.consuls.iter().filter(move |_| has).map(|card| by(*card))
}

/// Its growth begins: two cards in the first two turns, one later; events among them happen and are replaced.
pub fn elect(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    if !has_consuls(game, &table.state.position, seat) {
        return Ok(());
    }
    let (civ, turn) = (table.state.position.side(seat).civ, table.state.position.turn);
    if game.options.scenario.extras.scipio.is_some_and(|from| turn >= from) {
        table.state.position.consuls.push(SCIPIO);
        table.tell(Event::ConsulChosen { civ, consul: Consul::Brilliant });
        return Ok(());
    }
    for _ in 0..if turn <= 2 { 2 } else { 1 } {
        let mut tries = 0;
        while let Some(card) = npc::cards::turn_up(table)? {
            tries += 1;
            if !game.deck.events.contains(card) {
                table.state.position.consuls.push(card);
                table.tell(Event::ConsulChosen { civ, consul: by(card) });
                break;
            }
            if tries > 9 {
                break;
            }
        }
    }
    Ok(())
}

/// Whether an area is so near to the home that a cautious or average consul fights there.
fn is_near(game: &InnerSea, position: &Position, seat: Seat, area: Area) -> bool {
    let home = position.home(&game.chart, seat).map_or(AreaSet::NONE, AreaSet::only);
    game.chart.distances(home, game.chart.in_play)[area.index()].is_some_and(|steps| steps <= 2)
}

/// Whether a consul plays no competition card here; `abroad` says whether one was played away from home before.
pub fn bars_card(game: &InnerSea, position: &Position, seat: Seat, here: Option<Area>, abroad: bool) -> bool {
    let home = position.home(&game.chart, seat);
    let near = |area: Area| is_near(game, position, seat, area);
    // What belongs to a vassal is fought for, too.
    let is_client = |area: Area| game.vassals_of(position, seat).iter().any(|one| position.board.discs(area, one) > 0);
    consuls(game, position, seat).any(|consul| match (consul, here) {
        (Consul::Poor, _) => true,
        (Consul::Cautious, Some(area)) => home != Some(area) && (abroad || !near(area)),
        (Consul::Average, Some(area)) => !near(area) && !is_client(area),
        _ => false,
    })
}

/// Whether a consul plays one competition card here at most.
pub fn allows_one(game: &InnerSea, position: &Position, seat: Seat, here: Option<Area>) -> bool {
    let abroad = here.is_some() && here != position.home(&game.chart, seat);
    abroad && consuls(game, position, seat).any(|consul| consul == Consul::Cautious)
}

/// Whether a consul pays nothing for discs in an area.
pub fn bars_payment(game: &InnerSea, position: &Position, seat: Seat, area: Area) -> bool {
    consuls(game, position, seat).any(|consul| match consul {
        Consul::Poor => position.home(&game.chart, seat) != Some(area),
        Consul::Cautious | Consul::Average => !is_near(game, position, seat, area),
        Consul::Inspired | Consul::Brilliant => false,
    })
}

/// Whether a poor consul is in office.
pub fn is_poor(game: &InnerSea, position: &Position, seat: Seat) -> bool {
    consuls(game, position, seat).any(|consul| consul == Consul::Poor)
}

/// Allies in each competition on land: one for a brilliant consul, one for Hannibal.
pub fn allies(game: &InnerSea, position: &Position, seat: Seat) -> u8 {
    let genius = game.options.scenario.extras.genius == Some(position.side(seat).civ);
    consuls(game, position, seat).filter(|consul| *consul == Consul::Brilliant).count() as u8 + u8::from(genius)
}

/// IS-19.9: whether the game goes on without a card.
pub fn must_go_on(table: &Table<'_>) -> bool {
    let position = &table.state.position;
    let Some((civ, area, other)) = table.game.options.scenario.extras.determination else { return false };
    let vp = |civ| position.faction(civ).and_then(|one| one.seat()).map(|seat| position.side(seat).vp);
    let own = position.faction(civ).and_then(|one| one.seat());
    let has_gold = position.gold_in(area).is_some_and(|gold| Some(gold.owner) == own);
    has_gold && vp(civ) >= vp(other)
}

/// When it has drawn under a poor, cautious or average consul, it may exchange competition cards, again and again.
pub fn recruit(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let weak = |consul: Consul| matches!(consul, Consul::Poor | Consul::Cautious | Consul::Average);
    if !consuls(game, &table.state.position, seat).any(weak) {
        return Ok(());
    }
    let mut done = CardSet::NONE;
    loop {
        let hand = table.state.hands[seat.index()];
        if hand.is_empty() {
            return Ok(());
        }
        let serial = table.state.scratch.next_serial();
        let question = RecruitQuestion { cards: hand & game.fighting, hand, done };
        let cards = npc::ask(table, seat, format_args!("recruit {serial}/{}", game.seat_key(seat)), question)?;
        if cards.is_empty() {
            return Ok(());
        }
        done |= cards;
        for card in cards.iter() {
            draw::put_away(table, seat, card);
        }
        let civ = table.state.position.side(seat).civ;
        table.show(Audience::All, Event::Discarded { seat, civ, cards: cards.iter().collect() });
        let n = cards.len() as u8;
        draw::draw(table, seat, n, n, false)?;
    }
}

/// The question which competition cards to exchange.
#[derive(Clone, Debug)]
pub struct RecruitQuestion {
    cards: CardSet,
    hand: CardSet,
    /// Those that were exchanged before: what the letter says of them is done.
    done: CardSet,
}

impl Question<InnerSea> for RecruitQuestion {
    type Answer = CardSet;
    const NAME: &'static str = "recruit";

    fn legal(&self, _game: &InnerSea, answer: &CardSet) -> Result<(), Reason> {
        match (*answer - self.cards).first() {
            Some(card) => Err(Reason::NotOffered { card }),
            None => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> CardSet {
        CardSet::NONE
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> CardSet {
        self.cards.iter().filter(|_| chance.random_range(0..3u8) == 0).collect()
    }

    /// By what lies open: with an empty hand there is nothing to choose.
    fn only(&self, _game: &InnerSea) -> Option<CardSet> {
        self.hand.is_empty().then_some(CardSet::NONE)
    }

    fn hints(&self, _game: &InnerSea) -> Vec<CardSet> {
        self.cards.iter().map(CardSet::only).collect()
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<CardSet> {
        if !lines.mention(|order| matches!(order, Order::Exchange(_))) {
            return None;
        }
        lines.leave_out(|order| matches!(order, Order::Exchange(Some(card)) if self.done.contains(*card)));
        let mut all = CardSet::NONE;
        lines.each(|order| match order {
            Order::Exchange(None) => Says::Yes(()),
            Order::Exchange(Some(card)) if self.cards.contains(*card) && !all.contains(*card) => {
                all.insert(*card);
                Says::Yes(())
            }
            Order::Exchange(Some(card)) => Says::No(Reason::NotOffered { card: *card }),
            _ => Says::Nothing,
        });
        Some(all)
    }

    fn orders(&self, _game: &InnerSea, answer: &CardSet) -> Vec<Order> {
        if answer.is_empty() {
            return alloc::vec![Order::Exchange(None)];
        }
        answer.iter().map(|card| Order::Exchange(Some(card))).collect()
    }
}

impl ByTheBook for RecruitQuestion {
    /// IS-13.4: the manual is silent; it keeps its cards.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<CardSet> {
        Ok(CardSet::NONE)
    }
}
