//! Reading and printing what only a game with gods and creatures knows.

use super::print::Printer;
use super::read::{
    MOST, Words, building, card, city, ends, good, goods, land, list, movement, payments, place, role, sea, seat,
    small, some_units, unit, verb, wishes,
};
use super::term::{Term, Verb, Word};
use crate::common::ground::Place;
use crate::common::orders::{Number, Order, Spot};
use crate::common::rites::{Fury, Gift, Idler, Moment, Occasion, Prey, Rite, Spread, Whom};
use crate::pieces::{Building, Card, God, Good, Province, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::{Link, Slip};

/// The gods against whose power somebody can be shielded.
pub const HOSTILE: [God; 4] = [God::Baal, God::Mars, God::Poseidon, God::Vulcan];

/// Land units march in so many waves at most.
pub const WAVES: u8 = 4;

fn god(term: Term) -> Option<God> {
    if let Term::God(god) = term { Some(god) } else { None }
}

fn word(w: &mut Words<'_>, wanted: Word) -> bool {
    w.take(|term| (term == Term::Word(wanted)).then_some(())).is_some()
}

/// An order that begins with the name of a god, or of a hero who acts, in a game with gods.
pub(super) fn begins(w: &mut Words<'_>, before: Option<&Order>) -> Option<Result<Rite, Slip>> {
    let mark = w.mark();
    // Behind an order that names gods, a god alone is one more of them: `astarte against Baal else Vulcan`.
    if let Some(Order::Rite(before @ (Rite::Astarte(_) | Rite::Pray { .. } | Rite::Adonis(_)))) = before {
        let bare = |w: &mut Words<'_>| match again(w, before) {
            Ok(rite) if ends(w) => Ok(rite),
            _ => Err(w.slip("god")),
        };
        if let Some(rite) = w.attempt(bare) {
            return Some(Ok(rite));
        }
    }
    if let Some(god) = w.take(god) {
        w.link(Link::Colon);
        return Some(of_god(w, god));
    }
    let acts = |term| {
        use Card::*;
        let acts = |card: &Card| matches!(card, Adonis | Ajax | Hamilcar | Medusa | Midas | Hercules | Aeneas | Jason);
        card(term).filter(acts)
    };
    if let Some(hero) = w.take(acts) {
        if w.knows(Term::God(God::Mars)) {
            w.link(Link::Colon);
            return Some(of_hero(w, hero));
        }
        w.back(mark);
    }
    None
}

fn never(w: &mut Words<'_>) -> bool {
    w.link(Link::Never) || w.link(Link::Nothing)
}

fn gods(w: &mut Words<'_>) -> Result<Vec<God>, Slip> {
    if never(w) { Ok(Vec::new()) } else { wishes(w, |w| w.need("god", god)) }
}

fn of_god(w: &mut Words<'_>, god: God) -> Result<Rite, Slip> {
    match god {
        God::Athena if never(w) => Ok(Rite::Athena(None)),
        God::Athena => {
            w.link(Link::For);
            Ok(Rite::Athena(Some(w.need("role", role)?)))
        }
        God::Hermes if never(w) => Ok(Rite::Hermes(Vec::new())),
        God::Hermes => Ok(Rite::Hermes(goods(w)?)),
        God::Isis if never(w) => Ok(Rite::Isis(Vec::new())),
        God::Isis => Ok(Rite::Isis(list(w, gift)?)),
        God::Baal | God::Vulcan => raze(w, god),
        God::Poseidon if never(w) => Ok(Rite::Poseidon(Vec::new())),
        God::Poseidon => Ok(Rite::Poseidon(list(w, prey)?)),
        God::Astarte => {
            word(w, Word::Against);
            if w.link(Link::Any) || w.link(Link::Always) || ends(w) {
                return Ok(Rite::Astarte(HOSTILE.to_vec()));
            }
            Ok(Rite::Astarte(gods(w)?))
        }
        God::Mars if word(w, Word::Decides) || w.is_done() || w.attempt(turns_it).is_some() => {
            Ok(Rite::Mars(Fury { at: Spread::Any, decides: true }))
        }
        God::Mars => {
            let bare = ends(w);
            let at = spread(w, |w| w.need("province or sea", place))?;
            let decides = bare || w.attempt(turns_it).is_some();
            Ok(Rite::Mars(Fury { at, decides }))
        }
    }
}

