//! Trade: the tile, the offers, the ring of picks and its end (EM-3).

use super::collect;
use crate::common::orders::Order;
use crate::common::trade::{Compensation, Offer, Ring};
use crate::empires::event::Event;
use crate::empires::position::{Phase, Position, TILES};
use crate::empires::reason::{Own, Reason};
use crate::empires::{Empires, Table};
use crate::pieces::{Card, Cards, Role};
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// The most cards that Antigone's owner may lay out (EM-3.6).
const MOST: u8 = 5;

/// Plays the first stage of a round: collecting and trading.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Trade });
    let due = collect::collect(t);
    t.gather(owing(t, &due))?;
    collect::choices(t, &due)?;
    trade(t)?;
    t.state.position.phase = Phase::Building;
    Ok(())
}

/// Who has something to decide: tokens to trade, a temple's or the Colossus' gift, or the tile.
fn owing(t: &Table<'_>, due: &collect::Due) -> Seats {
    let owes = |seat: &Seat| {
        !t.state.hand(*seat).is_empty()
            || due.temples.iter().any(|(by, _)| by == seat)
            || t.state.position.owns(*seat, Card::Colossus)
            || t.state.position.role(Role::Director) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}

fn trade(t: &mut Table<'_>) -> Play {
    let Some(leader) = t.state.position.role(Role::Director) else { return Ok(()) };
    let numbers = playable(&t.state.position);
    let number = t.ask(leader, "tile", Tile { numbers })?; // EM-3.1
    use_tile(&mut t.state.position, number);
    t.tell(Event::TilePlayed { seat: leader, number });
    // She may serve two: her owner, and whoever copies her (EM-3.6, EM-4.6.2).
    let served = t.game.core.seats.iter().filter(|seat| t.state.position.has(*seat, Card::Antigone)).collect();
    let antigone = t.ask_all(served, "antigone", |state, seat| {
        let most = MOST.min(state.hand(seat).len() as u8);
        Antigone { number: number.min(most), most }
    })?;
    for &(seat, number) in &antigone {
        t.tell(Event::AntigoneOffers { seat, number });
    }
    // Whoever has fewer lays out what is there (EM-3.2).
    let number_of = |hand: &Cards, seat: Seat| match antigone.iter().find(|(served, _)| *served == seat) {
        Some((_, own)) => *own,
        None => number.min(hand.len() as u8),
    };
    let traders: Seats = t.game.core.seats.iter().filter(|seat| number_of(t.state.hand(*seat), *seat) > 0).collect();
    let offers = t.ask_all(traders, "offer", |state, seat| {
        let hand = *state.hand(seat);
        Offer { hand, number: number_of(&hand, seat) }
    })?;
    let mut ring = Ring::default();
    for (seat, cards) in offers {
        ring.open[seat.index()] = cards;
        t.tell(Event::Offered { seat, cards });
    }
    t.state.position.acted = t.game.core.seats;
    // At 0 nobody takes anything; what Antigone laid out goes back (EM-3.1).
    if number > 0 {
        go_round(t, &mut ring, leader)?;
    }
    settle(t, &ring, leader)?;
    t.state.position.acted = Seats::NONE;
    Ok(())
}

/// Whoever lost a token takes the next one (EM-3.3). Tokens change hands at once; what lies open still belongs to its owner.
fn go_round(t: &mut Table<'_>, ring: &mut Ring, leader: Seat) -> Play {
    let mut taker = leader;
    for turn in 1.. {
        let sources = ring.open_to(taker);
        if sources.is_empty() {
            break; // EM-3.4
        }
        let mut mine = *t.state.hand(taker);
        mine.remove(&ring.taken[taker.index()]); // the ring counts them itself
        mine.remove(&ring.open[taker.index()]);
        let (from, good) = t.ask(taker, format_args!("pick {turn}"), ring.pick(&mine, taker, sources))?;
        ring.take(taker, from, good);
        t.state.pass(from, taker, good);
        t.tell(Event::Taken { seat: taker, from, good });
        taker = from;
    }
    t.tell(Event::TradeEnds { seat: taker });
    Ok(())
}

/// Takes up what is left, and compensates whoever lost the last token (EM-3.4, EM-3.5).
fn settle(t: &mut Table<'_>, ring: &Ring, leader: Seat) -> Play {
    for seat in t.game.core.seats.iter() {
        let left = ring.open[seat.index()];
        if !left.is_empty() {
            t.tell(Event::Returned { seat, cards: left });
        }
    }
    let Some(robbed) = ring.robbed_last().filter(|robbed| *robbed != leader) else { return Ok(()) };
    let hand = *t.state.hand(leader);
    let good = t.ask(leader, "compensation", Compensation { hand })?;
    t.state.pass(leader, robbed, good);
    t.tell(Event::Compensated { seat: leader, to: robbed });
    t.tell_only([leader, robbed], Event::CompensatedWith { seat: leader, to: robbed, good });
    Ok(())
}

/// The numbers on the tiles that have not been played (EM-3.1.1).
pub fn playable(position: &Position) -> Vec<u8> {
    TILES.iter().zip(position.played).filter(|(_, played)| !played).flat_map(|(tile, _)| *tile).collect()
}

/// Lays a tile aside; when all three are used they come back (EM-3.1.1).
fn use_tile(position: &mut Position, number: u8) {
    for (tile, played) in TILES.iter().zip(&mut position.played) {
        *played |= tile.contains(&number);
    }
    if position.played == [true; 3] {
        position.played = [false; 3];
    }
}

/// Which number the Trade Leader shows.
#[derive(Debug)]
pub struct Tile {
    /// What can be shown.
    pub numbers: Vec<u8>,
}

impl Question<Empires> for Tile {
    type Answer = u8;
    const NAME: &'static str = "tile";

    fn legal(&self, _: &Empires, number: &u8) -> Result<(), Reason> {
        if self.numbers.contains(number) { Ok(()) } else { Err(Own::NoSuchTile { number: *number }.into()) }
    }

    fn default(&self, _: &Empires) -> u8 {
        [3, 4, 2, 5, 1].into_iter().find(|number| self.numbers.contains(number)).unwrap_or(0)
    }

    fn choices(&self, _: &Empires) -> Vec<u8> {
        self.numbers.clone()
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> u8 {
        self.numbers.choose(chance).copied().unwrap_or(0)
    }

    fn hear(&self, game: &Empires, lines: &mut Lines<'_, Empires>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Trade(number) => match self.legal(game, number) {
                Ok(()) => Says::Yes(*number),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Empires, number: &u8) -> Vec<Order> {
        alloc::vec![Order::Trade(*number)]
    }
}

/// How many tokens Antigone's owner lays out.
#[derive(Debug)]
pub struct Antigone {
    /// What the tile asks for, or as much of it as he has.
    pub number: u8,
    /// The most he can.
    pub most: u8,
}

impl Question<Empires> for Antigone {
    type Answer = u8;
    const NAME: &'static str = "antigone";

    fn legal(&self, _: &Empires, number: &u8) -> Result<(), Reason> {
        if *number <= self.most { Ok(()) } else { Err(Own::WrongNumber { most: self.most }.into()) }
    }

    fn default(&self, _: &Empires) -> u8 {
        self.number
    }

    fn choices(&self, _: &Empires) -> Vec<u8> {
        (0..=self.most).collect()
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> u8 {
        chance.random_range(0..=self.most)
    }

    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Antigone(number) if *number <= self.most => Says::Yes(*number),
            Order::Antigone(_) => Says::Partly(self.most, Own::WrongNumber { most: self.most }.into()),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Empires, number: &u8) -> Vec<Order> {
        alloc::vec![Order::Antigone(*number)]
    }
}
