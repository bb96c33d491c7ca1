//! Moves: triremes from sea to sea, legions over borders and chains of triremes (MN-5.2, MN-5.3).

use super::ground::{Ground, Place};
use super::orders::{Nothing, Number, Order};
use super::reason::Reason;
use super::{Core, Mare};
use crate::board::Board;
use crate::pieces::{Province, Sea, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// Triremes that go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Voyage {
    /// How many.
    pub ships: u8,
    /// From a sea, or from the province where they were built.
    pub from: Place,
    /// To a sea.
    pub to: Sea,
}

impl Voyage {
    /// Moves the triremes.
    pub fn apply(&self, position: &mut Ground, seat: Seat) {
        let i = seat.index();
        match self.from {
            Place::Land(province) => position.area_mut(province).docked[i] -= self.ships,
            Place::Sea(sea) => position.fleets[sea.index()][i] -= self.ships,
        }
        position.fleets[self.to.index()][i] += self.ships;
    }
}

/// Legions that go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trek {
    /// How many.
    pub legions: u8,
    /// From where.
    pub from: Province,
    /// To where.
    pub to: Province,
    /// Over which seas; none across a border.
    pub via: Vec<Sea>,
}

impl Trek {
    /// Moves the legions.
    pub fn apply(&self, position: &mut Ground, seat: Seat) {
        let i = seat.index();
        position.area_mut(self.from).legions[i] -= self.legions;
        position.area_mut(self.to).legions[i] += self.legions;
    }
}

/// The shortest way for a legion: a border, or a chain of own triremes (MN-5.3).
pub fn route(game: &Core, position: &Ground, seat: Seat, from: Province, to: Province) -> Option<Vec<Sea>> {
    if game.board.touches(from, to) {
        return Some(Vec::new());
    }
    passage(&game.board, from, to, |sea| position.fleet(sea, seat) > 0)
}

/// The shortest chain of seas between two provinces over which somebody can be carried.
pub fn passage(board: &Board, from: Province, to: Province, carries: impl Fn(Sea) -> bool) -> Option<Vec<Sea>> {
    let ship = |sea: &&Sea| carries(**sea);
    let mut ways: Vec<(Sea, Option<usize>)> = board.land(from).coasts.iter().filter(ship).map(|s| (*s, None)).collect();
    let mut next = 0;
    while let Some((sea, _)) = ways.get(next).copied() {
        if board.washes(sea, to) {
            let mut way = Vec::new();
            let mut step = Some(next);
            while let Some((sea, before)) = step.and_then(|i| ways.get(i)) {
                way.insert(0, *sea);
                step = *before;
            }
            return Some(way);
        }
        for beyond in board.water(sea).borders.iter().filter(ship) {
            if !ways.iter().any(|(known, _)| known == beyond) {
                ways.push((*beyond, Some(next)));
            }
        }
        next += 1;
    }
    None
}

/// Whether the named seas lead there over own triremes.
fn leads(game: &Core, position: &Ground, seat: Seat, from: Province, to: Province, via: &[Sea]) -> bool {
    leads_over(&game.board, from, to, via, |sea| position.fleet(sea, seat) > 0)
}

/// Whether the named seas lead there, if each of them carries.
pub fn leads_over(board: &Board, from: Province, to: Province, via: &[Sea], carries: impl Fn(Sea) -> bool) -> bool {
    let joined = via.windows(2).all(|pair| board.joins(pair[0], pair[1]));
    let ships = via.iter().all(|sea| carries(*sea));
    let ends =
        via.first().is_some_and(|sea| board.washes(*sea, from)) && via.last().is_some_and(|sea| board.washes(*sea, to));
    joined && ships && ends
}