/// `if it turns a loss into a win`: no condition that could be seen beforehand, but a part of the order.
fn turns_it(w: &mut Words<'_>) -> Result<(), Slip> {
    w.link(Link::Only);
    if !w.link(Link::If) {
        return Err(w.slip("order"));
    }
    w.need("condition", |term| (term == Term::Word(Word::Decides)).then_some(()))?;
    word(w, Word::Win);
    Ok(())
}

fn of_hero(w: &mut Words<'_>, hero: Card) -> Result<Rite, Slip> {
    let some = |w: &mut Words<'_>| if never(w) { Ok(0) } else { small(w) };
    match hero {
        Card::Adonis => Ok(Rite::Adonis(gods(w)?)),
        Card::Ajax => Ok(Rite::Ajax(some(w)?.min(6))),
        Card::Hamilcar if w.link(Link::All) || ends(w) => Ok(Rite::Hamilcar(None)),
        Card::Hamilcar => Ok(Rite::Hamilcar(Some(some(w)?))),
        Card::Medusa => Ok(Rite::Medusa(spread(w, |w| w.need("province", land))?)),
        Card::Hercules => Ok(Rite::Hercules(spread(w, |w| w.need("province", land))?)),
        Card::Midas => {
            let legions = if never(w) { 0 } else { w.number().map_or(1, |n| n.min(MOST) as u8) };
            w.take(unit);
            w.link(Link::In);
            Ok(Rite::Midas { at: w.take(land), legions })
        }
        Card::Aeneas if never(w) => Ok(Rite::Idle(Idler::Aeneas)),
        Card::Jason if never(w) => Ok(Rite::Idle(Idler::Jason)),
        Card::Aeneas => {
            let _ = w.link(Link::Via) || w.link(Link::In);
            Ok(Rite::Aeneas(w.need("sea", sea)?))
        }
        _ => jason(w),
    }
}

/// `Roma, Cnossus`, `in Roma`, `any`, `never`
fn spread<T>(w: &mut Words<'_>, one: impl Fn(&mut Words<'_>) -> Result<T, Slip>) -> Result<Spread<T>, Slip> {
    if never(w) {
        return Ok(Spread::Never);
    }
    if w.link(Link::Any) || w.link(Link::Always) || ends(w) {
        return Ok(Spread::Any);
    }
    w.link(Link::In);
    let places = list(w, one)?;
    w.link(Link::Always);
    Ok(Spread::In(places))
}

/// `gold to Rome`, `any to others`
fn gift(w: &mut Words<'_>) -> Result<Gift, Slip> {
    let good = if w.link(Link::Any) { None } else { Some(w.need("good", good)?) };
    let _ = w.link(Link::To) || w.link(Link::For);
    let to = match (w.link(Link::Me), word(w, Word::Others)) {
        (true, _) => Whom::Me,
        (_, true) => Whom::Others,
        _ => Whom::Seat(w.need("civilization", seat)?),
    };
    Ok(Gift { good, to })
}

/// `Baal city Sparta, city Roma last`, `Vulcan caravan Carthago fruit`
fn raze(w: &mut Words<'_>, god: God) -> Result<Rite, Slip> {
    let targets = if never(w) { Vec::new() } else { list(w, |w| target(w, god))? };
    let moment = if w.link(Link::Last) { Moment::Last } else { Moment::Now };
    Ok(Rite::Raze { god, targets, moment })
}

