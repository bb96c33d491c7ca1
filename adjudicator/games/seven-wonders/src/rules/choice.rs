//! The question of every turn: what to do with which card (7W-3.1, 7W-4).

use crate::city::City;
use crate::deck::STAGE;
use crate::event::How;
use crate::game::SevenWonders;
use crate::orders::{Cities, Order, Terms};
use crate::payment::{Seller, Sources, Trade};
use crate::pieces::{Card, CardSet, Colour, Goods, Hand, Power, Side, Way};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::{draft, plan, turn};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// What a player does with a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// What is done.
    pub way: Way,
    /// With which card.
    pub card: Card,
    /// What is bought for it.
    pub trade: Trade,
}

/// Which card of a turn is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The card of the turn.
    Turn,
    /// The last card of the hand, for whoever may play it (7W-7.1).
    Last,
    /// A leader (7W-11.3).
    Leader,
    /// A card that a myth has drawn: it costs nothing (7W-13.34).
    Drawn,
}

/// What a card costs in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Goods.
    pub goods: Goods,
    /// Coins to the bank (7W-4.1.3).
    pub coins: u16,
    /// So many goods less, of whatever kind (7W-11.8).
    pub less: u8,
    /// Why it costs that.
    pub how: How,
}

/// What the neighbours change about costs.
fn around(position: &Position, seat: Seat) -> Around {
    let [west, east] = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)));
    let lends = position.city(seat).has(Power::NeighbourChains);
    let lent = if lends { west.built.union(&east.built) } else { CardSet::NONE };
    Around {
        leaders_less: west.neighbours_less + east.neighbours_less,
        lent,
        host: None,
        seat,
        sellers: sellers(position, seat),
    }
}

/// Who sells to a seat, west, east and elsewhere.
fn sellers(position: &Position, seat: Seat) -> [Option<Seat>; 3] {
    [Seller::West, Seller::East, Seller::Far].map(|seller| position.seller(seat, seller))
}

/// Purchases from cities that are called by their names, as purchases from neighbours and overseas.
pub fn by_side(position: &Position, seat: Seat, cities: Cities) -> Result<Trade, Reason> {
    bought_by_side(sellers(position, seat), cities)
}

fn bought_by_side(sellers: [Option<Seat>; 3], cities: Cities) -> Result<Trade, Reason> {
    let mut trade = Trade::NONE;
    for (city, goods) in (0u8..).map(Seat).zip(cities).filter(|(_, goods)| !goods.is_none()) {
        let near = sellers.iter().zip([Seller::West, Seller::East, Seller::Far]);
        let seller = near.into_iter().find(|(seat, _)| **seat == Some(city)).map(|(_, seller)| seller);
        trade = trade.plus_capped(Trade::of(seller.ok_or(Reason::NoSeller { city })?, goods));
    }
    Ok(trade)
}

/// What stands in the partner's city, where the card is built there if it can (7W-13.53).
fn hosted(game: &SevenWonders, position: &Position, seat: Seat, host: Option<Seat>) -> Option<CardSet> {
    let host = position.city(host.filter(|host| *host != seat)?);
    let may_stand_twice = |card: &Card| may_double(host, game.deck.card(*card).colour);
    Some(host.built.iter().filter(|card| !may_stand_twice(card)).collect())
}

/// What the next stage costs, if there is one that any card may build (7W-13.25).
pub fn stage_cost(game: &SevenWonders, city: &City) -> Result<Cost, Reason> {
    let Some(stage) = city.next_stage(&game.deck) else { return Err(Reason::NoStageLeft) };
    match stage.card_of {
        Some(age) => Err(Reason::WrongCardForStage { stage: city.stages + 1, age: age + 1 }),
        None => Ok(reduced(stage.cost, u16::from(stage.price), city.discount(STAGE))),
    }
}

