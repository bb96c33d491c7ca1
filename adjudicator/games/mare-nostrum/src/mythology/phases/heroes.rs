//! Heroes that act: Castor and Pollux, Jason in the Building phase; Medusa, Midas, Hercules, Hamilcar, Ajax, and Mars, in battle.

use super::gods;
use super::military::Campaign;
use super::shop::copyable;
use crate::common::ground::Place;
use crate::common::orders::Order;
use crate::common::rites::{Fury, Idler, Rite, Spread};
use crate::mythology::event::Event;
use crate::mythology::position::{Position, Site};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Cards, God, Good, Province, Unit};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// Castor and Pollux copy the power of another player's hero, chosen once and for all (MY-4.6.3).
pub fn copy(t: &mut Table<'_>, seat: Seat, named: Option<Card>) -> Play {
    let heroes = copyable(t.game, &t.state.position, seat);
    if heroes.is_empty() {
        t.tell(Event::CopiesNobody { seat });
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let card = match named {
        Some(card) => card,
        None => t.ask(seat, format_args!("{name}/copy"), Copy { heroes })?,
    };
    t.state.position.copied = Some(card);
    t.tell(Event::Copies { seat, card });
    Ok(())
}

/// Whose power Castor and Pollux copy.
#[derive(Debug)]
pub struct Copy {
    heroes: Vec<Card>,
}

impl Question<Mythology> for Copy {
    type Answer = Card;
    const NAME: &'static str = "copy";

    fn legal(&self, _: &Mythology, card: &Card) -> Result<(), Reason> {
        if self.heroes.contains(card) { Ok(()) } else { Err(Own::NotToCopy { card: *card }.into()) }
    }

    fn default(&self, _: &Mythology) -> Card {
        self.heroes.first().copied().unwrap_or(Card::Achilles)
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Card {
        self.heroes.choose(chance).copied().unwrap_or_else(|| self.default(game))
    }

    fn choices(&self, _: &Mythology) -> Vec<Card> {
        self.heroes.clone()
    }

    fn only(&self, _: &Mythology) -> Option<Card> {
        if let [card] = self.heroes.as_slice() { Some(*card) } else { None }
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Card> {
        lines.first(|order| match order {
            Order::Copy(cards) => match cards.iter().find(|card| self.heroes.contains(card)) {
                Some(card) => Says::Yes(*card),
                None => Says::No(Own::NotToCopy { card: cards.first().copied().unwrap_or(Card::Achilles) }.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, card: &Card) -> Vec<Order> {
        alloc::vec![Order::Copy(alloc::vec![*card])]
    }
}

/// Jason takes home a caravan that a legion of his player's occupies (MY-4.6.5).
pub fn jason(t: &mut Table<'_>, seat: Seat) -> Play {
    if !t.state.position.has(seat, Card::Jason) {
        return Ok(());
    }
    let question = Jason::of(t.game, &t.state.position, seat);
    if question.from.is_empty() || question.to.is_empty() {
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let Some(((from, taken, good), (to, put, onto))) = t.ask(seat, format_args!("{name}/jason"), question)? else {
        return Ok(());
    };
    let Some(of) = t.state.position.area(from).owner else { return Ok(()) };
    t.state.position.area_mut(from).set(taken, false);
    t.state.position.area_mut(to).set(put, true);
    super::conquest::trim_holds(&mut t.state.position);
    t.tell(Event::Carried { seat, from, good, of, to, onto });
    Ok(())
}

/// A caravan's site, with its good.
type Stand = (Province, Site, Good);

/// Which caravan Jason takes where.
#[derive(Debug)]
pub struct Jason {
    from: Vec<Stand>,
    to: Vec<Stand>,
}

impl Jason {
    fn of(game: &Mythology, position: &Position, seat: Seat) -> Jason {
        let sites = |province: Province| {
            let goods = &game.core.board.land(province).goods;
            (0..).zip(goods).map(move |(n, good)| (province, Site::Caravan(n), *good))
        };
        let all: Vec<Stand> = position.provinces().flat_map(|(province, _)| sites(province)).collect();
        let held = |(province, site, _): &&Stand| {
            let area = position.area(*province);
            area.has(*site) && area.occupier(*site) == Some(seat)
        };
        let free = |(province, site, _): &&Stand| {
            let area = position.area(*province);
            area.owner == Some(seat) && !area.has(*site)
        };
        Jason { from: all.iter().filter(held).copied().collect(), to: all.iter().filter(free).copied().collect() }
    }
}

impl Question<Mythology> for Jason {
    type Answer = Option<(Stand, Stand)>;
    const NAME: &'static str = "jason";

    fn legal(&self, _: &Mythology, answer: &Self::Answer) -> Result<(), Reason> {
        match answer {
            Some((from, _)) if !self.from.contains(from) => Err(Own::NotOccupied { province: from.0 }.into()),
            Some((_, to)) if !self.to.contains(to) => Err(Own::NoFreeSite { province: to.0 }.into()),
            _ => Ok(()),
        }
    }

    fn default(&self, _: &Mythology) -> Self::Answer {
        None
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Self::Answer {
        Some((*self.from.choose(chance)?, *self.to.choose(chance)?))
    }

    fn hints(&self, _: &Mythology) -> Vec<Self::Answer> {
        let to = self.to.first();
        self.from.iter().filter_map(|from| Some(Some((*from, *to?)))).collect()
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Self::Answer> {
        lines.first(|order| {
            let (from, good, to, onto) = match order {
                Order::Rite(Rite::Jason { from, good, to, onto }) => (from, good, to, onto),
                Order::Rite(Rite::Idle(Idler::Jason)) => return Says::Yes(None),
                _ => return Says::Nothing,
            };
            let find = |stands: &[Stand], at: Province, wanted: &Option<Good>| {
                stands.iter().find(|(place, _, good)| *place == at && wanted.is_none_or(|w| w == *good)).copied()
            };
            let Some(taken) = find(&self.from, *from, good) else {
                return Says::No(Own::NotOccupied { province: *from }.into());
            };
            match find(&self.to, *to, onto) {
                Some(put) => Says::Yes(Some((taken, put))),
                None => Says::No(Own::NoFreeSite { province: *to }.into()),
            }
        })
    }

    fn orders(&self, _: &Mythology, answer: &Self::Answer) -> Vec<Order> {
        match answer {
            Some(((from, _, good), (to, _, onto))) => {
                alloc::vec![Order::Rite(Rite::Jason { from: *from, good: Some(*good), to: *to, onto: Some(*onto) })]
            }
            None => alloc::vec![Order::Rite(Rite::Idle(Idler::Jason))],
        }
    }
}

/// Asks whether Medusa forbids all battle in a province; says whether it is forbidden (MY-5.4.8).
pub fn medusa(t: &mut Table<'_>, campaign: &mut Campaign, prefix: &str, mover: Seat, province: Province) -> Play<bool> {
    if campaign.forbidden.contains(&province) {
        return Ok(true);
    }
    for seat in t.state.position.who_have(Card::Medusa) {
        let plays = t.game.core.seats.contains(seat);
        let stands = t.state.position.area(province).land_units(seat) > 0;
        if campaign.medusa.contains(seat) || !stands || !plays {
            continue;
        }
        let (name, by, at) = names(t, mover, seat, province);
        let question = Once { hero: Card::Medusa, province, default: false };
        if t.ask(seat, format_args!("{prefix}{by}/{at}/medusa of {name}"), question)? {
            campaign.medusa.insert(seat);
            campaign.forbidden.push(province);
            t.tell(Event::MedusaForbids { seat, province });
            return Ok(true);
        }
    }
    Ok(false)
}

fn names(t: &Table<'_>, mover: Seat, seat: Seat, province: Province) -> (String, String, String) {
    let core = &t.game.core;
    (core.seat_key_of(seat).into(), core.seat_key_of(mover).into(), core.place_name(Place::Land(province)).into())
}

/// Asks whether Hercules makes one of these legions a creature for this battle (MY-5.4.10).
pub fn hercules(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    path: &str,
    seat: Seat,
    province: Province,
    legions: u8,
) -> Play<bool> {
    let free = t.state.position.has(seat, Card::Hercules) && !campaign.hercules.contains(seat);
    if !free || legions == 0 || !t.game.core.seats.contains(seat) {
        return Ok(false);
    }
    let name = t.game.core.seat_key_of(seat);
    let rises =
        t.ask(seat, format_args!("{path}/hercules of {name}"), Once { hero: Card::Hercules, province, default: true })?;
    if rises {
        campaign.hercules.insert(seat);
        t.tell(Event::HerculesRises { seat, province });
    }
    Ok(rises)
}

/// What lines say of a power that is used in some places: the first that means this place answers; where all mean other places, it is not
/// used here. Of an order `says` knows whether it speaks of the power at all, and whether of this place.
fn meant_here(lines: &mut Lines<'_, Mythology>, says: impl Fn(&Order) -> Option<Option<bool>>) -> Option<bool> {
    let here = lines.first(|order| says(order).flatten().map_or(Says::Nothing, Says::Yes));
    here.or_else(|| lines.first(|order| says(order).map_or(Says::Nothing, |_| Says::Yes(false))))
}

/// Whether a power that works once a turn is used here.
#[derive(Debug)]
pub struct Once {
    hero: Card,
    province: Province,
    default: bool,
}

impl Once {
    fn order(&self, spread: Spread<Province>) -> Order {
        Order::Rite(if self.hero == Card::Medusa { Rite::Medusa(spread) } else { Rite::Hercules(spread) })
    }
}

impl Question<Mythology> for Once {
    type Answer = bool;
    const NAME: &'static str = "once";

    fn legal(&self, _: &Mythology, _: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> bool {
        self.default
    }

    fn choices(&self, _: &Mythology) -> Vec<bool> {
        alloc::vec![true, false]
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> bool {
        chance.random_bool(0.5)
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.hero.to_string())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<bool> {
        let spread = |order: &Order| match (order, self.hero) {
            (Order::Rite(Rite::Medusa(spread)), Card::Medusa) => Some(spread.clone()),
            (Order::Rite(Rite::Hercules(spread)), Card::Hercules) => Some(spread.clone()),
            _ => None,
        };
        meant_here(lines, |order| spread(order).map(|spread| spread.has(&self.province).then_some(true)))
    }

    fn orders(&self, _: &Mythology, used: &bool) -> Vec<Order> {
        alloc::vec![self.order(if *used { Spread::In(alloc::vec![self.province]) } else { Spread::Never })]
    }
}

/// Asks how many enemy legions Midas buys before the dice fall, for two taxes each (MY-5.4.9).
pub fn midas(t: &mut Table<'_>, path: &str, seat: Seat, enemy: Seat, province: Province, legions: u8) -> Play<u8> {
    if !t.state.position.has(seat, Card::Midas) || !t.game.core.seats.contains(seat) {
        return Ok(0);
    }
    let pieces = t.game.core.board.pieces.unit(Unit::Legion);
    let stock = pieces.saturating_sub(t.state.position.units(seat, Unit::Legion));
    let hand = *t.state.hand(seat);
    let most = legions.min(stock).min(hand.len() as u8 / 2);
    if most == 0 {
        return Ok(0);
    }
    let name = t.game.core.seat_key_of(seat);
    let question = Midas { province, most, taxes: hand.count(Good::Tax) };
    let bought = t.ask(seat, format_args!("{path}/midas of {name}"), question)?;
    if bought > 0 {
        let mut paid = Cards::NONE;
        paid.add(Good::Tax, 2 * bought);
        t.state.pay(seat, &paid);
        let area = t.state.position.area_mut(province);
        area.legions[enemy.index()] -= bought;
        area.legions[seat.index()] += bought;
        t.tell(Event::MidasBuys { seat, province, from: enemy, legions: bought });
    }
    Ok(bought)
}

/// How many enemy legions Midas buys. Asked by the size of the hand: waiting must not tell what is in it.
#[derive(Debug)]
pub struct Midas {
    province: Province,
    most: u8,
    taxes: u8,
}

impl Midas {
    fn can(&self) -> u8 {
        self.most.min(self.taxes / 2)
    }
}

impl Question<Mythology> for Midas {
    type Answer = u8;
    const NAME: &'static str = "midas";

    fn legal(&self, _: &Mythology, bought: &u8) -> Result<(), Reason> {
        if *bought <= self.can() { Ok(()) } else { Err(Own::NotForMidas.into()) }
    }

    fn default(&self, _: &Mythology) -> u8 {
        0
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> u8 {
        chance.random_range(0..=self.can())
    }

    fn choices(&self, _: &Mythology) -> Vec<u8> {
        (0..=self.can()).collect()
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.province.to_string())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<u8> {
        let mut hear = |here: bool| {
            lines.first(|order| match order {
                Order::Rite(Rite::Midas { at, legions })
                    if at.is_some() == here && at.is_none_or(|at| at == self.province) =>
                {
                    match (*legions).min(self.can()) {
                        0 if *legions > 0 => Says::No(Own::NotForMidas.into()),
                        some if some < *legions => Says::Partly(some, Own::NotForMidas.into()),
                        some => Says::Yes(some),
                    }
                }
                _ => Says::Nothing,
            })
        };
        hear(true).or_else(|| hear(false))
    }

    fn orders(&self, _: &Mythology, bought: &u8) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Midas { at: Some(self.province), legions: *bought })]
    }
}

/// How many dice Hamilcar sets to four instead of rolling them (MY-5.4.12).
#[derive(Debug)]
pub struct Hamilcar {
    /// How many dice there are.
    pub dice: u8,
}

impl Question<Mythology> for Hamilcar {
    type Answer = u8;
    const NAME: &'static str = "hamilcar";

    fn legal(&self, _: &Mythology, fours: &u8) -> Result<(), Reason> {
        if *fours <= self.dice { Ok(()) } else { Err(Own::TooManyDice { dice: self.dice }.into()) }
    }

    /// All: a die shows three and a half on average.
    fn default(&self, _: &Mythology) -> u8 {
        self.dice
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> u8 {
        chance.random_range(0..=self.dice)
    }

    fn choices(&self, _: &Mythology) -> Vec<u8> {
        (0..=self.dice).rev().collect()
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Rite(Rite::Hamilcar(fours)) => Says::Yes(fours.unwrap_or(self.dice).min(self.dice)),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, fours: &u8) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Hamilcar(Some(*fours)))]
    }
}

/// Up to which face Ajax rolls dice again (MY-5.4.11).
#[derive(Debug)]
pub struct Ajax {
    /// What the dice show.
    pub faces: Vec<u8>,
}

impl Question<Mythology> for Ajax {
    type Answer = u8;
    const NAME: &'static str = "ajax";

    fn legal(&self, _: &Mythology, face: &u8) -> Result<(), Reason> {
        if *face <= 6 { Ok(()) } else { Err(Own::TooManyDice { dice: 6 }.into()) }
    }

    /// What shows less than the average.
    fn default(&self, _: &Mythology) -> u8 {
        3
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> u8 {
        chance.random_range(0..=6)
    }

    fn choices(&self, _: &Mythology) -> Vec<u8> {
        (0..=6).collect()
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Rite(Rite::Ajax(face)) => Says::Yes((*face).min(6)),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, face: &u8) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Ajax(*face))]
    }
}

/// Asks whether Mars adds six to a total, once it is known (MY-6.3.6).
pub fn mars(t: &mut Table<'_>, path: &str, place: Place, seat: Seat, enemy: Seat, decides: bool) -> Play<bool> {
    if t.state.position.favoured(God::Mars) != Some(seat) {
        return Ok(false);
    }
    let name = t.game.core.seat_key_of(seat);
    let path = alloc::format!("{path}/mars of {name}");
    if !t.ask(seat, &path, Mars { place, decides })? {
        return Ok(false);
    }
    if gods::shielded(t, &path, God::Mars, seat, enemy)? {
        return Ok(false);
    }
    gods::spend(t, God::Mars);
    t.tell(Event::MarsAdds { seat, place });
    Ok(true)
}

/// Whether Mars adds six here.
#[derive(Debug)]
pub struct Mars {
    place: Place,
    /// Whether no enemy would be left with it, and one without it.
    decides: bool,
}

impl Question<Mythology> for Mars {
    type Answer = bool;
    const NAME: &'static str = "mars";

    fn legal(&self, _: &Mythology, _: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> bool {
        self.decides
    }

    fn choices(&self, _: &Mythology) -> Vec<bool> {
        alloc::vec![true, false]
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> bool {
        chance.random_bool(0.5)
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.place.id())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<bool> {
        meant_here(lines, |order| match order {
            Order::Rite(Rite::Mars(Fury { at, decides })) => {
                Some(at.has(&self.place).then_some(!decides || self.decides))
            }
            _ => None,
        })
    }

    fn orders(&self, _: &Mythology, used: &bool) -> Vec<Order> {
        let at = if *used { Spread::In(alloc::vec![self.place]) } else { Spread::Never };
        alloc::vec![Order::Rite(Rite::Mars(Fury { at, decides: false }))]
    }
}
