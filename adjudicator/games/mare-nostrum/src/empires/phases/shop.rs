//! The shop: what may be placed where, and at which price (EM-4.2 to EM-4.6).
//!
//! It works on a copy of the table and on the buyer's own hand, so an acknowledgement can use it without seeing more than the buyer.

use crate::common::orders::{Item, Wish};
use crate::common::payment::Sets;
use crate::common::prices::{self, Quote};
pub use crate::common::shop::Purchase;
use crate::common::shop::{may_stand, meant, no_enemy};
use crate::empires::Empires;
use crate::empires::position::Position;
use crate::empires::reason::{Common, Own, Reason};
use crate::pieces::{Card, Cards, Good, Province, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// One player's visit.
#[derive(Clone, Debug)]
pub struct Shop<'a> {
    game: &'a Empires,
    seat: Seat,
    /// The table with everything bought so far on it.
    pub position: Position,
    /// The cards that are not tied up in named payments.
    free_hand: Cards,
    /// What was bought so far.
    pub bought: Vec<Purchase>,
    /// The provinces the buyer controlled when the round began (EM-4.3.1).
    controlled: Vec<Province>,
    /// Whom Castor and Pollux shall copy if they are bought (EM-4.6.2).
    copy: Option<Card>,
}

/// How a player may make his sets (EM-4.2.1, EM-4.2.2).
pub fn sets_of(position: &Position, seat: Seat) -> Sets {
    match () {
        () if position.owns(seat, Card::Cleopatra) => Sets::Mixed,
        () if position.owns(seat, Card::Hannibal) => Sets::Doubled,
        () => Sets::Plain,
    }
}

impl<'a> Shop<'a> {
    /// Opens the shop for a player with this hand.
    pub fn new(game: &'a Empires, position: &Position, seat: Seat, hand: &Cards) -> Shop<'a> {
        let before = |province: &Province| position.area(*province).settled != position.turn;
        let controlled = position.controlled(seat).filter(before).collect();
        Shop { game, seat, position: position.clone(), free_hand: *hand, bought: Vec::new(), controlled, copy: None }
    }

    /// Names the hero whose power Castor and Pollux shall have from the moment they are bought.
    pub fn copying(mut self, hero: Option<Card>) -> Shop<'a> {
        self.copy = hero;
        self
    }

    /// How many legions Penthesilea gives: one for each own province where enemies stand (EM-4.5.4).
    fn penthesilea(&self) -> usize {
        let invaded = |province: &Province| !self.position.area(*province).enemies_of(self.seat).is_empty();
        match self.position.has(self.seat, Card::Penthesilea) {
            true => self.position.controlled(self.seat).filter(invaded).count(),
            false => 0,
        }
    }

    /// Whether the game is won by what was bought: the Pyramids at once, a fifth tile when the phase ends (EM-7.1, EM-7.2).
    pub fn has_won(&self) -> bool {
        self.position.owns(self.seat, Card::Pyramids)
    }

    /// Buys one thing, if rules and hand allow.
    pub fn buy(&mut self, wish: Wish, named: Option<&Cards>) -> Result<(), Reason> {
        let item = self.find(wish)?;
        self.may_place(item)?;
        let (price, discount) = self.price(item);
        let charge = Charge::of(price, discount);
        let named = named.map(|cards| cards.for_price(price));
        match &named {
            _ if price == 0 => {}
            Some(cards) => self.tie_up(cards, charge)?,
            None => self.affordable(Some(charge)).map_err(|()| Common::CannotPay { price })?,
        }
        self.position.put(self.seat, item);
        if let Item::Card { card } = item {
            self.position.row.retain(|known| *known != card);
            if card == Card::CastorAndPollux {
                self.position.copied = copyable(self.game, &self.position, self.seat, self.copy);
            }
        }
        self.bought.push(Purchase { item, price, discount, named: named.filter(|_| price > 0) });
        Ok(())
    }

    /// The payments for everything bought: the named ones, and the best ones for the rest.
    pub fn payments(&self) -> Vec<Cards> {
        let mut found = pay_all(self.sets(), &self.free_hand, &self.charges()).unwrap_or_default().into_iter();
        let pay = |purchase: &Purchase| match purchase.price {
            0 => Cards::NONE,
            _ => purchase.named.or_else(|| found.next()).unwrap_or_default(),
        };
        self.bought.iter().map(pay).collect()
    }

    /// What is still to be paid without a word of the buyer's how.
    fn charges(&self) -> Vec<Charge> {
        let open = self.bought.iter().filter(|purchase| purchase.named.is_none() && purchase.price > 0);
        open.map(|purchase| Charge::of(purchase.price, purchase.discount)).collect()
    }