/// What a card costs in one way, or why it cannot be played so.
fn cost(game: &SevenWonders, city: &City, age: u8, around: &Around, way: Way, card: Card) -> Result<Cost, Reason> {
    let nothing = Cost { goods: Goods::NONE, coins: 0, less: 0, how: How::Paid };
    let structure = game.deck.card(card);
    match way {
        Way::Sell => Ok(nothing),
        Way::Stage => {
            let Some(stage) = city.next_stage(&game.deck) else { return Err(Reason::NoStageLeft) };
            // 7W-4.2.1: some stages want a card of a certain age.
            if let Some(wanted) = stage.card_of
                && (wanted != age || structure.colour == Colour::White)
            {
                return Err(Reason::WrongCardForStage { stage: city.stages + 1, age: wanted + 1 });
            }
            // 7W-12.12: some stages cost coins.
            Ok(reduced(stage.cost, u16::from(stage.price), city.discount(STAGE)))
        }
        // 7W-4.1.2: no structure twice.
        Way::Build | Way::Free
            if city.built.contains(card)
                && !may_double(city, structure.colour)
                && around.host.as_ref().is_none_or(|host| host.contains(card)) =>
        {
            Err(Reason::BuiltAlready { card })
        }
        Way::Free => {
            let is_free = city.may_build_free(age)
                || (structure.colour == Colour::Black && city.may_build_black_free(age))
                || (structure.colour == Colour::Green && city.may_build_missing(&structure.effect));
            if is_free && structure.colour != Colour::White {
                Ok(Cost { how: How::Power, ..nothing })
            } else {
                Err(Reason::NotFree { card })
            }
        }
        Way::Build => {
            // 7W-4.1.1: a structure of an earlier age makes it free; never a black one (7W-12.2).
            if structure.free_from.meets(&city.built) {
                return Ok(Cost { how: How::Chain, ..nothing });
            }
            // 7W-13.29: or one of a neighbour, but the own one first.
            if structure.free_from.meets(&around.lent) {
                return Ok(Cost { how: How::Lent, ..nothing });
            }
            let price = match structure.colour {
                // 7W-11.6: leaders may cost less.
                Colour::White => structure.price.saturating_sub(city.leaders_less).saturating_sub(around.leaders_less),
                _ => structure.price,
            };
            Ok(reduced(structure.cost, u16::from(price), city.discounts[structure.colour as usize]))
        }
    }
}

/// Whether a further copy of a structure may be built (7W-13.30).
pub fn may_double(city: &City, colour: Colour) -> bool {
    city.has(Power::Copies) && colour != Colour::White
}

/// Some goods less (7W-11.8).
fn reduced(goods: Goods, coins: u16, less: u8) -> Cost {
    let how = How::Paid;
    if less >= goods.len() {
        Cost { goods: Goods::NONE, coins, less: 0, how }
    } else {
        Cost { goods, coins, less, how }
    }
}

/// The question what to do with which card. It holds what the seat can see, and nothing else.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The cards to choose from.
    pub hand: Hand,
    /// The own city.
    pub city: City,
    /// Where goods come from.
    pub sources: Sources,
    /// The age.
    pub age: u8,
    /// Which card of the turn.
    pub which: Which,
    /// What the neighbours change about costs.
    pub around: Around,
}

/// What the neighbours change about costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around {
    /// So many coins less a leader costs (7W-11.6).
    pub leaders_less: u8,
    /// Their structures, where one can chain from them (7W-13.29).
    pub lent: CardSet,
    /// What stands in the partner's city, where the card can be built there (7W-13.53).
    pub host: Option<CardSet>,
    /// Whose city it is.
    pub seat: Seat,
    /// Who sells to it, west, east and elsewhere.
    pub sellers: [Option<Seat>; 3],
}

impl Choice {
    /// The question for a seat.
    pub fn of(game: &SevenWonders, position: &Position, seat: Seat, hand: Hand, which: Which) -> Choice {
        let (sources, around) = (turn::sources(game, position, seat), around(position, seat));
        Choice { hand, sources, age: position.age, which, around, city: *position.city(seat) }
    }

    /// The same question for a card that may be built in a partner's city (7W-13.53).
    pub fn hosted(mut self, game: &SevenWonders, position: &Position, seat: Seat, host: Option<Seat>) -> Choice {
        self.around.host = hosted(game, position, seat, host);
        self
    }

    /// What a card costs in one way, or why it cannot be played so.
    pub fn cost(&self, game: &SevenWonders, way: Way, card: Card) -> Result<Cost, Reason> {
        match (self.which, way) {
            (Which::Drawn, Way::Build) if self.city.built.contains(card) => Err(Reason::BuiltAlready { card }),
            (Which::Drawn, Way::Build) => Ok(Cost { goods: Goods::NONE, coins: 0, less: 0, how: How::Power }),
            (Which::Drawn | Which::Leader, Way::Free) => Err(Reason::NotFree { card }),
            _ => cost(game, &self.city, self.age, &self.around, way, card),
        }
    }

