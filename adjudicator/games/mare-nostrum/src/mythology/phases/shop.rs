//! The shop: what may be placed where, and at which price (MY-4.3 to MY-4.6).
//!
//! It works on a copy of the table and on the buyer's own hand, so an acknowledgement can use it without seeing more than the buyer.

use crate::common::orders::{Item, Wish};
use crate::common::payment;
use crate::common::prices::{self, Quote};
use crate::common::reason::Reason as Common;
pub use crate::common::shop::{Purchase, may_stand};
use crate::common::shop::{meant, no_enemy};
use crate::mythology::position::Position;
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Goal, Mythology};
use crate::pieces::{Card, Cards, Creature, Good, Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// What it costs to have a phoenix rise again (MY-5.8.5).
pub const REBIRTH: u8 = 3;

/// One player's visit.
#[derive(Clone, Debug)]
pub struct Shop<'a> {
    game: &'a Mythology,
    seat: Seat,
    /// The table with everything bought so far on it.
    pub position: Position,
    /// The cards that are not tied up in named payments.
    free_hand: Cards,
    /// What was bought so far.
    pub bought: Vec<Purchase>,
    /// Whom Castor and Pollux copy if they are bought.
    copy: Option<Card>,
    /// The provinces the buyer controlled when he came in (MY-4.4.1).
    controlled: Vec<Province>,
}

impl<'a> Shop<'a> {
    /// Opens the shop for a player with this hand.
    pub fn new(game: &'a Mythology, position: &Position, seat: Seat, hand: &Cards) -> Shop<'a> {
        let controlled = position.controlled(seat).collect();
        let (position, free_hand) = (position.clone(), *hand);
        Shop { game, seat, position, free_hand, bought: Vec::new(), copy: None, controlled }
    }

    /// Says whom Castor and Pollux are to copy (MY-4.6.3).
    pub fn copying(mut self, copy: Option<Card>) -> Shop<'a> {
        self.copy = copy;
        self
    }

    /// Whether the game is decided by what was bought (MY-7.1, MY-7.2).
    pub fn has_won(&self) -> bool {
        has_won(self.game, &self.position, self.seat)
    }

    /// Buys one thing, if rules and hand allow.
    pub fn buy(&mut self, wish: Wish, named: Option<&Cards>) -> Result<(), Reason> {
        let item = self.find(wish)?;
        self.may_place(item)?;
        let slave = Cards::from_iter([Good::Slaves]);
        let (mut price, mut discount) = self.price(item);
        let mut named = named.map(|cards| cards.for_price(price));
        if self.by_spartacus(item) && price > 1 && named.is_none_or(|cards| cards == slave) {
            let before = self.free_hand;
            if self.tie_up(&slave, 1).is_ok() {
                (price, discount, named) = (1, Some(Card::Spartacus), Some(slave));
                self.free_hand = before;
            }
        }
        match &named {
            Some(cards) if price > 0 => self.tie_up(cards, price)?,
            _ => self.affordable(price)?,
        }
        put(self.game, &mut self.position, self.seat, item);
        if let (Item::Card { card: Card::CastorAndPollux }, Some(card)) = (item, self.copy)
            && copyable(self.game, &self.position, self.seat).contains(&card)
        {
            self.position.copied = Some(card);
        }
        self.bought.push(Purchase { item, price, discount, named: named.filter(|_| price > 0) });
        Ok(())
    }

    /// Places what a wonder gives, if the buyer has not placed it: the fortress of Zeus, the marker of the Lighthouse (MY-4.6.2).
    pub fn place_gifts(&mut self) {
        for (card, wishes) in [(Card::StatueOfZeus, self.fortress_places()), (Card::Lighthouse, self.marker_places())] {
            if !self.gift_left(card, &self.bought) {
                continue;
            }
            for wish in wishes {
                let before = (self.position.clone(), self.bought.len());
                if self.buy(wish, None).is_ok() {
                    if self.bought.last().is_some_and(|purchase| purchase.discount == Some(card)) {
                        break;
                    }
                    // Something else made it free: that is not what was given.
                    self.position = before.0;
                    self.bought.truncate(before.1);
                }
            }
        }
    }

    fn fortress_places(&self) -> Vec<Wish> {
        let capital = self.game.core.capital(self.seat);
        let others = self.controlled.iter().copied().filter(|province| *province != capital);
        core::iter::once(capital).chain(others).map(|province| Wish::Unit(Unit::Fortress, province)).collect()
    }