fn target(w: &mut Words<'_>, god: God) -> Result<(Province, Option<Spot>), Slip> {
    let first = if god == God::Vulcan { w.take(good) } else { None };
    w.take(building);
    let first = first.or_else(|| if god == God::Vulcan { w.take(good) } else { None });
    if !w.link(Link::In)
        && god == God::Baal
        && let Some((province, site)) = w.take(city)
    {
        return Ok((province, Some(Spot::CityOn(site))));
    }
    let province = w.need("province", land)?;
    if god == God::Baal {
        return Ok((province, None));
    }
    w.link(Link::For);
    Ok((province, first.or_else(|| w.take(good)).map(Spot::CaravanOf)))
}

/// `Mare Ionium Rome`, `Rome in Mare Ionium`, `any last`, `when Rome carries to Rhodus`, `when any fights`
fn prey(w: &mut Words<'_>) -> Result<Prey, Slip> {
    if w.link(Link::When) || word(w, Word::Against) {
        let mut whose = || if w.link(Link::Any) { None } else { w.take(seat) };
        let first = whose();
        let does = w.need("carries or fights", |term| {
            verb(term).filter(|verb| matches!(verb, Verb::Carries | Verb::Fights | Verb::Attack))
        })?;
        let seat = first.or_else(|| w.take(seat));
        let occasion = match does {
            Verb::Carries => Occasion::Carries(if w.link(Link::To) { Some(w.need("province", land)?) } else { None }),
            _ => Occasion::Fights,
        };
        let at = if w.link(Link::In) { Some(Place::Sea(w.need("sea", sea)?)) } else { None };
        return Ok(Prey { at, seat, occasion });
    }
    // Where a province is called like its civilization, what is called so on our maps is the province: `Roma Rome`.
    let mark = w.mark();
    let yard = w.take(land);
    w.back(mark);
    let is_yard = yard.is_some_and(|yard| w.is_name_of(Term::Province(yard)));
    let people = if is_yard { None } else { w.take(seat) };
    let (at, seat) = match people {
        Some(seat) => {
            let at = if w.link(Link::In) { Some(w.need("province or sea", place)?) } else { w.take(place) };
            (at, Some(seat))
        }
        None => {
            let at = if w.link(Link::Any) { None } else { Some(w.need("province or sea", place)?) };
            w.link(Link::Colon);
            (at, w.take(seat))
        }
    };
    let moment = if w.link(Link::Last) { Moment::Last } else { Moment::Now };
    Ok(Prey { at, seat, occasion: Occasion::At(moment) })
}

/// `wave 2: move 2 legions Roma -> Tarentum`
fn wave(w: &mut Words<'_>, wave: u8) -> Result<Rite, Slip> {
    w.take(|term| verb(term).filter(|verb| *verb == Verb::Move));
    match movement(w, None)? {
        Order::Move { number, unit, from, to, via } => Ok(Rite::Wave { wave, number, unit, from, to, via }),
        _ => Err(w.slip("order")),
    }
}

/// `Jason Carthago fruit -> Athenae oil`
fn jason(w: &mut Words<'_>) -> Result<Rite, Slip> {
    fn site(w: &mut Words<'_>) -> Result<(Province, Option<Good>), Slip> {
        w.take(building);
        let first = w.take(good);
        let _ = w.link(Link::In) || w.link(Link::From);
        let province = w.need("province", land)?;
        w.link(Link::For);
        Ok((province, first.or_else(|| w.take(good))))
    }
    let (from, good) = site(w)?;
    w.link(Link::To);
    let (to, onto) = site(w)?;
    Ok(Rite::Jason { from, good, to, onto })
}