    fn sets(&self) -> Sets {
        sets_of(&self.position, self.seat)
    }

    /// Whether the hand pays all that is open, and one thing more.
    fn affordable(&self, more: Option<Charge>) -> Result<(), ()> {
        let charges: Vec<Charge> = self.charges().into_iter().chain(more).collect();
        if payable(self.sets(), &self.free_hand, &charges) { Ok(()) } else { Err(()) }
    }

    /// Sets named cards aside, if the rest still pays what was bought before.
    fn tie_up(&mut self, cards: &Cards, charge: Charge) -> Result<(), Reason> {
        let (price, fits) = match charge {
            Charge::Token(good) => (1, cards.count(good) + cards.count(Good::Tax) == 1),
            Charge::Set(price) => (price, self.sets().is_set(cards)),
        };
        if cards.len() != usize::from(price) {
            return Err(Common::WrongPrice { price, paid: cards.len() as u8 }.into());
        }
        if !fits {
            return Err(Common::NotASet { cards: *cards }.into());
        }
        if !self.free_hand.covers(cards) {
            return Err(Common::NotInHand { cards: *cards }.into());
        }
        let before = self.free_hand;
        self.free_hand.remove(cards);
        self.affordable(None).map_err(|()| {
            self.free_hand = before;
            Common::CannotPay { price }.into()
        })
    }

    /// Finds the site for a wish that leaves it open.
    pub fn find(&self, wish: Wish) -> Result<Item, Reason> {
        match wish {
            // Triremes are built at sea (EM-4.5.2): whoever names a province means a sea next to it.
            Wish::Unit(Unit::Trireme, province) => {
                self.may_build_in(province)?;
                let coasts = &self.game.core.board.land(province).coasts;
                let sea = coasts.iter().find(|sea| self.may_launch(**sea).is_ok()).or(coasts.first());
                sea.map(|sea| Item::Ship { sea: *sea }).ok_or(Common::NoCoast { province }.into())
            }
            wish => Ok(meant(&self.game.core, &self.position, wish)?),
        }
    }

    fn may_place(&self, item: Item) -> Result<(), Reason> {
        match item {
            Item::Influence { province } => self.may_settle(province),
            Item::Building { province, site } => {
                self.may_build_in(province)?;
                Ok(may_stand(&self.game.core, &self.position, province, site)?)
            }
            Item::Unit { province, unit } => {
                self.may_build_in(province)?;
                self.in_stock(unit)?;
                match unit {
                    // One fort in a province (EM-4.5.1), and legions without number (EM-4.5).
                    Unit::Fortress if self.position.area(province).fortresses[self.seat.index()] > 0 => {
                        Err(Common::FortressThere { province }.into())
                    }
                    _ => Ok(()),
                }
            }
            Item::Ship { sea } => {
                self.in_stock(Unit::Trireme)?;
                self.may_launch(sea)
            }
            Item::Card { card } => self.may_own(card),
        }
    }

    /// Whether works may rise in a province (EM-4.4, EM-4.4.1): it is the player's and no enemy stands there, or it is his capital.
    /// A marker that came just now is enough (EM-4.3.3).
    fn may_build_in(&self, province: Province) -> Result<(), Reason> {
        if self.game.is_covered(province) {
            return Err(Common::Covered { province }.into());
        }
        if self.position.area(province).owner != Some(self.seat) {
            return Err(Common::NotYours { province }.into());
        }
        if self.game.core.capital(self.seat) == province {
            Ok(())
        } else {
            Ok(no_enemy(&self.position, self.seat, province)?)
        }
    }

    /// Whether a marker may come here (EM-4.3, EM-4.3.1): free of markers and enemies, next to or joined with what was controlled before.
    fn may_settle(&self, province: Province) -> Result<(), Reason> {
        if self.game.is_covered(province) {
            return Err(Common::Covered { province }.into());
        }
        if let Some(seat) = self.position.area(province).owner {
            return Err(Common::MarkerThere { province, seat }.into());
        }
        no_enemy(&self.position, self.seat, province)?;
        if self.position.markers(self.seat) >= self.game.core.board.pieces.markers {
            return Err(Common::NoMarkerLeft.into());
        }
        let near = |from: &Province| self.position.adjacent(&self.game.core.board, self.seat, *from, province);
        if self.controlled.iter().any(near) { Ok(()) } else { Err(Common::NotAdjacent { province }.into()) }
    }

    fn in_stock(&self, unit: Unit) -> Result<(), Reason> {
        let left = self.position.units(self.seat, unit) < self.game.core.board.pieces.unit(unit);
        if left { Ok(()) } else { Err(Common::NoPieceLeft { unit }.into()) }
    }

