//! Trade: what a player lays out, what he takes, the ring that goes from the robbed to the robbed, and the compensation.

use super::ground::SIDES;
use super::orders::{Order, PickWish};
use super::reason::Reason;
use super::{Core, Mare};
use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat, Seats};

/// The offered and the taken cards, and who took from whom last.
#[derive(Clone, Default, Debug)]
pub struct Ring {
    /// What still lies on the table.
    pub open: [Cards; SIDES],
    /// What everybody has taken.
    pub taken: [Cards; SIDES],
    /// The last two exchanges: who took from whom.
    last: [Option<(Seat, Seat)>; 2],
}

impl Ring {
    /// From whom a player may take: anybody else with open cards, but not a third time in a row (MN-3.3.2, MN-3.3.3, MY-3.3.3).
    pub fn open_to(&self, taker: Seat) -> Seats {
        let barred = match self.last {
            [Some((a, b)), Some((c, d))] if a == taker && (c, d) == (b, a) => Some(b),
            _ => None,
        };
        let all = (0..SIDES as u8).map(Seat);
        all.filter(|seat| *seat != taker && Some(*seat) != barred && !self.open[seat.index()].is_empty()).collect()
    }

    /// What a player may choose from.
    pub fn pick(&self, hand: &Cards, taker: Seat, sources: Seats) -> Pick {
        let mut mine = *hand;
        mine.put(&self.taken[taker.index()]);
        let taken = self.taken[taker.index()];
        Pick { options: sources.iter().map(|seat| (seat, self.open[seat.index()])).collect(), mine, taken }
    }

    /// Moves one card; whoever lost it takes next.
    pub fn take(&mut self, taker: Seat, from: Seat, good: Good) {
        self.open[from.index()].take(good, 1);
        self.taken[taker.index()].add(good, 1);
        self.last = [self.last[1], Some((taker, from))];
    }

    /// Who lost the last card.
    pub fn robbed_last(&self) -> Option<Seat> {
        self.last[1].map(|(_, robbed)| robbed)
    }
}

/// Which cards a player lays out.
#[derive(Debug)]
pub struct Offer {
    /// What he has.
    pub hand: Cards,
    /// How many cards.
    pub number: u8,
}

