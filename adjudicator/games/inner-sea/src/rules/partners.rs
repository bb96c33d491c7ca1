//! Cards and talents between the halves of the Empire and their Invaders (IS-15.10, IS-15.11), and who comes over the border (IS-15.14).

use crate::deck::CardKind;
use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc::{self, ByTheBook};
use crate::orders::{Order, Verb};
use crate::pieces::{AreaSet, Card, CardSet, Civ, Faction};
use crate::position::{Phase, Position, limit};
use crate::reason::Reason;
use crate::rules::{draw, losses};
use crate::scenario::Ends;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

fn seat_of(position: &Position, civ: Civ) -> Option<Seat> {
    position.order.iter().copied().find(|seat| position.side(*seat).civ == civ)
}

/// Cards go from one hand into another; both see them, others only how many there are.
pub fn pass_on(table: &mut Table<'_>, from: Seat, to: Seat, talents: u8, cards: CardSet) -> Play {
    for card in cards.iter() {
        table.state.leave_hand(from, card);
        table.state.scratch.spent[from.index()].insert(card);
        table.state.enter_hand(to, card);
    }
    let [civ, other] = [from, to].map(|seat| table.state.position.side(seat).civ);
    table.tell(Event::Given { civ, to: other, talents, n: cards.len() as u8 });
    if !cards.is_empty() {
        draw::show_new(table, to, cards.iter().collect());
        let lost = Event::Lost { seat: from, cards: cards.iter().collect() };
        table.show(Audience::Only(Seats::from_iter([from])), lost);
    }
    draw::limit(table, to)
}

/// IS-15.10: cards that were drawn and bring Barbarians go to the Invader at once, for two talents each.
pub fn hand_over(table: &mut Table<'_>, seat: Seat, drawn: CardSet) -> Play {
    let game = table.game;
    let civ = table.state.position.side(seat).civ;
    let gives = game.options.scenario.extras.gives.iter().find(|(from, _)| *from == civ);
    let to = gives.and_then(|(_, to)| seat_of(&table.state.position, *to));
    let Some(to) = to else { return Ok(()) };
    let brings = |card: &Card| game.deck.card(*card).effect.iter().any(|step| step.brings_barbarians());
    let cards: CardSet = (drawn & table.state.hands[seat.index()]).iter().filter(brings).collect();
    if cards.is_empty() {
        return Ok(());
    }
    pass_on(table, seat, to, 0, cards)?;
    losses::talents(table, seat, 2 * cards.len() as i8);
    Ok(())
}

/// IS-15.11: when all have drawn, each half in turn order may give talents and cards to the other.
pub fn give(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let partners = &game.options.scenario.extras.partners;
    for seat in table.state.position.order.clone() {
        let position = &table.state.position;
        let civ = position.side(seat).civ;
        let other = partners.iter().filter(|one| **one != civ).find_map(|one| seat_of(position, *one));
        let (true, Some(other)) = (partners.contains(&civ), other) else { continue };
        let question = GiveQuestion { talents: position.side(seat).talents, hand: table.state.hands[seat.index()] };
        let (talents, cards) = npc::ask(table, seat, format_args!("give/{}", game.seat_key(seat)), question)?;
        if talents == 0 && cards.is_empty() {
            continue;
        }
        losses::talents(table, seat, -(talents as i8));
        pass_on(table, seat, other, talents, cards)?;
        losses::talents(table, other, talents as i8);
    }
    Ok(())
}

