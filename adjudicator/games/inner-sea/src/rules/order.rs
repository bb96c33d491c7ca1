//! The turn order: most Cities first; ties are chosen, then cast by lot; cards and Wonders may take a place (IS-7.4).

use crate::deck::Time;
use crate::effects::{Declared, Pick};
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Thing, Verb};
use crate::pieces::CardSet;
use crate::reason::Reason;
use crate::rules::cards;
use crate::rules::uses::{self, Use, use_thing};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Stop};

/// Settles the order for the coming turn.
pub fn settle(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let cities = |table: &Table<'_>, seat: Seat| table.state.position.cities(&game.chart, seat).len();
    let mut seats: Vec<Seat> = table.state.position.order.clone();
    seats.sort_by_key(|seat| core::cmp::Reverse(cities(table, *seat)));
    let mut order: Vec<Seat> = Vec::new();
    while order.len() < seats.len() {
        let start = order.len();
        let most = cities(table, seats[start]);
        let tied: Vec<Seat> = seats[start..].iter().copied().filter(|seat| cities(table, *seat) == most).collect();
        order.extend(among_tied(table, tied, start)?);
    }
    table.state.position.order = order;
    take_places(table)?;
    let order = &table.state.position.order;
    let civs = order.iter().map(|seat| table.state.position.side(*seat).civ).collect();
    let seats = order.clone();
    table.tell(Event::TurnOrder { order: civs, seats, lots: false });
    Ok(())
}

/// IS-7.4.1: of those who tie, the one with fewest points chooses a place, then the next; if all are equal, lots decide. One
/// against two, the one goes before an equal (IS-10.2).
fn among_tied(table: &mut Table<'_>, mut tied: Vec<Seat>, start: usize) -> Play<Vec<Seat>> {
    let game = table.game;
    if tied.len() == 1 {
        return Ok(tied);
    }
    let lots = table.shuffle(Audience::All, format_args!("tie for {}", start + 1), game.players() as u8);
    let rank = |table: &Table<'_>, seat: Seat| (table.state.position.side(seat).vp, !game.is_single(seat));
    tied.sort_by_key(|seat| (rank(table, *seat), lots.get(seat.index()).copied()));
    if tied.iter().all(|seat| rank(table, *seat) == rank(table, tied[0])) {
        let civs = tied.iter().map(|seat| table.state.position.side(*seat).civ).collect();
        table.tell(Event::LotsDecide { civs });
        return Ok(tied);
    }
    let mut places: Vec<Option<Seat>> = alloc::vec![None; tied.len()];
    for seat in tied {
        let open: Vec<u8> =
            (0u8..).zip(&places).filter(|(_, seat)| seat.is_none()).map(|(i, _)| i + start as u8 + 1).collect();
        let chooses = open.len() > 1;
        let place = npc::ask(table, seat, format_args!("rank/{}", game.seat_key(seat)), RankQuestion { open })?;
        if chooses {
            let civ = table.state.position.side(seat).civ;
            table.tell(Event::PlaceChosen { seat, civ, place });
        }
        places[usize::from(place) - start - 1] = Some(seat);
    }
    Ok(places.into_iter().flatten().collect())
}

/// IS-7.4.2: a card of the hand or a Wonder may take any place. Everybody who holds a card is asked, whatever it is.
fn take_places(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let mut all: Vec<(Seat, (Thing, u8))> = Vec::new();
    let mut stopped = None;
    for seat in table.state.position.order.clone() {
        let hand = table.state.hands[seat.index()];
        let things = uses::usable(game, &table.state.position, seat, Time::Order);
        let is_idle = hand.is_empty() && things.is_empty();
        let cards: CardSet = hand.iter().filter(|card| game.deck.card(*card).is_for(Time::Order)).collect();
        let things = cards.iter().map(Thing::Card).chain(things.into_iter().map(|(thing, _)| thing)).collect();
        let question = TakePlace { things, places: table.state.position.order.len() as u8, is_idle };
        match npc::ask(table, seat, format_args!("place in order/{}", game.seat_key(seat)), question) {
            Ok(taken) => all.extend(taken.map(|taken| (seat, taken))),
            Err(Stop) => stopped = Some(Stop),
        }
    }
    stopped.map_or(Ok(()), Err)?;
    for (seat, (thing, place)) in all {
        let declared = Declared { picks: picks_for(game, thing, place), ..Declared::default() };
        match thing {
            Thing::Card(card) if table.state.hands[seat.index()].contains(card) => {
                cards::play_card(table, seat, card, &declared, Time::Order, None)?;
            }
            _ => use_thing(table, seat, &Use { thing, declared }, Time::Order, None)?,
        }
    }
    Ok(())
}

