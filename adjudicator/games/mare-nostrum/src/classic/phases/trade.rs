//! Trade: the number, the offers, the ring of picks and its end (MN-3.3).

use crate::classic::event::Event;
use crate::classic::orders::{Order, PickWish};
use crate::classic::position::SIDES;
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::pieces::{Card, Cards, Good, Role};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// Plays the trade.
pub fn play(t: &mut Table<'_>) -> Play {
    let Some(director) = t.state.position.role(Role::Director) else { return Ok(()) };
    let hand = t.state.hand(director).len() as u8;
    let number = t.ask(director, "number", NumberOf { hand })?; // MN-3.3
    t.tell(Event::NumberNamed { seat: director, number });
    if number == 0 {
        return Ok(());
    }
    // Whoever has too few cards sits out; the others must take part (MN-3.3.1).
    let size = |t: &Table<'_>, seat| t.state.hand(seat).len() as u8;
    let traders: Seats = t.game.seats.iter().filter(|seat| size(t, *seat) >= number).collect();
    for seat in t.game.seats.iter().filter(|seat| !traders.contains(*seat)) {
        let hand = size(t, seat);
        t.tell(Event::SitsOut { seat, hand });
    }
    let offers = t.ask_all(traders, "offer", |state, seat| Offer { hand: *state.hand(seat), number })?;
    let mut ring = Ring::default();
    for (seat, cards) in offers {
        t.state.hand_mut(seat).remove(&cards);
        ring.open[seat.index()] = cards;
        t.tell(Event::Offered { seat, cards });
    }
    ring.go_round(t, director)?;
    ring.settle(t, director)
}

/// The offered and the taken cards, and who took from whom last.
#[derive(Default)]
struct Ring {
    open: [Cards; SIDES],
    taken: [Cards; SIDES],
    /// The last two exchanges: who took from whom.
    last: [Option<(Seat, Seat)>; 2],
    ulysses_used: bool,
}

impl Ring {
    /// From whom a player may take: anybody else with open cards, but not a third time in a row (MN-3.3.2, MN-3.3.3).
    fn open_to(&self, taker: Seat) -> Seats {
        let barred = match self.last {
            [Some((a, b)), Some((c, d))] if a == taker && (c, d) == (b, a) => Some(b),
            _ => None,
        };
        let all = (0..SIDES as u8).map(Seat);
        all.filter(|seat| *seat != taker && Some(*seat) != barred && !self.open[seat.index()].is_empty()).collect()
    }

    fn go_round(&mut self, t: &mut Table<'_>, director: Seat) -> Play {
        let mut taker = director;
        for turn in 1.. {
            let sources = self.open_to(taker);
            if sources.is_empty() {
                break; // MN-3.3.4
            }
            let (mut from, mut good) = t.ask(taker, format_args!("pick {turn}"), self.pick(t, taker, sources))?;
            if let Some(owner) = self.ulysses(t, taker, from, good, turn)? {
                self.ulysses_used = true;
                t.tell(Event::UlyssesUsed { seat: owner, taker, returned: good, to: from });
                let only = Seats::from_iter([owner]);
                (from, good) = t.ask(taker, format_args!("pick {turn} again"), self.pick(t, taker, only))?;
            }
            self.open[from.index()].take(good, 1);
            self.taken[taker.index()].add(good, 1);
            self.last = [self.last[1], Some((taker, from))];
            t.tell(Event::Taken { seat: taker, from, good });
            taker = from;
        }
        t.tell(Event::TradeEnds { seat: taker });
        Ok(())
    }

    fn pick(&self, t: &Table<'_>, taker: Seat, sources: Seats) -> Pick {
        let mut mine = *t.state.hand(taker);
        mine.put(&self.taken[taker.index()]);
        Pick { options: sources.iter().map(|seat| (seat, self.open[seat.index()])).collect(), mine }
    }

    /// Asks the owner of Ulysses whether he steps in, if he can (MN-3.3.6).
    fn ulysses(&self, t: &mut Table<'_>, taker: Seat, from: Seat, good: Good, turn: usize) -> Play<Option<Seat>> {
        let Some(owner) = t.state.position.owner_of(Card::Ulysses) else { return Ok(None) };
        if self.ulysses_used || owner == taker || owner == from || self.open[owner.index()].is_empty() {
            return Ok(None);
        }
        let question = Ulysses { take: PickWish { good: Some(good), from: Some(taker) } };
        let steps_in = t.ask(owner, format_args!("ulysses {turn}"), question)?;
        Ok(steps_in.then_some(owner))
    }