/// IS-15.14: a turn is over, and a card says who comes over the border: into its area, as far as there is room, then into the land around
/// by the list of IS-13.7.
pub fn cross(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let all = &game.options.scenario.extras.crossings;
    let comes = |table: &Table<'_>, civ: Civ| seat_of(&table.state.position, civ);
    if all.iter().all(|one| comes(table, one.civ).is_none()) {
        return Ok(());
    }
    let Some(card) = npc::cards::turn_up(table)? else { return Ok(()) };
    let who: Vec<_> = all.iter().filter(|one| Ends::Digits(one.digits).by(card.0)).copied().collect();
    let civs = who.iter().map(|one| one.civ).filter(|civ| comes(table, *civ).is_some()).collect();
    table.tell(Event::Crossing { card, civs });
    for one in who {
        let Some(seat) = comes(table, one.civ) else { continue };
        let me = Faction::of(seat);
        let mut heaps: Vec<Heap> = Vec::new();
        for _ in 0..one.discs {
            let position = &table.state.position;
            if game.supply(position, &position.board, me) == 0 {
                break;
            }
            let has_room = |area: &crate::pieces::Area| {
                position.board.discs(*area, me) < limit(Phase::Growth, game.chart.kind(*area))
            };
            let around = game.chart.next_to(one.area) & game.chart.land;
            let open: AreaSet = around.iter().filter(has_room).collect();
            let area = if game.chart.in_play.contains(one.area) && has_room(&one.area) {
                Some(one.area)
            } else {
                let by_list = npc::settle(table, seat, "border", |mind, position| {
                    npc::placing::choose(mind, position, &position.board, open, 1, None).map(|placed| placed.area)
                });
                by_list.or(open.first())
            };
            let Some(area) = area else { break };
            table.state.position.board.add(area, me, 1);
            match heaps.iter_mut().find(|heap| heap.area == area) {
                Some(heap) => heap.n += 1,
                None => heaps.push(Heap { area, n: 1 }),
            }
        }
        if !heaps.is_empty() {
            table.tell(Event::Placed { seat: Some(seat), civ: one.civ, heaps, cause: Cause::Epoch });
        }
    }
    Ok(())
}

/// The question what is given to the other half.
#[derive(Clone, Debug)]
pub struct GiveQuestion {
    talents: u8,
    hand: CardSet,
}

/// Talents and cards.
type Gifts = (u8, CardSet);

impl GiveQuestion {
    /// Great persons and competition cards.
    fn gifts(&self, game: &InnerSea) -> CardSet {
        let fits = |card: &Card| {
            let file = game.deck.card(*card);
            file.great_person || file.kind == CardKind::Competition
        };
        self.hand.iter().filter(fits).collect()
    }
}

impl Question<InnerSea> for GiveQuestion {
    type Answer = Gifts;
    const NAME: &'static str = "give";

    fn legal(&self, game: &InnerSea, (talents, cards): &Gifts) -> Result<(), Reason> {
        match (*cards - self.gifts(game)).first() {
            Some(card) => Err(Reason::NotGiven { card }),
            None if *talents > self.talents => Err(Reason::NoTalents { talents: self.talents }),
            None => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Gifts {
        (0, CardSet::NONE)
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Gifts {
        let gifts = self.gifts(game);
        let cards = gifts.iter().filter(|_| chance.random_range(0..3u8) == 0).collect();
        (chance.random_range(0..=self.talents.min(3)), cards)
    }

    /// By what lies open: without talents and cards there is nothing to give.
    fn only(&self, _game: &InnerSea) -> Option<Gifts> {
        (self.talents == 0 && self.hand.is_empty()).then_some((0, CardSet::NONE))
    }

    fn hints(&self, _game: &InnerSea) -> Vec<Gifts> {
        if self.talents > 0 { alloc::vec![(1, CardSet::NONE)] } else { Vec::new() }
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Gifts> {
        lines.first(|order| match order {
            Order::Nothing(Verb::Give) => Says::Yes((0, CardSet::NONE)),
            Order::Give(talents, cards) => {
                let gifts = (*talents, cards.iter().copied().collect());
                match self.legal(game, &gifts) {
                    Ok(()) => Says::Yes(gifts),
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, (talents, cards): &Gifts) -> Vec<Order> {
        if *talents == 0 && cards.is_empty() {
            return alloc::vec![Order::Nothing(Verb::Give)];
        }
        alloc::vec![Order::Give(*talents, cards.iter().collect())]
    }
}

impl ByTheBook for GiveQuestion {
    /// No old power is an NPC.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<Gifts> {
        Ok((0, CardSet::NONE))
    }
}