    fn marker_places(&self) -> Vec<Wish> {
        let mut places: Vec<Province> =
            self.position.provinces().filter(|(_, area)| area.owner.is_none()).map(|(province, _)| province).collect();
        let worth = |province: &Province| {
            let land = self.game.core.board.land(*province);
            core::cmp::Reverse(land.cities.len() + land.goods.len())
        };
        places.sort_by_key(worth);
        places.into_iter().map(Wish::Influence).collect()
    }

    /// Whether what a wonder gives on the day it is bought is still to be placed.
    fn gift_left(&self, card: Card, bought: &[Purchase]) -> bool {
        let mut cards = bought.iter().map(|purchase| purchase.item);
        cards.any(|item| item == Item::Card { card }) && !bought.iter().any(|one| one.discount == Some(card))
    }

    /// Cleopatra's exchange with the bank (MY-4.3.5).
    pub fn swap(&mut self, give: Good, take: Good) -> Result<(), Reason> {
        if !self.position.owns(self.seat, Card::Cleopatra) || (give == Good::Tax) == (take == Good::Tax) {
            return Err(Common::NoSwap.into());
        }
        if self.bought.iter().any(|purchase| purchase.item == Item::Card { card: Card::Cleopatra }) {
            self.settle_up(); // she cannot be paid with the card she gives
        }
        let not_his = || Reason::from(Common::NotHisToChange { cards: Cards::from_iter([give]) });
        if self.free_hand.count(give) == 0 {
            return Err(not_his());
        }
        if self.position.bank.count(take) == 0 {
            return Err(Common::BankEmpty.into());
        }
        let before = self.free_hand;
        self.free_hand.take(give, 1);
        self.free_hand.add(take, 1);
        // A card that pays for what was bought above is not to spare.
        self.affordable(0).map_err(|_| {
            self.free_hand = before;
            not_his()
        })
    }

    /// The payments for everything bought: the named ones, and the best ones for the rest (MY-4.2.1).
    pub fn payments(&self) -> Vec<Cards> {
        let open = self.bought.iter().filter(|purchase| purchase.named.is_none());
        let prices: Vec<u8> = open.map(|purchase| purchase.price).collect();
        let mut found = payment::pay_all(&self.free_hand, &prices).unwrap_or_default().into_iter();
        let pay = |purchase: &Purchase| purchase.named.or_else(|| found.next()).unwrap_or_default();
        self.bought.iter().map(pay).collect()
    }

    /// Fixes the payments of everything bought so far.
    fn settle_up(&mut self) {
        let payments = self.payments();
        for (purchase, paid) in self.bought.iter_mut().zip(payments) {
            if purchase.named.is_none() && purchase.price > 0 {
                self.free_hand.remove(&paid);
                purchase.named = Some(paid);
            }
        }
    }

    fn affordable(&self, price: u8) -> Result<(), Reason> {
        let open = self.bought.iter().filter(|purchase| purchase.named.is_none());
        let mut prices: Vec<u8> = open.map(|purchase| purchase.price).collect();
        prices.push(price);
        if payment::payable(&self.free_hand, &prices) { Ok(()) } else { Err(Common::CannotPay { price }.into()) }
    }

    /// Sets named cards aside (MY-4.2), if the rest still pays what was bought before.
    fn tie_up(&mut self, cards: &Cards, price: u8) -> Result<(), Reason> {
        if !cards.is_set() {
            return Err(Common::NotASet { cards: *cards }.into());
        }
        if cards.len() != usize::from(price) {
            return Err(Common::WrongPrice { price, paid: cards.len() as u8 }.into());
        }
        if !self.free_hand.covers(cards) {
            return Err(Common::NotInHand { cards: *cards }.into());
        }
        let before = self.free_hand;
        self.free_hand.remove(cards);
        self.affordable(0).inspect_err(|_| self.free_hand = before)
    }