    /// A sea next to an own province without enemies, or next to the own capital (EM-4.5.2).
    fn may_launch(&self, sea: Sea) -> Result<(), Reason> {
        let shore = |province: &&Province| self.may_build_in(**province).is_ok();
        if self.game.core.board.water(sea).coasts.iter().any(|province| shore(&province)) {
            Ok(())
        } else {
            Err(Own::NoShoreThere { sea }.into())
        }
    }

    /// Whether a hero or wonder may be bought (EM-4.6, EM-4.6.1).
    fn may_own(&self, card: Card) -> Result<(), Reason> {
        if let Some(seat) = self.position.owner_of(card) {
            return Err(Common::CardTaken { card, seat }.into());
        }
        if self.game.core.board.civilizations.iter().any(|one| one.hero == card) {
            return Err(Common::OthersHero { card }.into());
        }
        if !self.position.row.contains(&card) {
            return Err(Own::FaceDown { card }.into());
        }
        if card != Card::Pyramids && self.position.cards_of(self.seat).count() >= 5 {
            return Err(Own::HasFive.into());
        }
        Ok(())
    }

    /// What things cost the buyer now, for reports.
    pub fn quotes(&self, cards: &[Card]) -> Vec<Quote> {
        prices::quotes(self.game.core.capital(self.seat), self.game.core.board.units, cards, |item, bought| {
            // Triremes are built at sea.
            let at_sea = matches!(item, Item::Unit { unit: Unit::Trireme, .. });
            self.price_after(if at_sea { Item::Ship { sea: Sea(0) } } else { item }, bought)
        })
    }

    /// The price of an item now, and what makes it cheaper.
    fn price(&self, item: Item) -> (u8, Option<Card>) {
        self.price_after(item, &self.bought)
    }

    /// The price of an item after these purchases, and what makes it cheaper (EM-4.2, EM-4.3.2, EM-4.5.3, EM-4.5.4, EM-4.6.1).
    fn price_after(&self, item: Item, bought: &[Purchase]) -> (u8, Option<Card>) {
        let prices = &self.game.core.board.prices;
        let has = |card| self.position.has(self.seat, card);
        let used = |card: Card| bought.iter().filter(|one| one.discount == Some(card)).count();
        let once = |card| has(card) && used(card) == 0;
        match item {
            Item::Influence { .. } if once(Card::Hammurabi) => (0, Some(Card::Hammurabi)),
            Item::Influence { .. } => (prices.marker, None),
            Item::Building { site, .. } => (prices.building(site.building()), None),
            Item::Unit { unit: Unit::Legion, province }
                if province == self.game.core.capital(self.seat) && used(Card::Penthesilea) < self.penthesilea() =>
            {
                (0, Some(Card::Penthesilea))
            }
            Item::Unit { unit: Unit::Legion, .. } if once(Card::Spartacus) => (1, Some(Card::Spartacus)),
            Item::Unit { unit: Unit::Fortress, .. } if once(Card::Gilgamesh) => (1, Some(Card::Gilgamesh)),
            Item::Ship { .. } if once(Card::Lighthouse) => (1, Some(Card::Lighthouse)),
            Item::Unit { unit, .. } => (prices.unit(unit), None),
            Item::Ship { .. } => (prices.unit(Unit::Trireme), None),
            Item::Card { card: Card::Pyramids } => (prices.pyramids, None),
            Item::Card { card } => {
                let owned = self.position.cards_of(self.seat).count() as u8;
                (prices.card(card) + owned.saturating_sub(1), None)
            }
        }
    }
}

/// What has to be paid for one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charge {
    /// A set of so many tokens (EM-4.2).
    Set(u8),
    /// A coin or this good (EM-4.5.3).
    Token(Good),
}

impl Charge {
    fn of(price: u8, discount: Option<Card>) -> Charge {
        match discount {
            Some(Card::Spartacus) => Charge::Token(Good::Gladiator),
            Some(Card::Gilgamesh) => Charge::Token(Good::Stone),
            Some(Card::Lighthouse) => Charge::Token(Good::Wood),
            _ => Charge::Set(price),
        }
    }
}