/// An order that begins with a verb.
pub(super) fn after(w: &mut Words<'_>, verb: Verb) -> Result<Rite, Slip> {
    match verb {
        Verb::Pray => {
            w.link(Link::To);
            let gods = gods(w)?;
            let with = if w.link(Link::With) { payments(w, 1)?.pop() } else { None };
            Ok(Rite::Pray { gods, with })
        }
        Verb::Blockade => Ok(Rite::Blockade(spread(w, |w| w.need("sea", sea))?)),
        Verb::Bombard if never(w) => Ok(Rite::Idle(Idler::Titans)),
        Verb::Bombard => {
            w.link(Link::From);
            let from = w.need("province", land)?;
            w.link(Link::To);
            let at = w.need("province or sea", place)?;
            w.link(Link::Colon);
            let target = w.take(seat);
            let titans = if w.link(Link::With) { Some(small(w)?) } else { None };
            if titans.is_some() {
                w.take(unit);
            }
            Ok(Rite::Bombard { from, at, target, titans })
        }
        Verb::Dive => {
            let (number, _) = some_units(w);
            let _ = w.link(Link::From) || w.link(Link::In);
            Ok(Rite::Dive { number, from: w.need("province or sea", place)? })
        }
        Verb::Surface => {
            let number = w.number().map_or(1, |n| n.min(MOST) as u8);
            w.take(unit);
            w.link(Link::In);
            let sea = w.need("sea", sea)?;
            let to = if w.link(Link::To) { Some(w.need("province or sea", place)?) } else { None };
            Ok(Rite::Surface { number, sea, to })
        }
        Verb::Wave => {
            let mark = w.mark();
            let number = small(w)?;
            if !(2..=WAVES).contains(&number) {
                w.back(mark);
                return Err(w.slip("number from 2 to 4"));
            }
            w.link(Link::Colon);
            wave(w, number)
        }
        _ => Err(w.slip("order")),
    }
}

/// Another order of the same kind without its first word: `astarte against Baal else Vulcan`.
pub(super) fn again(w: &mut Words<'_>, before: &Rite) -> Result<Rite, Slip> {
    match before {
        Rite::Pray { .. } => after(w, Verb::Pray),
        Rite::Blockade(_) => after(w, Verb::Blockade),
        Rite::Bombard { .. } => after(w, Verb::Bombard),
        Rite::Adonis(_) => of_hero(w, Card::Adonis),
        Rite::Athena(_) => of_god(w, God::Athena),
        Rite::Hermes(_) => of_god(w, God::Hermes),
        Rite::Isis(_) => of_god(w, God::Isis),
        Rite::Raze { god, .. } => of_god(w, *god),
        Rite::Poseidon(_) => of_god(w, God::Poseidon),
        Rite::Astarte(_) => of_god(w, God::Astarte),
        Rite::Mars(_) => of_god(w, God::Mars),
        Rite::Medusa(_) => of_hero(w, Card::Medusa),
        Rite::Hercules(_) => of_hero(w, Card::Hercules),
        Rite::Midas { .. } => of_hero(w, Card::Midas),
        Rite::Aeneas(_) => of_hero(w, Card::Aeneas),
        Rite::Jason { .. } => jason(w),
        Rite::Wave { wave: number, .. } => wave(w, *number),
        _ => Err(w.slip("order")),
    }
}