impl Offer {
    /// The cards a player can spare best: doubles first, of these the commonest; taxes last.
    fn spare(&self, game: &Core, mut chosen: Cards) -> Cards {
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

impl Offer {
    /// The first cards of a list that the hand holds, as many as are wanted; and those before them that it does not hold.
    fn named(&self, goods: &[Good]) -> (Cards, Cards) {
        let mut left = self.hand;
        let (mut named, mut missing) = (Cards::NONE, Cards::NONE);
        for good in goods {
            if named.len() == usize::from(self.number) {
                break;
            }
            let heap = if left.take(*good, 1) == 1 { &mut named } else { &mut missing };
            heap.add(*good, 1);
        }
        (named, missing)
    }
}

impl<G: Mare> Question<G> for Offer {
    type Answer = Cards;
    const NAME: &'static str = "offer";

    fn legal(&self, _: &G, cards: &Cards) -> Result<(), G::Reason> {
        if cards.len() == usize::from(self.number) && self.hand.covers(cards) {
            Ok(())
        } else {
            Err(Reason::WrongOffer { number: self.number }.into())
        }
    }

    fn default(&self, game: &G) -> Cards {
        self.spare(game.core(), Cards::NONE)
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Cards {
        let mut cards: Vec<Good> = self.hand.each().collect();
        cards.shuffle(chance);
        cards.into_iter().take(usize::from(self.number)).collect()
    }

    fn only(&self, _: &G) -> Option<Cards> {
        (self.hand.len() == usize::from(self.number)).then_some(self.hand)
    }

    /// A list that is too short is filled up by the referee, who says so (MN-3.3.1, EM-3.2); and so is one that names what is not there.
    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Cards> {
        lines.first(|order| match order {
            Order::OfferAny => Says::Yes(self.spare(game.core(), Cards::NONE)),
            Order::Offer(goods) if goods.is_empty() => Says::No(Reason::MustOffer.into()),
            Order::Offer(goods) => {
                let (named, missing) = self.named(goods);
                let short = match missing.is_empty() {
                    true => Reason::WrongOffer { number: self.number },
                    false => Reason::NotHisToOffer { cards: missing },
                };
                match named.len() {
                    all if all == usize::from(self.number) && missing.is_empty() => Says::Yes(named),
                    0 => Says::No(short.into()),
                    _ => Says::Partly(self.spare(game.core(), named), short.into()),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, cards: &Cards) -> Vec<Order> {
        alloc::vec![Order::Offer(cards.each().collect())]
    }
}

/// Some of the kinds of a list, each once: so many fit on a line.
pub fn kinds(goods: impl IntoIterator<Item = Good>) -> Vec<Good> {
    let mut kinds: Vec<Good> = Vec::new();
    for good in goods {
        if kinds.len() < 5 && !kinds.contains(&good) {
            kinds.push(good);
        }
    }
    kinds
}

/// Which card a player takes, and from whom.
#[derive(Debug)]
pub struct Pick {
    options: Vec<(Seat, Cards)>,
    mine: Cards,
    taken: Cards,
}

impl Pick {
    fn all(&self) -> impl Iterator<Item = (Seat, Good)> + '_ {
        self.options.iter().flat_map(|(seat, cards)| cards.iter().map(|(good, _)| (*seat, good)))
    }

    /// The card that makes the player's sets longest: one he has least of, the rarest; of taxes one more is always good.
    fn best(&self, game: &Core, wish: PickWish) -> Option<(Seat, Good)> {
        // `2 papyrus` are no more in one trade.
        let had = wish.good.map_or(self.taken.len(), |good| usize::from(self.taken.count(good)));
        if wish.most.is_some_and(|most| had >= usize::from(most)) {
            return None;
        }
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

impl<G: Mare> Question<G> for Pick {
    type Answer = (Seat, Good);
    const NAME: &'static str = "pick";

    fn legal(&self, _: &G, pick: &(Seat, Good)) -> Result<(), G::Reason> {
        if self.all().any(|option| option == *pick) { Ok(()) } else { Err(Reason::NotOnOffer.into()) }
    }

    fn default(&self, game: &G) -> (Seat, Good) {
        self.best(game.core(), PickWish::default()).unwrap_or((Seat(0), Good::Tax))
    }

    fn random(&self, _: &G, chance: &mut Chance) -> (Seat, Good) {
        self.all().choose(chance).unwrap_or((Seat(0), Good::Tax))
    }

    fn choices(&self, _: &G) -> Vec<(Seat, Good)> {
        self.all().collect()
    }

    fn only(&self, _: &G) -> Option<(Seat, Good)> {
        let mut all = self.all();
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<(Seat, Good)> {
        lines.first(|order| match order {
            Order::Pick(wishes) => match wishes.iter().find_map(|wish| self.best(game.core(), *wish)) {
                Some(pick) => Says::Yes(pick),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, (from, good): &(Seat, Good)) -> Vec<Order> {
        alloc::vec![Order::Pick(alloc::vec![PickWish { good: Some(*good), from: Some(*from), most: None }])]
    }
}

/// Which card the Director gives to the player who is one short.
#[derive(Debug)]
pub struct Compensation {
    /// What he has.
    pub hand: Cards,
}

impl<G: Mare> Question<G> for Compensation {
    type Answer = Good;
    const NAME: &'static str = "compensation";

    fn legal(&self, _: &G, good: &Good) -> Result<(), G::Reason> {
        if self.hand.count(*good) > 0 {
            Ok(())
        } else {
            Err(Reason::NotHisToGive { cards: Cards::from_iter([*good]) }.into())
        }
    }

    fn default(&self, game: &G) -> Good {
        let spared = Offer { hand: self.hand, number: 1 }.default(game);
        spared.each().next().unwrap_or(Good::Tax)
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Good {
        self.hand.iter().map(|(good, _)| good).choose(chance).unwrap_or(Good::Tax)
    }

    fn choices(&self, _: &G) -> Vec<Good> {
        self.hand.iter().map(|(good, _)| good).collect()
    }

    // There is no `only`: whoever holds cards of one kind is asked as well, because waiting must not tell what somebody holds.
    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Give(goods) => match goods.iter().find(|good| self.hand.count(**good) > 0) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Reason::NotHisToGive { cards: goods.iter().copied().collect() }.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Give(alloc::vec![*good])]
    }
}