    /// Finds the site for a wish that leaves it open (MY-4.4.5).
    pub fn find(&self, wish: Wish) -> Result<Item, Reason> {
        match wish {
            // Triremes are built in a yard; whoever names the sea means one of his own provinces there.
            Wish::Ship(sea) => {
                let coasts = &self.game.core.board.water(sea).coasts;
                let mine = coasts.iter().filter(|province| self.position.area(**province).owner == Some(self.seat));
                let open = mine.clone().find(|province| self.may_build_in(**province).is_ok());
                match open.or(mine.clone().next()).or(coasts.first()) {
                    Some(province) => Ok(Item::Unit { province: *province, unit: Unit::Trireme }),
                    None => Err(Common::NoUnit { unit: Unit::Trireme }.into()),
                }
            }
            wish => Ok(meant(&self.game.core, &self.position, wish)?),
        }
    }

    fn may_place(&self, item: Item) -> Result<(), Reason> {
        match item {
            Item::Influence { province } => {
                self.may_settle(province)?;
                adjacency(self.game, &self.position, self.seat, &self.controlled, province)
            }
            Item::Building { province, site } => {
                self.may_build_in(province)?;
                Ok(may_stand(&self.game.core, &self.position, province, site)?)
            }
            Item::Unit { province, unit } => {
                if !(unit == Unit::Legion && self.hires_in(province)) {
                    self.may_build_in(province)?;
                }
                may_muster(self.game, &self.position, self.seat, province, unit)
            }
            Item::Ship { .. } => Err(Common::NoPieceLeft { unit: Unit::Trireme }.into()),
            Item::Card { card } => may_own(self.game, &self.position, self.seat, card),
        }
    }

    /// The Queen of Sheba hires legions in any province at the edge of the board (MY-4.4.10).
    fn hires_in(&self, province: Province) -> bool {
        self.game.core.board.land(province).edge && self.position.has(self.seat, Card::QueenOfSheba)
    }

    /// Whether the player's own works may rise in a province (MY-4.4, MY-4.4.4, MY-4.4.8).
    fn may_build_in(&self, province: Province) -> Result<(), Reason> {
        let area = self.position.area(province);
        if area.owner != Some(self.seat) {
            return Err(Common::NotYours { province }.into());
        }
        if area.settled == self.position.turn && !self.position.has(self.seat, Card::Croesus) {
            return Err(Common::JustSettled { province }.into());
        }
        if self.game.core.capital(self.seat) == province {
            return Ok(()); // always (MY-5.6.6)
        }
        Ok(no_enemy(&self.position, self.seat, province)?)
    }

    /// Whether a marker may come here: into a free province, or over another's marker (MY-4.4.1, MY-4.5). There is no such thing
    /// as a marker at sea (MY-4.4.3): a place for one is always a province.
    fn may_settle(&self, province: Province) -> Result<(), Reason> {
        let area = self.position.area(province);
        if let Some(owner) = area.owner {
            if area.converter() != Some(self.seat) || owner == self.seat {
                return Err(Common::MarkerThere { province, seat: owner }.into());
            }
            if self.game.core.is_capital_of_player(province) {
                return Err(Common::Capital { province }.into());
            }
        }
        no_enemy(&self.position, self.seat, province)?;
        if self.position.markers(self.seat) >= self.game.core.board.pieces.markers {
            return Err(Common::NoMarkerLeft.into());
        }
        Ok(())
    }

    /// What things cost the buyer now, for reports.
    pub fn quotes(&self, cards: &[Card]) -> Vec<Quote> {
        let capital = self.game.core.capital(self.seat);
        let units = self.game.core.board.units;
        prices::quotes(capital, units, cards, |item, bought| self.price_after(item, bought))
    }

    /// The price of an item now, and what makes it cheaper.
    fn price(&self, item: Item) -> (u8, Option<Card>) {
        self.price_after(item, &self.bought)
    }

    /// Whether Spartacus raises this legion for one card of slaves (MY-4.3.10).
    fn by_spartacus(&self, item: Item) -> bool {
        matches!(item, Item::Unit { unit: Unit::Legion, .. })
            && self.position.has(self.seat, Card::Spartacus)
            && !self.bought.iter().any(|purchase| purchase.discount == Some(Card::Spartacus))
    }