impl Printer<'_> {
    /// One such order.
    pub(super) fn rite(&self, rite: &Rite) -> String {
        let god = |god| self.name(Term::God(god));
        let hero = |hero| self.name(Term::Card(hero));
        let never = || String::from(self.link(Link::Never));
        let number = |n: u8| if n == 0 { never() } else { format!("{n}") };
        match rite {
            Rite::Pray { gods, with } => {
                let whom = if gods.is_empty() { self.link(Link::Nothing).into() } else { self.gods(gods) };
                let with =
                    with.map_or(String::new(), |cards| format!(" {} {}", self.link(Link::With), self.cards(&cards)));
                format!("{} {whom}{with}", self.verb(Verb::Pray))
            }
            Rite::Adonis(gods) => format!("{} {}", hero(Card::Adonis), self.gods(gods)),
            Rite::Athena(role) => {
                let role = role.map_or_else(never, |role| self.name(Term::Role(role)).into());
                format!("{} {role}", god(God::Athena))
            }
            Rite::Hermes(goods) => format!("{} {}", god(God::Hermes), self.goods(goods)),
            Rite::Isis(gifts) if gifts.is_empty() => format!("{} {}", god(God::Isis), never()),
            Rite::Isis(gifts) => format!("{} {}", god(God::Isis), self.list(gifts, |gift| self.gift(gift))),
            Rite::Raze { god: by, targets, moment } => {
                let what = if targets.is_empty() { never() } else { self.list(targets, |one| self.razed(*by, one)) };
                let last = if *moment == Moment::Last { format!(" {}", self.link(Link::Last)) } else { String::new() };
                format!("{} {what}{last}", god(*by))
            }
            Rite::Poseidon(prey) => {
                let what = if prey.is_empty() { never() } else { self.list(prey, |one| self.prey(one)) };
                format!("{} {what}", god(God::Poseidon))
            }
            Rite::Astarte(gods) => {
                let against =
                    if gods.is_empty() { String::new() } else { format!("{} ", self.name(Term::Word(Word::Against))) };
                format!("{} {against}{}", god(God::Astarte), self.gods(gods))
            }
            Rite::Mars(Fury { at, decides }) => {
                let turns = || format!(" {} {}", self.link(Link::If), self.name(Term::Word(Word::Decides)));
                let when = if *decides { turns() } else { String::new() };
                let place = match (at, decides) {
                    (Spread::Any, true) => String::new(),
                    _ => format!(" {}", self.spread(at, |place| self.place(*place).into())),
                };
                format!("{}{place}{when}", god(God::Mars))
            }
            Rite::Blockade(at) => {
                format!("{} {}", self.verb(Verb::Blockade), self.spread(at, |sea| self.name(Term::Sea(*sea)).into()))
            }
            Rite::Medusa(at) => format!("{} {}", hero(Card::Medusa), self.provinces(at)),
            Rite::Hercules(at) => format!("{} {}", hero(Card::Hercules), self.provinces(at)),
            Rite::Midas { at, legions } => {
                let place =
                    at.map_or(String::new(), |p| format!(" {} {}", self.link(Link::In), self.name(Term::Province(p))));
                format!("{} {}{place}", hero(Card::Midas), number(*legions))
            }
            Rite::Ajax(face) => format!("{} {}", hero(Card::Ajax), number(*face)),
            Rite::Hamilcar(dice) => {
                format!("{} {}", hero(Card::Hamilcar), dice.map_or(self.link(Link::All).into(), number))
            }
            Rite::Aeneas(sea) => format!("{} {}", hero(Card::Aeneas), self.name(Term::Sea(*sea))),
            Rite::Jason { from, good, to, onto } => {
                let site = |province: Province, good: &Option<Good>| {
                    let good = good.map_or(String::new(), |good| format!(" {}", self.name(Term::Good(good))));
                    format!("{}{good}", self.name(Term::Province(province)))
                };
                format!("{} {} -> {}", hero(Card::Jason), site(*from, good), site(*to, onto))
            }
            Rite::Bombard { from, at, target, titans } => {
                let target = target.map_or(String::new(), |seat| format!(": {}", self.name(Term::Seat(seat))));
                let with = titans.map_or(String::new(), |n| format!(" {} {n}", self.link(Link::With)));
                let (from, at) = (self.name(Term::Province(*from)), self.place(*at));
                format!("{} {from} -> {at}{target}{with}", self.verb(Verb::Bombard))
            }
            Rite::Idle(idler) => {
                let who = match idler {
                    Idler::Jason => hero(Card::Jason),
                    Idler::Aeneas => hero(Card::Aeneas),
                    Idler::Titans => self.verb(Verb::Bombard),
                };
                format!("{who} {}", never())
            }
            Rite::Dive { number, from } => {
                let (several, number) = match number {
                    Number::All => (2, format!("{} ", self.link(Link::All))),
                    Number::Exactly(n) => (*n, format!("{n} ")),
                };
                let unit = self.some(several, Term::Unit(Unit::Creature));
                format!("{} {number}{unit} {}", self.verb(Verb::Dive), self.place(*from))
            }
            Rite::Surface { number, sea, to } => {
                let unit = self.some(*number, Term::Unit(Unit::Creature));
                let to = to.map_or(String::new(), |place| format!(" -> {}", self.place(place)));
                format!("{} {number} {unit} {}{to}", self.verb(Verb::Surface), self.name(Term::Sea(*sea)))
            }
            Rite::Wave { wave, number, unit, from, to, via } => {
                let (number, unit, from, to) = (*number, *unit, *from, *to);
                let order = self.order(&Order::Move { number, unit, from, to, via: via.clone() });
                format!("{} {wave}: {order}", self.verb(Verb::Wave))
            }
        }
    }

    fn gods(&self, gods: &[God]) -> String {
        match gods {
            [] => self.link(Link::Never).into(),
            gods => self.list(gods, |god| self.name(Term::God(*god)).into()),
        }
    }

    fn gift(&self, gift: &Gift) -> String {
        let good = gift.good.map_or(self.link(Link::Any), |good| self.name(Term::Good(good)));
        let to = match gift.to {
            Whom::Me => self.link(Link::Me),
            Whom::Seat(seat) => self.name(Term::Seat(seat)),
            Whom::Others => self.name(Term::Word(Word::Others)),
        };
        format!("{good} {} {to}", self.link(Link::To))
    }

    fn razed(&self, god: God, (province, spot): &(Province, Option<Spot>)) -> String {
        let place = self.name(Term::Province(*province));
        match (god, spot) {
            (God::Baal, Some(Spot::CityOn(site))) => {
                format!("{} {}", self.name(Term::Building(Building::City)), self.name(Term::City(*province, *site)))
            }
            (God::Baal, _) => format!("{} {} {place}", self.name(Term::Building(Building::City)), self.link(Link::In)),
            (_, Some(Spot::CaravanOf(good))) => {
                format!("{} {place} {}", self.name(Term::Building(Building::Caravan)), self.name(Term::Good(*good)))
            }
            _ => format!("{} {place}", self.name(Term::Building(Building::Caravan))),
        }
    }

    fn prey(&self, prey: &Prey) -> String {
        let at = prey.at.map(|at| self.place(at));
        let seat = prey.seat.map(|seat| self.name(Term::Seat(seat)));
        let any = self.link(Link::Any);
        let when = |verb: &str| format!("{} {} {verb}", self.link(Link::When), seat.unwrap_or(any));
        let inside = || at.map_or(String::new(), |at| format!(" {} {at}", self.link(Link::In)));
        match prey.occasion {
            Occasion::Fights => format!("{}{}", when(self.verb(Verb::Fights)), inside()),
            Occasion::Carries(to) => {
                let to = to
                    .map_or(String::new(), |to| format!(" {} {}", self.link(Link::To), self.name(Term::Province(to))));
                format!("{}{to}{}", when(self.verb(Verb::Carries)), inside())
            }
            Occasion::At(moment) => {
                let last = if moment == Moment::Last { format!(" {}", self.link(Link::Last)) } else { String::new() };
                let seat = seat.map_or(String::new(), |seat| format!(" {seat}"));
                format!("{}{seat}{last}", at.unwrap_or(any))
            }
        }
    }

    fn provinces(&self, spread: &Spread<Province>) -> String {
        self.spread(spread, |province| self.name(Term::Province(*province)).into())
    }

    fn spread<T>(&self, spread: &Spread<T>, one: impl Fn(&T) -> String) -> String {
        match spread {
            Spread::Never => self.link(Link::Never).into(),
            Spread::Any => self.link(Link::Any).into(),
            Spread::In(places) => format!("{} {}", self.link(Link::In), self.list(places, one)),
        }
    }
}
