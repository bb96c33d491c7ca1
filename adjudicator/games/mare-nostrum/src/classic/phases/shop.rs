//! The shop: what may be placed where, and at which price (MN-4.3 to MN-4.6).
//!
//! It works on a copy of the table and on the buyer's own hand, so an acknowledgement can use it without seeing more than the buyer.

use crate::classic::Classic;
use crate::classic::orders::{Item, Wish};
use crate::classic::position::Position;
use crate::classic::reason::Reason;
use crate::common::payment;
use crate::common::prices::{self, Quote};
pub use crate::common::shop::{Purchase, may_stand};
use crate::common::shop::{meant, no_enemy};
use crate::pieces::{Card, Cards, Good, Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// One player's visit.
#[derive(Clone, Debug)]
pub struct Shop<'a> {
    game: &'a Classic,
    seat: Seat,
    /// The table with everything bought so far on it.
    pub position: Position,
    /// The cards that are not tied up in named payments.
    free_hand: Cards,
    /// What was bought so far.
    pub bought: Vec<Purchase>,
    /// The provinces the buyer controlled when he came in (MN-4.4.1).
    controlled: Vec<Province>,
}

impl<'a> Shop<'a> {
    /// Opens the shop for a player with this hand.
    pub fn new(game: &'a Classic, position: &Position, seat: Seat, hand: &Cards) -> Shop<'a> {
        let controlled =
            position.provinces().filter(|(_, area)| area.owner == Some(seat)).map(|(province, _)| province).collect();
        Shop { game, seat, position: position.clone(), free_hand: *hand, bought: Vec::new(), controlled }
    }

    /// Whether the game is decided by what was bought (MN-6.1, MN-6.2).
    pub fn has_won(&self) -> bool {
        self.position.owns(self.seat, Card::Pyramids) || self.position.cards_of(self.seat).count() >= 4
    }

    /// Buys one thing, if rules and hand allow.
    pub fn buy(&mut self, wish: Wish, named: Option<&Cards>) -> Result<(), Reason> {
        let item = self.find(wish)?;
        self.may_place(item)?;
        let (price, discount) = self.price(item);
        let named = named.map(|cards| cards.for_price(price));
        match &named {
            Some(cards) if price > 0 => self.tie_up(cards, price)?,
            _ => self.affordable(price)?,
        }
        self.position.put(self.seat, item);
        self.bought.push(Purchase { item, price, discount, named: named.filter(|_| price > 0) });
        Ok(())
    }

    /// Cleopatra's exchange with the bank (MN-4.3.5).
    pub fn swap(&mut self, give: Good, take: Good) -> Result<(), Reason> {
        if !self.position.owns(self.seat, Card::Cleopatra) || (give == Good::Tax) == (take == Good::Tax) {
            return Err(Reason::NoSwap);
        }
        if self.bought.iter().any(|purchase| purchase.item == Item::Card { card: Card::Cleopatra }) {
            self.settle_up(); // she cannot be paid with the card she gives
        }
        if self.free_hand.count(give) == 0 {
            return Err(Reason::NotHisToChange { cards: Cards::from_iter([give]) });
        }
        if self.position.bank.count(take) == 0 {
            return Err(Reason::BankEmpty);
        }
        let before = self.free_hand;
        self.free_hand.take(give, 1);
        self.free_hand.add(take, 1);
        // A card that pays for what was bought above is not to spare.
        self.affordable(0).map_err(|_| {
            self.free_hand = before;
            Reason::NotHisToChange { cards: Cards::from_iter([give]) }
        })
    }

    /// The payments for everything bought: the named ones, and the best ones for the rest (MN-4.2.1).
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
        if payment::payable(&self.free_hand, &prices) { Ok(()) } else { Err(Reason::CannotPay { price }) }
    }

    /// Sets named cards aside (MN-4.2), if the rest still pays what was bought before.
    fn tie_up(&mut self, cards: &Cards, price: u8) -> Result<(), Reason> {
        if !cards.is_set() {
            return Err(Reason::NotASet { cards: *cards });
        }
        if cards.len() != usize::from(price) {
            return Err(Reason::WrongPrice { price, paid: cards.len() as u8 });
        }
        if !self.free_hand.covers(cards) {
            return Err(Reason::NotInHand { cards: *cards });
        }
        let before = self.free_hand;
        self.free_hand.remove(cards);
        self.affordable(0).inspect_err(|_| self.free_hand = before)
    }