/// Whether a fortress of a player's is at war, or could meet two enemies at once this turn: then he may have to choose whom it fights.
pub fn besieged(game: &Core, position: &Ground, seat: Seat) -> bool {
    let sails = |rival: Seat| position.units(rival, Unit::Trireme) > 0;
    let near = |province: Province, rival: Seat| {
        let stands = |at: &Province| position.area(*at).legions[rival.index()] > 0;
        stands(&province) || sails(rival) || game.board.land(province).borders.iter().any(stands)
    };
    position.provinces().filter(|(_, area)| area.fortresses[seat.index()] > 0).any(|(province, area)| {
        area.at_war() || game.seats.iter().filter(|rival| *rival != seat && near(province, *rival)).count() > 1
    })
}

/// Where a player's triremes go.
#[derive(Debug)]
pub struct Sail {
    seat: Seat,
    position: Box<Ground>,
}

impl Sail {
    /// The question for a player.
    pub fn of(position: &Ground, seat: Seat) -> Sail {
        Sail { seat, position: Box::new(position.clone()) }
    }

    /// Triremes at a place that have not moved yet, when these voyages are made.
    fn ready(&self, from: Place, voyages: &[Voyage]) -> u8 {
        let there = match from {
            Place::Land(province) => self.position.area(province).docked[self.seat.index()],
            Place::Sea(sea) => self.position.fleet(sea, self.seat),
        };
        let gone: u8 = voyages.iter().filter(|voyage| voyage.from == from).map(|voyage| voyage.ships).sum();
        there.saturating_sub(gone)
    }

    /// Only the map counts: nobody's triremes stop anybody (MN-5.2.1).
    fn may_sail(&self, game: &Core, from: Place, to: Sea) -> Result<(), Reason> {
        let next = match from {
            Place::Land(province) => game.board.washes(to, province),
            Place::Sea(sea) => game.board.joins(sea, to),
        };
        if next { Ok(()) } else { Err(Reason::NotNextSea { from }) }
    }

    fn harbours(&self) -> Vec<Place> {
        let docks = self.position.provinces().map(|(province, _)| Place::Land(province));
        let seas = (0..self.position.fleets.len() as u8).map(|sea| Place::Sea(Sea(sea)));
        docks.chain(seas).filter(|place| self.ready(*place, &[]) > 0).collect()
    }
}

impl<G: Mare> Question<G> for Sail {
    type Answer = Vec<Voyage>;
    const NAME: &'static str = "sail";

    fn legal(&self, game: &G, voyages: &Vec<Voyage>) -> Result<(), G::Reason> {
        for (i, voyage) in voyages.iter().enumerate() {
            self.may_sail(game.core(), voyage.from, voyage.to)?;
            if voyage.ships == 0 || self.ready(voyage.from, &voyages[..i]) < voyage.ships {
                return Err(Reason::NoUnit { unit: Unit::Trireme }.into());
            }
        }
        Ok(())
    }

    fn default(&self, _: &G) -> Vec<Voyage> {
        Vec::new()
    }

    fn random(&self, game: &G, chance: &mut Chance) -> Vec<Voyage> {
        let mut voyages = Vec::new();
        for from in self.harbours() {
            let next = match from {
                Place::Land(province) => &game.core().board.land(province).coasts,
                Place::Sea(sea) => &game.core().board.water(sea).borders,
            };
            let ships = chance.random_range(0..=self.ready(from, &[]));
            if let (Some(to), true) = (next.choose(chance), ships > 0) {
                voyages.push(Voyage { ships, from, to: *to });
            }
        }
        voyages
    }

    fn only(&self, _: &G) -> Option<Vec<Voyage>> {
        self.harbours().is_empty().then(Vec::new)
    }

