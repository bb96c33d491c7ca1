//! Moves at sea: triremes from sea to sea (MY-5.2), krakens into the sea, under it and up again (MY-5.8.4).

use crate::common::ground::Place;
use crate::common::moves::{or_nothing, some_of, stays, went};
use crate::common::orders::{Number, Order};
use crate::common::reason::Reason as Common;
use crate::common::rites::Rite;
use crate::mythology::Mythology;
use crate::mythology::position::Position;
use crate::mythology::reason::{Own, Reason};
use crate::pieces::{Card, Creature, Province, Sea, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// One move at sea.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Triremes; Atlas' may pass one sea on the way.
    Sail { ships: u8, from: Place, to: Sea, via: Vec<Sea> },
    /// Krakens into a sea.
    Swim { krakens: u8, from: Place, to: Sea },
    /// Krakens under the sea.
    Dive { krakens: u8, from: Place },
    /// Krakens up again, and on to the next sea if they like.
    Surface { krakens: u8, sea: Sea, to: Option<Sea> },
}

/// Where a player's triremes and krakens go.
#[derive(Debug)]
pub struct Sail {
    seat: Seat,
    position: Box<Position>,
}

impl Sail {
    /// The question for a player.
    pub fn of(position: &Position, seat: Seat) -> Sail {
        Sail { seat, position: Box::new(position.clone()) }
    }

    /// Triremes at a place that have not moved yet, when these moves are made.
    fn ships(&self, from: Place, strokes: &[Stroke]) -> u8 {
        let there = match from {
            Place::Land(province) => self.position.area(province).docked[self.seat.index()],
            Place::Sea(sea) => self.position.fleet(sea, self.seat),
        };
        let gone = strokes.iter().map(|stroke| match stroke {
            Stroke::Sail { ships, from: start, .. } if *start == from => *ships,
            _ => 0,
        });
        there.saturating_sub(gone.sum())
    }

    /// Krakens at a place that have not moved yet.
    fn krakens(&self, game: &Mythology, from: Place, strokes: &[Stroke]) -> u8 {
        if !game.breeds(self.seat, Creature::Kraken) {
            return 0;
        }
        let there = match from {
            Place::Land(province) => self.position.area(province).creatures[self.seat.index()],
            Place::Sea(sea) => self.position.krakens_in(sea),
        };
        let gone = strokes.iter().map(|stroke| match stroke {
            Stroke::Swim { krakens, from: start, .. } | Stroke::Dive { krakens, from: start } if *start == from => {
                *krakens
            }
            _ => 0,
        });
        there.saturating_sub(gone.sum())
    }

    /// Krakens that wait under the sea.
    fn waiting(&self, game: &Mythology, strokes: &[Stroke]) -> u8 {
        if !game.breeds(self.seat, Creature::Kraken) {
            return 0;
        }
        let up = strokes.iter().map(|stroke| if let Stroke::Surface { krakens, .. } = stroke { *krakens } else { 0 });
        self.position.dived.saturating_sub(up.sum())
    }

    fn next(game: &Mythology, from: Place) -> &[Sea] {
        match from {
            Place::Land(province) => &game.core.board.land(province).coasts,
            Place::Sea(sea) => &game.core.board.water(sea).borders,
        }
    }

    /// The way of a trireme: one sea, with Atlas two (MY-5.2.2). Only the map counts: nobody's triremes stop anybody (MY-5.2.1).
    fn course(&self, game: &Mythology, from: Place, to: Sea, via: &[Sea]) -> Result<Vec<Sea>, Reason> {
        let far = Reason::from(Common::NotNextSea { from });
        let next = Sail::next(game, from);
        if via.is_empty() && next.contains(&to) {
            return Ok(Vec::new());
        }
        if !self.position.has(self.seat, Card::Atlas) || from == Place::Sea(to) {
            return Err(far);
        }
        let joins = |sea: &&Sea| next.contains(sea) && game.core.board.joins(**sea, to);
        let way = match via {
            [] => next.iter().find(joins),
            [sea] => Some(sea).filter(joins),
            _ => None,
        };
        way.map(|sea| alloc::vec![*sea]).ok_or(far)
    }

    /// Whether a kraken can swim there: into the next sea, or into any in the round in which it was built (MY-5.8.4).
    fn may_swim(&self, game: &Mythology, from: Place, to: Sea, krakens: u8) -> Result<(), Reason> {
        let hatched = match from {
            Place::Land(province) => self.position.hatched.iter().filter(|at| **at == province).count(),
            Place::Sea(_) => 0,
        };
        if Sail::next(game, from).contains(&to) || hatched >= usize::from(krakens) {
            Ok(())
        } else {
            Err(Own::TooFarToSwim { sea: to }.into())
        }
    }