    /// What a card costs a seat, in its own city or in a partner's.
    pub fn cost_of(
        game: &SevenWonders,
        position: &Position,
        seat: Seat,
        (way, card): (Way, Card),
        host: Option<Seat>,
    ) -> Result<Cost, Reason> {
        let around = Around { host: hosted(game, position, seat, host), ..around(position, seat) };
        cost(game, position.city(seat), position.age, &around, way, card)
    }

    /// Whether the card can be played so, and what it then costs in all at least.
    pub fn price(&self, game: &SevenWonders, way: Way, card: Card) -> Result<u16, Reason> {
        let cost = self.cost(game, way, card)?;
        let goods = self.sources_for(&cost).least(cost.goods).ok_or_else(|| self.no_goods(&cost, way, card))?;
        self.afford(goods + cost.coins)
    }

    /// The sources for something, with its discount.
    pub fn sources_for(&self, cost: &Cost) -> Cow<'_, Sources> {
        match cost.less {
            0 => Cow::Borrowed(&self.sources),
            less => Cow::Owned(self.sources.with_discount(less)),
        }
    }

    fn no_goods(&self, cost: &Cost, way: Way, card: Card) -> Reason {
        match way {
            Way::Stage => Reason::NoGoodsForStage { stage: self.city.stages + 1, cost: cost.goods },
            _ => Reason::NoGoods { card, cost: cost.goods },
        }
    }

    /// 7W-3.4: only coins that are there when the turn begins.
    fn afford(&self, price: u16) -> Result<u16, Reason> {
        let coins = self.city.coins;
        if price <= coins { Ok(price) } else { Err(Reason::NoCoins { price, coins }) }
    }

    /// The card played so, with the cheapest purchases that contain what is asked for (7W-5.5, 7W-5.6).
    pub fn act(&self, game: &SevenWonders, way: Way, card: Card, buy: Trade) -> Result<Act, Reason> {
        if !self.hand.contains(card) {
            return Err(Reason::NotInHand { card });
        }
        let cost = self.cost(game, way, card)?;
        let sources = self.sources_for(&cost);
        let trade = match sources.cheapest_with(cost.goods, buy, self.city.coins.saturating_sub(cost.coins)) {
            Some(trade) => trade,
            None if !buy.is_none() && sources.least(cost.goods).is_some() => return Err(Reason::NoSuchTrade),
            None => return Err(self.no_goods(&cost, way, card)),
        };
        self.afford(sources.total(trade) + cost.coins)?;
        Ok(Act { way, card, trade })
    }

    /// The same by the terms of a line: what it names must be so, and what it buys is bought; some more is bought besides.
    pub fn act_on(
        &self,
        game: &SevenWonders,
        (way, card): (Way, Card),
        terms: &Terms,
        more: Trade,
    ) -> Result<Act, Reason> {
        if !self.hand.contains(card) {
            return Err(Reason::NotInHand { card });
        }
        if let Some(wonder) = terms.wonder.filter(|wonder| *wonder != self.around.seat) {
            return Err(Reason::NotYourWonder { city: wonder });
        }
        if way == Way::Stage && terms.stage != 0 && terms.stage != self.city.stages + 1 {
            return Err(Reason::NotNextStage { stage: terms.stage, next: self.city.stages + 1 });
        }
        let named = bought_by_side(self.around.sellers, terms.cities)?;
        self.act(game, way, card, terms.trade.plus_capped(named).plus_capped(more))
    }

    /// Every way to play a card of the hand with the cheapest purchases, and its price.
    pub fn all<'a>(&'a self, game: &'a SevenWonders) -> impl Iterator<Item = (Way, Card, u16)> + 'a {
        let ways = Way::ALL.iter().flat_map(move |way| self.hand.iter().map(move |card| (*way, card)));
        ways.filter_map(move |(way, card)| self.price(game, way, card).ok().map(|price| (way, card, price)))
    }
}

impl Question<SevenWonders> for Choice {
    type Answer = Act;
    const NAME: &'static str = "play";

    fn legal(&self, game: &SevenWonders, act: &Act) -> Result<(), Reason> {
        if !self.hand.contains(act.card) {
            return Err(Reason::NotInHand { card: act.card });
        }
        let cost = self.cost(game, act.way, act.card)?;
        let sources = self.sources_for(&cost);
        if !sources.allows(cost.goods, act.trade) {
            return Err(if act.trade.is_none() {
                self.no_goods(&cost, act.way, act.card)
            } else {
                Reason::NoSuchTrade
            });
        }
        self.afford(sources.total(act.trade) + cost.coins).map(|_| ())
    }