    /// The price of an item after these purchases, and what makes it cheaper: discounts never add up, the best one counts (MY-4.3.6).
    fn price_after(&self, item: Item, bought: &[Purchase]) -> (u8, Option<Card>) {
        let full = self.game.price(item);
        let has = |card| self.position.has(self.seat, card);
        let mut best = (full, None);
        let mut offer = |price: u8, card: Card| {
            if price < best.0 {
                best = (price, Some(card));
            }
        };
        let unused = |card| !bought.iter().any(|purchase| purchase.discount == Some(card));
        match item {
            Item::Unit { unit: Unit::Legion, .. } if has(Card::JuliusCaesar) => offer(2, Card::JuliusCaesar), // MY-4.3.1
            Item::Unit { unit: Unit::Trireme, .. } if has(Card::Pericles) => offer(2, Card::Pericles), // MY-4.3.2
            Item::Unit { unit: Unit::Trireme, .. } if has(Card::Atlas) => offer(2, Card::Atlas),       // MY-4.3.2
            Item::Unit { unit: Unit::Creature, province } if self.rises(province) => {
                best.0 = REBIRTH;
                return best;
            }
            Item::Unit { unit: Unit::Fortress, .. } if self.gift_left(Card::StatueOfZeus, bought) => {
                offer(0, Card::StatueOfZeus) // MY-4.6.2
            }
            Item::Building { .. } | Item::Influence { .. } if has(Card::Mausoleum) => {
                offer(full.saturating_sub(1), Card::Mausoleum) // MY-4.3.3
            }
            Item::Card { card } if card.is_wonder() && has(Card::Imhotep) => {
                offer(full.saturating_sub(1), Card::Imhotep) // MY-4.3.9
            }
            _ => {}
        }
        if let Item::Influence { .. } = item {
            if has(Card::Hammurabi) && unused(Card::Hammurabi) {
                offer(0, Card::Hammurabi); // MY-4.3.4
            }
            if self.gift_left(Card::Lighthouse, bought) {
                offer(0, Card::Lighthouse); // MY-4.6.2
            }
        }
        if let Some(province) = place_of(item) {
            let first = |card| {
                let served = |one: &&Purchase| one.discount == Some(card);
                has(card) && !bought.iter().filter(served).any(|one| sort_of(one.item) == sort_of(item))
            };
            let fresh = self.position.area(province).settled == self.position.turn;
            if fresh && !matches!(item, Item::Influence { .. }) && first(Card::Croesus) {
                offer(full.saturating_sub(1), Card::Croesus); // MY-4.3.7
            }
            if self.game.core.board.land(province).island && first(Card::Minos) {
                offer(full.saturating_sub(1), Card::Minos); // MY-4.3.8
            }
        }
        best
    }

    /// Whether a creature bought here is a phoenix that rises again (MY-5.8.5).
    fn rises(&self, province: Province) -> bool {
        rises(self.game, &self.position, self.seat, province)
    }
}

/// Whether a creature raised here is a phoenix that rises again: in the capital, from its ashes (MY-5.8.5).
pub fn rises(game: &Mythology, position: &Position, seat: Seat, province: Province) -> bool {
    game.breeds(seat, Creature::Phoenix) && position.ashes > 0 && game.core.capital(seat) == province
}

/// Where something is built, if it has a place.
fn place_of(item: Item) -> Option<Province> {
    match item {
        Item::Influence { province } | Item::Building { province, .. } | Item::Unit { province, .. } => Some(province),
        Item::Ship { .. } | Item::Card { .. } => None,
    }
}

/// The kind of a thing, for discounts that serve once for each kind (MY-4.3.7, MY-4.3.8).
fn sort_of(item: Item) -> u8 {
    match item {
        Item::Influence { .. } => 0,
        Item::Building { site, .. } => 1 + site.building() as u8,
        Item::Unit { unit, .. } => 10 + unit as u8,
        Item::Ship { .. } => 10 + Unit::Trireme as u8,
        Item::Card { .. } => 20,
    }
}

/// Whether the game is decided (MY-7.1, MY-7.2).
pub fn has_won(game: &Mythology, position: &Position, seat: Seat) -> bool {
    match game.goal {
        Goal::Renown(cards) => {
            position.owns(seat, Card::Pyramids) || position.cards_of(seat).count() >= usize::from(cards)
        }
        Goal::Roles => false,
    }
}