    fn fits(&self, game: &Mythology, stroke: &Stroke, before: &[Stroke]) -> Result<(), Reason> {
        let creature = Creature::Kraken;
        let enough = |wanted: u8, there: u8, unit: Unit| {
            if wanted > 0 && wanted <= there { Ok(()) } else { Err(Reason::from(Common::NoUnit { unit })) }
        };
        match stroke {
            Stroke::Sail { ships, from, to, via } => {
                self.course(game, *from, *to, via)?;
                enough(*ships, self.ships(*from, before), Unit::Trireme)
            }
            Stroke::Swim { krakens, from, to } => {
                enough(*krakens, self.krakens(game, *from, before), Unit::Creature)?;
                self.may_swim(game, *from, *to, *krakens)
            }
            Stroke::Dive { krakens, from } => {
                let dry = matches!(from, Place::Land(land) if game.core.board.land(*land).coasts.is_empty());
                if dry {
                    return Err(Own::NotThisCreature { creature }.into());
                }
                enough(*krakens, self.krakens(game, *from, before), Unit::Creature)
            }
            Stroke::Surface { krakens, sea, to } => {
                if *krakens == 0 || *krakens > self.waiting(game, before) {
                    return Err(Own::NoneDived.into());
                }
                match to {
                    Some(to) if !game.core.board.joins(*sea, *to) => Err(Own::TooFarToSwim { sea: *to }.into()),
                    _ => Ok(()),
                }
            }
        }
    }

    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let docks = self.position.provinces().map(|(province, _)| Place::Land(province));
        docks.chain((0..self.position.fleets.len() as u8).map(|sea| Place::Sea(Sea(sea))))
    }

    /// What an order makes of the krakens.
    fn kraken_order(
        &self,
        game: &Mythology,
        order: &Order,
        strokes: &[Stroke],
    ) -> Option<Result<(Stroke, Number), Reason>> {
        let there = |from: Place| self.krakens(game, from, strokes);
        let none = || Reason::from(Common::NoUnit { unit: Unit::Creature });
        let (stroke, number) = match order {
            Order::Move { number, unit: Some(Unit::Creature), from, to: Place::Sea(to), .. } => {
                let krakens = some_of(*number, there(*from));
                (Stroke::Swim { krakens, from: *from, to: *to }, *number)
            }
            Order::Rite(Rite::Dive { number, from }) => {
                (Stroke::Dive { krakens: some_of(*number, there(*from)), from: *from }, *number)
            }
            Order::Rite(Rite::Surface { number, sea, to }) => {
                let krakens = (*number).min(self.waiting(game, strokes));
                let to = if let Some(Place::Sea(to)) = to { Some(*to) } else { None };
                (Stroke::Surface { krakens, sea: *sea, to }, Number::Exactly(*number))
            }
            _ => return None,
        };
        let creature = game.kind(self.seat).unwrap_or(Creature::Kraken);
        if creature != Creature::Kraken {
            return Some(Err(Own::NotThisCreature { creature }.into()));
        }
        let nobody = matches!(&stroke, Stroke::Swim { krakens: 0, .. } | Stroke::Dive { krakens: 0, .. });
        if nobody {
            return Some(Err(none()));
        }
        Some(self.fits(game, &stroke, strokes).map(|()| (stroke, number)))
    }
}

impl Question<Mythology> for Sail {
    type Answer = Vec<Stroke>;
    const NAME: &'static str = "sail";

    fn legal(&self, game: &Mythology, strokes: &Vec<Stroke>) -> Result<(), Reason> {
        strokes.iter().enumerate().try_for_each(|(i, stroke)| self.fits(game, stroke, &strokes[..i]))
    }