/// The choices by which a thing takes a place: its option, if it has several, then the place.
fn picks_for(game: &InnerSea, thing: Thing, place: u8) -> Vec<Pick> {
    use crate::deck::{Op, Step};
    let spot = Pick::Spot(place - 1);
    let is_order = |step: &Step| matches!(step.op, Op::Order);
    let mut picks = Vec::new();
    for step in uses::effect(game, thing) {
        if let Op::Choose { options, .. } = &step.op {
            let at = options.iter().position(|option| option.iter().any(is_order));
            picks.extend(at.map(|at| Pick::Option(at as u8)));
        }
    }
    picks.push(spot);
    picks
}

/// The question which place among those who tie.
#[derive(Clone, Debug)]
pub struct RankQuestion {
    open: Vec<u8>,
}

impl RankQuestion {
    /// One of these places.
    pub fn among(open: Vec<u8>) -> RankQuestion {
        RankQuestion { open }
    }
}

impl Question<InnerSea> for RankQuestion {
    type Answer = u8;
    const NAME: &'static str = "rank";

    fn legal(&self, _game: &InnerSea, place: &u8) -> Result<(), Reason> {
        if self.open.contains(place) { Ok(()) } else { Err(Reason::NoSpot { place: *place }) }
    }

    /// IS-11.2: the last place: whoever acts later knows more.
    fn default(&self, _game: &InnerSea) -> u8 {
        self.open.last().copied().unwrap_or(1)
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> u8 {
        self.open[chance.random_range(0..self.open.len())]
    }

    fn only(&self, _game: &InnerSea) -> Option<u8> {
        if self.open.len() == 1 { self.open.first().copied() } else { None }
    }

    fn choices(&self, _game: &InnerSea) -> Vec<u8> {
        self.open.clone()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Rank(place, None) => match self.legal(game, place) {
                Ok(()) => Says::Yes(*place),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, place: &u8) -> Vec<Order> {
        alloc::vec![Order::Rank(*place, None)]
    }
}

/// The question whether a card or a Wonder takes a place.
#[derive(Clone, Debug)]
pub struct TakePlace {
    things: Vec<Thing>,
    places: u8,
    /// Whether there is nothing to choose, by what lies open.
    is_idle: bool,
}

impl Question<InnerSea> for TakePlace {
    type Answer = Option<(Thing, u8)>;
    const NAME: &'static str = "place-in-order";

    fn legal(&self, _game: &InnerSea, answer: &Option<(Thing, u8)>) -> Result<(), Reason> {
        match answer {
            None => Ok(()),
            Some((thing, _)) if !self.things.contains(thing) => Err(Reason::NotUsable),
            Some((_, place)) if *place == 0 || *place > self.places => Err(Reason::NoSpot { place: *place }),
            Some(_) => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<(Thing, u8)> {
        None
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<(Thing, u8)> {
        let thing = self.things.get(chance.random_range(0..2 * self.things.len().max(1)))?;
        Some((*thing, chance.random_range(1..=self.places)))
    }

    fn only(&self, _game: &InnerSea) -> Option<Option<(Thing, u8)>> {
        self.is_idle.then_some(None)
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<(Thing, u8)>> {
        lines.first(|order| match order {
            Order::Nothing(Verb::Rank) => Says::Yes(None),
            Order::Rank(place, Some(thing)) => match self.legal(game, &Some((*thing, *place))) {
                Ok(()) => Says::Yes(Some((*thing, *place))),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<(Thing, u8)>) -> Vec<Order> {
        alloc::vec![match answer {
            Some((thing, place)) => Order::Rank(*place, Some(*thing)),
            None => Order::Nothing(Verb::Rank),
        }]
    }
}