/// Puts a thing on the table with everything that comes with it (MY-4.6.2, MY-4.6.4, MY-5.8.5), and says what came.
pub fn put(game: &Mythology, position: &mut Position, seat: Seat, item: Item) -> Vec<(Item, Card)> {
    if let Item::Unit { province, unit: Unit::Creature } = item {
        if rises(game, position, seat, province) {
            position.ashes -= 1;
        }
        if game.breeds(seat, Creature::Kraken) {
            position.hatched.push(province);
        }
    }
    position.ground.put(seat, item);
    let capital = game.core.capital(seat);
    let gift = match item {
        Item::Card { card: Card::Hannibal } => Some((Unit::Legion, capital, Card::Hannibal)),
        Item::Card { card: Card::Pericles } => Some((Unit::Trireme, capital, Card::Pericles)),
        Item::Influence { province } if position.has(seat, Card::Gilgamesh) => {
            Some((Unit::Fortress, province, Card::Gilgamesh))
        }
        _ => None,
    };
    let Some((unit, province, card)) = gift else { return Vec::new() };
    if may_muster(game, position, seat, province, unit).is_err() {
        return Vec::new();
    }
    let item = Item::Unit { province, unit };
    position.ground.put(seat, item);
    alloc::vec![(item, card)]
}

/// A marker needs a province next door that was controlled at the start, by land, over triremes, or over a strait for Moses (MY-4.4.1,
/// MY-4.4.2, MY-5.3.4).
fn adjacency(
    game: &Mythology,
    position: &Position,
    seat: Seat,
    controlled: &[Province],
    province: Province,
) -> Result<(), Reason> {
    let lighthouse = position.has(seat, Card::Lighthouse); // MY-4.4.9
    if lighthouse || controlled.iter().any(|from| adjacent(game, position, seat, *from, province)) {
        Ok(())
    } else {
        Err(Common::NotAdjacent { province }.into())
    }
}

/// Whether two provinces are adjacent for a player.
pub fn adjacent(game: &Mythology, position: &Position, seat: Seat, from: Province, to: Province) -> bool {
    position.adjacent(&game.core.board, seat, from, to)
        || (position.has(seat, Card::Moses) && is_strait(game, from, to))
}

/// Whether a strait lies between two provinces (MY-5.3.4).
pub fn is_strait(game: &Mythology, from: Province, to: Province) -> bool {
    game.core.board.straits.iter().any(|(a, b)| (*a, *b) == (from, to) || (*b, *a) == (from, to))
}

/// Whether a unit may be raised: a piece is left, a fortress has room, a trireme or kraken a coast (MY-1.2, MY-4.4.5 to MY-4.4.7).
pub fn may_muster(
    game: &Mythology,
    position: &Position,
    seat: Seat,
    province: Province,
    unit: Unit,
) -> Result<(), Reason> {
    let rises = unit == Unit::Creature && rises(game, position, seat, province);
    if !rises && game.in_play(position, seat, unit) >= game.core.board.pieces.unit(unit) {
        return Err(Common::NoPieceLeft { unit }.into());
    }
    let fortresses = if position.has(seat, Card::StatueOfZeus) { 2 } else { 1 }; // MY-4.4.6
    let dry = game.core.board.land(province).coasts.is_empty();
    match unit {
        Unit::Fortress if position.area(province).fortresses[seat.index()] >= fortresses => {
            Err(Common::FortressThere { province }.into())
        }
        Unit::Trireme if dry => Err(Common::NoCoast { province }.into()),
        Unit::Creature if dry && game.breeds(seat, Creature::Kraken) => Err(Common::NoCoast { province }.into()),
        _ => Ok(()),
    }
}

/// Whether a hero or wonder may be bought (MY-4.6, MY-2.7).
pub fn may_own(game: &Mythology, position: &Position, seat: Seat, card: Card) -> Result<(), Reason> {
    if position.removed.contains(&card) {
        return Err(Own::CardRemoved { card }.into());
    }
    if let Some(owner) = position.owner_of(card) {
        return Err(Common::CardTaken { card, seat: owner }.into());
    }
    match game.core.board.civilizations.iter().position(|civilization| civilization.hero == card) {
        Some(civilization) if civilization != seat.index() => Err(Common::OthersHero { card }.into()),
        _ => Ok(()),
    }
}

/// The heroes whose power can be copied: somebody else's, and no civilization's own (MY-4.6.3).
pub fn copyable(game: &Mythology, position: &Position, seat: Seat) -> Vec<Card> {
    let starts = |card: &Card| game.core.board.civilizations.iter().any(|one| one.hero == *card);
    let theirs = |card: &Card| position.owner_of(*card).is_some_and(|owner| owner != seat);
    let fits = |card: &Card| !starts(card) && !card.is_wonder() && *card != Card::CastorAndPollux && theirs(card);
    game.core.board.cards.iter().copied().filter(fits).collect()
}