    /// Takes everything up, and compensates the last player robbed (MN-3.3.4, MN-3.3.5).
    fn settle(&mut self, t: &mut Table<'_>, director: Seat) -> Play {
        for seat in t.game.seats.iter() {
            let left = self.open[seat.index()];
            if !left.is_empty() {
                t.tell(Event::Returned { seat, cards: left });
            }
            t.state.hand_mut(seat).put(&left);
            t.state.hand_mut(seat).put(&self.taken[seat.index()]);
        }
        let Some((_, robbed)) = self.last[1] else { return Ok(()) };
        if robbed == director {
            return Ok(());
        }
        let hand = *t.state.hand(director);
        let good = t.ask(director, "compensation", Compensation { hand })?;
        t.state.hand_mut(director).take(good, 1);
        t.state.hand_mut(robbed).add(good, 1);
        t.tell(Event::Compensated { seat: director, to: robbed });
        t.tell_only([director, robbed], Event::CompensatedWith { seat: director, to: robbed, good });
        Ok(())
    }
}

/// How many cards everybody lays out.
#[derive(Debug)]
pub struct NumberOf {
    hand: u8,
}

impl Question<Classic> for NumberOf {
    type Answer = u8;
    const NAME: &'static str = "number";

    fn legal(&self, _: &Classic, number: &u8) -> Result<(), Reason> {
        if *number <= self.hand { Ok(()) } else { Err(Reason::TooManyCards { hand: self.hand }) }
    }

    fn default(&self, _: &Classic) -> u8 {
        self.hand.min(3)
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> u8 {
        chance.random_range(0..=self.hand)
    }

    fn only(&self, _: &Classic) -> Option<u8> {
        (self.hand == 0).then_some(0)
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Trade(number) if *number <= self.hand => Says::Yes(*number),
            Order::Trade(_) => Says::No(Reason::TooManyCards { hand: self.hand }),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, number: &u8) -> Vec<Order> {
        alloc::vec![Order::Trade(*number)]
    }
}

/// Which cards a player lays out.
#[derive(Debug)]
pub struct Offer {
    pub(crate) hand: Cards,
    pub(crate) number: u8,
}

impl Offer {
    /// The cards a player can spare best: doubles first, of these the commonest; taxes last.
    fn spare(&self, game: &Classic, mut chosen: Cards) -> Cards {
        let mut hand = self.hand;
        hand.remove(&chosen);
        while chosen.len() < usize::from(self.number) {
            let key = |good: Good| {
                let doubles = if good == Good::Tax { 0 } else { hand.count(good).saturating_sub(1) };
                (Reverse(doubles), good == Good::Tax, Reverse(game.board.bank.count(good)))
            };
            let Some(good) = hand.iter().map(|(good, _)| good).min_by_key(|good| key(*good)) else { break };
            hand.take(good, 1);
            chosen.add(good, 1);
        }
        chosen
    }
}

impl Question<Classic> for Offer {
    type Answer = Cards;
    const NAME: &'static str = "offer";

    fn legal(&self, _: &Classic, cards: &Cards) -> Result<(), Reason> {
        if cards.len() == usize::from(self.number) && self.hand.covers(cards) {
            Ok(())
        } else {
            Err(Reason::WrongOffer { number: self.number })
        }
    }