    /// From each place the triremes there, to the first sea they can reach.
    fn hints(&self, game: &G) -> Vec<Vec<Voyage>> {
        let one = |from: Place| {
            let next = match from {
                Place::Land(province) => &game.core().board.land(province).coasts,
                Place::Sea(sea) => &game.core().board.water(sea).borders,
            };
            next.first().map(|to| alloc::vec![Voyage { ships: self.ready(from, &[]), from, to: *to }])
        };
        self.harbours().into_iter().filter_map(one).collect()
    }

    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<Voyage>> {
        if !lines.mention(|order| matches!(order, Order::Move { to: Place::Sea(_), .. }) || stays(order)) {
            return None;
        }
        let mut voyages: Vec<Voyage> = Vec::new();
        lines.each(|order| {
            let Order::Move { number, unit, from, to: Place::Sea(to), via } = order else { return Says::Nothing };
            if let Some(unit) = unit.filter(|unit| *unit != Unit::Trireme) {
                return Says::No(Reason::WrongElement { unit }.into());
            }
            if !via.is_empty() {
                return Says::No(Reason::NotNextSea { from: *from }.into()); // nobody sails over another sea
            }
            if let Err(reason) = self.may_sail(game.core(), *from, *to) {
                return Says::No(reason.into());
            }
            match some_of(*number, self.ready(*from, &voyages)) {
                0 => Says::No(Reason::NoUnit { unit: Unit::Trireme }.into()),
                ships => {
                    voyages.push(Voyage { ships, from: *from, to: *to });
                    went(*number, ships, Unit::Trireme)
                }
            }
        });
        Some(voyages)
    }

    fn orders(&self, _: &G, voyages: &Vec<Voyage>) -> Vec<Order> {
        let order = |voyage: &Voyage| Order::Move {
            number: Number::Exactly(voyage.ships),
            unit: Some(Unit::Trireme),
            from: voyage.from,
            to: Place::Sea(voyage.to),
            via: Vec::new(),
        };
        or_nothing(voyages.iter().map(order).collect())
    }
}

/// Where a player's legions go.
#[derive(Debug)]
pub struct March {
    seat: Seat,
    position: Box<Ground>,
    /// Provinces that may not be entered, whatever the map says, and why not.
    barred: Vec<(Province, Reason)>,
}

impl March {
    /// The question for a player.
    pub fn of(position: &Ground, seat: Seat) -> March {
        March { seat, position: Box::new(position.clone()), barred: Vec::new() }
    }

    /// Bars some provinces.
    pub fn barring(mut self, barred: Vec<(Province, Reason)>) -> March {
        self.barred = barred;
        self
    }

    fn ready(&self, from: Province, treks: &[Trek]) -> u8 {
        let gone: u8 = treks.iter().filter(|trek| trek.from == from).map(|trek| trek.legions).sum();
        self.position.area(from).legions[self.seat.index()].saturating_sub(gone)
    }

    fn camps(&self) -> Vec<Province> {
        self.position.provinces().map(|(province, _)| province).filter(|p| self.ready(*p, &[]) > 0).collect()
    }

    fn way(&self, game: &Core, from: Province, to: Province, via: &[Sea]) -> Result<Vec<Sea>, Reason> {
        let found = if via.is_empty() {
            route(game, &self.position, self.seat, from, to)
        } else {
            leads(game, &self.position, self.seat, from, to, via).then(|| via.to_vec())
        };
        match self.barred.iter().find(|(province, _)| *province == to) {
            Some((_, reason)) => Err(reason.clone()),
            None => found.filter(|_| from != to).ok_or(Reason::NoRoute { from, province: to }),
        }
    }
}

impl<G: Mare> Question<G> for March {
    type Answer = Vec<Trek>;
    const NAME: &'static str = "march";

    fn legal(&self, game: &G, treks: &Vec<Trek>) -> Result<(), G::Reason> {
        for (i, trek) in treks.iter().enumerate() {
            self.way(game.core(), trek.from, trek.to, &trek.via)?;
            if trek.legions == 0 || self.ready(trek.from, &treks[..i]) < trek.legions {
                return Err(Reason::NoUnit { unit: Unit::Legion }.into());
            }
        }
        Ok(())
    }

    fn default(&self, _: &G) -> Vec<Trek> {
        Vec::new()
    }

