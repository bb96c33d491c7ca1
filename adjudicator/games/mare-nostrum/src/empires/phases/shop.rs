//! The shop: what may be placed where, and at which price (EM-4.2 to EM-4.6).
//!
//! It works on a copy of the table and on the buyer's own hand, so an acknowledgement can use it without seeing more than the buyer.

use crate::common::orders::{Item, Wish};
use crate::common::payment::Sets;
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
    /// How many legions Penthesilea gives (EM-4.5.4).
    penthesilea: usize,
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
        let invaded = |province: &Province| !position.area(*province).enemies_of(seat).is_empty();
        let penthesilea = match position.has(seat, Card::Penthesilea) {
            true => position.controlled(seat).filter(invaded).count(),
            false => 0,
        };
        Shop { game, seat, position: position.clone(), free_hand: *hand, bought: Vec::new(), controlled, penthesilea }
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
        let named = match (named, token(discount)) {
            _ if price == 0 => None,
            (Some(cards), _) => {
                self.tie_up(cards, price, token(discount))?;
                Some(*cards)
            }
            (None, Some(good)) => Some(self.token_or_coin(good)?),
            (None, None) => {
                self.affordable(price)?;
                None
            }
        };
        self.position.put(self.seat, item);
        if let Item::Card { card } = item {
            self.position.row.retain(|known| *known != card);
        }
        self.bought.push(Purchase { item, price, discount, named });
        Ok(())
    }

    /// The payments for everything bought: the named ones, and the best ones for the rest.
    pub fn payments(&self) -> Vec<Cards> {
        let prices: Vec<u8> = self.open_prices().collect();
        let mut found = self.sets().pay_all(&self.free_hand, &prices).unwrap_or_default().into_iter();
        let pay = |purchase: &Purchase| match purchase.price {
            0 => Cards::NONE,
            _ => purchase.named.or_else(|| found.next()).unwrap_or_default(),
        };
        self.bought.iter().map(pay).collect()
    }

    fn open_prices(&self) -> impl Iterator<Item = u8> + '_ {
        self.bought.iter().filter(|purchase| purchase.named.is_none() && purchase.price > 0).map(|one| one.price)
    }

    fn sets(&self) -> Sets {
        sets_of(&self.position, self.seat)
    }

    fn affordable(&self, price: u8) -> Result<(), Reason> {
        let prices: Vec<u8> = self.open_prices().chain((price > 0).then_some(price)).collect();
        if self.sets().payable(&self.free_hand, &prices) { Ok(()) } else { Err(Common::CannotPay { price }.into()) }
    }

    /// Sets named cards aside, if the rest still pays what was bought before.
    fn tie_up(&mut self, cards: &Cards, price: u8, token: Option<Good>) -> Result<(), Reason> {
        let fits = match token {
            Some(good) => cards.count(good) + cards.count(Good::Tax) == price,
            None => self.sets().is_set(cards),
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
        self.affordable(0).inspect_err(|_| self.free_hand = before)
    }

    /// Pays a discounted unit with its own good, or with a coin (EM-4.5.3).
    fn token_or_coin(&mut self, good: Good) -> Result<Cards, Reason> {
        let (own, coin) = (Cards::from_iter([good]), Cards::from_iter([Good::Tax]));
        match self.tie_up(&own, 1, Some(good)) {
            Ok(()) => Ok(own),
            Err(_) => match self.tie_up(&coin, 1, Some(good)) {
                Ok(()) => Ok(coin),
                Err(_) => Err(Common::CannotPay { price: 1 }.into()),
            },
        }
    }

    /// Finds the site for a wish that leaves it open.
    pub fn find(&self, wish: Wish) -> Result<Item, Reason> {
        match wish {
            // Triremes are built at sea (EM-4.5.2): whoever names a province means a sea next to it.
            Wish::Unit(Unit::Trireme, province) => {
                let coasts = &self.game.board.land(province).coasts;
                let sea = coasts.iter().find(|sea| self.may_launch(**sea).is_ok()).or(coasts.first());
                sea.map(|sea| Item::Ship { sea: *sea }).ok_or(Common::NoCoast { province }.into())
            }
            wish => Ok(meant(self.game, &self.position, wish)?),
        }
    }

    fn may_place(&self, item: Item) -> Result<(), Reason> {
        match item {
            Item::Influence { province } => self.may_settle(province),
            Item::Building { province, site } => {
                self.may_build_in(province)?;
                Ok(may_stand(self.game, &self.position, province, site)?)
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
        if self.game.capital(self.seat) == province {
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
        if self.position.markers(self.seat) >= self.game.board.pieces.markers {
            return Err(Common::NoMarkerLeft.into());
        }
        let near = |from: &Province| self.position.adjacent(&self.game.board, self.seat, *from, province);
        if self.controlled.iter().any(near) { Ok(()) } else { Err(Common::NotAdjacent { province }.into()) }
    }

    fn in_stock(&self, unit: Unit) -> Result<(), Reason> {
        let left = self.position.units(self.seat, unit) < self.game.board.pieces.unit(unit);
        if left { Ok(()) } else { Err(Common::NoPieceLeft { unit }.into()) }
    }

    /// A sea next to an own province without enemies, or next to the own capital (EM-4.5.2).
    fn may_launch(&self, sea: Sea) -> Result<(), Reason> {
        let shore = |province: &&Province| self.may_build_in(**province).is_ok();
        if self.game.board.water(sea).coasts.iter().any(|province| shore(&province)) {
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
        if self.game.board.civilizations.iter().any(|one| one.hero == card) {
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

    /// The price of an item now, and what makes it cheaper (EM-4.2, EM-4.3.2, EM-4.5.3, EM-4.5.4, EM-4.6.1).
    fn price(&self, item: Item) -> (u8, Option<Card>) {
        let prices = &self.game.board.prices;
        let has = |card| self.position.has(self.seat, card);
        let used = |card: Card| self.bought.iter().filter(|one| one.discount == Some(card)).count();
        let once = |card| has(card) && used(card) == 0;
        match item {
            Item::Influence { .. } if once(Card::Hammurabi) => (0, Some(Card::Hammurabi)),
            Item::Influence { .. } => (prices.marker, None),
            Item::Building { site, .. } => (prices.building(site.building()), None),
            Item::Unit { unit: Unit::Legion, province }
                if province == self.game.capital(self.seat) && used(Card::Penthesilea) < self.penthesilea =>
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

/// The good that a discounted unit may be paid with instead of a coin (EM-4.5.3).
fn token(discount: Option<Card>) -> Option<Good> {
    match discount? {
        Card::Spartacus => Some(Good::Gladiator),
        Card::Gilgamesh => Some(Good::Stone),
        Card::Lighthouse => Some(Good::Wood),
        _ => None,
    }
}