/// Pays everything at once, with as few coins as possible: each single token is tried as its good and as a coin, so that it never takes
/// what a set needs.
pub fn pay_all(sets: Sets, hand: &Cards, charges: &[Charge]) -> Option<Vec<Cards>> {
    let Some(place) = charges.iter().position(|charge| matches!(charge, Charge::Token(_))) else {
        let price = |charge: &Charge| if let Charge::Set(price) = charge { *price } else { 0 };
        return sets.pay_all(hand, &charges.iter().map(price).collect::<Vec<_>>());
    };
    let Charge::Token(good) = charges[place] else { return None };
    let mut others = charges.to_vec();
    others.remove(place);
    let with = |token: Good| {
        let mut left = *hand;
        let paid = (left.take(token, 1) == 1).then(|| Cards::from_iter([token]))?;
        let mut payments = pay_all(sets, &left, &others)?;
        payments.insert(place, paid);
        Some(payments)
    };
    let coins = |payments: &Vec<Cards>| payments.iter().map(|paid| u32::from(paid.count(Good::Tax))).sum::<u32>();
    [with(good), with(Good::Tax)].into_iter().flatten().min_by_key(coins)
}

/// Whether everything can be paid at once.
fn payable(sets: Sets, hand: &Cards, charges: &[Charge]) -> bool {
    let prices: Option<Vec<u8>> =
        charges.iter().map(|charge| if let Charge::Set(price) = charge { Some(*price) } else { None }).collect();
    prices.map_or_else(|| pay_all(sets, hand, charges).is_some(), |prices| sets.payable(hand, &prices))
}

/// Whom Castor and Pollux copy without being asked: the named hero, or the only one there is (EM-4.6.2).
fn copyable(game: &Empires, position: &Position, seat: Seat, named: Option<Card>) -> Option<Card> {
    match (super::building::copyable(game, position, seat).as_slice(), named) {
        (heroes, Some(hero)) if heroes.contains(&hero) => Some(hero),
        ([only], None) => Some(*only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Good::*;

    /// The fewest coins with which a brute-force search pays everything, one charge after the other.
    fn brute(sets: Sets, hand: &mut Cards, charges: &[Charge]) -> Option<u32> {
        let Some((charge, rest)) = charges.split_first() else { return Some(0) };
        match *charge {
            Charge::Token(good) => {
                let mut best = None;
                for token in [good, Tax] {
                    if hand.take(token, 1) == 1 {
                        let coins = brute(sets, hand, rest).map(|coins| coins + u32::from(token == Tax));
                        hand.add(token, 1);
                        best = [best, coins].into_iter().flatten().min();
                    }
                }
                best
            }
            Charge::Set(price) => choose(sets, hand, &mut Cards::default(), price, 0, rest),
        }
    }

    fn choose(sets: Sets, hand: &mut Cards, set: &mut Cards, left: u8, from: usize, rest: &[Charge]) -> Option<u32> {
        if left == 0 {
            let coins = u32::from(set.count(Tax));
            return if sets.is_set(set) { brute(sets, hand, rest).map(|more| more + coins) } else { None };
        }
        let mut best = None;
        for (i, good) in Good::ALL.iter().enumerate().skip(from) {
            if hand.take(*good, 1) == 1 {
                set.add(*good, 1);
                best = [best, choose(sets, hand, set, left - 1, i, rest)].into_iter().flatten().min();
                set.take(*good, 1);
                hand.add(*good, 1);
            }
        }
        best
    }

    /// EM-4.2, EM-4.5.3: with units for a coin or a good on the list, whatever can be paid is paid, and with the fewest coins; and what
    /// comes second on the list is never spoilt by how the first was paid.
    #[test]
    fn single_tokens_never_take_what_a_set_needs() {
        let mut seed = 13u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        let kinds = [Tax, Tax, Gladiator, Stone, Wood, Wine, Oil];
        let prices =
            [Charge::Set(3), Charge::Token(Gladiator), Charge::Token(Stone), Charge::Token(Wood), Charge::Set(4)];
        for round in 0..2_000 {
            let sets = [Sets::Plain, Sets::Mixed, Sets::Doubled][round % 3];
            let mut hand: Cards = (0..next(9)).map(|_| kinds[next(7) as usize]).collect();
            let charges: Vec<Charge> = (0..1 + next(3)).map(|_| prices[next(5) as usize]).collect();
            let paid = pay_all(sets, &hand, &charges);
            let coins = paid.as_ref().map(|paid| paid.iter().map(|cards| u32::from(cards.count(Tax))).sum::<u32>());
            assert_eq!(coins, brute(sets, &mut hand, &charges), "{sets:?} {hand:?} {charges:?}");
            assert_eq!(payable(sets, &hand, &charges), paid.is_some());
            let mut all = Cards::NONE;
            for (cards, charge) in paid.iter().flatten().zip(&charges) {
                let fits = match charge {
                    Charge::Token(good) => cards.len() == 1 && cards.count(*good) + cards.count(Tax) == 1,
                    Charge::Set(price) => sets.is_set(cards) && cards.len() == usize::from(*price),
                };
                assert!(fits, "{sets:?} {cards:?} {charge:?}");
                all.put(cards);
            }
            assert!(hand.covers(&all));
        }
    }
}