    fn random(&self, game: &G, chance: &mut Chance) -> Vec<Trek> {
        let mut treks = Vec::new();
        for from in self.camps() {
            let legions = chance.random_range(0..=self.ready(from, &[]));
            let mut reachable: Vec<Province> = game.core().board.land(from).borders.clone();
            for sea in self.position.chain(&game.core().board, self.seat, from) {
                reachable.extend(game.core().board.water(sea).coasts.iter().filter(|province| **province != from));
            }
            if let (Some(to), true) = (reachable.choose(chance), legions > 0)
                && let Ok(via) = self.way(game.core(), from, *to, &[])
            {
                treks.push(Trek { legions, from, to: *to, via });
            }
        }
        treks
    }

    fn only(&self, _: &G) -> Option<Vec<Trek>> {
        self.camps().is_empty().then(Vec::new)
    }

    /// From each camp its legions, to the first province next door that is not the player's own, or else to any.
    fn hints(&self, game: &G) -> Vec<Vec<Trek>> {
        let one = |from: Province| {
            let open = |to: &&Province| self.way(game.core(), from, **to, &[]).is_ok();
            let mut next = game.core().board.land(from).borders.iter().filter(open);
            let foreign = |to: &&Province| self.position.area(**to).owner != Some(self.seat);
            let to = *next.clone().find(foreign).or_else(|| next.next())?;
            Some(alloc::vec![Trek { legions: self.ready(from, &[]), from, to, via: Vec::new() }])
        };
        self.camps().into_iter().filter_map(one).collect()
    }

    /// `move nothing`, said of the triremes, is not said of the legions: they are asked for when the battles at sea are over.
    fn waits(&self, order: &Order) -> bool {
        *order == Order::Nothing(Nothing::Move)
    }

    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<Trek>> {
        if !lines.mention(|order| matches!(order, Order::Move { to: Place::Land(_), .. }) || stays(order)) {
            return None;
        }
        let mut treks: Vec<Trek> = Vec::new();
        lines.each(|order| {
            let Order::Move { number, unit, from, to: Place::Land(to), via } = order else { return Says::Nothing };
            // Only legions march: the order is not carried out with other units than it names.
            if let Some(unit) = unit.filter(|unit| *unit != Unit::Legion) {
                return Says::No(Reason::WrongElement { unit }.into());
            }
            let Place::Land(from) = from else {
                return Says::No(Reason::WrongElement { unit: Unit::Trireme }.into());
            };
            let way = match self.way(game.core(), *from, *to, via) {
                Ok(way) => way,
                Err(reason) => return Says::No(reason.into()),
            };
            match some_of(*number, self.ready(*from, &treks)) {
                0 => Says::No(Reason::NoUnit { unit: Unit::Legion }.into()),
                legions => {
                    treks.push(Trek { legions, from: *from, to: *to, via: way });
                    went(*number, legions, Unit::Legion)
                }
            }
        });
        Some(treks)
    }

    fn orders(&self, _: &G, treks: &Vec<Trek>) -> Vec<Order> {
        let order = |trek: &Trek| Order::Move {
            number: Number::Exactly(trek.legions),
            unit: Some(Unit::Legion),
            from: Place::Land(trek.from),
            to: Place::Land(trek.to),
            via: trek.via.clone(),
        };
        or_nothing(treks.iter().map(order).collect())
    }
}

/// As many as wanted, or as there are.
pub fn some_of(number: Number, ready: u8) -> u8 {
    match number {
        Number::Exactly(wanted) => wanted.min(ready),
        Number::All => ready,
    }
}

/// Whether as many go as were wanted; if not, the player is told.
pub fn went<R: From<Reason>>(number: Number, there: u8, unit: Unit) -> Says<(), R> {
    match number {
        Number::Exactly(wanted) if wanted > there => Says::Partly((), Reason::OnlySoMany { unit, there }.into()),
        _ => Says::Yes(()),
    }
}

/// Whether an order says that nothing moves.
pub fn stays(order: &Order) -> bool {
    matches!(order, Order::Nothing(Nothing::Move | Nothing::AtAll))
}

pub fn or_nothing(orders: Vec<Order>) -> Vec<Order> {
    if orders.is_empty() { alloc::vec![Order::Nothing(Nothing::Move)] } else { orders }
}
