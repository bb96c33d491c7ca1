//! Printing orders and conditions in canonical form: what is printed reads back to the same order.

use super::facts::{Amount, Fact, Thing, Who};
use super::term::{Term, Verb, Word};
use crate::common::ground::Place;
use crate::common::orders::{Aim, Bounty, Nothing, Number, Order, PickWish, Spot, Wish};
use crate::pieces::{Building, Card, Cards, Good, Province, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Lexicon, Link};

/// A printer for one language.
pub struct Printer<'a> {
    /// The words.
    pub lexicon: &'a Lexicon<Term>,
    /// The language.
    pub language: &'a str,
}

impl Printer<'_> {
    pub(super) fn name(&self, term: Term) -> &str {
        self.lexicon.name(self.language, term)
    }

    /// One of a thing, or several.
    pub(super) fn some(&self, number: u8, term: Term) -> &str {
        if number == 1 { self.name(term) } else { self.lexicon.plural(self.language, term) }
    }

    pub(super) fn link(&self, link: Link) -> &str {
        self.name(Term::Link(link))
    }

    pub(super) fn verb(&self, verb: Verb) -> &str {
        self.name(Term::Verb(verb))
    }

    pub(super) fn place(&self, place: Place) -> &str {
        match place {
            Place::Land(province) => self.name(Term::Province(province)),
            Place::Sea(sea) => self.name(Term::Sea(sea)),
        }
    }

    pub(super) fn list<T>(&self, all: &[T], print: impl Fn(&T) -> String) -> String {
        all.iter().map(print).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn goods(&self, goods: &[Good]) -> String {
        if goods.is_empty() {
            return self.link(Link::Nothing).into();
        }
        self.list(goods, |good| self.name(Term::Good(*good)).into())
    }

    fn seats(&self, seats: &[Seat]) -> String {
        self.list(seats, |seat| self.name(Term::Seat(*seat)).into())
    }

    /// A payment: `fish+grain+oil`.
    pub fn cards(&self, cards: &Cards) -> String {
        cards.each().map(|good| self.name(Term::Good(good))).collect::<Vec<_>>().join("+")
    }

    /// One order.
    pub fn order(&self, order: &Order) -> String {
        let verb = |verb| self.verb(verb);
        match order {
            Order::Trade(number) => format!("{} {number}", verb(Verb::Trade)),
            Order::Offer(goods) => format!("{} {}", verb(Verb::Offer), self.goods(goods)),
            Order::OfferAny => format!("{} {}", verb(Verb::Offer), self.link(Link::Any)),
            Order::Pick(wishes) => {
                format!("{} {}", verb(Verb::Pick), self.list(wishes, |wish| self.pick(wish)))
            }
            Order::Ulysses(whens) => format!("{} {}", self.name(Term::Card(Card::Ulysses)), self.whens(whens)),
            Order::Bonus(card, goods) => format!("{} {}", self.name(Term::Card(*card)), self.goods(goods)),
            Order::Antigone(number) => format!("{} {number}", self.name(Term::Card(Card::Antigone))),
            Order::Collect(bounty, province) => {
                let what = match bounty {
                    Bounty::Coin => self.name(Term::Good(Good::Tax)),
                    Bounty::Legend => self.name(Term::Word(Word::Legendary)),
                };
                let place = province
                    .map_or(String::new(), |p| format!(" {} {}", self.link(Link::In), self.name(Term::Province(p))));
                format!("{} {what}{place}", verb(Verb::Collect))
            }
            Order::Peace(seats) => {
                let whom = if seats.is_empty() { self.link(Link::Never).into() } else { self.seats(seats) };
                format!("{} {whom}", verb(Verb::Peace))
            }
            Order::Copy(cards) => {
                format!("{} {}", verb(Verb::Copy), self.list(cards, |card| self.name(Term::Card(*card)).into()))
            }
            Order::Give(goods) => format!("{} {}", verb(Verb::Give), self.goods(goods)),
            Order::Heir(role, seats) => {
                let role = role.map_or(String::new(), |role| format!("{}: ", self.name(Term::Role(role))));
                format!("{} {role}{}", verb(Verb::Name), self.seats(seats))
            }
            Order::Sequence(seats) => format!("{} {}", verb(Verb::Order), self.seats(seats)),
            Order::Build { wish, times, with } => self.build(*wish, *times, with),
            Order::Swap { give, take } => {
                let (give, take) = (self.name(Term::Good(*give)), self.name(Term::Good(*take)));
                format!("{} {give} {} {take}", verb(Verb::Swap), self.link(Link::For))
            }
            Order::Keep(goods) => format!("{} {}", verb(Verb::Keep), self.goods(goods)),
            Order::Move { number, unit, from, to, via } => {
                let (several, number) = match number {
                    Number::All => (2, format!("{} ", self.link(Link::All))),
                    Number::Exactly(n) => (*n, format!("{n} ")),
                };
                let unit = unit.map_or(String::new(), |unit| format!("{} ", self.some(several, Term::Unit(unit))));
                let via = match via.as_slice() {
                    [] => String::new(),
                    seas => format!(
                        " {} {}",
                        self.link(Link::Via),
                        self.list(seas, |sea| self.name(Term::Sea(*sea)).into())
                    ),
                };
                format!("{} {number}{unit}{} -> {}{via}", verb(Verb::Move), self.place(*from), self.place(*to))
            }
            Order::Attack { place, targets } => {
                let target = |(seat, number): &(Seat, Option<u8>)| match number {
                    Some(number) => format!("{} {number}", self.name(Term::Seat(*seat))),
                    None => self.name(Term::Seat(*seat)).into(),
                };
                let targets = match (targets.as_slice(), place) {
                    // Whoever names a province and nobody in it might mean the civilization of the same name.
                    ([], Place::Land(_)) => format!(": {}", self.link(Link::Any)),
                    ([], Place::Sea(_)) => String::new(),
                    (targets, _) => format!(": {}", self.list(targets, target)),
                };
                format!("{} {}{targets}", verb(Verb::Attack), self.place(*place))
            }
            Order::AttackWherever(seats) => {
                // In some languages a civilization is called as a province is on our maps: then its English name tells them apart.
                let is_place = |name: &str| {
                    let is_it =
                        |term: &Term| matches!(term, Term::Province(_)) && self.lexicon.name("en", *term) == name;
                    self.lexicon.terms().any(|term| is_it(&term))
                };
                let name = |seat: &Seat| {
                    let (own, english) = (self.name(Term::Seat(*seat)), self.lexicon.name("en", Term::Seat(*seat)));
                    String::from(if is_place(own) { english } else { own })
                };
                format!("{} {}", verb(Verb::Attack), self.list(seats, name))
            }
            Order::Losses { place, units } => {
                let place = place.map_or(String::new(), |place| format!("{}: ", self.place(place)));
                let units = self.list(units, |(unit, number)| {
                    let unit = self.some(number.unwrap_or(1), Term::Unit(*unit));
                    number.map_or(unit.into(), |n| format!("{n} {unit}"))
                });
                format!("{} {place}{units}", verb(Verb::Losses))
            }
            Order::Conquest { province, aim } => {
                let place = province.map_or(String::new(), |p| format!(" {}", self.name(Term::Province(p))));
                format!("{}{place}: {}", verb(Verb::Conquest), self.aim(aim, *province))
            }
            Order::Helen(provinces) => {
                let helen = self.name(Term::Card(Card::Helen));
                match provinces.as_slice() {
                    [] => format!("{helen} {}", self.link(Link::Any)),
                    list => {
                        let list = self.list(list, |province| self.name(Term::Province(*province)).into());
                        format!("{helen} {} {list}", self.link(Link::In))
                    }
                }
            }
            Order::HelenNever => format!("{} {}", self.name(Term::Card(Card::Helen)), self.link(Link::Never)),
            Order::Rite(rite) => self.rite(rite),
            Order::Nothing(what) => {
                let nothing = self.link(Link::Nothing);
                match what {
                    Nothing::AtAll => nothing.into(),
                    Nothing::Build => format!("{} {nothing}", verb(Verb::Build)),
                    Nothing::Move => format!("{} {nothing}", verb(Verb::Move)),
                    Nothing::Attack => format!("{} {nothing}", verb(Verb::Attack)),
                }
            }
        }
    }

    fn pick(&self, wish: &PickWish) -> String {
        let most = wish.most.map_or(String::new(), |most| format!("{most} "));
        let good = wish.good.map_or(self.link(Link::Any), |good| self.name(Term::Good(good)));
        match wish.from {
            Some(seat) => format!("{most}{good} {} {}", self.link(Link::From), self.name(Term::Seat(seat))),
            None => format!("{most}{good}"),
        }
    }

    fn whens(&self, whens: &[PickWish]) -> String {
        if whens.is_empty() {
            return self.link(Link::Never).into();
        }
        self.list(whens, |when| {
            let who = when.from.map_or(self.link(Link::Any), |seat| self.name(Term::Seat(seat)));
            let good = when.good.map_or(self.link(Link::Any), |good| self.name(Term::Good(good)));
            let what = self.lexicon.clause(self.language, who, self.verb(Verb::Takes), good);
            format!("{} {what}", self.link(Link::When))
        })
    }

    fn build(&self, wish: Wish, times: u8, with: &[Cards]) -> String {
        let wish = self.wish(wish, times);
        let times = if times == 1 { String::new() } else { format!("{times} ") };
        let with = match with {
            [] => String::new(),
            [Cards::TAXES, ..] => format!(" {} {}", self.link(Link::With), self.name(Term::Taxes)),
            sets => format!(" {} {}", self.link(Link::With), self.list(sets, |cards| self.cards(cards))),
        };
        format!("{} {times}{}{with}", self.verb(Verb::Build), wish)
    }

    fn wish(&self, wish: Wish, times: u8) -> String {
        let building = |building| self.some(times, Term::Building(building));
        let province = |province| self.name(Term::Province(province));
        match wish {
            Wish::Influence(p) => format!("{} {}", self.name(Term::Word(Word::Influence)), province(p)),
            Wish::City(p, Some(site)) => format!("{} {}", building(Building::City), self.name(Term::City(p, site))),
            Wish::City(p, None) => format!("{} {} {}", building(Building::City), self.link(Link::In), province(p)),
            Wish::Caravan(p, good) => {
                let good = good.map_or(String::new(), |good| format!(" {}", self.name(Term::Good(good))));
                format!("{} {}{good}", building(Building::Caravan), province(p))
            }
            Wish::Market(p) => format!("{} {}", building(Building::Market), province(p)),
            Wish::Temple(p) => format!("{} {}", building(Building::Temple), province(p)),
            Wish::Unit(unit, p) => format!("{} {}", self.some(times, Term::Unit(unit)), province(p)),
            Wish::Ship(sea) => format!("{} {}", self.some(times, Term::Unit(Unit::Trireme)), self.name(Term::Sea(sea))),
            Wish::Card(card) => {
                let kind = if card.is_wonder() { Word::Wonder } else { Word::Hero };
                format!("{} {}", self.name(Term::Word(kind)), self.name(Term::Card(card)))
            }
        }
    }

    fn aim(&self, aim: &Aim, at: Option<Province>) -> String {
        let spots = |spots: &[Spot]| match spots {
            [] => String::new(),
            spots => format!(" {}", self.list(spots, |spot| self.spot(*spot, at))),
        };
        match aim {
            Aim::Pillage(list) => format!("{}{}", self.verb(Verb::Pillage), spots(list)),
            Aim::Occupy(list) => format!("{}{}", self.verb(Verb::Occupy), spots(list)),
            Aim::Convert => self.verb(Verb::Convert).into(),
            Aim::Seize => self.verb(Verb::Seize).into(),
            Aim::Stay => self.verb(Verb::Stay).into(),
        }
    }

    /// A building, in a province if it is known.
    fn spot(&self, spot: Spot, at: Option<Province>) -> String {
        match spot {
            Spot::Kind(building) => self.name(Term::Building(building)).into(),
            Spot::CaravanOf(good) => {
                format!("{} {}", self.name(Term::Building(Building::Caravan)), self.name(Term::Good(good)))
            }
            Spot::CityOn(site) => {
                let city = self.name(Term::Building(Building::City));
                // Without its province a city has only the number of its site.
                at.map_or(format!("{city} {}", site + 1), |at| format!("{city} {}", self.name(Term::City(at, site))))
            }
        }
    }

    /// One fact of a condition.
    pub fn fact(&self, fact: &Fact) -> String {
        let who = |who: &Who| match who {
            Who::Me => self.link(Link::Me),
            Who::Seat(seat) => self.name(Term::Seat(*seat)),
        };
        let has = |who: &Who| self.link(if *who == Who::Me { Link::Have } else { Link::Has });
        let is_called = |who: &Who| self.link(if *who == Who::Me { Link::Am } else { Link::Is });
        let clause = |who: &str, verb: &str, what: &str| self.lexicon.clause(self.language, who, verb, what);
        let at = |at: &Option<Place>| {
            at.map_or(String::new(), |place| format!(" {} {}", self.link(Link::In), self.place(place)))
        };
        let is = self.link(Link::Is);
        match fact {
            Fact::Alone => self.name(Term::Word(Word::Alone)).into(),
            Fact::Turn(turn) => format!("{} {turn}", self.link(Link::Turn)),
            Fact::Present(someone, place) => {
                let what = format!("{} {}", self.link(Link::In), self.place(*place));
                clause(who(someone), is_called(someone), &what)
            }
            Fact::Count(someone, amount, thing, place) => {
                let (Amount::AtLeast(amount_of) | Amount::AtMost(amount_of)) = *amount;
                let amount = match amount {
                    Amount::AtLeast(n) => format!("{} {n}", self.link(Link::AtLeast)),
                    Amount::AtMost(n) => format!("{} {n}", self.link(Link::AtMost)),
                };
                let thing = if matches!(amount_of, 1) { self.thing(*thing) } else { self.things(*thing) };
                clause(who(someone), has(someone), &format!("{amount} {thing}{}", at(place)))
            }
            Fact::More(someone, thing, than, place) => {
                let (more, link) = (self.link(Link::More), self.link(Link::Than));
                let thing = self.things(*thing);
                clause(who(someone), has(someone), &format!("{more} {thing} {link} {}{}", who(than), at(place)))
            }
            Fact::Owner(province, owner) => clause(self.name(Term::Province(*province)), is, &self.owner(owner)),
            Fact::AtWar(province) => clause(self.name(Term::Province(*province)), is, self.name(Term::Word(Word::War))),
            Fact::CardOf(card, Some(owner)) => clause(who(owner), has(owner), self.name(Term::Card(*card))),
            Fact::CardOf(card, None) => clause(self.name(Term::Card(*card)), is, &self.owner(&None)),
        }
    }

    fn owner(&self, owner: &Option<Who>) -> String {
        match owner {
            None => self.name(Term::Word(Word::Free)).into(),
            Some(who) => {
                let who = match who {
                    Who::Me => self.link(Link::Whom),
                    Who::Seat(seat) => self.name(Term::Seat(*seat)),
                };
                format!("{} {who}", self.name(Term::Word(Word::HeldBy)))
            }
        }
    }

    /// Several of a thing.
    fn things(&self, thing: Thing) -> &str {
        match thing {
            Thing::Unit(unit) => self.some(2, Term::Unit(unit)),
            Thing::Building(building) => self.some(2, Term::Building(building)),
            thing => self.thing(thing),
        }
    }

    fn thing(&self, thing: Thing) -> &str {
        match thing {
            Thing::Unit(unit) => self.name(Term::Unit(unit)),
            Thing::Building(building) => self.name(Term::Building(building)),
            Thing::Markers => self.name(Term::Word(Word::Influence)),
            Thing::Heroes => self.name(Term::Word(Word::Hero)),
            Thing::Cards => self.name(Term::Word(Word::Cards)),
            Thing::Good(good) => self.name(Term::Good(good)),
        }
    }
}