    /// Finds the site for a wish that leaves it open (MN-4.4.5).
    pub fn find(&self, wish: Wish) -> Result<Item, Reason> {
        match wish {
            // Triremes are built in a yard; whoever names the sea means one of his own provinces there.
            Wish::Ship(sea) => {
                let coasts = &self.game.core.board.water(sea).coasts;
                let mine = coasts.iter().filter(|province| self.position.area(**province).owner == Some(self.seat));
                let open = mine.clone().find(|province| self.may_build_in(**province).is_ok());
                match open.or(mine.clone().next()).or(coasts.first()) {
                    Some(province) => Ok(Item::Unit { province: *province, unit: Unit::Trireme }),
                    None => Err(Reason::NoUnit { unit: Unit::Trireme }),
                }
            }
            wish => meant(&self.game.core, &self.position, wish),
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
                may_stand(&self.game.core, &self.position, province, site)
            }
            Item::Unit { province, unit } => {
                self.may_build_in(province)?;
                may_muster(self.game, &self.position, self.seat, province, unit)
            }
            Item::Ship { .. } => Err(Reason::NoPieceLeft { unit: Unit::Trireme }),
            Item::Card { card } => may_own(self.game, &self.position, self.seat, card),
        }
    }

    /// Whether the player's own works may rise in a province (MN-4.4, MN-4.4.4, MN-4.4.8).
    fn may_build_in(&self, province: Province) -> Result<(), Reason> {
        let area = self.position.area(province);
        if area.owner != Some(self.seat) {
            return Err(Reason::NotYours { province });
        }
        if area.settled == self.position.turn {
            return Err(Reason::JustSettled { province });
        }
        if self.game.core.capital(self.seat) == province {
            return Ok(()); // always (MN-5.6.6)
        }
        no_enemy(&self.position, self.seat, province)
    }

    /// Whether a marker may come here: into a free province, or over another's marker (MN-4.4.1, MN-4.5). There is no such thing
    /// as a marker at sea (MN-4.4.3): a place for one is always a province.
    fn may_settle(&self, province: Province) -> Result<(), Reason> {
        let area = self.position.area(province);
        if let Some(owner) = area.owner {
            if area.converter() != Some(self.seat) || owner == self.seat {
                return Err(Reason::MarkerThere { province, seat: owner });
            }
            if self.game.core.is_capital_of_player(province) {
                return Err(Reason::Capital { province });
            }
        }
        no_enemy(&self.position, self.seat, province)?;
        if self.position.markers(self.seat) >= self.game.core.board.pieces.markers {
            return Err(Reason::NoMarkerLeft);
        }
        Ok(())
    }

    /// What things cost the buyer now, for reports.
    pub fn quotes(&self, cards: &[Card]) -> Vec<Quote> {
        let board = &self.game.core.board;
        let capital = self.game.core.capital(self.seat);
        prices::quotes(capital, board.units, cards, |item, bought| self.price_after(item, bought))
    }

    /// The price of an item now, and what makes it cheaper.
    fn price(&self, item: Item) -> (u8, Option<Card>) {
        self.price_after(item, &self.bought)
    }

    /// The price of an item after these purchases, and what makes it cheaper (MN-4.3).
    fn price_after(&self, item: Item, bought: &[Purchase]) -> (u8, Option<Card>) {
        let full = self.game.price(item);
        let owns = |card| self.position.owns(self.seat, card);
        let free_marker_left = || !bought.iter().any(|purchase| purchase.discount == Some(Card::Hammurabi));
        match item {
            Item::Unit { unit: Unit::Legion | Unit::Fortress, .. } if owns(Card::JuliusCaesar) => {
                (2, Some(Card::JuliusCaesar)) // MN-4.3.1
            }
            Item::Unit { unit: Unit::Trireme, .. } if owns(Card::Pericles) => (2, Some(Card::Pericles)), // MN-4.3.2
            Item::Building { .. } if owns(Card::Mausoleum) => (full - 1, Some(Card::Mausoleum)),         // MN-4.3.3
            Item::Influence { .. } if owns(Card::Hammurabi) && free_marker_left() => {
                (0, Some(Card::Hammurabi)) // MN-4.3.4
            }
            _ => (full, None),
        }
    }
}

/// A marker needs a province next door that was controlled at the start, by land or over triremes (MN-4.4.1, MN-4.4.2).
fn adjacency(
    game: &Classic,
    position: &Position,
    seat: Seat,
    controlled: &[Province],
    province: Province,
) -> Result<(), Reason> {
    let lighthouse = position.owns(seat, Card::Lighthouse); // MN-4.4.9
    if lighthouse || controlled.iter().any(|from| position.adjacent(&game.core.board, seat, *from, province)) {
        Ok(())
    } else {
        Err(Reason::NotAdjacent { province })
    }
}

/// Whether a unit may be raised: a piece is left, a fortress has room, a trireme a coast (MN-1.2, MN-4.4.5 to MN-4.4.7).
pub fn may_muster(
    game: &Classic,
    position: &Position,
    seat: Seat,
    province: Province,
    unit: Unit,
) -> Result<(), Reason> {
    if position.units(seat, unit) >= game.core.board.pieces.unit(unit) {
        return Err(Reason::NoPieceLeft { unit });
    }
    let fortresses = if position.owns(seat, Card::StatueOfZeus) { 2 } else { 1 }; // MN-4.4.6
    match unit {
        Unit::Fortress if position.area(province).fortresses[seat.index()] >= fortresses => {
            Err(Reason::FortressThere { province })
        }
        Unit::Trireme if game.core.board.land(province).coasts.is_empty() => Err(Reason::NoCoast { province }),
        _ => Ok(()),
    }
}

/// Whether a hero or wonder may be bought (MN-4.6).
pub fn may_own(game: &Classic, position: &Position, seat: Seat, card: Card) -> Result<(), Reason> {
    if let Some(owner) = position.owner_of(card) {
        return Err(Reason::CardTaken { card, seat: owner });
    }
    match game.core.board.civilizations.iter().position(|civilization| civilization.hero == card) {
        Some(civilization) if civilization != seat.index() => Err(Reason::OthersHero { card }),
        _ => Ok(()),
    }
}
