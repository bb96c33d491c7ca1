//! Battles by fives: forces, and which units a side loses. Whom to attack and what adds to the dice, each game says.

use super::Mare;
use super::ground::{Ground, Place};
use super::orders::Order;
use super::reason::Reason;
use crate::pieces::Unit;
use alloc::string::String;
use alloc::vec::Vec;
use rand::RngExt as _;
use serde::Serialize;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// One side of a battle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// Whose units.
    pub seat: Seat,
    /// Legions or triremes that rolled.
    pub units: u8,
    /// Fortresses that added to the sum.
    pub fortresses: u8,
    /// The faces.
    pub dice: Vec<u8>,
    /// What heroes added.
    pub bonus: u8,
    /// The sum.
    pub total: u16,
    /// Units the other side must lose for it.
    pub hits: u8,
    /// Legions or triremes this side lost.
    pub lost_units: u8,
    /// Fortresses this side lost.
    pub lost_fortresses: u8,
}

/// Units that fight together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Force {
    /// Legions or triremes.
    pub units: u8,
    /// Fortresses.
    pub fortresses: u8,
}

impl Force {
    /// All units of a side in a place that can fight there (MN-5.4.2).
    pub fn of(position: &Ground, place: Place, seat: Seat) -> Force {
        match place {
            Place::Land(province) => {
                let area = position.area(province);
                Force { units: area.legions[seat.index()], fortresses: area.fortresses[seat.index()] }
            }
            Place::Sea(sea) => Force { units: position.fleet(sea, seat), fortresses: 0 },
        }
    }

    /// How many units there are.
    pub fn size(self) -> u8 {
        self.units + self.fortresses
    }

    /// Takes lost units off the board.
    pub fn remove(self, position: &mut Ground, place: Place, seat: Seat) {
        let i = seat.index();
        match place {
            Place::Land(province) => {
                let area = position.area_mut(province);
                area.legions[i] -= self.units;
                area.fortresses[i] -= self.fortresses;
            }
            Place::Sea(sea) => position.fleets[sea.index()][i] -= self.units,
        }
    }
}

/// Which units a side loses (MN-5.4.1, MN-5.4.6).
#[derive(Debug)]
pub struct Losses {
    place: Place,
    force: Force,
    hits: u8,
}

impl Losses {
    /// The question for a side that was hit; nobody loses more than he has.
    pub fn new(place: Place, force: Force, hits: u8) -> Losses {
        Losses { place, force, hits: hits.min(force.size()) }
    }

    /// Legions or triremes go before fortresses.
    pub fn legions_first(&self) -> Force {
        let units = self.hits.min(self.force.units);
        Force { units, fortresses: self.hits - units }
    }

    /// Whether these are exactly the hits, from the units that fought.
    fn fits(&self, lost: &Force) -> bool {
        let there = lost.units <= self.force.units && lost.fortresses <= self.force.fortresses;
        there && u16::from(lost.units) + u16::from(lost.fortresses) == u16::from(self.hits)
    }

    fn fortresses_first(&self) -> Force {
        let fortresses = self.hits.min(self.force.fortresses);
        Force { units: self.hits - fortresses, fortresses }
    }
}

impl<G: Mare> Question<G> for Losses {
    type Answer = Force;
    const NAME: &'static str = "losses";

    fn legal(&self, _: &G, lost: &Force) -> Result<(), G::Reason> {
        if self.fits(lost) { Ok(()) } else { Err(Reason::WrongLosses { hits: self.hits }.into()) }
    }

    fn default(&self, _: &G) -> Force {
        self.legions_first()
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Force {
        if chance.random_bool(0.5) { self.legions_first() } else { self.fortresses_first() }
    }

    fn about(&self, _: &G) -> Option<String> {
        Some(self.place.id())
    }

    fn choices(&self, _: &G) -> Vec<Force> {
        let all = (0..=self.hits).map(|fortresses| Force { units: self.hits - fortresses, fortresses });
        all.filter(|lost| lost.units <= self.force.units && lost.fortresses <= self.force.fortresses).collect()
    }

    fn only(&self, _: &G) -> Option<Force> {
        (self.legions_first() == self.fortresses_first()).then(|| self.legions_first())
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Force> {
        let mut hear = |here: bool| {
            lines.first(|order| match order {
                Order::Losses { place, units } if place.is_some() == here && place.is_none_or(|p| p == self.place) => {
                    let exact = |unit| units.iter().find(|(of, _)| *of == unit).and_then(|(_, number)| *number);
                    let by_rank = match units.first() {
                        Some((Unit::Fortress, _)) => self.fortresses_first(),
                        _ => self.legions_first(),
                    };
                    let (Some(units), Some(fortresses)) = (exact(Unit::Legion), exact(Unit::Fortress)) else {
                        return Says::Yes(by_rank);
                    };
                    // Numbers that do not fit say at least what goes first.
                    let exactly = Force { units, fortresses };
                    match self.fits(&exactly) {
                        true => Says::Yes(exactly),
                        false => Says::Partly(by_rank, Reason::WrongLosses { hits: self.hits }.into()),
                    }
                }
                _ => Says::Nothing,
            })
        };
        hear(true).or_else(|| hear(false))
    }

    fn orders(&self, _: &G, lost: &Force) -> Vec<Order> {
        let units = alloc::vec![(Unit::Legion, Some(lost.units)), (Unit::Fortress, Some(lost.fortresses))];
        alloc::vec![Order::Losses { place: Some(self.place), units }]
    }
}