    fn default(&self, _: &Mythology) -> Vec<Stroke> {
        Vec::new()
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Vec<Stroke> {
        let mut strokes: Vec<Stroke> = Vec::new();
        let places: Vec<Place> = self.places().collect();
        for from in places {
            let ships = self.ships(from, &strokes);
            if ships > 0
                && let Some(to) = Sail::next(game, from).choose(chance)
                && let number @ 1.. = chance.random_range(0..=ships)
            {
                strokes.push(Stroke::Sail { ships: number, from, to: *to, via: Vec::new() });
            }
            let krakens = self.krakens(game, from, &strokes);
            if krakens > 0 {
                let stroke = match (Sail::next(game, from).choose(chance), chance.random_range(0..3)) {
                    (Some(to), 0) => Stroke::Swim { krakens, from, to: *to },
                    (_, 1) => Stroke::Dive { krakens, from },
                    _ => continue,
                };
                if self.fits(game, &stroke, &strokes).is_ok() {
                    strokes.push(stroke);
                }
            }
        }
        if self.waiting(game, &strokes) > 0 && chance.random_bool(0.5) {
            let sea = Sea(chance.random_range(0..self.position.fleets.len() as u8));
            let to = game.core.board.water(sea).borders.choose(chance).copied().filter(|_| chance.random_bool(0.5));
            strokes.push(Stroke::Surface { krakens: self.waiting(game, &strokes), sea, to });
        }
        strokes
    }

    fn only(&self, game: &Mythology) -> Option<Vec<Stroke>> {
        let idle = |place: Place| self.ships(place, &[]) == 0 && self.krakens(game, place, &[]) == 0;
        (self.places().all(idle) && self.waiting(game, &[]) == 0).then(Vec::new)
    }

    /// From each place the triremes there, to the first sea they can reach.
    fn hints(&self, game: &Mythology) -> Vec<Vec<Stroke>> {
        let one = |from: Place| {
            let ships = self.ships(from, &[]);
            let to = Sail::next(game, from).first().filter(|_| ships > 0)?;
            Some(alloc::vec![Stroke::Sail { ships, from, to: *to, via: Vec::new() }])
        };
        self.places().filter_map(one).collect()
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Stroke>> {
        let speaks = |order: &Order| {
            let dives = matches!(order, Order::Rite(Rite::Dive { .. } | Rite::Surface { .. }));
            dives || matches!(order, Order::Move { to: Place::Sea(_), .. }) || stays(order)
        };
        if !lines.mention(speaks) {
            return None;
        }
        let mut strokes: Vec<Stroke> = Vec::new();
        lines.each(|order| {
            match self.kraken_order(game, order, &strokes) {
                Some(Ok((stroke, number))) => {
                    let krakens = match &stroke {
                        Stroke::Swim { krakens, .. } | Stroke::Dive { krakens, .. } => *krakens,
                        Stroke::Surface { krakens, .. } => *krakens,
                        Stroke::Sail { .. } => 0,
                    };
                    strokes.push(stroke);
                    return went(number, krakens, Unit::Creature);
                }
                Some(Err(reason)) => return Says::No(reason),
                None => {}
            }
            let Order::Move { number, unit, from, to: Place::Sea(to), via } = order else { return Says::Nothing };
            if let Some(unit) = unit.filter(|unit| *unit != Unit::Trireme) {
                return Says::No(Common::WrongElement { unit }.into());
            }
            let way = match self.course(game, *from, *to, via) {
                Ok(way) => way,
                Err(reason) => return Says::No(reason),
            };
            match some_of(*number, self.ships(*from, &strokes)) {
                0 => Says::No(Common::NoUnit { unit: Unit::Trireme }.into()),
                ships => {
                    strokes.push(Stroke::Sail { ships, from: *from, to: *to, via: way });
                    went(*number, ships, Unit::Trireme)
                }
            }
        });
        Some(strokes)
    }

    fn orders(&self, _: &Mythology, strokes: &Vec<Stroke>) -> Vec<Order> {
        let order = |stroke: &Stroke| match stroke {
            Stroke::Sail { ships, from, to, via } => Order::Move {
                number: Number::Exactly(*ships),
                unit: Some(Unit::Trireme),
                from: *from,
                to: Place::Sea(*to),
                via: via.clone(),
            },
            Stroke::Swim { krakens, from, to } => Order::Move {
                number: Number::Exactly(*krakens),
                unit: Some(Unit::Creature),
                from: *from,
                to: Place::Sea(*to),
                via: Vec::new(),
            },
            Stroke::Dive { krakens, from } => {
                Order::Rite(Rite::Dive { number: Number::Exactly(*krakens), from: *from })
            }
            Stroke::Surface { krakens, sea, to } => {
                Order::Rite(Rite::Surface { number: *krakens, sea: *sea, to: to.map(Place::Sea) })
            }
        };
        or_nothing(strokes.iter().map(order).collect())
    }
}

/// The provinces in which krakens were built this turn, when one of them has swum away.
pub fn unhatch(hatched: &mut Vec<Province>, from: Place) {
    if let Place::Land(province) = from
        && let Some(i) = hatched.iter().position(|at| *at == province)
    {
        hatched.remove(i);
    }
}