    fn default(&self, game: &Classic) -> Cards {
        self.spare(game, Cards::NONE)
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Cards {
        let mut cards: Vec<Good> = self.hand.each().collect();
        cards.shuffle(chance);
        cards.into_iter().take(usize::from(self.number)).collect()
    }

    fn only(&self, _: &Classic) -> Option<Cards> {
        (self.hand.len() == usize::from(self.number)).then_some(self.hand)
    }

    /// The first cards of the list that the hand holds; what the list leaves open the referee fills up.
    fn hear(&self, game: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Cards> {
        lines.first(|order| match order {
            Order::Offer(goods) => {
                let mut hand = self.hand;
                let held = goods.iter().copied().filter(|good| hand.take(*good, 1) == 1);
                Says::Yes(self.spare(game, held.take(usize::from(self.number)).collect()))
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, cards: &Cards) -> Vec<Order> {
        alloc::vec![Order::Offer(cards.each().collect())]
    }
}

/// Which card a player takes, and from whom.
#[derive(Debug)]
pub struct Pick {
    options: Vec<(Seat, Cards)>,
    mine: Cards,
}

impl Pick {
    fn all(&self) -> impl Iterator<Item = (Seat, Good)> + '_ {
        self.options.iter().flat_map(|(seat, cards)| cards.iter().map(|(good, _)| (*seat, good)))
    }

    /// The card that makes the player's sets longest: one he has least of, the rarest; of taxes one more is always good.
    fn best(&self, game: &Classic, wish: PickWish) -> Option<(Seat, Good)> {
        let fits = |(seat, good): &(Seat, Good)| {
            wish.good.is_none_or(|wanted| wanted == *good) && wish.from.is_none_or(|wanted| wanted == *seat)
        };
        let key = |(_, good): &(Seat, Good)| match good {
            Good::Tax => (0, u8::MAX),
            good => (self.mine.count(*good), game.board.bank.count(*good)),
        };
        self.all().filter(fits).min_by_key(key)
    }
}

impl Question<Classic> for Pick {
    type Answer = (Seat, Good);
    const NAME: &'static str = "pick";

    fn legal(&self, _: &Classic, pick: &(Seat, Good)) -> Result<(), Reason> {
        if self.all().any(|option| option == *pick) { Ok(()) } else { Err(Reason::NotOnOffer) }
    }

    fn default(&self, game: &Classic) -> (Seat, Good) {
        self.best(game, PickWish::default()).unwrap_or((Seat(0), Good::Tax))
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> (Seat, Good) {
        self.all().choose(chance).unwrap_or((Seat(0), Good::Tax))
    }

    fn choices(&self, _: &Classic) -> Vec<(Seat, Good)> {
        self.all().collect()
    }

    fn only(&self, _: &Classic) -> Option<(Seat, Good)> {
        let mut all = self.all();
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    fn hear(&self, game: &Classic, lines: &mut Lines<'_, Classic>) -> Option<(Seat, Good)> {
        lines.first(|order| match order {
            Order::Pick(wishes) => match wishes.iter().find_map(|wish| self.best(game, *wish)) {
                Some(pick) => Says::Yes(pick),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, (from, good): &(Seat, Good)) -> Vec<Order> {
        alloc::vec![Order::Pick(alloc::vec![PickWish { good: Some(*good), from: Some(*from) }])]
    }
}

/// Whether Ulysses steps in when this player has taken this card.
#[derive(Debug)]
pub struct Ulysses {
    take: PickWish,
}

impl Question<Classic> for Ulysses {
    type Answer = bool;
    const NAME: &'static str = "ulysses";

    fn legal(&self, _: &Classic, _: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Classic) -> bool {
        false
    }

    fn choices(&self, _: &Classic) -> Vec<bool> {
        alloc::vec![false, true]
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> bool {
        *[true, false, false].choose(chance).unwrap_or(&false)
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<bool> {
        lines.first(|order| match order {
            Order::Ulysses(whens) => Says::Yes(whens.iter().any(|when| {
                when.good.is_none_or(|good| Some(good) == self.take.good)
                    && when.from.is_none_or(|taker| Some(taker) == self.take.from)
            })),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, steps_in: &bool) -> Vec<Order> {
        alloc::vec![Order::Ulysses(if *steps_in { alloc::vec![self.take] } else { Vec::new() })]
    }
}

/// Which card the Director gives to the player who is one short.
#[derive(Debug)]
pub struct Compensation {
    hand: Cards,
}

impl Question<Classic> for Compensation {
    type Answer = Good;
    const NAME: &'static str = "compensation";

    fn legal(&self, _: &Classic, good: &Good) -> Result<(), Reason> {
        if self.hand.count(*good) > 0 { Ok(()) } else { Err(Reason::NotHisToGive { cards: Cards::from_iter([*good]) }) }
    }

    fn default(&self, game: &Classic) -> Good {
        let spared = Offer { hand: self.hand, number: 1 }.default(game);
        spared.each().next().unwrap_or(Good::Tax)
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Good {
        self.hand.iter().map(|(good, _)| good).choose(chance).unwrap_or(Good::Tax)
    }

    fn choices(&self, _: &Classic) -> Vec<Good> {
        self.hand.iter().map(|(good, _)| good).collect()
    }

    fn only(&self, _: &Classic) -> Option<Good> {
        let mut kinds = self.hand.iter().map(|(good, _)| good);
        let first = kinds.next()?;
        kinds.next().is_none().then_some(first)
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Give(goods) => match goods.iter().find(|good| self.hand.count(**good) > 0) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Reason::NotHisToGive { cards: goods.iter().copied().collect() }),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Give(alloc::vec![*good])]
    }
}