    /// 7W-3.5: the cheapest structure, of equally cheap ones the best; else a stage; else the least useful card is sold.
    fn default(&self, game: &SevenWonders) -> Act {
        plan::silent(game, self)
    }

    /// Draws a card and a way until both fit: each legal pair is equally likely. Sometimes the purchases are drawn too.
    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Act {
        let builds_free = self.city.may_build_free(self.age)
            || self.city.may_build_black_free(self.age)
            || self.city.myths[0].is_some();
        let ways: u8 = if builds_free { 4 } else { 3 };
        loop {
            let drawn = chance.random_range(0..usize::from(ways) * self.hand.len()) as u8;
            let (way, at) = (drawn % ways, drawn / ways);
            let way = [Way::Sell, Way::Stage, Way::Build, Way::Free][usize::from(way)];
            let Some(card) = self.hand.get(usize::from(at)) else { continue };
            let Ok(cost) = self.cost(game, way, card) else { continue };
            let sources = self.sources_for(&cost);
            let Some(price) = sources.least(cost.goods) else { continue };
            if self.afford(price + cost.coins).is_err() {
                continue;
            }
            let trade = if price == 0 && sources.special.is_none() {
                Trade::NONE
            } else if chance.random_range(0..16u8) == 0 {
                let all = sources.all(cost.goods, self.city.coins - cost.coins);
                all[chance.random_range(0..all.len())]
            } else if sources.refunds() {
                sources.cheapest(cost.goods, self.city.coins - cost.coins).unwrap_or_default()
            } else {
                sources.trade_for(cost.goods, price).unwrap_or_default()
            };
            return Act { way, card, trade };
        }
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        let bought = |order: &Order| match order {
            Order::Buy(terms) => match bought_by_side(self.around.sellers, terms.cities) {
                Ok(named) => Says::Yes(terms.trade.plus_capped(named)),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        };
        if matches!(self.which, Which::Turn | Which::Leader) {
            draft::refuse_late(lines);
        }
        let before = lines.mark();
        let trades: Vec<Trade> = lines.each(bought);
        let after = lines.mark();
        let always = trades.into_iter().fold(Trade::NONE, Trade::plus_capped);
        let played = lines.first(|order| match order {
            // A leader that is not there must not vanish without a word; one that was recruited has done what the line says.
            Order::Play { card, .. }
                if self.which == Which::Leader
                    && game.deck.card(*card).colour == Colour::White
                    && !self.hand.contains(*card)
                    && !self.city.built.contains(*card) =>
            {
                Says::No(Reason::NotInHand { card: *card })
            }
            // The last card is no secret to its owner: what a letter says of other cards was meant for the card before.
            Order::Play { card, .. } if self.which != Which::Turn && !self.hand.contains(*card) => Says::Nothing,
            // Leaders are recruited before the age: a line that names one was not meant for this turn.
            Order::Play { card, .. } if self.which == Which::Turn && game.deck.card(*card).colour == Colour::White => {
                Says::Nothing
            }
            Order::Play { way, card, buy } => {
                let wanted = self.act_on(game, (*way, *card), buy, always);
                let alone = |reason| match always.is_none() {
                    true => Err(reason),
                    false => self.act_on(game, (*way, *card), buy, Trade::NONE),
                };
                match wanted.or_else(alone) {
                    Ok(act) => Says::Yes(act),
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        });
        let heard = played.or_else(|| plan::hear(game, self, lines));
        if played.is_some() && self.which == Which::Turn {
            plan::refuse_apart(lines);
        }
        if !always.is_none() && heard.is_some_and(|act| !act.trade.has(always)) {
            lines.forget_between(before, after);
            if self.which == Which::Turn {
                // A purchase that fits nothing must not vanish without a word (7W-5.6).
                lines.each(|order| match bought(order) {
                    Says::Yes(_) => Says::<(), _>::No(Reason::NoSuchTrade),
                    Says::No(reason) => Says::No(reason),
                    _ => Says::Nothing,
                });
            }
        }
        heard
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        let cheapest = self.act(game, act.way, act.card, Trade::NONE).is_ok_and(|cheapest| cheapest == *act);
        let buy = if cheapest { Trade::NONE } else { act.trade };
        alloc::vec![Order::Play { way: act.way, card: act.card, buy: buy.into() }]
    }
}
